#include "inputs/main_plan.h"

#include <fmt/format.h>

namespace cleave::inputs {

using program::SourceTypeId;

namespace {

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
  for (size_t k = 0; k < text.size(); ++k) builder.put(object, k, constantByte(text[k]));
  if (isNumber) {
    plan.renderings.push_back({object, text.size(), builder.addCell({name, "int", 32, true, false, 0, -1, false})});
  } else if (isString) {
    for (uint64_t k = 0; k < bound; ++k) {
      Value value;
      value.bits = 8;
      value.cell = builder.addCell({fmt::format("{}[{}]", name, text.size() + k), "char", 8, true, false, 0, -1, false});
      builder.put(object, text.size() + k, std::move(value));
    }
    builder.addBound(sentence(Premise::StringLength, name, bound), object, text.size() + bound);
  }
  return object;
}

}  // namespace

void planMain(PlanBuilder& builder) {
  Plan& plan = builder.plan();
  const program::Function& function = builder.function();
  const size_t parameters = function.hasSourceSignature ? function.sourceParameters.size() : function.parameters.size();
  if (parameters == 0) return;
  std::vector<std::string> words = wordsOf(builder.options().argv);
  words.insert(words.begin(), "program");
  Argument count;
  count.value.kind = Value::Kind::Constant;
  count.value.bits = 32;
  count.value.offset = words.size();
  plan.arguments.push_back(count);
  if (parameters == 1) return;
  const uint32_t table = builder.addObject("argv", {}, 0, true, 8 * (words.size() + 1));
  for (size_t k = 0; k < words.size(); ++k) {
    Value pointer;
    pointer.kind = Value::Kind::Pointer;
    pointer.bits = 64;
    pointer.object = addWord(builder, words[k], fmt::format("argv[{}]", k));
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
  }
  if (builder.options().argv.empty()) builder.addBound(sentence(Premise::NoWordsOfArgv));
}

void planStdin(PlanBuilder& builder) {
  const Options& options = builder.options();
  Plan& plan = builder.plan();
  if (!plan.isMain && options.stdinBytes == 0 && options.stdinTemplate.empty()) return;
  const bool isTemplate = !options.stdinTemplate.empty();
  const uint64_t size = isTemplate ? options.stdinTemplate.size() : options.stdinBytes;
  plan.stdinObject = builder.addObject("stdin", {}, size, true, size == 0 ? 1 : size);
  for (uint64_t k = 0; k < size; ++k) {
    if (isTemplate && options.stdinTemplate[k] != '?') {
      builder.put(plan.stdinObject, k, constantByte(options.stdinTemplate[k]));
      continue;
    }
    Value value;
    value.bits = 8;
    value.cell = builder.addCell({fmt::format("stdin[{}]", k), "char", 8, true, false, 0, -1, false});
    builder.put(plan.stdinObject, k, std::move(value));
  }
  if (!isTemplate && size > 0)
    plan.stdinLength = builder.addCell({"stdin_length", "unsigned", 16, false, false, 0, static_cast<int64_t>(size), false});
  if (size == 0)
    builder.addBound(sentence(Premise::StdinEmpty), plan.stdinObject, 0);
  else if (!isTemplate)
    builder.addBound(sentence(Premise::StdinLength, size), plan.stdinObject, 0);
}

}  // namespace cleave::inputs
