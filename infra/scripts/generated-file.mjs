/** Writes generated files, or reports that they are stale. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

export const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const { singleQuote, printWidth, trailingComma } = JSON.parse(
  readFileSync(join(projectDir, '.oxfmtrc.json'), 'utf8'),
);
const STYLE = { singleQuote, printWidth, trailingComma };

/**
 * Writes `[path, text]` of each file, formatted with the project's settings. With `--check` nothing is written, and the
 * exit code is 1 when a file is stale; `command` is the command that regenerates it.
 */
export async function writeGenerated(files, command) {
  const isCheck = process.argv.includes('--check');
  for (const [path, text] of files) {
    const filepath = join(projectDir, path);
    const { code: fresh, errors } = await format(path, text, STYLE);
    if (errors.length > 0) throw new Error(`${path} cannot be formatted: ${JSON.stringify(errors)}`);
    const isStale = !existsSync(filepath) || readFileSync(filepath, 'utf8') !== fresh;
    if (!isCheck) writeFileSync(filepath, fresh);
    else if (isStale) {
      console.error(`${path} is stale: run \`${command}\``);
      process.exitCode = 1;
    }
  }
}
