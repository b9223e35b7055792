#!/bin/sh
# tests.sh NAME runs a test: a function test_NAME below. tests.sh --list names all.

# expect INPUT OUTPUT [OPTION...]: of ./sort. The texts are formats of printf.
expect() {
  printf -- "$1" > test.in
  printf -- "$2" > test.wanted
  shift 2
  ./sort "$@" < test.in > test.out || { echo "sort $*: status $?"; failed=1; }
  diff test.wanted test.out || { echo "sort $*: wrong output"; failed=1; }
}

# expect_error [OPTION...]: status 2 and nothing printed
expect_error() {
  ./sort "$@" < /dev/null > test.out 2> test.err
  [ $? -eq 2 ] && [ ! -s test.out ] && grep -q '^sort: ' test.err || { echo "sort $*: no error"; failed=1; }
}

test_nothing() { expect '' ''; }
test_one_line() { expect 'only\n' 'only\n'; }
test_two_lines() { expect 'b\na\n' 'a\nb\n'; }
test_sorted_already() { expect 'a\nb\nc\n' 'a\nb\nc\n'; }
test_many_lines() { expect 'pear\nfig\napple\nkiwi\nplum\ndate\nlime\n' 'apple\ndate\nfig\nkiwi\nlime\npear\nplum\n'; }
test_equal_lines() { expect 'b\na\nb\na\n' 'a\na\nb\nb\n'; }
test_prefix_comes_first() { expect 'abc\nab\na\n\n' '\na\nab\nabc\n'; }
test_missing_end() { expect 'b\na' 'a\nb\n'; }
test_upper_case_first() { expect 'b\nA\na\nB\n' 'A\nB\na\nb\n'; }
test_reverse() { expect 'b\nc\na\n' 'c\nb\na\n' -r; }
test_fold() { expect 'b\nA\nC\n' 'A\nb\nC\n' -f; }
test_fold_breaks_ties() { expect 'a\nA\n' 'A\na\n' -f; }
test_numeric() { expect '10\n9\n2\n33\n' '2\n9\n10\n33\n' -n; }
test_numeric_negative() { expect '3\n-4\n0\n-10\n' '-10\n-4\n0\n3\n' -n; }
test_numeric_without_number() { expect '1\nx\n-1\n' '-1\nx\n1\n' -n; }
test_numeric_behind_blanks() { expect '  7\n 30\n5\n' '5\n  7\n 30\n' -n; }
test_numeric_leading_zeros() { expect '0010\n9\n' '9\n0010\n' -n; }
test_numeric_huge() { expect '99999999999999999999999\n5\n' '5\n99999999999999999999999\n' -n; }
test_numeric_reverse() { expect '1\n30\n4\n' '30\n4\n1\n' -nr; }
test_unique() { expect 'b\na\nb\na\na\n' 'a\nb\n' -u; }
test_unique_numbers() { expect '1\n01\n2\n' '1\n2\n' -nu; }
test_unique_keys() { expect 'x 1\ny 1\nz 0\n' 'z 0\nx 1\n' -u -k2; }
test_second_field() { expect 'a 3\nb 1\nc 2\n' 'b 1\nc 2\na 3\n' -k 2; }
test_second_field_as_number() { expect 'a 30\nb 4\n' 'b 4\na 30\n' -k 2n; }
test_field_of_many() { expect '1:z:5\n2:a:4\n3:m:3\n' '2:a:4\n3:m:3\n1:z:5\n' -t: -k2,2; }
test_fields_in_turn() { expect 'a:2\nb:1\na:1\n' 'a:1\na:2\nb:1\n' -t : -k 1,1 -k 2,2; }
test_range_of_fields() { expect 'x:b:a\ny:a:z\nz:a:b\n' 'z:a:b\ny:a:z\nx:b:a\n' -t: -k2,3; }
test_missing_field() { expect 'b:1\na\nc:0\n' 'a\nc:0\nb:1\n' -t: -k2; }
test_empty_fields() { expect 'a::2\nb:x:1\nc::0\n' 'a::2\nc::0\nb:x:1\n' -t: -k2,2; }
test_key_in_reverse() { expect 'a:1\nb:2\nc:3\n' 'c:3\nb:2\na:1\n' -t: -k2r; }
test_key_without_blanks() { expect 'a   z\nb y\n' 'b y\na   z\n' -k2b; }
test_from_a_character() { expect 'a:x3\nb:y1\nc:x2\n' 'b:y1\nc:x2\na:x3\n' -t: -k2.2; }
test_number_from_a_character() { expect 'no30\nno4\n' 'no4\nno30\n' -k1.3n; }
test_character_of_one_field() { expect 'ax:2\nbx:1\nca:3\n' 'ca:3\nax:2\nbx:1\n' -t: -k1.2,1; }
test_character_behind_the_line() { expect 'b:12\na:1\n' 'a:1\nb:12\n' -t: -k2.3; }
test_stable() { expect 'b:1\na:1\nc:0\n' 'c:0\nb:1\na:1\n' -s -t: -k2; }
test_ties_by_line() { expect 'b:1\na:1\nc:0\n' 'c:0\na:1\nb:1\n' -t: -k2; }
test_two_files() {
  printf 'b\nd\n' > test.1
  printf 'c\na' > test.2
  printf '' > test.in
  printf 'a\nb\nc\nd\n' > test.wanted
  ./sort test.1 test.2 > test.out
  diff test.wanted test.out || failed=1
}
test_bad_option() { expect_error -z; }
test_bad_key() {
  expect_error -k 0
  expect_error -k x
  expect_error -k 2x
  expect_error -k 2.
  expect_error -k 1.0
}
test_missing_file() { expect_error no-such-file; }

if [ "$1" = --list ]; then
  sed -n 's/^test_\([a-z0-9_]*\)().*/\1/p' "$0"
  exit
fi
failed=0
type "test_$1" > /dev/null || exit 2
"test_$1" || failed=1
rm -f test.in test.wanted test.out test.err test.1 test.2
exit $failed
