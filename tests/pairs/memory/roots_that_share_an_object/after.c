// Two globals that lead to one object: whoever writes through the one sees it through the other.
#include <stdlib.h>
struct pool { int free; };
struct pool *readers, *writers;
void open_pools(int size) {
  readers = malloc(sizeof *readers);
  readers->free = size;
  writers = malloc(sizeof *writers);
  writers->free = size;
}
