#!/bin/sh
# Eight shards, two at a time; one that fails is started again, up to three times in all.
mkdir -p journals
exec parallel --jobs 2 --retries 3 \
    "shuangqi perft othello --depth ${DEPTH:-12} --threads 1 --shard auto/8 --resume journals/{#}.journal" \
    ::: 1 2 3 4 5 6 7 8
