// The rules work on a graph: a node for each term and one for zero, and for x <= y + c an edge from x to y of weight c. Bounds, orders and
// equalities are edges; x <= y + c follows from others where they make a path from x to y that weighs at most c.
//
// Each is dropped because of others that are still there, so that what is left in the end implies all.
//
// Absent variables need care: x <= z follows from x <= y and y <= z only where y has a value. So a premise counts for a conclusion
// only if it reads through no pointer that the conclusion does not read through.
#include "infer/suppress.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace cleave::infer {

namespace {

using Node = std::optional<Term>;  // none: zero

// from <= to + weight
struct Edge {
  Node from, to;
  I128 weight = 0;
};

// One side of a comparison that the graph can say: a term or nothing, and a constant.
bool isSimple(const Sum& sum) { return sum.products.empty() || (sum.products.size() == 1 && sum.products[0].factor == 1); }
Node nodeOf(const Sum& sum) { return sum.products.empty() ? Node{} : Node{sum.products[0].term}; }

// The edges that a comparison is; empty where it is none.
std::vector<Edge> edgesOf(const Atom& atom) {
  const Compare* given = std::get_if<Compare>(&atom);
  if (given == nullptr || given->modulo != 0 || !isSimple(given->left) || !isSimple(given->right)) return {};
  const Node left = nodeOf(given->left), right = nodeOf(given->right);
  const I128 difference = given->right.constant - given->left.constant;  // left REL right + difference
  switch (given->relation) {
    case Relation::Equal:
      return {{left, right, difference}, {right, left, -difference}};
    case Relation::NotEqual:
      return {};
    case Relation::Less:
      return {{left, right, difference - 1}};
    case Relation::LessEqual:
      return {{left, right, difference}};
    case Relation::Greater:
      return {{right, left, -difference - 1}};
    case Relation::GreaterEqual:
      return {{right, left, -difference}};
  }
  return {};
}

using Pointers = std::set<uint32_t>;

void addPointers(const Point& point, uint32_t variable, Pointers& into) {
  if (const auto behind = point.variables[variable].behind; behind && into.insert(*behind).second) addPointers(point, *behind, into);
}

Pointers pointersOf(const Point& point, const Property& property) {
  Pointers result;
  for (const uint32_t variable : variablesOf(property)) addPointers(point, variable, result);
  return result;
}

bool within(const Pointers& inner, const Pointers& outer) { return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end()); }

// Is there a path of at most this weight? Bellman and Ford's; what held in some row has no circle of negative weight.
bool follows(const std::vector<Edge>& edges, const Edge& wanted) {
  std::map<Node, I128> distance{{wanted.from, 0}};
  for (size_t round = 0; round <= edges.size(); ++round) {
    bool changed = false;
    for (const Edge& each : edges) {
      const auto from = distance.find(each.from);
      if (from == distance.end()) continue;
      const I128 through = from->second + each.weight;
      const auto [to, isNew] = distance.try_emplace(each.to, through);
      if (!isNew && through >= to->second) continue;
      to->second = through;
      changed = true;
    }
    if (!changed) break;
  }
  const auto found = distance.find(wanted.to);
  return found != distance.end() && found->second <= wanted.weight;
}

bool edgesImply(const std::vector<Edge>& edges, const Atom& atom) {
  if (edges.empty()) return false;
  const Compare* given = std::get_if<Compare>(&atom);
  if (given != nullptr && given->relation == Relation::NotEqual) {
    Compare less = *given, greater = *given;
    less.relation = Relation::Less;
    greater.relation = Relation::Greater;
    return edgesImply(edges, less) || edgesImply(edges, greater);
  }
  const std::vector<Edge> wanted = edgesOf(atom);
  return !wanted.empty() && std::all_of(wanted.begin(), wanted.end(), [&](const Edge& each) { return follows(edges, each); });
}

class Rules {
 public:
  Rules(const Point& point, std::vector<Found> found) : point_(point), found_(std::move(found)), dropped_(found_.size(), false) {
    for (const Found& each : found_) pointers_.push_back(pointersOf(point, each.property));
  }

  std::vector<Found> apply() {
    dropRepeated();
    dropRenamed();
    for (const size_t i : byWeakness(found_)) dropped_[i] = dropped_[i] || followsFromOthers(i);
    std::vector<Found> result;
    for (size_t i = 0; i < found_.size(); ++i)
      if (!dropped_[i]) result.push_back(std::move(found_[i]));
    return result;
  }

