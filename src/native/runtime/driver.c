/* The driver of native runs: it is linked with one version, reads a script (native/script.h), calls the entry's thunk, and writes down what
   the cells hold. A crash, an exit or a time-out inside the entry leaves the result file at "started". Compiled when cleave is built, and a part of it
   (native/driver_object.h); what differs from version to version are the tables that are linked to it (codegen/object.h).

   The driver shares a process with arbitrary code, so it keeps out of that code's way, and keeps that code out of its own:
   - it needs a few names of the C library; all else goes through syscall(), since the version may define its own `open` or `write`;
   - the script is mapped read-only, so that a stray store of the entry cannot change what is printed, or where;
   - no file descriptor is open while the entry runs, so the entry's own get the numbers they would get anyway;
   - memory is read by letting the kernel copy it into a pipe: a bad address is an error there, not a signal, and needs no handler;
   - stdout is unbuffered, so that text printed before a crash is seen, and in the program's own order;
   - a process that the entry forked may return here too: only the first one reports;
   - what it prints behind the call are cells of memory, since it comes there only at ends at which memory is seen (result/guarantee.h);
     which of them count at that end, and all else that shows, is the business of native/compare.h;
   - when the driver cannot do its work it kills itself, as no exit status is its own; SIGKILL counts as "a limit, proves nothing". */
#include <sys/syscall.h>

#include "native/runtime/protocol.h"

typedef unsigned char u8;
typedef unsigned long long u64;

/* By number: thunks of entries, and globals whose cells may be asked for. Null: the version has none of that name. */
extern void (*const cleave_calls[])(const u8*, u8*);
extern const u64 cleave_calls_count;
extern char* const cleave_globals[];
extern const u64 cleave_globals_count;

extern long cleave_syscall(long, ...) __asm__("syscall");
extern int cleave_fflush(void*) __asm__("fflush");
extern int cleave_setvbuf(void*, char*, int, unsigned long) __asm__("setvbuf");
extern void* cleave_stdout __asm__("stdout");

#pragma clang attribute push(__attribute__((no_sanitize("address"))), apply_to = function)

enum { kAtCwd = -100, kWriteOnly = 01, kReadWrite = 02, kCreate = 0100, kExclusive = 0200, kAppend = 02000, kCloseOnExec = 02000000 };
enum { kMagicWord = 0, kEntryWord, kArgumentsWord, kResultBytesWord, kCellsWord, kPathBytesWord, kHeaderWords };

static void cleave_fail(void) {
  for (;;) cleave_syscall(SYS_kill, cleave_syscall(SYS_getpid), 9L);
}
static void cleave_stop(void) {
  for (;;) cleave_syscall(SYS_exit_group, 0L);
}

static void* cleave_map(u64 bytes, int protection, int flags, int fd) {
  const long address = cleave_syscall(SYS_mmap, 0L, bytes == 0 ? 1L : (long)bytes, (long)protection, (long)flags, (long)fd, 0L);
  return address == -1 ? (void*)0 : (void*)address;
}

/* Output to the result file, through a buffer. */
struct cleave_writer { int fd; unsigned used; int failed; char text[4096]; };

static void cleave_flush(struct cleave_writer* w) {
  unsigned done = 0;
  while (done < w->used && !w->failed) {
    const long count = cleave_syscall(SYS_write, w->fd, w->text + done, (long)(w->used - done));
    if (count <= 0) w->failed = 1; else done += (unsigned)count;
  }
  w->used = 0;
}
static void cleave_put(struct cleave_writer* w, char c) {
  if (w->used == sizeof w->text) cleave_flush(w);
  w->text[w->used++] = c;
}
static void cleave_puts(struct cleave_writer* w, const char* text) {
  while (*text != 0) cleave_put(w, *text++);
}
static void cleave_putn(struct cleave_writer* w, u64 number) {
  char digits[24];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10); while ((number /= 10) != 0);
  while (count > 0) cleave_put(w, digits[--count]);
}

static int cleave_open_result(const char* path, int flags) {
  return (int)cleave_syscall(SYS_openat, (long)kAtCwd, path, (long)(kWriteOnly | kCloseOnExec | flags), 0600L);
}

/* Copies memory that may not be there. Chunks are small enough for any pipe. */
static int cleave_pipe[2];
static int cleave_copy(u8* to, u64 from, u64 bytes) {
  if (cleave_syscall(SYS_write, (long)cleave_pipe[1], from, (long)bytes) != (long)bytes) {
    cleave_syscall(SYS_close, (long)cleave_pipe[0]);  /* part of it may have been written */
    cleave_syscall(SYS_close, (long)cleave_pipe[1]);
    cleave_syscall(SYS_pipe2, cleave_pipe, (long)kCloseOnExec);
    return 0;
  }
  return cleave_syscall(SYS_read, (long)cleave_pipe[0], to, (long)bytes) == (long)bytes;
}

