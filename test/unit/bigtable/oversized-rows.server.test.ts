import { google } from '@google-cloud/bigtable/build/protos/protos';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { DataClient } from '../../../src/bigtable/client/types';
import { startGrpcServer, type ScriptedServer, type ScriptedCall } from '../../support/grpc-server';
import { until } from '../../support/until';

const { ReadRowsResponse } = google.bigtable.v2;
const CHUNK_BYTES = 10_000;
const BYTES_MAX = 200_000;
const WINDOW_BYTES = 64 * 1024;

/** The server sends endless rows, as long as flow control allows. */
describe('a row above its size limit', () => {
  let server: ScriptedServer;
  let client: DataClient;
  let sentBytes = 0;
  let smallRowsFirst = 0;
  let chunkBytes = CHUNK_BYTES;

  beforeAll(async () => {
    server = await startGrpcServer((call) => send(call));
    client = createDataClient({
      transport: createTransport({
        endpoint: server.endpoint,
        plaintext: true,
        limits: { streamWindowBytes: WINDOW_BYTES, connectionWindowBytes: WINDOW_BYTES },
      }),
      project: 'p',
      instance: 'i',
    });
  });
  beforeEach(() => {
    sentBytes = 0;
    smallRowsFirst = 0;
    chunkBytes = CHUNK_BYTES;
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  const cell = (key: string, qualifier: string, commitRow = false): Uint8Array =>
    ReadRowsResponse.encode({
      chunks: [
        {
          rowKey: Buffer.from(key),
          familyName: { value: 'f' },
          qualifier: { value: Buffer.from(qualifier) },
          value: Buffer.alloc(chunkBytes),
          commitRow,
        },
      ],
    }).finish();

  async function send(call: ScriptedCall): Promise<void> {
    call.stream.setMaxListeners(0);
    for (let at = 0; at < smallRowsFirst; at++) call.send(cell(`row${at + 10}`, 'q', true));
    for (let at = 0; !call.stream.destroyed; at++) {
      const message = cell('the row', `q${at}`);
      if (!call.send(message)) await new Promise((go) => call.stream.once('drain', go).once('close', go));
      if (!call.stream.destroyed) sentBytes += message.length;
    }
  }

  const cancelled = (): Promise<void> => until(() => server.calls.at(-1)?.stream.rstCode === 8);

  it('a point read is cancelled when the row exceeds its limit', async () => {
    const read = client.readRow({ table: 't', key: Buffer.from('the row'), bytesMax: BYTES_MAX });
    await expect(read).rejects.toMatchObject({ code: 'answer_too_large' });
    await cancelled();
    expect(sentBytes).toBeLessThan(BYTES_MAX + 4 * WINDOW_BYTES);
    expect(server.calls).toHaveLength(1);
  });

  it('a scan is cancelled when a row exceeds its limit, regardless of the rows before it', async () => {
    smallRowsFirst = 50;
    const rows: string[] = [];
    const scan = async (): Promise<void> => {
      for await (const row of client.readRows({ table: 't', rowBytesMax: BYTES_MAX })) {
        rows.push(row.key.toString());
      }
    };
    await expect(scan()).rejects.toMatchObject({ code: 'answer_too_large' });
    await cancelled();
    expect(rows).toHaveLength(50);
    expect(sentBytes).toBeLessThan(BYTES_MAX + 4 * WINDOW_BYTES);
  });

  it('a row that arrives as one message is not received at all', async () => {
    chunkBytes = 6_000_000;
    const read = client.readRow({ table: 't', key: Buffer.from('the row'), bytesMax: BYTES_MAX });
    await expect(read).rejects.toMatchObject({ code: 'answer_too_large' });
    await cancelled();
    expect(sentBytes).toBe(0);
    const scan = client.readRows({ table: 't', rowBytesMax: BYTES_MAX })[Symbol.asyncIterator]();
    await expect(scan.next()).rejects.toMatchObject({ code: 'answer_too_large' });
    await cancelled();
  });
});
