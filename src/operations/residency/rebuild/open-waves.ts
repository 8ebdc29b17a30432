/** The waves that have not ended, by the records that their movers have left beside the fences. */
import type { CallOptions } from '../../../bigtable/client/types';
import type { FeedRecord } from '../../../core/residency/feed-record';
import { LOCATION_FAMILY } from '../../../core/residency/location-family';
import type { PlacementRules } from '../../../core/residency/placement-rules';
import type { EvidenceOfWave } from '../../../core/residency/rebuilt-location';
import type { StoredWave } from '../../../core/residency/stored-wave';
import type { SubjectKey } from '../../../core/residency/subject-key';
import type { Scanner } from '../../../consistency/store';
import type { TableTransactions } from '../../../consistency/transactions/row-transactions';
import type { LocationDirectory } from '../../../residency/location-directory';
import { WaveRecords } from '../../../residency/mover/wave-records';
import { runBounded } from '../../../platform/tasks/run-bounded';

export interface OpenWavesDependencies {
  readonly rules: PlacementRules;
  readonly scanner: Scanner;
  readonly transactionsOf: (family: string) => TableTransactions;
}

/** Returns the waves with a record in any placement. Those that only the API has requested have not begun. */
export async function readOpenWaves(
  { rules, scanner, transactionsOf }: OpenWavesDependencies,
  call: CallOptions,
): Promise<readonly StoredWave[]> {
  const records = new WaveRecords({ scanner, transactions: transactionsOf(LOCATION_FAMILY) });
  const placements = [...rules.placements.keys()];
  const waves = await Promise.all(placements.map((placement) => records.leaving(placement, call)));
  return waves.flat();
}

/** Returns the wave of each subject. Of two, which only a late write could leave behind, it is that of the later epoch. */
export function wavesBySubject(waves: readonly StoredWave[]): ReadonlyMap<SubjectKey, EvidenceOfWave> {
  const found = new Map<SubjectKey, EvidenceOfWave>();
  for (const { id, from, to, term, isCancelled, isRequested, subjects } of waves) {
    for (const { key, epoch } of subjects) {
      if ((found.get(key)?.epoch ?? 0) >= epoch) continue;
      found.set(key, { id, from, to, term, isCancelled, isRequested, epoch });
    }
  }
  return found;
}

export interface FeedOfWavesOptions {
  readonly directory: Pick<LocationDirectory, 'present'>;
  readonly entriesInFlight: number;
  readonly call: CallOptions;
}

/**
 * Returns the records by which the feed announces the waves. A wave has the state of its subject that is furthest behind:
 * the mover that completes it repeats the steps from there.
 */
export async function feedOfWaves(
  waves: readonly StoredWave[],
  { directory, entriesInFlight, call }: FeedOfWavesOptions,
): Promise<readonly FeedRecord[]> {
  const records: FeedRecord[] = [];
  for (const { id, group, from, to, begunAtMs, subjects, isRequested } of waves) {
    if (isRequested) continue;
    const entries = await runBounded(subjects, entriesInFlight, ({ key }) => directory.present(key, call));
    const joined = subjects.filter((_subject, at) => entries[at]?.wave === id);
    if (joined.length === 0) continue;
    const keys = joined.map(({ key, epoch }) => ({ key, epoch }));
    records.push({ kind: 'begun', wave: { id, group, from, to, begunAtMs, subjects: keys } });
    const states = entries.flatMap((entry) => (entry?.wave === id ? [entry.state] : []));
    if (states.every((state) => state !== 'preparing'))
      records.push({ kind: 'state', waveId: id, state: 'overlaid' });
  }
  return records;
}
