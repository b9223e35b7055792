#include "command_audit.h"

#include <iostream>

#include "audit/audit.h"
#include "driver/options.h"
#include "exit_status.h"

namespace cleave::tools {

AuditCommand::AuditCommand(CLI::App& app)
    : command_(app.add_subcommand("audit", "re-check a result with another solver and natively, without the analysis that made it")) {
  command_->add_option("directory", directory_, "what `cleave diff --out` wrote")->capture_default_str();
  command_->add_option("--solver", solver_, "command that reads SMT-LIB2 from its standard input; default: cvc5 if installed, else z3");
  command_->add_option("--timeout", timeout_, "time per question to the solver, and per native run")->capture_default_str();
  command_->add_option("--budget", budget_, "time for replaying witnesses and members; the rest is undecided")->capture_default_str();
  command_->add_option("--members", members_, "inputs to draw from each partition")->capture_default_str()->check(CLI::PositiveNumber);
  command_->add_option("--seed", seed_, "of the inputs that are drawn")->capture_default_str();
  command_->add_flag("--json", json_, "print the report as one JSON document");
  command_->footer(
      "Exit status: 0 everything agrees, 1 something disagrees, 2 not a result of cleave or bad usage, 3 something is undecided.");
}

int AuditCommand::run(const StopFlag* stop) {
  const Expected<Seconds> timeout = driver::parseDuration(timeout_);
  if (!timeout) {
    std::cerr << "cleave: --timeout: " << timeout.error().message << "\n";
    return kBadUsage;
  }
  const Expected<Seconds> budget = driver::parseDuration(budget_);
  if (!budget) {
    std::cerr << "cleave: --budget: " << budget.error().message << "\n";
    return kBadUsage;
  }
  audit::Options options;
  options.budget = *budget;
  options.directory = directory_;
  options.solver = solver_;
  options.timeout = options.replayTimeout = *timeout;
  options.members = members_;
  options.seed = seed_;
  const Expected<audit::Report> report = audit::audit(options, stop);
  if (!report) {
    std::cerr << "cleave: " << report.error().message << "\n";
    return kBadUsage;
  }
  std::cout << (json_ ? audit::toJson(*report) + "\n" : audit::toText(*report)) << std::flush;
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

}  // namespace cleave::tools
