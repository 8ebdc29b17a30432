import {
  decodeLease,
  encodeLease,
  LEASE_MAX_MS,
  LeaseWatch,
  type Lease,
} from '../../../../src/core/pacing/lease';
import { tidemarkError } from '../../../support/tidemark-error';

const LEASE: Lease = {
  holder: 'host-1',
  epoch: 3,
  sequence: 17,
  rounds: 240,
  writtenAtMs: 1_763_700_000_000,
  durationMs: 3_000,
  isReleased: false,
};

describe('a lease', () => {
  it('is decoded as it was encoded', () => {
    expect(decodeLease(encodeLease(LEASE))).toEqual(LEASE);
    expect(decodeLease(encodeLease({ ...LEASE, isReleased: true })).isReleased).toBe(true);
  });

  it.each([
    ['no JSON', '{"holder"'],
    ['no object', '[]'],
    ['a missing epoch', JSON.stringify({ ...LEASE, epoch: undefined })],
    ['a negative epoch', JSON.stringify({ ...LEASE, epoch: -1 })],
    ['a time that no lease has', JSON.stringify({ ...LEASE, durationMs: LEASE_MAX_MS + 1 })],
    ['a sequence that is no number', JSON.stringify({ ...LEASE, sequence: '17' })],
  ])('with %s is corrupted, not treated as absent', (_, text) => {
    expect(() => decodeLease(Buffer.from(text))).toThrow(tidemarkError('data_corrupted'));
  });
});

describe('the watcher of a lease', () => {
  it('waits for its duration and the margin after it has first seen it', () => {
    const watch = new LeaseWatch(200);
    expect(watch.leftMs('a', 3_000, 50_000)).toBe(3_200);
    expect(watch.leftMs('a', 3_000, 53_199)).toBe(1);
    expect(watch.leftMs('a', 3_000, 53_200)).toBe(0);
    expect(watch.leftMs('a', 3_000, 60_000)).toBe(0);
  });

  it('restarts with each change of the row', () => {
    const watch = new LeaseWatch(0);
    watch.leftMs('a', 3_000, 1_000);
    expect(watch.leftMs('b', 3_000, 3_999)).toBe(3_000);
    expect(watch.leftMs('b', 3_000, 6_998)).toBe(1);
  });
});
