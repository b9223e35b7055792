// A probe is small where it does nothing:
//
//     visits = ++state.visits
//     if (visits >= state.next)      // unlikely
//       values[...] = ...; token = cleave_probe_hit(&site, &state, values, 0)
//
// An exit has no count of its own: it is recorded if its entry was, and refers to that record for the values on entry. So what was
// on entry need not be kept by the program. Variables are only ever loaded, so that the optimiser may still keep them in registers.
#include "points/private/probe.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "points/private/read.h"
#include "probes/log_format.h"
#include "support/check.h"

namespace cleave::points {
namespace {

using probes::PointKind;

cleave_step stepOf(const Readable& each) {
  const Access& access = each.access;
  cleave_step step{};
  step.bytes = uint8_t(access.bytes);
  step.shift = uint8_t(access.shift);
  step.offset = uint32_t(access.behind);
  step.slot = uint8_t(access.how == Access::How::Sequence ? 0 : probes::slotBytes(each.variable.type));
  switch (access.how) {
    case Access::How::Here:
      step.op = kCleaveDirect;
      break;
    case Access::How::Behind:
      step.op = kCleaveBehind;
      break;
    case Access::How::StringLength:
      step.op = kCleaveStringLength;
      break;
    case Access::How::Sequence:
      step.op = kCleaveSequence;
      break;
    case Access::How::Input:
      step.op = kCleaveInput;
      break;
  }
  if (access.isFixed() && access.isAddress) step.op |= kCleaveIsPlace;
  return step;
}

unsigned presenceWords(size_t variables) { return std::max(1u, unsigned(variables + 63) / 64); }

unsigned wordsOf(const Site& site) {
  unsigned words = presenceWords(site.readable.size());  // which are initialised
  for (const Readable& each : site.readable) words += (each.access.isFixed() ? 0 : 1) + (each.access.how == Access::How::Sequence ? 1 : 0);
  return words;
}

int rankOfProbe(const Site& site) {
  switch (site.point.kind) {
    case PointKind::Entry:
      return 0;
    case PointKind::AfterCall:
      return 1;
    case PointKind::LoopHead:
    case PointKind::Step:
    case PointKind::Statement:
      return 2;
    case PointKind::Exit:
    case PointKind::Throw:
      return 3;
  }
  UNREACHABLE("a kind of point");
}

class Inserter {
 public:
  Inserter(llvm::Module& module, const ProbeOptions& options) : module_(module), options_(options), context_(module.getContext()) {
    word_ = llvm::Type::getInt64Ty(context_);
    pointer_ = llvm::PointerType::getUnqual(context_);
    half_ = llvm::Type::getInt32Ty(context_);
    quarter_ = llvm::Type::getInt16Ty(context_);
    state_ = llvm::StructType::get(context_, {word_, word_, half_, half_, word_});
    llvm::Type* byte = llvm::Type::getInt8Ty(context_);
    step_ = llvm::StructType::get(context_, {byte, byte, byte, byte, half_, pointer_, pointer_});
    static_assert(sizeof(cleave_site_state) == 32 && sizeof(cleave_site) == 24 && sizeof(cleave_step) == 24);
  }

  void instrument(llvm::Function& function) {
    FunctionSites found = sitesOf(function, options_.statements);
    if (!options_.statements.empty()) std::erase_if(found.sites, [](const Site& site) { return site.point.kind != PointKind::Statement; });
    std::erase_if(found.sites, [&](const Site& site) { return site.point.kind == PointKind::AfterCall && !options_.calls; });
    // Of several before one instruction the first comes first, and the exit last.
    std::stable_sort(found.sites.begin(), found.sites.end(), [](const Site& a, const Site& b) { return rankOfProbe(a) < rankOfProbe(b); });
    Shadows shadows(found);
    begin(found);
    for (Site& site : found.sites) insert(site, shadows);
    shadows.follow(found);
    // It writes to the log now, whatever the source promised.
    function.removeFnAttr(llvm::Attribute::Memory);
  }

