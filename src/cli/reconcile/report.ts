import { countOf } from '../../core/shared/count-of';
import { appendAll } from '../../core/shared/lists';
import { isMismatch, RECONCILE_VERDICTS, type ReconcileVerdict } from '../../core/reconcile/compare-counts';
import type { CountedPlacements } from '../../core/residency/sketch-tables';
import type { CountComparison } from '../../operations/reconcile/compare-day';
import type { RecountState, RecountTally } from '../../operations/reconcile/recount-state';
import { textTable } from '../shared/text-table';

/** Result of comparing a day, over all entities. */
export interface ReconciliationSummary extends Readonly<RecountTally> {
  /**
   * `agrees`; `differs`: a sketch differs by more than its error bound; `incomplete`: some rows of the log cannot be
   * read, or sketches differ and placements are missing, so there is no result; `counted`: a share is counted, and
   * `--parts` compares all shares; `interrupted` and `failed`: there is no result yet.
   */
  readonly status: 'agrees' | 'differs' | 'incomplete' | 'counted' | 'interrupted' | 'failed';
  /** Whether the day is not over, so that more events may happen. */
  readonly open: boolean;
  /** Placements that are compared. Undefined if the sketches are not placed. */
  readonly placements: CountedPlacements | undefined;
  /** Start of the recount, ISO 8601. */
  readonly recountedAt: string;
  readonly entities: number;
  /** Entities that have events in the log and are not registered; at most 100. */
  readonly unregistered: readonly string[];
  /** Number of compared counts, by verdict. */
  readonly verdicts: Readonly<Record<ReconcileVerdict, number>>;
  /** Events of the whole day, over all actions. */
  readonly events: { readonly exact: number; readonly possible: number; readonly sketch: number };
  /** Root mean square of the relative errors of estimates of the day. Undefined when no count is estimated. */
  readonly errorRms?: number | undefined;
}

const UNREGISTERED_MAX = 100;

/** Circumstances of a comparison. */
type DayContext = Pick<ReconciliationSummary, 'open' | 'placements'>;

const hasMissing = (placements: CountedPlacements | undefined): boolean =>
  (placements?.missing.length ?? 0) > 0;

/** Sums up comparisons into a summary. */
export class ReconciliationTally {
  readonly #verdicts = Object.fromEntries(RECONCILE_VERDICTS.map((verdict) => [verdict, 0])) as Record<
    ReconcileVerdict,
    number
  >;
  readonly #events = { exact: 0, possible: 0, sketch: 0 };
  readonly #entities = new Set<string>();
  readonly #unregistered = new Set<string>();
  #estimates = 0;
  #squares = 0;

  add({ entity, registered, hour, kind, log, sketch, verdict }: CountComparison): void {
    this.#verdicts[verdict] += 1;
    this.#entities.add(entity);
    if (registered === false && log.exact > 0) this.#unregistered.add(entity);
    if (hour !== undefined) return;
    if (sketch?.exact === false && log.exact > 0 && verdict !== 'growing') {
      this.#estimates += 1;
      this.#squares += (sketch.count / log.exact - 1) ** 2;
    }
    if (kind !== 'events') return;
    this.#events.exact += log.exact;
    this.#events.possible += log.possible;
    this.#events.sketch += sketch?.count ?? 0;
  }

