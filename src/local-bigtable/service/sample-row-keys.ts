import { data, encode, toBuffer } from '../encoding/proto';
import type { LocalDependencies } from './local-dependencies';
import { type DataMethod, streamMethod, tableNameOf } from './data-method';

/**
 * Creates the method that returns the ends of the table's sections: its initial splits, and keys in between at about
 * equal sizes. The last key is empty and marks the end of the table, or it is the end of the view.
 */
export function createSampleRowKeys(dependencies: LocalDependencies) {
  const method: DataMethod<data.SampleRowKeysRequest> = { type: data.SampleRowKeysRequest, access: 'read' };
  return streamMethod(dependencies, method, async (replica, request, out) => {
    const { initialSplits } = dependencies.catalog.table(tableNameOf(request)).details;
    const splits = initialSplits.filter((key) => replica.includesRow(key));
    let nextSplit = 0;
    let offsetBytes = 0;
    let sampledBytes = 0;
    let version = replica.removedVersion;
    const samples: Buffer[] = [];
    const sample = (key: string): void => {
      sampledBytes = offsetBytes;
      const response = data.SampleRowKeysResponse.create({ rowKey: toBuffer(key), offsetBytes });
      samples.push(encode(data.SampleRowKeysResponse, response));
    };
    for (const row of replica.scan({ start: '', end: undefined })) {
      while (nextSplit < splits.length && splits[nextSplit]! <= row.key) sample(splits[nextSplit++]!);
      if (offsetBytes - sampledBytes >= SECTION_BYTES) sample(row.key);
      offsetBytes += row.bytes;
      version = Math.max(version, row.version);
    }
    for (const split of splits.slice(nextSplit)) sample(split);
    sample(replica.endKey);
    await dependencies.commits.whenCommitted(version);
    for (const frame of samples) await out.write(frame);
  });
}

const SECTION_BYTES = 16 * 1024 * 1024;
