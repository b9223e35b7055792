// Native replay: compiles both versions with clang-19 and a generated driver, runs an input on each in a child process (empty temporary
// directory, a sandbox, limits on time, memory, processes and file size), and compares what they show. Sees nothing of the VM: a difference
// is confirmed only by what real processes did.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "program/memory_path.h"
#include "result/criterion.h"
#include "support/bits.h"
#include "support/budget.h"
#include "support/expected.h"

namespace cleave::native {

// One version to build: the module of harness::writeReplayModule, the globals that may be asked for, and functions whose addresses are known by their
// names.
struct ReplayVersion {
  std::filesystem::path module;
  std::filesystem::path part = {};     // of harness::writeReplayPart, which has the harness of the entry; empty: the module has all
  std::filesystem::path objects = {};  // with a part: a directory for what is built of the module alone, which serves all parts
  std::vector<std::string> globals;  // linker names; not thread-local ones. One that the module lacks is harmless
  std::map<std::string, uint64_t> inputs = {};  // of these, memory that the harness fills, and its size: both versions have it under the same name
  bool isCxx = false;
  unsigned mostEntries = 1024;  // an upper bound of the module's thunks; those it lacks are harmless
};

// What a replayed process may use.
struct ReplayLimits {
  Seconds time{10};
  uint64_t memoryBytes = uint64_t{4} << 30;  // address space of the plain build, resident memory of the sanitized one
  uint64_t fileBytes = 16 << 20;             // per written file
  uint64_t outputBytes = 16 << 20;           // kept of each stream
  uint64_t processes = 16;                   // at a time, with their threads
  bool unsafe = false;                       // where there is no sandbox, run without one
};

// A cell to print after the entry has returned.
struct ReplayCell {
  std::string name;
  program::MemoryPath path;
  enum class Kind { Bytes, Float, Pointer } kind = Kind::Bytes;
  bool isSigned = false;  // Bytes: the number that they are
  bool isTyped = true;    // the source says so; where it does not, bytes are all there is to compare
};

struct ReplayInput {
  unsigned entry = 0;           // position in the entries given to writeReplayModule
  std::vector<U128> arguments;  // ABI scalars
  uint64_t resultBytes = 0;     // size of the out buffer
  std::vector<ReplayCell> cells;
};

// What a native run showed.
// In front of the number of a mark, as a run writes it to stderr; taken out of what the program wrote.
inline constexpr const char* kAnnouncement = "cleave: this property does not hold: ";

// Where a run calls the environment, on stdout and stderr; taken out as well.
inline constexpr std::string_view kCallInText = "\033]cleave call\a";

struct ReplayObservation {
  // Threw: an exception left the entry. TimedOut: by any of our limits.
  enum class End { Returned, Threw, Exited, Signalled, TimedOut, Sanitizer } end = End::Returned;
  int code = 0;           // exit status or signal
  bool stopped = false;   // Exited: at a call of the environment
  std::string exception;  // its type, as type_info::name() says
  std::string sanitizer;  // kind of report, as AddressSanitizer and UBSan name it
  // Name and value: the cells of before's list, then those that only after's has. Bytes and Float: the little-endian number as toHex prints
  // it ("0x0000002a"), of a bit-field its bits alone, beyond 16 bytes the bytes in the order of memory; a NaN is "nan". Pointer: "null",
  // "&g" when it is the address of the source's global g, "input s[9] + 1" when it leads into memory of the input (of 9 bytes), else "pointer 1", the same number for cells
  // that hold one address. A cell that cannot be read (a path through a null or wild pointer, a global that this version lacks) is "unreadable".
  std::vector<std::pair<std::string, std::string>> cells;
  std::string output;
  std::string errors;
  std::vector<size_t> outputAtCalls;  // of each call of the environment, how much had been written
  std::vector<size_t> errorsAtCalls;
  std::vector<uint32_t> marks;  // numbers of properties that are compiled in and did not hold, in the order in which that came up
  std::vector<std::pair<std::string, std::string>> files;  // name and contents of those left in the working directory, by name
  bool operator==(const ReplayObservation&) const = default;
};
std::string toText(const ReplayObservation& observation);  // one line, for notes and kept cases

struct ReplayResult {
  ReplayObservation before;
  ReplayObservation after;
  bool differs = false;    // as a user would see it; a sanitizer's report counts as a trap
  bool sanitized = false;  // the runs that decided were of the sanitized build
  std::string note;  // why `differs` is false although something was odd (a time-out, a run that does not repeat, no sanitizer), or empty
};

class Replayer {
 public:
  // The first replay compiles. Executables and drivers go to `directory`/native, which is made if need be.
  Replayer(ReplayVersion before, ReplayVersion after, std::filesystem::path directory, const StopFlag* stop,
           const result::Criterion& criterion = {}, const ReplayLimits& limits = {});
  ~Replayer();  // ends a compilation that is still under way
  Replayer(const Replayer&) = delete;
  Replayer& operator=(const Replayer&) = delete;

  // Starts compiling in the background, for replays that are to come.
  void expectReplays();

  // Why nothing will be run: there is no sandbox here, and nobody asked for `unsafe`. Every replay gives this error then.
  Status refusal() const;

  // Runs the plain builds. When they agree and `expectTrap` says that the VM saw a memory error, also builds (once) and runs with
  // AddressSanitizer, since such an error need not show otherwise. An error: a build failed, or the processes could not be run, or `stop`.
  // May be called from several threads.
  Expected<ReplayResult> replay(const ReplayInput& before, const ReplayInput& after, bool expectTrap);

  // Only the builds with AddressSanitizer: for inputs on which a plain build may do anything. An error also when there is no such build.
  Expected<ReplayResult> replaySanitized(const ReplayInput& before, const ReplayInput& after);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cleave::native
