// Types of exceptions: which handler is for which, as far as the type_info objects of a module tell, and what the models need to know of a
// type (ThrownType in models/exceptions.h). A relation that is not told (a virtual base, a class of a library, a conversion of pointers) is
// unknown, and a run in which it matters ends as unfinished.
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cleave::exceptions {

struct Catch {
  enum class Kind { No, Yes, Unknown } kind = Kind::No;
  int64_t offset = 0;  // Yes: where in the thrown object the handler's type stands
};

// A number that depends on the type's name only, so that both versions agree; at least 2 (1 is a handler for all).
uint32_t exceptionTypeId(const llvm::GlobalVariable& typeInfo);

// The type_info object that a handler or a throw mentions; null when it is none.
llvm::GlobalVariable* typeInfoOf(llvm::Value& value);

// Does a handler for `handled` take a thrown object of type `thrown`?
Catch catches(const llvm::GlobalVariable& handled, const llvm::GlobalVariable& thrown);

// The types that a module throws, in the order of their names.
class ThrownTypes {
 public:
  explicit ThrownTypes(llvm::Module& module) : module_(module) {}

  void add(llvm::GlobalVariable& typeInfo);
  const std::map<std::string, llvm::GlobalVariable*>& all() const { return all_; }
  bool ambiguous() const { return ambiguous_; }  // two types got the same number
  llvm::Constant* descriptor(const llvm::GlobalVariable& typeInfo);

 private:
  llvm::Constant* text(const std::string& name, const std::string& contents);

  llvm::Module& module_;
  std::map<std::string, llvm::GlobalVariable*> all_;
  std::map<uint32_t, std::string> names_;
  bool ambiguous_ = false;
};

}  // namespace cleave::exceptions
