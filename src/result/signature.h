// The semantic signature of a function as plain data: every way in which its output is computed, with the condition under which it is. And
// how the signatures of two versions correspond. Mirrors docs/json.md; fields are added, never renamed.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "result/result.h"

namespace cleave::result {

// A scalar of the output in SMT-LIB2.
struct SmtTerm {
  std::string name;
  std::string sort;
  std::string term;
};

// A way in which the output is computed. `way` has the condition, the witness, what the run showed (`after`) and the expressions
// (`afterExpr`); a kind of Unfinished says that the run of the witness did not end.
struct SignatureRow {
  Partition way;
  std::vector<SmtTerm> smt;       // the scalars
  std::optional<uint64_t> paths;  // through the program that fall into the row; at least so many
  bool pathsExact = false;
};

// Rows that a reader takes for one way: they compute the same, or where rows are many, what is alike.
struct RowGroup {
  Group group;  // its partitions are ids of rows
  std::vector<std::pair<std::string, std::string>> output;  // that all of them compute
};

struct Signature {
  std::string entry;
  std::string strategy;  // output: by output conditions; dart: by paths
  bool exhaustive = false;
  std::string reason;  // why it is, or is not
  std::vector<Input> inputs;
  Vocabulary vocabulary;
  std::vector<SignatureRow> rows;
  std::vector<RowGroup> groups;  // each row is in one; none where nobody asked
  std::optional<uint64_t> unknownPaths;  // paths were counted: so many have an output condition that is no row's
  Guarantee guarantee;
  Statistics statistics;
};

enum class RowFate {
  Stayed,   // the same condition, the same output
  Changed,  // the same condition, another output; or the same output, under another condition
  Went,     // only before computes the output in this way
  Came,
};
const char* toText(RowFate fate);  // "stayed", "changed", "went", "came"

struct RowPair {
  RowFate fate = RowFate::Stayed;
  std::optional<uint32_t> before;  // ids of rows
  std::optional<uint32_t> after;
};

struct SignaturePair {
  Signature before;
  Signature after;
  std::vector<RowPair> rows;
  uint64_t undecided = 0;  // questions that the solver did not decide; their rows count as went and came
};

struct SignatureResult {
  std::string version;
  std::vector<Signature> signatures;  // of one version, or
  std::vector<SignaturePair> pairs;   // of two
};

}  // namespace cleave::result
