import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): string => readFileSync(join(__dirname, '../../..', file), 'utf8');

it('CONTRIBUTING lists every npm script', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = Object.keys(scripts).filter((name) => !/^(pre|post)/.test(name));
  const section = /## All commands\n[^]*?\n## /.exec(read('CONTRIBUTING.md'))?.[0] ?? '';
  expect(commands.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
