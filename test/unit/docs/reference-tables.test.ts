/** Compares the reference tables of docs/ with the code. `UPDATE_DOCS=1 npx jest test/unit/docs && npm run format` writes them anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationVariables } from '../../../src/config/index';
import { ERROR_TABLE } from '../../../src/errors';
import { describedEndpoints } from '../../support/described-endpoints';

const START = '<!-- table: made from the code -->';
const END = '<!-- end of table -->';

describe('the tables of the docs', () => {
  it('configuration.md lists exactly the variables that are read', () => {
    const rows = configurationVariables().map(({ name, description, expected, fallback }) => [
      `\`${name}\``,
      description,
      describeForm(expected),
      describeFallback(fallback),
    ]);
    expectTable('configuration.md', [['Variable', 'Meaning', 'Form', 'Default'], ...rows]);
  });

  it('errors.md lists exactly the error table', () => {
    const rows = Object.entries(ERROR_TABLE).map(([code, { status, retryable, title }]) => [
      `\`${code}\``,
      String(status),
      retryable ? 'yes' : 'no',
      title,
    ]);
    expectTable('errors.md', [['Code', 'Status', 'Retry', 'Meaning'], ...rows]);
  });

  it('security.md lists the needs of each operation', () => {
    const rows = describedEndpoints().map(({ operationId, method, path, access, dataAccess }) => [
      `\`${operationId}\``,
      `\`${method} ${path}\``,
      access === 'public' ? 'none: public' : `\`${access}\``,
      dataAccess === undefined ? '' : `${dataAccess.needs} of ${dataAccess.dataTypes}`,
    ]);
    expectTable('security.md', [['Operation', 'Request', 'Scope', 'The caller must be'], ...rows]);
  });
});

/** Shows a whole number by its range alone, as the page explains, and a range without an end by its start. */
function describeForm(expected: string): string {
  return expected.replace(/^a whole number from /, '').replace(/^(\d+) to 9007199254740991/, '≥ $1');
}

function describeFallback(fallback: unknown): string {
  if (typeof fallback === 'object') return '(none)';
  return fallback === undefined || fallback === '' ? '' : `\`${fallback as string | number}\``;
}

function expectTable(file: string, rows: readonly (readonly string[])[]): void {
  const path = join(__dirname, '../../../docs', file);
  const doc = readFileSync(path, 'utf8');
  const [from, to] = [doc.indexOf(START) + START.length, doc.indexOf(END)];
  if (process.env['UPDATE_DOCS'] === '1') {
    const [head = [], ...body] = rows;
    const lines = [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`);
    writeFileSync(path, `${doc.slice(0, from)}\n\n${lines.join('\n')}\n\n${doc.slice(to)}`);
  } else {
    expect(parseTable(doc.slice(from, to))).toEqual(rows);
  }
}

/** Returns the cells of a table, without the line of dashes. */
function parseTable(text: string): string[][] {
  const lines = text.trim().split('\n');
  const cells = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return cells.filter((_, index) => index !== 1);
}
