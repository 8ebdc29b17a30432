/** The part of the schema lock that stored events depend on. `schema-lock.ts` compares the rest. */
import { appendAll, maxOf } from '../shared/lists';
import type { SchemaFindings } from './schema-findings';
import { compareSketches, type LockedSketchesByName } from './schema-lock-sketches';
import type { IdType } from './schema';

export interface LockedEvents {
  /** User field, whose ids are the row keys. */
  readonly user: LockedDimension;
  /** Dimensions by field number. They are hashed in the order of these numbers. */
  readonly dimensions: Readonly<Record<string, LockedDimension>>;
  /** Name of the dimension that identifies the entities of each level. */
  readonly levels: Readonly<Record<string, string>>;
  /** Actions by code. */
  readonly actions: Readonly<Record<string, LockedAction>>;
  /** Sketches by name. Absent if there are none. */
  readonly sketches?: LockedSketchesByName | undefined;
}

export interface LockedDimension {
  readonly name: string;
  readonly idType: IdType;
}

export interface LockedAction {
  readonly name: string;
  readonly dedupDimensions: readonly string[];
  readonly dedupWindowSeconds: number;
}

/** Compares event declarations. `subject` is the beginning of the findings, such as `DataType users/ad_action`. */
export function compareEvents(
  subject: string,
  locked: LockedEvents,
  now: LockedEvents,
  findings: SchemaFindings,
): void {
  if (locked.user.name !== now.user.name || locked.user.idType !== now.user.idType) {
    const [from, to] = [locked, now].map(({ user }) => `${user.name} (${user.idType})`);
    findings.incompatible.push(
      `${subject}: the user changed from ${from} to ${to}, which determines the keys of stored rows: add a DataType instead`,
    );
  }
  compareDimensions(subject, locked.dimensions, now.dimensions, findings);
  compareLevels(subject, locked.levels, now.levels, findings);
  for (const [code, action] of Object.entries(locked.actions)) {
    compareAction(`${subject}: action code ${code}`, action, now.actions[code], findings);
  }
  const added = Object.entries(now.actions).filter(([code]) => locked.actions[code] === undefined);
  appendAll(
    findings.additions,
    added.map(([code, { name }]) => `${subject}: action ${name} (${code})`),
  );
  compareSketches(subject, [locked.sketches ?? {}, now.sketches ?? {}], findings);
}

function compareDimensions(
  subject: string,
  locked: LockedEvents['dimensions'],
  now: LockedEvents['dimensions'],
  { incompatible, additions }: SchemaFindings,
): void {
  for (const [number, { name, idType }] of Object.entries(locked)) {
    const actual = now[number];
    if (actual === undefined) {
      incompatible.push(
        `${subject}: dimension ${name} is removed, but stored events have it: keep its declaration`,
      );
    } else if (actual.idType !== idType) {
      incompatible.push(
        `${subject}: ids of dimension ${name} changed from ${idType} to ${actual.idType}: add a dimension instead`,
      );
    }
  }
  const last = Math.max(0, maxOf(Object.keys(locked).map(Number)));
  for (const [number, { name }] of Object.entries(now)) {
    if (locked[number] !== undefined) continue;
    if (Number(number) > last) additions.push(`${subject}: dimension ${name}`);
    else {
      incompatible.push(
        `${subject}: dimension ${name} = ${number} is below existing ones, which changes the columns of events: ` +
          `use a number above ${last}`,
      );
    }
  }
}

function compareLevels(
  subject: string,
  locked: LockedEvents['levels'],
  now: LockedEvents['levels'],
  { incompatible, additions }: SchemaFindings,
): void {
  for (const [level, dimension] of Object.entries(locked)) {
    const actual = now[level];
    if (actual === undefined) {
      incompatible.push(
        `${subject}: level ${level} is removed, but queries and caps name it: keep its declaration`,
      );
    } else if (actual !== dimension) {
      incompatible.push(
        `${subject}: level ${level} is identified by ${actual} instead of ${dimension}, and would count other ` +
          'entities: add a level instead',
      );
    }
  }
  const added = Object.keys(now).filter((level) => locked[level] === undefined);
  appendAll(
    additions,
    added.map((level) => `${subject}: level ${level}`),
  );
}

function compareAction(
  subject: string,
  locked: LockedAction,
  now: LockedAction | undefined,
  { incompatible }: SchemaFindings,
): void {
  if (now === undefined) {
    incompatible.push(
      `${subject} (${locked.name}) is removed, but stored events have it: keep its declaration`,
    );
    return;
  }
  if (locked.name !== now.name) {
    incompatible.push(`${subject} is reused: it was ${locked.name} and is now ${now.name}; use a new code`);
  }
  const policy = (action: LockedAction): string =>
    `${action.dedupDimensions.join('+') || 'user'} in ${action.dedupWindowSeconds} s`;
  if (policy(locked) !== policy(now)) {
    incompatible.push(
      `${subject} (${locked.name}): the dedup policy changed from ${policy(locked)} to ${policy(now)}, which is the ` +
        'identity of stored events: add an action instead',
    );
  }
}
