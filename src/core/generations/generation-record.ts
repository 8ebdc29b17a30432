/**
 * The generations of one DataType and the pointer to the published one, as pure transitions of one record:
 *
 * ```text
 * building ──publish──→ published ←─rollback── retired
 *     │                     └──publish, rollback──→ │
 *     └───────────collect──→ collected ←──collect───┘
 * ```
 *
 * A collected generation is never read again, and numbers are never used again. So a write that arrives late in a
 * collected generation is invisible, and the next collection deletes it.
 */
import { TidemarkError } from '../../errors';
import { GENERATION_MAX } from './generation-column';

export const GENERATION_STATES = ['building', 'published', 'retired', 'collected'] as const;
export type GenerationState = (typeof GENERATION_STATES)[number];

/** One generation. Times are milliseconds since the Unix epoch. */
export interface Generation {
  readonly number: number;
  readonly state: GenerationState;
  /** Pipeline that writes it. */
  readonly pipeline: string;
  /** Id of its full pass. */
  readonly runId: string;
  /** Version of the cells of the full pass: its logical time, less a margin for the differences of clocks. */
  readonly versionMs: number;
  readonly begunAtMs: number;
  /** Absent while pages of the full pass are missing. */
  readonly completedAtMs?: number | undefined;
  /** Last publication. */
  readonly publishedAtMs?: number | undefined;
  readonly retiredAtMs?: number | undefined;
  readonly collectedAtMs?: number | undefined;
  /** Time when a scan found none of its cells. Absent while cells may be left. */
  readonly emptiedAtMs?: number | undefined;
}

/** All generations of one DataType. */
export interface GenerationRecord {
  /** Number of the next generation. It only grows. */
  readonly nextNumber: number;
  /** Number of changes of the pointer, which orders its values. It only grows. */
  readonly publications: number;
  /** In ascending order of their numbers. Those that are empty for long are left out. */
  readonly generations: readonly Generation[];
}

export interface GenerationLimits {
  /** Maximum number of generations that are not collected. */
  readonly openMax: number;
  /** Number of empty generations that stay in the list. */
  readonly emptiedKept: number;
}

export const EMPTY_GENERATIONS: GenerationRecord = Object.freeze({
  nextNumber: 1,
  publications: 0,
  generations: Object.freeze([]),
});

/** Returns the generation that reads use; undefined before the first publication. */
export function publishedOf({ generations }: GenerationRecord): Generation | undefined {
  return generations.find(({ state }) => state === 'published');
}

/** Returns the generations that a pipeline which follows changes writes: those that its runs build or have published. */
export function followedGenerations(
  { generations }: GenerationRecord,
  pipeline: string,
): readonly Generation[] {
  return generations.filter(
    (each) => each.pipeline === pipeline && (each.state === 'building' || each.state === 'published'),
  );
}

/** Returns a generation. Throws `generation_not_found`. */
export function generationOf({ generations }: GenerationRecord, number: number): Generation {
  const found = generations.find((each) => each.number === number);
  if (found !== undefined) return found;
  throw new TidemarkError('generation_not_found', `generation ${number} does not exist`, {
    field: 'generation',
  });
}

export interface GenerationToBegin {
  readonly pipeline: string;
  readonly runId: string;
  readonly versionMs: number;
}

/**
 * Adds a generation of the run in state `building`; the record is unchanged if the run has one. Throws
 * `generation_conflict` if too many are not collected, and if the generation of the run was collected.
 */
export function beginGeneration(
  record: GenerationRecord,
  run: GenerationToBegin,
  { atMs, limits }: { readonly atMs: number; readonly limits: GenerationLimits },
): { readonly record: GenerationRecord; readonly generation: Generation } {
  const { generations, nextNumber } = record;
  const begun = generations.find(({ pipeline, runId }) => pipeline === run.pipeline && runId === run.runId);
  if (begun?.state === 'collected') throw conflict(begun, 'continued');
  if (begun !== undefined) return { record, generation: begun };
  const open = generations.filter(({ state }) => state !== 'collected').length;
  if (open >= limits.openMax)
    throw new TidemarkError(
      'generation_conflict',
      `${open} generations are not collected: collect some of them first`,
    );
  if (nextNumber > GENERATION_MAX)
    throw new TidemarkError('generation_conflict', 'all numbers of generations are used: add a DataType');
  const { pipeline, runId, versionMs } = run;
  const generation: Generation = {
    number: nextNumber,
    state: 'building',
    pipeline,
    runId,
    versionMs,
    begunAtMs: atMs,
  };
  const next = { ...record, nextNumber: nextNumber + 1, generations: [...generations, generation] };
  return { record: next, generation };
}

