/** Counts over all users: reads the sketches of many campaign days together and merges them into numbers. */
import type { CallOptions, Row } from '../../bigtable/client/types';
import type { CampaignCountQuery, DayPart } from '../../core/campaign-counts/campaign-count-query';
import type {
  CampaignCountsAnswer,
  CountedCampaign,
} from '../../core/campaign-counts/campaign-counts-answer';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { countedPlacements, type SketchParts, type SketchPartsOf } from '../../core/residency/sketch-tables';
import { appendAll } from '../../core/shared/lists';
import { sketchRowKey } from '../../core/sketches/sketch-row';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { mergeEvidence } from '../../consistency/read/merge-evidence';
import type { Reader } from '../../consistency/store';
import { CampaignCountMerger, type CampaignCountMergerLimits } from './campaign-count-merger';
import { readParts } from './read-parts';
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

interface CountCampaignsRequest {
  readonly query: CampaignCountQuery;
  readonly consistency: Consistency;
}

export type CountCampaigns = (
  request: CountCampaignsRequest,
  options?: CallOptions,
) => Promise<CampaignCountsAnswer>;

interface CampaignCountLimits {
  readonly rowsPerRead: number;
  /** Maximum size of the sketches in memory, in bytes. */
  readonly readBytesMax: number;
  /** Maximum number of counts in one answer. */
  readonly answerCountsMax: number;
}

/** Returns the progress of ingestion, as reported by its stages. */
type ReadCompleteness = () => Promise<{ readonly completeUpToMs: number | undefined }>;

export interface CountCampaignsDependencies {
  readonly reader: Pick<Reader, 'readRows'>;
  /** Returns the parts that make up the counts. */
  readonly partsOf: SketchPartsOf;
  readonly clock: Clock;
  readonly limits: CampaignCountLimits;
  readonly tokens: { readonly writesMax: number };
  /** Absent: the completeness of the counts is unknown. */
  readonly readProgress?: ReadCompleteness | undefined;
  readonly observer?: CorruptionObserver | undefined;
}

/**
 * Returns the operation. It throws `answer_too_large` when the answer would have too many counts, `wrong_region` when
 * this process may read no sketches of them, and the errors of failed reads: counts never lack a part silently.
 */
export function createCountCampaigns(dependencies: CountCampaignsDependencies): CountCampaigns {
  return async (request, options) => {
    // Progress is read first, so the counts may contain more than it promises but never less. If it cannot be read,
    // the counts are returned without it.
    const progress = await dependencies.readProgress?.().catch(() => undefined);
    const { corpus } = request.query.sketches;
    const counted = dependencies.partsOf(corpus);
    const run = new CampaignCountRun({ ...request, counted }, dependencies, options);
    const { campaigns, evidence } = await run.run();
    const placements = countedPlacements(counted);
    const isPartial = placements !== undefined && placements.missing.length > 0;
    return {
      campaigns,
      evidence,
      placements,
      completeUpToMs: isPartial ? undefined : campaignCountsCompleteUpTo(progress?.completeUpToMs, evidence),
    };
  };
}

/**
 * Subtracts the staleness of the answer: events that were complete when progress was reported may be missing from an
 * older replica. This assumes that ingestion lagged no more then than it does now.
 */
function campaignCountsCompleteUpTo(
  progressMs: number | undefined,
  { stalenessMs }: ReadEvidence,
): number | undefined {
  return progressMs === undefined || stalenessMs === undefined
    ? undefined
    : Math.floor(progressMs - stalenessMs);
}

/** One row of an entity. */
interface RowToRead {
  /** Index of the entity in the query. */
  readonly at: number;
  readonly part: DayPart;
  readonly key: Buffer;
}

/** Size of a dense sketch in memory, with all overhead, in bytes. */
const SKETCH_BYTES = 16 * 1_024;
class CampaignCountRun {
  readonly #query: CampaignCountQuery;
  readonly #consistency: Consistency;
  readonly #parts: SketchParts['parts'];
  readonly #dependencies: CountCampaignsDependencies;
  readonly #options: CallOptions | undefined;
  readonly #startedMs: number;
  readonly #campaigns: CountedCampaign[] = [];
  readonly #evidence: ReadEvidence[] = [];
  /** Merger of the current entity; undefined once it has failed. */
  #tally: CampaignCountMerger | undefined;
  #numbers = 0;

  constructor(
    { query, consistency, counted }: CountCampaignsRequest & { readonly counted: SketchParts },
    dependencies: CountCampaignsDependencies,
    options: CallOptions | undefined,
  ) {
    this.#query = query;
    this.#consistency = consistency;
    this.#parts = counted.parts;
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

  /** Lists the rows entity by entity, so that only one entity is in memory at a time. */
  #rowsToRead(): RowToRead[] {
    const { ids, parts } = this.#query;
    return ids.flatMap((id, at) => parts.map((part) => ({ at, part, key: sketchRowKey(id, part.day) })));
  }

  /**
   * Reads the rows in one request per part and distinct range of hours: usually one range, at most one for whole days
   * and one for each partial day.
   */
  async #read(rows: readonly RowToRead[]): Promise<readonly (Row | undefined)[]> {
    const { reader, limits, clock } = this.#dependencies;
    const groups = groupBy(rows, ({ part }) => hoursName(part));
    const options = withRemainingTime(this.#options, clock.monotonicMs() - this.#startedMs);
    const found = new Map<RowToRead, Row | undefined>();
    const read = async (group: readonly RowToRead[]): Promise<void> => {
      const request = {
        keys: group.map(({ key }) => key),
        filter: this.#filterOf(group[0]!.part),
        bytesMax: Math.ceil(limits.readBytesMax / groups.length),
      };
      const answer = await readParts(request, {
        reader,
        parts: this.#parts,
        consistency: this.#consistency,
        options,
      });
      appendAll(this.#evidence, answer.evidence);
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

  /** Records an error of one entity. Throws any other error. */
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
      `would have more than ${answerCountsMax} counts: request fewer campaigns, days or hours`,
      { field: 'campaigns' },
    );
  }
}

function hoursName({ hours }: DayPart): string {
  return hours === undefined ? '' : `${hours.first}-${hours.end}`;
}
