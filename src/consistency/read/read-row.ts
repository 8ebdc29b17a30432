import { toBigtableError, type BigtableError } from '../../bigtable/client/bigtable-error';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import { isOrigin, evaluateProof } from './proof';
import type { ReplicaAnswer, Lookup } from './lookup-client';
import { finishRead } from './finish-read';
import type { ReadContext, RowReadPlan } from './read-setting';
import { SingleReplicaRead } from './nearest-reading';
import { RacingRead } from './row-reading';
import type { RowAnswer } from '../store';

const NO_OPTIONS = Object.freeze({});

/**
 * Most reads are proven by whatever the nearest says: they cost little more than the lookup. All others, and these once
 * something goes wrong, are a RowReading.
 */
export function readRow<W extends Workload>(
  setting: ReadContext<W>,
  task: RowReadPlan<W>,
): Promise<RowAnswer> {
  const { candidates, requirements } = task;
  const nearest = candidates[0] as Cluster<W>;
  const isProven = requirements.every(({ origin }) => isOrigin(nearest, origin, setting.rules));
  if (!isProven) return new RacingRead(setting, task).run();
  return candidates.length === 1
    ? readSoleReplica(setting, task, nearest)
    : new SingleReplicaRead(setting, task).run();
}

/** There is nobody else to ask: as long as the call lasts, nothing needs to be done meanwhile. */
async function readSoleReplica<W extends Workload>(
  setting: ReadContext<W>,
  task: RowReadPlan<W>,
  nearest: Cluster<W>,
): Promise<RowAnswer> {
  const { requirements } = task;
  const answer = await lookupSoleReplica(setting, task, { cluster: nearest, kind: 'nearest' });
  if (answer instanceof Error) return new RacingRead(setting, task, 1).retryAfter(answer);
  const judged = { answer, proof: evaluateProof(answer, requirements, setting.rules) };
  return finishRead(setting, task, judged, { requirements, lookups: 1 });
}

async function lookupSoleReplica<W extends Workload>(
  { router, lookups, observer }: ReadContext<W>,
  task: RowReadPlan<W>,
  lookup: Lookup<W>,
): Promise<ReplicaAnswer<W> | BigtableError> {
  router.startProbeIfDue(lookup.cluster);
  try {
    const answer = await lookups.row(lookup, task, task.call ?? NO_OPTIONS);
    observer?.onLookup({ ...lookup, outcome: 'answered' });
    return answer;
  } catch (error) {
    observer?.onLookup({ ...lookup, outcome: 'failed' });
    return toBigtableError(error);
  }
}
