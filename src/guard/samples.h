// What probes recorded, as samples for inference: a point of a log is a point of inference with the same variables in the same order, and a
// record is a row of it.
#pragma once

#include <vector>

#include "infer/point.h"
#include "probes/log.h"
#include "probes/point.h"

namespace cleave::guard {

infer::Point samplesAt(const probes::Point& point);

// Makes rows of the records of one point; a row is valid until the next one is made.
class RowMaker {
 public:
  explicit RowMaker(const probes::Point& point);
  infer::Row row(const probes::Record& record);

 private:
  std::vector<probes::ValueKind> kinds_;
  std::vector<infer::Value> values_;
  std::vector<std::vector<uint64_t>> elements_;
};

}  // namespace cleave::guard
