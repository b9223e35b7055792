// Whether there is a terminal at all, asked before anything is read or drawn. A file of its own: <term.h> makes macros of words like
// "columns".
#include <cstdlib>
#include <string>

#include <unistd.h>

#include "browse/terminal.h"

#include <curses.h>
#include <term.h>

namespace cleave::browse {

Status checkTerminal() {
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0)
    return Error{"browse needs a terminal; `cleave report` prints the same, or makes HTML of it"};
  const char* given = std::getenv("TERM");
  const std::string name = given == nullptr ? "" : given;
  const Error cannot{"browse: this terminal (TERM=" + name + ") cannot move its cursor; `cleave report` prints the same"};
  int problem = 0;
  if (name.empty() || ::setupterm(name.c_str(), STDOUT_FILENO, &problem) != OK) return cannot;
  const bool canMove = cursor_address != nullptr && clear_screen != nullptr;
  ::del_curterm(cur_term);
  return canMove ? std::nullopt : Status(cannot);
}

}  // namespace cleave::browse
