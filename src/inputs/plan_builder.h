// Builds the plan of one version. Internal to src/inputs.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "flow/points_to.h"
#include "inputs/plan.h"
#include "program/containers.h"
#include "program/place_name.h"
#include "result/guarantee.h"

namespace cleave::inputs {

inline constexpr size_t kMostCells = 600;
inline constexpr size_t kMostObjects = 64;
inline constexpr uint64_t kMostElements = 64;  // of an array in a struct or global
inline constexpr size_t kMostClasses = 4;      // that a pointer to a base class may point to
inline constexpr uint64_t kMostCounted = 2;    // objects behind a pointer in a struct that has a length
inline constexpr size_t kMostTargets = 64;     // that a pointer may share with others
inline constexpr size_t kPartsOfPointer = 4;   // one of so many is what a pointer within the inputs gets of the room that is left
inline constexpr size_t kLittleCells = 40, kLittleObjects = 4;  // what most parameters need

using result::Premise;
using result::sentence;

struct Allocator;

class PlanBuilder {
 public:
  PlanBuilder(const program::Program& program, program::FunctionId function, const Options& options, const Partners& partners,
              flow::PointsToCache& pointsTo);

  Plan run();

  // --- for main_plan.cpp
  uint32_t addCell(Cell cell);
  uint32_t addObject(const std::string& text, program::SourceTypeId element, uint64_t count, bool isArray, uint64_t size);
  void put(uint32_t object, uint64_t offset, Value value);
  uint64_t alignmentOf(program::SourceTypeId id, unsigned depth) const;
  void addBoundOnce(const std::string& text);
  void addBound(const std::string& text, uint32_t object = kNone, uint64_t from = 0);
  void addCount(Premise premise, const std::string& place, uint32_t cell, uint64_t most, uint64_t base = 0);
  void addText(const std::string& place, std::vector<uint32_t> cells);
  void addAssumption(const std::string& text);  // both with a sentence of result/guarantee.h
  bool readsStdin();
  // --- for environment_answers.cpp
  // There is no room for the place: no more cells, nothing more to point to, or the other version has none (Partners::cuts).
  bool isCut(const std::string& place);
  bool isObjectCut(const std::string& place);
  Value answeredPointer(const std::string& name, uint32_t object);  // to the object, or null
  uint32_t answeredText(const std::string& name);
  Plan& plan() { return plan_; }
  const program::Program& program() const { return program_; }
  const program::Function& function() const { return function_; }
  const Partners& partners() const { return partners_; }
  const Options& options() const { return options_; }

 private:
  // How a place was reached.
  struct Way {
    unsigned depth = 0;          // pointers followed within structs
    bool keepsPointers = false;  // in a global: initialised pointers stay
    std::string root;            // the parameter or global it started from
    uint32_t holder = kNone;     // the object that holds the pointer, and where
    uint64_t at = 0;
    std::string member;        // the last member's name,
    std::string owner;         // and the type that has it
    std::string structName;    // whatever a typedef calls that
    std::string top;           // type of the object that is filled: its own table of virtual functions counts,
    uint64_t topAt = 0;        // which begins there,
    bool isBase = false;       // and not that of its base classes, of which this is one
    unsigned containers = 0;   // that the place is an element of
    bool isReference = false;  // the pointer is one: what it leads to has its name
    Way deeper(uint32_t object, uint64_t offset) const {
      Way way = *this;
      ++way.depth;
      way.holder = object;
      way.at = offset;
      return way;
    }
  };

  // While it lives, there is so much room for what is added as one of so many parts gets (Partners::sharesLimits): at least its share of what is
  // left, and all that the others can do without.
  class Part {
   public:
    enum class Others { NeedTheirs, NeedLittle };
    Part(PlanBuilder& builder, size_t parts, Others others);
    ~Part();
    Part(const Part&) = delete;

   private:
    PlanBuilder& builder_;
    size_t cells_, objects_;  // the limits before
  };

