/** Longer than anything takes on a machine that has much else to do. */
const PATIENCE_MS = 180_000;
const PAUSE_MS = 5;
/** To ask is work, too: whoever waits for long asks less often. */
const PAUSE_MAX_MS = 50;
const PAUSE_GROWTH = 1.2;

/** Asks again and again until it is so; throws when it is not so in time. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (
    let pauseMs = PAUSE_MS;
    !(await condition());
    pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS)
  ) {
    if (Date.now() > deadline) throw new Error(`not so within ${timeoutMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
