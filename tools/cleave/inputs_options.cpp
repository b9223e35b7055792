#include "inputs_options.h"

#include <algorithm>
#include <charconv>

#include "inputs/toml.h"
#include "support/temp_dir.h"

namespace cleave::tools {

namespace {

Expected<std::pair<std::string, std::string>> splitAt(const std::string& word, char separator, const char* option) {
  const size_t at = word.rfind(separator);
  if (at == std::string::npos || at == 0 || at + 1 == word.size())
    return Error{std::string(option) + ": '" + word + "' is not of the form NAME" + separator + "VALUE"};
  return std::pair(word.substr(0, at), word.substr(at + 1));
}

Expected<uint64_t> parseNumber(const std::string& text, const char* option, uint64_t most) {
  uint64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || number > most)
    return Error{std::string(option) + ": '" + text + "' is not a number up to " + std::to_string(most)};
  return number;
}

}  // namespace

void InputsOptions::addTo(CommandLine& line) {
  line.group("Inputs");
  line.text("--inputs", plan_, "a plan file, as `cleave inputs` prints it");
  line.repeated("--bound", bounds_, "P=N: N elements behind the pointer P, or strings of up to N bytes (repeatable)");
  line.repeated("--length", lengths_, "P=N: the parameter N says how many elements stand behind P (repeatable)");
  line.repeated("--nonnull", nonnull_, "the pointer P is never null (repeatable)");
  line.repeated("--alias", aliases_,
                "P,Q: these two pointers may point to the same object (repeatable); any: all pointers of compatible types may overlap");
  line.text("--globals", globals_, "inputs: globals start with any value; fixed: with their initial ones");
  line.text("--assume", assume_, "a C expression over parameters and globals that holds for the inputs of interest");
  line.once("--argv", argv_, "words for main: text, ? for a string, %d for a number");
  line.text("--stdin", stdin_, "bytes of standard input, or a text with ? for each byte that may be anything");
  line.group("Options");
}

Expected<inputs::Options> InputsOptions::options() const {
  inputs::Options options;
  if (!plan_.empty()) {
    const Expected<std::string> text = readFile(plan_);
    if (!text) return text.error();
    Expected<inputs::Options> planned = inputs::parsePlan(*text, plan_);
    if (!planned) return planned.error();
    options = *planned;
  }
  if (Status failed = read(options)) return *failed;
  return options;
}

Status InputsOptions::read(inputs::Options& options) const {
  for (const std::string& word : bounds_) {
    const auto pair = splitAt(word, '=', "--bound");
    if (!pair) return pair.error();
    const auto number = parseNumber(pair->second, "--bound", inputs::kMostBound);
    if (!number) return number.error();
    options.pointers[pair->first].bound = *number;
  }
  for (const std::string& word : lengths_) {
    const auto pair = splitAt(word, '=', "--length");
    if (!pair) return pair.error();
    options.pointers[pair->first].length = pair->second;
  }
  for (const std::string& word : nonnull_) options.pointers[word].null = false;
  for (const std::string& word : aliases_) {
    options.aliasAny = options.aliasAny || word == "any";
    if (word == "any") continue;
    const auto pair = splitAt(word, ',', "--alias");
    if (!pair) return pair.error();
    options.aliases.push_back(*pair);
  }
  if (globals_ == "inputs")
    options.globals = inputs::Globals::Inputs;
  else if (globals_ == "fixed")
    options.globals = inputs::Globals::Fixed;
  else if (!globals_.empty())
    return Error{"--globals: '" + globals_ + "' is neither inputs nor fixed"};
  if (!assume_.empty()) options.assume = assume_;
  if (!argv_.empty()) options.argv = argv_.front();
  if (stdin_.empty()) return std::nullopt;
  if (std::all_of(stdin_.begin(), stdin_.end(), [](unsigned char c) { return std::isdigit(c) != 0; })) {
    const auto number = parseNumber(stdin_, "--stdin", inputs::kMostBound);
    if (!number) return number.error();
    options.stdinBytes = *number;
    options.stdinTemplate.clear();
  } else {
    options.stdinTemplate = stdin_;
    options.stdinBytes.reset();
  }
  return std::nullopt;
}

}  // namespace cleave::tools
