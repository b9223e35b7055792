#include "gen_program.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/check.h"

namespace cleave::soundness {

namespace {

constexpr CType kIntegers[] = {CType::I8,  CType::U8,  CType::I16, CType::U16, CType::I32,
                               CType::I32, CType::I32, CType::U32, CType::I64, CType::U64};

Expr variableExpr(const Variable& v) { return {Expr::Kind::Variable, v.type, v.name, {}, 0, false, Expr::Guard::Or1}; }

Expr make(Expr::Kind kind, CType type, std::string text, std::vector<Expr> parts) {
  return {kind, type, std::move(text), std::move(parts), 0, false, Expr::Guard::Or1};
}

}  // namespace

Program generate(const std::string& prefix, Random& random, const GenOptions& options) {
  Program program;
  program.prefix = prefix;
  if (options.profile == Profile::Mixed)
    Generator(program, random, options).makeAll();
  else
    ProfileGenerator(program, random, options.profile).makeAll();
  return program;
}

Generator::Generator(Program& program, Random& random, const GenOptions& options) : program_(program), random_(random), options_(options) {
  // For a mutation of a finished program: sometimes something that the program did not do before.
  features_.traps = random.chance(options.trapPercent / 3);
  features_.output = random.chance(options.outputPercent / 3);
}

void Generator::makeAll() {
  features_.floats = random_.chance(options_.floatPercent);
  features_.traps = random_.chance(options_.trapPercent);
  features_.output = random_.chance(options_.outputPercent);
  features_.heap = random_.chance(options_.heapPercent);
  features_.outOfBounds = random_.chance(options_.outOfBoundsPercent);
  features_.pointers = random_.chance(options_.pointerPercent);
  program_.hasStruct = features_.structs = random_.chance(options_.structPercent);
  if (random_.chance(options_.globalPercent)) makeGlobals();
  size_t helpers = random_.below(options_.helpers + 1);
  for (size_t k = 0; k < helpers; ++k) makeHelper(k);
  makeEntry();
}

void Generator::within(size_t function) {
  index_ = function;
  function_ = &program_.functions[function];
  auto hasLocal = [&](auto suits) { return std::ranges::any_of(function_->locals, suits); };
  features_.pointers = hasLocal([](const Variable& v) { return v.isPointer; });
  features_.structs = hasLocal([](const Variable& v) { return v.isStruct; });
}

// --- declarations

void Generator::makeGlobals() {
  for (uint64_t k = 0, n = 1 + random_.below(3); k < n; ++k) {
    Variable g;
    g.name = fmt::format("{}_g{}", program_.prefix, k);
    g.type = features_.floats && random_.chance(20) ? CType::F64 : integerType();
    g.initial = std::to_string(random_.below(10));
    g.isStatic = random_.chance(50);
    if (!isFloating(g.type) && random_.chance(30)) {
      g.size = 4;
      g.initial = fmt::format("{{{}, {}, {}, {}}}", random_.below(10), random_.below(100), random_.below(10), random_.below(10));
      g.isConst = random_.chance(40);
    }
    program_.globals.push_back(g);
  }
}

void Generator::makeLocals(Function& f, unsigned scalarCount) {
  auto add = [&](Variable v) { f.locals.push_back(std::move(v)); };
  for (unsigned k = 0; k < scalarCount; ++k) {
    Variable v;
    v.name = fmt::format("v{}", k);
    v.type = features_.floats && random_.chance(30) ? (random_.chance(50) ? CType::F32 : CType::F64) : integerType();
    v.initial = std::to_string(random_.below(20));
    if (!f.parameters.empty() && random_.chance(85)) {
      const Variable& p = f.parameters[random_.below(f.parameters.size())];
      if (!p.isStruct && (isFloating(v.type) || !isFloating(p.type)))
        v.initial = random_.chance(50) ? p.name : fmt::format("{} {} {}", p.name, random_.chance(50) ? "+" : "*", 1 + random_.below(9));
    }
    add(v);
  }
  for (unsigned k = 0; k < 3; ++k) {
    Variable v;
    v.name = fmt::format("i{}", k);
    v.initial = "0";
    v.isCounter = true;
    add(v);
  }
  if (random_.chance(50)) {
    Variable v;
    v.name = "t";
    v.type = integerType();
    v.size = random_.chance(50) ? 4 : 8;
    v.initial = "{";
    for (unsigned k = 0; k < v.size; ++k) v.initial += fmt::format("{}{}", k ? ", " : "", random_.below(50));
    v.initial += "}";
    add(v);
  }
  if (features_.structs) {
    Variable v;
    v.name = "s";
    v.isStruct = true;
    v.initial =
        fmt::format("{{{}, {}, {}, {{{}, {}}}}}", random_.below(9), random_.below(9), random_.below(9), random_.below(9), random_.below(9));
    add(v);
  }
  if (features_.pointers) {
    Variable target{"target", CType::I32, "3", 0, false, false, false, false, false, false};
    Variable pointer{"p", CType::I32, "&target", 0, false, false, false, false, true, false};
    add(target);
    add(pointer);
  }
}

void Generator::makeHelper(size_t index) {
  Function f;
  f.name = fmt::format("{}_h{}", program_.prefix, index);
  f.isRecursive = random_.chance(20);
  bool plain = f.isRecursive || random_.chance(50);  // int h(int, int): may be called through a pointer
  unsigned count = plain ? 2 : 1 + static_cast<unsigned>(random_.below(3));
  for (unsigned k = 0; k < count; ++k) {
    Variable p;
    p.name = fmt::format("p{}", k);
    p.type = plain ? CType::I32 : anyType();
    p.isStruct = !plain && features_.structs && random_.chance(15);
    f.parameters.push_back(p);
  }
  f.result = plain ? CType::I32 : anyType();
  makeLocals(f, 1 + static_cast<unsigned>(random_.below(2)));
  program_.functions.push_back(std::move(f));
  within(program_.functions.size() - 1);
  function_->body = body(1 + static_cast<unsigned>(random_.below(3)), 2, 1, false);
  function_->last = summary(expression(function_->result, 2), 60);
  if (function_->isRecursive) function_->step = expression(CType::I32, 1);
}

void Generator::makeEntry() {
  static const std::vector<std::vector<CType>> kShapes = {
      {CType::U8, CType::U8},
      {CType::I8, CType::I8},
      {CType::U8, CType::I8},
      {CType::Bool, CType::U8},
      {CType::I16},
      {CType::U16},
      {CType::I8},
      {CType::I8, CType::Bool, CType::Bool},
  };
  Function f;
  f.name = program_.prefix;
  std::vector<CType> types = kShapes[random_.below(kShapes.size())];
  if (random_.chance(40)) types = kShapes[0];
  if (options_.wideInputs) {
    types.clear();
    for (uint64_t k = 0, n = 1 + random_.below(3); k < n; ++k) types.push_back(integerType());
  }
  for (size_t k = 0; k < types.size(); ++k) {
    Variable p;
    p.name = std::string(1, static_cast<char>('a' + k));
    p.type = types[k];
    f.parameters.push_back(p);
  }
  f.result = random_.chance(60) ? CType::I32 : anyType();
  makeLocals(f, 2 + static_cast<unsigned>(random_.below(2)));
  std::vector<std::string> plain;
  for (const Function& helper : program_.functions)
    if (helper.parameters.size() == 2 && helper.parameters[0].type == CType::I32 && helper.parameters[1].type == CType::I32 &&
        !helper.isRecursive && !helper.parameters[0].isStruct && !helper.parameters[1].isStruct && helper.result == CType::I32)
      plain.push_back(helper.name);
  if (plain.size() >= 2 && random_.chance(60)) {
    Variable v{"fp", CType::I32, fmt::format("a > 9 ? {} : {}", plain[0], plain[1]), 0, false, false, false, false, false, true};
    f.locals.push_back(v);
  }
  program_.functions.push_back(std::move(f));
  within(program_.functions.size() - 1);
  unsigned count = 1 + static_cast<unsigned>(random_.below(options_.statements)) + options_.statements / 3;
  function_->body = body(count, options_.depth, 2, false);
  function_->last = summary(expression(function_->result, 2), 75);
}

// Most of what a function computes must reach its result, else most changes would be invisible.
Expr Generator::summary(Expr e, unsigned percent) {
  bool floating = isFloating(function_->result);
  static constexpr const char* kMix[] = {"+", "^", "-", "+"};
  for (const Variable& v : function_->locals) {
    if (v.isCounter || v.isPointer || v.isFunctionPointer || isFloating(v.type) != floating || !random_.chance(percent)) continue;
    Expr read = v.isStruct   ? make(Expr::Kind::Field, CType::I32, v.name + (random_.chance(50) ? ".x" : ".w[1]"), {})
                : v.size > 0 ? element(v, 1)
                             : variableExpr(v);
    e = make(Expr::Kind::Binary, function_->result, floating ? "+" : oneOf(kMix), {std::move(e), std::move(read)});
  }
  return e;
}

// --- statements

std::vector<Statement> Generator::body(unsigned count, unsigned depth, unsigned loops, bool inLoop) {
  std::vector<Statement> list;
  for (unsigned k = 0; k < count; ++k) list.push_back(statement(depth, loops, inLoop));
  return list;
}

std::string Generator::counter(unsigned loops) const { return fmt::format("i{}", 2 - loops); }

Statement Generator::statement(unsigned depth, unsigned loops, bool inLoop) {
  uint64_t choice = random_.below(100);
  if (depth == 0 || choice < 45) return simpleStatement();
  unsigned count = 1 + static_cast<unsigned>(random_.below(2));
  if (choice < 70) {
    Statement s;
    s.kind = Statement::Kind::If;
    s.parts = {condition(2)};
    s.bodies = {body(count, depth - 1, loops, inLoop), {}};
    if (random_.chance(50)) s.bodies[1] = body(count, depth - 1, loops, inLoop);
    if (inLoop && random_.chance(30)) {
      Statement jump;
      jump.kind = random_.chance(50) ? Statement::Kind::Break : Statement::Kind::Continue;
      s.bodies[0].push_back(jump);
    } else if (random_.chance(12)) {
      Statement early;
      early.kind = Statement::Kind::Return;
      early.parts = {expression(function_->result, 2)};
      s.bodies[0].push_back(early);
    }
    return s;
  }
  if (choice < 85 && loops > 0) return loop(depth, loops);
  if (choice < 93) return switchOn(depth, loops, inLoop);
  return features_.traps ? trapStatement() : simpleStatement();
}

Statement Generator::loop(unsigned depth, unsigned loops) {
  Statement s;
  uint64_t choice = random_.below(100);
  s.kind = choice < 60 ? Statement::Kind::For : choice < 85 ? Statement::Kind::While : Statement::Kind::DoWhile;
  s.text = counter(loops);
  bool isEntry = function_->name == program_.prefix;
  s.size = isEntry ? options_.loopBound : 2;
  s.parts = {s.kind != Statement::Kind::For ? condition(2) : random_.chance(50) ? literal(CType::I32) : expression(integerType(), 1)};
  s.bodies = {body(1 + static_cast<unsigned>(random_.below(2)), depth - 1, loops - 1, true)};
  return s;
}

Statement Generator::switchOn(unsigned depth, unsigned loops, bool inLoop) {
  Statement s;
  s.kind = Statement::Kind::Switch;
  s.size = 4;
  s.parts = {expression(integerType(), 2)};
  for (uint64_t k = 0, n = 2 + random_.below(3); k < n; ++k) {
    s.bodies.push_back(body(1, depth - 1, loops, false));
    s.falls.push_back(random_.chance(20));
  }
  (void)inLoop;  // a break in here would leave the switch
  return s;
}

Statement Generator::trapStatement() {
  Statement s;
  uint64_t choice = random_.below(100);
  if (choice < 30) {
    s.kind = Statement::Kind::Assert;
    s.parts = {condition(2)};
    return s;
  }
  if (choice < 45 && features_.pointers) {
    s.kind = Statement::Kind::NullStore;
    s.text = "target";
    s.parts = {condition(2), expression(CType::I32, 1)};
    return s;
  }
  Statement inner;
  inner.kind = choice < 75 ? Statement::Kind::Abort : Statement::Kind::Exit;
  inner.parts = {expression(CType::I32, 2)};
  s.kind = Statement::Kind::If;
  s.parts = {condition(2)};
  s.bodies = {{inner}, {}};
  return s;
}

Statement Generator::printStatement() {
  Statement s;
  if (random_.chance(30)) {
    s.kind = Statement::Kind::PutChar;
    s.parts = {expression(integerType(), 2)};
    return s;
  }
  struct Format {
    const char* text;
    CType type;
  };
  static constexpr Format kFormats[] = {{"\"%d\\n\"", CType::I32}, {"\"<%u>\"", CType::U32}, {"\"%x \"", CType::U32},
                                        {"\"%lld,\"", CType::I64}, {"\"%5d|\"", CType::I32}, {"\"%llu\\n\"", CType::U64},
                                        {"\"%02x\"", CType::U8}};
  Format format = oneOf(kFormats);
  if (features_.floats && random_.chance(40)) format = {"\"%.3f \"", CType::F64};
  s.kind = Statement::Kind::Print;
  s.text = format.text;
  s.type = format.type;
  s.parts = {expression(format.type, 2)};
  return s;
}

Statement Generator::assignment() {
  Statement s;
  bool floating = features_.floats && random_.chance(40);
  std::vector<Expr> targets = scalars(floating, true);
  if (targets.empty()) targets = scalars(false, true);
  if (targets.empty()) {
    s.kind = Statement::Kind::PutChar;
    s.parts = {literal(CType::I32)};
    return s;
  }
  Expr target = targets[random_.below(targets.size())];
  if (target.kind == Expr::Kind::Element) target.parts[0] = expression(CType::I32, 1);
  s.kind = Statement::Kind::Assign;
  s.text = "=";
  if (random_.chance(30)) {
    static constexpr const char* kInteger[] = {"+=", "-=", "*=", "^=", "|=", "&="};
    s.text = isFloating(target.type) ? (random_.chance(50) ? "+=" : "*=") : oneOf(kInteger);
  }
  CType type = target.type;
  s.parts = {std::move(target), expression(type, 2 + static_cast<unsigned>(random_.below(2)))};
  return s;
}

Statement Generator::simpleStatement() {
  uint64_t choice = random_.below(100);
  Statement s;
  if (features_.output && choice < 18) return printStatement();
  if (features_.heap && choice < 26) {
    s.kind = Statement::Kind::Heap;
    s.type = integerType();
    s.size = 4;
    s.parts = {expression(CType::I32, 1)};
    for (unsigned k = 0; k < s.size; ++k) s.parts.push_back(expression(s.type, 1));
    if (function_->locals.empty() || isFloating(function_->locals[0].type)) return assignment();
    s.text = function_->locals[0].name;
    return s;
  }
  if (features_.pointers && choice < 34) {
    std::vector<std::string> places;
    for (const Variable& v : function_->locals) {
      if (v.type != CType::I32 || v.isPointer || v.isFunctionPointer || v.isCounter || v.isStruct) continue;
      places.push_back(v.size ? fmt::format("{}[{}]", v.name, random_.below(v.size)) : v.name);
    }
    if (features_.structs) places.push_back("s.x");
    if (places.empty()) return assignment();
    s.kind = Statement::Kind::PointTo;
    s.text = "p = &" + places[random_.below(places.size())];
    return s;
  }
  if (features_.structs && choice < 40) {
    s.kind = Statement::Kind::SetStruct;
    s.text = "s";
    s.parts = {expression(CType::I32, 1), expression(CType::I32, 1)};
    return s;
  }
  if (index_ > 0 && choice < 46) {
    Expr e = call(CType::I32, 1);
    if (e.kind == Expr::Kind::Call || e.kind == Expr::Kind::CallPointer) {
      s.kind = Statement::Kind::Call;
      s.parts = {e};
      return s;
    }
  }
  return assignment();
}

// --- expressions

CType Generator::integerType() { return oneOf(kIntegers); }

CType Generator::anyType() {
  if (features_.floats && random_.chance(25)) return random_.chance(50) ? CType::F32 : CType::F64;
  return integerType();
}

std::vector<Expr> Generator::scalars(bool floating, bool writable) const {
  std::vector<Expr> list;
  auto add = [&](const Variable& v) {
    if (v.isStruct) {
      if (floating) return;
      list.push_back(make(Expr::Kind::Field, CType::I32, v.name + ".x", {}));
      list.push_back(make(Expr::Kind::Field, CType::U8, v.name + ".y", {}));
      list.push_back(make(Expr::Kind::Field, CType::I16, v.name + ".z", {}));
      list.push_back(make(Expr::Kind::Field, CType::I32, v.name + ".w[1]", {}));
      return;
    }
    if (v.isPointer && v.size > 0) return;  // pointers by an index: of the profiles only
    if (v.isFunctionPointer || isFloating(v.type) != floating || (writable && (v.isCounter || v.isConst))) return;
    if (v.isCounter && v.name != "i0") return;  // one is enough to read
    if (v.isPointer) {
      list.push_back(make(Expr::Kind::Deref, v.type, v.name, {}));
    } else if (v.size > 0) {
      Expr e = make(Expr::Kind::Element, v.type, v.name, {make(Expr::Kind::Literal, CType::I32, "1", {})});
      e.size = v.size;
      list.push_back(e);
    } else {
      list.push_back(variableExpr(v));
      if (!writable && !v.isCounter) list.push_back(variableExpr(v));  // read the plain ones more often
    }
  };
  for (const Variable& v : function_->parameters)
    if (!writable || !function_->isRecursive) add(v);
  for (const Variable& v : function_->locals) add(v);
  for (const Variable& v : program_.globals) add(v);
  return list;
}

Expr Generator::literal(CType type) {
  if (isFloating(type)) {
    static constexpr const char* kFloats[] = {"0.0", "1.0", "0.5", "2.0", "-1.5", "3.25", "0.1", "100.0", "1e10", "-0.0"};
    std::string text = oneOf(kFloats);
    return make(Expr::Kind::Literal, type, "(" + text + (type == CType::F32 ? "f" : "") + ")", {});
  }
  static constexpr int kSpecial[] = {0, 1, -1, 2, 10, 127, 128, 255, 256, -128, 32767, 65535};
  int value = random_.chance(70) ? static_cast<int>(random_.below(12)) : oneOf(kSpecial);
  std::string text = std::to_string(value);
  if (type == CType::I64 && random_.chance(20)) text = "4294967296LL";
  if (type == CType::U32 && random_.chance(15)) text = "4000000000u";
  if (type == CType::I32 && random_.chance(5)) text = "2147483647";
  return make(Expr::Kind::Literal, type, value < 0 || text[0] == '-' ? "(" + text + ")" : text, {});
}

Expr Generator::cast(CType type, Expr e) const {
  if (e.type == type) return e;
  return make(Expr::Kind::Cast, type, "", {std::move(e)});
}

Expr Generator::element(const Variable& array, unsigned depth) {
  Expr e = make(Expr::Kind::Element, array.type, array.name,
                {depth == 0 || random_.chance(40) ? literal(CType::U8) : expression(CType::I32, depth - 1)});
  e.size = array.size;
  e.unmasked = features_.outOfBounds && random_.chance(40);
  return e;
}

Expr Generator::leaf(CType type) {
  bool floating = isFloating(type);
  std::vector<Expr> list = scalars(floating, false);
  if (list.empty() || random_.chance(25)) return literal(type);
  if (!floating && !function_->parameters.empty() && random_.chance(35)) {
    const Variable& p = function_->parameters[random_.below(function_->parameters.size())];
    if (!p.isStruct && !isFloating(p.type)) return cast(type, variableExpr(p));
  }
  return cast(type, list[random_.below(list.size())]);
}

Expr Generator::condition(unsigned depth) {
  static constexpr const char* kRelations[] = {"<", "<=", ">", ">=", "==", "!="};
  uint64_t choice = random_.below(100);
  if (depth > 0 && choice < 15) {
    Expr x = condition(depth - 1), y = condition(depth - 1);
    return make(Expr::Kind::Binary, CType::I32, random_.chance(50) ? "&&" : "||", {x, y});
  }
  if (depth > 0 && choice < 20) return make(Expr::Kind::Unary, CType::I32, "!", {condition(depth - 1)});
  CType type = features_.floats && random_.chance(25) ? CType::F64 : integerType();
  Expr x = expression(type, depth), y = random_.chance(60) ? literal(type) : expression(type, depth > 0 ? depth - 1 : 0);
  return make(Expr::Kind::Binary, CType::I32, oneOf(kRelations), {x, y});
}

Expr Generator::expression(CType type, unsigned depth) {
  if (depth == 0 || random_.chance(25)) return leaf(type);
  if (isFloating(type)) return floatExpression(type, depth);
  uint64_t choice = random_.below(100);
  if (choice < 62) return integerOperation(type, depth);
  if (choice < 72)
    return make(Expr::Kind::Conditional, type, "", {condition(depth - 1), expression(type, depth - 1), expression(type, depth - 1)});
  if (choice < 80) return cast(type, expression(integerType(), depth - 1));
  if (choice < 90) return call(type, depth);
  if (features_.floats && choice < 94) return make(Expr::Kind::ToInteger, type, "", {expression(CType::F64, depth - 1)});
  for (const Variable& v : function_->locals)
    if (v.size > 0 && !v.isPointer) return cast(type, element(v, depth));
  return leaf(type);
}

Expr Generator::integerOperation(CType type, unsigned depth) {
  static constexpr const char* kPlain[] = {"+", "-", "*", "&", "|", "^", "+", "-"};
  uint64_t choice = random_.below(100);
  Expr x = expression(random_.chance(70) ? type : integerType(), depth - 1);
  if (choice < 10) return make(Expr::Kind::Unary, type, random_.chance(50) ? "-" : "~", {x});
  Expr y = expression(random_.chance(70) ? type : integerType(), depth - 1);
  if (choice < 20) {
    Expr e = make(Expr::Kind::Divide, type, random_.chance(50) ? "/" : "%", {x, y});
    e.guard = random_.chance(50) ? Expr::Guard::Or1 : Expr::Guard::Zero;
    // A literal zero would be folded by the compiler, and what it makes of it is nobody's meaning.
    if (features_.traps && random_.chance(60) && y.kind == Expr::Kind::Variable) e.guard = Expr::Guard::None;
    return e;
  }
  if (choice < 30) {
    Expr e = make(Expr::Kind::Shift, type, random_.chance(50) ? "<<" : ">>", {x, y});
    e.unmasked = y.kind == Expr::Kind::Variable && random_.chance(10);
    return e;
  }
  if (choice < 36) return make(Expr::Kind::Binary, type, random_.chance(50) ? "<" : "==", {x, y});
  return make(Expr::Kind::Binary, type, oneOf(kPlain), {x, y});
}

Expr Generator::floatExpression(CType type, unsigned depth) {
  static constexpr const char* kOperators[] = {"+", "-", "*", "/"};
  uint64_t choice = random_.below(100);
  if (choice < 25) return cast(type, expression(integerType(), depth - 1));
  if (choice < 35) return cast(type, expression(random_.chance(50) ? CType::F32 : CType::F64, depth - 1));
  if (choice < 45)
    return make(Expr::Kind::Conditional, type, "", {condition(depth - 1), expression(type, depth - 1), expression(type, depth - 1)});
  if (choice < 50) return make(Expr::Kind::Unary, type, "-", {expression(type, depth - 1)});
  return make(Expr::Kind::Binary, type, oneOf(kOperators), {expression(type, depth - 1), expression(type, depth - 1)});
}

Expr Generator::call(CType type, unsigned depth) {
  if (index_ == 0) return leaf(type);
  for (const Variable& v : function_->locals)
    if (v.isFunctionPointer && random_.chance(40))
      return cast(
          type, make(Expr::Kind::CallPointer, CType::I32, v.name, {expression(CType::I32, depth - 1), expression(CType::I32, depth - 1)}));
  const Function& callee = program_.functions[random_.below(index_)];
  if (isFloating(callee.result)) return leaf(type);
  Expr e = make(Expr::Kind::Call, callee.result, callee.name, {});
  for (size_t k = 0; k < callee.parameters.size(); ++k) {
    const Variable& p = callee.parameters[k];
    if (p.isStruct) {
      e.parts.push_back(make(Expr::Kind::Variable, CType::Void, "s", {}));
    } else {
      e.parts.push_back(expression(p.type, depth - 1));
    }
  }
  return cast(type, e);
}

}  // namespace cleave::soundness
