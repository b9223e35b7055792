#include "program/dump.h"

#include <fmt/format.h>

#include "support/bits.h"
#include "support/check.h"
#include "support/float_format.h"
#include "support/text.h"

namespace cleave::program {
namespace {

std::string text(Type type) {
  switch (type.kind) {
    case TypeKind::Int:
      return fmt::format("i{}", type.width);
    case TypeKind::Float:
      return type.width == 80 ? "x87" : floatTypeName(type.width);
    case TypeKind::Pointer:
      return "ptr";
  }
  UNREACHABLE("not a TypeKind");
}

constexpr EnumTable<IntPredicate, const char*> kIntPredicates({
    {IntPredicate::Eq, "eq"},
    {IntPredicate::Ne, "ne"},
    {IntPredicate::ULt, "ult"},
    {IntPredicate::ULe, "ule"},
    {IntPredicate::UGt, "ugt"},
    {IntPredicate::UGe, "uge"},
    {IntPredicate::SLt, "slt"},
    {IntPredicate::SLe, "sle"},
    {IntPredicate::SGt, "sgt"},
    {IntPredicate::SGe, "sge"},
});

constexpr EnumTable<FloatPredicate, const char*> kFloatPredicates({
    {FloatPredicate::False, "false"},
    {FloatPredicate::OEq, "oeq"},
    {FloatPredicate::OGt, "ogt"},
    {FloatPredicate::OGe, "oge"},
    {FloatPredicate::OLt, "olt"},
    {FloatPredicate::OLe, "ole"},
    {FloatPredicate::ONe, "one"},
    {FloatPredicate::Ord, "ord"},
    {FloatPredicate::Uno, "uno"},
    {FloatPredicate::UEq, "ueq"},
    {FloatPredicate::UGt, "ugt"},
    {FloatPredicate::UGe, "uge"},
    {FloatPredicate::ULt, "ult"},
    {FloatPredicate::ULe, "ule"},
    {FloatPredicate::UNe, "une"},
    {FloatPredicate::True, "true"},
});

std::string bitsText(U128 bits, Type type) {
  switch (type.kind) {
    case TypeKind::Int:
      return type.width == 1 ? (bits != 0 ? "true" : "false") : toSignedDecimal(bits, type.width);
    case TypeKind::Float:
      return type.width == 32 ? fmt::format("{}f", floatOf(bits)) : type.width == 64 ? fmt::format("{}", doubleOf(bits)) : floatText(bits, type.width);
    case TypeKind::Pointer:
      return bits == 0 ? "null" : toHex(bits, 64);
  }
  UNREACHABLE("not a TypeKind");
}

class Dumper {
 public:
  Dumper(const Program& program, const Function& function) : program_(program), f_(function) {}

  std::string run() {
    header();
    for (BlockIndex b = 0; b < f_.blocks.size(); ++b) {
      out_ += label(b) + ":\n";
      for (const Phi& phi : f_.blocks[b].phis) line(phiText(phi), phi.loc);
      for (InstIndex i = f_.blocks[b].first; i < f_.blocks[b].end; ++i) line(instructionText(f_.instructions[i]), f_.instructions[i].loc);
    }
    if (!f_.blocks.empty()) out_ += "}\n";
    return std::move(out_);
  }

 private:
  void header() {
    std::vector<std::string> parameters;
    for (const Parameter& p : f_.parameters)
      parameters.push_back(fmt::format("{} %{}{}{}", text(p.type), p.reg,
                                       p.byValueSize != 0 ? fmt::format(" byval({})", p.byValueSize) : "", p.structReturn ? " sret" : ""));
    if (f_.variadic) parameters.push_back("...");
    std::vector<std::string> results;
    for (Type type : f_.results) results.push_back(text(type));
    out_ += fmt::format("{} {}({}) -> ({}){}{}{}{}\n", f_.defined ? "define" : "declare", f_.name, join(parameters, ", "),
                        join(results, ", "), f_.internal ? " internal" : "", f_.noReturn ? " noreturn" : "",
                        f_.display != f_.name ? " ; " + f_.display : "", f_.blocks.empty() ? "" : " {");
  }

