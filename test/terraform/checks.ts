/** All checks, as tasks that can run side by side. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { terraformSchemaText } from '../../src/cli/schema/terraform-file';
import { checkEnvironment, checkFormat, checkTests } from './check';
import type { Check, CheckScope, TerraformState } from './check';
import { CONTRACTS, contractViolations } from './contracts';
import { deploymentOf, readDeclared } from './contracts/deployment';
import { environmentsOf, testedModulesOf } from './workspace';

export type Task = () => Promise<readonly Check[]>;

export function tasksOf(scope: CheckScope): Task[] {
  const { workspace } = scope;
  return [
    ...environmentsOf(workspace).map(
      (target) => () => checkEnvironment(scope, target, contractsOf(scope, target)),
    ),
    ...testedModulesOf(workspace).map((target) => () => checkTests(scope, target)),
    () => checkFormat(scope),
    () => checkSchema(scope),
  ];
}

/** `terraform/schema.json` is what the proto files declare. */
export async function checkSchema({ workspace }: CheckScope): Promise<readonly Check[]> {
  const startedMs = performance.now();
  const fresh =
    readFileSync(join(workspace.root, 'terraform/schema.json'), 'utf8') === terraformSchemaText(process.env);
  const problems = fresh ? [] : ['terraform/schema.json: stale; make it anew with npm run schema:terraform'];
  return [
    { target: 'terraform', name: 'schema', problems, scope: '', elapsedMs: performance.now() - startedMs },
  ];
}

/** One check for each area of contracts. */
function contractsOf(scope: CheckScope, target: string): (state: TerraformState) => readonly Check[] {
  return (state) => {
    const startedMs = performance.now();
    const declared = readDeclared(scope.workspace.root);
    const broken = contractViolations(deploymentOf(basename(target), state, declared));
    const elapsedMs = (performance.now() - startedMs) / broken.size;
    return [...broken].map(([area, problems]) => ({
      target,
      name: `contracts: ${area}`,
      problems,
      scope: `${Object.keys(CONTRACTS[area] ?? {}).length} contracts`,
      elapsedMs,
    }));
  };
}
