/** The `(tidemark.v1.data_type)` option of one message: read, checked, frozen into a DataType. */
import protobuf from 'protobufjs';
import {
  VALUE_BYTES_DEFAULT,
  VALUE_BYTES_LIMIT,
  type ActionDeclaration,
  type DataType,
  type Retention,
} from '../core/schema';
import { TidemarkError } from '../errors';
import { declaredJsonNameOf, fullNameOf, jsonNameOf, type MessageShape } from './message-shape';
import { messageFromJson, messageToJson } from './proto-json';

const OPTION = 'tidemark.v1.data_type';

/** A family or table name of Bigtable; those with a leading underscore are Tidemark's own. */
const FAMILY = /^[A-Za-z0-9.-][A-Za-z0-9_.-]{0,63}$/;
const CORPUS = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$/;
const ACTION = /^[a-z][a-z0-9_]{0,63}$/;
const ACTION_CODE_MAX = 255;

/** `DataTypeOptions` in JSON, absent fields left out. */
interface DeclaredOptions {
  readonly family?: string;
  readonly corpus?: string;
  readonly owner?: string;
  readonly provenance?: string;
  readonly retention?: { readonly maxAgeSeconds?: string; readonly versionsMax?: number };
  readonly consentPurpose?: string;
  readonly valueBytesMax?: number;
  readonly readers?: readonly string[];
  readonly writers?: readonly string[];
  readonly actions?: readonly DeclaredAction[];
}

interface DeclaredAction {
  readonly name?: string;
  readonly code?: number;
  readonly dedupDimensions?: readonly string[];
  readonly dedupWindowSeconds?: number;
}

/** Adds one problem: the option at fault, written as in the proto file, and what is wrong with it. */
type Report = (option: string, problem: string) => void;

/**
 * The DataType that the message declares, undefined when it declares none. Every problem found is reported as a
 * sentence that names the message and the option.
 */
export function readDeclaration(
  type: protobuf.Type,
  optionsShape: MessageShape,
  problems: string[],
): DataType | undefined {
  const raw = rawOption(type);
  if (raw === undefined) return undefined;
  const message = fullNameOf(type);
  const report: Report = (option, problem) => {
    problems.push(`${message}, option (${OPTION}).${option}: ${problem}`);
  };
  const options = strictOptions(raw, optionsShape, report);
  if (options === undefined) return undefined;
  checkNames(options, report);
  checkFields(type, problems);
  return freezeDeep({
    family: options.family ?? '',
    corpus: options.corpus ?? '',
    message,
    owner: options.owner ?? '',
    provenance: options.provenance ?? '',
    consentPurpose: options.consentPurpose ?? '',
    retention: readRetention(options, report),
    valueBytesMax: readValueBytesMax(options, report),
    readers: options.readers ?? [],
    writers: options.writers ?? [],
    ...(options.actions !== undefined && { actions: readActions(type, options, report) }),
  });
}

/** As parsed from a proto file, or as kept in the generated descriptors. */
function rawOption(type: protobuf.Type): unknown {
  const parsed = (type.parsedOptions ?? []) as readonly Record<string, unknown>[];
  for (const options of [...parsed, (type.options ?? {}) as Record<string, unknown>]) {
    for (const [name, value] of Object.entries(options)) if (isOurs(name, type)) return value;
  }
  return undefined;
}

/** Option names are relative to the package of the file, from the innermost scope outwards. */
function isOurs(name: string, type: protobuf.Type): boolean {
  const written = /^\((\.?)([\w.]+)\)$/.exec(name);
  if (written === null) return false;
  if (written[1] === '.') return written[2] === OPTION;
  const scopes = fullNameOf(type).split('.');
  return scopes.some((_, depth) => [...scopes.slice(0, depth), written[2]].join('.') === OPTION);
}

/** The option as a message of its type: misspelt fields and wrong types are problems, not ignored. */
function strictOptions(raw: unknown, shape: MessageShape, report: Report): DeclaredOptions | undefined {
  try {
    const values = messageFromJson(shape, repeatedAsLists(raw, shape), OPTION);
    return messageToJson(shape, values) as DeclaredOptions;
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    const option = (error.field ?? '').replace(`${OPTION}.`, '');
    report(option, error.message);
    return undefined;
  }
}

/** Text format writes a repeated field once per element, and the parser makes a list of two or more only. */
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

function checkNames(options: DeclaredOptions, report: Report): void {
  const missing = 'missing; every DataType declares it';
  if (options.family === undefined) report('family', missing);
  else if (!FAMILY.test(options.family)) {
    report(
      'family',
      `"${options.family}" is not 1 to 64 letters, digits, "_", "-" or ".", or starts with an underscore`,
    );
  }
  if (options.corpus === undefined) report('corpus', missing);
  else if (!CORPUS.test(options.corpus)) {
    report(
      'corpus',
      `"${options.corpus}" is not 1 to 50 letters, digits, "_", "-" or "." that start with a letter or digit`,
    );
  }
  if (options.owner === undefined) report('owner', missing);
  if (options.provenance === undefined) report('provenance', missing);
  if (options.consentPurpose === undefined) report('consent_purpose', missing);
  for (const list of ['readers', 'writers'] as const) {
    if (new Set(options[list]).size !== (options[list]?.length ?? 0)) report(list, 'names one twice');
    if (options[list]?.includes('') === true) report(list, 'holds an empty name');
  }
}

