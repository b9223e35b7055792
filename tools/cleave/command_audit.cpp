#include <algorithm>

#include "audit/audit.h"
#include "command_line.h"
#include "commands.h"
#include "shared_options.h"
#include "terminal.h"

namespace cleave::tools {

namespace {

class Audit : public Command {
 public:
  Audit()
      : Command("audit", "re-check a result with another solver and natively, without the analysis that made it",
                "Exit status: 0 everything agrees, 1 something disagrees, 2 not a result of cleave or bad usage, 3 something is "
                "undecided.") {}

  void describe(CommandLine& line) override {
    line.text("directory", directory_, "what `cleave diff --out` wrote");
    line.text("--solver", solver_, "command that reads SMT-LIB2 from its standard input; default: cvc5 if installed, else z3");
    line.text("--timeout", timeout_, "time per question to the solver, and per native run");
    line.text("--budget", budget_, "time for replaying witnesses and members; the rest is undecided");
    line.positive("--members", members_, "inputs to draw from each partition");
    line.listed("--checks", checks_, "only these checks, with commas: files, verdicts, smt2, coverage, groups, witnesses, members, texts");
    line.number("--seed", seed_, "of the inputs that are drawn");
    line.number("-j", jobs_, "checks at a time; default: one per core, up to 8");
    addUnsafeNative(line, unsafeNative_);
    line.flag("--json", json_, "print the report as one JSON document");
  }

  Expected<int> run(const Invocation& invocation) override {
    const Expected<audit::Options> asked = options();
    if (!asked) return asked.error();
    const Expected<audit::Report> report = audit::audit(*asked, invocation.stop);
    if (!report) return report.error();
    print(json_ ? audit::toJson(*report) + "\n" : audit::toText(*report));
    switch (report->verdict()) {
      case audit::Report::Verdict::Agrees:
        return 0;
      case audit::Report::Verdict::Disagrees:
        return 1;
      case audit::Report::Verdict::Undecided:
        return kInconclusive;
    }
    return kInternalError;
  }

 private:
  Expected<audit::Options> options() const {
    const Expected<Seconds> timeout = readDuration(timeout_, "--timeout");
    if (!timeout) return timeout.error();
    const Expected<Seconds> budget = readDuration(budget_, "--budget");
    if (!budget) return budget.error();
    audit::Options options;
    options.budget = *budget;
    options.checks = checks_;
    for (const std::string& each : options.checks)
      if (!audit::isCheck(each))
        return Error{"--checks " + each + ": there is files, verdicts, smt2, coverage, groups, witnesses, members, texts"};
    options.directory = directory_;
    options.solver = solver_;
    options.timeout = options.replayTimeout = *timeout;
    options.members = members_;
    options.seed = seed_;
    options.jobs = static_cast<unsigned>(std::min<uint64_t>(jobs_, 64));
    options.unsafeNative = unsafeNative_;
    return options;
  }

  std::string directory_ = "cleave.out";
  std::string solver_;
  std::string timeout_ = "10s";
  std::string budget_ = "10m";
  std::vector<std::string> checks_;
  uint64_t members_ = 20;
  uint64_t seed_ = 1;
  uint64_t jobs_ = 0;
  bool unsafeNative_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> makeAudit() { return std::make_unique<Audit>(); }

}  // namespace cleave::tools
