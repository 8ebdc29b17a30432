import { data, encode, toBuffer } from '../proto';
import type { ServiceContext } from './context';
import { type DataMethod, streamMethod } from './data-method';

/** Splits the table into sections of about equal size and names their ends; the last one, empty, is the table's end. */
export function createSampleRowKeys(context: ServiceContext) {
  const method: DataMethod<data.SampleRowKeysRequest> = { type: data.SampleRowKeysRequest, access: 'read' };
  return streamMethod(context, method, async (replica, _request, out) => {
    let offsetBytes = 0;
    let sampledBytes = 0;
    let version = replica.removedVersion;
    const samples: Buffer[] = [];
    const sample = (key: string): void => {
      const response = data.SampleRowKeysResponse.create({ rowKey: toBuffer(key), offsetBytes });
      samples.push(encode(data.SampleRowKeysResponse, response));
    };
    for (const row of replica.scan({ start: '', end: undefined })) {
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
  });
}

const SECTION_BYTES = 16 * 1024 * 1024;
