// Where the condition can be evaluated (smt_term.h), members are looked for without a solver: random inputs, and known ones changed in a few
// places. What is changed again and again wanders through the partition, and each try costs microseconds. A solver is asked for what is not
// found so: a member that is not there yet, from which the search goes on, or the knowledge that there is none.
//
// Elsewhere the solver finds them all. A solver left alone gives the same model again and again, or its neighbours. So it is asked with many different constraints beside the
// condition, from strong to weak: a whole random input (which is rejection sampling, with the solver as the judge), some inputs fixed and
// others not, random parities of bits (these cut any set of members evenly, whatever its shape), random bounds. The first round only asks
// which of them are satisfiable, the second for their models: a solver may stop at a question for the model of nothing. What is missing
// then comes from changing members that are there in a few places, of which the solver only has to say whether they still are some, and
// from excluding what is there; when that becomes unsatisfiable, all members are known. Inputs that the condition does not mention are
// random.
#include "audit/draw.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "audit/smt_term.h"
#include "support/float_format.h"

namespace cleave::audit {

namespace {

constexpr size_t kLeastSeeds = 4;    // members by constraints, if a few are wanted
constexpr size_t kMostVariants = 2;  // rounds of changed members, before members are excluded one by one
constexpr size_t kTries = 100;       // evaluations for each member that is wanted, before a solver is asked

class Drawing {
 public:
  Drawing(const SolverProcess& solver, const std::vector<result::Input>& inputs, const std::string& condition, size_t wanted,
          Random& random, const Values& near)
      : solver_(solver),
        inputs_(inputs),
        space_(inputs, {condition}),
        condition_(condition),
        term_(SmtTerm::parse(condition, inputs)),
        near_(near.size() == inputs.size() ? near : Values()),
        wanted_(wanted),
        random_(random) {}

  Expected<Members> draw() {
    if (!space_.bound().empty() && term_) {
      wander();
    } else if (!space_.bound().empty()) {
      if (Status failed = drawConstrained(std::min(wanted_, std::max(kLeastSeeds, wanted_ / 3)))) return *failed;
      for (size_t round = 0; round < kMostVariants && !enough() && !models_.empty(); ++round)
        if (Status failed = drawVariants()) return *failed;
    }
    while (!enough() && members_.problem.empty() && !exhausted_) {
      if (Status failed = drawAnother()) return *failed;
      if (term_ && !exhausted_) wander();
    }
    addFreeVariants();
    members_.all = exhausted_ && space_.bound().size() == inputs_.size();
    if (enough() || exhausted_) members_.problem.clear();
    return std::move(members_);
  }

 private:
  bool enough() const { return members_.inputs.size() >= wanted_; }
  std::string head() const { return space_.preamble() + "(assert " + condition_ + ")\n"; }

  U128 anyPattern(const result::Input& input) {
    const unsigned bits = input.bits;
    const auto uniform = [&] { return truncateTo((U128{random_.next()} << 64) | random_.next(), bits); };
    U128 value = uniform();
    if (random_.chance(40)) value = truncateTo(U128{random_.below(21)} - 10, bits);                          // near zero
    if (random_.chance(10)) value = truncateTo((U128{1} << (bits - 1)) + U128{random_.below(3)} - 1, bits);  // near the ends
    return input.isFloat ? canonicalFloat(value, bits) : value;
  }

  Values anyInput() {
    Values values;
    for (const result::Input& input : inputs_) values.push_back(anyPattern(input));
    return values;
  }

  // --- by evaluating

  void change(Values& values) {
    const size_t at = space_.bound()[random_.below(space_.bound().size())];
    const size_t other = space_.bound()[random_.below(space_.bound().size())];
    const unsigned bits = inputs_[at].bits;
    switch (random_.below(4)) {
      case 0:
        values[at] = truncateTo(values[at] + random_.below(7) - 3, bits);
        break;
      case 1:
        values[at] ^= U128{1} << random_.below(bits);
        break;
      case 2:
        values[at] = truncateTo(values[other], bits);
        break;
      default:
        values[at] = anyPattern(inputs_[at]);
    }
  }

