// The body of a function of the environment:
//
//     ssize_t read(int fd, void *buf, size_t n) {
//       note(number of read); note(fd); note(n);         // the observation; the contents of what is only written do not count
//       k = turn(&calls of read, answers);               // the run ends here when there is no answer left
//       errno = answers[k].errno;
//       give_bytes(buf, answers[k].buf, n);
//       return answers[k].result;
//     }
//
// The function gets another name, so that natively it is this body that is called, and never the system's, while the C library goes on
// calling its own.
#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Linker/Linker.h>

#include "frontend/environment.h"
#include "support/check.h"

namespace cleave::frontend {
namespace {

using program::EnvironmentFunction;
using program::EnvironmentNumber;
using program::EnvironmentPointee;
using program::EnvironmentUse;
using program::EnvironmentValue;
using Kind = EnvironmentValue::Kind;
using Behind = EnvironmentPointee::Kind;

class BodyWriter {
 public:
  BodyWriter(llvm::Module& module, const EnvironmentFunction& function, llvm::GlobalVariable* answers, llvm::GlobalVariable* count)
      : module_(module), described_(function), answers_(answers), count_(count), builder_(module.getContext()) {}

  // `kinds`: of arguments beyond the parameters, as letterOf says.
  void write(llvm::Function& body, const std::string& kinds) {
    body_ = &body;
    body.setLinkage(llvm::GlobalValue::ExternalLinkage);
    body.setDSOLocal(true);
    body.setDoesNotThrow();
    body.removeFnAttr(llvm::Attribute::NoReturn);  // the run ends in it, not behind it
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", &body));
    switch (described_.use) {
      case EnvironmentUse::Event:
        note(kinds);
        return described_.noReturn ? stop() : answer("cleave_environment_turn");
      case EnvironmentUse::Stop:
        note(kinds);
        return stop();
      case EnvironmentUse::Ignored:
        return described_.noReturn ? stop() : answer("cleave_environment_last_turn");
      case EnvironmentUse::Pure:
        return pure();
    }
  }

 private:
  llvm::Type* word() { return builder_.getInt64Ty(); }

