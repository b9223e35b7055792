#include "vm/private/memory.h"

#include <cstdlib>

#include "straight_line.h"
#include "support/random.h"

namespace cleave::vm::test {
namespace {

// --- Memory alone

Program twoGlobals() {
  Program program;
  Global g;
  g.name = g.display = "g";
  g.defined = true;
  g.size = 16;
  g.bytes = {1, 2, 3, 4};
  program.globals.push_back(g);
  g.name = g.display = "h";
  program.globals.push_back(g);
  program.globals[1].relocations.push_back({8, {program::Constant::Kind::Global, ptr, 4, 0}});
  return program;
}

TEST(Memory, ResetRestoresWrittenGlobalsAndDropsTheRest) {
  const Program program = twoGlobals();
  ShadowPool shadows;
  Memory memory(program, shadows, 1 << 20);
  const ObjectIndex g = memory.ofGlobal(GlobalId(0));
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(memory.writtenGlobals().empty());
    EXPECT_EQ(memory.load(memory.object(g), 0, 4).value.bits, 0x04030201u);
    ASSERT_TRUE(memory.store(memory.object(g), 2, 4, {0xaabbccdd, 32}, false));  // shadow 32: all undefined
    EXPECT_EQ(memory.load(memory.object(g), 0, 8).value.bits, 0x0000aabbccdd0201u);
    EXPECT_EQ(memory.load(memory.object(g), 0, 8).undefined, 0x0000ffffffff0000u);
    EXPECT_EQ(memory.writtenGlobals(), std::vector<GlobalId>{GlobalId(0)});
    const ObjectIndex heap = memory.allocate(ObjectKind::Heap, 8, 1, Fill::Undefined);
    EXPECT_TRUE(memory.exists(heap));
    memory.reset();
    EXPECT_FALSE(memory.exists(heap));
    EXPECT_EQ(memory.load(memory.object(g), 0, 8).undefined, 0u);
  }
}

TEST(Memory, KeepAsInitialKeepsWhatConstructorsMade) {
  const Program program = twoGlobals();
  ShadowPool shadows;
  Memory memory(program, shadows, 1 << 20);
  const ObjectIndex heap = memory.allocate(ObjectKind::Heap, 8, 1, Fill::Undefined);
  ASSERT_TRUE(memory.store(memory.object(heap), 0, 4, {7, 0}, false));
  memory.keepAsInitial();
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(memory.load(memory.object(heap), 0, 4).value.bits, 7u);
    EXPECT_EQ(memory.load(memory.object(heap), 4, 4).undefined, 0xffffffffu);
    ASSERT_TRUE(memory.store(memory.object(heap), 0, 4, {8, 0}, false));
    if (round > 0) memory.release(heap);
    memory.reset();
    EXPECT_TRUE(memory.object(heap).alive);
  }
}

TEST(Memory, LimitCountsAllArraysAndIsGivenBack) {
  const Program program;
  ShadowPool shadows;
  Memory memory(program, shadows, 4000);
  const ObjectIndex a = memory.allocate(ObjectKind::Heap, 1000, 1, Fill::Undefined);
  ASSERT_NE(a, 0u);
  EXPECT_EQ(memory.allocate(ObjectKind::Heap, 1000, 1, Fill::Undefined), 0u);
  Shadow shadow;
  shadow.addressDerived = true;
  EXPECT_FALSE(memory.store(memory.object(a), 0, 4, {5, shadows.add(shadow)}, false));  // cells would take 8000 bytes
  EXPECT_EQ(memory.load(memory.object(a), 0, 4).value.bits, 0u);
  memory.release(a);
  EXPECT_NE(memory.allocate(ObjectKind::Heap, 1000, 1, Fill::Undefined), 0u);
  EXPECT_EQ(memory.allocate(ObjectKind::Heap, uint64_t{1} << 32, 1, Fill::Zero), 0u);
}

