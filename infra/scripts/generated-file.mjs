/** How scripts write what they make of other files, or tell that it is stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

export const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Writes `[path, text]` of each file, formatted as the project is. With `--check` on the command line nothing is written, and the
 * exit code is 1 when one of them is stale; `command` is what makes it fresh.
 */
export async function writeGenerated(files, command) {
  const isCheck = process.argv.includes('--check');
  for (const [path, text] of files) {
    const filepath = join(projectDir, path);
    const fresh = await format(text, { ...(await resolveConfig(filepath)), filepath });
    const isStale = !existsSync(filepath) || readFileSync(filepath, 'utf8') !== fresh;
    if (!isCheck) writeFileSync(filepath, fresh);
    else if (isStale) {
      console.error(`${path} is stale: run \`${command}\``);
      process.exitCode = 1;
    }
  }
}
