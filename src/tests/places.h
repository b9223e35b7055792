// Names that inputs and observations have ("out->value[2]", "*return", "s->Base.n") as expressions of a test, with their types.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "result/call.h"
#include "tests/type_text.h"

namespace cleave::tests {

struct Place {
  std::string text;
  uint32_t type = result::kNowhere;
  bool isBitField = false;
  bool isByte = false;  // of something without members: an unsigned char, whatever the type says
  // Of an element: the array, as an expression, and which one it is.
  std::string array = {};
  uint64_t index = 0;
};

// An element or member of it as C writes it, with parentheses where they are needed.
std::string elementOf(const std::string& text, uint64_t index);

class Places {
 public:
  Places(const result::Call& call, const TypeText& types) : call_(call), types_(types) {}

  // Where the name of a parameter, of a global or "return" stands.
  void root(const std::string& name, const std::string& text, uint32_t type) { roots_[name] = {text, type}; }

  std::optional<Place> find(std::string_view name) const;  // nothing: a test cannot say it

 private:
  class Parser;
  const result::Call& call_;
  const TypeText& types_;
  std::map<std::string, Place, std::less<>> roots_;
};

}  // namespace cleave::tests