  void wander() {
    std::vector<Values> known;
    for (const std::vector<U128>& model : models_) known.push_back(inputOf(model));
    if (!near_.empty()) known.push_back(near_);
    for (size_t tries = kTries * wanted_; tries > 0 && !enough(); --tries) {
      const bool isFresh = known.empty() || random_.chance(20);
      Values values = isFresh ? anyInput() : known[random_.below(known.size())];
      for (size_t changes = isFresh ? 0 : 1 + random_.below(4); changes > 0; --changes) change(values);
      if (!term_->holds(values)) continue;
      std::vector<U128> model;
      for (const size_t at : space_.bound()) model.push_back(values[at]);
      keep(model);
      known.push_back(std::move(values));
    }
  }

  // What the condition does not mention is zero.
  Values inputOf(const std::vector<U128>& model) const {
    Values values(inputs_.size(), 0);
    for (size_t k = 0; k < model.size(); ++k) values[space_.bound()[k]] = model[k];
    return values;
  }

  // --- constraints

  std::string fixed(size_t cell) {
    return "(= " + space_.cell(cell) + " " + space_.constant(cell, anyPattern(inputs_[space_.bound()[cell]])) + ")";
  }

  std::string bounded(size_t cell) {
    const U128 value = anyPattern(inputs_[space_.bound()[cell]]);
    return std::string(random_.chance(50) ? "(bvule " : "(bvuge ") + space_.cell(cell) + " " + space_.constant(cell, value) + ")";
  }

  std::string parity() {
    std::string sum = random_.chance(50) ? "#b0" : "#b1";
    const size_t count = 1 + random_.below(5);
    for (size_t i = 0; i < count; ++i) {
      const size_t cell = random_.below(space_.bound().size());
      const uint64_t bit = random_.below(space_.bits(cell));
      sum = fmt::format("(bvxor {} ((_ extract {} {}) {}))", sum, bit, bit, space_.cell(cell));
    }
    return "(= #b1 " + sum + ")";
  }

  std::string someOf(size_t kind) {
    std::string text = "(and true";
    const size_t cells = space_.bound().size();
    if (kind == 0) return space_.equals(anyInput());
    for (size_t cell = 0; kind == 1 && cell < cells; ++cell)
      if (random_.chance(50)) text += " " + fixed(cell);
    for (size_t cell = 0; kind == 2 && cell < cells; ++cell) text += " " + bounded(cell);
    const size_t parities = kind == 1 ? 1 : kind == 2 ? 0 : 1 + random_.below(6);
    for (size_t i = 0; i < parities; ++i) text += " " + parity();
    return text + ")";
  }

  // --- asking

  Status drawConstrained(size_t seeds) {
    std::vector<std::string> constraints;
    std::string script = head();
    for (size_t i = 0; i < 2 * seeds; ++i) {
      constraints.push_back(someOf(i % 4));
      script += "(push 1)\n(assert " + constraints.back() + ")\n(check-sat)\n(pop 1)\n";
    }
    const Expected<SolverProcess::Reply> reply = solver_.ask(script, constraints.size());
    if (!reply) return reply.error();
    if (!reply->problem.empty()) members_.problem = reply->problem;
    std::string second = head();
    size_t asked = 0;
    for (size_t i = 0; i < reply->answers.size() && asked < seeds; ++i) {
      if (reply->answers[i] != "sat") continue;
      second += "(push 1)\n(assert " + constraints[i] + ")\n(check-sat)\n" + space_.getValue() + "(pop 1)\n";
      ++asked;
    }
    return asked == 0 ? Status() : takeModels(second, asked);
  }

  Status takeModels(const std::string& script, size_t questions) {
    const Expected<SolverProcess::Reply> reply = solver_.ask(script, questions);
    if (!reply) return reply.error();
    const auto models = parseValues(reply->rest, space_.bound().size());
    if (!models) {
      members_.problem = "its models cannot be read: " + reply->rest.substr(0, 200);
      return {};
    }
    for (const std::vector<U128>& model : *models) keep(model);
    return {};
  }

