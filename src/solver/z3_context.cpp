#include "solver/private/z3_context.h"

#include "solver/kept_contexts.h"
#include "support/check.h"
#include "support/forking.h"

namespace cleave::solver {

namespace {

constexpr size_t kMostKept = 4;
constexpr size_t kFull = 100'000;  // terms

struct Kept {
  unsigned wanted = 0;  // by so many
  std::vector<Z3_context> contexts;
};

Kept& kept() {
  thread_local Kept kept;
  return kept;
}

}  // namespace

KeptContexts::KeptContexts() { ++kept().wanted; }

KeptContexts::~KeptContexts() {
  if (--kept().wanted != 0) return;
  for (Z3_context context : kept().contexts) Z3_del_context(context);
  kept().contexts.clear();
}

Z3Context::Z3Context() {
  if (!kept().contexts.empty()) {
    context_ = kept().contexts.back();
    kept().contexts.pop_back();
    return;
  }
  Z3_config config = Z3_mk_config();
  context_ = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(context_, nullptr);  // codes, not exits
}

// Users before their operands: deleting a context that still holds a long chain takes Z3 a time quadratic in its length.
Z3Context::~Z3Context() {
  const size_t size = owned_.size();
  for (Z3_tactic tactic : tactics_) Z3_tactic_dec_ref(context_, tactic);
  while (!owned_.empty()) {
    Z3_dec_ref(context_, owned_.back());
    owned_.pop_back();
  }
  // One that was very full is not empty at once.
  if (kept().wanted != 0 && kept().contexts.size() < kMostKept && size < kFull) {
    kept().contexts.push_back(context_);
    return;
  }
  Z3_del_context(context_);
}

Z3_tactic Z3Context::chain(std::initializer_list<const char*> names) {
  const auto keep = [&](Z3_tactic tactic) {
    Z3_tactic_inc_ref(context_, checked(tactic));
    tactics_.push_back(tactic);
    return tactic;
  };
  Z3_tactic all = nullptr;
  for (const char* name : names) {
    Z3_tactic one = keep(Z3_mk_tactic(context_, name));
    all = all == nullptr ? one : keep(Z3_tactic_and_then(context_, all, one));
  }
  return all;
}

void Z3Context::failOnError() const {
  const Z3_error_code code = Z3_get_error_code(context_);
  if (code != Z3_OK) throw Z3Failure{Z3_get_error_msg(context_, code)};
}

Z3_ast Z3Context::own(Z3_ast ast) {
  failOnError();
  Z3_inc_ref(context_, ast);
  owned_.push_back(ast);
  return ast;
}

Question::Question(Z3Context& context, Z3_solver solver) : context_(context), solver_(context.checked(solver)) {
  Z3_solver_inc_ref(context_.get(), solver_);
}

Question::~Question() {
  if (model_ != nullptr) Z3_model_dec_ref(context_.get(), model_);
  Z3_solver_dec_ref(context_.get(), solver_);
}

void Question::limit(unsigned steps, unsigned milliseconds) {
  Z3_context context = context_.get();
  Z3_params params = context_.checked(Z3_mk_params(context));
  Z3_params_inc_ref(context, params);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "rlimit"), steps);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "timeout"), milliseconds);
  // Otherwise Z3 takes Ctrl-C for itself while it runs, and nobody else hears of it.
  Z3_params_set_bool(context, params, Z3_mk_string_symbol(context, "ctrl_c"), false);
  Z3_solver_set_params(context, solver_, params);
  Z3_params_dec_ref(context, params);
  context_.failOnError();
}

void Question::require(Z3_ast truth) {
  Z3_solver_assert(context_.get(), solver_, truth);
  context_.failOnError();
}

Answer Question::ask() {
  const std::unique_lock<std::mutex> held = holdCopies();  // a thread of Z3 looks at the time
  switch (context_.checked(Z3_solver_check(context_.get(), solver_))) {
    case Z3_L_TRUE:
      return Answer::Satisfiable;
    case Z3_L_FALSE:
      return Answer::Unsatisfiable;
    case Z3_L_UNDEF:
      return Answer::Unknown;
  }
  UNREACHABLE("an answer of no kind");
}

Z3_ast Question::value(Z3_ast term) {
  if (model_ == nullptr) {
    model_ = context_.checked(Z3_solver_get_model(context_.get(), solver_));
    Z3_model_inc_ref(context_.get(), model_);
  }
  Z3_ast value = nullptr;
  const bool done = Z3_model_eval(context_.get(), model_, term, true, &value);
  context_.failOnError();
  if (!done) throw Z3Failure{"the model does not evaluate"};
  return context_.own(value);
}

}  // namespace cleave::solver
