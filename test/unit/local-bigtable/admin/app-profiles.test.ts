import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { admin } from '../../../../src/local-bigtable/encoding/proto';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import {
  AdminCalls,
  INSTANCE,
  INSTANCE_ADMIN,
  PROJECT,
  rejectionOf,
  resultOf,
} from '../../../support/local-bigtable/admin-calls';
import { VirtualClock } from '../../../support/virtual-clock';

const { INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED } = GrpcStatus;
const ANY: admin.IAppProfile = { multiClusterRoutingUseAny: {} };
const to = (clusterId: string, allowTransactionalWrites = false): admin.IAppProfile => ({
  singleClusterRouting: { clusterId, allowTransactionalWrites },
});
const { PRIORITY_LOW, PRIORITY_MEDIUM, PRIORITY_HIGH } = admin.AppProfile.Priority;

describe('App profiles', () => {
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    core = await openCore({ clock: new VirtualClock() });
    calls = new AdminCalls(core);
    await calls.createInstance();
    await calls.createTable('t');
  });

  afterEach(() => core.close());

  /** Returns the cluster that serves a request through the profile. */
  function routed(profile: string, access: 'read' | 'transaction' = 'read'): string {
    const request = { access, clientRegion: undefined } as const;
    return core.dependencies.catalog.route(`${INSTANCE}/tables/t`, profile, request).cluster.id;
  }

  it.each<[string, admin.IAppProfile]>([
    ['to a single cluster', to('cluster-us')],
    ['to a single cluster, with transactions', to('cluster-us', true)],
    ['to any', ANY],
    ['to a group', { multiClusterRoutingUseAny: { clusterIds: ['cluster-us'] } }],
    ['with row affinity', { multiClusterRoutingUseAny: { rowAffinity: {} } }],
    ['at a low priority', { ...ANY, standardIsolation: { priority: PRIORITY_LOW } }],
    ['for Data Boost', { ...to('cluster-us'), dataBoostIsolationReadOnly: { computeBillingOwner: 1 } }],
  ])('an app profile is created and returned: %s', async (_, profile) => {
    const created = await calls.createProfile('profile', { ...profile, description: 'why' });
    expect(created).toMatchObject({
      ...profile,
      name: `${INSTANCE}/appProfiles/profile`,
      description: 'why',
    });
    expect(created.etag).not.toBe('');
    expect(await calls.getProfile('profile')).toEqual(created);
    expect(routed('profile')).toMatch(/^cluster-/);
  });

  it('an app profile has a high priority unless it sets another, also in the deprecated way', async () => {
    const created = await calls.createProfile('high', ANY);
    expect(created.standardIsolation?.priority).toBe(PRIORITY_HIGH);
    const deprecated = await calls.createProfile('medium', { ...ANY, priority: PRIORITY_MEDIUM });
    expect([deprecated.standardIsolation?.priority, deprecated.isolation]).toEqual([
      PRIORITY_MEDIUM,
      'standardIsolation',
    ]);
  });

  it('an app profile routes from its creation to its deletion', async () => {
    expect(() => routed('later')).toThrow(/App profile not found.*CreateAppProfile/);
    await calls.createProfile('later', to('cluster-us', true));
    expect(routed('later', 'transaction')).toBe('cluster-us');
    await calls.updateProfile('later', to('cluster-eu'), ['single_cluster_routing']);
    expect(routed('later')).toBe('cluster-eu');
    expect(() => routed('later', 'transaction')).toThrow(/Single-row transactions/);
    await calls.deleteProfile('later');
    expect(() => routed('later')).toThrow(/App profile not found/);
  });

  it.each<[string, string, admin.IAppProfile, RegExp]>([
    ['an id that cannot be', '-p', ANY, /app_profile_id/],
    ['no routing', 'p', {}, /single_cluster_routing and multi_cluster_routing_use_any/],
    ['both kinds of routing', 'p', { ...ANY, ...to('cluster-us') }, /One of single_cluster_routing/],
    ['a cluster that is not there', 'p', to('nowhere'), /single_cluster_routing.cluster_id.*"nowhere"/],
    [
      'a group with a cluster that is not there',
      'p',
      { multiClusterRoutingUseAny: { clusterIds: ['cluster-us', 'nowhere'] } },
      /cluster_ids.*"nowhere"/,
    ],
    [
      'a group with a cluster twice',
      'p',
      { multiClusterRoutingUseAny: { clusterIds: ['cluster-us', 'cluster-us'] } },
      /must not contain duplicates/,
    ],
    ['Data Boost to any', 'p', { ...ANY, dataBoostIsolationReadOnly: {} }, /requires single_cluster_routing/],
    [
      'Data Boost with transactions',
      'p',
      { ...to('cluster-us', true), dataBoostIsolationReadOnly: {} },
      /cannot be combined with allow_transactional_writes/,
    ],
  ])('an app profile is not created with %s', async (_, id, profile, message) => {
    expect(await rejectionOf(calls.createProfile(id, profile, true))).toEqual([
      INVALID_ARGUMENT,
      expect.stringMatching(message),
    ]);
    expect((await calls.listProfiles()).appProfiles).toHaveLength(1);
  });

  it('an app profile is created once, in an existing instance', async () => {
    await calls.createProfile('once', ANY);
    expect((await rejectionOf(calls.createProfile('once', ANY)))[0]).toBe(ALREADY_EXISTS);
    expect((await rejectionOf(calls.createProfile('default', ANY)))[0]).toBe(ALREADY_EXISTS);
    await calls.deleteInstance();
    expect((await rejectionOf(calls.createProfile('p', ANY)))[0]).toBe(NOT_FOUND);
  });

  it('an instance has at most two thousand app profiles', async () => {
    for (let index = 1; index < 2_000; index++) await calls.createProfile(`p${index}`, ANY);
    const [status, message] = await rejectionOf(calls.createProfile('one-more', ANY));
    expect([status, message]).toEqual([GrpcStatus.RESOURCE_EXHAUSTED, expect.stringContaining('2000')]);
  });

  it('an app profile is not created for all instances at once', async () => {
    const types = [admin.CreateAppProfileRequest, admin.AppProfile] as const;
    const request = { parent: `${PROJECT}/instances/-`, appProfileId: 'p', appProfile: ANY };
    const call = calls.call(`${INSTANCE_ADMIN}/CreateAppProfile`, types, request);
    expect(await rejectionOf(call)).toEqual([INVALID_ARGUMENT, expect.stringContaining('parent')]);
  });

  it('transactions at two clusters are allowed only when warnings are ignored', async () => {
    await calls.createProfile('tx-us', to('cluster-us', true));
    await calls.createProfile('tx-us-too', to('cluster-us', true));
    const unsafe = to('cluster-eu', true);
    expect(await rejectionOf(calls.createProfile('tx-eu', unsafe))).toEqual([
      FAILED_PRECONDITION,
      expect.stringMatching(/tx-us.*ignore_warnings/),
    ]);
    await calls.createProfile('tx-eu', unsafe, true);
    await calls.createProfile('eu', to('cluster-eu'));
    const update = { singleClusterRouting: { allowTransactionalWrites: true } };
    const path = ['single_cluster_routing.allow_transactional_writes'];
    expect((await rejectionOf(calls.updateProfile('eu', update, path)))[0]).toBe(FAILED_PRECONDITION);
    await calls.updateProfile('eu', update, path, true);
    expect((await calls.getProfile('eu')).singleClusterRouting).toMatchObject(unsafe.singleClusterRouting!);
  });

  it('a mask updates only the fields that it names', async () => {
    await calls.createProfile('p', { ...ANY, description: 'one' });
    const patch = async (profile: admin.IAppProfile, ...paths: string[]) =>
      resultOf(admin.AppProfile, await calls.updateProfile('p', profile, paths));
    const described = await patch({ ...to('cluster-us'), description: 'two' }, 'description');
    expect([described.description, described.routingPolicy]).toEqual(['two', 'multiClusterRoutingUseAny']);
    const affine = await patch(
      { multiClusterRoutingUseAny: { rowAffinity: {} } },
      'multi_cluster_routing_use_any.row_affinity',
    );
    expect(affine.multiClusterRoutingUseAny?.rowAffinity).toBeTruthy();
    const single = await patch(to('cluster-us'), 'singleClusterRouting');
    expect([single.routingPolicy, single.multiClusterRoutingUseAny]).toEqual(['singleClusterRouting', null]);
    const boosted = await patch({ dataBoostIsolationReadOnly: {} }, 'data_boost_isolation_read_only');
    expect([boosted.isolation, boosted.standardIsolation]).toEqual(['dataBoostIsolationReadOnly', null]);
    const low = await patch({ standardIsolation: { priority: PRIORITY_LOW } }, 'standard_isolation.priority');
    expect([low.isolation, low.standardIsolation?.priority]).toEqual(['standardIsolation', PRIORITY_LOW]);
    expect(await calls.getProfile('p')).toEqual(low);
  });

  it('a mask that clears the fields of another kind of routing changes nothing', async () => {
    await calls.createProfile('p', to('cluster-us'));
    await calls.updateProfile('p', {}, ['multi_cluster_routing_use_any.row_affinity']);
    expect((await calls.getProfile('p')).singleClusterRouting?.clusterId).toBe('cluster-us');
  });

  it('an update without a mask replaces the whole profile', async () => {
    await calls.createProfile('p', { ...to('cluster-us'), description: 'one' });
    const replaced = resultOf(admin.AppProfile, await calls.updateProfile('p', ANY, []));
    expect([replaced.description, replaced.routingPolicy]).toEqual(['', 'multiClusterRoutingUseAny']);
    expect((await rejectionOf(calls.updateProfile('p', {}, [])))[0]).toBe(INVALID_ARGUMENT);
  });

  it('a mask with unknown fields is rejected', async () => {
    expect(await rejectionOf(calls.updateProfile('default', ANY, ['name']))).toEqual([
      INVALID_ARGUMENT,
      expect.stringContaining('update_mask contains name'),
    ]);
    expect((await rejectionOf(calls.updateProfile('nowhere', ANY, ['description'])))[0]).toBe(NOT_FOUND);
  });

  it('an update is rejected when the profile has changed since it was read', async () => {
    const { etag } = await calls.createProfile('p', ANY);
    await calls.updateProfile('p', { description: 'first', etag }, ['description']);
    const late = calls.updateProfile('p', { description: 'second', etag }, ['description']);
    expect((await rejectionOf(late))[0]).toBe(ABORTED);
    const { etag: current, description } = await calls.getProfile('p');
    expect([current === etag, description]).toEqual([false, 'first']);
    await calls.updateProfile('p', { description: 'third', etag: current }, ['description']);
  });

  it('an app profile is deleted only when warnings are ignored, and the default one never', async () => {
    await calls.createProfile('p', ANY);
    expect(await rejectionOf(calls.deleteProfile('p', false))).toEqual([
      FAILED_PRECONDITION,
      expect.stringContaining('Deleting an app profile will cause all requests using it to fail.'),
    ]);
    await calls.deleteProfile('p');
    expect((await rejectionOf(calls.deleteProfile('p')))[0]).toBe(NOT_FOUND);
    expect((await rejectionOf(calls.deleteProfile('default')))[0]).toBe(FAILED_PRECONDITION);
  });

  it('app profiles are listed in pages, by instance or for a whole project', async () => {
    for (const id of ['a', 'b', 'c']) await calls.createProfile(id, ANY);
    await calls.createInstance({ instanceId: 'instance-2' });
    const ids = (page: admin.ListAppProfilesResponse) =>
      page.appProfiles.map(({ name }) => name?.split('/').at(-1));
    const first = await calls.listProfiles({ pageSize: 3 });
    expect(ids(first)).toEqual(['a', 'b', 'c']);
    const second = await calls.listProfiles({ pageSize: 3, pageToken: first.nextPageToken });
    expect([ids(second), second.nextPageToken]).toEqual([['default'], '']);
    expect(ids(await calls.listProfiles({ parent: `${PROJECT}/instances/-` }))).toHaveLength(5);
    expect((await rejectionOf(calls.listProfiles({ pageSize: -1 })))[0]).toBe(INVALID_ARGUMENT);
  });
});
