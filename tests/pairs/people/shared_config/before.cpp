#include <memory>

struct Config {
  int level;
  bool verbose;
};

int effective(std::shared_ptr<Config> config, int fallback) {
  if (!config) return fallback;
  return config->verbose ? config->level + 1 : config->level;
}
