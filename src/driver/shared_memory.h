// Whether the code of an entry shares memory with anybody: atomic or volatile accesses, or threads. The verdict is of one thread then.
#pragma once

#include "driver/prepare.h"

namespace cleave::driver {

bool mayShareMemory(const Prepared& prepared, const EntryPair& entry);
bool mayShareMemory(const Prepared& prepared);  // anything in either version

}  // namespace cleave::driver
