import fc from 'fast-check';
import {
  acquireArena,
  ArrayArena,
  currentArena,
  inArena,
  releaseArena,
} from '../../../../src/core/columns/array-arena';
import { float64s, int32s, uint32s, uint8s } from '../../../../src/core/columns/pooled-arrays';
import { readEventsInSteps } from '../../../../src/core/columns/read-events';
import { countEventsInSteps } from '../../../../src/core/counts/count-events';
import { parseCountQuery } from '../../../../src/core/counts/parse-count-query';
import { DEFAULTS } from '../../../../src/config/defaults';
import { columnsOfCells } from '../../../../src/core/rows/cell-columns';
import { runToCompletion, type Steps } from '../../../../src/core/shared/steps';
import { seededRandom } from '../../../../src/platform/random';
import { AD_ACTION, adEvent, storedCells } from '../../../support/events';
import { countsOf } from '../../../support/counts-of';

const kinds = [uint8s, uint32s, int32s, float64s];
const SLAB_BYTES = 256 * 1_024;

function* taking<T>(take: () => T): Steps<T> {
  yield;
  return take();
}

it('arrays of an arena are zeroed, do not overlap, and are taken anew after its release', () => {
  const asked = fc.tuple(
    fc.constantFrom(...kinds),
    fc.oneof(fc.nat({ max: 3_000 }), fc.nat({ max: 80_000 })),
  );
  const arena = new ArrayArena();
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 40, size: 'max' }), (all) => {
      const take = (): void => {
        const arrays = all.map(([make, length], i) => {
          const array = make(length);
          expect(array.length).toBe(length);
          expect(array.every((value) => value === 0)).toBe(true);
          return array.fill(i + 1);
        });
        arrays.forEach((array, i) => expect(array.every((value) => value === i + 1)).toBe(true));
      };
      runToCompletion(inArena(arena, taking(take)));
      arena.clear();
    }),
    { numRuns: 20 },
  );
});

it('an arena is used by its own steps only, also when they fail', () => {
  const arena = acquireArena();
  const steps = inArena(arena, taking(currentArena));
  steps.next();
  expect(currentArena()).toBeUndefined();
  expect(steps.next()).toEqual({ done: true, value: arena });
  const failing = inArena(
    arena,
    taking(() => {
      throw new Error('fails');
    }),
  );
  expect(() => runToCompletion(failing)).toThrow('fails');
  expect(currentArena()).toBeUndefined();
});

it('the end of a computation ends its steps', () => {
  let hasEnded = false;
  function* endless(): Steps<void> {
    try {
      for (;;) yield;
    } finally {
      hasEnded = true;
    }
  }
  const steps = inArena(acquireArena(), endless());
  steps.next();
  steps.return(undefined);
  expect(hasEnded).toBe(true);
});

it('a released arena is used again, unless it has grown large', () => {
  const arena = acquireArena();
  const [first] = runToCompletion(
    inArena(
      arena,
      taking(() => [uint32s(100).fill(7)]),
    ),
  );
  releaseArena(arena);
  expect(first.every((value) => value === 0)).toBe(true);
  expect(acquireArena()).toBe(arena);
  runToCompletion(
    inArena(
      arena,
      taking(() => uint8s(5 * SLAB_BYTES)),
    ),
  );
  releaseArena(arena);
  expect(acquireArena()).not.toBe(arena);
});

const eventDataType = (): typeof AD_ACTION => AD_ACTION;
const QUERY = {
  userId: 'u1',
  actions: ['click'],
  windows: ['1d', '7d'],
  entities: { ad: Array.from({ length: 30 }, (_, id) => String(id)), campaign: '*' },
};

it('counts of requests that run at the same time are those of each alone', () => {
  const random = seededRandom(5);
  const nowMs = 40 * 86_400_000;
  const pick = (count: number): number => Math.floor(random() * count);
  for (let round = 0; round < 20; round++) {
    const users = Array.from({ length: 6 }, () => {
      const events = Array.from({ length: pick(300) }, () =>
        adEvent({
          adId: `${pick(40)}`,
          campaignId: `c${pick(5)}`,
          eventTimeMs: nowMs - pick(10 * 86_400_000),
        }),
      );
      return columnsOfCells(storedCells(events));
    });
    const counting = function* (columns: (typeof users)[number]): Steps<unknown> {
      const query = parseCountQuery(QUERY, { ...DEFAULTS.events, ...DEFAULTS.counts, nowMs, eventDataType });
      const { parts } = yield* readEventsInSteps(columns, AD_ACTION.events);
      return countsOf(yield* countEventsInSteps(query, parts, 0, Infinity));
    };
    const expected = users.map((user) => runToCompletion(counting(user)));
    const arenas = users.map(() => acquireArena());
    const running = users.map((user, i) => ({ i, steps: inArena(arenas[i], counting(user)) }));
    while (running.length > 0) {
      const at = pick(running.length);
      const { i, steps } = running[at]!;
      const step = steps.next();
      if (step.done !== true) continue;
      expect(step.value).toEqual(expected[i]);
      releaseArena(arenas[i]!);
      running.splice(at, 1);
    }
  }
});
