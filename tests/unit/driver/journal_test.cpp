// The journal and what is made of it: however many files there are, and whatever happens, nothing is lost, and nothing is there twice.
#include "driver/journal.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "../report/sample_results.h"
#include "driver/document.h"
#include "driver/found_entries.h"
#include "driver/saved_result.h"
#include "report/json.h"
#include "report/read_json.h"
#include "report/text.h"
#include "support/temp_dir.h"

namespace cleave::driver {
namespace {

namespace fs = std::filesystem;
using result::Verdict;

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
      ASSERT_FALSE(found_.handOver(index, entry, true));
      ASSERT_TRUE(found_.take(index, journal.fileOf(entry.name)));
    }
    journal.end(head, entry.partitions.size());
  }
  static result::Result headsOf(const result::Result& result) {
    result::Result heads = result;
    for (result::EntryResult& entry : heads.entries) entry.partitions.clear();
    return heads;
  }
  std::string written() const { return readFile(out() / kResultFile).take(); }
  fs::path out() const { return directory_.path() / "out"; }

  TempDir directory_ = TempDir::create("journal-test").take();
  FoundEntries found_{directory_.path()};
};

TEST_F(JournalTest, TheDocumentIsWhatTheLinesSay) {
  for (const uint64_t large : {1, 3000, 1 << 20}) {
    const result::Result result = several();
    Journal journal = Journal::open(out(), large).take();
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
      Journal journal = Journal::open(out(), large).take();
      note(journal, result, order);
      result::Result heads = headsOf(result);
      heads.entries[3].verdict = Verdict::Failed;  // what it had found stays
      ASSERT_FALSE(journal.finish(heads, found_));
      const result::Result read = report::readResult(written()).take();
      for (const size_t k : {0, 1, 2, 4}) {
        EXPECT_EQ(read.entries[k].partitions.size(), result.entries[k].partitions.size()) << k;
        EXPECT_EQ(read.entries[k].reason, result.entries[k].reason);
      }
      EXPECT_NE(readFile(out() / kJournalFile).take().find("third(char const*)"), std::string::npos);
      EXPECT_EQ(journalFiles(out()).size(), 1u);
    }
}

TEST_F(JournalTest, ATextAsksForNoMoreThanItShows) {
  const result::Result result = several();
  Journal journal = Journal::open(out(), 1).take();
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

// The run was killed while it wrote result.json, and files of the journal are gone already.
TEST_F(JournalTest, WhatIsInAPartOfTheDocumentIsReported) {
  const result::Result result = several();
  std::string document;
  {
    Journal journal = Journal::open(out(), 1).take();
    note(journal, result);
    report::writeJson(result, [&](size_t k) { return result.entries[k]; }, [&](std::string_view text) { document += text; });
  }
  const size_t inTheThird = document.find("\"proved\"");
  ASSERT_FALSE(writeFile(out() / kPartFile, document.substr(0, inTheThird)));
  const std::string runLine = readFile(out() / kJournalFile).take();
  ASSERT_FALSE(writeFile(out() / kJournalFile, runLine.substr(0, runLine.find('\n') + 1)));
  fs::remove(out() / "partitions-2.jsonl");
  const Expected<SavedResult> saved = loadSavedResult(out());
  ASSERT_TRUE(saved) << saved.error().message;
  ASSERT_EQ(saved->result.entries.size(), result.entries.size());
  for (size_t k = 0; k < result.entries.size(); ++k) {
    if (result.entries[k].name == "proved") continue;  // its last line was in the file that is gone
    EXPECT_EQ(saved->result.entries[k].partitions.size(), result.entries[k].partitions.size()) << k;
    EXPECT_EQ(saved->result.entries[k].verdict, result.entries[k].verdict) << k;
  }
}

TEST_F(JournalTest, FilesAreInTheOrderOfTheirNumbersWhicheverAreGone) {
  fs::create_directories(out());
  for (const char* name : {"partitions-12.jsonl", "partitions-7.jsonl", "partitions-.jsonl", "partitions-07.jsonl", "partitions-2.jsonl.new", "result.json"})
    ASSERT_FALSE(writeFile(out() / name, ""));
  EXPECT_EQ(journalFiles(out()), (std::vector<fs::path>{out() / "partitions-7.jsonl", out() / "partitions-12.jsonl"}));
  ASSERT_FALSE(writeFile(out() / kJournalFile, ""));
  EXPECT_EQ(journalFiles(out()).front(), out() / kJournalFile);
  EXPECT_TRUE(journalFiles(out() / "nowhere").empty());
}

TEST_F(JournalTest, WhatAnEntryThatFailedHadFoundStays) {
  result::Result result = several();
  Journal journal = Journal::open(out(), 1).take();
  note(journal, result);
  result::Result heads = headsOf(result);
  heads.entries[1].verdict = Verdict::Failed;
  ASSERT_FALSE(journal.finish(heads, found_));
  ASSERT_EQ(journalFiles(out()).size(), 1u);
  const std::string lines = readFile(out() / kJournalFile).take();
  EXPECT_NE(lines.find("{\"run\":"), std::string::npos);
  EXPECT_NE(lines.find("{\"entry\":\"second\",\"id\":3"), std::string::npos);
  EXPECT_EQ(lines.find("{\"entry\":\"clamp\""), std::string::npos);
  EXPECT_TRUE(report::readResult(written())->entries[1].partitions.empty());
}

TEST_F(JournalTest, ALineThatSomebodyDamagedIsNoClaim) {
  result::Result result = several();
  result.entries[0].verdict = Verdict::Equivalent;
  Journal journal = Journal::open(out(), 1).take();
  note(journal, result);
  std::string lines = readFile(journal.fileOf("clamp")).take();
  const size_t at = lines.find("\"id\":2");
  ASSERT_NE(at, std::string::npos);
  lines[at + 5] = '7';
  ASSERT_FALSE(writeFile(journal.fileOf("clamp"), lines));
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
  Journal journal = Journal::open(out()).take();
  journal.run(result.version, {"clamp"});
  ASSERT_FALSE(found_.handOver(0, result.entries[0], false));
  result::Result heads = headsOf(result);
  ASSERT_TRUE(found_.take(0, journal.fileOf("clamp")));
  EXPECT_EQ(found_.partitionsOf(0), 4u);
  EXPECT_EQ(report::toText(heads, [&](size_t k, size_t most) { return found_.shown(k, heads.entries[k], most); }, {}), report::toText(result, {}));
  ASSERT_FALSE(journal.finish(heads, found_));
  EXPECT_EQ(report::toJson(report::readResult(written()).take()), report::toJson(result));
}

TEST_F(JournalTest, AnotherRunTakesWhatIsLeftAway) {
  {
    Journal journal = Journal::open(out(), 1).take();
    note(journal, several());
  }
  ASSERT_FALSE(writeFile(out() / kPartFile, "{"));
  Journal journal = Journal::open(out()).take();
  EXPECT_EQ(journalFiles(out()).size(), 1u);
  EXPECT_EQ(fs::file_size(out() / kJournalFile), 0u);
  EXPECT_FALSE(fs::exists(out() / kPartFile));
}

}  // namespace
}  // namespace cleave::driver
