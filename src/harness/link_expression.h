// Adds the function of an expression (expression.h) to a version's linked module.
#pragma once

#include <filesystem>
#include <string>

#include "frontend/link.h"

namespace cleave::harness {

Status linkExpression(frontend::LoadedModule& module, const std::filesystem::path& bitcode, const std::string& name);

}  // namespace cleave::harness
