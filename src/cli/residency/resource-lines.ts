/** Text about the resources of placements, and about what stays outside of them. */
import type { ResidencyCheck } from '../../operations/residency/checks/residency-check';
import type { Residue } from '../../operations/residency/residues';
import { textTable } from '../shared/text-table';

/** Returns the results of the checks, violations first. */
export function checkLines(checks: readonly ResidencyCheck[]): readonly string[] {
  if (checks.length === 0) return [];
  const ordered = [...checks].sort((a, b) => ORDER.indexOf(a.outcome) - ORDER.indexOf(b.outcome));
  const rows = ordered.map(({ check, resource, outcome, detail }) => [
    outcome === 'not-checked' ? 'not checked' : outcome,
    check,
    resource,
    detail,
  ]);
  return ['', 'Resources of the placements:', textTable(['result', 'check', 'resource', 'detail'], rows)];
}

const ORDER: readonly ResidencyCheck['outcome'][] = ['violation', 'not-checked', 'ok'];

/** Returns what stays outside, with the day when the last of it is gone. */
export function residueLines(residues: readonly Residue[]): readonly string[] {
  if (residues.length === 0) return [];
  const rows = residues.map(({ kind, where, rule, untilMs }) => [
    untilMs === undefined ? '' : new Date(untilMs).toISOString().slice(0, 10),
    kind,
    where,
    rule,
  ]);
  return ['', 'What stays outside after moves:', textTable(['until', 'kind', 'where', 'rule'], rows)];
}
