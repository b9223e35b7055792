#include "vm/private/observe.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "program/meaning.h"
#include "program/parts.h"
#include "program/place_name.h"
#include "program/shown_name.h"
#include "support/check.h"
#include "support/demangled.h"
#include "support/float_format.h"
#include "vm/private/access.h"
#include "vm/private/observe_containers.h"
#include "vm/private/pointer_expr.h"

namespace cleave::vm {

using expr::ExprId;
using expr::Sort;
using ExprOp = expr::Op;
using Name = program::PlaceName;
using program::SourceKind;
using program::SourceMember;
using program::SourceType;
using program::SourceTypeId;

namespace {

constexpr size_t kMostCells = 32768;
constexpr uint64_t kMostElements = 64;
constexpr uint64_t kMostBytes = 256;
constexpr size_t kMostPointers = 8;  // in a row
constexpr size_t kMostLeads = 8;     // of one pointer that is left open

// A place in memory and the way to it.
struct Spot {
  ObjectIndex object = 0;
  uint64_t offset = 0;
  uint64_t base = 0;  // offset where the last pointer of the way led
  std::vector<uint64_t> follow;
};

constexpr uint64_t kFirstFunction = 16;  // in the table of a class: where the pointers in its objects lead

// The class that a table of virtual functions is of, as the source says.
std::string classOfTable(const std::string& table) {
  const std::string text = demangled(std::string(program::splitName(table).symbol)).value_or("");
  constexpr std::string_view kPrefix = "vtable for ";
  return text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : table;
}

bool isCalled(const std::string& type, const std::string& name) {
  return type == name || type == "struct " + name || type == "class " + name;
}

SourceTypeId classNamed(const program::Program& program, const std::string& name, std::optional<uint64_t> size);

Spot moved(Spot spot, uint64_t by) {
  spot.offset += by;
  return spot;
}

}  // namespace

class Observer {
  friend class ContainerObserver<Observer, Spot>;

 public:
  Observer(Machine& m, std::string root)
      : m_(m), root_(std::move(root)), isMark_(root_.starts_with(std::string("global:") + program::kPropertyMark)), base_(m.pending()) {}

  std::vector<ObservedCell> take() { return std::move(cells_); }

  // The result. A scalar must be defined: it is what the caller of the entry sees.
  void result(SourceTypeId type, ObjectIndex object, const std::string& name) {
    mustBeDefined_ = isScalar(m_.program().sourceType(type).kind);
    whole(type, object, name);
  }

  void whole(SourceTypeId type, ObjectIndex object, const std::string& name) { value(type, Spot{object, 0, 0, {}}, Name::plain(name)); }

  void resultScalar(Type type, ObjectIndex object, uint64_t offset, const std::string& name) {
    mustBeDefined_ = true;
    const Spot spot{object, offset, 0, {}};
    if (type.isPointer()) {
      pointer({}, spot, Name::plain(name));
    } else {
      scalar(type.isFloat() ? type : Type::integer(8 * type.bytes()), true, spot, Name::plain(name));
      if (!cells_.empty()) cells_.back().isTyped = false;
    }
  }

  // An object of the caller's that was freed: that is all there is to see of it.
  void freed(const std::string& name) {
    begin();
    ObservedCell cell = cellAt(Spot{}, Name::plain("the object of " + name.substr(name.starts_with('*') ? 1 : 0)), 8);
    cell.kind = ObservedCell::Kind::Pointer;
    cell.sort = Sort::bits(64);
    cell.target = "freed";
    add(std::move(cell));
  }

  // --- exceptions

  void exceptionByType(SourceTypeId type, const Spot& spot) { value(type, spot, Name::plain("exception")); }
  void exceptionPointer(SourceTypeId pointee, const Spot& spot) { pointer(pointee, spot, Name::plain("exception")); }
  void exceptionScalar(Type type, bool isSigned, const Spot& spot) { scalar(type, isSigned, spot, Name::plain("exception")); }

  // The string that a pointer leads to.
  void text(const Spot& spot, const std::string& name) {
    if (!fits(spot, 8)) return;
    begin();
    const Value v = loadAt(m_, spot.object, spot.offset, Type::pointer());
    const Shadow shadow = m_.shadows()[v.shadow];
    const ObjectIndex object = shadow.undefined != 0 || shadow.expr.valid() ? 0 : objectOf(static_cast<Address>(v.bits));
    if (m_.memory().exists(object)) m_.fixSize(object);
    if (object == 0 || !m_.memory().exists(object) || !m_.memory().object(object).alive) return pointer({}, spot, Name::plain(name));
    const uint64_t offset = static_cast<uint64_t>(v.bits) - addressOf(object);
    if (!m_.memory().object(object).holds(offset, 1)) return pointer({}, spot, Name::plain(name));
    comeThrough();
    string({object, offset, offset, {spot.offset - spot.base}}, Name::plain(name));
  }

  void exceptionBytes(const Spot& spot) {
    fixSize(spot);
    const uint64_t skipped = pointsToVtable(spot) ? 8 : 0;
    const uint64_t all = m_.memory().object(spot.object).size - spot.offset;
    if (all > skipped) bytes(moved(spot, skipped), all - skipped, Name::plain("exception"));
  }

