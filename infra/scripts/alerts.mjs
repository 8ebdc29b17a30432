/**
 * Generates infra/alerts/tidemark.alerts.yml for Cloud Monitoring: the alerts of tidemark.rules.yml with their recording rules inlined,
 * since alert policies have none, and those of google-cloud.rules.yml. Expressions are in one line: the editor of Cloud Monitoring
 * and what is exported from it lose line breaks, and each would be a difference in the next plan. With `--check` nothing is written, and the exit code is 1
 * when the file is stale.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse, stringify } from 'yaml';
import { projectDir, writeGenerated } from './generated-file.mjs';

const SOURCES = ['infra/alerts/tidemark.rules.yml', 'infra/alerts/google-cloud.rules.yml'];
const TARGET = 'infra/alerts/tidemark.alerts.yml';
const BANNER = `# Generated from ${SOURCES.join(' and ')} by \`npm run alerts\`. Do not edit.\n`;

/** Returns the expression with each recording rule replaced by its definition. */
function writtenOut(expr, recorded) {
  let [text, at] = ['', 0];
  parser.parse(expr).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`cannot be parsed at character ${node.from}: ${expr}`);
      const name = expr.slice(node.from, node.to);
      if (node.name !== 'Identifier' || !recorded.has(name)) return;
      refuseModified(node, name);
      const meant = writtenOut(recorded.get(name), recorded);
      text += `${expr.slice(at, node.from)}(${meant})`;
      at = node.to;
    },
  });
  return flattened(text + expr.slice(at));
}

/** Returns the expression in one line. Throws if a string contains what would change, or a comment would hide the rest. */
function flattened(expr) {
  const [strings, rest] = [expr.match(STRING) ?? [], expr.replace(STRING, '')];
  if (rest.includes('#') || strings.some((string) => /\s{2}|[^\S ]/.test(string)))
    throw new Error(`cannot be written in one line: ${expr}`);
  return expr.trim().replace(/\s+/g, ' ');
}

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** Throws if labels, a range or an offset are applied to a recorded series, since an expression cannot take them. */
function refuseModified({ node: { parent } }, name) {
  const isBare = parent.firstChild.nextSibling === null;
  const isModified = /^(MatrixSelector|OffsetExpr|StepInvariantExpr)$/.test(parent.parent.name);
  if (!isBare || isModified) throw new Error(`${name} must stand alone, to be written out`);
}

const groups = SOURCES.flatMap((path) => parse(readFileSync(join(projectDir, path), 'utf8')).groups);
const rules = groups.flatMap((group) => group.rules);
const recorded = new Map(rules.flatMap(({ record, expr }) => (record === undefined ? [] : [[record, expr]])));
const flat = groups
  .map((group) => ({ ...group, rules: group.rules.filter(({ alert }) => alert !== undefined) }))
  .filter((group) => group.rules.length > 0)
  .map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ({ ...rule, expr: writtenOut(rule.expr, recorded) })),
  }));

await writeGenerated([[TARGET, BANNER + stringify({ groups: flat }, { lineWidth: 0 })]], 'npm run alerts');
