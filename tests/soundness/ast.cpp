#include "ast.h"

#include <fmt/format.h>

namespace cleave::soundness {

const char* cName(CType type) {
  switch (type) {
    case CType::Void:
      return "void";
    case CType::Bool:
      return "_Bool";
    case CType::I8:
      return "signed char";
    case CType::U8:
      return "unsigned char";
    case CType::I16:
      return "short";
    case CType::U16:
      return "unsigned short";
    case CType::I32:
      return "int";
    case CType::U32:
      return "unsigned int";
    case CType::I64:
      return "long long";
    case CType::U64:
      return "unsigned long long";
    case CType::F32:
      return "float";
    case CType::F64:
      return "double";
  }
  return "";
}

bool isFloating(CType type) { return type == CType::F32 || type == CType::F64; }

bool isSignedType(CType type) { return type == CType::I8 || type == CType::I16 || type == CType::I32 || type == CType::I64; }

unsigned bitsOfType(CType type) {
  switch (type) {
    case CType::Void:
      return 0;
    case CType::Bool:
      return 1;
    case CType::I8:
    case CType::U8:
      return 8;
    case CType::I16:
    case CType::U16:
      return 16;
    case CType::I32:
    case CType::U32:
    case CType::F32:
      return 32;
    case CType::I64:
    case CType::U64:
    case CType::F64:
      return 64;
  }
  return 0;
}

namespace {

std::string printAll(const std::vector<Expr>& parts) {
  std::string text;
  for (size_t k = 0; k < parts.size(); ++k) text += (k ? ", " : "") + print(parts[k]);
  return text;
}

std::string printDivide(const Expr& e) {
  std::string x = print(e.parts[0]), y = print(e.parts[1]);
  const char* type = cName(e.type);
  bool literal = e.parts[1].kind != Expr::Kind::Variable;
  switch (e.guard == Expr::Guard::None && literal ? Expr::Guard::Or1 : e.guard) {
    case Expr::Guard::None:
      return fmt::format("({})({} {} {})", type, x, e.text, y);
    case Expr::Guard::Or1:
      return fmt::format("({})({} {} ({} | 1))", type, x, e.text, y);
    case Expr::Guard::Zero:
      return fmt::format("({})({} ? {} {} {} : {})", type, y, x, e.text, y, x);
  }
  return "";
}

}  // namespace

std::string print(const Expr& e) {
  const char* type = cName(e.type);
  switch (e.kind) {
    case Expr::Kind::Literal:
    case Expr::Kind::Variable:
    case Expr::Kind::Field:
      return e.text;
    case Expr::Kind::Deref:
      if (e.size > 0) return fmt::format("(*{}[({}) & {}])", e.text, print(e.parts[0]), e.size - 1);
      return fmt::format("(*{})", e.text);
    case Expr::Kind::Element:
      if (e.unmasked) return fmt::format("{}[{}]", e.text, print(e.parts[0]));
      return fmt::format("{}[({}) & {}]", e.text, print(e.parts[0]), e.size - 1);
    case Expr::Kind::Unary:
      return fmt::format("({})({}{})", type, e.text, print(e.parts[0]));
    case Expr::Kind::Binary:
      return fmt::format("({})({} {} {})", type, print(e.parts[0]), e.text, print(e.parts[1]));
    case Expr::Kind::Divide:
      return printDivide(e);
    case Expr::Kind::Shift:
      if (e.unmasked && e.parts[1].kind == Expr::Kind::Variable)
        return fmt::format("({})({} {} {})", type, print(e.parts[0]), e.text, print(e.parts[1]));
      return fmt::format("({})({} {} ({} & 7))", type, print(e.parts[0]), e.text, print(e.parts[1]));
    case Expr::Kind::Conditional:
      return fmt::format("({})({} ? {} : {})", type, print(e.parts[0]), print(e.parts[1]), print(e.parts[2]));
    case Expr::Kind::Cast:
      return fmt::format("({})({})", type, print(e.parts[0]));
    case Expr::Kind::CallPointer:
      if (e.size > 0)
        return fmt::format("({}){}[({}) & {}]({})", type, e.text, print(e.parts[0]), e.size - 1,
                           printAll({e.parts.begin() + 1, e.parts.end()}));
      [[fallthrough]];
    case Expr::Kind::Call:
      return fmt::format("({}){}({})", type, e.text, printAll(e.parts));
    case Expr::Kind::ToInteger: {
      std::string x = print(e.parts[0]);
      return fmt::format("({})({} > -100.0 && {} < 100.0 ? (int)({}) : 7)", type, x, x, x);
    }
  }
  return "";
}

bool isPure(const Expr& e) {
  if (e.kind == Expr::Kind::Call || e.kind == Expr::Kind::CallPointer) return false;
  for (const Expr& part : e.parts)
    if (!isPure(part)) return false;
  return true;
}

namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string run() {
    if (program_.hasStruct) printStruct();
    // `used`: a variable that only dead code mentions would exist in one version and not in the other.
    for (const Variable& global : program_.globals)
      if (!global.isFunctionPointer) printGlobal(global);
    for (const Function& function : program_.functions) {
      const bool isEntry = &function == &program_.functions.back();
      for (const Variable& global : program_.globals)
        if (isEntry && global.isFunctionPointer) printGlobal(global);  // a table of the functions above
      printFunction(function, isEntry);
    }
    return std::move(text_);
  }

