int scale(base, factor, small)
int base;
float factor;
short small;
{
  if (factor <= 0.0) return base;
  return base + (int)(factor * 4) * small;
}
