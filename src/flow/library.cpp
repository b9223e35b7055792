#include "flow/library.h"

#include <algorithm>
#include <iterator>

namespace cleave::flow {

namespace {

constexpr LibraryFunction pure(std::string_view name) { return {.name = name}; }
constexpr LibraryFunction ends(std::string_view name) { return {.name = name, .ends = true, .traps = true}; }
constexpr LibraryFunction allocates(std::string_view name) { return {.name = name, .allocates = true, .traps = true}; }
constexpr LibraryFunction frees(std::string_view name) { return {.name = name, .frees = true, .traps = true}; }
constexpr LibraryFunction prints(std::string_view name, uint8_t channels) {
  return {.name = name, .traps = true, .prints = channels, .readsArguments = true};
}
constexpr LibraryFunction writesTo(std::string_view name, int8_t from, int8_t returned) {
  return {.name = name, .traps = true, .writes = 1, .copiesFrom = from, .returns = returned, .readsArguments = true};
}
// The va_list moves on as its arguments are read.
constexpr LibraryFunction printsList(std::string_view name, uint8_t channels, uint8_t written) {
  return {.name = name, .traps = true, .prints = channels, .writes = written, .readsArguments = true};
}

constexpr LibraryFunction kFunctions[] = {
    ends("abort"),
    ends("cleave_vm_signed_overflow"),
    ends("__cxa_pure_virtual"),
    ends("_ZSt9terminatev"),
    ends("__assert_fail"),
    ends("exit"),
    ends("_exit"),
    ends("_Exit"),
    ends("cleave_vm_stop"),
    pure("cleave_inputs_ready"),
    {.name = "cleave_vm_same_object", .traps = true},
    pure("cleave_may_be_freed"),
    {.name = "cleave_vm_note_call", .prints = 3},  // no text, but a place in it
    {.name = "cleave_assume", .traps = true},
    {.name = "cleave_vm_disjoint", .traps = true},
    writesTo("__cxa_guard_acquire", -1, -1),
    writesTo("__cxa_guard_release", -1, -1),

    allocates("malloc"),
    allocates("calloc"),
    {.name = "realloc", .allocates = true, .frees = true, .traps = true, .copiesFrom = 0, .readsArguments = true},
    frees("free"),
    allocates("aligned_alloc"),
    allocates("memalign"),
    {.name = "posix_memalign", .allocates = true, .traps = true, .writes = 1},
    allocates("_Znwm"),
    allocates("_Znam"),
    allocates("_ZnwmRKSt9nothrow_t"),
    allocates("_ZnamRKSt9nothrow_t"),
    allocates("_ZnwmSt11align_val_t"),
    allocates("_ZnamSt11align_val_t"),
    frees("_ZdlPv"),
    frees("_ZdaPv"),
    frees("_ZdlPvm"),
    frees("_ZdaPvm"),
    frees("_ZdlPvSt11align_val_t"),
    frees("_ZdaPvSt11align_val_t"),
    frees("_ZdlPvmSt11align_val_t"),
    frees("_ZdaPvmSt11align_val_t"),
    writesTo("memcpy", 1, 0),
    writesTo("memmove", 1, 0),
    writesTo("memset", -1, 0),
    writesTo("bzero", -1, -1),
    writesTo("explicit_bzero", -1, -1),

    prints("cleave_observe", 2),
    prints("putchar", 1),
    prints("putchar_unlocked", 1),
    prints("putc", 3),
    prints("_IO_putc", 3),
    prints("fputc", 3),
    prints("puts", 1),
    prints("fputs", 3),
    prints("fwrite", 3),
    pure("fflush"),
    prints("printf", 1),
    prints("fprintf", 3),
    printsList("vprintf", 1, 1 << 1),
    writesTo("sprintf", -1, -1),
    writesTo("snprintf", -1, -1),
    printsList("vfprintf", 3, 1 << 2),
    printsList("vsprintf", 0, 1 | 1 << 2),
    printsList("vsnprintf", 0, 1 | 1 << 3),

    // What the models ask of the VM (models/model.h).
    {.name = "cleave_vm_assume", .traps = true, .readsArguments = true},
    // cleave_vm_unfinished is not here: natively the program goes on, and may do anything.
    {.name = "cleave_vm_threw", .ends = true, .traps = true, .readsArguments = true},
    pure("cleave_vm_throws"),
    {.name = "cleave_vm_string_length", .traps = true, .readsArguments = true},
    {.name = "cleave_vm_readable", .traps = true},
    // Of code with cut loops (vm/loops.cpp).
    {.name = "cleave_vm_any", .traps = true},
    {.name = "cleave_vm_moved", .traps = true, .returns = 0},
    {.name = "cleave_vm_same_object", .traps = true},
    {.name = "cleave_vm_loop_forget", .traps = true, .writes = 1 << 1},
    {.name = "cleave_vm_loop_again", .traps = true},
    {.name = "cleave_vm_loop_leave"},
    // cleave_vm_loop_enter is not here: it writes what a run is told to.
    prints("cleave_vm_fputc", 3),
    prints("cleave_vm_fputs", 3),
    prints("cleave_vm_fwrite", 3),
    printsList("cleave_vm_vfprintf", 3, 1 << 2),
    writesTo("cleave_vm_format_double", -1, -1),
    writesTo("cleave_vm_format_long_double", -1, -1),
    {.name = "cleave_vm_strtod", .traps = true, .writes = 1 << 1, .readsArguments = true},
    {.name = "cleave_vm_strtof", .traps = true, .writes = 1 << 1, .readsArguments = true},
    {.name = "cleave_vm_strtold", .traps = true, .writes = 1 << 1, .readsArguments = true},
};

// The mathematical functions look at their arguments only; an undefined one traps where the result is used.
constexpr std::string_view kMath[] = {"sqrt",   "fabs", "floor", "ceil", "trunc", "round",     "rint",     "nearbyint", "sin",   "cos",
                                      "tan",    "asin", "acos",  "atan", "sinh",  "cosh",      "tanh",     "asinh",     "acosh", "atanh",
                                      "exp",    "exp2", "expm1", "log",  "log2",  "log10",     "log1p",    "cbrt",      "erf",   "erfc",
                                      "tgamma", "pow",  "atan2", "fmod", "hypot", "remainder", "nextafter"};
constexpr LibraryFunction kPureMath{.name = "a mathematical function", .traps = true};
// The same, with errno behind the last argument.
constexpr std::string_view kWithErrno = "cleave_vm_";
constexpr LibraryFunction kMathWithErrno{.name = "a mathematical function that sets errno", .traps = true, .writes = 1 << 1 | 1 << 2};

bool isMath(std::string_view name) {
  const auto is = [&](std::string_view stem) { return name == stem; };
  if (std::any_of(std::begin(kMath), std::end(kMath), is)) return true;
  if (name.ends_with('f') || name.ends_with('l')) name.remove_suffix(1);
  return std::any_of(std::begin(kMath), std::end(kMath), is);
}

}  // namespace

const LibraryFunction* findLibraryFunction(std::string_view name) {
  const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions), [&](const LibraryFunction& f) { return f.name == name; });
  if (found != std::end(kFunctions)) return &*found;
  if (isMath(name)) return &kPureMath;
  if (!name.starts_with(kWithErrno)) return nullptr;
  name.remove_prefix(kWithErrno.size());
  return isMath(name) ? &kMathWithErrno : nullptr;
}

}  // namespace cleave::flow
