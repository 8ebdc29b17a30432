import Ajv from 'ajv';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeTopology } from '../../../../src/routing/topology/store-topology';
import { loadTopology, parseTopology } from '../../../../src/routing/topology/topology-file';
import { tidemarkError } from '../../../support/tidemark-error';
import { COMPLETE, refusal, with_, type Json } from './complete-topology';

const FOLDER = join(__dirname, '../../../../infra/examples/topologies');
const schema = JSON.parse(readFileSync(join(FOLDER, 'topology.schema.json'), 'utf8')) as object;
const examples = readdirSync(FOLDER).filter((name) => name !== 'topology.schema.json');

const CLUSTER = ['instances', 'demo', 'clusters', 'eu-a'];
const PROFILES = ['instances', 'demo', 'appProfiles'];

describe('A topology file', () => {
  it('is parsed into a topology', () => {
    const { clientRegion, instances, links, corpora, nativeRowAffinity } = parseTopology(COMPLETE);
    expect([clientRegion, nativeRowAffinity]).toEqual(['eu', true]);
    expect(corpora).toEqual({ users: 'demo' });
    expect(instances).toEqual([
      {
        name: 'projects/p/instances/demo',
        displayName: 'Demo',
        clusters: [
          { id: 'eu-a', region: 'eu', zone: 'eu-a', nodes: 3, role: 'serving', writes: 'draining' },
          { id: 'us-a', region: 'us', zone: 'us-a', nodes: 1, role: 'batch', writes: 'accepted' },
        ],
        appProfiles: [
          {
            id: 'any',
            description: 'd',
            priority: 'medium',
            readOnly: false,
            routing: { kind: 'multi-cluster', clusterIds: [], rowAffinity: true },
          },
          {
            id: 'some',
            description: '',
            priority: 'high',
            readOnly: false,
            routing: { kind: 'multi-cluster', clusterIds: ['eu-a', 'us-a'], rowAffinity: false },
          },
          {
            id: 'strict',
            description: '',
            priority: 'low',
            readOnly: false,
            routing: { kind: 'single-cluster', clusterId: 'eu-a', transactions: true },
          },
          {
            id: 'boost',
            description: '',
            priority: 'high',
            readOnly: true,
            routing: { kind: 'single-cluster', clusterId: 'us-a', transactions: false },
          },
        ],
      },
    ]);
    expect(links).toEqual([
      {
        between: ['eu', 'us'],
        conditions: {
          delayMs: 40,
          jitterMs: 5,
          bytesPerSecond: 1000000,
          dropRate: 0.1,
          retryMs: 200,
          reorderRows: true,
          reorderWithinRow: false,
        },
      },
      { between: ['eu', 'africa'], conditions: {} },
    ]);
  });

  it.each([
    ['the document: must be an object', []],
    ['instances: is missing', {}],
    ['instnces: unknown field; did you mean "instances"?', { instnces: {} }],
    ['project: must be a lower-case letter', with_(['project'], 'P!')],
    ['instances.Demo: must be a lower-case letter', with_(['instances', 'Demo'], {})],
    ['instances.demo.clusters: must have at least one cluster', with_(['instances', 'demo', 'clusters'], {})],
    ['instances.demo.clusters.eu-a.region: is missing', with_([...CLUSTER, 'region'], undefined)],
    ['instances.demo.clusters.eu-a.region: must be a lower-case letter', with_([...CLUSTER, 'region'], 7)],
    [
      'instances.demo.clusters.eu-a.zone: must be the region followed by a letter',
      with_([...CLUSTER, 'zone'], 'us-a'),
    ],
    [
      'instances.demo.clusters.eu-a.zone: must be the region followed by',
      with_([...CLUSTER, 'zone'], 'eu-a-b'),
    ],
    ['instances.demo.clusters.eu-a.zone: must be the region followed by', with_([...CLUSTER, 'zone'], 'eu-')],
    [
      'links[0].delay: unknown field; did you mean "delayMs"?',
      with_(['links'], [{ between: ['eu', 'us'], delay: 40 }]),
    ],
    [
      'instances.demo.appProfiles.p.clusters: must be "all" or a list of clusters, not "any"',
      with_(['instances', 'demo', 'appProfiles', 'p'], { clusters: 'any' }),
    ],
    ['instances.demo.clusters.eu-a.nodes: must be a whole number from 1', with_([...CLUSTER, 'nodes'], 1.5)],
    [
      'instances.demo.clusters.eu-a.role: must be "serving" or "batch", not "bach"',
      with_([...CLUSTER, 'role'], 'bach'),
    ],
    [
      'instances.demo.clusters.us-a.zone: zone eu-a already has cluster eu-a',
      with_(['instances', 'demo', 'clusters', 'us-a'], { region: 'eu' }),
    ],
    [
      'instances.demo.clusters.eu-a.writes: must be "accepted" or "draining" or "refused" or "fenced", not "drained"',
      with_([...CLUSTER, 'writes'], 'drained'),
    ],
    [
      'instances.demo.clusters.eu-a.endpoint: must be a host name and a port',
      with_([...CLUSTER, 'endpoint'], 'https://bigtable.googleapis.com'),
    ],
    [
      'instances.demo.clusters.eu-a.endpoint: is that of us-east1, and the cluster is in eu',
      with_([...CLUSTER, 'endpoint'], 'bigtable.us-east1.rep.googleapis.com:443'),
    ],
    ['instances.demo.clusters.eu-a.fencedAt: is missing', with_([...CLUSTER, 'writes'], 'fenced')],
    [
      'instances.demo.clusters.eu-a.fencedAt: is only allowed with "writes": "fenced"',
      with_([...CLUSTER, 'fencedAt'], '2026-11-21T12:00:00Z'),
    ],
    [
      'instances.demo.clusters.eu-a.fencedAt: must be a time such as',
      with_(CLUSTER, { region: 'eu', writes: 'fenced', fencedAt: 0 }),
    ],
    [
      'instances.demo.clusters.eu-a.fencedAt: must be ISO 8601 with a zone',
      with_(CLUSTER, { region: 'eu', writes: 'fenced', fencedAt: '2026-02-30T12:00:00Z' }),
    ],
    ['corpora.users: instance "other" is not declared in the topology', with_(['corpora', 'users'], 'other')],
    ['nativeRowAffinity: must be true or false, not "yes"', with_(['nativeRowAffinity'], 'yes')],
    ['instances.demo.appProfiles.p: must have either', with_([...PROFILES, 'p'], {})],
    ['corpora.tidemark_fences: "tidemark_fences" is reserved', with_(['corpora', 'tidemark_fences'], 'demo')],
    [
      'corpora.tidemark_directory: "tidemark_directory" is reserved',
      with_(['corpora', 'tidemark_directory'], 'demo'),
    ],
    [
      'instances.demo.appProfiles.p: must have either',
      with_([...PROFILES, 'p'], { cluster: 'eu-a', clusters: 'all' }),
    ],
    [
      'instances.demo.appProfiles.p.cluster: cluster "eu-b" does not exist in this instance; did you mean "eu-a"?',
      with_([...PROFILES, 'p'], { cluster: 'eu-b' }),
    ],
    [
      'instances.demo.appProfiles.some.clusters[1]: cluster "asia" does not exist in this instance',
      with_([...PROFILES, 'some', 'clusters', 1], 'asia'),
    ],
    [
      'instances.demo.appProfiles.some.clusters: must have 1 or more',
      with_([...PROFILES, 'some', 'clusters'], []),
    ],
    [
      'instances.demo.appProfiles.any.transactions: requires "cluster"',
      with_([...PROFILES, 'any', 'transactions'], true),
    ],
    [
      'instances.demo.appProfiles.strict.rowAffinity: requires "clusters"',
      with_([...PROFILES, 'strict', 'rowAffinity'], true),
    ],
    [
      'instances.demo.appProfiles.boost.priority: cannot be combined with',
      with_([...PROFILES, 'boost', 'priority'], 'low'),
    ],
    [
      'links[0].between[0]: region "eu-" has neither clusters nor clients; did you mean "eu"?',
      with_(['links', 0, 'between', 0], 'eu-'),
    ],
    ['links[0].between: must have 2 or more', with_(['links', 0, 'between'], ['eu'])],
    [
      'links[0].between[2]: must not exist: a link connects two regions',
      with_(['links', 0, 'between', 2], 'us'),
    ],
    ['links[0].dropRate: must be a number from 0 to 1, not 1.1', with_(['links', 0, 'dropRate'], 1.1)],
    ['links[0].reorderRows: must be true or false', with_(['links', 0, 'reorderRows'], 1)],
    ['links[0].reorderWithinRow: must be true or false', with_(['links', 0, 'reorderWithinRow'], 'yes')],
    ['links[0].partitioned: unknown field', with_(['links', 0, 'partitioned'], true)],
    [
      'links[2].between: eu and us are already linked by an earlier entry',
      with_(['links', 2], { between: ['us', 'eu'] }),
    ],
  ])('is refused: %s', (message, document) => {
    expect(refusal(document)).toContain(message);
  });

  it('has at most 8 regions and 31 clusters per instance', () => {
    const clusters = (count: number, perRegion: number): Json =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => {
          const region = `r${Math.floor(index / perRegion)}`;
          return [`c${index}`, { region, zone: `${region}-z${index}` }];
        }),
      );
    const refused = (count: number, perRegion: number): string =>
      refusal({ instances: { demo: { clusters: clusters(count, perRegion) } } });
    expect(refused(8, 1)).toBe('accepted');
    expect(refused(31, 4)).toBe('accepted');
    expect(refused(9, 1)).toBe('instances.demo.clusters: must be in at most 8 regions');
    expect(refused(32, 4)).toBe('instances.demo.clusters: must have at most 31 clusters');
  });

  it('is named in the error when it is not valid JSON', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-topology-'));
    const file = join(folder, 't.json');
    try {
      writeFileSync(file, '{"instances": ');
      expect(() => loadTopology(file)).toThrow(/^is not valid JSON: .* \(.*t\.json\)$/);
      writeFileSync(file, '{"instances": {"demo": {}}}');
      expect(() => loadTopology(file)).toThrow(/^is missing \(.*t\.json\)$/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is named in the error when it does not exist', () => {
    const load = (): unknown => loadTopology('no-such-file.json');
    expect(load).toThrow(tidemarkError('invalid_argument', 'config'));
    expect(load).toThrow(/^cannot be read: ENOENT.* \(no-such-file\.json\)$/);
  });
});

