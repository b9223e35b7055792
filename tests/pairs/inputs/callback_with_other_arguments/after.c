void tell(void (*report)(int code, _Bool fatal), int n) {
  if (n > 10) report(n, n >= 100);
}
