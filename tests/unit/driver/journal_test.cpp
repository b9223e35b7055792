// The journal and what is made of it: however many files there are, and whatever happens, nothing is lost, and nothing is there twice.
#include "driver/journal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "../report/sample_results.h"
#include "driver/document.h"
#include "driver/found_entries.h"
#include "driver/saved_result.h"
#include "report/json.h"
#include "report/read_json.h"
#include "report/text.h"
#include "result/terms.h"
#include "support/compressed.h"
#include "support/temp_dir.h"

namespace cleave::driver {
namespace {

namespace fs = std::filesystem;
using result::Verdict;

constexpr uint64_t kNeverLarge = uint64_t{1} << 40;

// Several functions, one of them with shared terms, one without partitions.
result::Result several() {
  result::Result result = report::clampResult();
  for (const char* name : {"second", "proved", "third(char const*)", "\"fourth\\"}) {
    result::EntryResult entry = report::clampResult().entries[0];
    entry.name = name;
    result.entries.push_back(entry);
  }
  result.entries[1].domain = "(bvslt i #x00000010)";
  result.entries[1].partitions[0].terms = {{"?1", "(bvadd i #x00000001)"}, {"?2", "(= ?1 \"],\\\"domain\\\":\")"}};
  result.entries[1].partitions[2].terms = {{"?3", "(= ?1 i)"}};
  result.entries[1].partitions[2].condition = "(and ?2 ?3)";
  result.entries[2].partitions.clear();
  result.entries[2].inputs.clear();
  return result;
}

class JournalTest : public ::testing::Test {
 protected:
  // As the workers of a run do it.
  void note(Journal& journal, const result::Result& result, std::vector<size_t> order = {}) {
    std::vector<std::string> names;
    for (const result::EntryResult& entry : result.entries) names.push_back(entry.name);
    journal.run(result.version, names);
    for (size_t k = order.size(); k < result.entries.size(); ++k) order.push_back(k);
    for (const size_t k : order) note(journal, result.entries[k], k);
  }
  void note(Journal& journal, const result::EntryResult& entry, size_t index) {
    result::EntryResult head = entry;
    head.partitions.clear();
    if (!entry.inputs.empty()) {
      journal.expect(entry.name);
      journal.begin(head);
      for (const result::Partition& each : entry.partitions) journal.add(entry.name, each);
      ASSERT_FALSE(found_.handOver(index, entry, journal.close()));
      ASSERT_TRUE(found_.take(index, journal.filesOf(entry.name)));
    }
    journal.end(head, entry.partitions.size());
  }
  static result::Result headsOf(const result::Result& result) {
    result::Result heads = result;
    for (result::EntryResult& entry : heads.entries) entry.partitions.clear();
    return heads;
  }
  static std::string linesIn(const std::vector<fs::path>& files) {
    std::string text;
    for (const fs::path& file : files) EXPECT_TRUE(readLines(file, [&](std::string_view line) { text.append(line).append("\n"); }));
    return text;
  }
  std::string written() const { return readFile(out() / kResultFile).take(); }
  fs::path out() const { return directory_.path() / "out"; }

