import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(__dirname, '../../../src');

/** pino writes an error by its name, message and stack where it is called `err`, and as `{}` elsewhere. */
it('Every error is logged as err', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const calls = files.flatMap((file) => {
    const text = readFileSync(join(SRC, file), 'utf8');
    const found = text.matchAll(/\.(?:debug|info|warn|error|fatal)\(\s*\{([^}]*)\}/g);
    return [...found].map(([, fields]) => ({ file, fields: fields! }));
  });
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter(({ fields }) => /(?:^|,)\s*error\s*(?:,|:|$)/.test(fields))).toEqual([]);
});
