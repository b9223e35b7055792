#include "harness/harness.h"

#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Support/Error.h>

#include "frontend/assemble.h"
#include "frontend/link.h"
#include "harness/argument_places.h"
#include "harness/call_alike.h"
#include "harness/callable_writer.h"
#include "harness/link_expression.h"
#include "harness/program_part.h"
#include "harness/stub_writer.h"
#include "inputs/user_names.h"
#include "lower/flat_type.h"
#include "passes/notes.h"
#include "support/check.h"

#include <map>

namespace cleave::harness {
namespace {

using inputs::Argument;
using inputs::Cell;
using inputs::Fill;
using inputs::kNone;
using inputs::Object;
using inputs::Plan;
using inputs::Value;

class HarnessWriter {
 public:
  HarnessWriter(llvm::Module& module, const Plan& plan) : module_(module), plan_(plan), builder_(module.getContext()) {}

  // Why not; empty: it is there.
  std::string write(const std::string& name) {
    entry_ = module_.getFunction(plan_.entry);
    if (entry_ != nullptr) llvm::cantFail(entry_->materialize());
    if (entry_ == nullptr || entry_->isDeclaration()) return plan_.entry + " is not defined in this version";
    const auto places = argumentPlaces(*entry_, plan_.arguments.size());
    if (!places) return "what its parameters are cannot be told from the debug information of " + plan_.entry;
    begin(name);
    for (const Object& object : plan_.objects) objects_.push_back(globalOf(object));
    for (const inputs::Stub& stub : plan_.stubs)
      writeStub(module_, stub, *objects_[stub.calls], stub.results == kNone ? nullptr : objects_[stub.results]);
    for (const inputs::Callable& callable : plan_.callables)
      if (std::string problem = writeCallable(module_, callable); !problem.empty()) return problem;
    for (size_t k = 0; k < plan_.objects.size(); ++k)
      if (plan_.objects[k].isHeap) call("cleave_may_be_freed", {objects_[k], builder_.getInt64(plan_.objects[k].size)});
    for (size_t k = 0; k < plan_.objects.size(); ++k)
      for (const Fill& fill : plan_.objects[k].fills)
        if (fill.whenCell == kNone) store(fill, objects_[k]);
    storeCases();
    for (const inputs::Rendering& each : plan_.renderings)
      call("cleave_render_decimal",
           {at(objects_[each.object], each.offset), builder_.CreateSExt(cells_[each.cell], builder_.getInt64Ty()), builder_.getInt32(0)});
    for (const inputs::WorldInput& each : plan_.world) tell(each);
    if (plan_.stdinObject != kNone) {
      llvm::Value* length = plan_.stdinLength == kNone ? builder_.getInt64(plan_.objects[plan_.stdinObject].fills.size())
                                                       : builder_.CreateZExt(cells_[plan_.stdinLength], builder_.getInt64Ty());
      call("cleave_set_stdin", {objects_[plan_.stdinObject], length});
    }
    if (plan_.isMain) call("cleave_calls_exit", {});
    call("cleave_inputs_ready", {});
    callEntry(*places);
    return "";
  }

 private:
  llvm::Type* typeOf(const Cell& cell) {
    if (cell.isFloat) return lower::floatType(module_.getContext(), cell.bits);
    return builder_.getIntNTy(cell.bits);
  }

  void begin(const std::string& name) {
    std::vector<llvm::Type*> types;
    const bool hasResultPointer = entry_->hasStructRetAttr();
    if (hasResultPointer) types.push_back(builder_.getPtrTy());
    for (const Cell& cell : plan_.cells) types.push_back(typeOf(cell));
    llvm::Type* result = plan_.isMain ? builder_.getVoidTy() : entry_->getReturnType();
    harness_ = llvm::Function::Create(llvm::FunctionType::get(result, types, false), llvm::GlobalValue::ExternalLinkage, name, module_);
    harness_->addFnAttr(passes::kHarnessAttribute, plan_.isMain ? "main" : "entry");
    if (hasResultPointer) {
      for (unsigned k = 0; k < entry_->arg_size(); ++k)
        if (entry_->hasParamAttribute(k, llvm::Attribute::StructRet))
          harness_->addParamAttrs(0, {module_.getContext(), entry_->getAttributes().getParamAttrs(k)});
    }
    for (unsigned k = 0; k < plan_.cells.size(); ++k) {
      llvm::Argument* argument = harness_->getArg(k + (hasResultPointer ? 1 : 0));
      argument->setName(plan_.cells[k].name);
      cells_.push_back(argument);
    }
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", harness_));
  }

