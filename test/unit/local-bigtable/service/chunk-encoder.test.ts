import fc from 'fast-check';
import { ChunkEncoder } from '../../../../src/local-bigtable/service/chunk-encoder';
import { type StoredCell, compareCells } from '../../../../src/local-bigtable/store/stored-cell';
import { data, joinChunks } from '../../../conformance/raw-bigtable';

const byteString = (maxLength: number): fc.Arbitrary<string> =>
  fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const cell = fc.record({
  family: fc.constantFrom('f', 'g'.repeat(64)),
  qualifier: byteString(40),
  timestampMs: fc.oneof(fc.nat(), fc.maxSafeNat(), fc.constantFrom(0, 9_007_199_254_740, 9_007_199_254_741)),
  value: fc.oneof(byteString(200), fc.constantFrom('', 'x'.repeat(127), 'x'.repeat(128), 'x'.repeat(20_000))),
  label: fc.constantFrom(undefined, 'label'),
});

describe('ChunkEncoder', () => {
  it('the generated codec decodes the chunks, however values are split', () => {
    const cells = fc.array(cell, { minLength: 1, maxLength: 20 });
    const key = byteString(300).filter((text) => text !== '');
    fc.assert(
      fc.property(key, cells, fc.constantFrom(1, 7, 150, 1_000_000), (rowKey, unsorted, valueBytesMax) => {
        const sorted = unsorted
          .map(({ label, ...rest }): StoredCell => ({ ...rest, ...(label && { label }) }))
          .sort(compareCells);
        const encoded = new ChunkEncoder(valueBytesMax).row(rowKey, sorted);
        const { chunks } = data.ReadRowsResponse.decode(encoded);
        expect(joinChunks(chunks)).toEqual([
          {
            key: rowKey,
            cells: sorted.map(({ family, qualifier, timestampMs, value, label }) => [
              family,
              qualifier,
              Number(BigInt(timestampMs) * 1000n),
              value,
              ...(label ? [label] : []),
            ]),
          },
        ]);
        expect(chunks.every((chunk) => (chunk.value?.length ?? 0) <= valueBytesMax)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('a marker reports the progress of a scan', () => {
    const response = data.ReadRowsResponse.decode(new ChunkEncoder(10).scannedMarker('a\xff'));
    expect(Buffer.from(response.lastScannedRowKey).toString('latin1')).toBe('a\xff');
  });
});
