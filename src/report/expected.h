// Steps towards an expected version (result/expected.h) as text and JSON.
#pragma once

#include <string>

#include "result/expected.h"

namespace cleave::report {

std::string toText(const result::ExpectedResult& result);
std::string toJson(const result::ExpectedResult& result);
// A document of report/json.h that has them, too, as `expected`.
std::string withExpected(std::string document, const result::ExpectedResult& result);

}  // namespace cleave::report
