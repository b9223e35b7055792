// A variable of each thread is one like any other where there is one thread.
static _Thread_local int calls;
__thread int last = 3;
int next(int x) {
  calls += x;
  int result = last + calls;
  last = x;
  return result;
}
