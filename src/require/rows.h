// What a version does from just before a change up to one affected statement: rows, each a condition over what is live at the change, and what
// the statement leaves behind there. Together they are the state of the version at the statement, by cases.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "expr/pool.h"
#include "support/both.h"

namespace cleave::require {

// Something that a statement leaves behind.
struct Value {
  std::string form;   // what is no number: where a pointer leads to
  expr::ExprId expr;  // invalid: the form says it all
  bool isUndefined = false;
};

struct Row {
  std::vector<expr::ExprId> condition;
  bool isFinished = true;   // false: nothing is known of its inputs
  bool isDefined = true;    // C gives the run a meaning
  bool isCut = false;       // a loop was left alone after the bound
  uint32_t begun = 0;       // how often the statement was
  uint32_t done = 0;
  std::map<std::string, Value> values;  // "v[0]": the first time; "text": what was printed until then, "text.0": the first number in that

  bool reaches() const { return begun > 0 || done > 0; }  // one that a change is called from began before it
};

struct Rows {
  std::vector<Row> all;
  bool isExhaustive = false;  // they cover every state
};

// Rows of a version that writes something which the other one leaves alone, with what was there before as "o[0]": the other version does the same, and leaves that.
void splitOld(Both<Rows>& rows, Side writes);

}  // namespace cleave::require
