import { TidemarkError } from '../../../../src/errors';
import {
  moveSubjects,
  type MoveJob,
  type MoveProgress,
} from '../../../../src/operations/residency/move-subjects';
import type { MoveRequest, PlannedMoves, WavePlan } from '../../../../src/residency/mover/plan-moves';
import type { WaveStep } from '../../../../src/residency/mover/wave-run';
import { tidemarkError } from '../../../support/tidemark-error';
import { VirtualClock } from '../../../support/virtual-clock';

const subjectsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `key-${at}`, rowKey: Buffer.from(`row-${at}`) }));

/** Moves each subject in a second. Those whose numbers end with 9 are there already. */
class TestMover {
  readonly moved: string[] = [];
  inFlightMax = 0;
  others = 0;
  failsAt: string | undefined;
  #inFlight = 0;

  constructor(readonly clock: VirtualClock) {}

  plan = async ({ subjects, ...request }: MoveRequest): Promise<PlannedMoves> => {
    const left = subjects.filter(({ key }) => !key.endsWith('9'));
    const wave: WavePlan = {
      ...request,
      from: 'us',
      term: 1,
      subjects: left.map((subject) => ({ ...subject, epoch: 2 })),
    };
    return { waves: [wave], alreadyThere: subjects.length - left.length, moving: 0 };
  };
  movingSubjects = async (): Promise<number> => this.others + this.#inFlight;
  move = async (
    { subjects }: WavePlan,
    { onStep }: { onStep?: ((step: WaveStep) => void) | undefined } = {},
  ) => {
    if (subjects.some(({ key }) => key === this.failsAt)) throw new TidemarkError('conflict', 'no');
    this.#inFlight += subjects.length;
    this.inFlightMax = Math.max(this.inFlightMax, this.#inFlight);
    onStep?.('copying');
    await new Promise<void>((resolve) => this.clock.schedule(1_000, resolve));
    this.#inFlight -= subjects.length;
    this.moved.push(...subjects.map(({ key }) => key));
    return subjects;
  };
}

describe('A job that moves subjects', () => {
  let clock: VirtualClock;
  let mover: TestMover;
  let reserved: number[];
  let abort: AbortController;
  let progress: MoveProgress[];

  beforeEach(() => {
    clock = new VirtualClock();
    [mover, reserved, abort, progress] = [new TestMover(clock), [], new AbortController(), []];
  });

  const run = async (count: number, job: Partial<MoveJob> = {}, checkServed = (): void => undefined) => {
    const limits = { waveSubjectsMax: 10, wavesInFlight: 2, movingSubjectsMax: 25, waitForOthersMs: 100 };
    const rate = { reserve: (subjects: number) => (reserved.push(subjects), 0) };
    const result = moveSubjects(
      { mover, checkServed, clock, rate, limits },
      {
        group: 'users',
        to: 'eu',
        reason: 'explicit',
        subjects: subjectsOf(count),
        dryRun: false,
        signal: abort.signal,
        onProgress: ({ tally, steps }) => progress.push({ tally: { ...tally }, steps: new Map(steps) }),
        ...job,
      },
    );
    void result.catch(() => undefined);
    await clock.advance(60_000);
    return result;
  };

  it('moves them in waves, a few at the same time', async () => {
    const { status, tally } = await run(35);
    expect(status).toBe('complete');
    expect(tally).toEqual({ moved: 32, alreadyThere: 3, moving: 0, changed: 0, waves: 4 });
    expect(mover.inFlightMax).toBe(18);
    expect(reserved).toEqual([10, 10, 10, 5]);
    expect(progress.some(({ steps }) => steps.get('copying') === 2)).toBe(true);
    expect(progress.at(-1)!.steps.get('copying')).toBe(0);
  });

  it('waits while movers together move too many', async () => {
    mover.others = 24;
    clock.schedule(30_000, () => void (mover.others = 0));
    clock.schedule(29_000, () => expect(mover.moved).toEqual([]));
    expect((await run(15)).tally.moved).toBe(14);
  });

  it('changes nothing in a dry run', async () => {
    const { tally } = await run(15, { dryRun: true });
    expect(tally).toMatchObject({ moved: 14, alreadyThere: 1, waves: 2 });
    expect([mover.moved, reserved]).toEqual([[], []]);
  });

  it('begins no wave after a failure, and lets others end', async () => {
    mover.failsAt = 'key-10';
    const { status, tally, error } = await run(45);
    expect(status).toBe('failed');
    expect(error).toEqual({ code: 'conflict', message: 'no' });
    expect([tally.moved, mover.moved.length]).toEqual([9, 9]);
  });

  it('begins no wave after an interrupt', async () => {
    clock.schedule(500, () => abort.abort(new Error('stop')));
    const { status, tally } = await run(45);
    expect([status, tally.moved]).toEqual(['interrupted', 18]);
  });

  it('changes nothing where this process may not see the data', async () => {
    const checkServed = (): never => {
      throw new TidemarkError('wrong_region', 'no');
    };
    await expect(run(5, {}, checkServed)).rejects.toThrow(tidemarkError('wrong_region'));
    expect(mover.moved).toEqual([]);
  });
});
