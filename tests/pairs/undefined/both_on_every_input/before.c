// Both versions decide on a member that nobody has written: no meaning on any input, so nothing to agree about.
struct lamp { int colour, level; };
struct lamp lit(int level) {
  struct lamp lamp;
  lamp.level = level;
  if (lamp.colour == level) lamp.level = 2 * level;
  return lamp;
}
