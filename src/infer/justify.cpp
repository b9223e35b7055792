#include "infer/justify.h"

#include <algorithm>
#include <cmath>

namespace cleave::infer {

double logOfAll(double probability, uint64_t times) {
  if (times == 0 || probability >= 1) return 0;
  return static_cast<double>(times) * std::log(std::max(probability, 1e-30));
}

double logNeverSeen(uint64_t count, uint64_t rows) {
  if (rows == 0) return 0;
  return logOfAll(1 - static_cast<double>(count) / static_cast<double>(rows), rows);
}

double logConstant(uint64_t rows) { return rows == 0 ? 0 : logOfAll(0.5, rows - 1); }

double logSet(size_t members, uint64_t rarest, uint64_t rows) {
  if (rows == 0) return 0;
  const double seen = static_cast<double>(rarest) / static_cast<double>(rows), even = 1 / static_cast<double>(members + 1);
  return logOfAll(1 - std::min(seen, even), rows);
}

double logSameSign(uint64_t fresh) { return logOfAll(0.5, fresh); }

double logNeverZero(I128 low, I128 high, uint64_t fresh) {
  const double values = static_cast<double>(std::max<I128>(high, 0)) - static_cast<double>(std::min<I128>(low, 0)) + 1;
  return logOfAll(1 - 1 / values, fresh);
}

double logRemainder(I128 modulus, size_t distinct) {
  // The first value chooses the remainder, the second the modulus.
  return distinct <= 2 ? 0 : logOfAll(1 / static_cast<double>(modulus), distinct - 2);
}

namespace {

double error(double estimate, double samples) { return 2 * std::sqrt(estimate * (1 - estimate) / samples) + 1 / samples; }

}  // namespace

double upperEstimate(double hits, double trials, double samples) {
  if (trials <= 0 || samples <= 0) return 1;
  const double estimate = hits / trials;
  return std::min(1.0, estimate + error(estimate, samples));
}

double lowerEstimate(double hits, double trials, double samples) {
  if (trials <= 0 || samples <= 0) return 0;
  const double estimate = hits / trials;
  return std::max(0.0, estimate - error(estimate, samples));
}

Judge::Judge(double chance) : all_(chance >= 1), logLimit_(std::log(std::max(chance, 1e-300))) {}

bool Judge::accepts(double logChance, uint64_t candidates) const {
  return all_ || logChance + std::log(static_cast<double>(std::max<uint64_t>(candidates, 1))) <= logLimit_;
}

}  // namespace cleave::infer
