#include "command_line.h"

#include <CLI/CLI.hpp>

namespace cleave::tools {

CLI::Option* CommandLine::grouped(CLI::Option* option) const { return option->group(group_); }

CLI::Option* CommandLine::add(const std::string& name, Words& values, const std::string& help) {
  return grouped(app_->add_option(name, values, help));
}

void CommandLine::flag(const std::string& name, bool& value, const std::string& help) { grouped(app_->add_flag(name, value, help)); }

void CommandLine::number(const std::string& name, uint64_t& value, const std::string& help) {
  grouped(app_->add_option(name, value, help))->capture_default_str();
}

void CommandLine::positive(const std::string& name, uint64_t& value, const std::string& help) {
  grouped(app_->add_option(name, value, help))->capture_default_str()->check(CLI::PositiveNumber);
}

void CommandLine::text(const std::string& name, std::string& value, const std::string& help, Need need) {
  grouped(app_->add_option(name, value, help))->capture_default_str()->required(need == Need::Required);
}

void CommandLine::textOr(const std::string& name, std::string& value, const std::string& otherwise, const std::string& help) {
  grouped(app_->add_option(name, value, help))->expected(0, 1)->default_str(otherwise);
}

void CommandLine::once(const std::string& name, Words& value, const std::string& help, Need need) {
  add(name, value, help)->expected(1)->required(need == Need::Required);
}

void CommandLine::repeated(const std::string& name, Words& values, const std::string& help) {
  add(name, values, help)->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void CommandLine::listed(const std::string& name, Words& values, const std::string& help) {
  add(name, values, help)->expected(1)->delimiter(',')->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void CommandLine::several(const std::string& name, Words& values, const std::string& help) { add(name, values, help)->expected(1, -1); }

void CommandLine::severalListed(const std::string& name, Words& values, const std::string& help) {
  add(name, values, help)->delimiter(',');
}

void CommandLine::files(Words& values, const std::string& help, int least, int most) {
  app_->add_option("files", values, help)->required(least > 0)->expected(least, most);
}

CommandLine CommandLine::command(const std::string& name, const std::string& help) {
  app_->require_subcommand(1);
  return CommandLine(*app_->add_subcommand(name, help));
}

bool CommandLine::chosen() const { return app_->parsed(); }

}  // namespace cleave::tools
