// Checks every claim that cleave makes of one entry against the native answers.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "oracle.h"

namespace cleave::soundness {

struct EntryCheck {
  std::vector<std::string> failures;
  std::string verdict;
  size_t partitions = 0;
  size_t covered = 0;  // inputs in a partition that is equal or different
};

// `entry` is an element of "entries" of the JSON document. The witnesses of its partitions are to be run too: adds them to the inputs.
void addWitnesses(const nlohmann::json& entry, const Function& function, InputSet& inputs);

// `answers`: by input of `inputs`.
EntryCheck checkEntry(const nlohmann::json& entry, const Pair& pair, const InputSet& inputs, const NativeAnswers& answers);

// What kind of failure a message tells of, without the details.
std::string failureKind(const std::string& message);

}  // namespace cleave::soundness
