import { TidemarkError } from '../../../../src/errors';
import type { LedgerEntry, LedgerState } from '../../../../src/core/privacy/ledger-entry';
import type { ErasureWorkerDependencies } from '../../../../src/operations/privacy/erasure-dependencies';
import { createErasureWorker } from '../../../../src/operations/privacy/erasure-worker';
import { seededRandom } from '../../../../src/platform/random';
import { VirtualClock } from '../../../support/virtual-clock';

const NOW_MS = Date.UTC(2026, 0, 1);
const WAIT_MS = 3_000;
const SKEW_MS = 100;
const TIMES = { eventsUpToMs: NOW_MS + 50, objectsUpToMs: NOW_MS + 20, decisionsUpToMs: NOW_MS + 10 };

/** A worker of one entry, with the steps that it takes. */
function working(first: Partial<LedgerEntry> = {}, { tokenFails = false, derivedSteps = 1 } = {}) {
  const clock = new VirtualClock(NOW_MS);
  const steps: string[] = [];
  /** Tombstones are later each time, by a millisecond. */
  let later = 0;
  let entry: LedgerEntry = {
    id: '0'.repeat(32),
    kind: 'erasure',
    subject: 'ab',
    keyId: 1,
    requestedAtMs: NOW_MS,
    dueAtMs: NOW_MS + 1_000_000,
    state: 'requested',
    ...first,
  };
  /** Returns the entry as a strict read of it shows it. */
  let readNow = (): LedgerEntry => entry;
  const hidden = () => ({ times: TIMES, hiddenAtMs: clock.nowMs(), tokens: [] });
  const dependencies: ErasureWorkerDependencies = {
    ledger: {
      async *open() {
        yield await Promise.resolve({ entry, userId: 'ann' });
      },
      get: () => Promise.resolve(readNow()),
      record: (_, state: LedgerState, details) => {
        steps.push(`record ${state}`);
        // As the ledger's cells do: what was done for earlier tombstones does not count for later ones.
        entry = { ...entry, everywhereAtMs: undefined, derivedSteps: undefined, ...details, state };
        return Promise.resolve({ token: { writes: [], times: [] }, cluster: 'a' });
      },
      close: () => Promise.resolve(),
    },
    hideSubject: {
      hide: () => (steps.push('hide'), Promise.resolve(hidden())),
      hideAgain: () => (steps.push('hide again'), Promise.resolve(hidden())),
      hideDerived: () => {
        steps.push('hide derived');
        later += 1;
        const times = { ...TIMES, objectsUpToMs: TIMES.objectsUpToMs + later };
        return Promise.resolve({ ...hidden(), times });
      },
    },
    sweepSubject: () => (steps.push('sweep'), Promise.resolve({ cells: 0, blocks: 0, reservations: 0 })),
    verify: (subjects) => (
      steps.push('verify'),
      Promise.resolve(subjects.map(() => ({ evidence: [], remains: 0 })))
    ),
    findHomes: () => Promise.resolve(new Map()),
    tables: () => [{ corpus: 'users', table: 'users' }],
    awaitReplication: () => {
      steps.push('token');
      return tokenFails
        ? Promise.reject(new TidemarkError('invalid_argument', 'the table does not exist'))
        : Promise.resolve();
    },
    issueCertificate: () =>
      Promise.resolve({ statement: {}, publicKey: '', signature: '' }) as unknown as ReturnType<
        ErasureWorkerDependencies['issueCertificate']
      >,
    clock,
    random: seededRandom(1),
    rate: { reserve: () => 0 },
    limits: {
      derivedWriteMaxMs: WAIT_MS,
      derivedSteps,
      clockSkewMaxMs: SKEW_MS,
      batchSubjectsMax: 10,
      rowsInFlight: 1,
      sweepRoundsMax: 1,
      callTimeoutMs: 1_000,
      retryTimeoutMs: 1_000,
      retryInitialDelayMs: 10,
      retryMaxDelayMs: 10,
    },
  };
  const worker = createErasureWorker(dependencies);
  const round = () => worker.round({ worker: { index: 0, count: 1 } });
  return {
    clock,
    steps,
    round,
    entry: () => entry,
    readsAs: (changes: Partial<LedgerEntry>) => (readNow = () => ({ ...entry, ...changes })),
    change: (changes: Partial<LedgerEntry>) => (entry = { ...entry, ...changes }),
  };
}

