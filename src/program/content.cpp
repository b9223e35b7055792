#include "program/content.h"

#include <map>
#include <string_view>
#include <type_traits>

namespace cleave::program {

namespace {

// Every field of what is written is named here, by structured bindings where a struct has no other use for them: one that is added does not compile until
// somebody has said what becomes of it.
class Writer {
 public:
  explicit Writer(const Program& program) : program_(program), functionSeen_(program.functions.size()), globalSeen_(program.globals.size()) {}

  void reach(FunctionId id) {
    if (!id.valid() || functionSeen_[id.value]) return;
    functionSeen_[id.value] = true;
    content_.functions.push_back(id);
  }

  Content run() {
    for (size_t f = 0, g = 0; f < content_.functions.size() || g < content_.globals.size();) {
      if (f < content_.functions.size()) {
        write(program_.function(content_.functions[f++]));
      } else {
        write(program_.global(content_.globals[g++]));
      }
    }
    return std::move(content_);
  }

 private:
  // --- words

  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void put(T value) {
    content_.text.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(U128 value) {
    put(static_cast<uint64_t>(value));
    put(static_cast<uint64_t>(value >> 64));
  }
  void put(std::string_view text) {
    put(text.size());
    content_.text += text;
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(Type type) {
    put(type.kind);
    put(type.width);
  }
  void put(Operand operand) { put(operand.raw); }
  void put(const SourceLoc& loc) {
    put(loc.file < program_.files.size() ? std::string_view(program_.files[loc.file]) : std::string_view());
    put(loc.line);
    put(loc.column);
  }
  void put(FunctionId id) {
    reach(id);
    put(id.valid() ? std::string_view(program_.function(id).name) : std::string_view());
  }
  void put(GlobalId id) {
    if (!globalSeen_[id.value]) {
      globalSeen_[id.value] = true;
      content_.globals.push_back(id);
    }
    put(std::string_view(program_.global(id).name));
  }
  void put(const Constant& constant) {
    const auto& [kind, type, bits, target] = constant;
    put(kind);
    put(type);
    put(bits);
    if (kind == Constant::Kind::Function) put(FunctionId(target));
    if (kind == Constant::Kind::Global) put(GlobalId(target));
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  template <class A, class B>
  void put(const std::pair<A, B>& values) {
    put(values.first);
    put(values.second);
  }

  // --- types: each once, then by the number it got

  void put(SourceTypeId id) {
    if (!id.valid()) return put(uint32_t{0});
    const auto [at, isNew] = types_.try_emplace(id.value, static_cast<uint32_t>(types_.size() + 1));
    put(at->second);
    if (!isNew) return;
    const auto& [kind, name, aliased, sizeBytes, isSigned, element, count, members, enumerators, virtualBases, arguments] = program_.sourceType(id);
    put(kind);
    put(name);
    put(aliased);
    put(sizeBytes);
    put(isSigned);
    put(element);
    put(count);
    put(members);
    put(enumerators);
    put(virtualBases);
    put(arguments);
  }
  void put(const SourceMember& member) {
    const auto& [name, offsetBits, sizeBits, type, isBitField] = member;
    put(name);
    put(offsetBits);
    put(sizeBits);
    put(type);
    put(isBitField);
  }
  void put(const Enumerator& enumerator) {
    put(enumerator.name);
    put(enumerator.value);
  }
  void put(const SourceParameter& parameter) {
    put(parameter.name);
    put(parameter.type);
  }

  // --- code

  void put(const Parameter& parameter) {
    const auto& [reg, type, byValueSize, structReturn] = parameter;
    put(reg);
    put(type);
    put(byValueSize);
    put(structReturn);
  }
  void put(const Phi& phi) {
    const auto& [dst, type, incoming, loc] = phi;
    put(dst);
    put(type);
    put(incoming);
    put(loc);
  }
  void put(const Block& block) {
    const auto& [name, phis, first, end] = block;
    put(name);
    put(phis);
    put(first);
    put(end);
  }
  void put(const Instruction& instruction) {
    const auto& [op, type, sourceType, flag, dst, a, b, c, imm, extra, loc] = instruction;
    put(op);
    put(type);
    put(sourceType);
    put(flag);
    put(dst);
    for (const Operand operand : {a, b, c}) put(operand);
    put(imm);
    put(extra);
    put(loc);
  }
  void put(const Variable& variable) {
    const auto& [name, type] = variable;
    put(name);
    put(type);
  }
  void put(const VariableNote& note) {
    const auto& [at, variable, value, bits, isConstant, isAddress, loc] = note;
    put(at);
    put(variable);
    put(value);
    put(bits);
    put(isConstant);
    put(isAddress);
    put(loc);
  }
  void put(const Edge& edge) {
    const auto& [from, to, firstMove, moveCount, overlapping] = edge;
    for (const uint32_t each : {from, to, firstMove, moveCount}) put(each);
    put(overlapping);
  }
  void put(const Move& move) {
    const auto& [dst, source, phi] = move;
    put(dst);
    put(source);
    put(phi);
  }
  void put(const SwitchCase& each) {
    put(each.value);
    put(each.edge);
  }
  void put(const SwitchTable& table) {
    put(table.cases);
    put(table.defaultEdge);
  }
  void put(const CallInfo& call) {
    const auto& [callee, arguments, argumentTypes, results, resultTypes, fixedArguments, byValueSize] = call;
    put(callee);
    put(arguments);
    put(argumentTypes);
    put(results);
    put(resultTypes);
    put(fixedArguments);
    put(byValueSize);
  }
  void put(const Relocation& relocation) {
    put(relocation.offset);
    put(relocation.target);
  }

  void write(const Function& function) {
    const auto& [name, display, defined, internal, variadic, noReturn, mayThrow, sharesMemory, fromModels, parameters, results, loc,
                 hasSourceSignature, sourceParameters, sourceResult, plainParameters, inputKeys, resultOffsets, blocks, instructions, edges,
                 moves, switches, calls, constants, unsupported, registerCount, variables, notes, facts] = function;
    (void)facts;  // follow from the rest
    put(std::string_view("function"));
    put(name);
    put(display);
    for (const bool each : {defined, internal, variadic, noReturn, mayThrow, sharesMemory, fromModels, hasSourceSignature, plainParameters})
      put(each);
    put(parameters);
    put(results);
    put(loc);
    put(sourceParameters);
    put(sourceResult);
    put(inputKeys);
    put(resultOffsets);
    put(blocks);
    put(instructions);
    put(edges);
    put(moves);
    put(switches);
    put(calls);
    put(constants);
    put(unsupported);
    put(registerCount);
    put(variables);
    put(notes);
  }

  void write(const Global& global) {
    const auto& [name, display, defined, constant, internal, threadLocal, fromModels, library, isRead, size, alignment, bytes, relocations,
                 type, loc, storageOf, isUnseen] = global;
    put(std::string_view("global"));
    put(name);
    put(display);
    for (const bool each : {defined, constant, internal, threadLocal, fromModels, isRead}) put(each);
    put(library);
    put(size);
    put(alignment);
    put(bytes);
    put(relocations);
    put(type);
    put(loc);
    put(storageOf);
    put(isUnseen);
  }

  const Program& program_;
  std::vector<bool> functionSeen_, globalSeen_;
  std::map<uint32_t, uint32_t> types_;
  Content content_;
};

}  // namespace

Content contentOf(const Program& program, const std::vector<FunctionId>& roots) {
  Writer writer(program);
  for (const FunctionId root : roots) writer.reach(root);
  for (const FunctionId constructor : program.constructors) writer.reach(constructor);
  return writer.run();
}

}  // namespace cleave::program
