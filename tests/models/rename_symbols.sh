# rename_symbols.sh OUTPUT OBJECTS...: one object of all, in which every symbol that they define is called model_*.
set -eu
output=$1
shift
ld -r -o "$output.all" "$@"
"$NM" -g --defined-only "$output.all" | awk '{print $3, "model_" $3}' > "$output.names"
"$OBJCOPY" --redefine-syms="$output.names" "$output.all" "$output"
