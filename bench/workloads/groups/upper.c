/* Makes a word upper case. AFTER only its first letter. */
void upper(char *word) {
  for (int k = 0; word[k]; k++) {
    if (word[k] >= 'a' && word[k] <= 'z') word[k] = word[k] - 'a' + 'A';
#ifdef AFTER
    break;
#endif
  }
}
