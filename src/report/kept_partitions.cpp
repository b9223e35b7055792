// The text: a line with numbers (how many are left out, by kind; terms; partitions), then a line each for inputs, domain, terms and partitions. JSON without
// spaces has no line ends.
#include "report/kept_partitions.h"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "report/json_parts.h"
#include "report/utf8.h"
#include "result/terms.h"

namespace cleave::report {

namespace {

constexpr size_t kAtLeast = 5;

// Pieces of those that are chosen, by position; empty: it is not.
std::vector<std::string> chosen(const std::vector<result::Partition>& partitions, size_t most) {
  std::vector<std::string> pieces(partitions.size());
  size_t count = 0, bytes = 0;
  for (const result::PartitionKind kind : kByWorth)
    for (size_t k = 0; k < partitions.size(); ++k) {
      if (partitions[k].kind != kind) continue;
      std::string piece = partitionPiece(partitions[k]);
      bytes += piece.size();
      if (count >= kAtLeast && bytes > most) return pieces;
      pieces[k] = std::move(piece);
      ++count;
    }
  return pieces;
}

result::Terms termsFor(const std::vector<result::Partition>& partitions, const std::vector<std::string>& pieces) {
  result::Terms all;
  std::vector<std::string_view> conditions;
  for (size_t k = 0; k < partitions.size(); ++k) {
    all.insert(all.end(), partitions[k].terms.begin(), partitions[k].terms.end());
    if (!pieces[k].empty()) conditions.push_back(partitions[k].condition);
  }
  return result::TermTable(all).neededBy(conditions);
}

}  // namespace

std::string keptText(const result::EntryResult& whole, size_t bytes) {
  const std::vector<std::string> pieces = chosen(whole.partitions, bytes);
  const result::Terms terms = termsFor(whole.partitions, pieces);
  result::LeftOut left;
  for (size_t k = 0; k < pieces.size(); ++k) left.counts[static_cast<size_t>(whole.partitions[k].kind)] += pieces[k].empty() ? 1 : 0;
  std::ostringstream text;
  for (const size_t count : left.counts) text << count << ' ';
  text << terms.size() << ' ' << pieces.size() - left.count() << '\n';
  text << arrayOf(whole.inputs, inputJson).dump() << '\n' << (whole.domain.empty() ? "" : Json(validUtf8(whole.domain)).dump()) << '\n';
  for (const auto& term : terms) text << bodyOf(textObject({term})) << '\n';
  for (const std::string& piece : pieces)
    if (!piece.empty()) text << piece << '\n';
  return text.str();
}

Expected<KeptEntry> readKept(std::string text) {
  KeptEntry kept{std::make_unique<const std::string>(std::move(text)), {}, {}};
  std::string_view rest = *kept.text;
  const auto line = [&] {
    const size_t end = std::min(rest.size(), rest.find('\n'));
    const std::string_view first = rest.substr(0, end);
    rest.remove_prefix(std::min(rest.size(), end + 1));
    return first;
  };
  std::istringstream numbers{std::string(line())};
  size_t terms = 0, partitions = 0;
  for (size_t& count : kept.leftOut.counts) numbers >> count;
  numbers >> terms >> partitions;
  kept.lines.inputs = line();
  kept.lines.domain = line();
  if (!numbers || static_cast<size_t>(std::ranges::count(rest, '\n')) != terms + partitions) return Error{"what was kept of an entry is damaged"};
  for (size_t k = 0; k < terms; ++k) kept.lines.terms.push_back(line());
  for (size_t k = 0; k < partitions; ++k) kept.lines.partitions.push_back(line());
  return kept;
}

result::EntryResult withKept(result::EntryResult head, const KeptEntry& kept) {
  for (const std::string_view each : kept.lines.partitions) head.partitions.push_back(partitionOf(each, head.inputs));
  for (const std::string_view each : kept.lines.terms) {
    const Json terms = Json::parse("{" + std::string(each) + "}");
    for (const auto& [name, term] : terms.items()) head.partitions.front().terms.emplace_back(name, term.get<std::string>());
  }
  head.leftOut = kept.leftOut;
  return head;
}

}  // namespace cleave::report