/* Addresses without a name, in the order in which cells show them: two cells may hold one of them. */
static u64 cleave_shown[256];
static u64 cleave_shown_count;

/* How far it is behind the nearest global below it, if that is not far: it may lie in there. */
static void cleave_print_distance(struct cleave_writer* w, u64 value) {
  u64 nearest = 0;
  unsigned long g, found = 0;
  for (g = 0; g < cleave_globals_count; ++g)
    if ((u64)cleave_globals[g] <= value && (u64)cleave_globals[g] > nearest) {
      nearest = (u64)cleave_globals[g];
      found = g;
    }
  if (nearest == 0 || value - nearest > CLEAVE_MOST_DISTANCE) return;
  cleave_puts(w, " behind ");
  cleave_putn(w, found);
  cleave_puts(w, " ");
  cleave_putn(w, value - nearest);
}

static void cleave_print_pointer(struct cleave_writer* w, u64 address) {
  u64 value = 0, k;
  unsigned long g;
  if (!cleave_copy((u8*)&value, address, sizeof value)) { cleave_puts(w, "unreadable"); return; }
  if (value == 0) { cleave_puts(w, "null"); return; }
  for (g = 0; g < cleave_globals_count; ++g)
    if (value == (u64)cleave_globals[g]) {
      cleave_puts(w, "global ");
      cleave_putn(w, g);
      return;
    }
  for (k = 0; k < cleave_shown_count && cleave_shown[k] != value; ++k) {}
  cleave_puts(w, "pointer ");
  if (k < sizeof cleave_shown / sizeof *cleave_shown) {
    if (k == cleave_shown_count) cleave_shown[cleave_shown_count++] = value;
    cleave_putn(w, k + 1);
  }
  cleave_print_distance(w, value);
}

static void cleave_print_bytes(struct cleave_writer* w, u64 address, u64 bytes) {
  static const char digits[] = "0123456789abcdef";
  u8 chunk[512];
  while (bytes > 0) {
    const u64 now = bytes < sizeof chunk ? bytes : sizeof chunk;
    u64 i;
    if (!cleave_copy(chunk, address, now)) { cleave_puts(w, "unreadable"); return; }
    for (i = 0; i < now; ++i) {
      cleave_put(w, digits[chunk[i] >> 4]);
      cleave_put(w, digits[chunk[i] & 15]);
    }
    address += now;
    bytes -= now;
  }
}

/* An exception that left the entry: the thunk has caught it. Its object stands 32 bytes behind what is caught, and the name of its type 8
   bytes into the type_info. */
extern void* __cxa_begin_catch(void*) __attribute__((weak));
extern void* __cxa_current_exception_type(void) __attribute__((weak));
static u8* cleave_exception;
static const u8* cleave_exception_type;
void cleave_caught(u8* caught) {
  __cxa_begin_catch(caught);
  cleave_exception = caught + 32;
  cleave_exception_type = (const u8*)__cxa_current_exception_type();
}

/* Bases of the class, with theirs: whoever handles one of them catches it, too. Those of standard classes do not change. */
extern const u64 _ZTVN10__cxxabiv120__si_class_type_infoE[] __attribute__((weak));
extern const u64 _ZTVN10__cxxabiv121__vmi_class_type_infoE[] __attribute__((weak));
extern const u64 _ZTVN10__cxxabiv119__pointer_type_infoE[] __attribute__((weak));
static int cleave_is_of(const u8* type, const u64* table) { return table != 0 && *(const u64*)type == (u64)(table + 2); }
static const char* cleave_type_name(const u8* type) {
  const char* name = *(const char**)(type + 8);
  return *name == '*' ? name + 1 : name;
}
static void cleave_put_bases(struct cleave_writer* w, const u8* type);
static void cleave_put_base(struct cleave_writer* w, const u8* base, int isPublic) {
  cleave_puts(w, isPublic ? "<" : "<!");
  cleave_puts(w, cleave_type_name(base));
  cleave_put_bases(w, base);
  cleave_puts(w, ">");
}
static void cleave_put_bases(struct cleave_writer* w, const u8* type) {
  const char* name = cleave_type_name(type);
  if (*name == 'N') ++name;
  if (name[0] == 'S' && name[1] == 't') return;
  if (cleave_is_of(type, _ZTVN10__cxxabiv119__pointer_type_infoE)) cleave_put_bases(w, *(const u8* const*)(type + 24));
  if (cleave_is_of(type, _ZTVN10__cxxabiv120__si_class_type_infoE)) cleave_put_base(w, *(const u8* const*)(type + 16), 1);
  if (cleave_is_of(type, _ZTVN10__cxxabiv121__vmi_class_type_infoE)) {
    const u8* base = type + 24;
    unsigned count = *(const unsigned*)(type + 20);
    for (; count != 0; --count, base += 16) cleave_put_base(w, *(const u8* const*)base, (base[8] & 2) != 0);
  }
}