  llvm::Constant* globalOf(const Object& object) {
    if (!object.isOwn || module_.getGlobalVariable(object.global, true) != nullptr) {  // or an entry's and an expression's
      llvm::GlobalVariable* global = module_.getGlobalVariable(object.global, true);
      CHECK(global != nullptr, "an input in a global that is not there: " + object.global);
      return global;
    }
    llvm::Type* type = llvm::ArrayType::get(builder_.getInt8Ty(), object.size);
    auto* global = new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::ExternalLinkage, llvm::Constant::getNullValue(type),
                                            object.global);
    global->setAlignment(llvm::Align(object.alignment));
    return global;
  }

  llvm::GlobalVariable* globalNamed(const std::string& name) {
    llvm::GlobalVariable* global = module_.getGlobalVariable(name, true);
    CHECK(global != nullptr, "an input points to a global that is not there: " + name);
    return global;
  }

  llvm::Value* at(llvm::Value* base, uint64_t offset) {
    return offset == 0 ? base : builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, offset);
  }

  llvm::Value* isOne(uint32_t cell) { return cells_[cell]; }  // a choice is one bit

  void call(const char* name, std::vector<llvm::Value*> arguments) {
    std::vector<llvm::Type*> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    builder_.CreateCall(module_.getOrInsertFunction(name, llvm::FunctionType::get(builder_.getVoidTy(), types, false)), arguments);
  }

  void tell(const inputs::WorldInput& input) {
    switch (input.kind) {
      case inputs::WorldInput::Kind::Time:
        return call("cleave_set_time", {cells_[input.cell]});
      case inputs::WorldInput::Kind::Clock:
        return call("cleave_set_clock", {cells_[input.cell]});
      case inputs::WorldInput::Kind::Zone:
        return call("cleave_set_zone", {cells_[input.cell]});
      case inputs::WorldInput::Kind::Errno:
        return call("cleave_set_errno", {cells_[input.cell]});
      case inputs::WorldInput::Kind::Seed:
        return call("cleave_set_seed", {input.cell == kNone ? builder_.getInt32(1) : cells_[input.cell]});
      case inputs::WorldInput::Kind::Variable:
        return call("cleave_set_env", {builder_.CreateGlobalString(input.name, "cleave_env_name", 0, &module_), pointer(input.value)});
    }
  }

  llvm::Value* integer(llvm::Value* value, bool isSigned, llvm::Type* type) {
    return isSigned ? builder_.CreateSExtOrTrunc(value, type) : builder_.CreateZExtOrTrunc(value, type);
  }

  // `type`: of the place. Null: the value's own.
  llvm::Value* emit(const Value& value, llvm::Type* type) {
    switch (value.kind) {
      case Value::Kind::Cell: {
        llvm::Value* cell = cells_[value.cell];
        if (value.onlyAbove != kNone) {
          llvm::Value* count = cells_[value.onlyAbove];
          cell = builder_.CreateSelect(builder_.CreateICmpUGT(count, llvm::ConstantInt::get(count->getType(), value.index)), cell,
                                       llvm::Constant::getNullValue(cell->getType()));
        }
        if (value.isFloat) return type != nullptr && type->isFloatingPointTy() ? builder_.CreateFPCast(cell, type) : cell;
        return integer(cell, plan_.cells[value.cell].isSigned, type != nullptr ? type : builder_.getIntNTy(value.bits));
      }
      case Value::Kind::Constant:
        return llvm::ConstantInt::get(type != nullptr ? type : builder_.getIntNTy(value.bits), value.offset);
      case Value::Kind::Pointer:
        return pointer(value);
      case Value::Kind::Function:
        return function(value);
      case Value::Kind::Global:
        return at(module_.getNamedGlobal(value.global), value.offset);
      case Value::Kind::Hash:
        return hash(value);
      case Value::Kind::Loaded:
        return builder_.CreateLoad(builder_.getPtrTy(), module_.getOrInsertGlobal(value.global, builder_.getPtrTy()));
    }
    UNREACHABLE("not a kind of value");
  }

