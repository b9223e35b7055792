// The shapes of memory that requirements were computed for, as conditions on a state just before the change, and what must be read there to
// tell: plans cut lists after some elements and strings after some bytes, and of states with longer ones predicates say nothing.
#pragma once

#include <string>
#include <vector>

#include "driver/require_analysis.h"
#include "explore/entry.h"
#include "expr/pool.h"
#include "require/rows.h"

namespace cleave::driver {

// `bounds`: those that some run came near (result::Guarantee). Of lists and strings whose ends no row speaks of the length does not matter: who comes to what
// was cut has found the pointer before it not to be null, or the last byte not to be zero. Adds symbols to the pool where the entry has no cells for them.
std::vector<expr::ExprId> shapeOf(expr::ExprPool& pool, const explore::Entry& entry, const explore::EntryPlans& plans, const std::vector<std::string>& bounds,
                                  const Both<require::Rows>& rows);

// All that a state of the entry is made of, by the names of cells; what shapeOf looks at included.
std::vector<std::string> cellsOf(const explore::EntryPlans& plans);

// The paths (points/points.h) of what cells are read from: of variables at the change, or, with `ofCaller`, where its function is called.
std::vector<std::string> pathsOf(const std::vector<std::string>& cells, bool ofCaller);

// Bytes of stdin that a state has; 0: it is no part of it.
uint64_t inputBytesOf(const vm::InputSpace& space);

// What predicates and shapes read, as paths (points/points.h): of variables at the change, or, with `ofCaller`, where its function is called.
std::vector<std::string> readsOf(const StatementPredicates& statement, bool ofCaller);

}  // namespace cleave::driver
