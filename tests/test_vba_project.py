"""Compound files, compressed texts and the VBA project of the add-in, read back by programs of others."""

import hashlib
import struct
from xml.etree import ElementTree as ET

import pytest
from hosts.golden import GOLDEN
from hypothesis import given, settings
from hypothesis import strategies as st
from support.machines import XLWINGS
from support.parts import parts, zipped
from support.samples import sample_size
from support.vba import TEXT, modules_of, olevba, read_by_olefile

from xlpoker.errors import BookError
from xlpoker.files import compound_file
from xlpoker.functions import CATALOGUE
from xlpoker.hosts import vba
from xlpoker.hosts.template import NAME, filled, template_of, wrappers

TEMPLATES = ["quickstart_addin.xlam", "quickstart_addin_ribbon.xlam", "quickstart_standalone.xlsm"]
PROJECT = "xl/vbaProject.bin"
SIZES = (0, 1, 63, 64, 65, 127, 128, 511, 512, 513, 4095, 4096, 4097, 65_536)


# --- compound files --------------------------------------------------------------------------------------------------


def rows_of_the_tree(content):
    """Check each storage's tree against MS-CFB 2.6.4 and return how many names there are."""
    (start,) = struct.unpack_from("<I", content, 48)
    (fat_at,) = struct.unpack_from("<I", content, 76)
    fat = struct.unpack_from(
        f"<{(len(content) - (fat_at + 1) * 512) // 4}I", content, (fat_at + 1) * 512
    )
    directory = b""
    while start != 0xFFFFFFFE:
        directory += content[(start + 1) * 512 : (start + 2) * 512]
        start = fat[start]

    def entry(number):
        raw, length, kind, black, left, right, child = struct.unpack_from(
            "<64sHBBIII", directory, number * 128
        )
        return raw[: length - 2].decode("utf-16-le"), kind, black, left, right, child

    def key(name):
        return len(name), name.upper()

    def checked(number, low, high):
        """Return how many names are below."""
        if number == 0xFFFFFFFF:
            return 0
        name, kind, black, left, right, child = entry(number)
        assert low < key(name) < high, "smaller names left, greater ones right"
        assert black, "a root is black, and no two red ones stand above each other"
        inside = root_of(child) if kind == 1 else 0
        return 1 + inside + checked(left, low, key(name)) + checked(right, key(name), high)

    def root_of(number):
        return checked(number, (0, ""), (99, ""))

    assert entry(0)[:2] == ("Root Entry", 5)
    return root_of(entry(0)[5])


@pytest.mark.parametrize("size", SIZES)
def test_a_stream_of_any_size_is_read_back(size):
    """Sizes around those of a small sector, a sector, and the border between the two kinds of streams."""
    streams = {"a": bytes(range(256)) * 256, "b": b"x" * size, "c/d": b"y" * size}
    streams["a"] = streams["a"][:size]
    made = compound_file.write(streams)
    assert read_by_olefile(made) == compound_file.read(made) == streams


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 8, 31, 40])
def test_the_directory_is_a_red_black_tree(count):
    """However many names there are, Windows finds each by halving."""
    streams = {
        f"{'abcdefg'[place % 7] * (place % 31 + 1)}": bytes([place]) * place
        for place in range(count)
    }
    streams |= {f"VBA/Module{place}": b"m" for place in range(count)}
    made = compound_file.write(streams)
    assert rows_of_the_tree(made) == len(streams) + 1
    assert read_by_olefile(made) == streams


FREE, END = 0xFFFFFFFF, 0xFFFFFFFE
NAMES = st.text(
    st.characters(codec="utf-8", exclude_characters="/\\:!", exclude_categories=["C"]),
    min_size=1,
    max_size=15,
)


@pytest.mark.slow
@settings(max_examples=sample_size(20, release=40), deadline=None)
@given(st.dictionaries(NAMES, st.tuples(st.sampled_from(SIZES), st.integers(0, 255)), max_size=40))
def test_any_streams_are_read_back(described):
    """Whatever the names and sizes: what is written is read, by us and by olefile."""
    upper = {
        name.upper(): name for name in described
    }  # names that differ in case only are the same
    streams = {name: bytes([described[name][1]]) * described[name][0] for name in upper.values()}
    made = compound_file.write(streams)
    assert compound_file.read(made) == streams
    assert read_by_olefile(made) == streams


