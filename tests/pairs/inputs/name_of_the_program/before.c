int main(int argc, char **argv) { return argv[0][0] == 0; }
