/** Mistakes between the Kubernetes manifests and Terraform that both sides would accept: pods could not authenticate. */
import {
  kubectlSkipReason,
  OVERLAYS,
  renderOverlay,
  type Manifest,
} from '../../support/kubernetes/kustomize';
import { plant } from '../../support/kubernetes/planted-errors';
import { terraformProblems } from '../../support/kubernetes/terraform-problems';
import { TerraformBench, terraformSkipReason, type Mistake } from '../../support/terraform';
import type { Deployment } from '../../terraform/contracts/deployment';

const reason = kubectlSkipReason() ?? terraformSkipReason();
const suite = reason === undefined ? describe : describe.skip;

/** Modules whose resources manifests are compared with: a plan of them takes a third of the time of a whole plan. */
const COMPARED = ['module.identity', 'module.pubsub'];

/** Mistakes in Terraform that can be planned together, and the message that each leads to. */
const TERRAFORM_MISTAKES: readonly (readonly [string, Mistake, RegExp])[] = [
  [
    'a role without an identity',
    { file: 'environments/dev/kubernetes.tfvars', find: /\n +consumer += .*/, instead: '' },
    /does not let serviceAccount:example-ads-dev\.svc\.id\.goog\[tidemark\/tidemark-consumer\] as tidemark-dev-consumer@/,
  ],
  [
    'another namespace',
    {
      file: 'environments/dev/kubernetes.tfvars',
      find: '[tidemark/tidemark-api]',
      instead: '[ads/tidemark-api]',
    },
    /lets serviceAccount:example-ads-dev\.svc\.id\.goog\[ads\/tidemark-api\] .* no manifest needs/,
  ],
];
const DROPPED_VARIABLE: Mistake = {
  file: 'environments/dev/main.tf',
  find: 'workload_identities = var.workload_identities',
  instead: '',
};

/** Mistakes in the manifests, in the format of `CONTRACT_ERRORS`. */
const MANIFEST_MISTAKES: readonly (readonly [string, string, string, RegExp])[] = [
  [
    'an account of another project',
    'tidemark-dev-api@example-ads-dev.',
    'tidemark-dev-api@example-ads.',
    /does not let serviceAccount:example-ads\.svc\.id\.goog\[tidemark\/tidemark-api\]/,
  ],
  [
    'an account of another role',
    'tidemark-dev-pacer@',
    'tidemark-dev-schema@',
    /tidemark-pacer acts as tidemark-dev-schema@.*, the account of another role/,
  ],
  [
    'a stream without consumers',
    '"value":"tidemark-dev-campaign-action"',
    '"value":"tidemark-dev-ad-action"',
    /no Deployment consumes the subscription tidemark-dev-campaign-action/,
  ],
  [
    'a subscription that is not there',
    '"value":"tidemark-dev-ad-action"',
    '"value":"tidemark-dev-ad-actions"',
    /consumes tidemark-dev-ad-actions, which Terraform does not create/,
  ],
  [
    'a dead-letter topic that is not there',
    'ad-action-dead-letters"',
    'ad-action-dead"',
    /dead-letters to tidemark-dev-ad-action-dead, which/,
  ],
  [
    'an access log that is not there',
    '"value":"tidemark-dev-access-log"',
    '"value":"tidemark-dev-accesses"',
    /tidemark-api logs accesses to tidemark-dev-accesses, which Terraform does not create/,
  ],
];

suite(`Kubernetes with Terraform${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let bench: TerraformBench;
  let dev: Deployment;
  let prod: Deployment;
  let mistaken: Deployment;
  const rendered = new Map<string, readonly Manifest[]>();
  const overlaysOf = (environment: string): (readonly Manifest[])[] =>
    OVERLAYS.filter((overlay) => overlay.startsWith(environment)).map((overlay) => rendered.get(overlay)!);
  const planned = (environment: string, ...mistakes: readonly Mistake[]): Promise<Deployment> =>
    bench.deployment(bench.copy(...mistakes), environment, COMPARED);

  beforeAll(async () => {
    for (const overlay of OVERLAYS) rendered.set(overlay, renderOverlay(overlay));
    bench = await TerraformBench.open({ foresees: true });
    dev = await planned('dev');
    prod = await planned('prod');
    mistaken = await planned('dev', ...TERRAFORM_MISTAKES.map(([, mistake]) => mistake));
  });

  afterAll(() => bench.close());

  it.each(['dev', 'prod'])('%s: pods may act as the accounts that Terraform creates', (environment) => {
    const deployment = environment === 'dev' ? dev : prod;
    expect(terraformProblems(overlaysOf(environment), deployment)).toEqual([]);
  });

  it.each(TERRAFORM_MISTAKES)('finds %s', (_what, _mistake, problem) => {
    expect(terraformProblems(overlaysOf('dev'), mistaken).join('\n')).toMatch(problem);
  });

  it('finds an environment that drops its variable', async () => {
    const deployment = await planned('dev', DROPPED_VARIABLE);
    expect(terraformProblems(overlaysOf('dev'), deployment).join('\n')).toMatch(
      /does not let .*tidemark-pacer\] as tidemark-dev-pacer@/,
    );
  });

  it.each(MANIFEST_MISTAKES)('finds %s', (_what, find, replace, problem) => {
    const [manifests = []] = overlaysOf('dev');
    const changed = plant(manifests, find, replace);
    const others = manifests.filter(
      ({ kind, metadata }) => kind !== changed.kind || metadata.name !== changed.metadata.name,
    );
    expect(terraformProblems([[...others, changed]], dev).join('\n')).toMatch(problem);
  });
});
