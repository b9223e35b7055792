#include "driver/require_shape.h"

#include <algorithm>
#include <map>
#include <set>

#include "require/circuit.h"

namespace cleave::driver {

namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Sort;

constexpr std::string_view kNullSuffix = "_is_null";

class ShapeMaker {
 public:
  ShapeMaker(ExprPool& pool, const explore::Entry& entry) : pool_(pool) {
    for (const vm::InputCell& cell : entry.space.cells) symbols_.emplace(cell.name, pool.symbolExpr(cell.symbol));
  }

  ExprId isNull(const std::string& path) {
    const ExprId cell = symbol(path + std::string(kNullSuffix), 1);
    return pool_.equal(cell, pool_.constant(pool_.sort(cell), 1));
  }

  // One of these bytes is zero.
  ExprId ends(const std::vector<std::string>& bytes) {
    std::vector<ExprId> none;
    for (const std::string& each : bytes) {
      const ExprId cell = symbol(each, 8);
      none.push_back(pool_.notOf(pool_.equal(cell, pool_.constant(pool_.sort(cell), 0))));
    }
    return pool_.notOf(pool_.conjunction(none));
  }

 private:
  ExprId symbol(const std::string& name, unsigned bits) {
    const auto [known, isNew] = symbols_.try_emplace(name);
    if (isNew) known->second = pool_.symbolExpr(pool_.addSymbol({name, Sort::bits(bits), bits == 8}));
    return known->second;
  }

  ExprPool& pool_;
  std::map<std::string, ExprId> symbols_;
};

bool says(const std::vector<std::string>& bounds, const std::string& part) {
  return std::ranges::any_of(bounds, [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

// The names of what rows speak of.
std::set<std::string> namesIn(ExprPool& pool, const Both<require::Rows>& rows) {
  std::vector<ExprId> all;
  for (const Side side : kSides)
    for (const require::Row& row : rows.of(side).all) {
      all.insert(all.end(), row.condition.begin(), row.condition.end());
      for (const auto& [name, value] : row.values)
        if (value.expr.valid()) all.push_back(value.expr);
    }
  std::set<std::string> names;
  for (const ExprId each : all)
    for (const expr::SymbolId symbol : pool.symbolsOf(each)) names.insert(std::string(pool.symbol(symbol).name));
  return names;
}

// "name" of "name[0]", "*words" of "(*words)[0]".
std::string nameOfText(const std::vector<std::string>& bytes) {
  std::string name = bytes.front().substr(0, bytes.front().rfind('['));
  if (name.starts_with("(") && name.ends_with(")")) name = name.substr(1, name.size() - 2);
  return name;
}

// "list->next" of "list->next->next", "p" of "p->a.b[2]"; empty: no pointer comes before it.
std::string pointerBefore(const std::string& path) {
  const size_t arrow = path.rfind("->");
  return arrow == std::string::npos ? "" : path.substr(0, arrow);
}

}  // namespace

std::vector<ExprId> shapeOf(ExprPool& pool, const explore::Entry& entry, const explore::EntryPlans& plans, const std::vector<std::string>& bounds,
                            const Both<require::Rows>& rows) {
  const std::set<std::string> names = namesIn(pool, rows);
  const auto isCell = [&](const std::string& name) { return std::ranges::find(entry.space.cells, name, &vm::InputCell::name) != entry.space.cells.end(); };
  const auto matters = [&](const std::string& cell) { return names.contains(cell) || !isCell(cell); };
  ShapeMaker maker(pool, entry);
  std::vector<ExprId> shape;
  if (says(bounds, ": pointers followed to depth"))
    for (const std::string& path : plans.after.cut)
      if (matters(pointerBefore(path) + std::string(kNullSuffix))) shape.push_back(maker.isNull(path));
  for (const std::vector<std::string>& bytes : plans.after.texts) {
    if (!says(bounds, nameOfText(bytes) + ": strings of up to")) continue;
    // Where no byte of it is spoken of, somebody may have read behind them all.
    const bool isSpokenOf = std::ranges::any_of(bytes, [&](const std::string& each) { return names.contains(each); });
    if (bytes.size() < 2 || !isSpokenOf || matters(bytes[bytes.size() - 2])) shape.push_back(maker.ends(bytes));
  }
  return shape;
}

std::vector<std::string> cellsOf(const explore::EntryPlans& plans) {
  std::vector<std::string> cells;
  for (const inputs::Plan* plan : {&plans.after, &plans.before})
    for (const inputs::Cell& cell : plan->cells) cells.push_back(cell.name);
  for (const std::string& path : plans.after.cut) cells.push_back(path + std::string(kNullSuffix));
  for (const std::vector<std::string>& bytes : plans.after.texts) cells.insert(cells.end(), bytes.begin(), bytes.end());
  return cells;
}

uint64_t inputBytesOf(const vm::InputSpace& space) {
  return static_cast<uint64_t>(std::ranges::count_if(space.cells, [](const vm::InputCell& cell) { return require::isInput(cell.name) && cell.name != require::kInputLength; }));
}

std::vector<std::string> pathsOf(const std::vector<std::string>& cells, bool ofCaller) {
  std::vector<std::string> paths;
  std::set<std::string_view> known;
  for (std::string_view name : cells) {
    const size_t colons = name.rfind("::");
    if ((colons != std::string_view::npos) != ofCaller) continue;
    if (ofCaller) name.remove_prefix(colons + 2);
    if (name.ends_with(kNullSuffix)) name.remove_suffix(kNullSuffix.size());
    if (known.insert(name).second) paths.emplace_back(name);
  }
  return paths;
}

std::vector<std::string> readsOf(const StatementPredicates& statement, bool ofCaller) {
  ExprPool& pool = *statement.pool;
  std::vector<ExprId> all = statement.domain;
  for (const require::Predicate& each : statement.predicates) all.push_back(each.whole);
  std::vector<std::string> cells;
  for (const ExprId each : all)
    for (const expr::SymbolId symbol : pool.symbolsOf(each)) cells.push_back(pool.symbol(symbol).name);
  return pathsOf(cells, ofCaller);
}

}  // namespace cleave::driver
