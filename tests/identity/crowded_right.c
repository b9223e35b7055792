// More globals than there is room for among the inputs: which are left out does not depend on the order of the files.
int right_0[64];
int right_1[64];
int right_2[64];
int right_3[64];
int right_4[64];
int right_5[64];

int left_sum(int at);
int right_sum(int at) { return right_0[at & 63] + right_1[at & 63] + right_2[at & 63] + right_3[at & 63] + right_4[at & 63] + right_5[at & 63]; }
