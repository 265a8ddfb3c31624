// The options of the engine that the user has set: the size of its table in MB, and its threads. A size of 0 is the usual one of the server.
import { settings } from './settings.js';

// The largest table is a power of two.
const LARGEST = 20;

export const engineOptions = () => ({ hash: settings.hash || undefined, threads: settings.threads });

// The sizes that can be chosen, up to what the server takes.
export const hashSizes = ({ hash: { max } }) => [...Array(LARGEST + 1).keys()].map((power) => 2 ** power).filter((size) => size >= 8 && size <= max);

export const threadCounts = ({ threads }) => [...Array(threads).keys()].map((count) => count + 1);
