// Predicates evaluated on what probes recorded, without a solver: a predicate is flattened into a list of operations once, and each record
// costs one pass over it. A variable that has no value in a record, or that probes do not record, is unknown, and so is what hangs on it: `p
// && p->n > 3` is false where p is null, whatever p->n is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "expr/pool.h"
#include "probes/log.h"

namespace cleave::require {

enum class Truth : uint8_t { False, True, Unknown };

// How the value of an input cell is read from a record.
struct CellSource {
  enum class Kind : uint8_t { Missing, Value, IsNull, Element };
  Kind kind = Kind::Missing;
  uint32_t variable = 0;
  uint64_t index = 0;  // of an element
};
CellSource sourceOf(const probes::Point& point, std::string_view cell);

class Measure {
 public:
  // For records of the point.
  Measure(expr::ExprPool& pool, const std::vector<expr::ExprId>& predicates, const probes::Point& point);

  size_t count() const { return roots_.size(); }
  // What predicate k needs and no probe records; empty: nothing.
  const std::vector<std::string>& missing(size_t k) const { return missing_[k]; }

  void look(const probes::Record& record);  // from here on `truth` speaks of this record
  Truth truth(size_t k) const { return known_[roots_[k]] == 0 ? Truth::Unknown : values_[roots_[k]] != 0 ? Truth::True : Truth::False; }

 private:
  struct Node {
    expr::Op op;
    expr::Sort sort;
    expr::Sort operandSort;
    uint32_t first = 0;  // in operands_
    uint32_t count = 0;
    uint32_t extractLow = 0;
    CellSource source;            // of a symbol
    probes::Type type;            // of the variable that it is read from
  };

  uint32_t add(const expr::ExprPool& pool, expr::ExprId e, const probes::Point& point);
  void compute(uint32_t node);
  void readSymbol(uint32_t node, const probes::Record& record);

  std::vector<Node> nodes_;  // operands come before what they are operands of
  std::vector<uint32_t> operands_;
  std::vector<uint32_t> symbols_;  // nodes
  std::vector<uint32_t> others_;   // nodes that are computed
  std::vector<U128> values_;
  std::vector<uint8_t> known_;
  std::vector<uint32_t> roots_;
  std::vector<std::vector<std::string>> missing_;
  std::vector<U128> scratch_;
  std::unordered_map<uint32_t, uint32_t> nodeOf_;
};

}  // namespace cleave::require
