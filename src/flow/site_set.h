// Sites: where objects come from. A site stands for all objects that one global, one alloca or one call of malloc makes in any run.
#pragma once

#include <cstdint>
#include <vector>

#include "support/ids.h"

namespace cleave::flow {

struct SiteTag;
using SiteId = Id<SiteTag>;

class SiteSet {
 public:
  bool contains(SiteId site) const {
    const size_t word = site.value / 64;
    return word < words_.size() && (words_[word] >> (site.value % 64) & 1) != 0;
  }
  bool add(SiteId site) {  // whether it is new
    const size_t word = site.value / 64;
    if (word >= words_.size()) words_.resize(word + 1, 0);
    const uint64_t bit = uint64_t{1} << (site.value % 64);
    const bool isNew = (words_[word] & bit) == 0;
    words_[word] |= bit;
    return isNew;
  }
  bool add(const SiteSet& other) {  // whether anything is new
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size(), 0);
    bool isNew = false;
    for (size_t k = 0; k < other.words_.size(); ++k) {
      isNew = isNew || (other.words_[k] & ~words_[k]) != 0;
      words_[k] |= other.words_[k];
    }
    return isNew;
  }
  bool intersects(const SiteSet& other) const {
    for (size_t k = 0; k < words_.size() && k < other.words_.size(); ++k)
      if ((words_[k] & other.words_[k]) != 0) return true;
    return false;
  }
  bool empty() const {
    for (const uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }
  template <class Visit>
  void forEach(Visit visit) const {  // ascending
    for (size_t k = 0; k < words_.size(); ++k)
      for (uint64_t rest = words_[k]; rest != 0; rest &= rest - 1) visit(SiteId(64 * k + static_cast<unsigned>(__builtin_ctzll(rest))));
  }

 private:
  std::vector<uint64_t> words_;
};

}  // namespace cleave::flow
