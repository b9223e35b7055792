// What the harness of an entry calls (cleave_runtime.h), and the parts of <stdlib.h> and <time.h> that look at the world.
#include "cleave_runtime.h"

#include "model.h"

// --- errno

int cleave_model_errno;
int* __errno_location(void) { return &cleave_model_errno; }
void cleave_set_errno(int error) { cleave_model_errno = error; }

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

static unsigned magnitudeOf(int value) {
  const unsigned negative = value < 0;
  return ((unsigned)value ^ (0u - negative)) + negative;
}

static int digitsOf(unsigned size) {
  return 1 + (size >= 10u) + (size >= 100u) + (size >= 1000u) + (size >= 10000u) + (size >= 100000u) + (size >= 1000000u) +
         (size >= 10000000u) + (size >= 100000000u) + (size >= 1000000000u);
}

// Written without a branch on the number: whoever parses the text gets the number back (cleave_model_decimal_at), and whoever reads its
// characters gets each as one expression.
static char decimalByte(int value, int i) {
  static const unsigned powers[16] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 1, 1, 1, 1, 1, 1};
  const int negative = value < 0;
  const unsigned size = magnitudeOf(value);
  const int digits = digitsOf(size);
  const int place = i - negative;
  const int isDigit = (place >= 0) & (place < digits);
  const unsigned digit = size / powers[(digits - 1 - place) & 15] % 10u;
  return (char)((unsigned)isDigit * ('0' + digit) + (unsigned)(negative & (i == 0)) * '-');
}

static int decimalLength(int value) { return (value < 0) + digitsOf(magnitudeOf(value)); }

enum { mostDecimals = 32, decimalBytes = 12 };
const char* cleave_model_decimal_texts[mostDecimals];
char cleave_model_decimal_copies[mostDecimals][decimalBytes];  // as they were written
int cleave_model_decimal_values[mostDecimals];
int cleave_model_decimal_count;

void cleave_model_write_decimal(char* buffer, int value) {
  for (int i = 0; i < decimalBytes; i++) buffer[i] = decimalByte(value, i);
}

void cleave_render_decimal(char* buffer, long long value, int isUnsigned) {
  (void)isUnsigned;
  if (cleave_model_decimal_count == mostDecimals) cleave_vm_unfinished("limit of 32 numbers in argv");
  cleave_model_write_decimal(buffer, (int)value);
  // The terminator once more, at a place that depends on the number: whoever reads there knows it for one, however long the text is.
  buffer[decimalLength((int)value)] = 0;
  for (int i = 0; i < decimalBytes; i++) cleave_model_decimal_copies[cleave_model_decimal_count][i] = buffer[i];
  cleave_model_decimal_texts[cleave_model_decimal_count] = buffer;
  cleave_model_decimal_values[cleave_model_decimal_count] = (int)value;
  cleave_model_decimal_count++;
}

// Whether the text is one that cleave_render_decimal wrote, and still is as it was.
int cleave_model_decimal_at(const char* text, int* value, const char** end) {
  for (int k = 0; k < cleave_model_decimal_count; k++) {
    if (text != cleave_model_decimal_texts[k]) continue;
    const int known = cleave_model_decimal_values[k];
    int same = 1;
    for (int i = 0; i < decimalBytes; i++) same &= text[i] == cleave_model_decimal_copies[k][i];
    if (!same) return 0;
    *value = known;
    if (end != 0) *end = text + decimalLength(known);
    return 1;
  }
  return 0;
}

// --- time: an input, and it stands still

long cleave_model_time, cleave_model_clock;

void cleave_set_time(long now) { cleave_model_time = now; }
void cleave_set_clock(long used) { cleave_model_clock = used; }

long time(long* to) {
  cleave_vm_assume("time stands still while the program runs");
  if (to != 0) *to = cleave_model_time;
  return cleave_model_time;
}

long clock(void) {
  cleave_vm_assume("time stands still while the program runs");
  return cleave_model_clock;
}

double difftime(long end, long start) {
  return end >= start ? (double)(unsigned long)(end - start) : -(double)(unsigned long)(start - end);
}

// --- the end of a program

enum { mostHandlers = 128 };
typedef struct {
  void (*plain)(void);  // null: a destructor
  void (*destructor)(void*);
  void* object;
} Handler;
Handler cleave_model_handlers[mostHandlers];
int cleave_model_handler_count;
int cleave_model_exit_is_called;

void cleave_calls_exit(void) { cleave_model_exit_is_called = 1; }

static Handler* newHandler(void) {
  if (cleave_model_handler_count == mostHandlers)
    cleave_vm_unfinished("limit of 128 functions given to atexit, destructors of static objects included");
  return &cleave_model_handlers[cleave_model_handler_count++];
}

int atexit(void (*handler)(void)) {
  if (!cleave_model_exit_is_called) cleave_vm_assume("functions given to atexit run when exit is called, not when the entry returns");
  newHandler()->plain = handler;
  return 0;
}

// Destructors of static objects. They are registered when the object has been made: often before anybody knows what the entry is.
int __cxa_atexit(void (*destructor)(void*), void* object, void* module) {
  (void)module;
  cleave_vm_assume("destructors of static objects run when main returns or exit is called, not when another entry returns");
  Handler* handler = newHandler();
  handler->plain = 0;
  handler->destructor = destructor;
  handler->object = object;
  return 0;
}

// Functions that are called __attribute__((destructor)): a constructor that comes first registers them (src/frontend/destructors.h).
void cleave_at_exit(void (*handler)(void)) { newHandler()->plain = handler; }

// Handlers run last in, first out; one that registers another sees it run next.
WITH_HANDLERS _Noreturn void exit(int status) {
  while (cleave_model_handler_count > 0) {
    const Handler* handler = &cleave_model_handlers[--cleave_model_handler_count];
    if (handler->plain != 0) {
      handler->plain();
    } else {
      handler->destructor(handler->object);
    }
  }
  cleave_empty_buffers();
  _exit(status);
}
