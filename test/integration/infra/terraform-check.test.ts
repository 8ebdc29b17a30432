/** The command around the checks. What it checks is in terraform-refusals and terraform-contracts. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROJECT, terraformSkipReason } from '../../support/terraform';
import { until } from '../../support/until';

const skipReason = terraformSkipReason();
const MAIN = [
  '--require',
  join(PROJECT, 'infra/scripts/register-ts.js'),
  join(PROJECT, 'test/terraform/main.ts'),
];

describe('npm run terraform:check', () => {
  let temporary: string;

  beforeEach(() => (temporary = mkdtempSync(join(tmpdir(), 'tidemark-check-'))));

  afterEach(() => rmSync(temporary, { recursive: true }));

  const start = (env: NodeJS.ProcessEnv) => {
    const child = spawn(process.execPath, MAIN, {
      env: { TMPDIR: temporary, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, stderr })),
    );
    return { child, ended };
  };

  it('reports that it checked nothing without terraform, which fails in CI only', async () => {
    const withoutTerraform = { PATH: temporary };
    const [here, build] = await Promise.all([
      start(withoutTerraform).ended,
      start({ ...withoutTerraform, CI: 'true' }).ended,
    ]);
    expect(here).toEqual({ code: 0, stderr: 'terraform was not found: the Terraform was not checked.\n' });
    expect(build).toEqual({ code: 1, stderr: 'terraform was not found: the Terraform was to be checked.\n' });
  });

  const onTerraform = skipReason === undefined ? it : it.skip;
  onTerraform(
    `leaves nothing behind when it is interrupted${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`,
    async () => {
      const { child, ended } = start({ PATH: process.env['PATH'], HOME: dirname(temporary) });
      await until(() => readdirSync(temporary).length > 0);
      child.kill('SIGINT');
      const { code, stderr } = await ended;
      expect({ code, stderr }).toEqual({
        code: 130,
        stderr: 'Interrupted: the remaining checks did not run.\n',
      });
      expect(readdirSync(temporary)).toEqual([]);
    },
  );
});
