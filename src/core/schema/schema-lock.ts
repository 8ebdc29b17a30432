/**
 * What stored data depends on, and which changes of it would make stored data unreadable or mean something else.
 * The lock is the snapshot that was last released; a change is judged against it.
 */
import { appendAll } from '../shared/lists';
import { compareEvents, type LockedEvents } from './schema-lock-events';

export interface SchemaSnapshot {
  readonly version: 1;
  /** By `corpus/family`. */
  readonly dataTypes: Readonly<Record<string, LockedDataType>>;
  /** Every message that a DataType holds, directly or nested, by full name. */
  readonly messages: Readonly<Record<string, LockedMessage>>;
  readonly enums: Readonly<Record<string, LockedEnum>>;
}

export interface LockedDataType {
  readonly message: string;
  /** Absent on DataTypes that hold objects. */
  readonly events?: LockedEvents;
  /** In locks that were written when event types had nothing else to lock. */
  readonly actions?: LockedEvents['actions'];
}

/** Numbers from the first to the second, inclusive. */
export type NumberRange = readonly [number, number];

export interface LockedMessage {
  /** By number. */
  readonly fields: Readonly<Record<string, LockedField>>;
  readonly reserved: readonly NumberRange[];
}

export interface LockedField {
  readonly name: string;
  /** E.g. `int64`, `repeated tidemark.v1.Profile.Interest`, `map<string, bytes>`. */
  readonly type: string;
  readonly oneof?: string;
}

export interface LockedEnum {
  /** Names by number, aliases joined with `|`. */
  readonly values: Readonly<Record<string, string>>;
  readonly reserved: readonly NumberRange[];
}

export interface SchemaComparison {
  /** Sentences that name the element and say what to do instead. */
  readonly incompatible: readonly string[];
  /** What is new and may be added to the lock. */
  readonly additions: readonly string[];
}

/** The same in the making. */
export interface SchemaFindings {
  readonly incompatible: string[];
  readonly additions: string[];
}

/** Judges `current` against the `locked` snapshot. */
export function compareSchemas(locked: SchemaSnapshot, current: SchemaSnapshot): SchemaComparison {
  const findings: SchemaFindings = { incompatible: [], additions: [] };
  compareDataTypes(locked, current, findings);
  for (const [name, message] of Object.entries(locked.messages)) {
    const now = current.messages[name];
    // That a message is gone shows at the DataType or the field that held it.
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

/** Tells a renamed family and a moved DataType from a removed one. */
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
    return `DataType ${name} is removed, and its stored cells with it: declare it still`;
  const [corpus, newCorpus] = [name, moved[0]].map((each) => each.split('/')[0]);
  return corpus === newCorpus
    ? `DataType ${name}: its family is renamed to ${moved[0]}, where its stored cells are not: add a DataType instead`
    : `DataType ${name}: its corpus changed to ${newCorpus}, where its stored cells are not: add a DataType instead`;
}

function compareDataType(
  name: string,
  locked: LockedDataType,
  now: LockedDataType,
  findings: SchemaFindings,
): void {
  const of = `DataType ${name}`;
  if (locked.message !== now.message) {
    findings.incompatible.push(
      `${of}: stored cells are ${locked.message}, and would be read as ${now.message}`,
    );
  }
  if (now.events !== undefined && locked.actions !== undefined) {
    compareEvents(of, { ...now.events, actions: locked.actions }, now.events, findings);
    findings.additions.push(`${of}: user, dimensions and levels`);
  } else if (now.events !== undefined && locked.events !== undefined) {
    compareEvents(of, locked.events, now.events, findings);
  } else if (now.events !== locked.events) {
    findings.incompatible.push(`${of}: events and objects are stored differently: add a DataType instead`);
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
    const of = `${name}: field number ${number}`;
    if (actual !== undefined) compareField(of, field, actual, findings);
    else if (!contains(now.reserved, Number(number))) {
      findings.incompatible.push(`${of} (${field.name}) is removed without \`reserved ${number};\``);
    }
  }
  for (const [number, { name: field }] of Object.entries(now.fields)) {
    if (locked.fields[number] !== undefined) continue;
    if (contains(locked.reserved, Number(number))) {
      findings.incompatible.push(`${name}: field number ${number} (${field}) is reserved: take a new number`);
    } else findings.additions.push(`${name}: field ${field} = ${number}`);
  }
  compareReserved(name, locked.reserved, { reserved: now.reserved, used: now.fields }, findings);
}

function compareField(of: string, locked: LockedField, now: LockedField, findings: SchemaFindings): void {
  const { incompatible } = findings;
  if (locked.name !== now.name) {
    incompatible.push(`${of} is reused: it was ${locked.name} and is ${now.name}; take a new number`);
  }
  if (locked.type !== now.type) {
    incompatible.push(`${of} (${locked.name}): its type changed from ${locked.type} to ${now.type}`);
  }
  if (locked.oneof !== now.oneof) {
    const [from, to] = [locked.oneof, now.oneof].map((oneof) =>
      oneof === undefined ? 'no oneof' : `oneof ${oneof}`,
    );
    incompatible.push(`${of} (${locked.name}): it moved from ${from} to ${to}`);
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
      findings.incompatible.push(`${name}: value ${number} is reused: it was ${value} and is ${actual}`);
    }
  }
  for (const [number, value] of Object.entries(now.values)) {
    if (locked.values[number] !== undefined) continue;
    if (contains(locked.reserved, Number(number))) {
      findings.incompatible.push(`${name}: value ${number} (${value}) is reserved: take a new number`);
    } else findings.additions.push(`${name}: value ${value} = ${number}`);
  }
  compareReserved(name, locked.reserved, { reserved: now.reserved, used: now.values }, findings);
}

interface Numbers {
  readonly reserved: readonly NumberRange[];
  readonly used: Readonly<Record<string, unknown>>;
}

/** A reservation is the only memory of a removed number once it has left the lock. */
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

/** Whether the ranges together hold every number of `[first, last]`. */
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
