// Pieces of JSON that several documents share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "result/explanation.h"
#include "result/result.h"

namespace cleave::report {

using Json = nlohmann::ordered_json;

Json linesJson(const std::pair<uint32_t, uint32_t>& range);  // null: nothing on that side
Json shareJson(const result::Share& given);
Json textList(const std::vector<std::string>& texts);
Json textObject(const std::vector<std::pair<std::string, std::string>>& pairs);
Json observationJson(const result::Observation& seen);
Json guaranteeJson(const result::Guarantee& given);
Json inputJson(const result::Input& given);
void addVocabulary(Json& into, const result::Vocabulary& given);  // nothing, where all values are numbers
Json changeJson(const result::Change& given);
Json placeJson(const result::Place& given);
Json statisticsJson(const result::Statistics& given);
// An entry without terms and partitions; or also without inputs, of which the list is empty then, and domain.
enum class Inputs { Along, LeftOut };
Json headJson(const result::EntryResult& given, Inputs inputs = Inputs::Along);
// An entry with more inputs than this leaves those of a witness out that are zero.
inline constexpr size_t kManyInputs = 64;
inline constexpr const char* kCells = "cells";  // of after's observation, if they are before's
inline constexpr const char* kAsBefore = "as before";
// The witness with all that was left out.
void completeWitness(const std::vector<result::Input>& inputs, result::Partition& partition);
void addPartition(Json& into, const result::Partition& partition);  // without the terms that it introduces
std::string bodyOf(const Json& object);                             // as text, without its braces
std::string partitionPiece(const result::Partition& partition);     // its body

template <class List, class Function>
Json arrayOf(const List& list, Function&& toJson) {
  Json array = Json::array();
  for (const auto& each : list) array.push_back(toJson(each));
  return array;
}

}  // namespace cleave::report
