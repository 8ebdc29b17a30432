/** The exact counts of a day beside those of the sketches. */
import { chain, qualifierRange, stripValue, cellsPerRowLimit } from '../../bigtable/read/filters';
import type { CalendarDay } from '../../core/time/calendar-day';
import type { CampaignCountQuery, DayPart } from '../../core/campaign-counts/campaign-count-query';
import { EVENTUAL } from '../../core/consistency/consistency';
import { appendAll } from '../../core/shared/lists';
import type { LogNumber, ReconcileVerdict } from '../../core/reconcile/compare-counts';
import { isMismatch, compareCounts } from '../../core/reconcile/compare-counts';
import type { Recount } from '../../core/reconcile/recount';
import { objectIdOf } from '../../core/rows/row-key';
import type { EventDataType, SketchDeclaration } from '../../core/schema/schema';
import { sketchRowKey, type SketchKind } from '../../core/sketches/sketch-row';
import { TidemarkError, type ErrorCode } from '../../errors';
import type { Reader, Scanner } from '../../consistency/store';
import type { CampaignCounts, CountEstimate } from '../campaign-counts/campaign-count-merger';
import { sketchCellFilter } from '../campaign-counts/sketch-cell-filter';
import type { CountCampaigns, CountedCampaign } from '../campaign-counts/count-campaigns';

/** One number of the log beside the sketch's. */
export interface CountComparison {
  readonly entity: string;
  /** Whether the entity has the object that its events must have; undefined where they need none. */
  readonly registered: boolean | undefined;
  readonly action: string;
  /** Counted from the day's beginning; undefined: the whole day. */
  readonly hour: number | undefined;
  readonly kind: SketchKind;
  readonly log: LogNumber;
  /** Undefined where it cannot be read: `error` says why. */
  readonly sketch: CountEstimate | undefined;
  readonly difference: number | undefined;
  readonly bound: number | undefined;
  readonly verdict: ReconcileVerdict;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
}

export interface CompareDayJob {
  readonly dataType: EventDataType;
  readonly sketch: SketchDeclaration;
  readonly day: CalendarDay;
  readonly recount: Recount;
  /** When the recount began, milliseconds since the Unix epoch. */
  readonly recountedMs: number;
  /** Canonical; absent: all that the log has, and all that are registered. */
  readonly only?: ReadonlySet<string>;
  /** The hours as well as the day. */
  readonly hours: boolean;
  /** How many standard errors an estimate may be off. */
  readonly sigmas: number;
  readonly signal: AbortSignal;
}

export interface CompareDayDependencies {
  readonly scanner: Scanner;
  readonly reader: Reader;
  readonly countCampaigns: CountCampaigns;
  readonly limits: {
    /** Whose sketches are read together. */
    readonly entitiesPerRead: number;
    readonly entitiesMax: number;
    readonly callTimeoutMs: number;
    /** Two clocks of the fleet are never further apart. */
    readonly clockSkewMaxMs: number;
  };
}

/** In the order of the entities' ids. Throws what failed reads throw. */
export type CompareDay = (job: CompareDayJob) => AsyncIterable<CountComparison>;

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

/** Undefined where entities need no object. */
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
        `more than ${limits.entitiesMax} entities are registered: ask for some`,
      );
    }
  }
  return ids;
}

type Unregistered = Omit<CountComparison, 'registered'>;

/** Some entities, whose sketches are read together. */
class Batch {
  readonly #ids: readonly string[];
  readonly #job: CompareDayJob;
  readonly #dependencies: CompareDayDependencies;

  constructor(ids: readonly string[], job: CompareDayJob, dependencies: CompareDayDependencies) {
    this.#ids = ids;
    this.#job = job;
    this.#dependencies = dependencies;
  }

  async read(): Promise<readonly Unregistered[]> {
    const found = await this.#compareBy('day');
    if (this.#job.hours) appendAll(found, await this.#compareBy('hour'));
    const place = new Map(this.#ids.map((id, at) => [id, at]));
    return (await this.#lookAgain(found)).sort((a, b) => place.get(a.entity)! - place.get(b.entity)!);
  }

  async #compareBy(grain: 'day' | 'hour'): Promise<Unregistered[]> {
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

  #comparisons(entity: string, counted: CountedCampaign, grain: 'day' | 'hour'): Unregistered[] {
    const { dataType, sketch, day } = this.#job;
    const kinds: readonly SketchKind[] = sketch.reach ? ['events', 'users'] : ['events'];
    const found: Unregistered[] = [];
    for (let period = 0; period < (grain === 'day' ? 1 : hoursOf(day)); period++) {
      const hour = grain === 'day' ? undefined : period;
      dataType.events.actions.forEach(({ name: action }, place) => {
        for (const kind of kinds) {
          const log = this.#logOf(entity, action, kind, hour);
          const which = { entity, action, hour, kind, log };
          if ('error' in counted) found.push(unreadable(which, counted.error));
          else appendAll(found, this.#judged(which, numberOf(counted.counts, { period, place, kind })));
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

  /** What both say nothing of is left out, unless it is asked for by its id. */
  #judged(which: Pick<CountComparison, 'log' | keyof Named>, sketch: CountEstimate): Unregistered[] {
    const { only, sigmas } = this.#job;
    const isNothing = sketch.count === 0 && which.log.exact === 0;
    if (isNothing && (only === undefined || which.hour !== undefined)) return [];
    return [{ ...which, sketch, ...compareCounts(which.log, sketch, sigmas) }];
  }

  /** Events that came in since the log was read are in the sketch: of an open day, or late ones of any. */
  async #lookAgain(found: readonly Unregistered[]): Promise<Unregistered[]> {
    const isMore = ({ verdict, difference = 0 }: Unregistered): boolean =>
      isMismatch(verdict) && difference > 0;
    const doubtful = [...new Set(found.filter(isMore).map(({ entity }) => entity))];
    const written = doubtful.length === 0 ? new Set<string>() : await this.#writtenSince(doubtful);
    return found.map((each) =>
      isMore(each) && written.has(each.entity) ? { ...each, verdict: 'growing' } : each,
    );
  }

  async #writtenSince(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { sketch, dataType, day, recountedMs, signal } = this.#job;
    const { reader, limits } = this.#dependencies;
    const selection = {
      hours: undefined,
      actionCodes: dataType.events.actions.map(({ code }) => code),
      kinds: ['events', 'users'] as const,
    };
    const newer = sketchCellFilter(sketch.family, selection, recountedMs - limits.clockSkewMaxMs);
    const read = {
      table: sketch.corpus,
      keys: ids.map((id) => sketchRowKey(id, day.day)),
      filter: chain(newer, stripValue()),
    };
    const { rows } = await reader.readRows(read, EVENTUAL, { signal, timeoutMs: limits.callTimeoutMs });
    return new Set(ids.filter((_, at) => rows[at] !== undefined));
  }
}

type Named = Pick<CountComparison, 'entity' | 'action' | 'hour' | 'kind'>;

function unreadable(which: Named & Pick<CountComparison, 'log'>, error: TidemarkError): Unregistered {
  const { code, message } = error;
  const nothing = { sketch: undefined, difference: undefined, bound: undefined };
  return { ...which, ...nothing, verdict: 'unreadable', error: { code, message } };
}

function numberOf(
  counts: CampaignCounts,
  { period, place, kind }: { readonly period: number; readonly place: number; readonly kind: SketchKind },
): CountEstimate {
  const { events, users } = counts[period]![place]!;
  return kind === 'events' ? events : users!;
}

const hoursOf = ({ startMs, endMs }: CalendarDay): number => Math.ceil((endMs - startMs) / 3_600_000);
