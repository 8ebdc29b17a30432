import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import type { StepResult } from './step-result';
import type { TerminalStyle } from './terminal-style';

/** Says what happens, as it happens. */
export interface TourReporter {
  chapter(title: string, about: string): void;
  step(finding: StepResult): void;
  end(findings: readonly StepResult[]): void;
}

export const SILENT_REPORTER: TourReporter = {
  chapter: () => undefined,
  step: () => undefined,
  end: () => undefined,
};

const WIDTH = 100;

export function createTourReporter(style: TerminalStyle): TourReporter {
  let number = 0;
  return {
    chapter(title, about) {
      print();
      print(style.bold(title));
      for (const line of wrapped(about, WIDTH)) print(style.dim(line));
    },
    step(finding) {
      number++;
      const mark = finding.ok ? style.good('ok') : style.bad('FAILED');
      print();
      print(`${String(number).padStart(2)}  ${style.bold(finding.did)}  ${mark}`);
      for (const line of factsOf(finding)) print(`    ${line}`);
      for (const line of wrapped(finding.why, WIDTH - 4)) print(`    ${style.dim(line)}`);
    },
    end(findings) {
      print();
      print(style.bold('What was measured'));
      print();
      print(textTable(COLUMNS, findings.map(rowOf)));
      print();
      const failed = findings.filter(({ ok }) => !ok).length;
      print(
        failed === 0
          ? style.good('Every answer held what it promised.')
          : style.bad(`${failed} of ${findings.length} steps did not come out as promised.`),
      );
    },
  };
}

function factsOf(finding: StepResult): string[] {
  const { clusters, evidence, error, ms } = finding;
  const facts = [
    ...(clusters === undefined || clusters.length === 0 ? [] : [`by ${clusters.join(', ')}`]),
    ...(evidence === undefined ? [] : [`tier ${evidence.tier}`, lookupsText(evidence.lookups)]),
    ...(error === undefined ? [] : [error]),
    ...versionFacts(finding),
    ...(evidence === undefined ? [] : [stalenessText(evidence.stalenessMs)]),
    `${msText(ms)} ms`,
  ];
  return wrapped(facts.join(' · '), WIDTH - 4);
}

function versionFacts({ kind, version, newest }: StepResult): string[] {
  if (version === undefined) return [];
  if (kind === 'write') return [`version ${version}`];
  return [version === newest ? `version ${version}, the newest` : `version ${version} of ${newest}`];
}

const lookupsText = (lookups: number): string => (lookups === 1 ? '1 lookup' : `${lookups} lookups`);

function stalenessText(ms: number | undefined): string {
  return ms === undefined ? 'staleness unknown' : `at most ${Math.round(ms)} ms stale`;
}

const msText = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));

const COLUMNS = ['', 'step', 'answered by', 'tier', 'lookups', 'version', 'ms', ''];

function rowOf(finding: StepResult, index: number): string[] {
  const { did, clusters = [], evidence, version, newest, error, ms, ok } = finding;
  return [
    String(index + 1),
    did,
    error ?? clusters.join(', '),
    evidence?.tier ?? '',
    evidence === undefined ? '' : String(evidence.lookups),
    version === undefined ? '' : finding.kind === 'read' ? `${version} of ${newest}` : String(version),
    msText(ms),
    ok ? 'ok' : 'FAILED',
  ];
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
