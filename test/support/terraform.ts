import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { contractViolations } from '../terraform/contracts';
import { VARIABLE_FILES } from '../terraform/check';
import { deploymentOf, readDeclared, type Deployment } from '../terraform/contracts/deployment';
import { errorsOf } from '../terraform/diagnostics';
import { readProviderSchema, startProvider } from '../terraform/provider/server';
import type { RunningProvider } from '../terraform/provider/server';
import { terraform } from '../terraform/terraform';
import type { Ended } from '../terraform/terraform';
import { READ_BY_MODULES, openWorkspace } from '../terraform/workspace';
import type { Workspace } from '../terraform/workspace';

export const PROJECT = join(__dirname, '../..');

/** Why suites that run Terraform are skipped; undefined when they run. Absence is a failure where CI is set. */
export function terraformSkipReason(): string | undefined {
  if (spawnSync('terraform', ['version'], { stdio: 'ignore' }).status === 0) return undefined;
  const reason = 'terraform was not found';
  if (process.env['CI']) throw new Error(`${reason}, and CI is set`);
  return reason;
}

/** A mistake in a file of terraform/: a text that is replaced by another. */
export interface Mistake {
  readonly file: string;
  /** Text to replace; must exist. A space stands for any number of spaces, since `fmt` aligns. */
  readonly find: string | RegExp;
  readonly instead: string;
}

/** A copy of the configuration, and of it as many with mistakes as are asked for. */
export class TerraformBench {
  readonly #workspace: Workspace;
  readonly #provider: RunningProvider;
  /** Which modules there are; the same for all copies, since the paths in it are relative. */
  readonly #dataFolders = new Map<string, string>();

  private constructor(workspace: Workspace, provider: RunningProvider) {
    this.#workspace = workspace;
    this.#provider = provider;
  }

  static async open(options: { readonly foresees: boolean }): Promise<TerraformBench> {
    const provider = await startProvider(readProviderSchema(), options);
    const workspace = openWorkspace(PROJECT);
    keepFewAlerts(workspace);
    return new TerraformBench(workspace, provider);
  }

  /** The folder of a copy of the project's `terraform` and of what it reads. */
  copy(...mistakes: readonly Mistake[]): string {
    const root = mkdtempSync(join(this.#workspace.root, 'copy-'));
    cpSync(join(this.#workspace.root, 'terraform'), join(root, 'terraform'), { recursive: true });
    for (const name of READ_BY_MODULES) symlinkSync(join(this.#workspace.root, name), join(root, name));
    for (const mistake of mistakes) make(join(root, 'terraform', mistake.file), mistake);
    return root;
  }

  /** Errors of `terraform <args>` in an environment or module of a copy. */
  async errors(root: string, target: string, args: readonly string[]): Promise<readonly string[]> {
    const folder = join(root, 'terraform', target);
    return errorsOf(await this.#run(folder, target, args), { folder, root });
  }

  /** Contracts that what an environment would make breaks, each line with the contract's name. */
  async breaches(root: string, environment: string): Promise<readonly string[]> {
    const broken = contractViolations(await this.deployment(root, environment));
    return [...broken.values()].flat();
  }

  /** Resources that an environment of a copy would create: all, or those at these addresses and what they depend on. */
  async deployment(
    root: string,
    environment: string,
    addresses: readonly string[] = [],
  ): Promise<Deployment> {
    const target = `environments/${environment}`;
    const plan = [...PLAN, ...addresses.map((address) => `-target=${address}`)];
    const errors = await this.errors(root, target, plan);
    if (errors.length > 0) throw new Error(`The plan fails, before any contract could: ${errors.join('\n')}`);
    const { stdout } = await this.#run(join(root, 'terraform', target), target, ['show', '-json', PLAN_FILE]);
    const { planned_values: values } = JSON.parse(stdout) as { planned_values: object };
    return deploymentOf(environment, { values }, readDeclared(root));
  }

  close(): void {
    this.#provider.stop();
    this.#workspace.remove();
  }

  async #run(folder: string, target: string, args: readonly string[]): Promise<Ended> {
    const dataFolder = await this.#dataFolder(target);
    return terraform(folder, args, { reattach: this.#provider.reattach, dataFolder });
  }

  async #dataFolder(target: string): Promise<string> {
    const known = this.#dataFolders.get(target);
    if (known !== undefined) return known;
    const dataFolder = this.#workspace.makeFolder();
    const folder = join(this.#workspace.root, 'terraform', target);
    const options = { reattach: this.#provider.reattach, dataFolder };
    const ended = await terraform(folder, ['init', '-backend=false', '-no-color'], options);
    if (ended.code !== 0) throw new Error(ended.stderr);
    this.#dataFolders.set(target, dataFolder);
    return dataFolder;
  }
}

const PLAN_FILE = 'mistaken.tfplan';

export const PLAN: readonly string[] = [
  'plan',
  '-json',
  '-refresh=false',
  ...VARIABLE_FILES.map((file) => `-var-file=${file}`),
  `-out=${PLAN_FILE}`,
];

/** Removes all groups of alerts but one, which shows the same as all of them, in half the time. */
export function keepFewAlerts({ root }: Workspace): void {
  const file = join(root, 'infra/alerts/tidemark.alerts.yml');
  const { groups } = parse(readFileSync(file, 'utf8')) as { readonly groups: readonly object[] };
  writeFileSync(file, stringify({ groups: groups.slice(0, 1) }));
}

function make(path: string, { file, find, instead }: Mistake): void {
  const text = readFileSync(path, 'utf8');
  const pattern = typeof find === 'string' ? aligned(find) : find;
  if (!pattern.test(text))
    throw new Error(`${file} has no ${String(find)} any more: the mistake can't be made there`);
  // Only what a pattern has found can be taken up again by `$1`.
  const changed =
    typeof find === 'string' ? text.replace(pattern, () => instead) : text.replace(find, instead);
  writeFileSync(path, changed);
}

function aligned(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ +/g, ' +'));
}
