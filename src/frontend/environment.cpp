#include "frontend/environment.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "flow/library.h"
#include "frontend/symbols.h"

namespace cleave::frontend {
namespace {

using program::EnvironmentFunction;
using program::EnvironmentPointee;
using program::EnvironmentUse;
using program::EnvironmentValue;

// The C library's that work on the program's own memory, call it back, or go on elsewhere: an answer that could be anything, in a new
// object, is not what they do. They end a run, as before.
constexpr std::string_view kNoEnvironment[] = {
    "setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "longjmp", "siglongjmp", "_longjmp", "vfork", "fork", "clone", "makecontext",
    "swapcontext", "setcontext", "getcontext", "signal", "sigaction", "raise", "kill", "killpg", "sigqueue", "alarm", "setitimer", "pause", "sigsuspend", "dlopen", "dlsym", "mmap", "mmap64", "munmap", "mremap", "brk", "sbrk",
    "alloca", "qsort", "qsort_r", "bsearch", "lfind", "lsearch", "tsearch", "tfind", "tdelete", "twalk", "ftw", "nftw", "glob",
    "scandir", "atexit", "on_exit", "at_quick_exit", "quick_exit", "free", "cfree", "reallocarray", "valloc", "pvalloc",
    "malloc_usable_size", "strdup", "strndup", "strsep", "strtok", "strtok_r", "strpbrk", "strcasestr", "strsignal", "strverscmp", "strcoll",
    "strxfrm", "strfry", "stpcpy", "stpncpy", "memccpy", "mempcpy", "memmem", "memrchr", "rawmemchr", "memfrob", "swab", "strchrnul",
    "strlcpy", "strlcat", "basename", "dirname", "index", "rindex", "getline", "getdelim", "__getdelim", "asprintf", "vasprintf", "open_memstream",
    "fmemopen", "ungetc", "getc", "fgetc", "getchar", "gets", "fgets", "fread", "fwrite", "fputs", "fputc", "putc", "puts", "fscanf",
    "scanf", "sscanf", "vscanf", "vsscanf", "vfscanf", "printf", "fprintf", "sprintf", "snprintf", "vprintf", "vfprintf", "vsprintf",
    "vsnprintf", "dprintf", "vdprintf", "fopen", "freopen", "fclose", "fdopen", "popen", "pclose", "setbuf", "setvbuf", "setlinebuf",
    "wcscpy", "wcslen", "wcscmp", "wcscat", "wcsncpy", "wcschr", "wcsrchr", "wcsstr", "wcstok", "wcstol", "wcstoul", "wcstod", "wmemcpy",
    "wmemset", "wmemcmp", "mbstowcs", "wcstombs", "mbrtowc", "wcrtomb", "mbtowc", "wctomb", "mbsrtowcs", "wcsrtombs", "putenv", "setenv", "unsetenv",
    "clearenv", "hsearch", "insque", "remque", "obstack_free", "_obstack_begin", "_obstack_newchunk", "regcomp", "regexec", "regfree"};

// What the compiler's own support code is called, and threads.
constexpr std::string_view kNoEnvironmentPrefixes[] = {"cleave_", "llvm.", "__cxa_", "_Unwind_", "__gxx_", "__clang_", "__asan_", "__ubsan_",
                                                       "pthread_", "thrd_", "mtx_", "cnd_", "__atomic_", "__sync_", "__builtin_", "_ZSt",
                                                       "_ZNSt", "_ZNKSt", "_ZNS", "_ZNKS", "_ZTS", "_ZTI", "_Zn", "_Zd", "_ZSd", "__mul", "__div", "__fix", "__float", "__strto", "__isoc", "__ctype"};

bool mayBeEnvironment(llvm::StringRef name) {
  if (flow::findLibraryFunction(std::string_view(name)) != nullptr) return false;
  if (std::ranges::find(kNoEnvironment, std::string_view(name)) != std::end(kNoEnvironment)) return false;
  return std::ranges::none_of(kNoEnvironmentPrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool isNumberType(const llvm::Type& type) {
  return (type.isIntegerTy() && type.getIntegerBitWidth() <= 64) || type.isFloatTy() || type.isDoubleTy();
}

bool fits(const llvm::Type& type, const EnvironmentValue& value) {
  switch (value.kind) {
    case EnvironmentValue::Kind::None:
      return type.isVoidTy();
    case EnvironmentValue::Kind::Pointer:
      return type.isPointerTy();
    case EnvironmentValue::Kind::Number:
      return isNumberType(type) && type.isFloatingPointTy() == value.number.isFloat && type.getScalarSizeInBits() <= value.number.bits &&
             (!value.number.isFloat || type.getScalarSizeInBits() == value.number.bits);
  }
  return false;
}

// Structures by value come in pieces, or as addresses.
bool fits(const llvm::Function& declared, const EnvironmentFunction& function) {
  const llvm::FunctionType& type = *declared.getFunctionType();
  if (type.getNumParams() != function.parameters.size() || type.isVarArg() != function.variadic) return false;
  if (declared.hasFnAttribute(llvm::Attribute::ReturnsTwice) || declared.hasStructRetAttr() || !fits(*type.getReturnType(), function.result))
    return false;
  for (unsigned k = 0; k < type.getNumParams(); ++k)
    if (declared.hasParamAttribute(k, llvm::Attribute::ByVal) || !fits(*type.getParamType(k), function.parameters[k])) return false;
  return true;
}

// Of one that takes and returns numbers the code tells enough.
std::optional<EnvironmentFunction> describeNumbers(const llvm::Function& declared) {
  EnvironmentFunction function;
  function.name = declared.getName().str();
  const auto number = [](const llvm::Type& type, bool isUnsigned, EnvironmentValue& value) {
    if (!isNumberType(type)) return false;
    value.kind = EnvironmentValue::Kind::Number;
    value.number.bits = (type.getScalarSizeInBits() + 7) / 8 * 8;
    value.number.isFloat = type.isFloatingPointTy();
    value.number.isSigned = !isUnsigned && !value.number.isFloat;
    value.number.type = value.number.isFloat ? (value.number.bits == 32 ? "float" : "double")
                                             : (isUnsigned ? "uint" : "int") + std::to_string(value.number.bits) + "_t";
    return true;
  };
  const llvm::FunctionType& type = *declared.getFunctionType();
  function.variadic = type.isVarArg();
  const bool isUnsigned = declared.hasRetAttribute(llvm::Attribute::ZExt);
  if (!type.getReturnType()->isVoidTy() && !number(*type.getReturnType(), isUnsigned, function.result)) return std::nullopt;
  for (unsigned k = 0; k < type.getNumParams(); ++k)
    if (!number(*type.getParamType(k), declared.hasParamAttribute(k, llvm::Attribute::ZExt), function.parameters.emplace_back()))
      return std::nullopt;
  return function;
}

// Members of classes are described with their class.
std::optional<EnvironmentFunction> describeMember(llvm::Module& module, const std::string& name) {
  if (!name.starts_with("_Z")) return std::nullopt;
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DISubprogram* each : finder.subprograms())
    if (each->getLinkageName() == name && each->getType() != nullptr) return describePrototype(name, *each->getType());
  return std::nullopt;
}

// Somebody expects it to throw: then it is not enough to say that it does not.
bool isCaught(const llvm::Function& declared) {
  return std::ranges::any_of(declared.users(), [](const llvm::User* user) {
    const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(user);
    return invoke != nullptr && invoke->getLandingPadInst()->getNumClauses() != 0;
  });
}

std::optional<EnvironmentFunction> describe(const Declares& version, const std::string& name) {
  const llvm::Function& declared = *version.module->getFunction(name);
  if (isCaught(declared)) return std::nullopt;
  std::optional<EnvironmentFunction> function;
  if (const auto known = version.prototypes.find(name); known != version.prototypes.end()) function = known->second;
  if (!function) function = describeMember(*version.module, name);
  if (!function) function = describeNumbers(declared);
  if (!function || !fits(declared, *function)) return std::nullopt;
  function->noReturn = declared.doesNotReturn();
  return function;
}

std::string shownName(const std::string& name) {
  const std::string text = llvm::demangle(name);
  const size_t end = text.find('(', 1);
  return text.substr(0, end);
}

bool isNamed(const std::vector<std::string>& said, const EnvironmentFunction& function) {
  return std::ranges::any_of(said, [&](const std::string& name) { return name == function.name || name == function.display; });
}

EnvironmentUse useOf(const EnvironmentFunction& function, const EnvironmentSaid& said) {
  if (isNamed(said.stopAt, function)) return EnvironmentUse::Stop;
  if (isNamed(said.pure, function)) return EnvironmentUse::Pure;
  return isNamed(said.ignored, function) ? EnvironmentUse::Ignored : EnvironmentUse::Event;
}

// What is said must be about functions that are taken as the environment's.
Status checkSaid(const std::vector<EnvironmentFunction>& functions, const EnvironmentSaid& said) {
  const std::pair<const char*, const std::vector<std::string>*> all[] = {
      {"--pure", &said.pure}, {"--ignore-call", &said.ignored}, {"--stop-at", &said.stopAt}};
  for (const auto& [option, names] : all)
    for (const std::string& name : *names)
      if (std::ranges::none_of(functions, [&](const EnvironmentFunction& each) { return isNamed({name}, each); }))
        return Error{std::string(option) + " " + name +
                     ": no function of this name is called whose arguments can be written down (numbers and pointers)"};
  for (const EnvironmentFunction& each : functions) {
    const auto isNumber = [](const EnvironmentValue& value) { return value.kind == EnvironmentValue::Kind::Number; };
    const bool isPlain = isNumber(each.result) && std::ranges::all_of(each.parameters, isNumber) && !each.variadic && !each.noReturn;
    if (each.use == EnvironmentUse::Pure && !isPlain)
      return Error{"--pure " + each.display + ": it must take and return numbers (--ignore-call is for all others)"};
  }
  return std::nullopt;
}

uint64_t rounded(uint64_t size) { return (size + 7) / 8 * 8; }

// Where the parts of an answer stand.
void layOut(EnvironmentFunction& function) {
  uint64_t at = 0;
  const auto take = [&](uint64_t size) {
    const uint64_t own = at;
    at += rounded(size);
    return own;
  };
  function.errnoAt = take(8);
  function.resultAt = take(8);
  for (EnvironmentValue& each : function.parameters) {
    if (each.kind != EnvironmentValue::Kind::Pointer || each.behind.isConst) continue;
    if (each.behind.kind == EnvironmentPointee::Kind::Object) each.behind.answer = take(each.behind.size);
    if (each.behind.kind == EnvironmentPointee::Kind::Bytes) each.behind.answer = take(program::kEnvironmentBytes);
  }
  function.answerSize = at;
}

}  // namespace

void dropBodies(llvm::Module& module, const std::vector<std::string>& said, Prototypes& prototypes) {
  for (llvm::Function& function : module) {
    const std::string name = function.getName().str();
    if (function.isDeclaration() || name == "main") continue;
    if (std::ranges::none_of(said, [&](const std::string& each) { return each == name || each == shownName(name); })) continue;
    if (const llvm::DISubprogram* subprogram = function.getSubprogram(); subprogram != nullptr && subprogram->getType() != nullptr)
      if (const auto described = describePrototype(name, *subprogram->getType())) prototypes.emplace(name, *described);
    makeDeclaration(function);
  }
}

std::set<std::string> undefinedFunctions(const llvm::Module& module, const std::set<std::string>& models) {
  std::set<std::string> names;
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    if (mayBeEnvironment(function.getName()) && !models.contains(function.getName().str())) names.insert(function.getName().str());
  }
  return names;
}

std::set<std::string> functionsOfModels(const std::filesystem::path& models) {
  return models.empty() ? std::set<std::string>() : readSymbols(models).defined;
}

Expected<std::vector<EnvironmentFunction>> environmentOf(const std::vector<Declares>& versions, const std::set<std::string>& models,
                                                         const EnvironmentSaid& said) {
  std::set<std::string> names;
  for (const Declares& each : versions) names.merge(undefinedFunctions(*each.module, models));
  const bool looksAtErrno = std::ranges::any_of(
      versions, [](const Declares& each) { return each.module->getFunction("__errno_location") != nullptr; });
  std::vector<EnvironmentFunction> functions;
  for (const std::string& name : names) {
    std::optional<EnvironmentFunction> agreed;
    bool isAgreed = true;
    for (const Declares& each : versions) {
      const llvm::Function* declared = each.module->getFunction(name);
      if (declared == nullptr) continue;  // a version that does not call it
      const std::optional<EnvironmentFunction> own = declared->isDeclaration() ? describe(each, name) : std::nullopt;
      isAgreed = isAgreed && own && (!agreed || *agreed == *own);
      agreed = own;
    }
    if (!isAgreed || !agreed) continue;
    agreed->display = shownName(name);
    agreed->number = functions.size() + 1;
    agreed->setsErrno = looksAtErrno;
    agreed->use = useOf(*agreed, said);
    layOut(*agreed);
    functions.push_back(std::move(*agreed));
  }
  if (Status wrong = checkSaid(functions, said)) return *wrong;
  return functions;
}

}  // namespace cleave::frontend