  // Of members that are there, each with a few other values.
  Status drawVariants() {
    const std::vector<std::vector<U128>> seeds(models_.begin(), models_.end());
    std::vector<Values> variants;
    for (size_t i = 0; i < 4 * wanted_; ++i) {
      Values values = inputOf(seeds[i % seeds.size()]);
      for (size_t changes = 1 + random_.below(4); changes > 0; --changes) {
        const size_t at = space_.bound()[random_.below(space_.bound().size())];
        values[at] = anyPattern(inputs_[at]);
      }
      variants.push_back(std::move(values));
    }
    const std::string script = space_.probes(condition_, variants);
    if (script.empty()) return {};
    const Expected<SolverProcess::Reply> reply = solver_.ask(script, 1);
    if (!reply) return reply.error();
    for (size_t i = 0; i < variants.size() && !enough(); ++i) {
      if (reply->rest.find(fmt::format("|probe {}| true", i)) == std::string::npos) continue;
      std::vector<U128> model;
      for (const size_t at : space_.bound()) model.push_back(variants[i][at]);
      keep(model);
    }
    return {};
  }

  void keep(const std::vector<U128>& model) {
    if (!models_.insert(model).second) return;
    Values values = anyInput();
    for (size_t k = 0; k < model.size(); ++k) {
      const size_t at = space_.bound()[k];
      values[at] = inputs_[at].isFloat ? canonicalFloat(model[k], inputs_[at].bits) : model[k];
    }
    if (seen_.insert(values).second && !enough()) members_.inputs.push_back(std::move(values));
  }

  // One that is not there yet, or the knowledge that there is none.
  Status drawAnother() {
    std::string script = head();
    for (const std::vector<U128>& model : models_) script += "(assert (not " + space_.equals(inputOf(model)) + "))\n";
    script += "(check-sat)\n" + (space_.bound().empty() ? "" : space_.getValue());
    const Expected<SolverProcess::Reply> reply = solver_.ask(script, 1);
    if (!reply) return reply.error();
    const std::string answer = reply->answers.empty() ? "" : reply->answers.front();
    if (answer == "unsat") {
      exhausted_ = true;
    } else if (answer == "sat" && space_.bound().empty()) {
      keep({});
      exhausted_ = true;
    } else if (answer == "sat") {
      const size_t known = models_.size();
      const auto models = parseValues(reply->rest, space_.bound().size());
      if (models && !models->empty()) keep(models->front());
      if (models_.size() == known) members_.problem = "its model cannot be read: " + reply->rest.substr(0, 200);
    } else {
      members_.problem = reply->problem.empty() ? "it does not know whether there are more members" : reply->problem;
    }
    return {};
  }

  // The same members again, with other values where the condition does not care.
  void addFreeVariants() {
    if (space_.bound().size() == inputs_.size()) return;
    const size_t have = members_.inputs.size();
    for (size_t i = 0; have != 0 && i < 8 * wanted_ && !enough(); ++i) {
      Values values = anyInput();
      for (const size_t at : space_.bound()) values[at] = members_.inputs[i % have][at];
      if (seen_.insert(values).second) members_.inputs.push_back(std::move(values));
    }
  }

  const SolverProcess& solver_;
  const std::vector<result::Input>& inputs_;
  const Space space_;
  const std::string& condition_;
  const std::optional<SmtTerm> term_;
  const Values near_;  // empty: none is known
  const size_t wanted_;
  Random& random_;
  std::set<std::vector<U128>> models_;  // of the bound cells
  std::set<Values> seen_;
  bool exhausted_ = false;  // every model of the bound cells is there
  Members members_;
};

}  // namespace

Expected<Members> drawMembers(const SolverProcess& solver, const std::vector<result::Input>& inputs, const std::string& condition,
                              size_t wanted, Random& random, const Values& near) {
  return Drawing(solver, inputs, condition, wanted, random, near).draw();
}

}  // namespace cleave::audit
