// The scalar quantities of a point, read out of each row: values of scalar variables and lengths of arrays, by number. All statistics of
// scalars work on these numbers.
#pragma once

#include <vector>

#include "infer/property.h"

namespace cleave::infer {

struct Column {
  Term term;
  Scalar type;
  uint32_t group = kAlone;
};

// Two columns that are worth relating.
inline bool related(const Column& a, const Column& b) { return a.group != kAlone && a.group == b.group; }

class Columns {
 public:
  explicit Columns(const Point& point);

  void read(Row row);  // afterwards the functions below tell of this row

  size_t size() const { return columns_.size(); }
  const Column& operator[](size_t i) const { return columns_[i]; }
  bool has(size_t i) const { return cells_[i].present; }
  bool fresh(size_t i) const { return cells_[i].fresh; }  // another value than the last that was there
  uint64_t rowNumber() const { return rowNumber_; }       // from 1 on
  bool changedSince(size_t i, uint64_t rowNumber) const { return cells_[i].changed > rowNumber; }
  I128 number(size_t i) const { return cells_[i].number; }
  double floating(size_t i) const { return cells_[i].floating; }
  uint64_t bits(size_t i) const { return cells_[i].bits; }

 private:
  struct Cell {
    bool present = false, fresh = false;
    uint64_t changed = 0;  // the number of the row that brought this value; 0: there was none yet
    uint64_t bits = 0;
    I128 number = 0;
    double floating = 0;
  };

  std::vector<Column> columns_;
  std::vector<Cell> cells_;
  uint64_t rowNumber_ = 0;
};

}  // namespace cleave::infer