def test_what_does_not_fit_is_refused():
    """Names of more than 31 characters, and more than the header's table names."""
    with pytest.raises(BookError, match="too long a name"):
        compound_file.write({"x" * 32: b""})
    with pytest.raises(BookError, match="more than 7 MB"):
        compound_file.write({"x": bytes(8_000_000)})
    assert compound_file.read(compound_file.write({"x" * 31: bytes(7_000_000)})) == {
        "x" * 31: bytes(7_000_000)
    }


def test_sectors_of_the_fat_that_the_header_does_not_list():
    """A file above 7 MB lists further sectors of its FAT in sectors of their own, here one already smaller."""
    streams = {"x": bytes(range(256)) * 5000, "VBA/y": b"y"}
    made = bytearray(compound_file.write(streams))
    numbers = struct.unpack_from("<109I", made, 76)
    in_header, further = numbers[:10], [number for number in numbers[10:] if number != FREE]
    assert further
    list_sector = len(made) // 512 - 1
    blanks = [FREE] * (127 - len(further))
    made += struct.pack("<128I", *further, *blanks, END)
    struct.pack_into("<109I", made, 76, *in_header, *[FREE] * 99)
    struct.pack_into("<II", made, 68, list_sector, 1)
    assert compound_file.read(bytes(made)) == streams
    assert compound_file.read_stream(bytes(made), "VBA/y") == b"y"
    assert compound_file.read_stream(bytes(made), "VBA/z") is None
    struct.pack_into("<I", made, len(made) - 4, list_sector)  # a circle
    found = read_or_reason(compound_file.read, bytes(made))
    assert found == streams


def read_or_reason(read, content):
    """Return what is read, or the sentence that says why not; another error is none of the two."""
    try:
        return read(content)
    except BookError as error:
        return str(error)


GOOD = compound_file.write({"PROJECT": b"p" * 100, "VBA/dir": b"d" * 5000, "VBA/x": b"x" * 70})


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.integers(8, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=8),
    st.booleans(),
)
def test_a_damaged_file_is_refused_or_read(damage, cut):
    """Circles, wild pointers, impossible sizes, a file that is cut short: a sentence and an end."""
    broken = bytearray(GOOD)
    for place, value in damage:
        broken[place] = value
    found = read_or_reason(compound_file.read, bytes(broken[: damage[0][0]] if cut else broken))
    assert isinstance(found, dict) or found.startswith("not a compound file that can be read: ")


# --- compression -----------------------------------------------------------------------------------------------------

EXAMPLES = {
    "none": (
        "0119B000 6162636465666768 00 696A6B6C6D6E6F70 00 7172737475762E",
        b"abcdefghijklmnopqrstuv.",
    ),
    "normal": (
        "012FB000236161616263646582660070616768696A013808616B6C00306D6E6F7006710270041072737475761077 78797A003C",
        b"#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa",
    ),
    "maximum": ("0103B002614500", b"a" * 73),
}


@pytest.mark.parametrize(("packed", "text"), EXAMPLES.values(), ids=EXAMPLES)
def test_the_examples_of_the_specification(packed, text):
    """MS-OVBA 3.2.1 to 3.2.3: each is read, and what we write is read by another program and no longer."""
    content = bytes.fromhex(packed)
    assert vba.decompressed(content) == text
    assert len(vba.compressed(text)) <= len(content)
    assert olevba.decompress_stream(bytearray(vba.compressed(text))) == text


@pytest.mark.parametrize("size", [1, 2, 3, 4095, 4096, 4097, 8192, 12_289])
def test_chunks_end_where_they_should(size):
    """Texts around one, two and three chunks, of one letter and of words."""
    for text in (b"a" * size, (b"Attribute VB_Name = " * 700)[:size]):
        assert (
            olevba.decompress_stream(bytearray(vba.compressed(text)))
            == vba.decompressed(vba.compressed(text))
            == text
        )


