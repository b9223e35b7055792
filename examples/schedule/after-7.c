// schedule LOW MIDDLE HIGH: a scheduler with a queue for each of three priorities, driven by commands on standard input.
//
// The arguments (0 to 3 each) are the numbers of processes that exist at the start; every process needs two ticks of work. Commands, as
// numbers:
//   1 P   start a process of priority P (1 to 3)
//   2     run: the first process of the highest priority works for a tick, then it finishes or goes to the end of its queue
//   3     block: the process that would run next waits
//   4 I   wake the waiting process I; it goes to the end of its queue
//   5 I   raise the priority of the process I in a queue by one; it goes to the end of that queue
//   6     print the queues
// When three ticks in a row left a process of lower priority waiting for its turn, the first of these moves up one queue.
// Exit status: 0, or 2 after a bad argument or command.
#include <stdio.h>
#include <stdlib.h>

enum { PRIORITIES = 3, WORK = 2, PATIENCE = 3, MOST_AT_START = 3 };

struct process {
  int id;
  int priority;  // 1 to 3, 3 is the highest
  int work;      // ticks left
  struct process* next;
};

struct queue {
  struct process *first, *last;
};

struct scheduler {
  struct queue ready[PRIORITIES + 1];  // by priority; 0 is not used
  struct queue waiting;
  int next_id;
  int passed_over;  // ticks in a row in which a lower priority did not get its turn
};

static void fail(const char* message) {
  fprintf(stderr, "schedule: %s\n", message);
  exit(2);
}

static void append(struct queue* queue, struct process* process) {
  process->next = NULL;
  if (queue->last) {
    queue->last->next = process;
  } else {
    queue->first = process;
  }
  queue->last = process;
}

static struct process* take_first(struct queue* queue) {
  struct process* process = queue->first;
  if (!process) return NULL;
  queue->first = process->next;
  if (!queue->first) queue->last = NULL;
  return process;
}

// Takes the process out of the queue; NULL if it is not there.
static struct process* take_by_id(struct queue* queue, int id) {
  struct process* previous = NULL;
  struct process* process = queue->first;
  while (process && process->id != id) {
    previous = process;
    process = process->next;
  }
  if (!process) return NULL;
  if (previous) {
    previous->next = process->next;
  } else {
    queue->first = process->next;
  }
  if (queue->last == process) queue->last = previous;
  return process;
}

// The highest priority up to `limit` that has a ready process, or 0.
static int highest_ready(const struct scheduler* scheduler, int limit) {
  for (int priority = limit; priority > 0; priority--) {
    if (scheduler->ready[priority].first) return priority;
  }
  return 0;
}

static void start_process(struct scheduler* scheduler, int priority) {
  if (priority < 1 || priority > PRIORITIES) fail("no such priority");
  struct process* process = malloc(sizeof *process);
  if (!process) fail("out of memory");
  process->id = scheduler->next_id++;
  process->priority = priority;
  process->work = WORK;
  append(&scheduler->ready[priority], process);
}

static void move_up(struct scheduler* scheduler, struct process* process) {
  if (process->priority < PRIORITIES - 1) process->priority++;
  append(&scheduler->ready[process->priority], process);
}

// Counts the ticks that lower priorities had to let pass, and helps them in the end.
static void be_fair(struct scheduler* scheduler, int priority) {
  int lower = highest_ready(scheduler, priority - 1);
  if (lower == 0) {
    scheduler->passed_over = 0;
    return;
  }
  scheduler->passed_over++;
  if (scheduler->passed_over < PATIENCE) return;
  scheduler->passed_over = 0;
  struct process* process = take_first(&scheduler->ready[lower]);
  printf("%d moves up\n", process->id);
  move_up(scheduler, process);
}

static void run(struct scheduler* scheduler) {
  int priority = highest_ready(scheduler, PRIORITIES);
  if (priority == 0) {
    printf("idle\n");
    return;
  }
  struct process* process = take_first(&scheduler->ready[priority]);
  process->work--;
  printf("%d runs\n", process->id);
  if (process->work == 0) {
    printf("%d ends\n", process->id);
    free(process);
  } else {
    append(&scheduler->ready[priority], process);
  }
  be_fair(scheduler, priority);
}

static void block(struct scheduler* scheduler) {
  int priority = highest_ready(scheduler, PRIORITIES);
  if (priority == 0) fail("nothing to block");
  append(&scheduler->waiting, take_first(&scheduler->ready[priority]));
}

static void wake(struct scheduler* scheduler, int id) {
  struct process* process = take_by_id(&scheduler->waiting, id);
  if (!process) fail("no such process waits");
  append(&scheduler->ready[process->priority], process);
}

static void raise_priority(struct scheduler* scheduler, int id) {
  struct process* process = NULL;
  for (int priority = 1; priority <= PRIORITIES && !process; priority++) {
    process = take_by_id(&scheduler->ready[priority], id);
  }
  if (!process) fail("no such process is ready");
  move_up(scheduler, process);
}

static void print_queue(const char* name, const struct queue* queue) {
  printf("%s:", name);
  for (const struct process* process = queue->first; process; process = process->next) printf(" %d", process->id);
  printf("\n");
}

static void print_queues(const struct scheduler* scheduler) {
  print_queue("high", &scheduler->ready[3]);
  print_queue("middle", &scheduler->ready[2]);
  print_queue("low", &scheduler->ready[1]);
  print_queue("waiting", &scheduler->waiting);
}

static void free_queue(struct queue* queue) {
  struct process* process;
  while ((process = take_first(queue)) != NULL) free(process);
}

// The next number of the input, or -1 at its end. Anything else than digits and white space is an error.
static int read_number(void) {
  int c = getchar();
  while (c == ' ' || c == '\n') c = getchar();
  if (c == EOF) return -1;
  if (c < '0' || c > '9') fail("not a number");
  int number = 0;
  while (c >= '0' && c <= '9') {
    if (number > 99) fail("the number is too large");
    number = number * 10 + (c - '0');
    c = getchar();
  }
  return number;
}

static int read_operand(void) {
  int number = read_number();
  if (number < 0) fail("the command is not complete");
  return number;
}

static void obey(struct scheduler* scheduler, int command) {
  switch (command) {
    case 1:
      start_process(scheduler, read_operand());
      break;
    case 2:
      run(scheduler);
      break;
    case 3:
      block(scheduler);
      break;
    case 4:
      wake(scheduler, read_operand());
      break;
    case 5:
      raise_priority(scheduler, read_operand());
      break;
    case 6:
      print_queues(scheduler);
      break;
    default:
      fail("no such command");
  }
}

static int parse_count(const char* text) {
  char* end;
  long count = strtol(text, &end, 10);
  if (end == text || *end != '\0' || count < 0 || count > MOST_AT_START) fail("an argument is not a number from 0 to 3");
  return (int)count;
}

int main(int argc, char** argv) {
  if (argc != PRIORITIES + 1) fail("usage: schedule LOW MIDDLE HIGH");
  struct scheduler scheduler = {.next_id = 1};
  for (int priority = 1; priority <= PRIORITIES; priority++) {
    int count = parse_count(argv[priority]);
    for (int i = 0; i < count; i++) start_process(&scheduler, priority);
  }
  int command;
  while ((command = read_number()) >= 0) obey(&scheduler, command);
  for (int priority = 1; priority <= PRIORITIES; priority++) free_queue(&scheduler.ready[priority]);
  free_queue(&scheduler.waiting);
  return 0;
}
