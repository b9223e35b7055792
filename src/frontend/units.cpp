#include "frontend/units.h"

#include <llvm/IR/Module.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "frontend/symbols.h"

namespace cleave::frontend {

namespace {

namespace fs = std::filesystem;

FileSymbols symbolsOf(const CompileJob& job) { return readSymbols(job.bitcode(), job.language == Language::LlvmText); }

std::vector<std::string> partsOf(const std::string& file) {
  std::vector<std::string> parts;
  for (const fs::path& part : fs::path(file).lexically_normal()) parts.push_back(part.string());
  return parts;
}

std::string lastParts(const std::vector<std::string>& parts, size_t count) {
  std::string text;
  for (size_t k = parts.size() - std::min(count, parts.size()); k < parts.size(); ++k) text += (text.empty() ? "" : "/") + parts[k];
  return text;
}

// Pairs of indices that are left, where each is the other's only choice.
class Matcher {
 public:
  Matcher(std::vector<CompileJob>& before, const std::vector<CompileJob>& after)
      : before_(before), after_(after), takenBefore_(before.size(), false), takenAfter_(after.size(), false) {}

  template <class Alike>
  void match(Alike alike) {
    for (size_t x = 0; x < before_.size(); ++x) {
      const std::optional<size_t> y = only(after_.size(), takenAfter_, [&](size_t k) { return !takenBefore_[x] && alike(x, k); });
      if (!y || only(before_.size(), takenBefore_, [&](size_t k) { return alike(k, *y); }) != x) continue;
      takenBefore_[x] = takenAfter_[*y] = true;
      before_[x].unit = after_[*y].unit;
    }
  }

  // Those that stay alone must not be taken for others.
  void nameRest() {
    for (size_t x = 0; x < before_.size(); ++x)
      while (!takenBefore_[x] && std::ranges::any_of(after_, [&](const CompileJob& each) { return each.unit == before_[x].unit; }))
        before_[x].unit += " (before)";
  }

 private:
  template <class Wanted>
  static std::optional<size_t> only(size_t count, const std::vector<bool>& taken, Wanted wanted) {
    std::optional<size_t> found;
    for (size_t k = 0; k < count; ++k) {
      if (taken[k] || !wanted(k)) continue;
      if (found) return std::nullopt;
      found = k;
    }
    return found;
  }

  std::vector<CompileJob>& before_;
  const std::vector<CompileJob>& after_;
  std::vector<bool> takenBefore_, takenAfter_;
};

}  // namespace

void nameUnits(std::vector<CompileJob>& jobs) {
  std::vector<std::vector<std::string>> parts;
  size_t most = 1;
  for (const CompileJob& job : jobs) {
    parts.push_back(partsOf(job.file));
    most = std::max(most, parts.back().size());
  }
  for (size_t k = 0; k < jobs.size(); ++k) {
    size_t count = 1;
    const auto clashes = [&] {
      return std::ranges::count_if(parts, [&](const auto& each) { return lastParts(each, count) == lastParts(parts[k], count); }) > 1;
    };
    while (count < most && clashes()) ++count;
    jobs[k].unit = lastParts(parts[k], count);
  }
}

void matchUnits(std::vector<CompileJob>& before, const std::vector<CompileJob>& after) {
  if (before.size() == 1 && after.size() == 1) {
    before[0].unit = after[0].unit;
    return;
  }
  Matcher matcher(before, after);
  matcher.match([&](size_t x, size_t y) { return before[x].unit == after[y].unit; });
  const auto base = [](const CompileJob& job) { return fs::path(job.file).filename(); };
  matcher.match([&](size_t x, size_t y) { return base(before[x]) == base(after[y]); });
  std::vector<FileSymbols> ofBefore, ofAfter;
  for (const CompileJob& job : before) ofBefore.push_back(symbolsOf(job));
  for (const CompileJob& job : after) ofAfter.push_back(symbolsOf(job));
  matcher.match([&](size_t x, size_t y) {
    return std::ranges::any_of(ofBefore[x].strong, [&](const std::string& name) { return ofAfter[y].strong.contains(name); });
  });
  matcher.match([](size_t, size_t) { return true; });
  matcher.nameRest();
}

std::set<std::string> ambiguousNames(const std::vector<CompileJob>& jobs) {
  std::set<std::string> ambiguous;
  if (jobs.size() < 2) return ambiguous;
  std::map<std::string, size_t> files;
  std::set<std::string> local;
  for (const CompileJob& job : jobs) {
    const FileSymbols symbols = symbolsOf(job);
    for (const std::string& name : symbols.all) ++files[name];
    local.insert(symbols.local.begin(), symbols.local.end());
  }
  for (const std::string& name : local)
    if (files[name] > 1 || name.starts_with("_GLOBAL__sub_I_")) ambiguous.insert(name);
  return ambiguous;
}

void renameLocals(llvm::Module& module, const std::string& unit, const std::set<std::string>& ambiguous) {
  for (llvm::GlobalValue& value : module.global_values()) {
    const std::string name = value.getName().str();
    if (!value.hasLocalLinkage() || !ambiguous.contains(name)) continue;
    // The compiler names what initialises the objects of a file after the file.
    const std::string own = name.starts_with("_GLOBAL__sub_I_") ? "_GLOBAL__sub_I_" : name;
    value.setName(own + ":" + unit);
  }
}

}  // namespace cleave::frontend
