// Predicates evaluated on what probes recorded, without a solver: a predicate is flattened into a circuit once, and of each record no more is computed than
// decides it. A variable that has no value in a record, or that probes do not record, is unknown, and so is what hangs on it: `p
// && p->n > 3` is false where p is null, whatever p->n is.
//
// Predicates are computed with a few bytes of stdin at most. A record that has more counts for a predicate that holds whether the last of these bytes is there or
// not, and whatever it is: such a run never came to the end, so what lies behind it did not matter. Otherwise nothing is known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "expr/pool.h"
#include "probes/log.h"
#include "require/circuit.h"

namespace cleave::require {

enum class Truth : uint8_t { False, True, Unknown };

// What a record has for a cell of this width; none: the variable has no value there.
std::optional<U128> cellIn(const probes::Record& record, const points::CellSource& source, const probes::Type& type, unsigned width);

class Measure {
 public:
  // For records of the point; `caller` is another one, before the call that is under way there, or null. `inputBytes`: of stdin, that predicates know of.
  Measure(expr::ExprPool& pool, const std::vector<expr::ExprId>& predicates, const probes::Point& point, const probes::Point* caller = nullptr,
          uint64_t inputBytes = 0);

  size_t count() const { return circuit_.roots.size(); }
  // What predicate k needs and no probe records; empty: nothing.
  const std::vector<std::string>& missing(size_t k) const { return missing_[k]; }

  // From here on `truth` speaks of this record, and of that of the call, which must be there as long.
  void look(const probes::Record& record, const probes::Record* ofCall = nullptr);
  Truth truth(size_t k);

 private:
  Truth valueOf(size_t k);
  bool isInputLong() const;
  void need(uint32_t gate, unsigned depth);
  void compute(uint32_t gate, unsigned depth);
  void join(uint32_t gate, unsigned depth);
  void choose(uint32_t gate, unsigned depth);
  void readSymbol(uint32_t gate);

  points::Circuit circuit_;
  std::vector<probes::Type> types_;  // of symbols: of the variable that it is read from
  std::vector<U128> values_;
  std::vector<uint8_t> known_;
  std::vector<uint64_t> stamps_;  // the record that value and known are of
  const probes::Record* record_ = nullptr;
  const probes::Record* ofCall_ = nullptr;
  uint64_t now_ = 0;
  enum class InputRole : uint8_t { None, Length, Last };
  std::vector<InputRole> inputRoles_;       // of symbols
  std::vector<bool> readsInput_;            // by predicate
  uint64_t inputBytes_;
  points::CellSource lengthSource_;
  probes::Type lengthType_;
  std::optional<uint64_t> shortened_;  // what the length of stdin is taken for
  std::vector<std::vector<std::string>> missing_;
};

}  // namespace cleave::require
