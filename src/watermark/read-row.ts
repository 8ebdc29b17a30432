import { toBigtableError, type BigtableError } from '../bigtable/bigtable-error';
import type { Cluster, Workload } from '../routing/cluster';
import { isItself, judge } from './gate';
import type { Answer, Lookup } from './lookups';
import { finished } from './read-end';
import type { ReadSetting, RowTask } from './read-setting';
import { RowReading } from './row-reading';
import type { RowAnswer } from './store';

const NO_OPTIONS = Object.freeze({});

/**
 * Most reads have one cluster to ask and are proven by its answer: they cost no more than the lookup. All others, and
 * these once something goes wrong, are a RowReading.
 */
export async function readRow<W extends Workload>(
  setting: ReadSetting<W>,
  task: RowTask<W>,
): Promise<RowAnswer> {
  const { candidates, demands } = task;
  const nearest = candidates[0] as Cluster<W>;
  const isSimple =
    candidates.length === 1 && demands.every(({ origin }) => isItself(nearest, origin, setting.rules));
  if (!isSimple) return new RowReading(setting, task).run();
  const answer = await askOnly(setting, task, { cluster: nearest, kind: 'nearest' });
  if (answer instanceof Error) return new RowReading(setting, task, 1).recover(answer);
  const judged = { answer, verdict: judge(answer, demands, setting.rules) };
  return finished(setting, task, judged, { demands, lookups: 1 });
}

async function askOnly<W extends Workload>(
  { lookups, observer }: ReadSetting<W>,
  task: RowTask<W>,
  lookup: Lookup<W>,
): Promise<Answer<W> | BigtableError> {
  try {
    const answer = await lookups.row(lookup, task, task.call ?? NO_OPTIONS);
    observer?.onLookup({ ...lookup, outcome: 'answered' });
    return answer;
  } catch (error) {
    observer?.onLookup({ ...lookup, outcome: 'failed' });
    return toBigtableError(error);
  }
}