  void parameters();
  void plainParameters();
  void variableArguments();
  Value untypedPointer(const std::string& name);  // without debug information
  void findLengths();
  std::string lengthOf(size_t k) const;
  bool isParameter(const std::string& name) const;
  bool isClaimed(const std::string& length) const;
  std::string nameOf(size_t k) const;
  std::string slotOf(size_t k) const;
  Argument parameter(size_t k);
  // What the code counts (counted.cpp).
  bool isEndingItself(const program::SourceType& pointer, bool isTerminated) const;
  std::vector<std::string> lengthsByUse(size_t k) const;
  void limitParameter(const std::string& length, uint64_t most);
  std::set<uint64_t> frontsOf(const program::SourceType& pointer, const program::PlaceName& name, const Way& way) const;
  program::SourceTypeId takenFor(program::SourceTypeId pointer, const program::PlaceName& name, const Way& way) const;
  bool hasEnd(const std::string& pointer, const Way& way) const;
  std::string memberLength(const program::SourceType& pointer, const Way& way) const;
  void limitMember(const program::SourceType& owner, const program::SourceMember& member, const program::PlaceName& holder, const Way& way);
  static void limit(Cell& cell, uint64_t most);
  Value endOf(const Value& begin, const program::PlaceName& name, const std::string& beginName);
  const Value* pointerAtStart(const Value& pointer) const;
  const Value* beginOf(size_t k, std::string& beginName) const;
  const Value* memberBeginOf(const program::SourceType& owner, const program::SourceMember& end, uint32_t object, uint64_t offset,
                             std::string& beginName) const;
  void globals();
  // Pointers that share memory, or are assumed not to (sharing.cpp).
  struct Target {
    uint32_t object = kNone;
    std::string global;  // object kNone: the linker's name
    uint64_t offset = 0;
    std::string text;
  };
  void sharing();
  void namedAliases();
  std::vector<Value*> pointers();
  bool mayShare(program::SourceTypeId x, program::SourceTypeId y) const;
  bool mayBeMember(program::SourceTypeId inner, program::SourceTypeId outer) const;
  bool mayLieInside(const Value& pointer, const std::vector<Value*>& all, const std::vector<program::GlobalId>& globals) const;
  std::vector<Target> targetsOf(const Value& pointer, const std::vector<Value*>& all, const std::vector<program::GlobalId>& globals) const;
  std::vector<program::GlobalId> sharedGlobals();
  void userInputs();
  void environment(Globals globalsAre);
  Value variable(const std::string& name);
  void addVolatile();
  void environmentAnswers(const std::set<program::FunctionId>& reached);
  void addUser(const std::string& name, uint64_t size);

  uint32_t addChoice(const std::string& name);
  // Whether the other version knows what the pointer may lead to, too.
  bool isCommon(const program::PlaceName& pointer, const std::string& meaning) const;
  uint32_t addNull(const std::string& pointer, const std::string& root, uint64_t depth);  // a choice, too
  bool hasCells() const { return plan_.cells.size() < mostCells_; }
  bool noteCut(const std::string& key, bool isFull);
  bool isFollowed(const program::PlaceName& pointer, const Way& way) const;
  void cutPointer(const program::PlaceName& pointer, const Way& way);  // the plan follows no further
  unsigned mostDepth() const;  // pointers that are followed, one behind the other
  bool isZeroFrom(uint32_t object, const std::string& place);  // it is cut: the object is zero from there on
  static bool isScalar(const program::SourceType& type);
  static bool isVtable(const std::string& member);
  Value scalar(const program::SourceType& type, const std::string& name);
  void fill(uint32_t object, uint64_t offset, program::SourceTypeId id, const program::PlaceName& name, const Way& way);
  void fillArray(uint32_t object, uint64_t offset, const program::SourceType& type, const program::PlaceName& name, const Way& way);
  void fillPadding(uint32_t object, uint64_t offset, const program::SourceType& type, const program::PlaceName& name);
  uint64_t paddingAt(const program::SourceType& type, uint64_t at) const;
  void fillMembers(uint32_t object, uint64_t offset, const program::SourceType& type, const program::PlaceName& name, const Way& way);
  void fillMember(uint32_t object, uint64_t offset, const program::SourceType& type, const program::SourceMember& member,
                  const program::PlaceName& name, const Way& way);
  void fillBytes(uint32_t object, uint64_t offset, uint64_t count, const program::PlaceName& name);
  void fillVtable(uint32_t object, uint64_t offset, const Way& way);
  bool hasInitialPointer(uint32_t object, uint64_t offset) const;

