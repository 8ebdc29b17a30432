import type { ReadEvidence } from '../../../../src/core/consistency/consistency';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { countsCompleteUpTo } from '../../../../src/operations/counts/count-actions';

const NOW = 1_000_000;

function upTo(stalenessMs: number | undefined, asOfMs = NOW): number | undefined {
  const evidence: ReadEvidence = {
    level: 'eventual',
    met: true,
    clusters: ['eu-a'],
    tier: 'nearest',
    lookups: 1,
    stalenessMs,
    token: EMPTY_TOKEN,
  };
  return countsCompleteUpTo({ asOfMs }, { readAtMs: NOW, evidence });
}

it.each([
  ['now, where the answer is not stale', 0, NOW, NOW],
  ['so long before as the answer is stale, rounded to what is certain', 250.5, NOW, NOW - 251],
  ['the end of the windows, where that is earlier', 250, NOW - 5_000, NOW - 5_000],
  ['what there is, where the windows end later', 250, NOW + 5_000, NOW - 250],
  ['unknown, where the staleness is', undefined, NOW - 5_000, undefined],
])('counts are complete up to %s', (_what, stalenessMs, asOfMs, expected) => {
  expect(upTo(stalenessMs, asOfMs)).toBe(expected);
});
