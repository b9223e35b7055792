int main(int argc, char **argv) { return argv[0][1] == 0; }
