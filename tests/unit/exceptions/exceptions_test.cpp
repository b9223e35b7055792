// Exceptions as control flow: which functions may throw, which handler takes what, and that no handler is lost.
#include "../load_text.h"

namespace cleave::exceptions {
namespace {

using program::Op;
using test::TextLoader;

class Exceptions : public ::testing::Test {
 protected:
  const program::Program& load(const std::string& text, const std::string& name = "t.cpp") {
    loader_.options().modelsBitcode = CLEAVE_BINARY_DIR "/models.bc";
    Expected<frontend::Version> version = loader_.load({{name, text}});
    if (!version) throw std::runtime_error(version.error().message);
    version_ = version.take();
    return version_.program;
  }
  const program::Function& function(const std::string& display) const {
    for (const program::Function& each : version_.program.functions)
      if (each.display == display) return each;
    throw std::runtime_error("no function " + display);
  }
  bool calls(const std::string& display, const std::string& callee) const {
    const program::Function& caller = function(display);
    for (const program::Instruction& i : caller.instructions) {
      if (i.op != Op::Call) continue;
      const program::FunctionId id = caller.calls[i.extra].callee;
      if (id.valid() && version_.program.function(id).name == callee) return true;
    }
    return false;
  }
  bool compares(const std::string& display, const std::string& global) const {
    const program::GlobalId id = version_.program.findGlobal(global);
    for (const program::Constant& each : function(display).constants)
      if (each.kind == program::Constant::Kind::Global && each.target == id.value) return true;
    return false;
  }

  TextLoader loader_;
  frontend::Version version_;
};

TEST_F(Exceptions, WhoMayThrowAndWhoMayNot) {
  load(R"(
int thrower(int x) { if (x) throw x; return 0; }
int passes(int x) { return thrower(x); }
int catches(int x) { try { return thrower(x); } catch (...) { return 1; } }
int catchesInt(int x) { try { return thrower(x); } catch (int) { return 1; } }
int throwsAgain(int x) { try { return thrower(x); } catch (...) { throw; } }
int promises(int x) noexcept { return thrower(x); }
int plain(int x) { return catches(x) + promises(x); }
)");
  for (const char* name : {"thrower(int)", "passes(int)", "catchesInt(int)", "throwsAgain(int)"})
    EXPECT_TRUE(function(name).mayThrow) << name;
  for (const char* name : {"catches(int)", "promises(int)", "plain(int)"}) EXPECT_FALSE(function(name).mayThrow) << name;
  EXPECT_TRUE(compares("passes(int)", "cleave_model_pending"));
  EXPECT_FALSE(compares("plain(int)", "cleave_model_pending")) << "what cannot throw is called as before";
}

TEST_F(Exceptions, CallsThroughPointersThrowByWhatTheyMayReach) {
  load(R"(
static int bad(int x) { if (x) throw x; return 0; }
static long good(long x) { return x; }
int (*one)(int) = bad;
long (*other)(long) = good;
int viaOne(int x) { return one(x); }
long viaOther(long x) { return other(x); }
)");
  EXPECT_TRUE(function("viaOne(int)").mayThrow);
  EXPECT_FALSE(function("viaOther(long)").mayThrow);
}

// Its address is not taken anywhere, but an input harness may hand it in.
TEST_F(Exceptions, CallsThroughPointersMayReachAnyFunctionOfTheType) {
  load("int bad(int x) { if (x) throw x; return 0; } int via(int (*p)(int)) { return p(3); } long other(long (*p)(long)) { return p(3); }");
  EXPECT_TRUE(function("via(int (*)(int))").mayThrow);
  EXPECT_FALSE(function("other(long (*)(long))").mayThrow);
}

TEST_F(Exceptions, CallbacksOfTheLibraryMayThrow) {
  load(R"(
#include <stdlib.h>
static int compare(const void* a, const void*) { if (*(const int*)a == 3) throw 1; return 0; }
void sorts(int* list) { qsort(list, 2, sizeof *list, compare); }
)");
  EXPECT_TRUE(function("sorts(int*)").mayThrow);
}

TEST_F(Exceptions, NoHandlerOfAnUnknownFunctionIsLost) {
  load("void unknown(); int f() { try { unknown(); } catch (...) { return 41; } return 42; }");
  bool returns41 = false;
  for (const program::Constant& each : function("f()").constants) returns41 = returns41 || each.bits == 41;
  EXPECT_TRUE(returns41);
}

TEST_F(Exceptions, HandlersOfWhatCannotThrowAreGone) {
  load("static int quiet() { return 1; } int f() { try { return quiet(); } catch (...) { return 41; } }");
  for (const program::Constant& each : function("f()").constants) EXPECT_NE(each.bits, 41u);
}

TEST_F(Exceptions, ABaseAtAnotherPlaceMovesTheObject) {
  load(R"(
struct A { int a; }; struct B { int b; }; struct C : A, B {};
void thrower(int x) { if (x) throw C(); }
int first(int x) { try { thrower(x); } catch (A&) { return 1; } return 0; }
int second(int x) { try { thrower(x); } catch (B&) { return 1; } return 0; }
)");
  EXPECT_FALSE(calls("first(int)", "cleave_model_adjust"));
  EXPECT_TRUE(calls("second(int)", "cleave_model_adjust"));
  EXPECT_FALSE(calls("second(int)", "cleave_model_refuse"));
}

TEST_F(Exceptions, WhatIsNotKnownIsRefused) {
  load(R"(
struct A { int a; }; struct V : virtual A {}; struct P : private A {};
void thrower(int x) { if (x == 1) throw V(); if (x == 2) throw P(); }
int isVirtual(int x) { try { thrower(x); } catch (A&) { return 1; } return 0; }
int other(int x) { try { thrower(x); } catch (int) { return 1; } return 0; }
)");
  EXPECT_TRUE(calls("isVirtual(int)", "cleave_model_refuse"));
  EXPECT_FALSE(calls("other(int)", "cleave_model_refuse"));
}

TEST_F(Exceptions, ANewExceptionElsewhereLeavesHandlersAlone) {
  const std::string text = R"(
void thrower(int x) { if (x) throw x; }
int f(int x) { try { thrower(x); } catch (int) { return 1; } return 0; }
)";
  load(text);
  const std::string before = program::dump(version_.program, function("f(int)"));
  load("struct New {}; void another(int x) { if (x) throw New(); }" + text, "u.cpp");
  const std::string after = program::dump(version_.program, function("f(int)"));
  const auto withoutPlaces = [](std::string dumped) {
    for (size_t at; (at = dumped.find("u.cpp")) != std::string::npos;) dumped.replace(at, 5, "t.cpp");
    return dumped;
  };
  EXPECT_EQ(before, withoutPlaces(after));
}

TEST_F(Exceptions, AProgramWithItsOwnRuntimeIsRefused) {
  load(R"(
extern "C" void __cxa_throw(void*, void*, void (*)(void*)) { for (;;) {} }
int f(int x) { try { if (x) throw x; } catch (int) { return 1; } return 0; }
)");
  EXPECT_FALSE(function("f(int)").unsupported.empty());
}

}  // namespace
}  // namespace cleave::exceptions