function readRetention({ retention, actions }: DeclaredOptions, report: Report): Retention {
  if (retention === undefined) {
    report('retention', 'missing; write `retention: {}` to keep cells until they are erased');
    return {};
  }
  const maxAgeMs = Number(retention.maxAgeSeconds ?? 0) * 1000;
  const versionsMax = retention.versionsMax ?? 0;
  if (!Number.isSafeInteger(maxAgeMs)) report('retention.max_age_seconds', 'too large');
  if (versionsMax > 2 ** 31 - 1) report('retention.versions_max', 'too large');
  if (versionsMax > 0 && actions !== undefined) {
    report('retention.versions_max', 'events keep all versions: counts depend on the earliest of them');
  }
  return { ...(maxAgeMs > 0 && { maxAgeMs }), ...(versionsMax > 0 && { versionsMax }) };
}

function readValueBytesMax({ valueBytesMax = VALUE_BYTES_DEFAULT }: DeclaredOptions, report: Report): number {
  if (valueBytesMax > VALUE_BYTES_LIMIT) {
    report('value_bytes_max', `${valueBytesMax} is over Bigtable's ${VALUE_BYTES_LIMIT} bytes for a cell`);
  }
  return valueBytesMax;
}

/** Fields whose content could not be checked at the API. */
function checkFields(type: protobuf.Type, problems: string[], seen = new Set<protobuf.Type>()): void {
  if (seen.has(type)) return;
  seen.add(type);
  const jsonNames = new Map<string, string>();
  for (const field of type.fieldsArray) {
    const name = fullNameOf(field);
    const sameJsonName = jsonNames.get(declaredJsonNameOf(field));
    if (sameJsonName !== undefined) problems.push(`${name}: has the same JSON name as ${sameJsonName}`);
    jsonNames.set(declaredJsonNameOf(field), field.name);
    if (field.required) problems.push(`${name}: required fields are not supported; use proto3`);
    if ((field as protobuf.Field & { readonly delimited: boolean }).delimited) {
      problems.push(`${name}: groups are not supported; use a message`);
    }
    const inside = field.resolve().resolvedType;
    if (!(inside instanceof protobuf.Type)) continue;
    if (fullNameOf(inside) === 'google.protobuf.Any') {
      problems.push(`${name}: google.protobuf.Any is not supported, since nothing declares what is in it`);
    } else checkFields(inside, problems, seen);
  }
}

function readActions(type: protobuf.Type, options: DeclaredOptions, report: Report): ActionDeclaration[] {
  const actions = options.actions ?? [];
  const maxAgeSeconds = Number(options.retention?.maxAgeSeconds ?? 0);
  actions.forEach((action, index) => {
    const reportOfAction: Report = (option, problem) => report(`actions[${index}].${option}`, problem);
    const earlier = actions.slice(0, index);
    checkAction(action, earlier, reportOfAction);
    checkDimensions(type, action, reportOfAction);
    const window = action.dedupWindowSeconds ?? 0;
    if (maxAgeSeconds > 0 && window > maxAgeSeconds) {
      reportOfAction('dedup_window_seconds', `${window} is longer than the retention of ${maxAgeSeconds}`);
    }
  });
  return actions.map(({ name = '', code = 0, dedupDimensions = [], dedupWindowSeconds = 0 }) => ({
    name,
    code,
    dedup: { dimensions: dedupDimensions.map(jsonNameOf), windowSeconds: dedupWindowSeconds },
  }));
}

function checkAction(action: DeclaredAction, earlier: readonly DeclaredAction[], report: Report): void {
  const { name = '', code = 0 } = action;
  if (!ACTION.test(name)) report('name', `"${name}" is not lower_snake_case of at most 64 characters`);
  if (earlier.some((each) => each.name === name)) report('name', `"${name}" is declared twice`);
  if (code < 1 || code > ACTION_CODE_MAX) report('code', `${code} is not between 1 and ${ACTION_CODE_MAX}`);
  const sameCode = earlier.find((each) => each.code === code);
  if (sameCode !== undefined) report('code', `${code} is the code of "${sameCode.name}" already`);
}

function checkDimensions(type: protobuf.Type, action: DeclaredAction, report: Report): void {
  const dimensions = action.dedupDimensions ?? [];
  dimensions.forEach((dimension, index) => {
    const option = `dedup_dimensions[${index}]`;
    const field = type.fieldsArray.find((each) => each.name === dimension);
    if (field === undefined) report(option, `"${dimension}" is not a field of ${fullNameOf(type)}`);
    else if (field.type !== 'string' || field.repeated || field.map) {
      report(option, `"${dimension}" is not a single string`);
    }
    if (dimensions.indexOf(dimension) !== index) report(option, `"${dimension}" is named twice`);
  });
}

function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const each of Object.values(value)) freezeDeep<unknown>(each);
  return Object.freeze(value);
}
