#include "guard/to_checks.h"

#include <type_traits>

#include "support/check.h"

namespace cleave::guard {

namespace {

using infer::Relation;
using points::Node;
using Op = Node::Op;

class ToNode {
 public:
  Node property(const infer::Property& given) const {
    Node body = std::visit(
        [&](const auto& each) {
          if constexpr (std::is_same_v<std::decay_t<decltype(each)>, infer::ForAll>)
            return Node::forAll(each.array, withinOthers(each, atom(each.body)));
          else
            return atom(each);
        },
        given.body);
    if (!given.guard) return body;
    return Node::of(Op::Or, {Node::of(Op::Not, {atom(*given.guard)}), std::move(body)});
  }

 private:

  // Elements of other arrays are at the same index: one that is shorter makes the property false.
  Node withinOthers(const infer::ForAll& given, Node body) const {
    std::vector<Node> all;
    for (const infer::Term& term : infer::termsOf(given.body))
      if (term.variable != given.array && (term.part == infer::Part::Element || term.part == infer::Part::NextElement))
        all.push_back(Node::of(Op::LessEqual, {Node::length(given.array), Node::length(term.variable)}));
    if (all.empty()) return body;
    all.push_back(std::move(body));
    return Node::of(Op::And, std::move(all));
  }

  Node atom(const infer::Atom& given) const {
    return std::visit([&](const auto& each) { return form(each); }, given);
  }

  Node term(const infer::Term& given) const {
    Node node = part(given);
    if (given.reading.width == 0) return node;
    Node read = Node::of(Op::LowBits, {std::move(node)});
    read.width = given.reading.width;
    read.isSigned = given.reading.isSigned;
    return read;
  }

  Node part(const infer::Term& given) const {
    switch (given.part) {
      case infer::Part::Value:
        return Node::value(given.variable);
      case infer::Part::Length:
        return Node::length(given.variable);
      case infer::Part::Element:
        return Node::element(given.variable);
      case infer::Part::NextElement:
        return Node::element(given.variable, 1);
    }
    UNREACHABLE("part");
  }

  Node sum(const infer::Sum& given) const {
    std::vector<Node> all;
    for (const infer::Product& product : given.products)
      all.push_back(product.factor == 1 ? term(product.term)
                                        : Node::of(Op::Multiply, {Node::constant(product.factor), term(product.term)}));
    if (given.constant != 0 || all.empty()) all.push_back(Node::constant(given.constant));
    return all.size() == 1 ? std::move(all.front()) : Node::of(Op::Add, std::move(all));
  }

  static Node compare(Relation relation, Node left, Node right) {
    switch (relation) {
      case Relation::Equal:
        return Node::of(Op::Equal, {std::move(left), std::move(right)});
      case Relation::NotEqual:
        return Node::of(Op::NotEqual, {std::move(left), std::move(right)});
      case Relation::Less:
        return Node::of(Op::Less, {std::move(left), std::move(right)});
      case Relation::LessEqual:
        return Node::of(Op::LessEqual, {std::move(left), std::move(right)});
      case Relation::Greater:
        return Node::of(Op::Less, {std::move(right), std::move(left)});
      case Relation::GreaterEqual:
        return Node::of(Op::LessEqual, {std::move(right), std::move(left)});
    }
    UNREACHABLE("relation");
  }

  Node form(const infer::Compare& given) const {
    const auto side = [&](const infer::Sum& each) {
      if (given.modulo == 0) return sum(each);
      Node low = Node::of(Op::LowBits, {sum(each)});
      low.width = given.modulo;
      low.isSigned = false;
      return low;
    };
    return compare(given.relation, side(given.left), side(given.right));
  }

  Node form(const infer::CompareFloat& given) const {
    Node right = std::holds_alternative<double>(given.right) ? Node::constantFloat(std::get<double>(given.right))
                                                             : term(std::get<infer::Term>(given.right));
    return compare(given.relation, term(given.left), std::move(right));
  }

  Node form(const infer::Member& given) const {
    std::vector<Node> any;
    for (const I128 value : given.values) any.push_back(compare(Relation::Equal, term(given.term), Node::constant(value)));
    return any.size() == 1 ? std::move(any.front()) : Node::of(Op::Or, std::move(any));
  }

  Node form(const infer::Remainder& given) const {
    Node rest = Node::of(Op::Remainder, {term(given.term)});
    rest.number = given.modulus;
    return compare(Relation::Equal, std::move(rest), Node::constant(given.remainder));
  }

  Node form(const infer::Null& given) const {
    Node isNull = Node::isNull(given.term.variable);
    return given.isNull ? isNull : Node::of(Op::Not, {std::move(isNull)});
  }
};

}  // namespace

points::Node toNode(const infer::Property& property) { return ToNode().property(property); }

std::optional<infer::Property> tightened(const infer::Property& property) {
  infer::Property tighter = property;
  infer::Atom& atom = std::holds_alternative<infer::ForAll>(tighter.body) ? std::get<infer::ForAll>(tighter.body).body
                                                                          : std::get<infer::Atom>(tighter.body);
  auto* compare = std::get_if<infer::Compare>(&atom);
  if (compare == nullptr) return std::nullopt;
  switch (compare->relation) {
    case Relation::Less:
    case Relation::LessEqual:
      compare->right.constant -= 1;
      return tighter;
    case Relation::Greater:
    case Relation::GreaterEqual:
      compare->right.constant += 1;
      return tighter;
    case Relation::Equal:
    case Relation::NotEqual:
      return std::nullopt;
  }
  UNREACHABLE("relation");
}

}  // namespace cleave::guard
