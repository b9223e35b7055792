// What a user sees and what keys do to it, without a terminal.
#include "browse/private/browser.h"

#include <gtest/gtest.h>

#include "../report/material_of.h"
#include "../report/sample_results.h"
#include "browse/private/partition_list.h"
#include "report/utf8.h"

namespace cleave::browse {
namespace {

using report::Material;

std::string textOf(const Lines& lines) {
  std::string text;
  for (const Line& each : lines) text += each.text() + "\n";
  return text;
}

// Also checks that it fits, as each screen must.
std::string see(Browser& browser, Size size = {80, 24}) {
  const Lines lines = browser.screen(size);
  EXPECT_EQ(lines.size(), size.height);
  for (const Line& each : lines) {
    EXPECT_LE(each.width(), size.width) << each.text();
    EXPECT_EQ(report::printable(each.text()), each.text()) << "something could steer the terminal";
  }
  return textOf(lines);
}

void type(Browser& browser, const std::string& text) {
  for (const char c : text) browser.press({Key::Character, std::string(1, c)});
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Material severalEntries() {
  result::Result result = report::clampResult();
  for (const result::EntryResult& each : report::inconclusiveResult().entries) result.entries.push_back(each);
  result.entries.push_back(report::oddResult().entries[0]);
  return report::materialOf(result);
}

Material clampWithSources() {
  Material material = report::materialOf(report::clampResult());
  material.result.entries[0].changes[0].beforeFile = "before.c";
  material.sources.before = {{"before.c", {{1, "int clamp(int i) {\n  int o = 0;\n  int x = i;\n  return o;\n}\n"}}}};
  material.sources.after = {{"after.c", {{1, "int clamp(int i) {\n  int o = 0;\n\tint x = i + 1;\n  return o;\n}\n"}}}};
  const result::Result result = material.result;
  material.whole = [result](size_t k) { return result.entries[k]; };
  return material;
}

TEST(Browser, theOnlyFunctionIsOpenAtOnce) {
  const Material material = clampWithSources();
  Browser browser(material);
  const std::string text = see(browser);
  EXPECT_TRUE(has(text, "clamp  different") && has(text, "1 Groups 4") && has(text, "2 Partitions 4")) << text;
  EXPECT_TRUE(has(text, "exactly     i == 0")) << text;
  browser.press({Key::Escape});
  EXPECT_TRUE(has(see(browser), "1 function: 1 different"));
}

TEST(Browser, functionsWhatDiffersFirst) {
  const Material material = severalEntries();
  Browser browser(material);
  const std::string text = see(browser);
  EXPECT_LT(text.find("clamp"), text.find("loop"));
  EXPECT_LT(text.find("loop"), text.find("same"));
  EXPECT_TRUE(has(text, "5 functions: 2 different, 2 inconclusive, 1 equivalent")) << text;
  EXPECT_TRUE(has(text, "50.0 %")) << text;
}

TEST(Browser, entersAndGoesBack) {
  const Material material = clampWithSources();
  Browser browser(material);
  see(browser);
  browser.press({Key::Down});
  browser.press({Key::Enter});
  std::string text = see(browser);
  EXPECT_TRUE(has(text, "1 of 4 partitions, group 2") && has(text, "i > 0 && i != 2147483647")) << text;
  browser.press({Key::Enter});
  text = see(browser);
  EXPECT_TRUE(has(text, "#2  different   confirmed") && has(text, "clamp(1)") && has(text, "i + 1")) << text;
  browser.press({Key::Escape});
  EXPECT_TRUE(has(see(browser), "1 of 4 partitions, group 2"));
  browser.press({Key::Escape});
  EXPECT_TRUE(has(see(browser), "▌ exactly     i > 0")) << "the group is still chosen";
  browser.press({Key::Character, "2"});
  EXPECT_TRUE(has(see(browser), "4 partitions\n")) << "and no longer the only one that is listed";
}

TEST(Browser, thePagesInTurn) {
  const Material material = clampWithSources();
  Browser browser(material);
  const char* seen[] = {"exactly ", "4 partitions", "int x = i + 1;", "computes", "guarantee "};
  for (const char* each : seen) {
    EXPECT_TRUE(has(see(browser), each)) << each;
    browser.press({Key::Tab});
  }
  EXPECT_TRUE(has(see(browser), seen[0])) << "round and round";
  browser.press({Key::BackTab});
  EXPECT_TRUE(has(see(browser), seen[4]));
}

TEST(Browser, filtersPartitionsWhileTyping) {
  const Material material = clampWithSources();
  Browser browser(material);
  type(browser, "2/I ==");
  std::string text = see(browser);
  EXPECT_TRUE(has(text, "2 of 4 partitions, filter: I ==") && has(text, "filter: I == ")) << text;
  type(browser, "q");
  EXPECT_FALSE(browser.isOver()) << "it is a part of the filter";
  EXPECT_TRUE(has(see(browser), "no partition matches"));
  browser.press({Key::Backspace});
  browser.press({Key::Enter});
  EXPECT_TRUE(has(see(browser), "2 of 4 partitions"));
  browser.press({Key::Escape});
  EXPECT_TRUE(has(see(browser), "\n4 partitions"));
  type(browser, "q");
  EXPECT_TRUE(browser.isOver());
}

TEST(Browser, filtersFunctions) {
  const Material material = severalEntries();
  Browser browser(material);
  type(browser, "/inconclusive budget");
  browser.press({Key::Enter});
  EXPECT_TRUE(has(see(browser), "1 of 5 functions")) << see(browser);
  browser.press({Key::Enter});
  EXPECT_TRUE(has(see(browser), "loop  inconclusive"));
}

TEST(Browser, nextAndPreviousFunction) {
  const Material material = severalEntries();
  Browser browser(material);
  see(browser);
  browser.press({Key::Enter});
  EXPECT_TRUE(has(see(browser), "function 1 of 5"));
  type(browser, "nn");
  EXPECT_TRUE(has(see(browser), "function 3 of 5"));
  type(browser, "pppp");
  EXPECT_TRUE(has(see(browser), "function 1 of 5"));
}

TEST(Browser, sourcesHaveMarks) {
  const Material material = clampWithSources();
  Browser browser(material);
  type(browser, "3");
  std::string text = see(browser);
  EXPECT_TRUE(has(text, "3 -▌  int x = i;") && has(text, "3 +▌    int x = i + 1;")) << text;
  type(browser, "/int o");
  bool isMarked = false;
  for (const Line& line : browser.screen({80, 24}))
    for (const Span& span : line.spans()) isMarked |= span.look == Look::Found && span.text == "int o";
  EXPECT_TRUE(isMarked);
  browser.press({Key::Enter});
  text = see(browser, {60, 24});
  EXPECT_LT(text.find("3 -▌  int x = i;"), text.find("3 +▌    int x = i + 1;")) << "one column: " << text;
}

TEST(Browser, fitsEverySize) {
  for (const result::Result& result :
       {report::clampResult(), report::oddResult(), report::inconclusiveResult(), report::equivalentResult(), result::Result()}) {
    const Material material = report::materialOf(result);
    Browser browser(material);
    for (const char* keys : {"", "1", "2", "3", "4", "5", "?", "?/", "x"}) {
      type(browser, keys);
      for (const Size size : {Size{80, 24}, Size{200, 60}, Size{40, 10}, Size{41, 13}, Size{20, 5}, Size{1, 1}}) see(browser, size);
    }
  }
}

TEST(Browser, anyKeyAnywhere) {
  const Material material = severalEntries();
  Browser browser(material);
  const Key keys[] = {Key::Up,  Key::Down,  Key::Left,   Key::Right, Key::PageUp,  Key::PageDown, Key::Home,
                      Key::End, Key::Enter, Key::Escape, Key::Tab,   Key::BackTab, Key::Backspace};
  const std::string characters = "12345np/?fsgcCx i0";
  uint32_t random = 1;
  for (int k = 0; k < 5000; ++k) {
    random = random * 1664525 + 1013904223;
    const uint32_t choice = random >> 16;
    if (choice % 2 == 0)
      browser.press({keys[choice / 2 % std::size(keys)]});
    else
      type(browser, std::string(1, characters[choice / 2 % characters.size()]));
    see(browser, choice % 7 == 0 ? Size{45, 11} : choice % 5 == 0 ? Size{120, 40} : Size{});
  }
  EXPECT_FALSE(browser.isOver());
}

TEST(PartitionList, kindsOrdersAndGroups) {
  const Material material = severalEntries();
  OpenEntry entry(material, 0, {});
  PartitionList list(entry);
  const auto ids = [&] {
    std::string text;
    for (const size_t place : list.places()) text += std::to_string(entry.result().partitions[place].id);
    return text;
  };
  EXPECT_EQ(ids(), "1230");
  list.nextKind();
  EXPECT_EQ(ids(), "123") << "different";
  list.nextKind();
  EXPECT_EQ(ids(), "0") << "equal; there are no others";
  list.nextKind();
  list.nextOrder();
  EXPECT_EQ(ids(), "0123");
  list.nextOrder();
  EXPECT_EQ(ids(), "0132") << "i < 0, i == 0, i == 2147483647, i > 0";
  list.setGroup(1);
  EXPECT_EQ(ids(), "2");
  EXPECT_EQ(list.text(), "1 of 4 partitions, group 2, by condition");
}

TEST(PartitionList, theExampleOfAGroupIsWhatAPersonWouldChoose) {
  result::Result result = report::clampResult();
  result::Group group;
  group.kind = result::PartitionKind::Different;
  group.partitions = {1, 2, 3};
  group.example = result.entries[0].partitions[2];
  group.example.condition = group.example.conditionText = "";
  group.example.witness = {{"i", "10"}};
  result.entries[0].groups = {group};
  const Material material = report::materialOf(result);
  const OpenEntry entry(material, 0, {});
  ASSERT_TRUE(entry.hasChosen());
  EXPECT_EQ(entry.chosen().id, 2u);
  EXPECT_EQ(entry.words(entry.chosenPlace()).call, "clamp(10)");
  EXPECT_EQ(entry.words(entry.chosenPlace()).condition, "i > 0 && i != 2147483647");
}

TEST(ShareBar, whatIsThereCanBeSeen) {
  result::EntryResult entry;
  entry.shares = {{false, 0.99, 0.9999, 1, ""}, {false, 1e-9, 1e-9, 1e-8, ""}, {true, 0, 0, 0, ""}, {true, 0, 0, 0, ""}};
  EXPECT_EQ(shareBar(entry, 6).text(), "░░░░░█");
  entry.shares = {{true, 0, 0, 0, ""}, {true, 1, 1, 1, ""}, {true, 0, 0, 0, ""}, {true, 0, 0, 0, ""}};
  EXPECT_EQ(shareBar(entry, 4).text(), "████");
  entry.shares = {{false, 1e-60, 1e-60, 1, ""}, {false, 1e-60, 1e-60, 1, ""}, {true, 0, 0, 0, ""}, {true, 0, 0, 0, ""}};
  EXPECT_EQ(shareBar(entry, 6).text(), "░█    ") << "nobody knows what the rest is";
  entry.shares.reset();
  EXPECT_EQ(shareBar(entry, 3).text(), "   ");
}

}  // namespace
}  // namespace cleave::browse
