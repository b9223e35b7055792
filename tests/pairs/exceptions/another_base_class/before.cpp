// A caller that handles one base or the other tells the versions apart, though the bytes are the same.
struct Temporary {};
struct Permanent {};
struct Failure : Temporary {
  int code;
};
int fetch(int code) {
  Failure failure;
  failure.code = code;
  if (code != 0) throw failure;
  return 0;
}
