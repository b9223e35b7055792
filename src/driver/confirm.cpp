#include "driver/confirm.h"

#include <algorithm>
#include <set>

#include "driver/evidence.h"
#include "driver/prediction.h"
#include "driver/saved_cells.h"
#include "explore/describe.h"
#include "expr/print.h"
#include "harness/replay_module.h"
#include "program/facts.h"
#include "support/temp_dir.h"
#include "vm/files.h"

namespace cleave::driver {

namespace {

namespace fs = std::filesystem;
using explore::Confirmation;
using explore::Entry;
using explore::PairRun;
using program::Program;
using vm::ObservedCell;

// Functions whose addresses somebody takes, and that the other version has, too: which of them a pointer leads to can be compared. One of a
// version alone may be a renamed one.
std::set<std::string> sharedFunctions(const Program& program, const Program& other) {
  std::set<std::string> found;
  for (const program::FunctionId id : program::addressTaken(program)) {
    const program::Function& function = program.function(id);
    if (!function.defined || function.fromModels) continue;
    const program::FunctionId same = other.findFunction(function.name);
    if (same.valid() && other.function(same).defined) found.insert(function.name);
  }
  return found;
}

std::vector<std::string> globalsOf(const Program& program, const Program& other) {
  std::vector<std::string> names;
  for (const program::Global& global : program.globals)
    if (global.defined && !global.constant && !global.threadLocal) names.push_back(global.name);
  const std::set<std::string> functions = sharedFunctions(program, other);
  names.insert(names.end(), functions.begin(), functions.end());
  return names;
}

std::map<std::string, uint64_t> inputsOf(const Program& program) {
  std::map<std::string, uint64_t> sizes;
  for (const program::Global& global : program.globals)
    if (global.defined && global.fromModels && global.name.starts_with(program::kInputMemory)) sizes.emplace(global.name, global.size);
  return sizes;
}

native::ReplayVersion replayVersion(const frontend::Version& version, const Program& other, const fs::path& module, size_t entryCount) {
  native::ReplayVersion result;
  result.module = module;
  result.isCxx = version.isCxx;
  result.mostEntries = entryCount;
  result.globals = globalsOf(version.program, other);
  result.inputs = inputsOf(version.program);
  return result;
}

native::ReplayCell replayCell(const ObservedCell& cell) {
  using Kind = native::ReplayCell::Kind;
  if (cell.kind == ObservedCell::Kind::Pointer) return {cell.name, cell.path, Kind::Pointer, false};
  return {cell.name, cell.path, cell.sort.isFloat() ? Kind::Float : Kind::Bytes, cell.isSigned, cell.isTyped};
}

uint64_t resultSize(const Program& program, const program::Function& function) {
  uint64_t size = 16;
  if (function.sourceResult.valid()) size = std::max(size, program.sourceType(function.sourceResult).sizeBytes);
  for (size_t i = 0; i < function.results.size(); ++i) {
    const uint64_t offset = i < function.resultOffsets.size() ? function.resultOffsets[i] : 0;
    size = std::max<uint64_t>(size, offset + function.results[i].bytes());
  }
  return size;
}

// Files are seen as files there.
bool isReadNatively(const ObservedCell& cell) { return cell.kind != ObservedCell::Kind::Undefined && !cell.isLeftAlone && !vm::isOfFile(cell); }

bool leavesCells(const vm::Outcome& outcome) { return result::isSeenNatively(result::Observable::Globals, outcome.kind); }

// Calls of the environment are seen at more ends than memory is.
bool isLeft(const ObservedCell& cell, const vm::Outcome& outcome) {
  if (!isReadNatively(cell)) return false;
  const result::Observable what = result::observableAt(cell.path.root);
  return leavesCells(outcome) || (what == result::Observable::Environment && result::isSeenNatively(what, outcome.kind));
}

native::ReplayInput replayInput(const Program& program, const vm::EntryBinding& binding, const vm::InputSpace& plan, unsigned entryIndex,
                                const expr::Assignment& input, const vm::Run& run, const std::vector<ObservedCell>& globals) {
  const program::Function& function = program.function(binding.function);
  native::ReplayInput result;
  result.entry = entryIndex;
  result.resultBytes = resultSize(program, function);
  size_t k = 0;
  for (const program::Parameter& parameter : function.parameters) {
    if (parameter.structReturn) continue;
    const vm::InputCell& cell = plan.cells[binding.cellOfParameter[k++]];
    U128 bits = cell.symbol.value < input.size() ? input[cell.symbol.value] : 0;
    if (cell.sort.isBits() && cell.isSigned) bits = truncateTo(static_cast<U128>(asSigned(bits, cell.sort.width)), parameter.type.width);
    result.arguments.push_back(bits);
  }
  for (const std::vector<ObservedCell>* list : {&run.cells, &globals})
    for (const ObservedCell& cell : *list)
      if (isLeft(cell, run.outcome)) result.cells.push_back(replayCell(cell));
  return result;
}

native::SavedCall savedCall(const Program& program, const vm::EntryBinding& binding, std::vector<native::SavedCell> cells) {
  const program::Function& function = program.function(binding.function);
  native::SavedCall call;
  call.resultBytes = resultSize(program, function);
  call.cells = std::move(cells);
  size_t k = 0;
  for (const program::Parameter& parameter : function.parameters)
    if (!parameter.structReturn) call.arguments.push_back({binding.cellOfParameter[k++], parameter.type.width});
  return call;
}

void rememberCells(native::SavedCall& call, const vm::Run& run, const std::vector<ObservedCell>& globals,
                   const std::set<std::string>& leftOut) {
  constexpr size_t kMostRemembered = 4096;
  std::set<std::pair<std::string, std::string>> known;  // one name may be reached from two roots
  for (const native::SavedCell& saved : call.cells) known.emplace(saved.cell.path.root, saved.cell.name);
  for (const std::vector<ObservedCell>* list : {&run.cells, &globals})
    for (const ObservedCell& cell : *list)
      if (isLeft(cell, run.outcome) && !leftOut.contains(cell.name) && known.size() < kMostRemembered && known.emplace(cell.path.root, cell.name).second)
        call.cells.push_back({replayCell(cell), false});
}

// They need not show in a plain build.
bool isSeenBySanitizer(const vm::Outcome& outcome) {
  if (outcome.kind != vm::OutcomeKind::Trapped) return false;
  switch (outcome.trap) {
    case vm::TrapKind::OutOfBounds:
    case vm::TrapKind::UseAfterFree:
    case vm::TrapKind::BadFree:
    case vm::TrapKind::NullPointer:
    case vm::TrapKind::ReadOnly:
    case vm::TrapKind::OverlappingCopy:
    case vm::TrapKind::SignedOverflow:
      return true;
    case vm::TrapKind::DivisionByZero:
    case vm::TrapKind::DivisionOverflow:
    case vm::TrapKind::Unreachable:
    case vm::TrapKind::Abort:
    case vm::TrapKind::FailedAssert:
    case vm::TrapKind::Uninitialised:
    case vm::TrapKind::BadCall:
    case vm::TrapKind::Excluded:
      return false;
  }
  UNREACHABLE("trap kind");
}

}  // namespace

Expected<native::SavedReplay> Confirmer::writeModules(const frontend::VersionPair& versions, const std::vector<EntryHarness>& entries,
                                                      const fs::path& output, const Options& options) {
  std::vector<std::string> beforeNames, afterNames;
  bool areApart = false;
  for (const EntryHarness& entry : entries) {
    beforeNames.push_back(entry.late.empty() ? versions.before.program.function(entry.before).name : "");
    afterNames.push_back(entry.late.empty() ? versions.after.program.function(entry.after).name : "");
    areApart = areApart || !entry.late.empty();
  }
  const harness::Harnesses where = areApart ? harness::Harnesses::Apart : harness::Harnesses::Within;
  const fs::path kept = output / native::kSavedFolder;
  std::error_code failure;
  fs::create_directories(kept, failure);
  if (failure) return Error{"cannot create " + kept.string() + ": " + failure.message() + " (choose another output directory with --out)"};
  const fs::path beforeModule = kept / "before.bc";
  const fs::path afterModule = kept / "after.bc";
  if (Status failed = harness::writeReplayModule(versions.before, beforeNames, beforeModule, where)) return *failed;
  if (Status failed = harness::writeReplayModule(versions.after, afterNames, afterModule, where)) return *failed;
  native::SavedReplay saved;
  saved.before = replayVersion(versions.before, versions.after.program, beforeModule, entries.size());
  saved.after = replayVersion(versions.after, versions.before.program, afterModule, entries.size());
  saved.criterion = options.criterion;
  return saved;
}

Expected<Both<native::SavedPart>> Confirmer::writeParts(const frontend::VersionPair& versions, const EntryHarness& entry, size_t index,
                                                        const native::SavedReplay& saved) {
  Both<native::SavedPart> parts;
  for (const Side side : kSides) {
    const frontend::Version& version = side == Side::Before ? versions.before : versions.after;
    const native::ReplayVersion& module = side == Side::Before ? saved.before : saved.after;
    native::SavedPart& part = parts.of(side);
    part.file = nameOf(side) + ("-" + std::to_string(index)) + ".bc";
    const std::set<std::string> known(module.globals.begin(), module.globals.end());
    part.globals = globalsOf(version.program, (side == Side::Before ? versions.after : versions.before).program);
    std::erase_if(part.globals, [&](const std::string& name) { return known.contains(name); });
    part.inputs = inputsOf(version.program);
    std::erase_if(part.inputs, [&](const auto& each) { return module.inputs.contains(each.first); });
    if (Status failed = harness::writeReplayPart(version, entry.late, index, module.module.parent_path() / part.file)) return *failed;
  }
  return parts;
}

Confirmer::Confirmer(const frontend::VersionPair& versions, native::SavedReplay saved, const fs::path& work, fs::path output,
                     const Options& options, const StopFlag* stop)
    : Confirmer(versions, std::move(saved), {{}, work}, work, std::move(output), options, stop) {}

Confirmer::Confirmer(const frontend::VersionPair& versions, native::SavedReplay saved, Apart apart, const fs::path& work, fs::path output,
                     const Options& options, const StopFlag* stop)
    : versions_(versions), output_(std::move(output)), saved_(std::move(saved)), parts_(std::move(apart.parts)), stop_(stop) {
  native::ReplayLimits limits;
  limits.unsafe = options.unsafeNative;
  replayer_ = std::make_unique<native::Replayer>(native::withPart(saved_.before, parts_.before, work),
                                                 native::withPart(saved_.after, parts_.after, work), apart.own, &stop_, options.criterion,
                                                 limits);
}

Expected<std::unique_ptr<Confirmer>> Confirmer::create(const frontend::VersionPair& versions, const std::vector<EntryHarness>& entries,
                                                       const fs::path& work, const fs::path& output, const Options& options,
                                                       const StopFlag* stop) {
  Expected<native::SavedReplay> saved = writeModules(versions, entries, output, options);
  if (!saved) return saved.error();
  return std::make_unique<Confirmer>(versions, saved.take(), work, output, options, stop);
}

ReplayQueue::Replay Confirmer::task(unsigned entryIndex, const Entry& entry, const expr::Assignment& input, const PairRun& run) {
  native::ReplayInput before =
      replayInput(versions_.before.program, entry.before, entry.space, entryIndex, input, run.before, run.beforeGlobals);
  native::ReplayInput after =
      replayInput(versions_.after.program, entry.after, entry.space, entryIndex, input, run.after, run.afterGlobals);
  remember(entryIndex, run);
  for (const auto& [call, outcome] : {std::pair(&before, &run.before.outcome), std::pair(&after, &run.after.outcome)})
    if (isUndefined(*outcome)) addResult(entryIndex, call == &before ? Side::Before : Side::After, *call);
  // Where before is undefined, what a sanitizer says of it is no difference of behaviour.
  const bool expectTrap = !isUndefined(run.before.outcome) && (isSeenBySanitizer(run.before.outcome) || isSeenBySanitizer(run.after.outcome));
  return [this, expectTrap, before = std::move(before), after = std::move(after)] { return replayer_->replay(before, after, expectTrap); };
}

Expected<native::ReplayResult> Confirmer::replay(unsigned entryIndex, const Entry& entry, const expr::Assignment& input,
                                                 const PairRun& run) {
  return task(entryIndex, entry, input, run)();
}

Confirmation Confirmer::confirm(unsigned entryIndex, const Entry& entry, const expr::Assignment& input, const PairRun& run) {
  return conclude(entry, input, run, replay(entryIndex, entry, input, run));
}

Confirmation Confirmer::conclude(const Entry& entry, const expr::Assignment& input, const PairRun& run,
                                 const Expected<native::ReplayResult>& replay) {
  if (!replay) return {false, replay.error().message};
  if (replay->differs) return judgeDifference(entry, run, *replay);
  const std::string before = native::toText(replay->before), after = native::toText(replay->after);
  std::string story = before == after ? "both " + before : "before " + before + ", after " + after;
  if (!replay->note.empty()) story += " (" + replay->note + ")";
  if (isUndefined(run.before.outcome) || isUndefined(run.after.outcome)) return {false, story};  // need not show
  keepCase(entry, input, story);
  return {false, story};
}

// A difference of the machine's is one, whatever was predicted. But it confirms only what it agrees with.
Confirmation Confirmer::judgeDifference(const Entry& entry, const PairRun& run, const native::ReplayResult& replay) const {
  std::string wrong;
  const auto check = [&](const char* version, const vm::Run& predicted, const std::vector<ObservedCell>& globals,
                         const native::ReplayObservation& shown) {
    const std::string problem = disagreement(predicted, globals, shown, replay.sanitized, entry.criterion);
    if (!problem.empty()) wrong += (wrong.empty() ? "" : "; ") + std::string(version) + " " + problem;
  };
  check("before", run.before, run.beforeGlobals, replay.before);
  check("after", run.after, run.afterGlobals, replay.after);
  if (wrong.empty()) return {true, ""};
  return {false, wrong, Confirmation::Shown{shownValues(replay.before), shownValues(replay.after)}};
}

class Confirmer::Later : public explore::Confirming {
 public:
  Later(Confirmer& confirmer, const Entry& entry, expr::Assignment input, std::future<Expected<native::ReplayResult>> result)
      : confirmer_(confirmer), entry_(entry), input_(std::move(input)), result_(std::move(result)) {}
  bool isDone(Seconds patience) override { return result_.wait_for(patience) == std::future_status::ready; }
  Confirmation conclude(const PairRun& run) override { return confirmer_.conclude(entry_, input_, run, result_.get()); }

