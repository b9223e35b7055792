#include "mutate.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace cleave::soundness {

namespace {

using Body = std::vector<Statement>;

// A place in the tree, with the function it stands in.
struct ExprPlace {
  Expr* expr;
  size_t function;
};
struct BodyPlace {
  Body* body;
  size_t function;
};

class Mutator {
 public:
  Mutator(Program& program, Random& random, const GenOptions& options)
      : program_(program),
        random_(random),
        options_(options),
        generator_(program, random, options),
        profiled_(program, random, options.profile) {
    visit();
  }

  // The name of the mutation, or nothing when the chosen kind finds no place.
  std::string apply() {
    using Mutation = std::string (Mutator::*)();
    static constexpr Mutation kMutations[] = {
        &Mutator::replaceOperator, &Mutator::replaceOperator, &Mutator::replaceLiteral,  &Mutator::replaceLiteral,
        &Mutator::replaceVariable, &Mutator::replaceExpr,     &Mutator::negateCondition, &Mutator::deleteStatement,
        &Mutator::insertStatement, &Mutator::swapStatements,  &Mutator::guardStatement,  &Mutator::rewriteExpr,
        &Mutator::rewriteExpr,     &Mutator::replaceOperator, &Mutator::commute,         &Mutator::extractHelper,
        &Mutator::renameLocal,     &Mutator::exchangeArms,    &Mutator::changeTable,     &Mutator::changeBound,
    };
    return (this->*kMutations[random_.below(std::size(kMutations))])();
  }

  // What the entry returns on one of its ways becomes what it returns on another.
  std::string repeatValue() {
    std::vector<Expr*> returned{&program_.functions.back().last};
    for (const BodyPlace& place : bodies_)
      for (Statement& s : *place.body)
        if (place.function + 1 == program_.functions.size() && s.kind == Statement::Kind::Return) returned.push_back(&s.parts[0]);
    Expr& to = *returned[random_.below(returned.size())];
    const Expr from = *returned[random_.below(returned.size())];
    if (from.type != to.type || print(from) == print(to)) return "";
    to = from;
    return "repeated value";
  }

  // The entry becomes a row of conditions, each of which returns one of a few values; two of these are nearly the same.
  void makeWays() {
    Function& f = program_.functions.back();
    generator_.within(program_.functions.size() - 1);
    f.result = random_.chance(70) ? random_.chance(50) ? CType::I8 : CType::I16 : CType::I32;
    f.isRecursive = false;
    f.body.clear();
    const auto parameter = [&] {
      const Variable& one = f.parameters[random_.below(f.parameters.size())];
      return make(Expr::Kind::Variable, one.type, one.name, {});
    };
    const auto small = [&](uint64_t most) { return number(CType::I32, std::to_string(random_.below(most))); };
    const auto operation = [&](const std::vector<const char*>& operators, Expr with) {
      return make(Expr::Kind::Binary, CType::I32, operators[random_.below(operators.size())], {parameter(), std::move(with)});
    };
    const auto returned = [&](Expr e) { return make(Expr::Kind::Cast, f.result, "", {std::move(e)}); };
    std::vector<Expr> values;
    for (unsigned k = 0; k < 2 + random_.below(2); ++k)
      values.push_back(returned(operation({"+", "-", "*", "&", "^"}, random_.chance(50) ? parameter() : small(8))));
    if (random_.chance(50)) {
      Expr rare = make(Expr::Kind::Binary, CType::I32, "==", {parameter(), small(128)});
      values.push_back(returned(make(Expr::Kind::Binary, CType::I32, "+", {values[0], std::move(rare)})));
    }
    const auto any = [&]() -> const Expr& { return values[random_.below(values.size())]; };
    for (unsigned k = 0; k < 2 + random_.below(3); ++k) {
      Statement returns, choice;
      returns.kind = Statement::Kind::Return;
      returns.parts = {any()};
      choice.kind = Statement::Kind::If;
      choice.parts = {operation({"<", "<=", "==", ">"}, random_.chance(50) ? parameter() : small(8))};
      choice.bodies = {{returns}, {}};
      f.body.push_back(choice);
    }
    f.last = any();
  }

