#include <algorithm>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "command_line.h"
#include "commands.h"
#include "driver/report_material.h"
#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/sarif.h"
#include "support/temp_dir.h"
#include "support/text.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

namespace fs = std::filesystem;
using report::Material;
using Sink = std::function<void(std::string_view)>;

struct Format {
  const char* name;
  const char* file;
  void (*write)(const Material& material, bool all, const Sink& sink);
  bool worksWithoutResult = false;  // it also shows what other commands than diff leave
};

void writeText(const Material& material, bool all, const Sink& sink) { sink(report::toText(material.result, material.show, textOptions(all))); }
// For a file: nobody's terminal.
void writePlainText(const Material& material, bool all, const Sink& sink) {
  report::TextOptions options;
  options.all = all;
  sink(report::toText(material.result, material.show, options));
}
void writeJson(const Material& material, bool, const Sink& sink) {
  report::writeJson(material.result, material.whole, sink);
  sink("\n");
}

constexpr Format kFormats[] = {
    {"text", "report.txt", writePlainText},
    {"json", "report.json", writeJson},
    {"markdown", "report.md", [](const Material& material, bool, const Sink& sink) { sink(report::toMarkdown(material)); }},
    {"junit", "junit.xml", [](const Material& material, bool, const Sink& sink) { sink(report::toJunit(material)); }},
    {"sarif", "report.sarif", [](const Material& material, bool, const Sink& sink) { sink(report::toSarif(material)); }, true},
    {"html", "report.html", [](const Material& material, bool, const Sink& sink) { report::writeHtml(material, sink); }, true},
};

class Report : public Command {
 public:
  Report() : Command("report", "the report of what a run left on disk, also of one that was cut short") {}

  void describe(CommandLine& line) override {
    line.text("directory", directory_, "what `cleave diff --out` wrote");
    line.listed("--format", formats_, "text (default), markdown, html, sarif, junit, json (docs/json.md); several with commas");
    line.text("--to", to_, "directory for files: report.txt, report.md, report.html, report.sarif, junit.xml, report.json (default: one format is printed; html, and several, go to the result's own)");
    line.repeated("--entry", entries_, "only this function (repeatable)");
    line.text("--root", root_, "the directory that SARIF names files from (default: the repository around this one)");
    line.flag("--all", all_, "text: print every partition, however many there are");
  }

  Expected<int> run(const Invocation&) override {
    const Expected<std::vector<Format>> formats = chosen();
    if (!formats) return formats.error();
    const bool onlyHtml = formats->size() == 1 && formats->front().name == std::string_view("html");
    const Expected<Material> material = driver::loadMaterial({directory_, entries_, root_, std::ranges::all_of(*formats, &Format::worksWithoutResult)});
    if (!material) return material.error();
    if (to_.empty() && formats->size() == 1 && !onlyHtml) {
      const auto write = formats->front().name == std::string_view("text") ? writeText : formats->front().write;
      write(*material, all_, [](std::string_view text) { print(text); });
    } else if (Status failed = writeFiles(*formats, *material)) {
      return *failed;
    }
    return statusOf(material->verdict);
  }

 private:
  Expected<std::vector<Format>> chosen() const {
    std::vector<std::string> names;
    for (const Format& each : kFormats) names.emplace_back(each.name);
    std::vector<Format> formats;
    for (const std::string& name : formats_.empty() ? std::vector<std::string>{"text"} : formats_) {
      const auto* found = std::ranges::find_if(kFormats, [&](const Format& each) { return name == each.name; });
      if (found == std::end(kFormats)) return Error{"--format is one of " + join(names, ", ") + ", not '" + name + "'"};
      if (std::ranges::none_of(formats, [&](const Format& each) { return each.file == found->file; })) formats.push_back(*found);
    }
    return formats;
  }

  Status writeFiles(const std::vector<Format>& formats, const Material& material) const {
    const fs::path directory = to_.empty() ? directory_ : to_;
    std::error_code failure;
    fs::create_directories(directory, failure);
    if (failure) return Error{"--to: cannot create " + directory.string() + ": " + failure.message()};
    for (const Format& each : formats) {
      const fs::path file = directory / each.file;
      const auto write = [&](std::ostream& out) { each.write(material, all_, [&](std::string_view text) { out << text; }); };
      if (Status failed = writeFile(file, write)) return failed;
      print(file.string() + "\n");
    }
    return std::nullopt;
  }

  std::vector<std::string> entries_;
  std::vector<std::string> formats_;
  std::string directory_ = "cleave.out";
  std::string to_;
  std::string root_;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> makeReport() { return std::make_unique<Report>(); }

}  // namespace cleave::tools
