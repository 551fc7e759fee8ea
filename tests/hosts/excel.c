/* A stand-in for Excel's side of xlwings: it activates Python through xlwings' own DLL, as XLPy() does in VBA, and calls
   the functions with the VARIANTs that VBA would pass. Ranges, worksheets and workbooks are COM objects of this process,
   called back from Python; how often is counted.

     excel.exe calls DLL TYPELIB COMMAND     answers requests on standard input, a line of JSON each, until it ends
     excel.exe hold SECONDS                  keeps a desktop open, so that no later program has to start one
     excel.exe streams FILE                  the streams of a compound file, by Windows' own StgOpenStorage

   A request is a line and the values that belong to it, each on lines of its own (see `value`):
     call NAME REPEATS WITH_CALLER BY_REFERENCE COUNT    CallUDF with so many arguments
     import BOOK                                         import_udfs into a workbook of that name
     again                                               XLPy() once more                                               */
#define COBJMACROS
#include <windows.h>
#include <ole2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { APPLICATION, SHEETS, SHEET, BOOK, RANGE, PROJECT, COMPONENTS, COMPONENT, KINDS };
static const char *const KIND[KINDS] = {"Application", "Worksheets", "Worksheet",    "Workbook",
                                        "Range",       "VBProject",  "VBComponents", "VBComponent"};
static const unsigned long FIRST_OF_IID[KINDS] = {0x000208D5, 0x000208D7, 0x000208D8, 0x000208DA,
                                                  0x00020846, 0x0002E160, 0x0002E161, 0x0002E163};

typedef struct {
    IDispatchVtbl *methods;
    LONG references;
    int kind;
    long rows, columns;
    VARIANT value;
} Object;

static ITypeLib *library;
static Object *application, *sheets, *sheet, *book, *caller, *project, *components, *component;
static WCHAR book_name[260] = L"book.xlsm";
static int imported;
static LONG alive, invoked, described;
static char asked[4096]; /* what Python asked during a call, by name */
static char *text;       /* what was imported */
static size_t text_size;

static void fail(const char *what, long number) {
    printf("{\"failed\": \"%s\", \"number\": %ld}\n", what, number);
    fflush(stdout);
    exit(1);
}

static GUID iid_of(int kind) {
    GUID id = {FIRST_OF_IID[kind], 0, 0, {0xC0, 0, 0, 0, 0, 0, 0, 0x46}};
    return id;
}

static BSTR wide(const char *utf8) {
    int size = MultiByteToWideChar(CP_UTF8, 0, utf8, -1, NULL, 0);
    BSTR made = SysAllocStringLen(NULL, size - 1);
    MultiByteToWideChar(CP_UTF8, 0, utf8, -1, made, size);
    return made;
}

static double now(void) {
    LARGE_INTEGER count, frequency;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&frequency);
    return (double)count.QuadPart / (double)frequency.QuadPart;
}

/* ---- JSON ---- */

static void quoted(const WCHAR *given) {
    int size = WideCharToMultiByte(CP_UTF8, 0, given, -1, NULL, 0, NULL, NULL);
    char *utf8 = malloc(size);
    WideCharToMultiByte(CP_UTF8, 0, given, -1, utf8, size, NULL, NULL);
    putchar('"');
    for (unsigned char *c = (unsigned char *)utf8; *c; c++) {
        if (*c < 32) printf("\\u%04x", *c);
        else {
            if (*c == '"' || *c == '\\') putchar('\\');
            putchar(*c);
        }
    }
    putchar('"');
    free(utf8);
}

