// Takes out properties that follow from the rest, so that people read each thing once. Two steps: what differences and bounds imply, which
// costs next to nothing, and what an oracle (solver_oracle.h) says is implied. What stays implies all that was given, and keeps its order.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "infer/inference.h"

namespace cleave::infer {

// By the rules: the same said twice; bounds, orders and equalities that follow from others of these (x <= z from x <= y and y <= z); x != y
// from x < y; an implication whose body follows from the guard and from what always holds; what is said of a variable that equals another
// of which it is said, too.
std::vector<Found> withoutObvious(const Point& point, std::vector<Found> found);

using Implies = std::function<bool(std::span<const Property> premises, const Property& conclusion)>;
// Asks for each property, from those that say least on, whether those that are left imply it. Only properties that have variables in common
// with it, directly or through others, are given as premises.
std::vector<Found> withoutImplied(std::vector<Found> found, const Implies& implies);

}  // namespace cleave::infer
