/**
 * Bundles the console into dist/console: a page, scripts and styles whose names contain a hash of their content. They are stored
 * compressed, by Brotli. Files that are the same stay as they are: tests may be running from dist.
 */
import { Buffer } from 'node:buffer';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';

const projectDir = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const from = join(projectDir, 'src/console');
const to = join(projectDir, 'dist/console');

export async function buildConsole() {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(from, 'main.tsx')],
    outdir: to,
    absWorkingDir: projectDir,
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
  files.set('index.html', Buffer.from(pageOf(metafile)));
  mkdirSync(to, { recursive: true });
  const stored = new Map(Array.from(files, ([name, bytes]) => [`${name}.br`, bytes]));
  for (const [name, bytes] of stored) writeCompressed(join(to, name), bytes);
  for (const name of readdirSync(to)) if (!stored.has(name)) rmSync(join(to, name));
}

/** Returns the page with the names of its script and styles. */
function pageOf({ outputs }) {
  const [[path, { cssBundle }]] = Object.entries(outputs).filter(([, { entryPoint }]) =>
    entryPoint?.endsWith('/main.tsx'),
  );
  return readFileSync(join(from, 'index.html'), 'utf8')
    .replace('main.js', basename(path))
    .replace('main.css', basename(cssBundle));
}

function writeCompressed(file, bytes) {
  if (existsSync(file) && brotliDecompressSync(readFileSync(file)).equals(bytes)) return;
  replace(file, brotli(bytes));
}

/** Servers may be reading the file: it is replaced as a whole. */
function replace(file, bytes) {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