  // Of these most keep the meaning, and some only nearly so.
  std::string applyRewriting() {
    using Mutation = std::string (Mutator::*)();
    static constexpr Mutation kMutations[] = {
        &Mutator::rewriteRelation, &Mutator::rewriteRelation, &Mutator::rewriteRelation, &Mutator::rewriteExpr,  &Mutator::rewriteExpr,
        &Mutator::rewriteExpr,     &Mutator::commute,         &Mutator::extractLocal,    &Mutator::extractLocal, &Mutator::extractLocal,
        &Mutator::extractHelper,   &Mutator::exchangeArms,    &Mutator::almostRelation,  &Mutator::renameLocal,
    };
    return (this->*kMutations[random_.below(std::size(kMutations))])();
  }

 private:
  // --- places

  void visit() {
    for (size_t f = 0; f < program_.functions.size(); ++f) {
      Function& function = program_.functions[f];
      visitBody(function.body, f);
      visitExpr(function.last, f);
      if (function.isRecursive) visitExpr(function.step, f);
    }
  }

  void visitBody(Body& body, size_t function) {
    bodies_.push_back({&body, function});
    for (Statement& s : body) {
      statements_.push_back(&s);
      // The target of an assignment stays one.
      for (size_t k = 0; k < s.parts.size(); ++k) {
        if (k == 0 && s.kind == Statement::Kind::Assign) {
          for (Expr& part : s.parts[0].parts) visitExpr(part, function);
        } else {
          visitExpr(s.parts[k], function);
        }
      }
      for (Body& inner : s.bodies) visitBody(inner, function);
    }
  }

  void visitExpr(Expr& e, size_t function) {
    if (e.type == CType::Void) return;
    exprs_.push_back({&e, function});
    for (Expr& part : e.parts) visitExpr(part, function);
  }

  ExprPlace choose(const std::function<bool(const Expr&)>& suits) {
    std::vector<ExprPlace> found;
    for (const ExprPlace& place : exprs_)
      if (suits(*place.expr)) found.push_back(place);
    if (found.empty()) return {nullptr, 0};
    return found[random_.below(found.size())];
  }

  BodyPlace chooseBody() {
    std::vector<BodyPlace> found;
    for (const BodyPlace& place : bodies_)
      if (!place.body->empty()) found.push_back(place);
    if (found.empty()) return {nullptr, 0};
    return found[random_.below(found.size())];
  }

  static bool isRelation(const std::string& op) { return op == "<" || op == "<=" || op == ">" || op == ">=" || op == "==" || op == "!="; }
  static bool isBits(const std::string& op) { return op == "&" || op == "|" || op == "^"; }
  static bool floats(const Expr& e) {
    return std::ranges::any_of(e.parts, [](const Expr& p) { return isFloating(p.type); }) || isFloating(e.type);
  }

  static Expr make(Expr::Kind kind, CType type, std::string text, std::vector<Expr> parts) {
    return {kind, type, std::move(text), std::move(parts), 0, false, Expr::Guard::Or1};
  }
  static Expr number(CType type, const std::string& text) { return make(Expr::Kind::Literal, type, text, {}); }

  // --- fresh parts

  bool isProfiled() const { return options_.profile != Profile::Mixed; }

  Statement freshStatement(size_t function) {
    generator_.within(function);
    if (!isProfiled()) return generator_.simpleStatement();
    profiled_.within(function);
    return profiled_.simpleStatement();
  }

  Expr freshCondition(size_t function) {
    generator_.within(function);
    if (!isProfiled()) return generator_.condition(1);
    profiled_.within(function);
    return profiled_.condition();
  }

  // --- changes of meaning

  std::string replaceOperator() {
    ExprPlace place =
        choose([](const Expr& e) { return e.kind == Expr::Kind::Binary || e.kind == Expr::Kind::Shift || e.kind == Expr::Kind::Divide; });
    if (!place.expr) return "";
    Expr& e = *place.expr;
    std::vector<std::string> others;
    if (e.kind == Expr::Kind::Shift) others = {"<<", ">>"};
    if (e.kind == Expr::Kind::Divide) others = {"/", "%"};
    if (e.kind == Expr::Kind::Binary) {
      if (isRelation(e.text)) {
        others = {"<", "<=", ">", ">=", "==", "!="};
      } else if (e.text == "&&" || e.text == "||") {
        others = {"&&", "||"};
      } else {
        others = floats(e) ? std::vector<std::string>{"+", "-", "*"} : std::vector<std::string>{"+", "-", "*", "&", "|", "^"};
      }
    }
    std::erase(others, e.text);
    e.text = others[random_.below(others.size())];
    return "operator";
  }

