import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command, Option } from 'commander';
import { GoogleAuth } from 'google-auth-library';
import { print } from '../../src/cli/shared/terminal';
import { parseDuration } from '../../src/cli/shared/units';
import { systemClock } from '../../src/platform/time/clock';
import type { Check, CheckResult, VerifyContext } from './check';
import { CHECKS } from './checks';
import { Google, UncheckedError } from './google';
import { listAt, type Json } from './json';
import { exitCodeOf, runChecks } from './run-checks';

interface VerifyFlags {
  readonly project: string;
  readonly environment: string;
  readonly regions: readonly string[];
  readonly only?: readonly string[];
  readonly kubernetes?: boolean;
  readonly json?: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly apiRoot?: string;
}

const HELP = `
Reads the project by Google's REST APIs, and with --kubernetes the current cluster by kubectl. Changes nothing. It needs
roles/viewer, roles/iam.securityReviewer, roles/cloudquotas.viewer, roles/orgpolicy.policyViewer and
roles/serviceusage.serviceUsageConsumer, and the APIs cloudquotas, orgpolicy and cloudresourcemanager; by the application default
credentials (gcloud auth application-default login) or a token in CLOUDSDK_AUTH_ACCESS_TOKEN.

Exit codes: 0 all claims hold; 1 some differ, or an option is wrong; 2 none differs, and some could not be checked.

Example:
  npm run verify -- --project example-ads --environment prod --regions us-central1,europe-west1,asia-east1

docs/operations/unverified.md has the claims, and why they are believed.`;

const split = (text: string): readonly string[] => text.split(',').filter(Boolean);

/** Returns the command `npm run verify`. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('Compare a live project with what this repository claims about it.')
    .requiredOption('--project <id>', 'project to read')
    .requiredOption('--environment <name>', 'environment of Terraform: dev or prod')
    .requiredOption('--regions <regions>', 'regions with services or jobs, separated by commas', split)
    .option(
      '--only <checks>',
      `only these checks, separated by commas: ${CHECKS.map(({ id }) => id).join(', ')}`,
      split,
    )
    .option('--kubernetes', 'check the namespace tidemark of the current cluster as well')
    .option('--json', 'print the results as one JSON object')
    .option('--timeout <duration>', 'time for one answer', parseDuration, 20_000)
    .addOption(new Option('--api-root <url>', 'address of a stand-in for Google').hideHelp())
    .addHelpText('after', HELP)
    .action(verify);
}

async function verify(flags: VerifyFlags): Promise<void> {
  const checks = selected(flags);
  const { project, environment } = flags;
  const report = (result: CheckResult): void => {
    if (flags.json !== true) for (const line of linesOf(result)) print(line);
  };
  const results = await runChecks(checks, contextOf(flags), report);
  if (flags.json === true) print(JSON.stringify({ project, environment, results }));
  process.exitCode = exitCodeOf(results);
}

function selected({ only, environment, kubernetes = false }: VerifyFlags): readonly Check[] {
  const unknown = (only ?? []).filter((id) => !CHECKS.some((check) => check.id === id));
  if (unknown.length > 0) throw new Error(`--only: no check ${unknown.join(', ')}`);
  const applies = ({ needsKubernetes = false, isForProduction = false }: Check): boolean =>
    (kubernetes || !needsKubernetes) && (environment !== 'dev' || !isForProduction);
  const selection = CHECKS.filter((check) => applies(check) && (only?.includes(check.id) ?? true));
  if (selection.length === 0)
    throw new Error('--only: these checks need --kubernetes, or are of production environments');
  return selection;
}

function contextOf({ project, environment, regions, timeout, apiRoot }: VerifyFlags): VerifyContext {
  return {
    project,
    environment,
    regions,
    repository: join(__dirname, '../..'),
    google: new Google({
      token: tokenSource(),
      quotaProject: project,
      timeoutMs: timeout,
      root: apiRoot,
    }),
    kubernetes: (kind) => kubectlGet(kind, timeout),
    nowMs: systemClock.nowMs(),
  };
}

/** The variable of the gcloud CLI, or else the application default credentials. */
function tokenSource(): () => Promise<string> {
  const given = process.env['CLOUDSDK_AUTH_ACCESS_TOKEN'];
  if (given !== undefined && given !== '') return () => Promise.resolve(given);
  const auth = new GoogleAuth({ scopes: 'https://www.googleapis.com/auth/cloud-platform' });
  return async () => {
    const token = await auth.getAccessToken().catch((error: Error) => {
      throw new UncheckedError(`no credentials: ${error.message}`);
    });
    return token ?? '';
  };
}

async function kubectlGet(kind: string, timeoutMs: number): Promise<readonly Json[]> {
  const args = ['get', kind, '--namespace=tidemark', '--output=json'];
  const limits = { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024, env: process.env };
  const { stdout } = await promisify(execFile)('kubectl', args, limits).catch(
    (error: Error & { stderr?: string; killed?: boolean }) => {
      const reason =
        error.killed === true
          ? `no answer within ${timeoutMs} ms`
          : error.stderr?.trim().split('\n').pop() || error.message;
      throw new UncheckedError(`kubectl get ${kind}: ${reason}`);
    },
  );
  return listAt(JSON.parse(stdout) as Json, 'items');
}

const MARKS = { holds: 'ok       ', differs: 'DIFFERS  ', unchecked: 'unchecked' } as const;

const linesOf = ({ id, outcome, details }: CheckResult): readonly string[] => [
  `${MARKS[outcome]}  ${id}`,
  ...details.map((detail) => `             ${detail}`),
];