static void show(VARIANT *given) {
    if (V_VT(given) == (VT_BYREF | VT_VARIANT)) given = V_VARIANTREF(given);
    if (V_VT(given) & VT_ARRAY) {
        SAFEARRAY *array = V_VT(given) & VT_BYREF ? *V_ARRAYREF(given) : V_ARRAY(given);
        LONG low[2] = {0, 0}, high[2] = {0, 0}, at[2];
        UINT dimensions = SafeArrayGetDim(array);
        if (dimensions > 2 || !(V_VT(given) & VT_VARIANT)) fail("an array of another kind", V_VT(given));
        for (UINT k = 0; k < dimensions; k++) {
            SafeArrayGetLBound(array, k + 1, &low[k]);
            SafeArrayGetUBound(array, k + 1, &high[k]);
        }
        printf("[");
        for (at[0] = low[0]; at[0] <= high[0]; at[0]++) {
            printf(at[0] > low[0] ? ", " : "");
            if (dimensions == 2) printf("[");
            for (at[1] = low[1]; at[1] <= high[1]; at[1]++) {
                VARIANT element;
                VariantInit(&element);
                if (FAILED(SafeArrayGetElement(array, at, &element))) fail("SafeArrayGetElement", at[0]);
                printf(at[1] > low[1] ? ", " : "");
                show(&element);
                VariantClear(&element);
            }
            if (dimensions == 2) printf("]");
        }
        printf("]");
        return;
    }
    switch (V_VT(given)) {
        case VT_EMPTY: case VT_NULL: printf("null"); break;
        case VT_BSTR: quoted(V_BSTR(given) ? V_BSTR(given) : L""); break;
        case VT_R8: printf("%.17g", V_R8(given)); break;
        case VT_I4: printf("%ld", V_I4(given)); break;
        case VT_BOOL: printf(V_BOOL(given) ? "true" : "false"); break;
        default: printf("{\"vt\": %d}", V_VT(given));
    }
}

/* ---- the objects of Excel ---- */

static IDispatchVtbl object_methods;

static Object *object(int kind) {
    Object *made = calloc(1, sizeof *made);
    made->methods = &object_methods;
    made->references = 1;
    made->kind = kind;
    made->rows = made->columns = 1;
    InterlockedIncrement(&alive);
    return made;
}

static ULONG WINAPI object_AddRef(IDispatch *self) { return InterlockedIncrement(&((Object *)self)->references); }

static ULONG WINAPI object_Release(IDispatch *self) {
    LONG left = InterlockedDecrement(&((Object *)self)->references);
    if (!left) {
        VariantClear(&((Object *)self)->value);
        free(self);
        InterlockedDecrement(&alive);
    }
    return left;
}

static HRESULT WINAPI object_QueryInterface(IDispatch *self, REFIID id, void **out) {
    GUID own = iid_of(((Object *)self)->kind);
    if (!IsEqualIID(id, &IID_IUnknown) && !IsEqualIID(id, &IID_IDispatch) && !IsEqualIID(id, &own)) {
        *out = NULL;
        return E_NOINTERFACE;
    }
    *out = self;
    object_AddRef(self);
    return S_OK;
}

static HRESULT WINAPI object_GetTypeInfoCount(IDispatch *self, UINT *count) {
    *count = 1;
    return S_OK;
}

static HRESULT WINAPI object_GetTypeInfo(IDispatch *self, UINT index, LCID locale, ITypeInfo **out) {
    GUID own = iid_of(((Object *)self)->kind);
    described++;
    return ITypeLib_GetTypeInfoOfGuid(library, &own, out);
}

static HRESULT WINAPI object_GetIDsOfNames(IDispatch *self, REFIID id, LPOLESTR *names, UINT count, LCID locale, DISPID *out) {
    GUID own = iid_of(((Object *)self)->kind);
    ITypeInfo *info;
    HRESULT result = ITypeLib_GetTypeInfoOfGuid(library, &own, &info);
    if (FAILED(result)) return result;
    described++;
    result = ITypeInfo_GetIDsOfNames(info, names, count, out);
    ITypeInfo_Release(info);
    return result;
}

/* Worksheets._NewEnum: one worksheet */
typedef struct { IEnumVARIANTVtbl *methods; LONG references; int at; } Enumerator;

