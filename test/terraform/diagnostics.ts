import { relative, resolve } from 'node:path';
import type { Ended } from './terraform';

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail?: string;
  readonly address?: string;
  readonly range?: { readonly filename: string; readonly start: { readonly line: number } };
}

/** Folder in which a command ran, and the root to which file names are relative. */
export interface DiagnosticLocation {
  readonly folder: string;
  readonly root: string;
}

/** Returns the errors that a command with `-json` printed, one line each, starting with file and line if known. */
export function errorsOf({ code, stdout, stderr }: Ended, place: DiagnosticLocation): string[] {
  const errors = diagnosticsIn(stdout).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return [...new Set(errors.map((error) => line(error, place)))];
  const text = stderr.trim() || stdout.trim();
  return code === 0 ? [] : [text === '' ? `ended with ${code}` : lastLines(text)];
}

/** `validate` prints one object; `plan`, `apply` and `test` one per line. */
function diagnosticsIn(stdout: string): Diagnostic[] {
  const whole = parse(stdout) as { diagnostics?: Diagnostic[] } | undefined;
  if (whole?.diagnostics) return whole.diagnostics;
  return stdout.split('\n').flatMap((text) => {
    const message = parse(text) as { type?: string; diagnostic?: Diagnostic } | undefined;
    return message?.type === 'diagnostic' && message.diagnostic ? [message.diagnostic] : [];
  });
}

function parse(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function line(
  { summary, detail = '', address, range }: Diagnostic,
  { folder, root }: DiagnosticLocation,
): string {
  const file = range ? `${relative(root, resolve(folder, range.filename))}:${range.start.line}: ` : '';
  const of = address !== undefined && address !== '' ? `${address}: ` : '';
  const more = detail === '' ? '' : `: ${detail.replace(/\s+/g, ' ').trim()}`;
  const whole = `${file}${of}${summary}${more}`;
  return whole.length > LINE_CHARACTERS_MAX ? `${whole.slice(0, LINE_CHARACTERS_MAX - 1)}…` : whole;
}

/** Some errors quote whole files. */
const LINE_CHARACTERS_MAX = 600;

const LINES_MAX = 20;

function lastLines(text: string): string {
  return text.split('\n').slice(-LINES_MAX).join('\n');
}
