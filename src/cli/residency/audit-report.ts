/** Output of an audit: what is reported as text and as lines of JSON. */
import { FINDING_KINDS, type ClaimFound } from '../../core/residency/row-place';
import type { DirectoryEntry } from '../../core/residency/location';
import { countOf } from '../../core/shared/count-of';
import { findingsOf, type AuditRecord, type AuditTally } from '../../operations/residency/audit-record';
import type { AuditResult } from '../../operations/residency/audit-rows';
import type { Clock } from '../../platform/time/clock';
import type { ResidencyCheck } from '../../operations/residency/checks/residency-check';
import type { Residue } from '../../operations/residency/residues';
import { print } from '../shared/terminal';
import { formatDuration } from '../shared/units';
import { checkLines, residueLines } from './resource-lines';

export interface AuditReportOptions {
  readonly json: boolean;
  /** Whether objects are shown by their names in the directory instead of their ids. */
  readonly hash: boolean;
  /** Maximum number of records that are listed as text. */
  readonly linesShownMax: number;
  readonly clock: Clock;
}

interface AuditScope {
  readonly worker: string;
  readonly workload: string;
  /** Placements that this region may not process. */
  readonly notAudited: readonly string[];
  /** Results of comparing resources with the jurisdictions. */
  readonly checks: readonly ResidencyCheck[];
  readonly residues: readonly Residue[];
}

/**
 * Prints records as lines of JSON when they come, or buffers the first ones and prints them as text with the summary: a
 * progress bar must not be interrupted.
 */
export class AuditReport {
  readonly #options: AuditReportOptions;
  readonly #findings: string[] = [];
  readonly #moving: string[] = [];

  constructor(options: AuditReportOptions) {
    this.#options = options;
  }

  record(record: AuditRecord): void {
    const { json, hash, linesShownMax } = this.#options;
    if (json) return print(JSON.stringify(recordJson(record, hash)));
    const lines = record.place === 'moving' ? this.#moving : this.#findings;
    if (lines.length < linesShownMax) lines.push(this.#line(record));
  }

