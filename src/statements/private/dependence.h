// Forward dependence with distances. A step of dependence leads from a statement to another one that
//   reads what it wrote, through a variable or other memory, in this function, in one that is called, or in the caller,
//   is run or not as it decides,
//   gets what it passes (in the function that it calls) or returns (in the one that calls).
// Within a statement there is no step. A change has distance 0.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "statements/private/function_statements.h"

namespace llvm {
class Module;
}

namespace cleave::statements {

class Dependence {
 public:
  explicit Dependence(llvm::Module& module);
  ~Dependence();

  const FunctionStatements& statementsOf(llvm::Function& function);

  // A statement and how far it is.
  struct Reached {
    llvm::Function* function = nullptr;
    uint32_t statement = 0;
    unsigned distance = 0;
  };
  // From these statements on, up to so many steps; nearest first, then in the order of the module.
  std::vector<Reached> from(llvm::Function& function, const std::vector<uint32_t>& statements, unsigned most);
  // Further ones, that only a later call of a function comes to, which was left meanwhile.
  std::vector<Reached> later(llvm::Function& function, const std::vector<uint32_t>& statements, unsigned most);

 private:
  class Walk;
  struct Flow;
  std::map<std::pair<llvm::Function*, uint32_t>, unsigned> nearest(llvm::Function& function, const std::vector<uint32_t>& statements, unsigned most, bool alsoLater);
  std::vector<Reached> sorted(const std::map<std::pair<llvm::Function*, uint32_t>, unsigned>& found) const;
  const Flow& flowOf(llvm::Function& function);

  llvm::Module& module_;
  std::map<llvm::Function*, std::unique_ptr<FunctionStatements>> statements_;
  std::map<llvm::Function*, std::unique_ptr<Flow>> flows_;
  std::map<const llvm::Function*, uint32_t> order_;
};

}  // namespace cleave::statements
