/**
 * Adds the platform packages that npm left out of package-lock.json. npm records optional packages of other platforms
 * only where its registry and cache serve them (https://github.com/npm/cli/issues/4828); a lock without them makes
 * `npm ci` fail elsewhere. With --check it only reports, and fails when some are missing.
 *
 * An added entry has no integrity: a registry that does not serve a package does not know its hash either. npm then takes what it
 * downloads on that platform as it is. That is accepted for what this script adds, which are parts of development tools, and for
 * nothing else: it fails when any other entry has no integrity.
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

/** Places of entries without a hash that this script does not add: all but other platforms' parts of development tools. */
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

/** Whether node's resolution from the parent's place finds the package. */
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
