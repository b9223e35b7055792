#include "prove/exploration.h"

namespace cleave::prove {

Expected<Answer> Exploration::prove(Question& question, Seconds budget) {
  const Expected<const explore::Entry*> entry = question.entry();
  if (!entry) return entry.error();
  const std::string& unsupported = (*entry)->unsupported;
  if (!unsupported.empty()) return Answer{decidedEntry((*entry)->name, result::Verdict::Inconclusive, unsupported), {}};
  explore::Options options = options_;
  options.budget = budget;
  return Answer{explore::explore(question.task(), options, listen_(question, **entry), stop_, question.proved()), {}};
}

}  // namespace cleave::prove
