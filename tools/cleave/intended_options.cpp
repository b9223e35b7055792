#include "intended_options.h"

#include "defaults.h"
#include "driver/accepted.h"

namespace cleave::tools {

std::string nearestAccepted() {
  std::error_code failure;
  const auto file = findAbove(std::filesystem::current_path(failure), driver::kAcceptedFile);
  return file ? file->string() : "";
}

void IntendedOptions::addTo(CommandLine& line) {
  line.repeated("--intend", intended_,
                "a C expression over inputs, 'before' and 'after' (what the versions return; of pointers 'after_is_null'): differences where it holds are wanted "
                "(repeatable: where one of them does)");
}

void IntendedOptions::addAccepted(CommandLine& line) {
  accepted_.clear();
  line.text("--accepted", accepted_, "the file of differences that were accepted; none: there are none (default: the nearest cleave.accepted.toml)");
}

Status IntendedOptions::read(driver::Options& options) const {
  for (const std::string& each : intended_) options.intended.push_back({"", {each, "--intend"}});
  const std::string file = accepted_.empty() ? nearestAccepted() : accepted_;
  if (file.empty() || file == "none") return std::nullopt;
  Expected<std::vector<driver::Options::Intended>> accepted = driver::readAccepted(file);
  if (!accepted) return accepted.error();
  for (driver::Options::Intended& each : *accepted) options.intended.push_back(std::move(each));
  return std::nullopt;
}

}  // namespace cleave::tools
