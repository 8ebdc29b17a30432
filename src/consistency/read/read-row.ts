import { toBigtableError, type BigtableError } from '../../bigtable/client/bigtable-error';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import { isItself, judge } from './gate';
import type { Answer, Lookup } from './lookups';
import { finished } from './read-end';
import type { ReadSetting, RowTask } from './read-setting';
import { NearestReading } from './nearest-reading';
import { RowReading } from './row-reading';
import type { RowAnswer } from '../store';

const NO_OPTIONS = Object.freeze({});

/**
 * Most reads are proven by whatever the nearest says: they cost little more than the lookup. All others, and these once
 * something goes wrong, are a RowReading.
 */
export function readRow<W extends Workload>(setting: ReadSetting<W>, task: RowTask<W>): Promise<RowAnswer> {
  const { candidates, demands } = task;
  const nearest = candidates[0] as Cluster<W>;
  const isProven = demands.every(({ origin }) => isItself(nearest, origin, setting.rules));
  if (!isProven) return new RowReading(setting, task).run();
  return candidates.length === 1 ? readOnly(setting, task, nearest) : new NearestReading(setting, task).run();
}

/** There is nobody else to ask: as long as the call lasts, nothing needs to be done meanwhile. */
async function readOnly<W extends Workload>(
  setting: ReadSetting<W>,
  task: RowTask<W>,
  nearest: Cluster<W>,
): Promise<RowAnswer> {
  const { demands } = task;
  const answer = await askOnly(setting, task, { cluster: nearest, kind: 'nearest' });
  if (answer instanceof Error) return new RowReading(setting, task, 1).recover(answer);
  const judged = { answer, verdict: judge(answer, demands, setting.rules) };
  return finished(setting, task, judged, { demands, lookups: 1 });
}

async function askOnly<W extends Workload>(
  { router, lookups, observer }: ReadSetting<W>,
  task: RowTask<W>,
  lookup: Lookup<W>,
): Promise<Answer<W> | BigtableError> {
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