TEST(Memory, MarksFollowPointers) {
  const Program program = twoGlobals();
  ShadowPool shadows;
  Memory memory(program, shadows, 1 << 20);
  Object& h = memory.object(memory.ofGlobal(GlobalId(1)));
  EXPECT_EQ(memory.load(h, 8, 8).marks, Memory::Marks::Whole);
  EXPECT_EQ(memory.load(h, 8, 8).value.bits, addressOf(memory.ofGlobal(GlobalId(0)), 4));
  EXPECT_EQ(memory.load(h, 12, 4).marks, Memory::Marks::Parts);
  EXPECT_EQ(memory.load(h, 0, 8).marks, Memory::Marks::None);
  ASSERT_TRUE(memory.copy(h, 1, h, 8, 8));  // overlapping
  EXPECT_EQ(memory.load(h, 1, 8).marks, Memory::Marks::Whole);
  EXPECT_EQ(memory.load(h, 8, 8).marks, Memory::Marks::Parts);
  memory.fill(h, 3, 0, 1);
  EXPECT_EQ(memory.load(h, 1, 8).marks, Memory::Marks::Parts);
}

// --- programs

Run runConcrete(StraightLine& b, std::vector<U128> input = {}) { return Fixture(b.finish()).concrete(std::move(input)); }

void expectTrap(StraightLine& b, TrapKind kind) {
  const auto run = runConcrete(b);
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Trapped) << run.outcome.reason;
  EXPECT_STREQ(toText(run.outcome.trap), toText(kind));
}

TEST(MemoryTraps, NullPointer) {
  StraightLine b;
  b.ret({b.load(i32, b.at(b.bits(ptr, 0), 8))}, {i32});
  expectTrap(b, TrapKind::NullPointer);
}

TEST(MemoryTraps, NullPointersComeFromSomewhere) {
  StraightLine b;
  Global links;
  links.name = links.display = "links";
  links.defined = true;
  links.size = 24;
  links.bytes.assign(24, 0);
  const program::GlobalId id = b.addGlobal(links);
  b.ret({b.load(i32, b.at(b.load(ptr, b.global(id, 16)), 8))}, {i32});
  const auto run = runConcrete(b);
  ASSERT_TRUE(endsAtNull(run.outcome));
  EXPECT_EQ(run.outcome.nullFrom, (PointerPlace{id, 16}));
}

TEST(MemoryTraps, OutOfBounds) {
  for (const int64_t offset : {-1, 5, 8, 1 << 20}) {
    StraightLine b;
    b.ret({b.load(i32, b.at(b.stack(8), offset))}, {i32});
    expectTrap(b, TrapKind::OutOfBounds);
  }
}

TEST(MemoryTraps, AnotherObjectIsOutOfBounds) {
  // The address that is 4 GiB on belongs to the next object, but not to a pointer made from the first.
  StraightLine b;
  const Operand first = b.stack(8);
  b.store(i64, b.bits(i64, 1), b.stack(8));
  b.ret({b.load(i64, b.at(first, int64_t{1} << 32))}, {i64});
  expectTrap(b, TrapKind::OutOfBounds);
}

TEST(MemoryTraps, WayOutAndBackIsFine) {
  StraightLine b;
  const Operand object = b.stack(8);
  b.store(i64, b.bits(i64, 42), object);
  b.ret({b.load(i64, b.at(b.at(object, -(int64_t{1} << 40)), int64_t{1} << 40))}, {i64});
  const auto run = runConcrete(b);
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned);
  EXPECT_EQ(run.cells[0].bits, 42u);
}

TEST(MemoryTraps, UseAfterFree) {
  StraightLine b;
  const Operand p = b.call("malloc", {ptr}, {i64}, {b.bits(i64, 8)});
  b.call("free", {}, {ptr}, {p});
  b.store(i8, b.bits(i8, 1), p);
  b.ret({}, {});
  expectTrap(b, TrapKind::UseAfterFree);
}

