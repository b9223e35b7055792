#include "program/parts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cleave::program {
namespace {

// struct base { long step; int kind; };
// struct table { struct base base; unsigned char classes[4]; unsigned low : 3, high : 5; struct base more[2]; };
class Parts : public testing::Test {
 protected:
  Parts() {
    const SourceTypeId number = add(SourceKind::Int, "long", 8), small = add(SourceKind::Int, "int", 4), byte = add(SourceKind::Char, "unsigned char", 1);
    const SourceTypeId classes = add(SourceKind::Array, "unsigned char[4]", 4, byte, 4);
    base = add(SourceKind::Struct, "struct base", 16);
    const SourceTypeId more = add(SourceKind::Array, "struct base[2]", 32, base, 2);
    table = add(SourceKind::Struct, "struct table", 56);
    typeOf(base).members = {{"step", 0, 64, number, false}, {"kind", 64, 32, small, false}};
    typeOf(table).members = {{"base", 0, 128, base, false},   {"classes", 128, 32, classes, false}, {"low", 160, 3, small, true},
                             {"high", 163, 5, small, true}, {"more", 192, 256, more, false}};
  }

  SourceTypeId add(SourceKind kind, const std::string& name, uint64_t size, SourceTypeId element = {}, uint64_t count = 0) {
    SourceType type;
    type.kind = kind;
    type.name = name;
    type.sizeBytes = size;
    type.element = element;
    type.count = count;
    program.sourceTypes.push_back(type);
    return SourceTypeId(program.sourceTypes.size() - 1);
  }
  SourceType& typeOf(SourceTypeId id) { return program.sourceTypes[id.value]; }

  Program program;
  SourceTypeId base, table;
};

TEST_F(Parts, ElementsEndWithTheMember) {
  EXPECT_EQ(elementsAt(program, table, base, 0), 1u);
  EXPECT_EQ(elementsAt(program, table, base, 24), 2u);
  EXPECT_EQ(elementsAt(program, table, base, 40), 1u);
  EXPECT_EQ(elementsAt(program, table, base, 8), std::nullopt);
  EXPECT_EQ(elementsAt(program, table, table, 0), 1u);
}

TEST_F(Parts, BehindAMember) {
  std::vector<std::string> names;
  std::vector<uint64_t> offsets;
  for (const Part& each : partsBehind(program, table, 17, PlaceName::plain("t"))) {
    names.push_back(each.name.text);
    offsets.push_back(each.offset);
    EXPECT_EQ(each.bitField != nullptr, each.name.text == "t.low" || each.name.text == "t.high") << each.name.text;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"t.classes[1]", "t.classes[2]", "t.classes[3]", "t.low", "t.high", "t.more"}));
  EXPECT_EQ(offsets, (std::vector<uint64_t>{17, 18, 19, 0, 0, 24}));
}

}  // namespace
}  // namespace cleave::program
