/**
 * `npm run release -- <version>`: prepares a release. Sets the version, dates the changelog, packs the package, writes the bill of
 * materials and a provenance statement, commits and tags. It publishes and pushes nothing: it prints the commands for that.
 *
 * `<version>` is `major`, `minor`, `patch` or a version. With --dry-run all is checked and packed, and nothing is changed.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectDir } from './generated-file.mjs';

const USAGE = `Usage: npm run release -- [major|minor|patch|<version>] [--dry-run]

Prepares a release: sets the version (default: patch), dates the changelog, packs, commits and tags. Publishes nothing.

  --dry-run   check and pack everything, and change nothing
  -h, --help  print this help`;

const { values, positionals } = parsed();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const dryRun = values['dry-run'];
const VERSION_FILE = 'src/platform/process/version.ts';
const problems = [];

const manifest = JSON.parse(read('package.json'));
const current = manifest.version;
const next = nextVersion(current, positionals[0] ?? 'patch');
const tag = `v${next}`;
const notes = unreleasedNotes(read('CHANGELOG.md'));
if (git('status', '--porcelain') !== '')
  problems.push('the working tree has changes: commit or discard them');
if (git('tag', '--list', tag) !== '') problems.push(`the tag ${tag} exists`);
const unset = unsetAddresses(manifest);
if (unset.length > 0)
  problems.push(`package.json needs ${unset.join(', ')}, as docs/releasing.md describes under "Addresses"`);
if (notes === '') problems.push('CHANGELOG.md has nothing under "Unreleased"');
for (const problem of problems) console.error(`release: ${problem}`);
if (problems.length > 0 && !dryRun) process.exit(1);

console.log(`Release ${current} → ${next}, tag ${tag}\n\n${notes}\n`);
if (!dryRun) commitVersion();
const output = dryRun
  ? mkdtempSync(join(tmpdir(), 'tidemark-release-'))
  : join(values.folder, 'dist/release');
mkdirSync(output, { recursive: true });
try {
  if (!values['no-pack']) pack();
  // The tag is last: a version that could not be packed has none.
  if (!dryRun) git('tag', '--annotate', tag, '-m', `${tag}\n\n${notes}`);
} finally {
  if (dryRun) rmSync(output, { recursive: true, force: true });
}
if (dryRun) {
  console.log('Dry run: nothing was changed.');
  if (problems.length > 0) process.exitCode = 1;
} else {
  console.log(`To publish: git push --follow-tags && npm publish dist/release/tidemark-${next}.tgz`);
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        // For tests: everything but the build, the package and the bill of materials.
        'no-pack': { type: 'boolean', default: false },
        folder: { type: 'string', default: projectDir },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    console.error(`release: ${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

function read(file) {
  return readFileSync(join(values.folder, file), 'utf8');
}

function run(command, args) {
  const options = {
    cwd: values.folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  };
  return execFileSync(command, args, options).trim();
}

function git(...args) {
  return run('git', args);
}

function nextVersion(version, wanted) {
  const parts = version.split('.').map(Number);
  const index = ['major', 'minor', 'patch'].indexOf(wanted);
  if (index >= 0) return parts.map((part, at) => (at < index ? part : at === index ? part + 1 : 0)).join('.');
  const given = wanted.split('.').map(Number);
  const isVersion = /^\d+\.\d+\.\d+$/.test(wanted);
  const differs = given.findIndex((part, at) => part !== parts[at]);
  if (!isVersion || differs < 0 || given[differs] < parts[differs]) {
    console.error(`release: ${wanted} must be major, minor, patch, or a version after ${version}`);
    process.exit(1);
  }
  return wanted;
}

/** Returns the fields that lead users of the package to the project, and that are missing or no public address. */
function unsetAddresses({ repository, homepage, bugs }) {
  const addresses = { repository: repository?.url ?? repository, homepage, bugs: bugs?.url ?? bugs };
  return Object.keys(addresses).filter((name) => !/^(git\+)?https:\/\/[^/]+\/./.test(addresses[name] ?? ''));
}

/** Returns the text under the heading "Unreleased". */
function unreleasedNotes(changelog) {
  return /^## \[Unreleased\]\n([^]*?)(?=^## |(?![^]))/m.exec(changelog)?.[1].trim() ?? '';
}

function changeFiles() {
  const date = new Date().toISOString().slice(0, 10);
  replace('CHANGELOG.md', '## [Unreleased]\n', `## [Unreleased]\n\n## [${next}] - ${date}\n`);
  replace('package.json', `"version": "${current}"`, `"version": "${next}"`);
  replace(VERSION_FILE, `'${current}'`, `'${next}'`);
  const lock = JSON.parse(read('package-lock.json'));
  lock.version = next;
  lock.packages[''].version = next;
  writeFileSync(join(values.folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
}

function replace(file, from, to) {
  const text = read(file);
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(join(values.folder, file), text.replace(from, to));
}

/** Packs the package, and writes the bill of materials and the provenance beside it. */
function pack() {
  const lines = run('npm', ['pack', '--json', '--pack-destination', output]);
  const [packed] = JSON.parse(lines.slice(lines.indexOf('[\n')));
  const tarball = join(output, packed.filename);
  run(process.execPath, [join(projectDir, 'infra/scripts/sbom.mjs'), '--out', join(output, 'sbom.cdx.json')]);
  const sha512 = createHash('sha512').update(readFileSync(tarball)).digest('hex');
  writeFileSync(join(output, 'provenance.json'), `${JSON.stringify(provenance(packed, sha512), null, 2)}\n`);
  const megabytes = (packed.unpackedSize / 1e6).toFixed(1);
  console.log(`${packed.filename}: ${packed.files.length} files, ${megabytes} MB unpacked, sha512 ${sha512}`);
  for (const name of ['sbom.cdx.json', 'provenance.json']) {
    if (!existsSync(join(output, name))) throw new Error(`${name} is missing`);
    console.log(`${name}: ${readFileSync(join(output, name)).length} bytes`);
  }
}

/** Returns an in-toto statement with SLSA provenance. It is not signed: npm signs its own when CI publishes. */
function provenance({ filename }, sha512) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: filename, digest: { sha512 } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:tidemark:npm-pack:v1',
        externalParameters: { command: 'npm pack', version: next },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [{ uri: `git:${tag}`, digest: { gitCommit: git('rev-parse', 'HEAD') } }],
      },
      runDetails: { builder: { id: process.env.CI ? 'ci' : 'workstation' } },
    },
  };
}

function commitVersion() {
  changeFiles();
  git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json', VERSION_FILE);
  git('commit', '--quiet', '-m', `release: ${next}`);
}
