import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipelineCommand } from '../../../src/cli/pipeline/pipeline';
import { DEFAULTS } from '../../../src/config/defaults';

const FOLDER = join(__dirname, '../../../docs');
const DOC = readFileSync(join(FOLDER, 'pipelines.md'), 'utf8');
const PAGES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'));

describe('docs/pipelines.md', () => {
  it('describes every command and every option, or another page does', () => {
    for (const command of pipelineCommand().commands) {
      const pages = PAGES.filter((page) => page.includes(`tidemark pipeline ${command.name()}`));
      const named = pages.flatMap((page) => [...page.matchAll(/`(--[a-z-]+)/g)].map(([, option]) => option));
      const missing = command.options.filter(({ long }) => !named.includes(long)).map(({ long }) => long);
      expect([command.name(), pages.length > 0, missing]).toEqual([command.name(), true, []]);
    }
  });

  it('states the actual limits', () => {
    const { ranges, rangesMax, rangesPerThread, threadHeapMb, stuckAfterMs, writesPerObjectMax } =
      DEFAULTS.pipelines;
    const { pageRows, errorsMax, objectsInFlight, logLinesPerPageMax } = DEFAULTS.pipelines;
    expect([rangesPerThread, stuckAfterMs, writesPerObjectMax]).toEqual([2, 60_000, 1_000]);
    for (const text of [
      `has ${ranges} ranges of shards, or ${rangesMax} with more than ${ranges} workers`,
      `(${threadHeapMb} MiB)`,
      `--page-rows ${pageRows}`,
      `--errors-max ${errorsMax}`,
      `up to ${logLinesPerPageMax} lines per page`,
    ])
      expect(DOC.replace(/\s+/g, ' ')).toContain(text);
    expect(DOC.replace(/\s+/g, ' ')).toContain(`up to ${objectsInFlight} objects at once`);
  });
});
