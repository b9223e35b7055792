// Marks: an object file says of itself which units it was made of, in a section of its own that no program loads (`.cleave.units`: names,
// each with a zero behind it). Linkers put sections of one name behind one another, so a program names exactly the units that are in it,
// whatever became of the objects in between: renamed, copied, put into archives, linked into larger ones (docs/decisions/015-marks.md).
//
// Reads and writes what is needed of ELF for 64-bit little-endian machines, and of `ar` archives; any other file has no marks.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/expected.h"

namespace cleave::project {

inline constexpr const char* kMarksSection = ".cleave.units";

// Adds a section at the end; all else stays where it is.
Status addMarks(const std::filesystem::path& object, const std::vector<std::string>& ids);

enum class BinaryKind { Other, Object, Program, SharedLibrary, Archive, LlvmCode };

struct Binary {
  BinaryKind kind = BinaryKind::Other;
  std::vector<std::string> marks;   // in the order of the file, each once
  std::string soname;               // of a shared library
  std::vector<std::string> needed;  // shared libraries that are loaded with it, by their sonames
};

Binary parseBinary(std::string_view contents);  // of an archive only the kind
Expected<Binary> readBinary(const std::filesystem::path& file);

// The files in an archive, those of a thin one too.
struct Member {
  std::string name;
  std::string contents;
};
std::vector<Member> readArchive(const std::filesystem::path& archive);

}  // namespace cleave::project
