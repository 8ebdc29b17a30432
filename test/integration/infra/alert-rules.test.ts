import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
  ALERTS,
  alertsOf,
  commentedAlerts,
  FLAT_FILE,
  groupsOf,
  isAlert,
  RULE_FILES,
  TEST_FILES,
  testsOf,
  type Alert,
  type RuleGroup,
  type RuleTest,
} from '../../support/alert-files';
import { prometheusSkipReason, promtool, type Checked } from '../../support/prometheus';
import { parseExpression } from '../../support/promql';

const RUNBOOK = readFileSync(join(__dirname, '../../../docs/operations/alerts.md'), 'utf8');
const SOURCES = RULE_FILES.flatMap(alertsOf);
const FLAT = alertsOf(FLAT_FILE);
const names = SOURCES.map(({ alert }) => alert);
/** Its alert policy is made by Terraform, of names that it alone knows. */
const OF_TERRAFORM = ['CompactionStopped', 'PipelineJobStopped', 'DeadLettersWait', 'ErasureWorkerMissing'];
/** Prefix of the names of recording rules. */
const RECORDED = 'tidemark:';
/** The others ask the same of both files, which another test sees to. */
const WITH_RECORDING = ['objectives.test.yml', 'objectives-days.test.yml', 'regions.test.yml'];

