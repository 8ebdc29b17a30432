/** The files of alert rules, as they are read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const ALERTS = join(__dirname, '../../infra/alerts');

export interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface RuleGroup {
  readonly name: string;
  readonly interval: string;
  readonly rules: readonly Rule[];
}

export interface Alert extends Rule {
  readonly alert: string;
}

export interface RuleTest {
  readonly name: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test: readonly {
    readonly alertname: string;
    readonly exp_alerts: readonly object[];
  }[];
}

export interface RuleTests {
  readonly rule_files: readonly string[];
  readonly tests: readonly RuleTest[];
}

/** Files that Prometheus loads. */
export const RULE_FILES = ['tidemark.rules.yml', 'google-cloud.rules.yml'] as const;
/** File from which alert policies are created: the same rules without recording rules. */
export const FLAT_FILE = 'tidemark.alerts.yml';

const readYaml = (name: string): unknown => parse(readFileSync(join(ALERTS, name), 'utf8'));
export const groupsOf = (name: string): readonly RuleGroup[] =>
  (readYaml(name) as { groups: readonly RuleGroup[] }).groups;
export const isAlert = (rule: Rule): rule is Alert => rule.alert !== undefined;
export const alertsOf = (name: string): readonly Alert[] =>
  groupsOf(name)
    .flatMap(({ rules }) => rules)
    .filter(isAlert);

/** Returns the alerts of a file with the comment above each. */
export function commentedAlerts(
  name: string,
): readonly { readonly alert: string; readonly comment: string }[] {
  const text = readFileSync(join(ALERTS, name), 'utf8');
  return [...text.matchAll(/((?:^ +#.*\n)*)^ +- alert: (\w+)/gm)].map(([, comment = '', alert = '']) => ({
    alert,
    comment,
  }));
}

export const TEST_FILES = readdirSync(ALERTS).filter((name) => name.endsWith('.test.yml'));
export const testsOf = (name: string): RuleTests => readYaml(name) as RuleTests;