static int cleave_is_freed(const u8* start);

/* The size of a container that keeps pointers alone: (the sum of factor times what stands at offset, + plus) / divisor. */
static void cleave_print_sum(struct cleave_writer* w, u64 address, const u64* sum) {
  const u64 count = sum[0], divisor = sum[2];
  u64 total = sum[1], i;
  for (i = 0; i < count; ++i) {
    u64 value = 0;
    if (!cleave_copy((u8*)&value, address + sum[3 + 2 * i], sizeof value)) { cleave_puts(w, "unreadable"); return; }
    total += value * sum[4 + 2 * i];
  }
  if ((long)total < 0 || divisor == 0) { cleave_puts(w, "unreadable"); return; }
  total /= divisor;
  for (i = 0; i < 8; ++i) {
    static const char digits[] = "0123456789abcdef";
    cleave_put(w, digits[total >> (8 * i + 4) & 15]);
    cleave_put(w, digits[total >> (8 * i) & 15]);
  }
}

/* A cell: root (0 none, ~0 an exception, 1 the result, 2+g global g), is it a pointer, how many to follow, their offsets, the last offset, bytes;
   of a sum the number of terms (0: it is none), plus, divisor, and offset and factor of each. */
static const u64* cleave_print_cell(struct cleave_writer* w, const u64* cell, const u8* result) {
  const u64 root = cell[0], isPointer = cell[1], follow = cell[2];
  const u64* offsets = cell + 3;
  const u64 last = offsets[follow], bytes = offsets[follow + 1];
  const u64* sum = offsets + follow + 2;
  u64 address = root == ~0ull ? (u64)cleave_exception : root == 1 ? (u64)result : root >= 2 && root - 2 < cleave_globals_count ? (u64)cleave_globals[root - 2] : 0;
  u64 i;
  int there = address != 0 && !cleave_is_freed((const u8*)address);
  for (i = 0; i < follow && there; ++i) {
    u64 next = 0;
    there = cleave_copy((u8*)&next, address + offsets[i], sizeof next) && next != 0;
    address = next;
  }
  cleave_puts(w, "cell ");
  if (!there) cleave_puts(w, "unreadable");
  else if (sum[0] != 0) cleave_print_sum(w, address, sum);
  else if (isPointer) cleave_print_pointer(w, address + last);
  else cleave_print_bytes(w, address + last, bytes);
  cleave_put(w, '\n');
  return sum + 3 + 2 * sum[0];
}

/* What input harnesses call. Stdin is a file in memory, at the descriptor that the entry reads. */
extern int* cleave_errno_place(void) __asm__("__errno_location");
static int cleave_first_errno;
void cleave_set_errno(int error) { cleave_first_errno = error; }
void cleave_inputs_ready(void) { *cleave_errno_place() = cleave_first_errno; }
void cleave_calls_exit(void) {}

void cleave_assume(int holds) {
  if (!holds) cleave_syscall(SYS_kill, cleave_syscall(SYS_getpid), 6L);
}

void cleave_observe(const void* memory, unsigned long size, const char* name) {
  for (; *name != 0; ++name) cleave_syscall(SYS_write, 2L, name, 1L);
  cleave_syscall(SYS_write, 2L, "=", 1L);
  if (size > 0) cleave_syscall(SYS_write, 2L, memory, (long)size);
  cleave_syscall(SYS_write, 2L, "\n", 1L);
}

/* What the code of checks calls where it writes a mark, so that the mark is known however the run ends: once for each that is set. */
void cleave_announce(unsigned mark, u8 value) {
  static u8 told[1 << 13];
  static struct cleave_writer w;
  if (value == 0 || mark >= 8 * sizeof told || (told[mark / 8] >> mark % 8 & 1) != 0) return;
  told[mark / 8] |= (u8)(1 << mark % 8);
  w.fd = 2;
  cleave_puts(&w, CLEAVE_ANNOUNCEMENT);
  cleave_putn(&w, mark);
  cleave_put(&w, '\n');
  cleave_flush(&w);
}