describe('The example topologies', () => {
  it.each(examples)('%s is a valid topology', (name) => {
    const { instances, placements } = storeTopology(loadTopology(join(FOLDER, name)));
    expect(instances).toHaveLength(placements === undefined ? 1 : 3);
  });

  it('three-continents.json has at least five clusters on three continents, one of them for batch work only', () => {
    const { clusters, appProfiles } = loadTopology(join(FOLDER, 'three-continents.json')).instances[0]!;
    expect(clusters.length).toBeGreaterThanOrEqual(5);
    expect(new Set(clusters.map(({ region }) => region.split('-')[0]))).toEqual(
      new Set(['us', 'europe', 'asia']),
    );
    const batch = clusters.filter(({ role }) => role === 'batch').map(({ id }) => id);
    expect(batch).toEqual(['us-batch']);
    for (const { id, routing } of appProfiles) {
      const named = routing.kind === 'single-cluster' ? [routing.clusterId] : routing.clusterIds;
      expect([id, named.includes('us-batch')]).toEqual([id, id === 'batch']);
    }
  });
});

describe('topology.schema.json', () => {
  const accepts = new Ajv({ strictTypes: false }).compile(schema);

  it.each(examples)('accepts %s', (name) => {
    accepts(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
    expect(accepts.errors).toBeNull();
  });

  /** Checks that only the parser can make: references between names, and values that must be unique. */
  const BEYOND_THE_SCHEMA =
    /does not exist in this instance|is not declared in the topology|has neither clusters|already has cluster|must be the region followed|are already linked|is already in placement group|which is in servedFrom/;
  const VALUES = [
    undefined,
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    1e9,
    '',
    'a',
    'A B',
    'all',
    'low',
    'batch',
    [],
    ['a'],
    {},
  ];

  it.each([
    [{ writes: 'fenced', fencedAt: '2026-11-21T12:00:00Z' }, true],
    [{ writes: 'fenced', fencedAt: '2026-11-21T14:00:00.5+02:00' }, true],
    [{ writes: 'fenced', fencedAt: 'noon' }, false],
    [{ writes: 'fenced' }, false],
    [{ writes: 'draining', fencedAt: '2026-11-21T12:00:00Z' }, false],
    [{ fencedAt: '2026-11-21T12:00:00Z' }, false],
  ])('accepts and rejects fences like the parser: %j', (cluster, isValid) => {
    const document = with_(CLUSTER, { region: 'eu', ...cluster });
    expect([accepts(document), refusal(document) === 'accepted']).toEqual([isValid, isValid]);
  });

  it('agrees with the parser on random documents', () => {
    let refused = 0;
    const paths = pathsIn(COMPLETE);
    // Siblings have the same other name.
    const others = new Map(
      paths.map((path) => [path.slice(0, -1).join('\n'), [...path.slice(0, -1), 'another']]),
    );
    for (const path of [...paths, ...others.values()]) {
      for (const value of VALUES) {
        const document = with_(path, value);
        const said = refusal(document);
        if (BEYOND_THE_SCHEMA.test(said)) continue;
        const valid = accepts(document);
        if (valid !== (said === 'accepted')) throw new Error(`${JSON.stringify(document)}\n${said}`);
        if (!valid) refused++;
      }
    }
    expect(refused).toBeGreaterThan(500);
  });
});

function pathsIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  const inside =
    typeof value !== 'object' || value === null
      ? []
      : Array.isArray(value)
        ? value.flatMap((each, index) => pathsIn(each, [...path, index]))
        : Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]));
  return path.length === 0 ? inside : [[...path], ...inside];
}