  // Of a std::string: of its bytes, with the library's own seed.
  llvm::Value* hash(const Value& value) {
    constexpr uint64_t kSeed = 0xc70f6907;
    llvm::Value* key = at(objects_[value.object], value.offset);
    llvm::Function* own = value.global.empty() ? nullptr : module_.getFunction(value.global);
    if (own != nullptr) {  // its object has no members
      llvm::Type* type = own->getArg(1)->getType();
      return callAlike(builder_, *own, {key, type->isPointerTy() ? key : builder_.CreateLoad(type, key)});
    }
    llvm::Type *pointer = builder_.getPtrTy(), *number = builder_.getInt64Ty();
    const llvm::FunctionCallee bytes = module_.getOrInsertFunction("_ZSt11_Hash_bytesPKvmm", llvm::FunctionType::get(number, {pointer, number, number}, false));
    return builder_.CreateCall(bytes, {builder_.CreateLoad(pointer, key), builder_.CreateLoad(number, at(key, 8)), builder_.getInt64(kSeed)});
  }

  llvm::Constant* null() { return llvm::ConstantPointerNull::get(builder_.getPtrTy()); }

  llvm::Value* pointer(const Value& value) {
    if (value.object == kNone) return null();
    llvm::Value* result = at(objects_[value.object], value.offset);
    for (size_t k = value.instead.size(); k-- > 0;) {  // the first that holds counts
      const Value::Instead& other = value.instead[k];
      llvm::Value* base = other.object != kNone ? static_cast<llvm::Value*>(objects_[other.object]) : globalNamed(other.global);
      llvm::Value* holds = builder_.CreateICmpEQ(cells_[other.cell], llvm::ConstantInt::get(cells_[other.cell]->getType(), other.value));
      result = builder_.CreateSelect(holds, at(base, other.offset), result);
    }
    if (value.cell == kNone) return result;
    llvm::Value* number = cells_[value.cell];
    llvm::Value* isNull = value.nullUpTo == Value::kNoNull
                              ? isOne(value.cell)
                              : builder_.CreateICmpULE(number, llvm::ConstantInt::get(number->getType(), value.nullUpTo));
    return builder_.CreateSelect(isNull, null(), result);
  }

  llvm::Value* function(const Value& value) {
    const auto address = [&](const std::string& name) -> llvm::Value* {
      llvm::Function* target = name.empty() ? nullptr : module_.getFunction(name);
      return target == nullptr ? null() : target;
    };
    llvm::Value* result = address(value.functions.back());
    for (size_t k = value.functions.size() - 1; k-- > 0;)
      result = builder_.CreateSelect(builder_.CreateICmpEQ(cells_[value.cell], builder_.getInt8(static_cast<uint8_t>(k))),
                                     address(value.functions[k]), result);
    return result;
  }

  void store(const Fill& fill, llvm::Value* object) {
    llvm::Value* place = at(object, fill.offset);
    if (fill.value.isBitField) return storeBitField(fill.value, place);
    builder_.CreateAlignedStore(emit(fill.value, nullptr), place, llvm::Align(1));
    // Behind the ten bytes of a long double stands anything: whoever looks at it reads what nobody has written.
    if (fill.value.isFloat && fill.value.bits == 80)
      builder_.CreateAlignedStore(llvm::UndefValue::get(builder_.getIntNTy(48)), at(object, fill.offset + 10), llvm::Align(1));
  }