/* What checks of properties call while the entry runs: it sees neither an open descriptor nor another errno. */
static int cleave_begin_look(void) {
  const int error = *cleave_errno_place();
  if (cleave_syscall(SYS_pipe2, cleave_pipe, (long)kCloseOnExec) != 0) cleave_fail();
  return error;
}
static void cleave_end_look(int error) {
  int k;
  for (k = 0; k < 2; ++k) cleave_syscall(SYS_close, (long)cleave_pipe[k]);
  cleave_pipe[0] = cleave_pipe[1] = 0;
  *cleave_errno_place() = error;
}

/* ~0 where no string can be read. */
u64 cleave_vm_string_length(const char* text) {
  const int error = cleave_begin_look();
  u64 length = 0;
  u8 byte = 1;
  while (byte != 0 && cleave_copy(&byte, (u64)text + length, 1)) ++length;
  cleave_end_look(error);
  return byte == 0 ? length - 1 : ~0ull;
}

/* Whether so many bytes can be read there. */
int cleave_vm_readable(const void* place, long size) {
  const int error = cleave_begin_look();
  u8 bytes[16];
  const int can = size <= (long)sizeof bytes && cleave_copy(bytes, (u64)place, (u64)size);
  cleave_end_look(error);
  return can;
}

static const char* cleave_stdin_data;  /* null: nobody has set it */
static unsigned long cleave_stdin_size;

void cleave_set_stdin(const char* data, unsigned long size) {
  cleave_stdin_data = data;
  cleave_stdin_size = size;
  const int fd = (int)cleave_syscall(SYS_memfd_create, "stdin", 0L);
  if (fd < 0) cleave_fail();
  while (size > 0) {
    const long done = cleave_syscall(SYS_write, (long)fd, data, (long)size);
    if (done <= 0) cleave_fail();
    data += done;
    size -= (unsigned long)done;
  }
  if (cleave_syscall(SYS_lseek, (long)fd, 0L, 0L) != 0 || cleave_syscall(SYS_dup2, (long)fd, 0L) != 0) cleave_fail();
  cleave_syscall(SYS_close, (long)fd);
}

/* What the caller of the entry finds of stdin, in the form of the models: bytes that never stood there were pushed back. */
unsigned long cleave_left_stdin_bytes;
u8 cleave_left_stdin_back[4];
int cleave_left_stdin_end;
extern int cleave_getc(void*) __asm__("_IO_getc") __attribute__((weak));
extern int cleave_feof(void*) __asm__("_IO_feof") __attribute__((weak));
extern void* cleave_stdin __asm__("stdin");

static void cleave_note_stdin(void) {
  static u8 next[4096];
  unsigned long count = 0, same = 0;
  int byte;
  if (cleave_stdin_data == 0 || cleave_getc == 0) return;
  cleave_left_stdin_end = cleave_feof(cleave_stdin) != 0;
  while (count < sizeof next && (byte = cleave_getc(cleave_stdin)) >= 0) next[count++] = (u8)byte;
  cleave_left_stdin_bytes = count;
  while (same < count && same < cleave_stdin_size && next[count - 1 - same] == (u8)cleave_stdin_data[cleave_stdin_size - 1 - same]) ++same;
  for (count -= same; count > 0 && count <= sizeof cleave_left_stdin_back; --count)
    cleave_left_stdin_back[count - 1] = next[cleave_left_stdin_bytes - same - count];
}

/* Inputs that stand for memory of the caller's malloc are globals here, which the C library could not free: the linker leads calls of free
   and its kin to these. Such an object, once freed, is neither read nor written by the driver; the sanitizer is told. */
enum { kMostHeap = 64 };
static struct { u8* start; unsigned long size; int freed; } cleave_heap[kMostHeap];
static unsigned cleave_heap_count;
extern void cleave_poison(const void*, unsigned long) __asm__("__asan_poison_memory_region") __attribute__((weak));

/* A signed operation overflowed, in code in which that is undefined (frontend/overflow_checks.h). The machine wraps; a sanitized build says so. */
extern void cleave_summary(const char*) __asm__("__sanitizer_report_error_summary") __attribute__((weak));
void cleave_native_signed_overflow(void) {
  if (!cleave_summary) return;
  cleave_summary("SUMMARY: AddressSanitizer: signed-integer-overflow");
  for (;;) cleave_syscall(SYS_exit_group, 99L);
}

