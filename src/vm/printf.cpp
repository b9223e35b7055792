#include "vm/private/printf.h"

#include "vm/private/access.h"
#include "vm/private/format.h"

namespace cleave::vm {

namespace {

const Type kInt = Type::integer(32);
const Type kChar = Type::integer(8);

// One conversion of a format at work.
class Printer {
 public:
  Printer(Machine& m, PrintfArguments& arguments, PrintfSink& sink) : m_(m), arguments_(arguments), sink_(sink) {}

  bool print(Conversion& c) {
    if (c.specifier == '%') {
      sink_.character({'%', 0});
      return true;
    }
    int64_t number = 0;
    if (c.widthIsArgument) {
      if (!field(number)) return false;
      c.setWidth(number);
    }
    if (c.precisionIsArgument) {
      if (!field(number)) return false;
      c.setPrecision(number);
    }
    if (c.isInteger()) return integer(c);
    if (c.isFloat()) return floating(c);
    if (c.specifier == 'c') return character(c);
    if (c.specifier == 's') return string(c);
    m_.unfinished("the address of an object is printed");
    return false;
  }

 private:
  // A width or precision given by '*'.
  bool field(int64_t& number) {
    Value value;
    if (!arguments_.next(kInt, value) || !m_.requireShowable(value, "output")) return false;
    number = static_cast<int64_t>(asSigned(m_.concretise(value, kInt, DecisionKind::Concretised), 32));
    if (number <= (1 << 20) && number >= -(1 << 20)) return true;
    m_.unfinished("unsupported: a printf field wider than a million");
    return false;
  }

  bool integer(const Conversion& c) {
    const Type passed = c.integerBits() == 64 ? Type::integer(64) : kInt;
    Value value;
    if (!arguments_.next(passed, value) || !m_.requireShowable(value, "output")) return false;
    const Type printed = Type::integer(c.integerBits());
    if (printed.width < passed.width) value = narrow(m_, value, printed);
    sink_.number(c.normalised(), value, printed);
    return m_.running();
  }

  bool floating(const Conversion& c) {
    const Type type = Type::floating(c.length == "L" ? 80 : 64);
    Value value;
    if (!arguments_.next(type, value) || !m_.requireShowable(value, "output")) return false;
    // A NaN is printed with its sign.
    value = m_.withKnownNan(value, type);
    if (m_.running()) sink_.number(c.normalised(), value, type);
    return m_.running();
  }

  bool character(const Conversion& c) {
    Value value;
    if (!arguments_.next(kInt, value) || !m_.requireShowable(value, "output")) return false;
    padded(c, {narrow(m_, value, kChar)});
    return m_.running();
  }

  bool string(const Conversion& c) {
    Value pointer;
    if (!arguments_.next(Type::pointer(), pointer) || !fixPointer(m_, pointer)) return false;
    std::vector<Value> bytes;
    if (pointer.bits == 0) {
      // As glibc does it; other libraries crash.
      if (!c.hasPrecision || c.precision >= 6)
        for (const char each : std::string_view("(null)")) bytes.push_back({static_cast<uint8_t>(each), 0});
    } else if (!loadString(m_, pointer, c.hasPrecision ? static_cast<uint64_t>(c.precision) : UINT64_MAX, bytes)) {
      return false;
    }
    padded(c, bytes);
    return m_.running();
  }

  void padded(const Conversion& c, const std::vector<Value>& characters) {
    const size_t width = c.hasWidth ? static_cast<size_t>(c.width) : 0;
    const size_t fill = width > characters.size() ? width - characters.size() : 0;
    if (!c.left) sink_.text(std::string(fill, ' '));
    for (const Value& each : characters) sink_.character(each);
    if (c.left) sink_.text(std::string(fill, ' '));
  }

