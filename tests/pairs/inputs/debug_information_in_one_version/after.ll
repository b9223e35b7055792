; if (rush) amount += 7; return fee + (amount << 1);
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @scaled(i32 %amount, i8 zeroext %fee, i1 zeroext %rush) {
entry:
  br i1 %rush, label %more, label %go

more:
  %raised = add i32 %amount, 7
  br label %go

go:
  %whole = phi i32 [ %amount, %entry ], [ %raised, %more ]
  %double = shl i32 %whole, 1
  %extra = zext i8 %fee to i32
  %sum = add i32 %extra, %double
  ret i32 %sum
}
