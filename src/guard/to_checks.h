// Properties of inference as trees that code at a point computes (points/property.h).
#pragma once

#include "infer/property.h"
#include "points/property.h"

namespace cleave::guard {

// Variables keep their numbers: the infer::Point is samplesAt of the probes::Point.
points::Node toNode(const infer::Property& property);

}  // namespace cleave::guard
