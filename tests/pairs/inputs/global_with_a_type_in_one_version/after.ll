; x < limit ? x : limit
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@limit = global i32 0

define i32 @capped(i32 %x) {
entry:
  %most = load i32, ptr @limit
  %below = icmp slt i32 %x, %most
  %result = select i1 %below, i32 %x, i32 %most
  ret i32 %result
}
