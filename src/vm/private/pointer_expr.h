// Symbolic pointers that may lead to several objects, mostly a choice among known addresses: `flag ? &a : &b[1]`, or `table[i]`. These two
// say which object and where in it, without the VM's own numbers for objects: conditions over them are shown to people and given to
// solvers.
#pragma once

#include "expr/pool.h"
#include "vm/private/memory.h"

namespace cleave::vm {

// "The address is one of the object's": its upper half is the object's index.
expr::ExprId leadsTo(expr::ExprPool& pool, expr::ExprId address, ObjectIndex object);

// The offset in the object. Only right where leadsTo holds. `sample` is one value it has there.
expr::ExprId offsetWithin(expr::ExprPool& pool, expr::ExprId address, ObjectIndex object, uint64_t sample);

}  // namespace cleave::vm
