#include "support/cxx_names.h"

#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

namespace cleave {

namespace {

constexpr std::string_view kInline[] = {"__cxx11::", "__1::"};  // namespaces that nobody writes
// Arguments of the library's templates that stand there by themselves.
constexpr std::string_view kByDefault[] = {"std::allocator<", "std::char_traits<", "std::less<", "std::hash<", "std::equal_to<", "std::default_delete<"};
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {{"std::basic_string<char>", "std::string"},
                                                                      {"std::basic_string<wchar_t>", "std::wstring"},
                                                                      {"std::basic_string_view<char>", "std::string_view"},
                                                                      {"std::basic_ostream<char>", "std::ostream"},
                                                                      {"std::basic_istream<char>", "std::istream"}};

constexpr std::string_view kTag = "[abi:cxx11]";  // behind a function that returns a std::string

bool isNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':'; }

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::string all() {
    std::string result;
    while (at_ < text_.size()) result += one();
    return result;
  }

 private:
  // A name with its arguments, or a character.
  std::string one() {
    if (text_.compare(at_, kTag.size(), kTag) == 0) {
      at_ += kTag.size();
      return "";
    }
    if (!isNamePart(text_[at_])) return std::string(1, text_[at_++]);
    std::string name;
    while (at_ < text_.size() && isNamePart(text_[at_])) name += text_[at_++];
    for (const std::string_view each : kInline)
      if (const size_t at = name.find(each); at != std::string::npos && name.starts_with("std::")) name.erase(at, each.size());
    if (!name.starts_with("std::") || at_ >= text_.size() || text_[at_] != '<') return name;
    const size_t start = at_;
    if (const std::string arguments = argumentsOf(); !arguments.empty()) return aliased(name + arguments);
    at_ = start;
    return name;
  }

  // "<int>" at the bracket; empty: it does not close.
  std::string argumentsOf() {
    std::vector<std::string> list(1);
    ++at_;
    while (at_ < text_.size() && text_[at_] != '>') {
      if (text_[at_] == ',') {
        ++at_;
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        list.emplace_back();
      } else if (text_[at_] == '(') {
        list.back() += inParentheses();
      } else {
        list.back() += one();
      }
    }
    if (at_ >= text_.size()) return "";
    ++at_;
    for (std::string& each : list)
      while (each.ends_with(' ')) each.pop_back();
    const auto isByDefault = [](const std::string& argument) {
      for (const std::string_view each : kByDefault)
        if (argument.starts_with(each)) return true;
      return false;
    };
    while (list.size() > 1 && isByDefault(list.back())) list.pop_back();
    std::string text = "<";
    for (size_t k = 0; k < list.size(); ++k) text += (k == 0 ? "" : ", ") + list[k];
    return text + ">";
  }

  std::string inParentheses() {
    std::string text(1, text_[at_++]);
    while (at_ < text_.size() && text_[at_] != ')') text += text_[at_] == '(' ? inParentheses() : one();
    if (at_ < text_.size()) text += text_[at_++];
    return text;
  }

  static std::string aliased(const std::string& name) {
    for (const auto& [whole, alias] : kAliases)
      if (name == whole) return std::string(alias);
    return name;
  }

  const std::string& text_;
  size_t at_ = 0;
};

}  // namespace

std::string shortCxxNames(const std::string& text) {
  return text.find("std::") == std::string::npos && text.find(kTag) == std::string::npos ? text : Reader(text).all();
}

}  // namespace cleave
