import { countOf } from '../../core/shared/count-of';
import type { RebuildResult } from '../../operations/residency/rebuild/rebuild-directory';
import type { RebuildRecord } from '../../operations/residency/rebuild/rebuild-tally';
import { print } from '../shared/terminal';

export interface RebuildReportOptions {
  readonly json: boolean;
  /** Whether objects are shown by their names in the directory instead of their ids. */
  readonly hash: boolean;
  readonly dryRun: boolean;
  /** Maximum number of users that are listed as text. */
  readonly linesShownMax: number;
}

/** Prints users as lines of JSON when they come, or buffers the first ones and prints them as text with the summary. */
export class RebuildReport {
  readonly #options: RebuildReportOptions;
  readonly #lines: string[] = [];
  #records = 0;

  constructor(options: RebuildReportOptions) {
    this.#options = options;
  }

  record(record: RebuildRecord): void {
    const { json, hash, linesShownMax } = this.#options;
    this.#records += 1;
    if (json)
      return print(JSON.stringify({ type: 'user', ...record, objectId: hash ? undefined : record.objectId }));
    if (this.#lines.length < linesShownMax) this.#lines.push(this.#line(record));
  }

  print(result: RebuildResult): void {
    const { json, dryRun } = this.#options;
    if (json) return print(JSON.stringify({ type: 'summary', dryRun, ...result }));
    for (const line of this.#lines) print(line);
    const hidden = this.#records - this.#lines.length;
    if (hidden > 0) print(`and ${hidden} more: --json lists all of them`);
    for (const line of summaryLines(result, dryRun)) print(line);
  }

  #line({ kind, subject, objectId, entry, by, rowsIn }: RebuildRecord): string {
    const name = objectId === undefined || this.#options.hash ? subject : JSON.stringify(objectId);
    const rows = rowsIn.length === 0 ? 'no rows' : `rows in ${rowsIn.join(' and ')}`;
    if (entry === undefined) return `${name}: ${kind}, ${rows}`;
    const { state, from, to, epoch } = entry;
    const where = state === 'home' ? `home ${to}` : `${state} from ${from} to ${to}`;
    return `${name}: ${kind}, ${where}, epoch ${epoch}, by ${by}; ${rows}`;
  }
}

function summaryLines(
  { status, tally, openWaves, seconds }: RebuildResult,
  dryRun: boolean,
): readonly string[] {
  const { rows, fences, entries, created, changed, by, undecided, corrupted } = tally;
  const verb = dryRun ? 'to create' : 'created';
  return [
    `${dryRun ? 'dry run: ' : ''}${status} after ${seconds.toFixed(1)} s: ${countOf(rows, 'row')}, ${countOf(fences, 'fence')} and ${countOf(entries, 'entry', 'entries')} compared`,
    `  entries ${verb}: ${created}; ${dryRun ? 'to change' : 'changed'}: ${changed} (by waves ${by.wave}, movers ${by.mover}, rows alone ${by.rows})`,
    `  undecided: ${undecided}; corrupted: ${corrupted}`,
    ...(openWaves > 0
      ? [`  waves that have not ended: ${openWaves}: complete them by "tidemark residency resume"`]
      : []),
    ...(status === 'complete' || dryRun
      ? []
      : ['  the directory is still marked as being rebuilt: run the command again']),
  ];
}
