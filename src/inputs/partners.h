// What an input may be in one version it must be able to be in the other, under the same number: which parameters, functions, global
// variables and classes of a version have a partner in the other one. Made for a pair of functions by explore/entry.h; a plan for one
// version alone has none of it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "inputs/counted.h"
#include "program/program.h"

namespace cleave::inputs {

struct Partners {
  // By parameter: the name that its cells get, and the place that it has in both versions.
  struct Parameter {
    std::string name;          // empty: its own
    std::string slot;          // cells of one slot and one name are one cell
    bool isReference = false;  // in one of the versions: one object, and never null
  };
  std::vector<Parameter> parameters;
  bool byRegisters = false;  // one version lacks debug information: parameters are what the machine passes

  std::vector<program::Type> variableArguments;  // of one with a variable number of them: those that both versions are called with

  bool isPair = false;                         // otherwise there is no other version, and all that follows is empty
  std::map<std::string, uint32_t> functions;   // by linker name, numbered alike in both versions
  std::map<std::string, std::string> globals;  // by linker name: the name in after
  std::set<std::string> classes;               // with virtual functions in both versions: "B"
  std::set<std::string> inputGlobals;          // linker names of this version: globals that are inputs of the other one
  bool readsStdin = false;                     // the other version does
  bool asksRandom = false;
  bool asksErrno = false;
  bool asksZone = false;
  std::set<std::string> environment;  // functions of the environment that the other version may call
  Counted counted;                    // in both versions
  std::set<uint32_t> changed;         // numbers of functions that do something else in the other version, or call one that does
  std::set<std::string> cuts;         // places that there is no room for in one of the versions: both leave them out
  bool sharesLimits = false;          // there is not room for all: each pointer gets a part of it, else the first one takes what the last one needs
  // Of a pointer that the versions would have lead to other things (Plan::choices): what both of them know. It is one of these, or null.
  std::map<std::string, std::set<std::string>> choices;
  std::vector<std::string> reached;   // globals that either version reaches: linker names of this one, in the same order
};

// "int (char *, long)", as a pointer to the function has it.
std::string signatureText(const program::Program& program, const program::Function& function);

}  // namespace cleave::inputs