void cleave_may_be_freed(u8* start, unsigned long size) {
  if (cleave_heap_count == kMostHeap) cleave_fail();
  cleave_heap[cleave_heap_count].start = start;
  cleave_heap[cleave_heap_count++].size = size;
}
static int cleave_is_freed(const u8* start) {
  unsigned i;
  for (i = 0; i < cleave_heap_count; ++i)
    if (cleave_heap[i].start == start) return cleave_heap[i].freed;
  return 0;
}
static long cleave_release(const u8* start) {  /* the size of the object, or -1: it is none of these */
  unsigned i;
  for (i = 0; i < cleave_heap_count; ++i)
    if (cleave_heap[i].start == start) {
      if (cleave_heap[i].freed) cleave_syscall(SYS_kill, cleave_syscall(SYS_getpid), 6L);
      cleave_heap[i].freed = 1;
      if (cleave_poison) cleave_poison(start, cleave_heap[i].size);
      return (long)cleave_heap[i].size;
    }
  return -1;
}
#define CLEAVE_FREE(name, parameters, arguments) \
  extern void __real_##name parameters __attribute__((weak)); \
  __attribute__((used)) void __wrap_##name parameters { if (cleave_release(p) < 0) __real_##name arguments; }
CLEAVE_FREE(free, (u8* p), (p))
CLEAVE_FREE(_ZdlPv, (u8* p), (p))
CLEAVE_FREE(_ZdaPv, (u8* p), (p))
CLEAVE_FREE(_ZdlPvm, (u8* p, unsigned long n), (p, n))
CLEAVE_FREE(_ZdaPvm, (u8* p, unsigned long n), (p, n))
/* Memory runs out here sooner than where nothing is said of it: a run for which there is not enough proves nothing. What no machine has is refused
   everywhere. */
static void* cleave_had(void* memory, unsigned long size) {
  if (memory == 0 && size != 0 && size <= 0x7fffffffffffffffUL) cleave_fail();
  return memory;
}
extern void* __real_malloc(unsigned long);
/* What nobody has set is the same in both versions: what earlier blocks left there says nothing of either. */
__attribute__((used)) void* __wrap_malloc(unsigned long size) {
  enum { kMostSet = 1 << 20, kUnset = 0xa5 };
  u8* memory = cleave_had(__real_malloc(size), size);
  unsigned long k;
  for (k = 0; memory != 0 && k < size && k < kMostSet; ++k) memory[k] = kUnset;
  return memory;
}
extern void* __real_calloc(unsigned long, unsigned long);
__attribute__((used)) void* __wrap_calloc(unsigned long count, unsigned long size) {
  unsigned long bytes = 0;
  const int isMore = __builtin_mul_overflow(count, size, &bytes);
  return isMore ? __real_calloc(count, size) : cleave_had(__real_calloc(count, size), bytes);
}
extern u8* cleave_malloc(unsigned long) __asm__("malloc");
extern u8* __real_realloc(u8*, unsigned long);
__attribute__((used)) u8* __wrap_realloc(u8* p, unsigned long size) {
  u8* fresh;
  long old = -1, i;
  unsigned k;
  for (k = 0; k < cleave_heap_count; ++k)
    if (cleave_heap[k].start == p && !cleave_heap[k].freed) old = (long)cleave_heap[k].size;
  if (old < 0) return cleave_is_freed(p) ? (cleave_release(p), (u8*)0) : cleave_had(__real_realloc(p, size), size);
  fresh = size == 0 ? 0 : cleave_malloc(size);
  for (i = 0; fresh != 0 && i < old && i < (long)size; ++i) fresh[i] = p[i];
  cleave_release(p);
  return fresh;
}

/* There is no /tmp to write to in a sandbox. A program that has no fdopen has no use for this either. */
extern void* cleave_fdopen(int, const char*) __asm__("fdopen") __attribute__((weak));
__attribute__((used)) void* __wrap_tmpfile(void) {
  static const char name[] = "cleave-temporary-file";
  const long fd = cleave_syscall(SYS_openat, (long)kAtCwd, name, (long)(kReadWrite | kCreate | kExclusive), 0600L);
  if (fd < 0) return 0;
  cleave_syscall(SYS_unlinkat, (long)kAtCwd, name, 0L);
  return cleave_fdopen((int)fd, "w+");
}

/* The world stands still: a version that does not bring its own time() gets this one. */
static long cleave_now;
extern long cleave_time(long*) __asm__("time");
__attribute__((weak)) long cleave_time(long* to) {
  if (to != 0) *to = cleave_now;
  return cleave_now;
}
void cleave_set_time(long now) { cleave_now = now; }
static long cleave_used;
extern long cleave_clock(void) __asm__("clock");
__attribute__((weak)) long cleave_clock(void) { return cleave_used; }
void cleave_set_clock(long used) { cleave_used = used; }

