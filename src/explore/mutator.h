// Inputs that are near others: a value that the program compares with in one cell, text of the program in bytes that follow each other,
// parts of two inputs put together, bytes moved along. What comes out lies within the cells' limits, but maybe outside of the domain.
#pragma once

#include <string>
#include <vector>

#include "explore/input_source.h"
#include "support/random.h"

namespace cleave::explore {

class Mutator {
 public:
  // `source` gives values, and must outlive it.
  Mutator(const Entry& entry, const program::Program& before, const program::Program& after, InputSource& source, uint64_t seed);

  // `other` gives what is taken over.
  expr::Assignment mutate(const expr::Assignment& parent, const expr::Assignment& other);

  // All inputs that have one of the program's constants, or a character that many programs mean something by, in one cell: the k-th, for k
  // from zero to below this.
  size_t neighbours() const { return neighbours_.size(); }
  expr::Assignment neighbour(const expr::Assignment& parent, size_t k) const;

 private:
  // Cells that follow each other: the bytes of a buffer, or a single one.
  struct Group {
    size_t first = 0;
    size_t count = 1;
  };
  struct Neighbour {
    size_t cell;
    U128 bits;
  };
  void findNeighbours();
  void once(expr::Assignment& input, const expr::Assignment& other);
  void changeCell(expr::Assignment& input, size_t cell);
  void changeBytes(expr::Assignment& input, const expr::Assignment& other, const Group& group);
  void move(expr::Assignment& input, const Group& group);
  void putWord(expr::Assignment& input, const Group& group);
  U128 constantFor(size_t cell);

  U128& at(expr::Assignment& input, size_t cell) const { return input[cells_[cell].symbol.value]; }
  const U128& at(const expr::Assignment& input, size_t cell) const { return input[cells_[cell].symbol.value]; }

  const std::vector<vm::InputCell>& cells_;
  InputSource& source_;
  Random random_;
  std::vector<Group> groups_;
  std::vector<size_t> groupOf_;  // by cell
  std::vector<Neighbour> neighbours_;
  std::vector<U128> constants_;
  std::vector<std::string> words_;
};

}  // namespace cleave::explore
