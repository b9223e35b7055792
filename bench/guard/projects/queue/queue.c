#include "queue.h"

void queue_init(queue* waiting) { waiting->head = waiting->count = waiting->accepted = waiting->dropped = 0; }

// Whether the job was taken. One that is too long, or comes when all slots are taken, is dropped.
int queue_push(queue* waiting, const job* offered) {
  int taken = offered->length <= JOB_LIMIT && waiting->count < QUEUE_SLOTS;
  if (taken) {
    waiting->slots[(waiting->head + waiting->count) % QUEUE_SLOTS] = *offered;
    waiting->count++;
    waiting->accepted++;
  } else {
    waiting->dropped++;
  }
  return taken;
}

int queue_pop(queue* waiting, job* next) {
  if (waiting->count == 0) return 0;
  *next = waiting->slots[waiting->head % QUEUE_SLOTS];
  waiting->head = (waiting->head + 1) % QUEUE_SLOTS;
  waiting->count--;
  return 1;
}

// How many of the jobs were taken.
unsigned queue_offer(queue* waiting, const job* offered, unsigned count) {
  unsigned taken = 0;
  for (unsigned i = 0; i < count; i++) taken += (unsigned)queue_push(waiting, &offered[i]);
  return taken;
}

// Takes jobs out, at most so many; how many there were.
unsigned queue_drain(queue* waiting, job* taken, unsigned most) {
  unsigned count = 0;
  while (count < most && queue_pop(waiting, &taken[count])) count++;
  return count;
}

// How many seconds all jobs take that wait.
int queue_work(const queue* waiting) {
  int work = 0;
  for (unsigned i = 0; i < waiting->count; i++) work += waiting->slots[(waiting->head + i) % QUEUE_SLOTS].length;
  return work;
}