  bool pointsToVtable(const Spot& spot) {
    uint64_t start = 0;
    if (!fits(spot, 8) || !m_.memory().pointerAround(m_.memory().object(spot.object), spot.offset, start) || start != spot.offset)
      return false;
    const ObjectIndex object = objectOf(static_cast<Address>(loadAt(m_, spot.object, spot.offset, Type::pointer()).bits));
    if (!m_.memory().exists(object) || m_.memory().object(object).kind != ObjectKind::Global) return false;
    return program::isVirtualTable(m_.program().globals[m_.memory().object(object).source]);
  }

  // The log of calls of the environment: numbers, and pointers that are nobody's business but for which object they are of. How many there
  // are shows by itself.
  void calls(const Spot& spot, uint64_t count, const Name& name) {
    isMark_ = true;
    for (uint64_t k = 0; k < count && m_.running(); ++k) {
      const Spot place = moved(spot, 8 * k);
      if (holdsPointer(place))
        pointer({}, place, name.element(k));
      else
        scalar(Type::integer(64), true, place, name.element(k));
    }
  }

  void bytes(Spot spot, uint64_t count, const Name& name) {
    for (uint64_t i = 0; i < count && m_.running();) {
      const bool isPointer = i + 8 <= count && holdsPointer(moved(spot, i));
      if (isPointer) {
        pointer({}, moved(spot, i), name.element(i));
      } else {
        const size_t count = cells_.size();
        scalar(Type::integer(8), false, moved(spot, i), name.element(i));
        if (cells_.size() > count) cells_.back().isTyped = false;
      }
      i += isPointer ? 8 : 1;
    }
  }

 private:
  // A pointer was stored here, and it leads to an object: null and other numbers are bytes like any others, so of a pointer that may be null
  // it is decided whether it is.
  bool holdsPointer(const Spot& spot) {
    uint64_t start = 0;
    if (!m_.memory().pointerAround(m_.memory().object(spot.object), spot.offset, start) || start != spot.offset) return false;
    begin();
    const Value v = loadAt(m_, spot.object, spot.offset, Type::pointer());
    const Shadow& shadow = m_.shadows()[v.shadow];
    if (shadow.undefined != 0 || shadow.addressDerived || shadow.origin != 0) return true;
    const bool leads = !m_.isNull(v);
    comeThrough();
    return leads;
  }

  static bool isScalar(SourceKind kind) {
    return kind == SourceKind::Bool || kind == SourceKind::Char || kind == SourceKind::Int || kind == SourceKind::Enum ||
           kind == SourceKind::Float || kind == SourceKind::Pointer;
  }

  // --- by type

  void value(SourceTypeId id, const Spot& spot, const Name& name) {
    if (!m_.running()) return;
    const SourceType& type = m_.program().sourceType(id);
    switch (type.kind) {
      case SourceKind::Void:
      case SourceKind::Function:
        return;
      case SourceKind::Bool:
        return integer(type, false, spot, name);
      case SourceKind::Char:
      case SourceKind::Int:
      case SourceKind::Enum:
        return integer(type, type.isSigned, spot, name);
      case SourceKind::Float:
        if (!isFloatWidth(floatWidth(type.sizeBytes))) return m_.unfinished("unsupported: a value of type " + type.name + " is shown");
        return scalar(Type::floating(floatWidth(type.sizeBytes)), true, spot, name);
      case SourceKind::Pointer:
        return pointer(type.element, spot, name);
      case SourceKind::Array:
        return array(type, spot, name);
      case SourceKind::Struct:
        if (const auto container = program::containerOf(m_.program(), id)) return ContainerObserver(*this, m_, *container, spot, name).show();
        if (isCalled(type.name, "__jmp_buf_tag")) return m_.assume(result::sentence(result::Premise::NotObserved, "what a jmp_buf holds is"));
        if (program::isStandard(type) && hasNodes(type, 0)) return m_.unfinished("unsupported: a " + type.name + " is shown");
        if (!type.virtualBases.empty()) return m_.unfinished("unsupported: an object of class " + type.name + ", which has virtual bases, is shown");
        for (const SourceMember& each : type.members) member(each, spot, name);
        return;
      case SourceKind::Union:
        return bytes(spot, type.sizeBytes, name.part("byte"));
      case SourceKind::Unknown:
        return bytes(spot, type.sizeBytes, name.part("byte"));
    }
  }

  // Of a class of the library that is not known here: pointers to classes of its own. What these lead to may be more than their type tells, like
  // the nodes of a list, which hold its values behind what links them.
  bool hasNodes(const SourceType& type, unsigned depth) const {
    constexpr unsigned kMostDepth = 12;
    return depth > kMostDepth || std::any_of(type.members.begin(), type.members.end(), [&](const SourceMember& each) {
             SourceTypeId id = each.type;
             while (id.valid() && m_.program().sourceType(id).kind == SourceKind::Array) id = m_.program().sourceType(id).element;
             if (each.isBitField || !id.valid() || program::containerOf(m_.program(), id)) return false;
             const SourceType& own = m_.program().sourceType(id);
             if (own.kind == SourceKind::Struct || own.kind == SourceKind::Union) return hasNodes(own, depth + 1);
             SourceTypeId pointee = own.kind == SourceKind::Pointer ? own.element : SourceTypeId();
             while (pointee.valid() && m_.program().sourceType(pointee).kind == SourceKind::Pointer) pointee = m_.program().sourceType(pointee).element;
             return pointee.valid() && m_.program().sourceType(pointee).kind == SourceKind::Struct && program::isStandard(m_.program().sourceType(pointee)) &&
                    !program::containerOf(m_.program(), pointee);
           });
  }

