// What a value of a function is, or is computed from, in terms of what its callers know: a parameter, or a member of a struct. Members are
// found by the types that debug information gives to parameters, globals and members; whose member it is is not asked.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program/program.h"

namespace cleave::flow {

struct Term {
  std::string type;  // the struct's; empty: a parameter
  std::string member;
  size_t parameter = 0;   // among those that are no structReturn
  bool isBehind = false;  // what the parameter, a pointer to a pointer, leads to
  bool isParameter() const { return type.empty(); }
  auto operator<=>(const Term&) const = default;
};

// What a number is a sum of: registers on the way, and terms at its ends, each with its sign.
struct Sum {
  std::map<program::Reg, bool> registers;  // true: positive
  std::map<Term, bool> terms;
  bool minusConstant = false;
};

// Where a pointer comes from, and what was added to it on the way.
struct Way {
  std::set<program::Reg> registers;
  std::set<Term> roots;
  std::vector<program::Operand> indices;
  bool steps = false;  // something is added to it
};

class Terms {
 public:
  Terms(const program::Program& program, const program::Function& function);

  std::optional<Term> of(program::Operand value) const;  // through casts
  Sum sumOf(program::Operand number) const;
  Way wayOf(program::Operand pointer) const;
  Way wayBehind(program::Operand pointer) const;  // of the pointer that it leads to
  // So many bytes behind another pointer, which is no such sum itself; in front of it, if negative.
  struct Distance {
    program::Operand from;
    int64_t bytes = 0;
  };
  Distance distanceOf(program::Operand pointer) const;
  const program::Instruction* definition(program::Operand value) const;  // null: no instruction
  program::Operand withoutCasts(program::Operand value) const;

 private:
  // So many bytes into an object of that type.
  struct Place {
    program::SourceTypeId type;
    uint64_t offset = 0;
  };
  struct Member {
    program::SourceTypeId owner;
    const program::SourceMember* member = nullptr;
  };
  std::optional<Place> placeBehind(program::Operand pointer, unsigned depth) const;
  std::optional<Member> memberAt(Place place) const;
  std::optional<Place> pointee(program::SourceTypeId pointer) const;
  bool isPointerToPointer(size_t parameter) const;
  std::optional<size_t> parameterOf(program::Operand value) const;
  void addTo(Sum& sum, program::Operand value, bool isPositive) const;
  void addTo(Way& way, program::Operand pointer) const;
  const std::vector<program::Operand>& storedAt(program::Operand address) const;

  const program::Program& program_;
  const program::Function& function_;
  std::set<size_t> setBehind_;  // parameters: what they lead to is set
  std::map<program::Reg, std::vector<program::Operand>> stored_;  // by variable whose address is taken: what it is set to
};

}  // namespace cleave::flow
