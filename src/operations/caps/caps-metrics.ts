import type { Metrics } from '../../platform/telemetry/metrics';
import type { CapsObserver } from './caps-observer';

/** Maximum number of rules with a label of their own. Callers choose the names, so there could be any number. */
const RULE_NAMES_MAX = 100;

/** Returns an observer that exports cap checks and reservations as metrics. */
export function observeCaps(metrics: Metrics): CapsObserver {
  const checks = metrics.counter(
    { name: 'tidemark.caps.candidates', description: 'Candidates checked, by outcome' },
    ['reserving', 'outcome'],
  );
  const blocked = metrics.counter(
    {
      name: 'tidemark.caps.blocked',
      description: 'Candidates blocked, by rule; several rules may block one candidate',
    },
    ['rule', 'level'],
  );
  const reservations = metrics.counter(
    {
      name: 'tidemark.caps.reservations',
      description:
        'Reservations by outcome: made, released, confirmed, expired; the last two are counted when they are removed',
    },
    ['outcome'],
  );
  const conflicts = metrics.counter(
    {
      name: 'tidemark.caps.conflicts',
      description: 'Reservation transactions that conflicted with another one',
    },
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
