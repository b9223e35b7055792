; if (parts < 0) return -1; return whole - parts;
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i64 @left(i64 %whole, i32 %parts) {
entry:
  %negative = icmp slt i32 %parts, 0
  br i1 %negative, label %none, label %subtract

none:
  ret i64 -1

subtract:
  %wide = sext i32 %parts to i64
  %rest = sub i64 %whole, %wide
  ret i64 %rest
}
