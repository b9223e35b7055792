#include "prove/same_code.h"

namespace cleave::prove {

Expected<Answer> SameCode::prove(Question& question, Seconds) {
  if (!question.sameCode()) return Answer{};
  Answer answer{decidedEntry(question.name(), result::Verdict::Equivalent,
                             "the code of the function, and of all it may call, is the same in both versions"),
                {}};
  answer.decided->sameCode = true;
  return answer;
}

}  // namespace cleave::prove
