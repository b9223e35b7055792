// How C writes the parts of a thing in memory: `text` is the thing itself, `member` + "x" a member of it, `index` + "[1]" an element.
#pragma once

#include <cstdint>
#include <string>

namespace cleave::program {

struct PlaceName {
  std::string text, member, index;

  // "*p" has the members p->x and the elements (*p)[1].
  static PlaceName plain(const std::string& text) {
    if (!text.starts_with('*')) return {text, text + ".", text};
    return {text, text.substr(1) + "->", "(" + text + ")"};
  }
  static PlaceName pointee(const PlaceName& pointer) { return {"*" + pointer.text, pointer.index + "->", "(*" + pointer.text + ")"}; }
  PlaceName element(uint64_t k) const { return plain(index + "[" + std::to_string(k) + "]"); }
  PlaceName part(const std::string& name) const {
    return name.empty() ? PlaceName{member + "(anonymous)", member, member + "(anonymous)"} : plain(member + name);
  }
};

}  // namespace cleave::program
