#include "audit/native_judge.h"

#include <algorithm>

#include "native/compare.h"
#include "support/check.h"

namespace cleave::audit {

namespace {

using native::ReplayInput;
using native::ReplayObservation;
using native::ReplayResult;
using Outcome = Judgement::Outcome;

// Of hundreds of cells those tell something that are not the same in both.
std::string storyOf(const ReplayResult& result) {
  ReplayObservation before = result.before, after = result.after;
  if (before.cells.size() == after.cells.size()) {
    const auto isSame = [&](size_t k) { return result.before.cells[k] == result.after.cells[k]; };
    before.cells.clear();
    after.cells.clear();
    for (size_t k = 0; k < result.before.cells.size(); ++k) {
      if (isSame(k)) continue;
      before.cells.push_back(result.before.cells[k]);
      after.cells.push_back(result.after.cells[k]);
    }
  }
  const std::string story = "natively before " + native::toText(before) + ", after " + native::toText(after);
  return result.note.empty() ? story : story + " (" + result.note + ")";
}

// A plain build may do anything then; the sanitized one stops.
bool isSeenBySanitizer(const LoadedObservation& observation) {
  static constexpr const char* kErrors[] = {"null pointer", "out of bounds", "use after free", "bad free", "write to constant data", "overlapping copy",
                                            "signed overflow"};
  return observation.outcome == "trapped" && std::any_of(std::begin(kErrors), std::end(kErrors), [&](const char* each) {
           return observation.trap.find(each) != std::string::npos;
         });
}

// Natively an uninitialised value is just some value.
bool isInvisible(const LoadedObservation& observation) {
  return observation.outcome == "trapped" && observation.trap.find("uninitialised") != std::string::npos;
}

bool isUndefined(const ReplayObservation& observation) { return observation.end == ReplayObservation::End::Sanitizer; }

std::optional<NativeRuns> runsOf(const ReplayResult& result, const ReplayInput& before, const ReplayInput& after) {
  if (result.sanitized) return std::nullopt;
  return NativeRuns{result, before.cells, after.cells};
}

// Cells that have no value in either version are not compared.
ReplayInput inputFor(const native::SavedEntry& entry, const native::SavedCall& call, const LoadedObservation& shown,
                     const LoadedPartition& partition, const Values& values) {
  ReplayInput input = native::replayInput(entry, call, values, shown.names);
  std::erase_if(input.cells, [&](const native::ReplayCell& cell) {
    const auto lists = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), cell.name) != names.end();
    };
    return lists(partition.before.uninitialised) || lists(partition.after.uninitialised);
  });
  return input;
}

}  // namespace

Expected<NativeJudge> NativeJudge::open(const std::filesystem::path& result, const std::filesystem::path& work,
                                        const native::ReplayLimits& limits, const StopFlag* stop) {
  Expected<native::SavedReplay> saved = native::loadReplay(result / native::kSavedFolder);
  if (!saved) return saved.error();
  NativeJudge judge(saved.take());
  judge.make_ = [=, before = judge.saved_.before, after = judge.saved_.after,
                 criterion = judge.saved_.criterion](const native::SavedEntry* entry) {
    const Both<native::SavedPart> parts = entry == nullptr ? Both<native::SavedPart>() : entry->parts;
    const std::filesystem::path own = entry == nullptr ? work : work / ("entry-" + std::to_string(entry->index));
    return std::make_unique<native::Replayer>(native::withPart(before, parts.before, work), native::withPart(after, parts.after, work), own,
                                              stop, criterion, limits);
  };
  judge.replayer_ = judge.make_(nullptr);
  if (Status refused = judge.replayer_->refusal()) return *refused;
  const auto isWithin = [](const native::SavedEntry& entry) { return entry.parts.before.file.empty(); };
  if (std::ranges::any_of(judge.saved_.entries, isWithin)) judge.replayer_->expectReplays();
  return judge;
}

std::shared_ptr<native::Replayer> NativeJudge::replayerFor(const native::SavedEntry& entry) {
  constexpr size_t kMostKept = 4;
  if (entry.parts.before.file.empty()) return replayer_;
  const std::lock_guard<std::mutex> lock(*mutex_);
  for (const auto& [index, replayer] : apart_)
    if (index == entry.index) return replayer;
  apart_.emplace_back(entry.index, make_(&entry));
  if (apart_.size() > kMostKept) apart_.pop_front();
  return apart_.back().second;
}

