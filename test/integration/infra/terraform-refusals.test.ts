/** Mistakes that Terraform itself, or what Google's provider checks before it asks Google, refuses. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TerraformSchema } from '../../../src/core/schema/terraform-schema';
import { checkEnvironment, checkFormat, checkTests } from '../../terraform/check';
import { checkSchema } from '../../terraform/checks';
import { readProviderSchema } from '../../terraform/provider/server';
import { openWorkspace } from '../../terraform/workspace';
import type { Workspace } from '../../terraform/workspace';
import { keepFewAlerts, PLAN, PROJECT, TerraformBench, terraformSkipReason } from '../../support/terraform';
import { mistakesOf, type NamedMistake } from '../../support/terraform-mistakes/mistake';
import { refusalsOf } from '../../support/terraform-mistakes/refusals';
import { INVALID, UNPLANNABLE } from '../../support/terraform-mistakes/refused';

const skipReason = terraformSkipReason();
const suite = skipReason === undefined ? describe : describe.skip;
const because = skipReason === undefined ? '' : ` (skipped: ${skipReason})`;

suite(`terraform validate and plan${because}`, () => {
  let bench: TerraformBench;

  beforeAll(async () => {
    bench = await TerraformBench.open({ foresees: false });
  });

  afterAll(() => bench.close());

  describe.each([
    ['validate', INVALID, ['validate', '-json']],
    ['plan', UNPLANNABLE, PLAN],
  ] as const)('%s', (_, rows, command) => {
    const mistakes = mistakesOf(...rows);
    let refused: ReadonlyMap<NamedMistake, string>;

    beforeAll(async () => {
      refused = await refusalsOf(mistakes, (some) =>
        bench.errors(
          bench.copy(...some.map(({ mistake }) => mistake)),
          `environments/${some[0]!.environment}`,
          command,
        ),
      );
    });

    it.each(mistakes)('refuses $what: $noticedBy', (mistake) => {
      expect(refused.get(mistake)).toMatch(/^terraform\/[a-z/.-]+:\d+: /);
    });
  });
});

suite(`the module bigtable${because}`, () => {
  const TARGET = 'modules/bigtable';
  let bench: TerraformBench;

  beforeAll(async () => {
    bench = await TerraformBench.open({ foresees: false });
  });

  afterAll(() => bench.close());

  /** Returns what runs a command of Terraform with variables, in one copy of the module. */
  const commandIn = (root: string) => (command: 'apply' | 'plan', variables: object) => {
    writeFileSync(join(root, 'terraform', TARGET, 'terraform.tfvars.json'), JSON.stringify(variables));
    return bench.errors(root, TARGET, [command, '-json', ...(command === 'apply' ? ['-auto-approve'] : [])]);
  };

  it('refuses a plan that moves the ledger of erasures', async () => {
    const withVariables = commandIn(bench.copy());
    const { schema, ...others } = placementVariables({});
    const withLedger = (instance: string) => ({
      ...others,
      schema: { ...schema, ledger_families: { _led: {} } },
      ledger: { instance },
    });
    expect(await withVariables('apply', withLedger('tidemark-eu'))).toEqual([]);
    expect(await withVariables('plan', withLedger('tidemark-eu'))).toEqual([]);
    expect(await withVariables('plan', withLedger('tidemark-other'))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Instance cannot be destroyed.*terraform_data\.ledger\["privacy_ledger"\]/),
      ]),
    );
  });

  it('refuses a plan without a placement, or with another instance of it', async () => {
    const withVariables = commandIn(bench.copy());
    expect(await withVariables('apply', placementVariables({ eu: { instance: 'tidemark-eu' } }))).toEqual([]);
    const refused = [
      expect.stringMatching(/Instance cannot be destroyed.*terraform_data\.placement\["eu"\]/),
    ];
    expect(await withVariables('plan', placementVariables({}))).toEqual(expect.arrayContaining(refused));
    const moved = placementVariables({ eu: { instance: 'tidemark-other' } });
    expect(await withVariables('plan', moved)).toEqual(expect.arrayContaining(refused));
  });
});

