#include "driver/trace_steps.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "points/steps.h"
#include "support/text.h"

namespace cleave::driver {

namespace {

using probes::PointKind;
using probes::Role;
using probes::ValueKind;
using result::TraceChange;
using result::TraceStep;

struct Record {
  const probes::Point* point = nullptr;
  std::vector<std::optional<std::string>> values;  // by variable
};

std::string pointerText(uint64_t bits) {
  if (bits == 0) return "null";
  const uint64_t offset = bits & 0xffffffff;
  return offset == 0 ? fmt::format("object {}", bits >> 32) : fmt::format("object {} + {}", bits >> 32, offset);
}

std::string scalar(const probes::Type& type, ValueKind kind, uint64_t bits) {
  return kind == ValueKind::Pointer ? pointerText(bits) : probes::scalarText(type, kind, bits);
}

// Reads the ring from its end.
class Backwards {
 public:
  Backwards(const StepWords& words, const std::vector<probes::Point>& points) : words_(words), points_(points), at_(words.written) {
    first_ = words.written > words.ring.size() ? words.written - words.ring.size() : 0;
  }

  // None: there is no further one that is whole.
  std::optional<Record> next() {
    if (at_ == first_) return std::nullopt;
    const uint64_t number = take();
    if (number >= points_.size()) return std::nullopt;
    const probes::Point& point = points_[number];
    uint64_t size = 1;
    for (const probes::Variable& variable : point.variables) size += sizeOf(variable);
    if (at_ - first_ < size) return std::nullopt;
    const uint64_t present = take();
    Record record{&point, std::vector<std::optional<std::string>>(point.variables.size())};
    for (size_t k = point.variables.size(); k-- > 0;) {
      const std::string text = valueOf(point.variables[k]);
      if ((present >> k & 1) != 0) record.values[k] = text;
    }
    return record;
  }
  bool isAtStart() const { return at_ == 0; }

 private:
  uint64_t take() { return words_.ring[--at_ % words_.ring.size()]; }

  static uint64_t sizeOf(const probes::Variable& variable) { return variable.type.kind == ValueKind::Sequence ? 1 + points::kElements : 1; }

  std::string valueOf(const probes::Variable& variable) {
    if (variable.type.kind != ValueKind::Sequence) return scalar(variable.type, variable.type.kind, take());
    std::vector<std::string> elements;
    for (unsigned k = 0; k < points::kElements; ++k) elements.push_back(scalar(variable.type, variable.type.element, take()));
    std::ranges::reverse(elements);
    const uint64_t length = take();
    elements.resize(std::min<uint64_t>(length, elements.size()));
    if (length > points::kElements) elements.push_back(fmt::format("... of {}", length));
    return "{" + join(elements, ", ") + "}";
  }

  const StepWords& words_;
  const std::vector<probes::Point>& points_;
  uint64_t at_;
  uint64_t first_ = 0;
};

using Values = std::map<std::string, std::string>;

// A call that is under way.
struct Frame {
  std::string function;
  std::optional<size_t> line;      // the step that is being done, in the list
  std::optional<size_t> previous;  // the one before, of another line
  Values values;
  std::string called;  // what was last called and followed from here
};

class Lines {
 public:
  void add(const Record& record) {
    enter(record);
    Frame& frame = frames_.back();
    const bool isExit = record.point->kind == PointKind::Exit || record.point->kind == PointKind::Throw;
    if (!frame.line) frame.line = open(record);
    if (isExit) leaveBrace(record, frame);
    std::vector<TraceChange> changes = compare(record, frame);
    // What a line does behind a call that was followed stands behind the steps of the call.
    if (!changes.empty() && *frame.line + 1 != steps_.size()) frame.line = openAgain(*frame.line);
    for (TraceChange& change : changes) merge(steps_[*frame.line].changes, std::move(change));
    if (isExit) return leave();
    if (isOnLine(record, steps_[*frame.line])) return;
    frame.previous = frame.line;
    frame.line = open(record);
  }

  std::vector<TraceStep> finish() {
    // A line that was come to and did nothing that shows is left out, but for the last one: there the property is looked at.
    std::vector<TraceStep> kept;
    for (size_t k = 0; k < steps_.size(); ++k)
      if (!steps_[k].changes.empty() || k + 1 == steps_.size() || isLastOfItsKind(k)) kept.push_back(std::move(steps_[k]));
    for (TraceStep& step : kept)
      for (TraceChange& change : step.changes)
        for (std::string* text : {&change.old, &change.now}) *text = renumbered(*text);
    return kept;
  }