static HRESULT WINAPI enum_QueryInterface(IEnumVARIANT *self, REFIID id, void **out) {
    int known = IsEqualIID(id, &IID_IUnknown) || IsEqualIID(id, &IID_IEnumVARIANT);
    *out = known ? self : NULL;
    if (known) ((Enumerator *)self)->references++;
    return known ? S_OK : E_NOINTERFACE;
}
static ULONG WINAPI enum_AddRef(IEnumVARIANT *self) { return ++((Enumerator *)self)->references; }
static ULONG WINAPI enum_Release(IEnumVARIANT *self) {
    ULONG left = --((Enumerator *)self)->references;
    if (!left) free(self);
    return left;
}
static HRESULT WINAPI enum_Next(IEnumVARIANT *self, ULONG wanted, VARIANT *out, ULONG *got) {
    ULONG made = 0;
    for (; made < wanted && ((Enumerator *)self)->at < 1; made++, ((Enumerator *)self)->at++) {
        V_VT(&out[made]) = VT_DISPATCH;
        V_DISPATCH(&out[made]) = (IDispatch *)sheet;
        object_AddRef((IDispatch *)sheet);
    }
    if (got) *got = made;
    return made == wanted ? S_OK : S_FALSE;
}
static HRESULT WINAPI enum_Skip(IEnumVARIANT *self, ULONG count) { ((Enumerator *)self)->at += count; return S_OK; }
static HRESULT WINAPI enum_Reset(IEnumVARIANT *self) { ((Enumerator *)self)->at = 0; return S_OK; }
static HRESULT WINAPI enum_Clone(IEnumVARIANT *self, IEnumVARIANT **out) { return E_NOTIMPL; }
static IEnumVARIANTVtbl enum_methods = {enum_QueryInterface, enum_AddRef, enum_Release, enum_Next,
                                        enum_Skip,           enum_Reset,  enum_Clone};

static HRESULT give(VARIANT *out, Object *what) { /* an object that Python is to hold too */
    V_VT(out) = VT_DISPATCH;
    V_DISPATCH(out) = (IDispatch *)what;
    object_AddRef((IDispatch *)what);
    return S_OK;
}
static HRESULT give_text(VARIANT *out, const WCHAR *what) {
    V_VT(out) = VT_BSTR;
    V_BSTR(out) = SysAllocString(what);
    return S_OK;
}
static HRESULT give_number(VARIANT *out, long what) {
    V_VT(out) = VT_I4;
    V_I4(out) = what;
    return S_OK;
}
static HRESULT part(VARIANT *out, long rows, long columns) { /* Range.Rows, Range.Columns: counted only */
    Object *made = object(RANGE);
    made->rows = rows;
    made->columns = columns;
    V_VT(out) = VT_DISPATCH;
    V_DISPATCH(out) = (IDispatch *)made;
    return S_OK;
}

static HRESULT import(DISPPARAMS *given, VARIANT *out) {
    VARIANT *path = &given->rgvarg[0];
    if (V_VT(path) == (VT_BYREF | VT_VARIANT)) path = V_VARIANTREF(path);
    FILE *file = _wfopen(V_VT(path) & VT_BYREF ? *V_BSTRREF(path) : V_BSTR(path), L"rb");
    if (!file) return E_FAIL;
    text = realloc(text, 1 << 20);
    text_size = fread(text, 1, 1 << 20, file);
    fclose(file);
    imported++;
    return give(out, component);
}

static void remember(int kind, DISPID id) {
    GUID own = iid_of(kind);
    ITypeInfo *info;
    BSTR name = NULL;
    UINT count = 0;
    size_t used = strlen(asked);
    if (FAILED(ITypeLib_GetTypeInfoOfGuid(library, &own, &info))) return;
    ITypeInfo_GetNames(info, id, &name, 1, &count);
    ITypeInfo_Release(info);
    if (count && used < sizeof asked - 64)
        snprintf(asked + used, 64, "%s%s.%ls", used ? " " : "", KIND[kind], name);
    SysFreeString(name);
}

