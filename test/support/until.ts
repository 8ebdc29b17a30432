/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 180_000;
const PAUSE_MS = 5;
/** Checks become rarer during a long wait, because each one takes time too. */
const PAUSE_MAX_MS = 50;
const PAUSE_GROWTH = 1.2;

/**
 * Repeats the check until it succeeds; throws after the timeout. A check that takes processor time of other processes, such as one
 * of metrics, needs a longer pause: `pauseMaxMs`.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = PATIENCE_MS,
  pauseMaxMs = PAUSE_MAX_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = PAUSE_MS; !(await condition()); pauseMs = Math.min(pauseMs * PAUSE_GROWTH, pauseMaxMs)) {
    if (Date.now() > deadline) throw new Error(`not so within ${timeoutMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