/* The state of rand, as the models tell it. The linker leads calls of it here. */
unsigned cleave_left_random_seed = 1;
unsigned long cleave_left_random_drawn;
extern int __real_rand(void) __attribute__((weak));
extern long __real_random(void) __attribute__((weak));
extern void __real_srandom(unsigned);
static void cleave_seed(unsigned seed) {
  cleave_left_random_seed = seed == 0 ? 1 : seed;
  cleave_left_random_drawn = 0;
  __real_srandom(seed);
}
__attribute__((used)) int __wrap_rand(void) { ++cleave_left_random_drawn; return __real_rand(); }
__attribute__((used)) long __wrap_random(void) { ++cleave_left_random_drawn; return __real_random(); }
__attribute__((used)) void __wrap_srand(unsigned seed) { cleave_seed(seed); }
__attribute__((used)) void __wrap_srandom(unsigned seed) { cleave_seed(seed); }
void cleave_set_seed(unsigned seed) { cleave_seed(seed); }

extern int cleave_setenv(const char*, const char*, int) __asm__("setenv");
extern int cleave_unsetenv(const char*) __asm__("unsetenv");
void cleave_set_env(const char* name, const char* value) {
  if (value != 0) cleave_setenv(name, value, 1); else cleave_unsetenv(name);
}

/* As POSIX writes it: <+0530>-05:30 */
extern void cleave_tzset(void) __asm__("tzset");
void cleave_set_zone(int minutes) {
  char text[] = "<+0000>-00:00";
  const int size = minutes < 0 ? -minutes : minutes;
  text[1] = minutes < 0 ? '-' : '+';
  text[7] = minutes < 0 ? '+' : '-';
  text[2] = text[8] = (char)('0' + size / 600);
  text[3] = text[9] = (char)('0' + size / 60 % 10);
  text[4] = text[11] = (char)('0' + size % 60 / 10);
  text[5] = text[12] = (char)('0' + size % 10);
  cleave_setenv("TZ", text, 1);
  cleave_tzset();
}

void cleave_render_decimal(char* buffer, long long value, int isUnsigned) {
  char digits[24];
  int count = 0;
  u64 rest = (u64)value;
  if (!isUnsigned && value < 0) {
    *buffer++ = '-';
    rest = 0 - rest;
  }
  do digits[count++] = (char)('0' + rest % 10); while ((rest /= 10) != 0);
  while (count > 0) *buffer++ = digits[--count];
  *buffer = 0;
}

/* What the models call errno. */
extern int* cleave_errno_location(void) __asm__("__errno_location");
int cleave_errno __asm__("cleave_model_errno");

/* With a third word it serves: before anything of the program has run, not even a constructor, it waits for orders, and forks a copy for each,
   which goes on from here. sandbox/serving.h has the other side. */
struct cleave_order { u64 processes, resident; char directory[CLEAVE_SERVING_DIRECTORY]; };
struct cleave_reply { int status, alone; };
enum { kSigChild = 17, kSignalSetBytes = 8, kMessageCloseOnExec = 0x40000000, kNoSignal = 0x4000, kNoWait = 1, kNoChild = 10 };
enum { kSetDumpable = 4, kSetChildSubreaper = 36, kLimitProcesses = 6, kWardensGroup = 1 };
extern int cleave_fork(void) __asm__("_Fork") __attribute__((weak));
extern int* cleave_errno_at(void) __asm__("__errno_location");

