// Which integers count what stands behind which pointers, as the code itself shows: `i < n` beside `p[i]`, `pos + k <= len` beside
// `buf[pos]`, a loop that counts `n` down while `p` steps on, `memcpy(p, q, n)`, `p < end`. It looks at an entry and at what it calls, and through such
// calls: by name, or through a pointer one of the first functions of the program that fit.
//
// A guess that shapes input plans (inputs/plan.h) and nothing else: what is wrong in it costs inputs that a bound then names.
#pragma once

#include <compare>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "program/program.h"

namespace cleave::flow {

struct Lengths {
  // Of the entry: indices of parameters of the source.
  struct Parameters {
    size_t pointer = 0;
    size_t length = 0;
    auto operator<=>(const Parameters&) const = default;
  };
  // Of a struct, by the name of its type and those of its members.
  struct Members {
    std::string type;
    std::string pointer;
    std::string length;
    auto operator<=>(const Members&) const = default;
  };
  std::set<Parameters> parameters;
  std::set<Parameters> ends;        // `length` is a pointer just behind what `pointer` leads to,
  std::set<Parameters> endsBehind;  // or behind what the pointer leads to that `pointer` leads to
  std::set<Members> members;
  std::set<Members> memberEnds;
  std::set<size_t> terminated;  // pointers whose bytes are compared with zero: strings know where they end
  std::set<std::pair<std::string, std::string>> terminatedMembers;
  // What stands in front of where pointers lead, as the lengths of strings of some libraries do: how many bytes before it.
  std::map<size_t, std::set<uint64_t>> fronts;
  std::map<std::pair<std::string, std::string>, std::set<uint64_t>> memberFronts;
  // Pointers to anything: as what pointers the code takes them, by their types.
  std::map<size_t, std::set<program::SourceTypeId>> types;
  std::map<std::pair<std::string, std::string>, std::set<program::SourceTypeId>> memberTypes;
};

Lengths findLengths(const program::Program& program, program::FunctionId entry);

}  // namespace cleave::flow
