#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <memory>

#include "points/points.h"
#include "points/private/bound_loops.h"
#include "points/private/compute_circuit.h"
#include "points/private/find.h"
#include "points/private/module_file.h"

namespace cleave::points {
namespace {

using probes::Point;

class FunctionGoals {
 public:
  FunctionGoals(llvm::Function& function, const std::vector<Point>& points, std::optional<uint32_t> stopAt)
      : found_(sitesOf(function, statementsIn(points, function.getName().str()))), shadows_(found_), stopAt_(stopAt) {}

  Status insert(const Goal& goal) {
    const Site* site = findSite(found_, goal.point);
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

Expected<std::vector<Unplaced>> insertGoals(const std::filesystem::path& bitcode, const std::vector<Goal>& goals, const std::vector<uint32_t>& marks,
                                            const std::filesystem::path& output, uint32_t unwind, std::optional<uint32_t> stopAt) {
  std::vector<Point> points;
  for (const Goal& goal : goals) points.push_back(goal.point);
  const auto finish = [&](llvm::Module& module, const std::vector<FunctionGoals*>&) {
    for (const uint32_t mark : marks) markOf(module, std::to_string(mark));
    boundLoops(module, unwind);
  };
  return insertEach<FunctionGoals>(
      bitcode, goals, output, [&](llvm::Function& function) { return std::make_unique<FunctionGoals>(function, points, stopAt); }, finish);
}

}  // namespace cleave::points
