#include "project/arguments.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>

#include "support/temp_dir.h"
#include "support/text.h"

namespace cleave::project {

namespace {

namespace fs = std::filesystem;

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> list) { return std::ranges::find(list, word) != list.end(); }

bool startsWithOneOf(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::ranges::any_of(list, [&](std::string_view each) { return word.starts_with(each); });
}

// Options whose value is the next word, and that matter to the code.
bool takesMeaningfulValue(std::string_view word) {
  return isOneOf(word, {"-D",
                        "-U",
                        "-I",
                        "-F",
                        "-isystem",
                        "-iquote",
                        "-idirafter",
                        "-imacros",
                        "-iprefix",
                        "-iwithprefix",
                        "-iwithprefixbefore",
                        "-isysroot",
                        "-isystem-after",
                        "-iframework",
                        "-ivfsoverlay",
                        "-mllvm",
                        "-target",
                        "--target",
                        "--param",
                        "-arch",
                        "--sysroot",
                        "-working-directory",
                        "-Xpreprocessor",
                        "--include-directory",
                        "--define-macro",
                        "--undefine-macro",
                        "-cxx-isystem",
                        "-stdlib++-isystem",
                        "-B",
                        "-gcc-toolchain",
                        "--gcc-toolchain",
                        "-ccc-gcc-name",
                        "-fmodule-file",
                        "-include-pch"});
}

// Those that only matter to what else is written, or to the linker.
bool takesOtherValue(std::string_view word) {
  return isOneOf(word, {"-MF",
                        "-MT",
                        "-MQ",
                        "-MJ",
                        "-L",
                        "-l",
                        "-T",
                        "-u",
                        "-z",
                        "-e",
                        "-Xassembler",
                        "-Xanalyzer",
                        "-index-store-path",
                        "--serialize-diagnostics",
                        "-serialize-diagnostics",
                        "-dumpbase",
                        "-dumpdir",
                        "-aux-info",
                        "-rpath",
                        "-framework",
                        "-Tbss",
                        "-Tdata",
                        "-Ttext",
                        "-soname",
                        "-h",
                        "-install_name",
                        "-undefined",
                        "-A",
                        "-G",
                        "--library-directory",
                        "--for-linker",
                        "-Xopenmp-target",
                        "-Xoffload-linker",
                        "-Xcuda-ptxas",
                        "-dependency-file",
                        "-exported_symbols_list"});
}

bool isForOthers(std::string_view word) {
  if (word.starts_with("-g") && !startsWithOneOf(word, {"-gcc-"})) return true;  // ours
  return isOneOf(word, {"-c",
                        "-S",
                        "-E",
                        "-MD",
                        "-MMD",
                        "-MP",
                        "-MG",
                        "-MV",
                        "-M",
                        "-MM",
                        "-v",
                        "-emit-llvm",
                        "-fsyntax-only",
                        "-shared",
                        "-static",
                        "-rdynamic",
                        "-r",
                        "-s",
                        "-nostdlib",
                        "-nodefaultlibs",
                        "-nostartfiles",
                        "-nostdlib++",
                        "-pie",
                        "-no-pie",
                        "-nopie",
                        "-static-pie",
                        "-static-libgcc",
                        "-static-libstdc++",
                        "-shared-libgcc",
                        "-fno-lto",
                        "-ftest-coverage",
                        "--coverage",
                        "-coverage",
                        "-fcoverage-mapping",
                        "-w",
                        "-pedantic-errors",
                        "-H"}) ||
         startsWithOneOf(word, {"-MF",
                                "-MT",
                                "-MQ",
                                "-MJ",
                                "-L",
                                "-l",
                                "-Wl,",
                                "-Wa,",
                                "-Wp,-M",
                                "-T",
                                "-save-temps",
                                "--save-temps",
                                "-flto",
                                "-fprofile-",
                                "-fsanitize",
                                "-fno-sanitize",
                                "-ftime-trace",
                                "-fpass-plugin=",
                                "-fplugin",
                                "-fuse-ld",
                                "-Werror",
                                "-Wno-error",
                                "-fxray",
                                "-fcs-profile",
                                "-fcrash-diagnostics"});
}

// Those after which nothing is compiled into a program, or nothing is compiled at all.
bool endsEarly(std::string_view word) {
  return isOneOf(word, {"-E", "-S", "-M", "-MM", "-fsyntax-only", "-emit-llvm", "-###", "--analyze", "-emit-ast", "--version", "--help",
                        "-dumpversion", "-dumpmachine", "-emit-interface-stubs", "-verify-pch", "--precompile", "-rewrite-objc"}) ||
         startsWithOneOf(word, {"-print-", "--print-", "--help", "--autocomplete="});
}

std::string languageOf(const std::string& file, DriverMode mode) {
  const std::string extension = fs::path(file).extension().string();
  const bool isCxx = mode == DriverMode::Cxx;
  if (extension == ".c") return isCxx ? "c++" : "c";
  if (extension == ".i") return isCxx ? "c++-cpp-output" : "cpp-output";
  if (extension == ".ii") return "c++-cpp-output";
  if (isOneOf(extension, {".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".CC", ".CXX", ".C++"})) return "c++";
  if (extension == ".s") return "assembler";
  if (isOneOf(extension, {".S", ".sx"})) return "assembler-with-cpp";
  if (extension == ".h") return isCxx ? "c++-header" : "c-header";
  if (isOneOf(extension, {".hh", ".hpp", ".hxx", ".H"})) return "c++-header";
  if (isOneOf(extension, {".ll", ".bc"})) return "ir";
  if (extension == ".m") return "objective-c";
  if (extension == ".mm") return "objective-c++";
  return {};
}

class Parser {
 public:
  Parser(const std::vector<std::string>& words, DriverMode mode) : words_(words), mode_(mode) {}

  CompilerCall parse() {
    for (at_ = 0; at_ < words_.size(); ++at_) {
      const std::string& word = words_[at_];
      if (onlyFiles_ || word == "-" || !word.starts_with("-")) {
        if (!word.empty()) addFile(word);
      } else {
        takeOption(word);
      }
    }
    call_.stage = stage();
    return std::move(call_);
  }

 private:
  // The value of an option that stands in the next word.
  std::string next() { return at_ + 1 < words_.size() ? words_[++at_] : std::string(); }

  void addFile(const std::string& file) {
    const std::string language = language_.empty() ? languageOf(file, mode_) : language_;
    if (language.empty())
      call_.linkInputs.push_back(file);
    else
      call_.sources.push_back({file, language});
  }

  void takeOption(const std::string& word) {
    if (word == "--") {
      onlyFiles_ = true;
    } else if (word == "-o") {
      call_.output = next();
    } else if (word.starts_with("-o") && !word.starts_with("-object") && !word.starts_with("-openmp")) {
      call_.output = word.substr(2);
    } else if (word == "-x" || word == "--language") {
      setLanguage(next());
    } else if (word.starts_with("-x") && word != "-xhost") {
      setLanguage(word.substr(2));
    } else if (word == "-Xclang") {
      takeInner(next());
    } else if (word == "-include" || word == "--include") {
      includeText(next());
    } else if (word == "-Xlinker") {
      call_.linkerWords.push_back(next());
    } else if (word.starts_with("-Wl,")) {
      takeLinkerWords(word.substr(4));
    } else if (takesMeaningfulValue(word)) {
      const std::string value = next();
      call_.flags.insert(call_.flags.end(), {word, value});
    } else if (takesOtherValue(word)) {
      next();
    } else {
      takeSingle(word);
    }
  }

  void takeSingle(const std::string& word) {
    if (word.starts_with("--driver-mode=")) {
      mode_ = word.ends_with("g++") ? DriverMode::Cxx : DriverMode::C;
      call_.flags.push_back(word);
      return;
    }
    if (word == "-c") stopsAtObject_ = true;
    if (word == "-r") call_.isRelocatable = true;
    if (endsEarly(word)) endsEarly_ = true;
    if (!isForOthers(word) && !endsEarly(word)) call_.flags.push_back(word);
  }

  // A header that is precompiled would be taken in place of its text, and was compiled with other flags than ours: asked for past the
  // driver, the text is read.
  void includeText(const std::string& file) { call_.flags.insert(call_.flags.end(), {"-Xclang", "-include", "-Xclang", file}); }

  void takeInner(const std::string& word) {
    if (word == "-emit-pch") {
      precompiles_ = true;
    } else if (word == "-include-pch") {
      if (at_ + 1 < words_.size() && words_[at_ + 1] == "-Xclang") ++at_;
      const std::string file = next();
      // CMake names the header's text behind it, for compilers that do without.
      const bool namesText = at_ + 2 < words_.size() && words_[at_ + 1] == "-Xclang" && words_[at_ + 2] == "-include";
      if (!namesText) call_.flags.insert(call_.flags.end(), {"-include-pch", file});
    } else {
      call_.flags.insert(call_.flags.end(), {"-Xclang", word});
    }
  }

  void takeLinkerWords(const std::string& text) {
    for (size_t from = 0; from <= text.size();) {
      const size_t comma = std::min(text.find(',', from), text.size());
      call_.linkerWords.push_back(text.substr(from, comma - from));
      from = comma + 1;
    }
  }

  void setLanguage(const std::string& language) { language_ = language == "none" ? "" : language; }

  Stage stage() const {
    if (endsEarly_ || (call_.sources.empty() && call_.linkInputs.empty())) return Stage::Other;
    if (precompiles_ || std::ranges::any_of(call_.sources, &SourceFile::isHeader)) return Stage::Precompile;
    return stopsAtObject_ ? Stage::Object : Stage::Link;
  }

  const std::vector<std::string>& words_;
  DriverMode mode_;
  size_t at_ = 0;
  std::string language_;  // -x; empty: by the file's name
  bool onlyFiles_ = false, stopsAtObject_ = false, endsEarly_ = false, precompiles_ = false;
  CompilerCall call_;
};

void expandInto(const std::string& word, int depth, std::vector<std::string>& into) {
  if (word.size() > 1 && word.front() == '@' && depth < 20)
    if (const Expected<std::string> text = readFile(word.substr(1))) {
      for (const std::string& each : splitWords(*text)) expandInto(each, depth + 1, into);
      return;
    }
  into.push_back(word);
}

}  // namespace

std::string CompilerCall::objectOf(const SourceFile& source) const {
  if (output) return *output;
  return (source.file == "-" ? std::string("-") : fs::path(source.file).stem().string()) + ".o";
}

bool CompilerCall::readsStandardInput() const {
  return std::ranges::any_of(sources, [](const SourceFile& each) { return each.file == "-"; });
}

std::vector<std::string> expandResponseFiles(const std::vector<std::string>& words) {
  std::vector<std::string> expanded;
  for (const std::string& word : words) expandInto(word, 0, expanded);
  return expanded;
}

CompilerCall parseCall(const std::vector<std::string>& words, DriverMode mode) { return Parser(words, mode).parse(); }

}  // namespace cleave::project
