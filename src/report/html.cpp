#include "report/html.h"

#include <string>

#include <fmt/format.h>

#include "report/html_data.h"
#include "report/html_parts.h"
#include "report/source_names.h"
#include "report/utf8.h"

namespace cleave::report {

namespace {

using HtmlSink = std::function<void(std::string_view)>;

// Of partitions, in the whole file: browsers take more, but nobody sends it around.
constexpr size_t kMostHtmlBytes = size_t{40} << 20;
constexpr size_t kLeastEntryBytes = size_t{256} << 10;  // for an entry
constexpr size_t kShownRows = 20;

// Nothing may be fetched, and nothing but the script of this file may run.
constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
)";

std::string htmlText(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    if (c == '<') result += "&lt;";
    else if (c == '>') result += "&gt;";
    else if (c == '&') result += "&amp;";
    else if (c == '"') result += "&quot;";
    else result += c;
  }
  return result;
}

// Within a script element, only what begins with "<" can end it or be taken for markup.
void writeData(const std::string& id, std::string_view json, const HtmlSink& sink) {
  sink("<script type=\"application/json\" id=\"" + id + "\">");
  std::string safe;
  safe.reserve(json.size() + json.size() / 16);
  for (const char c : json) {
    if (c == '<') safe += "\\u003c";
    else safe += c;
  }
  sink(safe);
  sink("</script>\n");
}

// A document of another command, on one line; where it cannot be read, none.
void writeDocument(const std::string& id, const std::string& document, const HtmlSink& sink) {
  const Json json = document.empty() ? Json() : Json::parse(document, nullptr, false);
  if (json.is_object()) writeData(id, json.dump(-1, ' ', false, Json::error_handler_t::replace), sink);
}

}  // namespace

void writeHtml(const Material& material, const HtmlSink& sink) {
  sink(kHead);
  sink("<title>cleave: " + htmlText(result::toText(material.verdict)) + "</title>\n<style>\n");
  sink(kHtmlStyle);
  sink("</style>\n</head>\n<body>\n<noscript>This report needs JavaScript; <code>cleave report</code> prints it as text.</noscript>\n<div id=\"app\"></div>\n");
  Json entries = Json::array();
  const std::vector<size_t> order = worstFirst(material.result);
  size_t budget = kMostHtmlBytes;
  for (size_t k = 0; k < order.size(); ++k) {
    const result::EntryResult& head = material.result.entries[order[k]];
    result::EntryResult whole = material.whole(order[k]);
    ShownEntry some = material.show(order[k], kShownRows);
    useSourceNames(some.entry);
    size_t left = 0;
    const std::string data = entryData(whole, std::max(kLeastEntryBytes, budget / (order.size() - k)), left).dump();
    budget -= std::min(budget, data.size());
    entries.push_back(overviewOf(head, some, left));
    writeData(fmt::format("data-entry-{}", k), data, sink);
  }
  const Json overview = {{"version", validUtf8(material.result.version)},
                         {"has_result", material.hasResult},
                         {"verdict", result::toText(material.verdict)},
                         {"counts", countsText(material.result)},
                         {"notes", textList(material.result.notes)},
                         {"directory", validUtf8(material.directory)},
                         {"before_files", textList(material.files.before)},
                         {"after_files", textList(material.files.after)},
                         {"entries", std::move(entries)}};
  writeData("data-overview", overview.dump(), sink);
  writeData("data-sources", sourcesData(material).dump(), sink);
  writeDocument("data-guard", material.guard, sink);
  writeDocument("data-require", material.require, sink);
  writeDocument("data-signature", material.signature, sink);
  sink("<script>\n\"use strict\";\n");
  sink(kHtmlScript);
  sink("</script>\n</body>\n</html>\n");
}

}  // namespace cleave::report
