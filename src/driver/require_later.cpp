#include "driver/require_later.h"

#include <algorithm>

#include <fmt/format.h>

namespace cleave::driver {

namespace {

constexpr size_t kMostVisits = 20'000;  // of a place in a process

std::optional<uint64_t> valueOf(const probes::Record& record, const probes::Type& type, size_t variable) {
  if (!record.present(variable)) return std::nullopt;
  if (type.kind == probes::ValueKind::Pointer) return record.bits(variable) != 0 ? 1 : 0;
  if (type.kind != probes::ValueKind::Sequence) return record.bits(variable);
  const probes::Sequence sequence = record.sequence(variable);
  uint64_t mixed = sequence.length;
  for (const uint64_t each : sequence.elements) mixed = mixed * UINT64_C(0x9e3779b97f4a7c15) + (type.element == probes::ValueKind::Pointer ? uint64_t{each != 0} : each);
  return mixed;
}

}  // namespace

std::map<uint32_t, Trace> tracesAt(const probes::Log& log, const ProbedPlace& place) {
  std::map<uint32_t, Trace> traces;
  log.forEach([&](const probes::Record& record) {
    const probes::Point& point = log.points()[record.point()];
    if (point.kind != probes::PointKind::Statement || point.function != place.function || point.line != place.line || point.column != place.column) return true;
    Trace& trace = traces[record.file()];
    if (trace.names.empty())
      for (const probes::Variable& each : point.variables) trace.names.push_back(each.name);
    std::vector<std::optional<uint64_t>>& visit = trace.visits.emplace_back();
    for (size_t k = 0; k < point.variables.size(); ++k) visit.push_back(valueOf(record, point.variables[k].type, k));
    return trace.visits.size() < kMostVisits;
  });
  return traces;
}

TraceDifference compareTraces(const Both<Trace>& traces) {
  const Trace &before = traces.before, &after = traces.after;
  std::vector<std::pair<size_t, size_t>> common;
  for (size_t a = 0; a < after.names.size(); ++a)
    if (const auto b = std::ranges::find(before.names, after.names[a]); b != before.names.end()) common.emplace_back(b - before.names.begin(), a);
  TraceDifference difference;
  for (size_t k = 0; k < std::min(before.visits.size(), after.visits.size()) && !difference.isDifferent; ++k)
    difference.isDifferent = std::ranges::any_of(common, [&](const auto& pair) { return before.visits[k][pair.first] != after.visits[k][pair.second]; });
  difference.isOnlyAfter = after.visits.size() > before.visits.size();
  difference.isOnlyBefore = before.visits.size() > after.visits.size();
  return difference;
}

Expected<RequireOptions> optionsWith(const RequireOptions& options, const std::string& file, const std::string& text, const TempDir& folder) {
  if (Status failed = writeFile(folder.path() / "text", text)) return *failed;
  RequireOptions other = options;
  std::string& build = other.projects->builds.after;
  build = fmt::format("test -f '{0}' && cp '{1}' '{0}' && {{ {2}\n}}", file, (folder.path() / "text").string(), build);
  return other;
}

}  // namespace cleave::driver
