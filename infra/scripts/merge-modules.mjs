/**
 * Merges modules for the package: a module that only one other module of the same layer loads becomes a part of that module's file.
 * So the package has half as many files, each still named for its layer and feature, with readable lines in stack traces.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';

/**
 * Returns the modules of each file, by the module that the file is named for. `loaders` has for each module the modules that load it
 * at their start; one that is loaded later, started by its path, or part of an entry is in `apart`. Modules have no import cycles.
 */
export function groupModules(loaders, apart, dist) {
  const owners = new Map();
  const ownerOf = (file) => {
    if (!owners.has(file)) owners.set(file, findOwner(file));
    return owners.get(file);
  };
  const findOwner = (file) => {
    if (apart.has(file)) return file;
    const [owner, ...others] = new Set(Array.from(loaders.get(file), ownerOf));
    return others.length === 0 && layerOf(owner, dist) === layerOf(file, dist) ? owner : file;
  };
  const groups = new Map();
  for (const file of loaders.keys()) {
    const owner = ownerOf(file);
    groups.set(owner, [...(groups.get(owner) ?? []), file]);
  }
  return groups;
}

/**
 * Returns the code of a file with its modules, compiled from their sources, without white space if asked. All other modules are
 * loaded from their files.
 */
export async function mergeModules(owner, modules, { dist, src, minifyWhitespace }) {
  const sourceOf = (file) => join(src, relative(dist, file).replace(/\.js$/, '.ts'));
  const sources = new Set(modules.map(sourceOf));
  const from = dirname(sourceOf(owner));
  const external = {
    name: 'external',
    setup({ onResolve, resolve: resolveImport }) {
      onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === 'resolved') return undefined;
        if (!path.startsWith('.')) return { path, external: true };
        if (kind === 'dynamic-import')
          return { path: pathFrom(from, resolve(dirname(importer), path)), external: true };
        const found = await resolveImport(path, { kind, importer, resolveDir, pluginData: 'resolved' });
        if (sources.has(found.path)) return found;
        const target = found.path.replace(/\.ts$/, '.js');
        if (!existsSync(join(dist, relative(src, target))))
          throw new Error(`${relative(src, found.path)} is not in dist: run \`npm run build\``);
        return { path: pathFrom(from, target), external: true };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [sourceOf(owner)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace,
    treeShaking: false,
    legalComments: 'none',
    logLevel: 'error',
    plugins: [external],
  });
  return outputFiles[0].text;
}

/** Returns the folder of a module below dist, or the module itself. */
function layerOf(file, dist) {
  return relative(dist, file).split(sep)[0];
}

function pathFrom(folder, path) {
  const found = relative(folder, path);
  return found.startsWith('.') ? found : `./${found}`;
}
