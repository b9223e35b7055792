// The result as JSON: the document of docs/json.md, whose schema is docs/json.schema.json. Keys stand in the documented order.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "report/entry_lines.h"
#include "result/result.h"

namespace cleave::report {

std::string toJson(const result::Result& result, int indent = 2);  // indent -1: all on one line

// The same document, for results of any size: entries are asked for one at a time, and each partition is a line.
void writeJson(const result::Result& result, const result::WholeEntry& whole, const std::function<void(std::string_view)>& sink);

// The same, piece by piece.
class DocumentWriter {
 public:
  using Sink = std::function<void(std::string_view)>;
  // From where to where something stands in the document.
  struct Range {
    uint64_t begin = 0;
    uint64_t end = 0;
  };
  struct Spot {
    Range terms;
    Range partitions;
  };

  // Of the result, all but the entries.
  DocumentWriter(const result::Result& head, Sink sink);
  Spot add(const result::EntryResult& whole);
  // Partitions, inputs and domain are those of the lines, copied as they are.
  Spot add(const result::EntryResult& head, const EntryLines& lines);
  void finish();

 private:
  struct Pieces;
  Spot add(const result::EntryResult& head, const Pieces& pieces);
  void write(std::string_view text);

  Sink sink_;
  uint64_t size_ = 0;
  bool isFirst_ = true;
  std::string end_;
};

// What the document has at a spot: objects without braces, as in EntryLines.
std::vector<std::string_view> objectsIn(std::string_view document, DocumentWriter::Range range);
std::vector<std::pair<std::string, std::string>> termsIn(std::string_view document, DocumentWriter::Range range);

}  // namespace cleave::report
