/* The runtime of probes: linked into instrumented executables and shared libraries, each of which has its own copy and its own log file.

   It must not change what the program does. So: no descriptor stays open (the log is a shared mapping, made before main), nothing is
   allocated, no lock is taken, no function of the C library is called, errno is not touched, no signal is raised or masked. Memory of
   the program is read by the kernel (process_vm_readv), which fails where a plain read would crash. Space in the log is reserved by an
   atomic addition to a word in the mapping itself: threads, signal handlers and forked children, which share the mapping, all write into
   one file and need to know nothing of one another. What was written is the kernel's at once, so a process that is killed loses at most the
   record that it was writing. Room on the disk is made before anything is written (MADV_POPULATE_WRITE), so a full disk ends the recording,
   not the program. */
#define _GNU_SOURCE
#include "../log_format.h"

#include <stddef.h>

#if !defined(__x86_64__) || !defined(__linux__)
#error "probes record on x86-64 Linux"
#endif

#define WEAK_OPTION __attribute__((weak, visibility("hidden")))

/* What the compiler plugin was told; each instrumented module has the same, and one of them is linked. */
extern const char cleave_probe_directory[] WEAK_OPTION;
extern const uint64_t cleave_probe_limits[3] WEAK_OPTION; /* records of a point, bytes of a file, bytes of all files */

enum {
  SysLseek = 8,
  SysPread = 17,
  SysMmap = 9,
  SysMunmap = 11,
  SysMadvise = 28,
  SysGetpid = 39,
  SysFtruncate = 77,
  SysReadlink = 89,
  SysGetuid = 102,
  SysGetgid = 104,
  SysGeteuid = 107,
  SysGetegid = 108,
  SysClose = 3,
  SysUnlink = 87,
  SysClockGettime = 228,
  SysOpenat = 257,
  SysFallocate = 285,
  SysPrlimit = 302,
  SysProcessVmReadv = 310,
  SysSigprocmask = 14
};

static inline long call6(long n, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall" : "=a"(result) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
  return result;
}
#define CALL0(n) call6(n, 0, 0, 0, 0, 0, 0)
#define CALL1(n, a) call6(n, (long)(a), 0, 0, 0, 0, 0)
#define CALL2(n, a, b) call6(n, (long)(a), (long)(b), 0, 0, 0, 0)
#define CALL3(n, a, b, c) call6(n, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define CALL4(n, a, b, c, d) call6(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)

enum { kPage = 4096, kFirstChunk = 16 * 1024, kLargestChunk = 1024 * 1024, kBadAddress = 14, kPopulateWrite = 23, kDontDump = 16 };

static struct cleave_log_header* logHeader; /* NULL: nothing is recorded */
static uint64_t* totalUsed;                 /* shared by all processes of the run; NULL: not bounded */
static uint64_t totalBound;
static uint32_t bound;

/* ---- the few things of the C library that are needed ---- */

