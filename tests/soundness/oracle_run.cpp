// soundness_oracle BEFORE.so AFTER.so INPUTS ANSWERS: runs every pair of the two libraries on every input and writes what they showed,
// and whether it was the same. A process of its own, so that a program that runs wild takes down this and nothing else.
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "oracle.h"

extern "C" {
#include "oracle_redirect.h"
}

namespace {

using cleave::soundness::Ending, cleave::soundness::Shown;
using cleave::soundness::kDifferent, cleave::soundness::kEqual, cleave::soundness::kUnclear, cleave::soundness::kUnclearTrap;

constexpr size_t kTextLimit = 1 << 16;
constexpr size_t kHeapLimit = 1 << 16;

// The state of the run that is going on; signal handlers and hooks find it here, there is no other way.
sigjmp_buf resume;
int endCode;
char text[kTextLimit];
size_t textSize;
alignas(16) char heap[kHeapLimit];
size_t heapUsed;

__attribute__((noreturn)) void endRun(int kind, int code) {
  endCode = code;
  siglongjmp(resume, 1 + kind);
}
[[noreturn]] void endAs(Ending ending) { endRun(static_cast<int>(ending), 0); }
void put(int character) {
  if (textSize < kTextLimit) text[textSize++] = static_cast<char>(character);
}
void print(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(text + textSize, kTextLimit - textSize, format, arguments);
  va_end(arguments);
  if (written > 0) textSize = std::min(kTextLimit, textSize + static_cast<size_t>(written));
}
void* allocate(unsigned long size) {
  size_t at = heapUsed;
  heapUsed += (size + 15) / 16 * 16;
  if (heapUsed > kHeapLimit) endAs(Ending::OutOfTime);
  return heap + at;
}
void onSignal(int signal) {
  endAs(signal == SIGFPE    ? Ending::Arithmetic
        : signal == SIGALRM ? Ending::OutOfTime
        : signal == SIGILL  ? Ending::OutOfBounds
                            : Ending::Memory);
}

oracle_hooks hooks{put, print, endRun, allocate};

struct Library {
  const oracle_entry* entries = nullptr;
  int count = 0;
};

Library load(const char* path) {
  void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  *static_cast<oracle_hooks**>(dlsym(handle, "oracle_in_use")) = &hooks;
  return {static_cast<const oracle_entry*>(dlsym(handle, "oracle_entries")), *static_cast<const int*>(dlsym(handle, "oracle_entry_count"))};
}

// One function of one side, with its globals as they are at the start.
class Runner {
 public:
  explicit Runner(const oracle_entry& entry) : entry_(entry) { snapshot(initial_); }

  void run(const unsigned long long* input, Shown& shown) {
    restore();
    textSize = heapUsed = 0;
    endCode = 0;
    unsigned long long result = 0;
    int kind = sigsetjmp(resume, 0);
    if (kind == 0) {
      entry_.call(input, &result);
      kind = 1;
    }
    shown.ending = static_cast<Ending>(kind - 1);
    shown.code = endCode;
    shown.result = shown.ending == Ending::Returned ? result : 0;
    shown.text.assign(text, textSize);
    // What a process left in its globals cannot be seen once it has ended.
    if (shown.ending == Ending::Returned)
      snapshot(shown.globals);
    else
      shown.globals.clear();
  }

  // To be called when all is over, so that the next pair finds its own state.
  void restore() {
    const char* from = initial_.data();
    for (int g = 0; g < entry_.global_count; ++g) {
      memcpy(entry_.globals[g].address, from, entry_.globals[g].size);
      from += entry_.globals[g].size;
    }
  }

 private:
  void snapshot(std::string& bytes) const {
    bytes.clear();
    for (int g = 0; g < entry_.global_count; ++g) {
      const oracle_global& global = entry_.globals[g];
      size_t at = bytes.size();
      bytes.append(static_cast<const char*>(global.address), global.size);
      if (global.float_bits == 64) {
        double value;
        memcpy(&value, global.address, 8);
        if (value != value) memset(&bytes[at], 0x7f, 8);  // every NaN is the same to an observer
      }
    }
  }