/** Returns variables of the module with these placements besides the default one. */
function placementVariables(placements: Readonly<Record<string, { readonly instance: string }>>) {
  const instance = (name: string) => ({
    data_boost: false,
    clusters: {
      [`${name}-main`]: { zone: 'europe-west1-b', nodes: 1 },
      [`${name}-batch`]: { zone: 'europe-west1-c', nodes: 1, role: 'batch' },
    },
  });
  const families = { _loc: {} };
  return {
    project: 'example-ads',
    schema: {
      tables: { users: { families: { profile: {} } } },
      placement_families: { corpus: families, fences: families, directory: families },
    },
    instances: {
      tidemark: instance('tidemark'),
      'tidemark-eu': { ...instance('eu'), corpora: [] },
      'tidemark-other': { ...instance('other'), corpora: [] },
    },
    residency: {
      placements: { global: {}, ...placements },
      groups: { users: { corpora: ['users'], default: 'global' } },
      directory: 'tidemark',
    },
  };
}

suite(`terraform:check${because}`, () => {
  let workspace: Workspace;

  beforeEach(() => {
    workspace = openWorkspace(PROJECT);
    keepFewAlerts(workspace);
  });

  afterEach(() => workspace.remove());

  const scope = () => ({ workspace, schema: readProviderSchema() });
  const pathOf = (file: string) => join(workspace.root, 'terraform', file);
  const change = (file: string, find: string | RegExp, instead: string) => {
    const text = readFileSync(pathOf(file), 'utf8');
    expect(text).toMatch(find);
    writeFileSync(pathOf(file), text.replace(find, instead));
  };
  const problems = (checks: readonly { readonly problems: readonly string[] }[]) =>
    checks.flatMap((check) => check.problems);

  it('refuses a file that is not formatted', async () => {
    expect(problems(await checkFormat(scope()))).toEqual([]);
    appendFileSync(pathOf('modules/pubsub/outputs.tf'), 'locals   {\n}\n');
    expect(problems(await checkFormat(scope()))).toEqual([
      'terraform/modules/pubsub/outputs.tf: not formatted; run terraform fmt -recursive',
    ]);
  });

  it('refuses a schema.json that is stale', async () => {
    expect(problems(await checkSchema(scope()))).toEqual([]);
    change('schema.json', '9625h', '96h');
    expect(problems(await checkSchema(scope())).join()).toMatch(
      /stale; make it anew with npm run schema:terraform/,
    );
  });

  it('refuses a module whose own test fails', async () => {
    change('modules/identity/main.tf', '"roles/monitoring.metricWriter"', '"roles/monitoring.viewer"');
    const checks = await checkTests(scope(), 'terraform/modules/identity');
    expect(problems(checks).join()).toMatch(/modules\/identity\/tests\/.*: Test assertion failed/);
  });

  it('refuses a plan that drops a family, such as one of an older version', async () => {
    const check = () => checkEnvironment(scope(), 'terraform/environments/dev', () => []);
    expect(problems(await check())).toEqual([]);
    const schema = JSON.parse(readFileSync(pathOf('schema.json'), 'utf8')) as TerraformSchema;
    const { _rsv: dropped, ...families } = schema.tables['users']!.families;
    expect(dropped).toBeDefined();
    const users = { ...schema.tables['users'], families };
    writeFileSync(pathOf('schema.json'), JSON.stringify({ ...schema, tables: { ...schema.tables, users } }));
    expect(problems(await check())).toEqual([
      expect.stringMatching(/Instance cannot be destroyed.*terraform_data\.family\["users\/_rsv"\]/),
    ]);
  });

  it('refuses what would change at every apply', async () => {
    change('modules/identity/main.tf', /description += each.value/, 'description = timestamp()');
    // Cloud Run gives each service a block `scaling`, and Cloud Monitoring drops zeros of dashboards.
    change('modules/service/main.tf', /\n {2}scaling \{\n[^}]*\}\n/, '\n');
    change(
      'modules/observability/main.tf',
      'displayName = "Tidemark ${var.environment}"',
      'displayName = "Tidemark", mosaicLayout = { columns = 48, tiles = [{ xPos = 0, width = 1, height = 1 }] }',
    );
    const checks = await checkEnvironment(scope(), 'terraform/environments/dev', () => []);
    expect(checks.filter((check) => check.problems.length > 0).map(({ name }) => name)).toEqual([
      'plan again',
    ]);
    expect(problems(checks)).toEqual(
      expect.arrayContaining([
        'module.identity.google_service_account.role["api"]: changes at every plan',
        'module.service.google_cloud_run_v2_service.this["api/europe-west1"]: changes at every plan',
        'module.observability.google_monitoring_dashboard.this: changes at every plan',
      ]),
    );
  });
});
