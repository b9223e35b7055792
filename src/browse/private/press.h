// What a person does at the keyboard, whatever terminal it comes from.
#pragma once

#include <string>

namespace cleave::browse {

enum class Key { Character, Up, Down, Left, Right, PageUp, PageDown, Home, End, Enter, Escape, Tab, BackTab, Backspace };

struct Press {
  Key key = Key::Character;
  std::string text = {};  // of a character, in UTF-8
};

inline bool isCharacter(const Press& press, const char* text) { return press.key == Key::Character && press.text == text; }

}  // namespace cleave::browse
