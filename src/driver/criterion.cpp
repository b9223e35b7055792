#include "driver/criterion.h"

#include <algorithm>
#include <set>

#include "program/shown_name.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

std::set<std::string> namesOf(const program::Program& before, const program::Program& after, const std::vector<EntryPair>& entries) {
  std::set<std::string> names{result::kReturn, result::kExitStatus, result::kStdout, result::kStderr, result::kFiles, result::kException,
                              result::kStdin,  result::kRandom};
  const auto addParameters = [&](const program::Function& function) {
    for (const program::SourceParameter& each : function.sourceParameters)
      if (!each.name.empty()) names.insert(each.name);
  };
  for (const EntryPair& entry : entries) {
    addParameters(before.function(entry.before));
    addParameters(after.function(entry.after));
  }
  for (const program::Program* program : {&before, &after})
    for (const program::Global& global : program->globals)
      if (program::isObservable(global) && !program::isFile(global)) names.insert(program::shownName(global));
  return names;
}

}  // namespace

Status checkCriterion(const result::Criterion& criterion, const program::Program& before, const program::Program& after,
                      const std::vector<EntryPair>& entries) {
  if (criterion.isEverything()) return std::nullopt;
  const std::set<std::string> names = namesOf(before, after, entries);
  for (const auto& [words, option] : {std::pair(&criterion.observed, "--observe"), std::pair(&criterion.ignored, "--ignore")})
    for (const std::string& word : *words) {
      if (names.contains(word)) continue;
      const std::vector<std::string> close = nearest(word, {names.begin(), names.end()}, 3);
      return Error{std::string(option) + ": nothing that could be shown is called '" + word + "' (there is " + join(close, ", ") +
                   "; a member or an element is named by the whole it belongs to)"};
    }
  return std::nullopt;
}

result::Criterion withAliases(result::Criterion criterion, const std::vector<std::pair<std::string, std::string>>& aliases) {
  const auto include = [&](const std::string& name) {
    std::erase(criterion.ignored, name);
    if (!criterion.observed.empty() && !criterion.counts(name)) criterion.observed.push_back(name);
  };
  for (bool again = true; again;) {
    again = false;
    for (const auto& [p, q] : aliases) {
      if (criterion.counts(p) == criterion.counts(q)) continue;
      include(criterion.counts(p) ? q : p);
      again = true;
    }
  }
  return criterion;
}

}  // namespace cleave::driver
