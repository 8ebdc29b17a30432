import { countOf } from '../../core/shared/count-of';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import type { StepResult } from './step-result';
import type { TerminalStyle } from '../../platform/process/terminal-style';

/** Reports the steps of a tour while it runs. */
export interface TourReporter {
  chapter(title: string, description: string): void;
  step(result: StepResult): void;
  end(results: readonly StepResult[]): void;
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
    chapter(title, description) {
      print();
      print(style.bold(title));
      for (const line of wrapped(description, WIDTH)) print(style.dim(line));
    },
    step(result) {
      number++;
      const mark = result.ok ? style.good('ok') : style.bad('FAILED');
      print();
      print(`${String(number).padStart(2)}  ${style.bold(result.title)}  ${mark}`);
      for (const line of factsOf(result)) print(`    ${line}`);
      for (const line of wrapped(result.why, WIDTH - 4)) print(`    ${style.dim(line)}`);
    },
    end(results) {
      print();
      print(style.bold('Measurements'));
      print();
      print(textTable(COLUMNS, results.map(rowOf)));
      print();
      const failed = results.filter(({ ok }) => !ok).length;
      print(
        failed === 0
          ? style.good('Every answer kept its guarantee.')
          : style.bad(`${failed} of ${results.length} steps broke a guarantee.`),
      );
    },
  };
}

function factsOf(result: StepResult): string[] {
  const { clusters, evidence, error, ms } = result;
  const facts = [
    ...(clusters === undefined || clusters.length === 0 ? [] : [`by ${clusters.join(', ')}`]),
    ...(evidence === undefined ? [] : [`tier ${evidence.tier}`, countOf(evidence.lookups, 'lookup')]),
    ...(error === undefined ? [] : [error]),
    ...versionFacts(result),
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

function stalenessText(ms: number | undefined): string {
  return ms === undefined ? 'staleness unknown' : `at most ${Math.round(ms)} ms stale`;
}

const msText = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0));

const COLUMNS = ['', 'step', 'answered by', 'tier', 'lookups', 'version', 'ms', ''];

function rowOf(result: StepResult, index: number): string[] {
  const { title, clusters = [], evidence, version, newest, error, ms, ok } = result;
  return [
    String(index + 1),
    title,
    error ?? clusters.join(', '),
    evidence?.tier ?? '',
    evidence === undefined ? '' : String(evidence.lookups),
    version === undefined ? '' : result.kind === 'read' ? `${version} of ${newest}` : String(version),
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
