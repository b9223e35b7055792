// How fast rows become properties: 20 variables as a function with a loop has them (counters, sizes, flags, values on entry, noise), up to
// a million rows, in nanoseconds per row; and how long the report takes, with and without the solver.
//   bench/run infer [rows]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "infer/inference.h"
#include "infer/solver_oracle.h"
#include "infer/suppress.h"
#include "support/random.h"

namespace {

using namespace cleave;
using namespace cleave::infer;

Point makePoint(bool withFlags) {
  Point point{"bench", {}};
  const auto add = [&](std::string name, Scalar type, Role role) {
    Variable variable;
    variable.name = std::move(name);
    variable.type = std::move(type);
    variable.role = role;
    point.variables.push_back(std::move(variable));
  };
  for (int i = 0; i < 12; ++i) add("v" + std::to_string(i), Scalar::integer(i % 3 == 0 ? 64 : 32, i % 4 != 0), Role::Here);
  for (int i = 0; i < 4; ++i) add("v" + std::to_string(i), Scalar::integer(i % 3 == 0 ? 64 : 32, i % 4 != 0), Role::OnEntry);
  add("ratio", Scalar::floating(64), Role::Here);
  add("flag", withFlags ? Scalar::boolean() : Scalar::integer(8, false), Role::Here);
  add("p", Scalar::nullness(), Role::Here);
  add("return", Scalar::integer(32, true), withFlags ? Role::Result : Role::Here);
  relateByFamily(point);
  return point;
}

// Three equal ones, a constant, linear ones, ordered ones, and noise.
void fill(std::vector<Value>& row, Random& random, uint64_t i) {
  const uint64_t n = 1 + random.below(1000), at = random.below(n), noise = random.next() >> 34;
  const uint64_t values[] = {
      n,     at, n - at, 2 * at + 1,        64, at + n,     noise, noise & 0xffff, i & 0x7fffffff, n, random.below(3), n * 4,
      n + 1, at, n - at, random.below(100), 0,  i % 7 == 0, 0,     random.below(2)};
  for (size_t k = 0; k < row.size(); ++k) row[k] = Value::of(values[k]);
  row[16] = Value::of(static_cast<uint64_t>(bitsOf(static_cast<double>(at) / static_cast<double>(n))));
}

// Of the processor: the machine may be busy with other things.
double secondsSince(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

void measure(const char* name, const Point& point, const Options& options, uint64_t rows) {
  Inference inference(point, options);
  Random random(1);
  std::vector<Value> row(point.variables.size());
  auto start = std::clock();
  for (uint64_t i = 0; i < rows; ++i) fill(row, random, i);
  const double making = secondsSince(start);
  start = std::clock();
  for (uint64_t i = 0; i < rows; ++i) {
    fill(row, random, i);
    inference.add(row);
  }
  const double adding = secondsSince(start) - making;
  start = std::clock();
  const std::vector<Found> found = inference.properties();
  const double reporting = secondsSince(start);
  start = std::clock();
  const std::vector<Found> byRules = withoutObvious(point, found);
  const double rules = secondsSince(start);
  start = std::clock();
  SolverOracle oracle(point, Seconds(1), nullptr);
  const std::vector<Found> left =
      withoutImplied(byRules, [&](auto premises, const Property& each) { return oracle.implies(premises, each); });
  const double solving = secondsSince(start);
  std::printf(
      "%-22s %9lu rows  %6.2f s  %6.0f ns/row   report %.3f s: %zu properties; rules %.3f s: %zu; solver %.2f s: %zu (%lu undecided)\n",
      name, static_cast<unsigned long>(rows), adding, adding * 1e9 / static_cast<double>(rows), reporting, found.size(), rules,
      byRules.size(), solving, left.size(), static_cast<unsigned long>(oracle.undecided()));
}

}  // namespace

int main(int argc, char** argv) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  const uint64_t rows = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1'000'000;
  Options noSplits;
  noSplits.mostSplits = 0;
  measure("no implications", makePoint(false), noSplits, rows);
  measure("with implications", makePoint(true), Options{}, rows);
  measure("couplings", makePoint(false), forCouplings(), rows / 10);
}