TEST(MemoryTraps, ReadOnly) {
  StraightLine b;
  b.store(i8, b.bits(i8, 1), b.global(b.addText("text", "abc")));
  b.ret({}, {});
  expectTrap(b, TrapKind::ReadOnly);
}

TEST(MemoryTraps, UninitialisedOnlyWhenItShows) {
  StraightLine b;
  const Operand object = b.stack(8);
  b.store(i16, b.bits(i16, 0x1234), object);
  const Operand all = b.load(i32, object);  // half undefined: harmless
  b.ret({b.cast(Op::Trunc, i32, i16, all)}, {i16});
  const auto run = runConcrete(b);
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned);
  EXPECT_EQ(run.cells[0].bits, 0x1234u);

  StraightLine c;
  const Operand other = c.stack(8);
  c.store(i16, c.bits(i16, 0x1234), other);
  c.ret({c.load(i32, other)}, {i32});
  expectTrap(c, TrapKind::Uninitialised);
}

TEST(MemoryLimits, HugeAllocationsEndTheRun) {
  StraightLine b;
  b.call("malloc", {ptr}, {i64}, {b.bits(i64, ~uint64_t{0})});
  b.ret({}, {});
  const auto run = runConcrete(b);
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Unfinished);
  EXPECT_EQ(run.outcome.reason, "memory limit");
}

// --- addresses do not leak

TEST(Addresses, APointerReadAsAnIntegerMustNotShow) {
  for (const Type type : {i64, i32, i8, f64}) {
    StraightLine b;
    const Operand object = b.stack(8);
    b.store(ptr, object, object);
    b.ret({b.load(type, object)}, {type});
    const auto run = runConcrete(b);
    ASSERT_EQ(run.outcome.kind, OutcomeKind::Unfinished);
    EXPECT_NE(run.outcome.reason.find("where objects lie"), std::string::npos);
  }
}

TEST(Addresses, APointerCopiedByteByByteStaysOne) {
  StraightLine b;
  const Operand target = b.stack(4);
  b.store(i32, b.bits(i32, 77), target);
  const Operand from = b.stack(8);
  const Operand to = b.stack(8);
  b.store(ptr, target, from);
  for (int k = 0; k < 8; ++k) b.store(i8, b.load(i8, b.at(from, k)), b.at(to, k));
  b.ret({b.load(i32, b.load(ptr, to))}, {i32});
  const auto run = runConcrete(b);
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned) << run.outcome.reason;
  EXPECT_EQ(run.cells[0].bits, 77u);
}

TEST(Addresses, ANumberDoesNotReachAnObject) {
  // The VM's number of the object is guessed right; natively that address is nothing.
  for (ObjectIndex guess = 1; guess < 8; ++guess) {
    StraightLine b;
    b.fill(b.stack(8), b.bits(i8, 0), b.bits(i64, 8));
    const Operand place = b.stack(8);
    b.store(i64, b.bits(i64, addressOf(guess)), place);
    b.ret({b.load(i32, b.load(ptr, place))}, {i32});
    EXPECT_NE(runConcrete(b).outcome.kind, OutcomeKind::Returned);
  }
}

// --- symbolic places

TEST(SymbolicPlaces, TableReadIsExactAndOneDecision) {
  StraightLine b;
  const Operand index = b.parameter(i32);
  Global table;
  table.name = table.display = "table";
  table.defined = true;
  table.size = 40;
  for (int k = 0; k < 10; ++k) table.bytes.insert(table.bytes.end(), {static_cast<uint8_t>(k * k), 1, 0, 0});
  b.ret({b.load(i32, b.at(b.global(b.addGlobal(table)), index, i32, 4))}, {i32});
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({3});
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned);
  ASSERT_EQ(run.decisions.size(), 1u);
  EXPECT_EQ(run.decisions[0].kind, DecisionKind::TrapCheck);
  ASSERT_TRUE(run.cells[0].expr.valid());
  for (uint32_t k = 0; k < 12; ++k) {
    const std::vector<U128> input{k};
    EXPECT_EQ(fixture.satisfies(run, input), k < 10);
    if (k < 10) {
      EXPECT_EQ(expr::evaluate(fixture.pool, run.cells[0].expr, input), k * k + 256);
    }
  }
  EXPECT_FALSE(fixture.satisfies(run, {0xffffffff}));
  EXPECT_TRUE(fixture.satisfies(run, {0}));
}

