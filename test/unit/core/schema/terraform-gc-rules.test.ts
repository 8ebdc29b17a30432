import type { GcRule } from '../../../../src/core/schema/gc-rule';
import { terraformGcRules } from '../../../../src/core/schema/terraform-gc-rules';

const HOUR_MS = 3_600_000;

describe('GC rules for Terraform', () => {
  it.each<[GcRule, string]>([
    [{ maxAgeMs: 400 * 24 * HOUR_MS }, '{"rules":[{"max_age":"9600h"}]}'],
    [{ versionsMax: 3 }, '{"rules":[{"max_version":3}]}'],
    [
      { anyOf: [{ maxAgeMs: 90_000 }, { versionsMax: 1 }] },
      '{"mode":"union","rules":[{"max_age":"90s"},{"max_version":1}]}',
    ],
    [
      { allOf: [{ maxAgeMs: 60_000 }, { anyOf: [{ versionsMax: 1 }, { maxAgeMs: 1500 }] }] },
      '{"mode":"intersection","rules":[{"max_age":"1m"},{"mode":"union","rules":[{"max_version":1},{"max_age":"1500ms"}]}]}',
    ],
  ])('are written like the provider stores them: %j', (rule, text) => {
    expect(terraformGcRules(rule)).toBe(text);
  });
});