  void addSettings() {
    const auto weak = llvm::GlobalValue::WeakAnyLinkage;
    const auto add = [&](llvm::Constant* value, const char* name) {
      auto* global = new llvm::GlobalVariable(module_, value->getType(), true, weak, value, name);
      global->setVisibility(llvm::GlobalValue::HiddenVisibility);
      keep_.push_back(global);
    };
    if (!options_.logDirectory.empty()) add(llvm::ConstantDataArray::getString(context_, options_.logDirectory), "cleave_probe_directory");
    add(llvm::ConstantDataArray::get(context_, llvm::ArrayRef<uint64_t>{options_.bound, options_.fileBytes, options_.totalBytes}),
        "cleave_probe_limits");
    llvm::appendToCompilerUsed(module_, keep_);
  }

 private:
  // What the probes of a function share: the entry record of this call, and room for values.
  void begin(const FunctionSites& found) {
    Builder builder(&*found.function->getEntryBlock().getFirstInsertionPt());
    unsigned words = 1;
    for (const Site& site : found.sites) words = std::max(words, wordsOf(site));
    valuesType_ = llvm::ArrayType::get(word_, words);
    values_ = builder.CreateAlloca(valuesType_, nullptr, "cleave.values");
    token_ = builder.CreateAlloca(word_, nullptr, "cleave.call");
    builder.CreateStore(builder.getInt64(0), token_);
  }

  llvm::GlobalVariable* global(llvm::Constant* value, const char* name, bool constant) {
    auto* result = new llvm::GlobalVariable(module_, value->getType(), constant, llvm::GlobalValue::PrivateLinkage, value, name);
    return result;
  }

  llvm::Constant* constantOf(const cleave_step& step, const Access& access) {
    llvm::Type* byte = llvm::Type::getInt8Ty(context_);
    llvm::Constant* address = llvm::ConstantPointerNull::get(pointer_);
    if (access.isFixed() && access.how != Access::How::Input)
      address =
          llvm::ConstantExpr::getGetElementPtr(byte, llvm::cast<llvm::Constant>(access.root), llvm::ConstantInt::get(word_, access.offset));
    return llvm::ConstantStruct::get(
        step_, {llvm::ConstantInt::get(byte, step.op), llvm::ConstantInt::get(byte, step.bytes), llvm::ConstantInt::get(byte, step.shift),
                llvm::ConstantInt::get(byte, step.slot), llvm::ConstantInt::get(half_, step.offset), address, hopsOf(access)});
  }

  // One table for all that go the same way: what one has found the next need not look for.
  llvm::Constant* hopsOf(const Access& access) {
    if (access.further.empty()) return llvm::ConstantPointerNull::get(pointer_);
    llvm::GlobalVariable*& table = hops_[access.further];
    if (table == nullptr) {
      std::vector<uint32_t> words{uint32_t(access.further.size())};
      words.insert(words.end(), access.further.begin(), access.further.end());
      table = global(llvm::ConstantDataArray::get(context_, words), "cleave.hops", true);
    }
    return table;
  }

  llvm::GlobalVariable* describe(const Site& site) {
    const std::string text = probes::textOf(site.point);
    std::vector<llvm::Constant*> steps;
    uint64_t bytes = 0;
    for (const Readable& each : site.readable) {
      steps.push_back(constantOf(stepOf(each), each.access));
      bytes += probes::slotBytes(each.variable.type);
    }
    llvm::Constant* all = llvm::ConstantArray::get(llvm::ArrayType::get(step_, steps.size()), steps);
    llvm::GlobalVariable* plan = global(all, "cleave.steps", true);
    llvm::Constant* description = global(llvm::ConstantDataArray::getString(context_, text, false), "cleave.point", true);
    llvm::Constant* fields[] = {description, plan, llvm::ConstantInt::get(half_, text.size()),
                                llvm::ConstantInt::get(quarter_, site.readable.size()), llvm::ConstantInt::get(quarter_, bytes)};
    return global(llvm::ConstantStruct::getAnon(fields), "cleave.site", true);
  }

