#include "browse/terminal.h"

#include <climits>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cwchar>
#include <optional>
#include <string>

#include <langinfo.h>
#include <poll.h>
#include <unistd.h>

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>

#include "browse/private/browser.h"
#include "browse/private/plain_text.h"
#include "support/enum_table.h"

namespace cleave::browse {

namespace {

constexpr int kWaitMs = 200;   // between looks at the stop flag
constexpr int kEscapeMs = 25;  // how long Esc may be the beginning of another key
constexpr wint_t kCtrlC = 3, kCtrlL = 12, kCtrlZ = 26, kEscape = 27, kDelete = 127, kCtrlH = 8;

// With and without colour.
struct Style {
  short color;  // of curses; -1: the terminal's own
  attr_t attributes;
  attr_t plain;
};

constexpr EnumTable<Look, Style> kStyles({
    {Look::Plain, {-1, A_NORMAL, A_NORMAL}},
    {Look::Muted, {-1, A_DIM, A_DIM}},
    {Look::Strong, {-1, A_BOLD, A_BOLD}},
    {Look::Bar, {-1, A_REVERSE, A_REVERSE}},
    {Look::Chosen, {-1, A_REVERSE, A_REVERSE}},
    {Look::Equal, {COLOR_GREEN, A_NORMAL, A_NORMAL}},
    {Look::Different, {COLOR_RED, A_BOLD, A_BOLD}},
    {Look::Undefined, {COLOR_MAGENTA, A_NORMAL, A_BOLD}},
    {Look::Unfinished, {COLOR_YELLOW, A_NORMAL, A_UNDERLINE}},
    {Look::Removed, {COLOR_RED, A_NORMAL, A_NORMAL}},
    {Look::Added, {COLOR_GREEN, A_NORMAL, A_BOLD}},
    {Look::Found, {COLOR_YELLOW, A_REVERSE, A_REVERSE}},
});

short pairOf(Look look) { return static_cast<short>(static_cast<int>(look) + 1); }

std::string nameOfTerminal() {
  const char* name = std::getenv("TERM");
  return name == nullptr ? "" : name;
}

// The text of one character.
std::string utf8Of(wint_t character) {
  char bytes[MB_LEN_MAX];
  std::mbstate_t state{};
  const size_t length = std::wcrtomb(bytes, static_cast<wchar_t>(character), &state);
  return length == static_cast<size_t>(-1) ? std::string() : std::string(bytes, length);
}

std::optional<Press> pressOf(int key) {
  switch (key) {
    case KEY_UP:
      return Press{Key::Up};
    case KEY_DOWN:
      return Press{Key::Down};
    case KEY_LEFT:
      return Press{Key::Left};
    case KEY_RIGHT:
      return Press{Key::Right};
    case KEY_PPAGE:
      return Press{Key::PageUp};
    case KEY_NPAGE:
      return Press{Key::PageDown};
    case KEY_HOME:
      return Press{Key::Home};
    case KEY_END:
      return Press{Key::End};
    case KEY_ENTER:
      return Press{Key::Enter};
    case KEY_BTAB:
      return Press{Key::BackTab};
    case KEY_BACKSPACE:
      return Press{Key::Backspace};
    default:
      return std::nullopt;
  }
}

std::optional<Press> pressOfCharacter(wint_t character) {
  if (character == '\n' || character == '\r') return Press{Key::Enter};
  if (character == '\t') return Press{Key::Tab};
  if (character == kEscape) return Press{Key::Escape};
  if (character == kDelete || character == kCtrlH) return Press{Key::Backspace};
  if (character < ' ') return std::nullopt;
  std::string text = utf8Of(character);
  return text.empty() ? std::nullopt : std::optional(Press{Key::Character, std::move(text)});
}

class Terminal {
 public:
  Terminal() {
    std::setlocale(LC_CTYPE, "");
    isUtf8_ = std::string(::nl_langinfo(CODESET)) == "UTF-8";
    screen_ = ::newterm(nullptr, stdout, stdin);
    if (screen_ == nullptr) return;
    ::set_escdelay(kEscapeMs);
    ::raw();  // Ctrl-C is a key: who is killed by it would leave the terminal as it is
    ::noecho();
    ::nonl();
    ::keypad(stdscr, TRUE);
    ::curs_set(0);
    ::wtimeout(stdscr, kWaitMs);
    const char* noColor = std::getenv("NO_COLOR");
    hasColor_ = (noColor == nullptr || *noColor == '\0') && ::has_colors();
    if (!hasColor_) return;
    ::start_color();
    ::use_default_colors();
    for (size_t k = 0; k < EnumTable<Look, Style>::kCount; ++k)
      ::init_pair(pairOf(static_cast<Look>(k)), kStyles[static_cast<Look>(k)].color, -1);
  }
  ~Terminal() {
    if (screen_ == nullptr) return;
    ::endwin();
    ::delscreen(screen_);
    std::setlocale(LC_CTYPE, "C");
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  bool isOpen() const { return screen_ != nullptr; }
  Size size() const { return {static_cast<size_t>(std::max(1, ::getmaxx(stdscr))), static_cast<size_t>(std::max(1, ::getmaxy(stdscr)))}; }

  void show(const Lines& lines) {
    ::werase(stdscr);
    for (size_t k = 0; k < lines.size(); ++k) {
      ::wmove(stdscr, static_cast<int>(k), 0);
      for (const Span& each : lines[k].spans()) {
        const Style& style = kStyles[each.look];
        if (hasColor_)
          ::wattr_set(stdscr, style.attributes, pairOf(each.look), nullptr);
        else
          ::wattr_set(stdscr, style.plain, 0, nullptr);
        ::waddstr(stdscr, isUtf8_ ? each.text.c_str() : plainText(each.text).c_str());
      }
    }
    ::wattr_set(stdscr, A_NORMAL, 0, nullptr);
    ::wrefresh(stdscr);
  }

  // Nothing: something else happened, or not even that.
  std::optional<Press> read(bool& isOver) {
    wint_t character = 0;
    const int result = ::wget_wch(stdscr, &character);
    if (result == ERR) isOver = isGone();
    if (result == KEY_CODE_YES) return pressOf(static_cast<int>(character));
    if (result != OK) return std::nullopt;
    if (character == kCtrlC) isOver = true;
    if (character == kCtrlZ) suspend();
    if (character == kCtrlL) ::clearok(curscr, TRUE);
    return pressOfCharacter(character);
  }

 private:
  // A terminal that was closed answers every question at once.
  static bool isGone() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
  }

  static void suspend() {
    ::def_prog_mode();
    ::endwin();
    std::raise(SIGTSTP);
    ::reset_prog_mode();
    ::wrefresh(stdscr);
  }

  SCREEN* screen_ = nullptr;
  bool isUtf8_ = true;
  bool hasColor_ = false;
};

}  // namespace

Status browse(const report::Material& material, const StopFlag* stop) {
  Terminal terminal;
  if (!terminal.isOpen()) return Error{"browse: this terminal (TERM=" + nameOfTerminal() + ") cannot be used"};
  Browser browser(material);
  bool isOver = false;
  for (bool isNew = true; !isOver && !browser.isOver() && !(stop != nullptr && stop->requested());) {
    if (isNew) terminal.show(browser.screen(terminal.size()));
    const Size size = terminal.size();
    const std::optional<Press> press = terminal.read(isOver);
    isNew = press.has_value() || size.width != terminal.size().width || size.height != terminal.size().height;
    if (press && !isOver) browser.press(*press);
  }
  return std::nullopt;
}

}  // namespace cleave::browse
