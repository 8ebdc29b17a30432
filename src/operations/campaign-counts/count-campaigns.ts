/** Counts over all users: sketches of campaigns' days, read many at once and merged into numbers. */
import type { CallOptions, Row } from '../../bigtable/client/types';
import type { CampaignCountQuery, DayPart } from '../../core/campaign-counts/campaign-count-query';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { sketchRowKey } from '../../core/sketches/sketch-row';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { mergeEvidence } from '../../consistency/read/read-together';
import type { Reader } from '../../consistency/store';
import {
  CampaignCountMerger,
  type CampaignCounts,
  type CampaignCountMergerLimits,
} from './campaign-count-merger';
import { sketchCellFilter } from './sketch-cell-filter';
import { isCorruption, type CorruptionObserver } from './corrupted-sketches';
import {
  EntityTooLarge,
  groupBy,
  readInChunks,
  rowTooLarge,
  withRemainingTime,
  type RowOrTooLarge,
} from './chunked-read';

export interface CountCampaignsRequest {
  readonly query: CampaignCountQuery;
  readonly consistency: Consistency;
}

/** One entity's counts, or why there are none: what is damaged, or too large, is its alone. */
export type CountedCampaign = { readonly counts: CampaignCounts } | { readonly error: TidemarkError };

export interface CampaignCountsAnswer {
  /** One for each id, in their order. What nobody has ever counted has counts of 0. */
  readonly campaigns: readonly CountedCampaign[];
  /** Event time up to which they are complete; undefined where nothing tells. Milliseconds since the Unix epoch. */
  readonly completeUpToMs: number | undefined;
  readonly evidence: ReadEvidence;
}

export type CountCampaigns = (
  request: CountCampaignsRequest,
  options?: CallOptions,
) => Promise<CampaignCountsAnswer>;

export interface CampaignCountLimits {
  readonly rowsPerRead: number;
  /** Bytes of sketches that are held at once. */
  readonly readBytesMax: number;
  /** Numbers in one answer. */
  readonly answerCountsMax: number;
}

/** How far ingestion is, as its stages tell it. */
export type ReadCompleteness = () => Promise<{ readonly completeUpToMs: number | undefined }>;

export interface CountCampaignsDependencies {
  readonly reader: Pick<Reader, 'readRows'>;
  readonly clock: Clock;
  readonly limits: CampaignCountLimits;
  readonly tokens: { readonly writesMax: number };
  /** Absent: nobody knows up to when counts are complete. */
  readonly readProgress?: ReadCompleteness | undefined;
  readonly observer?: CorruptionObserver | undefined;
}

/** Throws `answer_too_large` for more counts than an answer takes, and what failed reads throw. */
export function createCountCampaigns(dependencies: CountCampaignsDependencies): CountCampaigns {
  return async (request, options) => {
    // Before the counts: they may have more than it tells of, never less. Where nothing tells, there are counts all the same.
    const progress = await dependencies.readProgress?.().catch(() => undefined);
    const run = new CampaignCountRun(request, dependencies, options);
    const { campaigns, evidence } = await run.run();
    return {
      campaigns,
      evidence,
      completeUpToMs: campaignCountsCompleteUpTo(progress?.completeUpToMs, evidence),
    };
  };
}

/**
 * What was complete when progress was told may be missing where the answer is older: by as much as that, as far as ingestion
 * was no further behind then than it is now.
 */
function campaignCountsCompleteUpTo(
  toldMs: number | undefined,
  { stalenessMs }: ReadEvidence,
): number | undefined {
  return toldMs === undefined || stalenessMs === undefined ? undefined : Math.floor(toldMs - stalenessMs);
}

/** A row of an entity. */
interface RowToRead {
  /** Place of the entity in the query. */
  readonly at: number;
  readonly part: DayPart;
  readonly key: Buffer;
}

/** A dense sketch in memory, all things included. */
const SKETCH_BYTES = 16 * 1_024;
class CampaignCountRun {
  readonly #query: CampaignCountQuery;
  readonly #consistency: Consistency;
  readonly #dependencies: CountCampaignsDependencies;
  readonly #options: CallOptions | undefined;
  readonly #startedMs: number;
  readonly #campaigns: CountedCampaign[] = [];
  readonly #evidence: ReadEvidence[] = [];
  /** Of the entity at hand; undefined once it has failed. */
  #tally: CampaignCountMerger | undefined;
  #numbers = 0;

