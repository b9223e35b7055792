// Two versions of a project side by side: which programs and libraries correspond, which of them differ at all, and what src/frontend is to
// load for each. A function that several programs have is compared in one of them, if what it may call is the same in the others.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "frontend/symbols.h"
#include "project/project.h"
#include "support/both.h"
#include "support/expected.h"

namespace cleave::project {

struct OutputPair {
  std::string name;  // in after
  OutputKind kind = OutputKind::Program;
  size_t before = 0, after = 0;     // in Project::outputs
  bool same = false;                // made of the same code
  std::vector<std::string> unseen;  // what is no code that we can look into, and differs or may differ: "boot.S (assembly)"
};

class OutputPairs {
 public:
  // The projects must outlive it. `chosen`: the name of one output, or the end of it behind a slash; empty: all.
  static Expected<OutputPairs> of(const Project& before, const Project& after, const std::string& chosen);

  const std::vector<OutputPair>& all() const { return pairs_; }
  const std::vector<std::string>& notes() const { return notes_; }  // on what is in one version alone

  frontend::Sources sources(size_t pair, Side side) const;

  // Names of functions of a pair that are compared in one of the others, too.
  std::set<std::string> comparedIn(size_t pair, const std::vector<size_t>& others);

 private:
  OutputPairs(const Project& before, const Project& after) : before_(&before), after_(&after) {}
  const Project& project(Side side) const { return side == Side::Before ? *before_ : *after_; }
  const Output& output(size_t pair, Side side) const;
  void match(const std::string& chosen);
  OutputPair makePair(size_t before, size_t after) const;

  // For each name the units of an output that have it, each as what it needs of the output: digests of contents.
  using Closures = std::map<std::string, std::vector<std::set<std::string>>>;
  struct Needs {
    Closures byName;
    std::set<std::set<std::string>> all;
  };
  const Needs& needsOf(size_t pair, Side side);
  const frontend::FileSymbols& symbolsOf(const Unit& unit);

  const Project *before_, *after_;
  std::vector<OutputPair> pairs_;
  std::vector<std::string> notes_;
  std::map<std::string, frontend::FileSymbols> symbols_;  // by bitcode
  std::map<std::pair<size_t, Side>, Needs> needs_;
};

}  // namespace cleave::project
