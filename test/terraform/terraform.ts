import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Result of a command; `code` is -1 when it was killed. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TerraformOptions {
  /** The value of `TF_REATTACH_PROVIDERS`. */
  readonly reattach: string;
  /** Folder outside of the configuration for downloaded modules and similar files. */
  readonly dataFolder: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the environment for a Terraform without network access and prompts: it uses the provider that `reattach` names and ignores
 * the caller's own Terraform settings.
 */
function environmentOf({ reattach, dataFolder }: TerraformOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('TF_'));
  return {
    ...Object.fromEntries(inherited),
    TF_CLI_CONFIG_FILE: '/dev/null',
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    TF_DATA_DIR: dataFolder,
    TF_REATTACH_PROVIDERS: reattach,
    // A command runs for a second: what it would spend on collecting its garbage is a third of that.
    GOGC: '400',
  };
}

/** Runs `terraform <args>` in a folder. Rejects only when it can't be started. */
export function terraform(
  folder: string,
  args: readonly string[],
  options: TerraformOptions,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn('terraform', args, {
      cwd: folder,
      env: environmentOf(options),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.signal && { signal: options.signal }),
    });
    const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
    child.once('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)));
    child.once('close', (code) => resolve({ code: code ?? -1, stdout: stdout(), stderr: stderr() }));
  });
}

function textOf(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

/** Whether there is a Terraform to run. */
export async function terraformVersion(): Promise<string | undefined> {
  try {
    const options = { reattach: '{}', dataFolder: join('/', 'nonexistent') };
    const { code, stdout } = await terraform('.', ['version', '-json'], options);
    return code === 0 ? (JSON.parse(stdout) as { terraform_version: string }).terraform_version : undefined;
  } catch {
    return undefined;
  }
}
