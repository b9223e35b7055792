#include "points/private/cut_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "points/private/module_file.h"
#include "points/private/shadows.h"

namespace cleave::points {
namespace {

constexpr uint64_t kMostElements = 16;  // of a local array that becomes arbitrary; of a larger one nothing is known

// Memory on the stack that iterations may write: as elements, or as a whole.
struct Stored {
  llvm::AllocaInst* where = nullptr;
  uint64_t unit = 0;
  uint64_t count = 0;  // 0: nothing is known of it
};

// All that is needed of a loop, found before any code is changed.
struct Loop {
  llvm::BasicBlock* header = nullptr;
  LoopHead head;
  std::vector<llvm::Instruction*> entering;  // ends of blocks outside
  std::vector<llvm::BasicBlock*> exits;
  std::vector<llvm::AllocaInst*> variables;  // that become registers
  std::vector<Stored> memory;
};

bool isOurs(const llvm::AllocaInst& variable) { return variable.getName().starts_with("cleave.phase") || variable.getName().starts_with("cleave.bad"); }

// Whether something in the loop may write through the pointer, or may know it.
bool mayBeWritten(const llvm::Value& pointer, const llvm::Loop& loop) {
  for (const llvm::User* user : pointer.users()) {
    const auto* inst = llvm::dyn_cast<llvm::Instruction>(user);
    if (inst == nullptr) return true;
    if (llvm::isa<llvm::LoadInst, llvm::DbgInfoIntrinsic, llvm::ICmpInst>(inst)) continue;
    if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst>(inst)) {
      if (mayBeWritten(*inst, loop)) return true;
      continue;
    }
    if (loop.contains(inst)) return true;
  }
  return false;
}

Stored storedAt(llvm::AllocaInst& where, const llvm::DataLayout& layout) {
  llvm::Type* type = where.getAllocatedType();
  const uint64_t bytes = layout.getTypeAllocSize(type).getFixedValue();
  const auto* count = llvm::dyn_cast<llvm::ConstantInt>(where.getArraySize());
  if (count == nullptr || !count->isOne()) return {&where, 1, 0};
  uint64_t unit = bytes;
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) unit = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
  if (unit > 8 || (unit & (unit - 1)) != 0) unit = bytes % 4 == 0 ? 4 : 1;
  return {&where, unit, bytes / unit <= kMostElements ? bytes / unit : 0};
}

bool canBeAnything(const llvm::Type& type) {
  return type.isPointerTy() || type.isFloatTy() || type.isDoubleTy() || (type.isIntegerTy() && type.getIntegerBitWidth() <= 64);
}

// None: it is not understood.
std::optional<Loop> describe(const llvm::Loop& loop, const std::map<const llvm::BasicBlock*, LoopHead>& heads) {
  Loop found;
  found.header = loop.getHeader();
  if (llvm::isa<llvm::PHINode>(found.header->front()) || found.header->isEHPad()) return std::nullopt;
  const llvm::DataLayout& layout = found.header->getModule()->getDataLayout();
  for (llvm::Instruction& inst : found.header->getParent()->getEntryBlock()) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
    if (variable == nullptr || isOurs(*variable) || !mayBeWritten(*variable, loop)) continue;
    if (!llvm::isAllocaPromotable(variable)) {
      found.memory.push_back(storedAt(*variable, layout));
    } else if (canBeAnything(*variable->getAllocatedType())) {
      found.variables.push_back(variable);
    } else {
      return std::nullopt;
    }
  }
  for (llvm::BasicBlock* before : llvm::predecessors(found.header))
    if (!loop.contains(before)) found.entering.push_back(before->getTerminator());
  llvm::SmallVector<llvm::BasicBlock*> exits;
  loop.getUniqueExitBlocks(exits);
  found.exits.assign(exits.begin(), exits.end());
  if (const auto head = heads.find(found.header); head != heads.end()) found.head = head->second;
  return found;
}

class Cutter {
 public:
  Cutter(llvm::Module& module, LoopNumbers& numbers) : module_(module), numbers_(numbers) {}

