#include <cstring>

#include <gtest/gtest.h>

#include "apart.h"
#include "hostile.h"

int main(int argc, char** argv) {
  if (argc > 2 && std::strcmp(argv[1], "--hostile") == 0) return cleave::sandbox::commitHostileAct(argc - 2, argv + 2);
  testing::InitGoogleTest(&argc, argv);
  if (!testing::GTEST_FLAG(list_tests)) cleave::sandbox::goApart();
  return RUN_ALL_TESTS();
}
