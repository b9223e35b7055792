// One page of the view: it draws itself into a size, and takes keys. What a page does not take, the browser does.
#pragma once

#include <string>

#include "browse/private/press.h"
#include "browse/private/screen.h"

namespace cleave::browse {

class Page {
 public:
  virtual ~Page() = default;
  virtual std::string name() const = 0;
  virtual Lines draw(Size size) = 0;  // no more lines than there is room for
  virtual bool press(const Press& press) = 0;
  virtual std::string keys() const = 0;  // what to press, for the last line
  // What `/` does here; empty: nothing.
  virtual std::string filterName() const { return {}; }
  virtual void filter(const std::string&) {}
  virtual void findNext() {}  // Enter, where `/` looks for a text
  const std::string& filterText() const { return filterText_; }

 protected:
  std::string filterText_;
};

}  // namespace cleave::browse
