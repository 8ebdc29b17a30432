/**
 * Full passes that build and publish generations while workers follow changes, on two replicas of which one lags, in virtual
 * time. Production code are the generations, their targets, the processing of batches and the publication; the store is a log
 * of writes, and the change stream a list.
 */
import type { Cell, Mutation, Row, RowMutations } from '../../src/bigtable/client/types';
import { cellsOfGenerations, parseGenerationColumn } from '../../src/core/generations/generation-column';
import {
  collectGeneration,
  publishedOf,
  type GenerationRecord,
} from '../../src/core/generations/generation-record';
import type { Pipeline } from '../../src/core/pipelines/pipeline';
import { PIPELINE_FAMILY, PIPELINES_TABLE } from '../../src/core/pipelines/pipelines-table';
import { objectIdOf, rowKey } from '../../src/core/rows/row-key';
import type { DataType } from '../../src/core/schema/schema';
import { EMPTY_TOKEN } from '../../src/core/tokens/write-token';
import {
  createFollowedTargets,
  type FollowedTargets,
} from '../../src/operations/generations/followed-targets';
import { GenerationDirectory } from '../../src/operations/generations/generation-directory';
import { createManageGenerations } from '../../src/operations/generations/manage-generations';
import { beginRunGenerations } from '../../src/operations/generations/run-generations';
import { createProcessBatch } from '../../src/operations/pipelines/follow/process-batch';
import { outputMutations } from '../../src/operations/pipelines/output-mutations';
import type { PipelineOutput } from '../../src/operations/pipelines/process-object';
import { DEFAULTS } from '../../src/config/defaults';
import { TidemarkError } from '../../src/errors';
import { seededRandom, type Random } from '../../src/platform/random';
import { sleep, type Clock } from '../../src/platform/time/clock';
import { MemoryTransactions } from './memory-transactions';
import { VirtualClock } from './virtual-clock';

/** A guard that a run leaves out. */
export type RemovedFollowGuard =
  | 'candidates'
  | 'targets-after-changes'
  | 'one-mutation'
  | 'begin-token'
  | 'version-margin'
  | 'publish-watermark';

const PIPELINE = 'p';
const VECTORS = { corpus: 'users', family: 'vectors', generations: true } as unknown as DataType;
const OBJECTS = Array.from({ length: 10 }, (_, at) => `user-${at}`);
const SUB_TYPES = ['a', 'b'];
const RUN_MS = 900_000;
const LAGS_MS = [0, 3_000, 45_000];
/** Largest difference of the clock of a full pass from that of the clusters, and the margin for it. */
const SKEW_MAX_MS = 8_000;
const MARGIN_MS = 10_000;
const RECEIPT = { token: EMPTY_TOKEN, cluster: 'home' };

interface Change {
  readonly atMs: number;
  readonly key: Buffer;
  /** Number of the change among those of its object. */
  readonly sequence: number;
  readonly commitMicros: number;
  /** Timestamp of the cell: the time of an event, which may be long before its commit. */
  readonly timestampMicros: number;
}

interface LoggedWrite extends RowMutations {
  readonly atMs: number;
}

interface Figures {
  readonly violations: readonly string[];
  readonly reads: number;
  readonly publications: number;
  readonly batches: number;
}

/** Runs one interleaving. Returns what no reader may see, and how much was done. */
export async function followGenerations(seed: number, removed?: RemovedFollowGuard): Promise<Figures> {
  return new FollowedGenerations(seed, removed).run();
}

class FollowedGenerations {
  readonly #clock = new VirtualClock();
  readonly #random: Random;
  readonly #removed: RemovedFollowGuard | undefined;
  readonly #lagMs: number;
  readonly #directory: GenerationDirectory;
  readonly #targets: FollowedTargets;
  readonly #changes: Change[] = [];
  readonly #writes: LoggedWrite[] = [];
  readonly #violations: string[] = [];
  /** Worker that has the lease of the only partition. */
  #holder = 0;
  /** Number of changes that are processed, and the commit time up to which all are. */
  #position = 0;
  #processedUpToMs: number;
  #reads = 0;
  #batches = 0;
  #isOver = false;
  #isPassOver = false;

