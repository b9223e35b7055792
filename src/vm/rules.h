// The rules that say what a value relies on, by name. Each can be left out, which makes claims unsound: that is for tests that show that
// the campaigns would notice.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cleave::vm {

enum class Rule : uint8_t {
  Operands,      // a result relies on what its operands rely on
  Phi,           // a phi relies on the regions that close at its block
  LoopExit,      // the same for the phi through which a value leaves its loop
  StoredSince,   // a load relies on regions that closed since the store and may have written the place
  StoreAddress,  // a store through an address that relies on something may have hit other places
  Resolved,      // an address, a size or a call target that was fixed to its value is relied on
  Output,        // output relies on open regions, and on closed ones that may print
  Ends,          // everything relies on passed checks, and on regions that may end the run
  Calls,         // what an indirect call does relies on its target
  CleanInputs,   // values proved the same are so only if what they are computed from is
};
inline constexpr unsigned kRules = 10;

constexpr std::string_view kRuleNames[kRules] = {"operands", "phi",    "loop-exit", "stored-since", "store-address",
                                                 "resolved", "output", "ends",      "calls",        "clean-inputs"};

struct Rules {
  uint32_t off = 0;
  bool has(Rule rule) const { return (off >> static_cast<unsigned>(rule) & 1) == 0; }
  bool disable(std::string_view name) {  // false: no such rule
    for (unsigned k = 0; k < kRules; ++k)
      if (kRuleNames[k] == name) {
        off |= 1u << k;
        return true;
      }
    return false;
  }
};

}  // namespace cleave::vm
