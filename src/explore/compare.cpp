#include "explore/compare.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "explore/compare_text.h"
#include "expr/linear.h"
#include "support/check.h"
#include "support/float_format.h"

namespace cleave::explore {

namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Sort;
using result::isSeen;
using result::Observable;
using vm::ObservedCell;
using vm::OutcomeKind;

using Place = std::tuple<std::string_view, std::string_view, size_t>;  // root, name, and which one of that name

template <class Cells>
auto placesOf(Cells& cells) {
  std::vector<std::pair<Place, decltype(&cells.front())>> places;
  std::map<std::pair<std::string_view, std::string_view>, size_t> count;
  for (auto& cell : cells) places.push_back({{cell.path.root, cell.name, count[{cell.path.root, cell.name}]++}, &cell});
  return places;
}

// What one version alone can show, and has left as it was, or unset, is no difference: a member of a structure that has others in the other
// version. An object that the run made is another matter: how large it is, shows only in what there is of it.
bool isAsGiven(const ObservedCell& cell) {
  if (cell.kind == ObservedCell::Kind::Pointer && cell.target == "invalid" && !cell.isUntouched) return false;  // what it led to is gone
  return cell.isAsGiven || cell.isLeft || cell.kind == ObservedCell::Kind::Undefined;
}

// Collects the parts of a comparison: what must hold for the relation, and what differs in form.
class Comparer {
 public:
  Comparer(ExprPool& pool, const Relevant& relevant) : pool_(pool), relevant_(relevant) {}

  // Differs on every input that takes these paths.
  void structural(const std::string& name) {
    differentByForm_ = true;
    result_.differing.push_back(name);
  }

  void outcomes(const vm::Outcome& before, const vm::Outcome& after) {
    if (before.kind != after.kind) return structural("outcome");
    if (isSeen(Observable::TrapKind, before.kind) && before.trap != after.trap) structural("outcome");
    if (isSeen(Observable::ExceptionType, before.kind) && before.exception != after.exception)
      structural(before.reason == after.reason ? "which handlers catch the exception" : "outcome");
  }

  // A place is the root that the way to it starts from, and the way; its name alone is not enough. What `p->next` led to when the entry was
  // called is a root of its own, and what it leads to now has the same name. Members without a name count in their order.
  void cells(const std::vector<ObservedCell>& before, const std::vector<ObservedCell>& after) {
    const auto places = placesOf(before);
    std::map<Place, const ObservedCell*> rest(places.begin(), places.end());
    for (auto& [place, cell] : placesOf(after)) {
      const auto found = rest.find(place);
      if (found == rest.end()) {
        ofOneVersion(*cell);
      } else {
        cellPair(*found->second, *cell);
        rest.erase(found);
      }
    }
    for (const auto& [place, cell] : places)
      if (rest.contains(place)) ofOneVersion(*cell);
  }

  void ofOneVersion(const ObservedCell& cell) {
    if (!isAsGiven(cell)) structural(cell.name);
  }

  void text(const std::string& channel, const std::vector<vm::OutputItem>& before, const std::vector<vm::OutputItem>& after) {
    if (before.empty() && after.empty()) return;
    TextComparison comparison = compareText(pool_, before, after);
    fixes_.insert(fixes_.end(), comparison.fixes.begin(), comparison.fixes.end());
    if (!comparison.equal) result_.differing.push_back(channel);
    differentByText_ = differentByText_ || !comparison.sameShape;
    equalities_.insert(equalities_.end(), comparison.equalities.begin(), comparison.equalities.end());
  }

  Comparison finish() {
    result_.equal = result_.differing.empty();
    if (differentByForm_) return std::move(result_);
    for (const ExprId fix : fixes_) addLiteral(fix);
    result_.firstRelation = result_.literals.size();
    if (differentByText_) return std::move(result_);
    if (result_.equal) {
      for (const ExprId equality : equalities_) addLiteral(equality);
    } else {
      addLiteral(pool_.notOf(pool_.conjunction(equalities_)));
    }
    return std::move(result_);
  }

 private:
  void addLiteral(ExprId literal) {
    CHECK(!pool_.isFalse(literal), "a comparison literal does not hold on its own input");
    if (!pool_.isTrue(literal)) result_.literals.push_back(literal);
  }

  void cellPair(const ObservedCell& before, const ObservedCell& after) {
    if (!relevant_.cleanCells && before.clean && after.clean) return;
    if (relevant_.cells != nullptr && !relevant_.cells->contains(after.name)) return;
    if (before.kind != after.kind) return structural(after.name);
    if (!before.leads.empty() || !after.leads.empty()) return pointerPair(before, after);
    if (before.kind == ObservedCell::Kind::Pointer && before.target != after.target) return structural(after.name);
    if (before.kind == ObservedCell::Kind::Undefined) return;
    ExprId left, right;
    if (!commonExpressions(before, after, left, right)) return structural(after.name);
    const ExprId same = expr::equalValues(pool_, left, right);
    if (!sameValue(before, after)) result_.differing.push_back(after.name);
    if (!pool_.isTrue(same)) equalities_.push_back(same);
    if (const ObservedCell* read = readAsSigned(before, after)) notNegative(*read);
  }

  // Of two pointers one of which at least was left open: they are the same where they lead to the same.
  void pointerPair(const ObservedCell& before, const ObservedCell& after) {
    if (before.leads == after.leads) return;
    ExprId same = pool_.boolean(false);
    for (const Lead& x : leadsOf(before))
      for (const Lead& y : leadsOf(after))
        if (x.target == y.target) same = pool_.orOf(same, pool_.andOf(pool_.andOf(x.when, y.when), pool_.equal(x.offset, y.offset)));
    if (pool_.isFalse(same)) return structural(after.name);
    if (before.target != after.target || before.bits != after.bits) result_.differing.push_back(after.name);
    if (!pool_.isTrue(same)) equalities_.push_back(same);
  }

