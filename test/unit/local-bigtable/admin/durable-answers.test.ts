import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import type { CommitStorage } from '../../../../src/local-bigtable/storage/commit-storage';
import { AdminCalls, INSTANCE, rejectionOf } from '../../../support/local-bigtable/admin-calls';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { VirtualClock } from '../../../support/virtual-clock';

/** Storage whose commits end when the test opens the gate. */
class GatedStorage implements CommitStorage {
  #gate: Promise<void> = Promise.resolve();
  open: () => void = () => undefined;
  async load(): Promise<number> {
    return 0;
  }
  async close(): Promise<void> {}
  commit(): Promise<void> {
    return this.#gate;
  }
  break(): void {
    this.#gate = Promise.reject(new Error('no space left'));
    this.#gate.catch(() => undefined);
  }
  shut(): void {
    this.#gate = new Promise((resolve) => (this.open = resolve));
  }
}

const ANY = { multiClusterRoutingUseAny: {} };

describe('answers of the admin API', () => {
  let storage: GatedStorage;
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    storage = new GatedStorage();
    core = await openCore({ clock: new VirtualClock() }, storage);
    calls = new AdminCalls(core);
    await calls.createInstance();
    await calls.createTable('t');
    storage.shut();
  });

  afterEach(async () => {
    storage.open();
    await core.close();
  });

  /** Returns whether the call ends only after the gate has opened. */
  async function waits(call: Promise<unknown>): Promise<boolean> {
    let ended = false;
    const over = call.catch(() => undefined).finally(() => (ended = true));
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    const waited = !ended;
    storage.open();
    await over;
    return waited;
  }

  it.each<[string, () => Promise<unknown>]>([
    ['that an instance is created', () => calls.createInstance({ instanceId: 'instance-2' })],
    ['that an instance is changed', () => calls.patchInstance({ displayName: 'Two' }, ['display_name'])],
    ['that an instance is deleted', () => calls.deleteInstance()],
    ['that a cluster is changed', () => calls.updateCluster('cluster-us', { serveNodes: 9 })],
    ['that a cluster is deleted', () => calls.deleteCluster('cluster-us')],
    ['that an app profile is created', () => calls.createProfile('p', ANY)],
    [
      'that a table is protected',
      () => calls.updateTable('t', { deletionProtection: true }, ['deletion_protection']),
    ],
  ])('the answer %s waits until it is durable', async (_, call) => {
    expect(await waits(call())).toBe(true);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['returns it', () => calls.getProfile('p')],
    ['lists it', () => calls.listProfiles()],
    ['creates it again', () => calls.createProfile('p', ANY)],
  ])('a request that %s waits until the profile is durable', async (_, call) => {
    const creation = calls.createProfile('p', ANY);
    expect(await waits(call())).toBe(true);
    await creation;
  });

  it.each<[string, () => Promise<unknown>]>([
    ['changes its families', () => calls.modifyFamilies('t', [{ id: 'f', create: {} }])],
    ['returns a token for it', () => calls.consistencyToken(`${INSTANCE}/tables/t`)],
    ['rejects a token of it', () => calls.checkConsistency(`${INSTANCE}/tables/t`, 'x')],
    ['drops its rows', () => calls.dropAllRows('t')],
  ])('a request that %s waits until the deletion of the table is durable', async (_, call) => {
    const deletion = calls.deleteTable('t');
    expect(await waits(call())).toBe(true);
    await deletion;
  });

  it('an answer comes immediately when nothing is pending', async () => {
    expect(await waits(calls.getProfile('default'))).toBe(false);
  });

  it('an unwritable data folder is reported as UNAVAILABLE', async () => {
    const accidents: unknown[] = [];
    const onAccident = (error: unknown): number => accidents.push(error);
    process.on('unhandledRejection', onAccident);
    storage.open();
    storage.break();
    await calls.createTable('t2').catch(() => undefined);
    const changes = [
      () => calls.createTable('t3'),
      () => calls.createInstance({ instanceId: 'instance-2' }),
      () => calls.createProfile('p', ANY),
      () => calls.deleteInstance(),
    ];
    for (const change of changes) expect((await rejectionOf(change()))[0]).toBe(GrpcStatus.UNAVAILABLE);
    await new Promise(setImmediate);
    process.off('unhandledRejection', onAccident);
    expect(accidents).toEqual([]);
  });
});