  std::string replaceLiteral() {
    ExprPlace place = choose([](const Expr& e) { return e.kind == Expr::Kind::Literal; });
    if (!place.expr) return "";
    Expr& e = *place.expr;
    if (isFloating(e.type) || random_.chance(30)) {
      generator_.within(place.function);
      e = generator_.literal(e.type);
    } else {
      e.text = fmt::format("({} {} 1)", e.text, random_.chance(50) ? "+" : "-");
    }
    return "literal";
  }

  std::string replaceVariable() {
    ExprPlace place =
        choose([](const Expr& e) { return e.kind == Expr::Kind::Variable || e.kind == Expr::Kind::Field || e.kind == Expr::Kind::Deref; });
    if (!place.expr) return "";
    generator_.within(place.function);
    std::vector<Expr> others = generator_.scalars(isFloating(place.expr->type), false);
    if (others.empty()) return "";
    CType type = place.expr->type;
    *place.expr = others[random_.below(others.size())];
    if (place.expr->type != type) *place.expr = make(Expr::Kind::Cast, type, "", {*place.expr});
    return "variable";
  }

  std::string replaceExpr() {
    ExprPlace place = choose([](const Expr& e) { return e.kind != Expr::Kind::Literal; });
    if (!place.expr) return "";
    generator_.within(place.function);
    *place.expr = generator_.expression(place.expr->type, isProfiled() ? 1 : 2);
    return "expression";
  }

  std::string negateCondition() {
    ExprPlace place = choose([](const Expr& e) { return e.kind == Expr::Kind::Binary && isRelation(e.text); });
    if (!place.expr) return "";
    if (random_.chance(50)) {
      *place.expr = make(Expr::Kind::Unary, place.expr->type, "!", {*place.expr});
      return "negation";
    }
    *place.expr =
        make(Expr::Kind::Binary, place.expr->type, random_.chance(50) ? "&&" : "||", {*place.expr, freshCondition(place.function)});
    return "condition";
  }

  std::string deleteStatement() {
    BodyPlace place = chooseBody();
    if (!place.body) return "";
    place.body->erase(place.body->begin() + static_cast<ptrdiff_t>(random_.below(place.body->size())));
    return "deletion";
  }

  std::string insertStatement() {
    BodyPlace place = bodies_[random_.below(bodies_.size())];
    Statement fresh = freshStatement(place.function);
    place.body->insert(place.body->begin() + static_cast<ptrdiff_t>(random_.below(place.body->size() + 1)), fresh);
    return "insertion";
  }

  std::string swapStatements() {
    BodyPlace place = chooseBody();
    if (!place.body || place.body->size() < 2) return "";
    size_t at = random_.below(place.body->size() - 1);
    std::swap((*place.body)[at], (*place.body)[at + 1]);
    return "reorder";
  }

  std::string guardStatement() {
    BodyPlace place = chooseBody();
    if (!place.body) return "";
    Statement& s = (*place.body)[random_.below(place.body->size())];
    generator_.within(place.function);
    Statement outer;
    outer.kind = Statement::Kind::If;
    outer.parts = {freshCondition(place.function)};
    outer.bodies = {{s}, {}};
    if (random_.chance(30)) outer.bodies[1] = {s};  // in both arms: the same meaning
    s = outer;
    return "guard";
  }

  std::string exchangeArms() {
    for (size_t attempt = 0; attempt < 10 && !statements_.empty(); ++attempt) {
      Statement& s = *statements_[random_.below(statements_.size())];
      if (s.kind != Statement::Kind::If || s.bodies[1].empty()) continue;
      std::swap(s.bodies[0], s.bodies[1]);
      if (random_.chance(60)) s.parts[0] = make(Expr::Kind::Unary, CType::I32, "!", {s.parts[0]});
      return "arms";
    }
    return "";
  }

  std::string changeTable() {
    for (Variable& g : program_.globals) {
      if (!g.isConst || g.isFunctionPointer || !random_.chance(70)) continue;
      size_t digit = g.initial.find_first_of("0123456789");
      g.initial[digit] = static_cast<char>('0' + random_.below(10));
      return "table";
    }
    return "";
  }