TEST(SymbolicPlaces, OutsideTrapsForEveryInputOfThePath) {
  StraightLine b;
  const Operand index = b.parameter(i8);
  const Operand object = b.stack(4);
  b.fill(object, b.bits(i8, 1), b.bits(i64, 4));
  b.ret({b.load(i8, b.at(object, index, i8, 1))}, {i8});
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({9});
  ASSERT_EQ(run.outcome.kind, OutcomeKind::Trapped);
  for (unsigned k = 0; k < 256; ++k) EXPECT_EQ(fixture.satisfies(run, {k}), k >= 4);
}

TEST(SymbolicPlaces, SeveralObjectsCostADecisionEach) {
  StraightLine b;
  const Operand index = b.parameter(i8);
  const Operand table = b.stack(24);
  for (int k = 0; k < 3; ++k) {
    const Operand object = b.stack(4);
    b.store(i32, b.bits(i32, 100 + k), object);
    b.store(ptr, object, b.at(table, 8 * k));
  }
  b.ret({b.load(i32, b.load(ptr, b.at(table, index, i8, 8)))}, {i32});
  Fixture fixture(b.finish());
  for (unsigned k = 0; k < 3; ++k) {
    const auto run = fixture.symbolic({k});
    ASSERT_EQ(run.outcome.kind, OutcomeKind::Returned) << run.outcome.reason;
    EXPECT_EQ(run.cells[0].bits, 100 + k);
    for (unsigned j = 0; j < 256; ++j) EXPECT_EQ(fixture.satisfies(run, {j}), j == k);
  }
}

TEST(SymbolicPlaces, StoreIsExact) {
  StraightLine b;
  const Operand index = b.parameter(i8);
  const Operand value = b.parameter(i16);
  const Operand object = b.stack(16);
  b.fill(object, b.bits(i8, 0), b.bits(i64, 16));
  b.store(i16, value, b.at(object, index, i8, 2));
  std::vector<Operand> results;
  for (int k = 0; k < 8; ++k) results.push_back(b.load(i16, b.at(object, 2 * k)));
  b.ret(results, std::vector<Type>(8, i16));
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({5, 1000});
  ASSERT_EQ(run.decisions.size(), 1u);
  for (unsigned k = 0; k < 8; ++k) {
    const std::vector<U128> input{k, 7};
    ASSERT_TRUE(fixture.satisfies(run, input));
    expectSameCells(fixture.pool, run, fixture.concrete(input), input);
  }
}

TEST(SymbolicPlaces, BeyondTheLimitTheAddressIsDecided) {
  StraightLine b;
  const Operand index = b.parameter(i32);
  const Operand object = b.stack(400);
  b.fill(object, b.bits(i8, 3), b.bits(i64, 400));
  b.ret({b.load(i32, b.at(object, index, i32, 4))}, {i32});
  RunLimits limits;
  limits.symbolicCells = 99;
  Fixture fixture(b.finish(), limits);
  const auto run = fixture.symbolic({50});
  ASSERT_EQ(run.decisions.size(), 2u);
  EXPECT_EQ(run.decisions[1].kind, DecisionKind::Address);
  for (unsigned k = 0; k < 100; ++k) EXPECT_EQ(fixture.satisfies(run, {k}), k == 50);
}

// --- floats and their bits

