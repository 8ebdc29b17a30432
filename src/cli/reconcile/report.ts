import { appendAll } from '../../core/shared/lists';
import { isMismatch, RECONCILE_VERDICTS, type ReconcileVerdict } from '../../core/reconcile/compare-counts';
import type { CountComparison } from '../../operations/reconcile/compare-day';
import type { RecountState, RecountTally } from '../../operations/reconcile/recount-state';
import { textTable } from '../shared/text-table';

/** What a comparison of a day says, all entities together. */
export interface ReconciliationSummary extends Readonly<RecountTally> {
  /**
   * `agrees`, or `differs`: some sketch is further off than it may be; `incomplete`: some rows of the log cannot be read, so
   * nothing follows; `counted`: a share, which is compared with the others; else why there is no result.
   */
  readonly status: 'agrees' | 'differs' | 'incomplete' | 'counted' | 'interrupted' | 'failed';
  /** Whether events of the day may still happen. */
  readonly open: boolean;
  /** When the recount began, ISO 8601. */
  readonly recountedAt: string;
  readonly entities: number;
  /** That have events in the log, and no object. */
  readonly unregistered: readonly string[];
  /** Numbers compared, by verdict. */
  readonly verdicts: Readonly<Record<ReconcileVerdict, number>>;
  /** Of the whole day, all actions together. */
  readonly events: { readonly exact: number; readonly possible: number; readonly sketch: number };
  /** Root mean square of what estimates of days are off by, relative; undefined where there is none. */
  readonly errorRms?: number;
}

const UNREGISTERED_MAX = 100;

/** Adds comparisons up. */
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

  summary({ tally, startedMs }: RecountState, open: boolean): ReconciliationSummary {
    const hasTrouble = RECONCILE_VERDICTS.some(
      (verdict) => isMismatch(verdict) && this.#verdicts[verdict] > 0,
    );
    return {
      status: tally.rowsFailed > 0 ? 'incomplete' : hasTrouble ? 'differs' : 'agrees',
      open,
      recountedAt: new Date(startedMs).toISOString(),
      ...tally,
      entities: this.#entities.size,
      unregistered: [...this.#unregistered].slice(0, UNREGISTERED_MAX),
      verdicts: { ...this.#verdicts },
      events: { ...this.#events },
      ...(this.#estimates > 0 && { errorRms: Math.sqrt(this.#squares / this.#estimates) }),
    };
  }
}

const HEADLINE = {
  agrees: 'the sketches agree with the log',
  differs: 'SKETCHES DIFFER from the log by more than they may',
  incomplete: 'the log cannot be counted: some rows cannot be read',
  counted: 'this share is counted; --parts compares all shares',
  interrupted: 'interrupted; --checkpoint lets the next run go on',
  failed: 'failed; --checkpoint lets the next run go on',
} as const;

/** For a person. */
export function reconciliationLines(summary: ReconciliationSummary, title: string): string[] {
  const { status, rows, rowsFailed, cells, entities, events, verdicts, unregistered, open } = summary;
  const lines = [`${title}: ${HEADLINE[status]}`, line('users', rows, `with ${cells} cells of the day`)];
  if (rowsFailed > 0) lines.push(line('users', rowsFailed, `were left out: ${failuresText(summary)}`));
  if (status === 'agrees' || status === 'differs' || status === 'incomplete') {
    lines.push(
      line('entities', entities, 'compared'),
      line('events', events.exact, `in the log, ${events.sketch} by the sketches${errorText(summary)}`),
    );
    appendAll(
      lines,
      RECONCILE_VERDICTS.flatMap((verdict) =>
        verdicts[verdict] === 0 ? [] : [line(verdict, verdicts[verdict], MEANING[verdict])],
      ),
    );
  }
  if (events.possible > 0) {
    lines.push(
      line('events', events.possible, 'more may have been there, before compaction dropped duplicates'),
    );
  }
  if (unregistered.length > 0) {
    lines.push(
      line('entities', unregistered.length, `are not registered: ${unregistered.slice(0, 5).join(', ')}`),
    );
  }
  if (open)
    lines.push('  The day is not over: this is how far it is, and what comes in meanwhile is no difference.');
  return lines;
}

const MEANING: Readonly<Record<ReconcileVerdict, string>> = {
  equal: 'exact, and the same',
  within: 'estimates, as near as their error lets them be',
  growing: 'sketches that were written since the log was read, and have more',
  beyond: 'estimates that are further off',
  differs: 'exact, and not the same',
  unreadable: 'sketches that cannot be read',
};

function errorText({ errorRms }: ReconciliationSummary): string {
  return errorRms === undefined ? '' : `; estimates are off by ${percent(errorRms)} (root mean square)`;
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

/** For a program. */
export function comparisonJson({ entity, hour, log, ...rest }: CountComparison): Record<string, unknown> {
  return { id: entity, hour: hour ?? null, ...log, ...rest };
}
