import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { terraformSchemaOf } from '../../../../src/codec/declarations/terraform-schema';
import { describeGcRule } from '../../../../src/core/schema/gc-rule';
import { declaredTables, planSchema } from '../../../../src/core/schema/schema-plan';
import { storeTopology } from '../../../../src/routing/topology/store-topology';
import { loadTopology } from '../../../../src/routing/topology/topology-file';
import { acmeProto, dataTypeOptions, protoFolder } from '../../../support/proto-folder';

describe('the schema for Terraform', () => {
  const registry = loadSchema();
  const schema = terraformSchemaOf(registry);
  const tables = {
    ...schema.tables,
    privacy_ledger: { families: schema.ledger_families },
    pipelines: { families: schema.pipeline_families },
  };

  it('has the tables and families that `schema apply` creates', () => {
    const made = planSchema(declaredTables(registry.corpora()), []).steps.flatMap((step) =>
      step.kind === 'create-table' ? step.families.map(({ family }) => `${step.table}/${family}`) : [],
    );
    const written = Object.entries(tables).flatMap(([table, { families }]) =>
      Object.keys(families).map((family) => `${table}/${family}`),
    );
    expect(written.sort()).toEqual(made.sort());
    expect(made).toEqual(
      expect.arrayContaining(['users/_wm', 'users/_rsv', 'campaigns/_lease', 'users/profile']),
    );
  });

  it('has a GC rule exactly where `schema apply` sets one', () => {
    for (const step of planSchema(declaredTables(registry.corpora()), []).steps) {
      if (step.kind !== 'create-table') continue;
      for (const { family, gcRule } of step.families) {
        const rules = tables[step.table as keyof typeof tables].families[family]?.gc_rules;
        expect([family, rules === null]).toEqual([family, describeGcRule(gcRule) === 'never']);
      }
    }
  });

  it('has the families of placements that `schema apply` creates', () => {
    const topology = storeTopology(loadTopology('infra/examples/topologies/residency.json'));
    const declared = declaredTables(registry.corpora(), topology.placements);
    const familiesIn = (table: string) =>
      declared.find((each) => each.table === table)!.families.map(({ family }) => family);
    const { corpus, fences, directory } = schema.placement_families;
    expect(familiesIn('users@eu').sort()).toEqual(
      Object.keys({ ...schema.tables['users']!.families, ...corpus }).sort(),
    );
    expect(familiesIn('tidemark_fences@eu').sort()).toEqual(Object.keys(fences));
    expect(familiesIn('tidemark_directory').sort()).toEqual(Object.keys(directory));
    expect([corpus, directory].map(({ _loc: family }) => family?.gc_rules)).toEqual(
      Array.from({ length: 2 }, () => '{"rules":[{"max_version":1}]}'),
    );
    expect(fences['_loc']?.gc_rules).toContain('"max_age":"720h"');
  });

  it('names the owner and the consent purpose', () => {
    expect(schema.tables['users']?.families['profile']).toMatchObject({
      owner: 'ads-personalization',
      purpose: 'ads_personalization',
    });
    expect(schema.tables['users']?.families['_wm']).not.toHaveProperty('owner');
    expect(
      Object.entries(schema.tables)
        .filter(([, table]) => table.holds_events)
        .map(([name]) => name),
    ).toEqual(['users']);
  });

  it.each(Object.entries(schema.event_types))(
    'has a message for topics of %s that decodes its bytes',
    (_family, type) => {
      const original = registry.root.lookupType(type.message);
      const { root } = protobuf.parse(type.definition, { keepCase: true });
      const derived = root.lookupType(original.name);
      const numbers = (of: protobuf.Type) =>
        of.fieldsArray.map(({ id, name, type: wire }) => `${id} ${name} ${wire}`);
      expect(numbers(derived)).toEqual(numbers(original));
      expect(Buffer.byteLength(type.definition)).toBeLessThan(300 * 1024);
    },
  );

  it('is deterministic and equals the committed one', () => {
    const text = JSON.stringify(terraformSchemaOf(loadSchema()), null, 2);
    expect(text).toBe(JSON.stringify(schema, null, 2));
    expect(readFileSync(join(__dirname, '../../../../terraform/schema.json'), 'utf8')).toBe(`${text}\n`);
  });

  it("has an application's DataTypes beside the built-in ones", () => {
    const pets = acmeProto(`message Pets { ${dataTypeOptions({ retention: '{}' })} string name = 1; }`);
    const { tables } = terraformSchemaOf(
      loadSchema({ protoPaths: [protoFolder({ 'acme/v1/pets.proto': pets })] }),
    );
    expect(tables['users']?.families['pets']).toEqual({
      gc_rules: null,
      owner: 'pet-team',
      purpose: 'pet_care',
    });
  });
});
