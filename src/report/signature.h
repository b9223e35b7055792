// Semantic signatures for people (text), for programs (JSON), and as contracts in the source's own language.
#pragma once

#include <string>

#include "report/text.h"
#include "result/signature.h"

namespace cleave::report {

std::string toText(const result::SignatureResult& result, const TextOptions& options);
std::string toJson(const result::SignatureResult& result, int indent = 2);

// Each row as a behaviour: what is assumed before the call, what is ensured behind it. A comment in the manner of ACSL.
std::string toContracts(const result::Signature& signature);

// Each row as C: a function that takes the arguments and the result of a call and asserts what the row says. Compile it with -fwrapv. Only
// what is computed from scalar parameters can be written so; an empty text says that there is nothing of the kind.
std::string toAssertions(const result::Signature& signature);

}  // namespace cleave::report
