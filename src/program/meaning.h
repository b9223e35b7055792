// Whether the bits of one version mean the same in the other to whoever looks at them: types of the source, compared. Names of types do not
// count, signedness, kinds and names of members do: a struct whose members changed places holds other values under the same names, and -1
// is not 255. A member whose name went, where another came in the same place and of the same type, was renamed and means what it did.
//
// Who decides whether two functions are the same must ask this too (change/, optimizer/): code does not tell how its bits are read.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program/program.h"
#include "support/both.h"

namespace cleave::program {

class Meanings {
 public:
  explicit Meanings(const Both<const Program&>& programs) : programs_(programs) {}

  // With all that they lead to. Types that refer to each other are the same as long as nothing speaks against it.
  bool same(SourceTypeId before, SourceTypeId after);
  // What callers see of the functions: the result and what the parameters lead to. A number that is passed is the bits that the function
  // gets, whatever it takes them for; what it makes of them is in its code. Where debug info is missing nothing is known, and nothing
  // differs.
  bool sameSignature(const Function& before, const Function& after);
  // What its bytes mean; of a table of a C++ class (virtual functions, type information) what the class's do.
  bool sameGlobal(const Global& before, const Global& after);

  struct Renamed {
    SourceTypeId type;  // of before
    size_t member = 0;
    std::string from, to;
  };
  // In the types that were found to mean the same, each member once.
  const std::vector<Renamed>& renamed() const { return renamed_; }

 private:
  using Pair = std::pair<uint32_t, uint32_t>;
  bool sameAlone(const SourceType& before, const SourceType& after) const;
  bool sameMembers(const SourceType& before, const SourceType& after) const;
  void noteRenamed(SourceTypeId before, SourceTypeId after);
  // Every type of that name: forward declarations, and one for each file, may stand beside the definition.
  std::vector<SourceTypeId> classesNamed(Side side, const std::string& name);
  std::vector<Pair> partsOf(const SourceType& before, const SourceType& after) const;

  Both<const Program&> programs_;
  std::set<Pair> same_;   // known to be
  std::set<Pair> other_;  // known not to be
  std::vector<Renamed> renamed_;
  std::set<std::pair<uint32_t, size_t>> namedAnew_;
  Both<std::multimap<std::string, SourceTypeId, std::less<>>> classes_;  // made when first asked for
};

// The class that a table of C++ is of (virtual functions, type information, also that of a pointer to the class); empty where the global is
// none.
std::string classOf(const Global& table);
inline bool isVirtualTable(const Global& global) { return global.name.starts_with("_ZTV"); }
std::string classOfSymbol(std::string symbol);  // the same, by the linker's name
std::string withoutPointer(std::string name);   // "E const*": E

// Gives members that were renamed the names that after has for them, in all types that functions and globals of the two versions share.
// Returns what was done, for the user to hear.
std::vector<std::string> adoptMemberNames(Program& before, const Program& after,
                                          const std::vector<std::pair<SourceTypeId, SourceTypeId>>& shared);

}  // namespace cleave::program
