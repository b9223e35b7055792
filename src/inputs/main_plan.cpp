#include "inputs/main_plan.h"

#include <cctype>

#include <fmt/format.h>

namespace cleave::inputs {

using program::SourceTypeId;

namespace {

constexpr const char* kProgramName = "program";
constexpr uint64_t kDecimalBytes = 12;  // -2147483648 and its terminator

Value constantByte(char c) {
  Value value;
  value.kind = Value::Kind::Constant;
  value.bits = 8;
  value.offset = static_cast<unsigned char>(c);
  return value;
}

// Words as a shell would split them: blanks apart, quotes keep together.
std::vector<std::string> wordsOf(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      inWord = true;
    } else if (c == ' ' || c == '\t') {
      if (inWord) words.push_back(std::exchange(word, ""));
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord) words.push_back(word);
  return words;
}

// What a word cannot mean; empty: it is well.
std::string wrongWord(const std::string& word) {
  for (size_t k = 0; k < word.size(); ++k) {
    const std::string_view rest = std::string_view(word).substr(k);
    if (rest == "?" || rest == "%d") return "";
    if (word[k] == '?') return fmt::format("--argv {}: a ? stands for a string, at the end of a word alone", word);
    if (rest.starts_with("%d")) return fmt::format("--argv {}: a %d stands for a number, at the end of a word alone", word);
    if (word[k] == '%' && k + 1 < word.size() && std::isalpha(static_cast<unsigned char>(word[k + 1])) != 0)
      return fmt::format("--argv {}: there is no {}; write ? for a string, %d for a number", word, rest.substr(0, 2));
  }
  return "";
}

// One word of argv: a text, perhaps with `?` (a string) or `%d` (a number) at its end.
uint32_t addWord(PlanBuilder& builder, const std::string& word, const std::string& name) {
  Plan& plan = builder.plan();
  const bool isNumber = word.ends_with("%d");
  const bool isString = !isNumber && word.ends_with('?');
  const std::string text = word.substr(0, word.size() - (isNumber ? 2 : isString ? 1 : 0));
  plan.asked.push_back(name);
  const auto said = builder.options().pointers.find(name);
  uint64_t bound = builder.options().stringBytes;
  if (said != builder.options().pointers.end() && said->second.bound) bound = *said->second.bound;
  const uint64_t size = text.size() + (isNumber ? kDecimalBytes : isString ? bound + 1 : 1);
  const uint32_t object = builder.addObject(name, {}, size, true, size);
  builder.plan().objects[object].alignment = 1;
  for (size_t k = 0; k < text.size(); ++k) builder.put(object, k, constantByte(text[k]));
  if (isNumber) {
    plan.renderings.push_back({object, text.size(), builder.addCell({name, "int", 32, true, false, 0, -1, false, {}})});
  } else if (isString) {
    std::vector<uint32_t> cells;
    for (uint64_t k = 0; k < bound; ++k) {
      Value value;
      value.bits = 8;
      value.cell = builder.addCell({fmt::format("{}[{}]", name, text.size() + k), "char", 8, true, false, 0, -1, false, {}});
      cells.push_back(value.cell);
      builder.put(object, text.size() + k, std::move(value));
    }
    builder.addText(name, std::move(cells));
    builder.addBound(sentence(Premise::StringLength, name, bound), object, text.size() + bound);
  }
  return object;
}

}  // namespace

namespace {

// Words as the template has them, or up to so many strings.
struct Words {
  std::vector<std::string> templates;
  bool isCounted = false;  // there may be less of them
};

Words wordsFor(PlanBuilder& builder) {
  const Options& options = builder.options();
  Words words;
  words.templates.push_back(kProgramName);
  if (!options.argv) {
    words.isCounted = true;
    words.templates.insert(words.templates.end(), options.words, "?");
    return words;
  }
  for (const std::string& word : wordsOf(*options.argv)) {
    if (const std::string wrong = wrongWord(word); !wrong.empty()) builder.plan().unsupported = wrong;
    words.templates.push_back(word);
  }
  return words;
}

void addBounds(PlanBuilder& builder, const Words& words, uint32_t name) {
  const Options& options = builder.options();
  if (words.isCounted)
    builder.addBound(sentence(Premise::WordsOfArgv, options.words));
  else if (words.templates.size() == 1)
    builder.addBound(sentence(Premise::NoWordsOfArgv));
  else
    builder.addBound(sentence(Premise::ArgvTemplate, *options.argv));
  if (name != kNone) builder.addBound(sentence(Premise::ProgramName, kProgramName), name, 0);
}

}  // namespace

