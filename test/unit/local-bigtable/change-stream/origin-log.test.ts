import type { ChangeRecord } from '../../../../src/local-bigtable/change-stream/change-record';
import { OriginLog } from '../../../../src/local-bigtable/change-stream/origin-log';
import { EmulatedCluster } from '../../../../src/local-bigtable/replication/local-cluster';
import type { Commit } from '../../../../src/local-bigtable/replication/commit';
import { VirtualClock } from '../../../support/virtual-clock';

const clock = new VirtualClock();
const [here, there] = ['here', 'there'].map(
  (id, index) => new EmulatedCluster({ id, region: id, zone: id }, index, clock),
);
const EVERYWHERE = 0b11;

/**
 * Creates ten changes with commit timestamps 1 to 10. The first ones were applied at both clusters, the others at one.
 */
function logOf(appliedCount: number): { log: OriginLog; records: ChangeRecord[] } {
  const log = new OriginLog('here');
  const records = Array.from({ length: 10 }, (_, index): ChangeRecord => {
    const appliedAt = index < appliedCount ? EVERYWHERE : here!.bit;
    const commit: Commit = {
      key: 'r',
      operations: [],
      commitMicros: index + 1,
      origin: 'here',
      version: 0,
      bytes: 0,
      appliedBy: appliedAt,
    };
    return { rowKey: 'r', commitMicros: index + 1, origin: 'here', version: 0, change: '', commit };
  });
  for (const record of records) log.append(record);
  return { log, records };
}

/** Returns the commit timestamps that a cluster can read. */
function readable(log: OriginLog, cluster: EmulatedCluster): number[] {
  log.advance(cluster, EVERYWHERE);
  const stamps: number[] = [];
  for (let next = log.next(0, cluster); next !== undefined; next = log.next(next.commitMicros, cluster)) {
    stamps.push(next.commitMicros);
  }
  return stamps;
}

describe('OriginLog', () => {
  it('a cluster reads up to the first change that it has not applied', () => {
    const { log, records } = logOf(3);
    records[5]!.commit!.appliedBy = EVERYWHERE;
    expect(readable(log, here!)).toHaveLength(10);
    expect(readable(log, there!)).toEqual([1, 2, 3]);
    expect(log.firstMissingMicros(there!)).toBe(4);
    expect(log.firstMissingMicros(here!)).toBeUndefined();
  });

  it.each([1, 4, 6, 9])(
    'a cluster reads up to that change after the oldest %i have been removed',
    (count) => {
      const { log, records } = logOf(3);
      expect(readable(log, there!)).toEqual([1, 2, 3]);
      expect(log.remove(count).map(({ commitMicros: stamp }) => stamp)).toEqual(
        records.slice(0, count).map(({ commitMicros: stamp }) => stamp),
      );
      expect(log.removedUpTo).toBe(count);
      const left = records.slice(count).map(({ commitMicros: stamp }) => stamp);
      expect(readable(log, here!)).toEqual(left);
      expect(readable(log, there!)).toEqual(left.filter((stamp) => stamp <= 3));
      expect(log.countUpTo(10)).toBe(10 - count);
      log.append({ rowKey: 'r', commitMicros: 11, origin: 'here', version: 0, change: '' });
      expect(readable(log, here!)).toEqual([...left, 11]);
      expect(log.firstMissingMicros(there!)).toBe(Math.max(4, count + 1));
    },
  );

  it('a commit is released once every cluster has applied it', () => {
    const { log, records } = logOf(3);
    log.advance(here!, EVERYWHERE);
    log.advance(there!, EVERYWHERE);
    expect(records.map(({ commit }) => commit !== undefined)).toEqual(records.map((_, index) => index >= 3));
  });
});
