// Properties as C: for people (`x == y + 1`, `all i < n: a[i] >= 0`, `(mod 2^32)`), and as one expression that compilers of C and C++ (gcc,
// clang) take and an assert can test. The second has the casts that keep its arithmetic exact, loops as statement expressions, and is true
// where a pointer that a variable is read through is null; it is evaluated as evaluate.h does.
#pragma once

#include <functional>
#include <string>

#include "infer/property.h"

namespace cleave::infer {

// How a variable is written. An expression of the source needs no parentheses: `p->count`, `strlen(s)`; those of a value on entry and of
// the result have none in the source, so whoever prints gives the name of a place that holds it.
using Namer = std::function<std::string(const Variable&)>;

// The source's names; a value on entry is old_n (old_p_count), the result is `result`.
std::string placeholder(const Variable& variable);

std::string printForPeople(const Point& point, const Property& property, const Namer& name = placeholder);
std::string printAssertable(const Point& point, const Property& property, const Namer& name = placeholder);

}  // namespace cleave::infer
