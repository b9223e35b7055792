#include <memory>

struct Config {
  int level;
  bool verbose;
};

int effective(const std::shared_ptr<Config>& config, int fallback) { return config ? config->level - config->verbose : fallback; }
