import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** A piece of prose of the project and where it stands. */
export interface Text {
  readonly file: string;
  /** 1-based line of its first character. */
  readonly line: number;
  readonly kind: 'comment' | 'docstring' | 'string' | 'markdown' | 'other';
  readonly text: string;
}

/** A name that the project's code declares or uses. */
export interface Identifier {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

export const ROOT = join(__dirname, '../../..');
const FOLDERS = ['src', 'test', 'infra', 'docs', 'protos', 'terraform'];
const ROOT_FILES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'jest.config.js'];
const SKIPPED =
  /^src\/gen\/|^test\/unit\/style\/|\/node_modules\/|\/\.terraform\/|compose-spec|google\.schema\.json/;
const CODE = /\.(?:ts|js|mjs)$/;
const OTHER = /\.(?:ya?ml|proto|tf|hcl)$/;

/** Paths of the project's files with prose, relative to its root; only those below `only` if that is not empty. */
export function proseFiles(only: readonly string[] = []): string[] {
  const found = FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder)))
    .map((path) => relative(ROOT, path))
    .filter((path) => CODE.test(path) || OTHER.test(path) || path.endsWith('.md'));
  return [...ROOT_FILES, ...found]
    .filter((path) => !SKIPPED.test(path))
    .filter((path) => only.length === 0 || only.some((each) => path === each || path.startsWith(`${each}/`)));
}

/** Paths of the files of src, relative to the project's root. */
export function sourceFiles(): string[] {
  return filesIn(join(ROOT, 'src')).map((path) => relative(ROOT, path));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The prose of a file, and the identifiers of one that is code. */
export function textsOf(
  file: string,
  content = readFileSync(join(ROOT, file), 'utf8'),
): {
  readonly texts: readonly Text[];
  readonly identifiers: readonly Identifier[];
} {
  if (CODE.test(file)) return codeTexts(file, content);
  const isMarkdown = file.endsWith('.md');
  const texts = content.split('\n').map((text, index) => ({ text, index }));
  let isFenced = false;
  const kept = texts.filter(({ text }) => {
    if (isMarkdown && /^\s*(?:```|~~~)/.test(text)) {
      isFenced = !isFenced;
      return false;
    }
    return !isFenced;
  });
  return {
    texts: kept.map(({ text, index }) => ({
      file,
      line: index + 1,
      kind: isMarkdown ? 'markdown' : 'other',
      text: isMarkdown ? text.replace(/`[^`]*`/g, '``') : text,
    })),
    identifiers: [],
  };
}

/** Parsing of doc comments is a third of the parser's work, and `comments` below finds them as it finds all others. */
const PARSING: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Returns the texts of a code file, and each of its identifiers once, where it stands first. */
function codeTexts(file: string, content: string): ReturnType<typeof textsOf> {
  const source = ts.createSourceFile(file, content, PARSING);
  const lineAt = (at: number): number => source.getLineAndCharacterOfPosition(at).line + 1;
  const texts: Text[] = [];
  const identifiers = new Map<string, Identifier>();
  const seen = new Set<number>();
  let previous = -1;
  const comments = (at: number): void => {
    // A node begins where its first child does. Only white space or the comment itself is before a comment.
    if (at === previous || (at > 0 && !/[\s/]/.test(content.charAt(at)))) return;
    previous = at;
    for (const range of ts.getLeadingCommentRanges(content, at) ?? []) addComment(range);
    for (const range of ts.getTrailingCommentRanges(content, at) ?? []) addComment(range);
  };
  const addComment = ({ pos, end }: ts.CommentRange): void => {
    if (seen.has(pos)) return;
    seen.add(pos);
    const raw = content.slice(pos, end);
    const text = raw.replace(/^\/\*+|\*+\/$|^\/\/+/g, '').replace(/^\s*\*+ ?/gm, '');
    texts.push({
      file,
      line: lineAt(pos),
      kind: raw.startsWith('/**') ? 'docstring' : 'comment',
      text: text.trim(),
    });
  };
  const visit = (node: ts.Node): void => {
    comments(node.pos);
    comments(node.end);
    if (content[node.end] === ',') comments(node.end + 1);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const name = node.text;
      if (!identifiers.has(name)) identifiers.set(name, { file, line: lineAt(node.getStart(source)), name });
    } else if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    )
      texts.push({ file, line: lineAt(node.getStart(source)), kind: 'string', text: node.text });
    // A comment that is all there is between two braces.
    if (ts.isBlock(node)) comments(node.getStart(source) + 1);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { texts: texts.sort((a, b) => a.line - b.line), identifiers: [...identifiers.values()] };
}
