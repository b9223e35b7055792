// features_runner VERSION.so INPUTS ANSWERS FILL: runs every entry of a generated version on its inputs and writes what each run showed.
//
// Memory is fenced: an object of the heap ends where a page ends, the next page cannot be touched, and freed memory cannot be touched
// either; so a run that C gives no meaning ends at once, and says so. New memory is filled with the byte FILL: what differs between two
// fillings relied on an uninitialised value. All runs of an entry share a process, whose variables are put back each time; a run that ends
// the process is followed by a new one.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "shown.h"

namespace {

constexpr size_t kPage = 4096, kArena = size_t{1} << 28, kShown = size_t{1} << 26;

struct Block {
  char* begin;
  size_t size;
  char* pages;
  size_t pageBytes;
  bool freed;
  std::string name;  // of an object of the caller
};

struct Shared {  // with the parent
  size_t current;
  size_t used;
  bool isDone;  // the child came to its end, and was not ended
  char bytes[kShown - 3 * sizeof(size_t)];
};

Shared* shared;
char* arena;
size_t arenaUsed;
int fill;
sigjmp_buf resume;
// On the heap of the runner, so that putting back the variables of a version leaves them alone.
std::vector<Block>* blocks;
std::map<const void*, int>* met;
std::string* shown;
int standardOutput;

// Of volatile objects: as many inputs and accesses count as cleave says in its bounds.
constexpr size_t kWatchedInputs = 8, kWatchedAccesses = 16;
struct Watched {
  const char* name;
  const char* begin;
  size_t size;
};
struct Watch {
  std::vector<Watched> objects;
  std::vector<unsigned long long> inputs;
  size_t reads = 0, accesses = 0;
  std::string text;
};
Watch* watch;

void noteAccess(const char* kind, const void* place, size_t size, unsigned long long value) {
  if (watch->accesses++ >= kWatchedAccesses) return;
  watch->text += std::string(" ") + kind + std::to_string(8 * size) + "@";
  for (const Watched& each : watch->objects)
    if (place >= each.begin && place < each.begin + each.size)
      watch->text += each.name + ("+" + std::to_string(static_cast<const char*>(place) - each.begin));
  watch->text += "=" + std::to_string(value);
}

[[noreturn]] void endAs(const char* how) {
  *shown = how;
  siglongjmp(resume, 1);
}

void onSignal(int number, siginfo_t* info, void*) {
  const char* address = static_cast<const char*>(info->si_addr);
  if (number == SIGFPE) endAs("FPE");
  if (number == SIGABRT) endAs("ABRT");
  if (number == SIGVTALRM) endAs("?late");
  if (number == SIGILL || number == SIGTRAP) endAs("ILL");
  if (reinterpret_cast<uintptr_t>(address) < 65536) endAs("NULL");
  endAs("!memory");
}

bool isFresh;
int late;  // runs of this entry

[[noreturn]] void exitWith(int status) {
  *shown = "exit " + std::to_string(status & 0xff);
  siglongjmp(resume, 1);
}

Block* blockAt(const void* pointer) {
  for (Block& block : *blocks)
    if (pointer >= block.begin && pointer <= block.begin + block.size) return &block;
  return nullptr;
}

// Room for objects of up to a page, which stays what it was made: only what was freed has to be opened again. Larger ones lie behind.
constexpr size_t kSlots = 1024, kSlot = 2 * kPage;
bool* slotIsOpen;

char* pagesFor(size_t pageBytes) {
  if (pageBytes > kPage || blocks->size() >= kSlots) {
    if (kSlots * kSlot + arenaUsed + pageBytes + kPage > kArena) return nullptr;
    char* pages = arena + kSlots * kSlot + arenaUsed;
    arenaUsed += pageBytes + kPage;
    mprotect(pages, pageBytes, PROT_READ | PROT_WRITE);
    return pages;
  }
  const size_t slot = blocks->size();
  if (!slotIsOpen[slot]) mprotect(arena + slot * kSlot, kPage, PROT_READ | PROT_WRITE);
  slotIsOpen[slot] = true;
  return arena + slot * kSlot;
}

void closePages(const Block& block) {
  mprotect(block.pages, block.pageBytes, PROT_NONE);
  const auto slot = static_cast<size_t>(block.pages - arena) / kSlot;
  if (slot < kSlots) slotIsOpen[slot] = false;
}

char* allocate(size_t size, const char* name) {
  if (size > kArena / 4) return nullptr;
  const size_t pageBytes = std::max<size_t>((size + kPage - 1) / kPage, 1) * kPage;
  char* pages = pagesFor(pageBytes);
  if (pages == nullptr) return nullptr;
  const size_t unit = size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
  char* begin = pages + pageBytes - (size + unit - 1) / unit * unit;
  memset(begin, fill, size);
  blocks->push_back({begin, size, pages, pageBytes, false, name});
  return begin;
}

void resetMemory() {
  for (const Block& block : *blocks)
    if (static_cast<size_t>(block.pages - arena) >= kSlots * kSlot) mprotect(block.pages, block.pageBytes, PROT_NONE);
  blocks->clear();
  met->clear();
  arenaUsed = 0;
}

// The variables of the version: the writable part of its library.
struct Variables {
  char* begin = nullptr;
  size_t size = 0;
};

int findVariables(dl_phdr_info* info, size_t, void* found) {
  auto& [path, list] = *static_cast<std::pair<const char*, std::vector<Variables>>*>(found);
  if (std::string_view(info->dlpi_name) != path) return 0;
  uintptr_t relroBegin = 0, relroEnd = 0;
  for (int k = 0; k < info->dlpi_phnum; ++k)
    if (info->dlpi_phdr[k].p_type == PT_GNU_RELRO) {
      relroBegin = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr;
      relroEnd = (relroBegin + info->dlpi_phdr[k].p_memsz) / kPage * kPage;
    }
  for (int k = 0; k < info->dlpi_phnum; ++k) {
    const auto& header = info->dlpi_phdr[k];
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    const uintptr_t end = begin + header.p_memsz;
    if (begin >= relroBegin && begin < relroEnd) begin = std::min(end, relroEnd);
    if (begin < end) list.push_back({reinterpret_cast<char*>(begin), end - begin});
  }
  return 1;
}

std::string textOf(int descriptor) {
  const off_t size = lseek(descriptor, 0, SEEK_END);
  if (size == 0) return "";
  std::string text(static_cast<size_t>(std::max<off_t>(size, 0)), 0);
  if (size > 0 && pread(descriptor, text.data(), text.size(), 0) < 0) text = "?";
  (void)!ftruncate(descriptor, 0);
  lseek(descriptor, 0, SEEK_SET);
  return text;
}

// The files in the working directory, which are removed.
std::string filesHere() {
  std::vector<std::string> names;
  DIR* directory = opendir(".");
  while (const dirent* each = readdir(directory))
    if (each->d_name[0] != '.') names.emplace_back(each->d_name);
  closedir(directory);
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) {
    std::ifstream in(name, std::ios::binary);
    text += " file " + name + "=" + std::string(std::istreambuf_iterator<char>(in), {});
    unlink(name.c_str());
  }
  return text;
}

