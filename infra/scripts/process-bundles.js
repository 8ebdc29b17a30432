/** Finds the bundle of a program that bundle-processes.mjs has written, and compares its sources with what they were. */
const { existsSync, readFileSync, statSync } = require('node:fs');
const { join, relative, resolve } = require('node:path');

const PROJECT = resolve(__dirname, '../..');
const FOLDER = join(PROJECT, 'node_modules/.cache/register-ts/bundles');

/** Packages that several bundles load. */
const SHARED_FILE = join(FOLDER, 'shared-packages.js');

/** Returns the paths of a program's bundle and of the list of its sources: `[path, mtimeMs, size][]`. */
function bundleOf(entry) {
  const name = relative(PROJECT, entry).replaceAll(/[/\\]/g, '-');
  return { code: join(FOLDER, `${name}.js`), inputs: join(FOLDER, `${name}.json`) };
}

/**
 * Returns the bundle's code; undefined if there is none, or a source has changed since. With REGISTER_TS_SOURCES=unchanged, as in CI,
 * sources are not looked at: that takes a tenth of the time of a short command.
 */
function freshBundle(entry) {
  const { code, inputs } = bundleOf(entry);
  if (!existsSync(inputs)) return undefined;
  if (process.env.REGISTER_TS_SOURCES === 'unchanged') return readFileSync(code, 'latin1');
  // Hundreds of paths at each start: they are not normalized.
  const isSame = ([path, mtimeMs, size]) => {
    const now = statSync(`${PROJECT}/${path}`, { throwIfNoEntry: false });
    return now?.mtimeMs === mtimeMs && now.size === size;
  };
  return JSON.parse(readFileSync(inputs, 'utf8')).every(isSame) ? readFileSync(code, 'latin1') : undefined;
}

module.exports = { bundleOf, freshBundle, SHARED_FILE };
