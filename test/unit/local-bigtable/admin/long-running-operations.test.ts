import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { admin } from '../../../../src/local-bigtable/encoding/proto';
import { seededRandom } from '../../../../src/platform/random';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import {
  AdminCalls,
  INSTANCE,
  PROJECT,
  rejectionOf,
  resultOf,
} from '../../../support/local-bigtable/admin-calls';
import { VirtualClock } from '../../../support/virtual-clock';

describe('Long-running operations', () => {
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    core = await openCore({ clock: new VirtualClock(), random: seededRandom(1) });
    calls = new AdminCalls(core);
  });

  afterEach(() => core.close());

  it('an operation is done when it is returned and whenever it is polled', async () => {
    const operation = await calls.createInstance();
    expect(operation.name).toMatch(new RegExp(`^operations/${INSTANCE}/operations/\\d+$`));
    expect([operation.response?.type_url, operation.metadata?.type_url]).toEqual([
      'type.googleapis.com/google.bigtable.admin.v2.Instance',
      'type.googleapis.com/google.bigtable.admin.v2.CreateInstanceMetadata',
    ]);
    expect(await calls.operation('GetOperation', operation.name)).toEqual(operation);
    expect(await calls.operation('WaitOperation', operation.name)).toEqual(operation);
    await calls.deleteInstance();
    expect(resultOf(admin.Instance, await calls.operation('GetOperation', operation.name)).name).toBe(
      INSTANCE,
    );
  });

  it('cancelling an operation has no effect', async () => {
    const { name } = await calls.createInstance();
    await calls.endOperation('CancelOperation', name);
    expect((await calls.operation('GetOperation', name)).done).toBe(true);
    await calls.getInstance();
  });

  it('an operation can be deleted', async () => {
    const { name } = await calls.createInstance();
    await calls.endOperation('DeleteOperation', name);
    const unknown = [
      calls.operation('GetOperation', name),
      calls.operation('WaitOperation', name),
      calls.endOperation('CancelOperation', name),
      calls.endOperation('DeleteOperation', name),
    ];
    for (const call of unknown) expect((await rejectionOf(call))[0]).toBe(GrpcStatus.NOT_FOUND);
  });

  it('operations are listed under a resource, in pages', async () => {
    await calls.createInstance();
    await calls.createInstance({ instanceId: 'instance-2' });
    for (let nodes = 1; nodes <= 3; nodes++) await calls.updateCluster('cluster-us', { serveNodes: nodes });
    const page = await calls.listOperations({ name: `operations/${INSTANCE}`, pageSize: 3 });
    expect(page.operations).toHaveLength(3);
    const { operations, nextPageToken } = await calls.listOperations({
      name: `operations/${INSTANCE}`,
      pageSize: 3,
      pageToken: page.nextPageToken,
    });
    expect([operations.length, nextPageToken]).toEqual([1, '']);
    expect((await calls.listOperations({ name: `operations/${PROJECT}` })).operations).toHaveLength(5);
    expect((await calls.listOperations({ name: 'operations' })).operations).toHaveLength(5);
    expect((await calls.listOperations({ name: 'operations/projects/pro' })).operations).toEqual([]);
    expect((await rejectionOf(calls.listOperations({ name: PROJECT })))[0]).toBe(GrpcStatus.INVALID_ARGUMENT);
    const filtered = calls.listOperations({ name: 'operations', filter: 'done=true' });
    expect((await rejectionOf(filtered))[0]).toBe(GrpcStatus.UNIMPLEMENTED);
  });

  it('the number of operations is limited, and the oldest are removed first', async () => {
    const first = await calls.createInstance();
    let last = first;
    for (let index = 0; index < 1_000; index++)
      last = await calls.patchInstance({ displayName: 'd' }, ['display_name']);
    expect((await rejectionOf(calls.operation('GetOperation', first.name)))[0]).toBe(GrpcStatus.NOT_FOUND);
    expect((await calls.operation('GetOperation', last.name)).done).toBe(true);
    expect((await calls.listOperations({ name: 'operations' })).operations).toHaveLength(1_000);
  });
});