void record(const std::string& text) {
  if (shared->used + text.size() + 8 > sizeof shared->bytes) abort();
  const uint64_t size = text.size();
  memcpy(shared->bytes + shared->used, &size, 8);
  memcpy(shared->bytes + shared->used + 8, text.data(), text.size());
  shared->used += 8 + text.size();
  ++shared->current;
}

constexpr int kRunMicroseconds = 50000;  // of computing
constexpr int kMostLate = 10;            // runs of an entry; the rest is not run then

void startTimer(int microseconds) {
  itimerval timer{{0, 0}, {0, microseconds}};
  setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

void runSome(const feature_entry& entry, const std::vector<unsigned long long>& inputs, size_t columns, size_t count,
             const std::vector<Variables>& variables) {
  isFresh = entry.fresh != 0;
  std::vector<std::string> initial;
  for (const Variables& each : variables) initial.emplace_back(each.begin, each.size);
  late = 0;
  while (shared->current < count) {
    if (late >= kMostLate) {
      record("?late");
      continue;
    }
    for (size_t k = 0; k < variables.size(); ++k) memcpy(variables[k].begin, initial[k].data(), initial[k].size());
    resetMemory();
    *watch = {};
    shown->clear();
    startTimer(kRunMicroseconds);
    volatile bool isCut = true;  // by a signal, perhaps inside the library
    if (sigsetjmp(resume, 1) == 0) {
      entry.call(&inputs[shared->current * columns]);
      startTimer(0);
      isCut = false;
      for (const Block& block : *blocks)
        if (!block.name.empty() && block.freed) show(" %s freed", block.name.c_str());
    }
    startTimer(0);
    if (shown->starts_with("?late")) ++late;
    // The program may have spoiled what the library keeps.
    if (entry.files && !shown->starts_with("?late")) {
      startTimer(kRunMicroseconds);
      if (sigsetjmp(resume, 1) == 0) {
        fflush(nullptr);
      } else {
        *shown = "?late";
        isCut = true;
      }
      startTimer(0);
    }
    if (!watch->inputs.empty()) *shown += " accesses " + std::to_string(watch->accesses) + watch->text;
    record(*shown + " out=" + textOf(standardOutput) + (entry.files ? filesHere() : ""));
    if (entry.fresh || (entry.files && isCut)) return;
  }
}

void runEntry(const feature_entry& entry, const std::vector<unsigned long long>& inputs, size_t columns, size_t count,
              const std::vector<Variables>& variables) {
  shared->current = shared->used = 0;
  while (shared->current < count) {
    const size_t at = shared->current;
    shared->isDone = false;
    const pid_t child = fork();
    if (child == 0) {
      runSome(entry, inputs, columns, count, variables);
      shared->isDone = true;
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (shared->isDone && shared->current > at) continue;
    const std::string how =
        WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status)) : "?signal " + std::to_string(WTERMSIG(status));
    record(how + " out=" + textOf(standardOutput) + filesHere());
  }
}

