// Properties as JSON and back. Variables are named by name and role, so that a file of another run, whose point lists them in another
// order, can be read; a property of a variable that is gone is an error with its name. Integers beyond 53 bits are texts.
#pragma once

#include <nlohmann/json.hpp>

#include "infer/property.h"
#include "support/expected.h"

namespace cleave::infer {

nlohmann::json toJson(const Point& point, const Property& property);
Expected<Property> fromJson(const Point& point, const nlohmann::json& given);

}  // namespace cleave::infer
