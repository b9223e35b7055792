#include "program/meaning.h"

#include <algorithm>

#include "program/shown_name.h"
#include "support/demangled.h"

namespace cleave::program {

namespace {

bool isNumber(SourceKind kind) {
  return kind == SourceKind::Bool || kind == SourceKind::Char || kind == SourceKind::Int || kind == SourceKind::Enum;
}

bool hasMember(const SourceType& type, const std::string& name) {
  return std::ranges::any_of(type.members, [&](const SourceMember& each) { return each.name == name; });
}

bool isRenamed(const SourceType& before, const SourceType& after, size_t k) {
  const std::string &x = before.members[k].name, &y = after.members[k].name;
  return x != y && !x.empty() && !y.empty() && !hasMember(after, x) && !hasMember(before, y);
}

std::string_view withoutKeyword(std::string_view name) {
  for (const std::string_view keyword : {"struct ", "class "})
    if (name.starts_with(keyword)) return name.substr(keyword.size());
  return name;
}

}  // namespace

std::string classOf(const Global& table) { return classOfSymbol(std::string(splitName(table.name).symbol)); }

std::string classOfSymbol(std::string symbol) {
  constexpr std::string_view kThrown = "cleave_exception_type.";  // what a throw of the class mentions instead of its type information
  if (symbol.starts_with(kThrown)) symbol = symbol.substr(kThrown.size());
  if (!symbol.starts_with("_ZTV") && !symbol.starts_with("_ZTI")) return {};
  const std::string text = demangled(symbol).value_or("");
  for (const std::string_view prefix : {"vtable for ", "typeinfo for "})
    if (text.starts_with(prefix)) return withoutPointer(text.substr(prefix.size()));
  return {};
}

std::string withoutPointer(std::string name) {
  for (const std::string_view suffix : {"*", " volatile", " const"})
    if (name.ends_with(suffix)) name.resize(name.size() - suffix.size());
  return name;
}

bool Meanings::sameMembers(const SourceType& before, const SourceType& after) const {
  if (before.members.size() != after.members.size() || before.virtualBases.size() != after.virtualBases.size()) return false;
  for (size_t k = 0; k < before.members.size(); ++k) {
    const SourceMember &x = before.members[k], &y = after.members[k];
    if (x.offsetBits != y.offsetBits || x.sizeBits != y.sizeBits || x.isBitField != y.isBitField) return false;
    if (x.name != y.name && !isRenamed(before, after, k)) return false;
  }
  return true;
}

// All but what they lead to.
bool Meanings::sameAlone(const SourceType& before, const SourceType& after) const {
  if (before.sizeBytes != after.sizeBytes) return false;
  if (isNumber(before.kind) && isNumber(after.kind)) {
    const auto isSigned = [](const SourceType& type) { return type.kind != SourceKind::Bool && type.isSigned; };
    const bool sameUse = (before.kind == SourceKind::Char) == (after.kind == SourceKind::Char);  // characters behind a pointer are text
    return sameUse && isSigned(before) == isSigned(after);
  }
  if (before.kind != after.kind || before.count != after.count) return false;
  if (before.kind == SourceKind::Unknown) return before.name == after.name;
  return before.kind == SourceKind::Function ? before.members.size() == after.members.size() : sameMembers(before, after);
}

std::vector<Meanings::Pair> Meanings::partsOf(const SourceType& before, const SourceType& after) const {
  std::vector<Pair> parts{{before.element.value, after.element.value}};
  for (size_t k = 0; k < before.members.size(); ++k) parts.push_back({before.members[k].type.value, after.members[k].type.value});
  for (size_t k = 0; k < before.virtualBases.size(); ++k) parts.push_back({before.virtualBases[k].value, after.virtualBases[k].value});
  return parts;
}

void Meanings::noteRenamed(SourceTypeId before, SourceTypeId after) {
  const SourceType &x = programs_.before.sourceType(before), &y = programs_.after.sourceType(after);
  if (x.kind != SourceKind::Struct && x.kind != SourceKind::Union) return;
  for (size_t k = 0; k < x.members.size(); ++k)
    if (isRenamed(x, y, k) && namedAnew_.emplace(before.value, k).second)
      renamed_.push_back({before, k, x.members[k].name, y.members[k].name});
}

bool Meanings::same(SourceTypeId before, SourceTypeId after) {
  const Pair asked{before.value, after.value};
  if (other_.contains(asked)) return false;
  std::set<Pair> seen;
  std::vector<Pair> todo{asked};
  while (!todo.empty()) {
    const Pair pair = todo.back();
    todo.pop_back();
    const SourceTypeId x(pair.first), y(pair.second);
    if ((!x.valid() && !y.valid()) || same_.contains(pair) || !seen.insert(pair).second) continue;
    const bool alike = x.valid() && y.valid() && sameAlone(programs_.before.sourceType(x), programs_.after.sourceType(y));
    if (!alike || other_.contains(pair)) {
      other_.insert(pair);
      other_.insert(asked);
      return false;
    }
    for (const Pair& part : partsOf(programs_.before.sourceType(x), programs_.after.sourceType(y))) todo.push_back(part);
  }
  same_.insert(seen.begin(), seen.end());
  for (const auto& [x, y] : seen) noteRenamed(SourceTypeId(x), SourceTypeId(y));
  return true;
}

bool Meanings::sameSignature(const Function& before, const Function& after) {
  if (!before.hasSourceSignature || !after.hasSourceSignature) return true;
  if (!same(before.sourceResult, after.sourceResult)) return false;
  if (before.sourceParameters.size() != after.sourceParameters.size()) return false;
  for (size_t k = 0; k < before.sourceParameters.size(); ++k) {
    const SourceTypeId x = before.sourceParameters[k].type, y = after.sourceParameters[k].type;
    const bool areNumbers =
        x.valid() && y.valid() && isNumber(programs_.before.sourceType(x).kind) && isNumber(programs_.after.sourceType(y).kind);
    if (!areNumbers && !same(x, y)) return false;
  }
  return true;
}

std::vector<SourceTypeId> Meanings::classesNamed(Side side, const std::string& name) {
  const std::vector<SourceType>& types = programs_.of(side).sourceTypes;
  std::multimap<std::string, SourceTypeId, std::less<>>& classes = classes_.of(side);
  if (classes.empty())
    for (size_t k = 0; k < types.size(); ++k)
      if (types[k].kind == SourceKind::Struct && types[k].sizeBytes != 0)
        classes.emplace(std::string(withoutKeyword(types[k].name)), SourceTypeId(k));
  const auto [first, last] = classes.equal_range(name);
  std::vector<SourceTypeId> found;
  for (auto each = first; each != last; ++each) found.push_back(each->second);
  return found;
}

bool Meanings::sameGlobal(const Global& before, const Global& after) {
  if (before.type.valid() && after.type.valid() && !same(before.type, after.type)) return false;
  const std::string name = classOf(before);
  // Standard classes are the same in both versions, whichever of their definitions (of headers, of the models) the code of one mentions.
  if (name.empty() || (name.starts_with("std::") && name.find('<') == std::string::npos)) return true;
  const std::vector<SourceTypeId> xs = classesNamed(Side::Before, name), ys = classesNamed(Side::After, name);
  const auto hasPartner = [&](SourceTypeId x) { return std::ranges::any_of(ys, [&](SourceTypeId y) { return same(x, y); }); };
  const auto isPartner = [&](SourceTypeId y) { return std::ranges::any_of(xs, [&](SourceTypeId x) { return same(x, y); }); };
  return xs.empty() || ys.empty() || (std::ranges::all_of(xs, hasPartner) && std::ranges::all_of(ys, isPartner));
}

std::vector<std::string> adoptMemberNames(Program& before, const Program& after,
                                          const std::vector<std::pair<SourceTypeId, SourceTypeId>>& shared) {
  Meanings meanings({before, after});
  for (const auto& [x, y] : shared) meanings.same(x, y);
  std::vector<std::string> done;
  for (const Meanings::Renamed& each : meanings.renamed()) {
    SourceType& type = before.sourceTypes[each.type.value];
    type.members[each.member].name = each.to;
    const std::string text = type.name + ": member " + each.from + " of before is taken for " + each.to + " of after";
    if (std::ranges::find(done, text) == done.end()) done.push_back(text);
  }
  return done;
}

}  // namespace cleave::program
