#include "inputs/writes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "inputs/plan.h"

namespace cleave::inputs {

using flow::PointsTo;
using program::BlockIndex;
using program::Constant;
using program::Function;
using program::GlobalId;
using program::Instruction;
using program::Op;
using program::Program;

namespace {

using Globals = std::set<GlobalId>;

// A store to the global itself, of its size.
std::optional<GlobalId> wholeWrite(const Program& program, const Function& function, const Instruction& i) {
  if (i.op != Op::Store || !i.b.present() || !i.b.isConstant()) return std::nullopt;
  const Constant& place = function.constants[i.b.index()];
  if (place.kind != Constant::Kind::Global || place.bits != 0 || program.globals[place.target].size != i.type.bytes()) return std::nullopt;
  return GlobalId(place.target);
}

// What is written on every way from the start of a function to its end, by itself: forward over its blocks until nothing changes. A block
// that nothing is known of yet has written everything; what it calls has written nothing.
class SureWrites {
 public:
  SureWrites(const Program& program, const Function& function) : program_(program), function_(function) {}

  Globals atReturns() {
    std::vector<std::optional<Globals>> atEnd(function_.blocks.size());
    for (bool changes = true; changes;) {
      changes = false;
      for (BlockIndex b = 0; b < function_.blocks.size(); ++b) {
        std::optional<Globals> written = b == 0 ? Globals() : meet(b, atEnd);
        if (!written) continue;
        addOwn(function_.blocks[b], *written);
        if (atEnd[b] == written) continue;
        atEnd[b] = std::move(written);
        changes = true;
      }
    }
    std::optional<Globals> all;
    for (BlockIndex b = 0; b < function_.blocks.size(); ++b)
      if (atEnd[b] && function_.instructions[function_.blocks[b].end - 1].op == Op::Return) all = all ? both(*all, *atEnd[b]) : *atEnd[b];
    return all.value_or(Globals());
  }

 private:
  static Globals both(const Globals& x, const Globals& y) {
    Globals common;
    std::ranges::set_intersection(x, y, std::inserter(common, common.end()));
    return common;
  }

  std::optional<Globals> meet(BlockIndex b, const std::vector<std::optional<Globals>>& atEnd) const {
    std::optional<Globals> all;
    for (const program::Edge& edge : function_.edges)
      if (edge.to == b && atEnd[edge.from]) all = all ? both(*all, *atEnd[edge.from]) : *atEnd[edge.from];
    return all;
  }

  void addOwn(const program::Block& block, Globals& written) const {
    for (program::InstIndex i = block.first; i < block.end; ++i)
      if (const std::optional<GlobalId> global = wholeWrite(program_, function_, function_.instructions[i])) written.insert(*global);
  }

  const Program& program_;
  const Function& function_;
};

}  // namespace

Writes::Writes(const PointsTo& pointsTo) {
  const Program& program = pointsTo.program();
  for (const GlobalId id : globalsWritten(pointsTo)) may_.insert(id);
  surely_ = SureWrites(program, program.function(pointsTo.entry())).atReturns();
}

}  // namespace cleave::inputs
