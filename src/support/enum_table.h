// EnumTable: one value for each enumerator of an enum class, as a constant: names, and other facts that code would otherwise spell out as a
// switch. The rows stand in the order of the enum. A row that is missing, misplaced or too many does not compile, so whoever adds an
// enumerator is led to every table of it. Not for what an enumerator does: that is a switch.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "support/check.h"

namespace cleave {

// How many enumerators an enum has whose values are 0, 1, 2, ...: the compiler writes a value that has a name by that name, and any other
// value as a number behind the type in parentheses.
template <auto kValue>
consteval bool hasName() {
  std::string_view text = __PRETTY_FUNCTION__;  // ... kValue = cleave::Color::Red] or ... kValue = (cleave::Color)7]
  text = text.substr(0, text.rfind(']'));
  const size_t start = text.find_last_of(":) ") + 1;
  return text[start] < '0' || text[start] > '9';
}

template <class E, size_t kFrom = 0>
consteval size_t enumCount() {
  if constexpr (hasName<static_cast<E>(kFrom)>()) {
    return enumCount<E, kFrom + 1>();
  } else {
    return kFrom;
  }
}

template <class E, class T>
class EnumTable {
 public:
  struct Row {
    E key;
    T value;
  };
  static constexpr size_t kCount = enumCount<E>();

  template <size_t kRows>
  consteval EnumTable(const Row (&rows)[kRows]) : rows_{} {
    static_assert(kRows == kCount, "a table with another number of rows than its enum has values");
    for (size_t i = 0; i < kRows; ++i) {
      if (static_cast<size_t>(rows[i].key) != i) throw "a row that is not at the place of its value";
      rows_[i] = rows[i].value;
    }
  }

  constexpr const T& operator[](E key) const {
    CHECK(static_cast<size_t>(key) < kCount, "a value that its enum does not have");
    return rows_[static_cast<size_t>(key)];
  }

 private:
  std::array<T, kCount> rows_;
};

}  // namespace cleave
