// The SMT-LIB2 printer, by looking, and by asking the z3 program: under fixed symbols every printed term must have the evaluator's value
// and no other. That ties the evaluator's meaning of every operation to SMT-LIB's.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <sstream>

#include "expr/evaluate.h"
#include "expr/print.h"
#include "random_expr.h"
#include "support/float_format.h"
#include "support/process.h"

namespace cleave::expr::test {
namespace {

std::vector<std::string> askZ3(const std::string& script) {
  ProcessRequest request;
  request.command = {"z3", "-in", "-smt2"};
  request.input = script;
  request.timeLimit = Seconds(120);
  Expected<ProcessResult> result = runProcess(request);
  std::vector<std::string> lines;
  if (!result) {
    ADD_FAILURE() << "z3 did not start: " << result.error().message;
    return lines;
  }
  EXPECT_EQ(result->end, ProcessResult::End::Exited) << result->errors;
  EXPECT_EQ(result->code, 0) << result->output.substr(0, 2000) << result->errors;
  std::istringstream stream(result->output);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

struct Question {
  std::string script;
  std::string expected;
};

void expectAnswers(const std::vector<Question>& questions) {
  std::string all;
  for (const Question& question : questions) all += question.script + "(reset)\n";
  std::vector<std::string> answers = askZ3(all);
  ASSERT_EQ(answers.size(), questions.size()) << (answers.empty() ? "" : answers.back());
  for (size_t i = 0; i < questions.size(); ++i) ASSERT_EQ(answers[i], questions[i].expected) << questions[i].script;
}

void collectOps(const ExprPool& pool, ExprId e, std::set<Op>& ops) {
  std::set<ExprId> seen;
  std::vector<ExprId> work{e};
  while (!work.empty()) {
    ExprId next = work.back();
    work.pop_back();
    if (!seen.insert(next).second) continue;
    ops.insert(pool.op(next));
    for (ExprId operand : pool.operands(next)) work.push_back(operand);
  }
}

// e has this value (sat), and no other (unsat).
void addQuestions(ExprPool& pool, ExprId e, const Assignment& values, U128 value, std::vector<Question>& questions) {
  std::vector<ExprId> facts;
  for (SymbolId id : pool.symbolsOf(e)) {
    facts.push_back(pool.equal(pool.symbolExpr(id), pool.constant(pool.symbol(id).sort, values[id.value])));
  }
  ExprId same = pool.equal(e, pool.constant(pool.sort(e), value));
  facts.push_back(same);
  questions.push_back({toSmtScript(pool, facts, "sat"), "sat"});
  facts.back() = pool.notOf(same);
  questions.push_back({toSmtScript(pool, facts, "unsat"), "unsat"});
}

TEST(SmtAgainstZ3, EveryOperationMeansWhatTheEvaluatorSays) {
  std::vector<Question> questions;
  std::set<Op> ops;
  constexpr size_t kOps = static_cast<size_t>(Op::Apply);  // which is not made here
  for (uint64_t seed = 1000; questions.size() < 1200 || (ops.size() < kOps && questions.size() < 3000); ++seed) {
    RandomExpr random(seed);
    for (int i = 0; i < 12; ++i) random.step();
    Assignment values = random.assignment();
    Evaluator evaluator(random.plain, values);
    for (size_t i = 0; i < random.made().size(); i += 3) {
      ExprId e = random.made()[i].plain;
      collectOps(random.plain, e, ops);
      addQuestions(random.plain, e, values, evaluator.value(e), questions);
    }
  }
  for (int op = 0; op < static_cast<int>(kOps); ++op)
    EXPECT_TRUE(ops.contains(static_cast<Op>(op))) << "operation " << op << " does not occur";
  expectAnswers(questions);
}

// Without fixed symbols: the rewritten form of an expression is equivalent to the plain one. Here for small widths, where the solver is
// fast.
TEST(SmtAgainstZ3, TheRewrittenFormIsEquivalent) {
  std::vector<Question> questions;
  for (uint64_t seed = 1; questions.size() < 60; ++seed) {
    RandomExpr random(seed);
    for (int i = 0; i < 10; ++i) random.step();
    Pair last = random.made().back();
    Sort sort = random.plain.sort(last.plain);
    if (random.plain.symbolsOf(last.plain).empty() || sort.isFloat() || sort.width > 8) continue;
    std::string plain = toSmtTerm(random.plain, last.plain);
    std::string rewritten = toSmtTerm(random.rewritten, last.rewritten);
    if (plain == rewritten || plain.find("fp") != std::string::npos || plain.find("rem") != std::string::npos ||
        plain.find("div") != std::string::npos)
      continue;
    std::string script;
    for (SymbolId id : random.plain.symbolsOf(last.plain)) {
      const Symbol& symbol = random.plain.symbol(id);
      script += "(declare-fun " + smtName(symbol.name) + " () " + smtSort(symbol.sort) + ")\n";
    }
    questions.push_back({script + "(assert (not (= " + plain + " " + rewritten + ")))\n(check-sat)\n", "unsat"});
  }
  expectAnswers(questions);
}

// SMT-LIB leaves these open; here they have a value, and no other.
TEST(SmtAgainstZ3, WhatIsOpenElsewhereIsDecided) {
  ExprPool pool(Rewriting::Off);
  std::vector<Question> questions;
  for (unsigned width : {32u, 64u, 80u}) {
    auto pattern = [&](double value) { return roundedTo(static_cast<long double>(value), width); };
    std::vector<U128> inputs{canonicalNan(width), pattern(INFINITY), pattern(-INFINITY), pattern(-0.0),
                             pattern(0.5),        pattern(-1),       pattern(-1.5)};
    for (int power : {7, 8, 31, 32, 63, 64}) {
      for (double each : {std::ldexp(1.0, power), -std::ldexp(1.0, power)}) inputs.push_back(pattern(each));
    }
    SymbolId symbol = pool.addSymbol({"f" + std::to_string(width), Sort::floating(width)});
    ExprId x = pool.symbolExpr(symbol);
    std::vector<ExprId> terms{pool.convert(Op::FToBits, x, Sort::bits(width)),
                              pool.convert(Op::FToBits, pool.binary(Op::FAdd, x, x), Sort::bits(width))};
    const ExprId bits = terms.back();
    terms.push_back(pool.convert(Op::FFromBits, pool.binary(Op::BitXor, bits, pool.bits(width, 3)), Sort::floating(width)));
    for (unsigned to : {1u, 8u, 32u, 64u}) {
      for (Op op : {Op::FToS, Op::FToU}) terms.push_back(pool.convert(op, x, Sort::bits(to)));
    }
    for (U128 input : inputs) {
      Assignment values(pool.symbolCount(), 0);
      values[symbol.value] = input;
      for (ExprId term : terms) addQuestions(pool, term, values, evaluate(pool, term, values), questions);
    }
  }
  expectAnswers(questions);
}

TEST(Smt, APatternIsAConstantOfTheScript) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::floating(32)}));
  ExprId one = pool.equal(pool.convert(Op::FToBits, x, Sort::bits(32)), pool.bits(32, 1));
  std::string script = toSmtScript(pool, {&one, 1}, "sat");
  EXPECT_EQ(script.find("to_ieee"), std::string::npos);
  EXPECT_NE(script.find("(declare-fun t!b1 () (_ BitVec 32))"), std::string::npos) << script;
  EXPECT_NE(script.find("(= ((_ to_fp 8 24) t!b1) x)"), std::string::npos) << script;
  EXPECT_NE(toSmtTerm(pool, one).find("(ite (fp.isNaN x) #x7fc00000 (fp.to_ieee_bv x))"), std::string::npos) << toSmtTerm(pool, one);
}

