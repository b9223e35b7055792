// What a command takes from the command line: names, where the words go, a line of help for each, in the order of --help. A thin layer over
// CLI11, which is seen in command_line.cpp, command_words.cpp and dispatch.cpp alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cleave::tools {

class CommandLine {
 public:
  using Words = std::vector<std::string>;
  enum class Need { Optional, Required };

  explicit CommandLine(CLI::App& app) : app_(&app) {}

  // The heading in --help of what follows. "Options" is the usual one; "" hides.
  void group(const std::string& heading) { group_ = heading; }

  void flag(const std::string& name, bool& value, const std::string& help);
  void number(const std::string& name, uint64_t& value, const std::string& help);
  void positive(const std::string& name, uint64_t& value, const std::string& help);
  void text(const std::string& name, std::string& value, const std::string& help, Need need = Need::Optional);
  // One word, or none: then `otherwise` is meant.
  void textOr(const std::string& name, std::string& value, const std::string& otherwise, const std::string& help);
  void once(const std::string& name, Words& value, const std::string& help, Need need = Need::Optional);  // one word, or none
  void repeated(const std::string& name, Words& values, const std::string& help);                         // a word each time
  void listed(const std::string& name, Words& values, const std::string& help);                           // the same, or with commas
  void several(const std::string& name, Words& values, const std::string& help);                          // words up to the next option
  void severalListed(const std::string& name, Words& values, const std::string& help);                    // the same, or with commas
  void files(Words& values, const std::string& help, int least, int most);  // words without a name; most -1: any number

  // A command within this one. Of several, one must be chosen.
  CommandLine command(const std::string& name, const std::string& help);
  bool chosen() const;

 private:
  CLI::Option* add(const std::string& name, Words& values, const std::string& help);
  CLI::Option* grouped(CLI::Option* option) const;

  CLI::App* app_;
  std::string group_ = "Options";
};

}  // namespace cleave::tools
