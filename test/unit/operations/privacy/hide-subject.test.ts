import type { Cell, Mutation } from '../../../../src/bigtable/client/types';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import type { RowAnswer } from '../../../../src/consistency/store';
import { OBJECTS_ERASED } from '../../../../src/core/privacy/privacy-family';
import { EMPTY_RECORD, type SubjectRecord } from '../../../../src/core/privacy/subject-record';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { TidemarkError } from '../../../../src/errors';
import { createHideSubject, type HideDependencies } from '../../../../src/operations/privacy/hide-subject';
import { VirtualClock } from '../../../support/virtual-clock';

const SKEW_MS = 100;
const TOLERANCE_MS = 1_000;
const NOW_MS = Date.UTC(2026, 0, 1);

interface Stored {
  readonly cells?: readonly { readonly family: string; readonly atMs: number }[];
  readonly record?: Partial<SubjectRecord>;
}

/** The operations on a row with these cells and this record, with what they have read and written. */
function hiding({ cells = [], record = {} }: Stored) {
  const clock = new VirtualClock(NOW_MS);
  const levels: string[] = [];
  const written: Mutation[] = [];
  const row = {
    key: Buffer.from('k'),
    cells: cells.map(({ family, atMs }): Cell => ({
      family,
      qualifier: Buffer.from('a'),
      timestampMicros: atMs * 1_000,
      value: Buffer.alloc(0),
      labels: [],
    })),
  };
  const hideSubject = createHideSubject({
    reader: {
      readRow: (_, { level }) => {
        levels.push(level);
        return Promise.resolve({
          row,
          privacy: { record: { ...EMPTY_RECORD, ...record } },
        } as unknown as RowAnswer);
      },
    },
    writer: {
      mutateRow: (_, { mutations }) => {
        written.push(...mutations);
        return Promise.resolve({ token: EMPTY_TOKEN, cluster: 'a' });
      },
    },
    transactions: {
      begin: () => {
        throw new TidemarkError('transactions_unsupported', 'no cluster decides');
      },
    },
    corpora: loadSchema().corpora(),
    clock,
    random: () => 0.5,
    isReplicated: () => true,
    limits: { futureToleranceMs: TOLERANCE_MS, clockSkewMaxMs: SKEW_MS },
  } satisfies HideDependencies);
  /** Runs the task, and returns its answer and the time that it took. */
  const timed = async <T>(task: Promise<T>): Promise<{ readonly answer: T; readonly tookMs: number }> => {
    let endMs: number | undefined;
    void task.then(() => (endMs = clock.nowMs()));
    while (endMs === undefined) await clock.advance(1);
    return { answer: await task, tookMs: endMs - NOW_MS };
  };
  return { hideSubject, levels, written, timed };
}

const REQUESTED_MS = NOW_MS - 5_000;
const request = { userId: 'ann', entryId: 'e', requestedAtMs: REQUESTED_MS };

