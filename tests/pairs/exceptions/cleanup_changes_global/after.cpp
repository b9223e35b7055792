int open_files;
struct File {
  File() { open_files++; }
  ~File() { open_files--; }
};
void f(int x) {
  open_files++;
  if (x < 0) throw x;
  open_files--;
}
