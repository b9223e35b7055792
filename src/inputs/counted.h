// What the code shows of which integers count what stands behind pointers (flow/lengths.h), in names that both versions share: what one
// version shows shapes the plans of both.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>

#include "flow/lengths.h"
#include "program/program.h"

namespace cleave::inputs {

struct Counted {
  using Member = flow::Lengths::Members;                     // a struct's: pointer and length
  std::set<std::pair<std::string, std::string>> parameters;  // pointer and length, as cells call them
  std::set<std::pair<std::string, std::string>> ends;        // pointer, and one to just behind its elements
  std::set<std::string> terminated;                          // pointers to strings that end where they say
  std::set<Member> members;
  std::set<Member> memberEnds;
  std::set<std::pair<std::string, std::string>> terminatedMembers;

  void add(const program::Program& program, program::FunctionId function, const std::function<std::string(size_t)>& nameOf);
};

}  // namespace cleave::inputs
