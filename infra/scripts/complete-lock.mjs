/**
 * Adds the platform packages that npm omitted from package-lock.json. npm records optional packages of other platforms
 * only if its registry and cache provide them (https://github.com/npm/cli/issues/4828); with an incomplete lock file,
 * `npm ci` fails on those platforms. With --check it only reports missing packages and fails if there are any.
 *
 * An added entry has no integrity, since a registry that does not provide a package does not know its hash either. npm then
 * installs that package without a check of its hash. This is accepted for the packages that this script adds, which are parts
 * of development tools, and for nothing else: the script fails if any other entry has no integrity.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const OS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'openbsd',
  'netbsd',
  'sunos',
  'win32',
];
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    folder: { type: 'string', default: resolve(dirname(fileURLToPath(import.meta.url)), '../..') },
  },
});

const path = join(values.folder, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const missing = missingPlatformPackages(lock.packages);
const unverified = withoutIntegrity(lock.packages);

if (unverified.length > 0) {
  console.error(
    `package-lock.json has ${unverified.length} entries without integrity, such as ${unverified[0]}.`,
  );
  console.error('Remove them from the lock, and install again from a registry that reports hashes.');
  process.exitCode = 1;
} else if (missing.length === 0) {
  console.log('package-lock.json names the packages of every platform, and the hash of each that it can.');
} else if (values.check) {
  console.error(`package-lock.json lacks ${missing.length} platform packages, such as ${missing[0].place}.`);
  console.error('Add them with `npm run lock:complete`.');
  process.exitCode = 1;
} else {
  for (const { place, entry } of missing) lock.packages[place] = entry;
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`Added ${missing.length} platform packages.`);
}

/** Returns entries without a hash that this script does not add: everything except other platforms' parts of development tools. */
function withoutIntegrity(packages) {
  return Object.entries(packages)
    .filter(([place, { integrity, link }]) => place !== '' && integrity === undefined && link !== true)
    .filter(([, { dev, optional, os, cpu }]) => !(dev && optional && (os ?? cpu) !== undefined))
    .map(([place]) => place);
}

function missingPlatformPackages(packages) {
  return Object.entries(packages).flatMap(([parentPlace, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !isPlaced(packages, parentPlace, name))
      .map(([name, version]) => ({ place: `node_modules/${name}`, entry: entryOf(name, version, parent) })),
  );
}

/** Returns whether Node's module resolution finds the package from the parent's location. */
function isPlaced(packages, parentPlace, name) {
  for (let place = parentPlace; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    if (packages[place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`] !== undefined)
      return true;
    if (place === '') return false;
  }
}

function entryOf(name, version, parent) {
  if (!EXACT_VERSION.test(version))
    throw new Error(`${name}@${version} is no exact version: add it with npm`);
  const words = name.split(/[/-]/);
  const os = OS.filter((each) => words.includes(each));
  const cpu = CPU.filter((each) => words.includes(each));
  if (os.length + cpu.length === 0) throw new Error(`${name} names no platform: add it with npm`);
  const libc = words.some((each) => each.startsWith('musl'))
    ? ['musl']
    : words.includes('gnu')
      ? ['glibc']
      : undefined;
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(parent.dev === true && { dev: true }),
    ...(libc !== undefined && os.includes('linux') && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}
