/** Several replicas' answers as one: pure. */
import type { RowWatermark } from '../../core/consistency/row-watermark';
import { joinRows } from '../../core/rows/row-join';
import type { Workload } from '../../routing/topology/cluster';
import type { JudgedAnswer } from './read-evidence';

/**
 * Returns the answer that contains what each of them contains, and so proves what any of them proves. It counts as the
 * answer of the first one's replica.
 */
export function joined<W extends Workload>(
  first: JudgedAnswer<W>,
  others: readonly JudgedAnswer<W>[],
): JudgedAnswer<W> {
  const all = [first, ...others];
  const answers = all.map(({ answer }) => answer);
  const left = first.verdict.left.filter((demand) =>
    all.every(({ verdict }) => verdict.left.includes(demand)),
  );
  return {
    answer: {
      ...first.answer,
      row: joinRows(answers.map(({ row }) => row)),
      watermark: latestOf(answers.map(({ watermark }) => watermark)),
      heartbeats: latestOf(answers.map(({ heartbeats }) => heartbeats)),
    },
    verdict: { left, byHeartbeat: [], byWatermark: [] },
    joined: all,
  };
}

/** A join of rows shows the newest version of each column, and each origin's latest heartbeat that any of them shows. */
function latestOf(maps: readonly RowWatermark[]): RowWatermark {
  const latest = new Map<string, number>();
  for (const map of maps) {
    for (const [name, at] of map) latest.set(name, Math.max(at, latest.get(name) ?? -Infinity));
  }
  return latest;
}
