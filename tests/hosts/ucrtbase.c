/* The complex functions of C that Wine 8 names in ucrtbase.dll but does not have, so that NumPy can be loaded there; by
   MinGW's own. Microsoft's long double is a double. All other functions are forwarded to Wine's (see `numpy_loads`). */
#include <complex.h>

typedef struct { float real, imaginary; } Single;
typedef struct { double real, imaginary; } Double;

#define TO_COMPLEX(name)                                                                                     \
    Single our_##name##f(Single z) {                                                                         \
        float complex made = name##f(CMPLXF(z.real, z.imaginary));                                           \
        return (Single){crealf(made), cimagf(made)};                                                         \
    }                                                                                                        \
    Double our_##name(Double z) {                                                                            \
        double complex made = name(CMPLX(z.real, z.imaginary));                                              \
        return (Double){creal(made), cimag(made)};                                                           \
    }                                                                                                        \
    Double our_##name##l(Double z) { return our_##name(z); }
#define TO_REAL(name)                                                                                        \
    float our_##name##f(Single z) { return name##f(CMPLXF(z.real, z.imaginary)); }                           \
    double our_##name(Double z) { return name(CMPLX(z.real, z.imaginary)); }                                 \
    double our_##name##l(Double z) { return our_##name(z); }

#ifndef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#endif

TO_COMPLEX(cacos) TO_COMPLEX(cacosh) TO_COMPLEX(casin) TO_COMPLEX(casinh) TO_COMPLEX(catan) TO_COMPLEX(catanh)
TO_COMPLEX(ccos) TO_COMPLEX(ccosh) TO_COMPLEX(cexp) TO_COMPLEX(clog) TO_COMPLEX(conj) TO_COMPLEX(cproj)
TO_COMPLEX(csin) TO_COMPLEX(csinh) TO_COMPLEX(csqrt) TO_COMPLEX(ctan) TO_COMPLEX(ctanh)
TO_REAL(cabs) TO_REAL(carg) TO_REAL(cimag) TO_REAL(creal)

Single our_cpowf(Single a, Single b) {
    float complex made = cpowf(CMPLXF(a.real, a.imaginary), CMPLXF(b.real, b.imaginary));
    return (Single){crealf(made), cimagf(made)};
}
Double our_cpow(Double a, Double b) {
    double complex made = cpow(CMPLX(a.real, a.imaginary), CMPLX(b.real, b.imaginary));
    return (Double){creal(made), cimag(made)};
}
Double our_cpowl(Double a, Double b) { return our_cpow(a, b); }
