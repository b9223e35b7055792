// Handles are equal only to themselves, and null is one of the answers.
struct session;
struct session *open_session(int user);
void close_session(struct session *s);
int go(int a) {
  struct session *first = open_session(a), *second = open_session(a);
  if (!first || !second) return -1;
  close_session(first);
  return first == second;
}
