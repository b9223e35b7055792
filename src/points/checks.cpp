#include <llvm/IR/Module.h>

#include <algorithm>
#include <map>
#include <memory>

#include "points/points.h"
#include "points/private/bound_loops.h"
#include "points/private/compute.h"
#include "points/private/module_file.h"

namespace cleave::points {
namespace {

using probes::Point;

bool isNamed(const llvm::Function& function, const std::vector<std::string>& names) {
  const auto has = [&](llvm::StringRef name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  return names.empty() || has(function.getName()) || has(function.getSubprogram()->getName());
}

// The same place of the source if there is one, else the same count.
const Site* findSite(const FunctionSites& found, const Point& point) {
  const Site* best = nullptr;
  for (const Site& site : found.sites) {
    if (site.point.kind != point.kind || site.point.callee != point.callee) continue;
    const bool samePlace = site.point.line == point.line && site.point.column == point.column;
    if (samePlace && site.point.ordinal == point.ordinal) return &site;
    const bool bestIsThere = best != nullptr && best->point.line == point.line && best->point.column == point.column;
    if (samePlace && !bestIsThere) best = &site;
    if (site.point.ordinal == point.ordinal && !bestIsThere && !samePlace) best = &site;
  }
  return best;
}

// The property of another description of the point, in terms of this one; an error names the variable that is missing.
Status rename(Node& node, const Point& from, const Point& to) {
  using Op = Node::Op;
  if (node.op == Op::Value || node.op == Op::Length || node.op == Op::Element || node.op == Op::IsNull || node.op == Op::ForAll) {
    if (node.variable >= from.variables.size()) return Error{"it speaks of a variable that the point does not have"};
    const probes::Variable& wanted = from.variables[node.variable];
    const probes::Variable* found = to.find(wanted.name, wanted.onEntry);
    if (found == nullptr) return Error{"there is no " + wanted.name + " there"};
    if (found->type.kind != wanted.type.kind || found->type.bits != wanted.type.bits) return Error{wanted.name + " has another type there"};
    node.variable = uint32_t(found - to.variables.data());
  }
  for (Node& each : node.operands)
    if (Status wrong = rename(each, from, to)) return wrong;
  return std::nullopt;
}

// How many iterations a loop may have: a variable, so that who runs the module may lower it. Other modules of the program have it, too.
llvm::GlobalVariable& boundOf(llvm::Module& module, uint32_t iterations) {
  llvm::Type* type = llvm::Type::getInt32Ty(module.getContext());
  return *new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::WeakODRLinkage, llvm::ConstantInt::get(type, iterations),
                                   "cleave_property_bound");
}

class FunctionChecks {
 public:
  explicit FunctionChecks(llvm::Function& function) : found_(sitesOf(function)), shadows_(found_) {}

  Status insert(const Check& check) {
    const Site* site = findSite(found_, check.point);
    if (site == nullptr) return Error{"the point is not there"};
    Node property = check.property;
    if (Status wrong = rename(property, check.point, site->point)) return wrong;
    if (std::string why = whyNotComputable(property, site->point); !why.empty()) return Error{why};
    llvm::Value* holds =
        compute(site->before, property, site->point, [&](Builder& builder, uint32_t variable) { return loadAt(builder, *site, variable); });
    Builder builder(site->before);
    llvm::GlobalVariable* place = &markOf(*found_.function->getParent(), std::to_string(check.number));
    llvm::Value* seen = builder.CreateLoad(builder.getInt8Ty(), place);
    builder.CreateStore(builder.CreateOr(seen, builder.CreateZExt(builder.CreateNot(holds), builder.getInt8Ty())), place);
    return std::nullopt;
  }

  void finish() { shadows_.follow(found_); }

 private:
  Loaded loadAt(Builder& builder, const Site& site, uint32_t variable) {
    if (variable < site.readable.size()) return load(builder, site.readable[variable], site.presence[variable], shadows_);
    const Kept& kept = keep(uint32_t(variable - site.readable.size()));
    return {builder.CreateLoad(builder.getInt64Ty(), kept.bits), builder.CreateLoad(builder.getInt1Ty(), kept.present), nullptr};
  }

