import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(__dirname, '../../../src');

/** pino serializes an error with name, message and stack only under the key `err`; under other keys it writes `{}`. */
it('every log call passes errors under the key err', () => {
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
