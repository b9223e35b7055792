#include "solver/text_question.h"

#include "solver/private/z3_context.h"
#include "solver/worker.h"

namespace cleave::solver {

namespace {

Answer answerTo(const std::string& script) {
  try {
    Z3Context z3;
    Z3_ast_vector assertions = Z3_parse_smtlib2_string(z3.get(), script.c_str(), 0, nullptr, nullptr, 0, nullptr, nullptr);
    z3.failOnError();
    Z3_ast_vector_inc_ref(z3.get(), assertions);
    Question question(z3, Z3_mk_solver(z3.get()));
    for (unsigned k = 0; k < Z3_ast_vector_size(z3.get(), assertions); ++k) question.require(Z3_ast_vector_get(z3.get(), assertions, k));
    const Answer answer = question.ask();
    Z3_ast_vector_dec_ref(z3.get(), assertions);
    return answer;
  } catch (const Z3Failure&) {
    return Answer::Unknown;
  }
}

}  // namespace

Answer askText(const std::string& script, Seconds limit, const StopFlag* stop) {
  const Budget budget(limit, stop);
  const WorkerResult result = runInWorker([&] { return std::string(1, static_cast<char>(answerTo(script))); }, budget);
  return result.end == WorkerResult::End::Finished && result.bytes.size() == 1 ? static_cast<Answer>(result.bytes[0]) : Answer::Unknown;
}

}  // namespace cleave::solver
