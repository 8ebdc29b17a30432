/**
 * Reports imports between files of src against the direction of the layers. The names of files decide, so that no file is
 * read for it.
 */
import { posix, relative, sep } from 'node:path';

/** The layers that each layer may import. Data and dependencies flow one way; only the CLI, `embedded` and tests import `local-bigtable`. */
const LAYERS = {
  // Runs in browsers, too: it imports itself and generated types.
  client: ['gen'],
  // Runs in browsers only: it is a client of the API like any other.
  console: ['client', 'gen'],
  core: ['errors'],
  errors: [],
  gen: [],
  platform: ['errors'],
  config: ['core', 'errors', 'platform'],
  codec: ['core', 'errors', 'gen'],
  'routing/topology': ['core', 'errors', 'platform', 'config'],
  bigtable: ['core', 'errors', 'gen', 'platform', 'config'],
  routing: ['core', 'errors', 'platform', 'config', 'bigtable'],
  consistency: ['core', 'errors', 'platform', 'config', 'bigtable', 'routing'],
  residency: ['core', 'errors', 'platform', 'config', 'bigtable', 'consistency'],
  privacy: ['core', 'errors', 'platform', 'config', 'bigtable', 'consistency'],
  operations: ['core', 'errors', 'platform', 'config', 'codec', 'bigtable', 'consistency', 'residency'],
  http: ['core', 'errors', 'platform', 'config', 'codec', 'operations'],
  // A second front of the same endpoints: their handlers, limits and access control.
  grpc: ['core', 'errors', 'gen', 'platform', 'config', 'codec', 'operations', 'http'],
  ingest: ['core', 'errors', 'platform', 'config', 'codec', 'operations'],
  'local-bigtable': ['core', 'errors', 'gen', 'platform', 'config', 'routing/topology'],
  store: [
    'core',
    'errors',
    'platform',
    'config',
    'bigtable',
    'routing',
    'consistency',
    'residency',
    'privacy',
  ],
  embedded: [
    'core',
    'errors',
    'platform',
    'config',
    'bigtable',
    'client',
    'local-bigtable',
    'routing/topology',
  ],
  // What other projects import: re-exports only.
  entries: ['errors', 'platform', 'core', 'client', 'embedded'],
  'app-operations': ['core', 'errors', 'platform', 'config', 'codec', 'store', 'operations', 'http'],
  app: [
    'core',
    'errors',
    'platform',
    'config',
    'codec',
    'store',
    'operations',
    'http',
    'grpc',
    'ingest',
    'app-operations',
  ],
  workers: ['errors', 'platform', 'config', 'store', 'http', 'app'],
  main: ['errors', 'platform', 'config', 'workers', 'app'],
  cli: [
    'core',
    'errors',
    'platform',
    'config',
    'codec',
    'bigtable',
    'routing',
    'consistency',
    'residency',
    'store',
    'operations',
    'http',
    'ingest',
    'local-bigtable',
    'embedded',
    'app',
    'workers',
    'main',
  ],
};

/** Files of a folder that code of some layers must not import, beside what their layers rule out. */
const CLOSED = [
  {
    // Commands call operations and print answers themselves. Those that run as services have one thing of `http`: the admin server, so
    // that all long-running processes have the same probes and metrics. `doctor` checks access files as the API reads them.
    layers: ['cli'],
    folder: 'http',
    open: ['http/server/admin-server', 'http/access/check-access'],
    message:
      'Commands import only the admin server and the check of access files of src/http: share code with the API in codec, core or operations.',
  },
  {
    layers: ['cli', 'embedded'],
    folder: 'local-bigtable',
    open: ['local-bigtable', 'local-bigtable/index'],
    message: 'Import src/local-bigtable/index.ts instead.',
  },
];

const isIn = (path, folder) => path === folder || path.startsWith(`${folder}/`);

/** Returns the layer of a file of src: of two that contain it, the inner one. */
function layerOf(path) {
  const layers = Object.keys(LAYERS).filter((layer) => isIn(path, layer));
  return layers.reduce((inner, layer) => (isIn(layer, inner) ? layer : inner), layers[0]);
}

const withoutExtension = (path) => path.replace(/\.(js|tsx?)$/, '');

/** Returns the path below src, without an extension, that a file of src imports by this name; undefined for packages. */
function pathOf(name, file) {
  const own = /^tidemark\/(.*)/.exec(name);
  if (own !== null) return `entries/${own[1]}`;
  if (!name.startsWith('.')) return undefined;
  const path = withoutExtension(posix.join(posix.dirname(file), name));
  return path.startsWith('..') ? undefined : path;
}

/** Returns why a file must not import another; undefined if it may. Paths are below src and without an extension. */
function refusal(file, imported) {
  const layer = layerOf(file);
  if (layer === undefined) return `src/${file} has no layer: add its folder to LAYERS.`;
  const allowed = LAYERS[layer];
  if (![layer, ...allowed].some((each) => isIn(imported, each)))
    return `src/${layer} may import ${allowed.join(', ') || 'nothing of src'} only.`;
  return CLOSED.find(
    ({ layers, folder, open }) =>
      layers.includes(layer) && isIn(imported, folder) && !open.includes(imported),
  )?.message;
}

export default {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = withoutExtension(relative(`${context.cwd}/src`, context.filename).split(sep).join('/'));
    const check = ({ source }) => {
      const imported = typeof source?.value === 'string' ? pathOf(source.value, file) : undefined;
      const message = imported === undefined ? undefined : refusal(file, imported);
      if (message !== undefined) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
