/**
 * `npm run sbom`: writes the software bill of materials of production as CycloneDX 1.5 to dist/sbom.cdx.json. Fails if a
 * package has a licence that is not listed below; these allow use and distribution without publishing one's own source.
 *
 * The whole tree of `npm sbom` is pruned here: `--omit dev` would leave out production packages that some development
 * tool needs as well (npm 11 dropped grpc-js and protobufjs this way). The lock file shows what production needs.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectDir } from './generated-file.mjs';

const ALLOWED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Licences of packages that do not name an SPDX id, from their licence files. */
const READ = { 'url-template@2.0.8': 'BSD-3-Clause' };

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: projectDir },
    out: { type: 'string', default: join(projectDir, 'dist/sbom.cdx.json') },
  },
});

const { name, version, packages } = read(values.folder, 'package-lock.json');
const wanted = productionRefs(packages);
const bom = wholeTree(values.folder);
bom.metadata.component = { ...bom.metadata.component, name, type: 'application' };
bom.components = bom.components.filter((each) => wanted.has(each['bom-ref'])).map(withLicence);
bom.dependencies = bom.dependencies
  .filter(({ ref }) => wanted.has(ref) || ref === `${name}@${version}`)
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => wanted.has(each)) }));
refuse('are in the lock file, and npm does not list them', missing(bom.components));
refuse('have a licence that is not allowed', bom.components.flatMap(refused));

mkdirSync(dirname(resolve(values.out)), { recursive: true });
writeFileSync(values.out, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${bom.components.length} packages of production, with their licences: ${values.out}`);

function read(folder, file) {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}

/** Returns the production packages, including those for other platforms only. */
function productionRefs(all) {
  const entries = Object.entries(all).filter(([path, { dev, link }]) => path !== '' && !dev && !link);
  return new Set(entries.map(([path, entry]) => `${entry.name ?? nameIn(path)}@${entry.version}`));
}

/** Returns the name of a package; for an alias, the lock file contains the real name. */
function nameIn(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function wholeTree(cwd) {
  const options = { cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] };
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  return JSON.parse(execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options));
}

function withLicence(component) {
  const id = READ[component['bom-ref']];
  return id === undefined ? component : { ...component, licenses: [{ license: { id } }] };
}

function missing(components) {
  const listed = new Set(components.map((each) => each['bom-ref']));
  return [...wanted].filter((ref) => !listed.has(ref));
}

function refused({ 'bom-ref': ref, licenses = [] }) {
  const names = licenses.map(({ license, expression }) => expression ?? license.id ?? license.name);
  const isAllowed = names.length > 0 && names.every(isAllowedExpression);
  return isAllowed ? [] : [`${ref} (${names.join(', ') || 'none'})`];
}

/** Returns whether a licence is allowed: `(MIT OR GPL-2.0)` leaves a choice; everything else must be allowed as it is. */
function isAllowedExpression(text) {
  const choices = text.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((each) => ALLOWED.includes(each));
}

function refuse(why, refs) {
  if (refs.length === 0) return;
  console.error(`${refs.length} packages ${why}: ${refs.join(', ')}`);
  process.exit(1);
}