  void integer(const SourceType& type, bool isSigned, const Spot& spot, const Name& name) {
    if (type.sizeBytes == 0 || type.sizeBytes > 16) return bytes(spot, type.sizeBytes, name.part("byte"));
    const size_t count = cells_.size();
    scalar(Type::integer(static_cast<unsigned>(8 * type.sizeBytes)), isSigned, spot, name);
    if (cells_.size() > count) cells_.back().type = &type;
  }

  void array(const SourceType& type, const Spot& spot, const Name& name) {
    if (!type.element.valid()) return bytes(spot, type.sizeBytes, name);
    const uint64_t size = m_.program().sourceType(type.element).sizeBytes;
    if (type.count == 0) return elements(type.element, spot, [&](uint64_t k) { return name.element(k); });  // a flexible one
    for (uint64_t k = 0; k < type.count && m_.running(); ++k) value(type.element, moved(spot, k * size), name.element(k));
  }

  void member(const SourceMember& member, const Spot& spot, const Name& name) {
    if (!m_.running()) return;
    const Name own = name.part(member.name);
    if (member.isBitField) return bitField(member, spot, own);
    const Spot place = moved(spot, member.offsetBits / 8);
    if (member.type.valid()) {
      value(member.type, place, own);
    } else {
      bytes(place, member.sizeBits / 8, own);
    }
  }

  // --- scalars

  ObservedCell cellAt(const Spot& spot, const Name& name, uint64_t byteCount) const {
    ObservedCell cell;
    cell.name = name.text;
    cell.path = {root_, spot.follow, spot.offset - spot.base, static_cast<unsigned>(byteCount)};
    const Object& object = m_.memory().object(spot.object);
    cell.isUntouched = !object.written;
    cell.isLeft = object.kind == ObjectKind::Global && !m_.memory().isOverwritten(spot.object, spot.offset, byteCount);
    return cell;
  }

  // Each cell relies on its own contents and on the way to it.
  void begin() { m_.setPending(base_); }
  void comeThrough() { base_ = m_.pending(); }

  void add(ObservedCell cell) {
    cell.rel = m_.pending();
    if (cells_.size() == kMostCells)
      return m_.unfinished("more than " + std::to_string(kMostCells) + " cells of " + root_ + " to be shown");
    cells_.push_back(std::move(cell));
  }

  // Handles what cannot be shown as a value. False: the cell is dealt with, or the run was ended.
  bool isShowable(const Value& v, ObservedCell& cell) {
    const Shadow& shadow = m_.shadows()[v.shadow];
    if (shadow.undefined != 0 && !shadow.addressDerived && !mustBeDefined_) {
      m_.assume(result::Premise::UnsetAlike);
      cell.kind = ObservedCell::Kind::Undefined;
      add(std::move(cell));
      return false;
    }
    return m_.requireShowable(v, "what is shown");
  }

  void scalar(Type type, bool isSigned, const Spot& spot, const Name& name) {
    if (!fits(spot, type.bytes())) return;
    ObservedCell cell = cellAt(spot, name, type.bytes());
    cell.sort = type.isFloat() ? Sort::floating(type.width) : Sort::bits(type.width);
    cell.isSigned = isSigned;
    begin();
    const Value v = loadAt(m_, spot.object, spot.offset, type);
    if (!isShowable(v, cell)) return;
    cell.bits = v.bits;
    if (m_.isSymbolic(v.shadow)) cell.expr = m_.exprOf(v, type);
    add(std::move(cell));
  }

  void bitField(const SourceMember& member, const Spot& spot, const Name& name) {
    if (member.sizeBits == 0) return;
    if (member.sizeBits > 64) return m_.unfinished("unsupported: a bit-field of more than 64 bits is shown");
    const uint64_t first = member.offsetBits / 8;
    const auto low = static_cast<unsigned>(member.offsetBits % 8);
    const auto width = static_cast<unsigned>(member.sizeBits);
    const unsigned byteCount = (low + width + 7) / 8;
    const Spot place = moved(spot, first);
    if (!fits(place, byteCount)) return;
    ObservedCell cell = cellAt(place, name, byteCount);
    cell.path.bitOffset = low;
    cell.path.bits = width;
    cell.sort = Sort::bits(width);
    cell.isSigned = member.type.valid() && m_.program().sourceType(member.type).isSigned;
    begin();
    const Value field = bitsOf(loadAt(m_, place.object, place.offset, Type::integer(8 * byteCount)), low, width);
    if (!isShowable(field, cell)) return;
    cell.bits = field.bits;
    cell.expr = m_.shadows()[field.shadow].expr;
    if (member.type.valid() && member.sizeBits == 8 * m_.program().sourceType(member.type).sizeBytes)
      cell.type = &m_.program().sourceType(member.type);
    add(std::move(cell));
  }

