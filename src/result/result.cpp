#include "result/result.h"

#include "result/signature.h"
#include "support/check.h"

namespace cleave::result {

const char* toText(Verdict verdict) {
  switch (verdict) {
    case Verdict::Equivalent:
      return "equivalent";
    case Verdict::Different:
      return "different";
    case Verdict::Inconclusive:
      return "inconclusive";
  }
  UNREACHABLE("a verdict of no kind");
}

const char* toText(PartitionKind kind) {
  switch (kind) {
    case PartitionKind::Equal:
      return "equal";
    case PartitionKind::Different:
      return "different";
    case PartitionKind::Unfinished:
      return "unfinished";
  }
  UNREACHABLE("a partition of no kind");
}

const char* toText(RowFate fate) {
  switch (fate) {
    case RowFate::Stayed:
      return "stayed";
    case RowFate::Changed:
      return "changed";
    case RowFate::Went:
      return "went";
    case RowFate::Came:
      return "came";
  }
  UNREACHABLE("a row of no fate");
}

Verdict overall(const Result& result) {
  Verdict verdict = Verdict::Equivalent;
  for (const Entry& entry : result.entries) {
    if (entry.verdict == Verdict::Different) return Verdict::Different;
    if (entry.verdict == Verdict::Inconclusive) verdict = Verdict::Inconclusive;
  }
  return verdict;
}

}  // namespace cleave::result