describe('The tombstones of an erasure', () => {
  it('hide the newest acknowledged data, which only a strict read shows', async () => {
    const cells = [
      { family: 'ad_action', atMs: NOW_MS + 400 },
      { family: 'profile', atMs: NOW_MS + 50 },
    ];
    const { hideSubject, levels, timed } = hiding({ cells });
    const { answer } = await timed(hideSubject.hide(request));
    expect(levels).toEqual(['strict']);
    expect(answer.times).toEqual({
      eventsUpToMs: NOW_MS + 400 + TOLERANCE_MS + SKEW_MS,
      objectsUpToMs: NOW_MS + 50 + SKEW_MS,
      decisionsUpToMs: REQUESTED_MS + SKEW_MS,
    });
  });

  it('hide at least what the row has tombstones for, so that a replay of one entry hides no less', async () => {
    const record = {
      eventsErasedUpTo: (NOW_MS + 9_000) * 1_000,
      objectsErasedUpTo: (NOW_MS + 7_000) * 1_000,
      decisionsErasedUpTo: (NOW_MS - 1_000) * 1_000,
    };
    const { hideSubject, timed } = hiding({ record });
    const { answer } = await timed(hideSubject.hide(request));
    expect(answer.times).toEqual({
      eventsUpToMs: NOW_MS + 9_000,
      objectsUpToMs: NOW_MS + 7_000,
      decisionsUpToMs: NOW_MS - 1_000,
    });
  });

  it('void decisions up to the request, and not those that the user has made since', async () => {
    const decisions = new Map([['ads', { grants: [], withdrawals: [(NOW_MS - 1_000) * 1_000] }]]);
    const cells = [{ family: 'profile', atMs: NOW_MS + 60_000 }];
    const { hideSubject, written, timed } = hiding({ cells, record: { decisions } });
    const { answer } = await timed(hideSubject.hide(request));
    expect(answer.times.decisionsUpToMs).toBe(REQUESTED_MS + SKEW_MS);
    written.length = 0;
    const derived = await timed(hideSubject.hideDerived({ ...request, atLeast: answer.times }));
    expect(derived.answer.times.decisionsUpToMs).toBe(REQUESTED_MS + SKEW_MS);
    expect(new Set(written.map(({ setCell }) => setCell?.columnQualifier))).toEqual(
      new Set([OBJECTS_ERASED]),
    );
  });

  it('void the markers of deleted events that were accepted further ahead than now allowed', async () => {
    const markedMs = NOW_MS + 3 * TOLERANCE_MS;
    const deletedEvents = new Map([['ad_action', new Map([['event', markedMs * 1_000]])]]);
    const { hideSubject, timed } = hiding({ record: { deletedEvents } });
    const { answer } = await timed(hideSubject.hide(request));
    expect(answer.times.eventsUpToMs).toBe(markedMs);
  });

  it('are acknowledged when every clock has passed a version that a correct clock has made', async () => {
    const newestMs = NOW_MS + 2 * SKEW_MS + 1;
    const { hideSubject, timed } = hiding({ cells: [{ family: 'profile', atMs: newestMs }] });
    const { answer, tookMs } = await timed(hideSubject.hide(request));
    expect(answer.times.objectsUpToMs).toBe(newestMs + SKEW_MS);
    expect(NOW_MS + tookMs - SKEW_MS).toBeGreaterThan(answer.times.objectsUpToMs);
  });

  it('do not wait for a version that a caller has named ahead of all clocks', async () => {
    const { hideSubject, timed } = hiding({ cells: [{ family: 'profile', atMs: NOW_MS + 60_000 }] });
    const { answer, tookMs } = await timed(hideSubject.hide(request));
    expect(answer.times.objectsUpToMs).toBe(NOW_MS + 60_000 + SKEW_MS);
    expect(tookMs).toBeLessThanOrEqual(2 * SKEW_MS + 2);
  });

  it('hide versions of derived objects that are as far ahead as a correct clock makes them', async () => {
    const { hideSubject, timed } = hiding({});
    const { answer, tookMs } = await timed(hideSubject.hideDerived(request));
    expect(answer.times.objectsUpToMs).toBe(NOW_MS + 2 * SKEW_MS + 1);
    expect(NOW_MS + tookMs - SKEW_MS).toBeGreaterThan(answer.times.objectsUpToMs);
  });

  it('hide a version ahead of all clocks that no strict read covered when the erasure began', async () => {
    const atLeast = { eventsUpToMs: NOW_MS, objectsUpToMs: NOW_MS, decisionsUpToMs: REQUESTED_MS };
    const { hideSubject, levels, timed } = hiding({ cells: [{ family: 'profile', atMs: NOW_MS + 60_000 }] });
    const { answer } = await timed(hideSubject.hideDerived({ ...request, atLeast }));
    expect(levels).toEqual(['strict']);
    expect(answer.times).toEqual({ ...atLeast, objectsUpToMs: NOW_MS + 60_000 + SKEW_MS });
  });

  it('are written again without later data', async () => {
    const atLeast = { eventsUpToMs: NOW_MS - 5, objectsUpToMs: NOW_MS - 9, decisionsUpToMs: NOW_MS - 20 };
    const { hideSubject, written, timed } = hiding({ cells: [{ family: 'profile', atMs: NOW_MS }] });
    const { answer } = await timed(hideSubject.hideAgain({ ...request, atLeast }));
    expect(answer.times).toEqual(atLeast);
    expect(written.map(({ setCell }) => Number(setCell?.timestampMicros) / 1_000)).toEqual([
      NOW_MS - 5,
      NOW_MS - 9,
      NOW_MS - 20,
    ]);
  });
});
