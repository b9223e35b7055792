#include "limiter.h"

void limiter_init(limiter* client, int limit, long now) {
  client->start = now;
  client->limit = limit;
  client->used = client->refused = 0;
}

// Begins a new window if the time has come.
void limiter_roll(limiter* client, long now) {
  if (now - client->start < WINDOW) return;
  client->start = now;
  client->used = 0;
}

// Whether a request of that many bytes is granted.
int limiter_request(limiter* client, long now, int bytes) {
  limiter_roll(client, now);
  if (bytes < 0 || client->used >= client->limit) {
    client->refused++;
    return 0;
  }
  client->used++;
  return 1;
}

int limiter_left(const limiter* client) { return client->limit - client->used; }

// How many seconds to wait for the next request.
long limiter_wait(const limiter* client, long now) {
  if (client->used < client->limit) return 0;
  long end = client->start + WINDOW;
  return now < end ? end - now : 0;
}

// Requests one after the other, until one is refused; how many were granted.
int limiter_burst(limiter* client, long now, const int* bytes, int count) {
  int granted = 0;
  while (granted < count && limiter_request(client, now, bytes[granted])) granted++;
  return granted;
}
