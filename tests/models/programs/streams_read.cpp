// What streams read: numbers in all bases and at all limits, words, lines, skipped characters, and the state that is left behind.
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>

namespace {

const char* const kTexts[] = {"", " ", "0", "00", "-0", "+7", "12", "-12 ", "  42 17", "0x1F", "0X", "0x", "017", "08", "9223372036854775807",
                              "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "2147483648", "-2147483649", "65536", "70000",
                              "4294967295", "4294967296", "18446744073709551616", "-1", "-", "+", "--1", "1-", "12abc", "abc", "f", "1.5", ".5", "5.",
                              ".", "1e3", "1e", "1e+", "1e-2x", "-.25e1", "1e400", "-1e400", "1e-400", "0001.5000", "1.2.3", "e5", "1E5", "inf", "nan",
                              "true", "1 0", "3", "a,b,,c", ",", "one two\tthree\nfour", "line one\nline two\n", "\n\n", "x y\n\n z"};

template <class T>
void number(const char* type, const char* text, std::ios_base::fmtflags base) {
  std::istringstream in(text);
  in.setf(base, std::ios_base::basefield);
  for (int k = 0; k < 3; ++k) {
    T value = 1;
    in >> value;
    std::printf("%s '%s' %.17g %u at %d\n", type, text, static_cast<double>(value), static_cast<unsigned>(in.rdstate()), static_cast<int>(in.rdbuf()->in_avail()));
    if (!in) break;
  }
  in.clear();
  std::string rest;
  std::getline(in, rest, '\0');
  std::printf("  rest '%s'\n", rest.c_str());
}

void numbers(const char* text) {
  for (const auto base : {std::ios_base::dec, std::ios_base::hex, std::ios_base::oct, std::ios_base::fmtflags()}) {
    number<int>("int", text, base);
    number<unsigned>("unsigned", text, base);
    number<long>("long", text, base);
    number<unsigned long long>("unsigned long long", text, base);
    number<short>("short", text, base);
    number<unsigned short>("unsigned short", text, base);
    number<bool>("bool", text, base);
  }
  number<double>("double", text, std::ios_base::dec);
  number<float>("float", text, std::ios_base::dec);
}

void words(const char* text) {
  std::istringstream in(text);
  std::string word = "kept";
  while (in >> word) std::printf("[%s]", word.c_str());
  std::printf(" %s %u\n", word.c_str(), static_cast<unsigned>(in.rdstate()));
  in.clear();
  in.seekg(0);
  in >> std::setw(2) >> word;
  char c = '?';
  in >> std::noskipws >> c;
  std::printf("%s %d %u %ld\n", word.c_str(), c, static_cast<unsigned>(in.rdstate()), static_cast<long>(in.width()));
}

void lines(const char* text) {
  for (const char end : {'\n', ',', ' '}) {
    std::istringstream in(text);
    std::string line = "kept";
    while (std::getline(in, line, end)) std::printf("[%s]", line.c_str());
    std::printf(" '%s' %u\n", line.c_str(), static_cast<unsigned>(in.rdstate()));
  }
  for (int room = 0; room < 6; ++room) {
    std::istringstream in(text);
    char line[8] = "kept";
    in.getline(line, room);
    std::printf("'%s' %ld %u\n", line, static_cast<long>(in.gcount()), static_cast<unsigned>(in.rdstate()));
  }
}

void characters(const char* text) {
  std::stringstream in(text);
  in.ignore(2);
  std::printf("%ld %d ", static_cast<long>(in.gcount()), in.peek());
  in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  std::printf("%ld %u ", static_cast<long>(in.gcount()), static_cast<unsigned>(in.rdstate()));
  in.clear();
  in.unget();
  const int c = in.get();
  std::printf("%d %u ", c, static_cast<unsigned>(in.rdstate()));
  in.clear();
  in << 17 << ' ' << 4.5;
  int n = 0;
  double d = 0;
  char first = 0;
  in.ignore(-1);
  in >> std::ws >> first >> n >> d;
  std::printf("%d %d %g %u '%s'\n", first, n, d, static_cast<unsigned>(in.rdstate()), in.str().c_str());
}

void standardInput() {
  std::ios_base::sync_with_stdio(true);
  std::cin.tie(nullptr);
  int n = 5;
  std::string line = "kept";
  std::cin >> n;
  std::printf("%d %u\n", n, static_cast<unsigned>(std::cin.rdstate()));
  std::cin.clear();
  std::getline(std::cin, line);
  std::printf("'%s' %u %d\n", line.c_str(), static_cast<unsigned>(std::cin.rdstate()), std::cin.eof());
}

}  // namespace

// Streams may throw where they are told to, and nobody tells these.
void all() noexcept {
  for (const char* text : kTexts) {
    numbers(text);
    words(text);
    lines(text);
    characters(text);
  }
  std::string word = "fifteen letters are kept inside";
  std::istringstream long_(std::string(100, 'x') + " " + std::string(40, 'y'));
  while (long_ >> word) std::printf("%zu %c\n", word.size(), word[0]);
  standardInput();
}

int main() { all(); }