uint64_t readNumber(std::istream& in) {
  uint64_t number = 0;
  in.read(reinterpret_cast<char*>(&number), sizeof number);
  return number;
}

}  // namespace

extern "C" {

void show(const char* format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  *shown += text;
}

int show_pointer(const void* pointer) {
  if (pointer == nullptr) return show(" null"), 0;
  const Block* block = blockAt(pointer);
  if (reinterpret_cast<uintptr_t>(pointer) < 65536) return show(" null+%d", static_cast<int>(reinterpret_cast<uintptr_t>(pointer))), 0;
  const void* object = block ? block->begin : pointer;
  const auto [place, isNew] = met->try_emplace(object, static_cast<int>(met->size()));
  if (block && !block->name.empty())
    show(" &%s", block->name.c_str());
  else
    show(" object %d", place->second);
  if (block) show("+%d", static_cast<int>(static_cast<const char*>(pointer) - block->begin));
  if (block && block->freed) return show(" dangling"), 0;
  return isNew;
}

void show_block(const void* pointer) {
  const Block* block = blockAt(pointer);
  for (size_t k = 0; block && k < block->size; ++k) show(" %02x", static_cast<unsigned char>(block->begin[k]));
}

void watched(const char* name, const void* object, unsigned long size) {
  watch->objects.push_back({name, static_cast<const char*>(object), size});
}

void watched_inputs(const unsigned long long* cells) { watch->inputs.assign(cells, cells + kWatchedInputs); }

unsigned long long watched_read(const void* place, unsigned long size) {
  noteAccess("r", place, size, 0);
  return watch->inputs[std::min(watch->reads++, kWatchedInputs - 1)];
}

void watched_write(const void* place, const void* value, unsigned long size) {
  unsigned long long bits = 0;
  memcpy(&bits, value, size);
  noteAccess("w", place, size, bits);
}

void* passed_in(const char* name, unsigned long size) { return allocate(size, name); }
void* fenced_malloc(unsigned long size) { return allocate(size, ""); }

void* fenced_calloc(unsigned long count, unsigned long size) {
  char* made = allocate(count * size, "");
  if (made) memset(made, 0, count * size);
  return made;
}

void fenced_free(void* pointer) {
  if (pointer == nullptr) return;
  Block* block = blockAt(pointer);
  if (block == nullptr || block->begin != pointer || block->freed) endAs("!free");
  block->freed = true;
  closePages(*block);
}

[[noreturn]] void fenced_exit(int status);
[[noreturn]] void fenced_exit(int status) {
  if (isFresh) exit(status);
  exitWith(status);
}
[[noreturn]] void fenced__exit(int status);
[[noreturn]] void fenced__exit(int status) {
  if (isFresh) _exit(status);
  exitWith(status);
}

FILE* fenced_fopen(const char* name, const char* mode);
FILE* fenced_fopen(const char* name, const char* mode) {
  FILE* stream = fopen(name, mode);
  if (stream) setvbuf(stream, nullptr, _IONBF, 0);
  return stream;
}

void* fenced_realloc(void* pointer, unsigned long size) {
  if (pointer == nullptr) return allocate(size, "");
  const Block* block = blockAt(pointer);
  if (block == nullptr || block->begin != pointer || block->freed) endAs("!realloc");
  const size_t old = block->size;
  if (size == 0) return fenced_free(pointer), nullptr;
  char* made = allocate(size, "");
  if (made == nullptr) return nullptr;
  memcpy(made, pointer, std::min<size_t>(old, size));
  fenced_free(pointer);
  return made;
}
}

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  fill = atoi(argv[4]);
  void* handle = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!handle) return fprintf(stderr, "%s\n", dlerror()), 2;
  std::ifstream in(argv[2], std::ios::binary);
  std::ofstream out(argv[3], std::ios::binary);
  const auto* entries = static_cast<const feature_entry*>(dlsym(handle, "feature_entries"));
  std::pair<const char*, std::vector<Variables>> found{argv[1], {}};
  dl_iterate_phdr(findVariables, &found);
  shared = static_cast<Shared*>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  arena = static_cast<char*>(mmap(nullptr, kArena, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  blocks = new std::vector<Block>;
  slotIsOpen = new bool[kSlots]();
  met = new std::map<const void*, int>;
  shown = new std::string;
  watch = new Watch;
  stack_t stack{};
  stack.ss_size = 1 << 16;
  stack.ss_sp = malloc(stack.ss_size);
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = onSignal;
  action.sa_flags = SA_NODEFER | SA_SIGINFO | SA_ONSTACK;
  for (int number : {SIGFPE, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGVTALRM}) sigaction(number, &action, nullptr);
  if (chdir(argv[5]) != 0) return 2;
  standardOutput = memfd_create("stdout", 0);
  fcntl(standardOutput, F_SETFL, O_APPEND);
  dup2(standardOutput, 1);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, 2);
  dup2(nothing, 0);
  setvbuf(stdout, nullptr, _IONBF, 0);
  for (int k = 0; entries[k].name != nullptr; ++k) {
    const size_t columns = readNumber(in), count = readNumber(in);
    std::vector<unsigned long long> inputs(columns * count);
    in.read(reinterpret_cast<char*>(inputs.data()), static_cast<std::streamsize>(inputs.size() * sizeof inputs[0]));
    if (!in) return 2;
    runEntry(entries[k], inputs, columns, count, found.second);
    out.write(shared->bytes, static_cast<std::streamsize>(shared->used));
  }
  out.flush();
  return out ? 0 : 2;
}