  // What depends on a cell as a whole: one branch for each such cell, so that what was stored is plain on every way.
  void storeCases() {
    std::map<uint32_t, std::map<uint64_t, std::vector<std::pair<const Fill*, llvm::Value*>>>> cases;
    for (size_t k = 0; k < plan_.objects.size(); ++k)
      for (const Fill& fill : plan_.objects[k].fills)
        if (fill.whenCell != kNone) cases[fill.whenCell][fill.whenValue].emplace_back(&fill, objects_[k]);
    for (const auto& [cell, values] : cases) {
      llvm::BasicBlock* next = llvm::BasicBlock::Create(module_.getContext(), "next", harness_);
      llvm::SwitchInst* choice = builder_.CreateSwitch(cells_[cell], next, static_cast<unsigned>(values.size()));
      for (const auto& [value, fills] : values) {
        llvm::BasicBlock* block = llvm::BasicBlock::Create(module_.getContext(), "case", harness_, next);
        choice->addCase(llvm::ConstantInt::get(llvm::cast<llvm::IntegerType>(cells_[cell]->getType()), value), block);
        builder_.SetInsertPoint(block);
        for (const auto& [fill, object] : fills) store(*fill, object);
        builder_.CreateBr(next);
      }
      builder_.SetInsertPoint(next);
    }
  }

  void storeBitField(const Value& value, llvm::Value* place) {
    llvm::Type* type = builder_.getIntNTy((value.bitOffset + value.bits + 7) / 8 * 8);
    const llvm::APInt mask = llvm::APInt::getBitsSet(type->getIntegerBitWidth(), value.bitOffset, value.bitOffset + value.bits);
    llvm::Value* field = builder_.CreateShl(builder_.CreateZExtOrTrunc(cells_[value.cell], type), value.bitOffset);
    llvm::Value* rest = builder_.CreateAnd(builder_.CreateAlignedLoad(type, place, llvm::Align(1)), llvm::ConstantInt::get(type, ~mask));
    builder_.CreateAlignedStore(builder_.CreateOr(rest, field), place, llvm::Align(1));
  }

  llvm::Value* passed(const ArgumentPlace& place, llvm::Type* type) {
    const Argument& argument = plan_.arguments[place.parameter];
    // Without a prototype callers pass a float as a double.
    if (argument.byValue == kNone) return emit(argument.value, type->isIntegerTy() || type->isFloatingPointTy() ? type : nullptr);
    llvm::Value* object = objects_[argument.byValue];
    if (place.isAddress) return object;
    return builder_.CreateAlignedLoad(type, at(object, place.offset), llvm::Align(1));
  }

  void callEntry(const std::vector<ArgumentPlace>& places) {
    std::vector<llvm::Value*> arguments;
    size_t next = 0;
    for (llvm::Argument& argument : entry_->args())
      arguments.push_back(argument.hasStructRetAttr() ? harness_->getArg(0) : passed(places[next++], argument.getType()));
    if (entry_->isVarArg())
      for (const Argument& argument : plan_.variableArguments) arguments.push_back(emit(argument.value, nullptr));
    llvm::CallInst* call = callAlike(builder_, *entry_, arguments);
    if (plan_.isMain) {
      llvm::Value* status = call->getType()->isVoidTy() ? static_cast<llvm::Value*>(builder_.getInt32(0)) : call;
      builder_.CreateCall(module_.getOrInsertFunction("exit", builder_.getVoidTy(), builder_.getInt32Ty()), {status});
      builder_.CreateUnreachable();
    } else if (call->getType()->isVoidTy()) {
      builder_.CreateRetVoid();
    } else {
      builder_.CreateRet(call);
    }
  }

  llvm::Module& module_;
  const Plan& plan_;
  llvm::IRBuilder<> builder_;
  llvm::Function* entry_ = nullptr;
  llvm::Function* harness_ = nullptr;
  std::vector<llvm::Value*> cells_;
  std::vector<llvm::Constant*> objects_;
};