  constructor(
    { query, consistency }: CountCampaignsRequest,
    dependencies: CountCampaignsDependencies,
    options: CallOptions | undefined,
  ) {
    this.#query = query;
    this.#consistency = consistency;
    this.#dependencies = dependencies;
    this.#options = options;
    this.#startedMs = dependencies.clock.monotonicMs();
  }

  async run(): Promise<Pick<CampaignCountsAnswer, 'campaigns' | 'evidence'>> {
    await readInChunks(this.#rowsToRead(), this.#dependencies.limits.rowsPerRead, {
      read: (rows) => this.#read(rows),
      onRow: (row, found) => this.#count(row, found),
      turns: { clock: this.#dependencies.clock, signal: this.#options?.signal },
    });
    const { tokens, clock } = this.#dependencies;
    const limits = { ...tokens, nowMs: clock.nowMs() };
    return {
      campaigns: this.#campaigns,
      evidence: mergeEvidence(this.#consistency.level, this.#evidence, limits),
    };
  }

  /** Entity by entity, so that only one of them is being counted at any time. */
  #rowsToRead(): RowToRead[] {
    const { ids, parts } = this.#query;
    return ids.flatMap((id, at) => parts.map((part) => ({ at, part, key: sketchRowKey(id, part.day) })));
  }

  /** In one request, or one each for whole days and for those of which only hours are wanted. */
  async #read(rows: readonly RowToRead[]): Promise<readonly (Row | undefined)[]> {
    const { reader, limits, clock } = this.#dependencies;
    const groups = groupBy(rows, ({ part }) => hoursName(part));
    const options = withRemainingTime(this.#options, clock.monotonicMs() - this.#startedMs);
    const found = new Map<RowToRead, Row | undefined>();
    const read = async (group: readonly RowToRead[]): Promise<void> => {
      const request = {
        table: this.#query.sketches.corpus,
        keys: group.map(({ key }) => key),
        filter: this.#filterOf(group[0]!.part),
        bytesMax: Math.ceil(limits.readBytesMax / groups.length),
      };
      const answer = await reader.readRows(request, this.#consistency, options);
      this.#evidence.push(answer.evidence);
      group.forEach((row, at) => found.set(row, answer.rows[at]));
    };
    await Promise.all(groups.map(read));
    return rows.map((row) => found.get(row));
  }

  #filterOf({ hours }: DayPart): ReturnType<typeof sketchCellFilter> {
    const { sketches, actions, reach, breakdown } = this.#query;
    return sketchCellFilter(sketches.family, {
      hours,
      actionCodes: actions.map(({ code }) => code),
      kinds: reach ? ['events', 'users'] : ['events'],
      breakdownIndex: breakdown?.index,
    });
  }

  #count({ at, part }: RowToRead, row: RowOrTooLarge): void {
    const { parts } = this.#query;
    if (part === parts[0]) this.#tally = new CampaignCountMerger(this.#query, this.#limits());
    try {
      if (row === 'too large') throw rowTooLarge(this.#dependencies.limits.readBytesMax);
      this.#tally?.addRow(part, row);
      if (part !== parts.at(-1) || this.#tally === undefined) return;
      this.#campaigns[at] = { counts: this.#tally.finish() };
    } catch (error) {
      this.#fail(at, part, error);
    }
  }

  /** Throws what is not the entity's alone. */
  #fail(at: number, { day }: DayPart, error: unknown): void {
    const { sketches, ids } = this.#query;
    const place = { table: sketches.corpus, id: ids[at]!, day };
    if (isCorruption(error)) this.#dependencies.observer?.onCorrupted(place, error);
    else if (!(error instanceof EntityTooLarge)) throw error;
    this.#tally = undefined;
    this.#campaigns[at] = { error };
  }

  #limits(): CampaignCountMergerLimits {
    const { readBytesMax } = this.#dependencies.limits;
    return {
      openSketchesMax: Math.max(2, Math.floor(readBytesMax / SKETCH_BYTES)),
      onCounts: (count) => this.#addNumbers(count),
    };
  }

  #addNumbers(count: number): void {
    const { answerCountsMax } = this.#dependencies.limits;
    this.#numbers += count;
    if (this.#numbers <= answerCountsMax) return;
    throw new TidemarkError(
      'answer_too_large',
      `would have more than ${answerCountsMax} counts: ask for fewer campaigns, days or hours at once`,
      { field: 'campaigns' },
    );
  }
}

function hoursName({ hours }: DayPart): string {
  return hours === undefined ? '' : `${hours.first}-${hours.end}`;
}
