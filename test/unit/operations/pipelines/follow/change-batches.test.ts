import type { ChangeStreamEvent } from '../../../../../src/bigtable/changes/change-types';
import { ChangeBatches } from '../../../../../src/operations/pipelines/follow/change-batches';
import { VirtualClock } from '../../../../support/virtual-clock';

const BATCH_MS = 200;

const change = (key: string, commitMicros: number): ChangeStreamEvent => ({
  kind: 'change',
  type: 'user',
  key: Buffer.from(key),
  clusterId: 'c',
  commitMicros,
  tiebreaker: 0,
  mutations: [],
  token: `t${commitMicros}`,
  lowWatermarkMicros: commitMicros - 1,
});

/** Batches of events that have arrived, of a stream that stays open afterwards. */
function batchesOf(events: readonly ChangeStreamEvent[], batchObjectsMax: number) {
  const clock = new VirtualClock();
  async function* stream(): AsyncGenerator<ChangeStreamEvent> {
    yield* events;
    await new Promise(() => undefined);
  }
  const limits = { batchMs: BATCH_MS, batchObjectsMax };
  return { clock, batches: new ChangeBatches({ events: stream(), isTrigger: () => true, clock, limits }) };
}

describe('changes that are processed together', () => {
  it('are of a limited number of objects', async () => {
    const { batches, clock } = batchesOf(
      Array.from({ length: 7 }, (_, at) => change(`u${at}`, at + 1)),
      3,
    );
    const sizes: number[] = [];
    for (let count = 0; count < 3; count++) {
      const batch = batches.next();
      await clock.advance(BATCH_MS);
      sizes.push((await batch).objects.length);
    }
    expect(sizes).toEqual([3, 3, 1]);
  });

  it('are those of one object once, with the newest commit time and the position behind all', async () => {
    const { batches, clock } = batchesOf([change('a', 1), change('b', 2), change('a', 3)], 3);
    const batch = batches.next();
    await clock.advance(BATCH_MS);
    expect(await batch).toMatchObject({
      objects: [{ commitMicros: 3 }, { commitMicros: 2 }],
      changes: 3,
      progress: { token: 't3' },
    });
  });
});
