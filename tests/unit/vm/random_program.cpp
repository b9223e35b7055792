#include "random_program.h"

#include <algorithm>

namespace cleave::vm::test {

namespace {

using Pool = std::vector<Typed>;  // values at hand

class Generator {
 public:
  Generator(const RandomShape& shape, uint64_t seed) : shape_(shape), random_(seed) {}

  RandomProgram run() {
    for (int k = 0; k < 2; ++k) globals_.push_back(builder_.addGlobal("g" + std::to_string(k), 16, 8));
    callee_ = builder_.add(makeCallee());
    FunctionBuilder f("entry");
    f_ = &f;
    Pool values;
    for (Type type : shape_.parameters) values.push_back({f.parameter(type), type});
    body(values, 0);
    f.giveBack({});
    RandomProgram result;
    result.parameters = shape_.parameters;
    result.entry = builder_.next();
    const program::Function function = f.finish();
    for (const program::Block& block : function.blocks) result.written.push_back(writtenIn(function, block));
    builder_.add(function);
    result.program = builder_.program();
    return result;
  }

 private:
  std::vector<Typed> writtenIn(const program::Function& function, const program::Block& block) {
    std::vector<Typed> written;
    for (const program::Phi& phi : block.phis) written.push_back({Operand::reg(phi.dst), phi.type});
    for (uint32_t k = block.first; k < block.end; ++k) {
      const Instruction& i = function.instructions[k];
      if (i.op == Op::Call) {
        const program::CallInfo& call = function.calls[i.extra];
        for (size_t r = 0; r < call.results.size(); ++r) written.push_back({Operand::reg(call.results[r]), call.resultTypes[r]});
      }
      if (i.dst == UINT32_MAX) continue;
      const bool truth = i.op == Op::ICmp || i.op == Op::FCmp || i.op == Op::FIsClass;
      written.push_back({Operand::reg(i.dst), truth ? kBool : i.type});
      if (i.op >= Op::SAddOverflow && i.op <= Op::UMulOverflow) written.push_back({Operand::reg(i.extra), kBool});
    }
    return written;
  }

  // A function of an int and a long that gives back a wide number and a double.
  program::Function makeCallee() {
    FunctionBuilder f("callee");
    const Operand a = f.parameter(kInt);
    const Operand b = f.parameter(kLong);
    const BlockIndex then = f.block();
    const BlockIndex otherwise = f.block();
    f.at(0);
    const Operand wide = f.op(Op::Mul, integer(100), f.cast(Op::SExt, kLong, integer(100), b), f.cast(Op::ZExt, kInt, integer(100), a));
    f.branch(f.compare(IntPredicate::SLt, kInt, a, f.constant(kInt, 10)), then, otherwise);
    f.at(then);
    f.giveBack({{wide, integer(100)}, {f.cast(Op::SIToFP, kInt, kDouble, a), kDouble}});
    f.at(otherwise);
    f.giveBack(
        {{f.op(Op::Sub, integer(100), wide, f.constant(integer(100), 3)), integer(100)}, {f.constant(kDouble, bitsOf(0.5)), kDouble}});
    return f.finish();
  }

  Type anyType() { return shape_.types[random_.below(shape_.types.size())]; }
  Type anyInt() {
    for (;;) {
      const Type type = anyType();
      if (type.isInt()) return type;
    }
  }
  Type anyOf(std::initializer_list<unsigned> widths) {
    for (int k = 0; k < 20; ++k) {
      const Type type = anyInt();
      if (std::find(widths.begin(), widths.end(), type.width) != widths.end()) return type;
    }
    return integer(*widths.begin());
  }
  Type anyFloat() { return random_.chance(50) ? kFloat : kDouble; }

  // Mostly something that was computed, else a constant, now and then undefined.
  Operand operand(const Pool& values, Type type) {
    std::vector<Operand> fitting;
    for (const Typed& v : values)
      if (v.type == type) fitting.push_back(v.operand);
    if (!fitting.empty() && random_.chance(85)) return fitting[fitting.size() - 1 - random_.below(std::min<size_t>(fitting.size(), 6))];
    if (shape_.undefined && random_.chance(4)) return f_->undefined(type);
    if (type.isPointer()) {
      if (random_.chance(25)) return f_->constant(type, random_.chance(70) ? 0 : random_.below(2) - 1);
      return f_->addressOf(globals_[random_.below(2)], random_.below(5) * 4);
    }
    return f_->constant(type, interestingBits(type, random_));
  }

  void put(Pool& values, Operand operand, Type type) { values.push_back({operand, type}); }

