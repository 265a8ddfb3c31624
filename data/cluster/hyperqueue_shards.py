"""Eight shards as tasks of HyperQueue.

On a cluster, replace LocalCluster by Client() and start workers with `hq worker start`.
"""

import os
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

SHARDS = 8


def shards(depth: str) -> Job:
    """A task for each shard: HyperQueue numbers them from 0."""
    job = Job()
    for _ in range(SHARDS):
        count = f"exec shuangqi perft othello --depth {depth} --threads 1 --shard auto/{SHARDS}"
        job.program(["sh", "-c", count + " --resume journals/$((HQ_TASK_ID + 1)).journal"])
    return job


def main() -> int:
    os.makedirs("journals", exist_ok=True)
    with LocalCluster() as cluster:
        for _ in range(2):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        submitted = client.submit(shards(os.environ.get("DEPTH", "12")))
        return 0 if client.wait_for_jobs([submitted], raise_on_error=False) else 1


if __name__ == "__main__":
    sys.exit(main())
