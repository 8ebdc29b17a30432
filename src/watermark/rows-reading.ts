import type { CallOptions } from '../bigtable/types';
import type { Consistency, Tier } from '../core/consistency';
import { mergeAll } from '../core/write-token';
import type { Workload } from '../routing/cluster';
import { beginRead, rowTask } from './begin-read';
import type { ReadSetting } from './read-setting';
import { readRow } from './read-row';
import type { RowAnswer, RowsAnswer, RowsRead } from './store';

/** first version: each row by itself */
export async function readRows<W extends Workload>(
  setting: ReadSetting<W>,
  read: RowsRead,
  consistency: Consistency,
  call: CallOptions | undefined,
): Promise<RowsAnswer> {
  const begun = beginRead(setting, read, consistency, call);
  const tasks = read.keys.map((key) => rowTask(setting, begun, key, true));
  const answers = await Promise.all(tasks.map((task) => readRow(setting, task)));
  return togetherOf(setting, consistency, answers);
}

const FARTHEST: readonly Tier[] = ['nearest', 'hedge', 'failover', 'origin'];

function togetherOf<W extends Workload>(
  { clock, writesMax }: ReadSetting<W>,
  { level }: Consistency,
  answers: readonly RowAnswer[],
): RowsAnswer {
  const evidences = answers.map(({ evidence }) => evidence);
  const tier = Math.max(0, ...evidences.map((each) => FARTHEST.indexOf(each.tier)));
  const staleness = evidences.map(({ stalenessMs }) => stalenessMs ?? Infinity);
  const stalenessMs = Math.max(0, ...staleness);
  return {
    rows: answers.map(({ row }) => row),
    evidence: {
      level,
      met: evidences.every(({ met }) => met),
      clusters: [...new Set(evidences.flatMap(({ clusters }) => clusters))],
      tier: FARTHEST[tier]!,
      lookups: evidences.reduce((sum, { lookups }) => sum + lookups, 0),
      stalenessMs: stalenessMs === Infinity ? undefined : stalenessMs,
      token: mergeAll(
        evidences.map(({ token }) => token),
        { writesMax, nowMs: clock.nowMs() },
      ),
    },
  };
}
