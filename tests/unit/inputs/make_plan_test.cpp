// From types to cells, on programs whose types are made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "inputs/plan.h"

namespace cleave::inputs {
namespace {

using program::Function;
using program::FunctionId;
using program::Program;
using program::SourceKind;
using program::SourceType;
using program::SourceTypeId;

class Types {
 public:
  Types() {
    int_ = add(SourceKind::Int, "int", 4, true);
    char_ = add(SourceKind::Char, "char", 1, true);
    byte_ = add(SourceKind::Char, "unsigned char", 1, false);
  }
  SourceTypeId add(SourceKind kind, const std::string& name, uint64_t size, bool isSigned = false) {
    SourceType type;
    type.kind = kind;
    type.name = name;
    type.sizeBytes = size;
    type.isSigned = isSigned;
    program_.sourceTypes.push_back(type);
    return SourceTypeId(program_.sourceTypes.size() - 1);
  }
  SourceTypeId pointerTo(SourceTypeId element) {
    const SourceTypeId id = add(SourceKind::Pointer, element.valid() ? program_.sourceType(element).name + " *" : "void *", 8);
    program_.sourceTypes[id.value].element = element;
    return id;
  }
  void member(SourceTypeId type, const std::string& name, uint64_t offset, SourceTypeId of) {
    program_.sourceTypes[type.value].members.push_back({name, 8 * offset, 8 * program_.sourceType(of).sizeBytes, of, false});
  }
  Plan plan(std::vector<program::SourceParameter> parameters, const Options& options = {}) {
    Function function;
    function.name = function.display = "f";
    function.defined = true;
    function.hasSourceSignature = true;
    function.plainParameters = true;
    function.sourceParameters = std::move(parameters);
    function.blocks.push_back({"entry", {}, 0, 1});
    function.instructions.push_back({});
    program_.functions = {function};
    Options fixed = options;
    if (!fixed.globals) fixed.globals = Globals::Fixed;
    return makePlan(program_, FunctionId(0), fixed);
  }

