// What the models share. They are plain C without the system's headers, compiled to bitcode and linked into the program under test, and
// executed symbolically there: simple loops, few branches, no reads beyond what the caller gave.
//
// Names: every mutable global is called cleave_model_*, and is no observation; what files contain is called cleave_file_*, and is one.
// Functions called cleave_vm_* are carried out by the VM (src/vm/builtins_model.cpp).
#pragma once

#include <stdarg.h>
#include <stddef.h>

// A function in such a section takes the place of one that the VM carries out itself, and only in programs that also use one of the
// functions that make it necessary (src/frontend/link.cpp): the VM's own keeps calls apart that a body would mix.
#define WITH_FILES __attribute__((section("cleave.with.files")))
#define WITH_HANDLERS __attribute__((section("cleave.with.handlers")))  // or files: what is left in buffers is written

enum { false_ = 0, true_ = 1 };

enum { errnoNotFound = 2, errnoBadFile = 9, errnoExists = 17, errnoInvalid = 22, errnoTooMany = 24, errnoRange = 34 };
extern int cleave_model_errno;
extern int cleave_model_exit_is_called;  // the entry is main: nobody goes on where it has returned

void cleave_model_write_decimal(char* buffer, int value);  // 12 bytes, NULs at the end included

// A number that the input harness wrote as text (cleave_render_decimal): its value and, if asked for, the end of the text; 0 when it is
// none.
int cleave_model_decimal_at(const char* text, int* value, const char** end);

// --- the VM's
typedef struct Stream Stream;
void cleave_vm_assume(const char* what);               // goes into the guarantee
_Noreturn void cleave_vm_unfinished(const char* why);  // ends the run without a claim
void cleave_vm_disjoint(const void* to, size_t toBytes, const void* from, size_t fromBytes);  // a trap if they share bytes
int cleave_vm_fputc(int c, Stream* stream);            // to stdout or stderr, as the others
int cleave_vm_fputs(const char* text, Stream* stream);
size_t cleave_vm_fwrite(const void* from, size_t size, size_t count, Stream* stream);
int cleave_vm_vfprintf(Stream* stream, const char* format, va_list arguments);
int cleave_vm_format_double(char* to, size_t capacity, const char* conversion, double value);  // as snprintf; fixes the value
int cleave_vm_format_long_double(char* to, size_t capacity, const char* conversion, long double value);
double cleave_vm_strtod(const char* number, int* error);  // fixes the characters; sets *error to what errno becomes, or leaves it
float cleave_vm_strtof(const char* number, int* error);
long double cleave_vm_strtold(const char* number, int* error);
void* malloc(size_t size);
void* realloc(void* memory, size_t size);
void free(void* memory);
void* memcpy(void* to, const void* from, size_t size);
void* memmove(void* to, const void* from, size_t size);
void* memset(void* to, int byte, size_t size);
_Noreturn void _exit(int status);
_Noreturn void abort(void);

// --- the models', used by others of them
void cleave_empty_buffers(void);  // of the streams
size_t strlen(const char* s);
int strcmp(const char* a, const char* b);
int strncmp(const char* a, const char* b, size_t n);
char* strchr(const char* s, int c);
char* strerror(int number);
unsigned long strtoul(const char* text, char** end, int base);
long strtol(const char* text, char** end, int base);
double strtod(const char* text, char** end);
float strtof(const char* text, char** end);
long double strtold(const char* text, char** end);

// One comparison instead of two, so one decision. The range must not be empty.
static inline int isBetween(int c, int first, int last) { return (unsigned)c - (unsigned)first <= (unsigned)(last - first); }
static inline int isWhite(int c) { return (c == ' ') | isBetween(c, '\t', '\r'); }
