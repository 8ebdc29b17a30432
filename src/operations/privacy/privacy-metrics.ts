import type { PrivacyRules } from '../../core/privacy/privacy-rules';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { Clock } from '../../platform/time/clock';
import type { ErasureTally } from './erasure-tally';

/** Registers which DataTypes need the consent of users that this process does not enforce. */
export function observeUnenforcedConsent(metrics: Metrics, rules: PrivacyRules): void {
  const values = [...rules.values()].flatMap(({ name, dataTypes }) =>
    [...dataTypes.values()]
      .filter(({ lawfulBasis }) => lawfulBasis === 'consent')
      .map(({ family, policy }) => ({
        value: policy === 'enforce' ? 0 : 1,
        labels: { data_type: `${name}/${family}`, policy },
      })),
  );
  metrics.gauges(
    {
      name: 'tidemark.privacy.consent_unenforced',
      description: '1 for a DataType with the lawful basis CONSENT whose policy is not enforce, else 0',
      labels: ['data_type', 'policy'],
      absentValue: 0,
    },
    () => values,
  );
}

export interface ErasureMetrics {
  /** Reports a round that has ended without an error of its own. */
  onRound(tally: Readonly<ErasureTally>): void;
}

/** Returns an observer that records the rounds of an erasure worker. */
export function erasureMetrics(metrics: Metrics, clock: Clock): ErasureMetrics {
  let completedMs = clock.monotonicMs();
  let last: Readonly<ErasureTally> | undefined;
  metrics.gauge(
    'tidemark.privacy.erasures.open',
    'Erasures and withdrawals that were not certified when the last round of this worker began',
    () => last?.open ?? 0,
  );
  metrics.gauge(
    'tidemark.privacy.erasures.overdue',
    'Open erasures and withdrawals that were past their due date when the last round of this worker began',
    () => last?.overdue ?? 0,
  );
  metrics.gauge(
    'tidemark.privacy.erasures.oldest_age',
    'Seconds since the request of the oldest erasure or withdrawal that was open in the last round of this worker; 0 without any',
    () => {
      const requestedAtMs = last?.oldestRequestedAtMs;
      return requestedAtMs === undefined ? 0 : Math.max(0, clock.nowMs() - requestedAtMs) / 1_000;
    },
  );
  metrics.gauge(
    'tidemark.privacy.erasures.round_age',
    'Seconds since the last round of this worker, or since its start',
    () => (clock.monotonicMs() - completedMs) / 1_000,
  );
  return {
    onRound(tally) {
      completedMs = clock.monotonicMs();
      last = tally;
    },
  };
}
