/** Mistakes that Terraform and Google's provider would both accept: each violates a contract. */
import { CONTRACTS } from '../../terraform/contracts';
import { TerraformBench, terraformSkipReason, type Mistake } from '../../support/terraform';
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
/** Returns a change that is no mistake: variables of production beside those of the example. */
const withVariables = (...lines: readonly string[]): Mistake => ({
  file: 'environments/prod/example.tfvars',
  find: /^project +=/m,
  instead: `${lines.join('\n')}\n$&`,
});
/** Steps of docs/operations/regions.md. */
const DRAINED = [
  'writes = { europe-west1-b = "draining", eu-europe-west1-c = "draining" }',
  'unlisted = ["asia-east1-a", "dir-asia-east1-b"]',
];
const RESTORED_TO_COMPARE = 'restored = { zones = ["us-central1-c"] }';
const RESTORED_TO_SERVE =
  'restored = { zones = ["us-central1-a", "us-central1-b"], batch_zone = "us-central1-f", corpora = ["users"] }';
const PIPELINES = `pipelines = {
    modules_bucket = "example-ads-modules", rejects_bucket = "example-ads-rejects", buckets_location = "us-central1"
    writes         = ["users"]
    full_passes    = { scores = { file = "scores.js", interval_minutes = 120, timeout_minutes = 60, tasks = 4 } }
    followers      = { interests = { file = "interests.js", corpus = "users", instances = 2 } }
  }
  quotas = { us-central1 = { cpu = 60, memory_gib = 80 }, europe-west1 = { cpu = 60, memory_gib = 80 } }`;
const keyIn = (region: string): string =>
  `"projects/keys/locations/${region}/keyRings/ads/cryptoKeys/tidemark"`;
const KEYS = [
  `kms_keys = { ${['us-central1', 'europe-west1', 'asia-east1'].map((region) => `${region} = ${keyIn(region)}`).join(', ')} }`,
  `pubsub_kms_key = ${keyIn('us-central1')}`,
];
const RESTRICTED_LOCATIONS = ['restrict_locations = true', 'images_location = "europe-west1"'];
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

  it('keep all contracts without placements, while a restored instance is compared', async () => {
    const copy = bench.copy(withVariables(RESTORED_TO_COMPARE), ...WITHOUT_PLACEMENTS);
    expect(await bench.breaches(copy, 'prod')).toEqual([]);
  });

  // A plan takes two seconds of a processor, and all of this may be so at once.
  it(
    'keep all contracts while clusters are drained and unlisted and a restored instance serves a corpus, ' +
      'with pipelines, keys of the operator and restricted locations',
    async () => {
      const variables = [...DRAINED, RESTORED_TO_SERVE, PIPELINES, ...KEYS, ...RESTRICTED_LOCATIONS];
      expect(await bench.breaches(bench.copy(withVariables(...variables)), 'prod')).toEqual([]);
    },
  );

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