  struct Kept {
    llvm::AllocaInst* bits = nullptr;
    llvm::AllocaInst* present = nullptr;
  };
  // What a variable is on entry, for the exits.
  const Kept& keep(uint32_t variable) {
    const auto [known, isNew] = kept_.insert({variable, {}});
    if (!isNew) return known->second;
    const Site& entry = found_.sites.front();
    Builder top(&*found_.function->getEntryBlock().getFirstInsertionPt());
    Kept& kept = known->second;
    kept.bits = top.CreateAlloca(top.getInt64Ty(), nullptr, "cleave.old");
    kept.present = top.CreateAlloca(top.getInt1Ty(), nullptr, "cleave.was");
    Builder builder(entry.before);
    const Loaded loaded = load(builder, entry.readable[variable], entry.presence[variable], shadows_);
    builder.CreateStore(loaded.bits, kept.bits);
    builder.CreateStore(loaded.present != nullptr ? loaded.present : builder.getTrue(), kept.present);
    return kept;
  }

  FunctionSites found_;
  Shadows shadows_;
  std::map<uint32_t, Kept> kept_;
};

llvm::Function* functionOf(llvm::Module& module, const Point& point) {
  llvm::Function* function = module.getFunction(point.function);
  return function != nullptr && hasPoints(*function) ? function : nullptr;
}

}  // namespace

Expected<std::vector<Point>> pointsOf(const std::filesystem::path& bitcode, const std::vector<std::string>& functions) {
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> module = readModule(bitcode, context);
  if (!module) return module.error();
  std::vector<Point> points;
  for (llvm::Function& function : **module)
    if (hasPoints(function) && isNamed(function, functions))
      for (Site& site : sitesOf(function).sites) points.push_back(std::move(site.point));
  return points;
}

Expected<std::vector<std::optional<Point>>> findPoints(const std::filesystem::path& bitcode, const std::vector<Point>& points) {
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> module = readModule(bitcode, context);
  if (!module) return module.error();
  std::map<std::string, FunctionSites> functions;
  std::vector<std::optional<Point>> found;
  for (const Point& point : points) {
    found.emplace_back();
    llvm::Function* function = functionOf(**module, point);
    if (function == nullptr) continue;
    if (!functions.contains(point.function)) functions.emplace(point.function, sitesOf(*function));
    if (const Site* site = findSite(functions.at(point.function), point)) found.back() = site->point;
  }
  return found;
}

Expected<std::vector<Unplaced>> insertChecks(const std::filesystem::path& bitcode, const std::vector<Check>& checks,
                                             const std::filesystem::path& output, uint32_t unwind) {
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> module = readModule(bitcode, context);
  if (!module) return module.error();
  std::vector<Unplaced> unplaced;
  std::map<std::string, std::unique_ptr<FunctionChecks>> functions;
  for (const Check& check : checks) {
    llvm::Function* function = functionOf(**module, check.point);
    if (function == nullptr) {
      unplaced.push_back({check.number, "there is no function " + check.point.function});
      continue;
    }
    std::unique_ptr<FunctionChecks>& inside = functions[check.point.function];
    if (inside == nullptr) inside = std::make_unique<FunctionChecks>(*function);
    if (Status wrong = inside->insert(check)) unplaced.push_back({check.number, wrong->message});
  }
  for (const auto& [name, inside] : functions) inside->finish();
  // Behind the checks, so that what is wrong in the last iteration that is looked at is still seen. Loops of checks are no loops of the
  // program.
  if (unwind > 0) {
    llvm::GlobalVariable& bound = boundOf(**module, unwind);
    for (llvm::Function& function : **module)
      if (!function.isDeclaration()) boundLoops(function, bound, markOf(**module, "cut"));
    boundRecursion(**module, bound, markOf(**module, "cut"));
  }
  if (Status wrong = writeModule(**module, output)) return *wrong;
  return unplaced;
}

}  // namespace cleave::points
