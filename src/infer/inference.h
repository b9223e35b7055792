// Inference: rows in, properties out. One object for one point; rows come one after another, and what is kept of them is bounded by the
// number of variables, not of rows. Every property that comes out held in every row that went in, and had too many chances to fail to be an
// accident (justify.h). It says nothing about rows that were not seen: proving is somebody else's task.
//
// The result may say one thing in several ways; suppress.h takes out what follows from the rest.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "infer/options.h"
#include "infer/point.h"
#include "infer/property.h"

namespace cleave::infer {

// From what says most to what says least: where properties imply each other, the first ones are kept.
enum class Family : uint8_t { Constant, Equality, Set, Linear, Nullness, Range, Order, Remainder, Elements, Distinct, Implication };

struct Found {
  Property property;
  Family family = Family::Constant;
  double logChance = 0;  // of its being an accident, see justify.h
  uint64_t rows = 0;     // in which all of its variables had values
};

class Inference {
 public:
  Inference(Point point, Options options);
  ~Inference();
  Inference(Inference&&) noexcept;

  void add(Row row);
  // What held in all rows so far and is justified; in an order that depends on nothing but the rows.
  std::vector<Found> properties() const;

  const Point& point() const;
  uint64_t rows() const;
  uint64_t skippedTriples() const;  // Options::mostTriples

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cleave::infer
