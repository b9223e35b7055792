// features_members INPUTS < QUESTIONS: which inputs satisfy which conditions. QUESTIONS is a JSON array with an object for each entry, in
// the order of INPUTS: "inputs" as in cleave's document, and "conditions". Prints a line for each condition, with a 1 or a 0 for each
// input; of a condition that cannot be read "?" and why.
#include <cstdint>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "smt_term.h"

using namespace cleave;
using namespace cleave::soundness;

namespace {

uint64_t readNumber(std::istream& in) {
  uint64_t number = 0;
  in.read(reinterpret_cast<char*>(&number), sizeof number);
  return number;
}

void answer(const nlohmann::json& question, const std::vector<std::vector<uint64_t>>& columns, size_t count) {
  std::vector<TermSymbol> symbols;
  for (const nlohmann::json& cell : question.at("inputs"))
    symbols.push_back({cell.at("name"), cell.value("float", false) ? TermKind::Float : TermKind::Bits, cell.at("bits")});
  TermTable table(symbols);
  std::vector<std::pair<uint32_t, std::string>> terms;
  for (const nlohmann::json& condition : question.at("conditions")) {
    Expected<uint32_t> term = table.parse(condition.get<std::string>());
    terms.emplace_back(term ? *term : 0, term ? "" : term.error().message);
  }
  TermValues values(table);
  std::vector<std::string> lines(terms.size());
  constexpr size_t kSlice = 2048;
  for (size_t first = 0; first < count; first += kSlice) {
    const size_t some = std::min(kSlice, count - first);
    values.compute(columns, first, some);
    for (size_t k = 0; k < terms.size(); ++k)
      for (size_t i = 0; i < some; ++i) lines[k] += terms[k].second.empty() && values.holds(terms[k].first, i) ? '1' : '0';
  }
  for (size_t k = 0; k < terms.size(); ++k) std::cout << (terms[k].second.empty() ? lines[k] : "?" + terms[k].second) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  for (const nlohmann::json& question : nlohmann::json::parse(std::cin)) {
    const size_t width = readNumber(in), count = readNumber(in);
    std::vector<std::vector<uint64_t>> columns(width, std::vector<uint64_t>(count));
    for (size_t i = 0; i < count; ++i)
      for (size_t s = 0; s < width; ++s) columns[s][i] = readNumber(in);
    if (!in) return 2;
    answer(question, columns, count);
  }
}
