// From the log of a test run to properties, and back to the log of another run: what held in every record, and what does not hold there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "infer/inference.h"
#include "infer/options.h"
#include "probes/log.h"
#include "support/budget.h"

namespace cleave::guard {

struct PointProperties {
  probes::Point point;
  infer::Point samples;  // its variables as those of the properties
  std::vector<infer::Found> found;
};

// Of every point that was reached, also what others imply: those may turn out to be false.
std::vector<PointProperties> inferProperties(const probes::Log& log, const infer::Options& options, const StopFlag* stop);

// Of the properties of a point with these indices, those that do not follow from the others of them.
std::vector<size_t> withoutImplied(const PointProperties& at, const std::vector<size_t>& which, const StopFlag* stop);

// For each point of `given`, for each of its properties: the records of a log of the other version that break it. Points correspond by their keys and
// units, variables by name.
std::vector<std::vector<uint64_t>> countBroken(const std::vector<PointProperties>& given, const probes::Log& log);

// The property over the variables of another point, by name and role; none if one of them is missing there.
std::optional<infer::Property> transferred(const infer::Property& property, const infer::Point& from, const infer::Point& to);

}  // namespace cleave::guard