  // Bits of an integer, always of sort Bits (also a single one).
  Value bitsOf(const Value& v, unsigned low, unsigned width) {
    Shadow shadow = m_.shadows()[v.shadow];
    Value result{truncateTo(v.bits >> low, width), 0};
    shadow.undefined = truncateTo(shadow.undefined >> low, width);
    if (shadow.expr.valid()) {
      shadow.expr = m_.pool().extract(shadow.expr, low, width);
      if (m_.pool().isConstant(shadow.expr)) shadow.expr = {};
    }
    result.shadow = m_.shadows().add(shadow);
    return result;
  }

  // Where the size is open that is decided, and what is shown from here on relies on it.
  bool fits(const Spot& spot, uint64_t byteCount) {
    if (!m_.isOpen(spot.object)) return m_.memory().object(spot.object).holds(spot.offset, byteCount);
    begin();
    const bool isThere = m_.memory().object(spot.object).alive && m_.fitsOpen(spot.object, spot.offset, {}, byteCount);
    comeThrough();
    if (isThere && !m_.memory().object(spot.object).holds(spot.offset, byteCount)) m_.unfinished("memory limit");
    return isThere && m_.running();
  }

  // What is shown depends on how large it is.
  void fixSize(const Spot& spot) {
    if (!m_.isOpen(spot.object)) return;
    begin();
    m_.fixSize(spot.object);
    comeThrough();
  }

  // --- pointers

  void pointer(SourceTypeId pointee, const Spot& spot, const Name& name) {
    if (!fits(spot, 8)) return;
    ObservedCell cell = cellAt(spot, name, 8);
    cell.kind = ObservedCell::Kind::Pointer;
    cell.sort = Sort::bits(64);
    cell.isSigned = true;
    begin();
    const Value v = loadAt(m_, spot.object, spot.offset, Type::pointer());
    if (!isShowable(v, cell)) return foundObjects();
    const ExprId e = m_.shadows()[v.shadow].expr;
    if (pointee.valid()) cell.type = &m_.program().sourceType(pointee);
    if (e.valid() && leavesOpen(e, v, cell)) return add(std::move(cell));
    const ObjectIndex object = m_.objectBehind(v);
    if (object == 0) m_.isNull(v);  // decided
    const uint64_t offset = static_cast<uint64_t>(v.bits) - addressOf(object);
    cell.target = targetOf(object, static_cast<Address>(v.bits));
    if (cell.target != "invalid" || object == 0) cell.bits = offset;
    if (object != 0 && cell.target.starts_with("&") && m_.memory().object(object).kind == ObjectKind::Global)
      cell.targetRoot = rootOf(m_.program().globals[m_.memory().object(object).source]);
    Spot target{object, offset, offset, spot.follow};
    target.follow.push_back(spot.offset - spot.base);

    if (m_.isOpen(object) && (e.valid() || !m_.memory().object(object).openUnset)) m_.fixSize(object);
    const bool leads =
        object != 0 && (m_.isOpen(object) ? m_.fitsOpen(object, offset, {}, 1) : m_.memory().object(object).holds(offset, 1));
    const bool isShownThere = leads && m_.isLeftOpen(m_.memory().object(object), offset);
    const bool isNew = leads && !isShownThere && seen_.emplace(object, offset, pointee.value).second;
    if (e.valid() && cell.target != "invalid") {
      const bool hasOrigin = m_.shadows()[v.shadow].origin != 0 || object == 0;
      const ExprId offsetExpr =
          hasOrigin ? m_.pool().binary(ExprOp::Sub, e, m_.pool().bits(64, addressOf(object))) : offsetWithin(m_.pool(), e, object, offset);
      if (leads) {
        m_.decide(m_.pool().equal(offsetExpr, m_.pool().bits(64, offset)), DecisionKind::Address);
      } else {
        // Another input whose pointer lies inside would be followed.
        if (object != 0)
          m_.decide(m_.pool().notOf(m_.pool().binary(ExprOp::ULt, offsetExpr, m_.pool().bits(64, m_.memory().object(object).size))),
                    DecisionKind::TrapCheck);
        if (!m_.pool().isConstant(offsetExpr)) cell.expr = offsetExpr;
      }
    } else if (e.valid() && object == 0 && !m_.pool().isConstant(e)) {
      cell.expr = e;
    }
    comeThrough();
    add(std::move(cell));
    foundObjects();
    mustBeDefined_ = false;
    if (!isNew || isMark_) return;
    if (target.follow.size() > kMostPointers) return m_.assume(result::Premise::FarPointers);
    follow(pointee, target, name);
  }

  // A choice of the inputs among null and globals that show by themselves what is written to them, `next_is_null ? NULL : &next`: it is shown
  // as that, and no decision is made of it. So what a run has not touched makes no partitions.
  bool leavesOpen(ExprId e, const Value& v, ObservedCell& cell) {
    if (!addLeads(e, m_.pool().boolean(true), cell.leads)) {
      cell.leads.clear();
      return false;
    }
    const auto address = static_cast<Address>(v.bits);
    cell.target = targetOf(objectOf(address), address);
    cell.bits = address - addressOf(objectOf(address));
    const Object& object = m_.memory().object(objectOf(address));
    if (object.kind == ObjectKind::Global) cell.targetRoot = rootOf(m_.program().globals[object.source]);
    return true;
  }

