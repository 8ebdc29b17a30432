/**
 * The parts of the schema that stored data and gRPC clients depend on, and the changes that would make stored data
 * unreadable, change its meaning or break clients. The lock is the snapshot of the last release. Each change is compared with it.
 */
import { appendAll } from '../shared/lists';
import { compareEvents, type LockedEvents } from './schema-lock-events';
import { compareServices, type LockedServices } from './schema-lock-services';
import type { SchemaFindings } from './schema-findings';
import type { SchemaComparison } from './schema-findings';

export interface SchemaSnapshot {
  readonly version: 1;
  /** DataTypes by `corpus/family`. */
  readonly dataTypes: Readonly<Record<string, LockedDataType>>;
  /** gRPC services. Absent in locks written before they were locked. */
  readonly services?: LockedServices | undefined;
  /** Every message that a DataType or a method of a service contains, directly or nested, by full name. */
  readonly messages: Readonly<Record<string, LockedMessage>>;
  readonly enums: Readonly<Record<string, LockedEnum>>;
}

export interface LockedDataType {
  readonly message: string;
  /** Absent in locks written before it was locked, like `lawfulBasis`. */
  readonly purpose?: string | undefined;
  readonly lawfulBasis?: string | undefined;
  /** Present if columns begin with the number of a generation. */
  readonly generations?: true | undefined;
  /** Absent on DataTypes of objects. */
  readonly events?: LockedEvents | undefined;
  /** Actions, in locks written when nothing else of event types was locked. */
  readonly actions?: LockedEvents['actions'];
}

/** Range of numbers, first and last inclusive. */
export type NumberRange = readonly [number, number];

export interface LockedMessage {
  /** Fields by number. */
  readonly fields: Readonly<Record<string, LockedField>>;
  readonly reserved: readonly NumberRange[];
}

export interface LockedField {
  readonly name: string;
  /** Type of the field, such as `int64`, `repeated tidemark.v1.Profile.Interest` or `map<string, bytes>`. */
  readonly type: string;
  readonly oneof?: string | undefined;
}

export interface LockedEnum {
  /** Names of the values by number. Aliases are joined with `|`. */
  readonly values: Readonly<Record<string, string>>;
  readonly reserved: readonly NumberRange[];
}

/** Compares `current` with the `locked` snapshot. */
export function compareSchemas(locked: SchemaSnapshot, current: SchemaSnapshot): SchemaComparison {
  const findings: SchemaFindings = { incompatible: [], additions: [] };
  compareDataTypes(locked, current, findings);
  compareServices(locked.services ?? {}, current.services ?? {}, findings);
  for (const [name, message] of Object.entries(locked.messages)) {
    const now = current.messages[name];
    // A removed message is reported at the DataType, method or field that contained it.
    if (now !== undefined) compareMessage(name, message, now, findings);
  }
  for (const [name, locked_] of Object.entries(locked.enums)) {
    const now = current.enums[name];
    if (now !== undefined) compareEnum(name, locked_, now, findings);
  }
  for (const kind of ['messages', 'enums'] as const) {
    const added = Object.keys(current[kind]).filter((name) => locked[kind][name] === undefined);
    appendAll(
      findings.additions,
      added.map((name) => `${kind === 'messages' ? 'message' : 'enum'} ${name}`),
    );
  }
  return findings;
}

function compareDataTypes(locked: SchemaSnapshot, current: SchemaSnapshot, findings: SchemaFindings): void {
  for (const [name, dataType] of Object.entries(locked.dataTypes)) {
    const now = current.dataTypes[name];
    if (now === undefined) findings.incompatible.push(describeRemoval(name, dataType, locked, current));
    else compareDataType(name, dataType, now, findings);
  }
  const added = Object.keys(current.dataTypes).filter((name) => locked.dataTypes[name] === undefined);
  appendAll(
    findings.additions,
    added.map((name) => `DataType ${name}`),
  );
}

/** Describes a missing DataType: its family was renamed, it moved to another corpus, or it was removed. */
function describeRemoval(
  name: string,
  { message }: LockedDataType,
  locked: SchemaSnapshot,
  current: SchemaSnapshot,
): string {
  const moved = Object.entries(current.dataTypes).find(
    ([other, each]) => each.message === message && locked.dataTypes[other] === undefined,
  );
  if (moved === undefined)
    return `DataType ${name} is removed, but its cells are stored: keep its declaration`;
  const [corpus, newCorpus] = [name, moved[0]].map((each) => each.split('/')[0]);
  return corpus === newCorpus
    ? `DataType ${name}: its family is renamed to ${moved[0]}, which has no stored cells: add a DataType instead`
    : `DataType ${name}: its corpus changed to ${newCorpus}, which has no stored cells: add a DataType instead`;
}

function compareDataType(
  name: string,
  locked: LockedDataType,
  now: LockedDataType,
  findings: SchemaFindings,
): void {
  const subject = `DataType ${name}`;
  if (locked.message !== now.message) {
    findings.incompatible.push(
      `${subject}: stored cells are ${locked.message}, and would be read as ${now.message}`,
    );
  }
  comparePurpose(subject, locked, now, findings);
  if ((locked.generations ?? false) !== (now.generations ?? false)) {
    const change = now.generations === undefined ? 'off' : 'on';
    findings.incompatible.push(
      `${subject}: generations are turned ${change}, but stored columns have the other form: add a DataType instead`,
    );
  }
  if (now.events !== undefined && locked.actions !== undefined) {
    compareEvents(subject, { ...now.events, actions: locked.actions }, now.events, findings);
    findings.additions.push(`${subject}: user, dimensions and levels`);
  } else if (now.events !== undefined && locked.events !== undefined) {
    compareEvents(subject, locked.events, now.events, findings);
  } else if (now.events !== locked.events) {
    findings.incompatible.push(
      `${subject}: events and objects are stored differently: add a DataType instead`,
    );
  }
}

