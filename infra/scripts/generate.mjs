/**
 * Generates protobuf code from protos/:
 * - src/gen/tidemark.js, tidemark.d.ts: codecs of the messages that src encodes or decodes with generated code;
 * - src/gen/control.js, control.d.ts: codecs of the embedded Bigtable's control API;
 * - src/gen/descriptors.json: reflection with the custom options, from which the schema registry is built, without the
 *   control API, which is not part of the schema;
 * - src/gen/grpc-descriptors.json: descriptors of the gRPC services, one for each proto file, for server reflection;
 * - src/gen/bigtable.js, bigtable.d.ts: codecs of Bigtable's data API, see bigtable-codecs.mjs;
 * - src/gen/bigtable-admin.js, bigtable-admin.d.ts: codecs of the table-admin API;
 * - src/gen/bigtable-server.js, bigtable-server.d.ts: codecs of the embedded Bigtable's APIs;
 * - src/gen/sql-parser.js, sql-parser.d.ts: parser of the embedded Bigtable's SQL, see sql-parser.mjs;
 * - src/gen/api-types.ts, built-in-schema.ts: types of the client, see client-types.mjs;
 * - test/gen/tidemark.js, tidemark.d.ts: codecs of all messages, for tests that act as clients.
 *
 * With `--check` nothing is written, and the exit code is 1 if a committed file is stale.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  addWithReferences,
  bigtableAdminDefinitions,
  bigtableAdminTypes,
  bigtableDefinitions,
  bigtableServerDefinitions,
  bigtableServerTypes,
  bigtableTypes,
  prune,
} from './bigtable-codecs.mjs';
import { clientTypes } from './client-types.mjs';
import { grpcDescriptors } from './grpc-descriptors.mjs';
import { sqlParser } from './sql-parser.mjs';

const require = createRequire(import.meta.url);
const protobuf = require('protobufjs');
const pbjs = promisify(require('protobufjs-cli/pbjs').main);
const pbts = promisify(require('protobufjs-cli/pbts').main);

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const protosDir = join(projectDir, 'protos');
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
  if (google === null) return;
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

/** Full names of the messages that src uses through generated codecs. Messages in their fields follow automatically. */
const SRC_MESSAGES = [
  'tidemark.v1.BatchCountAnswer',
  'tidemark.v1.CapCheckAnswer',
  'tidemark.v1.CapReleaseAnswer',
  'tidemark.v1.CountAnswer',
  'tidemark.v1.EventsAnswer',
  'tidemark.v1.PacingChange',
  'tidemark.v1.PacingSnapshot',
  'tidemark.v1.Sketch',
  'tidemark.v1.StageProgress',
  'tidemark.v1.StoredReservation',
];

/** Returns the definitions of the messages that `isWanted` selects, without options, as input of pbjs. */
function definitionsOf(files, isWanted) {
  const root = loadRoot(files, { alternateCommentMode: true });
  root.resolveAll();
  const wanted = new Set();
  for (const type of messagesIn(root)) if (isWanted(type.fullName.slice(1))) addWithReferences(type, wanted);
  prune(root, wanted);
  const json = root.toJSON({ keepComments: true });
  return JSON.stringify(json, (key, value) => (key === 'options' ? undefined : value));
}

function messagesIn(namespace) {
  return namespace.nestedArray.flatMap((child) => {
    if (!(child instanceof protobuf.Namespace)) return [];
    return child instanceof protobuf.Type ? [child, ...messagesIn(child)] : messagesIn(child);
  });
}

const OPTION_TYPES = new Set(
  ['DataTypeOptions', 'Retention', 'Action', 'EventOptions', 'SketchOptions', 'DimensionOptions'].map(
    (name) => `tidemark.v1.${name}`,
  ),
);

/** Flags of pbjs for all modules: only codecs. */
const FLAGS = ['--no-verify', '--no-delimited', '--no-service'];
/** Flags of the modules that nothing packs into a `google.protobuf.Any`, all of whose 64-bit integers are numbers. */
const PLAIN = ['--force-number', '--no-typeurl'];
const ENCODE_DECODE_ONLY = ['--no-create', '--no-convert'];

/** Returns the code that pbjs generates. `name` identifies the module, in the folder and at run time. */
async function codecs(
  name,
  definitions,
  { workDir, flags = [], dependency = './protobuf-numbers', plain = PLAIN },
) {
  const source = join(workDir, `${name}.json`);
  writeFileSync(source, definitions);
  const args = ['-t', 'static-module', '-w', 'commonjs', '-r', name, '--dependency', dependency];
  return pbjs([...args, ...FLAGS, ...plain, ...flags, source]);
}

