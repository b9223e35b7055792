#include "explore/vocabulary.h"
#include "support/text.h"

#include <algorithm>
#include <set>

namespace cleave::explore {

using expr::ValueWords;
using program::SourceKind;
using program::SourceType;
using Kind = ValueWords::Kind;

namespace {

const ValueWords kCharacters{Kind::Characters, 8, true, {}, false};
const ValueWords kTruth{Kind::Truth, 8, false, {}, false};

using Names = std::vector<std::pair<std::string, U128>>;

ValueWords enumeration(const SourceType& type) {
  ValueWords words{Kind::Names, static_cast<unsigned>(8 * type.sizeBytes), type.isSigned, {}, false};
  for (const program::Enumerator& each : type.enumerators) words.names.emplace_back(each.name, truncateTo(static_cast<U128>(each.value), words.width));
  words.areFlags = expr::looksLikeFlags(words.names);
  return words;
}

// A type of one name may be another one in another file, or in the other version: what all of them say stays.
void keepCommon(ValueWords& words, const ValueWords& other) {
  std::erase_if(words.names, [&](const auto& each) { return std::ranges::find(other.names, each) == other.names.end(); });
  if (words.width != other.width || words.isSigned != other.isSigned) words.names.clear();
  words.areFlags = words.areFlags && other.areFlags;
}

// Names that mean several values, and those of inputs.
std::set<std::string> ambiguous(const std::map<std::string, ValueWords>& all, const Entry& entry) {
  std::map<std::string, U128> known;
  std::set<std::string> names;
  for (const auto& [type, words] : all)
    for (const auto& [name, value] : words.names)
      if (known.emplace(name, value).first->second != value) names.insert(name);
  for (const vm::InputCell& each : entry.space.cells) names.insert(each.name.substr(0, each.name.find_first_of(".[-")));
  return names;
}

bool isTruth(const std::string& type) { return type == "bool" || type == "_Bool"; }

// By the names of types.
const ValueWords* wordsOf(const Entry& entry, const std::string& type) {
  if (type == "char") return &kCharacters;
  if (isTruth(type)) return &kTruth;
  const auto known = entry.words.find(type);
  return known == entry.words.end() ? nullptr : &known->second;
}

void noteEnum(const std::string& type, const ValueWords& words, result::Vocabulary& vocabulary) {
  if (words.kind != Kind::Names || vocabulary.enums.contains(type)) return;
  result::EnumWords& noted = vocabulary.enums[type];
  noted.areFlags = words.areFlags;
  noted.bits = words.width;
  for (const auto& [name, value] : words.names)
    noted.names.emplace_back(name, words.isSigned ? static_cast<int64_t>(asSigned(value, words.width)) : static_cast<int64_t>(value));
}

}  // namespace

void nameValues(Entry& entry, const program::Program& before, const program::Program& after, expr::ExprPool& pool) {
  for (const program::Program* program : {&before, &after})
    for (const SourceType& type : program->sourceTypes) {
      if (type.kind != SourceKind::Enum || type.enumerators.empty() || type.sizeBytes > 8) continue;
      const ValueWords words = enumeration(type);
      if (const auto [known, isNew] = entry.words.emplace(type.name, words); !isNew) keepCommon(known->second, words);
    }
  const std::set<std::string> others = ambiguous(entry.words, entry);
  for (auto& [type, words] : entry.words) std::erase_if(words.names, [&](const auto& each) { return others.contains(each.first); });
  std::erase_if(entry.words, [](const auto& each) { return each.second.names.empty(); });
  for (const vm::InputCell& cell : entry.space.cells) {
    const ValueWords* words = wordsOf(entry, cell.type);
    if (words == nullptr || !cell.sort.isBits() || (words->kind != Kind::Truth && words->width != cell.sort.width)) continue;
    pool.nameValues(cell.symbol, pool.addWords(*words));
  }
}

const ValueWords* wordsFor(const Entry& entry, const SourceType* type) {
  if (type == nullptr) return nullptr;
  if (program::isPlainChar(*type)) return &kCharacters;
  if (type->kind == SourceKind::Bool) return &kTruth;
  return type->kind == SourceKind::Enum ? wordsOf(entry, type->name) : nullptr;
}

void noteTypes(const Entry& entry, const PairRun& run, result::Vocabulary& vocabulary) {
  if (vocabulary.types.empty())
    for (const vm::InputCell& cell : entry.space.cells)
      if (const ValueWords* words = wordsOf(entry, cell.type)) noteEnum(cell.type, *words, vocabulary);
  for (const auto* cells : {&run.before.cells, &run.after.cells, &run.beforeGlobals, &run.afterGlobals})
    for (const vm::ObservedCell& cell : *cells) {
      const ValueWords* words = cell.kind == vm::ObservedCell::Kind::Scalar ? wordsFor(entry, cell.type) : nullptr;
      if (words == nullptr) continue;
      const std::string type = words->kind == Kind::Characters ? "char" : words->kind == Kind::Truth ? "bool" : cell.type->name;
      noteEnum(type, *words, vocabulary);
      if (const auto [known, isNew] = vocabulary.types.emplace(withoutIndices(cell.name), type); !isNew && known->second != type)
        known->second = "";  // of several types: its values are numbers
    }
}

}  // namespace cleave::explore
