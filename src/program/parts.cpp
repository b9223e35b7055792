#include "program/parts.h"

#include <algorithm>

namespace cleave::program {

namespace {

bool isPlain(const SourceMember& member) { return !member.isBitField && member.type.valid(); }

class Collector {
 public:
  Collector(const Program& program, uint64_t from) : program_(program), from_(from) {}

  void add(SourceTypeId id, uint64_t offset, const PlaceName& name) {
    const SourceType& type = program_.sourceType(id);
    if (offset >= from_) return parts_.push_back({id, nullptr, offset, name});
    if (offset + type.sizeBytes <= from_) return;
    if (type.kind == SourceKind::Array && type.element.valid()) {
      const uint64_t size = program_.sourceType(type.element).sizeBytes;
      for (uint64_t k = 0; k < type.count; ++k) add(type.element, offset + k * size, name.element(k));
    } else if (type.kind == SourceKind::Struct) {
      for (const SourceMember& each : type.members) {
        const uint64_t start = each.offsetBits / 8;
        if (isPlain(each))
          add(each.type, offset + start, name.part(each.name));
        else if (each.isBitField && offset + start >= from_)
          parts_.push_back({each.type, &each, offset, name.part(each.name)});
      }
    }
  }

  std::vector<Part> take() { return std::move(parts_); }

 private:
  const Program& program_;
  uint64_t from_;
  std::vector<Part> parts_;
};

}  // namespace

std::optional<uint64_t> elementsAt(const Program& program, SourceTypeId whole, SourceTypeId element, uint64_t offset) {
  const std::string name = ownName(program.sourceType(element));
  uint64_t count = 1;
  while (whole.valid()) {
    const SourceType& type = program.sourceType(whole);
    if (offset == 0 && type.sizeBytes == program.sourceType(element).sizeBytes && ownName(type) == name) return count;
    if (type.kind == SourceKind::Array && type.element.valid() && type.count != 0) {
      const uint64_t size = std::max<uint64_t>(1, program.sourceType(type.element).sizeBytes);
      count = type.count - std::min(type.count, offset / size);
      offset %= size;
      whole = type.element;
      continue;
    }
    const auto holds = [&](const SourceMember& each) {
      const uint64_t start = each.offsetBits / 8;
      return isPlain(each) && offset >= start && offset - start < program.sourceType(each.type).sizeBytes;
    };
    const auto member = std::ranges::find_if(type.members, holds);
    if (type.kind != SourceKind::Struct || member == type.members.end()) return std::nullopt;
    count = 1;
    offset -= member->offsetBits / 8;
    whole = member->type;
  }
  return std::nullopt;
}

std::vector<Part> partsBehind(const Program& program, SourceTypeId whole, uint64_t from, const PlaceName& name) {
  Collector collector(program, from);
  collector.add(whole, 0, name);
  return collector.take();
}

}  // namespace cleave::program
