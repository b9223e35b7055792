#include "project/bitcode.h"

#include "frontend/compile.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

// The code names its source as it was given; below the root that must not depend on where the root is.
std::string sourceName(const BitcodeJob& job) {
  const fs::path file = job.source.file;
  if (!file.is_absolute() || job.root.empty() || below(job.root, file) == file.string()) return job.source.file;
  return file.lexically_relative(job.directory).string();
}

// Headers are read as text: a precompiled one was made with other flags.
std::vector<std::string> withoutPrecompiled(const BitcodeJob& job, const Record& record) {
  std::vector<std::string> flags;
  for (size_t k = 0; k < job.flags.size(); ++k) {
    if (job.flags[k] != "-include-pch" || k + 1 == job.flags.size()) {
      flags.push_back(job.flags[k]);
      continue;
    }
    const std::optional<std::string> header = record.headerOf((job.directory / job.flags[++k]).lexically_normal());
    if (header) flags.insert(flags.end(), {"-Xclang", "-include", "-Xclang", *header});
  }
  return flags;
}

std::vector<std::string> commonCommand(const BitcodeJob& job, const Record& record) {
  std::vector<std::string> command{frontend::kCompiler};
  if (job.mode == DriverMode::Cxx) command.push_back("--driver-mode=g++");
  for (std::string& flag : withoutPrecompiled(job, record)) command.push_back(std::move(flag));
  command.push_back("-w");
  if (!job.root.empty()) {  // the last one that fits is taken
    command.push_back("-ffile-prefix-map=" + job.root.string() + "=.");
    command.push_back("-ffile-prefix-map=" + job.root.string() + "/=");
  }
  return command;
}

// Beside the program, or where it is installed; empty: nowhere.
fs::path ownHeaders() {
  std::error_code failure;
  const fs::path home = fs::read_symlink("/proc/self/exe", failure).parent_path();
  for (const fs::path& candidate : {home / "include", home / "../share/cleave/include"})
    if (fs::exists(candidate / "cxx", failure)) return candidate.lexically_normal();
  return {};
}

void addFiles(const BitcodeJob& job, const fs::path& output, std::vector<std::string>& command) {
  const std::string source = sourceName(job);
  command.insert(command.end(), {"-o", output.string(), "-x", job.source.language, source == "-" ? source : "--"});
  if (source != "-") command.push_back(source);  // which may start with a dash
}

}  // namespace

std::vector<std::string> bitcodeCommand(const BitcodeJob& job, const fs::path& output, const Record& record) {
  std::vector<std::string> command = commonCommand(job, record);
  if (const fs::path include = ownHeaders(); !include.empty())
    for (std::string& flag : frontend::headerFlags(include)) command.push_back(std::move(flag));
  for (std::string& flag : frontend::analysisFlags(job.wraps)) command.push_back(std::move(flag));
  command.insert(command.end(), {"-emit-llvm", "-c"});
  addFiles(job, output, command);
  return command;
}

std::vector<std::string> preprocessCommand(const BitcodeJob& job, const fs::path& output, const Record& record) {
  std::vector<std::string> command = commonCommand(job, record);
  command.insert(command.end(), {"-E", "-P"});
  addFiles(job, output, command);
  return command;
}

}  // namespace cleave::project
