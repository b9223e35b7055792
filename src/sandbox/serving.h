// Between a warden and a program that serves: one that is started once and then, for each order, forks a copy of itself which goes on as if
// it had just been started. So far it has run none of its own code, only been loaded, so copies begin as fresh as those that are started
// one by one, with one exception: their objects lie at the same addresses. The program's side is in the driver of native replay.
//
// Orders come as this struct with three descriptors, the copy's streams, on a socket at kServingDescriptor; replies go back there. The copy
// has neither that socket nor a right to look into the server.
#pragma once

#include <cstdint>

namespace cleave::sandbox {

inline constexpr int kServingDescriptor = 200;
inline constexpr unsigned kMostServers = 4;  // in one room

struct ServingOrder {
  uint64_t processes;    // at a time, servers included; 0: as many as it may anyway
  uint64_t resident;     // bytes of memory that the copy itself may hold, looked at now and then; 0: not looked at
  char directory[4080];  // to start in
};

struct ServingReply {
  int32_t status;  // of the copy, as waitpid tells
  int32_t alone;   // 1: nothing that it started is left
};

}  // namespace cleave::sandbox
