// Namespaces around the whole test program, so that hostile code which runs freely, or a hole in the sandbox, hurts nothing: no process
// outside can be seen, and no file but those of a fresh directory for temporary files can be written.
#pragma once

namespace cleave::sandbox {

// Goes on in a process that is apart, and ends this one as that one ends. Where that is not possible it goes on as it is.
void goApart();
bool isApart();

}  // namespace cleave::sandbox
