// Does a property hold in a row? The meaning of property.h as code, written for clarity; inference itself does not use it to decide what
// held, so that each checks the other.
#pragma once

#include "infer/property.h"

namespace cleave::infer {

enum class Truth : uint8_t {
  Holds,
  Fails,
  Absent,  // it holds vacuously: a variable has no value here, the guard does not hold, or no element was recorded
};

Truth evaluate(const Point& point, const Property& property, Row row);

}  // namespace cleave::infer
