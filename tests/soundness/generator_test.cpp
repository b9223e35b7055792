#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "check_entry.h"
#include "expectation.h"
#include "mutate.h"
#include "oracle.h"
#include "reduce.h"
#include "reduce_text.h"
#include "support/temp_dir.h"

namespace cleave::soundness {
namespace {

Pair makePair(uint64_t seed) {
  Random random(seed);
  GenOptions options;
  options.floatPercent = options.pointerPercent = options.structPercent = 40;
  options.profile = static_cast<Profile>(seed % kProfiles);
  Pair pair;
  pair.before = generate("f_" + std::to_string(seed), random, options);
  pair.after = mutate(pair.before, random, options, pair.what);
  return pair;
}

TEST(Generator, EqualSeedsGiveEqualPrograms) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Pair one = makePair(seed), two = makePair(seed);
    EXPECT_EQ(print(one.before), print(two.before));
    EXPECT_EQ(print(one.after), print(two.after));
  }
}

TEST(Generator, EveryMutationCompiles) {
  Expected<TempDir> directory = TempDir::create("generator-test");
  ASSERT_TRUE(directory);
  std::vector<Pair> pairs;
  for (uint64_t seed = 0; seed < 600; ++seed) pairs.push_back(makePair(seed));
  Expected<BatchFiles> files = writeBatch(directory->path(), pairs);
  ASSERT_TRUE(files);
  for (const auto& file : {files->before, files->after}) {
    Status failed = compileNatively({"-fsyntax-only", file.string()});
    EXPECT_FALSE(failed) << failed->message;
  }
}

// The programs compile and end, and equal, mixed and different pairs all occur.
TEST(Generator, PairsOfAllKindsOccur) {
  Expected<TempDir> directory = TempDir::create("generator-test");
  ASSERT_TRUE(directory);
  std::vector<Pair> pairs;
  std::vector<InputSet> inputs;
  Random random(7);
  for (uint64_t seed = 1000; seed < 1060; ++seed) {
    pairs.push_back(makePair(seed));
    inputs.push_back(inputsFor(pairs.back().after.entry(), random));
  }
  Expected<std::vector<NativeAnswers>> answers = askNatively(directory->path(), pairs, inputs);
  ASSERT_TRUE(answers) << answers.error().message;
  size_t equal = 0, mixed = 0, different = 0;
  for (const auto& [answer, before, after, shown] : *answers) {
    EXPECT_EQ(answer.find(kUnclear), std::string::npos) << "a program does not end";
    auto count = static_cast<size_t>(std::ranges::count(answer, kDifferent));
    ++(count == 0 ? equal : count == answer.size() ? different : mixed);
  }
  EXPECT_GT(equal, 5u);
  EXPECT_GT(mixed, 5u);
  EXPECT_GT(different, 0u);
}

// A pair made by hand: f(a, b) = a, and after a where b is not 3; both print, trap and write a global in the same way.
struct HandMade {
  Pair pair;
  InputSet inputs;
  NativeAnswers answers;
};

Program handMade(const std::string& result) {
  Program program;
  program.prefix = "f";
  Variable counter;
  counter.name = "f_g0";
  counter.initial = "0";
  program.globals = {counter};
  Function f;
  f.name = "f";
  for (const char* name : {"a", "b"}) {
    Variable p;
    p.name = name;
    p.type = CType::U8;
    f.parameters.push_back(p);
  }
  auto raw = [](Statement::Kind kind, const std::string& text) {
    Statement s;
    s.kind = kind;
    s.text = text;
    return s;
  };
  f.body = {raw(Statement::Kind::PointTo, "f_g0 += a"), raw(Statement::Kind::PointTo, "if (b == 9) abort()"),
            raw(Statement::Kind::PointTo, "if (b == 8) exit(a)"), raw(Statement::Kind::PointTo, "if (b == 7) { int z = 0; f_g0 = a / z; }"),
            raw(Statement::Kind::PointTo, "if (b == 6) printf(\"%d\", a)")};
  f.last.text = result;
  program.functions = {f};
  return program;
}

