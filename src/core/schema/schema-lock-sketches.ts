/** The part of the schema lock that stored sketches depend on. `schema-lock.ts` compares the rest. */
import { appendAll } from '../shared/lists';
import type { SchemaFindings } from './schema-findings';

/** Sketches by `corpus/family`. */
export type LockedSketchesByName = Readonly<Record<string, LockedSketches>>;

export interface LockedSketches {
  readonly level: string;
  readonly timeZone: string;
  /** Names of the dimensions. Their indexes in this list are part of the sketches' columns. */
  readonly breakdowns: readonly string[];
  readonly reach: boolean;
  /** `<corpus>/<family>` of the objects that entities must have. Absent if entities need no object. */
  readonly registeredAs?: string | undefined;
}

/** Compares sketch declarations. `subject` is the beginning of the findings, such as `DataType users/ad_action`. */
export function compareSketches(
  subject: string,
  [locked, now]: readonly [LockedSketchesByName, LockedSketchesByName],
  findings: SchemaFindings,
): void {
  for (const [name, each] of Object.entries(locked)) {
    const actual = now[name];
    if (actual !== undefined) compareOne(`${subject}: sketches ${name}`, each, actual, findings);
    else
      findings.incompatible.push(
        `${subject}: sketches ${name} are removed, but past counts need them: keep their declaration`,
      );
  }
  const added = Object.keys(now).filter((name) => locked[name] === undefined);
  appendAll(
    findings.additions,
    added.map((name) => `${subject}: sketches ${name}`),
  );
}

function compareOne(
  subject: string,
  locked: LockedSketches,
  now: LockedSketches,
  { incompatible, additions }: SchemaFindings,
): void {
  const changed = (what: string, from: string, to: string, why: string): void => {
    if (from !== to) incompatible.push(`${subject}: ${what} changed from ${from} to ${to}, ${why}`);
  };
  changed(
    'the level',
    locked.level,
    now.level,
    'but stored sketches count other entities: add sketches instead',
  );
  changed(
    'the time zone',
    locked.timeZone,
    now.timeZone,
    'but stored sketches have other days: add sketches instead',
  );
  changed(
    'registered_as',
    locked.registeredAs ?? 'nothing',
    now.registeredAs ?? 'nothing',
    'which would reject other events than before: add sketches instead',
  );
  if (locked.reach && !now.reach)
    incompatible.push(`${subject}: reach is removed, but queries use it: keep its declaration`);
  if (!locked.reach && now.reach) additions.push(`${subject}: reach`);
  const count = locked.breakdowns.length;
  changed(
    'the breakdowns',
    named(locked.breakdowns),
    named(now.breakdowns.slice(0, count)),
    'but their order is part of stored columns: add breakdowns at the end',
  );
  appendAll(
    additions,
    now.breakdowns.slice(count).map((name) => `${subject}: breakdown ${name}`),
  );
}

function named(names: readonly string[]): string {
  return names.join(', ') || 'none';
}
