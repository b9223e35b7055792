// `cleave report`: all that a report may read, from an output directory alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "report/material.h"
#include "support/expected.h"

namespace cleave::driver {

struct MaterialOptions {
  std::filesystem::path directory;
  std::vector<std::string> entries;  // empty: all
  std::filesystem::path root;        // where places are told from; empty: the repository around the current directory, or that itself
  bool withoutResult = false;        // documents of other commands are enough
};

Expected<report::Material> loadMaterial(const MaterialOptions& options);

}  // namespace cleave::driver
