#include "result/guarantee.h"

#include "support/check.h"
#include "support/text.h"

namespace cleave::result {

namespace {

// A row for each, up to the last, where its number says.
template <class Row, size_t size, class Key>
constexpr bool isInOrder(const Row (&table)[size], Key Row::* key, Key last) {
  for (size_t i = 0; i < size; ++i)
    if (static_cast<size_t>(table[i].*key) != i) return false;
  return size == static_cast<size_t>(last) + 1;
}

// --- observables

// A set of ends.
constexpr uint8_t bit(OutcomeKind end) { return static_cast<uint8_t>(1u << static_cast<unsigned>(end)); }
constexpr uint8_t kReturned = bit(OutcomeKind::Returned), kThrew = bit(OutcomeKind::Threw), kExited = bit(OutcomeKind::Exited),
                  kTrapped = bit(OutcomeKind::Trapped);
constexpr uint8_t kGoesOn = kReturned | kThrew;  // the caller, or who catches the exception, can look at memory
constexpr uint8_t kAlways = kGoesOn | kExited | kTrapped;

struct ObservableRow {
  Observable what;
  uint8_t seen;
  uint8_t seenNatively;
};
constexpr ObservableRow kObservables[] = {
    {Observable::Return, kReturned, kReturned},
    {Observable::Globals, kGoesOn, kGoesOn},
    {Observable::Planned, kGoesOn, kGoesOn},
    {Observable::Errno, kGoesOn, kGoesOn},
    {Observable::Stdin, kGoesOn, kGoesOn},
    {Observable::Random, kGoesOn, kGoesOn},
    {Observable::Volatile, kAlways, kGoesOn},
    {Observable::Environment, kAlways, kGoesOn | kExited},
    {Observable::Properties, kAlways, kGoesOn},
    {Observable::Files, kAlways, kAlways},
    {Observable::Stdout, kAlways, kAlways},
    // Natively a crash adds words of the C library or the sanitizer, with addresses and line numbers.
    {Observable::Stderr, kAlways, kGoesOn | kExited},
    {Observable::ExitStatus, kExited, kExited},
    {Observable::ExceptionType, kThrew, kThrew},
    {Observable::Exception, kThrew, kThrew},
    {Observable::TrapKind, kTrapped, kTrapped},  // natively: the signal, or the kind of the sanitizer's report
};

static_assert(isInOrder(kObservables, &ObservableRow::what, Observable::TrapKind));

const ObservableRow& rowOf(Observable what) { return kObservables[static_cast<size_t>(what)]; }

// --- premises

enum class Kind : uint8_t { Bound, Assumption };

struct PremiseRow {
  Premise premise;
  Kind kind;
  const char* words;
};
constexpr PremiseRow kPremises[] = {
    // Some partition is unfinished.
    {Premise::StepLimit, Kind::Bound, "runs of at most {} steps; inputs of the unfinished partitions are not covered"},
    // Of the input plan: strings, untyped memory, what a plan has no room or no cells for.
    {Premise::StringLength, Kind::Bound, "{}: strings of up to {} bytes"},
    {Premise::UntypedBytes, Kind::Bound, "{}: {} bytes"},
    {Premise::ZeroFromByte, Kind::Bound, "{}: from byte {} on zero"},
    {Premise::ZeroFromHere, Kind::Bound, "{} and what follows it is zero"},
    {Premise::ZeroOfType, Kind::Bound, "{} ({}) is zero"},
    {Premise::FirstElements, Kind::Bound, "{}: the first {} of {} elements"},
    {Premise::ElementCount, Kind::Bound, "{}: {} elements"},
    {Premise::ContainerSize, Kind::Bound, "{}: up to {} elements"},
    {Premise::OneBucket, Kind::Bound, "{}: all elements in one bucket, in any order (a max_load_factor() of 1000)"},
    {Premise::SharedNothing, Kind::Bound,
     "{}: null, or a pointer that shares its object with nobody and does not own it (use_count() is 0)"},
    {Premise::FunctionEmpty, Kind::Bound, "{}: an empty function"},
    {Premise::OneObject, Kind::Bound, "{}: one object"},
    {Premise::NotNull, Kind::Bound, "{} is not null: it is a reference in the other version"},
    {Premise::LengthAtMost, Kind::Bound, "{}: at most {}"},
    {Premise::PointsBehind, Kind::Bound, "{}: points to an element of {}, or just behind them"},
    {Premise::PointerDepth, Kind::Bound, "{}: pointers followed to depth {}, then null"},
    {Premise::TakenFor, Kind::Assumption, "{} leads to what the code takes it for: {}"},
    {Premise::BytesInFront, Kind::Assumption, "in front of what {} leads to stand as many bytes as the code looks at: {}"},
    {Premise::PointersLookedAt, Kind::Bound, "{}: pointers followed where the code looked, others null"},
    {Premise::VariableArguments, Kind::Bound, "{}: the arguments behind its parameters are {}"},
    {Premise::OpaqueObject, Kind::Bound, "{}: an object that nobody looks into"},
    // A pointer to a class with virtual functions is an input.
    {Premise::DynamicClass, Kind::Bound, "{}: an object of class {}"},
    {Premise::FirstTargets, Kind::Bound, "{}: the first {} of {} places that it may share"},
    // A pointer to a function is an input.
    {Premise::FunctionChoice, Kind::Bound, "{}: one of {} functions of the program"},
    {Premise::StubResults, Kind::Bound, "{}: another function, whose results may differ in the first {} calls"},
    {Premise::StubCalls, Kind::Bound, "{}: the arguments of the first {} calls are compared"},
    // A global that could be an input, and is none.
    {Premise::GlobalKept, Kind::Bound, "{} keeps its initial value"},
    {Premise::FirstCall, Kind::Bound, "{} is not yet made when the entry is called: later calls are not looked at"},
    {Premise::GlobalStarts, Kind::Assumption, "{} starts with its initial value"},
    // Of main.
    {Premise::NoWordsOfArgv, Kind::Bound, "no words of argv but the name of the program"},
    {Premise::WordsOfArgv, Kind::Bound, "argv: up to {} words"},
    {Premise::ArgvTemplate, Kind::Bound, "argv: {}"},
    {Premise::ProgramName, Kind::Bound, "argv[0] is \"{}\""},
    {Premise::EmptyEnvironment, Kind::Bound, "the environment that main gets is empty"},
    // Of main, and of functions that read it.
    {Premise::StdinEmpty, Kind::Bound, "stdin is empty"},
    {Premise::StdinLength, Kind::Bound, "stdin: up to {} bytes"},
    {Premise::StdinTemplate, Kind::Bound, "stdin: {}"},
    // The code asks for local time.
    {Premise::FixedZone, Kind::Bound,
     "the time zone is so many minutes from UTC (utc_offset), 14 hours at most, without daylight saving time, and the variable TZ says so"},
    // The code reads or writes a volatile object.
    {Premise::VolatileAccesses, Kind::Bound,
     "volatile objects: each of the first {} reads gives any value, further ones the last; the number of accesses is compared, and the "
     "first {}"},

    // The code calls functions without a body.
    {Premise::EnvironmentCalls, Kind::Bound,
     "calls of {}: runs are looked at up to the call behind the first {} of each; of its arguments, {} bytes of a string or buffer and one "
     "object behind other pointers are compared, and {} bytes of a buffer can be changed"},
    {Premise::EnvironmentIgnored, Kind::Bound,
     "calls of {} do not count; the first {} give any answer, the same in both versions, and further ones the last"},
    {Premise::EnvironmentPure, Kind::Bound, "{}: a function of its arguments, with any results for {} of them and one for all others"},
    {Premise::PointersInAnswers, Kind::Bound, "pointers in what {} gives back are null"},
    // The code asks (models/exceptions.cpp says the same sentence).
    {Premise::NoExceptionUnderWay, Kind::Bound, "no exception is on its way when the entry is called"},

    // --assume.
    {Premise::UserAssumption, Kind::Assumption, "inputs with {}"},
    // The parameters of the two versions are not the same.
    {Premise::ParameterRenamed, Kind::Assumption, "parameter {} of before is taken as {} of after"},
    {Premise::InputNarrowed, Kind::Bound, "input {} is {} before and {} after: compared on the values of {}"},
    {Premise::InputConverted, Kind::Assumption, "input {} is {} before and {} after: callers convert what they pass"},
    {Premise::InputOfOneVersion, Kind::Assumption, "input {} is read by {} alone"},
    // A version has global variables, and none is an input.
    {Premise::GlobalsStartFixed, Kind::Assumption, "global variables start with their initial values"},
    // Globals are inputs, and have pointers in them.
    {Premise::PointersInGlobalsKept, Kind::Bound, "pointers in globals that are initialised keep their initial values"},
    {Premise::MadeByConstructor, Kind::Assumption, "{} starts as its constructor leaves it"},
    {Premise::InitialiserNotSeen, Kind::Bound, "{} starts with any value in both versions, although its initial value changed"},
    // Two inputs could share memory.
    {Premise::PointersApart, Kind::Assumption, "pointers do not overlap: {}"},
    {Premise::PointersShare, Kind::Assumption,
     "pointers of one type overlap by whole elements; none points to a member of another's object"},
    {Premise::NoFunctionOfType, Kind::Assumption, "{} is null: no function of the program has the type {}"},
    {Premise::NoVirtualTable, Kind::Assumption, "no table of virtual functions is known for {}"},
    {Premise::StreamIsStdout, Kind::Bound, "a stream that is passed in is stdout, and not null"},
    {Premise::StubReturns, Kind::Assumption, "{} returns, and changes no memory that the program sees"},
    {Premise::EnvironmentAlone, Kind::Assumption,
     "{}: known only by what they are given and what they answer; they look at no other memory and no file of the program and change none, keep no "
     "pointers, call nothing of it and throw nothing; what they return is a new object, or null"},
    // The program looks at them.
    {Premise::ErrnoStartsZero, Kind::Bound, "errno is 0 when the entry is called"},
    {Premise::StateOfRand, Kind::Assumption, "the state of rand is as behind srand(seed)"},

    // --observe, --ignore.
    {Premise::ObservedOnly, Kind::Assumption, "of what a run shows, only {} and how it ends are compared"},
    {Premise::NotObserved, Kind::Assumption, "{} not compared"},
    // A run wrote the global, or showed the member.
    {Premise::GlobalOfOneVersion, Kind::Assumption, "{} exists in one version only and is not compared"},
    // A pointer to a function that differs is shown.
    {Premise::SameByName, Kind::Assumption, "pointers to functions count as the same by their names, of {}, too: what these do is compared on their own"},
    // An object that is shown has such a class, and some virtual function of it differs.
    {Premise::SameByClass, Kind::Assumption, "objects of class {} count as the same by their class: its virtual functions are compared on their own"},
    // A run left such memory behind.
    {Premise::FarPointers, Kind::Bound, "memory more than 8 pointers away from a result or a global is not compared"},
    {Premise::ManyElements, Kind::Bound, "of memory behind a pointer, at most 64 elements (256 bytes if untyped) are compared"},
    {Premise::OrderOfTables, Kind::Assumption, "of unordered containers that are shown, the order of their elements is not compared"},
    {Premise::BehindStrings, Kind::Assumption, "of a string behind a pointer, what stands behind its end is not compared"},
    {Premise::UnsetAlike, Kind::Assumption, "memory that both versions leave unset counts as alike, however much of it there is"},

    // Tests of the rules themselves.
    {Premise::RulesOff, Kind::Assumption, "NOTHING: rules of soundness were turned off"},
    // Always one of them: as --overflow says.
    {Premise::OverflowWraps, Kind::Assumption, "signed overflow wraps, and a shift count counts modulo the width"},
    {Premise::OverflowUndefined, Kind::Assumption, "signed overflow is undefined, and a shift count counts modulo the width"},
    // --refines.
    {Premise::OnlyRefines, Kind::Assumption, "where before is undefined, after may do anything"},
    // Code that is clean may end the run, or keep it from ending, and the condition of an equal partition does not tell where.
    {Premise::UndefinedAlike, Kind::Assumption,
     "unchanged code that runs into undefined behaviour, or never ends, by itself, in the same state in both versions, does so alike"},
    // A loop is left out of the condition, since it is sure to end.
    {Premise::RunsEnd, Kind::Assumption, "a loop that counts to its end comes to it, however long that takes"},
    // Recursion, large frames.
    {Premise::StackSuffices, Kind::Assumption, "the stack is large enough"},
    // Atomic operations, accesses to volatile objects or calls of threads are in the code.
    {Premise::OneThread, Kind::Assumption, "there is one thread: between two steps of it, nothing else changes memory or looks at it"},
    // An input is a float, or a run met a NaN.
    {Premise::NansAreOne, Kind::Assumption, "all NaN bit patterns are one value"},
    // An input is a long double, or the optimiser computed with one.
    {Premise::LongDoublesInForm, Kind::Assumption, "a long double holds what the processor makes: its integer bit is as its exponent says"},
    // A run did it.
    {Premise::OutputSucceeds, Kind::Assumption,
     "writing to stdout and stderr succeeds, and no text is lost in a buffer where a run ends by _exit or a crash"},
    {Premise::AllocationSucceeds, Kind::Assumption, "memory allocation never fails"},
    {Premise::MathOfThisMachine, Kind::Assumption, "the math functions of the C library are those of this machine"},

    // The optimiser decided, and the code has pointers, such variables, recursion, functions without a body.
    {Premise::OptimizerKeepsBehaviour, Kind::Assumption,
     "the optimiser of LLVM 19, with what undefined behaviour means here made explicit, keeps the behaviour of code"},
    {Premise::NoErrorsThroughPointers, Kind::Assumption,
     "no undefined behaviour through pointers: what is not null leads into a live object, written before it is read, or to a function of "
     "the type that is called"},
    {Premise::NoUnwrittenVariables, Kind::Assumption, "no undefined behaviour through variables that are read before they are written"},
    {Premise::BodiesElsewhereAlike, Kind::Assumption,
     "functions without a body here do the same in both versions when they are called alike: {}"},
};

static_assert(isInOrder(kPremises, &PremiseRow::premise, Premise::BodiesElsewhereAlike));

const PremiseRow& rowOf(Premise premise) { return kPremises[static_cast<size_t>(premise)]; }

}  // namespace

const char* toText(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::Returned:
      return "returned";
    case OutcomeKind::Threw:
      return "threw";
    case OutcomeKind::Exited:
      return "exited";
    case OutcomeKind::Trapped:
      return "trapped";
    case OutcomeKind::Unfinished:
      return "unfinished";
  }
  UNREACHABLE("an outcome of no kind");
}

