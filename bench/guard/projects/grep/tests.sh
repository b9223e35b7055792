#!/bin/sh
# tests.sh NAME runs a test: a function test_NAME below. tests.sh --list names all.

# expect INPUT OUTPUT [ARGUMENT...]: of ./grep, which is to succeed if there is output. The texts are formats of printf.
expect() {
  printf -- "$1" > test.in
  printf -- "$2" > test.wanted
  shift 2
  ./grep "$@" < test.in > test.out
  status=$?
  diff test.wanted test.out || { echo "grep $*: wrong output"; failed=1; }
  [ -s test.wanted ] && wanted=0 || wanted=1
  [ $status -eq $wanted ] || { echo "grep $*: status $status"; failed=1; }
}

# expect_status STATUS INPUT [ARGUMENT...]
expect_status() {
  wanted=$1
  printf -- "$2" > test.in
  shift 2
  ./grep "$@" < test.in > test.out 2> test.err
  status=$?
  [ $status -eq $wanted ] || { echo "grep $*: status $status"; failed=1; }
}

fruit='apple\nbanana\ncherry\ndate\n'

test_letters() { expect "$fruit" 'banana\n' nan; }
test_no_line() { expect "$fruit" '' melon; }
test_empty_input() { expect '' '' a; }
test_empty_pattern() { expect 'a\n\nb\n' 'a\n\nb\n' ''; }
test_line_without_end() { expect 'x\nab' 'ab\n' b; }
test_any() { expect "$fruit" 'cherry\n' 'e..y'; }
test_begin() { expect "$fruit" 'cherry\n' '^c'; }
test_begin_elsewhere() { expect 'a^b\nab\n' 'a^b\n' 'a^b'; }
test_end() { expect "$fruit" 'apple\ndate\n' 'e$'; }
test_end_elsewhere() { expect 'a$b\nab\n' 'a$b\n' 'a$b'; }
test_empty_lines() { expect 'a\n\nb\n' '\n' '^$'; }
test_star() { expect 'ac\nabc\nabbbc\nadc\n' 'ac\nabc\nabbbc\n' 'ab*c'; }
test_star_backtracks() { expect 'aaab\naab\nb\n' 'aaab\naab\n' '^a*ab$'; }
test_star_of_any() { expect 'begin end\nend begin\n' 'begin end\n' 'b.*d$'; }
test_question() { expect 'color\ncolour\ncolouur\n' 'color\ncolour\n' 'colou?r'; }
test_escape() { expect 'a.b\nacb\n' 'a.b\n' 'a\.b'; }
test_escaped_backslash() { expect 'a\\\\b\nab\n' 'a\\\\b\n' '\\'; }
test_set() { expect 'cat\ncot\ncut\n' 'cat\ncut\n' 'c[au]t'; }
test_set_range() { expect 'a1\nb7\nc9\nd\n' 'b7\nc9\n' '[5-9]'; }
test_set_ranges() { expect 'x\nQ\n5\n-\n' 'x\n5\n' '[a-z0-9]'; }
test_set_inverted() { expect 'aaa\naba\n' 'aba\n' '[^a]'; }
test_set_inverted_range() { expect '123\n12a\n' '12a\n' '[^0-9]'; }
test_set_with_minus() { expect 'a-b\nab\n' 'a-b\n' '[x-]'; }
test_set_repeated() { expect 'id=42;\nid=;\nid=x;\n' 'id=42;\nid=;\n' '=[0-9]*;'; }
test_set_at_the_end() { expect 'ab\nac\n' 'ac\n' 'a[c]'; }
test_open_set() { expect_status 2 'a\n' 'a[bc'; }
test_open_inverted_set() { expect_status 2 'a\n' '[^b'; }
test_nothing_to_repeat() {
  expect_status 2 'a\n' '*a'
  expect_status 2 'a\n' 'a**'
  expect_status 2 'a\n' '^*'
}
test_escape_at_the_end() { expect_status 2 'a\n' 'a\'; }
test_fold() { expect 'Apple\nAPPLE\npear\n' 'Apple\nAPPLE\n' -i apPle; }
test_fold_set() { expect 'B\nb\nc\n' 'B\nb\n' -i '[AB]'; }
test_invert() { expect "$fruit" 'apple\ncherry\ndate\n' -v nan; }
test_count() { expect "$fruit" '3\n' -c 'a'; }
test_count_inverted() { expect "$fruit" '1\n' -cv 'a'; }
test_numbers() { expect "$fruit" '2:banana\n3:cherry\n' -n '[bc]'; }
test_whole_line() { expect 'ab\nabc\nxab\n' 'ab\n' -x 'ab'; }
test_whole_line_backtracks() { expect 'aab\naabb\n' 'aab\n' -x 'a*a?b'; }
test_only_matches() { expect 'a1b22c\nd\n' '1\n22\n' -o '[0-9][0-9]*'; }
test_limit() { expect "$fruit" 'apple\nbanana\n' -m 2 a; }

if [ "$1" = --list ]; then
  sed -n 's/^test_\([a-z0-9_]*\)().*/\1/p' "$0"
  exit
fi
failed=0
type "test_$1" > /dev/null || exit 2
"test_$1" || failed=1
rm -f test.in test.wanted test.out test.err
exit $failed
