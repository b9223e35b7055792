// Properties of arrays: of each element (as of one variable), of neighbours (sorted), and of elements and what stands at the same index of
// another array, or in a scalar variable. A length that the source names by another variable needs nothing; others are columns (columns.h).
#pragma once

#include <vector>

#include "infer/private/columns.h"
#include "infer/private/pairs.h"
#include "infer/private/sample.h"
#include "infer/private/single.h"

namespace cleave::infer {

class ArrayStats {
 public:
  ArrayStats(const Point& point, const Columns& columns, const Options& options);
  void add(Row row, const Columns& columns);
  std::vector<Found> properties(const Columns& columns, const Sample& sample) const;

 private:
  // How two elements, or an element and a variable, were to each other.
  struct Orders {
    bool less = false, equal = false, greater = false, unordered = false;
    uint64_t telling = 0;  // pairs in fresh rows that could have been otherwise
    template <class T>
    void add(T a, T b);
  };
  struct Array {
    uint32_t variable = 0;
    Scalar type;
    uint32_t group = kAlone;
    uint64_t rows = 0;
    uint64_t digest = 0;
    bool fresh = false;  // other elements than in the last row that had some
    IntegerStats integers;
    FloatStats floats;
    Orders neighbours;
  };
  struct WithArray {
    uint32_t a = 0, b = 0;  // indexes in arrays_
    uint64_t rows = 0;
    bool aFits = true, bFits = true;  // the other one was at least as long
    Orders orders;
  };
  struct WithColumn {
    uint32_t array = 0, column = 0;
    uint64_t rows = 0;
    Orders orders;
  };

  template <class T>
  static T elementOf(const Array& array, uint64_t bits);
  void addElements(Array& array, const Value& value);
  void addPair(WithArray& pair, Row row);
  void addColumn(WithColumn& pair, Row row, const Columns& columns);

  Options options_;
  std::vector<Array> arrays_;
  std::vector<WithArray> pairs_;
  std::vector<WithColumn> withColumns_;
};

}  // namespace cleave::infer