  struct Lead {
    ExprId when;
    std::string_view target;
    ExprId offset;
  };
  std::vector<Lead> leadsOf(const ObservedCell& cell) {
    if (cell.leads.empty()) return {{pool_.boolean(true), cell.target, exprOf(cell)}};
    std::vector<Lead> leads;
    for (const ObservedCell::Lead& each : cell.leads) leads.push_back({each.when, each.target, pool_.bits(64, each.offset)});
    return leads;
  }

  // Where one version takes a number for signed and the other does not, a negative one is no number of the other. The cell that is signed;
  // null where both read alike.
  static const ObservedCell* readAsSigned(const ObservedCell& before, const ObservedCell& after) {
    const bool areNumbers = before.kind == ObservedCell::Kind::Scalar && !before.sort.isFloat() && !after.sort.isFloat();
    if (!areNumbers || !before.isTyped || !after.isTyped || before.isSigned == after.isSigned) return nullptr;
    return before.isSigned ? &before : &after;
  }
  static bool isNegative(const ObservedCell& cell) { return (cell.bits >> (cell.sort.width - 1) & 1) != 0; }

  void notNegative(const ObservedCell& cell) {
    const ExprId sign = pool_.extract(exprOf(cell), cell.sort.width - 1, 1);
    const ExprId holds = pool_.equal(sign, pool_.bits(1, 0));
    if (!pool_.isTrue(holds)) equalities_.push_back(holds);
  }

  ExprId exprOf(const ObservedCell& cell) { return cell.expr.valid() ? cell.expr : pool_.constant(cell.sort, cell.bits); }

  // Both values in one sort: a result that became wider compares by its number. False when integers meet floats. Of two cells only one of
  // which is signed, the other rule (readAsSigned) leaves numbers that are not negative, and those are extended alike.
  bool commonExpressions(const ObservedCell& before, const ObservedCell& after, ExprId& left, ExprId& right) {
    left = exprOf(before);
    right = exprOf(after);
    if (before.sort == after.sort) return true;
    if (before.sort.kind != after.sort.kind) return false;
    const unsigned width = std::max(before.sort.width, after.sort.width);
    left = widen(left, before, width);
    right = widen(right, after, width);
    return true;
  }

  ExprId widen(ExprId e, const ObservedCell& cell, unsigned width) {
    if (cell.sort.width == width) return e;
    if (cell.sort.isFloat()) return pool_.convert(Op::FConvert, e, Sort::floating(width));
    return pool_.extend(cell.isSigned ? Op::SExt : Op::ZExt, e, width);
  }

  static U128 widenBits(const ObservedCell& cell, unsigned width) {
    if (cell.sort.isFloat()) return cell.sort.width == width ? cell.bits : roundedTo(numberOf(cell.bits, cell.sort.width), width);
    return cell.isSigned ? truncateTo(static_cast<U128>(asSigned(cell.bits, cell.sort.width)), width) : cell.bits;
  }

  static bool sameValue(const ObservedCell& before, const ObservedCell& after) {
    const unsigned width = std::max(before.sort.width, after.sort.width);
    const U128 left = widenBits(before, width);
    const U128 right = widenBits(after, width);
    if (const ObservedCell* read = readAsSigned(before, after); read != nullptr && isNegative(*read)) return false;
    if (left == right) return true;
    return before.sort.isFloat() && isNan(left, width) && isNan(right, width);
  }

  ExprPool& pool_;
  Relevant relevant_;
  Comparison result_;
  bool differentByForm_ = false;
  bool differentByText_ = false;  // texts of different length, given the fixes
  std::vector<ExprId> fixes_;
  std::vector<ExprId> equalities_;
};

}  // namespace

void noteLeftAlone(std::vector<ObservedCell>& before, std::vector<ObservedCell>& after) {
  std::map<Place, ObservedCell*> alone;
  for (auto& [place, cell] : placesOf(before)) alone.emplace(place, cell);
  const auto note = [](ObservedCell& cell) { cell.isLeftAlone = isAsGiven(cell); };
  for (auto& [place, cell] : placesOf(after))
    if (alone.erase(place) == 0) note(*cell);
  for (auto& [place, cell] : alone) note(*cell);
}

Comparison compare(ExprPool& pool, const Shown& before, const Shown& after, const Relevant& relevant) {
  CHECK(before.run->outcome.kind != OutcomeKind::Unfinished && after.run->outcome.kind != OutcomeKind::Unfinished,
        "an unfinished run shows nothing that could be compared");
  Comparer comparer(pool, relevant);
  comparer.outcomes(before.run->outcome, after.run->outcome);
  const OutcomeKind ends[] = {before.run->outcome.kind, after.run->outcome.kind};
  const auto isSeenOfBoth = [&](Observable what) { return isSeen(what, ends[0]) && isSeen(what, ends[1]); };
  const bool sameEnd = ends[0] == ends[1];
  const bool sameException = before.run->outcome.exception == after.run->outcome.exception;
  if (sameEnd && sameException) comparer.cells(before.run->cells, after.run->cells);
  // They hold nothing that is not seen at this end; but looking at them may itself have ended the run.
  if (sameEnd && result::isAnyGlobalSeen(ends[1])) comparer.cells(before.globals, after.globals);
  if (relevant.text[0] && isSeenOfBoth(Observable::Stdout)) comparer.text("stdout", before.run->output[0], after.run->output[0]);
  if (relevant.text[1] && isSeenOfBoth(Observable::Stderr)) comparer.text("stderr", before.run->output[1], after.run->output[1]);
  return comparer.finish();
}

}  // namespace cleave::explore
