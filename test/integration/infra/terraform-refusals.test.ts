/** Mistakes that Terraform itself, or what Google's provider checks before it asks Google, refuses. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

suite(`the module bigtable, once it is applied,${because}`, () => {
  const TARGET = 'modules/bigtable';
  let bench: TerraformBench;
  let planned: (changes: ModuleChanges) => Promise<readonly string[]>;

  beforeAll(async () => {
    bench = await TerraformBench.open({ foresees: false });
    const root = bench.copy();
    const run = (command: 'apply' | 'plan', changes: ModuleChanges) => {
      const variables = JSON.stringify(moduleVariables(changes));
      writeFileSync(join(root, 'terraform', TARGET, 'terraform.tfvars.json'), variables);
      return bench.errors(root, TARGET, [
        command,
        '-json',
        ...(command === 'apply' ? ['-auto-approve'] : []),
      ]);
    };
    planned = (changes) => run('plan', changes);
    expect(await run('apply', {})).toEqual([]);
  });

  afterAll(() => bench.close());

  it('accepts a plan that changes nothing', async () => {
    expect(await planned({})).toEqual([]);
  });

  // Terraform reports all three in one plan.
  it('refuses a plan that moves the ledger of erasures, leaves a placement out and drops a family', async () => {
    const errors = await planned({
      ledger: { instance: 'tidemark-other' },
      placements: {},
      families: { profile: {} },
    });
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Instance cannot be destroyed.*terraform_data\.ledger\["privacy_ledger"\]/),
        expect.stringMatching(/Instance cannot be destroyed.*terraform_data\.placement\["eu"\]/),
        // As that of an older version does.
        expect.stringMatching(/Instance cannot be destroyed.*terraform_data\.family\["users\/_rsv"\]/),
      ]),
    );
  });

  it('refuses a plan with another instance of a placement', async () => {
    expect(await planned({ placements: { eu: { instance: 'tidemark-other' } } })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Instance cannot be destroyed.*terraform_data\.placement\["eu"\]/),
      ]),
    );
  });
});

/** Variables that differ from those that were applied. */
interface ModuleChanges {
  readonly ledger?: { readonly instance: string };
  /** Placements besides the default one. */
  readonly placements?: Readonly<Record<string, { readonly instance: string }>>;
  readonly families?: Readonly<Record<string, object>>;
}

function moduleVariables({
  ledger = { instance: 'tidemark-ledger' },
  placements = { eu: { instance: 'tidemark-eu' } },
  families = { profile: {}, _rsv: {} },
}: ModuleChanges) {
  const instance = (name: string) => ({
    data_boost: false,
    clusters: {
      [`${name}-main`]: { zone: 'europe-west1-b', nodes: 1 },
      [`${name}-batch`]: { zone: 'europe-west1-c', nodes: 1, role: 'batch' },
    },
  });
  const placed = { _loc: {} };
  return {
    project: 'example-ads',
    schema: {
      tables: { users: { families } },
      placement_families: { corpus: placed, fences: placed, directory: placed },
      ledger_families: { _led: {} },
    },
    instances: {
      tidemark: instance('tidemark'),
      'tidemark-eu': { ...instance('eu'), corpora: [] },
      'tidemark-ledger': { ...instance('ledger'), corpora: [] },
      'tidemark-other': { ...instance('other'), corpora: [] },
    },
    ledger,
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

  it('ends with a plan that Terraform refuses', async () => {
    change('environments/dev/example.tfvars', /\nproject += .*/, '');
    const checks = await checkEnvironment(scope(), 'terraform/environments/dev', () => []);
    expect(checks.map(({ name }) => name)).toEqual(['init', 'validate', 'plan']);
    expect(problems(checks)).toEqual([expect.stringContaining('No value for required variable')]);
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
