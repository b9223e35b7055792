// Calls of the environment as a person reads them: from the log that a run left (program/environment.h), `read(3, 16)`, `send(3, "x", 1)`.
#pragma once

#include <string>
#include <vector>

#include "program/environment.h"
#include "vm/observation.h"

namespace cleave::explore {

inline constexpr const char* kCalls = "calls";  // the observation that tells them all

bool isOfCalls(const vm::ObservedCell& cell);

// In order. What is behind the end of the log, or cannot be told, is left out.
std::vector<std::string> callsIn(const std::vector<vm::ObservedCell>& globals, const std::vector<program::EnvironmentFunction>& environment);

// `before calls send(3, "x", 1), after calls close(3)`: the first that are not the same. Empty: all are.
std::string firstOther(const std::vector<std::string>& before, const std::vector<std::string>& after);

// The first of these calls that stands elsewhere in what was written to a channel: `before calls ext(0) behind "a\n", after ahead of it`. Empty: none does.
std::string firstElsewhere(const std::vector<std::string>& calls, const std::vector<vm::OutputItem>& before, const std::vector<vm::OutputItem>& after);

// `prints "a\n", ext(0)`: calls and text in their order.
std::string callsAmongText(const std::vector<std::string>& calls, const std::vector<vm::OutputItem>& items);

}  // namespace cleave::explore
