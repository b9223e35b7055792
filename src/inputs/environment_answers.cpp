// What functions of the environment answer (program/environment.h): for each call of each of them, its result, errno and what it writes.
#include <fmt/format.h>

#include <algorithm>

#include "inputs/plan_builder.h"
#include "support/check.h"
#include "support/text.h"

namespace cleave::inputs {

using program::EnvironmentFunction;
using program::EnvironmentNumber;
using program::EnvironmentPointee;
using program::EnvironmentUse;
using program::EnvironmentValue;

namespace {

constexpr uint64_t kTokenBytes = 16;

bool isReached(const program::Program& program, const std::set<program::FunctionId>& reached, const EnvironmentFunction& function) {
  const std::string body = program::kEnvironmentBody + function.name;
  return std::ranges::any_of(reached, [&](program::FunctionId id) {
    const std::string& name = program.function(id).name;
    return name == body || (function.variadic && name.starts_with(body + "."));
  });
}

Cell cellOf(const std::string& name, const EnvironmentNumber& number) {
  Cell cell;
  cell.name = name;
  cell.type = number.type;
  cell.bits = number.bits;
  cell.isSigned = number.isSigned;
  cell.isFloat = number.isFloat;
  return cell;
}

// Adds the answers of one function to a plan.
class Answers {
 public:
  Answers(PlanBuilder& builder, const EnvironmentFunction& function, uint32_t object)
      : builder_(builder), function_(function), object_(object) {}

  void addCall(uint64_t k) {
    const uint64_t base = k * function_.answerSize;
    const auto name = [&](const std::string& part) { return fmt::format("{}_{}[{}]", function_.display, part, k); };
    value(base + function_.resultAt, function_.result, name("result"));
    if (function_.setsErrno) number(base + function_.errnoAt, {"", "int", 0, 32, false, true, false}, name("errno"));
    for (size_t p = 0; p < function_.parameters.size(); ++p) {
      const EnvironmentPointee& behind = function_.parameters[p].behind;
      if (function_.parameters[p].kind != EnvironmentValue::Kind::Pointer || behind.isConst) continue;
      const std::string own = name(fmt::format("argument{}", p + 1));
      if (behind.kind == EnvironmentPointee::Kind::Object) object(object_, base + behind.answer, behind, own);
      if (behind.kind == EnvironmentPointee::Kind::Bytes)
        for (uint64_t b = 0; b < program::kEnvironmentBytes; ++b)
          number(base + behind.answer + b, {"", "unsigned char", 0, 8, false, false, false}, fmt::format("{}[{}]", own, b));
    }
  }

  void addPure() {
    const uint64_t row = 8 * (function_.parameters.size() + 1);
    for (uint64_t k = 0; k < program::kPurePlaces; ++k) {
      for (size_t p = 0; p < function_.parameters.size(); ++p) {
        // As the body compares them: extended to 64 bits.
        const EnvironmentNumber& own = function_.parameters[p].number;
        EnvironmentNumber place = own;
        place.bits = 64;
        if (own.isFloat) place = {"", "uint64_t", 0, 64, false, false, false};
        number(k * row + 8 * p, place, fmt::format("{}_place{}[{}]", function_.display, p + 1, k));
      }
      number(k * row + row - 8, function_.result.number, fmt::format("{}_result[{}]", function_.display, k));
    }
    number(program::kPurePlaces * row, function_.result.number, function_.display + "_otherwise");
  }

 private:
  void number(uint64_t at, const EnvironmentNumber& number, const std::string& name) { put(object_, at, number, name); }

  void put(uint32_t object, uint64_t at, const EnvironmentNumber& number, const std::string& name) {
    if (builder_.isObjectCut(name)) return builder_.addBoundOnce(sentence(Premise::ZeroFromHere, name));
    Value value;
    value.bits = number.bits;
    value.isFloat = number.isFloat;
    value.cell = builder_.addCell(cellOf(name, number));
    builder_.put(object, at, std::move(value));
  }

  void value(uint64_t at, const EnvironmentValue& described, const std::string& name) {
    if (described.kind == EnvironmentValue::Kind::Number) return number(at, described.number, name);
    if (described.kind == EnvironmentValue::Kind::Pointer) pointer(object_, at, described.behind, name);
  }

