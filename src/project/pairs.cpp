#include "project/pairs.h"

#include <algorithm>

#include <fmt/format.h>

#include "project/loose.h"
#include "support/text.h"

namespace cleave::project {

namespace {

// In any order: what an archive holds, and in which order it is linked, says nothing of what it does.
std::multiset<std::string> contentsOf(const Project& project, const Output& output) {
  std::multiset<std::string> contents;
  for (const size_t k : output.units) contents.insert(project.units[k].contents);
  return contents;
}

bool isNamed(const Output& output, const std::string& name) {
  return output.name == name ||
         (output.name.size() > name.size() && output.name.ends_with(name) && output.name[output.name.size() - name.size() - 1] == '/');
}

std::string listed(const std::vector<std::string>& names) { return join(names, ", ") + (names.size() == 1 ? " is" : " are"); }

}  // namespace

const Output& OutputPairs::output(size_t pair, Side side) const {
  return project(side).outputs[side == Side::Before ? pairs_[pair].before : pairs_[pair].after];
}

OutputPair OutputPairs::makePair(size_t before, size_t after) const {
  const Output &x = before_->outputs[before], &y = after_->outputs[after];
  OutputPair pair{y.name, y.kind, before, after, contentsOf(*before_, x) == contentsOf(*after_, y), {}};
  const auto differs = [](const Output& here, const Output& there, std::vector<std::string>& into) {
    for (const Opaque& each : here.opaque) {
      const bool same = std::ranges::any_of(there.opaque, [&](const Opaque& other) { return other.contents == each.contents; });
      const std::string text = each.name + " (" + each.why + ")";
      if (!same && std::ranges::find(into, text) == into.end()) into.push_back(text);
    }
  };
  differs(y, x, pair.unseen);
  differs(x, y, pair.unseen);
  return pair;
}

void OutputPairs::match(const std::string& chosen) {
  std::vector<bool> taken(before_->outputs.size(), false);
  std::vector<size_t> alone;
  const auto wanted = [&](const Output& output) { return chosen.empty() || isNamed(output, chosen); };
  const auto find = [&](const Output& of, bool byName) {
    for (size_t x = 0; x < before_->outputs.size(); ++x) {
      const Output& each = before_->outputs[x];
      if (!taken[x] && each.kind == of.kind && (!byName || each.name == of.name)) return std::optional(x);
    }
    return std::optional<size_t>();
  };
  for (size_t y = 0; y < after_->outputs.size(); ++y) {
    const std::optional<size_t> x = find(after_->outputs[y], true);
    if (x) taken[*x] = true;
    if (!x) alone.push_back(y);
    if (x && wanted(after_->outputs[y])) pairs_.push_back(makePair(*x, y));
  }
  // The only one of its kind that is left on both sides has another name now.
  std::vector<std::string> onlyAfter, onlyBefore;
  for (const size_t y : alone) {
    const Output& output = after_->outputs[y];
    const auto isOfKind = [&](const Output& each) { return each.kind == output.kind; };
    const auto left = [&](size_t k) { return !taken[k] && isOfKind(before_->outputs[k]); };
    size_t candidates = 0;
    for (size_t k = 0; k < taken.size(); ++k) candidates += left(k) ? 1 : 0;
    const auto rivals = std::ranges::count_if(alone, [&](size_t k) { return isOfKind(after_->outputs[k]); });
    const std::optional<size_t> x = candidates == 1 && rivals == 1 ? find(output, false) : std::nullopt;
    if (x) taken[*x] = true;
    if (x && wanted(output)) pairs_.push_back(makePair(*x, y));
    if (!x && wanted(output)) onlyAfter.push_back(output.name);
  }
  for (size_t x = 0; x < taken.size(); ++x)
    if (!taken[x] && wanted(before_->outputs[x])) onlyBefore.push_back(before_->outputs[x].name);
  if (!onlyBefore.empty()) notes_.push_back(listed(onlyBefore) + " built in before only");
  if (!onlyAfter.empty()) notes_.push_back(listed(onlyAfter) + " built in after only");
}

Expected<OutputPairs> OutputPairs::of(const Project& before, const Project& after, const std::string& chosen) {
  OutputPairs pairs(before, after);
  pairs.match(chosen);
  if (!pairs.pairs_.empty()) return pairs;
  std::vector<std::string> names;
  for (const Output& each : after.outputs) names.push_back(each.name);
  if (names.empty()) return Error{"the build of after made neither programs nor libraries nor objects of C or C++ code"};
  if (chosen.empty()) return Error{"no program or library is built in both versions: " + join(pairs.notes_, "; ")};
  return Error{fmt::format("no program or library '{}' is built in both versions; there are {}", chosen, join(names, ", "))};
}

frontend::Sources OutputPairs::sources(size_t pair, Side side) const {
  const Project& from = project(side);
  frontend::Sources sources;
  sources.root = from.root;
  const Output& of = output(pair, side);
  for (const size_t k : of.units) {
    const Unit& unit = from.units[k];
    std::string name = from.nameOf(unit);
    const auto sameSource = std::ranges::count_if(of.units, [&](size_t other) { return from.units[other].source == unit.source; });
    // A source that is compiled twice, with other flags, is told apart by its object.
    if (sameSource > 1) name += "@" + below(from.root, unit.object.empty() ? unit.directory / unit.id : unit.object);
    sources.compiled.push_back({name, unit.bitcode, unit.source, unit.flags, unit.directory});
  }
  return sources;
}

const frontend::FileSymbols& OutputPairs::symbolsOf(const Unit& unit) {
  const auto [found, isNew] = symbols_.try_emplace(unit.bitcode.string());
  if (isNew) found->second = frontend::readSymbols(unit.bitcode);
  return found->second;
}

const OutputPairs::Needs& OutputPairs::needsOf(size_t pair, Side side) {
  const auto [found, isNew] = needs_.try_emplace({pair, side});
  if (!isNew) return found->second;
  const Project& from = project(side);
  const Output& of = output(pair, side);
  std::vector<const frontend::FileSymbols*> symbols;
  for (const size_t k : of.units) symbols.push_back(&symbolsOf(from.units[k]));
  const std::vector<std::vector<size_t>> needed = neededUnits(symbols);
  for (size_t k = 0; k < of.units.size(); ++k) {
    // The unit's own contents stand first, so that no other unit can be taken for it.
    std::set<std::string> contents{"own " + from.units[of.units[k]].contents};
    for (const size_t each : needed[k]) contents.insert(from.units[of.units[each]].contents);
    for (const auto* names : {&symbols[k]->local, &symbols[k]->defined})
      for (const std::string& name : *names) found->second.byName[name].push_back(contents);
    found->second.all.insert(std::move(contents));
  }
  return found->second;
}

std::set<std::string> OutputPairs::comparedIn(size_t pair, const std::vector<size_t>& others) {
  // There it is the same unit, and what it needs is there, too; perhaps more, where it is a library here and a program there.
  const auto covered = [&](size_t other, Side side, const std::string& name) {
    const Closures& own = needsOf(pair, side).byName;
    const auto found = own.find(name);
    if (found == own.end()) return false;
    return std::ranges::all_of(found->second, [&](const std::set<std::string>& needs) {
      return std::ranges::any_of(needsOf(other, side).all,
                                 [&](const std::set<std::string>& more) { return std::ranges::includes(more, needs); });
    });
  };
  std::set<std::string> compared;
  for (const auto& [name, needs] : needsOf(pair, Side::After).byName)
    for (const size_t other : others)
      if (covered(other, Side::After, name) && covered(other, Side::Before, name)) compared.insert(name);
  return compared;
}

}  // namespace cleave::project