/** Users have agreed to the purpose under which their data was stored. */
function comparePurpose(
  subject: string,
  locked: LockedDataType,
  now: LockedDataType,
  { incompatible, additions }: SchemaFindings,
): void {
  const advice = 'stored data was collected for the former one: add a DataType instead';
  for (const [name, before, after] of [
    ['purpose', locked.purpose, now.purpose],
    ['lawful basis', locked.lawfulBasis, now.lawfulBasis],
  ] as const) {
    if (before === undefined) additions.push(`${subject}: ${name}`);
    else if (before !== after)
      incompatible.push(`${subject}: its ${name} changed from ${before} to ${after}, but ${advice}`);
  }
}

function compareMessage(
  name: string,
  locked: LockedMessage,
  now: LockedMessage,
  findings: SchemaFindings,
): void {
  for (const [number, field] of Object.entries(locked.fields)) {
    const actual = now.fields[number];
    const subject = `${name}: field number ${number}`;
    if (actual !== undefined) compareField(subject, field, actual, findings);
    else if (!contains(now.reserved, Number(number))) {
      findings.incompatible.push(`${subject} (${field.name}) is removed without \`reserved ${number};\``);
    }
  }
  for (const [number, { name: field }] of Object.entries(now.fields)) {
    if (locked.fields[number] !== undefined) continue;
    if (contains(locked.reserved, Number(number))) {
      findings.incompatible.push(`${name}: field number ${number} (${field}) is reserved: use a new number`);
    } else findings.additions.push(`${name}: field ${field} = ${number}`);
  }
  compareReserved(name, locked.reserved, { reserved: now.reserved, used: now.fields }, findings);
}

function compareField(
  subject: string,
  locked: LockedField,
  now: LockedField,
  findings: SchemaFindings,
): void {
  const { incompatible } = findings;
  if (locked.name !== now.name) {
    incompatible.push(`${subject} is reused: it was ${locked.name} and is now ${now.name}; use a new number`);
  }
  if (locked.type !== now.type) {
    incompatible.push(`${subject} (${locked.name}): its type changed from ${locked.type} to ${now.type}`);
  }
  if (locked.oneof !== now.oneof) {
    const [from, to] = [locked.oneof, now.oneof].map((oneof) =>
      oneof === undefined ? 'no oneof' : `oneof ${oneof}`,
    );
    incompatible.push(`${subject} (${locked.name}): it moved from ${from} to ${to}`);
  }
}

function compareEnum(name: string, locked: LockedEnum, now: LockedEnum, findings: SchemaFindings): void {
  for (const [number, value] of Object.entries(locked.values)) {
    const actual = now.values[number];
    if (actual === undefined && !contains(now.reserved, Number(number))) {
      findings.incompatible.push(
        `${name}: value ${number} (${value}) is removed without \`reserved ${number};\``,
      );
    } else if (actual !== undefined && actual !== value) {
      findings.incompatible.push(`${name}: value ${number} is reused: it was ${value} and is now ${actual}`);
    }
  }
  for (const [number, value] of Object.entries(now.values)) {
    if (locked.values[number] !== undefined) continue;
    if (contains(locked.reserved, Number(number))) {
      findings.incompatible.push(`${name}: value ${number} (${value}) is reserved: use a new number`);
    } else findings.additions.push(`${name}: value ${value} = ${number}`);
  }
  compareReserved(name, locked.reserved, { reserved: now.reserved, used: now.values }, findings);
}

interface Numbers {
  readonly reserved: readonly NumberRange[];
  readonly used: Readonly<Record<string, unknown>>;
}

/**
 * Reports removed reservations. A reservation is the only record of a removed number once the number has left the lock.
 */
function compareReserved(
  name: string,
  locked: readonly NumberRange[],
  now: Numbers,
  findings: SchemaFindings,
): void {
  for (const [first, last] of locked) {
    const used = Object.keys(now.used).some((number) => Number(number) >= first && Number(number) <= last);
    if (!used && !coveredBy([first, last], now.reserved)) {
      findings.incompatible.push(`${name}: \`reserved ${range([first, last])};\` is removed`);
    }
  }
  for (const each of now.reserved) {
    if (!coveredBy(each, locked)) findings.additions.push(`${name}: reserved ${range(each)}`);
  }
}

function contains(ranges: readonly NumberRange[], number: number): boolean {
  return ranges.some(([first, last]) => number >= first && number <= last);
}

/** Returns whether the ranges together contain every number of `[first, last]`. */
function coveredBy([first, last]: NumberRange, ranges: readonly NumberRange[]): boolean {
  let next = first;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) break;
    next = Math.max(next, to + 1);
  }
  return next > last;
}

function range([first, last]: NumberRange): string {
  return first === last ? String(first) : `${first} to ${last}`;
}
