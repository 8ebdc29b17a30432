/** The production build: TypeScript into dist/ (incremental), then the generated files that tsc does not emit. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
  cwd: projectDir,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

const from = join(projectDir, 'src/gen');
const to = join(projectDir, 'dist/gen');
mkdirSync(to, { recursive: true });
for (const name of readdirSync(from).filter((name) => /\.(js|json|d\.ts)$/.test(name))) {
  copyFileSync(join(from, name), join(to, name));
}

// npm makes it executable when it links it, but keeps the link when the file is made anew.
chmodSync(join(projectDir, 'dist/cli/tidemark.js'), 0o755);
