import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import type { GroupKey } from '../../../../src/core/counts/count-query';
import {
  parseBatchCountQuery,
  parseCountQuery,
  type CountQueryRules,
} from '../../../../src/core/counts/parse-count-query';
import { DEFAULTS } from '../../../../src/config/defaults';
import type { ErrorCode } from '../../../../src/errors';
import { tidemarkError } from '../../../support/tidemark-error';

const NOW = Date.UTC(2026, 10, 21, 5, 35);
const schema = loadSchema();
const dataType = schema.eventDataType('ad_action');
const { events } = dataType;
const RULES: CountQueryRules = {
  ...DEFAULTS.events,
  ...DEFAULTS.counts,
  nowMs: NOW,
  eventDataType: (name, field) => schema.eventDataType(name, field),
};
const MINIMAL = { userId: 'u1', actions: ['click'], windows: ['1d'] };
const parse = (changes: object, rules = RULES) => parseCountQuery({ ...MINIMAL, ...changes }, rules);

const dimension = (name: string) => events.dimensions.find((each) => each.name === name)!;
const level = (name: string) => events.levels.find((each) => each.name === name)!;
const action = (name: string) => events.actions.find((each) => each.name === name)!;
const nameOf = (key: GroupKey): string => (key === 'action' ? key : key.name);
const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i}`);

describe('parseCountQuery', () => {
  it('uses defaults: the default type, no conditions, totals only, no groups, as of now', () => {
    expect(parse({})).toEqual({
      dataType,
      userId: 'u1',
      actions: [action('click')],
      where: [],
      entities: [],
      windows: [{ name: '1d', fromMs: NOW - 86_400_000, toMs: NOW }],
      groupBy: [],
      asOfMs: NOW,
    });
  });

  it('accepts every field', () => {
    const query = parse({
      dataType: 'ad_action',
      actions: ['impression', 'click', 'click'],
      where: {
        viewType: ['home_feed', 'search', 'search'],
        sessionId: '*',
        campaign: { in: ['c1', 'c2'], optional: true },
        insertionId: { in: ['i1'] },
      },
      entities: { ad: ['1', '2', '1'], campaign: '*', advertiser: [], adGroup: ['g'] },
      groupBy: ['action', 'viewType', 'adGroup', 'insertionId'],
      asOf: '2026-11-20T00:00:00Z',
      consistency: { level: 'strict' },
      explain: true,
    });
    expect(query.actions).toEqual([action('impression'), action('click')]);
    expect(query.where).toEqual([
      { dimension: dimension('viewType'), ids: ['home_feed', 'search'], orAbsent: false },
      { dimension: dimension('sessionId'), orAbsent: false },
      { dimension: dimension('campaignId'), ids: ['c1', 'c2'], orAbsent: true },
      { dimension: dimension('insertionId'), ids: ['i1'], orAbsent: false },
    ]);
    const listed = query.entities.map(({ level, ids }) => ({ level, ids: ids === '*' ? ids : [...ids] }));
    expect(listed).toEqual([
      { level: level('ad'), ids: ['1', '2'] },
      { level: level('campaign'), ids: '*' },
      { level: level('advertiser'), ids: [] },
      { level: level('adGroup'), ids: ['g'] },
    ]);
    expect(query.groupBy.map(nameOf)).toEqual(['action', 'viewType', 'adGroupId', 'insertionId']);
    expect(query.asOfMs).toBe(Date.UTC(2026, 10, 20));
    expect(query.windows[0]!.toMs).toBe(query.asOfMs);
  });

  it.each<[string, object, string, ErrorCode?]>([
    ['no user', { userId: undefined }, 'userId'],
    ['an empty user', { userId: '' }, 'userId'],
    ['a user over 1 KB', { userId: 'x'.repeat(1_025) }, 'userId'],
    ['a number for the user', { userId: 7 }, 'userId'],
    ['an unknown DataType', { dataType: 'profile' }, 'dataType', 'unknown_data_type'],
    ['a DataType that is no text', { dataType: 1 }, 'dataType'],
    ['no actions', { actions: undefined }, 'actions'],
    ['an empty list of actions', { actions: [] }, 'actions'],
    ['one action without a list', { actions: 'click' }, 'actions'],
    ['an undeclared action', { actions: ['click', 'hover'] }, 'actions[1]', 'unknown_action'],
    ['conditions that are a list', { where: ['viewType'] }, 'where'],
    ['a condition on no dimension', { where: { colour: ['red'] } }, 'where.colour', 'unknown_dimension'],
    ['a condition on the user', { where: { userId: ['u1'] } }, 'where.userId', 'unknown_dimension'],
    ['a condition that is a text', { where: { viewType: 'home_feed' } }, 'where.viewType'],
    ['a condition that is null', { where: { viewType: null } }, 'where.viewType'],
    ['an empty list of ids', { where: { viewType: [] } }, 'where.viewType'],
    ['a misspelt condition', { where: { viewType: { any: ['a'] } } }, 'where.viewType.any'],
    ['a condition without ids', { where: { viewType: { optional: true } } }, 'where.viewType.in'],
    [
      'optional being no boolean',
      { where: { viewType: { in: ['a'], optional: 1 } } },
      'where.viewType.optional',
    ],
    ['an id that is no text', { where: { viewType: ['a', 1] } }, 'where.viewType[1]'],
    ['an empty id among them', { where: { viewType: { in: ['a', ''] } } }, 'where.viewType.in[1]'],
    ['a dimension by both its names', { where: { ad: ['1'], adId: ['1'] } }, 'where.adId'],
    ['too many ids in conditions', { where: { ad: ids(6_000), viewType: ids(4_001) } }, 'where'],
    ['an unknown level', { entities: { pin: ['1'] } }, 'entities.pin', 'unknown_level'],
    ['a dimension that is no level', { entities: { adId: ['1'] } }, 'entities.adId', 'unknown_level'],
    ['entities that are a list', { entities: ['ad'] }, 'entities'],
    ['one candidate without a list', { entities: { ad: '1' } }, 'entities.ad'],
    ['an empty candidate', { entities: { ad: ['1', ''] } }, 'entities.ad[1]'],
    ['a lone surrogate', { entities: { ad: ['\ud800'] } }, 'entities.ad[0]'],
    ['too many candidates', { entities: { ad: ids(6_000), campaign: ids(4_001) } }, 'entities'],
    [
      'too many counts',
      { entities: { ad: ids(10_000) }, windows: ids(21).map((i) => `${Number(i) + 1}d`) },
      'entities',
    ],
    ['an undeclared group', { groupBy: ['action', 'colour'] }, 'groupBy[1]', 'unknown_dimension'],
    ['a group twice', { groupBy: ['action', 'action'] }, 'groupBy[1]'],
    ['a group by both its names', { groupBy: ['ad', 'viewType', 'adId'] }, 'groupBy[2]'],
    ['no windows', { windows: [] }, 'windows'],
    ['too many windows', { windows: ids(65).map((i) => `${Number(i) + 1}h`) }, 'windows'],
    ['a negative window', { windows: ['1d', '-1d'] }, 'windows[1]'],
    [
      'a window in the future',
      { windows: [{ from: NOW + 3_600_000, to: NOW + 7_200_000 }] },
      'windows[0].from',
    ],
    ['asOf without a zone', { asOf: '2026-11-20T00:00:00' }, 'asOf'],
    ['asOf in the future', { asOf: '2026-11-21T05:45:01Z' }, 'asOf'],
    ['a misspelt field', { entity: {} }, 'entity'],
    ['the batch form', { users: ['u1'] }, 'users'],
  ])('rejects %s and names the field', (_what, changes, field, code = 'invalid_argument') => {
    expect(() => parse(changes)).toThrow(tidemarkError(code, field));
  });

  it.each([5, 'all', {}, null, true])('reports the allowed entities of a level instead of %j', (campaign) => {
    expect(() => parse({ entities: { campaign } })).toThrow(
      tidemarkError('invalid_argument', 'entities.campaign'),
    );
    expect(() => parse({ entities: { campaign } })).toThrow('must be an array of ids, or "*" for all');
  });

  it.each([[null], [[]], ['x'], [undefined]])('rejects %j as a body', (body) => {
    expect(() => parseCountQuery(body, RULES)).toThrow(tidemarkError('invalid_argument', 'body'));
  });
});

describe('parseBatchCountQuery', () => {
  const rules = { ...RULES, usersMax: 3 };
  const shared = { actions: MINIMAL.actions, windows: MINIMAL.windows };
  const parseBatch = (changes: object) => parseBatchCountQuery({ ...shared, ...changes }, rules);

  it('parses the same query for several users, with one id per entry', () => {
    const { query, userIds } = parseBatch({ users: ['u1', 'u2', 'u1'] });
    expect({ ...query, userId: 'u1' }).toEqual(parse({}));
    expect(userIds).toEqual(['u1', 'u2', 'u1']);
  });

  it.each([
    ['no users', {}, 'users'],
    ['an empty list of users', { users: [] }, 'users'],
    ['too many users', { users: ids(4) }, 'users'],
    ['a user that is no text', { users: ['u1', 2] }, 'users[1]'],
    ['one user', { userId: 'u1', users: ['u1'] }, 'userId'],
    ['a bad condition', { users: ['u1'], where: { viewType: [''] } }, 'where.viewType[0]'],
  ])('rejects %s and names the field', (_what, changes, field) => {
    expect(() => parseBatch(changes)).toThrow(tidemarkError('invalid_argument', field));
  });
});
