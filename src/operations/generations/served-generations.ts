import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { NO_PINS, type PinnedGenerations } from '../../core/generations/generation-column';
import {
  chooseGenerations,
  coversToken,
  newerPointers,
  pointerOf,
  type PointerVector,
  type RequestedGenerations,
} from '../../core/generations/pointer-vector';
import { generationsOf } from '../../core/generations/stored-generations';
import type { DataType } from '../../core/schema/schema';
import type { Publication } from '../../core/tokens/publications';
import { withPublications, type WriteToken } from '../../core/tokens/write-token';
import { invalidArgument, TidemarkError } from '../../errors';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import { supervise, type SupervisedTask } from '../../platform/tasks/supervisor';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Reader } from '../../consistency/store';
import { momentOf, type Moment } from '../../residency/mover/lease-wait';
import type { PublishedGeneration } from '../console/operations-status';
import { readGenerations } from './generation-directory';

/** The part of the section `generations` of the configuration that reads need. */
export interface ServedGenerationLimits {
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  readonly pointerAgeMaxMs: number;
  readonly answerAgeMaxMs: number;
  readonly repeatsMax: number;
  readonly refreshTimeoutMs: number;
  readonly refreshPauseMs: number;
}

interface ServedGenerationsOptions {
  readonly reader: Pick<Reader, 'readRows'>;
  /** DataTypes of the store. Those without generations are ignored. */
  readonly dataTypes: readonly DataType[];
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: ServedGenerationLimits;
  /** Called with the code of each failed read of the pointers. */
  readonly onError?: ((code: string) => void) | undefined;
}

/** Selection of a read of objects, as far as generations depend on it. */
interface GenerationsToRead {
  readonly dataTypes: Iterable<DataType>;
  /** Generations that the caller names, by family. */
  readonly requested?: RequestedGenerations | undefined;
  readonly consistency: Consistency;
}

/** Generations that reads use. */
export interface ServedGenerations {
  /**
   * Runs a read with one generation of each DataType, from its start to its end. DataTypes without generations cost nothing.
   * `read` is repeated if the pointers became too old while it ran, because the process was suspended.
   *
   * Throws `generation_not_found` for a requested generation, `invalid_argument` for one of a DataType without
   * generations, `consistency_unmet` for a token that no replica satisfies, and the errors of reading the pointers.
   */
  read<A>(
    wanted: GenerationsToRead,
    read: (pins: PinnedGenerations) => Promise<A>,
  ): Promise<A & ReadGenerations>;
}

/** Generations of an answer. */
export interface ReadGenerations {
  /** Numbers by family. Undefined if no selected DataType has generations. */
  readonly generations?: Readonly<Record<string, number>> | undefined;
  /** Pointers that the read has used: for its token. */
  readonly publications?: readonly Publication[] | undefined;
}

interface TakenVector {
  readonly vector: PointerVector;
  /** When the read of the pointers was sent. */
  readonly sentAt: Moment;
}

/**
 * The pointers to the published generations of all DataTypes, read in the background. A read takes all of them once, at
 * its start, and needs no call of its own: see docs/decisions/0014-pipelines.md.
 */
export class GenerationPointers implements ServedGenerations {
  readonly #options: ServedGenerationsOptions;
  readonly #dataTypes: readonly DataType[];
  #taken: TakenVector | undefined;
  #polling: Promise<void> | undefined;
  #task: SupervisedTask | undefined;

  constructor(options: ServedGenerationsOptions) {
    this.#options = options;
    this.#dataTypes = options.dataTypes.filter(({ generations }) => generations === true);
  }

  /** Whether no DataType has generations, so that there is nothing to read. */
  get isUnused(): boolean {
    return this.#dataTypes.length === 0;
  }

  /** Whether reads may begin: the pointers were read once, or there are none. */
  get isLoaded(): boolean {
    return this.isUnused || this.#taken !== undefined;
  }

  /** Pointers as they were read last; undefined before the first read. */
  get vector(): PointerVector | undefined {
    return this.#taken?.vector;
  }

  /** Age of the pointers in milliseconds, by the clock that shows more; Infinity before the first read. */
  get ageMs(): number {
    return this.#taken === undefined ? Infinity : this.#ageOf(this.#taken);
  }

  /** Returns the pointers as they were last read, for operators. Empty before the first read. */
  published(): readonly PublishedGeneration[] {
    const pointers = [...(this.#taken?.vector ?? [])];
    return pointers.map(([dataType, { published, publication, readable }]) => ({
      dataType,
      published,
      publications: publication,
      readable: [...readable],
    }));
  }

  start(): void {
    if (this.isUnused) return;
    const { clock, random, logger, limits, onError } = this.#options;
    this.#task ??= supervise({
      name: 'generations',
      intervalMs: limits.pollIntervalMs,
      firstRunWithinMs: 0,
      timeoutMs: limits.pollTimeoutMs,
      backoffMaxMs: limits.pollIntervalMs,
      clock,
      random,
      run: () => this.poll(),
      onError: (err, failuresInARow) => {
        onError?.(err instanceof TidemarkError ? err.code : 'internal');
        if (failuresInARow === 1) logger.warn({ err }, 'the pointers of generations cannot be read');
      },
    });
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
  }

