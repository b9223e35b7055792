// Edits of one source file that put assertions into it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "driver/source_places.h"
#include "guard/log_properties.h"
#include "probes/point.h"

namespace cleave::driver {

// What is asserted at one place.
struct Assertion {
  uint32_t number = 0;
  std::string text;                // a C expression
  std::vector<std::string> saved;  // declarations that keep what it says of values on entry
};

// Why it cannot be written, or the assertion. `samples` are the variables of the property.
struct WrittenAssertion {
  std::string reason;
  Assertion assertion;
};
WrittenAssertion write(uint32_t number, const infer::Point& samples, const infer::Property& property);

class SourceEdits {
 public:
  SourceEdits() = default;
  explicit SourceEdits(std::string text) : text_(std::move(text)) {}

  // At the point, which is one of this file: the place of the kind that stands at its line and column. Says why not, or nothing.
  std::string add(const FunctionPlaces& function, const probes::Point& point, const Assertion& assertion);

  // The file with them. `lines`: for each line that was added, whose it is.
  std::string apply(std::multimap<size_t, uint32_t>& lines) const;

 private:
  enum class Kind : uint8_t { Begin, Return, End, LoopBody, Behind };
  struct Place {
    Kind kind = Kind::Begin;
    StatementPlace statement;
    std::string type;  // Return: of the result
    bool hasValue = false;
    std::vector<Assertion> assertions;
  };
  struct Edit {
    size_t offset = 0;
    size_t removed = 0;
    int64_t order = 0;
    std::string text;
    std::vector<std::pair<std::string, uint32_t>> owners;  // what stands in a line, and whose it is
  };

  Place& place(Kind kind, const StatementPlace& statement);
  size_t offsetOf(uint32_t line, uint32_t column) const;
  std::string indentAt(size_t offset) const;
  bool endsLine(size_t offset) const;
  std::vector<Edit> edits() const;
  Edit includes(const std::vector<Edit>& all) const;
  std::string lines(const Place& place, const std::string& indent) const;

  std::string text_;
  std::vector<Place> places_;
};

}  // namespace cleave::driver
