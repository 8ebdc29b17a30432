import { join } from 'node:path';
import type { Corpus, DataType, Retention } from '../../../../src/core/schema/schema';
import {
  declaredTables,
  describeStep,
  planSchema,
  type TableState,
} from '../../../../src/core/schema/schema-plan';
import { storeTopology } from '../../../../src/routing/topology/store-topology';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { loadTopology } from '../../../../src/routing/topology/topology-file';
import { tidemarkError } from '../../../support/tidemark-error';

function dataType(family: string, retention: Retention = {}): DataType {
  const words = { owner: 'o', provenance: 'p', purpose: 'c', lawfulBasis: 'not_personal' } as const;
  return {
    family,
    corpus: 'users',
    message: 'm',
    ...words,
    retention,
    valueBytesMax: 1,
    readers: [],
    writers: [],
  };
}

const corpus = (...dataTypes: DataType[]): Corpus => ({ name: 'users', dataTypes, sketches: [] });
const declared = corpus(dataType('a', { maxAgeMs: 1000, versionsMax: 2 }), dataType('b'));
const rule = { anyOf: [{ maxAgeMs: 1000 }, { versionsMax: 2 }] };
/** Every table has this family, for the watermarks of its rows. */
const watermarks = { family: '_wm', gcRule: { anyOf: [{ maxAgeMs: 7 * 86_400_000 }, { versionsMax: 256 }] } };
/** Every store has this table. */
const pipelines: TableState = {
  table: 'pipelines',
  families: [
    { family: '_run', gcRule: { anyOf: [{ maxAgeMs: 30 * 86_400_000 }, { versionsMax: 1 }] } },
    { family: '_pipe', gcRule: { versionsMax: 1 } },
    watermarks,
  ],
};
const asDeclared: TableState = {
  table: 'users',
  families: [
    watermarks,
    { family: 'b' },
    { family: 'a', gcRule: { anyOf: [{ versionsMax: 2 }, { maxAgeMs: 1000 }] } },
  ],
};

describe('planSchema', () => {
  it('creates a missing table with all its families', () => {
    const families = [{ family: 'a', gcRule: rule }, { family: 'b' }, watermarks];
    expect(planSchema(declaredTables([declared]), [])).toEqual({
      steps: [
        { kind: 'create-table', table: 'users', families },
        { kind: 'create-table', ...pipelines },
      ],
      undeclared: [],
    });
  });

  it('adds the record of users, and the ledger, where a corpus has users', () => {
    const users = corpus({ ...dataType('b'), lawfulBasis: 'consent' });
    expect(declaredTables([users])).toEqual([
      { table: 'users', families: [{ family: 'b' }, { family: '_prv' }, watermarks] },
      { table: 'privacy_ledger', families: [{ family: '_led' }, watermarks] },
      pipelines,
    ]);
  });

  it('has no steps if the store matches the declaration, in any order', () => {
    expect(planSchema(declaredTables([declared]), [asDeclared, pipelines])).toEqual({
      steps: [],
      undeclared: [],
    });
  });

  it('creates missing families and changes GC rules that differ', () => {
    const actual: TableState = { table: 'users', families: [{ family: 'a', gcRule: { versionsMax: 2 } }] };
    expect(planSchema(declaredTables([declared]), [actual, pipelines]).steps).toEqual([
      {
        kind: 'update-gc-rule',
        table: 'users',
        family: { family: 'a', gcRule: rule },
        from: { versionsMax: 2 },
      },
      { kind: 'create-family', table: 'users', family: { family: 'b' } },
      { kind: 'create-family', table: 'users', family: watermarks },
    ]);
  });

  it('removes a GC rule that is no longer declared, and adds a missing one', () => {
    const actual: TableState = {
      table: 'users',
      families: [{ family: 'a' }, { family: 'b', gcRule: { versionsMax: 1 } }, watermarks],
    };
    expect(planSchema(declaredTables([declared]), [actual, pipelines]).steps).toEqual([
      { kind: 'update-gc-rule', table: 'users', family: { family: 'a', gcRule: rule } },
      { kind: 'update-gc-rule', table: 'users', family: { family: 'b' }, from: { versionsMax: 1 } },
    ]);
  });

  it('does not change undeclared families but lists them, except the reserved ones', () => {
    const families = [...asDeclared.families, { family: 'old' }, { family: '_own' }];
    expect(planSchema(declaredTables([declared]), [{ table: 'users', families }, pipelines])).toEqual({
      steps: [],
      undeclared: ['users/old'],
    });
  });

  it('ignores other tables', () => {
    const other = { table: 'theirs', families: [{ family: 'x' }] };
    expect(planSchema(declaredTables([declared]), [asDeclared, pipelines, other])).toEqual({
      steps: [],
      undeclared: [],
    });
  });
});

