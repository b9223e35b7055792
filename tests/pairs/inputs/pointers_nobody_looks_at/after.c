// Forty pointers that no run follows are left as they are: whether they are null is no matter.
struct node {
  int value;
  struct node *next;
};
struct many {
  struct node *link0;
  char *text0;
  void *data0;
  int (*call0)(int);
  struct node *link1;
  char *text1;
  void *data1;
  int (*call1)(int);
  struct node *link2;
  char *text2;
  void *data2;
  int (*call2)(int);
  struct node *link3;
  char *text3;
  void *data3;
  int (*call3)(int);
  struct node *link4;
  char *text4;
  void *data4;
  int (*call4)(int);
  struct node *link5;
  char *text5;
  void *data5;
  int (*call5)(int);
  struct node *link6;
  char *text6;
  void *data6;
  int (*call6)(int);
  struct node *link7;
  char *text7;
  void *data7;
  int (*call7)(int);
  struct node *link8;
  char *text8;
  void *data8;
  int (*call8)(int);
  struct node *link9;
  char *text9;
  void *data9;
  int (*call9)(int);
  int busy;
  int flag;
};

int set(struct many *many, int flag) {
  if (many == 0) return 1;
  switch (many->busy) {
    case 1:
    case 3:
      return 2;
    default:
      break;
  }
  many->flag = flag;
  return 0;
}
