void arm(volatile char *enable, volatile char *trigger) {
  *trigger = 1;
  *enable = 1;
}
