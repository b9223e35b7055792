// The driver of native runs (runtime/driver.c) as an object file, which is a part of this program.
#pragma once

#include <string_view>

namespace cleave::native {

std::string_view driverObject();

}  // namespace cleave::native
