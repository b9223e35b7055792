// Attributes of functions that those who rewrite or write modules leave for one another. None of them means anything to LLVM.
#pragma once

namespace cleave::passes {

inline constexpr const char* kRefusedAttribute = "cleave-refused-handlers";  // not supported; why, or empty: it has handlers that nobody made plain
inline constexpr const char* kThrowsAttribute = "cleave-throws";             // may return with an exception pending
// An input harness: what becomes of an exception that the entry lets out. Value "main": the program ends.
inline constexpr const char* kHarnessAttribute = "cleave-harness";

}  // namespace cleave::passes
