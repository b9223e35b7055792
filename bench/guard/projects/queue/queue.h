// Jobs that wait, in a bounded queue that keeps count of what it took and what it had to turn away.
#ifndef QUEUE_H
#define QUEUE_H

enum { QUEUE_SLOTS = 8, JOB_LIMIT = 64 };

typedef struct {
  int id;
  int length;  // in seconds, at most JOB_LIMIT
} job;

typedef struct {
  job slots[QUEUE_SLOTS];
  unsigned head, count;
  unsigned accepted, dropped;
} queue;

void queue_init(queue* waiting);
int queue_push(queue* waiting, const job* offered);
int queue_pop(queue* waiting, job* next);
unsigned queue_offer(queue* waiting, const job* offered, unsigned count);
unsigned queue_drain(queue* waiting, job* taken, unsigned most);
int queue_work(const queue* waiting);

#endif
