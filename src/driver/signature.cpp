#include "driver/signature.h"

#include "driver/evidence.h"
#include "driver/prepare.h"
#include "driver/version.h"
#include "explore/signature.h"
#include "expr/print.h"

namespace cleave::driver {

namespace {

struct Context {
  const SignatureOptions& options;
  const Listeners& listeners;
  const Prepared& prepared;
  EvidenceWriter* evidence;  // null: none is written
  const StopFlag* stop;
};

Status compareEntry(const Context& context, size_t index, result::SignatureResult& result) {
  const Options& options = context.options;
  const Prepared& prepared = context.prepared;
  expr::ExprPool pool;
  const Expected<explore::Entry> entry = makeSupportedEntry(prepared, index, options, pool, context.stop);
  if (!entry) return entry.error();
  const explore::Task task{prepared.before(), prepared.after(), prepared.changes, *entry, pool};
  explore::Listeners heard;
  if (context.listeners.progress)
    heard.progress = [&](const explore::Progress& progress) { context.listeners.progress(entry->name, progress); };
  const auto explored = [&](Side side) {
    heard.evidence = nullptr;
    if (context.evidence != nullptr)
      heard.evidence = [&](const explore::Statement& statement) {
        const std::string name = !context.options.compare ? entry->name : entry->name + (side == Side::Before ? " before" : " after");
        context.evidence->add(name, pool, statement);
      };
    explore::WholeSignature whole = explore::findSignature(task, side, options.explore, heard, context.stop);
    if (context.options.countPaths) explore::countPaths(task, side, whole, options.explore, context.stop);
    explore::mergeRows(task, whole);
    explore::groupRows(task, whole, options.explore, heard, context.stop);
    return whole;
  };
  if (!context.options.compare) {
    result.signatures.push_back(explored(Side::After).signature);
    return std::nullopt;
  }
  explore::WholeSignature before = explored(Side::Before);
  explore::WholeSignature after = explored(Side::After);
  result.pairs.push_back(explore::compareSignatures(task, std::move(before), std::move(after), options.explore, context.stop));
  return std::nullopt;
}

Status writeSignatures(const result::SignatureResult& result, const std::filesystem::path& directory) {
  const auto write = [&](const result::Signature& each, const char* version) {
    return writeFile(directory / "smt2" / (safeFileName(each.entry) + version + ".signature.smt2"), smtSignature(each));
  };
  for (const result::Signature& each : result.signatures)
    if (Status failed = write(each, "")) return failed;
  for (const result::SignaturePair& pair : result.pairs)
    for (const auto& [each, version] : {std::pair(&pair.before, ".before"), std::pair(&pair.after, ".after")})
      if (Status failed = write(*each, version)) return failed;
  return std::nullopt;
}

}  // namespace

Expected<result::SignatureResult> signature(const SignatureOptions& options, const Listeners& listeners, const StopFlag* stop) {
  if (!options.compare && options.entries.empty()) return Error{"say whose signature is wanted: --entry f"};
  std::optional<EvidenceWriter> evidence;
  if (options.evidence) {
    Expected<EvidenceWriter> opened = EvidenceWriter::open(options.output);
    if (!opened) return opened.error();
    evidence = opened.take();
  }
  Options common = options;
  common.exploreUnchanged = true;
  const Expected<Prepared> prepared = options.compare ? prepare(common, listeners, stop) : prepareOne(common, listeners, stop);
  if (!prepared) return prepared.error();
  result::SignatureResult result;
  result.version = kVersion;
  const Context context{options, listeners, *prepared, evidence ? &*evidence : nullptr, stop};
  for (size_t index = 0; index < prepared->entries.size(); ++index)
    if (Status failed = compareEntry(context, index, result)) return *failed;
  if (!evidence) return result;
  if (Status failed = evidence->finish()) return *failed;
  if (Status failed = writeSignatures(result, options.output)) return *failed;
  return result;
}

std::string smtSignature(const result::Signature& signature) {
  std::string parameters;
  for (const result::Input& input : signature.inputs) {
    const expr::Sort sort = input.isFloat ? expr::Sort::floating(input.bits) : expr::Sort::bits(input.bits);
    parameters += (parameters.empty() ? "" : " ") + ("(" + expr::smtName(input.name)) + " " + expr::smtSort(sort) + ")";
  }
  std::string text = "; The semantic signature of " + signature.entry + ": " + (signature.exhaustive ? "exhaustive" : "not exhaustive") +
                     ". Row K applies where row-K holds; then the output is what row-K:NAME says.\n";
  for (const result::SignatureRow& row : signature.rows) {
    const std::string name = "row-" + std::to_string(row.way.id);
    text += "(define-fun " + expr::smtName(name) + " (" + parameters + ") Bool " + row.way.condition + ")\n";
    for (const result::SmtTerm& term : row.smt)
      text += "(define-fun " + expr::smtName(name + ":" + term.name) + " (" + parameters + ") " + term.sort + " " + term.term + ")\n";
  }
  return text;
}

}  // namespace cleave::driver
