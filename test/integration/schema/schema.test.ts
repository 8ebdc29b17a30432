import { loadSchema, type SchemaRegistry } from '../../../src/codec/declarations/schema-registry';
import { schemaSnapshotOf } from '../../../src/codec/declarations/schema-snapshot';
import { createApplySchema, createPlanSchema } from '../../../src/operations/schema/apply-schema';
import { createCheckSchema } from '../../../src/operations/schema/check-schema';
import { describeStores, type StoreInstance } from '../../support/bigtable-stores';
import { acmeProto, dataTypeOptions, protoFolder } from '../../support/proto-folder';

const builtIn = loadSchema();

const HOUR_MS = 3_600_000;

/** Returns the built-in schema with an additional family of this retention. */
function withPets(retention = '{ max_age_seconds: 86400 versions_max: 2 }'): SchemaRegistry {
  const text = acmeProto(`message Pets { ${dataTypeOptions({ retention })} string name = 1; }`);
  return loadSchema({ protoPaths: [protoFolder({ 'acme/v1/pets.proto': text })] });
}

async function apply({ admin }: StoreInstance, schema: SchemaRegistry): Promise<string[]> {
  const dependencies = { admin, schema };
  const { steps } = await createPlanSchema(dependencies)();
  await createApplySchema(dependencies)(steps);
  return steps.map(({ kind }) => kind);
}

describeStores('the schema', (store) => {
  it('is created in a new store with its GC rules, and then has no further steps', async () => {
    const instance = store().instance();
    expect(await apply(instance, builtIn)).toEqual([
      'create-table',
      'create-table',
      'create-table',
      'create-table',
      'create-table',
    ]);
    expect(await instance.admin.getTable('campaign_counts')).toEqual({
      table: 'campaign_counts',
      families: {
        _wm: { gcRule: { anyOf: [{ maxAgeMs: 604_800_000 }, { versionsMax: 256 }] } },
        // 26 hours longer than declared: a day is counted until its last event is beyond the retention.
        campaign_counts: { gcRule: { anyOf: [{ maxAgeMs: 2_186 * HOUR_MS }, { versionsMax: 1 }] } },
      },
    });
    expect(await instance.admin.getTable('users')).toEqual({
      table: 'users',
      families: {
        _prv: {},
        _rsv: { gcRule: { anyOf: [{ maxAgeMs: 86_400_000 }, { versionsMax: 1 }] } },
        _wm: { gcRule: { anyOf: [{ maxAgeMs: 604_800_000 }, { versionsMax: 256 }] } },
        // The dedup period and an hour longer than declared, in whole hours.
        ad_action: { gcRule: { maxAgeMs: 9_625 * HOUR_MS } },
        campaign_action: { gcRule: { maxAgeMs: 2_162 * HOUR_MS } },
        embedding: { gcRule: { anyOf: [{ maxAgeMs: 2_592_000_000 }, { versionsMax: 2 }] } },
        profile: { gcRule: { anyOf: [{ maxAgeMs: 15_552_000_000 }, { versionsMax: 3 }] } },
      },
    });
    expect(await apply(instance, builtIn)).toEqual([]);
  });

  it('gets a family that is added to the proto files, and keeps it when it is removed from them', async () => {
    const instance = store().instance();
    await apply(instance, builtIn);
    expect(await apply(instance, withPets())).toEqual(['create-family']);
    expect(await apply(instance, withPets())).toEqual([]);
    expect(await createPlanSchema({ admin: instance.admin, schema: builtIn })()).toEqual({
      steps: [],
      undeclared: ['users/pets'],
    });
    expect((await instance.admin.getTable('users'))?.families).toHaveProperty('pets');
  });

  it.each([
    '{ max_age_seconds: 60 }',
    '{ versions_max: 9 }',
    '{ max_age_seconds: 60 versions_max: 9 }',
    '{}',
  ])('follows a retention that changes to %s', async (retention) => {
    const instance = store().instance();
    await apply(instance, withPets());
    expect(await apply(instance, withPets(retention))).toEqual(['update-gc-rule']);
    expect(await apply(instance, withPets(retention))).toEqual([]);
  });

  it('can be applied by two processes at once', async () => {
    const instance = store().instance();
    const dependencies = { admin: instance.admin, schema: builtIn };
    const { steps } = await createPlanSchema(dependencies)();
    await Promise.all([createApplySchema(dependencies)(steps), createApplySchema(dependencies)(steps)]);
    expect((await createPlanSchema(dependencies)()).steps).toEqual([]);
  });

  it('has a reported drift after the store was changed manually', async () => {
    const { admin } = store().instance();
    const check = createCheckSchema({ schema: builtIn, locked: schemaSnapshotOf(builtIn), admin });
    expect((await check()).drift?.steps).toHaveLength(5);
    await apply({ admin } as StoreInstance, builtIn);
    expect(await check()).toEqual({
      ok: true,
      incompatible: [],
      unlocked: [],
      drift: { steps: [], undeclared: [] },
    });
    await admin.modifyColumnFamilies('users', [
      { kind: 'update', family: 'profile', definition: { gcRule: { versionsMax: 1 } } },
      { kind: 'drop', family: 'embedding' },
      { kind: 'create', family: 'by_hand', definition: {} },
    ]);
    const { ok, drift } = await check();
    expect(ok).toBe(false);
    expect(drift?.steps.map(({ kind }) => kind)).toEqual(['create-family', 'update-gc-rule']);
    expect(drift?.undeclared).toEqual(['users/by_hand']);
  });

  it('is compared with the lock', async () => {
    const schema = withPets();
    const check = createCheckSchema({ schema, locked: schemaSnapshotOf(builtIn) });
    expect(await check()).toEqual({
      ok: false,
      incompatible: [],
      unlocked: ['DataType users/pets', 'message acme.v1.Pets'],
    });
    const without = createCheckSchema({ schema: builtIn, locked: schemaSnapshotOf(schema) });
    expect((await without()).incompatible).toEqual([expect.stringContaining('users/pets is removed')]);
  });
});

describe('applying the schema', () => {
  it('fails if a required step fails', async () => {
    const failure = new Error('no');
    const admin = {
      getTable: async () => undefined,
      createTable: () => Promise.reject(failure),
      modifyColumnFamilies: () => Promise.reject(failure),
    };
    const { steps } = await createPlanSchema({ admin, schema: builtIn })();
    await expect(createApplySchema({ admin, schema: builtIn })(steps)).rejects.toBe(failure);
  });
});
