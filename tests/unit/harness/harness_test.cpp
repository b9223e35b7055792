// Harnesses are added to a program that is there already: it keeps its numbers and its code.
#include "harness/harness.h"

#include <algorithm>

#include "../load_text.h"

namespace cleave::harness {
namespace {

using program::FunctionId;
using program::Program;

class Harness : public ::testing::Test {
 protected:
  void load(const std::string& text, const std::string& name = "t.c") {
    loader_.options().modelsBitcode = CLEAVE_BINARY_DIR "/models.bc";
    Expected<frontend::Version> version = loader_.load({{name, text}});
    if (!version) throw std::runtime_error(version.error().message);
    version_ = version.take();
  }
  // Why there is none; empty: it is there.
  std::string add(const std::string& entry, const inputs::Options& options = {}) {
    const inputs::Plan plan = inputs::makePlan(version_.program, version_.program.findFunction(entry), options);
    if (!plan.unsupported.empty()) return plan.unsupported;
    const auto problems = addHarnesses(version_, {{"cleave_entry", &plan, {}}}, "before", loader_.options());
    return problems ? problems->front() : problems.error().message;
  }
  const program::Function& function(const std::string& name) const {
    const FunctionId id = version_.program.findFunction(name);
    if (!id.valid()) throw std::runtime_error("no function " + name);
    return version_.program.function(id);
  }
  bool calls(const std::string& caller, const std::string& callee) const {
    const auto& all = function(caller).calls;
    return std::any_of(all.begin(), all.end(), [&](const program::CallInfo& call) {
      return call.callee.valid() && version_.program.function(call.callee).name == callee;
    });
  }

  test::TextLoader loader_;
  frontend::Version version_;
};

TEST_F(Harness, TheProgramKeepsItsNumbersAndItsCode) {
  load(R"(
#include <string.h>
static int count;
static int note(const char* text) { return ++count + (int)strlen(text); }
int f(const char* text, int* out) { *out = note(text); return strcmp(text, "x"); }
)");
  const Program old = version_.program;
  ASSERT_EQ(add("f"), "");
  const Program& grown = version_.program;
  ASSERT_GT(grown.functions.size(), old.functions.size());
  ASSERT_GT(grown.globals.size(), old.globals.size());
  for (size_t k = 0; k < old.functions.size(); ++k)
    EXPECT_EQ(program::dump(grown, grown.functions[k]), program::dump(old, old.functions[k]));
  for (size_t k = 0; k < old.globals.size(); ++k) EXPECT_EQ(grown.globals[k].name, old.globals[k].name);
  EXPECT_TRUE(calls("cleave_entry", "f"));
  EXPECT_TRUE(function("cleave_entry").fromModels);
  EXPECT_EQ(function("cleave_entry").display, "f");
}

TEST_F(Harness, EveryNameIsThereOnce) {
  load(
      "#include <stdlib.h>\nint f(const char* text) { return atoi(text) + atoi(\"12\"); }\nint main(int c, char** v) { return f(v[1]); "
      "}\n");
  inputs::Options options;
  options.argv = "%d ?";
  ASSERT_EQ(add("main", options), "");
  std::vector<std::string> names;
  for (const program::Function& each : version_.program.functions) names.push_back(each.name);
  for (const program::Global& each : version_.program.globals) names.push_back(each.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  EXPECT_EQ(twice, names.end()) << *twice;
}

TEST_F(Harness, ModelsThatOnlyItNeedsAreAdded) {
  load("int main(int c, char** v) { return v[1][0]; }");
  EXPECT_FALSE(version_.program.findFunction("cleave_render_decimal").valid());
  inputs::Options options;
  options.argv = "%d";
  ASSERT_EQ(add("main", options), "");
  EXPECT_TRUE(function("cleave_render_decimal").defined);
}

TEST_F(Harness, StateOfTheModelsIsTheProgramsOwn) {
  load("#include <stdlib.h>\nint f(int x) { const char* home = getenv(\"HOME\"); return home && home[0] == x; }");
  const size_t globals = version_.program.globals.size();
  const program::GlobalId names = version_.program.findGlobal("cleave_model_env_names");
  ASSERT_TRUE(names.valid());
  ASSERT_EQ(add("f"), "");
  ASSERT_TRUE(calls("cleave_entry", "cleave_set_env"));
  for (size_t k = globals; k < version_.program.globals.size(); ++k)
    EXPECT_EQ(version_.program.globals[k].name.find("cleave_model_env_names"), std::string::npos);
  const auto& constants = function("cleave_set_env").constants;
  EXPECT_TRUE(std::any_of(constants.begin(), constants.end(), [&](const program::Constant& each) {
    return each.kind == program::Constant::Kind::Global && each.target == names.value;
  }));
}

TEST_F(Harness, CatchesWhatTheEntryThrows) {
  load("int f(const int* p) { if (*p == 3) throw 3; return 0; }", "t.cpp");
  ASSERT_EQ(add("_Z1fPKi"), "");
  EXPECT_TRUE(calls("cleave_entry", "cleave_model_leaves_entry"));
  EXPECT_FALSE(function("cleave_entry").mayThrow);
}

TEST_F(Harness, InputsThatTheProgramNamesAreItsOwn) {
  load("void cleave_input(void*, unsigned long, const char*);\nint f(void) { int x; cleave_input(&x, sizeof x, \"x\"); return x; }");
  const program::GlobalId x = version_.program.findGlobal("cleave_input.user.x");
  ASSERT_TRUE(x.valid());
  ASSERT_EQ(add("f"), "");
  EXPECT_EQ(version_.program.findGlobal("cleave_input.user.x"), x);
  EXPECT_EQ(version_.program.global(x).display, "x");
  EXPECT_TRUE(version_.program.global(x).defined);
}

}  // namespace
}  // namespace cleave::harness