describe('alert rules', () => {
  it.each(SOURCES)(
    '$alert has a severity, a summary, a description and a runbook',
    ({ alert, labels, annotations }) => {
      expect(Object.keys(labels ?? {})).toEqual(['severity', 'product']);
      expect(['page', 'ticket']).toContain(labels?.['severity']);
      expect(annotations?.['summary']).toMatch(/^[A-Z][^{}]+[^.]$/);
      expect(annotations?.['description']).toMatch(/[.?]$/);
      expect(annotations?.['runbook_url']).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
    },
  );

  it('name in their descriptions only labels that are left in their results', () => {
    for (const { alert, expr, annotations } of SOURCES) {
      const named = [...(annotations?.['description'] ?? '').matchAll(/\$labels\.(\w+)/g)].map(
        ([, name]) => name,
      );
      const outer = /by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? [
        'role',
        'instance',
        'http_route',
        'location',
      ];
      expect({ alert, unknown: named.filter((name) => !outer.includes(name!)) }).toEqual({
        alert,
        unknown: [],
      });
    }
  });

  it('are each tested, when they fire and when they keep quiet', () => {
    const tests = TEST_FILES.flatMap((file) => testsOf(file).tests).flatMap((test) => test.alert_rule_test);
    const tested = (fires: boolean): string[] =>
      tests.filter(({ exp_alerts: alerts }) => alerts.length > 0 === fires).map(({ alertname }) => alertname);
    expect(new Set(tested(true))).toEqual(new Set(names));
    expect(new Set(tested(false))).toEqual(new Set(names));
  });

  it('say so where they rely on absence, and are tested with series that linger', () => {
    const tests = TEST_FILES.flatMap((file) => testsOf(file).tests);
    const relying = SOURCES.filter(({ expr }) => reliesOnAbsence(expr)).map(({ alert }) => alert);
    expect(relying.sort()).toEqual([
      'CloudRunInstancesMissing',
      'PacingLeaderMissing',
      'ResidencyAuditMissing',
      'RoleMissing',
    ]);
    expect(
      RULE_FILES.flatMap(commentedAlerts)
        .filter(({ comment }) => /relies on absence/i.test(comment))
        .map(({ alert }) => alert)
        .sort(),
    ).toEqual(relying);
    const lingering = tests.filter(
      ({ name, input_series: series }) =>
        /linger/.test(name) && series.some(({ values }) => /_x\d+$/.test(values)),
    );
    const tested = lingering
      .flatMap((test) => test.alert_rule_test)
      .filter(({ exp_alerts: alerts }) => alerts.length > 0);
    expect(tested.map(({ alertname }) => alertname).sort()).toEqual(relying);
  });

  it('have a section each in the runbook, which has no others', () => {
    const sections = [...RUNBOOK.matchAll(/^## (.*)$/gm)].map(([, title]) => title!);
    expect([...sections].sort()).toEqual([...names, ...OF_TERRAFORM].sort());
    for (const section of RUNBOOK.split(/^## /m).slice(1)) {
      const words = ['**Impact.**', '**Check.**', '**Do.**', '**Resolved**'];
      expect([section, words.filter((word) => !section.includes(word))]).toEqual([section, []]);
      // What an alert policy takes.
      expect(section.length).toBeLessThan(7_000);
    }
  });

  it('say in the runbook what they say themselves: page or ticket', () => {
    for (const { alert, labels } of SOURCES) {
      const [, severity] = new RegExp(`^## ${alert}\n\n_(\\w+)\\._`, 'm').exec(RUNBOOK) ?? [];
      expect([alert, severity?.toLowerCase()]).toEqual([alert, labels?.['severity']]);
    }
  });

  it('lead on from the runbook to pages and sections that are there', () => {
    const links = [...RUNBOOK.matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)];
    expect(links.length).toBeGreaterThan(names.length);
    for (const [, path = '', anchor] of links) {
      const target = path === '' ? RUNBOOK : path.endsWith('.md') ? readDoc(path) : '';
      if (anchor !== undefined)
        expect([path, anchorsOf(target)]).toEqual([path, expect.arrayContaining([anchor])]);
    }
  });

  it('are the same where recording rules are written out', async () => {
    const withoutExpr = ({ expr: _, ...rest }: Alert): object => rest;
    expect(FLAT.map(withoutExpr)).toEqual(SOURCES.map(withoutExpr));
    const plain = SOURCES.filter(({ expr }) => !expr.includes(RECORDED));
    expect(plain.length).toBeGreaterThan(40);
    for (const { alert, expr } of plain)
      expect(FLAT.find((each) => each.alert === alert)?.expr).toBe(expr.trim().replace(/\s+/g, ' '));
    for (const { expr } of FLAT) expect(expr).not.toMatch(/\n| {2}/);
    for (const { expr } of FLAT) {
      const { asked } = await parseExpression(expr);
      expect(asked.filter(({ metric }) => metric.startsWith(RECORDED))).toEqual([]);
    }
  });
});

/** A series that is compared with its own past, by `offset`, is new and not absent. */
const reliesOnAbsence = (expr: string): boolean =>
  /\babsent(_over_time)?\(/.test(expr) || /\bunless\b(?!.*\boffset\b)/.test(expr);

const readDoc = (path: string): string =>
  readFileSync(join(__dirname, '../../../docs/operations', path), 'utf8');
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

const skipReason = prometheusSkipReason();
const describeWhen = skipReason === undefined ? describe : describe.skip;

describeWhen(`alert rules by promtool${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`, () => {
  it.each([...RULE_FILES, FLAT_FILE])('%s is as Prometheus takes it', async (file) => {
    const { code, output } = await promtool('check', 'rules', join(ALERTS, file));
    expect([code, output]).toEqual([0, expect.stringMatching(/SUCCESS: \d+ rules found/)]);
  });

  it.each(TEST_FILES)('%s passes', async (file) => {
    const [source = ''] = testsOf(file).rule_files;
    await expect(run(file, groupsOf(source))).resolves.toMatchObject({ code: 0 });
  });

  it.each(WITH_RECORDING)('%s passes where recording rules are written out', async (file) => {
    await expect(run(file, groupsOf(FLAT_FILE))).resolves.toMatchObject({ code: 0 });
  });

  it('is not passed by rules that never fire, nor by rules that always do', async () => {
    const groups = groupsOf('tidemark.rules.yml');
    const always = (expr: string): readonly RuleGroup[] =>
      groups.map((group) => ({
        ...group,
        rules: group.rules.map((rule) => (isAlert(rule) ? { ...rule, expr } : rule)),
      }));
    for (const expr of ['vector(0) > 1', 'vector(1)'])
      expect((await run('access.test.yml', always(expr))).code).not.toBe(0);
  });
});

/**
 * Runs the tests of a file on these rules. Each test runs on the alerts that it names and the recording rules that these need, in
 * a file for each set of alerts, all by one command: Prometheus evaluates every rule of a file at each of thousands of steps.
 */
async function run(file: string, groups: readonly RuleGroup[]): Promise<Checked> {
  const settings = testsOf(file);
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-alerts-'));
  const testFiles = [...byAlerts(settings.tests)].map(([alerts, tests], number) => {
    const [rules, path] = [`${number}.rules.yml`, join(folder, `${number}.test.yml`)];
    writeFileSync(join(folder, rules), stringify({ groups: neededGroups(groups, alerts.split(' ')) }));
    writeFileSync(path, stringify({ ...settings, rule_files: [rules], tests }));
    return path;
  });
  const checked = await promtool('test', 'rules', ...testFiles);
  rmSync(folder, { recursive: true, force: true });
  return checked;
}

/** Returns tests by the names of their alerts, which are separated by spaces. */
function byAlerts(tests: readonly RuleTest[]): Map<string, RuleTest[]> {
  const sets = new Map<string, RuleTest[]>();
  for (const test of tests) {
    const names = [...new Set(test.alert_rule_test.map(({ alertname }) => alertname))].sort().join(' ');
    sets.set(names, [...(sets.get(names) ?? []), test]);
  }
  return sets;
}

/** Returns the groups with these alerts and the recording rules that they read, directly or by other recording rules, alone. */
function neededGroups(groups: readonly RuleGroup[], alerts: readonly string[]): RuleGroup[] {
  const rules = groups.flatMap((group) => group.rules);
  const needed = new Set(rules.filter(({ alert = '' }) => alerts.includes(alert)));
  // A set can grow while it is read: recording rules are added behind what reads them.
  for (const { expr } of needed)
    for (const rule of rules)
      if (rule.record !== undefined && new RegExp(`${rule.record}\\b`).test(expr)) needed.add(rule);
  return groups
    .map((group) => ({ ...group, rules: group.rules.filter((rule) => needed.has(rule)) }))
    .filter((group) => group.rules.length > 0);
}
