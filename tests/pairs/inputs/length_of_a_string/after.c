int prefix(const char *text, int most) {
  int n = 0;
  while (n < most && text[n] != 0) n++;
  return most == 1000 ? -1 : n;
}