  std::string changeBound() {
    for (size_t attempt = 0; attempt < 10 && !statements_.empty(); ++attempt) {
      Statement& s = *statements_[random_.below(statements_.size())];
      if (s.kind != Statement::Kind::While && s.kind != Statement::Kind::DoWhile) continue;
      s.size = 1 + static_cast<unsigned>(random_.below(5));
      return "bound";
    }
    return "";
  }

  // --- the same meaning, mostly

  std::string rewriteExpr() {
    ExprPlace place =
        choose([](const Expr& e) { return (e.kind == Expr::Kind::Binary || e.kind == Expr::Kind::Unary) && !floats(e) && isPure(e); });
    if (!place.expr) return "";
    Expr& e = *place.expr;
    if (e.kind == Expr::Kind::Unary) return rewriteUnary(e);
    Expr x = e.parts[0], y = e.parts[1];
    if (isRelation(e.text)) {
      static const std::pair<const char*, const char*> kInverse[] = {{"<", ">="}, {"<=", ">"},  {">", "<="},
                                                                     {">=", "<"}, {"==", "!="}, {"!=", "=="}};
      for (auto [op, inverse] : kInverse)
        if (e.text == op) {
          e = make(Expr::Kind::Unary, e.type, "!", {make(Expr::Kind::Binary, CType::I32, inverse, {x, y})});
          return "inverse relation";
        }
    }
    if (e.text == "&&" || e.text == "||") {
      Expr notX = make(Expr::Kind::Unary, CType::I32, "!", {x}), notY = make(Expr::Kind::Unary, CType::I32, "!", {y});
      e = make(Expr::Kind::Unary, e.type, "!", {make(Expr::Kind::Binary, CType::I32, e.text == "&&" ? "||" : "&&", {notX, notY})});
      return "De Morgan";
    }
    if (e.text == "-") {  // x - y = x + ~y + 1
      Expr inner = make(Expr::Kind::Binary, e.type, "+", {x, make(Expr::Kind::Unary, CType::I64, "~", {y})});
      e = make(Expr::Kind::Binary, e.type, "+", {inner, number(e.type, "1")});
      return "subtraction";
    }
    if (e.text == "*" && y.kind == Expr::Kind::Literal && y.text == "2") {
      e = make(Expr::Kind::Binary, e.type, "+", {x, x});
      return "doubling";
    }
    if (e.text == "+") {  // x + y = (x ^ y) + 2 * (x & y)
      Expr twice = make(Expr::Kind::Binary, e.type, "*", {make(Expr::Kind::Binary, e.type, "&", {x, y}), number(e.type, "2")});
      e = make(Expr::Kind::Binary, e.type, "+", {make(Expr::Kind::Binary, e.type, "^", {x, y}), twice});
      return "addition";
    }
    if (e.text == "^") {  // x ^ y = (x | y) & ~(x & y)
      Expr both = make(Expr::Kind::Unary, e.type, "~", {make(Expr::Kind::Binary, e.type, "&", {x, y})});
      e = make(Expr::Kind::Binary, e.type, "&", {make(Expr::Kind::Binary, e.type, "|", {x, y}), both});
      return "exclusive or";
    }
    e = make(Expr::Kind::Binary, e.type, "+", {e, number(e.type, "0")});
    return "plus zero";
  }

  static bool isIntegerRelation(const Expr& e) { return e.kind == Expr::Kind::Binary && isRelation(e.text) && !floats(e) && isPure(e); }

  static std::string flipped(const std::string& relation) {
    if (relation[0] == '<') return ">" + relation.substr(1);
    if (relation[0] == '>') return "<" + relation.substr(1);
    return relation;
  }

  std::string rewriteRelation() {
    ExprPlace place = choose(isIntegerRelation);
    if (!place.expr) return "";
    Expr& e = *place.expr;
    const uint64_t choice = random_.below(100);
    if (choice < 35) {  // x < y is y > x
      e.text = flipped(e.text);
      std::swap(e.parts[0], e.parts[1]);
      return "turned relation";
    }
    if ((e.text == "==" || e.text == "!=") && choice < 70) {  // x == y is (x ^ y) == 0
      e.parts = {make(Expr::Kind::Binary, CType::I64, "^", {e.parts[0], e.parts[1]}), number(CType::I32, "0")};
      return "equality";
    }
    if ((e.text == "<" || e.text == ">=") && e.parts[1].kind == Expr::Kind::Literal) {  // x < 5 is x <= 4
      e.text = e.text == "<" ? "<=" : ">";
      e.parts[1].text = fmt::format("({} - 1)", e.parts[1].text);
      return "neighbour";
    }
    return rewriteExpr();
  }