  TempDir directory_ = TempDir::create("journal-test").take();
  FoundEntries found_{directory_.path(), 32 << 10};
};

TEST_F(JournalTest, TheDocumentIsWhatTheLinesSay) {
  for (const uint64_t large : {1, 3000, 1 << 20}) {
    const result::Result result = several();
    Journal journal = Journal::open(out(), {large, kNeverLarge}).take();
    note(journal, result);
    EXPECT_EQ(journalFiles(out()).size() > 1, large < 5000) << large;
    result::Result heads = headsOf(result);
    ASSERT_FALSE(journal.finish(heads, found_));
    const Expected<result::Result> read = report::readResult(written());
    ASSERT_TRUE(read) << read.error().message;
    // Terms are the entry's, whichever partition was the first to use them.
    result::Result expected = result;
    for (auto& each : expected.entries[1].partitions[2].terms) expected.entries[1].partitions[0].terms.push_back(each);
    expected.entries[1].partitions[2].terms.clear();
    EXPECT_EQ(report::toJson(*read), report::toJson(expected)) << large;
    EXPECT_TRUE(journalFiles(out()).empty());
    EXPECT_FALSE(fs::exists(out() / kPartFile));
    for (size_t k = 0; k < result.entries.size(); ++k)
      EXPECT_EQ(report::toJson({"", {}, {found_.whole(k, heads.entries[k])}}), report::toJson({"", {}, {expected.entries[k]}}));
  }
}

TEST_F(JournalTest, EntriesNeedNotComeInTheOrderOfTheFiles) {
  for (const std::vector<size_t>& order : {std::vector<size_t>{4, 3, 2, 1, 0}, {3, 0, 4, 1, 2}, {1, 4, 0, 3, 2}})
    for (const uint64_t large : {1, 3000}) {
      const result::Result result = several();
      Journal journal = Journal::open(out(), {large, kNeverLarge}).take();
      note(journal, result, order);
      result::Result heads = headsOf(result);
      heads.entries[3].verdict = Verdict::Failed;  // what it had found stays
      ASSERT_FALSE(journal.finish(heads, found_));
      const result::Result read = report::readResult(written()).take();
      for (const size_t k : {0, 1, 2, 4}) {
        EXPECT_EQ(read.entries[k].partitions.size(), result.entries[k].partitions.size()) << k;
        EXPECT_EQ(read.entries[k].reason, result.entries[k].reason);
      }
      EXPECT_NE(linesIn(journalFiles(out())).find("third(char const*)"), std::string::npos);
      EXPECT_LE(journalFiles(out()).size(), 2u);
    }
}

TEST_F(JournalTest, ATextAsksForNoMoreThanItShows) {
  const result::Result result = several();
  Journal journal = Journal::open(out(), {1, kNeverLarge}).take();
  note(journal, result);
  result::Result heads = headsOf(result);
  ASSERT_FALSE(journal.finish(heads, found_));
  report::TextOptions options;
  for (const unsigned most : {1u, 2u, 20u}) {
    options.mostRows = most;
    size_t largest = 0;
    const std::string text = report::toText(heads, [&](size_t k, size_t rows) {
      report::ShownEntry shown = found_.shown(k, heads.entries[k], rows);
      largest = std::max(largest, shown.entry.partitions.size());
      return shown;
    }, options);
    EXPECT_EQ(text, report::toText(result, options));
    EXPECT_EQ(largest, std::min<size_t>(most, 4));
  }
}

// The run was killed while it wrote result.json: lines are there until it is whole.
TEST_F(JournalTest, APartOfTheDocumentTakesNothingFromTheLines) {
  const result::Result result = several();
  for (const uint64_t plain : {1, 1 << 20}) {
    { note(*std::make_unique<Journal>(Journal::open(out(), {plain, 0}).take()), result); }
    ASSERT_FALSE(writeFile(out() / kPartFile, report::toJson(result).substr(0, 2000)));
    const Expected<SavedResult> saved = loadSavedResult(out());
    ASSERT_TRUE(saved) << saved.error().message;
    ASSERT_EQ(saved->result.entries.size(), result.entries.size());
    for (size_t k = 0; k < result.entries.size(); ++k) {
      EXPECT_EQ(saved->result.entries[k].partitions.size(), result.entries[k].partitions.size()) << k;
      EXPECT_EQ(saved->result.entries[k].verdict, result.entries[k].verdict) << k;
    }
  }
}

TEST_F(JournalTest, FilesAreInTheOrderOfTheirNumbersWhicheverAreGone) {
  const fs::path folder = out() / kJournalFolder;
  fs::create_directories(folder);
  for (const char* name : {"12.jsonl.zst", "7.jsonl.zst", ".jsonl.zst", "07.jsonl.zst", "2.jsonl.zst.new", "result.json"}) ASSERT_FALSE(writeFile(folder / name, ""));
  EXPECT_EQ(journalFiles(out()), (std::vector<fs::path>{folder / "7.jsonl.zst", folder / "12.jsonl.zst"}));
  ASSERT_FALSE(writeFile(out() / kJournalFile, ""));
  EXPECT_EQ(journalFiles(out()).front(), out() / kJournalFile);
  EXPECT_TRUE(journalFiles(out() / "nowhere").empty());
}

TEST_F(JournalTest, WhatAnEntryThatFailedHadFoundStays) {
  result::Result result = several();
  Journal journal = Journal::open(out(), {1, kNeverLarge}).take();
  note(journal, result);
  result::Result heads = headsOf(result);
  heads.entries[1].verdict = Verdict::Failed;
  ASSERT_FALSE(journal.finish(heads, found_));
  ASSERT_EQ(journalFiles(out()).size(), 2u) << "that for all, and its own";
  const std::string lines = linesIn(journalFiles(out()));
  EXPECT_NE(lines.find("{\"run\":"), std::string::npos);
  EXPECT_NE(lines.find("{\"entry\":\"second\",\"id\":3"), std::string::npos);
  EXPECT_EQ(lines.find("{\"entry\":\"clamp\""), std::string::npos);
  EXPECT_TRUE(report::readResult(written())->entries[1].partitions.empty());
}

TEST_F(JournalTest, ALineThatSomebodyDamagedIsNoClaim) {
  result::Result result = several();
  result.entries[0].verdict = Verdict::Equivalent;
  Journal journal = Journal::open(out(), {1, kNeverLarge}).take();
  note(journal, result);
  std::string lines = linesIn({journal.filesOf("clamp").back()});
  const size_t at = lines.find("\"id\":2");
  ASSERT_NE(at, std::string::npos);
  lines[at + 5] = '7';
  ASSERT_FALSE(writeFile(journal.filesOf("clamp").back(), compressed(lines)));
  result::Result heads = headsOf(result);
  ASSERT_FALSE(journal.finish(heads, found_));
  const result::EntryResult entry = report::readResult(written())->entries[0];
  EXPECT_EQ(entry.verdict, Verdict::Inconclusive);
  EXPECT_FALSE(entry.guarantee.exhaustive);
  EXPECT_EQ(entry.partitions.size(), result.entries[0].partitions.size() - 1);
  EXPECT_NE(entry.reason.find("1 of its partitions cannot be read"), std::string::npos);
}

TEST_F(JournalTest, WhatCouldNotBeNotedComesBackAllTheSame) {
  const result::Result result = report::clampResult();
  Journal journal = Journal::open(out(), {1 << 20, kNeverLarge}).take();
  journal.run(result.version, {"clamp"});
  ASSERT_FALSE(found_.handOver(0, result.entries[0], std::nullopt));
  result::Result heads = headsOf(result);
  ASSERT_TRUE(found_.take(0, journal.filesOf("clamp")));
  EXPECT_EQ(found_.partitionsOf(0), 4u);
  EXPECT_EQ(report::toText(heads, [&](size_t k, size_t most) { return found_.shown(k, heads.entries[k], most); }, {}), report::toText(result, {}));
  ASSERT_FALSE(journal.finish(heads, found_));
  EXPECT_EQ(report::toJson(report::readResult(written()).take()), report::toJson(result));
}

TEST_F(JournalTest, AnotherRunTakesWhatIsLeftAway) {
  {
    Journal journal = Journal::open(out(), {1, kNeverLarge}).take();
    note(journal, several());
  }
  ASSERT_FALSE(writeFile(out() / kPartFile, "{"));
  Journal journal = Journal::open(out(), {1 << 20, kNeverLarge}).take();
  EXPECT_EQ(journalFiles(out()).size(), 1u);
  EXPECT_EQ(fs::file_size(out() / kJournalFile), 0u);
  EXPECT_FALSE(fs::exists(out() / kPartFile));
}

// Its partitions are in the lines, and a part of them in the document.
class LargeResult : public JournalTest {
 protected:
  static constexpr size_t kMany = 3000;
  LargeResult() {
    result_ = several();
    result::EntryResult& entry = result_.entries[1];
    for (size_t k = entry.partitions.size(); k < kMany; ++k) {
      result::Partition each = entry.partitions[k % 4 == 1 ? 1 : 0];
      each.id = static_cast<uint32_t>(k);
      each.kind = k % 1000 == 999 ? result::PartitionKind::Different : k % 500 == 7 ? result::PartitionKind::Unfinished : result::PartitionKind::Equal;
      each.terms = {{"?" + std::to_string(k), "(bvadd i #x" + std::to_string(10000000 + k) + ")"}};
      each.condition = "(= ?" + std::to_string(k) + " i)";
      entry.partitions.push_back(each);
    }
    Journal journal = Journal::open(out(), {10000, 100000}).take();
    note(journal, result_);
    heads_ = headsOf(result_);
    const Status failed = journal.finish(heads_, found_);
    EXPECT_FALSE(failed) << failed->message;
  }
  static size_t count(const result::EntryResult& entry, result::PartitionKind kind) {
    return static_cast<size_t>(std::ranges::count(entry.partitions, kind, &result::Partition::kind));
  }