static HRESULT WINAPI object_Invoke(IDispatch *self, DISPID id, REFIID iid, LCID locale, WORD flags, DISPPARAMS *given,
                                    VARIANT *result, EXCEPINFO *exception, UINT *argument) {
    Object *object = (Object *)self;
    VARIANT unused, *out = result ? result : &unused;
    VariantInit(out);
    invoked++;
    remember(object->kind, id);
    switch (object->kind * 10000 + id) {
        case APPLICATION * 10000 + 110: return give_text(out, L"Microsoft Excel");
        case APPLICATION * 10000 + 392: return give_text(out, L"16.0");
        case APPLICATION * 10000 + 1950: return give_number(out, 1);
        case APPLICATION * 10000 + 1135:
            printf("{\"macro\": [");
            for (UINT k = given->cArgs; k-- > 0;) {
                show(&given->rgvarg[k]);
                printf(k ? ", " : "]}\n");
            }
            return S_OK;
        case SHEETS * 10000 - 4: {
            Enumerator *made = calloc(1, sizeof *made);
            made->methods = &enum_methods;
            made->references = 1;
            V_VT(out) = VT_UNKNOWN;
            V_UNKNOWN(out) = (IUnknown *)made;
            return S_OK;
        }
        case SHEETS * 10000 + 118: return give_number(out, 1);
        case SHEETS * 10000: case SHEETS * 10000 + 170: return give(out, sheet);
        case SHEET * 10000 + 110: return give_text(out, L"Sheet1");
        case SHEETS * 10000 + 150: case SHEET * 10000 + 150: return give(out, book);
        case BOOK * 10000 + 110: return give_text(out, book_name);
        case BOOK * 10000 + 289: return give_text(out, L"C:\\books\\book.xlsm");
        case BOOK * 10000 + 485: case BOOK * 10000 + 494: return give(out, sheets);
        case BOOK * 10000 + 1469: return give(out, project);
        case SHEET * 10000 + 148: case BOOK * 10000 + 148: case RANGE * 10000 + 148: return give(out, application);
        case RANGE * 10000 + 6: case RANGE * 10000 + 1388: return VariantCopy(out, &object->value);
        case RANGE * 10000 + 118: return give_number(out, object->rows * object->columns);
        case RANGE * 10000 + 236: return give_text(out, L"$G$1");
        case RANGE * 10000 + 240: return give_number(out, 7);
        case RANGE * 10000 + 257: return give_number(out, 1);
        case RANGE * 10000 + 258: return part(out, object->rows, 1);
        case RANGE * 10000 + 241: return part(out, 1, object->columns);
        case RANGE * 10000 + 348: case RANGE * 10000 + 150: return give(out, sheet);
        case PROJECT * 10000 + 135: return give(out, components);
        case COMPONENTS * 10000 + 10: return give_number(out, imported);
        case COMPONENTS * 10000 + 11: imported--; return S_OK;
        case COMPONENTS * 10000 + 13: return import(given, out);
        case COMPONENTS * 10000:
            if (imported) return give(out, component);
            memset(exception, 0, sizeof *exception);
            exception->scode = 0x800A0009;
            exception->bstrDescription = SysAllocString(L"Subscript out of range");
            return DISP_E_EXCEPTION;
        case COMPONENT * 10000 + 48: return give_text(out, L"xlwings_udfs");
    }
    return DISP_E_MEMBERNOTFOUND;
}

static IDispatchVtbl object_methods = {object_QueryInterface,   object_AddRef,        object_Release,
                                       object_GetTypeInfoCount, object_GetTypeInfo,   object_GetIDsOfNames,
                                       object_Invoke};

/* ---- requests ---- */

static char *line(void) { /* the next line of standard input without its end, NULL at the end of the input */
    static char *kept;
    static size_t size;
    size_t used = 0;
    for (;;) {
        if (size - used < 4096) kept = realloc(kept, size = 2 * size + 8192);
        if (!fgets(kept + used, (int)(size - used), stdin)) return used ? kept : NULL;
        used += strlen(kept + used);
        if (kept[used - 1] == '\n') {
            while (used && (kept[used - 1] == '\n' || kept[used - 1] == '\r')) kept[--used] = 0;
            return kept;
        }
    }
}