  // Nearly the same: another order, another signedness.
  std::string almostRelation() {
    ExprPlace place = choose(isIntegerRelation);
    if (!place.expr) return "";
    Expr& e = *place.expr;
    if (random_.chance(50)) {
      for (Expr& part : e.parts) part = make(Expr::Kind::Cast, CType::U32, "", {part});
      return "unsigned relation";
    }
    if (e.text.size() == 1)
      e.text += "=";
    else if (e.text == "<=" || e.text == ">=")
      e.text.pop_back();
    return "almost relation";
  }

  // A part of an expression that cannot trap is computed before the statement that it stands in, into a local of its own.
  std::string extractLocal() {
    BodyPlace place = chooseBody();
    if (!place.body) return "";
    const size_t at = random_.below(place.body->size());
    Statement& s = (*place.body)[at];
    const bool once = s.kind == Statement::Kind::Assign || s.kind == Statement::Kind::If || s.kind == Statement::Kind::Print ||
                      s.kind == Statement::Kind::PutChar || s.kind == Statement::Kind::Return;
    if (!once) return "";
    std::vector<Expr*> found;
    for (size_t k = s.kind == Statement::Kind::Assign ? 1 : 0; k < s.parts.size(); ++k) gatherExtractable(s.parts[k], found);
    if (found.empty()) return "";
    Function& f = program_.functions[place.function];
    Variable local;
    local.name = fmt::format("extracted{}", f.locals.size());
    const Expr value = *found[random_.below(found.size())];
    local.type = value.type;
    local.initial = "0";
    const Expr read = make(Expr::Kind::Variable, value.type, local.name, {});
    const std::string text = print(value);
    for (Expr* each : found)  // all that look the same, unless they stand in one that was replaced
      if (each->kind == Expr::Kind::Binary && print(*each) == text) *each = read;
    Statement assignment;
    assignment.kind = Statement::Kind::Assign;
    assignment.text = "=";
    assignment.parts = {read, value};
    f.locals.push_back(local);
    place.body->insert(place.body->begin() + static_cast<ptrdiff_t>(at), assignment);
    return "extracted local";
  }

  static bool cannotTrap(const Expr& e) {
    if (e.kind == Expr::Kind::Divide || e.kind == Expr::Kind::Deref || e.kind == Expr::Kind::Element || floats(e) || !isPure(e))
      return false;
    return std::ranges::all_of(e.parts, cannotTrap);
  }

  // Not below one another: replacing the outer would leave the inner behind.
  static void gatherExtractable(Expr& e, std::vector<Expr*>& found) {
    if (e.kind == Expr::Kind::Binary && e.text != "&&" && e.text != "||" && cannotTrap(e)) {
      found.push_back(&e);
      return;
    }
    for (Expr& part : e.parts) gatherExtractable(part, found);
  }

  std::string rewriteUnary(Expr& e) {
    Expr x = e.parts[0];
    if (e.text == "-")
      e = make(Expr::Kind::Binary, e.type, "-", {number(e.type, "0"), x});
    else if (e.text == "~")
      e = make(Expr::Kind::Binary, e.type, "-", {number(e.type, "(-1)"), x});
    else
      e = make(Expr::Kind::Binary, e.type, "==", {x, number(e.type, "0")});
    return "unary";
  }

  std::string commute() {
    ExprPlace place = choose([](const Expr& e) {
      return e.kind == Expr::Kind::Binary && (e.text == "+" || e.text == "*" || e.text == "==" || e.text == "!=" || isBits(e.text));
    });
    if (!place.expr) return "";
    std::swap(place.expr->parts[0], place.expr->parts[1]);
    return "commuted";
  }

  // A pure expression over plain variables becomes a function of them.
  std::string extractHelper() {
    ExprPlace place = choose([](const Expr& e) { return e.kind == Expr::Kind::Binary && onlyVariables(e); });
    if (!place.expr) return "";
    Function f;
    f.name = program_.prefix + "_extracted";
    for (const Function& existing : program_.functions)
      if (existing.name == f.name) return "";
    f.result = place.expr->type;
    std::vector<Expr> arguments;
    gatherVariables(*place.expr, f, arguments);
    f.last = *place.expr;
    *place.expr = make(Expr::Kind::Call, f.result, f.name, arguments);
    program_.functions.insert(program_.functions.begin(), std::move(f));
    return "extracted";
  }