  /** Prints everything else: what was buffered, the resources, what stays outside, and a summary. */
  print(result: AuditResult, { checks, residues, ...scope }: AuditScope): void {
    const { tally } = result;
    const findings = findingsOf(tally);
    if (this.#options.json) {
      for (const check of checks) print(JSON.stringify({ type: 'check', ...check }));
      for (const residue of residues) print(JSON.stringify({ type: 'residue', ...residue }));
      const violations = checks.filter(({ outcome }) => outcome === 'violation').length;
      return print(JSON.stringify({ type: 'summary', ...result, findings, violations, ...scope }));
    }
    this.#list(this.#findings, findings);
    this.#list(this.#moving, tally.rowsMoving);
    for (const line of summaryLines(result, this.#options.clock.nowMs())) print(line);
    for (const name of scope.notAudited)
      print(`  not audited: ${name}, whose data this region may not process (servedFrom)`);
    for (const line of [...checkLines(checks), ...residueLines(residues)]) print(line);
  }

  #list(lines: readonly string[], total: number): void {
    for (const line of lines) print(line);
    if (total > lines.length) print(`and ${total - lines.length} more: --json lists all of them`);
    if (lines.length > 0) print();
  }

  #line(record: AuditRecord): string {
    const { hash, clock } = this.#options;
    const { row, subject, table } = record;
    const object = row === undefined || hash ? subject : JSON.stringify(row.objectId);
    const where = row === undefined ? table : `${row.corpus} in ${row.placement}`;
    const also =
      row === undefined || row.alsoIn.length === 0 ? '' : `; there is a row in ${row.alsoIn.join(', ')}, too`;
    return `${where}: ${object}: ${reasonOf(record, clock.nowMs())}${also}${repairOf(record)}`;
  }
}

function repairOf({ place, isRepaired }: AuditRecord): string {
  if (isRepaired === undefined || place === 'moving') return '';
  return isRepaired ? '; repaired' : '; not repaired';
}

function recordJson(record: AuditRecord, hash: boolean): object {
  const { place, table, subject, row, entry, isRepaired } = record;
  const type = place === 'moving' ? 'moving' : 'finding';
  return {
    type,
    kind: place === 'moving' ? undefined : place,
    table,
    group: row?.group,
    corpus: row?.corpus,
    placement: row?.placement,
    objectId: hash ? undefined : row?.objectId,
    subject: hash || row === undefined ? subject : undefined,
    alsoIn: row?.alsoIn,
    claim: row?.claim,
    entry,
    isRepaired: place === 'moving' ? undefined : isRepaired,
  };
}

function reasonOf({ place, entry, row }: AuditRecord, nowMs: number): string {
  switch (place) {
    case 'moving':
      return `moving: ${moveOf(entry!)} since ${formatDuration(nowMs - entry!.changedAtMs)}`;
    case 'orphaned':
      return entry!.state === 'home'
        ? `orphaned: its home is ${entry!.to} (epoch ${entry!.epoch})`
        : `orphaned: it is moving elsewhere: ${moveOf(entry!)}`;
    case 'unknown':
      return 'unknown: the directory has no entry';
    case 'unknown-placement':
      return `unknown placement: the entry names ${[...new Set([entry!.from, entry!.to])].join(' and ')}`;
    case 'corrupted-entry':
      return 'corrupted entry: it cannot be decoded';
    case 'contradictory-claim':
      return `contradictory claim: ${claimText(row!.claim)}, and ${entryText(entry)}`;
  }
}

function claimText(claim: ClaimFound): string {
  if (claim === undefined || claim === 'corrupted') return 'it cannot be decoded';
  return `a move of epoch ${claim.epoch} is ${claim.role} the row`;
}

const entryText = (entry: DirectoryEntry | undefined): string =>
  entry === undefined ? 'the directory has no entry' : `the entry is ${entry.state} of epoch ${entry.epoch}`;

const moveOf = ({ from, to, state }: DirectoryEntry): string => `from ${from} to ${to}, ${state}`;

const HEADLINE = {
  interrupted: 'interrupted; with --checkpoint, the next run continues',
  failed: 'failed; with --checkpoint, the next run continues',
} as const;

function summaryLines({ status, tally, seconds }: AuditResult, nowMs: number): string[] {
  const findings = findingsOf(tally);
  const complete = findings === 0 ? 'nothing is out of place' : countOf(findings, 'finding');
  return [
    `audit of residency: ${status === 'complete' ? complete : HEADLINE[status]}`,
    line('rows', tally.rows, `compared with the directory; ${tally.rowsMoving} moving`),
    line('entries', tally.entries, 'of the directory checked'),
    ...movingLines(tally, nowMs),
    ...FINDING_KINDS.filter((kind) => tally.findings[kind] > 0).map((kind) =>
      line(kind, tally.findings[kind], FINDING_NOTES[kind]),
    ),
    ...(tally.repaired > 0 ? [line('repaired', tally.repaired, 'of them, now in their home')] : []),
    `  in ${seconds.toFixed(1)} s`,
  ];
}

const FINDING_NOTES = {
  orphaned: 'rows: the home of their objects is another placement',
  unknown: 'rows outside of the default placement, of objects without an entry',
  'unknown-placement': 'rows and entries: the entry names a placement that the topology does not have',
  'corrupted-entry': 'rows and entries: the entry cannot be decoded',
  'contradictory-claim': 'rows: a move that the entry does not know has claimed them',
} as const;

function movingLines({ moving, oldestMoveAtMs }: AuditTally, nowMs: number): string[] {
  const subjects = moving.preparing + moving.overlaid + moving.settled;
  if (subjects === 0 || oldestMoveAtMs === undefined) return [];
  const states = Object.entries(moving)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`);
  const age = formatDuration(nowMs - oldestMoveAtMs);
  return [line('moving', subjects, `objects: ${states.join(', ')}; the oldest state is ${age} old`)];
}

const line = (label: string, count: number, note: string): string =>
  `  ${label.padEnd(19)} ${String(count).padStart(12)}  ${note}`;
