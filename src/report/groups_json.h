// Groups of partitions as JSON, in both directions.
#pragma once

#include <vector>

#include "report/json_parts.h"
#include "result/result.h"

namespace cleave::report {

Json groupJson(const result::Group& group);
// Inputs that its example leaves out are added by completeWitness.
result::Group groupFrom(const Json& json);

}  // namespace cleave::report
