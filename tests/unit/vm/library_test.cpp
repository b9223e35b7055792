// Whatever the VM carries out itself must be known to the static analyses, or they take it for a function that may do anything; and what
// they say of it must be what it does.
#include "flow/library.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "vm/private/builtins.h"

namespace cleave::vm {
namespace {

std::set<std::string> builtinNames() {
  std::set<std::string> names;
  for (const auto& table : {memoryBuiltins(), stdioBuiltins(), mathBuiltins(), modelBuiltins()})
    for (const NamedBuiltin& each : table) names.insert(std::string(each.name));
  // The ends of a program have a table of their own, which nobody else reads.
  std::ifstream file(std::string(CLEAVE_SOURCE_DIR) + "/src/vm/builtins.cpp");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::regex entry("\\{\"(\\w+)\", \"\\w+\\*?\", call");
  for (std::sregex_iterator i(text.begin(), text.end(), entry), end; i != end; ++i) names.insert((*i)[1]);
  return names;
}

TEST(Library, KnowsEveryBuiltin) {
  const std::set<std::string> names = builtinNames();
  for (const char* sure : {"exit", "abort", "malloc", "printf", "sqrtf", "__cxa_guard_acquire"}) EXPECT_TRUE(names.contains(sure)) << sure;
  // A run that is given up says nothing of what the program does next.
  for (const std::string& name : names) EXPECT_EQ(flow::findLibraryFunction(name) == nullptr, name == "cleave_vm_unfinished") << name;
}

TEST(Library, SaysWhatTheyDo) {
  for (const char* name : {"exit", "_exit", "_Exit", "abort", "__assert_fail"}) EXPECT_TRUE(flow::findLibraryFunction(name)->ends) << name;
  for (const char* name : {"free", "realloc", "_ZdlPv", "_ZdaPvm"}) EXPECT_TRUE(flow::findLibraryFunction(name)->frees) << name;
  for (const NamedBuiltin& each : stdioBuiltins()) {
    const bool toMemory = each.name.find("sprintf") != std::string_view::npos || each.name.find("snprintf") != std::string_view::npos ||
                          each.name == "cleave_vm_format_double" || each.name == "cleave_vm_format_long_double";
    const flow::LibraryFunction* function = flow::findLibraryFunction(each.name);
    ASSERT_NE(function, nullptr);
    if (each.name == "fflush") continue;
    EXPECT_EQ(function->prints == 0, toMemory) << each.name;
    EXPECT_TRUE(!toMemory || (function->writes & 1) != 0) << each.name;
    // A va_list moves on: it is the last argument.
    EXPECT_TRUE(each.name.front() != 'v' || (function->writes >> (each.signature.size() - 2) & 1) != 0) << each.name;
  }
  for (const NamedBuiltin& each : memoryBuiltins()) {
    const flow::LibraryFunction* function = flow::findLibraryFunction(each.name);
    ASSERT_NE(function, nullptr);
    const bool makes = each.signature.front() == 'p' && each.name.substr(0, 3) != "mem";
    EXPECT_EQ(function->allocates, makes || each.name == "posix_memalign" || each.name == "memalign") << each.name;
  }
  // Those that set errno get its address last.
  for (const NamedBuiltin& each : mathBuiltins()) {
    const flow::LibraryFunction* function = flow::findLibraryFunction(each.name);
    ASSERT_NE(function, nullptr);
    EXPECT_TRUE(each.signature.back() != 'p' || (function->writes >> (each.signature.size() - 2) & 1) != 0) << each.name;
    EXPECT_TRUE(each.signature.back() == 'p' || each.name.starts_with("cleave_vm_") || function->writes == 0) << each.name;
  }
  for (const char* name : {"cleave_vm_strtod", "cleave_vm_strtof"}) EXPECT_EQ(flow::findLibraryFunction(name)->writes, 1 << 1) << name;
  EXPECT_EQ(flow::findLibraryFunction("memcpy")->copiesFrom, 1);
  EXPECT_EQ(flow::findLibraryFunction("realloc")->copiesFrom, 0);
  EXPECT_EQ(flow::findLibraryFunction("system"), nullptr);
}

}  // namespace
}  // namespace cleave::vm
