#include "browse/private/text_page.h"

#include <algorithm>

#include "report/utf8.h"

namespace cleave::browse {

Lines TextPage::draw(Size size) {
  Lines all = make_(size.width);
  const size_t first = position_.first(all.size(), size.height);
  Lines shown;
  for (size_t k = first; k < std::min(all.size(), first + size.height); ++k) shown.push_back(all[k].cut(size.width));
  return shown;
}

Lines claimsText(const OpenEntry& entry, size_t width) {
  Lines lines;
  const result::EntryResult& result = entry.result();
  lines.push_back(Line(report::verdictText(result), lookOf(result.verdict)).add("   " + report::printable(result.reason)).cut(width));
  lines.emplace_back();
  if (result.verdict == result::Verdict::Failed) return lines;  // and nothing is claimed
  for (const report::Claim& each : entry.claims()) addLabelled(lines, each.label, each.text, width);
  return lines;
}

Lines helpText(size_t width) {
  constexpr std::pair<const char*, const char*> kKeys[] = {
      {"", "Everywhere"},
      {"↑ ↓", "choose, or move; also Page Up, Page Down, Home, End"},
      {"Enter", "of a function: open it; of a group: its partitions; of a partition: both runs"},
      {"Esc", "back"},
      {"/", "filter functions or partitions, all words must be there; in sources: find (Enter: the next one)"},
      {"q, Ctrl-C", "quit"},
      {"", ""},
      {"", "In a function"},
      {"Tab", "the next page (Shift-Tab: the one before); 1 to 5: Groups, Partitions, Sources, Runs, Claims"},
      {"n p", "the next, the previous function"},
      {"", ""},
      {"", "Partitions"},
      {"f", "only different ones, only equal ones, …, all"},
      {"s", "sort: what differs first, by number, condition, result of before, of after"},
      {"g", "only those of the chosen one's group, or all"},
      {"", ""},
      {"", "Sources"},
      {"← →", "move sideways"},
      {"c C", "the next, the previous changed place"},
      {"", ""},
      {"", "What is shown"},
      {"░ █ ▒ ·", "shares of the inputs: equal, different, undefined, open"},
      {"- +", "lines that only before has, and only after"},
      {"▌", "in sources: a changed line that the chosen partition relies on"},
  };
  Lines lines;
  for (const auto& [key, text] : kKeys) {
    if (*key == '\0')
      lines.push_back(Line(text, Look::Strong));
    else
      addLabelled(lines, key, text, width);
  }
  return lines;
}

}  // namespace cleave::browse
