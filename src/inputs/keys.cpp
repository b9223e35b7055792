// Containers whose elements are found by keys: how the keys of an input stand to each other, and tables of hashes.
//
// A table is put into memory as one that has a single bucket, which a caller gets who allows a high load (`m.max_load_factor(1000)`) before it
// inserts. All elements are in that bucket, in any order: so an input has any order that a caller could have made, and nothing depends on
// what the hashes are. What a caller could have made otherwise, and is not looked at: several buckets (a bound says so). Where nodes hold the
// hashes of their keys, the harness computes them.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "inputs/plan_builder.h"

namespace cleave::inputs {

using program::Container;
using program::PlaceName;
using program::SourceKind;
using program::SourceType;
using program::SourceTypeId;

namespace {

constexpr unsigned kWord = 64;
constexpr uint64_t kPointerBytes = 8;
constexpr uint64_t kFewKeys = 3, kFewNestedKeys = 2;
constexpr uint64_t kMostKeys = 4;  // all are compared with each other
// Of a table, from its start.
constexpr uint64_t kBucketCount = 8, kLoad = 32, kNextResize = 40, kSingleBucket = 48;
constexpr float kHighLoad = 1000;

bool isStringOfBytes(const program::Program& program, SourceTypeId id) {
  const std::optional<Container> container = program::containerOf(program, id);
  return container && (container->kind == Container::Kind::String || container->kind == Container::Kind::LlvmString) && program.sourceType(container->element).sizeBytes == 1;
}

}  // namespace

// --- keys

SourceTypeId PlanBuilder::keyTypeOf(const Container& container, uint64_t& offset) const {
  offset = 0;
  if (container.isSet) return container.element;
  const std::optional<Container> pair = program::containerOf(program_, container.element);
  if (!pair || pair->parts.empty()) return {};
  offset = pair->parts[0].offset;
  return pair->parts[0].type;
}

// Keys are compared by `<` or `==`: numbers, strings, and pairs and tuples of them.
void PlanBuilder::relateKeys(const Container& container, uint32_t count, uint64_t bound, const PlaceName& name) {
  const bool isTable = container.kind == Container::Kind::Hash;
  Keys keys;
  keys.count = count;
  keys.relation = isTable ? (container.isMulti ? Keys::Relation::Together : Keys::Relation::Distinct)
                          : (container.isMulti ? Keys::Relation::NotDecreasing : Keys::Relation::Increasing);
  uint64_t offset = 0;
  const SourceTypeId type = keyTypeOf(container, offset);
  for (uint64_t k = 0; k < bound; ++k) {
    const PlaceName element = name.element(k);
    Keys::Key& key = keys.keys.emplace_back();
    if (type.valid() && (isTable ? container.isByEquality : container.isOrderedByLess) &&
        addKey(type, container.isSet ? element : element.part("first"), key))
      continue;
    plan_.unsupported = fmt::format("{} is a std::{} whose keys are not numbers, strings or pairs of them{}, which is not supported as an input", name.text,
                                    container.name, isTable ? "" : " in the usual order");
    return;
  }
  plan_.keys.push_back(std::move(keys));
}

uint32_t PlanBuilder::cellNamed(const std::string& name) const {
  const auto found = std::ranges::find(plan_.cells, slot_ + " " + name, &Cell::key);
  return found == plan_.cells.end() ? kNone : static_cast<uint32_t>(found - plan_.cells.begin());
}

bool PlanBuilder::addKey(SourceTypeId id, const PlaceName& name, Keys::Key& key) const {
  const SourceType& type = program_.sourceType(id);
  if (isScalar(type) && type.kind != SourceKind::Float) {
    key.push_back({{cellNamed(name.text)}, kNone});
    return key.back().cells[0] != kNone;
  }
  const std::optional<Container> container = program::containerOf(program_, id);
  if (container && container->kind == Container::Kind::Parts) {
    return std::ranges::all_of(container->parts, [&](const Container::Part& part) {
      return addKey(part.type, container->name == "tuple" ? PlaceName::plain(part.name + "(" + name.text + ")") : name.part(part.name), key);
    });
  }
  if (!isStringOfBytes(program_, id)) return false;
  constexpr size_t kMostCharacters = 14;  // as one number
  Keys::Part part;
  part.length = cellNamed(name.member + "size()");
  for (uint64_t k = 0; cellNamed(name.element(k).text) != kNone; ++k) part.cells.push_back(cellNamed(name.element(k).text));
  key.push_back(part);
  return part.length != kNone && part.cells.size() <= kMostCharacters;
}

// --- tables

void PlanBuilder::fillHash(uint32_t object, uint64_t offset, const Container& container, const PlaceName& name, const Way& way) {
  const uint64_t bound =
      std::min(boundOf(name, "std::" + container.name, Behind::Elements, way.containers == 0 ? kFewKeys : kFewNestedKeys), kMostKeys);
  const uint32_t count = countCell(name, bound);
  addBound(sentence(Premise::ContainerSize, name.text, bound));
  addBound(sentence(Premise::OneBucket, name.text));
  const uint64_t at = program::valueInNode(program_, container);
  const uint64_t hash = (at + program_.sourceType(container.element).sizeBytes + 7) / 8 * 8;
  Way inner = way;
  ++inner.containers;
  std::vector<uint32_t> nodes;
  for (uint64_t k = 0; k < bound; ++k) {
    nodes.push_back(storage(object, name.element(k).text, {}, 1, hash + (container.keepsHashes ? kPointerBytes : 0)));
    fill(nodes.back(), at, container.element, name.element(k), inner);
  }
  // By case, too: what the library computes of it in floating point, to know when to make more buckets, is plain then.
  for (uint64_t n = 0; n <= bound; ++n) putNumber(object, offset + container.count, kWord, n, count, n);
  linkChain(object, offset, container, nodes, count);
  if (bound > 1) relateKeys(container, count, bound, name);
  if (container.keepsHashes && plan_.unsupported.empty() && !keepHashes(container, nodes, count))
    plan_.unsupported = fmt::format("{} is a std::{} whose hashes only the program can make, by a function that is not there, which is not supported as an input",
                                    name.text, container.name);
}

void PlanBuilder::linkChain(uint32_t object, uint64_t offset, const Container& container, const std::vector<uint32_t>& nodes, uint32_t count) {
  const uint64_t first = offset + container.data, bucket = offset + kSingleBucket;
  putPointer(object, offset + container.local, object, bucket);
  putNumber(object, offset + kBucketCount, kWord, 1);
  putNumber(object, offset + kLoad, 32, std::bit_cast<uint32_t>(kHighLoad));
  putNumber(object, offset + kNextResize, kWord, static_cast<uint64_t>(kHighLoad));
  for (size_t n = 0; n <= nodes.size(); ++n) {
    if (n == 0) {
      putNumber(object, first, kWord, 0, count, n);
      putNumber(object, bucket, kWord, 0, count, n);
      continue;
    }
    putPointer(object, first, nodes[0], 0, count, n);
    putPointer(object, bucket, object, first, count, n);
    for (size_t k = 0; k < n; ++k) putPointer(nodes[k], 0, k + 1 < n ? nodes[k + 1] : kNone, 0, count, n);
  }
}

// The program's own `operator()` of that class, for a key that it takes by reference or as a number. Empty: there is none.
std::string PlanBuilder::hashFunction(SourceTypeId hasher) const {
  for (const program::Function& each : program_.functions) {
    if (!each.defined || !each.hasSourceSignature || each.sourceParameters.size() != 2 || each.display.find("operator()(") == std::string::npos) continue;
    const SourceTypeId self = each.sourceParameters[0].type, key = each.sourceParameters[1].type;
    if (!self.valid() || !key.valid() || !each.sourceResult.valid() || program_.sourceType(each.sourceResult).sizeBytes != kPointerBytes) continue;
    const SourceTypeId owner = program_.sourceType(self).element;
    const SourceType& keyType = program_.sourceType(key);
    if (owner.valid() && ownName(program_.sourceType(owner)) == ownName(program_.sourceType(hasher)) &&
        (keyType.kind == SourceKind::Pointer || isScalar(keyType)))
      return each.name;
  }
  return "";
}

// False: nobody can tell what they are. A class that makes hashes has no members (the table has its usual size), so any object will do.
bool PlanBuilder::keepHashes(const Container& container, const std::vector<uint32_t>& nodes, uint32_t count) {
  uint64_t keyAt = 0;
  const SourceTypeId keyType = keyTypeOf(container, keyAt);
  std::string function;
  if (!program::isStandard(program_.sourceType(container.hasher))) {
    function = hashFunction(container.hasher);
    if (function.empty()) return false;
  } else if (!isStringOfBytes(program_, keyType)) {
    return false;
  }
  const uint64_t at = program::valueInNode(program_, container);
  const uint64_t hash = (at + program_.sourceType(container.element).sizeBytes + 7) / 8 * 8;
  for (size_t n = 1; n <= nodes.size(); ++n)
    for (size_t k = 0; k < n; ++k) {
      Value value;
      value.kind = Value::Kind::Hash;
      value.bits = kWord;
      value.object = nodes[k];
      value.offset = at + keyAt;
      value.global = function;
      plan_.objects[nodes[k]].fills.push_back({hash, std::move(value), count, n});
    }
  return true;
}

}  // namespace cleave::inputs