  void instruction(Pool& values) {
    switch (random_.below(shape_.pointers ? 11 : 9)) {
      case 0:
      case 1:
      case 2:
        return arithmetic(values);
      case 3:
        return bits(values);
      case 4:
        return compare(values);
      case 5:
        return floats(values);
      case 6:
      case 7:
        return cast(values);
      case 8:
        return choose(values);
      case 9:
      case 10:
        return pointer(values);
    }
  }

  void arithmetic(Pool& values) {
    static constexpr Op kOps[] = {Op::Add,  Op::Sub, Op::Mul, Op::And, Op::Or,   Op::Xor,  Op::Shl,  Op::LShr,
                                  Op::AShr, Op::Add, Op::And, Op::Or,  Op::UDiv, Op::SDiv, Op::URem, Op::SRem};
    const Type type = anyInt();
    const Op op = kOps[random_.below(std::size(kOps))];
    Operand b = operand(values, type);
    const bool divides = op == Op::UDiv || op == Op::SDiv || op == Op::URem || op == Op::SRem;
    if (divides && random_.chance(70)) b = f_->op(Op::Or, type, b, f_->constant(type, 1));  // else most runs end in a trap
    put(values, f_->op(op, type, operand(values, type), b), type);
  }

  void bits(Pool& values) {
    const Type type = anyInt();
    switch (random_.below(6)) {
      case 0: {
        static constexpr Op kOps[] = {Op::CtPop, Op::CtLz, Op::CtTz, Op::BitReverse, Op::Abs};
        return put(values, f_->op(kOps[random_.below(5)], type, operand(values, type)), type);
      }
      case 1: {
        const Type even = anyOf({32, 64, 128, 16});
        return put(values, f_->op(Op::BSwap, even, operand(values, even)), even);
      }
      case 2:
        return put(
            values,
            f_->op(random_.chance(50) ? Op::FShl : Op::FShr, type, operand(values, type), operand(values, type), operand(values, type)),
            type);
      case 3: {
        static constexpr Op kOps[] = {Op::SMin, Op::SMax, Op::UMin, Op::UMax};
        return put(values, f_->op(kOps[random_.below(4)], type, operand(values, type), operand(values, type)), type);
      }
      case 4: {
        static constexpr Op kOps[] = {Op::SAddSat, Op::UAddSat, Op::SSubSat, Op::USubSat, Op::SShlSat, Op::UShlSat};
        return put(values, f_->op(kOps[random_.below(6)], type, operand(values, type), operand(values, type)), type);
      }
      case 5: {
        static constexpr Op kOps[] = {Op::SAddOverflow, Op::UAddOverflow, Op::SSubOverflow,
                                      Op::USubOverflow, Op::SMulOverflow, Op::UMulOverflow};
        const auto [value, flag] = f_->overflow(kOps[random_.below(6)], type, operand(values, type), operand(values, type));
        put(values, value, type);
        return put(values, flag, kBool);
      }
    }
  }

  void compare(Pool& values) {
    if (random_.chance(30)) {
      const Type type = anyFloat();
      return put(values, f_->compare(static_cast<FloatPredicate>(random_.below(16)), type, operand(values, type), operand(values, type)),
                 kBool);
    }
    const Type type = anyInt();
    put(values, f_->compare(static_cast<IntPredicate>(random_.below(10)), type, operand(values, type), operand(values, type)), kBool);
  }

  void floats(Pool& values) {
    static constexpr Op kUnary[] = {Op::FNeg,   Op::FAbs,  Op::FSqrt,      Op::FFloor, Op::FCeil,
                                    Op::FTrunc, Op::FRint, Op::FNearbyInt, Op::FRound, Op::FRoundEven};
    static constexpr Op kBinary[] = {Op::FAdd,    Op::FSub,     Op::FMul,     Op::FDiv,      Op::FMinNum,
                                     Op::FMaxNum, Op::FMinimum, Op::FMaximum, Op::FCopySign, Op::FRem};
    const Type type = anyFloat();
    const unsigned kind = static_cast<unsigned>(random_.below(10));
    if (kind < 4) return put(values, f_->op(kUnary[random_.below(std::size(kUnary))], type, operand(values, type)), type);
    if (kind < 8)
      return put(values, f_->op(kBinary[random_.below(std::size(kBinary))], type, operand(values, type), operand(values, type)), type);
    if (kind < 9) return put(values, f_->op(Op::FFma, type, operand(values, type), operand(values, type), operand(values, type)), type);
    put(values, f_->isClass(type, operand(values, type), static_cast<int64_t>(random_.below(1024))), kBool);
  }

