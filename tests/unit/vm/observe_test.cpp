#include "vm/private/observe.h"

#include <map>

#include "straight_line.h"

namespace cleave::vm::test {
namespace {

using program::SourceKind;
using program::SourceMember;
using program::SourceType;
using program::SourceTypeId;

class TypedProgram : public StraightLine {
 public:
  SourceTypeId type(SourceType t) {
    program.sourceTypes.push_back(std::move(t));
    return SourceTypeId(program.sourceTypes.size() - 1);
  }
  SourceTypeId scalar(SourceKind kind, uint64_t bytes, bool isSigned = true) {
    SourceType t;
    t.kind = kind;
    t.sizeBytes = bytes;
    t.isSigned = isSigned;
    return type(t);
  }
  SourceTypeId character(const char* name = "char") {
    SourceType t;
    t.kind = SourceKind::Char;
    t.sizeBytes = 1;
    t.isSigned = true;
    t.name = name;
    return type(t);
  }
  SourceTypeId integer() { return scalar(SourceKind::Int, 4); }
  SourceTypeId pointerTo(SourceTypeId element) {
    SourceType t;
    t.kind = SourceKind::Pointer;
    t.sizeBytes = 8;
    t.element = element;
    return type(t);
  }
  SourceTypeId arrayOf(SourceTypeId element, uint64_t count) {
    SourceType t;
    t.kind = SourceKind::Array;
    t.element = element;
    t.count = count;
    t.sizeBytes = count * program.sourceTypes[element.value].sizeBytes;
    return type(t);
  }
  SourceTypeId record(uint64_t bytes, std::vector<SourceMember> members, SourceKind kind = SourceKind::Struct) {
    SourceType t;
    t.kind = kind;
    t.sizeBytes = bytes;
    t.members = std::move(members);
    return type(t);
  }
  SourceMember member(const std::string& name, uint64_t offset, SourceTypeId id) const {
    return {name, 8 * offset, 8 * program.sourceTypes[id.value].sizeBytes, id, false};
  }
  // Returns these scalars as one value of the source type.
  void returnAs(SourceTypeId id, std::vector<Operand> values, std::vector<Type> types, std::vector<uint64_t> offsets = {0}) {
    function().hasSourceSignature = true;
    function().sourceResult = id;
    function().resultOffsets = std::move(offsets);
    ret(std::move(values), std::move(types));
  }
};

std::map<std::string, ObservedCell> byName(const std::vector<ObservedCell>& cells) {
  std::map<std::string, ObservedCell> map;
  for (const ObservedCell& cell : cells) EXPECT_TRUE(map.emplace(cell.name, cell).second) << "twice: " << cell.name;
  return map;
}

std::string shown(const ObservedCell& cell) {
  if (cell.kind == ObservedCell::Kind::Undefined) return "undefined";
  if (cell.kind == ObservedCell::Kind::Pointer) return cell.target + (cell.bits != 0 ? "+" + toDecimal(cell.bits) : "");
  return cell.isSigned && cell.sort.isBits() ? toSignedDecimal(cell.bits, cell.sort.width) : toDecimal(cell.bits);
}

// "name=value ..." in the order of the cells
std::string shown(const std::vector<ObservedCell>& cells) {
  std::string text;
  for (const ObservedCell& cell : cells) text += (text.empty() ? "" : " ") + cell.name + "=" + shown(cell);
  return text;
}

TEST(ObserveResult, ABoolIsAByte) {
  TypedProgram b;
  const Operand x = b.parameter(i1);
  b.returnAs(b.scalar(SourceKind::Bool, 1, false), {x}, {i1});
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({1});
  ASSERT_EQ(run.cells.size(), 1u);
  EXPECT_EQ(run.cells[0].sort, expr::Sort::bits(8));
  EXPECT_EQ(run.cells[0].bits, 1u);
  EXPECT_EQ(expr::evaluate(fixture.pool, run.cells[0].expr, {0}), 0u);
  EXPECT_EQ(run.cells[0].path.root, "return");
  EXPECT_EQ(run.cells[0].path.bytes, 1u);
}

TEST(ObserveResult, AStructInRegistersWithPaddingAndBitFields) {
  TypedProgram b;
  const SourceTypeId integer = b.integer();
  SourceMember low{"low", 64, 3, b.scalar(SourceKind::Int, 4, false), true};
  SourceMember high{"high", 67, 7, integer, true};
  const SourceTypeId type = b.record(12, {b.member("c", 0, b.scalar(SourceKind::Char, 1)), b.member("n", 4, integer), low, high});
  // c, three undefined bytes, n in one register; the bit-fields, partly undefined, in the other
  const Operand object = b.stack(12);
  b.store(i8, b.bits(i8, 0xff), object);
  b.store(i32, b.bits(i32, static_cast<uint32_t>(-7)), b.at(object, 4));
  b.store(i16, b.bits(i16, 0b1111111'101), b.at(object, 8));
  b.returnAs(type, {b.load(i64, object), b.load(i32, b.at(object, 8))}, {i64, i32}, {0, 8});
  const auto run = Fixture(b.finish()).concrete();
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned) << run.outcome.reason;
  EXPECT_EQ(shown(run.cells), "return.c=-1 return.n=-7 return.low=5 return.high=-1");
  EXPECT_EQ(run.cells[3].path.offset, 8u);
  EXPECT_EQ(run.cells[3].path.bitOffset, 3u);
  EXPECT_EQ(run.cells[3].path.bits, 7u);
  EXPECT_EQ(run.cells[3].path.bytes, 2u);
}

TEST(ObserveResult, UndefinedScalarTrapsUndefinedMemberShows) {
  TypedProgram b;
  b.returnAs(b.integer(), {b.undefined(i32)}, {i32});
  EXPECT_EQ(Fixture(b.finish()).concrete().outcome.trap, TrapKind::Uninitialised);

  TypedProgram c;
  const SourceTypeId integer = c.integer();
  const SourceTypeId pair = c.record(8, {c.member("x", 0, integer), c.member("y", 4, integer)});
  const Operand object = c.stack(8);
  c.store(i32, c.bits(i32, 1), object);
  c.returnAs(pair, {c.load(i64, object)}, {i64});
  EXPECT_EQ(shown(Fixture(c.finish()).concrete().cells), "return.x=1 return.y=undefined");
}

TEST(ObserveResult, AListIsFollowedAndItsCycleEnds) {
  TypedProgram b;
  const SourceTypeId integer = b.integer();
  const SourceTypeId node = b.record(16, {});
  const SourceTypeId pointer = b.pointerTo(node);
  b.program.sourceTypes[node.value].members = {b.member("value", 0, integer), b.member("next", 8, pointer)};
  const Operand first = b.call("malloc", {ptr}, {i64}, {b.bits(i64, 16)});
  const Operand second = b.call("malloc", {ptr}, {i64}, {b.bits(i64, 16)});
  b.store(i32, b.bits(i32, 1), first);
  b.store(ptr, second, b.at(first, 8));
  b.store(i32, b.bits(i32, 2), second);
  b.store(ptr, first, b.at(second, 8));
  b.returnAs(pointer, {first}, {ptr});
  const auto run = Fixture(b.finish()).concrete();
  EXPECT_EQ(shown(run.cells), "return=object 1 return->value=1 return->next=object 2 return->next->value=2 return->next->next=object 1");
  const auto cells = byName(run.cells);
  const program::MemoryPath& path = cells.at("return->next->value").path;
  EXPECT_EQ(path.root, "return");
  EXPECT_EQ(path.follow, (std::vector<uint64_t>{0, 8}));
  EXPECT_EQ(path.offset, 0u);
  EXPECT_EQ(path.bytes, 4u);
}

TEST(ObserveResult, StringsEndAtTheirTerminatorAndPrivateNamesStayPrivate) {
  TypedProgram b;
  const GlobalId text = b.addText(".str.1", "hi\0there");
  b.program.globals[0].size = 9;
  b.returnAs(b.pointerTo(b.character()), {b.global(text, 1)}, {ptr});
  EXPECT_EQ(shown(Fixture(b.finish()).concrete().cells), "return=object 1+1 *return=105 return[1]=0");
}

TEST(ObserveResult, SignedCharsAreNoStringAndDoNotEndAtAZero) {
  TypedProgram b;
  const GlobalId bytes = b.addText("bytes", "hi");
  b.program.globals[0].size = 4;
  b.returnAs(b.pointerTo(b.character("signed char")), {b.global(bytes, 1)}, {ptr});
  EXPECT_EQ(shown(Fixture(b.finish()).concrete().cells), "return=object 1+1 *return=105 return[1]=0 return[2]=0");
}

TEST(ObserveResult, ElementsUpToTheEndOfTheObject) {
  TypedProgram b;
  const Operand heap = b.call("malloc", {ptr}, {i64}, {b.bits(i64, 18)});
  for (const int k : {0, 1, 3}) b.store(i32, b.bits(i32, 10 + k), b.at(heap, 4 * k));
  b.returnAs(b.pointerTo(b.integer()), {heap}, {ptr});
  // Element 2 was never written and whether there is room for it does not show.
  EXPECT_EQ(shown(Fixture(b.finish()).concrete().cells), "return=object 1 *return=10 return[1]=11 return[3]=13");
}

TEST(ObserveResult, PointersToPointers) {
  TypedProgram b;
  const Operand inner = b.call("malloc", {ptr}, {i64}, {b.bits(i64, 8)});
  b.store(i32, b.bits(i32, 5), inner);
  b.store(i32, b.bits(i32, 6), b.at(inner, 4));
  const Operand outer = b.call("malloc", {ptr}, {i64}, {b.bits(i64, 16)});
  b.store(ptr, inner, outer);
  b.store(ptr, b.bits(ptr, 0), b.at(outer, 8));
  b.returnAs(b.pointerTo(b.pointerTo(b.integer())), {outer}, {ptr});
  EXPECT_EQ(shown(Fixture(b.finish()).concrete().cells), "return=object 1 *return=object 2 **return=5 (*return)[1]=6 return[1]=null");
}

TEST(ObserveResult, UntypedMemoryIsBytesAndPointers) {
  TypedProgram b;
  const Operand heap = b.call("calloc", {ptr}, {i64, i64}, {b.bits(i64, 10), b.bits(i64, 1)});
  b.store(ptr, heap, b.at(heap, 2));
  b.returnAs(b.pointerTo({}), {heap}, {ptr});
  EXPECT_EQ(shown(Fixture(b.finish()).concrete().cells), "return=object 1 return[0]=0 return[1]=0 return[2]=object 1");
}

TEST(ObserveResult, DanglingAndFunctionPointers) {
  TypedProgram b;
  const Operand heap = b.call("malloc", {ptr}, {i64}, {b.bits(i64, 8)});
  b.call("free", {}, {ptr}, {heap});
  const SourceTypeId pointer = b.pointerTo(b.scalar(SourceKind::Function, 0));
  b.returnAs(b.record(24, {b.member("f", 0, pointer), b.member("d", 8, pointer), b.member("m", 16, pointer)}),
             {b.functionAddress(FunctionId(1)), heap, b.bits(ptr, ~uint64_t{0})}, {ptr, ptr, ptr}, {0, 8, 16});
  EXPECT_EQ(shown(Fixture(b.finish()).concrete().cells), "return.f=&malloc return.d=invalid return.m=invalid+18446744073709551615");
}

TEST(ObserveResult, ASymbolicPointerDecidesItsTarget) {
  TypedProgram b;
  const Operand index = b.parameter(i8);
  Global table;
  table.name = table.display = "table";
  table.defined = true;
  table.size = 4;
  table.bytes = {10, 11, 12, 13};
  b.returnAs(b.pointerTo(b.scalar(SourceKind::Char, 1, false)), {b.at(b.global(b.addGlobal(table)), index, i8, 1)}, {ptr});
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({2});
  EXPECT_EQ(shown(run.cells), "return=&table+2 *return=12 return[1]=13");
  for (unsigned k = 0; k < 256; ++k) EXPECT_EQ(fixture.satisfies(run, {k}), k == 2);

  // Outside it is not followed, and that too is decided; its offset stays symbolic.
  const auto outside = fixture.symbolic({9});
  EXPECT_EQ(shown(outside.cells), "return=&table+9");
  for (unsigned k = 0; k < 256; ++k) EXPECT_EQ(fixture.satisfies(outside, {k}), k >= 4);
  EXPECT_EQ(expr::evaluate(fixture.pool, outside.cells[0].expr, {20}), 20u);
}

TEST(ObserveResult, AnAddressThatShowsEndsTheRun) {
  TypedProgram b;
  b.returnAs(b.scalar(SourceKind::Int, 8), {b.cast(Op::PtrToInt, ptr, i64, b.stack(4))}, {i64});
  EXPECT_EQ(Fixture(b.finish()).concrete().outcome.kind, OutcomeKind::Unfinished);
}

TEST(ObserveResult, TooManyCellsEndTheRun) {
  TypedProgram b;
  Global big;
  big.name = big.display = "big";
  big.defined = true;
  big.size = 160000;
  const SourceTypeId type = b.arrayOf(b.integer(), 40000);
  b.returnAs(b.pointerTo(type), {b.global(b.addGlobal(big))}, {ptr});
  const auto run = Fixture(b.finish()).concrete();
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Unfinished);
  EXPECT_TRUE(run.cells.empty());
}

TEST(ObserveResult, UnionsAreBytes) {
  TypedProgram b;
  const SourceTypeId integer = b.integer();
  const SourceTypeId type = b.record(4, {b.member("i", 0, integer), b.member("c", 0, b.scalar(SourceKind::Char, 1))}, SourceKind::Union);
  b.returnAs(type, {b.bits(i32, 0x01020304)}, {i32});
  EXPECT_EQ(shown(Fixture(b.finish()).concrete().cells), "return.byte[0]=4 return.byte[1]=3 return.byte[2]=2 return.byte[3]=1");
}

TEST(ObserveGlobal, CellsByTypeWithExpressions) {
  TypedProgram b;
  const Operand x = b.parameter(i32);
  const SourceTypeId integer = b.integer();
  Global g;
  g.name = g.display = "table";
  g.defined = true;
  g.size = 16;
  const SourceTypeId pair = b.record(8, {b.member("x", 0, integer), b.member("y", 4, integer)});
  g.type = b.arrayOf(pair, 2);
  const GlobalId id = b.addGlobal(g);
  b.store(i32, x, b.global(id, 12));
  b.ret({}, {});
  Fixture fixture(b.finish());
  auto run = fixture.symbolic({77});
  EXPECT_EQ(run.writtenGlobals, std::vector<GlobalId>{id});
  const std::vector<ObservedCell> cells = fixture.vm().observeGlobal(id, run);
  EXPECT_EQ(shown(cells), "table[0].x=0 table[0].y=0 table[1].x=0 table[1].y=77");
  EXPECT_TRUE(cells[3].expr.valid());
  EXPECT_EQ(cells[3].path.root, "global:table");
  EXPECT_EQ(cells[3].path.offset, 12u);
}

TEST(ObserveGlobal, LookingMayDecide) {
  TypedProgram b;
  const Operand c = b.parameter(i8);
  Global g;
  g.name = g.display = "text";
  g.defined = true;
  g.size = 8;
  g.type = b.pointerTo(b.character());
  const GlobalId id = b.addGlobal(g);
  const Operand heap = b.call("calloc", {ptr}, {i64, i64}, {b.bits(i64, 4), b.bits(i64, 1)});
  b.store(i8, c, heap);
  b.store(ptr, heap, b.global(id));
  b.ret({}, {});
  Fixture fixture(b.finish());
  auto run = fixture.symbolic({'q'});
  EXPECT_TRUE(run.decisions.empty());
  EXPECT_EQ(shown(fixture.vm().observeGlobal(id, run)), "text=object 1 *text=113 text[1]=0");
  ASSERT_EQ(run.decisions.size(), 1u);
  EXPECT_FALSE(fixture.satisfies(run, {0}));
  EXPECT_EQ(run.outcome.kind, OutcomeKind::Returned);
}

}  // namespace
}  // namespace cleave::vm::test