  void cut(Loop loop) {
    number_ = numbers_.loop++;
    if (loop.head.place == nullptr) loop.head = makeLoopHead(&*loop.header->getFirstInsertionPt());
    for (llvm::Instruction* end : loop.entering) store(end, 0, loop.head.phase);
    for (llvm::BasicBlock* exit : loop.exits) {
      Builder builder(&*exit->getFirstInsertionPt());
      call(builder, "cleave_vm_loop_leave", builder.getVoidTy(), {builder.getInt32(number_)});
    }
    // What stood before the place stays in the first block, which so far goes on to the rest.
    llvm::BasicBlock* checked = loop.head.place->getParent();
    llvm::BasicBlock* rest = checked->splitBasicBlock(loop.head.place, "cleave.rest");
    llvm::Instruction* goesOn = checked->getTerminator();
    Builder builder(goesOn);
    llvm::BasicBlock *anything = block(*rest), *assume = block(*rest), *again = block(*rest), *end = block(*rest);
    llvm::SwitchInst* which = builder.CreateSwitch(builder.CreateLoad(builder.getInt8Ty(), loop.head.phase), again, 2);
    which->addCase(builder.getInt8(0), anything);
    which->addCase(builder.getInt8(1), assume);
    goesOn->eraseFromParent();
    becomeAnything(loop, *anything);
    store(assume->getTerminator(), 2, loop.head.phase);
    Builder assuming(assume->getTerminator());
    assuming.CreateCondBr(assuming.CreateICmpNE(assuming.CreateLoad(assuming.getInt8Ty(), loop.head.bad), assuming.getInt8(0)), end, rest);
    assume->getTerminator()->eraseFromParent();
    comeAgain(*again);
    endRun(*end);
  }

 private:
  // One that ends in nothing yet.
  static llvm::BasicBlock* block(llvm::BasicBlock& before) {
    auto* result = llvm::BasicBlock::Create(before.getContext(), "cleave.cut", before.getParent(), &before);
    new llvm::UnreachableInst(before.getContext(), result);
    return result;
  }

  static void store(llvm::Instruction* before, uint8_t value, llvm::AllocaInst* where) {
    Builder builder(before);
    builder.CreateStore(builder.getInt8(value), where);
  }

