import type { Metrics, LabelledCounter } from '../../platform/telemetry/metrics';
import type { TrustedIssuer } from './trusted-issuers';

export interface ObservedAccess {
  readonly issuers: () => readonly TrustedIssuer[];
  readonly tokens: () => number;
  readonly isFileInvalid: () => boolean;
}

/** Registers the metrics of authentication. Returns the counter of authentications by outcome. */
export function observeAccess(
  metrics: Metrics,
  { issuers, tokens, isFileInvalid }: ObservedAccess,
): LabelledCounter {
  metrics.gauge('tidemark.access.tokens', 'Verified tokens in the cache', tokens);
  metrics.gauge(
    'tidemark.access.file.invalid',
    '1 while the access file is invalid and its previous version stays in use',
    () => (isFileInvalid() ? 1 : 0),
  );
  const age = {
    name: 'tidemark.access.keys.age',
    description: "Time since the issuer's keys were fetched; if never, since the first attempt",
    unit: 's',
  };
  metrics.gauges({ ...age, labels: ['issuer'], absentValue: 0 }, () =>
    issuers().map(({ rules, keys }) => ({
      value: keys.ageMs / 1_000,
      labels: { issuer: rules.issuer },
    })),
  );
  const about = {
    name: 'tidemark.http.authentications',
    description: 'Authentications of requests by outcome',
  };
  return metrics.counter(about, ['outcome']);
}
