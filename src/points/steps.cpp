#include "points/steps.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>

#include "points/private/compute.h"
#include "points/private/module_file.h"
#include "support/check.h"

namespace cleave::points {
namespace {

using probes::PointKind;
using probes::ValueKind;

// Of several before one instruction.
int rank(const Site& site) {
  switch (site.point.kind) {
    case PointKind::Entry:
      return 0;
    case PointKind::AfterCall:
      return 1;
    case PointKind::LoopHead:
      return 2;
    case PointKind::Statement:
    case PointKind::Step:
      return 3;
    case PointKind::Exit:
    case PointKind::Throw:
      return 4;
  }
  UNREACHABLE("a kind of point");
}

class Recorder {
 public:
  Recorder(llvm::Module& module, const StepOptions& options)
      : module_(module), options_(options), mark_(markOf(module, std::to_string(options.property))), ended_(markOf(module, "ended")) {
    llvm::LLVMContext& context = module.getContext();
    word_ = llvm::Type::getInt64Ty(context);
    pointer_ = llvm::PointerType::getUnqual(context);
    ringType_ = llvm::ArrayType::get(word_, kRingWords);
    ring_ = global("cleave_property_steps", ringType_);
    next_ = global("cleave_property_next", word_);
    put_ = makePut();
  }

  void instrument(llvm::Function& function, std::vector<probes::Point>& steps) {
    FunctionSites found = stepsOf(function);
    std::stable_sort(found.sites.begin(), found.sites.end(), [](const Site& a, const Site& b) { return rank(a) < rank(b); });
    for (Site& site : found.sites) keepReadable(site);
    Shadows shadows(found);
    for (const Site& site : found.sites) {
      record(site, shadows, options_.first + steps.size());
      steps.push_back(site.point);
    }
    shadows.follow(found);
    function.removeFnAttr(llvm::Attribute::Memory);
  }

 private:
  llvm::GlobalVariable* global(const char* name, llvm::Type* type) {
    if (llvm::GlobalVariable* known = module_.getNamedGlobal(name)) return known;
    return new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::CommonLinkage, llvm::Constant::getNullValue(type), name);
  }

  // The point says what is recorded.
  void keepReadable(Site& site) const {
    std::vector<Readable> readable;
    std::vector<Presence> presence;
    for (size_t k = 0; k < site.readable.size(); ++k) {
      const bool isPlain = site.readable[k].access.how == Access::How::Here;
      const bool isOurs = site.readable[k].variable.name.starts_with("cleave_property_");
      if ((options_.plain && !isPlain) || isOurs) continue;
      readable.push_back(site.readable[k]);
      presence.push_back(site.presence[k]);
    }
    site.readable = std::move(readable);
    site.presence = std::move(presence);
    site.point.variables.clear();
    for (const Readable& each : site.readable) site.point.variables.push_back(each.variable);
  }

