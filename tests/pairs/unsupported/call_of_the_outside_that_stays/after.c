// Hello planet.
#include <pthread.h>
int start(pthread_t *thread, void *(*work)(void *), void *with) { return pthread_create(thread, 0, work, with) == 0; }
