import { constants } from 'node:http2';
import { once } from 'node:events';
import { google } from '@google-cloud/bigtable/build/protos/protos';
import {
  createTableAdminClient,
  type TableAdminClient,
} from '../../../../src/bigtable/admin/table-admin-client';
import { TableAdminConnection } from '../../../../src/bigtable/admin/table-admin-connection';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { startGrpcServer, type ScriptedServer, type ScriptedCall } from '../../../support/grpc-server';
import { openTableAdmin } from '../../../support/table-admin';
import { VirtualClock } from '../../../support/virtual-clock';

const NAME = 'projects/p/instances/i/tables/t';
const TABLE = google.bigtable.admin.v2.Table.encode({ name: NAME }).finish();

describe('TableAdminConnection', () => {
  let server: ScriptedServer;
  let clock: VirtualClock;
  let connection: TableAdminConnection;
  let admin: TableAdminClient;
  let answer: (call: ScriptedCall, index: number) => void;

  beforeEach(async () => {
    server = await startGrpcServer((call, index) => answer(call, index));
    clock = new VirtualClock();
    const { endpoint } = server;
    connection = new TableAdminConnection({
      endpoint,
      plaintext: true,
      clock,
      random: () => 0,
    });
    admin = createTableAdminClient({ connection, project: 'p', instance: 'i' });
  });

  afterEach(async () => {
    await connection.close();
    await server.close();
  });

  const found = (call: ScriptedCall): void => {
    call.send(TABLE);
    call.end();
  };

  /** Resolves with the next call, which is never answered, and with how the client ended it. */
  function nextCall(): Promise<{ readonly call: ScriptedCall; readonly closed: Promise<unknown> }> {
    return new Promise((resolve) => {
      answer = (call) => resolve({ call, closed: once(call.stream, 'close') });
    });
  }

  it("a call carries its resource name and deadline for Google's front end", async () => {
    answer = found;
    expect(await admin.getTable('t')).toEqual({ table: 't', families: {} });
    const [call] = server.calls;
    expect(call?.path).toBe('/google.bigtable.admin.v2.BigtableTableAdmin/GetTable');
    expect(call?.headers['x-goog-request-params']).toBe(`name=${encodeURIComponent(NAME)}`);
    expect(call?.headers['grpc-timeout']).toMatch(/^\d+[mS]$/);
    expect(call?.headers['authorization']).toBeUndefined();
  });

  it('the retention of a change stream is read, and that of a table without one is undefined', async () => {
    const { Table } = google.bigtable.admin.v2;
    const streamed = Table.encode({ changeStreamConfig: { retentionPeriod: { seconds: 86_400 } } }).finish();
    answer = (call, index) => {
      call.send(index === 0 ? streamed : TABLE);
      call.end();
    };
    expect(await admin.getRetention('t')).toEqual({ changeStreamMs: 86_400_000 });
    expect(await admin.getRetention('t')).toEqual({ changeStreamMs: undefined });
    const [call] = server.calls;
    const request = google.bigtable.admin.v2.GetTableRequest.decode(await call!.request);
    expect(request).toMatchObject({ name: NAME, view: Table.View.FULL });
  });

  it('the backups of all clusters are listed, with the table whose data they have', async () => {
    const { ListBackupsRequest, ListBackupsResponse } = google.bigtable.admin.v2;
    const name = 'projects/p/instances/i/clusters/c/backups/b';
    const times = { startTime: { seconds: 1 }, expireTime: { seconds: 2 } };
    const response = ListBackupsResponse.encode({ backups: [{ name, sourceTable: NAME, ...times }] });
    answer = (call) => {
      call.send(response.finish());
      call.end();
    };
    expect(await admin.listBackups()).toEqual([
      { name, cluster: 'c', sourceTable: NAME, startedAtMs: 1_000, expiresAtMs: 2_000 },
    ]);
    const { parent } = ListBackupsRequest.decode(await server.calls[0]!.request);
    expect(parent).toBe('projects/p/instances/i/clusters/-');
  });

  it('a change of families ignores the warning about a longer retention in a replicated instance', async () => {
    answer = found;
    await admin.modifyColumnFamilies('t', [{ kind: 'update', family: 'f', definition: {} }]);
    const { ModifyColumnFamiliesRequest } = google.bigtable.admin.v2;
    const request = ModifyColumnFamiliesRequest.decode(await server.calls[0]!.request);
    expect(request.ignoreWarnings).toBe(true);
  });

  it('a call to an emulator bypasses the proxy of the machine', async () => {
    answer = found;
    process.env['grpc_proxy'] = 'http://127.0.0.1:1';
    try {
      expect(await admin.getTable('t')).toMatchObject({ table: 't' });
    } finally {
      delete process.env['grpc_proxy'];
    }
  });

  it('an abort ends a call, at the server as well', async () => {
    const begun = nextCall();
    const abort = new AbortController();
    const reading = admin.getTable('t', { signal: abort.signal });
    const { call, closed } = await begun;
    abort.abort(new Error('no longer wanted'));
    await expect(reading).rejects.toMatchObject({ code: 'client_closed_request' });
    await closed;
    expect(call.stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
    await expect(admin.getTable('t', { signal: abort.signal })).rejects.toMatchObject({
      code: 'client_closed_request',
    });
    expect(server.calls).toHaveLength(1);
  });

  it('the deadline ends a call, at the server as well', async () => {
    const begun = nextCall();
    const reading = admin.getTable('t', { timeoutMs: 30_000 });
    const failed = expect(reading).rejects.toMatchObject({ code: 'deadline_exceeded' });
    const { call, closed } = await begun;
    await clock.advance(30_000);
    await failed;
    await closed;
    expect(call.stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  it('a read that failed temporarily is repeated', async () => {
    answer = (call, index) => (index < 2 ? call.end(GrpcStatus.ABORTED) : found(call));
    const { endpoint } = server;
    const prompt = openTableAdmin({ endpoint, project: 'p', instance: 'i', random: () => 0 });
    expect(await prompt.admin.getTable('t')).toEqual({ table: 't', families: {} });
    await prompt.close();
    expect(server.calls).toHaveLength(3);
  });

  it('a call that may have taken effect is sent only once', async () => {
    answer = (call) => call.end(GrpcStatus.UNAVAILABLE, { 'grpc-message': 'busy' });
    await expect(admin.createTable({ table: 't', families: {} })).rejects.toMatchObject({
      code: 'store_unavailable',
      grpcStatus: GrpcStatus.UNAVAILABLE,
      message: 'UNAVAILABLE: busy',
    });
    expect(server.calls).toHaveLength(1);
  });

  it('a failed call reports its status and the requested retry delay', async () => {
    const retryInfo = {
      type_url: 'type.googleapis.com/google.rpc.RetryInfo',
      value: Buffer.from([0x0a, 2, 0x08, 90]),
    };
    const status = { code: GrpcStatus.PERMISSION_DENIED, message: 'no', details: [retryInfo] };
    const details = Buffer.from(google.rpc.Status.encode(status).finish()).toString('base64');
    answer = (call) =>
      call.end(GrpcStatus.PERMISSION_DENIED, { 'grpc-message': 'no', 'grpc-status-details-bin': details });
    await expect(admin.createTable({ table: 't', families: {} })).rejects.toMatchObject({
      name: 'BigtableError',
      code: 'store_rejected',
      message: 'PERMISSION_DENIED: no',
      retryDelayMs: 90_000,
    });
  });

  it('an unreachable server is reported as unavailable', async () => {
    await server.close();
    await expect(admin.createTable({ table: 't', families: {} })).rejects.toMatchObject({
      code: 'store_unavailable',
      grpcStatus: GrpcStatus.UNAVAILABLE,
    });
  });

  it('an endpoint without host and port is rejected', () => {
    expect(() => new TableAdminConnection({ endpoint: 'localhost', plaintext: true })).toThrow(
      /"localhost" is not host:port/,
    );
  });
});
