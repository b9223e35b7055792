// Loads source text through the whole front end, for the tests of `frontend` and of the folders that do its steps.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "frontend/frontend.h"
#include "program/dump.h"
#include "support/temp_dir.h"

namespace cleave::test {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;  // file name, contents

class TextLoader {
 public:
  TextLoader() : directory_(TempDir::create("frontend-test").take()) { options_.directory = directory_.path(); }

  std::string write(const std::string& name, const std::string& text) {
    const std::string path = (directory_.path() / name).string();
    EXPECT_FALSE(writeFile(path, text).has_value());
    return path;
  }
  Expected<frontend::Version> load(const NamedTexts& texts, const std::vector<std::string>& flags = {}) {
    frontend::Sources sources;
    for (const auto& [name, text] : texts) sources.files.push_back(write(name, text));
    sources.flags = flags;
    return frontend::load(sources, "before", options_);
  }
  std::string errorOf(const NamedTexts& texts, const std::vector<std::string>& flags = {}) {
    Expected<frontend::Version> version = load(texts, flags);
    return version ? "no error" : version.error().message;
  }

  const std::filesystem::path& path() const { return directory_.path(); }
  frontend::LoadOptions& options() { return options_; }

 private:
  TempDir directory_;
  frontend::LoadOptions options_;
};

// A version whose loading must succeed.
class Loaded {
 public:
  explicit Loaded(const std::string& text, const std::string& name = "t.c", const std::vector<std::string>& flags = {})
      : version_(loader_.load({{name, text}}, flags)) {
    if (!version_) ADD_FAILURE() << version_.error().message;
  }

  const frontend::Version& version() const { return *version_; }
  const program::Program& program() const { return version_->program; }
  TextLoader& loader() { return loader_; }

  const program::Function& function(const std::string& display) const {
    for (const program::Function& function : program().functions)
      if (function.display == display) return function;
    throw std::runtime_error("no function " + display);
  }
  const program::Global& global(const std::string& name) const { return program().global(program().findGlobal(name)); }
  std::string dump(const std::string& display) const { return program::dump(program(), function(display)); }
  bool has(const std::string& display, const std::string& part) const { return dump(display).find(part) != std::string::npos; }
  std::vector<std::string> unsupported() const {
    std::vector<std::string> all;
    for (const program::Function& function : program().functions)
      all.insert(all.end(), function.unsupported.begin(), function.unsupported.end());
    return all;
  }
  unsigned count(const std::string& display, program::Op op) const {
    unsigned result = 0;
    for (const program::Instruction& inst : function(display).instructions) result += inst.op == op ? 1 : 0;
    return result;
  }

 private:
  TextLoader loader_;
  Expected<frontend::Version> version_;
};

#define EXPECT_DUMP(loaded, function, part) \
  EXPECT_TRUE((loaded).has(function, part)) << "expected: " << (part) << "\n" << (loaded).dump(function)
#define EXPECT_NO_DUMP(loaded, function, part) \
  EXPECT_FALSE((loaded).has(function, part)) << "not expected: " << (part) << "\n" << (loaded).dump(function)

}  // namespace cleave::test