  Program program_;
  SourceTypeId int_, char_, byte_;
};

std::vector<std::string> names(const Plan& plan) {
  std::vector<std::string> result;
  for (const Cell& cell : plan.cells) result.push_back(cell.name);
  return result;
}

using Names = std::vector<std::string>;

Names boundsOf(const Plan& plan) {
  Names texts;
  for (const Bound& bound : plan.bounds) texts.push_back(bound.text);
  return texts;
}

TEST(MakePlan, ScalarsNeedNoHarness) {
  Types types;
  const Plan plan = types.plan({{"i", types.int_}, {"c", types.char_}});
  EXPECT_TRUE(plan.isDirect());
  EXPECT_EQ(names(plan), (Names{"i", "c"}));
  EXPECT_TRUE(plan.bounds.empty());
}

TEST(MakePlan, AStringHasATerminatorBehindItsBytes) {
  Types types;
  Options options;
  options.pointers["s"].bound = 2;
  const Plan plan = types.plan({{"s", types.pointerTo(types.char_)}}, options);
  EXPECT_FALSE(plan.isDirect());
  EXPECT_EQ(names(plan), (Names{"s_is_null", "s[0]", "s[1]"}));
  ASSERT_EQ(plan.objects.size(), 1u);
  EXPECT_EQ(plan.objects[0].size, 3u);
  EXPECT_EQ(plan.objects[0].fills.size(), 2u) << "the terminator stays zero";
  EXPECT_EQ(boundsOf(plan), (Names{"s: strings of up to 2 bytes"}));
}

TEST(MakePlan, ALengthBesideAPointerIsLimitedByWhatStandsThere) {
  Types types;
  const Plan plan = types.plan({{"data", types.pointerTo(types.int_)}, {"len", types.int_}});
  EXPECT_EQ(names(plan), (Names{"data_is_null", "data[0]", "data[1]", "data[2]", "data[3]", "len"}));
  EXPECT_EQ(plan.cells.back().low, INT32_MIN) << "a negative length is an input";
  EXPECT_EQ(plan.cells.back().high, 4);
  Options none;
  none.pointers["data"].length = "-";
  EXPECT_FALSE(types.plan({{"data", types.pointerTo(types.int_)}, {"len", types.int_}}, none).cells.back().isLimited());
}

TEST(MakePlan, ListsEndAtTheDepth) {
  Types types;
  const SourceTypeId node = types.add(SourceKind::Struct, "struct node", 16);
  const SourceTypeId pointer = types.pointerTo(node);
  types.member(node, "v", 0, types.int_);
  types.member(node, "next", 8, pointer);
  const Plan plan = types.plan({{"l", pointer}});
  EXPECT_EQ(names(plan), (Names{"l_is_null", "l->v", "l->next_is_null", "l->next->v", "l->next->next_is_null", "l->next->next->v",
                   "l->next->next->padding_at_4", "l->next->padding_at_4", "l->padding_at_4"}));
  EXPECT_EQ(plan.objects.size(), 3u);
  EXPECT_EQ(boundsOf(plan),
            (Names{"l: pointers followed to depth 2, then null", "l->next->next: one object", "l->next: one object", "l: one object"}));
  EXPECT_EQ(plan.bounds[0].object, 2u) << "the last node";
  EXPECT_EQ(plan.bounds[0].from, 8u);
}

TEST(MakePlan, WhatTheUserSaysWins) {
  Types types;
  Options options;
  options.pointers["p"].null = false;
  options.pointers["p"].bound = 2;
  options.pointers["p"].behind = Behind::Bytes;
  const Plan plan = types.plan({{"p", types.pointerTo(types.int_)}}, options);
  EXPECT_EQ(names(plan), (Names{"p[0]", "p[1]"}));
  EXPECT_EQ(plan.cells[0].bits, 8u);
}

TEST(MakePlan, PointersAreFollowedWhereItIsSaid) {
  Types types;
  const SourceTypeId node = types.add(SourceKind::Struct, "struct node", 24);
  const SourceTypeId pointer = types.pointerTo(node);
  types.member(node, "next", 0, pointer);
  types.member(node, "other", 8, pointer);
  types.member(node, "key", 16, types.int_);
  Options options;
  options.followed = std::set<std::string>{"parameter 0 p->next"};
  const Plan plan = types.plan({{"p", pointer}}, options);
  EXPECT_EQ(names(plan), (Names{"p_is_null", "p->next_is_null", "p->next->key", "p->next->padding_at_20", "p->key", "p->padding_at_20"}));
  ASSERT_EQ(plan.cutPointers.size(), 3u);
  EXPECT_EQ(plan.cutPointers[0].way, (Names{"parameter 0 p", "parameter 0 p->next", "parameter 0 p->next->next"}));
  EXPECT_EQ(plan.cutPointers[1].offset, 8u);
  EXPECT_EQ(plan.cutPointers[2].way, (Names{"parameter 0 p", "parameter 0 p->other"}));
  EXPECT_TRUE(plan.sizes.empty());
}

TEST(MakePlan, AliasesAreAChoice) {
  Types types;
  Options options;
  options.aliases = {{"p", "q"}};
  options.pointers["p"].bound = options.pointers["q"].bound = 1;
  const Plan plan = types.plan({{"p", types.pointerTo(types.int_)}, {"q", types.pointerTo(types.int_)}}, options);
  EXPECT_EQ(names(plan), (Names{"p_is_null", "*p", "q_is_null", "*q", "q_is_p"}));
  ASSERT_EQ(plan.arguments[1].value.instead.size(), 1u);
  EXPECT_EQ(plan.arguments[1].value.instead[0].object, plan.arguments[0].value.object);
  options.aliases = {{"p", "r"}};
  EXPECT_FALSE(types.plan({{"p", types.pointerTo(types.int_)}}, options).unsupported.empty());
}

TEST(MakePlan, AliasesOfAliasesMayMeet) {
  Types types;
  Options options;
  options.aliases = {{"p", "q"}, {"q", "r"}};
  const SourceTypeId pointer = types.pointerTo(types.int_);
  const Plan plan = types.plan({{"p", pointer}, {"q", pointer}, {"r", pointer}}, options);
  std::set<uint32_t> objects;
  for (const Value::Instead& each : plan.arguments[2].value.instead) objects.insert(each.object);
  EXPECT_EQ(objects, (std::set<uint32_t>{plan.arguments[0].value.object, plan.arguments[1].value.object}));
}

TEST(MakePlan, PointersThatCouldOverlapAreSaidNotTo) {
  Types types;
  const SourceTypeId pointer = types.pointerTo(types.int_), other = types.pointerTo(types.add(SourceKind::Float, "double", 8));
  EXPECT_EQ(types.plan({{"p", pointer}, {"q", pointer}}).assumptions, (Names{"pointers do not overlap: p, q"}));
  EXPECT_TRUE(types.plan({{"p", pointer}, {"q", other}}).assumptions.empty());
}

TEST(MakePlan, OverlapsAreElements) {
  Types types;
  Options options;
  options.aliasAny = true;
  options.pointers["p"].bound = 3;
  options.pointers["q"].bound = 1;
  const SourceTypeId pointer = types.pointerTo(types.int_);
  const Plan plan = types.plan({{"p", pointer}, {"q", pointer}}, options);
  ASSERT_EQ(plan.arguments[1].value.instead.size(), 3u);
  EXPECT_EQ(plan.arguments[1].value.instead[2].object, plan.arguments[0].value.object);
  EXPECT_EQ(plan.arguments[1].value.instead[2].offset, 8u);
  EXPECT_EQ(plan.arguments[0].value.instead.size(), 1u);
}

TEST(MakePlan, AFlexibleArrayHasElements) {
  Types types;
  const SourceTypeId array = types.add(SourceKind::Array, "int[]", 0);
  types.program_.sourceTypes[array.value].element = types.int_;
  const SourceTypeId box = types.add(SourceKind::Struct, "struct box", 4);
  types.member(box, "n", 0, types.int_);
  types.member(box, "a", 4, array);
  const Plan plan = types.plan({{"b", types.pointerTo(box)}});
  EXPECT_EQ(names(plan), (Names{"b_is_null", "b->n", "b->a[0]", "b->a[1]", "b->a[2]", "b->a[3]"}));
  EXPECT_EQ(plan.objects[0].size, 20u);
  EXPECT_EQ(boundsOf(plan), (Names{"b->a: 4 elements"}));
}

TEST(MakePlan, CellsOfOnePositionAreOneWhateverTheirNamesAre) {
  Types types;
  types.plan({{"x", types.int_}, {"y", types.int_}});
  Partners partners;
  partners.parameters = {{"a", "parameter 0"}, {"x", "parameter 1"}};
  const Plan plan = makePlan(types.program_, FunctionId(0), {}, partners);
  EXPECT_EQ(names(plan), (Names{"a", "x"}));
  EXPECT_EQ(plan.cells[0].key, "parameter 0 a");
  EXPECT_EQ(plan.cells[1].key, "parameter 1 x");
}

TEST(MakePlan, LongDoublesHaveTenBytes) {
  Types types;
  const SourceTypeId wide = types.add(SourceKind::Float, "long double", 16);
  const SourceTypeId box = types.add(SourceKind::Struct, "struct box", 16);
  types.member(box, "x", 0, wide);
  const Plan plan = types.plan({{"b", box}});
  ASSERT_EQ(plan.cells.size(), 1u);
  EXPECT_TRUE(plan.cells[0].isFloat);
  EXPECT_EQ(plan.cells[0].bits, 80u);
}

TEST(MakePlan, OtherFloatsAreRefused) {
  Types types;
  const Plan plan = types.plan({{"x", types.add(SourceKind::Float, "_Float16", 2)}});
  EXPECT_NE(plan.unsupported.find("_Float16"), std::string::npos);
}

TEST(MakePlan, HugeArraysAreCutAndSaySo) {
  Types types;
  const SourceTypeId array = types.add(SourceKind::Array, "int[1000]", 4000);
  types.program_.sourceTypes[array.value].element = types.int_;
  types.program_.sourceTypes[array.value].count = 1000;
  const SourceTypeId box = types.add(SourceKind::Struct, "struct box", 4000);
  types.member(box, "a", 0, array);
  const Plan plan = types.plan({{"b", box}});
  EXPECT_EQ(plan.cells.size(), 64u);
  ASSERT_EQ(plan.bounds.size(), 1u);
  EXPECT_EQ(plan.bounds[0].text, "b.a: the first 64 of 1000 elements");
}

}  // namespace
}  // namespace cleave::inputs
