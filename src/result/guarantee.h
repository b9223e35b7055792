// What a verdict speaks about, said once for all who look at runs or state guarantees: the VM, native replay, the comparison, the reports.
//
// Two lists. Observables: what can be seen of a run, and at which of its ends. Premises: what narrows the inputs, or is taken for granted,
// each with the sentence that the user reads. Whoever wants another one adds a row to the table in guarantee.cpp, and asks for it here;
// what is said in a particular guarantee is put together elsewhere (explore/guarantee.h, the input plan, the runs themselves).
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cleave::result {

// --- what is observed, and when

// How a run ends. Threw: an exception left the entry; a caller may catch it and look at memory, so that is seen as after a return.
// Unfinished: a limit, or something unsupported; nothing of such a run counts.
enum class OutcomeKind : uint8_t { Returned, Threw, Exited, Trapped, Unfinished };
const char* toText(OutcomeKind kind);  // "returned", "threw", ...

enum class Observable : uint8_t {
  Return,       // the returned value, and the memory that it leads to
  Globals,      // global variables, and the memory that they lead to
  Planned,      // objects of the input plan: those behind pointer parameters, and what stubs write down of their calls
  Errno,        // where a version looks at it
  Stdin,        // how much of it is left, and what was pushed back
  Random,       // the state of rand and random
  Volatile,     // accesses to volatile objects, in order
  Environment,  // calls of functions without a body, in order (program/environment.h)
  Properties,   // whether properties that were compiled in held (program::isPropertyMark)
  Files,        // what the program has written into files: they outlive the process
  Stdout,
  Stderr,
  ExitStatus,
  ExceptionType,  // of one that leaves the entry
  Exception,      // what it holds
  TrapKind,
};

// Whether it is looked at when a run has ended so.
bool isSeen(Observable what, OutcomeKind end);
// Whether a native run shows it, too, in a way that can be compared.
bool isSeenNatively(Observable what, OutcomeKind end);
// Whether anything that stands in global variables is: variables, objects of the plan, states of the library, files.
bool isAnyGlobalSeen(OutcomeKind end);

// What stands at the root of a memory path (program/memory_path.h), "return" or "global:x"; any global counts as a variable.
Observable observableAt(std::string_view root);

// The type of an input that is no value of the program's, but chooses: whether a pointer is null, or which of two it is.
inline constexpr const char* kChoiceType = "choice";

inline constexpr const char* kReturn = "return";
inline constexpr const char* kExitStatus = "exit status";
inline constexpr const char* kStdout = "stdout";
inline constexpr const char* kStderr = "stderr";
inline constexpr const char* kFiles = "files";
// The name under which the contents of a file are shown: file "out.txt".
std::string fileObservation(std::string_view name);
bool isFileObservation(std::string_view observation);
bool isTextObservation(std::string_view observation);  // of a file, stdout or stderr: characters as they stand
inline constexpr const char* kStdin = "stdin";
inline constexpr const char* kRandom = "rand";
inline constexpr const char* kException = "exception";  // what one that leaves the entry holds; belongs to how the run ends

// --- what narrows the inputs, or is taken for granted

enum class Premise : uint8_t {
  // Bounds: inputs, or parts of runs, that are not looked at.
  StepLimit,
  StringLength,
  UntypedBytes,
  ZeroFromByte,
  ZeroFromHere,
  ZeroOfType,
  FirstElements,
  ElementCount,
  ContainerSize,
  OneBucket,
  SharedNothing,
  FunctionEmpty,
  OneObject,
  NotNull,
  LengthAtMost,
  PointsBehind,
  PointerDepth,
  TakenFor,
  BytesInFront,
  PointersLookedAt,
  VariableArguments,
  OpaqueObject,
  DynamicClass,
  FirstTargets,
  FunctionChoice,
  StubResults,
  StubCalls,
  GlobalKept,
  FirstCall,
  GlobalStarts,
  NoWordsOfArgv,
  WordsOfArgv,
  ArgvTemplate,
  ProgramName,
  EmptyEnvironment,
  StdinEmpty,
  StdinLength,
  StdinTemplate,
  FixedZone,
  VolatileAccesses,
  EnvironmentCalls,
  EnvironmentIgnored,
  EnvironmentPure,
  PointersInAnswers,
  NoExceptionUnderWay,
  // Assumptions about the inputs.
  UserAssumption,
  ParameterRenamed,
  InputNarrowed,
  InputConverted,
  InputOfOneVersion,
  GlobalsStartFixed,
  PointersInGlobalsKept,
  MadeByConstructor,
  InitialiserNotSeen,
  PointersApart,
  PointersShare,
  NoFunctionOfType,
  NoVirtualTable,
  StreamIsStdout,
  StubReturns,
  EnvironmentAlone,
  ErrnoStartsZero,
  StateOfRand,
  // About what is compared.
  ObservedOnly,
  NotObserved,
  GlobalOfOneVersion,
  SameByName,
  SameByClass,
  FarPointers,
  ManyElements,
  OrderOfTables,
  BehindStrings,
  UnsetAlike,
  // About what programs mean, and the world they run in.
  RulesOff,
  OverflowWraps,
  OverflowUndefined,
  OnlyRefines,
  UndefinedAlike,
  RunsEnd,
  StackSuffices,
  OneThread,
  NansAreOne,
  LongDoublesInForm,
  OutputSucceeds,
  AllocationSucceeds,
  MathOfThisMachine,
  // Of the optimizer proof.
  OptimizerKeepsBehaviour,
  NoErrorsThroughPointers,
  NoUnwrittenVariables,
  BodiesElsewhereAlike,
};

// A bound; otherwise an assumption.
bool isBound(Premise premise);

std::string sentenceOf(Premise premise, std::span<const std::string> parts);  // the parts stand where the table says {}

inline const std::string& asText(const std::string& part) { return part; }
std::string asText(std::integral auto number) { return std::to_string(number); }

template <class... Parts>
std::string sentence(Premise premise, const Parts&... parts) {
  const std::string all[] = {asText(parts)..., std::string()};
  return sentenceOf(premise, std::span(all, sizeof...(parts)));
}

}  // namespace cleave::result
