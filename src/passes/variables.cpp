#include "passes/variables.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace cleave::passes {

VariableRecords::VariableRecords(llvm::Function& function, bool areWanted) {
  for (llvm::Instruction& inst : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (areWanted)
      for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(inst.getDbgRecordRange())) {
        auto* place = llvm::dyn_cast_or_null<llvm::AllocaInst>(record.getVariableLocationOp(0));
        if (record.getType() == llvm::DbgVariableRecord::LocationType::Declare && place != nullptr &&
            record.getExpression()->getNumElements() == 0)
          variables_.insert({place, record.getVariable()});
      }
    inst.dropDbgRecords();
    if (llvm::isa<llvm::DbgInfoIntrinsic>(inst)) inst.eraseFromParent();
  }
}

void VariableRecords::noteValues() const {
  for (const auto& [place, variable] : variables_) note(*place, *variable);
}

// A store of the prologue has no line of its own: there parameters get their values.
void VariableRecords::note(llvm::AllocaInst& place, llvm::DILocalVariable& variable) const {
  llvm::LLVMContext& context = place.getContext();
  llvm::DIExpression* whole = llvm::DIExpression::get(context, {});
  const auto at = [&](unsigned line) { return llvm::DILocation::get(context, line, 0, variable.getScope()); };
  if (!llvm::isAllocaPromotable(&place)) {
    auto* record = llvm::DbgVariableRecord::createDVRDeclare(&place, &variable, whole, at(variable.getLine()));
    place.getParent()->insertDbgRecordBefore(record, std::next(place.getIterator()));
    return;
  }
  for (llvm::User* user : place.users()) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr) continue;
    const llvm::DebugLoc& own = store->getDebugLoc();
    const llvm::DILocation* line = own && own.getLine() != 0 ? own.get() : at(variable.getLine());
    store->getParent()->insertDbgRecordBefore(
        llvm::DbgVariableRecord::createDbgVariableRecord(store->getValueOperand(), &variable, whole, line), store->getIterator());
  }
}

}  // namespace cleave::passes