describe('The tables of placements', () => {
  const { placements } = storeTopology(
    loadTopology(join(__dirname, '../../../../infra/examples/topologies/residency.json')),
  );
  const campaigns: Corpus = { name: 'campaigns', dataTypes: [dataType('c')], sketches: [] };
  const counts: Corpus = {
    name: 'campaign_counts',
    dataTypes: [],
    sketches: loadSchema()
      .corpora()
      .flatMap(({ sketches }) => sketches),
  };
  const corpora = [campaigns, declared, counts];
  const locations = { family: '_loc', gcRule: { versionsMax: 1 } };
  const fences = { family: '_loc', gcRule: { anyOf: [{ maxAgeMs: 30 * 86_400_000 }, { versionsMax: 1 }] } };

  it('are those of placed corpora with a family of locations, the fences and the directory', () => {
    const families = [{ family: 'a', gcRule: rule }, { family: 'b' }, watermarks, locations];
    const sketched = [{ family: 'campaign_counts', gcRule: expect.anything() as object }, watermarks];
    expect(declaredTables(corpora, placements)).toEqual([
      { table: 'campaigns', families: [{ family: 'c' }, watermarks] },
      { table: 'users', families },
      { table: 'campaign_counts', families: sketched },
      pipelines,
      { table: 'users@eu', families },
      { table: 'campaign_counts@eu', families: sketched },
      { table: 'tidemark_fences@us', families: [fences, watermarks] },
      { table: 'tidemark_fences@eu', families: [fences, watermarks] },
      { table: 'tidemark_directory', families: [locations, watermarks] },
    ]);
  });

  it('are absent without placements', () => {
    expect(declaredTables([declared])).toEqual([
      { table: 'users', families: [{ family: 'a', gcRule: rule }, { family: 'b' }, watermarks] },
      pipelines,
    ]);
  });

  it('are compared with the tables of their instances', () => {
    const wanted = declaredTables(corpora, placements);
    const [missing, ...others] = wanted;
    const actual = others.map((state) =>
      state.table === 'users@eu' ? { ...asDeclared, table: 'users@eu' } : state,
    );
    expect(planSchema(wanted, actual).steps).toEqual([
      { kind: 'create-table', table: 'campaigns', families: missing!.families },
      { kind: 'create-family', table: 'users@eu', family: locations },
    ]);
  });

  it('need corpora that the schema declares', () => {
    const misspelt: Corpus = { ...declared, name: 'user' };
    expect(() => declaredTables([misspelt], placements)).toThrow(
      tidemarkError(
        'invalid_argument',
        'placementGroups.users.corpora[0]',
        'corpus "users" is not declared in the schema; did you mean "user"?',
      ),
    );
  });
});

describe('describeStep', () => {
  it('describes a step in one line', () => {
    const [create] = planSchema(declaredTables([declared]), []).steps;
    expect(create && describeStep(create)).toBe(
      '+ create table users with families\n    a (garbage: age > 1s or versions > 2)\n    b (garbage: never)\n    _wm (garbage: age > 7d or versions > 256)',
    );
    const actual: TableState = { table: 'users', families: [{ family: 'a', gcRule: { versionsMax: 2 } }] };
    expect(planSchema(declaredTables([declared]), [actual, pipelines]).steps.map(describeStep)).toEqual([
      '~ change the GC rule of users/a from versions > 2 to age > 1s or versions > 2',
      '+ create family users/b (garbage: never)',
      '+ create family users/_wm (garbage: age > 7d or versions > 256)',
    ]);
  });
});
