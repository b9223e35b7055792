#include "program/meaning.h"

#include <gtest/gtest.h>

namespace cleave::program {
namespace {

// Types of one version, made by hand.
struct Types {
  Program program;

  SourceTypeId add(SourceType type) {
    program.sourceTypes.push_back(std::move(type));
    return SourceTypeId(program.sourceTypes.size() - 1);
  }
  SourceTypeId number(uint64_t bytes, bool isSigned, SourceKind kind = SourceKind::Int) {
    SourceType type;
    type.kind = kind;
    type.sizeBytes = bytes;
    type.isSigned = isSigned;
    return add(type);
  }
  SourceTypeId pointer(SourceTypeId to) {
    SourceType type;
    type.kind = SourceKind::Pointer;
    type.sizeBytes = 8;
    type.element = to;
    return add(type);
  }
  SourceTypeId pair(const std::string& first, const std::string& second, SourceTypeId of) {
    SourceType type;
    type.kind = SourceKind::Struct;
    type.name = "struct pair";
    type.sizeBytes = 8;
    type.members = {{first, 0, 32, of, false}, {second, 32, 32, of, false}};
    return add(type);
  }
};

struct TwoVersions : ::testing::Test {
  Types before, after;
  bool same(SourceTypeId x, SourceTypeId y) { return Meanings({before.program, after.program}).same(x, y); }
  Function function(SourceTypeId result, SourceTypeId parameter) {
    Function f;
    f.hasSourceSignature = true;
    f.sourceResult = result;
    f.sourceParameters = {{"x", parameter}};
    return f;
  }
};

TEST_F(TwoVersions, NumbersMeanWhatTheirSignSays) {
  EXPECT_TRUE(same(before.number(4, true), after.number(4, true, SourceKind::Enum)));
  EXPECT_FALSE(same(before.number(4, true), after.number(4, false)));
  EXPECT_FALSE(same(before.number(4, true), after.number(8, true)));
  EXPECT_TRUE(same(before.number(1, false, SourceKind::Bool), after.number(1, false)));
  EXPECT_FALSE(same(before.number(4, true), after.number(4, true, SourceKind::Float)));
}

TEST_F(TwoVersions, MembersCountByName) {
  const SourceTypeId x = before.pair("w", "h", before.number(4, true));
  EXPECT_TRUE(same(x, after.pair("w", "h", after.number(4, true))));
  EXPECT_FALSE(same(x, after.pair("h", "w", after.number(4, true))));
  EXPECT_FALSE(same(x, after.pair("h", "d", after.number(4, true))));  // h stands elsewhere now
  EXPECT_FALSE(same(x, after.pair("w", "h", after.number(4, false))));
  EXPECT_FALSE(same(before.pointer(x), after.pointer(after.pair("h", "w", after.number(4, true)))));
}

TEST_F(TwoVersions, ARenamedMemberIsTheSame) {
  const SourceTypeId x = before.pair("w", "h", before.number(4, true)), y = after.pair("width", "h", after.number(4, true));
  EXPECT_TRUE(same(x, y));
  const std::vector<std::string> notes = adoptMemberNames(before.program, after.program, {{x, y}});
  EXPECT_EQ(notes, std::vector<std::string>{"struct pair: member w of before is taken for width of after"});
  EXPECT_EQ(before.program.sourceType(x).members[0].name, "width");
  EXPECT_TRUE(adoptMemberNames(before.program, after.program, {{x, y}}).empty());
}

TEST_F(TwoVersions, NothingIsRenamedInTypesThatDiffer) {
  const SourceTypeId x = before.pair("w", "h", before.number(4, true)), y = after.pair("width", "h", after.number(4, false));
  EXPECT_TRUE(adoptMemberNames(before.program, after.program, {{x, y}}).empty());
  EXPECT_EQ(before.program.sourceType(x).members[0].name, "w");
}

TEST_F(TwoVersions, TypesThatLeadToThemselves) {
  const auto list = [](Types& types, bool isSigned) {
    const SourceTypeId number = types.number(4, isSigned);
    const SourceTypeId node = types.pair("value", "next", number);
    types.program.sourceTypes[node.value].members[1].type = types.pointer(node);
    return node;
  };
  const SourceTypeId x = list(before, true), y = list(after, true), z = list(after, false);
  EXPECT_TRUE(same(x, y));
  EXPECT_FALSE(same(x, z));
  Meanings both({before.program, after.program});  // what one question leaves behind does not spoil the next
  EXPECT_FALSE(both.same(x, z));
  EXPECT_TRUE(both.same(x, y));
  EXPECT_FALSE(both.same(x, z));
}

TEST_F(TwoVersions, NumbersArePassedAsBits) {
  const SourceTypeId signedNumber = before.number(4, true), unsignedNumber = after.number(4, false), plain = after.number(4, true);
  Meanings meanings({before.program, after.program});
  EXPECT_TRUE(meanings.sameSignature(function(signedNumber, signedNumber), function(plain, unsignedNumber)));
  EXPECT_FALSE(meanings.sameSignature(function(signedNumber, signedNumber), function(unsignedNumber, plain)));
  const SourceTypeId x = before.pointer(signedNumber), y = after.pointer(unsignedNumber);
  EXPECT_FALSE(meanings.sameSignature(function(signedNumber, x), function(plain, y)));
  EXPECT_TRUE(meanings.sameSignature(Function(), function(plain, y)));  // nothing is known of it
}

}  // namespace
}  // namespace cleave::program