  /** Reads the pointers once. Never rejects: the process is not ready before a read has succeeded. */
  async warmUp(): Promise<void> {
    await this.poll().catch(() => undefined);
  }

  /** Reads the pointers at the nearest replica. Concurrent calls share one read. */
  poll(): Promise<void> {
    if (this.isUnused) return Promise.resolve();
    this.#polling ??= this.#poll().finally(() => (this.#polling = undefined));
    return this.#polling;
  }

  async read<A>(
    wanted: GenerationsToRead,
    read: (pins: PinnedGenerations) => Promise<A>,
  ): Promise<A & ReadGenerations> {
    const dataTypes = withGenerations(wanted);
    if (dataTypes.length === 0) return withoutPins(read);
    for (let repeats = 0; ; repeats++) {
      const taken = await this.#take(dataTypes, wanted.consistency);
      const { pins, publications } = chooseGenerations(taken.vector, dataTypes, wanted.requested);
      const answer = await read(pins);
      const { answerAgeMaxMs, repeatsMax } = this.#options.limits;
      if (this.#ageOf(taken) <= answerAgeMaxMs)
        return { ...answer, generations: numbersOf(pins), publications };
      if (repeats === repeatsMax)
        throw new TidemarkError('deadline_exceeded', 'the process was suspended while it read a generation');
    }
  }

  /** Returns pointers that are young enough, and at least as new as the token of the read. */
  async #take(dataTypes: readonly DataType[], { token }: Consistency): Promise<TakenVector> {
    if (this.ageMs > this.#options.limits.pointerAgeMaxMs) await this.poll();
    const taken = this.#taken!;
    if (coversToken(taken.vector, dataTypes, token)) return taken;
    return this.#takeWithToken(dataTypes, token);
  }

  /** Reads the pointers until they are as new as the token. Usually one read is enough. */
  async #takeWithToken(dataTypes: readonly DataType[], token: WriteToken | undefined): Promise<TakenVector> {
    const { clock, limits } = this.#options;
    const deadlineMs = clock.monotonicMs() + limits.refreshTimeoutMs;
    for (;;) {
      await this.poll();
      if (coversToken(this.#taken!.vector, dataTypes, token)) return this.#taken!;
      if (clock.monotonicMs() >= deadlineMs) break;
      await sleep(clock, limits.refreshPauseMs);
    }
    const message = 'the nearest replica does not have the publication that the token requires';
    throw new TidemarkError('consistency_unmet', message);
  }

  async #poll(): Promise<void> {
    const { reader, clock, limits } = this.#options;
    const sentAt = momentOf(clock);
    const call = { timeoutMs: limits.pollTimeoutMs };
    const records = await readGenerations(reader, this.#dataTypes, call);
    const read = new Map(
      this.#dataTypes.map((dataType, index) => [generationsOf(dataType), pointerOf(records[index]!)]),
    );
    const known = this.#taken;
    // Answers may arrive in another order than their reads were sent.
    const isNewest = known === undefined || known.sentAt.monotonicMs <= sentAt.monotonicMs;
    this.#taken = isNewest
      ? { vector: newerPointers(known?.vector ?? new Map(), read), sentAt }
      : { vector: newerPointers(read, known.vector), sentAt: known.sentAt };
  }

  #ageOf({ sentAt }: TakenVector): number {
    const { clock } = this.#options;
    return Math.max(clock.monotonicMs() - sentAt.monotonicMs, clock.nowMs() - sentAt.wallMs);
  }
}

/** The answer is not copied: all members of `ReadGenerations` are absent. */
const withoutPins = <A>(read: (pins: PinnedGenerations) => Promise<A>): Promise<A & ReadGenerations> =>
  read(NO_PINS) as Promise<A & ReadGenerations>;

/** Returns the selected DataTypes with generations. Throws `invalid_argument` for a requested one that has none. */
export function withGenerations({
  dataTypes,
  requested,
}: Omit<GenerationsToRead, 'consistency'>): readonly DataType[] {
  const found: DataType[] = [];
  for (const dataType of dataTypes) if (dataType.generations === true) found.push(dataType);
  for (const family of Object.keys(requested ?? {})) {
    if (found.some((each) => each.family === family)) continue;
    throw invalidArgument(`generations.${family}`, 'is not a selected DataType with generations');
  }
  return found;
}

/** Returns the generations by family, without DataTypes of which none is published. */
export function numbersOf(pins: PinnedGenerations): Readonly<Record<string, number>> {
  return Object.fromEntries([...pins].filter((entry): entry is [string, number] => entry[1] !== undefined));
}

/** Generations of a store that does not follow the pointers. Reads of DataTypes with generations fail. */
export const NO_GENERATIONS: ServedGenerations = {
  read(wanted, read) {
    if (withGenerations(wanted).length === 0) return withoutPins(read);
    throw new TidemarkError('not_ready', 'this process does not read the pointers of generations');
  },
};

/** Returns the evidence with a token for reads that must use pointers at least as new. */
export function withGenerationToken(evidence: ReadEvidence, { publications }: ReadGenerations): ReadEvidence {
  if (publications === undefined || publications.length === 0) return evidence;
  return { ...evidence, token: withPublications(evidence.token, publications) };
}
