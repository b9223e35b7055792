#include "lower/module.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "lower/function.h"
#include "passes/notes.h"
#include "passes/pipeline.h"
#include "program/finish.h"
#include "support/check.h"

namespace cleave::lower {
namespace {

using program::Constant;

bool isOurs(const llvm::Function& function) { return function.getName().starts_with("cleave.undefined."); }

void makeUnsupported(program::Function& function, const std::string& what) {
  program::Instruction inst;
  inst.op = program::Op::Unsupported;
  inst.loc = function.loc;
  function.unsupported = {what};
  function.instructions = {inst};
  function.blocks.assign(1, program::Block{"unsupported", {}, 0, 1});
  function.edges.clear();
  function.calls.clear();
  function.switches.clear();
  function.constants.clear();
}

}  // namespace

ModuleLowering::ModuleLowering(program::Program& program, const llvm::Module& module, const ParameterNames& names)
    : module_(module), program_(program), types_(module.getDataLayout()), debug_(program_, names) {}

void ModuleLowering::run() {
  number();
  for (const llvm::GlobalVariable* source : newGlobals_) lowerGlobal(*source, program_.globals[globals_.lookup(source).value]);
  for (const llvm::Function* source : newFunctions_) declareFunction(*source, program_.functions[functions_.lookup(source).value]);
  for (const llvm::Function* source : newFunctions_)
    if (!source->isDeclaration()) lowerBody(*source);
  lowerConstructors();
  debug_.describeThrownClasses(module_);
  debug_.resolve();
}

void ModuleLowering::lowerBody(const llvm::Function& source) {
  program::Function& function = program_.functions[functions_.lookup(&source).value];
  std::string problem = passes::unsupportedBody(source);
  if (const auto bad = badSignatures_.find(&source); bad != badSignatures_.end()) problem = bad->second;
  if (problem.empty())
    FunctionLowering(*this, source, function).run();
  else
    makeUnsupported(function, problem);
  program::finish(function);
}

namespace {

// Gives each thing of the module its number among those of the program. Returns those that have to be lowered.
template <class Id, class Thing, class List>
std::vector<const Thing*> numberAll(const std::vector<const Thing*>& things, List& present, llvm::DenseMap<const Thing*, Id>& ids) {
  std::unordered_map<std::string_view, Id> known;
  for (size_t k = 0; k < present.size(); ++k) known.emplace(present[k].name, Id(k));
  std::vector<const Thing*> added;
  size_t count = present.size();
  for (const Thing* thing : things) {
    const auto found = thing->hasLocalLinkage() ? known.end() : known.find(std::string_view(thing->getName()));
    ids[thing] = found != known.end() ? found->second : Id(count++);
    if (found == known.end() || (!thing->isDeclaration() && !present[found->second.value].defined)) added.push_back(thing);
  }
  present.resize(count);
  return added;
}

}  // namespace

// Intrinsics are operations, not functions; llvm.used, llvm.global_ctors and the like are notes to the compiler.
void ModuleLowering::number() {
  std::vector<const llvm::GlobalVariable*> globals;
  for (const llvm::GlobalVariable& global : module_.globals())
    if (!global.getName().starts_with("llvm.")) globals.push_back(&global);
  std::vector<const llvm::Function*> functions;
  for (const llvm::Function& function : module_)
    if (!function.isIntrinsic() && !isOurs(function)) functions.push_back(&function);
  newGlobals_ = numberAll(globals, program_.globals, globals_);
  newFunctions_ = numberAll(functions, program_.functions, functions_);
}

void ModuleLowering::declareFunction(const llvm::Function& source, program::Function& function) {
  function.name = source.getName().str();
  function.defined = !source.isDeclaration();
  function.internal = source.hasLocalLinkage();
  function.variadic = source.isVarArg();
  function.noReturn = source.doesNotReturn();
  function.mayThrow = source.hasFnAttribute(passes::kThrowsAttribute);
  try {
    lowerSignature(source, function);
  } catch (const Unsupported& problem) {
    badSignatures_[&source] = problem.what;
    function.parameters.clear();
    function.results.clear();
    function.resultOffsets.clear();
    function.registerCount = 0;
  }
  debug_.describe(function, source);
  if (badSignatures_.count(&source) != 0) function.plainParameters = false;
}

void ModuleLowering::lowerSignature(const llvm::Function& source, program::Function& function) {
  for (const Leaf& leaf : types_.ofPassed(source.getReturnType()).leaves) {
    function.results.push_back(leaf.type);
    function.resultOffsets.push_back(leaf.offset);
  }
  for (const llvm::Argument& argument : source.args()) {
    if (argument.hasInAllocaAttr() || argument.hasPreallocatedAttr()) throw Unsupported{"arguments of the Windows calling convention"};
    const FlatType& flat = types_.ofPassed(argument.getType());
    for (const Leaf& leaf : flat.leaves) {
      program::Parameter parameter;
      parameter.reg = function.registerCount + leaf.slot;
      parameter.type = leaf.type;
      if (argument.hasByValAttr()) parameter.byValueSize = layout().getTypeAllocSize(argument.getParamByValType());
      parameter.structReturn = argument.hasStructRetAttr();
      function.parameters.push_back(parameter);
    }
    function.registerCount += flat.slots;
  }
}

void ModuleLowering::lowerGlobal(const llvm::GlobalVariable& source, program::Global& global) {
  global.name = source.getName().str();
  global.constant = source.isConstant();
  global.internal = source.hasLocalLinkage();
  global.threadLocal = source.isThreadLocal();
  global.alignment = source.getAlign().value_or(layout().getABITypeAlign(source.getValueType())).value();
  global.size = source.getValueType()->isSized() ? layout().getTypeAllocSize(source.getValueType()).getKnownMinValue() : 0;
  debug_.describe(global, source);
  if (!source.hasInitializer()) return;
  try {
    lowerInitialiser(*this, *source.getInitializer(), global);
    global.defined = true;
  } catch (const Unsupported&) {
    // INCOMPLETE: a global whose contents the model cannot express (the difference of two addresses) is one that we know nothing of.
    global.bytes.clear();
    global.relocations.clear();
  }
}

void ModuleLowering::lowerConstructors() {
  const llvm::GlobalVariable* list = module_.getNamedGlobal("llvm.global_ctors");
  if (list == nullptr || !list->hasInitializer()) return;
  const auto* entries = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer());
  if (entries == nullptr) return;
  std::vector<std::pair<uint64_t, program::FunctionId>> found;
  for (const llvm::Use& use : entries->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (entry == nullptr) continue;
    const auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
    if (function != nullptr) found.emplace_back(llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue(), idOf(*function));
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [priority, id] : found) program_.constructors.push_back(id);
}

