#include "program/containers.h"

#include <algorithm>
#include <string_view>

namespace cleave::program {

namespace {

constexpr unsigned kMostDepth = 10;
constexpr uint64_t kPointer = 8;

std::string_view withoutKeyword(std::string_view name) {
  for (const std::string_view word : {"class ", "struct "})
    if (name.starts_with(word)) name.remove_prefix(word.size());
  return name;
}

constexpr std::string_view kLlvmNamespace = "std::__1::";

// "vector" of "std::vector<int, std::allocator<int> >"; names of inline namespaces left out. Empty: not of the library itself.
std::string_view templateName(std::string_view name) {
  name = withoutKeyword(name);
  if (!name.starts_with("std::")) return {};
  name.remove_prefix(5);
  for (const std::string_view inner : {"__cxx11::", "__1::"})
    if (name.starts_with(inner)) name.remove_prefix(inner.size());
  const size_t end = name.find('<');
  if (end == std::string_view::npos || name.substr(0, end).find(':') != std::string_view::npos || !name.ends_with('>')) return {};
  return name.substr(0, end);
}

struct Found {
  uint64_t offset = 0;
  SourceTypeId type;
};

class Recogniser {
 public:
  Recogniser(const Program& program, SourceTypeId id) : program_(program), id_(id), type_(program.sourceType(id)) {}

  std::optional<Container> run() {
    if (type_.kind != SourceKind::Struct) return std::nullopt;
    const std::string_view name = templateName(ownName(type_));
    if (name.empty()) return std::nullopt;
    result_.name = name;
    result_.size = type_.sizeBytes;
    const bool isLlvm = withoutKeyword(ownName(type_)).starts_with(kLlvmNamespace);
    return (isLlvm ? recogniseLlvm(name) : recognise(name)) ? std::optional(result_) : std::nullopt;
  }

 private:
  bool recognise(std::string_view name) {
    if (name == "basic_string") return string();
    if (name == "basic_string_view") return view("_M_str", "_M_len");
    if (name == "span") return span();
    if (name == "vector") return vector();
    if (name == "deque") return deque();
    if (name == "list") return list();
    if (name == "map" || name == "set" || name == "multimap" || name == "multiset") return tree(name);
    if (name.starts_with("unordered_")) return hash(name);
    if (name == "optional") return optional();
    if (name == "variant") return variant();
    if (name == "unique_ptr") return uniquePtr();
    if (name == "shared_ptr") return sharedPtr();
    if (name == "function") return function();
    if (name == "array") return array();
    if (name == "pair") return pair();
    if (name == "tuple") return tuple();
    return false;
  }

  // Trees, tables, lists and what else has nodes or counts there are not known.
  bool recogniseLlvm(std::string_view name) {
    if (name == "basic_string") return llvmString();
    if (name == "basic_string_view") return view("__data_", "__size_");
    if (name == "vector") return vector("__begin_", "__end_");
    if (name == "optional") return optional("__engaged_", "__val_");
    if (name == "unique_ptr") return uniquePtr();
    if (name == "array") return array("__elems_");
    if (name == "pair") return pair();
    if (name == "tuple") return llvmTuple();
    return false;
  }

  // A member by its name, in the class, its bases and the members that they have; not behind pointers.
  std::optional<Found> find(SourceTypeId id, std::string_view name, unsigned depth = 0) const {
    if (!id.valid() || depth > kMostDepth) return std::nullopt;
    const SourceType& type = program_.sourceType(id);
    if (type.kind != SourceKind::Struct && type.kind != SourceKind::Union) return std::nullopt;
    for (const SourceMember& each : type.members)
      if (each.name == name) return Found{each.offsetBits / 8, each.type};
    for (const SourceMember& each : type.members)
      if (const auto inner = find(each.type, name, depth + 1)) return Found{each.offsetBits / 8 + inner->offset, inner->type};
    return std::nullopt;
  }

  bool place(std::string_view member, uint64_t& offset) const {
    const std::optional<Found> found = find(id_, member);
    if (found) offset = found->offset;
    return found.has_value();
  }

  SourceTypeId argument(size_t k) const { return k < type_.arguments.size() ? type_.arguments[k] : SourceTypeId(); }

  // The elements have a type whose size is known.
  bool holds(SourceTypeId element) {
    result_.element = element;
    return element.valid() && program_.sourceType(element).sizeBytes != 0;
  }

  bool isNamed(SourceTypeId id, std::string_view name) const {
    return id.valid() && templateName(ownName(program_.sourceType(id))) == name;
  }

  // The standard allocator: another one's memory is its own business.
  bool hasPlainAllocator(size_t k) const { return isNamed(argument(k), "allocator"); }

  bool string() {
    result_.kind = Container::Kind::String;
    return holds(argument(0)) && type_.sizeBytes == 32 && hasPlainAllocator(2) && place("_M_p", result_.data) &&
           place("_M_string_length", result_.count) && place("_M_local_buf", result_.local) && result_.data == 0 && result_.count == 8;
  }