  void cast(Pool& values) {
    const Type a = anyInt();
    const Type b = anyInt();
    const Type f = anyFloat();
    switch (random_.below(7)) {
      case 0:
      case 1:
        if (a.width == b.width) return put(values, f_->op(Op::Copy, a, operand(values, a)), a);
        if (a.width > b.width) return put(values, f_->cast(Op::Trunc, a, b, operand(values, a)), b);
        return put(values, f_->cast(random_.chance(50) ? Op::ZExt : Op::SExt, a, b, operand(values, a)), b);
      case 2:
        return put(values, f_->cast(random_.chance(50) ? Op::SIToFP : Op::UIToFP, a, f, operand(values, a)), f);
      case 3:
        return put(values, f_->cast(random_.chance(50) ? Op::FPToSI : Op::FPToUI, f, a, operand(values, f)), a);
      case 4:
        if (random_.chance(50)) return put(values, f_->cast(Op::FPExt, kFloat, kDouble, operand(values, kFloat)), kDouble);
        return put(values, f_->cast(Op::FPTrunc, kDouble, kFloat, operand(values, kDouble)), kFloat);
      case 5: {
        const Type pattern = integer(f.width);
        if (random_.chance(50)) return put(values, f_->cast(Op::BitCast, f, pattern, operand(values, f)), pattern);
        return put(values, f_->cast(Op::BitCast, pattern, f, operand(values, pattern)), f);
      }
      case 6: {
        const Type any = random_.chance(70) ? a : f;
        return put(values, f_->op(Op::Freeze, any, operand(values, any)), any);
      }
    }
  }

  void choose(Pool& values) {
    const Type type = shape_.pointers && random_.chance(15) ? kPointer : random_.chance(20) ? anyFloat() : anyInt();
    put(values, f_->op(Op::Select, type, operand(values, kBool), operand(values, type), operand(values, type)), type);
  }

  void pointer(Pool& values) {
    switch (random_.below(5)) {
      case 0:
        return put(values, f_->cast(Op::PtrToInt, kPointer, kLong, operand(values, kPointer)), kLong);
      case 1:
        return put(values, f_->cast(Op::IntToPtr, kLong, kPointer, operand(values, kLong)), kPointer);
      case 2: {
        const Type index = random_.chance(50) ? kInt : kLong;
        const Operand small = f_->op(Op::And, index, operand(values, index), f_->constant(index, 3));
        return put(values, f_->pointerAdd(operand(values, kPointer), small, index, 4), kPointer);
      }
      case 3:
      case 4:
        return put(values,
                   f_->compare(static_cast<IntPredicate>(random_.chance(60) ? random_.below(2) : random_.below(10)), kPointer,
                               operand(values, kPointer), operand(values, kPointer)),
                   kBool);
    }
  }

  // --- control

  void body(Pool& values, unsigned depth) {
    const unsigned parts = 1 + static_cast<unsigned>(random_.below(3));
    for (unsigned part = 0; part < parts; ++part) {
      const unsigned count = 1 + static_cast<unsigned>(random_.below(shape_.size / (depth + 1) + 1));
      for (unsigned k = 0; k < count; ++k) instruction(values);
      if (depth >= 2) continue;
      switch (random_.below(5)) {
        case 0:
          diamond(values, depth);
          break;
        case 1:
          manyWays(values, depth);
          break;
        case 2:
          loop(values, depth);
          break;
        case 3:
          call(values);
          break;
        case 4:
          break;
      }
    }
  }

  // After two or more ways met: some values of each.
  void merge(Pool& values, const std::vector<std::pair<BlockIndex, Pool>>& ways) {
    for (Type type : shape_.types) {
      if (random_.chance(50)) continue;
      std::vector<std::pair<BlockIndex, Operand>> incoming;
      for (const auto& [block, pool] : ways) incoming.push_back({block, operand(pool, type)});
      put(values, f_->phi(type, incoming), type);
    }
  }

  void diamond(Pool& values, unsigned depth) {
    const Operand condition = operand(values, kBool);
    const BlockIndex head = f_->here();
    std::vector<std::pair<BlockIndex, Pool>> ways;
    std::vector<BlockIndex> starts;
    for (int k = 0; k < 2; ++k) {
      starts.push_back(f_->block());
      Pool inner = values;
      body(inner, depth + 1);
      ways.push_back({f_->here(), inner});
    }
    finishWays(values, ways, [&] {
      f_->at(head);
      f_->branch(condition, starts[0], starts[1]);
    });
  }