  llvm::Function* make(const std::string& name, llvm::ArrayRef<llvm::Type*> parameters) {
    llvm::FunctionType* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()), parameters, false);
    llvm::Function* function = llvm::Function::Create(type, llvm::GlobalValue::LinkOnceODRLinkage, name, module_);
    function->setDoesNotThrow();
    return function;
  }

  // if (!ended) steps[next++ % kRingWords] = word
  llvm::Function* makePut() {
    llvm::Function* function = make("cleave_property_put", {word_});
    llvm::LLVMContext& context = module_.getContext();
    llvm::BasicBlock* start = llvm::BasicBlock::Create(context, "start", function);
    llvm::BasicBlock* go = llvm::BasicBlock::Create(context, "go", function);
    llvm::BasicBlock* end = llvm::BasicBlock::Create(context, "end", function);
    llvm::IRBuilder<> builder(start);
    builder.CreateCondBr(builder.CreateIsNull(builder.CreateLoad(builder.getInt8Ty(), &ended_)), go, end);
    builder.SetInsertPoint(go);
    llvm::Value* at = builder.CreateLoad(word_, next_);
    llvm::Value* index = builder.CreateAnd(at, builder.getInt64(kRingWords - 1));
    builder.CreateStore(function->getArg(0), builder.CreateGEP(ringType_, ring_, {builder.getInt64(0), index}));
    builder.CreateStore(builder.CreateAdd(at, builder.getInt64(1)), next_);
    builder.CreateBr(end);
    builder.SetInsertPoint(end);
    builder.CreateRetVoid();
    return function;
  }

  // The first kElements elements of so many bytes, zero where there are none.
  llvm::Function* putElements(uint32_t bytes) {
    const std::string name = "cleave_property_put_" + std::to_string(bytes);
    if (llvm::Function* known = module_.getFunction(name)) return known;
    llvm::Function* function = make(name, {pointer_, word_});
    llvm::BasicBlock* block = llvm::BasicBlock::Create(module_.getContext(), "start", function);
    llvm::IRBuilder<> builder(block);
    llvm::GlobalVariable* nothing = new llvm::GlobalVariable(module_, word_, true, llvm::GlobalValue::PrivateLinkage,
                                                             llvm::ConstantInt::get(word_, 0), "cleave.no.element");
    for (unsigned k = 0; k < kElements; ++k) {
      llvm::Value* isThere = builder.CreateICmpUGT(function->getArg(1), builder.getInt64(k));
      llvm::Value* place = builder.CreateConstGEP1_64(builder.getInt8Ty(), function->getArg(0), uint64_t{k} * bytes);
      place = builder.CreateSelect(isThere, place, nothing);
      llvm::Value* bits = builder.CreateAlignedLoad(builder.getIntNTy(bytes * 8), place, llvm::Align(1));
      builder.CreateCall(put_, {builder.CreateZExt(bits, word_)});
    }
    builder.CreateRetVoid();
    return function;
  }

  // Behind the checks that stand there, so that a step sees what they find.
  static llvm::Instruction* behindChecks(llvm::Instruction* place) {
    while (!place->isTerminator() && place->hasMetadata(llvm::LLVMContext::MD_nosanitize)) place = place->getNextNode();
    return place;
  }

  void record(const Site& site, const Shadows& shadows, uint64_t number) {
    Builder builder(behindChecks(site.before));
    llvm::Value* present = builder.getInt64(0);
    for (size_t k = 0; k < site.readable.size(); ++k) {
      const Loaded loaded = load(builder, site.readable[k], site.presence[k], shadows);
      const probes::Type& type = site.readable[k].variable.type;
      if (type.kind == ValueKind::Sequence) {
        call(builder, put_, {loaded.length}, site);
        llvm::Value* first = builder.CreateIntToPtr(loaded.bits, pointer_);
        call(builder, putElements(type.bits / 8), {first, loaded.length}, site);
      } else {
        llvm::Value* bits = loaded.bits;
        if (type.bits < 64) bits = builder.CreateAnd(bits, builder.getInt64((uint64_t{1} << type.bits) - 1));
        call(builder, put_, {bits}, site);
      }
      llvm::Value* isThere = loaded.present == nullptr ? builder.getTrue() : loaded.present;
      present = builder.CreateOr(present, builder.CreateShl(builder.CreateZExt(isThere, word_), k));
    }
    call(builder, put_, {present}, site);
    call(builder, put_, {builder.getInt64(number)}, site);
    builder.CreateStore(builder.CreateLoad(builder.getInt8Ty(), &mark_), &ended_);
  }

  // A call needs a place when its function has one.
  static void call(Builder& builder, llvm::Function* callee, llvm::ArrayRef<llvm::Value*> arguments, const Site& site) {
    llvm::CallInst* made = builder.CreateCall(callee, arguments);
    llvm::DISubprogram* subprogram = site.before->getFunction()->getSubprogram();
    if (!made->getDebugLoc()) made->setDebugLoc(llvm::DILocation::get(made->getContext(), subprogram->getLine(), 0, subprogram));
  }

  llvm::Module& module_;
  const StepOptions& options_;
  llvm::GlobalVariable& mark_;
  llvm::GlobalVariable& ended_;
  llvm::Type* word_ = nullptr;
  llvm::PointerType* pointer_ = nullptr;
  llvm::ArrayType* ringType_ = nullptr;
  llvm::GlobalVariable* ring_ = nullptr;
  llvm::GlobalVariable* next_ = nullptr;
  llvm::Function* put_ = nullptr;
};

}  // namespace

Expected<std::vector<probes::Point>> insertSteps(const std::filesystem::path& bitcode, const StepOptions& options,
                                                 const std::filesystem::path& output) {
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> module = readModule(bitcode, context);
  if (!module) return module.error();
  const std::set<std::string> wanted(options.functions.begin(), options.functions.end());
  std::vector<llvm::Function*> chosen;
  for (llvm::Function& function : **module)
    if (hasPoints(function) && (wanted.empty() || wanted.contains(function.getName().str()))) chosen.push_back(&function);
  std::vector<probes::Point> steps;
  Recorder recorder(**module, options);
  for (llvm::Function* function : chosen) recorder.instrument(*function, steps);
  if (Status wrong = writeModule(**module, output)) return *wrong;
  return steps;
}

}  // namespace cleave::points