const native::SavedEntry* NativeJudge::find(const LoadedEntry& entry) const {
  for (const native::SavedEntry& saved : saved_.entries) {
    const auto same = [](const native::SavedInput& a, const result::Input& b) {
      return a.name == b.name && a.bits == b.bits && a.isFloat == b.isFloat;
    };
    if (saved.name == entry.name && std::equal(saved.inputs.begin(), saved.inputs.end(), entry.inputs.begin(), entry.inputs.end(), same))
      return &saved;
  }
  return nullptr;
}

std::vector<std::string> NativeJudge::entries() const {
  std::vector<std::string> names;
  for (const native::SavedEntry& entry : saved_.entries) names.push_back(entry.name);
  return names;
}

Judgement NativeJudge::judge(const LoadedEntry& entry, const LoadedPartition& partition, const Values& input) {
  const native::SavedEntry* saved = find(entry);
  if (saved == nullptr) return {Outcome::NotAsClaimed, "the replay directory does not know this entry with these inputs"};
  if (isInvisible(partition.before) || isInvisible(partition.after))
    return {Outcome::NotReplayable, "an uninitialised value does not show natively"};
  const ReplayInput before = inputFor(*saved, saved->before, partition.before, partition, input);
  const ReplayInput after = inputFor(*saved, saved->after, partition.after, partition, input);
  const std::shared_ptr<native::Replayer> replayer = replayerFor(*saved);
  switch (partition.kind) {
    case result::PartitionKind::Equal:
      return judgeEqual(*replayer, partition, before, after);
    case result::PartitionKind::Different:
      return judgeDifferent(*replayer, partition, before, after);
    case result::PartitionKind::Undefined:
    case result::PartitionKind::Unfinished:
      break;
  }
  UNREACHABLE("an undefined or unfinished partition claims nothing that runs could show");
}

Judgement NativeJudge::judgeEqual(native::Replayer& replayer, const LoadedPartition& partition, const ReplayInput& before,
                                  const ReplayInput& after) {
  const bool bothErr = isSeenBySanitizer(partition.before) && isSeenBySanitizer(partition.after);
  const Expected<ReplayResult> result = bothErr ? replayer.replaySanitized(before, after) : replayer.replay(before, after, false);
  if (!result) return {Outcome::Undecided, result.error().message};
  if (!result->differs)
    return {result->note.empty() ? Outcome::AsClaimed : Outcome::Undecided, storyOf(*result), runsOf(*result, before, after)};
  // Where both versions do something undefined, what a plain build shows means nothing.
  const Expected<ReplayResult> sanitized = replayer.replaySanitized(before, after);
  if (!sanitized) return {Outcome::NotAsClaimed, storyOf(*result) + "; there is no sanitized build: " + sanitized.error().message};
  if (isUndefined(sanitized->before) && isUndefined(sanitized->after))
    return {Outcome::NotReplayable, "both versions have a memory error: " + storyOf(*sanitized)};
  const bool agrees = !sanitized->differs && sanitized->note.empty();
  if (native::differFarBehindObjects(result->before, result->after, native::planCells(before.cells, after.cells), saved_.criterion))
    return {Outcome::NotReplayable, "pointers lead far behind their objects: " + storyOf(*result)};
  return {Outcome::NotAsClaimed,
          storyOf(*result) + (agrees ? "; the builds with AddressSanitizer agree, so it may be an uninitialised value" : "")};
}

Judgement NativeJudge::judgeDifferent(native::Replayer& replayer, const LoadedPartition& partition, const ReplayInput& before,
                                      const ReplayInput& after) {
  const bool expectTrap = isSeenBySanitizer(partition.before) || isSeenBySanitizer(partition.after);
  const Expected<ReplayResult> result = replayer.replay(before, after, expectTrap);
  if (!result) return {Outcome::Undecided, result.error().message};
  if (result->differs) return {Outcome::AsClaimed, "", runsOf(*result, before, after)};
  return {result->note.empty() ? Outcome::NotAsClaimed : Outcome::Undecided, storyOf(*result)};
}

}  // namespace cleave::audit