  void line(const std::string& what, const SourceLoc& loc) {
    out_ += loc.known() ? fmt::format("  {:<60} ; {}\n", what, program_.locText(loc)) : "  " + what + "\n";
  }

  std::string label(BlockIndex b) const {
    return f_.blocks[b].name.empty() ? fmt::format("b{}", b) : fmt::format("b{}.{}", b, f_.blocks[b].name);
  }

  std::string target(uint64_t edge) const { return label(f_.edges[edge].to); }

  std::string constantText(uint32_t index) const {
    const Constant& c = f_.constants[index];
    switch (c.kind) {
      case Constant::Kind::Bits: {
        U128 bits = c.bits;
        if (c.type.slots() == 2 && index + 1 < f_.constants.size()) bits |= U128{f_.constants[index + 1].bits} << 64;
        return bitsText(bits, c.type);
      }
      case Constant::Kind::Global: {
        const auto offset = static_cast<int64_t>(c.bits);
        return "@" + program_.globals[c.target].name + (offset != 0 ? fmt::format("{:+}", offset) : "");
      }
      case Constant::Kind::Function:
        return "@" + program_.functions[c.target].name;
      case Constant::Kind::Undefined:
        return "undef";
    }
    UNREACHABLE("not a Constant::Kind");
  }

  std::string text_(Operand operand) const {
    if (!operand.present()) return "-";
    return operand.isConstant() ? constantText(operand.index()) : fmt::format("%{}", operand.index());
  }

  std::string phiText(const Phi& phi) const {
    std::vector<std::string> incoming;
    for (const auto& [from, operand] : phi.incoming) incoming.push_back(fmt::format("[{}, {}]", text_(operand), label(from)));
    return fmt::format("%{} = phi {} {}", phi.dst, text(phi.type), join(incoming, ", "));
  }

  std::string operandsText(const Instruction& inst) const {
    std::string result = text_(inst.a);
    if (inst.b.present()) result += ", " + text_(inst.b);
    if (inst.c.present()) result += ", " + text_(inst.c);
    return result;
  }

  std::string callText(const Instruction& inst) const {
    const CallInfo& call = f_.calls[inst.extra];
    std::vector<std::string> arguments;
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      std::string argument = text(call.argumentTypes[i]) + " " + text_(call.arguments[i]);
      if (i < call.byValueSize.size() && call.byValueSize[i] != 0) argument += fmt::format(" byval({})", call.byValueSize[i]);
      if (i == call.fixedArguments && inst.op == Op::Call && i < call.arguments.size()) argument = "... " + argument;
      arguments.push_back(argument);
    }
    if (inst.op == Op::Return) return "return " + (arguments.empty() ? "void" : join(arguments, ", "));
    std::string results;
    for (size_t i = 0; i < call.results.size(); ++i) results += fmt::format("{}%{}", i == 0 ? "" : ", ", call.results[i]);
    std::vector<std::string> types;
    for (Type type : call.resultTypes) types.push_back(text(type));
    const std::string callee = call.callee.valid() ? "@" + program_.function(call.callee).name : text_(inst.a);
    return fmt::format("{}call {} {}({})", results.empty() ? "" : results + " = ", types.empty() ? "void" : join(types, ", "), callee,
                       join(arguments, ", "));
  }

  std::string switchText(const Instruction& inst) const {
    const SwitchTable& table = f_.switches[inst.extra];
    std::string result = fmt::format("switch {} {} [", text(inst.type), text_(inst.a));
    for (const SwitchCase& item : table.cases)
      result += fmt::format("{}: {}, ", toSignedDecimal(item.value, inst.type.width), target(item.edge));
    return result + "default: " + target(table.defaultEdge) + "]";
  }

