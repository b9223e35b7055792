// Values of a run. A Slot is a register: the concrete bits and a shadow. Shadow 0 is the common case, a plain concrete value, and costs
// nothing. Any other shadow points to a record that says what else is known of the value.
#pragma once

#include <cstdint>
#include <vector>

#include "expr/pool.h"
#include "support/bits.h"
#include "vm/reliance.h"

namespace cleave::vm {

using ShadowId = uint32_t;  // index in ShadowPool; 0: none
using ObjectIndex = uint32_t;

struct Slot {
  uint64_t bits = 0;
  ShadowId shadow = 0;
  RelId rel = 0;

  // Zero: a plain concrete value that relies on nothing.
  uint64_t tag() const { return uint64_t{rel} << 32 | shadow; }
};

// A scalar of any width, outside the hot path. (A wide register pair keeps its shadow in the low slot, with the expression of the full
// width.)
struct Value {
  U128 bits = 0;
  ShadowId shadow = 0;
  RelId rel = 0;
};

// Origins of pointers that lead to no object, also where their bits are what this machine calls one by. (Of small ones that are the same on all
// inputs nothing needs to be remembered.)
constexpr uint32_t kNumber = UINT32_MAX - 1;  // made from an integer: natively there may be something
constexpr uint32_t kNowhere = UINT32_MAX;     // null, and on from there
constexpr bool leadsNowhere(uint32_t origin) { return origin >= kNumber; }

struct Shadow {
  expr::ExprId expr;    // over the input cells; invalid: the value is concrete. Its sort is that of the register's type (sortOf).
  uint32_t origin = 0;  // object that a pointer, or an integer made from one, was derived from; 0: unknown or none; or one of these
  bool addressDerived =
      false;  // an integer (or truth value) that depends on where objects lie in memory: must not reach a decision or an observation
  U128 undefined = 0;  // mask of bits that were never initialised: must not reach a decision or an observation either
};

class ShadowPool {
 public:
  // Shadow w, for w from 1 to 128, is that of a value of w bits that are all undefined.
  ShadowPool() : shadows_(129) {
    for (unsigned width = 1; width <= 128; ++width) shadows_[width].undefined = maskOf(width);
  }
  void truncate(size_t size) { shadows_.resize(size); }  // forgets those from `size` on
  ShadowId add(const Shadow& shadow) {
    shadows_.push_back(shadow);
    return static_cast<ShadowId>(shadows_.size() - 1);
  }
  const Shadow& operator[](ShadowId id) const { return shadows_[id]; }
  size_t size() const { return shadows_.size(); }

 private:
  std::vector<Shadow> shadows_;
};

}  // namespace cleave::vm
