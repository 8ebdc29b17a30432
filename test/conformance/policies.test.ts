import { google } from '@google-cloud/bigtable/build/protos/protos';
import { statusOf } from './raw-bigtable';
import { describeServers } from './servers';

import iam = google.iam.v1;

const TABLES = '/google.bigtable.admin.v2.BigtableTableAdmin';
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;
const ABORTED = 10;
const BINDINGS = [{ role: 'roles/bigtable.reader', members: ['user:ada@example.com'] }];

describeServers('IAM policies', ({ bigtable, test }) => {
  const get = (resource: string): Promise<iam.Policy> =>
    bigtable().unary(`${TABLES}/GetIamPolicy`, [iam.GetIamPolicyRequest, iam.Policy], { resource });
  const set = (resource: string, policy: iam.IPolicy): Promise<iam.Policy> =>
    bigtable().unary(`${TABLES}/SetIamPolicy`, [iam.SetIamPolicyRequest, iam.Policy], { resource, policy });

  test(
    'a policy is stored and returned with its etag',
    async () => {
      await bigtable().createTable('policy', {});
      for (const resource of [bigtable().instance, bigtable().tableName('policy')]) {
        const none = await get(resource);
        expect([none.bindings, none.etag.length > 0]).toEqual([[], true]);
        const stored = await set(resource, { bindings: BINDINGS, etag: none.etag });
        expect(stored.bindings).toMatchObject(BINDINGS);
        expect(await get(resource)).toEqual(stored);
        expect(await statusOf(set(resource, { bindings: [], etag: none.etag }))).toBe(ABORTED);
        expect((await get(resource)).bindings).toMatchObject(BINDINGS);
        // A policy without an etag replaces any.
        expect((await set(resource, { bindings: [] })).bindings).toEqual([]);
      }
    },
    'iam-policies',
  );

  test(
    'invalid policies, and those of missing resources, are rejected',
    async () => {
      await bigtable().createTable('invalid', {});
      const resource = bigtable().tableName('invalid');
      const invalid: iam.IPolicy[] = [
        { version: 2 },
        { bindings: [{ role: 'reader', members: [] }] },
        { bindings: [{ role: 'roles/bigtable.reader', members: ['ada'] }] },
        { bindings: [{ ...BINDINGS[0], condition: { expression: 'true' } }] },
      ];
      for (const policy of invalid) expect(await statusOf(set(resource, policy))).toBe(INVALID_ARGUMENT);
      expect((await set(resource, { ...invalid[3], version: 3 })).version).toBe(3);
      expect(await statusOf(set(bigtable().tableName('nowhere'), { bindings: BINDINGS }))).toBe(NOT_FOUND);
      expect(await statusOf(get(bigtable().tableName('nowhere')))).toBe(NOT_FOUND);
    },
    'iam-policies',
  );

  test(
    'a deleted table leaves no policy',
    async () => {
      const resource = bigtable().tableName('replaced');
      await bigtable().createTable('replaced', {});
      await set(resource, { bindings: BINDINGS });
      await bigtable().deleteTable('replaced');
      await bigtable().createTable('replaced', {});
      expect((await get(resource)).bindings).toEqual([]);
    },
    'iam-policies',
  );

  test(
    'permissions are reported as granted, and wildcards are rejected',
    async () => {
      await bigtable().createTable('permitted', {});
      const permitted = (permissions: string[]) =>
        bigtable().unary(
          `${TABLES}/TestIamPermissions`,
          [iam.TestIamPermissionsRequest, iam.TestIamPermissionsResponse],
          { resource: bigtable().tableName('permitted'), permissions },
        );
      expect((await permitted(['bigtable.tables.get'])).permissions).toEqual(['bigtable.tables.get']);
      expect(await statusOf(permitted(['bigtable.*']))).toBe(INVALID_ARGUMENT);
    },
    'iam-policies',
  );
});