 private:
  Confirmer& confirmer_;
  const Entry& entry_;
  expr::Assignment input_;
  std::future<Expected<native::ReplayResult>> result_;
};

std::unique_ptr<explore::Confirming> Confirmer::confirmLater(unsigned entryIndex, const Entry& entry, const expr::Assignment& input,
                                                             const PairRun& run) {
  return std::make_unique<Later>(*this, entry, input, queue_.add(task(entryIndex, entry, input, run)));
}

void Confirmer::describe(unsigned entryIndex, const Entry& entry) {
  const Program& before = versions_.before.program;
  const Program& after = versions_.after.program;
  StaticCells cells = staticCells(before, before.function(entry.before.function), after, after.function(entry.after.function));
  for (auto* list : {&cells.before, &cells.after})
    std::erase_if(*list, [&](const native::SavedCell& each) { return !entry.criterion.counts(each.cell.name); });
  native::SavedEntry saved;
  saved.name = entry.name;
  saved.index = entryIndex;
  saved.parts = parts_;
  for (const vm::InputCell& cell : entry.space.cells)
    saved.inputs.push_back({cell.name, cell.sort.width, cell.isSigned, cell.sort.isFloat()});
  saved.before = savedCall(before, entry.before, std::move(cells.before));
  saved.after = savedCall(after, entry.after, std::move(cells.after));
  saved_.entries.push_back(std::move(saved));
}

// The VM has no cells of a run that is undefined; the machine may return all the same, and what it returns can be seen.
void Confirmer::addResult(unsigned entryIndex, Side side, native::ReplayInput& input) const {
  for (const native::SavedEntry& saved : saved_.entries) {
    if (saved.index != entryIndex) continue;
    for (const native::SavedCell& each : (side == Side::Before ? saved.before : saved.after).cells)
      if (each.always && each.cell.path.root == result::kReturn) input.cells.push_back(each.cell);
  }
}

void Confirmer::remember(unsigned entryIndex, const PairRun& run) {
  const std::set<std::string> leftOut = explore::leftAlone(run);  // no observation speaks of them
  for (native::SavedEntry& saved : saved_.entries) {
    if (saved.index != entryIndex) continue;
    rememberCells(saved.before, run.before, run.beforeGlobals, leftOut);
    rememberCells(saved.after, run.after, run.afterGlobals, leftOut);
  }
}

void Confirmer::keepCase(const Entry& entry, const expr::Assignment& input, const std::string& story) {
  std::string text = "entry " + entry.name + "\n";
  for (const vm::InputCell& cell : entry.space.cells) {
    const U128 bits = cell.symbol.value < input.size() ? input[cell.symbol.value] : 0;
    text += cell.name + " = " + expr::toCLiteral(cell.sort, bits, cell.isSigned) + "  (" + toHex(bits, cell.sort.width) + ")\n";
  }
  text += "natively: " + story + "\n";
  std::error_code ignored;  // keeping it is a service; the verdict already says that it was not confirmed
  fs::create_directories(output_ / "unconfirmed", ignored);
  (void)writeFile(output_ / "unconfirmed" / (safeFileName(entry.name) + "-" + std::to_string(kept_++) + ".txt"), text);
}

}  // namespace cleave::driver
