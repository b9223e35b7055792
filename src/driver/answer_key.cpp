#include "driver/answer_key.h"

#include <link.h>

#include <set>

#include <fmt/format.h>

#include "driver/version.h"
#include "program/content.h"
#include "support/file_digest.h"
#include "support/sha256.h"

namespace cleave::driver {

namespace {

using program::FunctionId;

// The linker's notes in our own file, which comes first, and in the libraries that answers come from. (What clang makes of sources is looked at
// itself.)
int takeBuildId(dl_phdr_info* info, size_t, void* found) {
  auto& ids = *static_cast<std::string*>(found);
  const std::string_view library = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  const bool decides = library.find("libz3") != std::string_view::npos || library.find("libLLVM") != std::string_view::npos;
  if (!ids.empty() && !decides) return 0;
  for (int k = 0; k < info->dlpi_phnum; ++k) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[k];
    if (segment.p_type != PT_NOTE) continue;
    const char* at = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
    const char* const end = at + segment.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const auto* note = reinterpret_cast<const ElfW(Nhdr)*>(at);
      const char* name = at + sizeof *note;
      const char* value = name + (note->n_namesz + 3) / 4 * 4;
      if (note->n_type == NT_GNU_BUILD_ID) ids.append(value, note->n_descsz);
      at = value + (note->n_descsz + 3) / 4 * 4;
    }
  }
  return ids.empty() ? 1 : 0;  // ours has none
}