  constructor(seed: number, removed: RemovedFollowGuard | undefined) {
    this.#random = seededRandom(seed);
    this.#removed = removed;
    this.#lagMs = LAGS_MS[Math.floor(this.#random() * LAGS_MS.length)]!;
    this.#processedUpToMs = this.#clock.nowMs() - 1;
    const transactions = new MemoryTransactions(PIPELINE_FAMILY);
    this.#directory = new GenerationDirectory({ transactions, clock: this.#clock, random: this.#random });
    this.#targets = this.#followedTargets();
  }

  async run(): Promise<Figures> {
    const running = [
      this.#clients(),
      this.#passes(),
      this.#leases(),
      ...[0, 1].map((worker) => this.#follow(worker)),
      ...[0, this.#lagMs].map((lagMs) => this.#readAgain(lagMs)),
    ];
    await this.#clock.advance(RUN_MS);
    this.#isOver = true;
    await this.#clock.advance(2_000_000);
    await Promise.all(running);
    const record = await this.#directory.read(VECTORS, {});
    for (const id of OBJECTS) this.#checkLast(id, record);
    const { publications } = record;
    return { violations: this.#violations, reads: this.#reads, publications, batches: this.#batches };
  }

  #pause(maxMs: number): Promise<void> {
    return sleep(this.#clock, this.#random() * maxMs);
  }

  /** Returns what reads the targets. Without its guard, they are remembered for a while. */
  #followedTargets(): FollowedTargets {
    const writes = new Map([[VECTORS.family, VECTORS]]);
    const present = createFollowedTargets(this.#directory, { name: PIPELINE, writes })!;
    let known: { readonly atMs: number; readonly targets: ReturnType<FollowedTargets> } | undefined;
    return async (call) => {
      if (this.#removed === 'candidates') {
        const published = publishedOf(await this.#directory.read(VECTORS, call));
        return new Map([[VECTORS.family, { numbers: published === undefined ? [] : [published.number] }]]);
      }
      if (this.#removed !== 'targets-after-changes') return present(call);
      const nowMs = this.#clock.monotonicMs();
      if (known === undefined || known.atMs < nowMs - 30_000) known = { atMs: nowMs, targets: present(call) };
      return known.targets;
    };
  }

  async #clients(): Promise<void> {
    while (!this.#isOver) {
      await this.#pause(5_000);
      const key = rowKey(OBJECTS[Math.floor(this.#random() * OBJECTS.length)]!);
      const sequence = this.#changes.filter((each) => each.key.equals(key)).length + 1;
      const commitMicros = Math.max(
        this.#clock.nowMs() * 1_000,
        (this.#changes.at(-1)?.commitMicros ?? 0) + 1,
      );
      const timestampMicros = commitMicros - (this.#random() < 0.5 ? 3_600_000_000 : 0);
      this.#changes.push({ atMs: this.#clock.monotonicMs(), key, sequence, commitMicros, timestampMicros });
    }
  }

  /** Passes the partition on from time to time, as it happens to a worker that is paused for longer than its lease. */
  async #leases(): Promise<void> {
    while (!this.#isOver) {
      await this.#pause(60_000);
      this.#holder = 1 - this.#holder;
    }
  }

  /** Processes the changes in order. The position is stored only by the worker that has the lease. */
  async #follow(worker: number): Promise<void> {
    const process = createProcessBatch({
      pipeline: { name: PIPELINE, corpus: 'users' } as unknown as Pipeline,
      readAt:
        () =>
        async (_, { key }) => {
          await this.#pause(200);
          const row = this.#inputs(key, 0);
          await this.#pause(this.#random() < 0.03 ? 90_000 : 200);
          return { row, privacy: undefined };
        },
      processObjects: (objects) =>
        Promise.resolve({ results: objects.map(({ row }) => outputOf(row)), tookMs: 0 }),
      writer: { mutateRows: async (_, rows) => this.#write(rows) },
      targets: this.#targets,
      clock: this.#clock,
      limits: {
        objectsInFlight: 3,
        pageObjects: 10,
        pageBytesMax: Infinity,
        pagesInFlight: 1,
        threadAttemptsMax: 1,
        derivedWriteMaxMs: Infinity,
      },
      onRejected: ({ error }) => this.#violations.push(error.message),
    });
    while (!this.#isPassOver || this.#position < this.#changes.length) {
      await this.#pause(this.#random() < 0.05 ? 60_000 : 500);
      if (this.#holder !== worker) continue;
      const from = this.#position;
      const nowMs = this.#clock.nowMs();
      const changes = this.#changes.slice(from, from + 10);
      const isLast = from + changes.length === this.#changes.length;
      const objects = changes.map(({ key, commitMicros }) => ({ key, commitMicros }));
      const unique = objects.filter(
        ({ key }, at) => objects.findLastIndex((each) => each.key.equals(key)) === at,
      );
      if (unique.length > 0) await process(unique, 'home', {});
      if (this.#holder !== worker || this.#position !== from) continue;
      this.#batches += 1;
      this.#position = from + changes.length;
      this.#processedUpToMs = isLast ? nowMs - 1 : Math.floor(changes.at(-1)!.commitMicros / 1_000) - 1;
    }
  }

  /** Full passes, each of which is published. */
  async #passes(): Promise<void> {
    const limits = { ...DEFAULTS.generations, versionMarginMs: MARGIN_MS };
    const skewMs = (this.#random() * 2 - 1) * SKEW_MAX_MS;
    const clock: Clock = {
      nowMs: () => Math.floor(this.#clock.nowMs() + skewMs),
      monotonicMs: this.#clock.monotonicMs,
      schedule: this.#clock.schedule,
    };
    const dependencies = { directory: this.#directory, clock, limits };
    const manage = createManageGenerations({
      ...dependencies,
      tablesOf: () => ['users'],
      awaitTables: ([table]) =>
        table === PIPELINES_TABLE ? Promise.resolve() : sleep(this.#clock, this.#lagMs + 1),
      followedUpToMs: async () => this.#processedUpToMs,
    });
    const marginMs = this.#removed === 'version-margin' ? 0 : MARGIN_MS;
    const awaitFollowed =
      this.#removed === 'begin-token' ? undefined : () => sleep(this.#clock, this.#lagMs + 1);
    for (let run = 0; !this.#isOver; run++) {
      const versionMs = clock.nowMs() - marginMs;
      await this.#pause(100);
      const wanted = { dataTypes: [VECTORS], pipeline: PIPELINE, runId: String(run), versionMs };
      const generations = await beginRunGenerations({ ...dependencies, awaitFollowed }, wanted);
      await Promise.all(OBJECTS.map((id) => this.#processInPass(id, generations)));
      await generations.complete();
      const number = generations.numbers.get(VECTORS.family)!;
      const before = await this.#directory.read(VECTORS, {});
      const ignoreFollowers = this.#removed === 'publish-watermark';
      // Workers that are passed on again and again may be behind for longer than a publication waits: it is repeated then.
      const isPublished = (): Promise<boolean> =>
        manage.publish(VECTORS, number, { ignoreFollowers }).then(() => true, falseIfBehind);
      while (!(await isPublished()));
      this.#checkPublished(before, await this.#directory.read(VECTORS, {}));
      if (number > 2)
        await this.#directory.change(
          VECTORS,
          (record) => collectGeneration(record, number - 2, this.#clock.nowMs()),
          {},
        );
      await this.#pause(10_000);
    }
    this.#isPassOver = true;
  }

  /** At no replica, the published generation lacks a change that the one before shows at that moment. */
  #checkPublished(before: GenerationRecord, after: GenerationRecord): void {
    for (const id of OBJECTS)
      for (const lagMs of [0, this.#lagMs]) {
        const [earlier, later] = [before, after].map((record) => this.#sequenceOf(id, record, lagMs) ?? 0);
        if (later! < earlier!)
          this.#violations.push(`${id} shows change ${later} after the publication, and ${earlier} before`);
      }
  }

  async #processInPass(
    id: string,
    { targets }: Awaited<ReturnType<typeof beginRunGenerations>>,
  ): Promise<void> {
    const key = rowKey(id);
    if (this.#random() < 0.5) await this.#pause(10_000);
    const row = this.#inputs(key, this.#random() < 0.5 ? 0 : this.#lagMs);
    await this.#pause(10_000);
    if (row === undefined) return;
    const { versionMs } = targets.get(VECTORS.family)!;
    const options = { versionMs, privacy: undefined, generations: targets };
    await this.#write([{ key, mutations: outputMutations(outputOf(row), options).mutations }]);
  }

  async #write(rows: readonly RowMutations[]) {
    await this.#pause(200);
    for (const { key, mutations } of rows)
      for (const part of this.#removed === 'one-mutation' ? byGeneration(mutations) : [mutations]) {
        this.#writes.push({ atMs: this.#clock.monotonicMs(), key, mutations: part });
        if (this.#removed === 'one-mutation') await this.#pause(2_000);
      }
    return rows.map(() => RECEIPT);
  }

  /** Returns the inputs of an object at a replica. */
  #inputs(key: Buffer, lagMs: number): Row | undefined {
    const shownMs = this.#clock.monotonicMs() - lagMs;
    const cells = this.#changes
      .filter((change) => change.key.equals(key) && change.atMs <= shownMs)
      .map(({ sequence, timestampMicros }): Cell => ({
        family: 'input',
        qualifier: Buffer.from(String(sequence)),
        timestampMicros,
        value: Buffer.alloc(0),
        labels: [],
      }));
    return cells.length === 0 ? undefined : { key, cells };
  }

  /** Reads objects at one replica. Both SubTypes of each must reflect the same changes. */
  async #readAgain(lagMs: number): Promise<void> {
    while (!this.#isOver) {
      await this.#pause(1_000);
      const id = OBJECTS[Math.floor(this.#random() * OBJECTS.length)]!;
      const record = await this.#directory.read(VECTORS, {});
      if (this.#sequenceOf(id, record, lagMs) !== undefined) this.#reads += 1;
    }
  }

  /** Returns the last change that the published object reflects; undefined if there is none. Both SubTypes must be of one. */
  #sequenceOf(id: string, record: GenerationRecord, lagMs: number): number | undefined {
    const published = publishedOf(record);
    if (published === undefined) return undefined;
    const cells = cellsOfGenerations(
      this.#outputs(rowKey(id), lagMs),
      new Map([[VECTORS.family, published.number]]),
    );
    const [first, second] = SUB_TYPES.map((subType) => {
      const versions = cells.filter(({ qualifier }) => qualifier.toString() === subType);
      // Of equal versions, the one that was committed last.
      const newest = versions.reduce<Cell | undefined>(
        (best, cell) => (best === undefined || cell.timestampMicros >= best.timestampMicros ? cell : best),
        undefined,
      );
      return newest === undefined ? 0 : Number(newest.value.toString());
    });
    if (first !== second) this.#violations.push(`${id} is a mixture of changes ${first} and ${second}`);
    return first;
  }

  #outputs(key: Buffer, lagMs: number): readonly Cell[] {
    const shownMs = this.#clock.monotonicMs() - lagMs;
    return this.#writes
      .filter((write) => write.key.equals(key) && write.atMs <= shownMs)
      .flatMap(({ mutations }) => mutations.map(cellOf));
  }

  #checkLast(id: string, record: GenerationRecord): void {
    const last = this.#inputs(rowKey(id), 0)?.cells.length ?? 0;
    const sequence = this.#sequenceOf(id, record, 0);
    if (sequence !== last) this.#violations.push(`${id} shows change ${sequence} of ${last} in the end`);
  }
}

function falseIfBehind(error: unknown): false {
  if (error instanceof TidemarkError && error.code === 'deadline_exceeded') return false;
  throw error;
}

/** The output is the number of changes in the row. */
const outputOf = ({ cells, key }: Row): readonly PipelineOutput[] =>
  objectIdOf(key) === undefined
    ? []
    : SUB_TYPES.map((subType) => ({
        family: VECTORS.family,
        subType,
        value: Buffer.from(String(cells.length)),
      }));

function cellOf(mutation: Mutation): Cell {
  const { familyName, columnQualifier, timestampMicros, value } = mutation.setCell!;
  return {
    family: familyName!,
    qualifier: Buffer.from(columnQualifier as Buffer),
    timestampMicros: Number(timestampMicros),
    value: Buffer.from(value as Buffer),
    labels: [],
  };
}

/** Returns the mutations of each generation apart. */
function byGeneration(mutations: readonly Mutation[]): readonly (readonly Mutation[])[] {
  const groups = new Map<number, Mutation[]>();
  for (const mutation of mutations) {
    const { generation } = parseGenerationColumn(cellOf(mutation).qualifier)!;
    groups.set(generation, [...(groups.get(generation) ?? []), mutation]);
  }
  return [...groups.values()];
}