/** Records that all pages of the full pass are acknowledged. Throws `generation_conflict` if it was collected. */
export function completeGeneration(record: GenerationRecord, number: number, atMs: number): GenerationRecord {
  const generation = generationOf(record, number);
  if (generation.state === 'collected') throw conflict(generation, 'completed');
  if (generation.completedAtMs !== undefined) return record;
  return replaced(record, { ...generation, completedAtMs: atMs });
}

/**
 * Makes a complete generation the one that reads use, and retires the one before. The record is unchanged if it is
 * published. Throws `generation_conflict` if it is incomplete, or was published before: `rollbackTo` is for those.
 */
export function publishGeneration(record: GenerationRecord, number: number, atMs: number): GenerationRecord {
  const generation = generationOf(record, number);
  if (generation.state === 'published') return record;
  if (generation.state !== 'building') throw conflict(generation, 'published');
  if (generation.completedAtMs === undefined)
    throw new TidemarkError(
      'generation_conflict',
      `generation ${number} is incomplete: publish it after its full pass has ended`,
    );
  return pointTo(record, generation, atMs);
}

/**
 * Makes a retired generation the one that reads use again. Default: the one with the largest number below that of the
 * published generation. The record is unchanged if the named one is published.
 */
export function rollbackTo(
  record: GenerationRecord,
  number: number | undefined,
  atMs: number,
): GenerationRecord {
  const target = number === undefined ? earlierOf(record) : generationOf(record, number);
  if (target.state === 'published') return record;
  if (target.state !== 'retired') throw conflict(target, 'rolled back to');
  return pointTo(record, target, atMs);
}

function earlierOf(record: GenerationRecord): Generation {
  const below = publishedOf(record)?.number ?? 0;
  const retired = record.generations.filter(({ state, number }) => state === 'retired' && number < below);
  const target = retired.at(-1);
  if (target !== undefined) return target;
  throw new TidemarkError('generation_conflict', 'no earlier generation can be published again');
}

function pointTo(record: GenerationRecord, target: Generation, atMs: number): GenerationRecord {
  const generations = record.generations.map((each): Generation => {
    if (each.number === target.number) return { ...each, state: 'published', publishedAtMs: atMs };
    return each.state === 'published' ? { ...each, state: 'retired', retiredAtMs: atMs } : each;
  });
  return { ...record, publications: record.publications + 1, generations };
}

/**
 * Marks a generation as collected: no read may begin to use it. Its cells may be deleted once all reads that had begun
 * are over. Throws `generation_conflict` for the published one.
 */
export function collectGeneration(record: GenerationRecord, number: number, atMs: number): GenerationRecord {
  const generation = generationOf(record, number);
  if (generation.state === 'collected') return record;
  if (generation.state === 'published') throw conflict(generation, 'collected');
  return replaced(record, { ...generation, state: 'collected', collectedAtMs: atMs });
}

/** Records that no cell of a collected generation is left. Throws `generation_conflict` if it is not collected. */
export function emptyGeneration(
  record: GenerationRecord,
  number: number,
  { atMs, limits }: { readonly atMs: number; readonly limits: GenerationLimits },
): GenerationRecord {
  const generation = generationOf(record, number);
  if (generation.state !== 'collected') throw conflict(generation, 'recorded as empty');
  if (generation.emptiedAtMs !== undefined) return record;
  const next = replaced(record, { ...generation, emptiedAtMs: atMs });
  const emptied = next.generations.filter(({ emptiedAtMs }) => emptiedAtMs !== undefined);
  const dropped = new Set(emptied.slice(0, -limits.emptiedKept || emptied.length));
  return { ...next, generations: next.generations.filter((each) => !dropped.has(each)) };
}

/** Whether reads may use a generation of this state. */
export function isReadable({ state }: Generation): boolean {
  return state !== 'collected';
}

function replaced(record: GenerationRecord, generation: Generation): GenerationRecord {
  const generations = record.generations.map((each) =>
    each.number === generation.number ? generation : each,
  );
  return { ...record, generations };
}

function conflict({ number, state }: Generation, verb: string): TidemarkError {
  return new TidemarkError('generation_conflict', `generation ${number} is ${state}: it cannot be ${verb}`);
}
