/** Compares the exact counts of a day with those of the sketches. */
import { chain, qualifierRange, stripValue, cellsPerRowLimit } from '../../bigtable/read/filters';
import type { CalendarDay } from '../../core/time/calendar-day';
import type { CampaignCountQuery, DayPart } from '../../core/campaign-counts/campaign-count-query';
import { EVENTUAL } from '../../core/consistency/consistency';
import { appendAll } from '../../core/shared/lists';
import {
  type LogNumber,
  type ReconcileVerdict,
  isMismatch,
  compareCounts,
} from '../../core/reconcile/compare-counts';
import type { SketchPartsOf } from '../../core/residency/sketch-tables';
import type { Recount } from '../../core/reconcile/recount';
import { objectIdOf } from '../../core/rows/row-key';
import type { EventDataType, SketchDeclaration } from '../../core/schema/schema';
import { sketchRowKey, type SketchKind } from '../../core/sketches/sketch-row';
import { TidemarkError, type ErrorCode } from '../../errors';
import type { Reader, Scanner } from '../../consistency/store';
import type {
  CampaignCounts,
  CountEstimate,
  CountedCampaign,
} from '../../core/campaign-counts/campaign-counts-answer';
import { readParts } from '../campaign-counts/read-parts';
import { sketchCellFilter } from '../campaign-counts/sketch-cell-filter';
import type { CountCampaigns } from '../campaign-counts/count-campaigns';

/** One exact count and the sketch's estimate of it. */
export interface CountComparison {
  readonly entity: string;
  /** Whether the entity has the object that its events require; undefined when no object is required. */
  readonly registered: boolean | undefined;
  readonly action: string;
  /** Hour of the day, from 0; undefined: the whole day. */
  readonly hour: number | undefined;
  readonly kind: SketchKind;
  readonly log: LogNumber;
  /** Estimate of the sketch; undefined when the sketch cannot be read, with the reason in `error`. */
  readonly sketch: CountEstimate | undefined;
  readonly difference: number | undefined;
  readonly bound: number | undefined;
  readonly verdict: ReconcileVerdict;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

/** Parameters of a comparison. */
interface CompareDayJob {
  readonly dataType: EventDataType;
  readonly sketch: SketchDeclaration;
  readonly day: CalendarDay;
  readonly recount: Recount;
  /** Start of the recount, in milliseconds since the Unix epoch. */
  readonly recountedMs: number;
  /** Canonical ids of the entities to compare. Absent: all entities in the recount and all registered ones. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Compares each hour as well as the day. */
  readonly hours: boolean;
  /** Number of standard errors that an estimate may be off. */
  readonly sigmas: number;
  readonly signal: AbortSignal;
}

export interface CompareDayDependencies {
  readonly scanner: Scanner;
  readonly reader: Reader;
  /** Counts of the same parts of the sketches as `partsOf`. */
  readonly countCampaigns: CountCampaigns;
  /** Returns the parts to compare: those of the placements whose events are recounted. */
  readonly partsOf: SketchPartsOf;
  readonly limits: {
    /** Number of entities whose sketches are read together. */
    readonly entitiesPerRead: number;
    readonly entitiesMax: number;
    readonly callTimeoutMs: number;
    /** Maximum difference between the clocks of two processes, in milliseconds. */
    readonly clockSkewMaxMs: number;
  };
}

/** Yields the comparisons in the order of entity ids. Throws the errors of failed reads. */
export type CompareDay = (job: CompareDayJob) => AsyncIterable<CountComparison>;

/** Returns an operation that compares a recount with the sketches. */
export function createCompareDay(dependencies: CompareDayDependencies): CompareDay {
  return (job) => ({ [Symbol.asyncIterator]: () => compare(job, dependencies) });
}

async function* compare(
  job: CompareDayJob,
  dependencies: CompareDayDependencies,
): AsyncGenerator<CountComparison> {
  const { recount, only, sketch } = job;
  const registered = await registeredOf(sketch, job, dependencies);
  const ids = [...(only ?? new Set([...recount.entities(), ...(registered ?? [])]))].sort();
  const { entitiesPerRead } = dependencies.limits;
  for (let at = 0; at < ids.length; at += entitiesPerRead) {
    const some = ids.slice(at, at + entitiesPerRead);
    const found = await new Batch(some, job, dependencies).read();
    for (const comparison of found) yield { ...comparison, registered: registered?.has(comparison.entity) };
  }
}

/** Returns the registered entities; undefined when entities need no object. */
async function registeredOf(
  { registeredAs }: SketchDeclaration,
  { signal }: CompareDayJob,
  { scanner, limits }: CompareDayDependencies,
): Promise<ReadonlySet<string> | undefined> {
  if (registeredAs === undefined) return undefined;
  const { corpus: table, family } = registeredAs;
  const filter = chain(qualifierRange({ family }), cellsPerRowLimit(1), stripValue());
  const ids = new Set<string>();
  for await (const { key } of scanner.scan({ table, filter }, { signal })) {
    const id = objectIdOf(key);
    if (id !== undefined) ids.add(id);
    if (ids.size > limits.entitiesMax) {
      throw new TidemarkError(
        'answer_too_large',
        `more than ${limits.entitiesMax} entities are registered: select some of them`,
      );
    }
  }
  return ids;
}

type UnregisteredComparison = Omit<CountComparison, 'registered'>;

/** Entities whose sketches are read together. */
class Batch {
  readonly #ids: readonly string[];
  readonly #job: CompareDayJob;
  readonly #dependencies: CompareDayDependencies;

  constructor(ids: readonly string[], job: CompareDayJob, dependencies: CompareDayDependencies) {
    this.#ids = ids;
    this.#job = job;
    this.#dependencies = dependencies;
  }