 private:
  // Objects are counted as they come up: what the machine calls them by is nothing to a reader.
  std::string renumbered(const std::string& text) {
    static constexpr std::string_view kObject = "object ";
    std::string result;
    size_t at = 0;
    for (size_t found = text.find(kObject); found != std::string::npos; found = text.find(kObject, at)) {
      size_t end = found + kObject.size();
      while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
      const size_t number = objects_.emplace(text.substr(found, end - found), objects_.size() + 1).first->second;
      result += text.substr(at, found - at) + std::string(kObject) + std::to_string(number);
      at = end;
    }
    return result + text.substr(at);
  }

  // Of lines that follow on each other and are the same, the last one stands for all if none of them did anything.
  bool isLastOfItsKind(size_t k) const {
    const TraceStep &here = steps_[k], &next = steps_[k + 1];
    return here.line != next.line || here.file != next.file || here.function != next.function || here.depth != next.depth;
  }

  static bool isOnLine(const Record& record, const TraceStep& step) {
    return record.point->line == step.line && record.point->file == step.file;
  }

  void enter(const Record& record) {
    if (record.point->kind == PointKind::Entry || frames_.empty()) {
      frames_.push_back({record.point->function, std::nullopt, std::nullopt, {}, ""});
      return;
    }
    // Where a call was left without its exit (longjmp, a function without probes in between), those above are gone.
    const auto isHere = [&](const Frame& frame) { return frame.function == record.point->function; };
    if (isHere(frames_.back())) return;
    const auto found = std::find_if(frames_.rbegin(), frames_.rend(), isHere);
    if (found == frames_.rend())
      frames_.push_back({record.point->function, std::nullopt, std::nullopt, {}, ""});
    else
      frames_.erase(found.base(), frames_.end());
  }

  // What a function returns was said by the line before the brace that ends it.
  void leaveBrace(const Record& record, Frame& frame) {
    TraceStep& last = steps_[*frame.line];
    if (!frame.previous || !last.changes.empty() || !isOnLine(record, last) || *frame.line + 1 != steps_.size()) return;
    if (*frame.previous + 1 == *frame.line) {
      steps_.pop_back();
      frame.line = frame.previous;
    } else {
      last.line = steps_[*frame.previous].line;
      last.file = steps_[*frame.previous].file;
    }
  }

  void leave() {
    const std::string name = displayOf_;
    frames_.pop_back();
    if (!frames_.empty()) frames_.back().called = name;
  }

  size_t open(const Record& record) {
    TraceStep step;
    step.file = record.point->file;
    step.line = record.point->line;
    step.function = record.point->display;
    step.depth = static_cast<uint32_t>(frames_.size() - 1);
    steps_.push_back(std::move(step));
    return steps_.size() - 1;
  }

  size_t openAgain(size_t line) {
    TraceStep step = steps_[line];
    step.changes.clear();
    steps_.push_back(std::move(step));
    return steps_.size() - 1;
  }

  std::vector<TraceChange> compare(const Record& record, Frame& frame) {
    displayOf_ = record.point->display;
    std::vector<TraceChange> changes;
    for (size_t k = 0; k < record.values.size(); ++k) {
      const probes::Variable& variable = record.point->variables[k];
      if (variable.role == Role::CallResult) {
        // A call that was followed has its own steps, the last of which says what it returned.
        if (record.values[k] && variable.name != frame.called + "()") changes.push_back({variable.name, "", *record.values[k]});
        continue;
      }
      std::string name = variable.name;
      if (variable.role == Role::Return) name = "result" + name.substr(std::min<size_t>(name.size(), std::string("return").size()));
      Values& values = variable.role == Role::Global ? globals_ : frame.values;
      const auto known = values.find(name);
      const std::string old = known == values.end() ? "" : known->second;
      const std::string now = record.values[k].value_or("");
      // A global that is seen for the first time was not made there.
      const bool isNews = variable.role != Role::Global || known != values.end() || record.point->kind == PointKind::Entry;
      if (old != now && isNews) changes.push_back({name, old, now});
      values[name] = now;
    }
    frame.called.clear();
    return changes;
  }

  static void merge(std::vector<TraceChange>& into, TraceChange change) {
    const auto known = std::ranges::find(into, change.name, &TraceChange::name);
    if (known == into.end()) {
      into.push_back(std::move(change));
      return;
    }
    known->now = change.now;
    if (known->old == known->now) into.erase(known);
  }

  std::vector<Frame> frames_;
  Values globals_;
  std::map<std::string, size_t> objects_;  // "object 79": the first one
  std::vector<TraceStep> steps_;
  std::string displayOf_;
};

}  // namespace

StepList readSteps(const StepWords& words, const std::vector<probes::Point>& points) {
  StepList list;
  if (words.ring.empty()) return list;
  std::vector<Record> records;
  Backwards reader(words, points);
  while (std::optional<Record> record = reader.next()) records.push_back(std::move(*record));
  list.isWhole = reader.isAtStart();
  Lines lines;
  for (auto record = records.rbegin(); record != records.rend(); ++record) lines.add(*record);
  list.steps = lines.finish();
  return list;
}

}  // namespace cleave::driver
