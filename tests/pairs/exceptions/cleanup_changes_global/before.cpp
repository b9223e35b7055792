int open_files;
struct File {
  File() { open_files++; }
  ~File() { open_files--; }
};
void f(int x) {
  File file;
  if (x < 0) throw x;
}
