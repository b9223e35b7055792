#include "change/same_code.h"

#include <algorithm>

#include "change/shape.h"

namespace cleave::change {

using program::Block;
using program::Constant;
using program::Function;
using program::Global;

namespace {

// Callers go by position, so equal code does the same. But the names say that somebody may have meant something else: such functions are
// looked at, and the user hears which parameter was taken for which.
bool parametersExchanged(const Function& before, const Function& after) {
  auto has = [](const Function& f, const std::string& name) {
    return std::ranges::any_of(f.sourceParameters, [&](const auto& parameter) { return parameter.name == name; });
  };
  size_t common = std::min(before.sourceParameters.size(), after.sourceParameters.size());
  for (size_t k = 0; k < common; ++k) {
    const std::string& x = before.sourceParameters[k].name;
    const std::string& y = after.sourceParameters[k].name;
    if (x != y && ((!x.empty() && has(after, x)) || (!y.empty() && has(before, y)))) return true;
  }
  return false;
}

bool sameBlock(const FunctionOf& before, const Block& x, const FunctionOf& after, const Block& y) {
  if (x.phis.size() != y.phis.size() || x.first != y.first || x.end != y.end) return false;
  for (size_t p = 0; p < x.phis.size(); ++p)
    if (shapeOf(before, x.phis[p], Detail::Exact) != shapeOf(after, y.phis[p], Detail::Exact)) return false;
  for (auto i = x.first; i < x.end; ++i)
    if (shapeOf(before, before.function.instructions[i], Detail::Exact) != shapeOf(after, after.function.instructions[i], Detail::Exact))
      return false;
  return true;
}

uint64_t contentByte(const Global& global, size_t k) { return k < global.bytes.size() ? global.bytes[k] : 0; }

// A variable of this program (not an extern one) whose initialiser the lowering could not express: two such may differ in what they hold.
bool hasUnknownContents(const Global& global) { return !global.defined && (global.internal || global.loc.known()); }

uint32_t keyOf(const SymbolKeys& keys, const Constant& target) {
  return target.kind == Constant::Kind::Function ? keys.addresses[target.target] : keys.globals[target.target];
}

}  // namespace

bool sameSignature(const Function& before, const Function& after) {
  return signatureShape(before) == signatureShape(after) && before.inputKeys == after.inputKeys && !parametersExchanged(before, after);
}

bool sameCode(const FunctionOf& before, const FunctionOf& after) {
  const Function &f = before.function, &g = after.function;
  if (!sameSignature(f, g) || f.blocks.size() != g.blocks.size() || f.registerCount != g.registerCount) return false;
  for (size_t k = 0; k < f.parameters.size(); ++k)
    if (f.defined && f.parameters[k].reg != g.parameters[k].reg) return false;
  for (size_t b = 0; b < f.blocks.size(); ++b)
    if (!sameBlock(before, f.blocks[b], after, g.blocks[b])) return false;
  return true;
}

bool sameInitialiser(const Both<KeyedVersion>& versions, const Both<program::GlobalId>& globals) {
  const auto& [before, after] = versions;
  const Global &x = before.program.global(globals.before), &y = after.program.global(globals.after);
  if (x.defined != y.defined || x.constant != y.constant || x.threadLocal != y.threadLocal || x.size != y.size ||
      x.alignment != y.alignment)
    return false;
  if (hasUnknownContents(x) || hasUnknownContents(y) || x.relocations.size() != y.relocations.size()) return false;
  for (size_t k = 0; k < std::max(x.bytes.size(), y.bytes.size()); ++k)
    if (contentByte(x, k) != contentByte(y, k)) return false;
  for (size_t k = 0; k < x.relocations.size(); ++k) {
    const Constant &s = x.relocations[k].target, &t = y.relocations[k].target;
    if (x.relocations[k].offset != y.relocations[k].offset || s.kind != t.kind || s.bits != t.bits ||
        keyOf(before.keys, s) != keyOf(after.keys, t))
      return false;
  }
  return true;
}

}  // namespace cleave::change
