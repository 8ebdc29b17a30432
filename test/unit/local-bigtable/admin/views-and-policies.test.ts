import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { BIGTABLE_LIMITS } from '../../../../src/local-bigtable/bigtable-limits';
import { timestampFromMs } from '../../../../src/local-bigtable/catalog/definitions';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { AdminCalls, INSTANCE, rejectionOf } from '../../../support/local-bigtable/admin-calls';
import { MemoryStorage } from '../../../support/local-bigtable/memory-storage';
import { VirtualClock } from '../../../support/virtual-clock';

const { ABORTED, FAILED_PRECONDITION, INVALID_ARGUMENT, NOT_FOUND } = GrpcStatus;
const TABLE = `${INSTANCE}/tables/t`;
const VIEW = `${TABLE}/authorizedViews/v`;
const BACKUP = `${INSTANCE}/clusters/cluster-us/backups/b`;
const DAY_MS = 86_400_000;
const SUBSET = { rowPrefixes: [Buffer.from('a')], familySubsets: { f: { qualifiers: [Buffer.from('q')] } } };
const BINDINGS = [{ role: 'roles/bigtable.reader', members: ['user:ada@example.com'] }];

describe('Authorized views and IAM policies', () => {
  const storage = (): MemoryStorage => new MemoryStorage();
  let current: MemoryStorage;
  let clock: VirtualClock;
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    current = storage();
    clock = new VirtualClock();
    await open();
    await calls.createInstance();
    await calls.createTable('t', { columnFamilies: { f: {} } });
    await calls.createView('v', { subsetView: SUBSET });
  });

  afterEach(() => core.close());

  async function open(): Promise<void> {
    core = await openCore({ clock }, current);
    calls = new AdminCalls(core);
  }

  async function reopen(): Promise<void> {
    await core.close();
    await open();
  }

  it('views and policies survive a restart', async () => {
    const expireTime = timestampFromMs(clock.nowMs() + DAY_MS);
    await calls.createBackup('b', { expireTime });
    const view = await calls.getView('v');
    const resources = [INSTANCE, TABLE, VIEW, BACKUP];
    const policies = [];
    for (const resource of resources) policies.push(await calls.setPolicy(resource, { bindings: BINDINGS }));
    await reopen();
    expect(await calls.getView('v')).toEqual(view);
    for (const [index, resource] of resources.entries()) {
      expect(await calls.getPolicy(resource)).toEqual(policies[index]);
    }
  });

  it('a table, a view, a backup and an instance take their policies with them', async () => {
    await calls.setPolicy(VIEW, { bindings: BINDINGS });
    await calls.deleteTable('t');
    await calls.createTable('t', { columnFamilies: { f: {} } });
    expect((await rejectionOf(calls.getView('v')))[0]).toBe(NOT_FOUND);
    await calls.createView('v', { subsetView: SUBSET });
    expect((await calls.getPolicy(VIEW)).bindings).toEqual([]);
    await calls.setPolicy(VIEW, { bindings: BINDINGS });
    await calls.deleteView('v');
    await calls.createView('v', { subsetView: SUBSET });
    expect((await calls.getPolicy(VIEW)).bindings).toEqual([]);
    await calls.setPolicy(INSTANCE, { bindings: BINDINGS });
    await calls.deleteInstance();
    await reopen();
    await calls.createInstance();
    expect((await calls.getPolicy(INSTANCE)).bindings).toEqual([]);
  });

  it('a backup that is deleted or expires takes its policy with it', async () => {
    const backUp = () => calls.createBackup('b', { expireTime: timestampFromMs(clock.nowMs() + DAY_MS) });
    await backUp();
    await calls.setPolicy(BACKUP, { bindings: BINDINGS });
    await calls.deleteBackup(BACKUP);
    await backUp();
    expect((await calls.getPolicy(BACKUP)).bindings).toEqual([]);
    await calls.setPolicy(BACKUP, { bindings: BINDINGS });
    await clock.advance(DAY_MS);
    await backUp();
    expect((await calls.getPolicy(BACKUP)).bindings).toEqual([]);
  });

  it('a view with deletion protection protects its table and instance', async () => {
    await calls.updateView({ deletionProtection: true }, ['deletion_protection']);
    for (const call of [calls.deleteTable('t'), calls.deleteInstance()]) {
      expect(await rejectionOf(call)).toEqual([FAILED_PRECONDITION, expect.stringContaining(VIEW)]);
    }
    await calls.updateView({}, ['*']).then(
      () => fail('a view without a subset'),
      () => undefined,
    );
    await calls.updateView({ subsetView: SUBSET }, ['*']);
    await calls.deleteInstance();
  });

  it('an update changes the fields of the mask, or those that are set', async () => {
    const before = await calls.getView('v');
    await calls.updateView({ subsetView: { rowPrefixes: [Buffer.from('b')] } }, ['subset_view.row_prefixes']);
    const after = await calls.getView('v');
    expect(after.subsetView?.rowPrefixes).toEqual([Buffer.from('b')]);
    expect(after.subsetView?.familySubsets).toEqual(before.subsetView?.familySubsets);
    await calls.updateView({ deletionProtection: true }, []);
    expect((await calls.getView('v')).subsetView).toEqual(after.subsetView);
    const stale = calls.updateView({ etag: before.etag, subsetView: SUBSET }, ['subset_view']);
    expect((await rejectionOf(stale))[0]).toBe(ABORTED);
    expect((await rejectionOf(calls.updateView({}, ['name'])))[0]).toBe(INVALID_ARGUMENT);
  });

  it('invalid views are rejected', async () => {
    const many = Array.from({ length: BIGTABLE_LIMITS.authorizedViewParametersMax }, (_, index) =>
      Buffer.from(String(index)),
    );
    const tooMany = { ...SUBSET, rowPrefixes: many };
    for (const [id, view] of [
      ['', { subsetView: SUBSET }],
      ['a/b', { subsetView: SUBSET }],
      ['x'.repeat(51), { subsetView: SUBSET }],
      ['w', {}],
      ['w', { subsetView: tooMany }],
    ] as const) {
      expect((await rejectionOf(calls.createView(id, view)))[0]).toBe(INVALID_ARGUMENT);
    }
    await calls.createView('w', { subsetView: { rowPrefixes: many } });
  });

  it('a policy has a limited number of members, and a mask selects what is set', async () => {
    const members = Array.from(
      { length: BIGTABLE_LIMITS.policyMembersMax + 1 },
      (_, index) => `user:u${index}@e.com`,
    );
    const tooMany = calls.setPolicy(TABLE, { bindings: [{ role: 'roles/viewer', members }] });
    expect(await rejectionOf(tooMany)).toEqual([INVALID_ARGUMENT, expect.stringContaining('1500')]);
    await calls.setPolicy(TABLE, { bindings: BINDINGS });
    const kept = await calls.setPolicy(TABLE, { bindings: [], version: 1 }, ['version']);
    expect([kept.version, kept.bindings]).toMatchObject([1, BINDINGS]);
    expect((await rejectionOf(calls.setPolicy(TABLE, {}, ['role'])))[0]).toBe(INVALID_ARGUMENT);
  });
});
