import { answerTable, featureText } from '../../../src/console/pages/query/answer-rows';
import { countMatrix } from '../../../src/console/pages/users/count-matrix';

const COUNTS = {
  '1d': { total: { click: 1, view: 2 }, campaign: { a: { click: 1 }, b: { view: 2 } } },
  '7d': { total: { click: 3, view: 2 }, campaign: { a: { click: 1 }, b: { click: 2, view: 2 } } },
};

describe('answers as tables', () => {
  it('counts have a row for each window, entity and group, and a bar for each row', () => {
    const { columns, rows, bars } = answerTable('counts', { counts: COUNTS });
    expect(columns).toEqual(['Window', 'Entity', 'Group', 'Count']);
    expect(rows).toContainEqual(['7d', 'campaign b', 'click', '2']);
    expect(bars).toContainEqual({ label: '1d · total · view', value: 2 });
  });

  it('counts without groups have no column of groups', () => {
    expect(answerTable('counts', { counts: { '1d': { total: 4 } } })).toMatchObject({
      columns: ['Window', 'Entity', 'Count'],
      rows: [['1d', 'total', '4']],
    });
  });

  it('a blocked candidate has a row for each rule that blocks it', () => {
    const blocked = { rule: 'daily', level: 'ad', entityId: '1', count: 3, maximum: 3, freesUpAt: null };
    const { rows, bars } = answerTable('caps', {
      candidates: [
        {
          id: 'x',
          allowed: false,
          blockedBy: [blocked, { ...blocked, rule: 'weekly', freesUpAt: '2026-11-24T00:00:00Z' }],
        },
        { allowed: true, remaining: 2 },
      ],
    });
    expect(rows).toEqual([
      ['x', 'blocked', '3 of 3', 'daily (ad 1)', 'never frees up'],
      ['x', 'blocked', '3 of 3', 'weekly (ad 1)', 'frees up 2026-11-24T00:00:00Z'],
      ['candidate 2', 'allowed', '2 left', '', ''],
    ]);
    expect(bars).toHaveLength(2);
  });

  it('features have a row for each name, and no bars of seconds', () => {
    const answer = {
      names: ['a.count.1d', 'a.lastSeenSeconds'],
      candidates: [{ values: [3, 86_400] }, { values: [null, 1] }],
    };
    const { rows, bars } = answerTable('features', answer);
    expect(rows).toEqual([
      ['a.count.1d', '3', '–'],
      ['a.lastSeenSeconds', '86400', '1'],
    ]);
    expect(bars).toEqual([{ label: 'a.count.1d', value: 3 }]);
    expect(featureText(0.123456)).toBe('0.1235');
  });

  it('the matrix of counts has totals first, then the most frequent entities of the last window', () => {
    expect(
      countMatrix(COUNTS).map(({ entity, group, counts }) => [entity, group, counts['1d'], counts['7d']]),
    ).toEqual([
      ['total', 'click', 1, 3],
      ['total', 'view', 2, 2],
      ['campaign b', 'view', 2, 2],
      ['campaign b', 'click', undefined, 2],
      ['campaign a', 'click', 1, 1],
    ]);
  });
});
