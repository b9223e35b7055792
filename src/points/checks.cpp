#include <llvm/IR/Module.h>

#include <map>
#include <memory>

#include "points/points.h"
#include "points/private/bound_loops.h"
#include "points/private/compute.h"
#include "points/private/cut_loops.h"
#include "points/private/find.h"
#include "points/private/module_file.h"

namespace cleave::points {
namespace {

using probes::Point;

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

class FunctionChecks {
 public:
  FunctionChecks(llvm::Function& function, bool cuts) : found_(sitesOf(function)), shadows_(found_) {
    if (!cuts) return;
    for (const Site& site : found_.sites)
      if (site.point.kind == probes::PointKind::LoopHead) heads_.emplace(site.before->getParent(), makeLoopHead(site.before));
    for (const auto& [header, head] : heads_) headOf_.emplace(head.place, &head);
  }

  Status insert(const Check& check) {
    const Site* site = findSite(found_, check.point);
    if (site == nullptr) return Error{"the point is not there"};
    Node property = check.property;
    if (Status wrong = rename(property, check.point, site->point)) return wrong;
    if (std::string why = whyNotComputable(property, site->point); !why.empty()) return Error{why};
    llvm::Value* holds =
        compute(site->before, property, site->point, [&](Builder& builder, uint32_t variable) { return loadAt(builder, *site, variable); });
    Builder builder(site->before);
    llvm::Value* fails = builder.CreateZExt(builder.CreateNot(holds), builder.getInt8Ty());
    if (const auto head = headOf_.find(site->before); head != headOf_.end()) fails = assumed(builder, *head->second, fails, check.number);
    join(builder, fails, markOf(*found_.function->getParent(), std::to_string(check.number)));
    return std::nullopt;
  }

  void finish() { shadows_.follow(found_); }
  const std::map<const llvm::BasicBlock*, LoopHead>& heads() const { return heads_; }

 private:
  static void join(Builder& builder, llvm::Value* more, llvm::Value& place) {
    builder.CreateStore(builder.CreateOr(builder.CreateLoad(builder.getInt8Ty(), &place), more), &place);
  }

  // At the head of a loop that is cut: where the iteration begins, what fails is no such state, or was not assumed, and breaks nothing yet.
  static llvm::Value* assumed(Builder& builder, const LoopHead& head, llvm::Value* fails, uint32_t number) {
    llvm::Value* isAssumed = builder.CreateLoad(builder.getInt8Ty(), &assumedOf(*builder.GetInsertBlock()->getModule(), number));
    join(builder, builder.CreateAnd(fails, isAssumed), *head.bad);
    llvm::Value* begins = builder.CreateICmpEQ(builder.CreateLoad(builder.getInt8Ty(), head.phase), builder.getInt8(1));
    return builder.CreateSelect(begins, builder.getInt8(0), fails);
  }

  // Once for all checks of a site: they stand one behind the other, and none of them changes what others read.
  Loaded loadAt(Builder& builder, const Site& site, uint32_t variable) {
    const auto [known, isNew] = loaded_.try_emplace({&site, variable});
    if (isNew) known->second = loadNow(builder, site, variable);
    return known->second;
  }

  Loaded loadNow(Builder& builder, const Site& site, uint32_t variable) {
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
  std::map<std::pair<const Site*, uint32_t>, Loaded> loaded_;
  std::map<const llvm::BasicBlock*, LoopHead> heads_;  // by header, if loops are cut
  std::map<const llvm::Instruction*, const LoopHead*> headOf_;
};

}  // namespace

Expected<std::vector<Unplaced>> insertChecks(const std::filesystem::path& bitcode, const std::vector<Check>& checks,
                                             const std::filesystem::path& output, uint32_t unwind, LoopNumbers* cut) {
  std::map<const llvm::BasicBlock*, LoopHead> heads;
  // Behind the checks, so that what is wrong in the last iteration that is looked at is still seen. Loops of checks are no loops of the
  // program.
  const auto finish = [&](llvm::Module& module, const std::vector<FunctionChecks*>& functions) {
    for (const FunctionChecks* each : functions) heads.insert(each->heads().begin(), each->heads().end());
    boundLoops(module, unwind, cut == nullptr ? std::set<const llvm::BasicBlock*>() : cutLoops(module, heads, *cut));
  };
  return insertEach<FunctionChecks>(
      bitcode, checks, output, [&](llvm::Function& function) { return std::make_unique<FunctionChecks>(function, cut != nullptr); }, finish);
}

}  // namespace cleave::points
