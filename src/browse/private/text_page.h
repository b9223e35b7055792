// Pages that are a text: the runs of the chosen partition, what is claimed of a function, the keys.
#pragma once

#include <functional>
#include <string>

#include "browse/private/open_entry.h"
#include "browse/private/page.h"
#include "browse/private/position.h"

namespace cleave::browse {

class TextPage : public Page {
 public:
  using Make = std::function<Lines(size_t width)>;
  TextPage(std::string name, Make make) : name_(std::move(name)), make_(std::move(make)) {}

  std::string name() const override { return name_; }
  Lines draw(Size size) override;
  bool press(const Press& press) override { return position_.press(press); }
  std::string keys() const override { return "↑↓ move   Tab page   n p function   Esc back   ? help   q quit"; }
  void toStart() { position_.show(0); }

 private:
  std::string name_;
  Make make_;
  TextPosition position_;
};

// What both versions show on the input of the chosen partition, beside each other, and where the runs part.
Lines runsText(const OpenEntry& entry, size_t width);
Lines claimsText(const OpenEntry& entry, size_t width);
Lines helpText(size_t width);

}  // namespace cleave::browse
