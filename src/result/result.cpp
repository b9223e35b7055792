#include "result/result.h"

#include "result/signature.h"
#include "support/enum_table.h"

namespace cleave::result {

namespace {

constexpr EnumTable<Verdict, const char*> kVerdicts({
    {Verdict::Equivalent, "equivalent"},
    {Verdict::Different, "different"},
    {Verdict::Inconclusive, "inconclusive"},
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
const char* toText(RowFate fate) { return kRowFates[fate]; }

Verdict overall(const Result& result) {
  Verdict verdict = Verdict::Equivalent;
  for (const EntryResult& entry : result.entries) {
    if (entry.verdict == Verdict::Different) return Verdict::Different;
    if (entry.verdict == Verdict::Inconclusive) verdict = Verdict::Inconclusive;
  }
  return verdict;
}

}  // namespace cleave::result
