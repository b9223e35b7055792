// The types of a call as a test writes them. Where the test includes the source, by their names there; where it only declares the function, in plain
// C that has the same layout: structs are defined, enumerations are the integers that they are.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "result/call.h"

namespace cleave::tests {

class TypeText {
 public:
  TypeText(const result::Call& call, bool declares, bool isCxx) : call_(call), declares_(declares), isCxx_(isCxx) {}

  const result::CallType* find(uint32_t type) const { return type < call_.types.size() ? &call_.types[type] : nullptr; }
  bool isReference(uint32_t type) const;
  bool includesSource() const { return !declares_; }

  // "struct point *p", "int table[3]", "int (*step)(int)". A reference becomes a pointer.
  std::string declaration(uint32_t type, const std::string& name) const;
  std::string name(uint32_t type) const { return declaration(type, ""); }

  // Adds the definitions of structs that the type needs and that are not known yet. Empty, or why that cannot be.
  std::string define(uint32_t type, std::set<std::string>& known, std::string& text) const;

 private:
  std::string basic(const result::CallType& type) const;
  std::string tagOf(const result::CallType& type, uint32_t index) const;
  struct Definitions;
  bool defineOne(uint32_t type, Definitions& all) const;
  bool defineMembers(const result::CallType& type, Definitions& all, std::string& body) const;
  bool isNatural(const result::CallType& type) const;
  uint64_t alignmentOf(uint32_t type) const;

  const result::Call& call_;
  bool declares_;
  bool isCxx_;
};

}  // namespace cleave::tests