def noise(size):
    """Return bytes without a pattern."""
    return b"".join(
        hashlib.sha256(bytes([place % 256, place // 256])).digest()
        for place in range(size // 32 + 1)
    )[:size]


def test_what_cannot_be_compressed():
    """A whole chunk of noise is kept as it is; less than one is refused, since its length would be lost."""
    assert vba.decompressed(vba.compressed(noise(4096) + b"text")) == noise(4096) + b"text"
    assert olevba.decompress_stream(bytearray(vba.compressed(noise(4096)))) == noise(4096)
    with pytest.raises(BookError, match="cannot be compressed"):
        vba.compressed(noise(4000))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_decompressed_or_refused(content):
    """Damage ends in words."""
    found = read_or_reason(vba.decompressed, b"\x01" + content)
    assert isinstance(found, bytes) or found == "a text of the VBA project is damaged"


# --- the project -----------------------------------------------------------------------------------------------------


def project_of(addin):
    """Return the streams of an add-in's VBA project."""
    return compound_file.read(parts(addin)[PROJECT])


@pytest.fixture(scope="module", params=TEMPLATES)
def template(request):
    """Return a template of the installed xlwings."""
    return (XLWINGS / request.param).read_bytes()


def with_functions(template):
    """Return any template with the module of the functions."""
    project = vba.with_module(project_of(template), NAME, TEXT.decode())
    return zipped(parts(template) | {PROJECT: compound_file.write(project)})


@pytest.mark.sampled(3)
def test_every_module_is_there_letter_for_letter(template):
    """Read by oletools: what the template had, and our text with Windows' ends of lines."""
    old, new = modules_of(template), modules_of(with_functions(template))
    assert new.pop(NAME).encode() == TEXT
    assert new == old
    assert len(old) >= 5


@pytest.mark.sampled(3)
def test_only_source_is_left(template):
    """Every stream of a module is its compressed text from the first byte; the version is one that nobody has."""
    streams = read_by_olefile(compound_file.write(project_of(with_functions(template))))
    assert streams["VBA/_VBA_PROJECT"] == bytes.fromhex("cc61ffff000100")
    texts = modules_of(with_functions(template))
    assert set(streams) == {
        "PROJECT",
        "PROJECTwm",
        "VBA/dir",
        "VBA/_VBA_PROJECT",
        *(f"VBA/{name}" for name in texts),
    }
    for name, text in texts.items():
        assert vba.decompressed(streams[f"VBA/{name}"]) == text.encode("cp1252"), name


CHANGES = {0x0F: "one module more", 0x13: "cookie", 0x2C: "cookie", 0x31: "source at 0"}


def test_the_list_of_modules_is_the_old_one_and_one_more(template):
    """``dir`` record by record: counts, cookies and offsets change as MS-OVBA says, eleven records are new."""
    old, new = (
        list(vba.records(vba.decompressed(project_of(made)["VBA/dir"])))
        for made in (template, with_functions(template))
    )
    added = new[len(old) - 1 : -1]
    assert new[-1] == old[-1] == (0x10, b"")
    for (kind, before), (same, after) in zip(old[:-1], new, strict=False):
        assert kind == same
        if kind not in CHANGES:
            assert after == before, hex(kind)
        elif kind == 0x0F:
            assert int.from_bytes(after, "little") == int.from_bytes(before, "little") + 1
        else:
            assert after == (b"\xff\xff" if CHANGES[kind] == "cookie" else bytes(4))
    wide = NAME.encode("utf-16-le")
    assert added == [
        *[
            (0x19, NAME.encode()),
            (0x47, wide),
            (0x1A, NAME.encode()),
            (0x32, wide),
        ],  # name and stream, twice each
        *[(0x1C, b""), (0x48, b""), (0x31, bytes(4)), (0x1E, bytes(4)), (0x2C, b"\xff\xff")],
        *[(0x21, b""), (0x2B, b"")],  # procedures; the end
    ]
    written = vba.decompressed(project_of(with_functions(template))["VBA/dir"])
    assert b"".join(vba.record(kind, content) for kind, content in new) == written


def test_the_properties_name_the_module(template):
    """PROJECT and PROJECTwm: each one entry more, every other line as it was."""
    old, new = project_of(template), project_of(with_functions(template))
    before, after = (
        streams["PROJECT"].decode("cp1252").strip().split("\r\n") for streams in (old, new)
    )
    assert sorted(set(after) - set(before)) == [f"Module={NAME}", f"{NAME}=0, 0, 0, 0, C"]
    assert [line for line in after if NAME not in line] == before
    assert after.index(f"Module={NAME}") + 1 == next(
        place for place, line in enumerate(after) if line[:5] == "Name="
    )
    assert after[-1].startswith(NAME)
    entry = NAME.encode() + b"\0" + NAME.encode("utf-16-le") + b"\0\0"
    assert new["PROJECTwm"] == old["PROJECTwm"][:-2] + entry + b"\0\0"


def test_a_project_without_windows_gets_none():
    """The list of the editor's windows may be missing; a line for it would then stand among the properties."""
    streams = project_of(template_of(XLWINGS))
    properties = streams["PROJECT"].partition(b"[Workspace]")[0]
    made = vba.with_module(streams | {"PROJECT": properties}, "Other", "x")
    assert (
        made["PROJECT"]
        == properties.replace(b"\r\nName=", b"\r\nModule=Other\r\nName=").rstrip() + b"\r\n"
    )


def test_the_parts_beside_the_project_stay(template):
    """A project written by others is read and written again with the same streams."""
    content = parts(template)[PROJECT]
    assert compound_file.read(content) == read_by_olefile(content)
    assert compound_file.read(
        compound_file.write(compound_file.read(content))
    ) == compound_file.read(content)


# --- the functions ---------------------------------------------------------------------------------------------------


def functions(text):
    """Return the lines of each function of a VBA module, without indentation."""
    found, lines = {}, []
    for line in text.splitlines():
        lines.append(line.strip())
        if line.startswith("Function "):
            lines = [line]
        elif line == "End Function":
            found[lines[0][9:].partition("(")[0]] = lines
    return found


def without(lines, *others):
    """Return lines without some."""
    return [line for line in lines if line not in others]


@pytest.mark.parametrize("name", sorted(CATALOGUE))
def test_the_functions_are_those_of_import_functions(name):
    """Line by line what xlwings writes, but for help, values of Ranges, and workbook and caller, which are not needed."""
    theirs, ours = functions(GOLDEN.read_text(encoding="utf-8"))[name], functions(wrappers())[name]
    other = theirs.index("#Else")
    theirs = (
        theirs[:other] + theirs[theirs.index("#End If") :]
    )  # the same call for programs beside Excel
    caught = "If TypeOf Application.Caller Is Range Then On Error GoTo failed"
    assert caught in theirs
    assert ours[3:6] == ['#If App = "Microsoft Excel" Then', caught, "#End If"]
    fixed = [argument.name for argument in CATALOGUE[name].arguments if not argument.repeats]
    values = {
        f"If IsObject({one}) Then {one} = {one}.Value" for one in fixed
    }  # not Value2: dates are dates
    assert values <= set(ours)
    block = ('#If App = "Microsoft Excel" Then', caught, "#End If")
    assert (
        ours[1] == f'Attribute {name}.VB_Description = "{CATALOGUE[name].help}"'
    )  # where exported modules have it
    assert ours[2] == f'Attribute {name}.VB_ProcData.VB_Invoke_Func = " \\n19"'
    ours = [
        line.replace("ByVal ", "")
        for line in without(ours, *block, *values)
        if not line.startswith("Attribute ")
    ]
    theirs = [
        line.replace(", ThisWorkbook, Application.Caller", "") for line in without(theirs, *block)
    ]
    assert ours == theirs


SPACES = {
    "m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "x14": "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main",
}


def test_excel_shows_the_help_of_arguments():
    """The workbook part has the elements of an add-in that Excel saved, in the order that its schema asks for."""
    addin = filled(template_of(XLWINGS), "C:\\py\\python.exe")
    assert modules_of(addin)[NAME].encode() == TEXT
    book = parts(addin)
    assert b"application/vnd.ms-excel.addin.macroEnabled.main+xml" in book["[Content_Types].xml"]
    tree = ET.fromstring(book["xl/workbook.xml"])
    order = [one.tag.rpartition("}")[2] for one in tree]
    assert order[order.index("sheets") :] == [
        "sheets",
        "functionGroups",
        "definedNames",
        "calcPr",
        "extLst",
    ]
    groups = tree.find("m:functionGroups", SPACES)
    assert (
        groups.get("builtInGroupCount") == "19"
    )  # numbered from 0, so that the first other one is 19
    assert [one.get("name") for one in groups] == ["xlpoker"]
    (extension,) = tree.iterfind(".//m:ext[@uri='{8193D73E-4604-4355-AFF4-8A2333D13BE4}']", SPACES)
    told = {}
    for name in extension.iterfind("x14:definedNames/x14:definedName", SPACES):
        (each,) = name
        assert each.get("count") == str(len(each))
        assert [one.get("index") for one in each] == [str(place) for place in range(len(each))]
        told[name.get("name")] = [one.text for one in each]
    assert told == {
        name: [one.help for one in entry.arguments] for name, entry in CATALOGUE.items()
    }
    assert max(len(text) for texts in told.values() for text in texts) <= 255


def test_the_text_is_one_that_vba_takes():
    """Plain ASCII, lines below 1,024 characters, and no workbook that an add-in does not have."""
    assert wrappers().isascii()
    assert max(map(len, wrappers().splitlines())) < 1024
    assert "ThisWorkbook" not in wrappers()
    assert wrappers().startswith(f'Attribute VB_Name = "{NAME}"\n')
