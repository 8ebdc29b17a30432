import type { Metrics, LabelledCounter } from '../../platform/telemetry/metrics';
import type { TrustedIssuer } from './trusted-issuers';

export interface ObservedAccess {
  readonly issuers: () => readonly TrustedIssuer[];
  readonly tokens: () => number;
  readonly isFileInvalid: () => boolean;
}

/** The metrics of authentication. The returned function counts one by its outcome. */
export function observeAccess(
  metrics: Metrics,
  { issuers, tokens, isFileInvalid: isFileRefused }: ObservedAccess,
): LabelledCounter {
  metrics.gauge('tidemark.access.tokens', 'Tokens that are known to be good', tokens);
  metrics.gauge(
    'tidemark.access.file.invalid',
    '1 while the access file is one that cannot be gone by, and the one before is in force',
    () => (isFileRefused() ? 1 : 0),
  );
  const age = {
    name: 'tidemark.access.keys.age',
    description:
      'How long ago the keys of an issuer were fetched; where they never were, for how long that has been tried',
    unit: 's',
  };
  metrics.gauges({ ...age, labels: ['issuer'], absentValue: 0 }, () =>
    issuers().map(({ rules, keys }) => ({
      value: keys.ageMs / 1_000,
      labels: { issuer: rules.issuer },
    })),
  );
  const about = { name: 'tidemark.http.authentications', description: 'Requests by what their token proved' };
  return metrics.counter(about, ['outcome']);
}