 private:
  void put(unsigned indent, const std::string& line) {
    text_.append(2 * indent, ' ');
    text_ += line;
    text_ += '\n';
  }

  void printGlobal(const Variable& global) { put(0, (global.isStatic ? "static __attribute__((used)) " : "") + declaration(global) + ";"); }

  void printStruct() {
    std::string name = structName(program_);
    put(0, fmt::format("struct {} {{ int x; unsigned char y; short z; int w[2]; }};", name));
    put(0, fmt::format(
               "static struct {0} {1}_make(int x, int y) {{ struct {0} r = {{x, (unsigned char)y, (short)(x - y), {{y, x}}}}; return r; }}",
               name, program_.prefix));
  }

  std::string declaration(const Variable& v) const {
    std::string type = v.isStruct ? "struct " + structName(program_) : cName(v.type);
    if (v.isConst) type = "const " + type;
    std::string name = v.name;
    if (v.isFunctionPointer)
      return fmt::format("int (*{}{}{})(int, int) = {}", v.isConst ? "const " : "", name, v.size ? fmt::format("[{}]", v.size) : "",
                         v.initial);
    if (v.isPointer) name = "*" + name;
    if (v.size) name += fmt::format("[{}]", v.size);
    return v.initial.empty() ? fmt::format("{} {}", type, name) : fmt::format("{} {} = {}", type, name, v.initial);
  }

  void printFunction(const Function& f, bool isEntry) {
    std::string parameters;
    for (const Variable& p : f.parameters) parameters += (parameters.empty() ? "" : ", ") + declaration(p);
    put(0, fmt::format("{}{} {}({}) {{", isEntry ? "" : "static ", cName(f.result), f.name, parameters.empty() ? "void" : parameters));
    for (const Variable& local : f.locals) put(1, declaration(local) + ";");
    if (f.isRecursive) put(1, "if (p0 <= 0 || p0 > 3) return p1;");
    printBody(f.body, 1);
    put(1, f.isRecursive ? fmt::format("return {}(p0 - 1, {}) + {};", f.name, print(f.step), print(f.last))
                         : fmt::format("return {};", print(f.last)));
    put(0, "}");
  }

  void printBody(const std::vector<Statement>& body, unsigned indent) {
    for (const Statement& s : body) printStatement(s, indent);
  }

