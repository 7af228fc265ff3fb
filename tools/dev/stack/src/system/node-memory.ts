/**
 * With these settings glibc returns freed memory to the system (decision 0052). By default it raises both bounds to the
 * largest piece that was ever freed, here the text of the code or the weights of the embedded model, and keeps up to
 * twice as much. Pieces of 1 MB and more are rare.
 */
const FREED = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '2097152' } as const;

/**
 * The memory limits of a service's process (decision 0052). A NODE_OPTIONS that is set for a service replaces them. The
 * image sets the same (deploy/Dockerfile); deploy/checks compares both.
 *
 * - `max-semi-space-size`: new objects fill 8 MB before they are collected, not 32.
 * - `max-old-space-size`: more than is ever needed; with a bound this small Node collects once there is a third more
 *   than was needed, with its own bound of gigabytes once there is four times as much. From fifteen seconds after its
 *   start on a service has it wait for twice as much (0052).
 */
export const NODE_MEMORY = { NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=256', ...FREED } as const;

/**
 * Of a process that runs all services: their code and caches add up, and so do the new objects of the runs under way
 * (0052). `use-largepages` has the system keep Node's own code in large pages where it can, which takes 40 MB of memory
 * (0052).
 */
export const NODE_MEMORY_OF_ALL = {
  NODE_OPTIONS: '--max-semi-space-size=48 --max-old-space-size=1024 --use-largepages=silent',
  ...FREED,
} as const;
