/** Several replicas' answers as one: pure. */
import type { RowWatermark } from '../../core/consistency/row-watermark';
import { joinRows } from '../../core/rows/row-join';
import type { Workload } from '../../routing/topology/cluster';
import type { EvaluatedAnswer } from './read-evidence';

/**
 * Returns the answer that contains what each of them contains, and so proves what any of them proves. It counts as the
 * answer of the first one's replica.
 */
export function joinAnswers<W extends Workload>(
  first: EvaluatedAnswer<W>,
  others: readonly EvaluatedAnswer<W>[],
): EvaluatedAnswer<W> {
  const all = [first, ...others];
  const answers = all.map(({ answer }) => answer);
  const unproven = first.proof.unproven.filter((requirement) =>
    all.every(({ proof }) => proof.unproven.includes(requirement)),
  );
  return {
    answer: {
      ...first.answer,
      row: joinRows(answers.map(({ row }) => row)),
      watermark: latestOf(answers.map(({ watermark }) => watermark)),
      heartbeats: latestOf(answers.map(({ heartbeats }) => heartbeats)),
    },
    proof: { unproven, provenByHeartbeat: [], provenByWatermark: [] },
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