  Value pointer(program::SourceTypeId id, const program::PlaceName& name, const Way& way);
  PointerOptions choose(const program::SourceType& pointerType, const program::PlaceName& name, const Way& way) const;
  uint32_t behind(const program::SourceType& pointerType, const PointerOptions& chosen, const program::PlaceName& name, const Way& way);
  void withFronts(Value& value, const std::set<uint64_t>& fronts, const PointerOptions& chosen, program::SourceTypeId element, const program::PlaceName& name);
  uint32_t stringBehind(uint64_t bound, program::SourceTypeId element, const program::PlaceName& name);
  uint32_t elementsBehind(program::SourceTypeId element, uint64_t count, const program::PlaceName& name, const Way& way);
  void fillFlexible(uint32_t object, program::SourceTypeId id, const program::PlaceName& name, const Way& way);
  void addDynamicTypes(Value& value, program::SourceTypeId declared, const program::PlaceName& name, const Way& way);
  // Containers of the C++ library (containers.cpp).
  void fillContainer(uint32_t object, uint64_t offset, program::SourceTypeId id, const program::Container& container,
                     const program::PlaceName& name, const Way& way);
  void fillString(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void fillLlvmString(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void fillCharacters(uint32_t characters, uint64_t at, uint64_t bound, uint32_t length, const program::PlaceName& name);
  void fillView(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void fillVector(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void fillDeque(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void fillNodes(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void fillOptional(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void fillVariant(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void fillOwner(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void linkRing(uint32_t object, uint64_t at, const std::vector<uint32_t>& nodes, uint32_t count);
  void linkTree(uint32_t object, uint64_t at, const std::vector<uint32_t>& nodes, uint32_t count);
  void fillHash(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name, const Way& way);
  void linkChain(uint32_t object, uint64_t offset, const program::Container& container, const std::vector<uint32_t>& nodes, uint32_t count);
  bool keepHashes(const program::Container& container, const std::vector<uint32_t>& nodes, uint32_t count);
  std::string hashFunction(program::SourceTypeId hasher) const;
  void relateKeys(const program::Container& container, uint32_t count, uint64_t bound, const program::PlaceName& name);
  program::SourceTypeId keyTypeOf(const program::Container& container, uint64_t& offset) const;
  bool addKey(program::SourceTypeId type, const program::PlaceName& name, Keys::Key& key) const;
  uint32_t cellNamed(const std::string& name) const;
  void fillFunction(uint32_t object, uint64_t offset, const program::Container& container, const program::PlaceName& name);
  void refuseFunction(const program::PlaceName& name, const program::SourceType& type);
  uint64_t boundOf(const program::PlaceName& name, const std::string& type, Behind behind, uint64_t otherwise);
  uint32_t countCell(const program::PlaceName& name, uint64_t most, Premise premise = Premise::ContainerSize);
  uint32_t storage(uint32_t owner, const std::string& text, program::SourceTypeId element, uint64_t count, uint64_t size);
  uint32_t firstElements(uint32_t all, uint64_t count, uint64_t size);
  std::set<uint32_t> ownedBy(const Object& object) const;
  void putPointer(uint32_t object, uint64_t offset, uint32_t target, uint64_t into, uint32_t whenCell = kNone, uint64_t whenValue = 0);
  void putNumber(uint32_t object, uint64_t offset, unsigned bits, uint64_t number, uint32_t whenCell = kNone, uint64_t whenValue = 0);
  void putCell(uint32_t object, uint64_t offset, unsigned bits, uint32_t cell);
  Value functionPointer(const program::SourceType& type, const program::PlaceName& name, const PointerOptions& said);
  bool takes(const program::SourceType& type, const Allocator& function) const;
  bool hasType(const program::Function& function, const program::SourceType& type) const;
  std::string ownTypeName(program::SourceTypeId id) const;
  bool addStub(const program::SourceType& type, const program::PlaceName& name);  // false: its types are not scalars
  uint32_t opaqueBehind(const program::PlaceName& name);
  Value stream();
  bool leadsFurther(program::SourceTypeId id, unsigned depth) const;  // holds pointers
  bool isOpaque(program::SourceTypeId id) const;

  const program::Program& program_;
  const program::Function& function_;
  program::FunctionId id_;
  const Options& options_;
  const Partners& partners_;
  Plan plan_;
  // What the entry may reach, and what functions may reach that its inputs bring along: made when it is first asked for.
  const std::vector<const flow::PointsTo*>& reach();
  std::set<program::FunctionId> broughtAlong() const;
  flow::PointsToCache& pointsTo_;
  std::vector<const flow::PointsTo*> reach_;
  std::set<program::FunctionId> reachedFrom_;
  void addGlobal(program::GlobalId id);
  bool byRegisters_;  // parameters are what the machine passes
  size_t mostCells_ = kMostCells, mostObjects_ = kMostObjects;
  std::vector<std::string> way_;  // pointers that are being followed
  std::set<uint32_t> zeroed_;     // objects that have been said to be zero from some place on
  std::string slot_;           // what the cells belong to that are made now
  std::set<std::string> names_;
  std::set<std::string> keys_;
  std::set<std::string> globals_;
  std::set<std::string> references_;                // parameters that are references in one of the versions
  std::map<std::string, std::string> lengthNames_;  // by pointer parameter: its length's name
  std::set<std::string> byUse_;                     // of these: as the code shows, not the name
  std::map<std::string, uint64_t> lengthLimits_;    // by parameter that is a length: what it may be at most
};

}  // namespace cleave::inputs
