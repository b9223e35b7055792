#include "driver/dump_log.h"

#include <fmt/format.h>

#include "probes/log.h"
#include "support/text.h"

namespace cleave::driver {
namespace {

std::string countText(const probes::PointCount& count) {
  if (count.thinnedFrom == 0) return fmt::format("{} records, of every visit", count.records);
  return fmt::format("{} records of {} visits or more: beyond the bound only some were recorded, down to one in {}", count.records,
                     count.visits, count.thinnedFrom);
}

std::string fileText(const probes::LogFile& file) {
  std::string text = fmt::format("process {} of {}: {} records", file.process, file.program, file.records);
  if (file.unfinished > 0) text += fmt::format(", {} unfinished", file.unfinished);
  if (file.fileFull) text += "; recording ended when the file was full";
  if (file.totalFull) text += "; recording ended when all files together were full";
  if (file.diskFull) text += "; recording ended when the disk was full";
  return text + "\n";
}

std::string recordText(const probes::Record& record, const probes::Point& point) {
  std::vector<std::string> values;
  for (size_t i = 0; i < point.variables.size(); ++i) {
    const probes::Variable& variable = point.variables[i];
    if (!record.present(i)) continue;
    values.push_back(fmt::format("{} = {}", variable.onEntry ? "old(" + variable.name + ")" : variable.name, valueText(record, point, i)));
  }
  return fmt::format("{}:{} {}: {}\n", point.file, point.line, keyOf(point), join(values, ", "));
}

}  // namespace

Status dumpLog(const DumpLogOptions& options, const std::function<void(std::string_view)>& write) {
  const Expected<probes::Log> log = probes::Log::open(options.directory);
  if (!log) return log.error();
  const auto isChosen = [&](const probes::Point& point) {
    return options.function.empty() || point.function == options.function || point.display == options.function;
  };
  for (const probes::LogFile& file : log->files()) write(fileText(file));
  if (log->foreignFiles() > 0) write(fmt::format("{} files that are no logs were passed over\n", log->foreignFiles()));
  for (size_t i = 0; i < log->points().size(); ++i)
    if (isChosen(log->points()[i])) write(fmt::format("{}: {}\n", describe(log->points()[i]), countText(log->counts()[i])));
  if (options.pointsOnly) return std::nullopt;
  log->forEach([&](const probes::Record& record) {
    const probes::Point& point = log->points()[record.point()];
    if (isChosen(point)) write(recordText(record, point));
    return true;
  });
  return std::nullopt;
}

}  // namespace cleave::driver
