#include "prove/optimizer.h"

namespace cleave::prove {

namespace {

using EntryNames = optimizer::Proof::EntryNames;

std::vector<EntryNames> namesOf(const frontend::VersionPair& versions,
                                const std::vector<std::pair<program::FunctionId, program::FunctionId>>& entries) {
  std::vector<EntryNames> names;
  for (const auto& [before, after] : entries)
    names.push_back({versions.before.program.function(before).name, versions.after.program.function(after).name});
  return names;
}

}  // namespace

Optimizer::Optimizer(const frontend::VersionPair& versions, const std::vector<std::pair<program::FunctionId, program::FunctionId>>& entries,
                     const StopFlag* stop)
    : proof_(versions, namesOf(versions, entries), stop) {}

Expected<Answer> Optimizer::prove(Question& question, Seconds) {
  if (question.sameCode()) return Answer{};  // it was asked to be explored all the same
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
