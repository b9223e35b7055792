// Gives a module, before LLVM's optimiser sees it, the meaning that the VM gives to it, so that as little as possible is left undefined:
//  - what only tells the optimiser something (attributes, metadata, flags of arithmetic, llvm.assume) is gone; loops may run for ever;
//  - a division is guarded: by zero, or of the smallest number by -1, it ends in a call of a trap function that returns to nobody;
//  - an access to a variable or an array is guarded by its bounds, one through any other pointer by a test against null;
//  - shift counts count modulo the width, `unreachable` is a trap, memcpy copies like memmove, float to integer is an opaque function;
//  - a local variable starts with the result of an opaque function. One that is left over marks a read of an uninitialised value;
//  - variables that can be written, and constants that other files can name, keep their names; all functions but the entries are internal.
// What remains undefined is listed per function: Facts.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cleave::optimizer {

// Of a function, or of all that an entry may reach.
struct Facts {
  std::string refused;           // why no proof can go through this code; empty: none
  bool throughPointers = false;  // accesses memory behind a pointer whose object is not known, or calls through one
  bool uninitialised = false;    // has variables that may be read before they are written
  bool floats = false;
  bool longDoubles = false;
  bool recursive = false;  // of an entry: some function may call itself again

  void add(const Facts& other);  // what holds of this or of the other
};

// What the symbols of a module mention, before the optimiser makes some of them vanish.
class MentionGraph {
 public:
  void add(const std::string& symbol, Facts facts, std::set<std::string> mentioned);
  Facts reachableFrom(const std::string& symbol) const;

 private:
  struct Node {
    Facts facts;
    std::set<std::string> mentioned;
  };
  std::map<std::string, Node> nodes_;
};

// Rewrites the module as said above. `entries` are linker names.
MentionGraph prepareForOptimizer(llvm::Module& module, const std::set<std::string>& entries, const llvm::TargetLibraryInfo& library);

// A call that stands for an uninitialised value.
bool isUninitialisedMarker(const llvm::Function& function);
// A function that prepareForOptimizer made up: a trap, a marker, a conversion.
bool isMadeUp(const llvm::Function& function);
// The attributes of a call or a function that say how arguments are passed; all others are hints.
bool saysHowToPass(llvm::Attribute::AttrKind kind);

}  // namespace cleave::optimizer
