/** What stored sketches depend on: judged like the rest of the schema, see `schema-lock.ts`. */
import { appendAll } from '../shared/lists';
import type { SchemaFindings } from './schema-lock';

/** By `corpus/family`. */
export type LockedSketchesByName = Readonly<Record<string, LockedSketches>>;

export interface LockedSketches {
  readonly level: string;
  readonly timeZone: string;
  /** Names of dimensions: their places in this list are in the sketches' columns. */
  readonly breakdowns: readonly string[];
  readonly reach: boolean;
  /** `<corpus>/<family>`; absent where any entity will do. */
  readonly registeredAs?: string;
}

/** `of` is what the findings are about, e.g. `DataType users/ad_action`. */
export function compareSketches(
  of: string,
  [locked, now]: readonly [LockedSketchesByName, LockedSketchesByName],
  findings: SchemaFindings,
): void {
  for (const [name, each] of Object.entries(locked)) {
    const actual = now[name];
    if (actual !== undefined) compareOne(`${of}: sketches ${name}`, each, actual, findings);
    else
      findings.incompatible.push(
        `${of}: sketches ${name} are removed, but they are what counts of the past are made of: declare them still`,
      );
  }
  const added = Object.keys(now).filter((name) => locked[name] === undefined);
  appendAll(
    findings.additions,
    added.map((name) => `${of}: sketches ${name}`),
  );
}

function compareOne(
  of: string,
  locked: LockedSketches,
  now: LockedSketches,
  { incompatible, additions }: SchemaFindings,
): void {
  const changed = (what: string, from: string, to: string, why: string): void => {
    if (from !== to) incompatible.push(`${of}: ${what} changed from ${from} to ${to}, ${why}`);
  };
  changed(
    'the level',
    locked.level,
    now.level,
    'whose entities stored ones do not count: add sketches instead',
  );
  changed(
    'the time zone',
    locked.timeZone,
    now.timeZone,
    'whose days stored ones are not of: add sketches instead',
  );
  changed(
    'registered_as',
    locked.registeredAs ?? 'nothing',
    now.registeredAs ?? 'nothing',
    'so that other events would be refused than before: add sketches instead',
  );
  if (locked.reach && !now.reach)
    incompatible.push(`${of}: reach is removed, but queries ask for it: declare it still`);
  if (!locked.reach && now.reach) additions.push(`${of}: reach`);
  const count = locked.breakdowns.length;
  changed(
    'the breakdowns',
    named(locked.breakdowns),
    named(now.breakdowns.slice(0, count)),
    'whose order is in the columns of stored ones: add others at the end',
  );
  appendAll(
    additions,
    now.breakdowns.slice(count).map((name) => `${of}: breakdown ${name}`),
  );
}

function named(names: readonly string[]): string {
  return names.join(', ') || 'none';
}
