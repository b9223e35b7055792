#include "harness/replay_module.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "frontend/environment.h"
#include "frontend/link.h"
#include "frontend/overflow_checks.h"
#include "frontend/user_inputs.h"
#include "frontend/volatile_accesses.h"
#include "harness/call_alike.h"
#include "lower/flat_type.h"
#include "passes/notes.h"
#include "support/check.h"

namespace cleave::harness {
namespace {

constexpr uint64_t kInputStride = 16;
constexpr const char* kPersonality = "__gxx_personality_v0";
constexpr const char* kUserMain = "cleave_user_main";

// Definitions that only this module could see become visible in the executable, but not to the shared libraries it loads: a static function
// called `read` must not take the place of the C library's.
void makeExternal(llvm::GlobalObject& object) {
  object.setComdat(nullptr);
  object.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
  if (object.isDeclarationForLinker() && object.isDeclaration()) return;
  if (object.hasAppendingLinkage() || object.hasCommonLinkage()) return;
  const bool wasLocal = object.hasLocalLinkage();
  object.setLinkage(llvm::GlobalValue::ExternalLinkage);
  object.setVisibility(wasLocal ? llvm::GlobalValue::HiddenVisibility : llvm::GlobalValue::DefaultVisibility);
  if (wasLocal) object.setDSOLocal(true);
}

// What other files of the program define is missing here, and must not keep functions that have no use for it from being run. A run that
// comes to such a symbol crashes on a null pointer; the VM stops there as well, so no witness does.
void letBeMissing(llvm::GlobalObject& declared) {
  if (!declared.isDeclaration() || declared.getName().starts_with("llvm.")) return;
  // The compiler's own archive is only searched for what must be there.
  for (const char* support : {"__muldc3", "__mulsc3", "__mulxc3", "__divdc3", "__divsc3", "__divxc3"})
    if (declared.getName() == support) return;
  declared.setLinkage(llvm::GlobalValue::ExternalWeakLinkage);
  declared.setDSOLocal(false);
}

// A value in memory has whole bytes; a bool is one byte.
llvm::Type* memoryType(llvm::Type* type) {
  if (!type->isIntegerTy()) return type;
  return llvm::IntegerType::get(type->getContext(), (type->getIntegerBitWidth() + 7) / 8 * 8);
}

class Thunk {
 public:
  Thunk(llvm::Module& module, lower::FlatTypes& types, llvm::Function& entry, const program::Function& described)
      : types_(types), entry_(entry), described_(described), builder_(module.getContext()) {}

