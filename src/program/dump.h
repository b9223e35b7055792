// A program as readable text, one line per instruction: for `cleave dump program`, for tests, and for seeing what the lowering did.
#pragma once

#include <string>

#include "program/program.h"

namespace cleave::program {

std::string dump(const Program& program, const Function& function);
std::string dump(const Program& program);

}  // namespace cleave::program
