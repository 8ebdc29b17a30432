import type { FuzzedProcess } from '../fuzzed-process';
import type { Round } from '../harness';

/** What a log of a process that is well may have besides lines of level info. */
const LOST_LINES = 'log lines were lost: the output was full, or took no more';
/** Events of long ago, which the fuzz sends, raise this alarm. */
const LATE_EVENTS = 'late_events';
/** Any token begins with `{"`. */
const TOKEN = /eyJ[\w-]{20,}/;

/** Finds what a process has logged or printed since the last time and must not: errors, warnings of node, tokens. */
export function checkLog(name: string, process: FuzzedProcess, round: Round): void {
  const errors = process.takeErrors();
  if (errors !== '') round.find(`${name}: standard error`, errors.slice(0, 2_000));
  for (const line of process.takeLines()) {
    const { level, msg, code, kind } = parsed(line);
    if (kind === LATE_EVENTS) round.count(`${name}: alarm of late events`);
    else if (level === 'error' || level === 'fatal')
      round.find(`${name}: logged ${String(msg)} ${String(code)}`, line.slice(0, 3_000));
    if (level === 'warn')
      round.count(`${name}: warned ${String(msg)} ${typeof code === 'string' ? code : ''}`.trim());
    if (msg === LOST_LINES) round.find(`${name}: lost log lines`, line);
    if (TOKEN.test(line)) round.find(`${name}: logged a token`, line.slice(0, 3_000));
  }
}

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { level: 'error', msg: `a line that is not JSON: ${line.slice(0, 200)}` };
  }
}