  Machine& m_;
  PrintfArguments& arguments_;
  PrintfSink& sink_;
};

}  // namespace

// --- arguments

bool CallArguments::next(Type type, Value& value) {
  Machine& m = call_.machine;
  if (next_ >= call_.arguments.size()) {
    m.unfinished("a printf conversion without an argument");
    return false;
  }
  const Type passed = call_.info.argumentTypes[next_];
  value = call_.arguments[next_++];
  if (passed == type) return true;
  if (passed.isInt() && type.isInt() && passed.width > type.width) {
    value = narrow(m, value, type);
    return true;
  }
  // A null pointer may be passed as an integer and an integer as a pointer; anything else is read from the wrong register natively.
  if (passed.width == type.width && !passed.isFloat() && !type.isFloat()) {
    value = m.reinterpret(value, passed, type);
    return m.running();
  }
  m.unfinished("a printf argument that does not match its conversion");
  return false;
}

bool ListArguments::next(Type type, Value& value) {
  Machine::Place area;
  if (!fixPointer(m_, list_) || !m_.resolve(list_, 24, Machine::Access::Write, area)) return false;
  area.offset += 8;
  Value slot;
  if (!m_.loadFrom(area, Type::pointer(), slot)) return false;
  const bool isWide = type.width > 64;
  if (isWide) slot.bits = (slot.bits + 15) & ~U128{15};  // the area is aligned, and its address has no expression
  Machine::Place argument;
  if (!m_.resolve(slot, type.bytes(), Machine::Access::Read, argument) || !m_.loadFrom(argument, type, value)) return false;
  const Value behind{addressOf(argument.object, argument.offset + (isWide ? 16 : 8)), 0};
  return m_.storeTo(area, Type::pointer(), behind);
}

// --- sinks

void ChannelSink::character(const Value& character) {
  ++count;
  m_.writeCharacter(channel_, character);
}

void ChannelSink::number(const std::string& spec, const Value& value, Type type) {
  if (countMatters_) m_.concretise(value, type, DecisionKind::Concretised);
  count += formatNumber(spec, sortOf(type), value.bits).size();
  m_.writeFormatted(channel_, spec, countMatters_ ? Value{value.bits, 0} : value, type);
}

void MemorySink::character(const Value& character) {
  ++count;
  characters_.push_back(character);
}

void MemorySink::number(const std::string& spec, const Value& value, Type type) {
  text(formatNumber(spec, sortOf(type), m_.concretise(value, type, DecisionKind::Concretised)));
}

bool MemorySink::finish(const Value& buffer, uint64_t capacity) {
  if (capacity == 0) return true;
  const uint64_t length = std::min<uint64_t>(characters_.size(), capacity - 1);
  Machine::Place place;
  if (!m_.resolve(buffer, length + 1, Machine::Access::Write, place)) return false;
  fixOffset(m_, place);
  for (uint64_t i = 0; i < length; ++i)
    if (!storeAt(m_, place.object, place.offset + i, kChar, characters_[i])) return false;
  if (!storeAt(m_, place.object, place.offset + length, kChar, {0, 0})) return false;
  m_.wrote(m_.pending());
  return true;
}

// --- formatting

bool printTo(Machine& m, const std::string& format, PrintfArguments& arguments, PrintfSink& sink) {
  Printer printer(m, arguments, sink);
  for (size_t position = 0; position < format.size() && m.running();) {
    const char c = format[position++];
    if (c != '%') {
      sink.character({static_cast<uint8_t>(c), 0});
      continue;
    }
    Conversion conversion;
    const size_t start = position - 1;
    if (!parseConversion(format, position, conversion)) {
      m.unfinished("unsupported: the printf conversion " + format.substr(start, position + 1 - start));
      return false;
    }
    if (!printer.print(conversion)) return false;
  }
  return m.running();
}

bool loadString(Machine& m, const Value& pointer, uint64_t limit, std::vector<Value>& bytes) {
  if (limit == 0) return true;
  Machine::Place place;
  if (!m.resolve(pointer, 1, Machine::Access::Read, place)) return false;
  fixOffset(m, place);
  m.fixSize(place.object);
  const uint64_t size = m.memory().object(place.object).size;
  for (; place.offset < size; ++place.offset) {
    const Value byte = loadAt(m, place.object, place.offset, kChar);
    if (!m.requireShowable(byte, "a string") || !m.spend(1)) return false;
    if (m.isSymbolic(byte.shadow)) {
      const expr::ExprId end = m.pool().equal(m.exprOf(byte, kChar), m.pool().bits(8, 0));
      m.decide(byte.bits == 0 ? end : m.pool().notOf(end), DecisionKind::Branch);
    }
    if (byte.bits == 0) return true;
    bytes.push_back(byte);
    if (bytes.size() == limit) return true;
  }
  m.trap(TrapKind::OutOfBounds);
  return false;
}

}  // namespace cleave::vm
