import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
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

const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', '': '' };

/** One file of the console, in all encodings that the build made. */
export interface ConsoleFile {
  readonly mediaType: MediaType;
  readonly bodies: ReadonlyMap<Encoding, Buffer>;
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
  const names = namesIn(folder);
  const files = new Map<string, ConsoleFile>();
  for (const name of names) {
    const mediaType = MEDIA_TYPES[extname(name)];
    if (mediaType === undefined) continue;
    const encodings = ENCODINGS.filter((each) => names.has(name + SUFFIXES[each]));
    const bodies = new Map(
      encodings.map((each) => [each, readFileSync(join(folder, name + SUFFIXES[each]))]),
    );
    files.set(name, { mediaType, bodies });
  }
  return files;
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}

/** Returns the best encoding of a file that the header `accept-encoding` allows. */
export function chooseEncoding(file: ConsoleFile, accepted: string | undefined): Encoding {
  const ranges = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.replace(/\s/g, ''));
  const isAllowed = (name: string): boolean =>
    ranges.some((range) => range === name || (range.startsWith(`${name};q=`) && !/;q=0(\.0*)?$/.test(range)));
  return ENCODINGS.find((each) => file.bodies.has(each) && (each === '' || isAllowed(each))) ?? '';
}
