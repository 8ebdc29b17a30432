import type { MessageSink } from '../grpc/call';
import { data, decode, encode, toBuffer } from '../proto';
import type { ServiceContext } from './context';

/** Splits the table into sections of about equal size and names their ends; the last one, empty, is the table's end. */
export function createSampleRowKeys(context: ServiceContext) {
  return async (bytes: Buffer, out: MessageSink): Promise<void> => {
    const request = decode(data.SampleRowKeysRequest, bytes);
    const { rows } = context.catalog.route(request.tableName, request.appProfileId);
    let offsetBytes = 0;
    let sampledBytes = 0;
    let version = rows.removedVersion;
    const samples: Buffer[] = [];
    const sample = (key: string): void => {
      const response = data.SampleRowKeysResponse.create({ rowKey: toBuffer(key), offsetBytes });
      samples.push(encode(data.SampleRowKeysResponse, response));
    };
    for (const row of rows.scan({ start: '', end: undefined })) {
      if (offsetBytes - sampledBytes >= SECTION_BYTES) {
        sample(row.key);
        sampledBytes = offsetBytes;
      }
      offsetBytes += row.bytes;
      version = Math.max(version, row.version);
    }
    sample('');
    await context.commits.whenCommitted(version);
    for (const frame of samples) await out.write(frame);
  };
}

const SECTION_BYTES = 16 * 1024 * 1024;
