import { countCommand } from '../../../../src/cli/count/count';
import { countRequestJson, type CountFlags } from '../../../../src/cli/shared/count-flags';
import {
  completeLine,
  countTableLines,
  evidenceLine,
  explanationLines,
} from '../../../../src/cli/shared/count-table';
import { readEvents } from '../../../../src/core/columns/read-events';
import { countEvents } from '../../../../src/core/counts/count-events';
import { parseCountQuery } from '../../../../src/core/counts/parse-count-query';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { DEFAULTS } from '../../../../src/config/defaults';
import { AD_ACTION, click, storedCells } from '../../../support/events';

const NOW = Date.UTC(2026, 10, 21);

function tableOf(body: object): string[] {
  const query = parseCountQuery(
    { userId: 'u1', actions: ['click'], windows: ['1h', '1d'], ...body },
    { ...DEFAULTS.counts, ...DEFAULTS.events, nowMs: NOW, eventDataType: () => AD_ACTION },
  );
  const events = [
    click(NOW - 60_000, { adId: 'b', viewType: 'search' }),
    click(NOW - 7_200_000, { adId: 'a' }),
    click(NOW - 8_000_000, { adId: 'a' }),
  ];
  const { parts } = readEvents(storedCells(events), AD_ACTION.events);
  return countTableLines('u1', countEvents(query, parts, 0)).map((line) => line.replace(/ {2,}/g, '|'));
}

describe('The table of counts', () => {
  it('has a row per entity and a column per window, and omits zero counts of levels with *', () => {
    expect(tableOf({ entities: { ad: ['b', 'c'], campaign: '*', advertiser: '*' } })).toEqual([
      'u1',
      '|1h|1d',
      'total|1|3',
      'ad b|1|1',
      'ad c|0|0',
      'campaign c1|1|3',
    ]);
  });

  it('has a row per group, also for windows in which the group does not occur', () => {
    expect(tableOf({ entities: { ad: ['a', 'b', 'c'] }, groupBy: ['viewType', 'action'] })).toEqual([
      'u1',
      '|1h|1d',
      'total: (none) / click|0|2',
      'total: search / click|1|1',
      'ad a: (none) / click|0|2',
      'ad b: search / click|1|1',
      'ad c|0|0',
    ]);
  });
});

it('The lines below the table show the consistency and the cost of the counts', () => {
  const evidence = { met: true, tier: 'nearest', token: EMPTY_TOKEN } as const;
  const strict = { ...evidence, level: 'strict', clusters: ['eu-a'], lookups: 1, stalenessMs: 0.5 } as const;
  expect(evidenceLine(strict)).toBe('strict: eu-a (nearest), 1 lookup, at most 1 ms stale');
  const stale = { ...strict, met: false, lookups: 4, stalenessMs: undefined };
  expect(evidenceLine(stale)).toBe('strict, NOT met: eu-a (nearest), 4 lookups, staleness unknown');
  expect(evidenceLine({ ...strict, clusters: [], lookups: 0, stalenessMs: 0 })).toContain('no replica read');
  expect(completeLine(NOW)).toBe('complete up to: 2026-11-21T00:00:00.000Z');
  expect(completeLine(undefined)).toBe('complete up to: unknown');
  const explanation = {
    columns: { startSeconds: NOW / 1_000 - 86_400, endSeconds: NOW / 1_000 },
    countedFromMs: 0,
    rows: 1,
    lookups: 1,
    bytes: 500,
    rawCells: 4,
    rawBytes: 200,
    blocks: 2,
    blockBytes: 300,
    events: 30,
    duplicates: 1,
    micros: { parse: 10.4, read: 900, decode: 20, count: 7, write: 3 },
  };
  expect(explanationLines(explanation)).toEqual([
    'read: 4 single events (200 bytes), 2 blocks (300 bytes); columns 2026-11-20T00:00:00.000Z to 2026-11-21T00:00:00.000Z',
    'counted: 30 events, 1 duplicate dropped; none before 1970-01-01T00:00:00.000Z',
    'micros: parse 10, read 900, decode 20, count 7, write 3',
  ]);
});

describe('The command tidemark count', () => {
  const flagsOf = (...options: readonly string[]): CountFlags =>
    countCommand()
      .exitOverride()
      .action(() => undefined)
      .parse(['--action', 'click', ...options], { from: 'user' })
      .opts();

  it('lists its options in its help', () => {
    const help = countCommand().helpInformation();
    for (const option of [
      '--entity <level=ids>',
      '--where <dimension=ids>',
      '--users-file <file>',
      '--explain',
    ]) {
      expect(help).toContain(option);
    }
  });

  it('turns its options into a request of the API', () => {
    const flags = flagsOf(
      ...['--user', 'u1', '--user', 'u2', '--data-type', 'ad_action', '--action', 'view,save'],
      ...['--where', 'viewType=home_feed,search', '--where', 'sessionId=*', '--where', 'campaign?=c1,c2'],
      ...[
        '--entity',
        'ad=1,2',
        '--entity',
        'ad=3',
        '--entity',
        'campaign=*',
        '--group-by',
        'action,viewType',
      ],
      ...[
        '--window',
        '7d',
        '--window',
        '7d@Asia/Jakarta',
        '--window',
        '3mo@UTC',
        '--window',
        '5/10',
        '--as-of',
        '12',
      ],
    );
    expect(flags.user).toEqual(['u1', 'u2']);
    expect(countRequestJson(flags)).toEqual({
      dataType: 'ad_action',
      actions: ['click', 'view', 'save'],
      where: {
        viewType: ['home_feed', 'search'],
        sessionId: '*',
        campaign: { in: ['c1', 'c2'], optional: true },
      },
      entities: { ad: ['1', '2', '3'], campaign: '*' },
      windows: [
        '7d',
        { days: 7, timeZone: 'Asia/Jakarta' },
        { months: 3, timeZone: 'UTC' },
        { from: 5, to: 10, name: '5/10' },
      ],
      groupBy: ['action', 'viewType'],
      asOf: 12,
    });
    expect(countRequestJson(flagsOf('--user', 'u1'))).toEqual({
      actions: ['click'],
      where: {},
      entities: {},
      windows: ['1d', '7d', '30d'],
    });
  });

  it('accepts any name of a level or dimension, which the parser of the API rejects later', () => {
    expect(flagsOf('--entity', 'constructor=1', '--where', 'toString=1')).toMatchObject({
      entity: { constructor: ['1'] },
      where: { toString: ['1'] },
    });
  });

  it.each([
    ['an entity without ids', ['--entity', 'ad'], '--entity'],
    ['a condition without ids', ['--where', 'viewType'], '--where'],
    ['a dimension twice', ['--where', 'viewType=a', '--where', 'viewType=b'], '--where'],
  ])('rejects %s, and names the option', (_what, options, field) => {
    expect(() => flagsOf(...options)).toThrow(expect.objectContaining({ field }) as Error);
  });
});
