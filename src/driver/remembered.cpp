#include "driver/remembered.h"

#include <algorithm>

#include "driver/answer_key.h"
#include "result/archive.h"
#include "support/compressed.h"

namespace cleave::driver {

namespace {

// More time would change nothing.
bool isFinal(const result::EntryResult& entry, bool isNative) {
  const bool isUnseen = isNative && std::ranges::any_of(entry.partitions, [](const result::Partition& each) {
                          return each.kind == result::PartitionKind::Different && !each.confirmed;
                        });
  return entry.guarantee.exhaustive && entry.verdict != result::Verdict::Inconclusive && !isUnseen;
}

}  // namespace

std::optional<result::EntryResult> Remembered::find(const Prepared& prepared, size_t index, const explore::Entry& entry, Seconds budget) {
  if (options_.cache.empty() || identity_.empty() || !options_.faults.empty()) return std::nullopt;
  key_ = answerKey(prepared, index, entry, options_, identity_);
  answers_.emplace(cache::Answers::open(options_.cache));
  const Expected<std::optional<cache::Answer>> found = *answers_ ? (*answers_)->find(key_) : answers_->error();
  if (!found) {
    warning_ = found.error().message;
    return std::nullopt;
  }
  if (!*found) return std::nullopt;
  const Expected<std::string> bytes = decompressed((*found)->value);
  Expected<result::EntryResult> known = bytes ? result::fromBytes(*bytes) : bytes.error();
  if (!known) return std::nullopt;
  if ((*found)->isFinal || (!options_.resume && options_.seeds.empty() && (*found)->seconds >= budget.count() * 0.99)) {
    known->remembered = true;
    return known.take();
  }
  if (options_.resume)
    for (const result::Partition& partition : known->partitions) seeds_.push_back(partition.witnessBits);
  return std::nullopt;
}

void Remembered::keep(const result::EntryResult& entry, Seconds budget, bool isInterrupted) {
  if (key_.empty() || entry.verdict == result::Verdict::Failed) return;
  const cache::Answer answer{isFinal(entry, options_.native), isInterrupted ? entry.statistics.wallSeconds : budget.count(),
                             compressed(result::toBytes(entry))};
  const Status failed = *answers_ ? (*answers_)->put(key_, answer) : Status(answers_->error());
  if (failed) warning_ = failed->message;
}

}  // namespace cleave::driver
