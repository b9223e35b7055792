#include "harness/stub_writer.h"

#include <llvm/IR/IRBuilder.h>

namespace cleave::harness {
namespace {

using inputs::Stub;

llvm::Type* typeOf(llvm::IRBuilder<>& builder, const Stub::Scalar& scalar) {
  if (scalar.isPointer) return builder.getPtrTy();
  if (scalar.isFloat) return scalar.bits == 32 ? builder.getFloatTy() : builder.getDoubleTy();
  return builder.getIntNTy(scalar.bits);
}

// As 8 bytes. Pointers stay pointers, so that what they point to is known.
llvm::Value* noted(llvm::IRBuilder<>& builder, const Stub::Scalar& scalar, llvm::Value* value) {
  if (scalar.isPointer) return value;
  if (scalar.isFloat) value = builder.CreateBitCast(value, builder.getIntNTy(scalar.bits));
  return scalar.isSigned ? builder.CreateSExt(value, builder.getInt64Ty()) : builder.CreateZExt(value, builder.getInt64Ty());
}

}  // namespace

void writeStub(llvm::Module& module, const Stub& stub, llvm::Constant& calls, llvm::Constant* results) {
  if (module.getFunction(stub.name) != nullptr) return;  // an entry's and an expression's
  llvm::LLVMContext& context = module.getContext();
  llvm::IRBuilder<> builder(context);
  std::vector<llvm::Type*> types;
  for (const Stub::Scalar& each : stub.parameters) types.push_back(typeOf(builder, each));
  llvm::Type* result = stub.returns ? typeOf(builder, stub.result) : builder.getVoidTy();
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(result, types, false), llvm::GlobalValue::ExternalLinkage, stub.name, module);
  function->setDoesNotThrow();
  if (stub.returns && result->isIntegerTy() && stub.result.bits < 32)
    function->addRetAttr(stub.result.isSigned ? llvm::Attribute::SExt : llvm::Attribute::ZExt);
  auto* entry = llvm::BasicBlock::Create(context, "entry", function);
  auto* note = llvm::BasicBlock::Create(context, "note", function);
  auto* done = llvm::BasicBlock::Create(context, "done", function);

  builder.SetInsertPoint(entry);
  llvm::Value* count = builder.CreateLoad(builder.getInt64Ty(), &calls, "count");
  builder.CreateStore(builder.CreateAdd(count, builder.getInt64(1)), &calls);
  llvm::Value* isNoted = builder.CreateICmpULT(count, builder.getInt64(Stub::kCalls));
  builder.CreateCondBr(isNoted, note, done);

  builder.SetInsertPoint(note);
  const uint64_t width = 8 * stub.parameters.size();
  llvm::Value* place = builder.CreateGEP(builder.getInt8Ty(), &calls,
                                         builder.CreateAdd(builder.CreateMul(count, builder.getInt64(width)), builder.getInt64(8)));
  for (unsigned k = 0; k < stub.parameters.size(); ++k)
    builder.CreateAlignedStore(noted(builder, stub.parameters[k], function->getArg(k)),
                               builder.CreateConstGEP1_64(builder.getInt8Ty(), place, 8 * k), llvm::Align(8));
  builder.CreateBr(done);

  builder.SetInsertPoint(done);
  if (!stub.returns) {
    builder.CreateRetVoid();
    return;
  }
  llvm::Value* which = builder.CreateSelect(isNoted, count, builder.getInt64(Stub::kCalls - 1));
  llvm::Value* from = builder.CreateGEP(builder.getInt8Ty(), results, builder.CreateMul(which, builder.getInt64(8)));
  llvm::Value* value = builder.CreateAlignedLoad(stub.result.bits == 1 ? builder.getInt8Ty() : result, from, llvm::Align(8));
  builder.CreateRet(stub.result.bits == 1 ? builder.CreateTrunc(value, result) : value);
}

}  // namespace cleave::harness
