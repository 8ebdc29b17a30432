import { describeFailure, TidemarkError } from '../../../src/errors';
import type { Round } from '../harness';

/** Maximum length of a message: a person reads it in a terminal. */
const MESSAGE_MAX = 15_000;
const LINES_MAX = 20;
/**
 * Control characters that would change the terminal. Line feeds are allowed, because they separate the problems of a
 * schema.
 */
const CONTROL = /(?![\t\n])\p{Cc}/u;
const STACK = /\n\s+at .*:\d+:\d+/;

export interface ParserCase {
  /** Name of the parsed input, for findings. */
  readonly name: string;
  /** Texts that no message may quote. */
  readonly secrets?: readonly string[];
  /** Prefixes that the error's field may have. Default: any. */
  readonly fields?: readonly string[];
  readonly input: string;
}

/** Runs a parser. It must return, or throw an error that a person can act on. */
export async function checkRejection(
  round: Round,
  parserCase: ParserCase,
  run: () => unknown,
): Promise<void> {
  const { name, input } = parserCase;
  round.cases += 1;
  try {
    await run();
    round.count(`${name}: accepted`);
  } catch (error) {
    round.count(`${name}: rejected`);
    const problem = problemOf(error, parserCase);
    if (problem !== undefined) round.find(`${name}: ${kindOf(problem)}`, problem, input);
  }
}

/** Returns the message without parts that differ between cases. */
function kindOf(problem: string): string {
  return problem.slice(0, 70).replace(/["'`].*|\d+/g, '');
}

function problemOf(error: unknown, { fields, secrets = [] }: ParserCase): string | undefined {
  const text = describeFailure(error);
  if (!(error instanceof TidemarkError)) return `an error other than a rejection: ${text}`;
  if (error.code === 'internal') return `an internal error: ${text}`;
  const { field = '' } = error;
  if (fields !== undefined && !fields.some((each) => field.startsWith(each)))
    return `names the field "${field}"`;
  return problemOfText(text, secrets);
}

/** Returns the problem of a printed message; undefined for a good one. */
export function problemOfText(text: string, secrets: readonly string[] = []): string | undefined {
  if (STACK.test(text)) return `a stack: ${text}`;
  if (text.length > MESSAGE_MAX) return `a message of ${text.length} characters: ${text.slice(0, 200)}`;
  if (text.split('\n').length > LINES_MAX) return `a message of many lines: ${text.slice(0, 500)}`;
  // Commander repeats the user's arguments.
  if (CONTROL.test(text) && !text.startsWith('error: '))
    return `control characters: ${JSON.stringify(text.slice(0, 500))}`;
  if (secrets.some((secret) => text.includes(secret))) return `shows a secret: ${text}`;
  return undefined;
}
