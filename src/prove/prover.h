// What can decide an entry. Provers stand in a list (driver/diff.cpp) and are asked in turn: each decides the entry, or proves that the
// versions show the same on a part of its inputs, or says nothing. Those that come later need not look at what is proved. Exploration
// stands last and always decides; it takes the parts as partitions that are covered.
//
// A new way to prove things is a class of its own, in a file of its own, and a line in that list.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "change/change.h"
#include "explore/explore.h"
#include "program/program.h"
#include "result/result.h"
#include "support/expected.h"

namespace cleave::prove {

// One entry, and what is known of it by now.
class Question {
 public:
  using MakeEntry = std::function<Expected<explore::Entry>(expr::ExprPool&)>;

  Question(size_t index, std::string name, bool sameCode, const program::Program& before, const program::Program& after,
           const change::Changes& changes, MakeEntry makeEntry)
      : index_(index),
        name_(std::move(name)),
        sameCode_(sameCode),
        before_(before),
        after_(after),
        changes_(changes),
        makeEntry_(std::move(makeEntry)) {}
  Question(const Question&) = delete;

  size_t index() const { return index_; }  // of the entry, among all
  const std::string& name() const { return name_; }
  bool sameCode() const { return sameCode_; }  // the function and all it may call are the same in both versions

  // The input space, in a pool of its own; made when it is first asked for. `unsupported` tells if there is none.
  Expected<const explore::Entry*> entry();
  // What exploration works on. The entry must have been made.
  explore::Task task();
  expr::ExprPool& pool() { return pool_; }

  const std::vector<explore::GivenPartition>& proved() const { return proved_; }  // by the provers before
  void addProved(std::vector<explore::GivenPartition> parts);

 private:
  size_t index_;
  std::string name_;
  bool sameCode_;
  const program::Program& before_;
  const program::Program& after_;
  const change::Changes& changes_;
  MakeEntry makeEntry_;
  expr::ExprPool pool_;
  std::optional<explore::Entry> entry_;
  std::vector<explore::GivenPartition> proved_;
};

// Nothing, by default.
struct Answer {
  std::optional<result::EntryResult> decided;
  std::vector<explore::GivenPartition> parts;  // of the inputs, over the cells of the question's entry
};

class Prover {
 public:
  virtual ~Prover() = default;

  // `budget` is for this question. An error: the entry cannot be looked at at all.
  virtual Expected<Answer> prove(Question& question, Seconds budget) = 0;
  // Takes no time, so that it is asked even when the user wants to stop.
  virtual bool isImmediate() const { return false; }
};

using Provers = std::vector<std::unique_ptr<Prover>>;

// Asks them in turn. The last one must decide.
Expected<result::EntryResult> decide(const Provers& provers, Question& question, Seconds budget, const StopFlag* stop);
// The same, where it may be that none of them decides.
Expected<std::optional<result::EntryResult>> tryToDecide(const Provers& provers, Question& question, Seconds budget, const StopFlag* stop);

// An entry that was decided without looking at inputs.
result::EntryResult decidedEntry(const std::string& name, result::Verdict verdict, const std::string& reason);

}  // namespace cleave::prove
