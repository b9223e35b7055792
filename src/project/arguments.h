// What a call of the compiler asks for: which sources it compiles, what it links, where the result goes, and which of its flags matter to
// what the code means. Only to be looked at: clang itself gets the words as they were given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/expected.h"

namespace cleave::project {

enum class DriverMode { C, Cxx };  // clang or clang++

// As behind `-x`: c, c++, cpp-output, c++-cpp-output, ir, assembler, assembler-with-cpp, c-header, ...
struct SourceFile {
  std::string file;  // as it was given; "-" is the standard input
  std::string language;
  bool isAssembly() const { return language == "assembler" || language == "assembler-with-cpp"; }
  bool isHeader() const { return language.ends_with("-header"); }
  bool isReadable() const {  // clang makes LLVM code of it that we understand
    return language == "c" || language == "c++" || language == "cpp-output" || language == "c++-cpp-output" || language == "ir";
  }
};

// How far it goes. Other: nothing is made that becomes a part of a program (-E, -S, -M, -fsyntax-only, --version, ...).
enum class Stage { Other, Precompile, Object, Link };

struct CompilerCall {
  Stage stage = Stage::Other;
  std::vector<SourceFile> sources;
  std::vector<std::string> linkInputs;   // files that are not compiled: objects, archives, shared libraries
  std::vector<std::string> linkerWords;  // what the linker is told besides: the words of -Wl, and -Xlinker
  std::optional<std::string> output;     // -o
  std::vector<std::string> flags;        // what matters to the meaning of the code
  bool isRelocatable = false;            // -r: what is linked is an object again

  // Where the object of a source goes, at Stage::Object.
  std::string objectOf(const SourceFile& source) const;
  std::string linked() const { return output.value_or("a.out"); }
  bool readsStandardInput() const;
};

// Words with those of response files in their places, as clang reads them (quotes and backslashes; one file may name another).
std::vector<std::string> expandResponseFiles(const std::vector<std::string>& words);

CompilerCall parseCall(const std::vector<std::string>& words, DriverMode mode);

}  // namespace cleave::project
