/** What stored events depend on: judged like the rest of the schema, see `schema-lock.ts`. */
import { appendAll, maxOf } from '../shared/lists';
import type { SchemaFindings } from './schema-lock';
import { compareSketches, type LockedSketchesByName } from './schema-lock-sketches';
import type { IdType } from './schema';

export interface LockedEvents {
  /** The ids that rows go by. */
  readonly user: LockedDimension;
  /** By field number, whose order is that in which dimensions are hashed. */
  readonly dimensions: Readonly<Record<string, LockedDimension>>;
  /** By level, the name of the dimension that identifies its entities. */
  readonly levels: Readonly<Record<string, string>>;
  /** By code. */
  readonly actions: Readonly<Record<string, LockedAction>>;
  /** Absent where there are none. */
  readonly sketches?: LockedSketchesByName;
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

/** `of` is what the findings are about, e.g. `DataType users/ad_action`. */
export function compareEvents(
  of: string,
  locked: LockedEvents,
  now: LockedEvents,
  findings: SchemaFindings,
): void {
  if (locked.user.name !== now.user.name || locked.user.idType !== now.user.idType) {
    const [from, to] = [locked, now].map(({ user }) => `${user.name} (${user.idType})`);
    findings.incompatible.push(
      `${of}: the user changed from ${from} to ${to}, which is what stored rows go by: add a DataType instead`,
    );
  }
  compareDimensions(of, locked.dimensions, now.dimensions, findings);
  compareLevels(of, locked.levels, now.levels, findings);
  for (const [code, action] of Object.entries(locked.actions)) {
    compareAction(`${of}: action code ${code}`, action, now.actions[code], findings);
  }
  const added = Object.entries(now.actions).filter(([code]) => locked.actions[code] === undefined);
  appendAll(
    findings.additions,
    added.map(([code, { name }]) => `${of}: action ${name} (${code})`),
  );
  compareSketches(of, [locked.sketches ?? {}, now.sketches ?? {}], findings);
}

function compareDimensions(
  of: string,
  locked: LockedEvents['dimensions'],
  now: LockedEvents['dimensions'],
  { incompatible, additions }: SchemaFindings,
): void {
  for (const [number, { name, idType }] of Object.entries(locked)) {
    const actual = now[number];
    if (actual === undefined) {
      incompatible.push(`${of}: dimension ${name} is removed, but stored events have it: declare it still`);
    } else if (actual.idType !== idType) {
      incompatible.push(
        `${of}: ids of dimension ${name} changed from ${idType} to ${actual.idType}: add a dimension instead`,
      );
    }
  }
  const last = Math.max(0, maxOf(Object.keys(locked).map(Number)));
  for (const [number, { name }] of Object.entries(now)) {
    if (locked[number] !== undefined) continue;
    if (Number(number) > last) additions.push(`${of}: dimension ${name}`);
    else {
      incompatible.push(
        `${of}: dimension ${name} = ${number} comes before others, which changes the columns of events: ` +
          `take a number above ${last}`,
      );
    }
  }
}

function compareLevels(
  of: string,
  locked: LockedEvents['levels'],
  now: LockedEvents['levels'],
  { incompatible, additions }: SchemaFindings,
): void {
  for (const [level, dimension] of Object.entries(locked)) {
    const actual = now[level];
    if (actual === undefined) {
      incompatible.push(`${of}: level ${level} is removed, but queries and caps name it: declare it still`);
    } else if (actual !== dimension) {
      incompatible.push(
        `${of}: level ${level} is identified by ${actual} instead of ${dimension}, and would count other ` +
          'entities: add a level instead',
      );
    }
  }
  const added = Object.keys(now).filter((level) => locked[level] === undefined);
  appendAll(
    additions,
    added.map((level) => `${of}: level ${level}`),
  );
}

function compareAction(
  of: string,
  locked: LockedAction,
  now: LockedAction | undefined,
  { incompatible }: SchemaFindings,
): void {
  if (now === undefined) {
    incompatible.push(`${of} (${locked.name}) is removed, but stored events have it: declare it still`);
    return;
  }
  if (locked.name !== now.name) {
    incompatible.push(`${of} is reused: it was ${locked.name} and is ${now.name}; take a new code`);
  }
  const policy = (action: LockedAction): string =>
    `${action.dedupDimensions.join('+') || 'user'} in ${action.dedupWindowSeconds} s`;
  if (policy(locked) !== policy(now)) {
    incompatible.push(
      `${of} (${locked.name}): the dedup policy changed from ${policy(locked)} to ${policy(now)}, which is the ` +
        'identity of stored events: add an action instead',
    );
  }
}
