/** What Terraform and Google's provider would both accept, and is wrong all the same: each mistake breaks a contract. */
import { CONTRACTS } from '../../infra/terraform-check/contracts';
import { TerraformBench, terraformSkipReason } from '../support/terraform';
import { mistakesOf } from '../support/terraform-mistakes/mistake';
import { SERVICE_MISTAKES } from '../support/terraform-mistakes/services';
import { STORE_MISTAKES } from '../support/terraform-mistakes/store';

const skipReason = terraformSkipReason();
const suite = skipReason === undefined ? describe : describe.skip;
const MISTAKES = mistakesOf(...STORE_MISTAKES, ...SERVICE_MISTAKES);

suite(`environments of terraform/${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`, () => {
  let bench: TerraformBench;

  beforeAll(async () => {
    bench = await TerraformBench.open({ foresees: true });
  });

  afterAll(() => bench.close());

  it.each(['dev', 'prod'])('keep all contracts as they are: %s', async (environment) => {
    expect(await bench.breaches(bench.copy(), environment)).toEqual([]);
  });

  it.each(MISTAKES)('may not have $what: $noticedBy', async ({ noticedBy, mistake, environment }) => {
    const broken = await bench.breaches(bench.copy(mistake), environment);
    expect(broken.map((line) => line.split(': ')[0])).toContain(noticedBy);
  });
});

it('has a mistake for each contract', () => {
  const contracts = Object.values(CONTRACTS).flatMap((area) => Object.keys(area));
  const broken = new Set(MISTAKES.map(({ noticedBy }) => noticedBy));
  expect(contracts.filter((contract) => !broken.has(contract))).toEqual([]);
});
