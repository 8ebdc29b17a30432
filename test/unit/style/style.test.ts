import { ALLOWED, FRAGMENT, IDENTIFIER_WORDS, TEXT_RULES } from './rules';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, proseFiles, sourceFiles, textsOf, type Identifier, type Text } from './texts';

/** Folders or files to look at alone, separated by commas: `STYLE_PATHS=src/core,docs npx jest test/unit/style`. */
const ONLY = (process.env.STYLE_PATHS ?? '').split(',').filter((path) => path !== '');

/** A reader takes in the names of so many files at a glance. */
const FOLDER_FILES_MAX = 25;

const shown = ({ file, line }: { readonly file: string; readonly line: number }, what: string): string =>
  `${file}:${line} ${what}`;

function isAllowed(text: Text, found: string, at: number): boolean {
  const around = text.text.slice(Math.max(0, at - 80), at + found.length + 80);
  return ALLOWED.some((each) => each.file === text.file && around.includes(each.text));
}

function phrasesIn(text: Text): string[] {
  return TEXT_RULES.flatMap(({ name, pattern, instead }) =>
    [...text.text.matchAll(pattern)]
      .filter((match) => !isAllowed(text, match[0], match.index))
      .map((match) => {
        const line = text.line + text.text.slice(0, match.index).split('\n').length - 1;
        const around = text.text.slice(Math.max(0, match.index - 30), match.index + 40).replace(/\s+/g, ' ');
        return shown({ ...text, line }, `${name}: "…${around}…" ${instead}`);
      }),
  );
}

function fragmentIn(text: Text): string[] {
  if (text.kind !== 'docstring' || !FRAGMENT.test(text.text)) return [];
  return [shown(text, `fragment: "${text.text.slice(0, 60)}" Begin with a subject or a verb.`)];
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[_$]+/)
    .map((word) => word.toLowerCase());
}

function wordIn(identifier: Identifier): string[] {
  const words = wordsOf(identifier.name).filter((word) => IDENTIFIER_WORDS.has(word));
  return words.map((word) => shown(identifier, `identifier: ${identifier.name} has the word "${word}"`));
}

const files = proseFiles(ONLY).map((file) => textsOf(file));

it('no text of the project uses a word that readers must decode', () => {
  expect(files.flatMap(({ texts }) => texts.flatMap(phrasesIn))).toEqual([]);
});

it('every docstring begins with a subject or a verb', () => {
  expect(files.flatMap(({ texts }) => texts.flatMap(fragmentIn))).toEqual([]);
});

it('no identifier has a word that readers must decode', () => {
  expect([...new Set(files.flatMap(({ identifiers }) => identifiers.flatMap(wordIn)))]).toEqual([]);
});

it('no folder of src has more than 25 files directly in it', () => {
  const sizes = new Map<string, number>();
  for (const file of sourceFiles()) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
  expect([...sizes].filter(([, size]) => size > FOLDER_FILES_MAX)).toEqual([]);
});

/**
 * Programs of their own beside the server: the client, the console and the package's entries name what they show of the server
 * as the server does.
 */
const OTHER_PROGRAMS = /^src\/(client|console|embedded|entries|gen)\//;
const EXPORTED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|class|interface|type|const|enum) (\w+)/gm;

/** Returns the names that several of the files export, with the files. `codeOf` returns a file's text. */
function namesExportedTwice(files: readonly string[], codeOf: (file: string) => string): string[] {
  const exporters = new Map<string, Set<string>>();
  for (const file of files) {
    for (const [, name = ''] of codeOf(file).matchAll(EXPORTED)) {
      exporters.set(name, (exporters.get(name) ?? new Set()).add(file));
    }
  }
  return [...exporters].flatMap(([name, from]) => (from.size > 1 ? `${name}: ${[...from].join(', ')}` : []));
}

it('no two files of the server export the same name', () => {
  const files = sourceFiles().filter((file) => /\.tsx?$/.test(file) && !OTHER_PROGRAMS.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(namesExportedTwice(files, (file) => readFileSync(join(ROOT, file), 'utf8'))).toEqual([]);
  const planted = (file: string): string =>
    file === 'a.ts' ? 'export const seat = 1;' : 'export type seat = 2;';
  expect(namesExportedTwice(['a.ts', 'b.ts'], planted)).toEqual(['seat: a.ts, b.ts']);
});

describe('a planted phrase', () => {
  const code = [
    '/** Of the row among those held. */',
    'export const toldStates = `the cluster that he was told of`;',
    '// whoever is in office goes by it',
  ].join('\n');

  it('is found in a docstring, a string and a comment', () => {
    const { texts } = textsOf('src/planted.ts', code);
    expect(texts.flatMap(phrasesIn).map((each) => each.replace(/ "….*/, ''))).toEqual([
      'src/planted.ts:2 person:',
      'src/planted.ts:2 speech:',
      'src/planted.ts:3 person:',
      'src/planted.ts:3 goes by:',
      'src/planted.ts:3 riddle:',
    ]);
    expect(texts.flatMap(fragmentIn)).toHaveLength(1);
  });

  it('is found in an identifier', () => {
    const { identifiers } = textsOf('src/planted.ts', code);
    expect(identifiers.flatMap(wordIn)).toEqual([
      'src/planted.ts:2 identifier: toldStates has the word "told"',
    ]);
  });

  it('is found in Markdown, but not in its code', () => {
    const { texts } = textsOf('docs/planted.md', 'It says so.\n```\nhe said\n```\nRun `tell`.');
    expect(texts.flatMap(phrasesIn).map((each) => each.replace(/ "….*/, ''))).toEqual([
      'docs/planted.md:1 says:',
    ]);
  });
});
