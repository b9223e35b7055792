#include "driver/entries.h"

#include <gtest/gtest.h>

namespace cleave::driver {
namespace {

using program::Function;
using program::FunctionId;
using program::Program;

Function function(const std::string& name, const std::string& display) {
  Function f;
  f.name = name;
  f.display = display;
  f.defined = true;
  return f;
}

Program programOf(std::vector<Function> functions) {
  Program p;
  p.functions = std::move(functions);
  return p;
}

change::Changes paired(std::vector<std::pair<size_t, size_t>> pairs) {
  change::Changes changes;
  for (auto [x, y] : pairs) changes.functions.push_back({{FunctionId(x), FunctionId(y)}, false, false, {}, change::PairedBy::LinkerName});
  return changes;
}

TEST(Entries, ANameOfEitherVersionStandsForItsPair) {
  const Program before = programOf({function("old", "old")}), after = programOf({function("other", "other"), function("fresh", "fresh")});
  for (const char* name : {"old", "fresh"}) {
    const auto entries = selectEntries(before, after, paired({{0, 1}}), {name});
    ASSERT_TRUE(entries) << name;
    EXPECT_EQ(entries->front().before, FunctionId(size_t{0}));
    EXPECT_EQ(entries->front().after, FunctionId(size_t{1}));
  }
  EXPECT_FALSE(selectEntries(before, after, paired({{0, 1}}), {"other"}));
}

// Each has its own partner: to compare them with each other would trust marks that speak of others.
TEST(Entries, FunctionsOfOneNameThatCorrespondToOthersAreNotComparedWithEachOther) {
  const Program program = programOf({function("f", "f"), function("g", "g")});
  const auto entries = selectEntries(program, program, paired({{1, 0}, {0, 1}}), {"f"});
  ASSERT_FALSE(entries);
  EXPECT_NE(entries.error().message.find("--pair f=f"), std::string::npos) << entries.error().message;
  const auto one = selectEntries(program, program, paired({{0, 1}}), {"f"});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->front().after, FunctionId(size_t{1}));
}

TEST(Entries, ByDefaultEveryPairThatDiffersButModels) {
  Program before = programOf({function("f", "f"), function("qsort", "qsort"), function("same", "same")});
  before.functions[1].fromModels = true;
  change::Changes changes = paired({{0, 0}, {1, 1}, {2, 2}});
  changes.functions[2].sameDeep = true;
  const auto entries = selectEntries(before, before, changes, {});
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_EQ(entries->front().after, FunctionId(size_t{0}));
}

TEST(Pairs, LinkerAndSourceNames) {
  const Program before = programOf({function("_Z1fi", "n::f(int)"), function("_ZeqAA", "operator==(A, A)")});
  const Program after = programOf({function("_Z1gl", "n::g(long)"), function("_ZeqBB", "operator==(B, B)")});
  const std::pair<FunctionId, FunctionId> first{FunctionId(size_t{0}), FunctionId(size_t{0})},
      second{FunctionId(size_t{1}), FunctionId(size_t{1})};
  for (const char* word : {"_Z1fi=_Z1gl", "n::f=n::g", "n::f(int)=n::g(long)", "n::f=_Z1gl"}) {
    const auto pairs = parsePairs(before, after, {word});
    ASSERT_TRUE(pairs) << pairs.error().message;
    EXPECT_EQ(pairs->front(), first);
  }
  for (const char* word : {"operator===operator==", "operator==(A,A)=operator==(B,B)"}) {
    const auto pairs = parsePairs(before, after, {word, "n::f=n::g"});
    ASSERT_TRUE(pairs) << word << ": " << pairs.error().message;
    EXPECT_EQ(pairs->front(), second);
    EXPECT_EQ(pairs->back(), first);
  }
}

TEST(Pairs, Errors) {
  const Program before = programOf({function("f", "f"), function("h", "h")});
  const Program after = programOf({function("_Z1gi", "g(int)"), function("_Z1gl", "g(long)"), function("h", "h")});
  const auto message = [&](std::vector<std::string> words) {
    const auto pairs = parsePairs(before, after, words);
    return pairs ? std::string("no error") : pairs.error().message;
  };
  EXPECT_NE(message({"x=h"}).find("no function 'x' is defined in the before version"), std::string::npos);
  EXPECT_NE(message({"f=hh"}).find("near names: h"), std::string::npos) << message({"f=hh"});
  EXPECT_NE(message({"f=g"}).find("say which: g(int), g(long)"), std::string::npos) << message({"f=g"});
  EXPECT_NE(message({"f"}).find("BEFORE=AFTER"), std::string::npos);
  EXPECT_NE(message({"f=h", "h=h"}).find("already"), std::string::npos);
  EXPECT_EQ(message({"f=h", "f=h"}), "no error");
}

}  // namespace
}  // namespace cleave::driver