  std::string instructionText(const Instruction& inst) const {
    const std::string dst = inst.dst != UINT32_MAX ? fmt::format("%{} = ", inst.dst) : "";
    const char* name = opName(inst.op);
    switch (familyOf(inst.op)) {
      case Family::Integer:
      case Family::Division:
      case Family::Float:
      case Family::Move:
        return fmt::format("{}{} {} {}", dst, name, text(inst.type), operandsText(inst));
      case Family::Comparison:
        return dst + comparisonText(inst);
      case Family::Overflow:
        return fmt::format("%{}, %{} = {} {} {}", inst.dst, inst.extra, name, text(inst.type), operandsText(inst));
      case Family::Cast:
        return fmt::format("{}{} {} {} to {}", dst, name, text(inst.sourceType), text_(inst.a), text(inst.type));
      case Family::Memory:
        return dst + memoryText(inst);
      case Family::Bytes:
      case Family::VarArgs:
        return fmt::format("{} {}", name, operandsText(inst));
      case Family::Call:
        return callText(inst);
      case Family::Terminator:
        return terminatorText(inst);
      case Family::Unsupported:
        return "unsupported " + cleave::quoted(f_.unsupported[inst.extra]);
    }
    UNREACHABLE("an operation of no family");
  }

  std::string comparisonText(const Instruction& inst) const {
    if (inst.op == Op::FIsClass) return fmt::format("fisclass {} {}, {:#x}", text(inst.type), text_(inst.a), inst.imm);
    const char* predicate = inst.op == Op::ICmp ? kIntPredicates[static_cast<IntPredicate>(inst.flag)]
                                                : kFloatPredicates[static_cast<FloatPredicate>(inst.flag)];
    return fmt::format("{} {} {} {}", opName(inst.op), predicate, text(inst.type), operandsText(inst));
  }

  std::string memoryText(const Instruction& inst) const {
    if (inst.op == Op::Alloca)
      return fmt::format("alloca {}{}, align {}", inst.imm, inst.b.present() ? " * " + text_(inst.b) : "", inst.extra);
    if (inst.op == Op::PtrAdd)
      return inst.b.present() ? fmt::format("ptradd {}, {} {} * {}", text_(inst.a), text(inst.sourceType), text_(inst.b), inst.imm)
                              : fmt::format("ptradd {}, {}", text_(inst.a), inst.imm);
    return fmt::format("{} {} {}", opName(inst.op), text(inst.type), operandsText(inst));
  }

  std::string terminatorText(const Instruction& inst) const {
    if (inst.op == Op::Return) return callText(inst);
    if (inst.op == Op::Jump) return "jump " + target(inst.extra);
    if (inst.op == Op::Branch)
      return fmt::format("branch {} ? {} : {}", text_(inst.a), target(inst.extra), target(static_cast<uint64_t>(inst.imm)));
    return inst.op == Op::Switch ? switchText(inst) : opName(inst.op);
  }

  const Program& program_;
  const Function& f_;
  std::string out_;
};

std::string globalText(const Program& program, const Global& global) {
  std::string result =
      fmt::format("{} {}: {} bytes, align {}{}{}{}", global.defined ? "global" : "extern", global.name, global.size, global.alignment,
                  global.constant ? ", constant" : "", global.internal ? ", internal" : "", global.threadLocal ? ", thread local" : "");
  if (!global.bytes.empty()) result += fmt::format(", {} initialised", global.bytes.size());
  for (const Relocation& r : global.relocations) {
    const bool isGlobal = r.target.kind == Constant::Kind::Global;
    const auto offset = static_cast<int64_t>(r.target.bits);
    result +=
        fmt::format("\n  +{}: @{}{}", r.offset, isGlobal ? program.globals[r.target.target].name : program.functions[r.target.target].name,
                    isGlobal && offset != 0 ? fmt::format("{:+}", offset) : "");
  }
  return result + "\n";
}

}  // namespace

std::string dump(const Program& program, const Function& function) { return Dumper(program, function).run(); }

std::string dump(const Program& program) {
  std::string result;
  for (const Global& global : program.globals) result += globalText(program, global);
  for (FunctionId id : program.constructors) result += "constructor " + program.function(id).name + "\n";
  for (const Function& function : program.functions) result += "\n" + dump(program, function);
  return result;
}

}  // namespace cleave::program
