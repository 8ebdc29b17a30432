/** Packs the package as `npm pack` does, and unpacks it into the node_modules of an empty project. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

const PROJECT = join(__dirname, '../..');

export interface PackedPackage {
  readonly tarball: string;
  readonly files: readonly string[];
  readonly unpackedBytes: number;
}

interface Manifest {
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Packs a copy of the build in `folder`, since packing removes comments from it. */
export function packPackage(folder: string): PackedPackage {
  const copy = join(folder, 'copy');
  const { files } = manifestOf(PROJECT);
  for (const path of ['package.json', 'README.md', 'LICENSE', ...files])
    cpSync(join(PROJECT, path), join(copy, path), { recursive: true });
  rmSync(join(copy, 'dist/sbom.cdx.json'), { force: true });
  run(process.execPath, [join(PROJECT, 'infra/scripts/package-files.mjs'), '--folder', copy], PROJECT);
  thinOut(join(copy, 'dist'));
  const [packed] = JSON.parse(
    run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], copy),
  ) as [{ filename: string; unpackedSize: number; files: { path: string }[] }];
  return {
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    unpackedBytes: packed.unpackedSize,
  };
}

/** One of so many files that are to be left out remains, so that the package shows that they are. */
const REMAINING_EVERY = 20;

/**
 * Removes most of the files that `.npmignore` leaves out. `npm pack` compares each file with each of its thousand rules: with all of
 * them it takes five seconds.
 */
function thinOut(dist: string): void {
  const rules = readFileSync(join(dist, '.npmignore'), 'utf8').split('\n');
  const kept = new Set(rules.filter((rule) => rule.startsWith('!/')).map((rule) => rule.slice(2)));
  const isKept = (path: string): boolean => kept.has(path) || path === '.npmignore';
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !isKept(relative(dist, path)))
    .forEach((path, index) => {
      if (index % REMAINING_EVERY !== 0) rmSync(path);
    });
}

/**
 * Creates a project with the package in its node_modules. Its production dependencies, and those that the project names, are
 * links to this repository's, so that nothing is fetched.
 */
export function installPackage(tarball: string, project: string, others: readonly string[]): void {
  const modules = join(project, 'node_modules');
  const target = join(modules, 'tidemark');
  mkdirSync(target, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'app', private: true }));
  run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'], project);
  for (const name of [...Object.keys(manifestOf(target).dependencies), ...others]) {
    const link = join(modules, name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(join(PROJECT, 'node_modules', name), link);
  }
}

/** Runs a program. Throws an error with its output if it fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout ?? ''}\n${stderr ?? ''}`, { cause: error });
  }
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
