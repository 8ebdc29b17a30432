/**
 * Generates src/gen from protos/: `tidemark.js` and `tidemark.d.ts` (static codecs for the hot paths) and
 * `descriptors.json` (reflection with the custom options, from which the schema registry is built; without the
 * embedded Bigtable's control API, which is no part of the schema). Also `bigtable.js` and `bigtable.d.ts`: codecs for Bigtable's
 * data API, see bigtable-codecs.mjs.
 * With `--check` nothing is written, and the exit code is 1 when a committed file is stale.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bigtableDefinitions, bigtableTypes } from './bigtable-codecs.mjs';

const require = createRequire(import.meta.url);
const protobuf = require('protobufjs');
const pbjs = promisify(require('protobufjs-cli/pbjs').main);
const pbts = promisify(require('protobufjs-cli/pbts').main);

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const protosDir = join(projectDir, 'protos');
const genDir = join(projectDir, 'src/gen');
const DESCRIPTOR_PROTO = 'google/protobuf/descriptor.proto';
const BANNER = '// Generated from protos/ by `npm run generate`. Do not edit.\n';
const BIGTABLE_BANNER = '// Generated from @google-cloud/bigtable by `npm run generate`. Do not edit.\n';

function protoFiles() {
  return readdirSync(protosDir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.proto'))
    .map((path) => path.split(sep).join('/'))
    .sort();
}

function loadRoot(files, parseOptions) {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) =>
    target === DESCRIPTOR_PROTO ? require.resolve(`protobufjs/${target}`) : resolve(protosDir, target);
  root.loadSync(files, parseOptions);
  removeDescriptorTypes(root);
  removeExtensions(root);
  return root;
}

/** Messages needed to parse the options only; nothing refers to them afterwards. */
function removeDescriptorTypes(root) {
  const google = root.lookup('google.protobuf');
  const isDescriptor = (type) => type.filename?.split(sep).join('/').endsWith(DESCRIPTOR_PROTO);
  for (const type of google.nestedArray.filter(isDescriptor)) google.remove(type);
  if (google.nestedArray.length === 0) root.remove(root.get('google'));
}

/** Options are read by name; the extension fields themselves would not resolve. */
function removeExtensions(namespace) {
  for (const child of namespace.nestedArray) {
    if (child instanceof protobuf.Field) namespace.remove(child);
    else if (child instanceof protobuf.Namespace) removeExtensions(child);
  }
}

/** Replaces the flattened options of messages and fields, which lose repeated messages, with the nested ones. */
function nestOptions(namespace) {
  for (const child of [...namespace.nestedArray, ...(namespace.fieldsArray ?? [])]) {
    if (child.parsedOptions) child.options = Object.assign({}, ...child.parsedOptions);
    if (child instanceof protobuf.Namespace) nestOptions(child);
  }
}

/** Restores the field names of the proto files: the JSON mapping accepts these as well as camelCase ones. */
function descriptorsJson(files) {
  const root = loadRoot(files, { keepCase: true });
  nestOptions(root);
  const bundled = root.files.filter((name) => name.startsWith('google/'));
  return `${JSON.stringify({ files: [...files, ...bundled], root: root.toJSON() }, null, 1)}\n`;
}

const OPTION_TYPES = [
  'DataTypeOptions',
  'Retention',
  'Action',
  'EventOptions',
  'SketchOptions',
  'IdType',
  'DimensionOptions',
];

/** Removes the options and their messages from the static module. */
function staticSource(files) {
  const root = loadRoot(files, { alternateCommentMode: true });
  const tidemark = root.lookup('tidemark.v1');
  for (const name of OPTION_TYPES) tidemark.remove(tidemark.get(name));
  const json = root.toJSON({ keepComments: true });
  return JSON.stringify(json, (key, value) => (key === 'options' ? undefined : value));
}

/** Flags of pbjs for all modules: codecs only, with 64-bit integers as numbers. */
const FLAGS = ['--force-number', '--no-verify', '--no-delimited', '--no-typeurl', '--no-service'];

/** Returns the code that pbjs generates from the definitions. `name` identifies the module, in the folder and at run time. */
async function codecs(name, definitions, workDir, flags = []) {
  const source = join(workDir, `${name}.json`);
  const target = join(workDir, `${name}.js`);
  writeFileSync(source, definitions);
  const args = ['-t', 'static-module', '-w', 'commonjs', '-r', name, '--dependency', './protobuf-numbers'];
  const code = await pbjs([...args, ...FLAGS, ...flags, source]);
  writeFileSync(target, code);
  return { code, target };
}

async function tidemarkModule(files, workDir) {
  const { code, target } = await codecs('tidemark', staticSource(files), workDir);
  const types = await pbts([target]);
  return {
    'tidemark.js': BANNER + code,
    'tidemark.d.ts': BANNER + types.replace(/^import Long = .*\n/m, ''),
  };
}

async function bigtableModule(workDir) {
  const flags = ['--no-create', '--no-convert', '--no-comments'];
  const { code } = await codecs('bigtable', bigtableDefinitions(), workDir, flags);
  return { 'bigtable.js': BIGTABLE_BANNER + code, 'bigtable.d.ts': BIGTABLE_BANNER + bigtableTypes() };
}

async function generate() {
  const files = protoFiles();
  const schema = files.filter((path) => !path.startsWith('tidemark/local/'));
  const workDir = mkdtempSync(join(tmpdir(), 'tidemark-generate-'));
  try {
    return {
      ...(await tidemarkModule(files, workDir)),
      'descriptors.json': descriptorsJson(schema),
      ...(await bigtableModule(workDir)),
    };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

function committed(path) {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

const outputs = Object.entries(await generate()).map(([name, text]) => ({ path: join(genDir, name), text }));
const stale = outputs.filter(({ path, text }) => committed(path) !== text);
const named = stale.map(({ path }) => relative(projectDir, path)).join(', ');
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`Stale generated files: ${named}. Run \`npm run generate\` and commit them.`);
    process.exit(1);
  }
  console.log('Generated files are fresh.');
} else {
  for (const { path, text } of stale) writeFileSync(path, text);
  console.log(stale.length === 0 ? 'Generated files were fresh already.' : `Generated ${named}.`);
}