  // `mayCatch`: the C++ runtime is there.
  void write(const std::string& name, bool mayCatch) {
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Function* thunk = llvm::Function::Create(llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer}, false),
                                                   llvm::GlobalValue::ExternalLinkage, name, entry_.getParent());
    in_ = thunk->getArg(0);
    out_ = thunk->getArg(1);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(thunk->getContext(), "entry", thunk));
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& argument : entry_.args())
      arguments.push_back(argument.hasStructRetAttr() ? out_ : loadArgument(argument.getType()));
    llvm::CallInst* call = callAlike(builder_, entry_, arguments);
    storeResult(call);
    builder_.CreateRetVoid();
    if (mayCatch && catches()) catchAll(*thunk, *call);
  }

 private:
  // A caller of the entry might catch what it throws; nobody catches what leaves main.
  bool catches() const {
    const bool isMain =
        entry_.getName() == kUserMain || entry_.getFnAttribute(passes::kHarnessAttribute).getValueAsString() == "main";
    return !isMain && !entry_.doesNotThrow();
  }

  // The driver does the rest.
  void catchAll(llvm::Function& thunk, llvm::CallInst& call) {
    llvm::Module& module = *thunk.getParent();
    thunk.setPersonalityFn(llvm::cast<llvm::Constant>(
        module.getOrInsertFunction(kPersonality, llvm::FunctionType::get(builder_.getInt32Ty(), true)).getCallee()));
    llvm::BasicBlock* pad = llvm::BasicBlock::Create(thunk.getContext(), "caught", &thunk);
    llvm::changeToInvokeAndSplitBasicBlock(&call, pad);
    builder_.SetInsertPoint(pad);
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::LandingPadInst* caught = builder_.CreateLandingPad(llvm::StructType::get(pointer, builder_.getInt32Ty()), 1);
    caught->addClause(llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(pointer)));
    llvm::FunctionCallee driver = module.getOrInsertFunction("cleave_caught", builder_.getVoidTy(), pointer);
    llvm::cast<llvm::Function>(driver.getCallee())
        ->setLinkage(llvm::GlobalValue::ExternalWeakLinkage);  // who expects none need not have it
    builder_.CreateCall(driver, {builder_.CreateExtractValue(caught, 0)});
    builder_.CreateRetVoid();
  }

  llvm::Value* at(llvm::Value* base, uint64_t offset) { return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, offset); }

  llvm::Value* loadScalar(llvm::Type* type) {
    llvm::Value* place = at(in_, kInputStride * next_++);
    llvm::Value* value = builder_.CreateAlignedLoad(memoryType(type), place, llvm::Align(1));
    return value->getType() == type ? value : builder_.CreateTrunc(value, type);
  }

  llvm::Value* loadArgument(llvm::Type* type) {
    types_.ofPassed(type);  // throws when the lowering could not express it either
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      llvm::Value* value = llvm::PoisonValue::get(type);
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        value = builder_.CreateInsertElement(value, loadScalar(vector->getElementType()), uint64_t{i});
      return value;
    }
    if (!type->isAggregateType()) return loadScalar(type);
    llvm::Value* value = llvm::PoisonValue::get(type);
    const uint64_t count = type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
    for (unsigned i = 0; i < count; ++i)
      value = builder_.CreateInsertValue(value,
                                         loadArgument(type->isStructTy() ? type->getStructElementType(i) : type->getArrayElementType()), i);
    return value;
  }

  void storeScalar(llvm::Value* value) {
    const uint64_t offset = described_.resultOffsets.at(stored_++);
    llvm::Type* type = memoryType(value->getType());
    if (type != value->getType()) value = builder_.CreateZExt(value, type);
    builder_.CreateAlignedStore(value, at(out_, offset), llvm::Align(1));
  }

  void storeResult(llvm::Value* value) {
    llvm::Type* type = value->getType();
    if (type->isVoidTy()) return;
    types_.ofPassed(type);
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      for (unsigned i = 0; i < vector->getNumElements(); ++i) storeScalar(builder_.CreateExtractElement(value, uint64_t{i}));
    } else if (type->isAggregateType()) {
      const uint64_t count = type->isStructTy() ? type->getStructNumElements() : type->getArrayNumElements();
      for (unsigned i = 0; i < count; ++i) storeResult(builder_.CreateExtractValue(value, i));
    } else {
      storeScalar(value);
    }
  }

  lower::FlatTypes& types_;
  llvm::Function& entry_;
  const program::Function& described_;
  llvm::IRBuilder<> builder_;
  llvm::Value* in_ = nullptr;
  llvm::Value* out_ = nullptr;
  uint64_t next_ = 0;
  size_t stored_ = 0;
};

// They speak of the program's symbols by name, local ones included.
Status linkHarnesses(frontend::LoadedModule& loaded, const frontend::Version& version, Harnesses where) {
  if (version.harnessBitcode.empty() && where == Harnesses::Within) return std::nullopt;
  if (Status failed = frontend::writeEnvironment(loaded, version.program.environment, version.environmentModels)) return failed;
  frontend::expandUserInputs(*loaded.module);
  frontend::expandVolatileAccesses(*loaded.module);
  if (where == Harnesses::Apart) return std::nullopt;
  Expected<std::unique_ptr<llvm::Module>> harnesses = frontend::readInto(version.harnessBitcode, *loaded.context);
  if (!harnesses) return harnesses.error();
  CHECK(!llvm::Linker::linkModules(*loaded.module, harnesses.take()), "an input harness does not fit its program");
  return std::nullopt;
}

// A mark of a property is told as it is written: a run that exits or crashes leaves nobody to look at it.
void announceMarks(llvm::Module& module) {
  std::vector<std::pair<llvm::StoreInst*, uint32_t>> stores;
  for (llvm::GlobalVariable& global : module.globals()) {
    llvm::StringRef number = global.getName();
    uint32_t mark = 0;
    if (!number.consume_front(program::kPropertyMark) || number.getAsInteger(10, mark)) continue;
    for (llvm::User* user : global.users())
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store != nullptr && store->getPointerOperand() == &global &&
                                                               store->getValueOperand()->getType()->isIntegerTy(8))
        stores.emplace_back(store, mark);
  }
  for (const auto& [store, mark] : stores) {
    llvm::IRBuilder<> builder(store->getNextNode());
    builder.CreateCall(module.getOrInsertFunction("cleave_announce", builder.getVoidTy(), builder.getInt32Ty(), builder.getInt8Ty()),
                       {builder.getInt32(mark), store->getValueOperand()});
  }
}

// `linkage`: a part has the entry's thunk in place of the one in the module, where the entry was planned anew.
void writeThunk(llvm::Module& module, llvm::Function& entry, const frontend::Version& version, program::FunctionId described, size_t k,
                llvm::GlobalValue::LinkageTypes linkage) {
  lower::FlatTypes types(module.getDataLayout());
  const std::string name = fmt::format("cleave_call_{}", k);
  try {
    Thunk(module, types, entry, version.program.function(described)).write(name, version.isCxx);
    module.getFunction(name)->setLinkage(linkage);
  } catch (const lower::Unsupported&) {
    // The lowering could not express its signature either: nothing is found out about it that would have to be replayed.
    module.getFunction(name)->eraseFromParent();
  }
}

