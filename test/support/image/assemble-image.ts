import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { buildContext } from './build-context';
import { parseDockerfile, type Stage, type Step } from './dockerfile';
import { byCopy, byLink, placeTree } from './link-tree';

interface Assembly {
  readonly projectDir: string;
  /** Folder that contains a folder for each stage, which is the stage's `/`. */
  readonly folder: string;
}

interface Around extends Assembly {
  readonly context: string;
}

/** Links preserve the owner root, as in an image; a test that does not run as root copies files to remove its write permission. */
const placePackage = process.getuid?.() === 0 ? byLink : byCopy;

/**
 * Executes the Dockerfile without a container engine: each stage is a folder, COPY copies, RUN runs a shell in that folder. Only `npm ci`
 * is replaced: by a faster compiler, or by the installed packages that the lock file lists for production. Returns the last stage's
 * folder.
 */
export function assembleImage({ projectDir, folder }: Assembly): string {
  const stages = parseDockerfile(readFileSync(join(projectDir, 'infra/docker/Dockerfile'), 'utf8'));
  const context = join(folder, 'context');
  for (const path of buildContext(projectDir)) {
    placeTree(join(projectDir, path), join(context, path), { place: byCopy });
  }
  for (const stage of stages) assembleStage(stage, { projectDir, folder, context });
  const last = join(folder, stages.at(-1)!.name);
  if (process.getuid?.() !== 0) execFileSync('chmod', ['-R', 'a-w', last]);
  return last;
}

function assembleStage({ name, steps }: Stage, around: Around): void {
  const root = join(around.folder, name);
  let cwd = root;
  for (const step of steps) {
    if (step.keyword === 'WORKDIR') cwd = join(root, step.words[0]!);
    mkdirSync(cwd, { recursive: true });
    if (step.keyword === 'COPY') copy(step, cwd, around);
    if (step.keyword === 'RUN') run(step.text, cwd, around);
  }
}

/** The content of a folder is copied; a file goes into the target if that ends with a slash. */
function copy({ words, from }: Step, cwd: string, { folder, context }: Around): void {
  const target = words.at(-1)!;
  for (const source of words.slice(0, -1)) {
    const into = target.endsWith('/') && !source.endsWith('/') ? join(target, basename(source)) : target;
    const [root, place] = from === undefined ? [context, byCopy] : [join(folder, from), placePackage];
    placeTree(join(root, source), join(cwd, into), { place });
  }
}

function run(text: string, cwd: string, { projectDir }: Around): void {
  for (const command of text.split('&&').map((each) => each.trim())) {
    if (command === 'npm ci') {
      providePackages(cwd, projectDir);
      provideCompiler(cwd);
      provideConsolePackages(cwd, projectDir);
    } else if (command === 'npm ci --omit=dev') providePackages(cwd, projectDir);
    else
      execFileSync('/bin/sh', ['-c', command], {
        cwd,
        env: QUIET_NPM,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
  }
}

/** It would look for a newer version of itself. */
const QUIET_NPM = { ...process.env, npm_config_update_notifier: 'false' };

function provideCompiler(cwd: string): void {
  const folder = join(cwd, 'node_modules/typescript-native');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"typescript-native"}');
  writeFileSync(join(folder, 'bin/tsc'), `require(${JSON.stringify(join(__dirname, 'fast-tsc.js'))});\n`);
}

/** Packages that the console's bundle is built with and from; what they import in turn is found where they really lie. */
const CONSOLE_PACKAGES = ['esbuild', 'preact', '@preact/signals', 'oauth4webapi', 'uplot', 'wouter-preact'];

function provideConsolePackages(cwd: string, projectDir: string): void {
  for (const name of CONSOLE_PACKAGES) {
    const link = join(cwd, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(projectDir, 'node_modules', name), link);
  }
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>>;
}

/** Folders of the packages for production, as the lock names them, without those that only some platforms have. */
export function productionPackages(projectDir: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && dev !== true && optional !== true)
    .map(([path]) => path);
}

/** Packages lie in the folders of others: each comes by its own entry of the lock. */
function providePackages(cwd: string, projectDir: string): void {
  for (const path of productionPackages(projectDir)) {
    placeTree(join(projectDir, path), join(cwd, path), { place: byLink, leaveOut: ['node_modules'] });
  }
}