static inline void copyBytes(void* to, const void* from, uint64_t size) {
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

static size_t lengthOf(const char* text) {
  size_t n = 0;
  while (text[n]) {
    ++n;
    __asm__ volatile("" : : : "memory");
  }
  return n;
}

static char* append(char* to, const char* text) {
  const size_t n = lengthOf(text);
  copyBytes(to, text, n);
  return to + n;
}

static char* appendNumber(char* to, uint64_t number) {
  char digits[20];
  int n = 0;
  do digits[n++] = (char)('0' + number % 10);
  while (number /= 10);
  while (n) *to++ = digits[--n];
  return to;
}

/* ---- before main ---- */

static int hasName(const char* setting, const char* name) {
  while (*name)
    if (*setting++ != *name++) return 0;
  return *setting == '=';
}

static const char* environmentValue(char** environment, const char* name) {
  for (; environment && *environment; ++environment)
    if (hasName(*environment, name)) return *environment + lengthOf(name) + 1;
  return NULL;
}

/* A program that has more rights than its caller does not write where the caller says. */
static int hasOthersRights(void) { return CALL0(SysGetuid) != CALL0(SysGeteuid) || CALL0(SysGetgid) != CALL0(SysGetegid); }

static uint64_t limitOf(int resource) {
  uint64_t limits[2] = {~UINT64_C(0), ~UINT64_C(0)};
  CALL4(SysPrlimit, 0, resource, 0, limits);
  return limits[0];
}

static int failed(long result) { return result < 0 && result > -kPage; }

/* The new file, of `size` bytes, none of which has room on the disk yet. */
static void* mapFile(const char* path, int flags, uint64_t size) {
  const long file = CALL4(SysOpenat, -100, path, 02000002 | flags, 0666); /* O_CLOEXEC|O_RDWR */
  if (failed(file)) return NULL;
  long map = -1;
  if (!failed(CALL2(SysFtruncate, file, size))) map = call6(SysMmap, 0, (long)size, 3, 1, file, 0); /* MAP_SHARED */
  CALL1(SysClose, file);
  return failed(map) ? NULL : (void*)map;
}

/* Makes sure that there is room on the disk, so that a write does not raise SIGBUS. */
static int hasRoom(void* from, uint64_t size) { return CALL3(SysMadvise, from, size, kPopulateWrite) == 0; }

static void openTotal(const char* directory, size_t length) {
  char path[4200];
  copyBytes(path, directory, length);
  *append(path + length, "/total") = 0;
  uint64_t* page = mapFile(path, 0100, kPage); /* O_CREAT */
  if (!page) return;
  if (hasRoom(page, kPage)) totalUsed = page;
}

static uint64_t sizeOfFile(void) {
  uint64_t size = &cleave_probe_limits ? cleave_probe_limits[1] : 0;
  if (!size) size = UINT64_C(64) << 20;
  const uint64_t addresses = limitOf(9), fileSize = limitOf(1);
  if (size > addresses / 64) size = addresses / 64; /* the program shall have what it asked for */
  if (size > fileSize) size = fileSize;
  return size & ~(uint64_t)(kPage - 1);
}

/* Records of each point: fewer in late processes when the room for all is running out. */
static uint32_t boundOfProcess(void) {
  uint64_t most = &cleave_probe_limits ? cleave_probe_limits[0] : 0;
  if (!most) most = 1000;
  if (totalUsed && totalBound) {
    const uint64_t used = __atomic_load_n(totalUsed, __ATOMIC_RELAXED);
    const uint64_t left = used < totalBound ? totalBound - used : 0;
    const uint64_t scaled = most * (left >> 10) / ((totalBound >> 10) + 1);
    most = scaled < 8 ? 8 : scaled;
  }
  return (uint32_t)most;
}

static void openLog(const char* directory) {
  const size_t length = lengthOf(directory);
  if (length == 0 || length > 4000) return;
  const uint64_t size = sizeOfFile();
  if (size < kFirstChunk) return; /* where files must be small, one that is larger raises a signal */
  totalBound = &cleave_probe_limits ? cleave_probe_limits[2] : 0;
  if (!totalBound) totalBound = UINT64_C(1) << 30;
  openTotal(directory, length);
  int64_t now[2] = {0, 0};
  CALL2(SysClockGettime, 0, now);
  const uint32_t processId = (uint32_t)CALL0(SysGetpid);
  char path[4200];
  copyBytes(path, directory, length);
  char* end = append(path + length, "/");
  end = append(appendNumber(end, (uint64_t)now[0]), "-");
  end = append(appendNumber(end, (uint64_t)now[1]), "-");
  end = append(appendNumber(end, processId), "-");
  end = appendNumber(end, (uintptr_t)&logHeader >> 4 & 0xffffff); /* two libraries of one process */
  *append(end, CLEAVE_LOG_SUFFIX) = 0;
  struct cleave_log_header* header = mapFile(path, 0300, size); /* O_CREAT|O_EXCL */
  if (!header) return;
  if (!hasRoom(header, kFirstChunk)) {
    CALL2(SysMunmap, header, size);
    CALL1(SysUnlink, path);
    return;
  }
  CALL3(SysMadvise, header, size, kDontDump);
  header->used = kCleaveHeaderBytes;
  header->ready = kFirstChunk;
  header->started = (uint64_t)now[0] * 1000000000u + (uint64_t)now[1];
  header->process = processId;
  header->bound = bound = boundOfProcess();
  header->size = size;
  CALL3(SysReadlink, "/proc/self/exe", header->program, sizeof header->program - 1);
  if (totalUsed) __atomic_fetch_add(totalUsed, kFirstChunk, __ATOMIC_RELAXED);
  __atomic_store_n(&header->magic, CLEAVE_LOG_MAGIC, __ATOMIC_RELEASE);
  __atomic_store_n(&logHeader, header, __ATOMIC_RELEASE);
}

__attribute__((constructor(101))) static void start(int argc, char** argv, char** environment) {
  (void)argc;
  (void)argv;
  const char* directory = hasOthersRights() ? NULL : environmentValue(environment, "CLEAVE_PROBES_LOG");
  if (!directory && &cleave_probe_directory) directory = cleave_probe_directory;
  if (directory) openLog(directory);
}

/* ---- room in the log ---- */

static void stopFor(struct cleave_log_header* header, uint64_t reason) { __atomic_fetch_or(&header->stopped, reason, __ATOMIC_RELAXED); }

/* Room on the disk up to `end`, and some more. Several may do this at once; populating twice does no harm. */
static int grow(struct cleave_log_header* header, uint64_t end) {
  for (;;) {
    uint64_t ready = __atomic_load_n(&header->ready, __ATOMIC_ACQUIRE);
    if (end <= ready) return 1;
    uint64_t chunk = ready > kLargestChunk ? kLargestChunk : ready; /* doubles, up to a bound */
    while (ready + chunk < end) chunk += kPage;
    if (ready + chunk > header->size) chunk = header->size - ready;
    if (ready + chunk < end) return stopFor(header, kCleaveFileFull), 0;
    if (totalUsed && __atomic_load_n(totalUsed, __ATOMIC_RELAXED) + chunk > totalBound) return stopFor(header, kCleaveTotalFull), 0;
    if (!hasRoom((char*)header + ready, chunk)) return stopFor(header, kCleaveDiskFull), 0;
    if (__atomic_compare_exchange_n(&header->ready, &ready, ready + chunk, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) && totalUsed)
      __atomic_fetch_add(totalUsed, chunk, __ATOMIC_RELAXED);
  }
}

static uint64_t headWord(uint64_t point, uint64_t words, uint64_t kind, uint64_t state) {
  return (point & 0xffffffff) | words << 32 | kind << 48 | state << 56;
}

/* An entry of `words`, marked as being written; 0 when there is no room. `point` 0: a description, which is its own. */
static uint64_t reserve(struct cleave_log_header* header, uint64_t point, uint64_t words, uint64_t kind) {
  if (__atomic_load_n(&header->stopped, __ATOMIC_RELAXED)) return 0;
  const uint64_t at = __atomic_fetch_add(&header->used, words * 8, __ATOMIC_RELAXED);
  const uint64_t end = at + words * 8;
  if (end > __atomic_load_n(&header->ready, __ATOMIC_ACQUIRE) && !grow(header, end)) return 0;
  uint64_t* entry = (uint64_t*)((char*)header + at);
  __atomic_store_n(entry, headWord(point ? point : at / 8, words, kind, kCleavePending), __ATOMIC_RELEASE);
  return at;
}

static void commit(struct cleave_log_header* header, uint64_t at) {
  uint64_t* entry = (uint64_t*)((char*)header + at);
  const uint64_t word = (*entry & 0x00ffffffffffffff) | (uint64_t)kCleaveCommitted << 56;
  __atomic_store_n(entry, word, __ATOMIC_RELEASE);
}

static uint32_t describe(struct cleave_log_header* header, const struct cleave_site* site) {
  const uint64_t words = 2 + (site->descriptionBytes + 7) / 8;
  if (words > 0xffff) return 0;
  const uint64_t at = reserve(header, 0, words, kCleaveDescription);
  if (!at) return 0;
  uint64_t* entry = (uint64_t*)((char*)header + at);
  entry[1] = site->descriptionBytes;
  copyBytes(entry + 2, site->description, site->descriptionBytes);
  commit(header, at);
  return (uint32_t)(at / 8);
}

/* ---- the program's memory ---- */

struct piece {
  uint64_t base;
  uint64_t size;
};

static int isReadable(uint64_t address) { /* the kernel reads 8 bytes there before it sees that the question makes no sense */
  return CALL4(SysSigprocmask, ~0L, address & ~UINT64_C(7), 0, 8) != -kBadAddress;
}

/* Where the kernel does not read for us (some containers forbid it): looks first. Another thread could unmap it in between. */
static int readAfterLooking(void* to, uint64_t from, uint64_t size) {
  for (uint64_t at = from; at < from + size; at = (at | 7) + 1)
    if (!isReadable(at)) return 0;
  copyBytes(to, (const void*)from, size);
  return 1;
}

/* Asks for the process each time: a forked child is another one. */
static long readPieces(struct piece* to, struct piece* from, uint64_t count) {
  return call6(SysProcessVmReadv, CALL0(SysGetpid), (long)to, (long)count, (long)from, (long)count, 0);
}

static int isPlausible(uint64_t address) { return address >= kPage && address < UINT64_C(0x00007ffffffff000); }

static int readMemory(void* to, uint64_t from, uint64_t size) {
  if (!isPlausible(from)) return 0;
  if (size == 0) return 1;
  struct piece local = {(uint64_t)to, size}, remote = {from, size};
  const long got = readPieces(&local, &remote, 1);
  if (got == (long)size) return 1;
  return got < 0 && got != -kBadAddress ? readAfterLooking(to, from, size) : 0;
}

/* Bytes before the terminating zero; -1 when there is none in reach. */
static int64_t stringLength(uint64_t address) {
  char text[64];
  uint64_t length = 0;
  if (!isPlausible(address)) return -1;
  while (length < kCleaveLongestString) {
    const uint64_t at = address + length;
    uint64_t size = kPage - at % kPage;
    if (size > sizeof text) size = sizeof text;
    if (!readMemory(text, at, size)) return -1;
    for (uint64_t i = 0; i < size; ++i)
      if (!text[i]) return (int64_t)(length + i);
    length += size;
  }
  return -1;
}

/* ---- a record ---- */

enum { kBatch = 16 }; /* small: a probe also runs on the stack of a signal handler */

enum { kPresenceWords = (kCleaveMostAtStatement + 63) / 64 };

static unsigned presenceWords(const struct cleave_site* site) { return site->variables <= 64 ? 1 : (site->variables + 63u) / 64; }

struct reading {
  uint64_t present[kPresenceWords];
  const uint32_t* hops; /* those that were followed last, from where, and to what */
  uint64_t hopsFrom;
  uint64_t hopsTo;
  uint64_t pieces;
  uint64_t inputBytes;
  uint8_t inputKnown, inputEnds;
  uint8_t input[kCleaveMostInput + 1];
  struct piece to[kBatch];
  struct piece from[kBatch];
  uint64_t words[kBatch]; /* what was read behind pointers */
  const struct cleave_step* steps[kBatch];
  uint8_t* slots[kBatch];
  uint8_t variables[kBatch];
};

static inline void put(uint8_t* slot, uint64_t value, uint64_t bytes) {
  switch (bytes) { /* slots are packed, so they may lie anywhere */
    case 1:
      *slot = (uint8_t)value;
      break;
    case 2:
      __builtin_memcpy(slot, &value, 2);
      break;
    case 4:
      __builtin_memcpy(slot, &value, 4);
      break;
    default:
      __builtin_memcpy(slot, &value, 8);
      break;
  }
}

static void markPresent(struct reading* reading, unsigned variable) { reading->present[variable / 64] |= UINT64_C(1) << variable % 64; }

static void markRead(struct reading* reading, uint64_t i) {
  markPresent(reading, reading->variables[i]);
  put(reading->slots[i], reading->words[i] >> reading->steps[i]->shift, reading->steps[i]->slot);
}

/* Reads what was planned, with one question to the kernel where all of it can be read. */
static void readPlanned(struct reading* reading) {
  uint64_t done = 0;
  while (done < reading->pieces) {
    const long got = readPieces(reading->to + done, reading->from + done, reading->pieces - done);
    if (got < 0 && got != -kBadAddress) break; /* forbidden */
    long left = got < 0 ? 0 : got;
    for (; done < reading->pieces && left >= (long)reading->from[done].size; ++done) {
      left -= (long)reading->from[done].size;
      markRead(reading, done);
    }
    ++done; /* this one cannot be read */
  }
  for (; done < reading->pieces; ++done)
    if (readAfterLooking((void*)reading->to[done].base, reading->from[done].base, reading->from[done].size)) markRead(reading, done);
  reading->pieces = 0;
}

static void planReading(struct reading* reading, const struct cleave_step* step, uint8_t variable, uint64_t pointer, uint8_t* slot) {
  if (!isPlausible(pointer) || !isPlausible(pointer + step->offset)) return;
  if (reading->pieces == kBatch) readPlanned(reading);
  const uint64_t i = reading->pieces++;
  reading->words[i] = 0;
  reading->to[i] = (struct piece){(uint64_t)&reading->words[i], step->bytes};
  reading->from[i] = (struct piece){pointer + step->offset, step->bytes};
  reading->steps[i] = step;
  reading->slots[i] = slot;
  reading->variables[i] = variable;
}

static int putSequence(const struct cleave_step* step, uint64_t pointer, int64_t length, uint8_t* slot) {
  if (length < 0 || length > INT32_MAX) return 0;
  const uint64_t kept = length < kCleaveMostElements ? (uint64_t)length : kCleaveMostElements;
  if (!isPlausible(pointer) || !readMemory(slot + 4, pointer, kept * step->bytes)) return 0;
  put(slot, (uint64_t)length, 4);
  return 1;
}

/* ---- what is left of stdin ---- */

/* Where stdio keeps what it has read and not given out yet. Programs that use no stdio have none. */
extern struct _IO_FILE* stdin __attribute__((weak));

enum { kReadFrom = 8, kReadEnd = 16 }; /* in glibc's FILE: part of its binary interface */

/* Bytes that stdio has, into `to`; how many there are, up to `most`. */
static uint64_t inputOfStdio(uint8_t* to, uint64_t most) {
  uint64_t file = 0, range[2] = {0, 0};
  if (!&stdin || !readMemory(&file, (uint64_t)&stdin, sizeof file)) return 0;
  if (!readMemory(range, file + kReadFrom, kReadEnd - kReadFrom + 8) || range[1] <= range[0]) return 0;
  const uint64_t size = range[1] - range[0] < most ? range[1] - range[0] : most;
  return readMemory(to, range[0], size) ? size : 0;
}

static void readInput(struct reading* reading) {
  reading->inputKnown = 1;
  reading->inputBytes = inputOfStdio(reading->input, kCleaveMostInput + 1);
  reading->inputEnds = 0;
  if (reading->inputBytes > kCleaveMostInput) return;
  const long at = CALL3(SysLseek, 0, 0, 1); /* SEEK_CUR: asks, and moves nothing */
  if (failed(at)) return; /* a pipe: what comes, nobody can tell */
  const long got = CALL4(SysPread, 0, reading->input + reading->inputBytes, kCleaveMostInput + 1 - reading->inputBytes, at);
  if (failed(got)) return;
  reading->inputBytes += (uint64_t)got;
  reading->inputEnds = reading->inputBytes <= kCleaveMostInput;
}

static void putInput(struct reading* reading, const struct cleave_step* step, unsigned i, uint8_t* slot) {
  if (!reading->inputKnown) readInput(reading);
  if (step->offset == kCleaveInputLength) {
    if (!reading->inputEnds && reading->inputBytes <= kCleaveMostInput) return;
    put(slot, reading->inputBytes, step->slot);
  } else {
    if (step->offset >= reading->inputBytes) return;
    put(slot, reading->input[step->offset], step->slot);
  }
  markPresent(reading, i);
}

/* What the probe would have handed over: the value, or the pointer. */
static uint64_t valueOfGlobal(const struct cleave_step* step) {
  uint64_t value = 0;
  if (step->op & kCleaveIsPlace) return (uint64_t)step->address;
  copyBytes(&value, step->address, step->op == kCleaveDirect ? step->bytes : 8);
  return value;
}

/* The pointer behind further pointers; 0 where one of them leads nowhere. */
static uint64_t followed(struct reading* reading, const uint32_t* hops, uint64_t pointer) {
  if (!hops) return pointer;
  if (reading->hops == hops && reading->hopsFrom == pointer) return reading->hopsTo;
  reading->hops = hops;
  reading->hopsFrom = pointer;
  for (uint32_t i = 1; i <= hops[0] && pointer; ++i) {
    uint64_t next = 0;
    if (!isPlausible(pointer) || !readMemory(&next, pointer + hops[i], sizeof next)) next = 0;
    pointer = next;
  }
  return reading->hopsTo = pointer;
}

static void putVariable(struct reading* reading, const struct cleave_step* step, unsigned i, uint64_t value, uint64_t second, uint8_t* slot) {
  const int op = step->op & ~kCleaveIsPlace;
  if (op == kCleaveDirect) {
    put(slot, value >> step->shift, step->slot);
    markPresent(reading, i);
  } else if (op == kCleaveBehind) {
    planReading(reading, step, (uint8_t)i, followed(reading, step->hops, value), slot);
  } else if (op == kCleaveStringLength) {
    const int64_t length = stringLength(value);
    if (length >= 0) put(slot, (uint64_t)length, step->slot), markPresent(reading, i);
  } else if (putSequence(step, value + step->offset, (int64_t)second, slot)) {
    markPresent(reading, i);
  }
}

/* The first words of values: a bit for each variable that is initialised; then one word for each that is no global, and one more for each sequence:
 * how long it is. `present`: the same of those that have a value. */
static void fillSlots(const struct cleave_site* site, const uint64_t* values, uint64_t* present, uint8_t* slots) {
  struct reading reading;
  reading.pieces = 0;
  reading.hops = NULL;
  reading.inputKnown = 0;
  const unsigned words = presenceWords(site);
  for (unsigned i = 0; i < kPresenceWords; ++i) reading.present[i] = 0;
  const uint64_t* initialised = values;
  values += words;
  for (unsigned i = 0; i < site->variables; ++i) {
    const struct cleave_step* step = &site->steps[i];
    if (step->op == kCleaveInput) {
      putInput(&reading, step, i, slots);
      slots += step->slot;
      continue;
    }
    const uint64_t value = step->address ? valueOfGlobal(step) : *values++;
    const int op = step->op & ~kCleaveIsPlace;
    const uint64_t second = op == kCleaveSequence ? *values++ : 0;
    if (initialised[i / 64] >> i % 64 & 1) putVariable(&reading, step, i, value, second, slots);
    slots += op == kCleaveSequence ? 4u + step->bytes * kCleaveMostElements : step->slot;
  }
  readPlanned(&reading);
  for (unsigned i = 0; i < words; ++i) present[i] = reading.present[i];
}

/* ---- sampling ---- */

/* When the point is recorded next: always at first, then one visit in `gap` on average, and ever fewer. Not at regular steps, which could
   see only every second iteration of something. */
static void plan(struct cleave_log_header* header, struct cleave_site_state* state) {
  const uint64_t visits = __atomic_load_n(&state->visits, __ATOMIC_RELAXED);
  const uint32_t recorded = __atomic_fetch_add(&state->recorded, 1, __ATOMIC_RELAXED) + 1;
  if (recorded < bound) return;
  const uint32_t step = bound / 8 + 1;
  if (recorded % step == 0 || state->gap < 2) {
    state->gap = state->gap < 2 ? 2 : state->gap * 2;
    const uint64_t at = reserve(header, state->described, 3, kCleaveThinned);
    if (at) {
      uint64_t* entry = (uint64_t*)((char*)header + at);
      entry[1] = state->gap;
      entry[2] = visits;
      commit(header, at);
    }
  }
  uint64_t random = visits * UINT64_C(0x9e3779b97f4a7c15) + recorded;
  random ^= random >> 29;
  random *= UINT64_C(0xbf58476d1ce4e5b9);
  random ^= random >> 32;
  __atomic_store_n(&state->next, visits + 1 + random % (2 * state->gap - 1), __ATOMIC_RELAXED);
}

/* The place of the record; 0 when there is none. `call`: that of the entry record of the same call. */
__attribute__((visibility("hidden"), used)) uint64_t cleave_probe_hit(const struct cleave_site* site, struct cleave_site_state* state,
                                                                      const uint64_t* values, uint64_t call) {
  struct cleave_log_header* header = __atomic_load_n(&logHeader, __ATOMIC_ACQUIRE);
  if (!header || header->stopped) {
    __atomic_store_n(&state->next, ~UINT64_C(0), __ATOMIC_RELAXED); /* never again */
    return 0;
  }
  if (!state->described && !(state->described = describe(header, site))) return 0;
  const unsigned words = presenceWords(site);
  const uint64_t at = reserve(header, state->described, 2 + words + (site->slotBytes + 7u) / 8, kCleaveValues);
  if (!at) return 0;
  uint64_t* entry = (uint64_t*)((char*)header + at);
  entry[1] = call;
  fillSlots(site, values, entry + 2, (uint8_t*)(entry + 2 + words));
  commit(header, at);
  plan(header, state);
  return at;
}
