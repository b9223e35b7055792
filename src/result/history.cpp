#include "result/history.h"

#include "support/enum_table.h"

namespace cleave::result {

const char* toText(Fate fate) {
  static constexpr EnumTable<Fate, const char*> kWords({
      {Fate::Equivalent, "equivalent"},
      {Fate::Different, "different"},
      {Fate::Inconclusive, "inconclusive"},
      {Fate::Failed, "failed"},
      {Fate::Unbuilt, "does not build"},
      {Fate::Untouched, "no code changed"},
      {Fate::Added, "added"},
      {Fate::Removed, "removed"},
      {Fate::Intended, "different as intended"},
  });
  return kWords[fate];
}

}  // namespace cleave::result