static int cleave_take_order(struct cleave_order* order, int* streams) {
  struct { unsigned long length; int level, type; int streams[4]; } control;
  struct { void* base; unsigned long bytes; } part = {order, sizeof *order};
  struct { void* name; unsigned nameBytes; void* parts; unsigned long count; void* control; unsigned long controlBytes; int flags; } message = {
      0, 0, &part, 1, &control, sizeof control, 0};
  int i;
  if (cleave_syscall(SYS_recvmsg, (long)CLEAVE_SERVING_DESCRIPTOR, &message, (long)kMessageCloseOnExec) != (long)sizeof *order) return 0;
  if (message.controlBytes < 16 + 3 * sizeof(int)) return 0;
  for (i = 0; i < 3; ++i) streams[i] = control.streams[i];
  return 1;
}
/* In the copy. The server is out of its reach: it has another group, and nobody may look into it. */
static void cleave_become_fresh(const struct cleave_order* order, const int* streams, const u64* mask) {
  const u64 limit[2] = {order->processes, order->processes};
  int i;
  for (i = 0; i < 3; ++i) cleave_syscall(SYS_dup2, (long)streams[i], (long)i);
  for (i = 0; i < 3; ++i) cleave_syscall(SYS_close, (long)streams[i]);
  cleave_syscall(SYS_close, (long)CLEAVE_SERVING_DESCRIPTOR);
  if (cleave_syscall(SYS_setpgid, 0L, (long)kWardensGroup) != 0 || cleave_syscall(SYS_chdir, order->directory) != 0) cleave_fail();
  if (order->processes != 0 && cleave_syscall(SYS_setrlimit, (long)kLimitProcesses, limit) != 0) cleave_fail();
  cleave_syscall(SYS_prctl, (long)kSetDumpable, 1L, 0L, 0L, 0L);
  cleave_syscall(SYS_rt_sigprocmask, 2L, mask, 0L, (long)kSignalSetBytes);
  *cleave_errno_at() = 0;
}
/* Bytes of memory that a process holds. */
static u64 cleave_resident(long pid) {
  char path[32] = "/proc/", text[64], digits[24];
  int at = 6, count = 0;
  long fd, size, i = 0;
  u64 pages = 0;
  do digits[count++] = (char)('0' + pid % 10); while ((pid /= 10) != 0);
  while (count > 0) path[at++] = digits[--count];
  for (count = 0; count < 7; ++count) path[at++] = "/statm"[count];
  fd = cleave_syscall(SYS_openat, (long)kAtCwd, path, (long)kCloseOnExec, 0L);
  size = cleave_syscall(SYS_read, fd, text, (long)sizeof text);
  cleave_syscall(SYS_close, fd);
  while (i < size && text[i] != ' ') ++i;
  for (++i; i < size && text[i] >= '0' && text[i] <= '9'; ++i) pages = pages * 10 + (u64)(text[i] - '0');
  return pages * 4096;
}
static int cleave_wait(long pid, u64 resident, const u64* child) {
  const long pause[2] = {0, 20000000};
  int status = 0;
  if (resident == 0) {
    while (cleave_syscall(SYS_wait4, pid, &status, 0L, 0L) != pid) {}
    return status;
  }
  while (cleave_syscall(SYS_wait4, pid, &status, (long)kNoWait, 0L) != pid) {
    cleave_syscall(SYS_rt_sigtimedwait, child, 0L, pause, (long)kSignalSetBytes);
    if (cleave_resident(pid) > resident) cleave_syscall(SYS_kill, pid, 9L);
  }
  return status;
}
static void cleave_serve(int argc, char** argv, char** environment) {
  static struct cleave_order order;
  const u64 child = 1ull << (kSigChild - 1);
  u64 mask = 0;
  int streams[3], i;
  (void)argv;
  (void)environment;
  if (argc != 3) return;
  if (cleave_fork == 0) cleave_fail();
  cleave_syscall(SYS_prctl, (long)kSetDumpable, 0L, 0L, 0L, 0L);
  cleave_syscall(SYS_prctl, (long)kSetChildSubreaper, 1L, 0L, 0L, 0L);
  cleave_syscall(SYS_setpgid, 0L, 0L);
  cleave_syscall(SYS_rt_sigprocmask, 0L, &child, &mask, (long)kSignalSetBytes);
  while (cleave_take_order(&order, streams)) {
    struct cleave_reply reply = {0, 0};
    long rest = 0;
    const int pid = cleave_fork();
    if (pid < 0) cleave_fail();
    if (pid == 0) {
      cleave_become_fresh(&order, streams, &mask);
      return;
    }
    for (i = 0; i < 3; ++i) cleave_syscall(SYS_close, (long)streams[i]);
    reply.status = cleave_wait(pid, order.resident, &child);
    do rest = cleave_syscall(SYS_wait4, -1L, 0L, (long)kNoWait, 0L); while (rest > 0);
    reply.alone = rest == -1 && *cleave_errno_at() == kNoChild;
    if (cleave_syscall(SYS_sendto, (long)CLEAVE_SERVING_DESCRIPTOR, &reply, (long)sizeof reply, (long)kNoSignal, 0L, 0L) < 0) break;
  }
  cleave_stop();
}
__attribute__((section(".preinit_array"), used)) static void (*const cleave_serve_first)(int, char**, char**) = cleave_serve;

static struct cleave_writer cleave_report;
static struct cleave_writer cleave_out;
static struct { const char* path; const u64* cells; u64 count; const u8* result; long self; int told; } cleave_task;

