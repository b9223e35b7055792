#include "optimizer/drop_unreachable.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

#include <vector>

namespace cleave::optimizer {
namespace {

class Reach {
 public:
  void add(const llvm::Value& value) {
    if (llvm::isa<llvm::Constant>(value) && seen_.insert(&value).second) work_.push_back(&value);
  }

  void close() {
    while (!work_.empty()) {
      const auto* value = llvm::cast<llvm::User>(work_.back());
      work_.pop_back();
      for (const llvm::Use& operand : value->operands()) add(*operand);  // of a function: its personality and the like
      const auto* function = llvm::dyn_cast<llvm::Function>(value);
      if (function == nullptr) continue;
      for (const llvm::Instruction& inst : llvm::instructions(*function))
        for (const llvm::Use& operand : inst.operands()) add(*operand);
    }
  }

  bool holds(const llvm::Function& function) const { return seen_.contains(&function); }

 private:
  llvm::DenseSet<const llvm::Value*> seen_;
  std::vector<const llvm::Value*> work_;
};

}  // namespace

void dropUnreachableFunctions(llvm::Module& module, const std::set<std::string>& names) {
  Reach reach;
  for (const std::string& name : names)
    if (const llvm::Function* function = module.getFunction(name)) reach.add(*function);
  for (const llvm::GlobalVariable& variable : module.globals()) reach.add(variable);
  for (const llvm::GlobalAlias& alias : module.aliases()) reach.add(alias);
  for (const llvm::GlobalIFunc& choice : module.ifuncs()) reach.add(choice);
  reach.close();
  std::vector<llvm::Function*> dropped;
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && !reach.holds(function)) dropped.push_back(&function);
  for (llvm::Function* function : dropped) function->deleteBody();
  for (llvm::Function* function : dropped) {
    function->removeDeadConstantUsers();
    if (function->use_empty()) function->eraseFromParent();
  }
}

}  // namespace cleave::optimizer
