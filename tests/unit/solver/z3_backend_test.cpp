#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <thread>

#include "expr/evaluate.h"
#include "solver/solver.h"
#include "solver/worker.h"
#include "support/copy.h"
#include "support/float_format.h"
#include "support/process.h"
#include "support/random.h"

namespace cleave::solver {
namespace {

using expr::ExprId;
using expr::ExprPool;
using expr::Op;
using expr::Rewriting;
using expr::Sort;

class Z3Backend : public ::testing::Test {
 protected:
  ExprId bits(const char* name, unsigned width) { return pool_.symbolExpr(pool_.addSymbol({name, Sort::bits(width), true})); }
  ExprId floating(const char* name, unsigned width) { return pool_.symbolExpr(pool_.addSymbol({name, Sort::floating(width), true})); }

  Solution solve(const std::vector<ExprId>& query, Seconds limit = Seconds(60)) { return solver_->solve(query, limit); }

  void expectHolds(const std::vector<ExprId>& query) {
    Solution solution = solve(query);
    ASSERT_EQ(solution.answer, Answer::Satisfiable) << solution.reason;
    for (ExprId literal : query) EXPECT_NE(expr::evaluate(pool_, literal, solution.model), 0u);
  }
  void expectRefuted(const std::vector<ExprId>& query) {
    Solution solution = solve(query);
    EXPECT_EQ(solution.answer, Answer::Unsatisfiable) << solution.reason;
  }

