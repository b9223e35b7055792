// Runs clang-19 on the source files. A file of LLVM code (.ll, .bc) goes through it too, only to be looked at: what clang can read without
// complaint or crash, we can read in our own process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "support/expected.h"

namespace cleave::frontend {

// How clang is asked for code that we can look into. They come behind the user's flags and so win over them.
std::vector<std::string> analysisFlags(bool wraps);
// Finds <cleave.h>, and what stands before headers of the C++ library, in this directory.
std::vector<std::string> headerFlags(const std::filesystem::path& include);
inline constexpr const char* kCompiler = "clang-19";

enum class Language { C, Cxx, LlvmText, LlvmBitcode };
Expected<Language> languageOf(const std::string& file);  // by its extension

struct CompileJob {
  std::string file;
  Language language = Language::C;
  std::vector<std::string> flags;
  bool wraps = true;             // signed overflow does
  std::filesystem::path output;  // what the compiler writes
  std::string unit = {};         // what statics of this file are told apart by (frontend/units.h)
  bool isDone = false;           // compiled already (frontend::Compiled): `file` is the source, `output` the code
  // What to read afterwards: the compiler's output, or the given file itself when it is LLVM code.
  std::filesystem::path bitcode() const {
    return isDone || language == Language::C || language == Language::Cxx ? output : std::filesystem::path(file);
  }
};

// One job per file of a version; an error when a file cannot be one.
Expected<std::vector<CompileJob>> planJobs(const Sources& sources, const std::string& label, const LoadOptions& options);

// Runs all jobs at once. The result holds each job's warnings; the error carries the diagnostics of the first job that failed.
Expected<std::vector<std::string>> compileAll(const std::vector<CompileJob>& jobs, const StopFlag* stop);

}  // namespace cleave::frontend
