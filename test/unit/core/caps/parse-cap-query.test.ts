import { DEFAULTS } from '../../../../src/config/defaults';
import { capQuery, type CapsJson } from '../../../support/caps';
import { tidemarkError } from '../../../support/tidemark-error';

const RULE = { level: 'campaign', actions: ['impression'], window: '1d', maximum: 3 };
const CANDIDATE = { adId: 'a1', campaignId: 'c1', insertionId: 'i1', viewType: 'home' };
const RESERVE = { action: 'impression', ttlSeconds: 60 };

const parse = (json: CapsJson) => capQuery({ candidates: [CANDIDATE], rules: [RULE], ...json });
const rule = (more: CapsJson) => parse({ rules: [RULE, { ...RULE, ...more }] });
const without = (...names: readonly string[]): CapsJson =>
  Object.fromEntries(Object.entries(CANDIDATE).filter(([name]) => !names.includes(name)));

describe('parseCapQuery', () => {
  it('accepts a query with all fields', () => {
    const query = parse({
      dataType: 'ad_action',
      rules: [
        { ...RULE, name: 'daily', where: { viewType: ['home'], sessionId: '*' } },
        { ...RULE, window: { days: 2, timeZone: 'Asia/Jakarta' }, level: 'ad', actions: ['click', 'click'] },
      ],
      candidates: [{ ...CANDIDATE, id: 'first', sessionId: 's1' }],
      reserve: { action: 'impression' },
    });
    expect(query.rules.map(({ name, level, maximum }) => [name, level.name, maximum])).toEqual([
      ['daily', 'campaign', 3],
      ['rules[1]', 'ad', 3],
    ]);
    expect(query.rules[1]).toMatchObject({ window: { name: '2d@Asia/Jakarta' } });
    expect(query.rules[1]!.actions).toHaveLength(1);
    expect(query.reserve).toMatchObject({ action: { name: 'impression' }, ttlMs: 60_000 });
    expect(query.candidates[0]!.id).toBe('first');
  });

  it.each<[string, () => unknown, Parameters<typeof tidemarkError>]>([
    ['an unknown field', () => parse({ rule: 1 }), ['invalid_argument', 'rule']],
    ['an unknown DataType', () => parse({ dataType: 'nope' }), ['unknown_data_type', 'dataType']],
    ['no user', () => parse({ userId: '' }), ['invalid_argument', 'userId']],
    ['no candidates', () => parse({ candidates: [] }), ['invalid_argument', 'candidates']],
    [
      'too many candidates',
      () => parse({ candidates: Array(DEFAULTS.caps.candidatesMax + 1).fill(CANDIDATE) }),
      ['invalid_argument', 'candidates'],
    ],
    ['no rules', () => parse({ rules: [] }), ['invalid_argument', 'rules']],
    ['too many rules', () => parse({ rules: Array(65).fill(RULE) }), ['invalid_argument', 'rules']],
    [
      'too many checks',
      () => parse({ rules: Array(64).fill(RULE), candidates: Array(400).fill(CANDIDATE) }),
      ['invalid_argument', 'candidates'],
    ],
    ['two rules of one name', () => rule({ name: 'rules[0]' }), ['invalid_argument', 'rules[1].name']],
    ['an unknown level', () => rule({ level: 'brand' }), ['unknown_level', 'rules[1].level']],
    ['an unknown action', () => rule({ actions: ['buy'] }), ['unknown_action', 'rules[1].actions[0]']],
    ['no action', () => rule({ actions: [] }), ['invalid_argument', 'rules[1].actions']],
    ['a negative maximum', () => rule({ maximum: -1 }), ['invalid_argument', 'rules[1].maximum']],
    ['half a maximum', () => rule({ maximum: 1.5 }), ['invalid_argument', 'rules[1].maximum']],
    ['no maximum', () => rule({ maximum: undefined }), ['invalid_argument', 'rules[1].maximum']],
    ['a misspelt window', () => rule({ window: '1 day' }), ['invalid_argument', 'rules[1].window']],
    ['too long a window', () => rule({ window: '401d' }), ['invalid_argument', 'rules[1].window']],
    [
      'an unknown time zone',
      () => rule({ window: { days: 1, timeZone: 'Mars/Base' } }),
      ['invalid_argument', 'rules[1].window.timeZone'],
    ],
    [
      'a window that stands still',
      () => rule({ window: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' } }),
      ['invalid_argument', 'rules[1].window'],
    ],
    [
      'an unknown dimension',
      () => rule({ where: { shoe: ['x'] } }),
      ['unknown_dimension', 'rules[1].where.shoe'],
    ],
    [
      'a where that nothing passes',
      () => rule({ where: { viewType: [] } }),
      ['invalid_argument', 'rules[1].where.viewType'],
    ],
    [
      'more saves of an ad than count',
      () => rule({ level: 'ad', actions: ['save'], window: '1h', maximum: 3 }),
      ['invalid_argument', 'rules[1].maximum'],
    ],
    [
      'more views of a campaign than count',
      () => rule({ actions: ['view'], window: '1m', maximum: 100 }),
      ['invalid_argument', 'rules[1].maximum'],
    ],
    [
      'an unknown dimension of a candidate',
      () => parse({ candidates: [{ ...CANDIDATE, shoe: 'x' }] }),
      ['unknown_dimension', 'candidates[0].shoe'],
    ],
    [
      'a candidate that is no text',
      () => parse({ candidates: [{ ...CANDIDATE, adId: {} }] }),
      ['invalid_argument', 'candidates[0].adId'],
    ],
    [
      "a candidate without a rule's dimension",
      () => parse({ candidates: [CANDIDATE, without('campaignId')] }),
      ['invalid_argument', 'candidates[1].campaignId'],
    ],
    ['an instant in the future', () => parse({ asOf: Date.now() + 3_600_000 }), ['invalid_argument', 'asOf']],
    ['a reservation of the past', () => parse({ asOf: 1, reserve: RESERVE }), ['invalid_argument', 'asOf']],
    [
      'a reservation of an unknown action',
      () => parse({ reserve: { action: 'buy' } }),
      ['unknown_action', 'reserve.action'],
    ],
    [
      'a reservation that no rule counts',
      () => parse({ reserve: { action: 'view' } }),
      ['invalid_argument', 'reserve.action'],
    ],
    [
      'a reservation for longer than an hour',
      () => parse({ reserve: { ...RESERVE, ttlSeconds: 3_601 } }),
      ['invalid_argument', 'reserve.ttlSeconds'],
    ],
    [
      'a reservation without a dedup dimension',
      () => parse({ candidates: [without('insertionId')], reserve: RESERVE }),
      ['invalid_argument', 'candidates[0].insertionId'],
    ],
    [
      'a reservation without what a rule looks at',
      () =>
        parse({
          candidates: [CANDIDATE, without('viewType')],
          rules: [{ ...RULE, where: { viewType: ['home'] } }],
          reserve: RESERVE,
        }),
      ['invalid_argument', 'candidates[1].viewType'],
    ],
    [
      'too many candidates to be reserved',
      () => parse({ candidates: Array(101).fill(CANDIDATE), reserve: RESERVE }),
      ['invalid_argument', 'candidates'],
    ],
  ])('rejects %s', (_name, act, error) => {
    expect(act).toThrow(tidemarkError(...error));
  });

  it('accepts a maximum that can just be reached, and 0', () => {
    expect(rule({ level: 'ad', actions: ['save'], window: '1h', maximum: 2 }).rules).toHaveLength(2);
    expect(rule({ maximum: 0 }).rules[1]!.maximum).toBe(0);
  });
});
