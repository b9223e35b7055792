// The filter of system calls. A list of what is allowed: calls that touch the process itself, its descendants, its descriptors, or files by
// name (which mounts and Landlock restrict). What is not listed fails, as if the kernel did not know it.
#pragma once

#include <vector>

#include <linux/filter.h>
#include <sys/types.h>

#include "sandbox/sandbox.h"
#include "support/expected.h"

namespace cleave::sandbox {

// For Strength::Landlock the filter names the one process that may get signals, and must be bound to it. `mayMultiply`: whether the program
// may start processes and threads; never with that strength.
Expected<std::vector<sock_filter>> makeFilter(Strength strength, bool mayMultiply);

// In the child: system calls alone.
void bindFilter(std::vector<sock_filter>& filter, pid_t self) noexcept;
bool loadFilter(const std::vector<sock_filter>& filter) noexcept;  // for good, and for all that it starts

}  // namespace cleave::sandbox
