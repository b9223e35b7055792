// Small programs for one ability each. What they have in common: few inputs, `int` variables that start as constants, and statements that
// put other constants into them under conditions on the inputs. So almost every value that is shown is a constant on a part of the inputs,
// and a partition that is too large is noticed.
#include "gen_profile.h"

#include <fmt/format.h>

#include "gen_program.h"
#include "support/check.h"

namespace cleave::soundness {

namespace {

enum Ability { Assign, Branch, Loop, Memory, Print, End, Call, Size, kAbilities };

// How often a statement is of which kind, by profile.
constexpr unsigned kWeights[kProfiles][kAbilities] = {
    //          assign branch loop memory print end call size
    /* mixed  */ {20, 25, 10, 15, 10, 5, 10, 5},
    /* memory */ {12, 30, 5, 45, 0, 2, 5, 2},
    /* loops  */ {25, 18, 40, 8, 3, 3, 3, 0},
    /* output */ {12, 30, 14, 3, 36, 3, 6, 2},
    /* calls  */ {14, 25, 4, 4, 6, 3, 44, 0},
    /* sizes  */ {10, 22, 4, 14, 4, 2, 0, 44},
    /* ends   */ {18, 25, 10, 5, 8, 26, 8, 0},
    /* rewrites */ {30, 34, 12, 10, 6, 3, 5, 0},
};

constexpr unsigned kBigTable = 8192;  // elements; beyond what cleave reads as one expression

Expr make(Expr::Kind kind, std::string text, std::vector<Expr> parts, CType type = CType::I32) {
  return {kind, type, std::move(text), std::move(parts), 0, false, Expr::Guard::Or1};
}
Expr number(uint64_t value) { return make(Expr::Kind::Literal, std::to_string(value), {}); }
Expr variable(const Variable& v) { return make(Expr::Kind::Variable, v.name, {}, v.type); }

Variable scalar(std::string name, std::string initial, CType type = CType::I32) {
  Variable v;
  v.name = std::move(name);
  v.initial = std::move(initial);
  v.type = type;
  return v;
}

}  // namespace

ProfileGenerator::ProfileGenerator(Program& program, Random& random, Profile profile)
    : program_(program), random_(random), profile_(profile) {}

// --- declarations

void ProfileGenerator::makeAll() {
  makeGlobals();
  const bool calls = profile_ == Profile::Calls;
  const uint64_t helpers = calls ? 2 + random_.below(2) : random_.chance(30) ? 1 : 0;
  for (uint64_t k = 0; k < helpers; ++k) makeHelper(k);
  if (calls && random_.chance(60)) {
    Variable table = scalar(program_.prefix + "_table", "{" + program_.functions[0].name + ", " + program_.functions[1].name + "}");
    table.size = 2;
    table.isFunctionPointer = table.isConst = table.isStatic = true;
    tables_.push_back(table);
  }
  makeEntry();
}

void ProfileGenerator::makeGlobals() {
  if (random_.chance(profile_ == Profile::Calls ? 95 : 55))
    program_.globals.push_back(scalar(program_.prefix + "_g0", std::to_string(random_.below(5))));
  if (random_.chance(profile_ == Profile::Memory ? 45 : 12)) {
    Variable array = scalar(program_.prefix + "_g1", fmt::format("{{{}, 1, 2, 3}}", random_.below(9)));
    array.size = 4;
    array.isStatic = random_.chance(50);
    program_.globals.push_back(array);
  }
  if (profile_ == Profile::Sizes && random_.chance(25)) {
    Variable big = scalar(program_.prefix + "_big", fmt::format("{{{}, [2000] = {}, [4000] = 6}}", random_.below(9), random_.below(9)));
    big.type = CType::U8;
    big.size = kBigTable;
    big.isConst = true;
    program_.globals.push_back(big);
  }
}

void ProfileGenerator::makeHelper(uint64_t k) {
  Function f;
  f.name = fmt::format("{}_h{}", program_.prefix, k);
  for (const char* name : {"p0", "p1"}) f.parameters.push_back(scalar(name, ""));
  f.isRecursive = profile_ == Profile::Calls && k == 2;
  f.locals.push_back(scalar("v0", std::to_string(random_.below(9))));
  makeCounters(f);
  program_.functions.push_back(std::move(f));
  within(program_.functions.size() - 1);
  function_->body = body(1 + random_.below(2), 1);
  function_->last = random_.chance(50) ? variable(function_->locals[0]) : value();
  if (function_->isRecursive) function_->step = value();
}

void ProfileGenerator::makeCounters(Function& f) {
  for (const char* name : {"i0", "i1"}) {
    f.locals.push_back(scalar(name, "0"));
    f.locals.back().isCounter = true;
  }
}

void ProfileGenerator::makeEntry() {
  static const std::vector<CType> kShapes[] = {
      {CType::U8},           {CType::I8}, {CType::Bool, CType::U8}, {CType::Bool, CType::I8}, {CType::U8, CType::Bool, CType::Bool},
      {CType::U8, CType::U8}};
  Function f;
  f.name = program_.prefix;
  const std::vector<CType>& types = kShapes[random_.chance(8) ? 5 : random_.below(5)];
  for (size_t k = 0; k < types.size(); ++k) f.parameters.push_back(scalar(std::string(1, static_cast<char>('a' + k)), "", types[k]));
  for (unsigned k = 0; k < 3; ++k)
    f.locals.push_back(scalar(fmt::format("v{}", k), random_.chance(80) ? std::to_string(random_.below(9)) : f.parameters[0].name));
  makeCounters(f);
  addMemory(f);
  if (profile_ == Profile::Calls) {
    Variable pointer = scalar("fp", program_.functions[random_.below(2)].name);
    pointer.isFunctionPointer = true;
    f.locals.push_back(pointer);
  }
  program_.globals.insert(program_.globals.end(), tables_.begin(), tables_.end());
  program_.functions.push_back(std::move(f));
  within(program_.functions.size() - 1);
  function_->body = body(3 + random_.below(3), 2);
  if (!pointers_.empty() && random_.chance(profile_ == Profile::Memory ? 60 : 20)) addChosenStore();
  if (random_.chance(50)) {  // what was stored decides what is shown
    const Expr tested = make(Expr::Kind::Binary, "==", {place(), constant()});
    function_->body.push_back(onlyIf(tested, assign()));
  }
  function_->last = result();
}

void ProfileGenerator::addMemory(Function& f) {
  const bool dense = profile_ == Profile::Memory || profile_ == Profile::Sizes;
  const char* const names[] = {"t", "u"};
  for (const char* name : names) {
    if (!random_.chance(dense ? 75 : 20)) continue;
    Variable array = scalar(name, fmt::format("{{{}, {}, {}, 4}}", random_.below(9), random_.below(9), random_.below(9)));
    array.size = 4;
    f.locals.push_back(array);
  }
  if (random_.chance(profile_ == Profile::Memory ? 80 : 15)) {
    f.locals.push_back(scalar("target", "3"));
    f.locals.push_back(scalar("p", "&target"));
    f.locals.back().isPointer = true;
    if (random_.chance(40)) {
      f.locals.push_back(scalar("ps", "{&target, &v0}"));
      f.locals.back().isPointer = true;
      f.locals.back().size = 2;
    }
  }
}

void ProfileGenerator::within(size_t function) {
  index_ = function;
  function_ = &program_.functions[function];
  arrays_.clear();
  scalars_.clear();
  pointers_.clear();
  targets_.clear();
  hasFunctionPointer_ = false;
  big_ = nullptr;
  for (const Variable& v : function_->locals) {
    hasFunctionPointer_ |= v.isFunctionPointer;
    if (v.isFunctionPointer || v.isCounter || v.isStruct || v.type != CType::I32) continue;
    (v.isPointer ? pointers_ : v.size > 0 ? arrays_ : scalars_).push_back(&v);
    if (!v.isPointer) targets_.push_back(v.size > 0 ? fmt::format("{}[{}]", v.name, 1) : v.name);
  }
  for (const Variable& v : program_.globals) {
    if (v.isConst && v.size == kBigTable) big_ = &v;
    if (v.isConst || v.isFunctionPointer || v.type != CType::I32) continue;
    (v.size > 0 ? arrays_ : scalars_).push_back(&v);
    targets_.push_back(v.size > 0 ? fmt::format("{}[{}]", v.name, 2) : v.name);
  }
}

// A pointer is chosen, something is stored through it, and what it may have pointed to decides what is shown.
void ProfileGenerator::addChosenStore() {
  const Expr chosen = local(), stored = constant();
  std::vector<Statement>& body = function_->body;
  if (profile_ == Profile::Memory) body.resize(random_.below(3));
  if (random_.chance(50)) body.push_back(made(Statement::Kind::PointTo, "p = &" + targets_[random_.below(targets_.size())], {}));
  body.push_back(onlyIf(condition(), made(Statement::Kind::PointTo, "p = &" + chosen.text, {})));
  body.push_back(made(Statement::Kind::Assign, "=", {make(Expr::Kind::Deref, "p", {}), stored}));
  if (random_.chance(30)) body.push_back(statement(1));
  Statement test = onlyIf(make(Expr::Kind::Binary, "==", {chosen, stored}), assign());
  if (random_.chance(50)) test.bodies[0].push_back(statement(1));
  body.push_back(test);
}

// --- expressions

Expr ProfileGenerator::parameter() { return variable(function_->parameters[random_.below(function_->parameters.size())]); }

Expr ProfileGenerator::place() {
  const uint64_t choice = random_.below(100);
  if (!pointers_.empty() && choice < (profile_ == Profile::Memory ? 35 : 15)) {
    const Variable& p = *pointers_[random_.below(pointers_.size())];
    Expr e = make(Expr::Kind::Deref, p.name, {});
    if (p.size > 0) e.parts = {index()}, e.size = p.size;
    return e;
  }
  if (!arrays_.empty() && choice < 60) {
    const Variable& array = *arrays_[random_.below(arrays_.size())];
    Expr e = make(Expr::Kind::Element, array.name, {index()});
    e.size = array.size;
    return e;
  }
  if (scalars_.empty()) return parameter();
  return variable(*scalars_[random_.below(scalars_.size())]);
}

Expr ProfileGenerator::local() { return scalars_.empty() ? number(1) : variable(*scalars_[random_.below(scalars_.size())]); }

// From few values, so that a value which was stored under one condition is compared with by another.
Expr ProfileGenerator::constant() { return number(random_.below(profile_ == Profile::Memory || profile_ == Profile::Sizes ? 4 : 9)); }

Expr ProfileGenerator::index() {
  const uint64_t choice = random_.below(100);
  if (choice < 35) return number(random_.below(4));
  if (choice < 65) return parameter();
  for (const Variable& v : function_->locals)
    if (v.isCounter && choice >= 90) return variable(v);
  return local();
}

Expr ProfileGenerator::value() {
  const uint64_t choice = random_.below(100);
  if (choice < 45) return constant();
  if (choice < 60) return place();
  if (choice < 80) return make(Expr::Kind::Binary, random_.chance(50) ? "+" : "^", {place(), number(1 + random_.below(5))});
  if (choice < 90) return make(Expr::Kind::Binary, "&", {parameter(), number(1 + random_.below(7))});
  return make(Expr::Kind::Binary, random_.chance(50) ? "+" : "*", {local(), local()});
}

Expr ProfileGenerator::condition() {
  static constexpr const char* kRelations[] = {"<", ">", "==", "!=", ">=", "<="};
  const char* relation = kRelations[random_.below(6)];
  const uint64_t choice = random_.below(100);
  if (profile_ == Profile::Rewrites && random_.chance(60)) return compound();
  if (choice < (profile_ == Profile::Memory ? 55 : 75)) {
    Expr p = parameter();
    if (p.type == CType::Bool) return make(Expr::Kind::Binary, random_.chance(50) ? "==" : "!=", {std::move(p), number(1)});
    if (choice < 50)
      return make(Expr::Kind::Binary, relation, {std::move(p), number(random_.chance(60) ? random_.below(6) : random_.below(120))});
    Expr bits = make(Expr::Kind::Binary, "&", {std::move(p), number(1 + random_.below(7))});
    return make(Expr::Kind::Binary, random_.chance(50) ? "==" : "!=", {std::move(bits), number(random_.below(3))});
  }
  return make(Expr::Kind::Binary, random_.chance(50) ? "==" : relation, {place(), constant()});
}

// Something to rewrite: comparisons of computed values, also with each other, and two of them joined.
Expr ProfileGenerator::compound() {
  static constexpr const char* kRelations[] = {"<", ">", "==", "!=", ">=", "<="};
  static constexpr const char* kOperators[] = {"+", "-", "*", "&", "^"};
  const auto side = [&] {
    Expr v = random_.chance(60) ? local() : parameter();
    return random_.chance(60) ? make(Expr::Kind::Binary, kOperators[random_.below(5)],
                                     {std::move(v), random_.chance(70) ? number(1 + random_.below(7)) : place()})
                              : v;
  };
  const auto comparison = [&] {
    return make(Expr::Kind::Binary, kRelations[random_.below(6)], {side(), random_.chance(60) ? number(random_.below(9)) : side()});
  };
  Expr e = comparison();
  if (random_.chance(30)) e = make(Expr::Kind::Binary, random_.chance(50) ? "&&" : "||", {std::move(e), comparison()});
  return e;
}

Expr ProfileGenerator::result() {
  Expr e = random_.chance(70) ? local() : place();
  while (random_.chance(45)) e = make(Expr::Kind::Binary, random_.chance(70) ? "+" : "*", {std::move(e), place()});
  return e;
}

Expr ProfileGenerator::call() {
  const uint64_t choice = random_.below(100);
  for (const Variable& g : program_.globals)
    if (index_ + 1 == program_.functions.size() && g.isFunctionPointer && choice < 35) {
      Expr e = make(Expr::Kind::CallPointer, g.name, {index(), value(), value()});
      e.size = g.size;
      return e;
    }
  if (hasFunctionPointer_ && choice < 75) return make(Expr::Kind::CallPointer, "fp", {value(), value()});
  const Function& callee = program_.functions[random_.below(index_)];
  Expr e = make(Expr::Kind::Call, callee.name, {}, callee.result);
  for (size_t k = 0; k < callee.parameters.size(); ++k) e.parts.push_back(callee.isRecursive && k == 0 ? index() : value());
  return e;
}

// --- statements

std::vector<Statement> ProfileGenerator::body(uint64_t count, unsigned depth) {
  std::vector<Statement> list;
  for (uint64_t k = 0; k < count; ++k) list.push_back(statement(depth));
  return list;
}

Statement ProfileGenerator::simpleStatement() { return statement(0); }

Statement ProfileGenerator::statement(unsigned depth) {
  const unsigned* weights = kWeights[static_cast<unsigned>(profile_)];
  unsigned total = 0, ability = 0;
  for (unsigned k = 0; k < kAbilities; ++k) total += weights[k];
  uint64_t choice = random_.below(total);
  while (choice >= weights[ability]) choice -= weights[ability++];
  switch (static_cast<Ability>(ability)) {
    case Branch:
      return depth > 0 ? branch(depth) : guarded();
    case Loop:
      return depth > 0 ? loop(depth) : assign();
    case Memory:
      return memory();
    case Print:
      return output();
    case End:
      return ending();
    case Call:
      return index_ > 0 ? callStatement() : assign();
    case Size:
      return size();
    case Assign:
    case kAbilities:
      break;
  }
  return assign();
}

Statement ProfileGenerator::made(Statement::Kind kind, std::string text, std::vector<Expr> parts) const {
  Statement s;
  s.kind = kind;
  s.text = std::move(text);
  s.parts = std::move(parts);
  return s;
}

Statement ProfileGenerator::onlyIf(Expr condition, Statement then) const {
  Statement s = made(Statement::Kind::If, "", {std::move(condition)});
  s.bodies = {{std::move(then)}, {}};
  return s;
}

Statement ProfileGenerator::assign() {
  if (scalars_.empty()) return made(Statement::Kind::PutChar, "", {number(1)});
  return made(Statement::Kind::Assign, random_.chance(75) ? "=" : "+=", {local(), value()});
}

Statement ProfileGenerator::guarded() { return onlyIf(condition(), assign()); }

Statement ProfileGenerator::branch(unsigned depth) {
  Statement s = made(Statement::Kind::If, "", {condition()});
  s.bodies = {body(1 + random_.below(2), depth - 1), {}};
  if (random_.chance(35)) s.bodies[1] = body(1, depth - 1);
  return s;
}

Statement ProfileGenerator::loop(unsigned depth) {
  const bool counted = random_.chance(60);
  Statement s = made(counted              ? Statement::Kind::For
                     : random_.chance(70) ? Statement::Kind::While
                                          : Statement::Kind::DoWhile,
                     depth == 2 ? "i0" : "i1", {counted ? index() : condition()});
  s.size = 4;
  s.bodies = {body(1 + random_.below(2), depth - 1)};
  if (random_.chance(55)) {
    const uint64_t choice = random_.below(100);
    Statement jump = made(choice < 60   ? Statement::Kind::Break
                          : choice < 85 ? Statement::Kind::Continue
                                        : Statement::Kind::Return,
                          "", {number(random_.below(20))});
    s.bodies[0].insert(s.bodies[0].begin() + static_cast<ptrdiff_t>(random_.below(s.bodies[0].size() + 1)), onlyIf(condition(), jump));
  }
  return s;
}

Statement ProfileGenerator::memory() {
  const uint64_t choice = random_.below(100);
  if (!pointers_.empty() && choice < 30 && !targets_.empty()) {
    const auto aim = [&] { return made(Statement::Kind::PointTo, "p = &" + targets_[random_.below(targets_.size())], {}); };
    Statement s = aim();
    if (random_.chance(30)) return s;
    s = onlyIf(condition(), std::move(s));
    if (random_.chance(50)) s.bodies[1] = {aim()};
    return s;
  }
  Statement s = made(Statement::Kind::Assign, random_.chance(80) ? "=" : "+=", {place(), value()});
  if (s.parts[0].kind == Expr::Kind::Variable && scalars_.empty()) return assign();
  if (random_.chance(30)) return onlyIf(condition(), std::move(s));
  return s;
}

Statement ProfileGenerator::output() {
  const uint64_t choice = random_.below(100);
  Statement s = choice < 55 ? made(Statement::Kind::PutChar, "", {random_.chance(75) ? number(random_.below(9)) : value()})
                            : made(Statement::Kind::Print, "\"%d;\"", {value()});
  if (random_.chance(50)) return onlyIf(condition(), std::move(s));
  return s;
}

Statement ProfileGenerator::ending() {
  const uint64_t choice = random_.below(100);
  if (choice < 15) return made(Statement::Kind::Assert, "", {condition()});
  Statement s = choice < 40   ? made(Statement::Kind::Abort, "", {})
                : choice < 65 ? made(Statement::Kind::Exit, "", {value()})
                              : made(Statement::Kind::Return, "", {number(random_.below(20))});
  return onlyIf(condition(), std::move(s));
}

Statement ProfileGenerator::callStatement() {
  if (hasFunctionPointer_ && random_.chance(25)) {
    Statement aim = made(Statement::Kind::PointTo, "fp = " + program_.prefix + (random_.chance(50) ? "_h0" : "_h1"), {});
    return random_.chance(80) ? onlyIf(condition(), std::move(aim)) : aim;
  }
  Statement s = scalars_.empty() || random_.chance(30) ? made(Statement::Kind::Call, "", {call()})
                                                       : made(Statement::Kind::Assign, "=", {local(), call()});
  return random_.chance(25) ? onlyIf(condition(), std::move(s)) : s;
}

Statement ProfileGenerator::size() {
  const uint64_t choice = random_.below(100);
  if (big_ != nullptr && choice < 20 && !scalars_.empty()) {
    Expr bits = make(Expr::Kind::Binary, "&", {parameter(), number(3)});
    Expr e = make(Expr::Kind::Element, big_->name, {make(Expr::Kind::Binary, "*", {std::move(bits), number(2000)})}, CType::U8);
    e.size = kBigTable;
    return made(Statement::Kind::Assign, "=", {local(), std::move(e)});
  }
  if (!arrays_.empty() && choice < 50) {
    const Variable& array = *arrays_[random_.below(arrays_.size())];
    Statement s = made(Statement::Kind::Fill, array.name, {index(), number(random_.below(3))});
    if (arrays_.size() > 1 && random_.chance(50)) {
      const Variable& from = *arrays_[random_.below(arrays_.size())];
      if (&from != &array) s = made(Statement::Kind::Copy, array.name, {index(), variable(from)}), s.parts[1].type = CType::Void;
    }
    s.size = array.size;
    return s;
  }
  if (choice < 65) return made(Statement::Kind::PrintWide, "", {index(), value()});
  if (choice < 75) return made(Statement::Kind::PrintString, "", {value(), value()});
  if (scalars_.empty()) return assign();
  Statement s = made(Statement::Kind::Sized, scalars_[0]->name, {index(), value(), value()});
  s.size = static_cast<unsigned>(random_.below(2));
  return s;
}

}  // namespace cleave::soundness
