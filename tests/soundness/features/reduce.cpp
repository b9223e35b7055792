// features_reduce: makes a pair of texts small; who knows whether a pair fails is asked. The first line of input is {"before": [files],
// "after": [files], "seconds": N}. Each line of output is {"candidates": [pairs]}, to which an array with true or false for each is the
// answer, and the last one {"small": pair}.
#include <iostream>
#include <nlohmann/json.hpp>

#include "reduce.h"
#include "reduce_text.h"
#include "support/budget.h"

using namespace cleave;
using namespace cleave::soundness;

namespace {

nlohmann::json toJson(const TextPair& pair) { return {{"before", pair.before}, {"after", pair.after}}; }

std::vector<bool> ask(const std::vector<TextPair>& candidates) {
  nlohmann::json list = nlohmann::json::array();
  for (const TextPair& each : candidates) list.push_back(toJson(each));
  std::cout << nlohmann::json{{"candidates", list}}.dump() << std::endl;
  std::string line;
  if (!std::getline(std::cin, line)) exit(2);
  return nlohmann::json::parse(line).get<std::vector<bool>>();
}

}  // namespace

int main() {
  std::string line;
  if (!std::getline(std::cin, line)) return 2;
  const nlohmann::json given = nlohmann::json::parse(line);
  const TextPair pair{given.at("before"), given.at("after")};
  const Clock::time_point start = Clock::now();
  const auto goOn = [&] { return Seconds(Clock::now() - start).count() < given.at("seconds").get<double>(); };
  std::cout << nlohmann::json{{"small", toJson(reduceBy(pair, smallerTexts, ask, goOn))}}.dump() << std::endl;
}