  void manyWays(Pool& values, unsigned depth) {
    const Type type = anyInt();
    const Operand on = operand(values, type);
    const BlockIndex head = f_->here();
    std::vector<std::pair<BlockIndex, Pool>> ways;
    std::vector<BlockIndex> starts;
    const unsigned cases = type.width == 1 ? 1 : 3;
    for (unsigned k = 0; k <= cases; ++k) {
      starts.push_back(f_->block());
      Pool inner = values;
      body(inner, depth + 1);
      ways.push_back({f_->here(), inner});
    }
    finishWays(values, ways, [&] {
      f_->at(head);
      std::vector<std::pair<U128, BlockIndex>> table;
      for (unsigned k = 0; k < cases; ++k) {
        const U128 value = k < 2 ? U128{k} : interestingBits(type, random_) | 2;
        table.push_back({value, starts[k]});
      }
      f_->switchOn(type, on, table, starts[cases]);
    });
  }

  template <class Head>
  void finishWays(Pool& values, const std::vector<std::pair<BlockIndex, Pool>>& ways, Head&& head) {
    const BlockIndex join = f_->block();
    head();
    for (const auto& [block, pool] : ways) {
      f_->at(block);
      f_->jump(join);
    }
    f_->at(join);
    merge(values, ways);
  }

  // Up to seven rounds, as some value says.
  void loop(Pool& values, unsigned depth) {
    const Type type = anyOf({8, 32, 64, 13});
    const Operand bound = f_->op(Op::And, type, operand(values, type), f_->constant(type, 7));
    const Type carried = anyType();
    const Operand initial = operand(values, carried);
    const BlockIndex before = f_->here();
    const BlockIndex head = f_->block();
    f_->at(before);
    f_->jump(head);
    f_->at(head);
    const Operand round = f_->phi(type, {{before, f_->constant(type, 0)}});
    const Operand state = f_->phi(carried, {{before, initial}});
    put(values, round, type);
    put(values, state, carried);
    const Operand more = f_->compare(IntPredicate::ULt, type, round, bound);
    const BlockIndex inside = f_->block();
    Pool inner = values;
    body(inner, depth + 1);
    const Operand next = f_->op(Op::Add, type, round, f_->constant(type, 1));
    const Operand changed = operand(inner, carried);
    const BlockIndex end = f_->here();
    f_->jump(head);
    f_->extendPhi(round, end, next);
    f_->extendPhi(state, end, changed);
    const BlockIndex after = f_->block();
    f_->at(head);
    f_->branch(more, inside, after);
    f_->at(after);
  }

  void call(Pool& values) {
    const std::vector<Operand> results =
        f_->call(callee_, {{operand(values, kInt), kInt}, {operand(values, kLong), kLong}}, {integer(100), kDouble});
    put(values, results[0], integer(100));
    put(values, results[1], kDouble);
  }

  RandomShape shape_;
  Random random_;
  ProgramBuilder builder_;
  std::vector<GlobalId> globals_;
  FunctionId callee_;
  FunctionBuilder* f_ = nullptr;
};

}  // namespace

RandomProgram randomProgram(const RandomShape& shape, uint64_t seed) { return Generator(shape, seed).run(); }

U128 interestingBits(Type type, Random& random) {
  const U128 any = (U128{random.next()} << 64) | random.next();
  if (type.isFloat()) {
    static constexpr double kValues[] = {0.0,    -0.0,   1.0,          -1.0,       0.5,
                                         -1.5,   2.5,    127.5,        -129.0,     256.0,
                                         1e9,    -3e9,   4294967296.0, 9.3e18,     -9.3e18,
                                         1.8e19, 1e30,   -1e38,        1e300,      4.9e-324,
                                         1e-310, -1e-40, 1e-38,        16777217.0, 9007199254740993.0};
    const unsigned choice = static_cast<unsigned>(random.below(10));
    const U128 sign = U128{random.below(2)} << (type.width - 1);
    if (choice == 0) return canonicalNan(type.width) | sign;
    if (choice == 1) return (type.width == 32 ? U128{0x7f800000} : U128{0x7ff0000000000000}) | sign;
    if (choice == 2) return truncateTo(any, type.width);
    if (choice == 3)
      return type.width == 32 ? bitsOf(static_cast<float>(random.below(1000)) - 500)
                              : bitsOf(static_cast<double>(random.below(1000)) - 500);
    const double value = kValues[random.below(std::size(kValues))];
    return type.width == 32 ? bitsOf(static_cast<float>(value)) : bitsOf(value);
  }
  U128 bits = any;
  switch (random.below(6)) {
    case 0:
      bits = random.below(10);
      break;
    case 1:
      bits = ~U128{random.below(10)};
      break;
    case 2:
      bits = (U128{1} << (type.width - 1)) + random.below(3) - 1;
      break;
    case 3:
      bits = U128{1} << random.below(type.width);
      break;
    case 4:
      bits = maskOf(1 + static_cast<unsigned>(random.below(type.width)));
      break;
    case 5:
      break;
  }
  return truncateTo(bits, type.width);
}

}  // namespace cleave::vm::test
