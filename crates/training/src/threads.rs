//! The threads of a command.

use rayon::{ThreadPool, ThreadPoolBuilder};
use shuangqi_cli::Failure;
use shuangqi_cli::args::ThreadsArgs;

/// A pool of as many threads as the option says.
///
/// # Errors
/// [`Failure::Internal`] if the system refuses them.
pub fn pool(args: ThreadsArgs) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(args.threads.count().get()).build();
    pool.map_err(|error| Failure::Internal(format!("no threads to work with: {error}")))
}
