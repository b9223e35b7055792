#include "harness/call_alike.h"

namespace cleave::harness {

llvm::CallInst* callAlike(llvm::IRBuilder<>& builder, llvm::Function& function, const std::vector<llvm::Value*>& arguments) {
  llvm::CallInst* call = builder.CreateCall(&function, arguments);
  call->setCallingConv(function.getCallingConv());
  const llvm::AttributeList attributes = function.getAttributes();
  llvm::SmallVector<llvm::AttributeSet, 8> parameters;
  for (unsigned i = 0; i < function.arg_size(); ++i) parameters.push_back(attributes.getParamAttrs(i));
  call->setAttributes(llvm::AttributeList::get(function.getContext(), llvm::AttributeSet(), attributes.getRetAttrs(), parameters));
  return call;
}

}  // namespace cleave::harness