HandMade makeHandMade(const std::string& before, const std::string& after) {
  HandMade made;
  made.pair = {handMade(before), handMade(after), ""};
  Random random(1);
  made.inputs = inputsFor(made.pair.after.entry(), random);
  Expected<TempDir> directory = TempDir::create("generator-test");
  EXPECT_TRUE(directory);
  Expected<std::vector<NativeAnswers>> answers = askNatively(directory->path(), {made.pair}, {made.inputs});
  EXPECT_TRUE(answers) << answers.error().message;
  if (answers) made.answers = answers->at(0);
  return made;
}

TEST(Oracle, SeesExactlyTheInputsThatDiffer) {
  HandMade made = makeHandMade("a", "(b == 3 || b == 9) ? 1000 : a");
  ASSERT_EQ(made.answers.kinds.size(), 65536u);
  for (size_t i = 0; i < made.answers.kinds.size(); ++i) {
    uint64_t b = made.inputs.columns[1][i];
    EXPECT_EQ(made.answers.kinds[i], b == 3 ? kDifferent : b == 7 ? kUnclearTrap : kEqual) << "b = " << b;  // b == 9 aborts before it shows
  }
}

TEST(Oracle, SeesOutputAndEndings) {
  HandMade made =
      makeHandMade("a", "(b == 1 ? (putchar('x'), a) : b == 2 ? (abort(), a) : b == 4 ? (exit(1), a) : b == 5 ? (f_g0++, a) : a)");
  for (size_t i = 0; i < made.answers.kinds.size(); ++i) {
    uint64_t b = made.inputs.columns[1][i];
    bool differs = b == 1 || b == 2 || b == 4 || b == 5;
    EXPECT_EQ(made.answers.kinds[i], differs ? kDifferent : b == 7 ? kUnclearTrap : kEqual) << "b = " << b;
  }
}

// --- the judge itself: right claims pass, each kind of wrong claim fails

struct Claimed {
  std::string kind;
  std::string condition;
  std::string b;  // the witness is a = 0 and this
};

nlohmann::json entryOf(const std::string& verdict, bool exhaustive, const std::vector<Claimed>& partitions) {
  nlohmann::json entry = {{"entry", "f"},
                          {"verdict", verdict},
                          {"reason", "as asked"},
                          {"guarantee", {{"exhaustive", exhaustive}, {"granularity", "differential"}}},
                          {"partitions", nlohmann::json::array()}};
  entry["inputs"] = {{{"name", "a"}, {"bits", 8}}, {{"name", "b"}, {"bits", 8}}};
  for (const Claimed& p : partitions)
    entry["partitions"].push_back({{"id", entry["partitions"].size()},
                                   {"kind", p.kind},
                                   {"condition", p.condition},
                                   {"witness", {{"a", "0"}, {"b", p.b}}},
                                   {"before", {{"outcome", "returned"}}},
                                   {"after", {{"outcome", "returned"}}},
                                   {"before_expr", nlohmann::json::object()},
                                   {"after_expr", nlohmann::json::object()}});
  return entry;
}

TEST(CheckEntry, FindsEveryKindOfWrongClaim) {
  HandMade made = makeHandMade("a", "b == 3 ? 1000 : a");
  // The failure, when there is one and no more.
  auto failure = [&](const nlohmann::json& entry) {
    std::vector<std::string> failures = checkEntry(entry, made.pair, made.inputs, made.answers).failures;
    return failures.empty() ? "" : failures.size() == 1 ? failures[0] : "several: " + failures[0] + "; " + failures[1];
  };
  auto expectFailure = [&](const nlohmann::json& entry, const std::string& part) {
    EXPECT_NE(failure(entry).find(part), std::string::npos) << failure(entry) << " instead of " << part;
  };
  const std::string three = "(= b #x03)", other = "(not (= b #x03))";
  EXPECT_EQ(failure(entryOf("different", true, {{"different", three, "3"}, {"equal", other, "1"}})), "");
  EXPECT_EQ(failure(entryOf("inconclusive", false, {{"equal", "(bvult b #x03)", "1"}})), "");
  expectFailure(entryOf("different", true, {{"different", "(bvult b #x04)", "3"}, {"equal", "(bvuge b #x04)", "4"}}),
                "called different, but natively the versions are equal");
  expectFailure(entryOf("different", true, {{"different", three, "3"}, {"equal", "true", "1"}}),
                "called equal, but natively the versions are different");
  expectFailure(entryOf("different", true, {{"different", three, "3"}}), "no partition holds");
  expectFailure(entryOf("equivalent", true, {{"equal", other, "1"}}), "several: called exhaustive, but no partition holds");
  expectFailure(entryOf("equivalent", true, {}), "called equivalent, but natively the versions differ");
  expectFailure(entryOf("different", false, {{"equal", other, "1"}}), "without a partition that is");
  expectFailure(entryOf("inconclusive", true, {{"equal", other, "1"}, {"unfinished", three, "3"}}), "no partition holds");
  expectFailure(entryOf("inconclusive", false, {{"equal", "(bvnonsense b)", "1"}}), "cannot be read");
  expectFailure(entryOf("inconclusive", false, {{"equal", other, "3"}}), "its witness is not a member");
  expectFailure(entryOf("inconclusive", false, {{"equal", other, "?"}}), "its witness cannot be read");
}

