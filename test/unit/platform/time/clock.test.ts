import { systemClock } from '../../../../src/platform/time/clock';

const DAY_MS = 86_400_000;
const SOON_MS = 50;

/** Returns how often a task is called within a short time. */
async function callsWithin(delayMs: number, isCancelled = false): Promise<number> {
  let calls = 0;
  const cancel = systemClock.schedule(delayMs, () => void (calls += 1));
  if (isCancelled) cancel();
  await new Promise((resolve) => setTimeout(resolve, SOON_MS));
  cancel();
  return calls;
}

describe('The system clock', () => {
  it.each([0, 1, 5])('calls a task once after %i ms', async (delayMs) => {
    expect(await callsWithin(delayMs)).toBe(1);
    expect(await callsWithin(delayMs, true)).toBe(0);
  });

  it('calls a task once whose time has passed, without a warning of Node.js', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    expect(await callsWithin(-12.6)).toBe(1);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  // A Node.js timer holds 31 bits and fires at once for longer delays.
  it.each([2 ** 31 - 1, 2 ** 31, 25 * DAY_MS, 400 * DAY_MS, Infinity])(
    'does not call a task before %d ms',
    async (delayMs) => {
      expect(await callsWithin(delayMs)).toBe(0);
    },
  );
});
