// The same values to two registers, in another order.
void arm(volatile char *enable, volatile char *trigger) {
  *enable = 1;
  *trigger = 1;
}