// Every option is named: one that is added does not compile until somebody has said whether answers depend on it.
class Words {
 public:
  template <class T>
  void add(const T& value) {
    text_ += fmt::format("{}\x1f", value);
  }
  void add(const std::vector<std::string>& values) {
    add(values.size());
    for (const std::string& value : values) add(value);
  }
  void add(const inputs::Options& given) {
    const auto& [pointers, aliases, aliasAny, globals, argv, stdinBytes, stdinTemplate, assume, tag, elements, stringBytes, words, depth, functions, followed] = given;
    (void)tag;  // of the names in the harness, which is looked at as code
    for (const auto& [path, pointer] : pointers) {
      const auto& [behind, bound, null, length] = pointer;
      add(path);
      add(behind ? static_cast<int>(*behind) : -1);
      add(bound ? std::to_string(*bound) : "-");
      add(null ? static_cast<int>(*null) : -1);
      add(length);
    }
    for (const auto& [one, other] : aliases) add(one + "=" + other);
    add(aliasAny);
    add(globals ? static_cast<int>(*globals) : -1);
    add(argv ? "+" + *argv : "-");
    add(stdinBytes ? std::to_string(*stdinBytes) : "-");
    add(stdinTemplate);
    add(assume);
    for (const uint64_t number : {elements, stringBytes, words, uint64_t{depth}, functions}) add(number);
    add(followed ? std::vector<std::string>(followed->begin(), followed->end()) : std::vector<std::string>());
  }
  void add(const explore::Options& given) {
    const auto& [strategy, granularity, budget, latest, solverTimeout, concretePhase, rules, maxPartitions, mergeAfter, stageAfter, directAfter, maxLiterals, seed,
                 overflowIsUndefined, refines, readableWitnesses, untilDifference, smallFlips, summarises, seeds, limits] = given;
    (void)budget;  // an answer says what it had
    (void)latest;
    (void)seeds;   // only where to look first
    add(static_cast<int>(strategy));
    add(static_cast<int>(granularity));
    add(solverTimeout.count());
    add(concretePhase.count());
    add(rules.off);
    for (const uint64_t number : {maxPartitions, mergeAfter, stageAfter, directAfter, maxLiterals, seed}) add(number);
    for (const bool flag : {overflowIsUndefined, refines, readableWitnesses, untilDifference, smallFlips, summarises}) add(flag);
    const auto& [steps, memoryBytes, depth, symbolicCells] = limits;
    for (const uint64_t number : {steps, memoryBytes, uint64_t{depth}, uint64_t{symbolicCells}}) add(number);
  }
  void add(const result::Criterion& given) {
    const auto& [observed, ignored, marks] = given;
    add(observed);
    add(ignored);
    add(std::vector<std::string>(marks.begin(), marks.end()));
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void addMarks(Words& words, const Prepared& prepared, Side side, const program::Content& content, std::set<uint32_t>& changes) {
  const auto& marks = prepared.changes.marks.of(side);
  const auto add = [&](const std::vector<uint32_t>& ids) {
    words.add(fmt::format("{}", fmt::join(ids, ",")));
    changes.insert(ids.begin(), ids.end());
  };
  for (const FunctionId id : content.functions) {
    if (id.value >= marks.size()) continue;
    add(marks[id.value].instructions);
    for (const std::vector<uint32_t>& phis : marks[id.value].phis) add(phis);
    for (const auto& [phi, blocks] : marks[id.value].ways)
      words.add(fmt::format("{}.{}:{}", phi.first, phi.second, fmt::join(blocks, ",")));
  }
}

void addPairs(Words& words, const Prepared& prepared, const std::set<FunctionId>& functions) {
  for (const change::FunctionPair& pair : prepared.changes.functions)
    if (functions.contains(pair.after))
      words.add(fmt::format("{}={}:{}{}{}{}{}", prepared.before().function(pair.before).name, prepared.after().function(pair.after).name,
                            static_cast<int>(pair.by), pair.sameCode, pair.sameDeep, pair.sameMeaning, pair.isEntry));
}

}  // namespace

std::string identity(const std::filesystem::path& models) {
  std::string id;
  dl_iterate_phdr(takeBuildId, &id);
  const Expected<std::string> library = sha256OfFile(models);
  if (id.empty() || !library) return {};
  return std::string(kVersion) + "\x1f" + id + "\x1f" + *library;
}

std::string optionsText(const DiffOptions& options) {
  Words words;
  words.add(options.inputs);
  words.add(options.explore);
  words.add(options.criterion);
  const auto& [isUsed, pure, ignored, stopAt] = options.environment;
  words.add(isUsed);
  for (const std::vector<std::string>* names : {&pure, &ignored, &stopAt}) words.add(*names);
  words.add(options.native);
  words.add(options.unsafeNative);
  words.add(options.optimizerProof);
  return words.take();
}

std::string answerKey(const Prepared& prepared, size_t index, const explore::Entry& entry, const DiffOptions& options, const std::string& identity) {
  const EntryPair& pair = prepared.entries[index];
  const EntryHarness& planned = prepared.planned[index];
  // What either version comes to, and what that is in the other one.
  std::vector<FunctionId> before{pair.before, planned.before}, after{pair.after, planned.after};
  for (const FunctionId expression : {planned.assumption, planned.intention})
    if (expression.valid()) after.push_back(expression);
  for (const FunctionId id : program::contentOf(prepared.before(), before).functions)
    if (const change::FunctionPair* match = prepared.changes.pairOf(Side::Before, id)) after.push_back(match->after);
  const program::Content inAfter = program::contentOf(prepared.after(), after);
  for (const FunctionId id : inAfter.functions)
    if (const change::FunctionPair* match = prepared.changes.pairOf(Side::After, id)) before.push_back(match->before);
  const program::Content inBefore = program::contentOf(prepared.before(), before);

  Words words;
  words.add(identity);
  words.add(entry.name);
  words.add(optionsText(options));
  for (const vm::InputCell& cell : entry.space.cells)
    words.add(fmt::format("{} {} {} {} {} {} {}", cell.name, cell.type, cell.sort.width, cell.sort.isFloat(), cell.isSigned, cell.low, cell.high));
  words.add(entry.bounds);
  words.add(entry.assumptions);
  words.add(planned.intended);
  std::set<uint32_t> changes;
  addMarks(words, prepared, Side::Before, inBefore, changes);
  addMarks(words, prepared, Side::After, inAfter, changes);
  addPairs(words, prepared, {inAfter.functions.begin(), inAfter.functions.end()});
  words.add(prepared.changes.sameStart);
  const std::set<program::GlobalId> globalsBefore(inBefore.globals.begin(), inBefore.globals.end()), globalsAfter(inAfter.globals.begin(), inAfter.globals.end());
  for (const change::GlobalMatch& match : prepared.changes.globals)
    if (globalsAfter.contains(match.after) || globalsBefore.contains(match.before))
      words.add(fmt::format("{}={}:{}{}", prepared.before().global(match.before).name, prepared.after().global(match.after).name, match.same, match.sameStart));
  for (const change::Change& each : prepared.changes.changes)
    if (changes.contains(each.id))
      words.add(fmt::format("{} {} {} {} {}-{} {}-{} {}", each.id, each.function, each.beforeFile, each.afterFile, each.before.first, each.before.last,
                            each.after.first, each.after.last, each.isOurs));
  return sha256(sha256(words.take()) + sha256(inBefore.text) + sha256(inAfter.text));
}

}  // namespace cleave::driver