/** Returns the code and the types of a module. The types are derived from comments, which the code then omits. */
async function typedModule(name, definitions, options) {
  const { workDir, flags = [] } = options;
  const commented = join(workDir, `${name}.js`);
  writeFileSync(commented, await codecs(name, definitions, options));
  const types = await pbts([commented]);
  const code = await codecs(name, definitions, { ...options, flags: [...flags, '--no-comments'] });
  return { code: BANNER + code, types: BANNER + types.replace(/^import Long = .*\n/m, '') };
}

async function generate() {
  const files = protoFiles();
  const schema = files.filter((path) => !path.startsWith('tidemark/local/'));
  const control = files.filter((path) => path.startsWith('tidemark/local/'));
  const workDir = mkdtempSync(join(tmpdir(), 'tidemark-generate-'));
  try {
    const inSrc = definitionsOf(schema, (name) => SRC_MESSAGES.includes(name));
    const inTests = definitionsOf(schema, (name) => !OPTION_TYPES.has(name));
    const src = await typedModule('tidemark', inSrc, { workDir, flags: ENCODE_DECODE_ONLY });
    const local = await typedModule(
      'control',
      definitionsOf(control, () => true),
      { workDir },
    );
    const test = await typedModule('tests', inTests, {
      workDir,
      dependency: '../../src/gen/protobuf-numbers',
    });
    const flags = [...ENCODE_DECODE_ONLY, '--no-comments'];
    const bigtable = await codecs('bigtable', bigtableDefinitions(), { workDir, flags });
    const admin = await codecs('bigtable-admin', bigtableAdminDefinitions(), { workDir, flags });
    // The package's codecs, with their Longs: the embedded Bigtable stores 64-bit integers exactly.
    const server = await codecs('bigtable-server', bigtableServerDefinitions(), {
      workDir,
      flags: ['--no-convert', '--no-comments'],
      dependency: 'protobufjs/minimal',
      plain: [],
    });
    return {
      'src/gen/tidemark.js': src.code,
      'src/gen/tidemark.d.ts': src.types,
      'src/gen/control.js': local.code,
      'src/gen/control.d.ts': local.types,
      'src/gen/descriptors.json': descriptorsJson(schema),
      'src/gen/grpc-descriptors.json': grpcDescriptors(protosDir, loadRoot(schema, { keepCase: true })),
      'src/gen/bigtable.js': BIGTABLE_BANNER + bigtable,
      'src/gen/bigtable.d.ts': BIGTABLE_BANNER + bigtableTypes(),
      'src/gen/bigtable-admin.js': BIGTABLE_BANNER + admin,
      'src/gen/bigtable-admin.d.ts': BIGTABLE_BANNER + bigtableAdminTypes(),
      'src/gen/bigtable-server.js': BIGTABLE_BANNER + server,
      'src/gen/bigtable-server.d.ts': BIGTABLE_BANNER + bigtableServerTypes(),
      ...(await sqlParser()),
      'test/gen/tidemark.js': test.code,
      'test/gen/tidemark.d.ts': test.types,
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

/** Returns the files that differ from the committed ones. */
function staleOf(files) {
  return Object.entries(files)
    .map(([name, text]) => ({ path: join(projectDir, name), text }))
    .filter(({ path, text }) => committed(path) !== text);
}

const isCheck = process.argv.includes('--check');
const write = (files) => files.forEach(({ path, text }) => writeFileSync(path, text));

const codecFiles = staleOf(await generate());
if (!isCheck) {
  mkdirSync(join(projectDir, 'test/gen'), { recursive: true });
  write(codecFiles);
}
const typeFiles = staleOf(await clientTypes());
if (!isCheck) write(typeFiles);

const stale = [...codecFiles, ...typeFiles];
const named = stale.map(({ path }) => relative(projectDir, path)).join(', ');
if (isCheck) {
  if (stale.length > 0) {
    console.error(`Stale generated files: ${named}. Run \`npm run generate\` and commit them.`);
    process.exit(1);
  }
  console.log('Generated files are fresh.');
} else {
  console.log(stale.length === 0 ? 'Generated files were fresh already.' : `Generated ${named}.`);
}
