// Products and quotients of one type of _Complex: what complex.c includes for each. REAL: the type of the parts; OF(name): the name of a
// function for it; ABSOLUTE, SIGN_OF and INFINITE: builtins; PRODUCT and QUOTIENT: the names in libgcc; and the bounds of scaling.

static int OF(isNan)(REAL x) { return x != x; }
static int OF(isInfinite)(REAL x) { return ABSOLUTE(x) == INFINITE; }
static int OF(isFiniteNumber)(REAL x) { return ABSOLUTE(x) < INFINITE; }
// Of an infinity its direction, of anything else a zero.
static REAL OF(direction)(REAL x) { return SIGN_OF(OF(isInfinite)(x) ? 1 : 0, x); }
static REAL OF(withoutNan)(REAL x) { return OF(isNan)(x) ? SIGN_OF(0, x) : x; }

static REAL _Complex OF(make)(REAL x, REAL y) {
  REAL _Complex z;
  __real__ z = x;
  __imag__ z = y;
  return z;
}

// --- products

// The factors of a product that is infinite; false: it is not.
typedef struct {
  REAL a, b, c, d;
} OF(Factors);

static int OF(isInfiniteProduct)(OF(Factors) * f, int overflows) {
  const int first = OF(isInfinite)(f->a) || OF(isInfinite)(f->b), second = OF(isInfinite)(f->c) || OF(isInfinite)(f->d);
  if (!first && !second && !overflows) return 0;
  if (first) f->a = OF(direction)(f->a), f->b = OF(direction)(f->b);
  if (first || !second) f->c = OF(withoutNan)(f->c), f->d = OF(withoutNan)(f->d);
  if (second) f->c = OF(direction)(f->c), f->d = OF(direction)(f->d);
  if (second || !first) f->a = OF(withoutNan)(f->a), f->b = OF(withoutNan)(f->b);
  return 1;
}

REAL _Complex PRODUCT(REAL a, REAL b, REAL c, REAL d) {
  const REAL ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  const REAL x = ac - bd, y = ad + bc;
  if (!OF(isNan)(x) || !OF(isNan)(y)) return OF(make)(x, y);
  OF(Factors) f = {a, b, c, d};
  const int overflows = OF(isInfinite)(ac) || OF(isInfinite)(bd) || OF(isInfinite)(ad) || OF(isInfinite)(bc);
  if (!OF(isInfiniteProduct)(&f, overflows)) return OF(make)(x, y);
  return OF(make)(INFINITE * (f.a * f.c - f.b * f.d), INFINITE * (f.a * f.d + f.b * f.c));
}

// --- quotients

// Where the plain quotient is two NaNs.
static int OF(isSpecialQuotient)(REAL a, REAL b, REAL c, REAL d, REAL* x, REAL* y) {
  if (c == 0 && d == 0 && (!OF(isNan)(a) || !OF(isNan)(b))) {
    *x = SIGN_OF(INFINITE, c) * a;
    *y = SIGN_OF(INFINITE, c) * b;
    return 1;
  }
  if ((OF(isInfinite)(a) || OF(isInfinite)(b)) && OF(isFiniteNumber)(c) && OF(isFiniteNumber)(d)) {
    a = OF(direction)(a), b = OF(direction)(b);
    *x = INFINITE * (a * c + b * d);
    *y = INFINITE * (b * c - a * d);
    return 1;
  }
  if ((OF(isInfinite)(c) || OF(isInfinite)(d)) && OF(isFiniteNumber)(a) && OF(isFiniteNumber)(b)) {
    c = OF(direction)(c), d = OF(direction)(d);
    *x = 0 * (a * c + b * d);
    *y = 0 * (b * c - a * d);
    return 1;
  }
  return 0;
}

typedef struct {
  REAL a, b, c, d;
} OF(Quotient);

static void OF(scale)(OF(Quotient) * q, REAL by) { q->a *= by, q->b *= by, q->c *= by, q->d *= by; }

static int OF(isTiny)(REAL x, REAL other, REAL divisor) {
  const REAL most = LARGE * LITTLE;
  return (ABSOLUTE(x) < SMALL) & (ABSOLUTE(other) < most) & (ABSOLUTE(divisor) < most);
}

// By the larger part of the divisor.
static void OF(scaleFor)(OF(Quotient) * q, REAL* larger) {
  if (ABSOLUTE(*larger) >= LARGE) OF(scale)(q, (REAL)0.5);
  if (ABSOLUTE(*larger) < LITTLE || OF(isTiny)(q->a, q->b, *larger) || OF(isTiny)(q->b, q->a, *larger)) OF(scale)(q, 1 / LITTLE);
}

REAL _Complex QUOTIENT(REAL a, REAL b, REAL c, REAL d) {
  OF(Quotient) q = {a, b, c, d};
  REAL x, y;
  if (ABSOLUTE(c) < ABSOLUTE(d)) {
    OF(scaleFor)(&q, &q.d);
    const REAL ratio = q.c / q.d, divisor = q.c * ratio + q.d;
    const int isPlain = ABSOLUTE(ratio) > SMALL;
    x = ((isPlain ? q.a * ratio : q.c * (q.a / q.d)) + q.b) / divisor;
    y = ((isPlain ? q.b * ratio : q.c * (q.b / q.d)) - q.a) / divisor;
  } else {
    OF(scaleFor)(&q, &q.c);
    const REAL ratio = q.d / q.c, divisor = q.d * ratio + q.c;
    const int isPlain = ABSOLUTE(ratio) > SMALL;
    x = ((isPlain ? q.b * ratio : q.d * (q.b / q.c)) + q.a) / divisor;
    y = (q.b - (isPlain ? q.a * ratio : q.d * (q.a / q.c))) / divisor;
  }
  if (OF(isNan)(x) && OF(isNan)(y)) OF(isSpecialQuotient)(q.a, q.b, q.c, q.d, &x, &y);
  return OF(make)(x, y);
}

#undef REAL
#undef OF
#undef ABSOLUTE
#undef SIGN_OF
#undef INFINITE
#undef PRODUCT
#undef QUOTIENT
#undef LARGE
#undef SMALL
#undef LITTLE
