; p[1] + p[0]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @both(ptr %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %sum

none:
  ret i32 0

sum:
  %second = getelementptr i32, ptr %p, i64 1
  %y = load i32, ptr %second
  %x = load i32, ptr %p
  %all = add i32 %y, %x
  ret i32 %all
}
