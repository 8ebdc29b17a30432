/**
 * Reports import cycles, also of types and of imports on demand. oxlint's own rule follows neither `import()` nor a file
 * that imports itself, and takes longer: here, the names of imports are enough, which all files are searched for once.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const FOLDERS = ['src', 'test', 'infra'];
const IMPORTS = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]*)['"]/g;

export default {
  meta: { type: 'problem', schema: [] },
  create(context) {
    return {
      Program(node) {
        const { cwd, filename } = context;
        const cycle = cycleThrough(filename, graphOf(cwd));
        if (cycle === undefined) return;
        const files = [...cycle, filename].map((file) => relative(cwd, file));
        context.report({ node, message: `A cycle of imports: ${files.join(' → ')}` });
      },
    };
  },
};

let graph;

/** Imports between files, read once. An editor sees cycles through files that change later after a restart. */
function graphOf(root) {
  if (graph !== undefined) return graph;
  const files = new Set(FOLDERS.flatMap((folder) => filesIn(join(root, folder))));
  graph = new Map([...files].map((file) => [file, importsOf(file, files)]));
  return graph;
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

/** Returns the files from which a file imports values or types, since a reader follows both. */
function importsOf(file, files) {
  return [...readFileSync(file, 'utf8').matchAll(IMPORTS)].flatMap(([, name]) => {
    const path = resolve(dirname(file), name).replace(/\.js$/, '');
    return [`${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].filter((each) => files.has(each));
  });
}

/** Returns the path from the file through others to the last one before the file itself; undefined when there is no cycle. */
function cycleThrough(start, imports) {
  const cameFrom = new Map();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const next of imports.get(file) ?? []) {
      if (next === start) return pathTo(file, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      waiting.push(next);
    }
  }
  return undefined;
}

function pathTo(file, cameFrom) {
  const path = [];
  for (let each = file; each !== undefined; each = cameFrom.get(each)) path.unshift(each);
  return path;
}
