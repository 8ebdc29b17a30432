import { DEFAULTS } from '../../../src/config/defaults';
import { rowKey } from '../../../src/core/rows/row-key';
import { createMover } from '../../../src/operations/residency/create-mover';
import { MovePace } from '../../../src/residency/mover/move-pace';
import type { Mover } from '../../../src/residency/mover/mover';
import type { WavePlan } from '../../../src/residency/mover/plan-moves';
import { ConsistencyTokens } from './consistency-tokens';
import type { ProcessOptions } from './process-options';
import { GROUP, type PlacementName } from './topology';
import { openServingTables, openTablesBeside, type UserTables } from './user-tables';
import { CORPORA, USERS_TABLE } from './world';

const LIMITS = {
  entriesInFlight: 4,
  rowsInFlight: 4,
  rowsPerCallMax: 3,
  largeRowBytes: 1_000_000,
  chunkCellsMax: 4,
  chunkBytesMax: 10_000,
  waveBytesMax: 10_000,
  purgeRoundsMax: 10,
  feedRecordsMin: 3,
  callTimeoutMs: 1_000,
  retryTimeoutMs: 20_000,
  retryInitialDelayMs: 50,
  retryMaxDelayMs: 500,
  consistencyTimeoutMs: 30_000,
  consistencyPollMs: 100,
};

/** A process with the production mover, on a machine of its own. */
export class MoverProcess {
  readonly mover: Mover;
  readonly #options: ProcessOptions;
  readonly #serving: UserTables;
  readonly #batch: UserTables;
  readonly #killed = new AbortController();

  constructor(options: ProcessOptions) {
    const { world, machine: clock, random, settings } = options;
    this.#options = options;
    this.#serving = openServingTables(options);
    this.#batch = openTablesBeside(this.#serving, 'batch', options);
    const tokens = new ConsistencyTokens(world, clock, this.#killed.signal);
    this.mover = createMover({
      residency: this.#serving.residency!,
      serving: this.#serving.tables,
      batch: this.#batch.tables,
      adminOf: () => tokens,
      corpora: CORPORA,
      privacy: settings.rules,
      missingForMoves: () => undefined,
      clock,
      random,
      pace: new MovePace({ clock, limits: DEFAULTS.moves.pace, isServingSlow: () => false }),
      limits: { ...LIMITS, leaseMs: settings.leaseMs },
    });
  }

  /** Aborts when the process is killed. */
  get signal(): AbortSignal {
    return this.#killed.signal;
  }

  /** Plans the move of a user who is at rest elsewhere. */
  async plan(user: string, to: PlacementName): Promise<readonly WavePlan[]> {
    const { subjects } = this.#serving.residency!;
    const subject = subjects.of(subjects.groupOf(USERS_TABLE)!, rowKey(user))!;
    const request = { group: GROUP, to, reason: 'explicit', subjects: [subject] } as const;
    return (await this.mover.plan(request, { signal: this.signal })).waves;
  }

  /** Repairs a row that arrived late where the user is not. */
  async repair(user: string, placement: PlacementName): Promise<void> {
    const { subjects, directory } = this.#serving.residency!;
    const key = rowKey(user);
    const group = subjects.groupOf(USERS_TABLE)!;
    const subject = subjects.of(group, key)!;
    const entry = await directory.present(subject.key, { timeoutMs: LIMITS.retryTimeoutMs });
    if (entry === undefined) return;
    await this.mover.repair([{ group, placement, key: subject.key, rowKey: key, entry }]);
  }

  /** Kills the process. What it has sent stays in flight. */
  async kill(): Promise<void> {
    this.#killed.abort();
    await this.#options.transport.close();
    await Promise.all([this.#serving.close(), this.#batch.close()]);
  }
}