  llvm::CallInst* call(const char* name, llvm::Type* result, const std::vector<llvm::Value*>& arguments) {
    std::vector<llvm::Type*> types;
    for (const llvm::Value* each : arguments) types.push_back(each->getType());
    return builder_.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false)), arguments);
  }

  llvm::Value* at(llvm::Value* base, uint64_t offset) { return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), base, offset); }

  llvm::Value* asWord(llvm::Value* value, bool isSigned) {
    llvm::Type* type = value->getType();
    if (type->isFloatingPointTy()) value = builder_.CreateBitCast(value, builder_.getIntNTy(type->getScalarSizeInBits()));
    return isSigned ? builder_.CreateSExt(value, word()) : builder_.CreateZExt(value, word());
  }

  void noteWord(llvm::Value* value) { call("cleave_environment_note", builder_.getVoidTy(), {value}); }

  // --- the observation

  void note(const std::string& kinds) {
    call("cleave_vm_note_call", builder_.getVoidTy(), {});
    noteWord(builder_.getInt64(described_.number));
    for (unsigned k = 0; k < described_.parameters.size(); ++k) noteParameter(*body_->getArg(k), described_.parameters[k]);
    if (!described_.variadic) return;
    // How many there are, and of which kind each is: another row of arguments must not look like the calls that follow.
    noteWord(builder_.getInt64(kinds.size()));
    for (size_t k = 0; k < kinds.size(); ++k) {
      llvm::Value* argument = body_->getArg(static_cast<unsigned>(described_.parameters.size() + k));
      noteWord(builder_.getInt64(static_cast<uint64_t>(kinds[k])));
      if (!argument->getType()->isPointerTy())
        noteWord(asWord(argument, true));
      else
        call(kinds[k] == 's' ? "cleave_environment_note_text" : "cleave_environment_note_pointer", builder_.getVoidTy(), {argument});
    }
  }

  void noteParameter(llvm::Value& argument, const EnvironmentValue& value) {
    if (value.kind == Kind::Number) return noteWord(asWord(&argument, value.number.isSigned));
    if (value.behind.isOutput) return noteWord(builder_.CreateZExt(builder_.CreateIsNotNull(&argument), word()));
    switch (value.behind.kind) {
      case Behind::Token:
        call("cleave_environment_note_pointer", builder_.getVoidTy(), {&argument});
        return;
      case Behind::Text:
        call("cleave_environment_note_text", builder_.getVoidTy(), {&argument});
        return;
      case Behind::Bytes:
        call("cleave_environment_note_bytes", builder_.getVoidTy(), {&argument, bytesOf(value.behind)});
        return;
      case Behind::Object:
        return noteObject(argument, value.behind);
    }
  }

  void noteObject(llvm::Value& pointer, const EnvironmentPointee& behind) {
    noteWord(builder_.CreateZExt(builder_.CreateIsNotNull(&pointer), word()));
    auto* some = llvm::BasicBlock::Create(module_.getContext(), "some", body_);
    auto* done = llvm::BasicBlock::Create(module_.getContext(), "done", body_);
    builder_.CreateCondBr(builder_.CreateIsNotNull(&pointer), some, done);
    builder_.SetInsertPoint(some);
    for (const EnvironmentNumber& each : behind.numbers) {
      llvm::Type* type = each.isPointer ? static_cast<llvm::Type*>(builder_.getPtrTy()) : builder_.getIntNTy(each.bits);
      llvm::Value* value = builder_.CreateAlignedLoad(type, at(&pointer, each.offset), llvm::Align(1));
      if (each.isPointer) value = builder_.CreateIsNotNull(value);
      noteWord(asWord(value, each.isSigned));
    }
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
  }

  // How many bytes there are, as the program says: by the next argument, or by what it leads to.
  llvm::Value* bytesOf(const EnvironmentPointee& behind) {
    llvm::Value* length = body_->getArg(behind.length);
    const EnvironmentValue& described = described_.parameters[behind.length];
    if (described.kind == Kind::Pointer) {
      // (the length itself was noted, null or not, as an object of its own)
      llvm::Value* none = builder_.CreateIsNull(length);
      auto* look = llvm::BasicBlock::Create(module_.getContext(), "look", body_);
      auto* known = llvm::BasicBlock::Create(module_.getContext(), "known", body_);
      llvm::BasicBlock* from = builder_.GetInsertBlock();
      builder_.CreateCondBr(none, known, look);
      builder_.SetInsertPoint(look);
      llvm::Value* loaded = builder_.CreateAlignedLoad(
          builder_.getIntNTy(described.behind.numbers.empty() ? 32 : described.behind.numbers[0].bits), length, llvm::Align(1));
      llvm::Value* extended = builder_.CreateZExt(loaded, word());
      builder_.CreateBr(known);
      builder_.SetInsertPoint(known);
      llvm::PHINode* phi = builder_.CreatePHI(word(), 2);
      phi->addIncoming(builder_.getInt64(0), from);
      phi->addIncoming(extended, look);
      return phi;
    }
    // A negative number of bytes is none.
    llvm::Value* count = asWord(length, described.number.isSigned);
    if (described.number.isSigned)
      count = builder_.CreateSelect(builder_.CreateICmpSLT(count, builder_.getInt64(0)), builder_.getInt64(0), count);
    return behind.size == 1 ? count : builder_.CreateMul(count, builder_.getInt64(behind.size));
  }

  // --- the answer

  void stop() {
    call("cleave_vm_stop", builder_.getVoidTy(), {})->setDoesNotReturn();
    llvm::cast<llvm::Function>(module_.getFunction("cleave_vm_stop"))->setDoesNotReturn();
    builder_.CreateUnreachable();
  }

  void answer(const char* turn) {
    llvm::Value* which = call(turn, word(), {count_, builder_.getInt64(program::kEnvironmentAnswers)});
    llvm::Value* own = builder_.CreateGEP(builder_.getInt8Ty(), answers_, builder_.CreateMul(which, builder_.getInt64(described_.answerSize)));
    for (unsigned k = 0; k < described_.parameters.size(); ++k) give(*body_->getArg(k), described_.parameters[k], own);
    if (described_.setsErrno) {
      llvm::Value* place = call("__errno_location", builder_.getPtrTy(), {});
      builder_.CreateStore(builder_.CreateAlignedLoad(builder_.getInt32Ty(), at(own, described_.errnoAt), llvm::Align(8)), place);
    }
    giveResult(at(own, described_.resultAt));
  }

  void give(llvm::Value& to, const EnvironmentValue& value, llvm::Value* own) {
    if (value.kind != Kind::Pointer || value.behind.isConst) return;
    llvm::Value* from = at(own, value.behind.answer);
    if (value.behind.kind == Behind::Object)
      call("cleave_environment_give", builder_.getVoidTy(), {&to, from, builder_.getInt64(value.behind.size)});
    if (value.behind.kind == Behind::Bytes)
      call("cleave_environment_give_bytes", builder_.getVoidTy(),
           {&to, from, bytesOf(value.behind), builder_.getInt64(program::kEnvironmentBytes)});
  }

  void giveResult(llvm::Value* from) {
    llvm::Type* type = body_->getReturnType();
    if (type->isVoidTy()) {
      builder_.CreateRetVoid();
      return;
    }
    const bool isBit = type->isIntegerTy(1);
    llvm::Value* value = builder_.CreateAlignedLoad(isBit ? builder_.getInt8Ty() : type, from, llvm::Align(8));
    builder_.CreateRet(isBit ? builder_.CreateTrunc(value, type) : value);
  }

  // A table of some places, each with its result, and a result for all others: any function on as many arguments as there are places.
  void pure() {
    const uint64_t row = 8 * (described_.parameters.size() + 1);
    llvm::Value* result = resultAt(program::kPurePlaces * row);
    for (uint64_t k = program::kPurePlaces; k-- > 0;) {
      llvm::Value* same = builder_.getTrue();
      for (unsigned p = 0; p < described_.parameters.size(); ++p) {
        llvm::Value* place = builder_.CreateAlignedLoad(word(), at(answers_, k * row + 8 * p), llvm::Align(8));
        same = builder_.CreateAnd(same, builder_.CreateICmpEQ(place, asWord(body_->getArg(p), described_.parameters[p].number.isSigned)));
      }
      result = builder_.CreateSelect(same, resultAt(k * row + 8 * described_.parameters.size()), result);
    }
    builder_.CreateRet(result);
  }

  llvm::Value* resultAt(uint64_t offset) {
    llvm::Type* type = body_->getReturnType();
    const bool isBit = type->isIntegerTy(1);
    llvm::Value* value = builder_.CreateAlignedLoad(isBit ? builder_.getInt8Ty() : type, at(answers_, offset), llvm::Align(8));
    return isBit ? builder_.CreateTrunc(value, type) : value;
  }

  llvm::Module& module_;
  const EnvironmentFunction& described_;
  llvm::GlobalVariable* answers_;
  llvm::GlobalVariable* count_;
  llvm::IRBuilder<> builder_;
  llvm::Function* body_ = nullptr;
};