  llvm::CallInst* call(Builder& builder, const char* name, llvm::Type* result, const std::vector<llvm::Value*>& arguments) {
    std::vector<llvm::Type*> types;
    for (const llvm::Value* each : arguments) types.push_back(each->getType());
    llvm::CallInst* made = builder.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)), arguments);
    if (llvm::DISubprogram* subprogram = builder.GetInsertBlock()->getParent()->getSubprogram())
      made->setDebugLoc(llvm::DILocation::get(made->getContext(), subprogram->getLine(), 0, subprogram));
    return made;
  }

  void becomeAnything(const Loop& loop, llvm::BasicBlock& in) {
    Builder builder(in.getTerminator());
    llvm::Type* word = builder.getInt64Ty();
    auto* visits = new llvm::GlobalVariable(module_, word, false, llvm::GlobalValue::InternalLinkage, llvm::ConstantInt::get(word, 0),
                                            "cleave_property_visits_" + std::to_string(number_));
    llvm::Value* visit = builder.CreateLoad(word, visits);
    builder.CreateStore(builder.CreateAdd(visit, builder.getInt64(1)), visits);
    call(builder, "cleave_vm_loop_enter", builder.getVoidTy(), {builder.getInt32(number_), visit});
    for (const Stored& each : loop.memory)
      call(builder, "cleave_vm_loop_forget", builder.getVoidTy(),
           {builder.getInt32(number_), each.where, builder.getInt32(numbers_.slot++), visit, builder.getInt64(each.unit), builder.getInt64(each.count)});
    then_.clear();
    for (llvm::AllocaInst* variable : loop.variables) {
      llvm::Value* any = call(builder, "cleave_vm_any", word, {builder.getInt32(numbers_.slot++), visit});
      builder.CreateStore(asType(builder, any, *variable), variable);
    }
    builder.CreateStore(builder.getInt8(0), loop.head.bad);
    builder.CreateStore(builder.getInt8(1), loop.head.phase);
    builder.CreateBr(loop.header);
    in.getTerminator()->eraseFromParent();
  }

  // A pointer stays in its object, whatever iterations do: it is looked at whether it does.
  llvm::Value* asType(Builder& builder, llvm::Value* any, llvm::AllocaInst& variable) {
    llvm::Type* type = variable.getAllocatedType();
    if (type->isIntegerTy()) return builder.CreateZExtOrTrunc(any, type);
    if (type->isFloatingPointTy()) return builder.CreateBitCast(builder.CreateZExtOrTrunc(any, builder.getIntNTy(type->getScalarSizeInBits())), type);
    Builder top(&*variable.getFunction()->getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* then = top.CreateAlloca(type, nullptr, "cleave.then");
    llvm::Value* pointer = builder.CreateLoad(type, &variable);
    builder.CreateStore(pointer, then);
    then_.push_back({&variable, then});
    return call(builder, "cleave_vm_moved", type, {pointer, any});
  }

  void comeAgain(llvm::BasicBlock& in) {
    Builder builder(in.getTerminator());
    for (const auto& [variable, then] : then_) {
      llvm::Value* now = builder.CreateLoad(builder.getPtrTy(), variable);
      call(builder, "cleave_vm_same_object", builder.getVoidTy(), {now, builder.CreateLoad(builder.getPtrTy(), then)});
    }
    call(builder, "cleave_vm_loop_again", builder.getVoidTy(), {builder.getInt32(number_)});
    endRun(in);
  }

  void endRun(llvm::BasicBlock& in) {
    Builder builder(in.getTerminator());
    call(builder, "_exit", builder.getVoidTy(), {builder.getInt32(0)});
  }

  llvm::Module& module_;
  LoopNumbers& numbers_;
  uint32_t number_ = 0;  // of the loop at work
  std::vector<std::pair<llvm::AllocaInst*, llvm::AllocaInst*>> then_;  // its pointers, and where they are kept as they were
};

}  // namespace

LoopHead makeLoopHead(llvm::Instruction* place) {
  Builder top(&*place->getFunction()->getEntryBlock().getFirstInsertionPt());
  LoopHead head;
  head.place = place;
  head.phase = top.CreateAlloca(top.getInt8Ty(), nullptr, "cleave.phase");
  head.bad = top.CreateAlloca(top.getInt8Ty(), nullptr, "cleave.bad");
  for (llvm::AllocaInst* each : {head.phase, head.bad}) top.CreateStore(top.getInt8(0), each);
  return head;
}

llvm::GlobalVariable& assumedOf(llvm::Module& module, uint32_t number) {
  const std::string name = "cleave_property_assumed_" + std::to_string(number);
  if (llvm::GlobalVariable* known = module.getNamedGlobal(name)) return *known;
  llvm::Type* type = llvm::Type::getInt8Ty(module.getContext());
  return *new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::WeakODRLinkage, llvm::ConstantInt::get(type, 1), name);
}

std::set<const llvm::BasicBlock*> cutLoops(llvm::Module& module, const std::map<const llvm::BasicBlock*, LoopHead>& heads, LoopNumbers& numbers) {
  std::set<const llvm::BasicBlock*> headers;
  Cutter cutter(module, numbers);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    std::vector<Loop> found;
    {
      const llvm::DominatorTree tree(function);
      const llvm::LoopInfo loops(tree);
      for (const llvm::Loop* loop : loops.getLoopsInPreorder())
        if (!loop->getHeader()->getName().starts_with("cleave."))
          if (std::optional<Loop> each = describe(*loop, heads)) found.push_back(std::move(*each));
    }
    for (Loop& each : found) {
      headers.insert(each.header);
      cutter.cut(std::move(each));
    }
  }
  return headers;
}

}  // namespace cleave::points