  async read(): Promise<readonly UnregisteredComparison[]> {
    const found = await this.#compareBy('day');
    if (this.#job.hours) appendAll(found, await this.#compareBy('hour'));
    const index = new Map(this.#ids.map((id, at) => [id, at]));
    return (await this.#markGrowing(found)).sort((a, b) => index.get(a.entity)! - index.get(b.entity)!);
  }

  async #compareBy(grain: 'day' | 'hour'): Promise<UnregisteredComparison[]> {
    const { signal } = this.#job;
    const { countCampaigns, limits } = this.#dependencies;
    const query = this.#query(grain);
    const options = { signal, timeoutMs: limits.callTimeoutMs };
    const { campaigns } = await countCampaigns({ query, consistency: EVENTUAL }, options);
    return this.#ids.flatMap((id, at) => this.#comparisons(id, campaigns[at]!, grain));
  }

  #query(by: 'day' | 'hour'): CampaignCountQuery {
    const { dataType, sketch: sketches, day } = this.#job;
    const { actions } = dataType.events;
    const hours = by === 'day' ? undefined : { first: 0, end: hoursOf(day) };
    const periods = Array.from({ length: hours?.end ?? 1 }, () => ({
      name: day.day,
      fromMs: day.startMs,
      toMs: day.endMs,
    }));
    const parts: readonly DayPart[] = [{ day: day.day, hours, period: 0 }];
    const asked = { dataType, sketches, ids: this.#ids, actions, by, periods, parts };
    return { ...asked, breakdown: undefined, reach: sketches.reach };
  }

  #comparisons(entity: string, counted: CountedCampaign, grain: 'day' | 'hour'): UnregisteredComparison[] {
    const { dataType, sketch, day } = this.#job;
    const kinds: readonly SketchKind[] = sketch.reach ? ['events', 'users'] : ['events'];
    const found: UnregisteredComparison[] = [];
    for (let period = 0; period < (grain === 'day' ? 1 : hoursOf(day)); period++) {
      const hour = grain === 'day' ? undefined : period;
      dataType.events.actions.forEach(({ name: action }, index) => {
        for (const kind of kinds) {
          const log = this.#logOf(entity, action, kind, hour);
          const key = { entity, action, hour, kind, log };
          if ('error' in counted) found.push(unreadable(key, counted.error));
          else appendAll(found, this.#compare(key, numberOf(counted.counts, { period, place: index, kind })));
        }
      });
    }
    return found;
  }

  #logOf(entity: string, action: string, kind: SketchKind, hour: number | undefined): LogNumber {
    const numbers = this.#job.recount.cell(entity, action)?.[kind];
    const period = hour === undefined ? 0 : 1 + hour;
    return { exact: numbers?.exact[period] ?? 0, possible: numbers?.possible[period] ?? 0 };
  }

  /** Omits comparisons in which both counts are 0, unless the entity was requested by its id. */
  #compare(
    key: Pick<CountComparison, 'log' | keyof CountKey>,
    sketch: CountEstimate,
  ): UnregisteredComparison[] {
    const { only, sigmas } = this.#job;
    const isEmpty = sketch.count === 0 && key.log.exact === 0;
    if (isEmpty && (only === undefined || key.hour !== undefined)) return [];
    return [{ ...key, sketch, ...compareCounts(key.log, sketch, sigmas) }];
  }

  /**
   * Marks differences as `growing` when the sketch was written after the recount had started: events of an open day,
   * or late events of any day.
   */
  async #markGrowing(found: readonly UnregisteredComparison[]): Promise<UnregisteredComparison[]> {
    const isExcess = ({ verdict, difference = 0 }: UnregisteredComparison): boolean =>
      isMismatch(verdict) && difference > 0;
    const excessive = [...new Set(found.filter(isExcess).map(({ entity }) => entity))];
    const written = excessive.length === 0 ? new Set<string>() : await this.#writtenSince(excessive);
    return found.map((each) =>
      isExcess(each) && written.has(each.entity) ? { ...each, verdict: 'growing' } : each,
    );
  }

  async #writtenSince(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { sketch, dataType, day, recountedMs, signal } = this.#job;
    const { reader, partsOf, limits } = this.#dependencies;
    const selection = {
      hours: undefined,
      actionCodes: dataType.events.actions.map(({ code }) => code),
      kinds: ['events', 'users'] as const,
    };
    const newer = sketchCellFilter(sketch.family, selection, recountedMs - limits.clockSkewMaxMs);
    const read = {
      keys: ids.map((id) => sketchRowKey(id, day.day)),
      filter: chain(newer, stripValue()),
    };
    const options = { signal, timeoutMs: limits.callTimeoutMs };
    const { parts } = partsOf(sketch.corpus);
    const { rows } = await readParts(read, { reader, parts, consistency: EVENTUAL, options });
    return new Set(ids.filter((_, at) => rows[at] !== undefined));
  }
}

type CountKey = Pick<CountComparison, 'entity' | 'action' | 'hour' | 'kind'>;

function unreadable(
  key: CountKey & Pick<CountComparison, 'log'>,
  error: TidemarkError,
): UnregisteredComparison {
  const { code, message } = error;
  const empty = { sketch: undefined, difference: undefined, bound: undefined };
  return { ...key, ...empty, verdict: 'unreadable', error: { code, message } };
}

function numberOf(
  counts: CampaignCounts,
  {
    period,
    place: index,
    kind,
  }: { readonly period: number; readonly place: number; readonly kind: SketchKind },
): CountEstimate {
  const { events, users } = counts[period]![index]!;
  return kind === 'events' ? events : users!;
}

const hoursOf = ({ startMs, endMs }: CalendarDay): number => Math.ceil((endMs - startMs) / 3_600_000);