llvm::GlobalVariable* addGlobal(llvm::Module& module, const std::string& name, uint64_t size) {
  llvm::Type* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), size);
  auto* made =
      new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, llvm::Constant::getNullValue(type), name);
  made->setAlignment(llvm::Align(16));
  return made;
}

uint64_t answersSize(const EnvironmentFunction& function) {
  if (function.use == EnvironmentUse::Pure) return 8 * (program::kPurePlaces * (function.parameters.size() + 1) + 1);
  return program::kEnvironmentAnswers * function.answerSize;
}

// --- variadic ones: a body for each row of arguments that they are called with

bool isText(const llvm::Value* argument) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(argument->stripPointerCasts());
  if (global == nullptr || !global->isConstant() || !global->hasInitializer()) return false;
  const auto* data = llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer());
  return data != nullptr && data->isCString();
}

// Zero: it cannot be written down.
char letterOf(const llvm::Value* argument) {
  const llvm::Type* type = argument->getType();
  if (type->isPointerTy()) return isText(argument) ? 's' : 'p';
  if (type->isDoubleTy()) return 'd';
  return type->isIntegerTy(32) ? 'i' : type->isIntegerTy(64) ? 'l' : '\0';
}

// What cannot be written down stays a call of the function without a body.
void replaceCall(llvm::CallBase& call, llvm::Function& declared, BodyWriter& writer) {
  std::string letters;
  std::vector<llvm::Type*> types;
  const unsigned fixed = declared.getFunctionType()->getNumParams();
  for (unsigned k = 0; k < call.arg_size(); ++k) {
    types.push_back(call.getArgOperand(k)->getType());
    if (k < fixed) continue;
    letters += letterOf(call.getArgOperand(k));
    if (letters.back() == '\0') return;
  }
  llvm::Module& module = *declared.getParent();
  const std::string name = program::kEnvironmentBody + declared.getName().str() + "." + letters;
  auto* type = llvm::FunctionType::get(declared.getReturnType(), types, false);
  llvm::Function* body = module.getFunction(name);
  if (body == nullptr) {
    body = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
    writer.write(*body, letters);
  }
  llvm::AttributeList attributes = call.getAttributes();
  call.setCalledFunction(type, body);
  call.setAttributes(attributes);
}

