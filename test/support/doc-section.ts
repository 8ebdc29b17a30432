import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const END = '<!-- end -->';

/**
 * Expects the part of a document behind `<!-- name: made from the code -->` to be these lines, whatever the
 * formatter made of their white space. With UPDATE_DOCS=1 writes them instead.
 */
export function expectSection(file: string, name: string, lines: readonly string[]): void {
  const path = join(__dirname, '../../docs', file);
  const doc = readFileSync(path, 'utf8');
  const start = `<!-- ${name}: made from the code -->`;
  const from = doc.indexOf(start) + start.length;
  expect(from).toBeGreaterThanOrEqual(start.length);
  const to = doc.indexOf(END, from);
  if (process.env['UPDATE_DOCS'] === '1') {
    writeFileSync(path, `${doc.slice(0, from)}\n\n${lines.join('\n')}\n\n${doc.slice(to)}`);
  } else {
    expect(words(doc.slice(from, to))).toEqual(words(lines.join('\n')));
  }
}

/** List items, table rows and paragraphs, each on one line with single spaces. */
function words(text: string): string[] {
  const unwrapped = text.replace(/\n(?:[ \t]+(?=\S)|(?=[^\s\-*|]))/g, ' ');
  const lines = unwrapped
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' ').replace(/-{3,}/g, '---'));
  return lines.filter((line) => line !== '');
}