static void value(VARIANT *out) {
    /* A letter and what follows it: s text (\\ and \n escaped), n number, d date, c currency, t TRUE or FALSE, e error,
       m left out, b blank; the rows and columns of a block, its cells in the next lines: a array, r Range. */
    char *given = line();
    VariantInit(out);
    if (!given) fail("a value is missing", 0);
    switch (*given++) {
        case 's': {
            char *to = given;
            for (char *from = given; *from; from++)
                if (*from == '\\' && from[1]) *to++ = *++from == 'n' ? '\n' : *from;
                else *to++ = *from;
            *to = 0;
            V_VT(out) = VT_BSTR;
            V_BSTR(out) = wide(given);
            return;
        }
        case 'n': V_VT(out) = VT_R8; V_R8(out) = strtod(given, NULL); return;
        case 'd': V_VT(out) = VT_DATE; V_DATE(out) = strtod(given, NULL); return;
        case 'c': V_VT(out) = VT_CY; V_CY(out).int64 = (LONGLONG)(strtod(given, NULL) * 10000); return;
        case 't': V_VT(out) = VT_BOOL; V_BOOL(out) = *given == '1' ? VARIANT_TRUE : VARIANT_FALSE; return;
        case 'e': V_VT(out) = VT_ERROR; V_ERROR(out) = atol(given); return;
        case 'm': V_VT(out) = VT_ERROR; V_ERROR(out) = DISP_E_PARAMNOTFOUND; return;
        case 'b': return;
        case 'a': case 'r': {
            int range = given[-1] == 'r';
            long rows = strtol(given, &given, 10), columns = strtol(given, NULL, 10);
            SAFEARRAYBOUND bounds[2] = {{rows, 1}, {columns, 1}};
            Object *made = range ? object(RANGE) : NULL;
            VARIANT *target = range ? &made->value : out;
            if (rows == 1 && columns == 1) value(target); /* Range.Value of one cell is no array */
            else {
                VARIANT *cells;
                V_ARRAY(target) = SafeArrayCreate(VT_VARIANT, 2, bounds);
                V_VT(target) = VT_ARRAY | VT_VARIANT;
                SafeArrayAccessData(V_ARRAY(target), (void **)&cells);
                for (long row = 0; row < rows; row++)
                    for (long column = 0; column < columns; column++) value(&cells[column * rows + row]);
                SafeArrayUnaccessData(V_ARRAY(target));
            }
            if (range) {
                made->rows = rows;
                made->columns = columns;
                V_VT(out) = VT_DISPATCH;
                V_DISPATCH(out) = (IDispatch *)made;
            }
            return;
        }
    }
    fail("an unknown value", given[-1]);
}

static HRESULT call(VARIANT *target, const WCHAR *name, VARIANT *backwards, int count, VARIANT *out) {
    EXCEPINFO exception;
    UINT argument;
    DISPID id;
    LPOLESTR names = (LPOLESTR)name;
    DISPPARAMS given = {backwards, NULL, count, 0};
    HRESULT result;
    VariantInit(out);
    memset(&exception, 0, sizeof exception);
    if (V_VT(target) != VT_DISPATCH) fail("no object to call", V_VT(target));
    result = IDispatch_GetIDsOfNames(V_DISPATCH(target), &IID_NULL, &names, 1, LOCALE_USER_DEFAULT, &id);
    if (SUCCEEDED(result))
        result = IDispatch_Invoke(V_DISPATCH(target), id, &IID_NULL, LOCALE_USER_DEFAULT,
                                  DISPATCH_METHOD | DISPATCH_PROPERTYGET, &given, out, &exception, &argument);
    if (FAILED(result)) { /* Err.Description, which the wrapper shows in the cell */
        printf("{\"failed\": ");
        quoted(exception.bstrDescription ? exception.bstrDescription : L"");
        printf(", \"number\": %ld}\n", result);
        SysFreeString(exception.bstrDescription);
    }
    return result;
}

