import { createDataClient } from '../../../src/bigtable/client/data-client';
import type { ChangeStreamEvent, StreamPartition } from '../../../src/bigtable/changes/change-types';
import { setCell, deleteFromRow } from '../../../src/bigtable/write/mutations';
import type { TableAdminClient } from '../../../src/bigtable/admin/table-admin-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { DataClient } from '../../../src/bigtable/client/types';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { createEnableChangeStream } from '../../../src/operations/schema/enable-change-stream';
import { systemClock } from '../../../src/platform/time/clock';
import { openTableAdmin } from '../../support/table-admin';

const WHOLE: StreamPartition = { start: Buffer.alloc(0), end: Buffer.alloc(0) };
const DAY_MS = 86_400_000;
const limits = { enableTimeoutMs: 10_000, enablePollMs: 10 };

/** The data client on the embedded server: Google's emulator ends when it is asked for a change stream. */
describe('change streams through the data client', () => {
  let server: LocalBigtable;
  let admin: TableAdminClient;
  let closeAdmin: () => Promise<void>;
  let client: DataClient;

  beforeAll(async () => {
    // Most values take several messages.
    const reading = { valueChunkBytesMax: 4, messageBytes: 64 };
    const changeStreams = { partitionBytes: 2_000 };
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0, reading, changeStreams });
    const { endpoint } = server;
    ({ admin, close: closeAdmin } = openTableAdmin({ endpoint, project: 'p', instance: 'i' }));
    client = createDataClient({
      transport: createTransport({ endpoint, plaintext: true, limits: { closeTimeoutMs: 100 } }),
      project: 'p',
      instance: 'i',
    });
  });
  afterAll(async () => {
    await client.close();
    await closeAdmin();
    await server.close();
  });

  const createTable = async (table: string): Promise<void> => {
    await admin.createTable({ table, families: { f: {} } });
    await createEnableChangeStream({ admin, clock: systemClock, limits })(table, DAY_MS);
  };
  const write = (table: string, key: string, value: string): Promise<void> =>
    client.mutateRow(table, {
      key: Buffer.from(key),
      mutations: [setCell('f', Buffer.from('q'), 1_000, Buffer.from(value))],
    });
  const cancelled = (): AbortController => new AbortController();

  it('the stream has each change with its values, joined from several messages, and resumes behind a token', async () => {
    await createTable('joined');
    const control = cancelled();
    const stream = client.readChangeStream(
      { table: 'joined', partition: WHOLE, from: 'now', heartbeatMs: 20 },
      { signal: control.signal },
    );
    const seen: ChangeStreamEvent[] = [];
    for await (const event of stream) {
      seen.push(event);
      if (event.kind === 'heartbeat' && seen.length === 1) {
        await write('joined', 'a', 'a long value in many parts');
        await write('joined', 'b', '');
        await client.mutateRow('joined', { key: Buffer.from('a'), mutations: [deleteFromRow()] });
      }
      if (seen.filter(({ kind }) => kind === 'change').length === 3) break;
    }
    const changes = seen.flatMap((event) => (event.kind === 'change' ? [event] : []));
    expect(changes.map(({ key, type }) => [String(key), type])).toEqual([
      ['a', 'user'],
      ['b', 'user'],
      ['a', 'user'],
    ]);
    expect(String(changes[0]!.mutations[0]!.setCell!.value)).toBe('a long value in many parts');
    const from = { tokens: [{ partition: WHOLE, token: changes[0]!.token }] };
    const resumed: string[] = [];
    for await (const event of client.readChangeStream({ table: 'joined', partition: WHOLE, from })) {
      if (event.kind === 'change') resumed.push(String(event.key));
      if (resumed.length === 2) break;
    }
    expect(resumed).toEqual(['b', 'a']);
    const names: ChangeStreamEvent[] = [];
    const start = { startMicros: changes[0]!.commitMicros };
    for await (const event of client.readChangeStream({
      table: 'joined',
      partition: WHOLE,
      from: start,
      withoutValues: true,
    })) {
      names.push(event);
      break;
    }
    const [first] = names;
    expect(first?.kind === 'change' && first.mutations[0]!.setCell!.value).toEqual(Buffer.alloc(0));
  });

  it('a split closes the stream and names partitions that continue without a gap', async () => {
    await createTable('split');
    const [partition] = await client.initialPartitions('split');
    expect(partition).toEqual(WHOLE);
    const events: ChangeStreamEvent[] = [];
    for await (const event of client.readChangeStream({
      table: 'split',
      partition: WHOLE,
      from: 'now',
      heartbeatMs: 10,
    })) {
      if (event.kind === 'heartbeat' && events.length === 0) {
        for (let index = 0; index < 60; index++) await write('split', `row${index + 10}`, 'x'.repeat(100));
        expect((await client.initialPartitions('split')).length).toBeGreaterThan(1);
      }
      events.push(event);
    }
    const last = events.at(-1)!;
    if (last.kind !== 'closed') throw new Error('the stream is not closed');
    expect(last.successors.length).toBeGreaterThan(1);
    await write('split', 'row10', 'later');
    const keys = new Set(events.flatMap((event) => (event.kind === 'change' ? [String(event.key)] : [])));
    const { from, partition: next } = last.successors[0]!;
    for await (const event of client.readChangeStream({
      table: 'split',
      partition: next,
      from: { tokens: [from] },
    })) {
      if (event.kind !== 'change') continue;
      keys.add(String(event.key));
      if (event.mutations[0]!.setCell?.value?.length === 5) break;
    }
    expect(keys.has('row10')).toBe(true);
  });

  it('the signal ends a wait for the next change, and a table without a change stream is rejected', async () => {
    await createTable('quiet');
    const control = cancelled();
    const stream = client.readChangeStream(
      { table: 'quiet', partition: WHOLE, from: 'now' },
      { signal: control.signal },
    );
    const next = stream[Symbol.asyncIterator]().next();
    setTimeout(() => control.abort(new Error('enough')), 50);
    await expect(next).rejects.toMatchObject({ code: 'client_closed_request' });
    await admin.createTable({ table: 'none', families: { f: {} } });
    const none = client.readChangeStream({ table: 'none', partition: WHOLE, from: 'now' });
    await expect(none[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'store_rejected' });
  });
});