const FIRST = ['token', 'sweep', 'record hidden'];
const LAST = ['hide derived', 'record swept', 'token', 'sweep', 'token', 'verify', 'record certified'];

describe('A worker of erasures', () => {
  it('waits for a token before each sweep, and before it verifies', async () => {
    const { clock, steps, round, entry } = working();
    await round();
    await clock.advance(WAIT_MS + SKEW_MS);
    await round();
    expect(steps).toEqual(['hide', 'record hidden', ...FIRST, ...LAST]);
    expect(entry().state).toBe('certified');
  });

  it('sweeps nothing without the token', async () => {
    const { steps, round } = working({}, { tokenFails: true });
    await expect(round()).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(steps).not.toContain('sweep');
  });

  it('hides what was derived only when all derived writes have ended, by any clock', async () => {
    const { clock, steps, round, entry } = working();
    await round();
    const readyMs = entry().everywhereAtMs! + WAIT_MS + SKEW_MS;
    await clock.advance(readyMs - 1 - clock.nowMs());
    expect(await round()).toMatchObject({ waiting: 1, certified: 0 });
    expect(steps).not.toContain('hide derived');
    await clock.advance(1);
    expect(await round()).toMatchObject({ waiting: 0, certified: 1 });
  });

  it('waits again, and hides what was derived from derived objects, for each job that reads those of another', async () => {
    const { clock, steps, round, entry } = working({}, { derivedSteps: 2 });
    await round();
    await clock.advance(WAIT_MS + SKEW_MS);
    expect(await round()).toMatchObject({ waiting: 1, certified: 0 });
    expect(entry()).toMatchObject({ state: 'hidden', derivedSteps: 1, everywhereAtMs: undefined });
    steps.length = 0;
    expect(await round()).toMatchObject({ waiting: 1, certified: 0 });
    expect(steps).toEqual(FIRST);
    await clock.advance(WAIT_MS + SKEW_MS - 1);
    expect(await round()).toMatchObject({ waiting: 1, certified: 0 });
    await clock.advance(1);
    steps.length = 0;
    expect(await round()).toMatchObject({ waiting: 0, certified: 1 });
    expect(steps).toEqual(LAST);
  });

  it('hides nothing that the requester has hidden since the list was read', async () => {
    const { steps, round, readsAs } = working();
    readsAs({ state: 'hidden', times: TIMES, hiddenAtMs: NOW_MS });
    await round();
    expect(steps).toEqual(FIRST);
  });

  it('waits for another token when another worker has hidden more of the same entry meanwhile', async () => {
    const { clock, steps, round, change } = working();
    await round();
    const { eventsUpToMs, objectsUpToMs } = TIMES;
    const times = { ...TIMES, eventsUpToMs: eventsUpToMs + 5, objectsUpToMs: objectsUpToMs + 5 };
    change({ times, everywhereAtMs: undefined });
    await clock.advance(WAIT_MS + SKEW_MS);
    steps.length = 0;
    expect(await round()).toMatchObject({ waiting: 1 });
    expect(steps).toEqual(FIRST);
  });

  it('hides a withdrawal up to its own time, and not up to that of its entry', async () => {
    const withdrawn = { kind: 'withdrawal', purpose: 'ads', withdrawnAtMs: NOW_MS - 9_000 } as const;
    const { round, entry } = working(withdrawn);
    await round();
    const atMs = NOW_MS - 9_000;
    expect(entry().times).toEqual({ eventsUpToMs: atMs, objectsUpToMs: atMs, decisionsUpToMs: 0 });
  });
});
