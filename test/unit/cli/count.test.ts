import { countCommand } from '../../../src/cli/count';
import { EMPTY_TOKEN } from '../../../src/core/write-token';
import { countTable, evidenceLine } from '../../../src/cli/count-table';

describe('the table of counts', () => {
  it('has a row per entity and group, also where a window lacks it, and a column per window', () => {
    const counts = {
      '1h': { total: { search: { click: 1 } }, ad: { a: {}, b: { search: { click: 1 } }, c: {} } },
      '1d': {
        total: { '': { click: 2 }, search: { click: 1 } },
        ad: { a: { '': { click: 2 } }, b: {}, c: {} },
      },
    };
    const asOf = '2026-11-21T00:00:00.000Z';
    const lines = countTable({ userId: 'u1', asOf, counts });
    expect(lines.map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
      'u1, as of 2026-11-21T00:00:00.000Z',
      '|1h|1d',
      'total: search / click|1|1',
      'total: (none) / click|0|2',
      'ad a: (none) / click|0|2',
      'ad b: search / click|1|0',
      'ad c|0|0',
    ]);
  });
});

it('the line below tells what the counts stand on', () => {
  const evidence = { met: true, tier: 'nearest', token: EMPTY_TOKEN } as const;
  const strict = { ...evidence, level: 'strict', clusters: ['eu-a'], lookups: 1, stalenessMs: 0.5 } as const;
  expect(evidenceLine(strict)).toBe('strict: eu-a (nearest), 1 lookup, at most 1 ms stale');
  const stale = { ...strict, met: false, lookups: 4, stalenessMs: undefined };
  expect(evidenceLine(stale)).toBe('strict, NOT met: eu-a (nearest), 4 lookups, staleness unknown');
  expect(evidenceLine({ ...strict, clusters: [], lookups: 0, stalenessMs: 0 })).toContain('nobody asked');
});

it('the command explains its windows and entities', () => {
  expect(countCommand().helpInformation()).toContain('--entity <level=ids>');
});

it('the command takes any name for a level, which the query refuses', () => {
  const parse = countCommand()
    .exitOverride()
    .action(() => undefined)
    .parse(['--user', 'u', '--action', 'click', '--entity', 'constructor=1'], { from: 'user' });
  expect(parse.opts()).toMatchObject({ entity: { constructor: ['1'] } });
});