  // To a new object, or null.
  void pointer(uint32_t object, uint64_t at, const EnvironmentPointee& behind, const std::string& name) {
    if (builder_.isObjectCut(name)) return builder_.addBoundOnce(sentence(Premise::ZeroFromHere, name));
    builder_.put(object, at, builder_.answeredPointer(name, madeFor(behind, name)));
  }

  uint32_t madeFor(const EnvironmentPointee& behind, const std::string& name) {
    switch (behind.kind) {
      case EnvironmentPointee::Kind::Text:
        return builder_.answeredText(name);
      case EnvironmentPointee::Kind::Object: {
        const uint32_t made = builder_.addObject("*" + name, {}, 1, true, behind.size);
        builder_.plan().objects[made].isHeap = true;
        this->object(made, 0, behind, name);
        return made;
      }
      case EnvironmentPointee::Kind::Token:
      case EnvironmentPointee::Kind::Bytes:
        return builder_.addObject("*" + name, {}, 1, true, kTokenBytes);
    }
    return kNone;
  }

  void object(uint32_t object, uint64_t at, const EnvironmentPointee& behind, const std::string& name) {
    for (const EnvironmentNumber& each : behind.numbers) {
      if (!each.isPointer) {
        put(object, at + each.offset, each, name + each.name);
      } else if (!behind.target.empty()) {
        pointer(object, at + each.offset, behind.target.front(), name);
      } else {
        builder_.addBoundOnce(sentence(Premise::PointersInAnswers, function_.display));
      }
    }
  }

  PlanBuilder& builder_;
  const EnvironmentFunction& function_;
  uint32_t object_;
};

}  // namespace

Value PlanBuilder::answeredPointer(const std::string& name, uint32_t object) {
  Value value;
  value.kind = Value::Kind::Pointer;
  value.bits = 64;
  value.object = object;
  value.cell = addChoice(name + "_is_null");
  return value;
}

uint32_t PlanBuilder::answeredText(const std::string& name) {
  return stringBehind(options_.stringBytes, {}, program::PlaceName::plain(name));
}

void PlanBuilder::environmentAnswers(const std::set<program::FunctionId>& reached) {
  std::vector<std::string> events;
  for (const EnvironmentFunction& function : program_.environment) {
    const bool isPartners = partners_.environment.contains(function.name);
    if (!isPartners && !isReached(program_, reached, function)) continue;
    plan_.environment.insert(function.name);
    plan_.usesHarnessCalls = true;
    const std::string slot = std::exchange(slot_, "environment");
    const bool isPure = function.use == EnvironmentUse::Pure;
    CHECK(program_.findGlobal(program::environmentAnswers(function.name)).valid(), "no answers for " + function.name);
    const uint64_t size = program_.global(program_.findGlobal(program::environmentAnswers(function.name))).size;
    const uint32_t object = addObject(function.display + "_answers", {}, 1, true, size);
    plan_.objects[object].global = program::environmentAnswers(function.name);
    Answers answers(*this, function, object);
    if (isPure) answers.addPure();
    for (uint64_t k = 0; !isPure && function.use != EnvironmentUse::Stop && !function.noReturn && k < program::kEnvironmentAnswers; ++k)
      answers.addCall(k);
    slot_ = slot;
    if (isPure) addBound(sentence(Premise::EnvironmentPure, function.display, program::kPurePlaces));
    if (function.use == EnvironmentUse::Ignored)
      addBound(sentence(Premise::EnvironmentIgnored, function.display, program::kEnvironmentAnswers));
    if (function.use == EnvironmentUse::Event || function.use == EnvironmentUse::Stop) events.push_back(function.display);
  }
  if (plan_.environment.empty()) return;
  for (const auto& [part, words] : {std::pair<const char*, uint64_t>{"used", 1}, {"words", program::kEnvironmentWords}}) {
    const uint32_t object = addObject(std::string("calls_") + part, {}, words, true, 8 * words);
    plan_.objects[object].global = program::environmentGlobal(part);
    plan_.objects[object].isNumber = true;
    plan_.objects[object].numberBytes = 8;
  }
  plan_.usesHarnessCalls = true;
  if (!events.empty()) {
    addBound(sentence(Premise::EnvironmentCalls, join(events, ", "), program::kEnvironmentAnswers, program::kEnvironmentText,
                      program::kEnvironmentBytes));
    addAssumption(sentence(Premise::EnvironmentAlone, join(events, ", ")));
  }
}

}  // namespace cleave::inputs
