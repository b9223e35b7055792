// The last prover: explores the inputs that nobody has proved anything about (explore/explore.h). Always decides, if only by saying why
// nothing is decided.
#pragma once

#include <functional>

#include "prove/prover.h"

namespace cleave::prove {

class Exploration : public Prover {
 public:
  // Who is told what is found, for each entry anew.
  using Listen = std::function<explore::Listeners(Question& question, const explore::Entry& entry)>;

  Exploration(const explore::Options& options, Listen listen, const StopFlag* stop)
      : options_(options), listen_(std::move(listen)), stop_(stop) {}

  Expected<Answer> prove(Question& question, Seconds budget) override;

 private:
  explore::Options options_;
  Listen listen_;
  const StopFlag* stop_;
};

}  // namespace cleave::prove
