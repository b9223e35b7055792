// Turns what a run left behind into observed cells: the returned value and the memory it leads to, and global variables, by their source
// types.
//
// Pointers are followed: what a pointer of type T* leads to is shown as T's up to the end of its object, at most 64 of them; a char* as its
// string; a void* as bytes, at most 256. Addresses never show: an object is named by its global, or numbered in the order in which it is
// met. Numbers start anew for each root, so whether two roots lead to the same object is not shown. Padding is not shown. More than 4096
// cells of one root end the run as unfinished; memory beyond the other bounds is named in the run's assumptions. Looking may decide things
// (which object a symbolic pointer means, where a symbolic string ends) and may end the run (an address is shown).
#pragma once

#include <vector>

#include "vm/private/machine.h"

namespace cleave::vm {

// The result of the entry, which has just returned: its scalars, or (structReturn not 0) the object that it was told to fill. Fills the
// record's cells.
void observeResult(Machine& m, const std::vector<Value>& results, ObjectIndex structReturn);

// An exception that has left the entry: a number or pointer by its value, one of the standard classes by its text, another class by its
// source type, or else by its bytes. A pointer to its class's vtable is not shown, the type is known. Fills the record's cells.
void observeException(Machine& m, const Value& object, const std::string& type, const std::string& shown);

}  // namespace cleave::vm
