// The architecture, checked: every #include between folders of src is one that src/LAYERS allows, the allowed edges have no cycle, private
// headers are read by their own folder alone, and the headers of LLVM and Z3 stay in their places.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using Edges = std::map<std::string, std::set<std::string>>;

const fs::path kSource = fs::path(CLEAVE_SOURCE_DIR) / "src";

Edges allowedEdges() {
  Edges edges;
  std::ifstream file(kSource / "LAYERS");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':');
    if (line.empty() || line[0] == '#' || colon == std::string::npos) continue;
    std::set<std::string>& lower = edges[line.substr(0, colon)];
    std::istringstream words(line.substr(colon + 1));
    for (std::string word; words >> word;) lower.insert(word);
  }
  return edges;
}

using Visit = std::function<void(const fs::path& file, const std::string& folder, const std::string& header)>;

void forEachInclude(const Visit& visit, const fs::path& root = kSource) {
  static const std::regex include(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
    const std::string folder = fs::relative(entry.path(), root).begin()->string();
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      std::smatch match;
      if (std::regex_search(line, match, include)) visit(entry.path(), folder, match[1]);
    }
  }
}

TEST(Layers, EveryFolderIsListed) {
  const Edges edges = allowedEdges();
  for (const fs::directory_entry& entry : fs::directory_iterator(kSource))
    if (entry.is_directory()) {
      EXPECT_TRUE(edges.contains(entry.path().filename())) << entry.path() << " is missing in src/LAYERS";
    }
  EXPECT_GE(edges.size(), 10u);
}

TEST(Layers, IncludesFollowTheList) {
  const Edges edges = allowedEdges();
  size_t seen = 0;
  forEachInclude([&](const fs::path& file, const std::string& folder, const std::string& header) {
    const std::string target = header.substr(0, header.find('/'));
    if (header.find('/') == std::string::npos || !edges.contains(target) || target == folder) return;
    ++seen;
    EXPECT_TRUE(edges.at(folder).contains(target)) << file << " includes " << header << ", which src/LAYERS does not allow";
  });
  EXPECT_GT(seen, 50u) << "the test no longer sees the includes";
}

// The folder whose private header this is; empty for a public one.
std::string ownerOf(const std::string& header) {
  const size_t at = header.find("/private/");
  return at == std::string::npos ? "" : header.substr(0, at);
}

// Two at once, or one beside a question to Z3, may wait for each other for ever (support/forking.h). What tests are made of runs elsewhere.
TEST(Layers, CopiesAreMadeInOnePlace) {
  static const std::regex fork(R"((^|[^a-zA-Z_.>])v?fork\(\))");
  size_t seen = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kSource)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    const fs::path name = fs::relative(entry.path(), kSource);
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (line.find("//") < line.find("fork()") || !std::regex_search(line, fork)) continue;
      ++seen;
      const bool isAllowed = name == "support/forking.cpp" || line.find("vfork()") != std::string::npos || name == "tests/runtime_text.cpp";
      EXPECT_TRUE(isAllowed) << name << ": forkAlone() is the way to make a copy";
    }
  }
  EXPECT_GE(seen, 3u);
}

TEST(Layers, PrivateHeadersStayInTheirFolder) {
  size_t seen = 0;
  const auto onlyTheOwner = [&](const fs::path& file, const std::string& folder, const std::string& header) {
    if (ownerOf(header).empty()) return;
    ++seen;
    EXPECT_EQ(ownerOf(header), folder) << file << " includes " << header << ", which is private";
  };
  forEachInclude(onlyTheOwner);
  EXPECT_GT(seen, 20u) << "the test no longer sees the includes";
  for (const char* root : {"tests/unit", "tests/soundness", "tools", "bench"}) forEachInclude(onlyTheOwner, kSource.parent_path() / root);
}

TEST(Layers, PublicHeadersNeedNoPrivateOnes) {
  forEachInclude([](const fs::path& file, const std::string& folder, const std::string& header) {
    const bool isPublic = file.extension() == ".h" && file.parent_path() == kSource / folder;
    EXPECT_FALSE(isPublic && !ownerOf(header).empty()) << file << " includes " << header << ", which is private";
  });
}

TEST(Layers, AllowedEdgesHaveNoCycle) {
  const Edges edges = allowedEdges();
  std::map<std::string, int> state;  // 1: on the way, 2: done
  std::function<void(const std::string&)> visit = [&](const std::string& folder) {
    if (state[folder] == 2) return;
    ASSERT_NE(state[folder], 1) << "a cycle through " << folder;
    state[folder] = 1;
    for (const std::string& lower : edges.at(folder)) visit(lower);
    state[folder] = 2;
  };
  for (const auto& [folder, lower] : edges) visit(folder);
}

TEST(Layers, LibrariesStayInTheirPlaces) {
  const std::set<std::string> llvmFolders{"passes", "exceptions", "lower", "frontend", "harness", "optimizer", "statements", "points", "codegen"};
  std::set<fs::path> z3Files, cursesFiles;
  forEachInclude([&](const fs::path& file, const std::string& folder, const std::string& header) {
    if (header.starts_with("llvm/") || header.starts_with("clang/")) {
      EXPECT_TRUE(llvmFolders.contains(folder)) << file << " includes " << header;
    }
    if (header.starts_with("z3")) z3Files.insert(file);
    if (header == "curses.h" || header == "term.h") cursesFiles.insert(file.filename());
  });
  EXPECT_EQ(z3Files.size(), 1u) << "Z3 belongs into one file";
  EXPECT_EQ(cursesFiles, (std::set<fs::path>{"terminal.cpp", "terminal_check.cpp"})) << "curses belongs into these";
}

}  // namespace
