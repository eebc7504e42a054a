#!/bin/sh
# The study of docs/studies/interventions.md: the embedded model under each intervention, on the same probes.
# Usage: sh docs/studies/interventions.sh [FOLDER [PROBES [MODEL]]]; the same command again goes on where it was stopped.
set -eu
folder=${1:-runs/interventions}
probes=${2:-24}
model=${3:-local}
for name in base self-correct repair:2 repair-control:2 best-of:5; do
    cse run --model "$model" --suite quick --k 1-4 --limit "$probes" --max-tokens 128 -G seed=1 \
        --intervention "$name" --out "$folder/$(echo "$name" | tr : -)"
done
for name in self-correct repair-2 repair-control-2 best-of-5; do
    cse compare "$folder/base" "$folder/$name" --out "$folder/compared-$name"
    cse compare "$folder/$name" --out "$folder/own-$name" # with its own first texts
done
cse compare "$folder/repair-control-2" "$folder/repair-2" --out "$folder/compared-findings"
