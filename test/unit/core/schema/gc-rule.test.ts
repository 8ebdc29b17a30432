import { describeGcRule, gcRuleOf } from '../../../../src/core/schema/gc-rule';

describe('gcRuleOf', () => {
  it('returns a single limit as a rule', () => {
    expect(gcRuleOf({ maxAgeMs: 1000 })).toEqual({ maxAgeMs: 1000 });
    expect(gcRuleOf({ versionsMax: 3 })).toEqual({ versionsMax: 3 });
  });

  it('combines both limits: a cell is garbage when either matches', () => {
    expect(gcRuleOf({ maxAgeMs: 1000, versionsMax: 3 })).toEqual({
      anyOf: [{ maxAgeMs: 1000 }, { versionsMax: 3 }],
    });
  });

  it('returns no rule without limits', () => {
    expect(gcRuleOf({})).toBeUndefined();
  });
});

describe('describeGcRule', () => {
  it.each([
    [undefined, 'never'],
    [{ maxAgeMs: 86_400_000 }, 'age > 1d'],
    [{ maxAgeMs: 5_400_000 }, 'age > 90m'],
    [{ maxAgeMs: 1_500 }, 'age > 1500ms'],
    [{ versionsMax: 3 }, 'versions > 3'],
    [{ anyOf: [{ versionsMax: 3 }, { maxAgeMs: 3_600_000 }] }, 'age > 1h or versions > 3'],
    [
      { allOf: [{ anyOf: [{ versionsMax: 1 }, { maxAgeMs: 1000 }] }, { versionsMax: 9 }] },
      '(age > 1s or versions > 1) and versions > 9',
    ],
  ])('writes %j as %s', (rule, text) => {
    expect(describeGcRule(rule)).toBe(text);
  });

  it('is equal for rules that mean the same, and differs for union and intersection', () => {
    const [a, b] = [{ versionsMax: 3 }, { maxAgeMs: 1000 }];
    expect(describeGcRule({ anyOf: [a, b] })).toBe(describeGcRule({ anyOf: [b, a, a] }));
    expect(describeGcRule({ anyOf: [a, b] })).not.toBe(describeGcRule({ allOf: [a, b] }));
  });
});