  result::Result result_, heads_;
};

TEST_F(LargeResult, TheDocumentHasWhatIsWorthMost) {
  using result::PartitionKind;
  const result::Result read = report::readResult(written()).take();
  EXPECT_LT(written().size(), 150000u);
  const result::EntryResult& entry = read.entries[1];
  EXPECT_EQ(count(entry, PartitionKind::Different), count(result_.entries[1], PartitionKind::Different));
  EXPECT_EQ(count(entry, PartitionKind::Unfinished), count(result_.entries[1], PartitionKind::Unfinished));
  EXPECT_GT(count(entry, PartitionKind::Equal), 10u);
  EXPECT_EQ(entry.partitions.size() + entry.leftOut.count(), kMany);
  EXPECT_EQ(entry.leftOut.counts[static_cast<size_t>(PartitionKind::Equal)], entry.leftOut.count());
  EXPECT_TRUE(std::ranges::is_sorted(entry.partitions, {}, &result::Partition::id));
  for (const result::Partition& each : entry.partitions)
    EXPECT_TRUE(result::hasItsTerms(each.condition, entry.partitions.front().terms)) << each.condition;
  EXPECT_LT(entry.partitions.front().terms.size(), entry.partitions.size() + 5);
  for (const size_t k : {0, 2, 3, 4}) EXPECT_EQ(read.entries[k].leftOut.count(), 0u) << "what fits is there";
}

TEST_F(LargeResult, NothingIsLost) {
  EXPECT_EQ(found_.whole(1, heads_.entries[1]).partitions.size(), kMany);
  const SavedResult saved = loadSavedResult(out()).take();
  EXPECT_TRUE(saved.isWhole);
  const result::EntryResult whole = saved.whole(1);
  EXPECT_EQ(whole.leftOut.count(), 0u);
  ASSERT_EQ(whole.partitions.size(), kMany);
  for (size_t k = 0; k < kMany; ++k) {
    ASSERT_EQ(whole.partitions[k].id, k);
    ASSERT_EQ(whole.partitions[k].condition, result_.entries[1].partitions[k].condition);
    ASSERT_EQ(whole.partitions[k].kind, result_.entries[1].partitions[k].kind);
  }
  EXPECT_LT(fs::file_size(out() / kJournalFile), 20000u);
  uintmax_t size = 0;
  for (const fs::path& file : journalFiles(out())) size += fs::file_size(file);
  EXPECT_LT(size, kMany * 100);
}

TEST_F(LargeResult, TextsCountAll) {
  SavedResult saved = loadSavedResult(out()).take();
  saved.result.notes.clear();  // that there is no manifest
  report::TextOptions options;
  const std::string short_ = report::toText(saved.result, [&](size_t k, size_t most) { return saved.shown(k, most); }, options);
  EXPECT_EQ(short_, report::toText(heads_, [&](size_t k, size_t most) { return found_.shown(k, heads_.entries[k], most); }, options));
  EXPECT_NE(short_.find("more (--all shows them)"), std::string::npos);
  options.all = true;
  const std::string all = report::toText(saved.result, [&](size_t k, size_t most) { return saved.shown(k, most); }, options);
  EXPECT_TRUE(all == report::toText(result_, options));
}

// Without result.json everything is still there; of a damaged file what can be read.
TEST_F(LargeResult, TheLinesSayItAlone) {
  fs::remove(out() / kResultFile);
  const SavedResult saved = loadSavedResult(out()).take();
  EXPECT_FALSE(saved.isWhole);
  ASSERT_EQ(saved.result.entries.size(), result_.entries.size());
  for (size_t k = 0; k < result_.entries.size(); ++k) {
    EXPECT_EQ(saved.result.entries[k].partitions.size(), result_.entries[k].partitions.size());
    EXPECT_EQ(saved.result.entries[k].verdict, result_.entries[k].verdict);
  }
}

TEST_F(LargeResult, DamageIsSaid) {
  const std::string file = report::readResult(written())->entries[1].leftOut.files.back();
  const std::string bytes = readFile(out() / file).take();
  for (const size_t at : {bytes.size() / 3, bytes.size() - 5}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    ASSERT_FALSE(writeFile(out() / file, damaged));
    const SavedResult saved = loadSavedResult(out()).take();
    const result::EntryResult whole = saved.whole(1);
    EXPECT_EQ(whole.partitions.size() + whole.leftOut.count(), kMany) << at;
  }
  ASSERT_FALSE(writeFile(out() / file, bytes.substr(0, bytes.size() / 2)));
  EXPECT_GT(loadSavedResult(out())->whole(1).leftOut.count(), 100u);
  fs::remove(out() / file);
  const SavedResult saved = loadSavedResult(out()).take();
  EXPECT_NE(saved.result.notes.back().find("is missing"), std::string::npos) << saved.result.notes.back();
  const result::EntryResult kept = saved.whole(1);
  EXPECT_EQ(kept.partitions.size() + kept.leftOut.count(), kMany);
  EXPECT_GT(kept.partitions.size(), 10u);
}

}  // namespace
}  // namespace cleave::driver