  void printStatement(const Statement& s, unsigned indent) {
    switch (s.kind) {
      case Statement::Kind::Assign:
        return put(indent, fmt::format("{} {} {};", print(s.parts[0]), s.text, print(s.parts[1])));
      case Statement::Kind::Call:
        return put(indent, print(s.parts[0]) + ";");
      case Statement::Kind::If:
        return printIf(s, indent);
      case Statement::Kind::For:
        put(indent, fmt::format("for ({0} = 0; {0} < (int)(({1}) & {2}); {0}++) {{", s.text, print(s.parts[0]), s.size - 1));
        printBody(s.bodies[0], indent + 1);
        return put(indent, "}");
      case Statement::Kind::While:
        put(indent, fmt::format("{} = {};", s.text, s.size));
        put(indent, fmt::format("while (({}) && {}-- > 0) {{", print(s.parts[0]), s.text));
        printBody(s.bodies[0], indent + 1);
        return put(indent, "}");
      case Statement::Kind::DoWhile:
        put(indent, fmt::format("{} = {};", s.text, s.size));
        put(indent, "do {");
        printBody(s.bodies[0], indent + 1);
        return put(indent, fmt::format("}} while (({}) && {}-- > 0);", print(s.parts[0]), s.text));
      case Statement::Kind::Switch:
        return printSwitch(s, indent);
      case Statement::Kind::Break:
        return put(indent, "break;");
      case Statement::Kind::Continue:
        return put(indent, "continue;");
      case Statement::Kind::Return:
        return put(indent, fmt::format("return {};", print(s.parts[0])));
      case Statement::Kind::Print:
        return put(indent, fmt::format("printf({}, {});", s.text, printable(s)));
      case Statement::Kind::PutChar:
        return put(indent, fmt::format("putchar('a' + (int)(({}) & 15));", print(s.parts[0])));
      case Statement::Kind::Abort:
        return put(indent, "abort();");
      case Statement::Kind::Assert:
        return put(indent, fmt::format("assert({});", print(s.parts[0])));
      case Statement::Kind::Exit:
        return put(indent, fmt::format("exit((int)(({}) & 127));", print(s.parts[0])));
      case Statement::Kind::NullStore:
        return put(indent, fmt::format("*(({}) ? &{} : 0) = {};", print(s.parts[0]), s.text, print(s.parts[1])));
      case Statement::Kind::PointTo:
        return put(indent, s.text + ";");
      case Statement::Kind::SetStruct:
        if (s.parts.empty()) return put(indent, s.text + ";");
        return put(indent, fmt::format("{} = {}_make({}, {});", s.text, program_.prefix, print(s.parts[0]), print(s.parts[1])));
      case Statement::Kind::Heap:
        return printHeap(s, indent);
      case Statement::Kind::Fill:
        return put(indent, fmt::format("memset({0}, (int)({1}), (({2}) & {3}) * sizeof *{0});", s.text, print(s.parts[1]),
                                       print(s.parts[0]), s.size - 1));
      case Statement::Kind::Copy:
        return put(indent,
                   fmt::format("memcpy({0}, {1}, (({2}) & {3}) * sizeof *{0});", s.text, print(s.parts[1]), print(s.parts[0]), s.size - 1));
      case Statement::Kind::Sized:
        return printSized(s, indent);
      case Statement::Kind::PrintWide:
        return put(indent, fmt::format("printf(\"%*d|\", (int)(({}) & 3), (int)({}));", print(s.parts[0]), print(s.parts[1])));
      case Statement::Kind::PrintString:
        return put(indent, fmt::format("{{ char w[4] = {{(char)('a' + (({}) & 1)), (char)((({}) & 3) ? 'b' : 0), 'c', 0}}; "
                                       "printf(\"%s|\", w); }}",
                                       print(s.parts[0]), print(s.parts[1])));
    }
  }

  // How a NaN is written depends on its sign, which no one else can see.
  std::string printable(const Statement& s) const {
    std::string value = print(s.parts[0]);
    if (isFloating(s.type)) return fmt::format("({0} == {0} ? (double)({0}) : 0.0)", value);
    return fmt::format("({})({})", cName(s.type), value);
  }

  void printIf(const Statement& s, unsigned indent) {
    put(indent, fmt::format("if ({}) {{", print(s.parts[0])));
    printBody(s.bodies[0], indent + 1);
    if (!s.bodies[1].empty()) {
      put(indent, "} else {");
      printBody(s.bodies[1], indent + 1);
    }
    put(indent, "}");
  }

  void printSwitch(const Statement& s, unsigned indent) {
    put(indent, fmt::format("switch ((int)(({}) & {})) {{", print(s.parts[0]), s.size - 1));
    for (size_t k = 0; k < s.bodies.size(); ++k) {
      put(indent + 1, k + 1 == s.bodies.size() ? std::string("default:") : fmt::format("case {}:", k));
      printBody(s.bodies[k], indent + 2);
      put(indent + 2, k + 1 < s.bodies.size() && s.falls[k] ? ";" : "break;");
    }
    put(indent, "}");
  }

  void printHeap(const Statement& s, unsigned indent) {
    const char* type = cName(s.type);
    put(indent, "{");
    put(indent + 1, fmt::format("{0} *h = malloc({1} * sizeof({0}));", type, s.size));
    for (unsigned k = 0; k < s.size; ++k) put(indent + 1, fmt::format("h[{}] = {};", k, print(s.parts[1 + k])));
    put(indent + 1, fmt::format("{} += h[({}) & {}];", s.text, print(s.parts[0]), s.size - 1));
    put(indent + 1, "free(h);");
    put(indent, "}");
  }

  // Both the first and the last element are written; they may be the same.
  void printSized(const Statement& s, unsigned indent) {
    put(indent, "{");
    put(indent + 1, fmt::format("unsigned n = ({}) & 3;", print(s.parts[0])));
    put(indent + 1, s.size > 0 ? "int h[n + 1];" : "int *h = malloc((n + 1) * sizeof(int));");
    put(indent + 1, fmt::format("h[0] = {};", print(s.parts[1])));
    put(indent + 1, fmt::format("h[n] = {};", print(s.parts[2])));
    put(indent + 1, fmt::format("{} += h[0];", s.text));
    if (s.size == 0) put(indent + 1, "free(h);");
    put(indent, "}");
  }

  const Program& program_;
  std::string text_;
};

}  // namespace

std::string structName(const Program& program) { return program.prefix + "_s"; }

std::string print(const Program& program) { return Printer(program).run(); }

std::string preamble() { return "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"; }

}  // namespace cleave::soundness
