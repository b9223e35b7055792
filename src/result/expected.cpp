#include "result/expected.h"

#include <algorithm>

#include "support/enum_table.h"

namespace cleave::result {

const char* toText(Step step) {
  static constexpr EnumTable<Step, const char*> kWords({
      {Step::Progression, "progression"},
      {Step::Regression, "regression"},
      {Step::Intermediate, "intermediate"},
      {Step::Unknown, "unknown"},
  });
  return kWords[step];
}

size_t EntrySteps::count(Step step) const { return static_cast<size_t>(std::ranges::count(differences, step, &Classified::step)); }

}  // namespace cleave::result