  const oracle_entry& entry_;
  std::string initial_;
};

uint64_t readNumber(std::istream& in) {
  uint64_t number = 0;
  in.read(reinterpret_cast<char*>(&number), sizeof number);
  return number;
}

void startTimer(int seconds) {
  itimerval timer{{0, 0}, {seconds, 0}};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

// 'e'qual, 'd'ifferent, 'u'nclear: one cannot tell a division by zero from an overflow by the signal.
char judge(const Shown& before, const Shown& after) {
  if (before.ending == Ending::OutOfTime || after.ending == Ending::OutOfTime) return kUnclear;
  bool same = before == after;
  if (same && before.ending == Ending::Arithmetic) return kUnclearTrap;
  return same ? kEqual : kDifferent;
}

// What was shown, each once.
class Showings {
 public:
  uint32_t add(const Shown& shown) {
    if (!all_.empty() && all_[last_] == shown) return last_;
    key_.assign(reinterpret_cast<const char*>(&shown.ending), 4);
    key_.append(reinterpret_cast<const char*>(&shown.code), 4);
    key_.append(reinterpret_cast<const char*>(&shown.result), 8);
    appendText(shown.text);
    appendText(shown.globals);
    const auto [place, isNew] = ids_.try_emplace(key_, static_cast<uint32_t>(all_.size()));
    if (isNew) all_.push_back(shown), bytes_ += key_;
    return last_ = place->second;
  }
  void write(std::ostream& out) const {
    const uint64_t count = all_.size();
    out.write(reinterpret_cast<const char*>(&count), sizeof count);
    out.write(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
  }

 private:
  void appendText(const std::string& text) {
    const uint64_t size = text.size();
    key_.append(reinterpret_cast<const char*>(&size), sizeof size);
    key_ += text;
  }

  std::vector<Shown> all_;
  std::unordered_map<std::string, uint32_t> ids_;
  std::string key_, bytes_;
  uint32_t last_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  struct sigaction action{};
  action.sa_handler = onSignal;
  action.sa_flags = SA_NODEFER;
  for (int signal : {SIGFPE, SIGSEGV, SIGBUS, SIGILL, SIGALRM}) sigaction(signal, &action, nullptr);
  Library before = load(argv[1]), after = load(argv[2]);
  std::ifstream in(argv[3], std::ios::binary);
  std::ofstream out(argv[4], std::ios::binary);
  if (before.count != after.count) return 2;
  for (int k = 0; k < before.count; ++k) {
    size_t columns = readNumber(in), count = readNumber(in);
    std::vector<unsigned long long> inputs(columns * count);
    in.read(reinterpret_cast<char*>(inputs.data()), static_cast<std::streamsize>(inputs.size() * sizeof inputs[0]));
    if (!in) return 2;
    Runner first(before.entries[k]), second(after.entries[k]);
    Shown x, y;
    std::string answers(count, kUnclear);
    Showings showings;
    std::vector<uint32_t> ids[2] = {std::vector<uint32_t>(count), std::vector<uint32_t>(count)};
    bool late = false;
    for (size_t i = 0; i < count && !late; ++i) {
      if (i % 4096 == 0) startTimer(20);
      first.run(&inputs[i * columns], x);
      second.run(&inputs[i * columns], y);
      answers[i] = judge(x, y);
      ids[0][i] = showings.add(x);
      ids[1][i] = showings.add(y);
      late = x.ending == Ending::OutOfTime || y.ending == Ending::OutOfTime;
    }
    startTimer(0);
    first.restore();
    second.restore();
    out.write(answers.data(), static_cast<std::streamsize>(answers.size()));
    for (const std::vector<uint32_t>& side : ids)
      out.write(reinterpret_cast<const char*>(side.data()), static_cast<std::streamsize>(4 * side.size()));
    showings.write(out);
  }
  out.flush();
  return out ? 0 : 2;
}