  void insert(Site& site, const Shadows& shadows) {
    const bool isExit = site.point.kind == PointKind::Exit || site.point.kind == PointKind::Throw;
    llvm::GlobalVariable* state = global(llvm::ConstantAggregateZero::get(state_), "cleave.state", false);
    Builder builder(site.before);
    llvm::Value* call = builder.CreateLoad(word_, token_);
    llvm::Value* due = nullptr;
    if (isExit) {
      due = builder.CreateICmpNE(call, builder.getInt64(0));
    } else {
      due = builder.CreateICmpUGE(count(builder, *state), loadPlain(builder, *state, 8));
    }
    llvm::Instruction* end =
        llvm::SplitBlockAndInsertIfThen(due, site.before, false, llvm::MDBuilder(context_).createBranchWeights(1, 2000));
    Builder inside(end);
    storeValues(inside, site, shadows);
    llvm::CallInst* hit = inside.CreateCall(hitFunction(), {describe(site), state, values_, isExit ? call : inside.getInt64(0)});
    hit->setDebugLoc(site.before->getDebugLoc() ? site.before->getDebugLoc() : locationOf(*site.before));
    if (site.point.kind == PointKind::Entry) inside.CreateStore(hit, token_);
  }

  // A call needs a place when its function has one.
  static llvm::DebugLoc locationOf(const llvm::Instruction& inst) {
    llvm::DISubprogram* subprogram = inst.getFunction()->getSubprogram();
    return llvm::DILocation::get(inst.getContext(), subprogram->getLine(), 0, subprogram);
  }

  // Counts of several threads may get lost; that is what they cost least with.
  llvm::Value* count(Builder& builder, llvm::GlobalVariable& state) {
    llvm::Value* visits = builder.CreateAdd(loadPlain(builder, state, 0), builder.getInt64(1));
    llvm::StoreInst* store = builder.CreateAlignedStore(visits, &state, llvm::Align(8));
    store->setAtomic(llvm::AtomicOrdering::Monotonic);
    return visits;
  }

  llvm::Value* loadPlain(Builder& builder, llvm::GlobalVariable& state, uint64_t offset) {
    llvm::Value* address = offset == 0 ? &state : builder.CreateConstGEP1_64(builder.getInt8Ty(), &state, offset);
    llvm::LoadInst* load = builder.CreateAlignedLoad(word_, address, llvm::Align(8));
    load->setAtomic(llvm::AtomicOrdering::Monotonic);
    return load;
  }

  void storeValues(Builder& builder, const Site& site, const Shadows& shadows) {
    unsigned next = 0;
    const auto put = [&](llvm::Value* value) { builder.CreateStore(value, builder.CreateConstGEP2_64(valuesType_, values_, 0, next++)); };
    for (unsigned w = 0; w < presenceWords(site.readable.size()); ++w) {
      uint64_t present = 0;
      llvm::Value* tracked = builder.getInt64(0);
      for (size_t i = w * 64; i < std::min<size_t>(site.readable.size(), w * 64 + 64); ++i) {
        llvm::Value* known = shadows.isPresent(builder, site.presence[i]);
        if (known == nullptr) {
          present |= uint64_t{1} << (i % 64);
        } else {
          tracked = builder.CreateOr(tracked, builder.CreateShl(builder.CreateZExt(known, word_), i % 64));
        }
      }
      put(builder.CreateOr(tracked, builder.getInt64(present)));
    }
    for (const Readable& each : site.readable) {
      if (each.access.how == Access::How::Here) {
        if (!each.access.isFixed()) put(bitsHere(builder, each.access));
        continue;
      }
      if (!each.access.isFixed()) put(builder.CreatePtrToInt(pointerHere(builder, each.access), word_));
      if (each.access.how == Access::How::Sequence) put(lengthOf(builder, each.access));
    }
  }