void replaceCalls(llvm::Function& declared, BodyWriter& writer) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::User* user : declared.users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call != nullptr && call->getCalledOperand() == &declared) calls.push_back(call);
  for (llvm::CallBase* call : calls) replaceCall(*call, declared, writer);
}

// What the bodies share, and nothing else of the models: natively the rest is the C library's.
Status linkShared(LoadedModule& loaded, const std::filesystem::path& models) {
  constexpr llvm::StringRef kShared = "cleave_environment_";
  Expected<std::unique_ptr<llvm::Module>> read = readLazilyInto(models, *loaded.context);
  if (!read) return read.error();
  std::unique_ptr<llvm::Module> library = read.take();
  for (llvm::GlobalVariable& global : llvm::make_early_inc_range(library->globals()))
    if (global.hasAppendingLinkage()) global.eraseFromParent();
  dissolveAliases(*library);
  for (llvm::Function& function : *library) {
    function.setSection("");
    if (!function.getName().starts_with(kShared) && !function.isDeclaration()) makeDeclaration(function);
    if (function.hasLocalLinkage()) function.setName("cleave_models." + function.getName().str());
  }
  for (llvm::GlobalVariable& global : library->globals())
    if (!global.isDeclaration() && !(global.isConstant() && global.hasLocalLinkage())) makeDeclaration(global);
  library->setTargetTriple(loaded.module->getTargetTriple());
  library->setDataLayout(loaded.module->getDataLayout());
  if (llvm::Linker::linkModules(*loaded.module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded))
    return Error{"cannot link what functions of the environment share: " + models.string()};
  return std::nullopt;
}

}  // namespace

Status writeEnvironment(LoadedModule& loaded, const std::vector<EnvironmentFunction>& functions, const std::filesystem::path& models) {
  if (functions.empty()) return std::nullopt;
  llvm::Module& module = *loaded.module;
  addGlobal(module, program::environmentGlobal("used"), 8);
  addGlobal(module, program::environmentGlobal("words"), 8 * program::kEnvironmentWords);
  for (const EnvironmentFunction& function : functions) {
    llvm::GlobalVariable* answers = addGlobal(module, program::environmentAnswers(function.name), answersSize(function));
    llvm::Function* declared = module.getFunction(function.name);
    if (declared == nullptr) continue;  // the other version calls it
    CHECK(declared->isDeclaration(), "a function of the environment has a body: " + function.name);
    BodyWriter writer(module, function, answers, addGlobal(module, "cleave_environment_count." + function.name, 8));
    if (function.variadic) {
      replaceCalls(*declared, writer);
      continue;
    }
    declared->setName(program::kEnvironmentBody + function.name);
    writer.write(*declared, "");
  }
  return linkShared(loaded, models);
}

}  // namespace cleave::frontend
