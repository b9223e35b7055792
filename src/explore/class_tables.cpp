#include "explore/class_tables.h"

#include <algorithm>

namespace cleave::explore {

using program::Constant;
using program::Global;
using program::GlobalId;

bool ClassTables::areInBoth(Side side, GlobalId table) const {
  const Both<const program::Program&> programs{task_.before, task_.after};
  return programs.of(otherSide(side)).findGlobal(programs.of(side).global(table).name).valid();
}

bool ClassTables::areAlike(Side side, GlobalId table) const {
  const Both<const program::Program&> programs{task_.before, task_.after};
  const std::string& name = programs.of(side).global(table).name;
  const GlobalId before = task_.before.findGlobal(name), after = task_.after.findGlobal(name);
  Seen seen;
  return before.valid() && after.valid() && sameGlobal(before, after, seen);
}

// Type information leads to that of the base classes.
bool ClassTables::sameGlobal(GlobalId before, GlobalId after, Seen& seen) const {
  if (!seen.insert({before.value, after.value}).second) return true;
  const Global &x = task_.before.global(before), &y = task_.after.global(after);
  if (x.name != y.name || x.defined != y.defined || x.constant != y.constant || x.size != y.size || x.bytes != y.bytes) return false;
  return std::ranges::equal(x.relocations, y.relocations,
                            [&](const program::Relocation& one, const program::Relocation& other) { return sameTarget(one, other, seen); });
}

bool ClassTables::sameTarget(const program::Relocation& before, const program::Relocation& after, Seen& seen) const {
  const Constant &x = before.target, &y = after.target;
  if (before.offset != after.offset || x.kind != y.kind) return false;
  if (x.kind == Constant::Kind::Global) return x.bits == y.bits && sameGlobal(GlobalId(x.target), GlobalId(y.target), seen);
  if (x.kind != Constant::Kind::Function) return false;
  const change::FunctionPair* pair = task_.changes.pairOf(Side::Before, program::FunctionId(x.target));
  if (pair == nullptr || pair->after.value != y.target) return false;
  const program::Function &ofBefore = task_.before.function(pair->before), &ofAfter = task_.after.function(pair->after);
  const bool isElsewhere = !ofBefore.defined && !ofAfter.defined;
  return pair->sameDeep || pair->isEntry || isElsewhere || (ofBefore.fromModels && ofAfter.fromModels);
}

}  // namespace cleave::explore
