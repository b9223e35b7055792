#include "report/container_text.h"

#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "report/utf8.h"
#include "support/text.h"

namespace cleave::report {

namespace {

constexpr std::string_view kSize = "size()";

class Reader {
 public:
  Reader(const result::EntryResult& entry, const result::Partition& partition, size_t first)
      : entry_(entry), partition_(partition), next_(first), end_(std::min(entry.inputs.size(), partition.witness.size())) {}

  size_t position() const { return next_; }

  // The container whose size comes next, named by what stands before its elements.
  std::string container(const std::string& elements) {
    const size_t count = number(next_++);
    const bool isText = isThere(elements + "[0]") && entry_.inputs[next_].type == "char" && entry_.inputs[next_].bits == 8;
    std::string characters;
    std::vector<std::string> values;
    for (size_t k = 0; belongs(fmt::format("{}[{}]", elements, k)); ++k) {
      if (isText) {
        if (k < count) characters += static_cast<char>(number(next_));
        ++next_;
        continue;
      }
      const std::string value = element(fmt::format("{}[{}]", elements, k));
      if (k < count) values.push_back(value);
    }
    return isText ? cleave::quoted(characters) : count == 0 && values.empty() ? "{}" : "{" + join(values, ", ") + "}";
  }

 private:
  const std::string& name(size_t k) const { return partition_.witness[k].first; }
  bool isThere(const std::string& cell) const { return next_ < end_ && name(next_) == cell; }

  // The next cell is the place, or a part of it.
  bool belongs(const std::string& place) const {
    if (next_ >= end_ || !name(next_).starts_with(place)) {
      return next_ < end_ && (name(next_).starts_with("*" + place) || name(next_).starts_with("(*" + place) || name(next_).find("(" + place) == 4);
    }
    const std::string_view rest = std::string_view(name(next_)).substr(place.size());
    return rest.empty() || rest.starts_with('.') || rest.starts_with('[') || rest.starts_with("->") || rest.starts_with('_');
  }

  size_t number(size_t k) const {
    const std::string& bits = partition_.witnessBits[k].second;
    size_t value = 0;
    std::from_chars(bits.data() + 2, bits.data() + bits.size(), value, 16);
    return value;
  }

  std::string element(const std::string& place) {
    if (isThere(place)) return printable(partition_.witness[next_++].second);
    if (isThere(place + "." + std::string(kSize))) return container(place);
    std::vector<std::string> parts;
    while (belongs(place)) {
      const std::string own = name(next_);
      if (own.ends_with("." + std::string(kSize)))
        parts.push_back(container(own.substr(0, own.size() - kSize.size() - 1)));
      else
        parts.push_back(printable(partition_.witness[next_++].second));
    }
    return "{" + join(parts, ", ") + "}";
  }

  const result::EntryResult& entry_;
  const result::Partition& partition_;
  size_t next_, end_;
};

}  // namespace

std::optional<ContainerText> containerAt(const result::EntryResult& entry, const result::Partition& partition, size_t first) {
  const std::string& size = partition.witness[first].first;
  std::string name, elements;
  if (size.ends_with("." + std::string(kSize))) {
    name = elements = size.substr(0, size.size() - kSize.size() - 1);
  } else if (size.ends_with("->" + std::string(kSize))) {
    name = "*" + size.substr(0, size.size() - kSize.size() - 2);
    elements = "(" + name + ")";
  } else {
    return std::nullopt;
  }
  Reader reader(entry, partition, first);
  const std::string value = reader.container(elements);
  return ContainerText{name, value, reader.position() - first};
}

}  // namespace cleave::report
