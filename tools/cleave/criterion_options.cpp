#include "criterion_options.h"

namespace cleave::tools {

void CriterionOptions::addTo(CLI::App& command, const char* observe) {
  const auto add = [&](const char* name, std::vector<std::string>& words, const char* help) {
    command.add_option(name, words, help)
        ->group("Observations")
        ->expected(1)
        ->delimiter(',')
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  add(observe, observed_,
      "compare only this: return, exit, stdout, stderr, files, a global, a pointer parameter (what it points to); how a run ends always "
      "counts (repeatable, or with commas)");
  add("--ignore", ignored_, "leave this out of the comparison (repeatable, or with commas)");
}

result::Criterion CriterionOptions::criterion() const {
  result::Criterion criterion{observed_, ignored_};
  for (auto* words : {&criterion.observed, &criterion.ignored})
    for (std::string& word : *words)
      if (word == "exit") word = result::kExitStatus;
  return criterion;
}

}  // namespace cleave::tools
