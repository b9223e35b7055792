#include "prove/prover.h"

#include "support/check.h"

namespace cleave::prove {

Expected<const explore::Entry*> Question::entry() {
  if (!entry_) {
    Expected<explore::Entry> made = makeEntry_(pool_);
    if (!made) return made.error();
    entry_ = made.take();
  }
  return &*entry_;
}

explore::Task Question::task() {
  CHECK(entry_.has_value(), "an entry is explored that was not made");
  return {before_, after_, changes_, *entry_, pool_, sameCode_};
}

void Question::addProved(std::vector<explore::GivenPartition> parts) {
  proved_.insert(proved_.end(), std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
}

Expected<std::optional<result::EntryResult>> tryToDecide(const Provers& provers, Question& question, Seconds budget, const StopFlag* stop) {
  for (const std::unique_ptr<Prover>& prover : provers) {
    if (!prover->isImmediate() && stop != nullptr && stop->requested())
      return std::optional(decidedEntry(question.name(), result::Verdict::Inconclusive, "interrupted before this entry was looked at"));
    Expected<Answer> answer = prover->prove(question, budget);
    if (!answer) return answer.error();
    if (answer->decided) return std::move(answer->decided);
    question.addProved(std::move(answer->parts));
  }
  return std::optional<result::EntryResult>();
}

Expected<result::EntryResult> decide(const Provers& provers, Question& question, Seconds budget, const StopFlag* stop) {
  Expected<std::optional<result::EntryResult>> decided = tryToDecide(provers, question, budget, stop);
  if (!decided) return decided.error();
  CHECK(decided->has_value(), "nobody decides an entry");
  return std::move(**decided);
}

result::EntryResult decidedEntry(const std::string& name, result::Verdict verdict, const std::string& reason) {
  result::EntryResult entry;
  entry.name = name;
  entry.verdict = verdict;
  entry.reason = reason;
  entry.guarantee.exhaustive = verdict == result::Verdict::Equivalent;
  return entry;
}

}  // namespace cleave::prove
