import { FINDING_KINDS } from '../../core/residency/row-place';
import type { LabelledValue, Metrics } from '../../platform/telemetry/metrics';
import type { Clock } from '../../platform/time/clock';
import type { AuditTally } from '../../operations/residency/audit-record';

export interface ResidencyAuditMetrics {
  /** Reports a complete audit. `violations`: number of resources outside of their jurisdiction. */
  onComplete(tally: Readonly<AuditTally>, violations: number): void;
}

/** Returns an observer that records the results of residency audits. */
export function residencyAuditMetrics(metrics: Metrics, clock: Clock): ResidencyAuditMetrics {
  let completedMs = clock.monotonicMs();
  let found: readonly LabelledValue[] = [];
  metrics.gauges(
    {
      name: 'tidemark.residency.audit.findings',
      description:
        'Findings of the last complete audit of residency that it did not repair, by kind; `violation` is a resource outside of its jurisdiction',
      labels: ['kind'],
      absentValue: 0,
    },
    () => found,
  );
  metrics.gauge(
    'tidemark.residency.audit.age',
    'Seconds since the last complete audit of residency, or since the start of the process',
    () => (clock.monotonicMs() - completedMs) / 1_000,
  );
  return {
    onComplete({ findings, repaired }, violations) {
      completedMs = clock.monotonicMs();
      found = [
        // Only orphaned rows are repaired.
        ...FINDING_KINDS.map((kind) => ({
          value: findings[kind] - (kind === 'orphaned' ? repaired : 0),
          labels: { kind },
        })),
        { value: violations, labels: { kind: 'violation' } },
      ];
    },
  };
}
