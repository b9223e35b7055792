#include "solver/reasons.h"

#include <fmt/format.h>

#include <algorithm>

namespace cleave::solver {

Solution unknown(std::string reason) { return {Answer::Unknown, {}, std::move(reason)}; }

Solution unsatisfiable() { return {Answer::Unsatisfiable, {}, ""}; }

Solution satisfiable(expr::Assignment model) { return {Answer::Satisfiable, std::move(model), ""}; }

std::string timeOutReason(Seconds limit) { return fmt::format("solver time-out after {:.1f} s", std::max(0.0, limit.count())); }

std::string stoppedReason() { return "stopped"; }

Seconds sensible(Seconds limit) {
  constexpr Seconds kAYear{365.0 * 86400};
  return limit < kAYear ? std::max(limit, Seconds(0)) : kAYear;
}

}  // namespace cleave::solver
