#include "prove/optimizer.h"

namespace cleave::prove {

namespace {

using EntryNames = optimizer::Proof::EntryNames;

std::vector<EntryNames> namesOf(const frontend::VersionPair& versions, const std::vector<Optimizer::Functions>& entries) {
  std::vector<EntryNames> names;
  for (const Optimizer::Functions& each : entries)
    names.push_back({versions.before.program.function(each.before).name, versions.after.program.function(each.after).name});
  return names;
}

}  // namespace

Optimizer::Optimizer(const frontend::VersionPair& versions, const std::vector<Functions>& entries, const StopFlag* stop)
    : proof_(versions, namesOf(versions, entries), stop) {
  for (const Functions& each : entries) leadsAway_.push_back(each.leadsAway);
}

Expected<Answer> Optimizer::prove(Question& question, Seconds) {
  if (question.sameCode() || leadsAway_[question.index()]) return Answer{};  // the former was asked to be explored all the same
  optimizer::Answer found = proof_.prove(question.index());
  if (!found.same) return Answer{};
  Answer answer{decidedEntry(question.name(), result::Verdict::Equivalent,
                             "the optimised code of the function, and of all it may call, is the same in both versions"),
                {}};
  answer.decided->guarantee.granularity = "optimizer";
  answer.decided->guarantee.assumptions = std::move(found.assumptions);
  return answer;
}

}  // namespace cleave::prove
