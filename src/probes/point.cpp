#include "probes/point.h"

#include <fmt/format.h>

#include <charconv>

#include "probes/log_format.h"
#include "support/text.h"

namespace cleave::probes {
namespace {

constexpr std::string_view kPointKinds[] = {"entry", "exit", "throw", "loop", "call", "statement", "step"};
static_assert(std::size(kPointKinds) == kPointKindCount);
constexpr std::string_view kValueKinds[] = {"signed", "unsigned", "bool", "enum", "float", "pointer", "sequence"};

// Fields of a line are separated by tabs, lines by line breaks; names from source have neither, names of files might.
std::string plain(std::string text) {
  for (char& c : text)
    if (c == '\t' || c == '\n') c = ' ';
  return text;
}

std::string lineOf(const Variable& v) {
  std::string line = fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}", plain(v.name), int(v.type.kind), v.type.bits, plain(v.type.name),
                                 int(v.type.element), int(v.type.isSigned), int(v.role), int(v.onEntry), int(v.sure));
  for (const Enumerator& e : v.type.enumerators) line += fmt::format("\t{}\t{}", plain(e.name), e.value);
  return line + "\n";
}

class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}
  bool empty() const { return done_; }
  std::string_view next() {
    if (done_) return failed_ = true, "";
    const size_t tab = rest_.find('\t');
    const std::string_view field = rest_.substr(0, tab);
    if (tab == std::string_view::npos) {
      done_ = true;
    } else {
      rest_.remove_prefix(tab + 1);
    }
    return field;
  }
  template <class T>
  T number(T most) {
    const std::string_view field = next();
    T value{};
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || value > most) failed_ = true;
    return failed_ ? T{} : value;
  }
  template <class T>
  T one(T last) {
    return T(number<uint32_t>(uint32_t(last)));
  }
  bool failed() const { return failed_; }

 private:
  std::string_view rest_;
  bool done_ = false;
  bool failed_ = false;
};

bool readVariable(std::string_view line, Variable& v) {
  Fields fields(line);
  v.name = fields.next();
  v.type.kind = fields.one(ValueKind::Sequence);
  v.type.bits = fields.number<uint32_t>(64);
  v.type.name = fields.next();
  v.type.element = fields.one(ValueKind::Sequence);
  v.type.isSigned = fields.number<uint32_t>(1);
  v.role = fields.one(Role::CallResult);
  v.onEntry = fields.number<uint32_t>(1);
  v.sure = fields.number<uint32_t>(1);
  while (!fields.empty() && !fields.failed()) {
    Enumerator e;
    e.name = fields.next();
    e.value = fields.number<int64_t>(INT64_MAX);
    v.type.enumerators.push_back(std::move(e));
  }
  return !fields.failed();
}

bool readHead(std::string_view line, Point& point) {
  Fields fields(line);
  point.function = fields.next();
  point.display = fields.next();
  point.unit = fields.next();
  point.kind = fields.one(PointKind::Step);
  point.ordinal = fields.number<uint32_t>(UINT32_MAX);
  point.file = fields.next();
  point.line = fields.number<uint32_t>(UINT32_MAX);
  point.column = fields.number<uint32_t>(UINT32_MAX);
  point.callee = fields.next();
  return !fields.failed() && fields.empty();
}

}  // namespace

const Variable* Point::find(std::string_view name, bool onEntry) const {
  for (const Variable& variable : variables)
    if (variable.name == name && variable.onEntry == onEntry) return &variable;
  return nullptr;
}

std::string_view nameOf(PointKind kind) { return kPointKinds[size_t(kind)]; }
std::string_view nameOf(ValueKind kind) { return kValueKinds[size_t(kind)]; }

std::string keyOf(const Point& point) {
  if (point.kind == PointKind::Entry) return point.function + ":entry";
  return fmt::format("{}:{}:{}", point.function, nameOf(point.kind), point.ordinal);
}

std::string describe(const Point& point) {
  std::vector<std::string> names;
  for (const Variable& variable : point.variables) names.push_back(variable.onEntry ? "old(" + variable.name + ")" : variable.name);
  return fmt::format("{}:{} {}{} ({})", point.file, point.line, keyOf(point), point.callee.empty() ? "" : " of " + point.callee,
                     join(names, ", "));
}

std::string textOf(const Point& point) {
  std::string text = fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", plain(point.function), plain(point.display), plain(point.unit),
                                 int(point.kind), point.ordinal, plain(point.file), point.line, point.column, plain(point.callee));
  for (const Variable& variable : point.variables) text += lineOf(variable);
  return text;
}

Expected<Point> pointOf(std::string_view text) {
  Point point;
  bool head = true;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return Error{"the description of a point ends within a line"};
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (head) {
      if (!readHead(line, point)) return Error{"not the description of a point"};
      head = false;
    } else if (Variable variable; readVariable(line, variable)) {
      point.variables.push_back(std::move(variable));
    } else {
      return Error{"not the description of a variable"};
    }
  }
  if (head) return Error{"an empty description of a point"};
  return point;
}

uint32_t slotBytes(const Type& type) {
  const uint32_t bytes = type.bits <= 8 ? 1 : type.bits <= 16 ? 2 : type.bits <= 32 ? 4 : 8;
  return type.kind == ValueKind::Sequence ? 4 + bytes * kCleaveMostElements : bytes;
}

}  // namespace cleave::probes
