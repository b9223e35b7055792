// A class with two bases that have virtual functions has two tables, one behind the other.
struct First {
  virtual ~First() {}
  virtual int id() const;
  int x;
};
struct Second {
  virtual ~Second() {}
  virtual int other() const;
  int y;
};
struct Both : First, Second {
  int id() const override;
  int other() const override;
};
struct Holder {
  long before;
  Both both;
};
int First::id() const { return 1; }
int Second::other() const { return 5; }
int Both::id() const { return 3; }
int Both::other() const { return 6; }

static int ask(const First *first, const Second *second) { return first->id() * 10 + second->other(); }

int ask_twice(const Both *both, const Holder *holder) { return ask(both, both) * 100 + ask(&holder->both, &holder->both); }
