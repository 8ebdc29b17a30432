import { describeFailure, TidemarkError } from '../../../src/errors';
import type { Round } from '../harness';

/** A message is for a person at a terminal. */
const MESSAGE_MAX = 15_000;
const LINES_MAX = 20;
/** Line feeds may part the problems of a schema; other control characters would change what a terminal shows. */
const CONTROL = /(?![\t\n])\p{Cc}/u;
const STACK = /\n\s+at .*:\d+:\d+/;

export interface Refusable {
  /** What is parsed, for the name of a finding. */
  readonly name: string;
  /** Texts that no message may quote. */
  readonly secrets?: readonly string[];
  /** Names that the error's field may begin with; absent: any. */
  readonly fields?: readonly string[];
  readonly input: string;
}

/** Runs a parser: it returns, or throws an error that a person can act on. */
export async function checkRefusal(round: Round, refusable: Refusable, run: () => unknown): Promise<void> {
  const { name, input } = refusable;
  round.cases += 1;
  try {
    await run();
    round.count(`${name}: accepted`);
  } catch (error) {
    round.count(`${name}: refused`);
    const problem = problemOf(error, refusable);
    if (problem !== undefined) round.find(`${name}: ${kindOf(problem)}`, problem, input);
  }
}

/** Without what differs from case to case. */
function kindOf(problem: string): string {
  return problem.slice(0, 70).replace(/["'`].*|\d+/g, '');
}

function problemOf(error: unknown, { fields, secrets = [] }: Refusable): string | undefined {
  const text = describeFailure(error);
  if (!(error instanceof TidemarkError)) return `another error than a refusal: ${text}`;
  if (error.code === 'internal') return `an internal error: ${text}`;
  const { field = '' } = error;
  if (fields !== undefined && !fields.some((each) => field.startsWith(each)))
    return `names the field "${field}"`;
  return problemOfText(text, secrets);
}

/** What a printed message must not have; undefined for a good one. */
export function problemOfText(text: string, secrets: readonly string[] = []): string | undefined {
  if (STACK.test(text)) return `a stack: ${text}`;
  if (text.length > MESSAGE_MAX) return `a message of ${text.length} characters: ${text.slice(0, 200)}`;
  if (text.split('\n').length > LINES_MAX) return `a message of many lines: ${text.slice(0, 500)}`;
  // Commander repeats the words that the person has typed.
  if (CONTROL.test(text) && !text.startsWith('error: '))
    return `control characters: ${JSON.stringify(text.slice(0, 500))}`;
  if (secrets.some((secret) => text.includes(secret))) return `shows a secret: ${text}`;
  return undefined;
}