/* How it ended, and what is in the cells: once. */
static void cleave_tell(const char* how) {
  const u64* cell = cleave_task.cells;
  u64 i;
  if (cleave_task.told || cleave_syscall(SYS_getpid) != cleave_task.self) return;
  cleave_task.told = 1;
#ifdef SYS_close_range
  cleave_syscall(SYS_close_range, 3L, 0x7fffffffL, 0L);  /* the entry may have used up all descriptors */
#endif
  cleave_out.fd = cleave_open_result(cleave_task.path, kAppend);
  if (cleave_out.fd < 0 || cleave_syscall(SYS_pipe2, cleave_pipe, (long)kCloseOnExec) != 0) cleave_fail();
  if (cleave_exception != 0) {
    cleave_puts(&cleave_out, "threw ");
    cleave_puts(&cleave_out, cleave_type_name(cleave_exception_type));
    cleave_put_bases(&cleave_out, cleave_exception_type);
    cleave_put(&cleave_out, '\n');
  } else {
    cleave_puts(&cleave_out, how);
  }
  for (i = 0; i < cleave_task.count; ++i) cell = cleave_print_cell(&cleave_out, cell, cleave_task.result);
  cleave_puts(&cleave_out, "end\n");
  cleave_flush(&cleave_out);
  if (cleave_out.failed) cleave_fail();
}

/* A call of the environment shows in the text on both streams, where whoever reads it takes it out. */
void cleave_vm_note_call(void) {
  static const char text[] = CLEAVE_CALL;
  cleave_fflush(cleave_stdout);
  cleave_syscall(SYS_write, 1L, text, (long)sizeof text - 1);
  cleave_syscall(SYS_write, 2L, text, (long)sizeof text - 1);
}

/* A call of the environment behind which nobody looks (models/environment.c); and where the program ends by itself. */
void cleave_vm_stop(void) {
  cleave_fflush(0);
  cleave_tell("stopped\n");
  cleave_stop();
}
extern int cleave_on_exit(void (*)(int, void*), void*) __asm__("on_exit") __attribute__((weak));
static void cleave_exits(int status, void* nothing) {
  (void)status;
  (void)nothing;
  cleave_tell("exits\n");
}

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) cleave_fail();
  const int scriptFd = (int)cleave_syscall(SYS_openat, (long)kAtCwd, argv[1], (long)kCloseOnExec, 0L);
  const long scriptBytes = cleave_syscall(SYS_lseek, (long)scriptFd, 0L, 2L);
  const u64* script = scriptBytes > 0 ? (const u64*)cleave_map((u64)scriptBytes, 1, 2, scriptFd) : 0;
  if (script == 0 || script[kMagicWord] != CLEAVE_MAGIC) cleave_fail();
  cleave_syscall(SYS_close, (long)scriptFd);

  const char* const path = (const char*)(script + kHeaderWords);
  const u64* const arguments = script + kHeaderWords + script[kPathBytesWord] / 8;
  u8* const in = (u8*)cleave_map(16 * script[kArgumentsWord], 3, 0x22, -1);
  u8* const result = (u8*)cleave_map(script[kResultBytesWord], 3, 0x22, -1);
  u64 i;
  if (in == 0 || result == 0) cleave_fail();
  for (i = 0; i < 2 * script[kArgumentsWord]; ++i) ((u64*)in)[i] = arguments[i];

  cleave_report.fd = cleave_open_result(path, kCreate);
  if (cleave_report.fd < 0) cleave_fail();
  void (*const call)(const u8*, u8*) = script[kEntryWord] < cleave_calls_count ? cleave_calls[script[kEntryWord]] : 0;
  cleave_puts(&cleave_report, call == 0 ? "no such entry\n" : "started\n");
  cleave_flush(&cleave_report);
  cleave_syscall(SYS_close, (long)cleave_report.fd);
  if (call == 0) cleave_stop();
  if (cleave_report.failed) cleave_fail();

  cleave_setvbuf(cleave_stdout, 0, 2, 0);
  cleave_task.path = path;
  cleave_task.cells = arguments + 2 * script[kArgumentsWord];
  cleave_task.count = script[kCellsWord];
  cleave_task.result = result;
  cleave_task.self = cleave_syscall(SYS_getpid);
  if (cleave_on_exit != 0) cleave_on_exit(cleave_exits, 0);
  call(in, result);
  cleave_errno = *cleave_errno_location();
  cleave_fflush(0);
  if (cleave_syscall(SYS_getpid) != cleave_task.self) cleave_stop();
  cleave_note_stdin();
  cleave_tell("returned\n");
  cleave_stop();
  return 0;
}
#pragma clang attribute pop
