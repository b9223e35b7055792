#include "result/result.h"

#include "result/signature.h"
#include "support/enum_table.h"

namespace cleave::result {

namespace {

constexpr EnumTable<Verdict, const char*> kVerdicts({
    {Verdict::Equivalent, "equivalent"},
    {Verdict::Different, "different"},
    {Verdict::Inconclusive, "inconclusive"},
    {Verdict::Failed, "failed"},
    {Verdict::Intended, "different as intended"},
});

constexpr EnumTable<Intent, const char*> kIntents({
    {Intent::Unasked, "unasked"},
    {Intent::Inside, "inside"},
    {Intent::Outside, "outside"},
    {Intent::Open, "open"},
});

constexpr EnumTable<PartitionKind, const char*> kPartitionKinds({
    {PartitionKind::Equal, "equal"},
    {PartitionKind::Different, "different"},
    {PartitionKind::Undefined, "undefined"},
    {PartitionKind::Unfinished, "unfinished"},
});

constexpr EnumTable<RowFate, const char*> kRowFates({
    {RowFate::Stayed, "stayed"},
    {RowFate::Changed, "changed"},
    {RowFate::Went, "went"},
    {RowFate::Came, "came"},
});

}  // namespace

const char* toText(Verdict verdict) { return kVerdicts[verdict]; }
const char* toText(PartitionKind kind) { return kPartitionKinds[kind]; }
const char* toText(Intent intent) { return kIntents[intent]; }
const char* toText(RowFate fate) { return kRowFates[fate]; }

bool isUnwanted(const Partition& partition) {
  return partition.kind == PartitionKind::Different && (partition.intent == Intent::Unasked || partition.intent == Intent::Outside);
}

bool isPositive(Verdict verdict) { return verdict == Verdict::Equivalent || verdict == Verdict::Intended; }

Verdict overall(const Result& result) {
  size_t failed = 0;
  bool isOpen = false, isIntended = false;
  for (const EntryResult& entry : result.entries) {
    if (entry.verdict == Verdict::Different) return Verdict::Different;
    isOpen = isOpen || entry.verdict == Verdict::Inconclusive;
    isIntended = isIntended || entry.verdict == Verdict::Intended;
    if (entry.verdict == Verdict::Failed) ++failed;
  }
  if (failed > 0 && failed == result.entries.size()) return Verdict::Failed;
  if (isOpen || failed > 0) return Verdict::Inconclusive;
  return isIntended ? Verdict::Intended : Verdict::Equivalent;
}

}  // namespace cleave::result
