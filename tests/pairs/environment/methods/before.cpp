// Members and functions of another file.
namespace net {
class Line {
 public:
  int send(const char *text) const;
  int state = 0;
};
int settle(int a);
}
int go(const net::Line &line, int a) {
  if (a > 5) return net::settle(a);
  return line.send("x");
}
