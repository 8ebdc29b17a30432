import type { ErrorCode } from '../../../../src/errors';
import { tidemarkError } from '../../../support/tidemark-error';
import { parseCountQuery } from '../../../../src/core/counting/ad-count-query';
import { ACTIONS, queryRules } from '../../../support/events';

const NOW = Date.UTC(2026, 10, 21, 5, 35);
const MINIMAL = { userId: 'u1', actions: ['click'], windows: ['1d'] };
const parse = (changes: object, rules = queryRules(NOW)) =>
  parseCountQuery({ ...MINIMAL, ...changes }, rules);

describe('parseCountQuery', () => {
  it('fills what is absent: all view types, totals only, no groups, as of now', () => {
    expect(parseCountQuery(MINIMAL, queryRules(NOW))).toEqual({
      userId: 'u1',
      actions: [ACTIONS.get('click')],
      entities: [],
      windows: [{ name: '1d', fromMs: NOW - 86_400_000, toMs: NOW }],
      groupBy: [],
      asOfMs: NOW,
    });
  });

  it('takes every field', () => {
    const query = parse({
      actions: ['impression', 'click', 'click'],
      viewTypes: ['home_feed', 'search'],
      entities: { ad: ['1', '2', '1'], campaign: '*', advertiser: [] },
      groupBy: ['action', 'viewType', 'adGroup', 'insertionId', 'sessionId'],
      asOf: '2026-11-20T00:00:00Z',
    });
    expect(query.actions.map(({ name }) => name)).toEqual(['impression', 'click']);
    expect(query.viewTypes).toEqual(['home_feed', 'search']);
    expect(query.entities).toEqual([
      { level: 'ad', ids: ['1', '2'] },
      { level: 'campaign', ids: '*' },
      { level: 'advertiser', ids: [] },
    ]);
    expect(query.groupBy).toEqual(['action', 'viewType', 'adGroup', 'insertionId', 'sessionId']);
    expect(query.windows[0]!.toMs).toBe(Date.UTC(2026, 10, 20));
  });

  const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i}`);

  it.each<[string, object, string, ErrorCode]>([
    ['no user', { userId: undefined }, 'userId', 'invalid_argument'],
    ['an empty user', { userId: '' }, 'userId', 'invalid_argument'],
    ['a user over 1 KB', { userId: 'x'.repeat(1_025) }, 'userId', 'invalid_argument'],
    ['a number for the user', { userId: 7 }, 'userId', 'invalid_argument'],
    ['no actions', { actions: undefined }, 'actions', 'invalid_argument'],
    ['an empty list of actions', { actions: [] }, 'actions', 'invalid_argument'],
    ['one action without a list', { actions: 'click' }, 'actions', 'invalid_argument'],
    ['an unknown action', { actions: ['click', 'hover'] }, 'actions[1]', 'unknown_action'],
    ['an empty list of view types', { viewTypes: [] }, 'viewTypes', 'invalid_argument'],
    ['a view type that is no string', { viewTypes: ['a', 1] }, 'viewTypes[1]', 'invalid_argument'],
    ['an unknown level', { entities: { pin: ['1'] } }, 'entities.pin', 'unknown_level'],
    ['entities that are a list', { entities: ['ad'] }, 'entities', 'invalid_argument'],
    ['one entity without a list', { entities: { ad: '1' } }, 'entities.ad', 'invalid_argument'],
    ['an empty entity id', { entities: { ad: ['1', ''] } }, 'entities.ad[1]', 'invalid_argument'],
    [
      'too many entities',
      { entities: { ad: ids(6_000), campaign: ids(4_001) } },
      'entities',
      'invalid_argument',
    ],
    [
      'too many counts',
      { entities: { ad: ids(10_000) }, windows: ids(21).map((i) => `${Number(i) + 1}d`) },
      'entities',
      'invalid_argument',
    ],
    ['an unknown group', { groupBy: ['action', 'colour'] }, 'groupBy[1]', 'invalid_argument'],
    ['a group twice', { groupBy: ['action', 'action'] }, 'groupBy[1]', 'invalid_argument'],
    ['no windows', { windows: [] }, 'windows', 'invalid_argument'],
    ['asOf without a zone', { asOf: '2026-11-20T00:00:00' }, 'asOf', 'invalid_argument'],
    ['asOf in the future', { asOf: '2026-11-21T05:45:01Z' }, 'asOf', 'invalid_argument'],
    ['a misspelt field', { entity: {} }, 'entity', 'invalid_argument'],
  ])('refuses %s, naming the field', (_what, changes, field, code) => {
    expect(() => parse(changes)).toThrow(tidemarkError(code, field));
  });

  it.each([[null], [[]], ['x'], [undefined]])('refuses %j as a body', (body) => {
    expect(() => parseCountQuery(body, queryRules(NOW))).toThrow(tidemarkError('invalid_argument', 'body'));
  });
});
