// Matches the instructions and phis of two versions of one function, and tells where they differ.
#pragma once

#include <cstdint>
#include <vector>

#include "change/shape.h"
#include "change/symbols.h"
#include "program/program.h"

namespace cleave::change {

// A phi or an instruction of a function; the items of a function stand in the order of its blocks, the phis of a block first.
struct Item {
  static constexpr uint32_t kNone = UINT32_MAX;
  program::BlockIndex block = 0;
  uint32_t index = 0;  // isPhi: in the block's phis; otherwise: InstIndex
  bool isPhi = false;
  program::SourceLoc loc;  // its own, or that of its nearest neighbour in the block
};
std::vector<Item> itemsOf(const program::Function& function);

// A place that differs: an item of each side, or of one alone.
struct Place {
  Both<uint32_t> item{Item::kNone, Item::kNone};
  // Not edited itself: it reads a value that other places (the items named here) brought in or took away.
  Both<std::vector<uint32_t>> causes;
  Both<std::vector<program::BlockIndex>> ways;  // of a matched phi: the blocks from which it gets another value
};

struct Match {
  Both<std::vector<Item>> items;
  std::vector<uint32_t> afterOf;  // by item of before: the item of after with the same shape that it is matched with, or kNone
  std::vector<Place> places;      // every item stands in at most one; an item in none has a match and does the same as it
};

// What is aligned: by item, equal for items that may be matched.
std::vector<Shape> looseShapes(const FunctionOf& code);

// Both functions have bodies and the same signature.
Match matchFunctions(const Both<FunctionOf>& functions);

}  // namespace cleave::change
