; A global that nothing tells the type of is no input: it stays 0 here, so that the change is never come to.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@mode = global i32 0

define i32 @step(i32 %x) {
entry:
  %now = load i32, ptr @mode
  %special = icmp eq i32 %now, 5
  br i1 %special, label %other, label %plain

other:
  ret i32 1

plain:
  ret i32 %x
}
