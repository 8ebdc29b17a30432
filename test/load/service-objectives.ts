/**
 * Latency objectives that follow from a load test, and whether the alert rules have them:
 * `npm run objectives -- report.json` with the output of `npm run load-test -- --json`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { print } from '../../src/cli/shared/terminal';
import { LATENCY_BUCKETS_SECONDS } from '../../src/platform/telemetry/metrics';
import type { LoadReport } from './report';

/** Objective of the requests of a kind: 99 % of them take at most so long. */
export interface LatencyObjective {
  readonly kind: 'counts' | 'objects';
  readonly measuredP99Ms: number;
  /** Bound of the histogram's bucket that contains the measured p99, in seconds. */
  readonly followsSeconds: number;
  /** Values of `le` in the recording rules. */
  readonly inRules: readonly string[];
}

/** Kinds with an objective, by the recording rules of it. */
const KINDS = { counts: 'counts_slow', objects: 'objects_slow' } as const;

/** Compares a report with alert rules. Throws if the report lacks requests of a kind. */
export function latencyObjectives(
  report: Pick<LoadReport, 'kinds'>,
  rules: string,
): readonly LatencyObjective[] {
  return (['counts', 'objects'] as const).map((kind) => {
    const measuredP99Ms = report.kinds[kind]?.latencyMs.p99;
    if (measuredP99Ms === undefined) throw new Error(`the report has no ${kind}: include them in --mix`);
    return { kind, measuredP99Ms, followsSeconds: bucketOf(measuredP99Ms), inRules: boundsOf(kind, rules) };
  });
}

export const isInRules = ({ followsSeconds, inRules }: LatencyObjective): boolean =>
  inRules.length === 1 && Number(inRules[0]) === followsSeconds;

/** Returns the smallest bound that is not below the latency: alerts can count only by bounds. */
function bucketOf(latencyMs: number): number {
  const bound = LATENCY_BUCKETS_SECONDS.find((seconds) => seconds * 1_000 >= latencyMs);
  if (bound === undefined) throw new Error(`${latencyMs} ms is beyond all buckets of the histogram`);
  return bound;
}

function boundsOf(kind: keyof typeof KINDS, rules: string): readonly string[] {
  const [, ...records] = rules.split(`record: tidemark:${KINDS[kind]}`);
  const texts = records.map((text) => text.split(/\n +- (?:record|alert): /)[0]!);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/\ble="([^"]+)"/g)].map(([, le]) => le!)))];
}

/** Returns a line for each objective; with what to do where the rules differ. */
export function describeObjective(objective: LatencyObjective): string {
  const { kind, measuredP99Ms, followsSeconds, inRules } = objective;
  const follows = `${kind}: p99 ${measuredP99Ms} ms, so 99 % within ${followsSeconds * 1_000} ms`;
  if (isInRules(objective)) return `${follows}, as in the rules`;
  return `${follows}; the rules have le="${inRules.join('", "')}": set le="${followsSeconds}" in infra/alerts, then npm run alerts`;
}

const RULES = join(__dirname, '../../infra/alerts/tidemark.rules.yml');

/** Returns the command `npm run objectives`. */
function objectivesCommand(): Command {
  return new Command('objectives')
    .description('Derive latency objectives from a load test, and compare the alert rules with them.')
    .argument('<report>', 'file with the output of npm run load-test -- --json')
    .action((file: string) => {
      const report = JSON.parse(readFileSync(file, 'utf8')) as LoadReport;
      const objectives = latencyObjectives(report, readFileSync(RULES, 'utf8'));
      for (const objective of objectives) print(describeObjective(objective));
      if (!objectives.every(isInRules)) process.exitCode = 1;
    });
}

if (require.main === module) objectivesCommand().parse();