TEST(FloatBits, SameTypeComesBackAsItWas) {
  StraightLine b;
  const Operand x = b.parameter(f64);
  const Operand object = b.stack(8);
  b.store(f64, x, object);
  b.ret({b.load(f64, object)}, {f64});
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({bitsOf(2.5)});
  EXPECT_TRUE(run.decisions.empty());
  EXPECT_EQ(fixture.pool.op(run.cells[0].expr), expr::Op::Symbol);
}

TEST(FloatBits, ReadAsBytesDecidesThatItIsNoNan) {
  StraightLine b;
  const Operand x = b.parameter(f32);
  const Operand object = b.stack(4);
  b.store(f32, x, object);
  b.ret({b.load(i8, b.at(object, 3))}, {i8});
  Fixture fixture(b.finish());
  const auto run = fixture.symbolic({bitsOf(-1.0f)});
  EXPECT_EQ(run.cells[0].bits, 0xbfu);
  EXPECT_FALSE(fixture.satisfies(run, {canonicalNan(32)}));
  for (const float other : {3.5f, -0.0f, 1e30f}) {
    const std::vector<U128> input{bitsOf(other)};
    ASSERT_TRUE(fixture.satisfies(run, input));
    EXPECT_EQ(expr::evaluate(fixture.pool, run.cells[0].expr, input), bitsOf(other) >> 24);
  }
  const auto nan = fixture.symbolic({canonicalNan(32)});
  EXPECT_EQ(nan.cells[0].bits, 0x7fu);
  EXPECT_FALSE(fixture.satisfies(nan, {bitsOf(1.0f)}));
}

// --- random programs: whoever satisfies the decisions sees what the run claims

class RandomMemory {
 public:
  explicit RandomMemory(uint64_t seed) : random_(seed) {
    a_ = b.parameter(i8);
    b_ = b.parameter(i8);
    const Operand f = b.parameter(f32);
    values_.push_back({i8, a_});
    values_.push_back({i8, b_});
    values_.push_back({f32, f});
    values_.push_back({f64, b.cast(Op::FPExt, f32, f64, f)});
    for (const Type type : {i16, i32, i64, i128, Type::integer(24), Type::integer(17)}) {
      values_.push_back({type, b.bits(type, random_.next() & mask64(std::min<unsigned>(type.width, 64)))});
      values_.push_back(
          {type, b.op(Op::Mul, type, b.cast(Op::SExt, i8, type, random_.chance(50) ? a_ : b_), b.bits(type, random_.next() & 0x1ffff))});
    }
    values_.push_back({i1, b.cast(Op::Trunc, i8, i1, b_)});
    const uint64_t count = 1 + random_.below(3);
    for (uint64_t k = 0; k < count; ++k) {
      const uint64_t size = 17 + random_.below(24);
      objects_.push_back({b.stack(size), size});
      values_.push_back({ptr, objects_.back().address});
      if (random_.chance(93)) b.fill(objects_.back().address, random_.chance(50) ? b.bits(i8, random_.below(256)) : a_, b.bits(i64, size));
    }
    const uint64_t steps = 3 + random_.below(10);
    for (uint64_t k = 0; k < steps; ++k) step();
    std::vector<Operand> results;
    std::vector<Type> types;
    const uint64_t shown = 1 + random_.below(3);
    for (uint64_t k = 0; k < shown; ++k) {
      const Typed v = loaded_.empty() || random_.chance(40) ? load() : loaded_[random_.below(loaded_.size())];
      results.push_back(v.operand);
      types.push_back(v.type);
    }
    b.ret(results, types);
  }

  StraightLine b;

 private:
  struct Typed {
    Type type;
    Operand operand;
  };
  struct Area {
    Operand address;
    uint64_t size;
  };

  Type type() {
    static constexpr Type kTypes[] = {i8, i8, i16, i32, i32, i64, i64, i128, f32, f32, f64, Type::integer(24), Type::integer(17), i1, ptr};
    return kTypes[random_.below(std::size(kTypes))];
  }

