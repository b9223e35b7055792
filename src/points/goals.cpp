#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <map>
#include <memory>

#include "points/points.h"
#include "points/private/bound_loops.h"
#include "points/private/compute_circuit.h"
#include "points/private/module_file.h"

namespace cleave::points {
namespace {

using probes::Point;

std::vector<StatementPlace> placesOf(const std::vector<Point>& points, const std::string& function) {
  std::vector<StatementPlace> places;
  for (const Point& each : points)
    if (each.function == function) {
      StatementPlace& place = places.emplace_back(each.function, each.line, each.column);
      for (const probes::Variable& variable : each.variables) place.reads.push_back(variable.name);
    }
  return places;
}

const Site* siteOf(const FunctionSites& found, const Point& point) {
  const auto isIt = [&](const Site& site) {
    return site.point.kind == probes::PointKind::Statement && site.point.line == point.line && site.point.column == point.column;
  };
  const auto site = std::ranges::find_if(found.sites, isIt);
  return site == found.sites.end() ? nullptr : &*site;
}

llvm::Function* functionOf(llvm::Module& module, const std::string& name) {
  llvm::Function* function = module.getFunction(name);
  return function != nullptr && hasPoints(*function) ? function : nullptr;
}

class FunctionGoals {
 public:
  FunctionGoals(llvm::Function& function, const std::vector<Point>& points, std::optional<uint32_t> stopAt)
      : found_(sitesOf(function, placesOf(points, function.getName().str()))), shadows_(found_), stopAt_(stopAt) {}

  Status insert(const Goal& goal) {
    const Site* site = siteOf(found_, goal.point);
    if (site == nullptr) return Error{"no code begins there"};
    if (site->point.variables != goal.point.variables) return Error{"other variables are there"};
    const std::vector<Computed> roots = computeCircuit(site->before, goal.circuit, site->point, [&](Builder& builder, uint32_t variable) {
      return load(builder, site->readable[variable], site->presence[variable], shadows_);
    });
    Builder builder(site->before);
    llvm::Value* isThere = builder.getTrue();
    for (size_t k = 0; k < roots.size(); ++k) {
      llvm::Value* each = roots[k].bits;
      if (roots[k].known != nullptr) each = k == 0 ? builder.CreateAnd(each, roots[k].known) : builder.CreateOr(each, builder.CreateNot(roots[k].known));
      isThere = builder.CreateAnd(isThere, each);
    }
    llvm::GlobalVariable* mark = &markOf(*found_.function->getParent(), std::to_string(goal.number));
    llvm::Value* seen = builder.CreateLoad(builder.getInt8Ty(), mark);
    builder.CreateStore(builder.CreateOr(seen, builder.CreateZExt(isThere, builder.getInt8Ty())), mark);
    if (stopAt_ == goal.number) stop(*site, isThere);
    return std::nullopt;
  }

  void finish() { shadows_.follow(found_); }

 private:
  void stop(const Site& site, llvm::Value* isThere) {
    Builder ending(llvm::SplitBlockAndInsertIfThen(isThere, site.before, true));
    llvm::FunctionCallee exit = found_.function->getParent()->getOrInsertFunction("_exit", ending.getVoidTy(), ending.getInt32Ty());
    llvm::CallInst* call = ending.CreateCall(exit, {ending.getInt32(kGoalStatus)});
    llvm::DISubprogram* subprogram = found_.function->getSubprogram();
    call->setDebugLoc(llvm::DILocation::get(call->getContext(), subprogram->getLine(), 0, subprogram));
  }

  FunctionSites found_;
  Shadows shadows_;
  std::optional<uint32_t> stopAt_;
};

}  // namespace

Expected<std::vector<std::optional<Point>>> statementPoints(const std::filesystem::path& bitcode, const std::vector<Point>& places) {
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> module = readModule(bitcode, context);
  if (!module) return module.error();
  std::map<std::string, FunctionSites> functions;
  std::vector<std::optional<Point>> found;
  for (const Point& place : places) {
    found.emplace_back();
    llvm::Function* function = functionOf(**module, place.function);
    if (function == nullptr) continue;
    if (!functions.contains(place.function)) functions.emplace(place.function, sitesOf(*function, placesOf(places, place.function)));
    if (const Site* site = siteOf(functions.at(place.function), place)) found.back() = site->point;
  }
  return found;
}

Expected<std::vector<Unplaced>> insertGoals(const std::filesystem::path& bitcode, const std::vector<Goal>& goals, const std::vector<uint32_t>& marks,
                                            const std::filesystem::path& output, uint32_t unwind, std::optional<uint32_t> stopAt) {
  llvm::LLVMContext context;
  Expected<std::unique_ptr<llvm::Module>> module = readModule(bitcode, context);
  if (!module) return module.error();
  std::vector<Point> points;
  for (const Goal& goal : goals) points.push_back(goal.point);
  std::vector<Unplaced> unplaced;
  std::map<std::string, std::unique_ptr<FunctionGoals>> functions;
  for (const Goal& goal : goals) {
    llvm::Function* function = functionOf(**module, goal.point.function);
    if (function == nullptr) {
      unplaced.push_back({goal.number, "there is no function " + goal.point.function});
      continue;
    }
    std::unique_ptr<FunctionGoals>& inside = functions[goal.point.function];
    if (inside == nullptr) inside = std::make_unique<FunctionGoals>(*function, points, stopAt);
    if (Status wrong = inside->insert(goal)) unplaced.push_back({goal.number, wrong->message});
  }
  for (const auto& [name, inside] : functions) inside->finish();
  for (const uint32_t mark : marks) markOf(**module, std::to_string(mark));
  boundLoops(**module, unwind);
  if (Status wrong = writeModule(**module, output)) return *wrong;
  return unplaced;
}

}  // namespace cleave::points
