import { VersionSource } from '../../../../src/consistency/write/version-source';
import { VirtualClock } from '../../../support/virtual-clock';

function clockAt(nowMs: { value: number }): VirtualClock {
  return Object.assign(new VirtualClock(), { nowMs: () => nowMs.value });
}

describe('versions', () => {
  it('are the time, and go ahead of it only where they have to', () => {
    const now = { value: 1_000 };
    const versions = new VersionSource(clockAt(now));
    expect(['r', 'r', 's', 'r', 's'].map((row) => versions.next(row))).toEqual([
      1000, 1001, 1000, 1002, 1001,
    ]);
    now.value = 1_002;
    expect(['r', 's', 't'].map((row) => versions.next(row))).toEqual([1003, 1002, 1002]);
    now.value = 2_000;
    expect(['r', 's'].map((row) => versions.next(row))).toEqual([2000, 2000]);
    now.value = 10;
    expect(['r', 's', 't'].map((row) => versions.next(row))).toEqual([2001, 2001, 2000]);
  });

  it('are forgotten when the clock has passed them', () => {
    const now = { value: 1_000 };
    const versions = new VersionSource(clockAt(now));
    for (let row = 0; row < 500; row++) versions.next(`${row}`);
    expect(versions.size).toBe(500);
    now.value++;
    versions.next('r');
    expect(versions.size).toBe(1);
  });

  it('grow for each row and do not fill the memory while the clock stands still for 100,000 rows', () => {
    const versions = new VersionSource(clockAt({ value: 1_000 }));
    const last = new Map<string, number>();
    for (let count = 0; count < 100_000; count++) {
      const row = count % 7 === 0 ? 'hot' : `${count % 60_000}`;
      const version = versions.next(row);
      if (version <= (last.get(row) ?? 0)) throw new Error(`${row} had ${last.get(row)}, and now ${version}`);
      last.set(row, version);
    }
    expect(versions.size).toBeLessThanOrEqual(10_000);
  });
});