  Operand valueOf(Type type) {
    std::vector<Operand> fitting;
    for (const Typed& v : values_)
      if (v.type == type) fitting.push_back(v.operand);
    return fitting[random_.below(fitting.size())];
  }

  // Mostly in bounds; half of the time its offset depends on the input.
  Operand place(unsigned bytes) {
    const Area& area = objects_[random_.below(objects_.size())];
    const uint64_t room = area.size > bytes ? area.size - bytes + 1 : 1;
    const uint64_t offset = random_.chance(2) ? random_.below(area.size + 4) : random_.below(room);
    if (random_.chance(50)) return b.at(area.address, static_cast<int64_t>(offset));
    const Operand input = random_.chance(60) ? a_ : b_;
    uint64_t scale = uint64_t{1} << random_.below(4);
    uint64_t mask = (uint64_t{2} << random_.below(4)) - 1;
    const uint64_t start = random_.below(2) * random_.below(4);
    const bool mayMiss = random_.chance(8);
    while (!mayMiss && start + mask * scale >= room && mask * scale > 1) (random_.chance(50) && scale > 1 ? scale : mask) /= 2;
    const Operand index = b.op(Op::And, i8, input, b.bits(i8, mayMiss ? 255 : mask));
    return b.at(b.at(area.address, static_cast<int64_t>(start)), b.cast(Op::ZExt, i8, i32, index), i32, static_cast<int64_t>(scale));
  }

  Typed load() {
    const Type t = type();
    const Typed v{t, b.load(t, place(t.bytes()))};
    loaded_.push_back(v);
    values_.push_back(v);
    return v;
  }

  // Pointers in a table, one of them chosen by the input.
  void choosePointer() {
    const Operand table = b.stack(32);
    for (int k = 0; k < 4; ++k) b.store(ptr, random_.chance(10) ? b.bits(ptr, 0) : valueOf(ptr), b.at(table, 8 * k));
    const Operand index = b.op(Op::And, i8, random_.chance(50) ? a_ : b_, b.bits(i8, 3));
    const Typed chosen{ptr, b.at(b.load(ptr, b.at(table, index, i8, 8)), static_cast<int64_t>(random_.below(3) * 4))};
    values_.push_back(chosen);
    loaded_.push_back(chosen);
  }

  // Of numbers: null and what is near it, what the input says, and what this machine calls its objects by.
  void makePointer() {
    Operand number = valueOf(i64);
    if (random_.chance(30)) number = b.bits(i64, random_.below(3) * 4);
    if (random_.chance(20)) number = b.bits(i64, addressOf(static_cast<ObjectIndex>(random_.below(8)), random_.below(4)));
    if (random_.chance(30)) number = b.op(Op::And, i64, number, b.bits(i64, random_.chance(50) ? 3 : 0x300000003));
    const Operand made = b.cast(Op::IntToPtr, i64, ptr, number);
    const Typed pointer{ptr, random_.chance(40) ? b.at(made, random_.chance(50) ? a_ : b_, i8, 1) : made};
    values_.push_back(pointer);
    loaded_.push_back(pointer);
  }

  Operand lengthBelow(uint64_t end) {
    if (random_.chance(60)) return b.bits(i64, random_.below(end));
    return b.cast(Op::ZExt, i8, i64, b.op(Op::And, i8, random_.chance(50) ? a_ : b_, b.bits(i8, 7)));
  }

  // Much of it may be bad at once: both places, and the length.
  void wildCopy() {
    const auto wild = [&] {
      if (random_.chance(40)) return b.bits(ptr, 0);
      if (random_.chance(20)) return valueOf(ptr);
      return b.at(objects_[random_.below(objects_.size())].address, random_.chance(50) ? a_ : b_, i8, 1);
    };
    const Operand to = wild();
    b.copy(to, wild(), lengthBelow(9));
  }

