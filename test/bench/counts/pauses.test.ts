import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { until } from '../../support/until';
import type { Collection } from './messages';
import { PauseWatch } from './pauses';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (about: { readonly type: 'major' | 'minor' }) => void;

const nowMs = (): number => performance.timeOrigin + performance.now();
/** Rounding of sums of times. */
const EPSILON_MS = 0.01;

/** Returns the collection of this type, as the watch notes it. It is reported some time after it has ended. */
async function collected(watch: PauseWatch, type: 'major' | 'minor'): Promise<Collection> {
  const fromMs = nowMs();
  collect({ type });
  const toMs = nowMs();
  const collections: Collection[] = [];
  const found = (): Collection | undefined =>
    collections.find(
      ({ startMs, endMs }) => startMs >= fromMs - EPSILON_MS && endMs <= toMs + EPSILON_MS && endMs > startMs,
    );
  await until(() => {
    collections.push(...watch.take().collections);
    return found() !== undefined;
  });
  return found()!;
}

describe('The watch of a service for pauses', () => {
  it('notes when collections were, and distinguishes full ones from minor ones', async () => {
    const watch = new PauseWatch();
    expect((await collected(watch, 'major')).isFull).toBe(true);
    expect((await collected(watch, 'minor')).isFull).toBe(false);
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
