#include "points/private/shadows.h"

namespace cleave::points {

Shadows::Shadows(FunctionSites& sites) {
  llvm::Instruction* first = &*sites.function->getEntryBlock().getFirstInsertionPt();
  for (const Site& site : sites.sites)
    for (const Presence& presence : site.presence) {
      if (presence.owner == nullptr || shadows_.contains(presence.owner)) continue;
      Builder builder(first);
      llvm::AllocaInst* shadow = builder.CreateAlloca(builder.getInt64Ty(), nullptr, "cleave.written");
      builder.CreateStore(builder.getInt64(0), shadow);
      shadows_[presence.owner] = shadow;
    }
}

void Shadows::follow(const FunctionSites& sites) {
  for (const auto& [inst, effect] : sites.initialised->effects()) {
    const auto shadow = shadows_.find(effect.variable);
    if (shadow == shadows_.end()) continue;
    // Before it: behind an invoke there is no place.
    llvm::Instruction* place = const_cast<llvm::Instruction*>(inst);
    if (llvm::isa<llvm::PHINode>(place) || place->isEHPad()) place = &*place->getParent()->getFirstInsertionPt();
    Builder builder(place);
    llvm::Value* written = builder.getInt64(0);
    if (!effect.clears) written = builder.CreateOr(builder.CreateLoad(builder.getInt64Ty(), shadow->second), effect.writes);
    builder.CreateStore(written, shadow->second);
  }
}

llvm::Value* Shadows::isPresent(Builder& builder, const Presence& presence) const {
  if (presence.owner == nullptr) return nullptr;
  llvm::Value* written = builder.CreateLoad(builder.getInt64Ty(), shadows_.at(presence.owner));
  return builder.CreateICmpEQ(builder.CreateAnd(written, presence.mask), builder.getInt64(presence.mask));
}

}  // namespace cleave::points
