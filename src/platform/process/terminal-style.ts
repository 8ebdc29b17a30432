/** Emphasis of text on a terminal. */
export interface TerminalStyle {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

const ansi =
  (start: number, end: number) =>
  (text: string): string =>
    `\x1b[${start}m${text}\x1b[${end}m`;

const COLOURED: TerminalStyle = {
  bold: ansi(1, 22),
  dim: ansi(2, 22),
  good: ansi(32, 39),
  bad: ansi(31, 39),
};

const plain = (text: string): string => text;
const PLAIN: TerminalStyle = { bold: plain, dim: plain, good: plain, bad: plain };

/**
 * Returns a style with colours on terminals, and a plain one for files and pipes, or with NO_COLOR
 * (https://no-color.org).
 */
export function terminalStyleFor(isTerminal: boolean, env: NodeJS.ProcessEnv): TerminalStyle {
  return isTerminal && (env['NO_COLOR'] ?? '') === '' ? COLOURED : PLAIN;
}
