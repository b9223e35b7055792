// What the harness of an entry calls (cleave_runtime.h), and the parts of <stdlib.h> and <time.h> that look at the world.
#include "cleave_runtime.h"

#include "model.h"

// --- errno

int cleave_model_errno;
int* __errno_location(void) { return &cleave_model_errno; }

// --- the environment

enum { mostVariables = 16 };
const char* cleave_model_env_names[mostVariables];
const char* cleave_model_env_values[mostVariables];
int cleave_model_env_count;

void cleave_set_env(const char* name, const char* value) {
  if (cleave_model_env_count == mostVariables) cleave_vm_unfinished("limit of 16 environment variables");
  cleave_model_env_names[cleave_model_env_count] = name;
  cleave_model_env_values[cleave_model_env_count] = value;
  cleave_model_env_count++;
}

char* getenv(const char* name) {
  for (int i = 0; i < cleave_model_env_count; i++)
    if (strcmp(cleave_model_env_names[i], name) == 0) return (char*)cleave_model_env_values[i];
  cleave_vm_assume("environment variables that are no input are not set");
  return 0;
}

char* secure_getenv(const char* name) { return getenv(name); }

// --- numbers as text

void cleave_render_decimal(char* buffer, long long value, int isUnsigned) {
  char digits[20];
  int count = 0;
  const int negative = !isUnsigned && value < 0;
  unsigned long long rest = negative ? 0 - (unsigned long long)value : (unsigned long long)value;
  do {
    digits[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  char* to = buffer;
  if (negative) *to++ = '-';
  while (count > 0) *to++ = digits[--count];
  *to = 0;
}

// --- time: an input, and it stands still

long cleave_model_time;

long time(long* to) {
  cleave_vm_assume("time stands still while the program runs");
  if (to != 0) *to = cleave_model_time;
  return cleave_model_time;
}

long clock(void) {
  cleave_vm_assume("time stands still while the program runs");
  return cleave_model_time;
}

double difftime(long end, long start) {
  return end >= start ? (double)(unsigned long)(end - start) : -(double)(unsigned long)(start - end);
}

// --- the end of a program

enum { mostHandlers = 32 };
void (*cleave_model_handlers[mostHandlers])(void);
int cleave_model_handler_count;
int cleave_model_exit_is_called;

void cleave_calls_exit(void) { cleave_model_exit_is_called = 1; }

int atexit(void (*handler)(void)) {
  if (!cleave_model_exit_is_called) cleave_vm_assume("functions given to atexit run when exit is called, not when the entry returns");
  if (cleave_model_handler_count == mostHandlers) cleave_vm_unfinished("limit of 32 functions given to atexit");
  cleave_model_handlers[cleave_model_handler_count++] = handler;
  return 0;
}

// Handlers run last in, first out; one that registers another sees it run next.
WITH_HANDLERS _Noreturn void exit(int status) {
  while (cleave_model_handler_count > 0) cleave_model_handlers[--cleave_model_handler_count]();
  _exit(status);
}
