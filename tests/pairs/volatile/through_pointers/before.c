// The same values to two registers, in another order: natively one pointer of a caller looks like another, so nothing confirms it.
void arm(volatile char *enable, volatile char *trigger) {
  *enable = 1;
  *trigger = 1;
}
