// The module for native replay: the version's code with every symbol in reach, and thunks that call the entries.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "support/expected.h"

namespace cleave::harness {

// Where the harnesses of the entries are: in the module, or each in a part of its own.
enum class Harnesses { Within, Apart };

// Writes the bitcode that native replay compiles: the version's linked code with every symbol made external (so that static functions and
// variables can be reached; nameless ones get names), `main` renamed to `cleave_user_main`, and for each entry a thunk
//     void cleave_call_K(const uint8_t* in, uint8_t* out)     K: position in `entries`
// which loads the entry's ABI scalars from `in` (one every 16 bytes, little endian, in the order of Function::parameters without the
// structReturn one), calls it, and stores the result into `out` (at Function::resultOffsets; a structReturn pointer is `out` itself).
// In C++, when the entry (unless it is main) lets an exception out, the thunk calls `void cleave_caught(void*)` of whoever links it, with
// what a landing pad gets, and returns without a result.
// Working on LLVM's own types, it needs no knowledge of the C types of the entry. One whose signature the lowering cannot express (a long
// double) gets no thunk.
// Every function carries the attribute sanitize_address, so that the module can also be built with AddressSanitizer.
// An entry whose name is empty gets no thunk here.
Status writeReplayModule(const frontend::Version& version, const std::vector<std::string>& entries, const std::filesystem::path& output,
                         Harnesses where = Harnesses::Within);

// The harnesses that the version has, with the thunk of one of them, to be linked with a module that has them apart.
Status writeReplayPart(const frontend::Version& version, const std::string& entry, size_t number, const std::filesystem::path& output);

}  // namespace cleave::harness
