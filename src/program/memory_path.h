// Where an observed cell stands, in terms that hold both in the VM and in a native process: start at a root, follow pointers, take some
// bytes.
//   root "return", follow {}, offset 0, bytes 4                 the returned int
//   root "return", follow {0}, offset 8, bytes 4                ((struct s*)return)->y, y at offset 8
//   root "global:counter", follow {}, offset 0, bytes 4         a global variable
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cleave::program {

struct MemoryPath {
  std::string root;
  std::vector<uint64_t> follow;  // at each offset in turn an 8-byte pointer is read and followed
  uint64_t offset = 0;
  unsigned bytes = 0;
  unsigned bitOffset = 0;  // of a bit-field within those bytes, from the lowest bit
  unsigned bits = 0;       // its width; 0: not a bit-field, all of the bytes
  // Not memory itself, but a number of 8 bytes that is computed of it: how many elements a container holds that keeps pointers alone.
  //   (sum of factor * the 8 bytes at `offset`, where the last pointer of the way led, + plus) / divisor
  struct Term {
    uint64_t offset = 0;
    int64_t factor = 1;
    bool operator==(const Term&) const = default;
  };
  std::vector<Term> terms = {};
  int64_t plus = 0;
  uint64_t divisor = 1;
};

}  // namespace cleave::program