  // False: it may lead to what has to be followed, or nobody knows where to.
  bool addLeads(ExprId e, ExprId when, std::vector<ObservedCell::Lead>& leads) {
    expr::ExprPool& pool = m_.pool();
    if (pool.op(e) == ExprOp::Ite) {
      const ExprId condition = pool.operand(e, 0);
      return addLeads(pool.operand(e, 1), pool.andOf(when, condition), leads) &&
             addLeads(pool.operand(e, 2), pool.andOf(when, pool.notOf(condition)), leads);
    }
    if (!pool.isConstant(e) || leads.size() == kMostLeads) return false;
    const auto address = static_cast<Address>(pool.constantBits(e));
    const ObjectIndex object = objectOf(address);
    const bool isThere = object != 0 && m_.memory().exists(object);  // else a number that somebody made up
    if (address != 0 && (!isThere || !m_.isLeftOpen(m_.memory().object(object), offsetOf(address)))) return false;
    leads.push_back({when, targetOf(object, address), offsetOf(address)});
    return true;
  }

  // An array is called by its name alone.
  std::string rootOf(const program::Global& global) const {
    const bool isArray = global.type.valid() && m_.program().sourceType(global.type).kind == SourceKind::Array;
    return (isArray ? kArrayRoot : "") + std::string("global:") + global.name;
  }

  // Had this pointer led elsewhere, those that are looked at later might have found other objects first.
  void foundObjects() {
    const RelId own = m_.pending();
    m_.rely(m_.foundObjects().rel);
    m_.foundObjects().rel = m_.pending();
    m_.setPending(own);
  }

  // What the world calls the object: never by its number in this VM, nor by a name that the compiler made up.
  std::string targetOf(ObjectIndex index, Address address) {
    if (index == 0) return objectOf(address) == 0 ? "null" : "invalid";
    const Object& object = m_.memory().object(index);
    if (!object.alive) return "invalid";
    if (object.kind == ObjectKind::Function) return "&" + m_.program().functions[object.source].display;
    if (object.kind == ObjectKind::Global) {
      const program::Global& global = m_.program().globals[object.source];
      if (!(global.internal && global.constant)) return "&" + program::shownName(global);
    }
    if (index == m_.memory().stream(0)) return "&stdin";
    if (index == m_.memory().stream(1)) return "&stdout";
    if (index == m_.memory().stream(2)) return "&stderr";
    std::vector<ObjectIndex>& objects = m_.foundObjects().objects;
    const auto found = std::find(objects.begin(), objects.end(), index);
    const auto number = found - objects.begin();
    if (found == objects.end()) objects.push_back(index);
    m_.rely(m_.foundObjects().rel);
    return "object " + std::to_string(number + 1);
  }

  void follow(SourceTypeId pointee, const Spot& spot, const Name& pointer) {
    if (!pointee.valid()) return rest(spot, pointer);
    const SourceType& type = m_.program().sourceType(pointee);
    if (type.kind == SourceKind::Function) return;
    if (type.kind == SourceKind::Struct && pointsToVtable(spot)) return object(pointee, spot, pointer);
    if (type.kind == SourceKind::Char && type.isSigned && isCalled(type.name, "char")) return string(spot, pointer, &type);
    if (type.sizeBytes == 0 || !fits(spot, type.sizeBytes)) return rest(spot, pointer);
    if (endsFlexible(type)) return value(pointee, spot, Name::pointee(pointer));
    elements(pointee, spot, [&](uint64_t k) { return k == 0 ? Name::pointee(pointer) : pointer.element(k); });
  }

  // An object of a class with virtual functions says itself what it is: perhaps more than the pointer to it tells.
  void object(SourceTypeId pointee, const Spot& spot, const Name& pointer) {
    fixSize(spot);
    begin();
    const Value table = loadAt(m_, spot.object, spot.offset, Type::pointer());
    const ObjectIndex index = m_.objectBehind(table);
    comeThrough();
    if (!m_.running()) return;
    const std::string name = classOfTable(m_.program().globals[m_.memory().object(index).source].name);
    const std::string& shown = m_.program().sourceType(pointee).name;
    if (isCalled(shown, name))
      return elements(pointee, spot, [&](uint64_t k) { return k == 0 ? Name::pointee(pointer) : pointer.element(k); });
    const bool isWhole = static_cast<uint64_t>(table.bits) - addressOf(index) == kFirstFunction;
    const SourceTypeId known =
        isWhole ? classNamed(m_.program(), name, m_.memory().object(spot.object).size - spot.offset) : SourceTypeId();
    if (!known.valid()) return m_.unfinished("unsupported: an object of class " + name + " is shown as " + shown);
    value(known, spot, Name::pointee(pointer));
  }

