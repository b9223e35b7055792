#include "require/rows.h"

namespace cleave::require {

void splitOld(Both<Rows>& rows, Side writes) {
  Rows& own = rows.of(writes);
  Rows other = own;
  for (size_t k = 0; k < own.all.size(); ++k) {
    std::erase_if(own.all[k].values, [](const auto& each) { return each.first.starts_with("o["); });
    std::erase_if(other.all[k].values, [](const auto& each) { return each.first.starts_with("v["); });
    for (const auto& [name, value] : Row(other.all[k]).values)
      if (name.starts_with("o[")) {
        other.all[k].values.emplace("v" + name.substr(1), value);
        other.all[k].values.erase(name);
      }
  }
  rows.of(otherSide(writes)) = std::move(other);
}

}  // namespace cleave::require
