import type { FuzzedProcess } from '../fuzzed-process';
import type { Round } from '../harness';

/** Message other than level info that a healthy process may log. */
const LOST_LINES = 'log lines were lost: the output was full or blocked';
/** Alarm raised by the old events that the fuzz sends. */
const LATE_EVENTS = 'late_events';
/** Every token begins with `{"`. */
const TOKEN = /eyJ[\w-]{20,}/;

/** Reports forbidden output of a process since the last call: errors, warnings of node, tokens. */
export function checkLog(name: string, process: FuzzedProcess, round: Round): void {
  const errors = process.takeErrors();
  if (errors !== '') round.find(`${name}: standard error`, errors.slice(0, 2_000));
  for (const line of process.takeLines()) checkLine(name, line, round);
}

function checkLine(name: string, line: string, round: Round): void {
  const { level, msg, code, kind, err } = parsed(line);
  const what = `${String(msg)} ${codeOf(code) ?? codeOf(err?.code) ?? ''}`.trim();
  if (kind === LATE_EVENTS) round.count(`${name}: alarm of late events`);
  // On a busy machine, background work misses its deadlines.
  else if (level === 'warn' || err?.code === 'deadline_exceeded') round.count(`${name}: logged ${what}`);
  else if (level === 'error' || level === 'fatal')
    round.find(`${name}: logged ${what}`, line.slice(0, SHOWN_MAX));
  if (msg === LOST_LINES) round.find(`${name}: lost log lines`, line);
  if (TOKEN.test(line)) round.find(`${name}: logged a token`, line.slice(0, SHOWN_MAX));
}

const SHOWN_MAX = 3_000;

interface LogLine {
  readonly level?: unknown;
  readonly msg?: unknown;
  readonly code?: unknown;
  readonly kind?: unknown;
  readonly err?: { readonly code?: unknown };
}

const codeOf = (code: unknown): string | undefined => (typeof code === 'string' ? code : undefined);

function parsed(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { level: 'error', msg: `a line that is not JSON: ${line.slice(0, 200)}` };
  }
}
