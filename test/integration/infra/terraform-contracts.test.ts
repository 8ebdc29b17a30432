/** Mistakes that Terraform and Google's provider would both accept: each violates a contract. */
import { CONTRACTS } from '../../terraform/contracts';
import { TerraformBench, terraformSkipReason } from '../../support/terraform';
import { batchesOf, contractsOf, mistakesOf } from '../../support/terraform-mistakes/mistake';
import { PIPELINE_MISTAKES } from '../../support/terraform-mistakes/pipelines';
import { PLACEMENT_MISTAKES } from '../../support/terraform-mistakes/placements';
import { PRIVACY_MISTAKES } from '../../support/terraform-mistakes/privacy';
import { SERVICE_MISTAKES } from '../../support/terraform-mistakes/services';
import { STORE_MISTAKES } from '../../support/terraform-mistakes/store';

const skipReason = terraformSkipReason();
const suite = skipReason === undefined ? describe : describe.skip;
const MISTAKES = mistakesOf(
  ...STORE_MISTAKES,
  ...SERVICE_MISTAKES,
  ...PLACEMENT_MISTAKES,
  ...PRIVACY_MISTAKES,
  ...PIPELINE_MISTAKES,
);
/** No mistake: a step of docs/operations/regions.md. */
const CLUSTERS_GO = {
  file: 'environments/prod/example.tfvars',
  find: /^project +=/m,
  instead:
    'writes = { europe-west1-b = "draining", eu-europe-west1-c = "draining" }\n' +
    'unlisted = ["asia-east1-a", "dir-asia-east1-b"]\n$&',
};
/** No mistake: an environment in which each corpus is in one instance, and so without movers. */
const WITHOUT_PLACEMENTS = [
  { file: 'environments/prod/example.tfvars', find: /\nresidency = \{[^]*?\n\}\n/, instead: '\n' },
  { file: 'environments/prod/kubernetes.tfvars', find: /\n +mover += .*/, instead: '' },
  // The erasure worker then runs beside the compactor, and not in the region of audits.
  {
    file: 'environments/prod/example.tfvars',
    find: /^secret_regions +=/m,
    instead: 'quotas = { us-central1 = { cpu = 22, memory_gib = 40 } }\n$&',
  },
];

suite(`environments of terraform/${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`, () => {
  let bench: TerraformBench;

  beforeAll(async () => {
    bench = await TerraformBench.open({ foresees: true });
  });

  afterAll(() => bench.close());

  it('keep all contracts while clusters are drained and unlisted', async () => {
    expect(await bench.breaches(bench.copy(CLUSTERS_GO), 'prod')).toEqual([]);
  });

  it.each([
    ['is compared, without placements', 'restored = { zones = ["us-central1-c"] }'],
    [
      'serves a corpus',
      'restored = { zones = ["us-central1-a", "us-central1-b"], batch_zone = "us-central1-f", corpora = ["users"] }',
    ],
  ])('keep all contracts while a restored instance %s', async (_, instead) => {
    const restored = { ...CLUSTERS_GO, instead: `${instead}\n$&` };
    const others = instead.includes('corpora') ? [] : WITHOUT_PLACEMENTS;
    expect(await bench.breaches(bench.copy(restored, ...others), 'prod')).toEqual([]);
  });

  it('keep all contracts with pipelines in production', async () => {
    const pipelines = `pipelines = {
      modules_bucket = "example-ads-modules", rejects_bucket = "example-ads-rejects", buckets_location = "us-central1"
      writes         = ["users"]
      full_passes    = { scores = { file = "scores.js", interval_minutes = 120, timeout_minutes = 60, tasks = 4 } }
      followers      = { interests = { file = "interests.js", corpus = "users", instances = 2 } }
    }
    quotas = { us-central1 = { cpu = 60, memory_gib = 80 }, europe-west1 = { cpu = 60, memory_gib = 80 } }`;
    const added = { ...CLUSTERS_GO, instead: `${pipelines}\n$&` };
    expect(await bench.breaches(bench.copy(added), 'prod')).toEqual([]);
  });

  it('keep all contracts with keys of the operator and restricted locations', async () => {
    const key = (region: string) => `projects/keys/locations/${region}/keyRings/ads/cryptoKeys/tidemark`;
    const regions = ['us-central1', 'europe-west1', 'asia-east1'].map(
      (region) => `${region} = "${key(region)}"`,
    );
    const keys = `kms_keys = { ${regions.join(', ')} }\npubsub_kms_key = "${key('us-central1')}"`;
    const locations = 'restrict_locations = true\nimages_location = "europe-west1"';
    const mistake = { ...CLUSTERS_GO, instead: `${keys}\n${locations}\n$&` };
    expect(await bench.breaches(bench.copy(mistake), 'prod')).toEqual([]);
  });

  describe.each(batchesOf(MISTAKES))('mistakes in $environment', ({ environment, mistakes }) => {
    let broken: ReadonlySet<string>;

    beforeAll(async () => {
      const lines = await bench.breaches(bench.copy(...mistakes.map(({ mistake }) => mistake)), environment);
      broken = new Set(lines.map((line) => line.slice(0, line.indexOf(': '))));
    });

    it.each(mistakes)('are noticed: $what: $noticedBy', (mistake) => {
      expect([...broken]).toEqual(expect.arrayContaining([...contractsOf(mistake)]));
    });

    // What one of them broke besides could be taken for what another one has to break.
    it('break no other contract', () => {
      expect([...broken].sort()).toEqual(mistakes.flatMap(contractsOf).sort());
    });
  });
});

it('has a mistake for each contract', () => {
  const contracts = Object.values(CONTRACTS).flatMap((area) => Object.keys(area));
  const broken = new Set(MISTAKES.flatMap(contractsOf));
  expect(contracts.filter((contract) => !broken.has(contract))).toEqual([]);
});
