// What a run prints. A channel is a sequence of characters and of numbers that stay symbolic together with the conversion that prints them.
#include "vm/private/access.h"
#include "vm/private/format.h"
#include "vm/private/machine.h"

namespace cleave::vm {

namespace {

constexpr size_t kMostItems = size_t{1} << 20;  // per channel

bool hasRoom(Machine& m, Machine::Channel channel, size_t more) {
  if (m.record().output[channel].size() + more <= kMostItems) return true;
  m.unfinished("output limit of " + std::to_string(kMostItems) + " characters");
  return false;
}

OutputItem characterItem(uint8_t character) {
  OutputItem item;
  item.sort = expr::Sort::bits(8);
  item.bits = character;
  return item;
}

}  // namespace

void Machine::writeCharacter(Channel channel, const Value& character) {
  if (!requireShowable(character, "output") || !hasRoom(*this, channel, 1)) return;
  OutputItem item = characterItem(static_cast<uint8_t>(character.bits));
  if (isSymbolic(character.shadow)) item.expr = shadows_[character.shadow].expr;
  if (tracking_) tracker_.printed(channel, pending_, impacted_);
  record_.output[channel].push_back(std::move(item));
}

void Machine::writeText(Channel channel, std::string_view text) {
  if (!hasRoom(*this, channel, text.size())) return;
  if (tracking_) tracker_.printed(channel, pending_, impacted_);
  for (const char character : text) record_.output[channel].push_back(characterItem(static_cast<uint8_t>(character)));
}

void Machine::writeFormatted(Channel channel, const std::string& spec, const Value& value, Type type) {
  if (!requireShowable(value, "output")) return;
  if (!isSymbolic(value.shadow)) return writeText(channel, formatNumber(spec, sortOf(type), value.bits));
  if (!hasRoom(*this, channel, 1)) return;
  OutputItem item;
  item.kind = OutputItem::Kind::Formatted;
  item.spec = spec;
  item.sort = sortOf(type);
  item.bits = value.bits;
  item.expr = shadows_[value.shadow].expr;
  if (tracking_) tracker_.printed(channel, pending_, impacted_);
  record_.output[channel].push_back(std::move(item));
}

// Who waits for the text may see which came first.
void Machine::noteCall() {
  for (const Channel channel : {Stdout, Stderr}) {
    if (!hasRoom(*this, channel, 1)) return;
    if (tracking_) tracker_.printed(channel, pending_, impacted_);
    OutputItem item;
    item.kind = OutputItem::Kind::Call;
    item.sort = expr::Sort::bits(8);
    record_.output[channel].push_back(std::move(item));
  }
}

std::vector<OutputItem> withoutCalls(std::vector<OutputItem> items) {
  std::erase_if(items, [](const OutputItem& item) { return item.kind == OutputItem::Kind::Call; });
  return items;
}

std::string concreteText(const std::vector<OutputItem>& items) {
  std::string text;
  for (const OutputItem& item : items) {
    if (item.kind == OutputItem::Kind::Character) text += static_cast<char>(item.bits);
    if (item.kind == OutputItem::Kind::Formatted) text += formatNumber(item.spec, item.sort, item.bits);
  }
  return text;
}

}  // namespace cleave::vm