// What a partition says that before shows must hold on all members.
TEST(CheckEntry, FindsWrongValues) {
  HandMade made = makeHandMade("a", "b == 3 ? 1000 : a");
  const auto failure = [&](const std::string& condition, const std::string& b, const nlohmann::json& shown, const nlohmann::json& values) {
    nlohmann::json entry = entryOf("inconclusive", false, {{"equal", condition, b}});
    entry["guarantee"]["granularity"] = "output";
    for (const char* side : {"before", "after"}) {
      entry["partitions"][0][side] = shown;
      entry["partitions"][0][std::string(side) + "_expr"] = values;
    }
    const std::vector<std::string> failures = checkEntry(entry, made.pair, made.inputs, made.answers).failures;
    return failures.empty() ? "" : failures[0];
  };
  const nlohmann::json returned = {{"outcome", "returned"}}, exited = {{"outcome", "exited"}};
  const std::string one = "(= b #x01)", zero = "(and (= b #x01) (= a #x00))";
  EXPECT_EQ(failure(one, "1", returned, {{"return", "a"}, {"f_g0", "a"}}), "");
  EXPECT_EQ(failure(zero, "1", returned, {{"return", "0"}, {"f_g0", "0"}}), "");
  EXPECT_NE(failure(one, "1", returned, {{"return", "0"}}).find("is said to return 0, but returns 1"), std::string::npos);
  EXPECT_NE(failure(zero, "1", returned, {{"f_g0", "3"}}).find("is said to leave 3 in f_g0"), std::string::npos);
  EXPECT_NE(failure("(= b #x08)", "8", returned, {{"return", "a"}}).find("is said to be returned"), std::string::npos);
  EXPECT_EQ(failure("(= b #x08)", "8", exited, {{"exit status", "a"}}), "");
  EXPECT_NE(failure("(= b #x08)", "8", exited, {{"exit status", "0"}}).find("is said to exit with 0"), std::string::npos);
  EXPECT_EQ(failure("(= b #x09)", "9", {{"outcome", "trapped"}, {"trap", "abort"}}, nlohmann::json::object()), "");
  EXPECT_EQ(failure("(= b #x06)", "6", returned, {{"stdout", "{a}"}}), "");
  EXPECT_NE(failure("(= b #x06)", "6", returned, {{"stdout", "0"}}).find("is said to print"), std::string::npos);
  EXPECT_NE(failure("(= b #x06)", "6", returned, {{"return", "a"}}).find("is said to print \"\""), std::string::npos);
}

TEST(Expectation, TextWithGaps) {
  EXPECT_TRUE(consistsOf("", {""}));
  EXPECT_FALSE(consistsOf("x", {""}));
  EXPECT_TRUE(consistsOf("a=12;", {"a=", ";"}));
  EXPECT_FALSE(consistsOf("a=;", {"a=", ";"}));
  EXPECT_FALSE(consistsOf("a=12", {"a=", ";"}));
  EXPECT_TRUE(consistsOf("1,2,3", {"", ",", ",", ""}));
  EXPECT_FALSE(consistsOf("1,2", {"", ",", ",", ""}));
}

// --- the reducer