  bool endsFlexible(const SourceType& type) const {
    if (type.kind != SourceKind::Struct || type.members.empty() || !type.members.back().type.valid()) return false;
    const SourceType& last = m_.program().sourceType(type.members.back().type);
    return last.kind == SourceKind::Array && last.count == 0;
  }

  // As many as there are up to the end of the object. Those behind the first that were never written are left out: whether there is room
  // for them does not show.
  template <class NameOf>
  void elements(SourceTypeId element, const Spot& spot, NameOf nameOf) {
    const uint64_t size = m_.program().sourceType(element).sizeBytes;
    if (m_.isOpen(spot.object)) return openElements(element, spot, nameOf);
    const uint64_t room = size == 0 || !fits(spot, 0) ? 0 : (m_.memory().object(spot.object).size - spot.offset) / size;
    const SourceTypeId own = ownType(spot);
    const uint64_t all = own.valid() ? std::min(room, program::elementsAt(m_.program(), own, element, spot.offset).value_or(room)) : room;
    if (all > kMostElements) m_.assume(result::Premise::ManyElements);
    for (uint64_t k = 0; k < std::min(all, kMostElements) && m_.running(); ++k)
      if (k == 0 || isWritten(moved(spot, k * size), size))
        value(element, moved(spot, k * size), nameOf(k));
      else
        m_.assume(result::Premise::UnsetAlike);
    if (all < room) partsBehind(own, spot, spot.offset + all * size, nameOf(0));
  }

  // The type that the program gives a variable, if it says all of it; none: it is no variable, or has more behind it.
  SourceTypeId ownType(const Spot& spot) const {
    const Object& object = m_.memory().object(spot.object);
    const SourceTypeId type = object.kind == ObjectKind::Global ? m_.program().globals[object.source].type : SourceTypeId();
    return type.valid() && m_.program().sourceType(type).sizeBytes == object.size ? type : SourceTypeId();
  }

  // What a caller may come to who knows what the object is a part of.
  void partsBehind(SourceTypeId whole, const Spot& spot, uint64_t from, const Name& pointee) {
    const std::string address = pointee.text.starts_with('*') ? pointee.text.substr(1) : "&" + pointee.text;
    const std::string name = fmt::format("(({} *){})", m_.program().sourceType(whole).name, address);
    for (const program::Part& each : program::partsBehind(m_.program(), whole, from, Name{name, name + "->", name})) {
      Spot place = spot;
      place.offset = each.offset;
      if (each.bitField != nullptr)
        bitField(*each.bitField, place, each.name);
      else if (m_.running())
        value(each.type, place, each.name);
    }
  }

  // Of an object whose size is open: those that were written, wherever it ends; one of which a part was written shows if it fits.
  template <class NameOf>
  void openElements(SourceTypeId element, const Spot& spot, NameOf nameOf) {
    const uint64_t size = m_.program().sourceType(element).sizeBytes;
    const uint64_t room = m_.memory().object(spot.object).size - spot.offset;
    m_.assume(result::Premise::UnsetAlike);
    if (size == 0 || !fits(spot, size)) return;
    for (uint64_t k = 0; k * size < room && m_.running(); ++k) {
      if (k >= kMostElements) return saySetBehind(spot.object, spot.offset + k * size);
      const uint64_t part = std::min(size, room - k * size);
      if (k != 0 && (!isWritten(moved(spot, k * size), part) || !fits(moved(spot, k * size), size))) continue;
      value(element, moved(spot, k * size), nameOf(k));
    }
  }

  void saySetBehind(ObjectIndex index, uint64_t offset) {
    const Object& object = m_.memory().object(index);
    const uint8_t* undefined = object.undefined.get();
    if (std::any_of(undefined + offset, undefined + object.size, [](uint8_t mask) { return mask != 0xff; }))
      m_.assume(result::Premise::ManyElements);
  }

  bool isWritten(const Spot& spot, uint64_t byteCount) {
    const Object& object = m_.memory().object(spot.object);
    begin();
    m_.relyOnCells(spot.object, spot.offset, byteCount);
    comeThrough();
    if (object.undefined == nullptr) return true;
    const uint8_t* undefined = object.undefined.get() + spot.offset;
    return std::any_of(undefined, undefined + byteCount, [](uint8_t mask) { return mask != 0xff; });
  }

  // Up to and including the terminator, or to the end of the object. What was left behind the terminator is not part of the string.
  void string(const Spot& spot, const Name& pointer, const SourceType* charType = nullptr) {
    const uint64_t size = m_.memory().object(spot.object).size - spot.offset;
    for (uint64_t i = 0; i < size && m_.running(); ++i) {
      begin();
      const Value byte = loadAt(m_, spot.object, spot.offset + i, Type::integer(8));
      const Shadow shadow = m_.shadows()[byte.shadow];
      const bool isEnd = byte.bits == 0 && shadow.undefined == 0;
      if (shadow.expr.valid() && shadow.undefined == 0 && !shadow.addressDerived) {
        const ExprId end = m_.pool().equal(shadow.expr, m_.pool().bits(8, 0));
        m_.decide(isEnd ? end : m_.pool().notOf(end), DecisionKind::Branch);
      }
      comeThrough();
      if (i == 0 || isWritten(moved(spot, i), 1))
        character(charType, moved(spot, i), i == 0 ? Name::pointee(pointer) : pointer.element(i));
      else
        m_.assume(result::Premise::UnsetAlike);
      if (isEnd) return sayBehindTheEnd(spot.object, spot.offset + i + 1);
    }
  }

