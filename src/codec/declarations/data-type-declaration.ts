/** Parses and checks the `(tidemark.v1.data_type)` option of one message, and returns a frozen DataType. */
import protobuf from 'protobufjs';
import {
  VALUE_BYTES_DEFAULT,
  VALUE_BYTES_LIMIT,
  type DataType,
  type LawfulBasis,
  type Retention,
} from '../../core/schema/schema';
import { isReservedTable } from '../../core/residency/placement-rules';
import { rawOption, reporterFor, strictOption, type ReportProblem } from './declared-options';
import { DimensionReader, rejectDimension } from './dimension-declaration';
import { isEventType, readEventType, type DeclaredEvents } from './event-declaration';
import { declaredJsonNameOf, fullNameOf, type MessageShape } from '../protobuf/message-shape';
import { CORPUS_NAME, FAMILY_NAME } from './bigtable-names';

const OPTION = 'tidemark.v1.data_type';

/** `DataTypeOptions` in JSON, without absent fields. */
interface DeclaredOptions extends DeclaredEvents {
  readonly family?: string;
  readonly corpus?: string;
  readonly owner?: string;
  readonly provenance?: string;
  readonly retention?: { readonly maxAgeSeconds?: string; readonly versionsMax?: number };
  readonly purpose?: string;
  readonly lawfulBasis?: string;
  readonly valueBytesMax?: number;
  readonly readers?: readonly string[];
  readonly writers?: readonly string[];
  readonly generations?: boolean;
}

/** Shapes of the option messages. */
export interface OptionShapes {
  readonly dataType: MessageShape;
  readonly dimension: MessageShape;
}

/**
 * Returns the DataType that the message declares, or undefined if it declares none. Every problem is reported as a
 * sentence that names the message and the option.
 */
export function readDeclaration(
  type: protobuf.Type,
  shapes: OptionShapes,
  problems: string[],
): DataType | undefined {
  const raw = rawOption(type, OPTION);
  if (raw === undefined) return undefined;
  const report = reporterFor(type, OPTION, problems);
  const options = strictOption(raw, shapes.dataType, report) as DeclaredOptions | undefined;
  if (options === undefined) return undefined;
  checkNames(options, report);
  checkFields(type, problems);
  const retention = readRetention(options, report);
  const dimensions = new DimensionReader(shapes.dimension, problems);
  const events = isEventType(options)
    ? { events: readEventType(type, options, { report, retention, dimensions }) }
    : rejectEveryDimension(type, problems);
  return freezeDeep({
    family: options.family ?? '',
    corpus: options.corpus ?? '',
    message: fullNameOf(type),
    owner: options.owner ?? '',
    provenance: options.provenance ?? '',
    purpose: options.purpose ?? '',
    lawfulBasis: readLawfulBasis(options, report),
    retention,
    valueBytesMax: readValueBytesMax(options, report),
    readers: options.readers ?? [],
    writers: options.writers ?? [],
    ...readGenerations(options, report),
    ...events,
  });
}

function rejectEveryDimension(type: protobuf.Type, problems: string[]): undefined {
  for (const field of type.fieldsArray) {
    rejectDimension(field, problems, 'the message declares no actions, so it is not an event');
  }
}

function checkNames(options: DeclaredOptions, report: ReportProblem): void {
  const missing = 'missing; every DataType declares it';
  if (options.family === undefined) report('family', missing);
  else if (!FAMILY_NAME.test(options.family)) {
    report(
      'family',
      `"${options.family}" is not 1 to 64 letters, digits, "_", "-" or ".", or starts with an underscore`,
    );
  }
  if (options.corpus === undefined) report('corpus', missing);
  else if (!CORPUS_NAME.test(options.corpus)) {
    report(
      'corpus',
      `"${options.corpus}" is not 1 to 50 letters, digits, "_", "-" or "." that start with a letter or digit`,
    );
  } else if (isReservedTable(options.corpus)) {
    report('corpus', `"${options.corpus}" is reserved for a table of Tidemark`);
  }
  if (options.owner === undefined) report('owner', missing);
  if (options.provenance === undefined) report('provenance', missing);
  if (options.purpose === undefined) report('purpose', missing);
  else if (!PURPOSE.test(options.purpose))
    report('purpose', `"${options.purpose}" is not 1 to 64 letters, digits, "_", "-" or "."`);
  for (const list of ['readers', 'writers'] as const) {
    if (new Set(options[list]).size !== (options[list]?.length ?? 0)) report(list, 'contains a duplicate');
    if (options[list]?.includes('') === true) report(list, 'contains an empty name');
  }
}

/** Purposes are names of columns, and lists of them are separated by commas. */
const PURPOSE = /^[A-Za-z0-9_.-]{1,64}$/;

const LAWFUL_BASES: Readonly<Record<string, LawfulBasis>> = {
  CONSENT: 'consent',
  CONTRACT: 'contract',
  LEGITIMATE_INTEREST: 'legitimate_interest',
  NOT_PERSONAL: 'not_personal',
};

function readLawfulBasis({ lawfulBasis }: DeclaredOptions, report: ReportProblem): LawfulBasis {
  const basis = LAWFUL_BASES[lawfulBasis ?? ''];
  if (basis === undefined)
    report('lawful_basis', `missing; use one of ${Object.keys(LAWFUL_BASES).join(', ')}`);
  return basis ?? 'not_personal';
}

function readRetention({ retention, ...options }: DeclaredOptions, report: ReportProblem): Retention {
  if (retention === undefined) {
    report('retention', 'missing; write `retention: {}` to keep cells until they are erased');
    return {};
  }
  const maxAgeMs = Number(retention.maxAgeSeconds ?? 0) * 1000;
  const versionsMax = retention.versionsMax ?? 0;
  if (!Number.isSafeInteger(maxAgeMs)) report('retention.max_age_seconds', 'too large');
  if (versionsMax > 2 ** 31 - 1) report('retention.versions_max', 'too large');
  if (versionsMax > 0 && isEventType(options)) {
    report('retention.versions_max', 'must be omitted for events: counts depend on the earliest version');
  }
  return {
    maxAgeMs: maxAgeMs > 0 ? maxAgeMs : undefined,
    versionsMax: versionsMax > 0 ? versionsMax : undefined,
  };
}

function readGenerations(options: DeclaredOptions, report: ReportProblem): Pick<DataType, 'generations'> {
  if (options.generations !== true) return {};
  if (isEventType(options))
    report('generations', 'must be omitted for events: they are stored once, and counted');
  return { generations: true };
}

function readValueBytesMax(
  { valueBytesMax = VALUE_BYTES_DEFAULT }: DeclaredOptions,
  report: ReportProblem,
): number {
  if (valueBytesMax > VALUE_BYTES_LIMIT) {
    report('value_bytes_max', `${valueBytesMax} is over Bigtable's ${VALUE_BYTES_LIMIT} bytes for a cell`);
  }
  return valueBytesMax;
}

/** Reports fields whose content the API could not check. */
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
      problems.push(`${name}: google.protobuf.Any is not supported, because its content is not declared`);
    } else checkFields(inside, problems, seen);
  }
}

function freezeDeep<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const each of Object.values(value)) freezeDeep<unknown>(each);
  return Object.freeze(value);
}
