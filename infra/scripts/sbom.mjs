/**
 * `npm run sbom`: the software bill of materials of what runs in production, as CycloneDX 1.5, in dist/sbom.cdx.json. Fails where a
 * package has a licence that is not among those below, which allow use and distribution without opening one's own source.
 *
 * Of `npm sbom` the whole tree is taken and pruned here: with `--omit dev` it leaves out packages that production needs where some
 * tool for development needs them, too (npm 11 dropped grpc-js and protobufjs so). What production needs the lock file says.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectDir } from './generated-file.mjs';

const ALLOWED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Packages that name their licence by no SPDX id, with what their licence files are. */
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

/** What is not for development alone, also what is only for other platforms. */
function productionRefs(all) {
  const entries = Object.entries(all).filter(([path, { dev, link }]) => path !== '' && !dev && !link);
  return new Set(entries.map(([path, entry]) => `${entry.name ?? nameIn(path)}@${entry.version}`));
}

/** Of a package under an alias the lock file tells the name, too. */
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

/** `(MIT OR GPL-2.0)` leaves the choice; everything else has to be allowed as it is. */
function isAllowedExpression(text) {
  const choices = text.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((each) => ALLOWED.includes(each));
}

function refuse(why, refs) {
  if (refs.length === 0) return;
  console.error(`${refs.length} packages ${why}: ${refs.join(', ')}`);
  process.exit(1);
}
