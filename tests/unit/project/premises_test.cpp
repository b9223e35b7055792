// Whatever narrows the inputs, or is taken for granted, is in one list (result/guarantee.h), and somebody says it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

const fs::path kSource = fs::path(CLEAVE_SOURCE_DIR) / "src";

std::string textOf(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::set<std::string> listed() {
  const std::string header = textOf(kSource / "result" / "guarantee.h");
  const size_t start = header.find("enum class Premise"), end = header.find("};", start);
  const std::string list = std::regex_replace(header.substr(start, end - start), std::regex("//[^\n]*"), "");
  std::set<std::string> names;
  static const std::regex name(R"((\w+),)");
  for (std::sregex_iterator each(list.begin(), list.end(), name), none; each != none; ++each) names.insert((*each)[1]);
  return names;
}

TEST(Premises, EachIsSaidSomewhere) {
  const std::set<std::string> names = listed();
  EXPECT_GE(names.size(), 40u);
  std::set<std::string> said;
  static const std::regex use(R"(Premise::(\w+))");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kSource)) {
    const std::string extension = entry.path().extension();
    if ((extension != ".cpp" && extension != ".h") || (entry.path().parent_path() == kSource / "result" && entry.path().stem() == "guarantee")) continue;
    const std::string text = textOf(entry.path());
    for (std::sregex_iterator each(text.begin(), text.end(), use), none; each != none; ++each) said.insert((*each)[1]);
  }
  for (const std::string& name : names) EXPECT_TRUE(said.contains(name)) << "nobody says Premise::" << name;
}

// A sentence that is written where it is said is not in the list.
TEST(Premises, PlansMakeUpNone) {
  static const std::regex call(R"(\badd(?:Bound|Assumption)\(\s*"|(?:bounds|assumptions)\.push_back\(\s*")");
  for (const char* folder : {"inputs", "explore", "harness"})
    for (const fs::directory_entry& entry : fs::directory_iterator(kSource / folder))
      EXPECT_FALSE(std::regex_search(textOf(entry.path()), call)) << entry.path();
}

}  // namespace