void planMain(PlanBuilder& builder) {
  Plan& plan = builder.plan();
  const program::Function& function = builder.function();
  const size_t parameters = function.hasSourceSignature ? function.sourceParameters.size() : function.parameters.size();
  if (parameters == 0) return;
  const Words words = wordsFor(builder);
  const size_t most = words.templates.size();
  Argument count;
  count.value.bits = 32;
  if (words.isCounted) {
    count.value.cell = builder.addCell({"argc", "int", 32, true, false, 1, static_cast<int64_t>(most), false, {}});
    builder.addCount(Premise::WordsOfArgv, "argv", count.value.cell, most - 1, 1);
  } else {
    count.value.kind = Value::Kind::Constant;
    count.value.offset = most;
  }
  plan.arguments.push_back(count);
  if (parameters == 1) return addBounds(builder, words, kNone);
  const uint32_t table = builder.addObject("argv", {}, 0, true, 8 * (most + 1));
  uint32_t name = kNone;
  for (size_t k = 0; k < most; ++k) {
    Value pointer;
    pointer.kind = Value::Kind::Pointer;
    pointer.bits = 64;
    pointer.object = addWord(builder, words.templates[k], fmt::format("argv[{}]", k));
    if (k == 0) name = pointer.object;
    if (k > 0 && words.isCounted) {
      pointer.cell = count.value.cell;
      pointer.nullUpTo = k;
    }
    builder.put(table, 8 * k, std::move(pointer));
  }
  Argument vector;
  vector.value.kind = Value::Kind::Pointer;
  vector.value.bits = 64;
  vector.value.object = table;
  plan.arguments.push_back(vector);
  for (size_t k = 2; k < parameters; ++k) {  // the environment
    Argument environment;
    environment.value.kind = Value::Kind::Pointer;
    environment.value.bits = 64;
    environment.value.object = builder.addObject("envp", {}, 0, true, 8);
    plan.arguments.push_back(environment);
    builder.addBound(sentence(Premise::EmptyEnvironment), environment.value.object, 0);
  }
  addBounds(builder, words, name);
}

void planStdin(PlanBuilder& builder) {
  const Options& options = builder.options();
  Plan& plan = builder.plan();
  const bool isTemplate = !options.stdinTemplate.empty();
  if (!isTemplate && !options.stdinBytes && !builder.readsStdin() && !builder.partners().readsStdin) return;
  const uint64_t size = isTemplate ? options.stdinTemplate.size() : options.stdinBytes.value_or(options.stringBytes);
  plan.stdinObject = builder.addObject("stdin", {}, size, true, size == 0 ? 1 : size);
  for (uint64_t k = 0; k < size; ++k) {
    if (isTemplate && options.stdinTemplate[k] != '?') {
      builder.put(plan.stdinObject, k, constantByte(options.stdinTemplate[k]));
      continue;
    }
    Value value;
    value.bits = 8;
    value.cell = builder.addCell({fmt::format("stdin[{}]", k), "char", 8, true, false, 0, -1, false, {}});
    builder.put(plan.stdinObject, k, std::move(value));
  }
  if (!isTemplate && size > 0) {
    plan.stdinLength = builder.addCell({"stdin_length", "unsigned", 16, false, false, 0, static_cast<int64_t>(size), false, {}});
    builder.addCount(Premise::StdinLength, "stdin", plan.stdinLength, size);
  }
  if (size == 0)
    builder.addBound(sentence(Premise::StdinEmpty));
  else if (isTemplate)
    builder.addBound(sentence(Premise::StdinTemplate, options.stdinTemplate));
  else
    builder.addBound(sentence(Premise::StdinLength, size), plan.stdinObject, 0);
}

}  // namespace cleave::inputs
