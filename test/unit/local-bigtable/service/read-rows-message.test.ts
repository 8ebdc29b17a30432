import { ChunkEncoder } from '../../../../src/local-bigtable/service/chunk-encoder';
import { ReadRowsMessage } from '../../../../src/local-bigtable/service/read-rows-message';
import { StoredRow } from '../../../../src/local-bigtable/store/stored-row';
import { LOCAL_BIGTABLE_DEFAULTS } from '../../../../src/local-bigtable/defaults';
import { FRAME_HEADER_BYTES } from '../../../../src/platform/network/grpc';
import { data } from '../../../conformance/raw-bigtable';

const MIB = 1024 * 1024;

describe('ReadRowsMessage', () => {
  it('a large row is one message, because the Go client accepts whole rows only', () => {
    const { reading } = LOCAL_BIGTABLE_DEFAULTS;
    const encoder = new ChunkEncoder(reading.valueChunkBytesMax);
    const row = new StoredRow('k');
    row.append({ family: 'f', qualifier: 'q', timestampMs: 0, value: 'v'.repeat(5 * MIB) });
    const message = new ReadRowsMessage(reading);
    message.add(row, encoder.row(row.key, row.cells));
    const frame = message.frame(encoder)!;
    expect(frame.readUInt32BE(1)).toBe(frame.length - FRAME_HEADER_BYTES);
    const { chunks } = data.ReadRowsResponse.decode(frame.subarray(FRAME_HEADER_BYTES));
    expect(chunks).toHaveLength(5);
    expect(chunks.at(-1)?.commitRow).toBe(true);
  });
});
