// Programs written in C, taken through the whole front end, for tests of the folders above `program`: places are named by source line.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "frontend/frontend.h"
#include "support/temp_dir.h"

namespace cleave::test {

// The text starts at line 1 of the file; a raw string that begins with a line break has its first statement in line 2.
class CProgram {
 public:
  explicit CProgram(const std::string& text, const std::string& name = "t.c") : directory_(TempDir::create("unit-test").take()) {
    const std::string path = (directory_.path() / name).string();
    EXPECT_FALSE(writeFile(path, text).has_value());
    frontend::LoadOptions options;
    options.directory = directory_.path();
    Expected<frontend::Version> loaded = frontend::load({{path}, {}}, "before", options);
    if (!loaded) throw std::runtime_error(loaded.error().message);
    version_ = loaded.take();
  }

  const program::Program& program() const { return version_.program; }
  program::FunctionId id(const std::string& name) const {
    const program::FunctionId id = program().findFunction(name);
    if (!id.valid()) throw std::runtime_error("no function " + name);
    return id;
  }
  const program::Function& function(const std::string& name) const { return program().function(id(name)); }
  program::GlobalId global(const std::string& name) const { return program().findGlobal(name); }

  // The instructions of an operation in a line, in order.
  std::vector<program::InstIndex> find(const std::string& name, uint32_t line, program::Op op) const {
    std::vector<program::InstIndex> found;
    const program::Function& f = function(name);
    for (program::InstIndex i = 0; i < f.instructions.size(); ++i)
      if (f.instructions[i].op == op && f.instructions[i].loc.line == line) found.push_back(i);
    return found;
  }
  program::InstIndex only(const std::string& name, uint32_t line, program::Op op) const {
    const std::vector<program::InstIndex> found = find(name, line, op);
    if (found.size() != 1)
      throw std::runtime_error(name + " has " + std::to_string(found.size()) + " such instructions in line " + std::to_string(line));
    return found[0];
  }
  program::BlockIndex blockOf(const std::string& name, program::InstIndex i) const { return function(name).facts.blockOf.at(i); }
  std::set<uint32_t> linesOf(const std::string& name, const std::vector<program::BlockIndex>& blocks) const {
    std::set<uint32_t> lines;
    const program::Function& f = function(name);
    for (const program::BlockIndex b : blocks)
      for (program::InstIndex i = f.blocks[b].first; i < f.blocks[b].end; ++i)
        if (f.instructions[i].loc.known()) lines.insert(f.instructions[i].loc.line);
    return lines;
  }

 private:
  TempDir directory_;
  frontend::Version version_;
};

}  // namespace cleave::test
