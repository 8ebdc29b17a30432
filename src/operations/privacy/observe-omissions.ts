import type { ObserveOmission } from '../../core/privacy/omissions';
import type { Metrics } from '../../platform/telemetry/metrics';

/** Returns what counts the DataTypes that reads leave out, and those that the policy `report` lets through. */
export function observeOmissions(metrics: Metrics): ObserveOmission {
  const omissions = metrics.counter(
    {
      name: 'tidemark.privacy.omissions',
      description:
        'Reads of a DataType whose purpose the user has not allowed: left out (policy enforce) or only counted (report)',
    },
    ['data_type', 'purpose', 'policy'],
  );
  return ({ family, purpose, policy }) => omissions(1, family, purpose, policy);
}