// Keeps what matters, here that one version prints a certain number and the other does not, drops the rest, and everything on the way
// compiles.
TEST(Reduce, MakesPairsSmall) {
  Random random(5);
  GenOptions options;
  Pair pair;
  pair.before = generate("f_1", random, options);
  Statement mark;
  mark.kind = Statement::Kind::Print;
  mark.text = "\"%d\"";
  mark.parts = {{Expr::Kind::Literal, CType::I32, "4711", {}, 0, false, Expr::Guard::Or1}};
  pair.after = pair.before;
  pair.after.functions.back().body.push_back(mark);
  const auto fails = [&](const std::vector<Pair>& candidates) {
    std::vector<bool> failing;
    for (const Pair& each : candidates)
      failing.push_back(print(each.before).find("4711") == std::string::npos && print(each.after).find("4711") != std::string::npos);
    return failing;
  };
  Expected<TempDir> directory = TempDir::create("generator-test");
  ASSERT_TRUE(directory);
  const Pair small = reduce(pair, fails, [] { return true; });
  EXPECT_LE(linesOf(small.after), 4u) << print(small.after);
  EXPECT_LE(linesOf(small.before), 3u) << print(small.before);
}

TEST(Reduce, EveryStepCompiles) {
  Expected<TempDir> directory = TempDir::create("generator-test");
  ASSERT_TRUE(directory);
  std::vector<Pair> pairs;
  for (uint64_t seed = 0; seed < 2 * kProfiles; ++seed) {
    std::vector<Pair> steps = smallerPairs(makePair(seed));
    EXPECT_FALSE(steps.empty());
    for (size_t k = 0; k < steps.size(); k += 7) {
      const std::string prefix = "r_" + std::to_string(pairs.size());
      pairs.push_back({withPrefix(steps[k].before, prefix), withPrefix(steps[k].after, prefix), ""});
    }
  }
  Expected<BatchFiles> files = writeBatch(directory->path(), pairs);
  ASSERT_TRUE(files);
  for (const auto& file : {files->before, files->after}) {
    Status failed = compileNatively({"-fsyntax-only", file.string()});
    EXPECT_FALSE(failed) << failed->message;
  }
}

// Text becomes small in both versions alike; what strings contain is no bracket.
TEST(Reduce, TextKeepsOnlyWhatFails) {
  const std::string before =
      "int g@;\nstatic int h@(int v) { return v + 1; }\nint f@(int a) {\n  if (a > 3) { g@ = h@(a); printf(\")}\"); } else { g@ = 2; }\n"
      "  for (int i = 0; i < 3; i++) { g@ += (a * 2) + (i - 1); }\n  return (a & (g@ | 8));\n}\n";
  std::string after = before;
  after.replace(after.find("a * 2"), 5, "a * 4711");
  const auto fails = [](const std::vector<TextPair>& candidates) {
    std::vector<bool> failing;
    for (const TextPair& each : candidates)
      failing.push_back(each.before[0].find("4711") == std::string::npos && each.after[0].find("4711") != std::string::npos &&
                        each.after[0].find("int f@") != std::string::npos);
    return failing;
  };
  const TextPair small = reduceBy(TextPair{{before}, {after}}, smallerTexts, fails, [] { return true; });
  EXPECT_LE(small.after[0].size(), 50u) << small.after[0];
  EXPECT_LE(small.before[0].size(), 50u) << small.before[0];
}

TEST(Reduce, TextStepsDropUnwrapAndSimplify) {
  const auto has = [](const std::string& from, const std::string& to) {
    const std::vector<TextPair> steps = smallerTexts({{from}, {from}});
    return std::ranges::any_of(steps, [&](const TextPair& each) { return each.before[0] == to && each.after[0] == to; });
  };
  EXPECT_TRUE(has("int f() { x = 1; y = 2; }", "int f() {  y = 2; }"));
  EXPECT_TRUE(has("int f() { if (a) { x = 1; } else { y = 2; } }", "int f() {  y = 2;  }"));
  EXPECT_TRUE(has("int f() { return (a + b); }", "int f() { return a; }"));
  EXPECT_TRUE(has("int f() { return (a + b); }", "int f() { return 0; }"));
}

}  // namespace
}  // namespace cleave::soundness
