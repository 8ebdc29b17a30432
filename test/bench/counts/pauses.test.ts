import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../../support/until';
import type { Collection } from './messages';
import { PauseWatch } from './pauses';

setFlagsFromString('--expose-gc');
/** Runs a collection: a full one, or a minor one. */
const collect = runInNewContext('gc') as (about?: { readonly type: 'minor' }) => void;

const nowMs = (): number => performance.timeOrigin + performance.now();
/** Rounding of sums of times. */
const EPSILON_MS = 0.01;

/** Returns what the watch notes of the time of this work. Collections are reported some time after they have ended. */
async function notedDuring(watch: PauseWatch, work: () => void): Promise<readonly Collection[]> {
  const fromMs = nowMs() - EPSILON_MS;
  work();
  const toMs = nowMs() + EPSILON_MS;
  const noted: Collection[] = [];
  await until(() => {
    noted.push(
      ...watch.take().collections.filter(({ startMs, endMs }) => startMs >= fromMs && endMs <= toMs),
    );
    return noted.length > 0;
  });
  return noted;
}

describe('The watch of a service for pauses', () => {
  it('notes when collections were, and distinguishes full ones from minor ones', async () => {
    const watch = new PauseWatch();
    const full = await notedDuring(watch, () => collect());
    expect(full.filter(({ isFull }) => isFull)).toHaveLength(1);
    const minor = await notedDuring(watch, () => collect({ type: 'minor' }));
    expect(minor.filter(({ isFull }) => isFull)).toEqual([]);
  });

  it('returns the time since it was last asked', async () => {
    const watch = new PauseWatch();
    watch.take();
    const fromMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { seconds, waitedMs } = watch.take();
    expect(seconds * 1_000).toBeGreaterThan(15);
    expect(seconds * 1_000).toBeLessThan(2 * (performance.now() - fromMs));
    expect(waitedMs).toBeGreaterThanOrEqual(0);
  });
});
