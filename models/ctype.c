// <ctype.h> in the C locale, with the values of glibc: a test that holds returns the bit of its class.

enum {
  upper = 256,
  lower = 512,
  alpha = 1024,
  digit = 2048,
  xdigit = 4096,
  space = 8192,
  print = 16384,
  graph = 32768,
  blank = 1,
  cntrl = 2,
  punct = 4,
  alnum = 8,
};

static int between(int c, int first, int last) { return (unsigned)c - (unsigned)first <= (unsigned)(last - first); }

int isupper(int c) { return between(c, 'A', 'Z') ? upper : 0; }
int islower(int c) { return between(c, 'a', 'z') ? lower : 0; }
int isalpha(int c) { return between(c | 32, 'a', 'z') ? alpha : 0; }
int isdigit(int c) { return between(c, '0', '9') ? digit : 0; }
int isxdigit(int c) { return between(c, '0', '9') || between(c | 32, 'a', 'f') ? xdigit : 0; }
int isspace(int c) { return c == ' ' || between(c, '\t', '\r') ? space : 0; }
int isprint(int c) { return between(c, ' ', '~') ? print : 0; }
int isgraph(int c) { return between(c, '!', '~') ? graph : 0; }
int isblank(int c) { return c == ' ' || c == '\t' ? blank : 0; }
int iscntrl(int c) { return between(c, 0, 31) || c == 127 ? cntrl : 0; }
int isalnum(int c) { return between(c, '0', '9') || between(c | 32, 'a', 'z') ? alnum : 0; }
int ispunct(int c) { return between(c, '!', '~') && !isalnum(c) ? punct : 0; }

// glibc maps what a signed char makes of the bytes from 128 on back to the byte.
static int fromSigned(int c) { return between(c, -128, -2) ? c + 256 : c; }
int tolower(int c) { return between(c, 'A', 'Z') ? c + 32 : fromSigned(c); }
int toupper(int c) { return between(c, 'a', 'z') ? c - 32 : fromSigned(c); }

// What the macros of glibc's <ctype.h> read: entry 128 + c, for c from -128 to 255.
static const unsigned short classes[384] = {
    [128] = 2, 2,     2,     2,     2,     2,     2,     2,     2,     8195,  8194,  8194,  8194,  8194,  2,     2,     2,     2,     2,
    2,         2,     2,     2,     2,     2,     2,     2,     2,     2,     2,     2,     2,     24577, 49156, 49156, 49156, 49156, 49156,
    49156,     49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304,
    55304,     49156, 49156, 49156, 49156, 49156, 49156, 49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440,
    50440,     50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156,
    49156,     49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
    50696,     50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2,
};
static const unsigned short* const firstClass = classes + 128;

const unsigned short** __ctype_b_loc(void) { return (const unsigned short**)&firstClass; }