bool isSeen(Observable what, OutcomeKind end) { return (rowOf(what).seen & bit(end)) != 0; }

bool isSeenNatively(Observable what, OutcomeKind end) { return (rowOf(what).seenNatively & bit(end)) != 0; }

bool isAnyGlobalSeen(OutcomeKind end) {
  return isSeen(Observable::Globals, end) || isSeen(Observable::Volatile, end) || isSeen(Observable::Environment, end) ||
         isSeen(Observable::Planned, end) || isSeen(Observable::Errno, end) || isSeen(Observable::Stdin, end) ||
         isSeen(Observable::Random, end) || isSeen(Observable::Properties, end) || isSeen(Observable::Files, end);
}

Observable observableAt(std::string_view root) {
  if (root == kReturn) return Observable::Return;
  if (root == kException) return Observable::Exception;
  if (root == kExitStatus) return Observable::ExitStatus;
  if (root.starts_with("global:cleave_input.user.environment.")) return Observable::Environment;
  return Observable::Globals;
}

constexpr std::string_view kFilePrefix = "file \"";

std::string fileObservation(std::string_view name) { return "file " + cleave::quoted(name); }
bool isFileObservation(std::string_view observation) { return observation.starts_with(kFilePrefix); }
bool isTextObservation(std::string_view observation) {
  return observation == kStdout || observation == kStderr || isFileObservation(observation);
}

bool isBound(Premise premise) { return rowOf(premise).kind == Kind::Bound; }

std::string sentenceOf(Premise premise, std::span<const std::string> parts) {
  std::string text;
  size_t used = 0;
  for (std::string_view rest = rowOf(premise).words; !rest.empty();) {
    const size_t hole = rest.find("{}");
    text += rest.substr(0, hole);
    if (hole == std::string_view::npos) break;
    CHECK(used < parts.size(), "a premise with too few parts: " + text);
    text += parts[used++];
    rest.remove_prefix(hole + 2);
  }
  CHECK(used == parts.size(), "a premise with too many parts: " + text);
  return text;
}

}  // namespace cleave::result
