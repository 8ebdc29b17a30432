import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import type { MediaType } from '../media-type';

/** Encodings of the console's files, in the order of preference. The empty one is the file itself. */
const ENCODINGS = ['br', 'gzip', ''] as const;
type Encoding = (typeof ENCODINGS)[number];

const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** One file of the console. The build compresses it by Brotli; the other encodings are made when one is first requested. */
export class ConsoleFile {
  readonly mediaType: MediaType;
  readonly #bodies: Map<Encoding, Buffer>;

  constructor(mediaType: MediaType, compressed: Buffer) {
    this.mediaType = mediaType;
    this.#bodies = new Map([['br', compressed]]);
  }

  body(encoding: Encoding): Buffer {
    const known = this.#bodies.get(encoding);
    if (known !== undefined) return known;
    const body = encoding === '' ? brotliDecompressSync(this.body('br')) : gzipSync(this.body(''));
    this.#bodies.set(encoding, body);
    return body;
  }
}

/** Name of the page that every path of the console leads to. */
export const INDEX_FILE = 'index.html';

/** Folder that `npm run build` writes: the same for the compiled server and for its sources. */
const FOLDER = resolve(__dirname, '../../../dist/console');

/**
 * Reads the files of the console, by their names. They are less than 2 MB together and stay in memory. Returns an empty map
 * if they were not built.
 */
export function readConsoleFiles(folder = FOLDER): ReadonlyMap<string, ConsoleFile> {
  const files = new Map<string, ConsoleFile>();
  for (const stored of namesIn(folder)) {
    const name = basename(stored, '.br');
    const mediaType = MEDIA_TYPES[extname(name)];
    if (mediaType !== undefined && name !== stored)
      files.set(name, new ConsoleFile(mediaType, readFileSync(join(folder, stored))));
  }
  return files;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the best encoding of a file that the header `accept-encoding` allows. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const ranges = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.replace(/\s/g, ''));
  const isAllowed = (name: string): boolean =>
    ranges.some((range) => range === name || (range.startsWith(`${name};q=`) && !/;q=0(\.0*)?$/.test(range)));
  return ENCODINGS.find((each) => each === '' || isAllowed(each)) ?? '';
}
