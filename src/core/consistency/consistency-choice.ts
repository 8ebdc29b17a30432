import { CONSISTENCY_LEVELS, type ConsistencyLevel, type OnUnmet } from './consistency';
import { parseInstant } from '../time/instant';
import { objectAt, rejectUnknownFields, stringAt, wholeNumberAt } from '../json/json-fields';
import { WATERMARK_VALID_MS } from './row-watermark';
import { invalidArgument } from '../../errors';

/** Consistency parameters of a request, each value with the name of its source. */
export interface ConsistencyChoice {
  readonly level?: ProvidedValue<ConsistencyLevel>;
  /** Encoded token, or several separated by commas. */
  readonly token?: ProvidedValue<string>;
  readonly maxStalenessMs?: ProvidedValue<number>;
  readonly asOfMs?: ProvidedValue<number>;
  readonly onUnmet?: ProvidedValue<OnUnmet>;
  readonly returnToken?: ProvidedValue<boolean>;
}

export interface ProvidedValue<T> {
  readonly value: T;
  /** Name of the source for errors, such as `tidemark-consistency` or `consistency.asOf`. */
  readonly field: string;
}

/**
 * Parses a level and its parameters on one line, as in the header `tidemark-consistency` and on the command line:
 * `bounded; max-staleness-ms=5000; on-unmet=stale`.
 */
export function parseChoiceText(text: string, field: string): ConsistencyChoice {
  const [level = '', ...parameters] = text.split(';').map((part) => part.trim());
  const values = new Map<string, string>();
  for (const parameter of parameters) {
    const [, name = '', value = ''] = /^([a-z-]+)\s*=\s*"?([^"]*)"?$/i.exec(parameter) ?? [];
    if (!PARAMETERS.includes(name.toLowerCase())) {
      throw invalidArgument(field, `unknown parameter "${parameter}": must be ${PARAMETERS.join('=…, ')}=…`);
    }
    if (values.has(name.toLowerCase())) throw invalidArgument(field, `${name} must be provided once only`);
    values.set(name.toLowerCase(), value);
  }
  const provided = <T>(name: string, parse: (value: string) => T): ProvidedValue<T> | undefined => {
    const value = values.get(name);
    return value === undefined ? undefined : { value: parse(value), field };
  };
  return present({
    level: { value: levelOf(level, field), field },
    maxStalenessMs: provided('max-staleness-ms', (value) => stalenessOf(numberOf(value), field)),
    asOfMs: provided('as-of', (value) => parseInstant(/^\d+$/.test(value) ? Number(value) : value, field)),
    onUnmet: provided('on-unmet', (value) => onUnmetOf(value, field)),
    returnToken: provided('return-token', (value) => returnTokenOf(BOOLEANS.get(value), field)),
  });
}

const PARAMETERS = ['max-staleness-ms', 'as-of', 'on-unmet', 'return-token'];
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Parses the field `consistency` of a body: `{"level", "token", "maxStalenessMs", "asOf", "onUnmet", "returnToken"}`,
 * all optional.
 */
export function parseChoiceBody(value: unknown): ConsistencyChoice {
  const body = objectAt(value, 'consistency');
  rejectUnknownFields(body, FIELDS, 'consistency.');
  const provided = <T>(
    name: string,
    parse: (value: unknown, field: string) => T,
  ): ProvidedValue<T> | undefined => {
    const field = `consistency.${name}`;
    return body[name] === undefined ? undefined : { value: parse(body[name], field), field };
  };
  return present({
    level: provided('level', (level, field) => levelOf(stringAt(level, field), field)),
    token: provided('token', stringAt),
    maxStalenessMs: provided('maxStalenessMs', stalenessOf),
    asOfMs: provided('asOf', parseInstant),
    onUnmet: provided('onUnmet', (onUnmet, field) => onUnmetOf(stringAt(onUnmet, field), field)),
    returnToken: provided('returnToken', returnTokenOf),
  });
}

const FIELDS = ['level', 'token', 'maxStalenessMs', 'asOf', 'onUnmet', 'returnToken'];

/** Merges the choices of headers and body. Throws `invalid_argument` if they contradict each other. */
export function mergeChoices(header: ConsistencyChoice, body: ConsistencyChoice): ConsistencyChoice {
  for (const name of Object.keys(body) as (keyof ConsistencyChoice)[]) {
    const [inHeader, inBody] = [header[name], body[name]];
    if (inHeader === undefined || inBody === undefined || inHeader.value === inBody.value) continue;
    throw invalidArgument(inBody.field, `differs from the header ${inHeader.field}`);
  }
  return { ...header, ...body };
}

function levelOf(value: string, field: string): ConsistencyLevel {
  const level = CONSISTENCY_LEVELS.find((each) => each === value);
  if (level !== undefined) return level;
  throw invalidArgument(
    field,
    `must be one of ${CONSISTENCY_LEVELS.join(', ')}, not "${value.slice(0, 64)}"`,
  );
}

function onUnmetOf(value: string, field: string): OnUnmet {
  if (value === 'error' || value === 'stale') return value;
  throw invalidArgument(field, 'on-unmet must be error or stale');
}

function returnTokenOf(value: unknown, field: string): boolean {
  if (typeof value === 'boolean') return value;
  throw invalidArgument(field, 'return-token must be true or false');
}

/** Parses a maximum staleness. The maximum is the validity of watermarks: older writes count as fully replicated. */
function stalenessOf(value: unknown, field: string): number {
  return wholeNumberAt(value, field, { min: 1, max: WATERMARK_VALID_MS });
}

function numberOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : NaN;
}

/** Returns the choice without undefined members. */
function present(choice: {
  readonly [Name in keyof ConsistencyChoice]: ConsistencyChoice[Name] | undefined;
}): ConsistencyChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, provided]) => provided !== undefined));
}
