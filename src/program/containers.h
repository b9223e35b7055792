// Classes of the C++ library that hold values: what they are, and where in them things stand. Recognised by their names, and by the names of
// their members in debug information, as GCC's library (libstdc++) has them, and some as LLVM's (libc++) has them; what looks otherwise is no
// container here. Who makes inputs and who shows results both go by this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"

namespace cleave::program {

struct Container {
  enum class Kind : uint8_t {
    String,      // characters: data, size, capacity (or the characters themselves, if few)
    LlvmString,  // the same in LLVM's library: few characters stand behind a byte with twice their number, of others its lowest bit is set
    View,        // string_view, span: data and size; nothing is owned
    Vector,      // three pointers
    Deque,       // blocks, and an array of pointers to them
    List,        // a ring of nodes
    Tree,        // map, set and their multi-forms
    Hash,        // unordered_*: a list of nodes without order
    Optional,    // the value, and whether it is there
    Variant,     // one of the values, and which
    UniquePtr,   // a pointer that owns
    SharedPtr,   // a pointer, and a count that is shared
    Function,    // something to be called: a small object, and functions that copy and call it
    Array,       // std::array
    Parts,       // pair, tuple: values side by side
  };
  struct Part {
    std::string name;  // "first"; of a tuple "get<0>"
    uint64_t offset = 0;
    SourceTypeId type;
  };

  Kind kind = Kind::String;
  std::string name;      // the template's: "vector"
  SourceTypeId element;  // what it holds; of a map the pair; of a function its type
  uint64_t size = 0;     // of the container itself, in bytes
  // Offsets, by kind.
  uint64_t data = 0;      // String, View, UniquePtr, SharedPtr: the pointer; Vector: the first of three; List, Tree: of the ring's or tree's own node;
                          // Hash: the pointer to the first node; Deque: the first iterator; Optional, Variant, Array: the value
  uint64_t count = 0;     // String, View, List, Tree, Hash: how many; Optional: whether; Variant: which; SharedPtr: the control block
  uint64_t local = 0;     // String: its own room for characters; Hash: buckets; Deque: the array of blocks
  uint64_t countBytes = 8;
  uint64_t fixedCount = 0;       // View: of a span whose size is part of its type; Array
  bool isSet = false;            // Tree, Hash: the element is the key
  bool isMulti = false;
  bool isOrderedByLess = false;  // Tree: by std::less
  bool isByEquality = false;     // Hash: keys are the same by std::equal_to
  bool keepsHashes = false;      // Hash: each node holds the hash of its key, behind its value
  SourceTypeId hasher;           // Hash: the class that makes hashes
  bool isConst = false;          // View: nobody may write through it
  std::vector<Part> parts;       // Parts; Variant: the alternatives
};

// None: it is no container, or none that is known.
std::optional<Container> containerOf(const Program& program, SourceTypeId id);

// A class of the C++ library, whatever it is.
bool isStandard(const SourceType& type);

// Where in a node of such a container its value stands.
uint64_t valueInNode(const Program& program, const Container& container);

}  // namespace cleave::program