Constant ModuleLowering::addressOf(const llvm::GlobalValue& value) {
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&value)) {
    const std::optional<Constant> target = addressOf(*alias->getAliasee());
    if (!target) throw Unsupported{"the alias " + alias->getName().str()};
    return *target;
  }
  if (llvm::isa<llvm::GlobalIFunc>(value)) throw Unsupported{"the indirect function " + value.getName().str()};
  // Null unless somebody defines it at link time: not known here.
  if (value.hasExternalWeakLinkage()) throw Unsupported{"the address of the weak symbol " + value.getName().str()};
  Constant constant;
  constant.type = program::Type::pointer();
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) {
    const auto found = functions_.find(function);
    if (found == functions_.end()) throw Unsupported{"the address of " + value.getName().str()};
    constant.kind = Constant::Kind::Function;
    constant.target = found->second.value;
  } else {
    const auto found = globals_.find(llvm::cast<llvm::GlobalVariable>(&value));
    if (found == globals_.end()) throw Unsupported{"the address of " + value.getName().str()};
    constant.kind = Constant::Kind::Global;
    constant.target = found->second.value;
  }
  return constant;
}

std::optional<Constant> ModuleLowering::addressOf(const llvm::Constant& constant) {
  const llvm::Constant* base = &constant;
  llvm::APInt offset(64, 0);
  while (true) {
    if (const auto* value = llvm::dyn_cast<llvm::GlobalValue>(base)) {
      Constant address = addressOf(*value);
      if (address.kind == Constant::Kind::Function && !offset.isZero()) return std::nullopt;
      if (address.kind == Constant::Kind::Global) address.bits += offset.getZExtValue();
      return address;
    }
    const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(base);
    if (expression == nullptr) {
      const auto* equivalent = llvm::dyn_cast<llvm::DSOLocalEquivalent>(base);
      if (equivalent == nullptr) return std::nullopt;
      base = equivalent->getGlobalValue();
    } else if (expression->getType()->isPointerTy() && expression->getOpcode() == llvm::Instruction::GetElementPtr) {
      if (!llvm::cast<llvm::GEPOperator>(expression)->accumulateConstantOffset(layout(), offset)) return std::nullopt;
      base = expression->getOperand(0);
    } else if (expression->getOpcode() == llvm::Instruction::BitCast && expression->getOperand(0)->getType()->isPointerTy()) {
      base = expression->getOperand(0);
    } else {
      return std::nullopt;
    }
  }
}

}  // namespace cleave::lower
