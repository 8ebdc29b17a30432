import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorsOf } from './diagnostics';
import { startProvider } from './provider/server';
import type { ProviderSchema } from './schema/schema';
import { HTTP_BACKEND, startStateServer } from './state-server';
import { terraform } from './terraform';
import type { Ended, TerraformOptions } from './terraform';
import type { Workspace } from './workspace';

/** One thing that was checked. */
export interface Check {
  /** `terraform/environments/dev`. */
  readonly target: string;
  readonly name: string;
  readonly problems: readonly string[];
  /** Scope of the check, in a few words. */
  readonly scope: string;
  readonly elapsedMs: number;
}

export interface CheckScope {
  readonly workspace: Workspace;
  readonly schema: ProviderSchema;
  readonly signal?: AbortSignal | undefined;
}

/** State after a rehearsed `apply`, in the JSON format of `terraform show`. */
export interface TerraformState {
  readonly values?: {
    readonly outputs?: Readonly<Record<string, { readonly value: unknown }>>;
    readonly root_module?: TerraformModule;
  };
}
export interface TerraformModule {
  readonly resources?: readonly TerraformResource[];
  readonly child_modules?: readonly TerraformModule[];
}
interface TerraformResource {
  readonly address: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Terraform in one folder of the workspace, with a provider of its own. */
class Runner {
  readonly #scope: CheckScope;
  readonly #target: string;
  readonly #options: TerraformOptions;
  readonly checks: Check[] = [];

  constructor(scope: CheckScope, target: string, options: TerraformOptions) {
    this.#scope = scope;
    this.#target = target;
    this.#options = options;
  }

  /** False when it failed: what follows would only say so again. */
  async run(name: string, args: readonly string[], judge: Judge = judgeExit): Promise<Ended | undefined> {
    const startedMs = performance.now();
    const { root } = this.#scope.workspace;
    const folder = join(root, this.#target);
    const ended = await terraform(folder, args, this.#options);
    const verdict = judge(ended, errorsOf(ended, { folder, root }));
    const elapsedMs = performance.now() - startedMs;
    this.checks.push({ target: this.#target, name, ...verdict, elapsedMs });
    return verdict.problems.length === 0 ? ended : undefined;
  }
}

type Judge = (ended: Ended, errors: readonly string[]) => Pick<Check, 'problems' | 'scope'>;

const judgeExit: Judge = (_ended, errors) => ({ problems: errors, scope: '' });

async function withRunner(
  scope: CheckScope,
  target: string,
  use: (runner: Runner) => Promise<void>,
): Promise<readonly Check[]> {
  const provider = await startProvider(scope.schema);
  try {
    const options = { reattach: provider.reattach, dataFolder: scope.workspace.makeFolder() };
    const runner = new Runner(scope, target, { ...options, signal: scope.signal });
    await use(runner);
    return runner.checks;
  } finally {
    provider.stop();
  }
}

/** `terraform fmt` on everything. */
export function checkFormat(scope: CheckScope): Promise<readonly Check[]> {
  return withRunner(scope, 'terraform', async (runner) => {
    const judge: Judge = ({ code, stdout }, errors) => {
      const files = stdout.trim().split('\n').filter(Boolean);
      const unformatted = files.map(
        (file) => `terraform/${file}: not formatted; run terraform fmt -recursive`,
      );
      return { problems: code === 3 ? unformatted : errors, scope: '' };
    };
    await runner.run('fmt', ['fmt', '-check', '-recursive', '-list=true'], judge);
  });
}

/** Files of variables that an environment is planned with. */
export const VARIABLE_FILES = ['example.tfvars', 'kubernetes.tfvars'];

/** From `init` to the state after a rehearsed `apply`, which `inspect` judges. */
export function checkEnvironment(
  scope: CheckScope,
  target: string,
  inspect: (state: TerraformState) => readonly Check[],
): Promise<readonly Check[]> {
  return withRunner(scope, target, async (runner) => {
    const variables = VARIABLE_FILES.filter((file) =>
      existsSync(join(scope.workspace.root, target, file)),
    ).map((file) => `-var-file=${file}`);
    writeFileSync(join(scope.workspace.root, target, 'backend_override.tf'), HTTP_BACKEND);
    const states = await startStateServer();
    try {
      if (!(await runner.run('init', ['init', '-no-color', ...states.initArguments]))) return;
      if (!(await runner.run('validate', ['validate', '-json']))) return;
      const plan = ['plan', '-json', '-out=rehearsal.tfplan', ...variables];
      if (!(await runner.run('plan', plan, judgePlan))) return;
      if (!(await runner.run('apply (rehearsed)', ['apply', '-json', 'rehearsal.tfplan']))) return;
      await runner.run('plan again', ['plan', '-json', '-detailed-exitcode', ...variables], judgeSecondPlan);
      const shown = await runner.run('show', ['show', '-json', '-no-color']);
      if (shown) runner.checks.push(...inspect(JSON.parse(shown.stdout) as TerraformState));
    } finally {
      states.stop();
    }
  });
}

const judgePlan: Judge = ({ stdout }, errors) => ({
  problems: errors,
  scope: `${/Plan: (\d+) to add/.exec(stdout)?.[1] ?? 0} resources`,
});

/** Differences that would come back at every apply. */
const judgeSecondPlan: Judge = ({ code, stdout }, errors) => {
  if (code !== 2) return { problems: errors, scope: 'no changes' };
  const changed = [...stdout.matchAll(/"type":"planned_change"/g)].length;
  const lines = stdout.split('\n').filter((line) => line.includes('"planned_change"'));
  const addresses = lines.map((line) => /"addr":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1]?.replaceAll('\\"', '"'));
  return {
    problems: addresses.map((address) => `${address}: changes at every plan`),
    scope: `${changed} changes`,
  };
};

/** A module's own `*.tftest.hcl`. */
export function checkTests(scope: CheckScope, target: string): Promise<readonly Check[]> {
  return withRunner(scope, target, async (runner) => {
    if (!(await runner.run('init', ['init', '-backend=false', '-no-color']))) return;
    await runner.run('test', ['test', '-json'], ({ stdout }, errors) => ({
      problems: errors,
      scope: `${/"passed":(\d+)/.exec(stdout)?.[1] ?? 0} runs`,
    }));
  });
}

export const shortName = (target: string): string =>
  target === 'terraform' ? 'all' : `${basename(join(target, '..'))}/${basename(target)}`;