  void step() {
    if (random_.chance(7)) return choosePointer();
    if (random_.chance(3)) return wildCopy();
    if (random_.chance(7)) return makePointer();
    const uint64_t choice = random_.below(20);
    if (choice < 9) {
      const Type t = type();
      b.store(t, valueOf(t), place(t.bytes()));
    } else if (choice < 15) {
      load();
    } else if (choice < 17) {
      const Operand to = random_.chance(10) ? valueOf(ptr) : place(8);
      b.copy(to, random_.chance(10) ? valueOf(ptr) : place(8), lengthBelow(9));
    } else if (choice < 18) {
      const Operand to = place(8);
      b.fill(to, valueOf(i8), lengthBelow(6));
    } else if (choice < 19) {
      const Typed v{i32, b.load(i32, valueOf(ptr))};
      loaded_.push_back(v);
      values_.push_back(v);
    } else {
      const Type t = type();
      const Operand chosen = b.op(Op::Select, t, b.op(Op::ICmp, i8, a_, b_, {}, {}, 0, static_cast<uint8_t>(program::IntPredicate::ULt)),
                                  valueOf(t), valueOf(t));
      values_.push_back({t, chosen});
    }
  }

  Random random_;
  Operand a_, b_;
  std::vector<Typed> values_;
  std::vector<Typed> loaded_;
  std::vector<Area> objects_;
};

TEST(RandomMemory, ClaimsHoldForEveryInputThatSatisfiesTheDecisions) {
  const std::vector<U128> floats = {bitsOf(1.5f), bitsOf(-0.0f), canonicalNan(32), bitsOf(3e38f)};
  uint64_t checked = 0, returned = 0, symbolicCells = 0, unfinished = 0;
  const char* campaign = std::getenv("CLEAVE_SEEDS");  // more than ./check has time for
  const uint64_t seeds = campaign != nullptr ? std::strtoull(campaign, nullptr, 10) : 1500;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    RandomMemory random(seed);
    Fixture fixture(random.b.finish());
    Random inputs(seed * 77 + 5);
    for (int round = 0; round < 2; ++round) {
      const std::vector<U128> input{inputs.below(inputs.chance(50) ? 4 : 256), inputs.below(inputs.chance(50) ? 4 : 256),
                                    floats[inputs.below(4)]};
      const auto claimed = fixture.symbolic(input);
      ASSERT_TRUE(fixture.satisfies(claimed, input)) << "seed " << seed;
      if (claimed.outcome.kind == OutcomeKind::Unfinished) {
        ++unfinished;
        continue;
      }
      returned += claimed.outcome.kind == OutcomeKind::Returned;
      for (const ObservedCell& cell : claimed.cells) symbolicCells += cell.expr.valid();
      for (int k = 0; k < 300; ++k) {
        std::vector<U128> other{k < 256 ? U128(k) : U128(inputs.below(256)), inputs.chance(50) ? input[1] : U128(inputs.below(256)),
                                floats[inputs.below(4)]};
        if (k == 299) other = input;
        if (k % 5 == 4) std::swap(other[0], other[1]);
        if (!fixture.satisfies(claimed, other)) continue;
        ++checked;
        const auto real = fixture.concrete(other);
        ASSERT_EQ(claimed.outcome.kind, real.outcome.kind) << "seed " << seed << " " << real.outcome.reason;
        if (claimed.outcome.kind == OutcomeKind::Trapped) {
          ASSERT_EQ(claimed.outcome.trap, real.outcome.trap) << "seed " << seed;
        }
        expectSameCells(fixture.pool, claimed, real, other);
        ASSERT_FALSE(testing::Test::HasFatalFailure()) << "seed " << seed;
      }
    }
  }
  // The test would show nothing if most runs ended early or claimed nothing.
  EXPECT_GT(checked, 50 * seeds);
  EXPECT_GT(returned, seeds);
  EXPECT_GT(symbolicCells, seeds);
  std::printf("checked %lu, returned %lu, symbolic cells %lu, unfinished %lu\n", checked, returned, symbolicCells, unfinished);
}

}  // namespace
}  // namespace cleave::vm::test