TEST(Smt, ConstantsAndNames) {
  EXPECT_EQ(smtConstant(Sort::bits(8), 0x2a), "#x2a");
  EXPECT_EQ(smtConstant(Sort::bits(7), 5), "#b0000101");
  EXPECT_EQ(smtConstant(Sort::boolean(), 1), "true");
  EXPECT_EQ(smtConstant(Sort::floating(32), bitsOf(-1.0f)), "(fp #b1 #b01111111 #b00000000000000000000000)");
  EXPECT_EQ(smtConstant(Sort::floating(64), canonicalNan(64)), "(_ NaN 11 53)");
  EXPECT_EQ(smtSort(Sort::floating(64)), "(_ FloatingPoint 11 53)");
  EXPECT_EQ(smtConstant(Sort::floating(80), bitsOf(-1.5L)), "(fp #b1 #b011111111111111 #b1" + std::string(62, '0') + ")");
  EXPECT_EQ(smtSort(Sort::floating(80)), "(_ FloatingPoint 15 64)");
  EXPECT_EQ(smtName("count"), "count");
  EXPECT_EQ(smtName("a[3].x"), "|a[3].x|");
  EXPECT_EQ(smtName("3d"), "|3d|");
  EXPECT_EQ(smtName(""), "||");
  EXPECT_NE(smtName("and"), "and");
  EXPECT_NE(smtName("bvadd"), "bvadd");
  EXPECT_EQ(smtName("a|b"), "|a!b|");
}