  void character(const SourceType* type, const Spot& spot, const Name& name) {
    const size_t count = cells_.size();
    scalar(Type::integer(8), true, spot, name);
    if (cells_.size() > count) cells_.back().type = type;
  }

  void sayBehindTheEnd(ObjectIndex index, uint64_t offset) {
    const Object& object = m_.memory().object(index);
    if (object.constant) return;
    const uint8_t* undefined = object.undefined.get();
    if (offset < object.size &&
        (undefined == nullptr || std::any_of(undefined + offset, undefined + object.size, [](uint8_t mask) { return mask != 0xff; })))
      m_.assume(result::Premise::BehindStrings);
  }

  // Of unknown type: bytes, except where pointers stand.
  void rest(const Spot& spot, const Name& pointer) {
    fixSize(spot);
    if (!m_.running()) return;
    const uint64_t size = m_.memory().object(spot.object).size - spot.offset;
    if (size > kMostBytes) m_.assume(result::Premise::ManyElements);
    bytes(spot, std::min(size, kMostBytes), pointer);
  }

  Machine& m_;
  std::string root_;
  bool isMark_ = false;  // of our own: a pointer in it is a value, and what it leads to shows nothing
  RelId base_ = 0;
  bool mustBeDefined_ = false;
  std::vector<ObservedCell> cells_;
  std::set<std::tuple<ObjectIndex, uint64_t, uint32_t>> seen_;
};

namespace {

uint64_t offsetOfResult(const Function& function, size_t k) {
  return k < function.resultOffsets.size() ? function.resultOffsets[k] : 16 * k;
}

// The returned scalars as the memory of the source's result; 0 when the run was ended.
ObjectIndex resultObject(Machine& m, const std::vector<Value>& results, uint64_t size) {
  const Function& function = m.function();
  for (size_t k = 0; k < results.size(); ++k) size = std::max<uint64_t>(size, offsetOfResult(function, k) + function.results[k].bytes());
  const ObjectIndex object = m.memory().allocate(ObjectKind::Internal, size, 16, Fill::Undefined);
  if (object == 0) {
    m.unfinished("memory limit");
    return 0;
  }
  for (size_t k = 0; k < results.size(); ++k)
    if (!storeAt(m, object, offsetOfResult(function, k), function.results[k], results[k])) return 0;
  return object;
}

}  // namespace

result::Observable observableOf(const program::Global& global) {
  using result::Observable;
  if (program::isFile(global)) return Observable::Files;
  if (program::isVolatileEvent(global)) return Observable::Volatile;
  if (program::isEnvironmentLog(global)) return Observable::Environment;
  if (program::isPropertyMark(global)) return Observable::Properties;
  switch (global.library) {
    case program::LibraryState::Errno:
      return Observable::Errno;
    case program::LibraryState::Stdin:
      return Observable::Stdin;
    case program::LibraryState::Random:
      return Observable::Random;
    case program::LibraryState::None:
      break;
  }
  return global.fromModels ? Observable::Planned : Observable::Globals;
}

bool outlivesTheRun(const program::Global& global) { return result::isSeen(observableOf(global), OutcomeKind::Trapped); }

void observeResult(Machine& m, const std::vector<Value>& results, ObjectIndex structReturn) {
  const Function& function = m.function();
  Observer observer(m, result::kReturn);
  const bool hasType = function.hasSourceSignature && function.sourceResult.valid();
  if (structReturn != 0) {
    CHECK(hasType, "a struct result without a type");
    observer.result(function.sourceResult, structReturn, "return");
  } else if (!results.empty()) {
    CHECK(results.size() == function.results.size(), "results that do not match the function's");
    const ObjectIndex object = resultObject(m, results, hasType ? m.program().sourceType(function.sourceResult).sizeBytes : 0);
    if (object == 0) return;
    if (hasType) {
      observer.result(function.sourceResult, object, "return");
    } else {
      for (size_t k = 0; k < results.size() && m.running(); ++k)
        observer.resultScalar(function.results[k], object, offsetOfResult(function, k),
                              results.size() == 1 ? "return" : "return." + std::to_string(k));
    }
  }
  m.record().cells = observer.take();
}

namespace {

constexpr std::string_view kErrorsWithText[] = {"St11logic_error",      "St13runtime_error",  "St12domain_error",
                                                "St16invalid_argument", "St12length_error",   "St12out_of_range",
                                                "St11range_error",      "St14overflow_error", "St15underflow_error"};
constexpr std::string_view kErrorsWithout[] = {"St9exception", "St13bad_exception", "St9bad_alloc", "St20bad_array_new_length",
                                               "St8bad_cast",  "St10bad_typeid", "St17bad_function_call"};
constexpr uint64_t kTextOffset = 8;  // behind the vptr

bool isOneOf(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

struct Scalar {
  std::string_view name;  // as type_info::name() says
  Type type;
  bool isSigned;
};
constexpr Scalar kScalars[] = {
    {"b", Type::integer(8), false},   {"c", Type::integer(8), true},    {"a", Type::integer(8), true},   {"h", Type::integer(8), false},
    {"s", Type::integer(16), true},   {"t", Type::integer(16), false},  {"i", Type::integer(32), true},  {"j", Type::integer(32), false},
    {"l", Type::integer(64), true},   {"m", Type::integer(64), false},  {"x", Type::integer(64), true},  {"y", Type::integer(64), false},
    {"n", Type::integer(128), true},  {"o", Type::integer(128), false}, {"w", Type::integer(32), true},  {"Di", Type::integer(32), false},
    {"Ds", Type::integer(16), false}, {"Du", Type::integer(8), false},  {"f", Type::floating(32), true}, {"d", Type::floating(64), true},
    {"e", Type::floating(80), true}};

// Debug information may know of a class (of a library) no more than that it is there.
bool isComplete(const program::Program& program, SourceTypeId id, unsigned depth = 0) {
  if (!id.valid() || depth > 16) return false;
  const SourceType& type = program.sourceType(id);
  switch (type.kind) {
    case SourceKind::Void:
    case SourceKind::Function:
    case SourceKind::Unknown:
      return false;
    case SourceKind::Bool:
    case SourceKind::Char:
    case SourceKind::Int:
    case SourceKind::Enum:
    case SourceKind::Float:
    case SourceKind::Pointer:
      return type.sizeBytes != 0;
    case SourceKind::Array:
      return isComplete(program, type.element, depth + 1);
    case SourceKind::Struct:
    case SourceKind::Union:
      return type.sizeBytes != 0 && std::all_of(type.members.begin(), type.members.end(),
                                                [&](const SourceMember& member) { return isComplete(program, member.type, depth + 1); });
  }
  UNREACHABLE("source kind");
}

SourceTypeId classNamed(const program::Program& program, const std::string& name, std::optional<uint64_t> size) {
  for (size_t k = 0; k < program.sourceTypes.size(); ++k) {
    const SourceType& type = program.sourceTypes[k];
    if (type.kind != SourceKind::Struct || (size && type.sizeBytes != *size)) continue;
    if (isCalled(type.name, name))
      if (isComplete(program, SourceTypeId(k))) return SourceTypeId(k);
  }
  return {};
}

SourceTypeId pointeeNamed(const program::Program& program, const std::string& pointer) {
  return pointer.ends_with('*') ? classNamed(program, program::withoutPointer(pointer), std::nullopt) : SourceTypeId();
}

}  // namespace

void observeException(Machine& m, const Value& object, const std::string& type, const std::string& shown) {
  const auto address = static_cast<Address>(object.bits);
  const ObjectIndex index = objectOf(address);
  const uint64_t offset = address - addressOf(index);
  const Spot spot{index, offset, offset, {}};
  Observer observer(m, result::kException);
  const auto scalar = std::find_if(std::begin(kScalars), std::end(kScalars), [&](const Scalar& each) { return each.name == type; });
  const SourceTypeId known = classNamed(m.program(), shown, m.memory().object(index).size - offset);
  if (scalar != std::end(kScalars)) {
    observer.exceptionScalar(scalar->type, scalar->isSigned, spot);
  } else if (type == "PKc" || type == "Pc") {
    observer.text(spot, "exception");
  } else if (isOneOf(type, kErrorsWithText)) {
    observer.text(moved(spot, kTextOffset), "what()");
  } else if (known.valid()) {
    observer.exceptionByType(known, spot);
  } else if (const SourceTypeId pointee = pointeeNamed(m.program(), shown); pointee.valid()) {
    observer.exceptionPointer(pointee, spot);
  } else if (!isOneOf(type, kErrorsWithout)) {
    observer.exceptionBytes(spot);
  }
  m.record().cells = observer.take();
}

namespace {

// Words of the log that count: all, where their number depends on the input.
uint64_t wordsNoted(Machine& m) {
  const program::GlobalId used = m.program().findGlobal(program::environmentGlobal("used"));
  const Value count = loadAt(m, m.memory().ofGlobal(used), 0, Type::integer(64));
  const Shadow& shadow = m.shadows()[count.shadow];
  if (shadow.expr.valid() || shadow.undefined != 0) return program::kEnvironmentWords;
  return std::min<uint64_t>(static_cast<uint64_t>(count.bits), program::kEnvironmentWords);
}

}  // namespace

std::vector<ObservedCell> Machine::observeGlobal(program::GlobalId id) {
  const program::Global& global = program_.global(id);
  const ObjectIndex object = memory_.ofGlobal(id);
  const std::string& name = program::shownName(global);
  Observer observer(*this, "global:" + global.name);
  if (!memory_.object(object).alive) {
    observer.freed(name);
  } else if (program::isEnvironmentLog(global) && global.size > 8) {
    observer.calls({object, 0, 0, {}}, wordsNoted(*this), Name::plain(name));
  } else if (global.type.valid()) {
    observer.whole(global.type, object, name);
  } else {
    observer.bytes({object, 0, 0, {}}, memory_.object(object).size, Name::plain(name));
  }
  return observer.take();
}

}  // namespace cleave::vm