  bool llvmString() {
    result_.kind = Container::Kind::LlvmString;
    result_.count = 8;
    result_.data = 16;
    result_.local = 1;
    const std::optional<Found> rest = find(id_, "__padding_");  // behind the byte with the size, so the size comes first
    uint64_t capacity = 0;
    return holds(argument(0)) && program_.sourceType(result_.element).sizeBytes == 1 && type_.sizeBytes == 24 && hasPlainAllocator(2) && rest &&
           rest->offset == 1 && place("__cap_", capacity) && capacity == 0;
  }

  bool view(std::string_view data, std::string_view count) {
    result_.kind = Container::Kind::View;
    result_.isConst = true;
    return holds(argument(0)) && type_.sizeBytes == 16 && place(data, result_.data) && place(count, result_.count);
  }

  bool span() {
    result_.kind = Container::Kind::View;
    if (!holds(argument(0)) || !place("_M_ptr", result_.data)) return false;
    if (place("_M_extent_value", result_.count)) return type_.sizeBytes == 16;
    const std::string& name = ownName(type_);  // "std::span<int, 3UL>"
    const size_t comma = name.rfind(',');
    if (comma == std::string::npos) return false;
    result_.fixedCount = std::strtoull(name.c_str() + comma + 1, nullptr, 10);
    return type_.sizeBytes == 8;
  }

  bool vector(std::string_view first = "_M_start", std::string_view last = "_M_finish") {
    result_.kind = Container::Kind::Vector;
    if (argument(0).valid() && program_.sourceType(argument(0)).kind == SourceKind::Bool) return false;  // bits
    uint64_t finish = 0;
    return holds(argument(0)) && type_.sizeBytes == 3 * kPointer && hasPlainAllocator(1) && place(first, result_.data) &&
           place(last, finish) && finish == result_.data + kPointer;
  }

  bool deque() {
    result_.kind = Container::Kind::Deque;
    uint64_t finish = 0;
    return holds(argument(0)) && type_.sizeBytes == 80 && hasPlainAllocator(1) && place("_M_map", result_.local) &&
           place("_M_start", result_.data) && place("_M_finish", finish) && result_.local == 0 && result_.data == 16 && finish == 48;
  }

  bool list() {
    result_.kind = Container::Kind::List;
    return holds(argument(0)) && type_.sizeBytes == 24 && hasPlainAllocator(1) && place("_M_node", result_.data) &&
           place("_M_size", result_.count) && result_.data == 0 && result_.count == 16;
  }

  // The pair of a map is the argument of its allocator.
  SourceTypeId valueOfAllocator(size_t k) const {
    if (!hasPlainAllocator(k)) return {};
    const SourceType& allocator = program_.sourceType(argument(k));
    return allocator.arguments.empty() ? SourceTypeId() : allocator.arguments[0];
  }

  bool tree(std::string_view name) {
    result_.kind = Container::Kind::Tree;
    result_.isSet = name.ends_with("set");
    result_.isMulti = name.starts_with("multi");
    result_.isOrderedByLess = isNamed(argument(result_.isSet ? 1 : 2), "less");
    return holds(valueOfAllocator(result_.isSet ? 2 : 3)) && type_.sizeBytes == 48 && place("_M_header", result_.data) &&
           place("_M_node_count", result_.count) && result_.count == result_.data + 32;
  }

  bool hash(std::string_view name) {
    result_.kind = Container::Kind::Hash;
    result_.isSet = name.ends_with("set");
    result_.isMulti = name.find("multi") != std::string_view::npos;
    result_.hasher = argument(result_.isSet ? 1 : 2);
    result_.isByEquality = isNamed(argument(result_.isSet ? 2 : 3), "equal_to");
    const std::optional<Found> table = find(id_, "_M_h");
    result_.keepsHashes = table && ownName(program_.sourceType(table->type)).find("_Hashtable_traits<true") != std::string::npos;
    uint64_t own = 0;
    return holds(valueOfAllocator(result_.isSet ? 3 : 4)) && type_.sizeBytes == 56 && place("_M_before_begin", result_.data) &&
           place("_M_element_count", result_.count) && place("_M_buckets", result_.local) && place("_M_single_bucket", own) && result_.local == 0 &&
           result_.data == 16 && own == 48;
  }

  bool optional(std::string_view engaged = "_M_engaged", std::string_view value = "_M_payload") {
    result_.kind = Container::Kind::Optional;
    result_.countBytes = 1;
    return holds(argument(0)) && place(engaged, result_.count) && place(value, result_.data);
  }

  bool variant() {
    result_.kind = Container::Kind::Variant;
    result_.countBytes = 1;
    if (!place("_M_u", result_.data) || !place("_M_index", result_.count)) return false;
    const std::optional<Found> index = find(id_, "_M_index");
    if (program_.sourceType(index->type).sizeBytes != 1) return false;
    for (const SourceTypeId each : type_.arguments) {
      if (!each.valid()) return false;
      result_.parts.push_back({"", result_.data, each});
    }
    return !result_.parts.empty();
  }