program::SourceTypeId typeOf(program::Program& program, const Object& object) {
  program::SourceTypeId element = object.element;
  if (object.isNumber || object.holdsPointers) {
    program::SourceType number;
    number.kind = object.isNumber ? program::SourceKind::Int : program::SourceKind::Pointer;
    number.sizeBytes = object.numberBytes == 0 ? object.size : object.numberBytes;
    number.name = object.isNumber ? fmt::format("int{}_t", 8 * number.sizeBytes) : "volatile void *";
    number.isSigned = object.isNumber;
    program.sourceTypes.push_back(number);
    element = program::SourceTypeId(program.sourceTypes.size() - 1);
    if (number.sizeBytes == object.size) return element;
  }
  if (!object.isArray || !element.valid()) return element;
  program::SourceType array;
  array.kind = program::SourceKind::Array;
  array.name = fmt::format("{}[{}]", program.sourceType(element).name, object.count);
  array.element = element;
  array.count = object.count;
  array.sizeBytes = object.size;
  program.sourceTypes.push_back(array);
  return program::SourceTypeId(program.sourceTypes.size() - 1);
}

// What debug information would say of the harness and its objects.
void describe(program::Program& program, const Request& request) {
  const program::FunctionId id = program.findFunction(request.name), entry = program.findFunction(request.plan->entry);
  CHECK(id.valid() && entry.valid(), "a harness that was lost");
  program::Function& harness = program.functions[id.value];
  const program::Function& function = program.function(entry);
  harness.display = function.display;
  harness.hasSourceSignature = function.hasSourceSignature;
  harness.sourceResult = function.sourceResult;
  harness.loc = function.loc;
  for (const Cell& cell : request.plan->cells) harness.inputKeys.push_back(cell.key);
  if (!request.plan->isMain)
    harness.resultOffsets = function.resultOffsets;
  else
    harness.sourceResult = {};
  for (const Object& object : request.plan->objects) {
    if (!object.isOwn) continue;
    const program::GlobalId global = program.findGlobal(object.global);
    CHECK(global.valid(), "an input object that was lost");
    program.globals[global.value].display = object.text;
    program.globals[global.value].type = typeOf(program, object);
    program.globals[global.value].storageOf = object.storageOf;
    program.globals[global.value].isUnseen = object.isHidden;
  }
}

// The places of the program that its author made inputs (frontend/user_inputs.h).
void declareUserInputs(llvm::Module& module, const program::Program& program) {
  llvm::Type* byte = llvm::Type::getInt8Ty(module.getContext());
  for (const program::Global& global : program.globals)
    if (global.name.starts_with(inputs::kUserInputPrefix)) module.getOrInsertGlobal(global.name, llvm::ArrayType::get(byte, global.size));
}

// A module that holds the harnesses; all else is declared. What could not be made goes to `problems`.
Expected<frontend::LoadedModule> makeHarnesses(frontend::Version& version, const std::vector<Request>& requests, const std::string& label,
                                               const frontend::LoadOptions& options, std::vector<std::string>& problems) {
  Expected<frontend::LoadedModule> loaded = frontend::readLazily(version.linkedBitcode);
  if (!loaded) return loaded.error();
  llvm::Module& module = *loaded->module;
  declareUserInputs(module, version.program);
  const ProgramPart part(module);
  for (const Request& request : requests) {
    if (request.expression.empty()) continue;
    if (Status problem = linkExpression(*loaded, request.expression, request.plan->entry)) return *problem;
  }
  for (const Request& request : requests) problems.push_back(HarnessWriter(module, *request.plan).write(request.name));
  part.declareRest();
  version.harnessBitcode = options.directory / (label + "-harness.bc");
  if (Status problem = frontend::writeBitcode(module, version.harnessBitcode)) return *problem;
  return loaded;
}

}  // namespace

Expected<std::vector<std::string>> addHarnesses(frontend::Version& version, const std::vector<Request>& requests, const std::string& label,
                                                const frontend::LoadOptions& options) {
  std::vector<std::string> problems;
  Expected<frontend::LoadedModule> loaded = makeHarnesses(version, requests, label, options, problems);
  if (!loaded) return loaded.error();
  if (Status problem = frontend::lowerModule(*loaded, {}, options, version)) return *problem;
  for (size_t k = 0; k < requests.size(); ++k)
    if (problems[k].empty()) describe(version.program, requests[k]);
  return problems;
}

}  // namespace cleave::harness
