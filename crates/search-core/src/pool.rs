//! Threads for the jobs of a search.
//!
//! With the feature `pool` they wait from one search to the next, else each search starts them. A thread that has just been started shares a
//! processor with the first until the system moves it: on two processors of a virtual machine two threads made 1.5 to 1.8 times the nodes of one
//! in searches of 20 ms, and 1.9 to 2.2 times where they had waited.

pub(crate) use threads::Pool;

/// The stack that a search may need: room for the deepest line, whose nodes may each take a few kilobytes.
pub const STACK_BYTES: usize = 16 << 20;

#[cfg(feature = "pool")]
mod threads {
    use std::iter;
    use std::num::NonZero;

    use rayon::{ThreadPool, ThreadPoolBuilder};

    /// Threads that wait for jobs.
    #[derive(Debug)]
    pub struct Pool(ThreadPool);

    impl Pool {
        /// So many threads, or fewer where the system can start no more.
        pub fn of(threads: NonZero<usize>) -> Option<Pool> {
            let build = |threads| {
                let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(super::STACK_BYTES);
                builder.thread_name(|index| format!("search {}", index + 2)).build().ok()
            };
            let fewer = iter::successors(Some(threads.get()), |threads| Some(threads / 2));
            fewer.take_while(|&threads| threads > 0).find_map(build).map(Pool)
        }

        /// The number of threads.
        pub fn threads(&self) -> usize {
            self.0.current_num_threads()
        }

        /// Does jobs, at most one for each thread, while this thread does the first one; returns when all are done.
        pub fn run<R>(
            &self,
            jobs: impl IntoIterator<Item = impl FnOnce() + Send>,
            first: impl FnOnce() -> R,
        ) -> R {
            self.0.in_place_scope(|scope| {
                jobs.into_iter().for_each(|job| scope.spawn(|_| job()));
                first()
            })
        }
    }
}

#[cfg(not(feature = "pool"))]
mod threads {
    use std::num::NonZero;
    use std::thread;

    /// The number of threads to start.
    #[derive(Debug)]
    pub struct Pool(NonZero<usize>);

    impl Pool {
        /// So many threads.
        pub fn of(threads: NonZero<usize>) -> Option<Pool> {
            Some(Pool(threads))
        }

        /// The number of threads.
        pub fn threads(&self) -> usize {
            self.0.get()
        }

        /// Does jobs, each in a thread of its own, while this thread does the first one; returns when all are done. Where no thread can be
        /// started, a job is not done.
        pub fn run<R>(
            &self,
            jobs: impl IntoIterator<Item = impl FnOnce() + Send>,
            first: impl FnOnce() -> R,
        ) -> R {
            thread::scope(|scope| {
                for job in jobs {
                    let builder = thread::Builder::new().stack_size(super::STACK_BYTES);
                    drop(builder.spawn_scoped(scope, job));
                }
                first()
            })
        }
    }
}
