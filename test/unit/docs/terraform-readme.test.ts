/** Compares the lists of terraform/README.md with the modules. `UPDATE_DOCS=1 npx jest test/unit/docs && npm run format` updates them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TERRAFORM = join(__dirname, '../../../terraform');
const README = join(TERRAFORM, 'README.md');
const START = '<!-- lists: made from the modules -->';
const END = '<!-- end of lists -->';

it('the page lists exactly the variables and outputs of each module', () => {
  const readme = readFileSync(README, 'utf8');
  const [from, to] = [readme.indexOf(START) + START.length, readme.indexOf(END)];
  const modules = readdirSync(join(TERRAFORM, 'modules')).sort();
  const expected = modules.map(sectionOf).join('\n\n');
  if (process.env['UPDATE_DOCS'] === '1') {
    writeFileSync(README, `${readme.slice(0, from)}\n\n${expected}\n\n${readme.slice(to)}`);
  } else {
    expect(unwrapped(readme.slice(from, to))).toBe(unwrapped(expected));
  }
});

function sectionOf(module: string): string {
  const variables = blocksOf(module, 'variable').map(({ name, body }) => {
    const required = /^ {2}default\s*=/m.test(body) ? '' : ' (required)';
    return `- \`${name}\`${required}: ${descriptionOf(body)}`;
  });
  const outputs = blocksOf(module, 'output').map(({ name, body }) => `- \`${name}\`: ${descriptionOf(body)}`);
  return [`### ${module}`, 'Variables:', variables.join('\n'), 'Outputs:', outputs.join('\n')].join('\n\n');
}

/** Returns the blocks of a file in the format of `terraform fmt`: they begin and end at the start of a line. */
function blocksOf(module: string, kind: 'variable' | 'output'): { name: string; body: string }[] {
  const text = readFileSync(join(TERRAFORM, 'modules', module, `${kind}s.tf`), 'utf8');
  return [...text.matchAll(new RegExp(`^${kind} "(\\w+)" \\{\\n([^]*?)^\\}`, 'gm'))].map(
    ([, name = '', body = '']) => ({ name, body }),
  );
}

/** Returns the first sentences of a description, up to the first line that ends one. */
function descriptionOf(body: string): string {
  const [, quoted, heredoc = ''] =
    /^ {2}description\s*=\s*(?:"((?:[^"\\]|\\.)*)"|<<-EOT\n([^]*?)^ *EOT$)/m.exec(body) ?? [];
  if (quoted !== undefined) return shown(quoted.replaceAll('\\"', '"'));
  const lines = heredoc.split('\n').map((line) => line.trim());
  const end = lines.findIndex((line) => /[.:]$/.test(line));
  return shown(lines.slice(0, end + 1).join(' '));
}

/** Escapes a text for Markdown, which reads angle brackets as HTML. */
const shown = (text: string): string => text.replace(/[\w-]*<[\w ]+>[\w<>-]*/g, '`$&`');

/** Returns a text without line breaks and indentation within its items. */
const unwrapped = (text: string): string => text.trim().replace(/\n[ \t]+/g, ' ');
