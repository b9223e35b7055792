// Fuzz targets for libFuzzer: a file for each entry, with the witnesses as seeds.
#pragma once

#include "tests/suite.h"

namespace cleave::tests {

Suite writeFuzzTargets(const Chosen& chosen, const Options& options, const std::string& name);

}  // namespace cleave::tests
