import { join } from 'node:path';
import { sketchRemarks } from '../../../../src/cli/topology/placement-report';
import { describeTopology, topologyLines } from '../../../../src/cli/topology/report';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { storeTopology } from '../../../../src/routing/topology/store-topology';
import { loadTopology } from '../../../../src/routing/topology/topology-file';
import type { Topology } from '../../../../src/routing/topology/topology';

const FOLDER = join(__dirname, '../../../../infra/examples/topologies');
const example = loadTopology(join(FOLDER, 'residency.json'));
const remarksOn = (topology: Topology): readonly string[] =>
  describeTopology(storeTopology(topology)).remarks;

describe('The description of placements', () => {
  it('has jurisdictions, placements with clusters, groups and the directory', () => {
    const { residency, corpora } = describeTopology(storeTopology(example));
    expect(corpora).toEqual({ users: 'tidemark-us', campaign_counts: 'tidemark-us' });
    expect(residency?.jurisdictions['us']).toEqual({
      regions: ['us-central1', 'us-east1'],
      countries: ['US'],
      servedFrom: undefined,
      aggregatesServedFrom: undefined,
    });
    expect(residency?.placements['eu']).toEqual({
      jurisdiction: 'eu',
      instances: { users: 'tidemark-eu', campaign_counts: 'tidemark-eu' },
      clusters: [
        { id: 'eu-west', region: 'europe-west1', workload: 'serving' },
        { id: 'eu-north', region: 'europe-north1', workload: 'serving' },
        { id: 'eu-batch', region: 'europe-west1', workload: 'batch' },
      ],
      missingForMoves: undefined,
    });
    expect(residency?.groups).toEqual({
      users: {
        corpora: ['users'],
        sketches: ['campaign_counts'],
        default: 'us',
        placements: ['us', 'eu'],
        requiresLocation: false,
      },
    });
    expect(residency?.directory.instance).toBe('tidemark-directory');
    expect(residency?.directory.clusters).toHaveLength(4);
  });

  it('is printed as tables', () => {
    const text = topologyLines(describeTopology(storeTopology(example))).join('\n');
    const allowed = 'europe-west1, europe-north1';
    expect(text).toMatch(new RegExp(`^eu +${allowed} +${allowed} +${allowed} +AT BE`, 'm'));
    expect(text).toMatch(/^us +us-central1, us-east1 +all regions +all regions +US/m);
    expect(text).toMatch(/^eu +eu +users +tidemark-eu +eu-west \(europe-west1\), eu-north/m);
    expect(text).toMatch(/^eu +eu +campaign_counts +tidemark-eu/m);
    expect(text).toMatch(/^users +users +campaign_counts +us +us, eu +no/m);
    expect(text).toContain('The location directory is in tidemark-directory: dir-us-central, ');
  });

  it('is absent without placements', () => {
    const plain = storeTopology(loadTopology(join(FOLDER, 'three-continents.json')));
    const report = describeTopology(plain);
    expect(report.residency).toBeUndefined();
    expect(topologyLines(report).join('\n')).not.toMatch(/placement|directory/);
  });

  it('notes nothing about the example but that the directory has no batch clusters', () => {
    expect(remarksOn(example)).toEqual([
      'tidemark-directory: batch jobs have no cluster, and no Data Boost profile to read with',
    ]);
  });

  it('notes that no region may process the sketches of all placements', () => {
    const { placements: declared } = example;
    const american = (aggregatesServedFrom?: readonly string[]) => ({
      ...declared!,
      jurisdictions: declared!.jurisdictions.map((each) =>
        each.name === 'us' ? { ...each, servedFrom: ['us-east1'], aggregatesServedFrom } : each,
      ),
    });
    const remark =
      'placement group users: no region may process the sketches of all placements, so campaign counts are partial and ' +
      'campaigns are not paced; aggregatesServedFrom allows it';
    expect(remarksOn({ ...example, placements: american() })).toContain(remark);
    const allowed = american(['us-east1', 'europe-west1']);
    expect(remarksOn({ ...example, placements: allowed })).not.toContain(remark);
  });

  it('notes sketches that are not placed as the events that they count are', () => {
    const corpora = loadSchema().corpora();
    const groups = example.placements!.groups.map((group) => ({ ...group, sketches: [] }));
    const without = storeTopology({ ...example, placements: { ...example.placements!, groups } });
    expect(sketchRemarks(storeTopology(example), corpora)).toEqual([]);
    expect(sketchRemarks(without, corpora)).toEqual([
      'placement group users: the sketches in campaign_counts, with hashes of its users and events, are in one instance for ' +
        'all placements; "sketches" of the group places them',
    ]);
  });

  it('notes placements that rows cannot leave', () => {
    const instances = example.instances.map((each) => ({
      ...each,
      clusters: each.clusters.filter(({ id }) => id !== 'eu-batch'),
    }));
    expect(remarksOn({ ...example, instances })).toContain(
      'placement eu: rows cannot move to or from it, since instance "tidemark-eu" has no batch cluster',
    );
  });

  it('notes jurisdictions without a placement, and regions that nothing is in', () => {
    const { placements: declared } = example;
    const jurisdiction = {
      name: 'uk',
      regions: ['europe-west2'],
      countries: ['GB'],
      servedFrom: ['europe-west2'],
    };
    const placements = { ...declared!, jurisdictions: [...declared!.jurisdictions, jurisdiction] };
    expect(remarksOn({ ...example, placements })).toEqual(
      expect.arrayContaining([
        'jurisdiction uk: it has no placement, so users of its countries are in the default placement',
        'jurisdiction uk: servedFrom has europe-west2, which has neither clusters nor clients',
      ]),
    );
  });

  it('notes regions of placements that the directory is far from', () => {
    const instances = example.instances.map((each) => ({
      ...each,
      clusters: each.clusters.filter(({ id }) => id !== 'dir-eu-north'),
    }));
    expect(remarksOn({ ...example, instances })).toContain(
      'directory: instance tidemark-directory has no serving cluster in europe-north1',
    );
  });
});
