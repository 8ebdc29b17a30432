import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '../../../../src');

// V8 uses its flags from the moment at which they are set: code that it has optimized before keeps the earlier ones.
it.each(['main.ts', 'cli/tidemark.ts', 'workers/worker.ts'])(
  '%s sets the flags of V8 before all else',
  (file) => {
    const [first] = /^import .*/m.exec(readFileSync(join(SOURCE, file), 'utf8'))!;
    expect(first).toMatch(/^import '.*platform\/process\/v8-flags';$/);
  },
);
