// Linear relations of two and of three variables: in plain integers with small coefficients (hull.h), and where asked for modulo 2^w with
// any (wrapping.h). Tuples without a relation are forgotten; those that can still have one are updated in each row.
#pragma once

#include <array>
#include <vector>

#include "infer/inference.h"
#include "infer/private/columns.h"
#include "infer/private/hull.h"
#include "infer/private/pairs.h"
#include "infer/private/wrapping.h"

namespace cleave::infer {

template <size_t kCount>
class LinearRelations {
 public:
  LinearRelations(const Columns& columns, const Options& options, size_t mostTuples);
  void add(const Columns& columns);
  std::vector<Found> properties(const Columns& columns, const Marginals& marginals) const;
  uint64_t skipped() const { return skipped_; }  // tuples beyond mostTuples

 private:
  using Members = std::array<uint32_t, kCount>;
  struct Tuple {
    Members members{};
    uint64_t rows = 0, fresh = 0, lastRow = 0;
    AffineHull<kCount> plain;
    bool plainAlive = true;
    WrappingHull<kCount> wrapping{64};
    bool wrappingAlive = false;
    uint8_t width = 64;
  };

  void addTuples(const Columns& columns, Members& members, size_t chosen, size_t mostTuples);
  bool update(Tuple& tuple, const Columns& columns) const;
  Property plainProperty(const Columns& columns, const Tuple& tuple) const;
  Property wrappingProperty(const Columns& columns, const Tuple& tuple, const WrappingRelation<kCount>& relation) const;

  Options options_;
  std::vector<Tuple> tuples_;
  uint64_t candidates_ = 0, skipped_ = 0;
};

}  // namespace cleave::infer
