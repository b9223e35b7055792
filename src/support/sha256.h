// The SHA-256 digest of a text (FIPS 180-4), in hexadecimal digits. For noticing that a file is another one; nothing is kept secret with
// it.
#pragma once

#include <string>
#include <string_view>

namespace cleave {

std::string sha256(std::string_view text);
std::string plainSha256(std::string_view text);  // the same, without instructions that not every processor has

}  // namespace cleave