  /**
   * A user who moves leaves what was counted in one placement, and takes the events to another. So a difference proves
   * nothing while a placement is missing.
   */
  summary({ tally, startedMs }: RecountState, { open, placements }: DayContext): ReconciliationSummary {
    const hasMismatch = RECONCILE_VERDICTS.some(
      (verdict) => isMismatch(verdict) && this.#verdicts[verdict] > 0,
    );
    const isIncomplete = tally.rowsFailed > 0 || (hasMismatch && hasMissing(placements));
    return {
      status: isIncomplete ? 'incomplete' : hasMismatch ? 'differs' : 'agrees',
      open,
      placements,
      recountedAt: new Date(startedMs).toISOString(),
      ...tally,
      entities: this.#entities.size,
      unregistered: [...this.#unregistered].slice(0, UNREGISTERED_MAX),
      verdicts: { ...this.#verdicts },
      events: { ...this.#events },
      errorRms: this.#estimates > 0 ? Math.sqrt(this.#squares / this.#estimates) : undefined,
    };
  }
}

const HEADLINE = {
  agrees: 'the sketches agree with the log',
  differs: 'SKETCHES DIFFER from the log by more than their error bound',
  incomplete: 'the log cannot be counted: some rows cannot be read',
  counted: 'this share is counted; compare all shares with --parts',
  interrupted: 'interrupted; with --checkpoint, the next run resumes',
  failed: 'failed; with --checkpoint, the next run resumes',
} as const;

function headlineOf({ status, rowsFailed }: ReconciliationSummary): string {
  if (status === 'incomplete' && rowsFailed === 0)
    return 'sketches differ from the log, which proves nothing without the missing placements';
  return HEADLINE[status];
}

/** Returns the summary as text. */
export function reconciliationLines(summary: ReconciliationSummary, title: string): string[] {
  const { status, rows, rowsFailed, cells, entities, events, verdicts, unregistered, open } = summary;
  const lines = [
    `${title}: ${headlineOf(summary)}`,
    line('users', rows, `with ${countOf(cells, 'cell')} of the day`),
  ];
  if (rowsFailed > 0) lines.push(line('users', rowsFailed, `skipped: ${failuresText(summary)}`));
  if (status === 'agrees' || status === 'differs' || status === 'incomplete') {
    lines.push(
      line('entities', entities, 'compared'),
      line('events', events.exact, `in the log, ${events.sketch} in the sketches${errorText(summary)}`),
    );
    appendAll(
      lines,
      RECONCILE_VERDICTS.flatMap((verdict) =>
        verdicts[verdict] === 0 ? [] : [line(verdict, verdicts[verdict], MEANING[verdict])],
      ),
    );
  }
  if (events.possible > 0) {
    lines.push(line('events', events.possible, 'more may have existed before compaction dropped duplicates'));
  }
  if (unregistered.length > 0) {
    lines.push(
      line('entities', unregistered.length, `not registered: ${unregistered.slice(0, 5).join(', ')}`),
    );
  }
  if (hasMissing(summary.placements)) {
    const missing = summary.placements!.missing.join(', ');
    lines.push(
      `  Placements ${missing} are left out, since their data may not be processed in this region. Users who moved from or`,
      '  to them make counts differ.',
    );
  }
  if (open)
    lines.push(
      '  The day is not over: these are its counts so far. Events that arrive during the recount are not differences.',
    );
  return lines;
}

const MEANING: Readonly<Record<ReconcileVerdict, string>> = {
  equal: 'exact and equal',
  within: 'estimates within their error bound',
  growing: 'sketches that gained events after the log was read',
  beyond: 'estimates beyond their error bound',
  differs: 'exact and not equal',
  unreadable: 'sketches that cannot be read',
};

function errorText({ errorRms }: ReconciliationSummary): string {
  return errorRms === undefined ? '' : `; estimates have an error of ${percent(errorRms)} (root mean square)`;
}

function failuresText({ failures }: ReconciliationSummary): string {
  return Object.entries(failures)
    .map(([code, { count, example }]) => `${count} ${code} (${example})`)
    .join(', ');
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

function line(label: string, count: number, note: string): string {
  return `  ${label.padEnd(10)} ${String(count).padStart(12)}  ${note}`;
}

const HEADER = ['id', 'action', 'hour', 'kind', 'log', 'sketch', 'difference', 'bound', 'verdict'];

export function comparisonTable(comparisons: readonly CountComparison[]): string {
  return textTable(
    HEADER,
    comparisons.map(({ entity, action, hour, kind, log, sketch, difference, bound, verdict, error }) => [
      entity,
      action,
      hour === undefined ? 'all' : String(hour),
      kind,
      log.possible > 0 ? `${log.exact} to ${log.exact + log.possible}` : String(log.exact),
      sketch === undefined ? '-' : sketch.exact ? String(sketch.count) : `~${sketch.count}`,
      ...[difference ?? '-', bound ?? '-'].map(String),
      error === undefined ? verdict : `${verdict}: ${error.message}`,
    ]),
  );
}

/** Returns a comparison as JSON. */
export function comparisonJson({ entity, hour, log, ...rest }: CountComparison): Record<string, unknown> {
  return { id: entity, hour: hour ?? null, ...log, ...rest };
}
