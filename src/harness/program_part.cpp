#include "harness/program_part.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

#include "frontend/link.h"
#include "support/check.h"

namespace cleave::harness {
namespace {

// What an indirect function stands for is found out when the program starts: as unknown as one without a body.
void declareChoices(llvm::Module& module) {
  for (llvm::GlobalIFunc& choice : llvm::make_early_inc_range(module.ifuncs())) {
    auto* type = llvm::cast<llvm::FunctionType>(choice.getValueType());
    auto* unknown = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "", module);
    unknown->takeName(&choice);
    choice.replaceAllUsesWith(unknown);
    choice.eraseFromParent();
  }
}

template <class Range>
void eraseUnused(Range things) {
  for (auto& thing : llvm::make_early_inc_range(things)) {
    thing.removeDeadConstantUsers();
    if (thing.isDeclaration() && thing.use_empty()) thing.eraseFromParent();
  }
}

// Debug information of functions that are no longer there would be carried along for nothing.
void keepUnitsOfFunctions(llvm::Module& module) {
  llvm::NamedMDNode* units = module.getNamedMetadata("llvm.dbg.cu");
  if (units == nullptr) return;
  units->clearOperands();
  for (const llvm::Function& function : module) {
    llvm::DISubprogram* subprogram = function.getSubprogram();
    if (subprogram == nullptr || subprogram->getUnit() == nullptr) continue;
    if (!llvm::is_contained(units->operands(), subprogram->getUnit())) units->addOperand(subprogram->getUnit());
  }
  if (units->getNumOperands() == 0) units->eraseFromParent();
}

}  // namespace

ProgramPart::ProgramPart(llvm::Module& module) : module_(module) {
  for (const llvm::GlobalValue& value : module.global_values()) rest_.insert(&value);
}

void ProgramPart::declareRest() const {
  frontend::dissolveAliases(module_);
  declareChoices(module_);
  for (llvm::GlobalVariable& global : llvm::make_early_inc_range(module_.globals())) {
    if (global.hasAppendingLinkage()) {  // llvm.used, llvm.global_ctors
      global.eraseFromParent();
    } else if (rest_.contains(&global) && !global.isDeclaration()) {
      frontend::makeDeclaration(global);
    }
  }
  for (llvm::Function& function : module_)
    if (rest_.contains(&function) && !function.isDeclaration()) frontend::makeDeclaration(function);
  llvm::cantFail(module_.materializeAll());  // nothing is left to be read
  eraseUnused(module_.functions());
  eraseUnused(module_.globals());
  keepUnitsOfFunctions(module_);
  std::string invalid;
  llvm::raw_string_ostream stream(invalid);
  CHECK(!llvm::verifyModule(module_, &stream), "an input harness is not valid: " + invalid);
}

}  // namespace cleave::harness