static void call_udf(VARIANT *python, const char *request) {
    char name[64];
    long repeats, with_caller, by_reference, count;
    if (sscanf(request, "%63s %ld %ld %ld %ld", name, &repeats, &with_caller, &by_reference, &count) != 5)
        fail("not a call", 0);
    SAFEARRAYBOUND bounds = {count, 0};
    SAFEARRAY *array = SafeArrayCreate(VT_VARIANT, 1, &bounds); /* Array(cards, scale, ...) */
    VARIANT *elements, given[5], out;
    HRESULT result = S_OK;
    SafeArrayAccessData(array, (void **)&elements);
    for (long k = 0; k < count; k++) value(&elements[k]);
    SafeArrayUnaccessData(array);
    memset(given, 0, sizeof given); /* from the last argument to the first */
    V_VT(&given[0]) = V_VT(&given[1]) = VT_DISPATCH;
    V_DISPATCH(&given[0]) = (IDispatch *)caller;
    V_DISPATCH(&given[1]) = (IDispatch *)book;
    V_VT(&given[2]) = VT_ARRAY | VT_VARIANT | (by_reference ? VT_BYREF : 0);
    if (by_reference) V_ARRAYREF(&given[2]) = &array;
    else V_ARRAY(&given[2]) = array;
    V_VT(&given[3]) = V_VT(&given[4]) = VT_BSTR;
    V_BSTR(&given[3]) = wide(name);
    V_BSTR(&given[4]) = wide("xlpoker.udfs");
    invoked = described = 0;
    asked[0] = 0;
    VariantInit(&out);
    double start = now();
    for (long k = 0; k < repeats && SUCCEEDED(result); k++) {
        VariantClear(&out);
        result = with_caller ? call(python, L"CallUDF", given, 5, &out) : call(python, L"CallUDF", given + 2, 3, &out);
    }
    double seconds = now() - start;
    if (SUCCEEDED(result)) {
        printf("{\"seconds\": %.6f, \"invoked\": %ld, \"described\": %ld, \"asked\": \"%s\", \"answer\": ", seconds, invoked,
               described, repeats == 1 ? asked : "");
        show(&out);
        printf("}\n");
    }
    VariantClear(&out);
    SafeArrayDestroy(array);
    SysFreeString(V_BSTR(&given[3]));
    SysFreeString(V_BSTR(&given[4]));
}

static void import_udfs(VARIANT *python, const char *name) {
    /* XLPy.Str(XLPy.Call(XLPy.Module("xlwings"), "import_udfs", XLPy.Tuple("xlpoker.udfs", wb))) */
    VARIANT module, tuple, done, shown, given[3];
    memset(given, 0, sizeof given);
    MultiByteToWideChar(CP_UTF8, 0, name, -1, book_name, 260);
    V_VT(&given[0]) = VT_BSTR;
    V_BSTR(&given[0]) = wide("xlwings");
    if (FAILED(call(python, L"Module", given, 1, &module))) return;
    V_VT(&given[0]) = VT_DISPATCH;
    V_DISPATCH(&given[0]) = (IDispatch *)book;
    V_VT(&given[1]) = VT_BSTR;
    V_BSTR(&given[1]) = wide("xlpoker.udfs");
    if (FAILED(call(python, L"Tuple", given, 2, &tuple))) return;
    given[0] = tuple;
    V_BSTR(&given[1]) = wide("import_udfs");
    given[2] = module;
    if (FAILED(call(python, L"Call", given, 3, &done))) return;
    if (FAILED(call(python, L"Str", &done, 1, &shown))) return;
    printf("{\"imported\": %d, \"text\": \"", imported);
    for (size_t k = 0; k < text_size; k++) printf("%02x", (unsigned char)text[k]);
    printf("\"}\n");
    VariantClear(&module);
    VariantClear(&tuple);
    VariantClear(&done);
    VariantClear(&shown);
}

typedef HRESULT(WINAPI *Activate)(VARIANT *result, const char *command, long mode);

