// Hostile code for the tests of the sandbox: the test program runs itself with "--hostile ACT WHAT...". Every act aims at things that the
// test made for it, so that a hole in the sandbox hurts nothing.
#pragma once

namespace cleave::sandbox {

int commitHostileAct(int argc, char** argv);  // argv[0] is the act

}  // namespace cleave::sandbox
