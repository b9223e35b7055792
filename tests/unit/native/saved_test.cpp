#include "native/saved.h"

#include <gtest/gtest.h>

#include "replay_fixture.h"

namespace cleave::native {
namespace {

SavedEntry entry() {
  SavedEntry saved;
  saved.name = "ns::f(int)";
  saved.index = 0;
  saved.inputs = {{"i", 8, true, false}, {"u", 8, false, false}};
  const SavedCell result{{"return", {"return", {}, 0, 4, 0, 0}, ReplayCell::Kind::Bytes}, true};
  const SavedCell behind{{"return->x", {"return", {0}, 8, 4, 3, 5}, ReplayCell::Kind::Float}, false};
  saved.before = {{{0, 32}, {1, 32}}, 16, {result, behind}};
  saved.after = {{{1, 64}}, 24, {result}};
  return saved;
}

TEST(Saved, ComesBackAsItWas) {
  const TempDir directory = TempDir::create("saved").take();
  for (const char* module : {"before.bc", "after.bc"}) ASSERT_FALSE(writeFile(directory.path() / module, "BC").has_value());
  SavedReplay replay;
  replay.before.module = directory.path() / "before.bc";
  replay.before.globals = {"g", "h"};
  replay.before.mostEntries = 3;
  replay.after.module = directory.path() / "after.bc";
  replay.after.isCxx = true;
  replay.entries = {entry()};
  ASSERT_FALSE(saveReplay(replay, directory.path()).has_value());

  const SavedReplay loaded = loadReplay(directory.path()).take();
  EXPECT_EQ(loaded.before.module, replay.before.module);
  EXPECT_EQ(loaded.before.globals, replay.before.globals);
  EXPECT_EQ(loaded.before.mostEntries, 3u);
  EXPECT_TRUE(loaded.after.isCxx);
  ASSERT_EQ(loaded.entries.size(), 1u);
  const SavedEntry& same = loaded.entries[0];
  EXPECT_EQ(same.name, "ns::f(int)");
  ASSERT_EQ(same.before.cells.size(), 2u);
  EXPECT_EQ(same.before.cells[1].cell.path.follow, std::vector<uint64_t>{0});
  EXPECT_EQ(same.before.cells[1].cell.path.bits, 5u);
  EXPECT_EQ(same.before.cells[1].cell.kind, ReplayCell::Kind::Float);
  EXPECT_FALSE(same.before.cells[1].always);
  EXPECT_EQ(same.after.resultBytes, 24u);
}

// As workers write them; of many, all is compressed.
TEST(Saved, EntriesOfOthersComeBackHoweverManyThereAre) {
  for (const size_t count : {3, 200}) {
    const TempDir directory = TempDir::create("saved").take();
    for (const char* module : {"before.bc", "after.bc"}) ASSERT_FALSE(writeFile(directory.path() / module, "BC").has_value());
    SavedReplay replay;
    replay.before.module = directory.path() / "before.bc";
    replay.after.module = directory.path() / "after.bc";
    for (size_t k = 0; k < count; ++k) {
      SavedEntry each = entry();
      each.name = "f" + std::to_string(k);
      replay.entryFiles.push_back(directory.path() / ("entry-" + std::to_string(k)));
      ASSERT_FALSE(saveEntry(each, replay.entryFiles.back()));
    }
    ASSERT_FALSE(saveReplay(replay, directory.path()).has_value());
    EXPECT_EQ(std::filesystem::exists(directory.path() / "replay.json.zst"), count > 100);
    EXPECT_EQ(std::filesystem::exists(directory.path() / "replay.json"), count < 100);
    EXPECT_FALSE(std::filesystem::exists(replay.entryFiles[0]));
    const SavedReplay loaded = loadReplay(directory.path()).take();
    ASSERT_EQ(loaded.entries.size(), count);
    for (size_t k = 0; k < count; ++k) EXPECT_EQ(loaded.entries[k].name, "f" + std::to_string(k));
    EXPECT_EQ(loaded.entries.back().after.resultBytes, 24u);
  }
}

// Cells of after that before has, too, are written as their places there.
TEST(Saved, PartsAndSharedCellsComeBack) {
  const TempDir directory = TempDir::create("saved").take();
  for (const char* module : {"before.bc", "after.bc"}) ASSERT_FALSE(writeFile(directory.path() / module, "BC").has_value());
  SavedReplay replay;
  replay.before.module = directory.path() / "before.bc";
  replay.before.globals = {"g"};
  replay.after.module = directory.path() / "after.bc";
  SavedEntry saved = entry();
  std::swap(saved.after.cells, saved.before.cells);
  saved.after.cells.push_back({{"g.x", {"global:g", {}, 4, 4, 0, 0}, ReplayCell::Kind::Pointer, true, false}, true});
  saved.after.arguments = {{0, 8}, {1, 8}};
  saved.parts.before = {"before-0.bc", {"cleave_input.0.p"}};
  saved.parts.after = {"after-0.bc", {}};
  replay.entries = {saved};
  ASSERT_FALSE(saveReplay(replay, directory.path()).has_value());

  const SavedReplay loaded = loadReplay(directory.path()).take();
  const SavedEntry& same = loaded.entries.at(0);
  EXPECT_EQ(same.after.arguments, saved.after.arguments);
  EXPECT_EQ(same.before.arguments, saved.before.arguments);
  ASSERT_EQ(same.after.cells.size(), 3u);
  EXPECT_EQ(same.after.cells[0].cell.name, "return");
  EXPECT_TRUE(same.after.cells[0].always);
  EXPECT_EQ(same.after.cells[1].cell.path.root, "return");
  EXPECT_EQ(same.after.cells[2].cell.path.root, "global:g");
  EXPECT_EQ(same.after.cells[2].cell.kind, ReplayCell::Kind::Pointer);
  EXPECT_FALSE(same.after.cells[2].cell.isTyped);
  EXPECT_EQ(same.parts.before.globals, saved.parts.before.globals);
  const ReplayVersion whole = withPart(loaded.before, same.parts.before, "objects");
  EXPECT_EQ(whole.part, directory.path() / "before-0.bc");
  EXPECT_EQ(whole.globals, (std::vector<std::string>{"g", "cleave_input.0.p"}));
  EXPECT_TRUE(withPart(loaded.before, {}, "objects").part.empty());
}

// Names that begin alike are written in part.
TEST(Saved, LongNamesComeBack) {
  const TempDir directory = TempDir::create("saved").take();
  for (const char* module : {"before.bc", "after.bc"}) ASSERT_FALSE(writeFile(directory.path() / module, "BC").has_value());
  SavedReplay replay;
  replay.before.module = directory.path() / "before.bc";
  replay.after.module = directory.path() / "after.bc";
  SavedEntry saved = entry();
  const std::string long_ = "this->_document->_parent->_value";
  saved.inputs.clear();
  saved.before.arguments = saved.after.arguments = {};
  saved.before.cells.clear();
  saved.after.cells.clear();
  for (const std::string& name : {long_ + "._start\u00e4", long_ + "._start\u00f6", long_ + "._end", long_ + "._end", std::string("x"), long_}) {
    saved.inputs.push_back({name, 8, false, false});
    saved.before.cells.push_back({{name, {"global:" + name, {}, 0, 4, 0, 0}, ReplayCell::Kind::Bytes}, true});
    if (saved.after.cells.empty() || name == "x") saved.after.cells.push_back({{name + "y", {"return", {}, 0, 4, 0, 0}, ReplayCell::Kind::Bytes}, true});
    saved.after.cells.push_back(saved.before.cells.back());
  }
  const std::filesystem::path apart = directory.path() / "apart.json";
  ASSERT_FALSE(saveEntry(saved, apart));
  replay.entryFiles = {apart};
  ASSERT_FALSE(saveReplay(replay, directory.path()).has_value());
  EXPECT_FALSE(std::filesystem::exists(apart));
  const Expected<SavedReplay> loaded = loadReplay(directory.path());
  ASSERT_TRUE(loaded) << loaded.error().message;
  const SavedEntry& same = loaded->entries.at(0);
  for (size_t k = 0; k < saved.inputs.size(); ++k) EXPECT_EQ(same.inputs.at(k).name, saved.inputs[k].name);
  for (size_t k = 0; k < saved.before.cells.size(); ++k) EXPECT_EQ(same.before.cells.at(k).cell.name, saved.before.cells[k].cell.name);
  for (size_t k = 0; k < saved.after.cells.size(); ++k) EXPECT_EQ(same.after.cells.at(k).cell.name, saved.after.cells[k].cell.name);
  EXPECT_EQ(same.before.cells[1].cell.path.root, saved.before.cells[1].cell.path.root);
}

TEST(Saved, WhatIsMissingOrOddIsAnError) {
  const TempDir directory = TempDir::create("saved").take();
  EXPECT_FALSE(loadReplay(directory.path()).hasValue());
  for (const char* module : {"before.bc", "after.bc"}) ASSERT_FALSE(writeFile(directory.path() / module, "BC").has_value());
  SavedReplay replay;
  replay.before.module = directory.path() / "before.bc";
  replay.after.module = directory.path() / "after.bc";
  replay.entries = {entry()};
  replay.entries[0].before.arguments[0].input = 7;
  ASSERT_FALSE(saveReplay(replay, directory.path()).has_value());
  EXPECT_FALSE(loadReplay(directory.path()).hasValue());
  replay.entries = {entry()};
  ASSERT_FALSE(saveReplay(replay, directory.path()).has_value());
  EXPECT_TRUE(loadReplay(directory.path()).hasValue());
  std::filesystem::remove(directory.path() / "after.bc");
  EXPECT_FALSE(loadReplay(directory.path()).hasValue());
}

TEST(Saved, ArgumentsAreExtendedByTheirSign) {
  const SavedEntry saved = entry();
  const ReplayInput before = replayInput(saved, saved.before, {0xff, 0xff}, {});
  EXPECT_EQ(before.arguments, (std::vector<U128>{0xffffffff, 0xff}));
  EXPECT_EQ(before.cells.size(), 1u);
  EXPECT_EQ(replayInput(saved, saved.before, {0, 0}, {"return->x"}).cells.size(), 2u);
  EXPECT_EQ(replayInput(saved, saved.after, {0, 0x80}, {}).arguments, (std::vector<U128>{0x80}));
}

// Memory that is not there: a plain build may show anything, the sanitized one stops in both versions.
TEST(Saved, OnlySanitizedBuilds) {
  const PairOnDisk pair(R"(
    #include <stdlib.h>
    void cleave_call_0(const unsigned char* in, unsigned char* out) {
      int* p = malloc(4);
      volatile int i = *(const int*)in;
    #ifdef AFTER
      *(int*)out = p[i] + 1;
    #else
      *(int*)out = p[i];
    #endif
    })");
  Replayer replayer(pair.version(false, {}), pair.version(true, {}), pair.path(), nullptr);
  const std::vector<ReplayCell> cells{{"return", {"return", {}, 0, 4, 0, 0}, ReplayCell::Kind::Bytes}};
  const Expected<ReplayResult> result = replayer.replaySanitized(inputFor(0, {1}, 16, cells), inputFor(0, {1}, 16, cells));
  ASSERT_TRUE(result.hasValue()) << result.error().message;
  EXPECT_EQ(result->before.end, ReplayObservation::End::Sanitizer) << toText(result->before);
  EXPECT_EQ(result->after.end, ReplayObservation::End::Sanitizer);
  EXPECT_FALSE(result->differs);
}

}  // namespace
}  // namespace cleave::native