  bool uniquePtr() {
    result_.kind = Container::Kind::UniquePtr;
    return isNamed(argument(1), "default_delete") && type_.sizeBytes == kPointer && argument(0).valid() &&
           program_.sourceType(argument(0)).kind != SourceKind::Array && (result_.element = argument(0)).valid();
  }

  bool sharedPtr() {
    result_.kind = Container::Kind::SharedPtr;
    result_.element = argument(0);
    return result_.element.valid() && program_.sourceType(result_.element).kind != SourceKind::Array && type_.sizeBytes == 2 * kPointer &&
           place("_M_ptr", result_.data) && place("_M_pi", result_.count);
  }

  bool function() {
    result_.kind = Container::Kind::Function;
    uint64_t invoker = 0;
    result_.element = argument(0);
    return type_.sizeBytes == 32 && place("_M_manager", result_.count) && place("_M_invoker", invoker) && result_.count == 16 && invoker == 24;
  }

  bool array(std::string_view member = "_M_elems") {
    result_.kind = Container::Kind::Array;
    if (!holds(argument(0))) return false;
    const std::optional<Found> elements = find(id_, member);
    if (!elements || !elements->type.valid()) return false;
    result_.data = elements->offset;
    const SourceType& own = program_.sourceType(elements->type);
    result_.fixedCount = own.kind == SourceKind::Array ? own.count : 0;
    return true;
  }

  bool pair() {
    result_.kind = Container::Kind::Parts;
    for (const char* name : {"first", "second"}) {
      const std::optional<Found> part = find(id_, name);
      if (!part || !part->type.valid()) return false;
      result_.parts.push_back({name, part->offset, part->type});
    }
    return true;
  }

  // A chain of bases, each with one head; heads without members are bases themselves, and show nothing.
  bool tuple() {
    result_.kind = Container::Kind::Parts;
    collectHeads(id_, 0, 0);
    for (size_t k = 0; k < result_.parts.size(); ++k)
      if (!result_.parts[k].type.valid()) return false;
    return result_.parts.size() == type_.arguments.size();
  }

  // One base for each element, in order; those without members are bases of these, and show nothing.
  bool llvmTuple() {
    result_.kind = Container::Kind::Parts;
    const std::optional<Found> base = find(id_, "__base_");
    if (!base) return type_.arguments.empty();
    for (const SourceMember& leaf : program_.sourceType(base->type).members)
      for (const SourceMember& each : program_.sourceType(leaf.type).members)
        if (each.name == "__value_")
          result_.parts.push_back({"get<" + std::to_string(result_.parts.size()) + ">", base->offset + (leaf.offsetBits + each.offsetBits) / 8, each.type});
    return result_.parts.size() == type_.arguments.size();
  }

  void collectHeads(SourceTypeId id, uint64_t offset, unsigned depth) {
    if (!id.valid() || depth > 4 * kMostDepth) return;
    const SourceType& type = program_.sourceType(id);
    // Of an implementation the head is the second base, and comes first.
    for (auto each = type.members.rbegin(); each != type.members.rend(); ++each)
      if (each->name == "_M_head_impl")
        result_.parts.push_back({"get<" + std::to_string(result_.parts.size()) + ">", offset + each->offsetBits / 8, each->type});
      else
        collectHeads(each->type, offset + each->offsetBits / 8, depth + 1);
  }

  const Program& program_;
  SourceTypeId id_;
  const SourceType& type_;
  Container result_;
};

uint64_t alignmentOf(const Program& program, SourceTypeId id, unsigned depth = 0) {
  if (!id.valid() || depth > kMostDepth) return 1;
  const SourceType& type = program.sourceType(id);
  if (type.kind == SourceKind::Array) return alignmentOf(program, type.element, depth + 1);
  if (type.kind != SourceKind::Struct && type.kind != SourceKind::Union) return std::min<uint64_t>(16, type.sizeBytes & (~type.sizeBytes + 1));
  uint64_t most = 1;
  for (const SourceMember& each : type.members) most = std::max(most, alignmentOf(program, each.type, depth + 1));
  return most;
}

}  // namespace

std::optional<Container> containerOf(const Program& program, SourceTypeId id) {
  return id.valid() ? Recogniser(program, id).run() : std::nullopt;
}

bool isStandard(const SourceType& type) { return withoutKeyword(ownName(type)).starts_with("std::"); }

uint64_t valueInNode(const Program& program, const Container& container) {
  const uint64_t head = container.kind == Container::Kind::Tree ? 32 : container.kind == Container::Kind::List ? 16 : 8;
  const uint64_t alignment = std::max<uint64_t>(1, alignmentOf(program, container.element));
  return (head + alignment - 1) / alignment * alignment;
}

}  // namespace cleave::program
