import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PLANTED_FILES } from '../../support/lint/planted-files';

const ROOT = join(__dirname, '../../..');
const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint');

interface Report {
  readonly filename: string;
  readonly code?: string;
  readonly labels: readonly [{ readonly span: { readonly line: number } }];
}

describe('the linter', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-lint-'));
    for (const each of ['.oxlintrc.json', 'infra/lint'])
      cpSync(join(ROOT, each), join(folder, each), { recursive: true });
    for (const [path, lines] of Object.entries(PLANTED_FILES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      const code = lines.map((line) => (typeof line === 'string' ? line : line[0]));
      writeFileSync(join(folder, path), `${code.join('\n')}\n`);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reports each planted violation once, and nothing else', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [OXLINT, '--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([stderr, status]).toEqual(['', 1]);
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Report[] };
    const reported = diagnostics.map(
      ({ filename, code, labels }) => `${filename}:${labels[0].span.line} ${code ?? 'unused directive'}`,
    );
    const planted = Object.entries(PLANTED_FILES).flatMap(([path, lines]) =>
      lines.flatMap((line, index) =>
        typeof line === 'string' ? [] : line.slice(1).map((rule) => `${path}:${index + 1} ${rule}`),
      ),
    );
    expect(reported.sort()).toEqual(planted.sort());
  });
});