  llvm::FunctionCallee hitFunction() {
    llvm::FunctionType* type = llvm::FunctionType::get(word_, {pointer_, pointer_, pointer_, word_}, false);
    llvm::FunctionCallee callee = module_.getOrInsertFunction("cleave_probe_hit", type);
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setVisibility(llvm::GlobalValue::HiddenVisibility);
    function->setDSOLocal(true);
    for (const auto kind : {llvm::Attribute::NoUnwind, llvm::Attribute::Cold, llvm::Attribute::NoCallback, llvm::Attribute::WillReturn})
      function->addFnAttr(kind);
    // It reads whatever the program has and writes nothing of it but the state it is given.
    function->setMemoryEffects(llvm::MemoryEffects::readOnly() | llvm::MemoryEffects::inaccessibleOrArgMemOnly());
    return callee;
  }

  llvm::Module& module_;
  const ProbeOptions& options_;
  llvm::LLVMContext& context_;
  llvm::Type* word_;
  llvm::Type* half_;
  llvm::Type* quarter_;
  llvm::PointerType* pointer_;
  llvm::StructType* state_;
  llvm::StructType* step_;
  llvm::ArrayType* valuesType_ = nullptr;
  llvm::AllocaInst* values_ = nullptr;
  llvm::AllocaInst* token_ = nullptr;
  std::vector<llvm::GlobalValue*> keep_;
  std::map<std::vector<uint32_t>, llvm::GlobalVariable*> hops_;
};

bool isChosen(const llvm::Function& function, const ProbeOptions& options) {
  if (!hasPoints(function)) return false;
  if (!options.statements.empty())
    return std::ranges::any_of(options.statements, [&](const StatementPlace& each) { return function.getName() == each.function; });
  if (options.functions.empty()) return true;
  const auto& names = options.functions;
  const auto has = [&](llvm::StringRef name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  return has(function.getName()) || has(function.getSubprogram()->getName());
}

}  // namespace

Expected<ProbeOptions> probeOptionsOf(const std::string& text) {
  ProbeOptions options;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t space = line.find(' ');
    const std::string name = line.substr(0, space), value = space == std::string::npos ? "" : line.substr(space + 1);
    const bool isNumber = !value.empty() && value.size() < 19 && value.find_first_not_of("0123456789") == std::string::npos;
    if (name == "log" && !value.empty()) {
      options.logDirectory = value;
    } else if (name == "function" && !value.empty()) {
      options.functions.push_back(value);
    } else if (name == "calls" && (value == "yes" || value == "no")) {
      options.calls = value == "yes";
    } else if (name == "statement") {
      StatementPlace place;
      if (!(std::istringstream(value) >> place.function >> place.line >> place.column)) return Error{"not the place of a statement: " + line};
      options.statements.push_back(std::move(place));
    } else if (name == "read" && !value.empty() && !options.statements.empty()) {
      options.statements.back().reads.push_back(value);
    } else if (name == "bound" && isNumber) {
      options.bound = std::stoull(value);
    } else if (name == "file" && isNumber) {
      options.fileBytes = std::stoull(value);
    } else if (name == "total" && isNumber) {
      options.totalBytes = std::stoull(value);
    } else {
      return Error{"not a setting of probes: " + line};
    }
  }
  return options;
}

bool insertProbes(llvm::Module& module, const ProbeOptions& options) {
  std::vector<llvm::Function*> chosen;
  for (llvm::Function& function : module)
    if (isChosen(function, options)) chosen.push_back(&function);
  if (chosen.empty()) return false;
  Inserter inserter(module, options);
  for (llvm::Function* function : chosen) inserter.instrument(*function);
  inserter.addSettings();
  return true;
}

}  // namespace cleave::points
