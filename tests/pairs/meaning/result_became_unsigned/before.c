signed char low_byte(int code) {
  return (signed char)code;
}