  static bool onlyVariables(const Expr& e) {
    if (e.kind == Expr::Kind::Field || e.kind == Expr::Kind::Deref || e.kind == Expr::Kind::Element || !isPure(e)) return false;
    return std::ranges::all_of(e.parts, onlyVariables);
  }

  static void gatherVariables(const Expr& e, Function& f, std::vector<Expr>& arguments) {
    if (e.kind == Expr::Kind::Variable && std::ranges::none_of(f.parameters, [&](const Variable& p) { return p.name == e.text; })) {
      Variable p;
      p.name = e.text;
      p.type = e.type;
      f.parameters.push_back(p);
      arguments.push_back(e);
    }
    for (const Expr& part : e.parts) gatherVariables(part, f, arguments);
  }

  std::string renameLocal() {
    ExprPlace place = choose([](const Expr& e) { return e.kind == Expr::Kind::Variable; });
    if (!place.expr) return "";
    Function& f = program_.functions[place.function];
    std::string from = place.expr->text, to = from + "_renamed";
    bool found = false;
    for (Variable& v : f.locals)
      if (v.name == from && !v.isCounter && v.size == 0) found = true, v.name = to;
    if (!found) return "";
    for (Variable& v : f.locals)
      if (size_t at = v.initial.find("&" + from); at != std::string::npos) v.initial.replace(at, 1 + from.size(), "&" + to);
    renameIn(f.body, from, to);
    renameIn(f.last, from, to);
    renameIn(f.step, from, to);
    return "renamed";
  }

  static void renameIn(Body& body, const std::string& from, const std::string& to) {
    for (Statement& s : body) {
      if (s.text == from) s.text = to;
      if (s.text == "p = &" + from) s.text = "p = &" + to;
      for (Expr& e : s.parts) renameIn(e, from, to);
      for (Body& inner : s.bodies) renameIn(inner, from, to);
    }
  }
  static void renameIn(Expr& e, const std::string& from, const std::string& to) {
    if (e.kind == Expr::Kind::Variable && e.text == from) e.text = to;
    for (Expr& part : e.parts) renameIn(part, from, to);
  }

  Program& program_;
  Random& random_;
  const GenOptions& options_;
  Generator generator_;
  ProfileGenerator profiled_;
  std::vector<ExprPlace> exprs_;
  std::vector<BodyPlace> bodies_;
  std::vector<Statement*> statements_;
};

}  // namespace

namespace {

// One to four rewritings; in most pairs with a change of meaning before them, between them, or behind.
Program rewrite(Program changed, Random& random, const GenOptions& options, std::string& what) {
  const uint64_t wanted = 1 + random.below(4);
  const uint64_t changeAt = random.chance(70) ? random.below(wanted + 1) : UINT64_MAX;
  for (uint64_t attempt = 0, done = 0; done <= wanted && attempt < 30; ++attempt) {
    Mutator mutator(changed, random, options);
    const std::string name = done == changeAt ? mutator.apply() : mutator.applyRewriting();
    if (name.empty()) continue;
    what += (what.empty() ? "" : ", ") + name;
    ++done;
  }
  return changed;
}

}  // namespace

void makeWays(Program& program, Random& random, const GenOptions& options) { Mutator(program, random, options).makeWays(); }

Program mutate(const Program& program, Random& random, const GenOptions& options, std::string& what) {
  Program changed = program;
  for (unsigned attempt = 0; options.repeatsValues && attempt < 10; ++attempt)
    if (what = Mutator(changed, random, options).repeatValue(); !what.empty()) return changed;
  if (options.profile == Profile::Rewrites) return rewrite(std::move(changed), random, options, what);
  // Most often one: where the versions differ on a part of the inputs only, a condition that is too wide shows best.
  const uint64_t choice = random.below(100);
  const unsigned wanted = choice < 55 ? 1 : choice < 80 ? 2 : choice < 92 ? 3 : 4;
  for (unsigned attempt = 0, done = 0; done < wanted && attempt < 20; ++attempt) {
    std::string name = Mutator(changed, random, options).apply();
    if (name.empty()) continue;
    what += (what.empty() ? "" : ", ") + name;
    ++done;
  }
  return changed;
}

}  // namespace cleave::soundness
