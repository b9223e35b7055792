// What the code shows of which integers count what stands behind pointers (flow/lengths.h), in names that both versions share: what one
// version shows shapes the plans of both.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
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
  std::map<std::string, std::set<uint64_t>> fronts;  // of pointers: what is looked at stands so many bytes in front of where they lead
  std::map<std::pair<std::string, std::string>, std::set<uint64_t>> memberFronts;
  // Of pointers to anything: names of the pointer types that the code takes them for; one of each, when settled.
  std::map<std::string, std::set<std::string>> types;
  std::map<std::pair<std::string, std::string>, std::set<std::string>> memberTypes;

  void add(const program::Program& program, program::FunctionId function, const std::function<std::string(size_t)>& nameOf);
  // Of several types the one that says most of what all of these programs know.
  void settleTypes(std::initializer_list<const program::Program*> programs);
};

// Invalid: there is none of that name, or it points to anything.
program::SourceTypeId pointerCalled(const program::Program& program, const std::string& name);

}  // namespace cleave::inputs
