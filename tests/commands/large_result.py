"""Results with as many partitions as one likes, for tests of what shows them."""


def large_entry(name, partitions):
    share = lambda value: {"exact": False, "low": value, "estimate": value, "high": value}
    seen = lambda value: {"outcome": "returned", "at": "after.c:3", "return": str(value)}
    rows = [{"id": k, "kind": "different" if k % 3 == 0 else "equal", "reason": "differs in return" if k % 3 == 0 else "no changed line runs",
             "condition": f"(and (bvsle #x{k * 100:08x} a) (bvslt a #x{(k + 1) * 100:08x}) (or (= b #x00000001) (not (= (bvand b #x0000ff00) #x{k * 256 % 65536:08x}))) (bvslt c (bvadd a b)))",
             "condition_text": f"a >= {k * 100} && a < {(k + 1) * 100} && (b == 1 || (b & 65280) != {k * 256 % 65536}) && c < a + b", "witness": {"a": str(k * 100), "b": "1", "c": "0"},
             "witness_bits": {"a": f"0x{k * 100:08x}", "b": "0x00000001", "c": "0x00000000"}, "confirmed": k % 3 == 0, "marks": [], "before": seen(k), "after": seen(k + (k % 3 == 0)),
             "before_expr": {"return": f"a / 100 + {k}"}, "after_expr": {"return": f"a / 100 + {k + (k % 3 == 0)}"}, "changes": [1],
             "relies": {"before": [f"before.c:3,{k % 40 + 5}"], "after": [f"after.c:3,{k % 40 + 5}"]}} for k in range(partitions)]
    step = lambda k, file: {"at": [file, k % 40 + 1], "values": {f"variable_{k % 7}": str(k * 1000 + file), "out->name[3]": "'x'"}}
    runs = {"files": ["before.c", "after.c"], "rows": [{"before": step(k, 0), "after": step(k, 1)} for k in range(100)], "parts": 40}  # as long as they get
    groups = [{"kind": kind, "reason": kind, "exact": False, "marks": [], "changes": [1], "uniform": False, "count": len(members), "partitions": members, "runs": runs,
               "example": {key: rows[members[0]][key] for key in ("id", "reason", "witness", "witness_bits", "confirmed", "marks", "before", "after", "before_expr", "after_expr")}}
              for kind in ("different", "equal") for members in [[row["id"] for row in rows if row["kind"] == kind]]]
    return {"entry": name, "verdict": "different", "reason": f"{partitions // 3} of {partitions} partitions differ",
            "guarantee": {"exhaustive": False, "granularity": "differential", "bounds": [], "assumptions": []},
            "inputs": [{"name": each, "type": "int", "bits": 32, "signed": True} for each in "abc"],
            "changes": [{"id": 1, "function": name, "file": "after.c", "before_lines": [3, 3], "after_lines": [3, 3]}], "partitions": rows, "groups": groups,
            "share": {"equal": share(0.3), "different": share(0.2), "undefined": share(0.0), "open": share(0.5)},
            "stats": {"runs": 1, "solver_queries": 1, "solver_s": 0.1, "wall_s": 1.0, "concrete_runs": 1, "steps": 1, "solver_unknown": 0}}
