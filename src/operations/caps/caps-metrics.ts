import type { Metrics } from '../../platform/telemetry/metrics';
import type { CapsObserver } from './check-caps';

/** Rules that have a label of their own; callers name them, so that there could be any number. */
const RULE_NAMES_MAX = 100;

/** What checks of caps and reservations report, as metrics. */
export function observeCaps(metrics: Metrics): CapsObserver {
  const checks = metrics.counter(
    { name: 'tidemark.caps.candidates', description: 'Candidates checked, by whether they were allowed' },
    ['reserving', 'outcome'],
  );
  const blocked = metrics.counter(
    { name: 'tidemark.caps.blocked', description: 'Candidates that a rule blocked; several may block one' },
    ['rule', 'level'],
  );
  const reservations = metrics.counter(
    {
      name: 'tidemark.caps.reservations',
      description:
        'Reservations made, released, and found to be confirmed or expired when they were cleared away',
    },
    ['outcome'],
  );
  const conflicts = metrics.counter(
    { name: 'tidemark.caps.conflicts', description: 'Transactions that another one came before' },
    [],
  );
  const names = new Set<string>();
  const labelOf = (name: string): string => {
    if (names.size < RULE_NAMES_MAX) names.add(name);
    return names.has(name) ? name : 'other';
  };
  return {
    onVerdicts(verdicts, reserving) {
      let allowed = 0;
      for (const { blockedBy } of verdicts) {
        if (blockedBy.length === 0) allowed++;
        for (const { rule } of blockedBy) blocked(1, labelOf(rule.name), rule.level.name);
      }
      if (allowed > 0) checks(allowed, String(reserving), 'allowed');
      if (allowed < verdicts.length) checks(verdicts.length - allowed, String(reserving), 'blocked');
    },
    onReservations(outcome, count) {
      if (count > 0) reservations(count, outcome);
    },
    onConflict: () => conflicts(1),
  };
}
