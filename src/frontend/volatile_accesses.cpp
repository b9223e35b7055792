#include "frontend/volatile_accesses.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "inputs/user_names.h"

namespace cleave::frontend {
namespace {

using inputs::kVolatileEvents;
using inputs::kVolatileReads;

constexpr uint64_t kWrite = 256;  // in the kind of an event, beside its number of bits

bool isPlainNumber(const llvm::Type& type) {
  return (type.isIntegerTy() && type.getIntegerBitWidth() <= 64) || type.isFloatTy() || type.isDoubleTy();
}

// `void* (*const volatile wipe)(void*, int, size_t) = memset;`: nobody writes it, and it is volatile only so that the compiler does not know
// what it holds.
bool isInitialPointer(const llvm::Value& pointer, const llvm::Type& type) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&pointer);
  return global != nullptr && global->isConstant() && global->hasDefinitiveInitializer() && type.isPointerTy();
}

bool isWatched(const llvm::Instruction& inst) {
  const llvm::Value* pointer = nullptr;
  const llvm::Type* type = nullptr;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst); load != nullptr && load->isVolatile()) {
    if (load->isAtomic()) return false;
    pointer = load->getPointerOperand();
    type = load->getType();
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst); store != nullptr && store->isVolatile()) {
    if (store->isAtomic()) return false;
    pointer = store->getPointerOperand();
    type = store->getValueOperand()->getType();
  } else {
    return false;
  }
  const bool isRead = isPlainNumber(*type) || isInitialPointer(*pointer, *type);
  return isRead && !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0));
}

// The functions that note accesses, and what they write to.
class Watcher {
 public:
  explicit Watcher(llvm::Module& module) : module_(module), builder_(module.getContext()) {
    number_ = builder_.getInt64Ty();
    count_ = global(inputs::volatileGlobal("count"), 1);
    places_ = global(inputs::volatileGlobal("places"), kVolatileEvents);
    kinds_ = global(inputs::volatileGlobal("kinds"), kVolatileEvents);
    values_ = global(inputs::volatileGlobal("values"), kVolatileEvents);
    reads_ = global(inputs::volatileGlobal("reads"), kVolatileReads);
    readCount_ = global("cleave_volatile_read_count", 1);
    writeNote();
    writeRead();
  }

  void watch(llvm::LoadInst& load) {
    builder_.SetInsertPoint(load.getNextNode());
    builder_.SetCurrentDebugLocation(load.getDebugLoc());
    llvm::Type* type = load.getType();
    if (type->isPointerTy()) {
      builder_.CreateCall(note_, {load.getPointerOperand(), builder_.getInt64(64), builder_.getInt64(0)});
      load.setVolatile(false);
      return;
    }
    auto* given = builder_.CreateCall(read_, {load.getPointerOperand(), builder_.getInt64(type->getScalarSizeInBits())});
    llvm::Type* bits = builder_.getIntNTy(type->getScalarSizeInBits());
    llvm::Value* value = builder_.CreateTrunc(given, bits);
    if (!type->isIntegerTy()) value = builder_.CreateBitCast(value, type);
    load.replaceAllUsesWith(value);
    load.setVolatile(false);  // it still must be an object that can be read
  }

  void watch(llvm::StoreInst& store) {
    builder_.SetInsertPoint(store.getNextNode());
    builder_.SetCurrentDebugLocation(store.getDebugLoc());
    llvm::Value* value = store.getValueOperand();
    const unsigned width = value->getType()->getScalarSizeInBits();
    if (!value->getType()->isIntegerTy()) value = builder_.CreateBitCast(value, builder_.getIntNTy(width));
    builder_.CreateCall(note_, {store.getPointerOperand(), builder_.getInt64(kWrite + width), builder_.CreateZExt(value, number_)});
    store.setVolatile(false);
  }

 private:
  llvm::GlobalVariable* global(const std::string& name, uint64_t numbers) {
    llvm::Type* type = llvm::ArrayType::get(builder_.getInt8Ty(), 8 * numbers);
    auto* made =
        new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::ExternalLinkage, llvm::Constant::getNullValue(type), name);
    made->setAlignment(llvm::Align(16));
    return made;
  }

  llvm::Function* function(const char* name, llvm::Type* result, std::vector<llvm::Type*> parameters) {
    auto* made =
        llvm::Function::Create(llvm::FunctionType::get(result, parameters, false), llvm::GlobalValue::ExternalLinkage, name, module_);
    made->setDoesNotThrow();
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", made));
    builder_.SetCurrentDebugLocation(llvm::DebugLoc());
    return made;
  }

  llvm::Value* place(llvm::GlobalVariable* array, llvm::Value* index) {
    return builder_.CreateGEP(builder_.getInt8Ty(), array, builder_.CreateMul(index, builder_.getInt64(8)));
  }

  llvm::Value* countUp(llvm::GlobalVariable* counter) {
    llvm::Value* count = builder_.CreateLoad(number_, counter);
    builder_.CreateStore(builder_.CreateAdd(count, builder_.getInt64(1)), counter);
    return count;
  }

  void writeNote() {
    note_ = function("cleave_volatile_note", builder_.getVoidTy(), {builder_.getPtrTy(), number_, number_});
    auto* some = llvm::BasicBlock::Create(module_.getContext(), "some", note_);
    auto* done = llvm::BasicBlock::Create(module_.getContext(), "done", note_);
    llvm::Value* count = countUp(count_);
    builder_.CreateCondBr(builder_.CreateICmpULT(count, builder_.getInt64(kVolatileEvents)), some, done);
    builder_.SetInsertPoint(some);
    builder_.CreateStore(note_->getArg(0), place(places_, count));
    builder_.CreateStore(note_->getArg(1), place(kinds_, count));
    builder_.CreateStore(note_->getArg(2), place(values_, count));
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    builder_.CreateRetVoid();
  }

  void writeRead() {
    read_ = function("cleave_volatile_read", number_, {builder_.getPtrTy(), number_});
    builder_.CreateCall(note_, {read_->getArg(0), read_->getArg(1), builder_.getInt64(0)});
    llvm::Value* count = countUp(readCount_);
    llvm::Value* last = builder_.getInt64(kVolatileReads - 1);
    llvm::Value* which = builder_.CreateSelect(builder_.CreateICmpULT(count, last), count, last);
    builder_.CreateRet(builder_.CreateLoad(number_, place(reads_, which)));
  }

  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
  llvm::Type* number_ = nullptr;
  llvm::GlobalVariable* count_ = nullptr;
  llvm::GlobalVariable* places_ = nullptr;
  llvm::GlobalVariable* kinds_ = nullptr;
  llvm::GlobalVariable* values_ = nullptr;
  llvm::GlobalVariable* reads_ = nullptr;
  llvm::GlobalVariable* readCount_ = nullptr;
  llvm::Function* note_ = nullptr;
  llvm::Function* read_ = nullptr;
};

}  // namespace

void expandVolatileAccesses(llvm::Module& module) {
  std::vector<llvm::Instruction*> accesses;
  for (llvm::Function& function : module)
    for (llvm::Instruction& inst : llvm::instructions(function))
      if (isWatched(inst)) accesses.push_back(&inst);
  if (accesses.empty()) return;
  Watcher watcher(module);
  for (llvm::Instruction* inst : accesses) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(inst))
      watcher.watch(*load);
    else
      watcher.watch(llvm::cast<llvm::StoreInst>(*inst));
  }
}

}  // namespace cleave::frontend