TEST(Smt, AScriptDeclaresWhatOccursAndNamesWhatIsShared) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(8)}));
  pool.addSymbol({"unused", Sort::bits(8)});
  ExprId y = pool.symbolExpr(pool.addSymbol({"p->y", Sort::bits(8)}));
  ExprId product = pool.binary(Op::Mul, x, y);
  std::array<ExprId, 2> assertions{pool.binary(Op::ULt, product, x), pool.binary(Op::SLt, y, product)};
  EXPECT_EQ(toSmtScript(pool, assertions, "sat"),
            "(set-logic QF_BV)\n(set-info :status sat)\n(declare-fun x () (_ BitVec 8))\n(declare-fun |p->y| () (_ BitVec 8))\n"
            "(define-fun t!1 () (_ BitVec 8) (bvmul x |p->y|))\n(assert (bvult t!1 x))\n(assert (bvslt |p->y| t!1))\n(check-sat)\n");
  ExprId square = pool.binary(Op::Mul, product, product);
  EXPECT_EQ(toSmtTerm(pool, square), "(let ((t!1 (bvmul x |p->y|))) (bvmul t!1 t!1))");
}

TEST(Smt, LogicsFollowTheSorts) {
  ExprPool pool;
  ExprId f = pool.symbolExpr(pool.addSymbol({"f", Sort::floating(32)}));
  ExprId nan = pool.unary(Op::FIsNan, f);
  EXPECT_EQ(toSmtScript(pool, {&nan, 1}, "").substr(0, 19), "(set-logic QF_BVFP)");
  ExprId applied = pool.unary(Op::FIsNan, pool.apply("sinf", {&f, 1}, Sort::floating(32)));
  std::string script = toSmtScript(pool, {&applied, 1}, "");
  EXPECT_EQ(script.substr(0, 15), "(set-logic ALL)");
  EXPECT_NE(script.find("(declare-fun |sinf(f32)f32| ((_ FloatingPoint 8 24)) (_ FloatingPoint 8 24))"), std::string::npos);
  expectAnswers({{script, "sat"}});
}

TEST(Smt, NamesThatMeanSomethingStillWork) {
  ExprPool pool;
  std::vector<ExprId> facts;
  for (const char* name : {"and", "bvadd", "let", "t!1", "x y", "true", "a|b", "RNE", "ite", "_", "!", "store", "distinct"}) {
    ExprId x = pool.symbolExpr(pool.addSymbol({name, Sort::bits(8)}));
    ExprId square = pool.binary(Op::Mul, x, x);
    facts.push_back(pool.equal(pool.binary(Op::Mul, square, square), pool.bits(8, 1)));
  }
  expectAnswers({{toSmtScript(pool, facts, ""), "sat"}});
}

TEST(Smt, DeepExpressionsPrintInLinearTimeAndZ3ReadsThem) {
  ExprPool pool;
  ExprId x = pool.symbolExpr(pool.addSymbol({"x", Sort::bits(32)}));
  ExprId y = pool.symbolExpr(pool.addSymbol({"y", Sort::bits(32)}));
  ExprId chain = x;
  for (uint32_t i = 0; i < 200000; ++i) chain = pool.binary(Op::Add, pool.binary(Op::BitXor, chain, y), pool.bits(32, i));
  EXPECT_LT(toSmtTerm(pool, chain).size(), 40000000u);
  ExprId shorter = x;
  for (uint32_t i = 0; i < 20000; ++i) shorter = pool.binary(Op::Add, pool.binary(Op::BitXor, shorter, y), pool.bits(32, i));
  std::array<ExprId, 3> facts{pool.equal(x, pool.bits(32, 1)), pool.equal(y, pool.bits(32, 7)),
                              pool.equal(shorter, pool.bits(32, evaluate(pool, shorter, {1, 7})))};
  expectAnswers({{toSmtScript(pool, facts, "sat"), "sat"}});
}

}  // namespace
}  // namespace cleave::expr::test
