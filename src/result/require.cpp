#include "result/require.h"

#include "support/check.h"

namespace cleave::result {

uint64_t RequireResult::count(RequirementFate fate) const {
  uint64_t count = 0;
  for (const RequireChange& change : changes) {
    for (const AffectedStatement& statement : change.statements)
      for (const Requirement& each : statement.requirements) count += each.fate == fate ? 1 : 0;
  }
  return count;
}

const char* toText(RequirementKind kind) {
  switch (kind) {
    case RequirementKind::DifferentStates:
      return "different states";
    case RequirementKind::OnlyAfter:
      return "only after";
    case RequirementKind::OnlyBefore:
      return "only before";
  }
  UNREACHABLE("kind of requirement");
}

const char* toText(RequirementFate fate) {
  switch (fate) {
    case RequirementFate::Open:
      return "open";
    case RequirementFate::Satisfied:
      return "satisfied";
    case RequirementFate::Unsatisfied:
      return "unsatisfied";
    case RequirementFate::Infeasible:
      return "infeasible";
    case RequirementFate::Undecided:
      return "undecided";
  }
  UNREACHABLE("fate of a requirement");
}

}  // namespace cleave::result
