/** Emphasis of text on a terminal. */
export interface TerminalStyle {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly bad: (text: string) => string;
}

const ansi =
  (start: number, end: number) =>
  (text: string): string =>
    `\x1b[${start}m${text}\x1b[${end}m`;

const COLOURED: TerminalStyle = {
  bold: ansi(1, 22),
  dim: ansi(2, 22),
  good: ansi(32, 39),
  warning: ansi(33, 39),
  bad: ansi(31, 39),
};

const plain = (text: string): string => text;
const PLAIN: TerminalStyle = { bold: plain, dim: plain, good: plain, warning: plain, bad: plain };

/**
 * Returns a style with colours on terminals, and a plain one for files and pipes. FORCE_COLOR decides for both (0: no
 * colours); otherwise NO_COLOR (https://no-color.org) and TERM=dumb mean a plain one.
 */
export function terminalStyleFor(isTerminal: boolean, env: NodeJS.ProcessEnv): TerminalStyle {
  return usesColours(isTerminal, env) ? COLOURED : PLAIN;
}

function usesColours(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced.toLowerCase() !== 'false';
  return isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}

/** Returns the style for what a command prints on an output of its process. */
export function commandStyle({ isTTY }: { readonly isTTY?: boolean }): TerminalStyle {
  return terminalStyleFor(isTTY === true, process.env);
}

/** Handles `--no-color`, which any command takes at any place: returns the other arguments. */
export function withoutColourOption(args: readonly string[], env = process.env): string[] {
  const end = args.indexOf('--');
  const isOption = (arg: string, index: number): boolean => arg === '--no-color' && (end < 0 || index < end);
  if (!args.some(isOption)) return [...args];
  // For this project's output as well as for that of libraries.
  env['NO_COLOR'] = '1';
  delete env['FORCE_COLOR'];
  return args.filter((arg, index) => !isOption(arg, index));
}