static int calls(char *dll, char *types, char *command) {
    HMODULE loaded = LoadLibraryA(dll);
    BSTR path = wide(types);
    VARIANT python;
    char *request;
    HRESULT result = CoInitializeEx(NULL, COINIT_APARTMENTTHREADED);
    if (!loaded) fail("LoadLibrary", (long)GetLastError());
    if (FAILED(result = LoadTypeLibEx(path, REGKIND_NONE, &library))) fail("LoadTypeLibEx", result);
    Object **const fixed[] = {&application, &sheets, &sheet, &book, &caller, &project, &components, &component};
    const int kinds[] = {APPLICATION, SHEETS, SHEET, BOOK, RANGE, PROJECT, COMPONENTS, COMPONENT};
    for (int k = 0; k < 8; k++) *fixed[k] = object(kinds[k]);
    Activate activate = (Activate)(void *)GetProcAddress(loaded, "XLPyDLLActivateAuto");
    if (!activate) fail("XLPyDLLActivateAuto", (long)GetLastError());
    VariantInit(&python);
    double start = now();
    if ((result = activate(&python, command, 1))) {
        show(&python);
        fail("XLPyDLLActivateAuto", result);
    }
    printf("{\"started\": %.6f}\n", now() - start);
    fflush(stdout);
    while ((request = line())) {
        if (!strncmp(request, "call ", 5)) call_udf(&python, request + 5);
        else if (!strncmp(request, "import ", 7)) import_udfs(&python, request + 7);
        else if (!strcmp(request, "again")) {
            VARIANT again;
            VariantInit(&again);
            start = now();
            result = activate(&again, command, 1);
            printf("{\"seconds\": %.6f, \"number\": %ld, \"vt\": %d}\n", now() - start, result, V_VT(&again));
            VariantClear(&again);
        } else fail("an unknown request", 0);
        fflush(stdout);
    }
    VariantClear(&python);
    result = activate(&python, command, -1); /* KillPy */
    printf("{\"killed\": %ld, \"left\": %ld}\n", result, alive - 8);
    fflush(stdout);
    return 0;
}

static void each_stream(IStorage *storage, const WCHAR *above) {
    IEnumSTATSTG *found;
    STATSTG about;
    if (FAILED(IStorage_EnumElements(storage, 0, NULL, 0, &found))) fail("EnumElements", 0);
    while (IEnumSTATSTG_Next(found, 1, &about, NULL) == S_OK) {
        WCHAR path[512];
        _snwprintf(path, 512, L"%ls%ls", above, about.pwcsName);
        if (about.type == STGTY_STORAGE) {
            IStorage *inner;
            if (FAILED(IStorage_OpenStorage(storage, about.pwcsName, NULL, STGM_READ | STGM_SHARE_EXCLUSIVE, NULL, 0, &inner)))
                fail("OpenStorage", 0);
            wcscat(path, L"/");
            each_stream(inner, path);
            IStorage_Release(inner);
        } else {
            IStream *stream;
            ULONG size = about.cbSize.LowPart, got = 0;
            unsigned char *content = malloc(size + 1);
            if (FAILED(IStorage_OpenStream(storage, about.pwcsName, NULL, STGM_READ | STGM_SHARE_EXCLUSIVE, 0, &stream)))
                fail("OpenStream", 0);
            if (FAILED(IStream_Read(stream, content, size, &got)) || got != size) fail("Read", (long)got);
            printf("{\"stream\": ");
            quoted(path);
            printf(", \"content\": \"");
            for (ULONG k = 0; k < got; k++) printf("%02x", content[k]);
            printf("\"}\n");
            IStream_Release(stream);
            free(content);
        }
        CoTaskMemFree(about.pwcsName);
    }
    IEnumSTATSTG_Release(found);
}

static int streams(char *path) {
    IStorage *storage;
    HRESULT result = StgOpenStorage(wide(path), NULL, STGM_READ | STGM_SHARE_DENY_WRITE, NULL, 0, &storage);
    if (FAILED(result)) fail("StgOpenStorage", result);
    each_stream(storage, L"");
    IStorage_Release(storage);
    return 0;
}

int main(int count, char **given) {
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    if (count == 5 && !strcmp(given[1], "calls")) return calls(given[2], given[3], given[4]);
    if (count == 3 && !strcmp(given[1], "streams")) return streams(given[2]);
    if (count == 3 && !strcmp(given[1], "hold")) {
        GetDesktopWindow();
        Sleep(1000 * (DWORD)atoi(given[2]));
        return 0;
    }
    fail("excel.exe calls | hold | streams", count);
    return 2;
}
