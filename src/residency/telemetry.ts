/** Metrics of finding and following locations. Labels name states and outcomes, never users. */
import { LOCATION_STATES } from '../core/residency/location';
import { minOf } from '../core/shared/lists';
import type { LabelledValue, Metrics } from '../platform/telemetry/metrics';
import type { Clock } from '../platform/time/clock';
import type { LocationLookupKind, ResidencyObserver } from './residency-observer';
import type { Residency } from './residency';

const LOOKUP_KINDS: readonly LocationLookupKind[] = ['cached', 'nearest', 'present', 'change'];
const OPERATIONS = ['nearest', 'present', 'change', 'feed'] as const;

/** Returns an observer that counts lookups and confirmations. */
export function residencyTelemetry(metrics: Metrics): ResidencyObserver {
  const lookups = metrics.counter(
    {
      name: 'tidemark.residency.lookups',
      description:
        'Locations of users found, by kind: cached, read at the nearest cluster of the directory, or read or created at the deciding one',
    },
    ['kind'],
  );
  for (const kind of LOOKUP_KINDS) lookups(0, kind);
  const errors = metrics.counter(
    {
      name: 'tidemark.residency.directory.errors',
      description: 'Failed reads and changes of the location directory, and failed reads of the move feed',
    },
    ['operation', 'code'],
  );
  for (const operation of OPERATIONS) errors(0, operation, 'store_unavailable');
  const confirmations = metrics.counter(
    {
      name: 'tidemark.residency.confirmations',
      description:
        'Operations that needed more than the lease to confirm the location that they used, by what confirmed it and outcome',
    },
    ['by', 'outcome'],
  );
  return {
    onLookup: (kind, count = 1) => lookups(count, kind),
    onError: (operation, code) => errors(1, operation, code),
    onConfirmation: (by, outcome) => confirmations(1, by, outcome),
  };
}

export interface ObservedResidency {
  readonly residency: Pick<Residency, 'rules' | 'follower'>;
  readonly clock: Clock;
}

/** Registers the gauges that are computed whenever metrics are collected. */
export function observeResidency(metrics: Metrics, { residency, clock }: ObservedResidency): void {
  const { rules, follower } = residency;
  const createdMs = clock.monotonicMs();
  metrics.gauge(
    'tidemark.residency.feed_age',
    'Seconds since the last complete read of the move feed was sent; if never, since the start of the process; NaN without placements',
    () => {
      if (rules().groups.size === 0) return NaN;
      return Math.min(follower.leaseAgeMs, clock.monotonicMs() - createdMs) / 1_000;
    },
  );
  metrics.gauges(
    {
      name: 'tidemark.residency.subjects_moving',
      description: 'Users that are moving between placements, by the state of their move',
      labels: ['state'],
      absentValue: 0,
    },
    () =>
      LOCATION_STATES.filter((state) => state !== 'home').map((state): LabelledValue => {
        const waves = follower.moves.waves().filter((open) => open.state === state);
        const value = waves.reduce((sum, { wave }) => sum + follower.moves.subjectsOf(wave.id).length, 0);
        return { value, labels: { state } };
      }),
  );
  metrics.gauge(
    'tidemark.residency.oldest_move',
    'Seconds since the oldest move that is under way began; 0 if there is none',
    () => {
      const waves = follower.moves.waves();
      if (waves.length === 0) return 0;
      return Math.max(0, clock.nowMs() - minOf(waves.map(({ wave }) => wave.begunAtMs))) / 1_000;
    },
  );
}
