// What the VM does for the models, natively.
#include <cstdarg>

#include "model_test.h"

extern "C" {
void cleave_vm_assume(const char*) {}
void cleave_vm_disjoint(const void*, size_t, const void*, size_t) {}  // tests/unit/vm asks it
void cleave_vm_unfinished(const char* why) { throw cleave::modeltest::Unfinished(why); }
int cleave_vm_fputc(int c, FILE* stream) { return fputc(c, stream); }
int cleave_vm_fputs(const char* text, FILE* stream) { return fputs(text, stream); }
size_t cleave_vm_fwrite(const void* from, size_t size, size_t count, FILE* stream) { return fwrite(from, size, count, stream); }
int cleave_vm_vfprintf(FILE* stream, const char* format, va_list list) { return vfprintf(stream, format, list); }
int cleave_vm_format_double(char* to, size_t capacity, const char* conversion, double value) {
  return snprintf(to, capacity, conversion, value);
}
double cleave_vm_strtod(const char* number, int* error) {
  errno = 0;
  const double value = strtod(number, nullptr);
  if (errno != 0) *error = errno;
  return value;
}
int cleave_vm_format_long_double(char* to, size_t capacity, const char* conversion, long double value) {
  return snprintf(to, capacity, conversion, value);
}
long double cleave_vm_strtold(const char* number, int* error) {
  errno = 0;
  const long double value = strtold(number, nullptr);
  if (errno != 0) *error = errno;
  return value;
}
float cleave_vm_strtof(const char* number, int* error) {
  errno = 0;
  const float value = strtof(number, nullptr);
  if (errno != 0) *error = errno;
  return value;
}
}