  ExprPool pool_{Rewriting::Off};
  StopFlag stop_;
  std::unique_ptr<Solver> solver_ = makeZ3Solver(pool_, &stop_);
};

// As when a native build is started while the solver is at work: Z3 gets ready for each copy, and could do that for two at once for ever.
TEST_F(Z3Backend, CopiesAreMadeInAnotherThread) {
  std::atomic<bool> isDone = false;
  std::thread copies([&] {
    while (!isDone) EXPECT_FALSE(Copy([]() -> Status { return std::nullopt; }, Seconds(30)).wait(nullptr).has_value());
  });
  std::future<void> asked = std::async(std::launch::async, [&] {
    const ExprId x = bits("x", 32), y = bits("y", 32);
    for (unsigned k = 0; k < 150; ++k) {
      expectHolds({pool_.equal(pool_.binary(Op::Mul, x, y), pool_.bits(32, 2 * k + 1)), pool_.notOf(pool_.equal(x, pool_.bits(32, 1)))});
      const WorkerResult result = runInWorker([] { return std::string("copied"); }, Budget(Seconds(30), nullptr));
      ASSERT_EQ(result.end, WorkerResult::End::Finished);
    }
  });
  if (asked.wait_for(std::chrono::seconds(120)) != std::future_status::ready) {
    std::fprintf(stderr, "copies and questions wait for each other\n");
    std::_Exit(1);
  }
  isDone = true;
  copies.join();
}

TEST_F(Z3Backend, EmptyConjunctionHolds) { EXPECT_EQ(solve({}).answer, Answer::Satisfiable); }

TEST_F(Z3Backend, SymbolsThatDoNotOccurAreZero) {
  ExprId x = bits("x", 32);
  ExprId y = bits("y", 32);
  bits("z", 64);
  Solution solution = solve({pool_.equal(y, pool_.bits(32, 7))});
  ASSERT_EQ(solution.answer, Answer::Satisfiable);
  EXPECT_EQ(solution.model, (expr::Assignment{0, 7, 0}));
  (void)x;
}

TEST_F(Z3Backend, WideValuesComeBackWhole) {
  ExprId x = bits("x", 128);
  U128 value = (U128{0xfedcba9876543210} << 64) | 0x0123456789abcdef;
  Solution solution = solve({pool_.equal(pool_.unary(Op::BitNot, x), pool_.bits(128, ~value))});
  ASSERT_EQ(solution.answer, Answer::Satisfiable);
  EXPECT_TRUE(solution.model[0] == value);
}

TEST_F(Z3Backend, ReadBeyondTheEndGivesTheLastElement) {
  for (unsigned count : {1u, 2u, 3u, 5u, 8u, 13u}) {
    for (unsigned width : {1u, 2u, 3u, 4u, 8u, 64u}) {
      ExprId index = bits("i", width);
      std::vector<ExprId> elements;
      for (unsigned i = 0; i < count; ++i) elements.push_back(pool_.bits(16, 100 + i));
      ExprId read = pool_.read(index, elements);
      for (uint64_t i :
           {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{4}, uint64_t{7}, uint64_t{12}, uint64_t{13}, uint64_t{255}, ~uint64_t{0}}) {
        uint64_t at = i & mask64(width);
        std::vector<ExprId> pinned{pool_.binary(Op::ULe, index, pool_.bits(width, at)),
                                   pool_.binary(Op::ULe, pool_.bits(width, at), index)};
        ExprId right = pool_.equal(read, pool_.bits(16, 100 + std::min<uint64_t>(at, count - 1)));
        pinned.push_back(right);
        expectHolds(pinned);
        pinned.back() = pool_.notOf(right);
        expectRefuted(pinned);
      }
    }
  }
}

TEST_F(Z3Backend, FunctionsAreFunctionsOfTheirArguments) {
  ExprId x = bits("x", 32);
  ExprId y = bits("y", 32);
  auto sine = [&](ExprId a) { return pool_.apply("sin", std::vector<ExprId>{a}, Sort::bits(32)); };
  ExprId differ = pool_.notOf(pool_.equal(sine(x), sine(y)));
  EXPECT_EQ(solve({differ}).answer, Answer::Satisfiable);
  EXPECT_EQ(solve({differ, pool_.equal(x, y)}).answer, Answer::Unsatisfiable);
}

// Distinct names, equal SMT symbols: names must mean nothing.
TEST_F(Z3Backend, NamesDoNotMatter) {
  ExprId first = bits("x", 8);
  ExprId second = bits("x", 8);
  EXPECT_EQ(solve({pool_.binary(Op::ULt, first, second)}).answer, Answer::Satisfiable);
}

// --- time

TEST_F(Z3Backend, MillionDeepChainEndsInTime) {
  ExprId x = bits("x", 32);
  ExprId y = bits("y", 32);
  ExprId e = x;
  for (int i = 0; i < 500'000; ++i) e = pool_.binary(Op::Add, pool_.binary(Op::BitXor, e, y), x);
  auto start = Clock::now();
  Solution solution = solve({pool_.equal(e, pool_.bits(32, 12345))}, Seconds(1));
  EXPECT_LT(Seconds(Clock::now() - start).count(), 3.0);  // the promise is 2; the machine may be busy
  ASSERT_NE(solution.answer, Answer::Unsatisfiable);      // for y = 0 the sum is an odd multiple of x
  if (solution.answer == Answer::Satisfiable) {
    EXPECT_TRUE(expr::evaluate(pool_, e, solution.model) == 12345);
  }
  solver_.reset();  // freeing the translation must not take for ever, either
  EXPECT_LT(Seconds(Clock::now() - start).count(), 10.0);
}

class HardQueries : public Z3Backend {
 protected:
  // Every query is decided or given up within the limit and a second.
  void expectInTime(const std::vector<ExprId>& query, const char* what) {
    constexpr double kLimit = 0.4;
    auto start = Clock::now();
    Solution solution = solve(query, Seconds(kLimit));
    double took = Seconds(Clock::now() - start).count();
    RecordProperty(what, std::to_string(took));
    EXPECT_LT(took, kLimit + 1.0) << what;
    if (solution.answer == Answer::Unknown) {
      EXPECT_EQ(solution.reason, "solver time-out after 0.4 s") << what;
    }
  }
};

TEST_F(HardQueries, ProductsAndQuotients) {
  for (unsigned width : {64u, 128u}) {
    ExprId x = bits("x", width);
    ExprId y = bits("y", width);
    ExprId one = pool_.bits(width, 1);
    U128 odd = truncateTo((U128{0xfedcba9876543211} << 60) + 12345677, width);
    expectInTime(
        {pool_.equal(pool_.binary(Op::Mul, x, y), pool_.bits(width, odd)), pool_.binary(Op::ULt, one, x), pool_.binary(Op::ULt, one, y)},
        "product");
    for (int length : {1, 3, 8, 40}) {
      ExprId e = x;
      for (int i = 0; i < length; ++i) {
        ExprId product = pool_.binary(Op::Add, pool_.binary(Op::Mul, e, y), pool_.bits(width, static_cast<U128>(i)));
        e = pool_.binary(Op::UDiv, product, pool_.binary(Op::Add, y, pool_.bits(width, static_cast<U128>(i) + 3)));
      }
      expectInTime({pool_.equal(e, pool_.bits(width, 123456789)), pool_.binary(Op::ULt, pool_.bits(width, 1000), y)}, "quotients");
    }
  }
}

TEST_F(HardQueries, Floats) {
  for (unsigned width : {32u, 64u, 80u}) {
    Sort sort = Sort::floating(width);
    auto number = [&](double value) { return pool_.constant(sort, roundedTo(static_cast<long double>(value), width)); };
    ExprId x = floating("x", width);
    ExprId y = floating("y", width);
    ExprId ordered = pool_.binary(Op::FLt, x, y);
    ExprId large = pool_.binary(Op::FLt, number(3), x);
    expectInTime({pool_.binary(Op::FEqual, pool_.binary(Op::FDiv, x, y), number(0.1234567)), ordered, large}, "quotient");
    ExprId squares = pool_.binary(Op::FAdd, pool_.binary(Op::FMul, x, x), pool_.binary(Op::FMul, y, y));
    expectInTime({pool_.binary(Op::FEqual, pool_.unary(Op::FSqrt, squares), number(5.000001)), ordered, large}, "root");
    ExprId e = x;
    for (int i = 0; i < 10; ++i) e = pool_.unary(Op::FSqrt, pool_.binary(Op::FDiv, e, pool_.binary(Op::FAdd, y, number(i + 0.5))));
    expectInTime({pool_.binary(Op::FEqual, e, number(5.000001)), ordered, large}, "chain");
    ExprId fused = x;
    for (int i = 0; i < 5; ++i) fused = pool_.fma(fused, y, x);
    expectInTime({pool_.binary(Op::FEqual, fused, number(5.000001)), ordered, large}, "fused");
  }
}

TEST_F(HardQueries, StopFlagInterrupts) {
  ExprId x = bits("x", 128);
  ExprId y = bits("y", 128);
  std::vector<ExprId> query{pool_.equal(pool_.binary(Op::Mul, x, y), pool_.bits(128, (U128{0xfedcba9876543211} << 60) + 12345677)),
                            pool_.binary(Op::ULt, pool_.bits(128, 1), x), pool_.binary(Op::ULt, pool_.bits(128, 1), y),
                            pool_.binary(Op::ULt, x, pool_.bits(128, U128{1} << 63)),
                            pool_.binary(Op::ULt, y, pool_.bits(128, U128{1} << 63))};
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop_.request();
  });
  auto start = Clock::now();
  Solution solution = solve(query, Seconds(600));
  double took = Seconds(Clock::now() - start).count();
  later.join();
  EXPECT_EQ(solution.answer, Answer::Unknown);
  EXPECT_EQ(solution.reason, "stopped");
  EXPECT_LT(took, 1.5);
  EXPECT_EQ(solve({pool_.equal(x, y)}).reason, "stopped");  // and stays so
}

TEST_F(Z3Backend, AQueryAfterATimeOutIsAnsweredNormally) {
  ExprId x = bits("x", 128);
  ExprId y = bits("y", 128);
  ExprId hard = pool_.equal(pool_.binary(Op::Mul, x, y), pool_.bits(128, (U128{0xfedcba9876543211} << 60) + 12345677));
  ExprId half = pool_.bits(128, U128{1} << 63);
  ExprId one = pool_.bits(128, 1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(solve({hard, pool_.binary(Op::ULt, x, half), pool_.binary(Op::ULt, y, half), pool_.binary(Op::ULt, one, x),
                     pool_.binary(Op::ULt, one, y)},
                    Seconds(0.05))
                  .reason,
              "solver time-out after 0.1 s");
    expectHolds({pool_.equal(x, pool_.bits(128, 5))});
    expectRefuted({pool_.equal(x, pool_.bits(128, 5)), pool_.equal(x, pool_.bits(128, 6))});
  }
}

TEST_F(Z3Backend, NoTimeMeansNoAnswer) {
  ExprId x = bits("x", 8);
  EXPECT_EQ(solve({pool_.equal(x, x)}, Seconds(0)).reason, "solver time-out after 0.0 s");
}

// Native builds run beside the exploration. Z3 registers something for forks that waits for its timers.
TEST_F(Z3Backend, OtherThreadsStartProcessesMeanwhile) {
  std::atomic<bool> solved{false};
  std::atomic<int> started{0};
  const auto start = [&] {
    for (int k = 0; k < 100 || !solved; ++k) {
      ProcessRequest request;
      request.command = {"true"};
      if (runProcess(request)) ++started;
    }
  };
  std::future<void> one = std::async(std::launch::async, start), two = std::async(std::launch::async, start);
  const ExprId x = bits("x", 16);
  for (unsigned k = 0; k < 300; ++k) {
    const ExprId square = pool_.binary(Op::Mul, x, x);
    expectHolds({pool_.equal(square, pool_.bits(16, (k * 2 + 1) * (k * 2 + 1)))});
  }
  solved = true;
  for (const std::future<void>* each : {&one, &two})
    if (each->wait_for(std::chrono::seconds(120)) != std::future_status::ready) {
      std::fputs("a process was not started within two minutes\n", stderr);
      std::_Exit(1);  // there is no way to end the thread
    }
  EXPECT_GE(started, 200);
}

}  // namespace
}  // namespace cleave::solver