  static std::vector<size_t> byWeakness(const std::vector<Found>& found) {
    std::vector<size_t> order;
    for (size_t i = found.size(); i-- > 0;) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return found[a].family > found[b].family; });
    return order;
  }

 private:
  void dropRepeated() {
    for (size_t i = 0; i < found_.size(); ++i) dropped_[i] = !byText_.try_emplace(canonicalText(point_, found_[i].property), i).second;
  }

  // x == y: what is said of y follows where the same is said of x. The equality itself stays, as it is about both.
  void dropRenamed() {
    for (size_t i = 0; i < found_.size(); ++i) {
      if (dropped_[i] || found_[i].property.guard) continue;
      const auto pair = sameValue(found_[i].property);
      if (!pair) continue;
      for (size_t j = 0; j < found_.size(); ++j)
        if (j != i && !dropped_[j] && within(pointers_[i], pointers_[j]) && saidElsewhere(j, pair->first, pair->second)) dropped_[j] = true;
    }
  }

  // The variables of x == y, the first that is listed first; of one type, so that nothing depends on which of them it is.
  std::optional<std::pair<uint32_t, uint32_t>> sameValue(const Property& property) const {
    const std::vector<uint32_t> variables = variablesOf(property);
    const Atom* atom = std::get_if<Atom>(&property.body);
    if (atom == nullptr || variables.size() != 2 || !(point_.variables[variables[0]].type == point_.variables[variables[1]].type))
      return std::nullopt;
    const Compare* given = std::get_if<Compare>(atom);
    const bool equal = given != nullptr && given->relation == Relation::Equal && given->modulo == 0 && isSimple(given->left) &&
                       isSimple(given->right) && given->left.constant == 0 && given->right.constant == 0;
    if (!equal) return std::nullopt;
    for (const Term& each : termsOf(*atom))
      if (each.part != Part::Value || each.reading.width != 0) return std::nullopt;
    return std::pair(variables[0], variables[1]);
  }

  // Is the property, with x for y, among those that are left? One that mentions both is not looked at.
  bool saidElsewhere(size_t i, uint32_t x, uint32_t y) const {
    const Property& property = found_[i].property;
    const std::vector<uint32_t> variables = variablesOf(property);
    const auto mentions = [&](uint32_t each) { return std::binary_search(variables.begin(), variables.end(), each); };
    if (!mentions(y) || mentions(x)) return false;
    Point renamed = point_;
    renamed.variables[y].name = point_.variables[x].name;
    renamed.variables[y].role = point_.variables[x].role;
    const auto same = byText_.find(canonicalText(renamed, property));
    return same != byText_.end() && same->second != i && !dropped_[same->second];
  }

  bool followsFromOthers(size_t i) const {
    const Property& property = found_[i].property;
    const Atom* atom = std::get_if<Atom>(&property.body);
    if (atom == nullptr) return false;
    std::vector<Edge> edges;
    for (size_t j = 0; j < found_.size(); ++j) {
      if (j == i || dropped_[j] || found_[j].property.guard || !within(pointers_[j], pointers_[i])) continue;
      if (const Atom* other = std::get_if<Atom>(&found_[j].property.body))
        for (const Edge& each : edgesOf(*other)) edges.push_back(each);
    }
    if (property.guard)
      for (const Edge& each : edgesOf(*property.guard)) edges.push_back(each);
    return edgesImply(edges, *atom);
  }

  const Point& point_;
  std::vector<Found> found_;
  std::vector<bool> dropped_;
  std::vector<Pointers> pointers_;
  std::map<std::string, size_t> byText_;  // the first that says it
};

// The properties that share variables with it, directly or through others.
std::vector<Property> connected(const std::vector<Found>& found, const std::vector<bool>& dropped, size_t to) {
  std::set<uint32_t> variables;
  std::vector<bool> taken(found.size(), false);
  const auto addVariables = [&](size_t i) {
    for (const uint32_t each : variablesOf(found[i].property)) variables.insert(each);
  };
  addVariables(to);
  taken[to] = true;
  std::vector<Property> result;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < found.size(); ++i) {
      if (taken[i] || dropped[i]) continue;
      const std::vector<uint32_t> own = variablesOf(found[i].property);
      if (std::none_of(own.begin(), own.end(), [&](uint32_t each) { return variables.contains(each); })) continue;
      taken[i] = more = true;
      addVariables(i);
      result.push_back(found[i].property);
    }
  }
  return result;
}

}  // namespace

std::vector<Found> withoutObvious(const Point& point, std::vector<Found> found) { return Rules(point, std::move(found)).apply(); }

std::vector<Found> withoutImplied(std::vector<Found> found, const Implies& implies) {
  std::vector<bool> dropped(found.size(), false);
  for (const size_t i : Rules::byWeakness(found)) dropped[i] = implies(connected(found, dropped, i), found[i].property);
  std::vector<Found> result;
  for (size_t i = 0; i < found.size(); ++i)
    if (!dropped[i]) result.push_back(std::move(found[i]));
  return result;
}

}  // namespace cleave::infer
