import { countCommand } from '../../../src/cli/count';
import { countTable } from '../../../src/cli/count-table';

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
    const lines = countTable({ userId: 'u1', asOf, counts, consistency: { level: 'eventual' } });
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
