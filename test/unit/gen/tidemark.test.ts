import { google } from '@google-cloud/bigtable/build/protos/protos';
import { tidemark } from '../../gen/tidemark';

const { AdAction, AdActionBatch } = tidemark.v1;

describe('the generated static codecs', () => {
  it('read 64-bit integers as numbers', () => {
    for (const eventTimeMs of [0, 1, 127, 128, 2 ** 32, 1_763_700_000_123, Number.MAX_SAFE_INTEGER, -1]) {
      const decoded = AdAction.decode(AdAction.encode({ eventTimeMs }).finish());
      expect(decoded.eventTimeMs).toBe(eventTimeMs);
    }
  });

  it('read nested messages with the same reader', () => {
    const bytes = AdActionBatch.encode({ events: [{ userId: 'u', eventTimeMs: 5 }] }).finish();
    expect(AdActionBatch.decode(bytes).events).toEqual([AdAction.create({ userId: 'u', eventTimeMs: 5 })]);
    expect(AdActionBatch.decode(new Uint8Array(bytes)).events[0]?.eventTimeMs).toBe(5);
  });

  it('do not affect the 64-bit integers of other packages', () => {
    const { Cell } = google.bigtable.v2;
    const cell = Cell.decode(Cell.encode({ timestampMicros: 7 }).finish());
    expect(typeof cell.timestampMicros).toBe('object');
  });

  it('throw a RangeError on truncated bytes', () => {
    const bytes = AdAction.encode({ userId: 'user-1' }).finish();
    expect(() => AdAction.decode(bytes.subarray(0, -1))).toThrow(RangeError);
  });
});