// Memory of the inputs lies by itself, with room around each: a pointer just behind an array would else be the address of whichever global or input
// comes next, in one version a different one than in the other. (The dot makes AddressSanitizer look after what is there.)
void setInputsApart(llvm::Module& module) {
  constexpr const char* kSection = ".cleave.inputs";
  std::vector<llvm::GlobalVariable*> inputs;
  for (llvm::GlobalVariable& global : module.globals())
    if (global.getName().starts_with(program::kInputMemory) && !global.isDeclaration() && !global.isConstant()) inputs.push_back(&global);
  if (inputs.empty()) return;
  auto* room = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 64);
  std::vector<llvm::GlobalValue*> rooms;
  const auto addRoom = [&](llvm::GlobalVariable* before) {
    auto* global = new llvm::GlobalVariable(module, room, false, llvm::GlobalValue::InternalLinkage, llvm::Constant::getNullValue(room), "cleave_room", before);
    global->setSection(kSection);
    rooms.push_back(global);
  };
  for (llvm::GlobalVariable* input : inputs) {
    input->setSection(kSection);
    addRoom(input);
  }
  addRoom(nullptr);
  llvm::appendToCompilerUsed(module, rooms);  // llvm.used would set them into a section of their own
}

Status finish(llvm::Module& module, const std::filesystem::path& output) {
  for (llvm::GlobalObject& object : module.global_objects()) letBeMissing(object);
  setInputsApart(module);
  // AddressSanitizer instruments only the functions that ask for it. A plain build makes the same code with and without.
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) function.addFnAttr(llvm::Attribute::SanitizeAddress);
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  CHECK(!llvm::verifyModule(module, &stream), "the replay module is not valid: " + problems);
  llvm::StripDebugInfo(module);  // nobody looks at lines there, and it is most of what compilers and linkers would read
  return frontend::writeBitcode(module, output);
}

// Of arguments and values: they are as long as the paths of the inputs, and nobody needs them.
void forgetNames(llvm::Function& function) {
  for (llvm::Argument& argument : function.args()) argument.setName("");
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block) instruction.setName("");
}

Error notDefined(const std::string& entry) { return {fmt::format("cannot replay {}: it is not defined in this version", entry)}; }

}  // namespace

Status writeReplayModule(const frontend::Version& version, const std::vector<std::string>& entries, const std::filesystem::path& output,
                         Harnesses where) {
  Expected<frontend::LoadedModule> loaded = frontend::readBitcode(version.linkedBitcode);
  if (!loaded) return loaded.error();
  llvm::Module& module = *loaded->module;
  if (version.endsOnOverflow) frontend::noteSignedOverflow(module);
  frontend::forgetSignedness(module);
  announceMarks(module);
  for (llvm::GlobalObject& object : module.global_objects()) makeExternal(object);
  for (llvm::GlobalAlias& alias : module.aliases())
    if (alias.hasLocalLinkage() || alias.isWeakForLinker()) alias.setLinkage(llvm::GlobalValue::ExternalLinkage);
  if (Status problem = linkHarnesses(*loaded, version, where)) return problem;
  llvm::Function* userMain = module.getFunction("main");
  if (userMain != nullptr) userMain->setName(kUserMain);

  for (size_t k = 0; k < entries.size(); ++k) {
    if (entries[k].empty()) continue;
    llvm::Function* entry = entries[k] == "main" ? userMain : module.getFunction(entries[k]);
    const program::FunctionId id = version.program.findFunction(entries[k]);
    if (entry == nullptr || entry->isDeclaration() || !id.valid()) return notDefined(entries[k]);
    writeThunk(module, *entry, version, id, k, llvm::GlobalValue::WeakAnyLinkage);
  }
  return finish(module, output);
}

Status writeReplayPart(const frontend::Version& version, const std::string& entry, size_t number, const std::filesystem::path& output) {
  Expected<frontend::LoadedModule> loaded = frontend::readBitcode(version.harnessBitcode);
  if (!loaded) return loaded.error();
  llvm::Module& module = *loaded->module;
  if (llvm::Function* userMain = module.getFunction("main")) userMain->setName(kUserMain);
  llvm::Function* harness = module.getFunction(entry);
  const program::FunctionId id = version.program.findFunction(entry);
  if (harness == nullptr || harness->isDeclaration() || !id.valid()) return notDefined(entry);
  writeThunk(module, *harness, version, id, number, llvm::GlobalValue::ExternalLinkage);
  for (llvm::Function& function : module) forgetNames(function);
  return finish(module, output);
}

}  // namespace cleave::harness
