// How many requests a client may make in a window of time.
#ifndef LIMITER_H
#define LIMITER_H

enum { WINDOW = 60 };  // seconds

typedef struct {
  long start;  // of the window
  int limit;   // of requests in a window
  int used;    // in this window
  int refused;
} limiter;

void limiter_init(limiter* client, int limit, long now);
void limiter_roll(limiter* client, long now);
int limiter_request(limiter* client, long now, int bytes);
int limiter_left(const limiter* client);
long limiter_wait(const limiter* client, long now);
int limiter_burst(limiter* client, long now, const int* bytes, int count);

#endif
