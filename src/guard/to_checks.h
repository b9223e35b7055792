// Properties of inference as trees that code at a point computes (points/property.h).
#pragma once

#include <optional>

#include "infer/property.h"
#include "points/property.h"

namespace cleave::guard {

// Variables keep their numbers: the infer::Point is samplesAt of the probes::Point.
points::Node toNode(const infer::Property& property);

// x <= 25 as x <= 24: a bound that holds only because nothing comes near it, among the inputs that are looked at, holds in this form as well.
// None: the property is no bound.
std::optional<infer::Property> tightened(const infer::Property& property);

}  // namespace cleave::guard
