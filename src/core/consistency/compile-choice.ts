import { EVENTUAL, type Consistency } from './consistency';
import type { TokenCodec } from '../tokens/token-codec';
import { mergeAllTokens, type WriteToken } from '../tokens/write-token';
import { invalidArgument, TidemarkError } from '../../errors';
import type { ConsistencyChoice, ProvidedValue } from './consistency-choice';

/** Token codec and consistency checks of the store. */
export interface ConsistencyRules {
  readonly tokens: TokenCodec;
  /** Throws an error that names a field of `consistency` if the parameters are incompatible or can never be proven. */
  check(consistency: Consistency): void;
}

/**
 * Returns the consistency of a read. Throws for invalid combinations of parameters, and for tokens that are not
 * trusted.
 */
export function compileChoice(choice: ConsistencyChoice, rules: ConsistencyRules): Consistency {
  const level = choice.level?.value ?? (choice.token === undefined ? 'eventual' : 'at-least-as-fresh');
  const { token, maxStalenessMs, asOfMs, onUnmet, returnToken } = choice;
  const parameters = [token, maxStalenessMs, asOfMs, onUnmet, returnToken];
  const hasParameters = parameters.some((given) => given !== undefined);
  if (level === 'eventual' && !hasParameters) return EVENTUAL;
  const consistency: Consistency = {
    level,
    token: token === undefined ? undefined : decodeTokens(token, rules.tokens),
    maxStalenessMs: maxStalenessMs?.value,
    asOfMs: asOfMs?.value,
    onUnmet: onUnmet?.value,
    returnToken: returnToken?.value,
  };
  try {
    rules.check(consistency);
  } catch (error) {
    throw error instanceof TidemarkError ? withProvidedField(error, choice) : error;
  }
  return consistency;
}

/** Returns the strictest level that the store supports: for reads that must miss nothing, such as exports. */
export function strictestConsistency(rules: Pick<ConsistencyRules, 'check'>): Consistency {
  const strict: Consistency = { level: 'strict' };
  try {
    rules.check(strict);
    return strict;
  } catch (error) {
    if (error instanceof TidemarkError && error.code === 'consistency_unsupported') return EVENTUAL;
    throw error;
  }
}

/**
 * Returns the error with the name of the field as the caller provided it: a header, an option, or a field of the body.
 */
function withProvidedField(
  { code, message, field = '' }: TidemarkError,
  choice: ConsistencyChoice,
): TidemarkError {
  const name = field.replace(/^consistency\.?/, '');
  const given = name in choice ? choice[name as keyof ConsistencyChoice] : undefined;
  return new TidemarkError(code, message, { field: given?.field ?? missingField(name, choice) });
}

/** Returns the name of a missing field: it belongs beside the level. */
function missingField(name: string, { level, token }: ConsistencyChoice): string {
  const beside = level?.field ?? token?.field ?? 'consistency';
  if (beside === 'consistency.level' && name !== '') return `consistency.${name}`;
  return name === 'token' ? beside.replace(/consistency$/, 'token') : beside;
}

const TOKENS_MAX = 64;

/**
 * Decodes one token, or several separated by commas, which are merged: those of several writes or of repeated headers.
 */
export function decodeTokens({ value, field }: ProvidedValue<string>, tokens: TokenCodec): WriteToken {
  const texts = value.split(',').map((each) => each.trim());
  if (texts.length === 1) return tokens.decode(value, field);
  if (texts.length > TOKENS_MAX) throw invalidArgument(field, `must have at most ${TOKENS_MAX} tokens`);
  // No limit of writes: summarizing them would require more than the tokens do.
  return mergeAllTokens(
    texts.map((text) => tokens.decode(text, field)),
    { writesMax: Infinity, nowMs: 0 },
  );
}
