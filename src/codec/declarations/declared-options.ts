/** Strict reading of Tidemark's custom options of messages and fields. */
import type protobuf from 'protobufjs';
import { TidemarkError } from '../../errors';
import { fullNameOf, type MessageShape } from '../protobuf/message-shape';
import { messageFromJson, messageToJson } from '../protobuf/proto-json';

/** Reports one problem of an option, which is named as in the proto file. */
export type ReportProblem = (option: string, problem: string) => void;

/** Returns a reporter of problems of one option, as sentences that name the message or field. */
export function reporterFor(
  owner: protobuf.ReflectionObject,
  option: string,
  problems: string[],
): ReportProblem {
  return (path, problem) => {
    const at = path === '' ? '' : `.${path}`;
    problems.push(`${fullNameOf(owner)}, option (${option})${at}: ${problem}`);
  };
}

/** Returns the unparsed option with this full name, or undefined. */
export function rawOption(owner: protobuf.ReflectionObject, option: string): unknown {
  // Options parsed from a proto file, and those in the generated descriptors, are nested.
  const parsed = (owner.parsedOptions ?? []) as readonly Record<string, unknown>[];
  for (const options of [...parsed, (owner.options ?? {}) as Record<string, unknown>]) {
    for (const [name, value] of Object.entries(options)) if (isNamed(name, option, owner)) return value;
  }
  return undefined;
}

/**
 * Returns whether a written name means the option. Names are relative to the package of the file, from the innermost
 * scope outwards.
 */
function isNamed(name: string, option: string, owner: protobuf.ReflectionObject): boolean {
  const written = /^\((\.?)([\w.]+)\)$/.exec(name);
  if (written === null) return false;
  if (written[1] === '.') return written[2] === option;
  const scopes = fullNameOf(owner).split('.');
  return scopes.some((_, depth) => [...scopes.slice(0, depth), written[2]].join('.') === option);
}

/** Returns the option as a message of its type in JSON. Misspelt fields and wrong types are reported, not ignored. */
export function strictOption(raw: unknown, shape: MessageShape, report: ReportProblem): unknown {
  try {
    return messageToJson(shape, messageFromJson(shape, repeatedAsLists(raw, shape), ROOT));
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    report((error.field ?? '').replace(/^option\.?/, ''), error.message);
    return undefined;
  }
}

const ROOT = 'option';

/**
 * Converts repeated fields to lists. Text format repeats such a field once per element, and the parser creates a list
 * only for two or more.
 */
function repeatedAsLists(raw: unknown, shape: MessageShape): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const entries = Object.entries(raw).map(([name, value]: [string, unknown]) => {
    const field = shape.fieldsByName.get(name);
    if (field === undefined) return [name, value];
    const { value: inside, cardinality } = field;
    const convert = (each: unknown): unknown =>
      inside.kind === 'message' ? repeatedAsLists(each, inside.message) : each;
    if (cardinality !== 'many') return [name, convert(value)];
    return [name, (Array.isArray(value) ? value : [value]).map(convert)];
  });
  return Object.fromEntries(entries) as unknown;
}
