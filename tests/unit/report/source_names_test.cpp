#include "report/source_names.h"

#include <gtest/gtest.h>

#include "report/text.h"
#include "sample_results.h"

namespace cleave::report {
namespace {

result::EntryResult entryWith(const std::string& name) {
  result::EntryResult entry = clampResult().entries[0];
  entry.inputs.push_back({name + ".value", "int", 32, true, false, false});
  result::Partition& partition = entry.partitions[1];
  partition.conditionText = "i == 0 && " + name + ".value > 3";
  for (result::Partition& each : entry.partitions) {
    each.witness.emplace_back(name + ".value", "4");
    each.witnessBits = {{"i", "0x00000000"}, {name + ".value", "0x00000004"}};
  }
  partition.before.values.emplace_back(name + ".value", "5");
  partition.before.values.emplace_back("stdout", name);
  partition.before.values.emplace_back("last", "&" + name);
  partition.beforeExpr = {{name + ".value", name + ".value + 1"}};
  entry.guarantee.bounds = {name + ": one object"};
  return entry;
}

TEST(SourceNames, StandForThoseOfTheLinker) {
  for (const auto& [linkers, sources] : {std::pair("_ZL6number", "number"), std::pair("_ZN2nsL7counterE", "ns::counter"), std::pair("_ZZ5touchiE5calls", "touch(int)::calls"),
                                         std::pair("_ZN12_GLOBAL__N_16hiddenE", "(anonymous namespace)::hidden")}) {
    const std::string source = sources;
    result::EntryResult entry = entryWith(linkers);
    useSourceNames(entry);
    const result::Partition& partition = entry.partitions[1];
    EXPECT_EQ(entry.inputs.back().name, source + ".value");
    EXPECT_EQ(partition.conditionText, "i == 0 && " + source + ".value > 3");
    EXPECT_EQ(partition.witness.back().first, source + ".value");
    EXPECT_EQ(partition.beforeExpr[0].second, source + ".value + 1");
    EXPECT_EQ(entry.guarantee.bounds[0], source + ": one object");
    EXPECT_EQ(partition.before.values[partition.before.values.size() - 2].second, linkers) << "what a program prints is not ours";
    EXPECT_EQ(partition.before.values.back().second, "&" + source);
  }
}

TEST(SourceNames, NotWhereTwoReadAlike) {
  for (const char* other : {"_ZZ5touchiE5calls_0", "touch(int)::calls", "_Zebra"}) {
    result::EntryResult entry = entryWith("_ZZ5touchiE5calls");
    entry.inputs.push_back({other, "int", 32, true});
    useSourceNames(entry);
    EXPECT_EQ(entry.inputs.back().name, other);
    EXPECT_EQ(entry.inputs[1].name, std::string(other) == "_Zebra" ? "touch(int)::calls.value" : "_ZZ5touchiE5calls.value") << other;
  }
}

TEST(SourceNames, AreInTheText) {
  result::Result result = clampResult();
  result.entries = {entryWith("_ZL6number")};
  EXPECT_NE(toText(result, {}).find("number.value > 3"), std::string::npos);
  EXPECT_EQ(toText(result, {}).find("_ZL6number.value"), std::string::npos);
}

}  // namespace
}  // namespace cleave::report
