// The names in a file of LLVM code, without its bodies.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace cleave::frontend {

struct FileSymbols {
  std::set<std::string> all;
  std::set<std::string> local;      // seen in this file alone
  std::set<std::string> defined;    // for all files
  std::set<std::string> strong;     // of these, those that nobody else may define
  std::set<std::string> weak;       // of these, those that another file's may stand for
  std::set<std::string> undefined;  // used, and defined elsewhere
};

// What cannot be read has none: whoever links it will say so.
FileSymbols readSymbols(const std::filesystem::path& file, bool isText = false);

}  // namespace cleave::frontend
