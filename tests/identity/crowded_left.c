// More globals than there is room for among the inputs: which are left out does not depend on the order of the files.
int left_0[64];
int left_1[64];
int left_2[64];
int left_3[64];
int left_4[64];
int left_5[64];

int right_sum(int at);
int left_sum(int at) { return left_0[at & 63] + left_1[at & 63] + left_2[at & 63] + left_3[at & 63] + left_4[at & 63] + left_5[at & 63]; }
int both_sums(int at) { return left_sum(at) - right_sum(at); }
