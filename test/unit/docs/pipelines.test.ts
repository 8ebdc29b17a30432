import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipelineCommand } from '../../../src/cli/pipeline/pipeline';
import { DEFAULTS } from '../../../src/config/defaults';

const DOC = readFileSync(join(__dirname, '../../../docs/pipelines.md'), 'utf8');

describe('docs/pipelines.md', () => {
  it('describes every command and every option', () => {
    const named = new Set([...DOC.matchAll(/`(--[a-z-]+)/g)].map(([, option]) => option!));
    for (const command of pipelineCommand().commands) {
      expect(DOC).toContain(`tidemark pipeline ${command.name()}`);
      for (const { long } of command.options)
        expect([command.name(), [...named]]).toEqual([command.name(), expect.arrayContaining([long])]);
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
