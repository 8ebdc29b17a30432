/** Declares what stays in a placement, and beside the store, after the moves out of it. */
import type { BackupState, TableRetention } from '../../bigtable/admin/table-admin-client';
import {
  fenceTable,
  placedTable,
  placementsOfGroup,
  type PlacementGroup,
  type PlacementRules,
} from '../../core/residency/placement-rules';
import { FENCE_MAX_AGE_MS } from '../../core/schema/schema-plan';
import { maxOf } from '../../core/shared/lists';
import type { EventDataType } from '../../core/schema/schema';
import { storedSketchRetention } from '../../core/schema/stored-retention';
import type { AuditTally } from './audit-record';

/** Data of moved users outside of their placement. */
export interface Residue {
  readonly kind:
    | 'deleted-cells'
    | 'change-stream'
    | 'backups'
    | 'fences'
    | 'messages'
    | 'dead-letters'
    | 'sketches'
    | 'logs'
    | 'files';
  /** Name of what contains it: a table in a placement, a subscription, or a kind of storage. */
  readonly where: string;
  /** Sentence that states until when it stays. */
  readonly rule: string;
  /** When the last of it is gone, as Unix time in milliseconds. Undefined if that is not known. */
  readonly untilMs?: number | undefined;
}

export interface ResiduesOptions {
  readonly rules: PlacementRules;
  /** Times at which the last moves ended. */
  readonly tally: Pick<AuditTally, 'lastMoveEndedAtMs'>;
  /** Retention by table, named as in the store. Tables of which it is not known are absent. */
  readonly retention: ReadonlyMap<string, TableRetention>;
  /** Backups of tables of placements; undefined if they are not known. */
  readonly backups: readonly BackupState[] | undefined;
  /** Retention of messages by subscription, in milliseconds; undefined if it is not known. */
  readonly messageRetentionMs: ReadonlyMap<string, number | undefined>;
  readonly sketches: readonly SketchResidue[];
}

/** Sketches as far as it matters what stays in them. */
export interface SketchResidue {
  readonly corpus: string;
  readonly family: string;
  /**
   * Longest time for which the hash of an event stays, in milliseconds. Undefined: forever. A late event of the same day
   * writes all hashes again, so it is the age at which events are rejected and the retention of counts.
   */
  readonly keptMs: number | undefined;
}

/** Returns the sketches of event types, with the time for which they keep the hash of an event. */
export function sketchResidues(eventTypes: readonly EventDataType[]): readonly SketchResidue[] {
  return eventTypes.flatMap(({ events, retention }) =>
    events.sketches.map((sketches): SketchResidue => {
      const { corpus, family } = sketches;
      const { maxAgeMs } = storedSketchRetention(sketches);
      const isLimited = maxAgeMs !== undefined && retention.maxAgeMs !== undefined;
      return { corpus, family, keptMs: isLimited ? retention.maxAgeMs + maxAgeMs : undefined };
    }),
  );
}

const DAY_MS = 86_400_000;
/** Time within which Bigtable removes deleted data by compaction: https://cloud.google.com/bigtable/docs/deletes. */
export const COMPACTION_MAX_MS = 7 * DAY_MS;

/** Returns what stays; nothing before the first move has ended. */
export function residuesOf(options: ResiduesOptions): readonly Residue[] {
  const { rules, tally } = options;
  const left = [...rules.groups.values()].flatMap((group) =>
    placementsOfGroup(rules, group).flatMap(({ name, instances }) => {
      const endedAtMs = lastMoveElsewhere(name, tally);
      return endedAtMs === undefined ? [] : [{ group, placement: name, instances, endedAtMs }];
    }),
  );
  if (left.length === 0) return [];
  const endedAtMs = maxOf(left.map((each) => each.endedAtMs));
  return [...left.flatMap((each) => inPlacement(each, options)), ...beside(endedAtMs, options)];
}

/** Placement that subjects may have left, and when the last one did at the latest. */
interface LeftPlacement {
  readonly group: PlacementGroup;
  readonly placement: string;
  readonly instances: ReadonlyMap<string, string>;
  readonly endedAtMs: number;
}

/** An entry does not name the placement before its home, so the last move to any other one counts. */
function lastMoveElsewhere(
  placement: string,
  { lastMoveEndedAtMs }: ResiduesOptions['tally'],
): number | undefined {
  const ends = Object.entries(lastMoveEndedAtMs).filter(([to]) => to !== placement);
  return ends.length === 0 ? undefined : maxOf(ends.map(([, atMs]) => atMs));
}

function inPlacement(left: LeftPlacement, options: ResiduesOptions): readonly Residue[] {
  const { group, placement, endedAtMs } = left;
  return [
    ...group.corpora.flatMap((corpus): Residue[] => [
      {
        kind: 'deleted-cells',
        where: `${corpus} in ${placement}`,
        rule: 'Bigtable removes deleted cells from its disks within a week',
        untilMs: endedAtMs + COMPACTION_MAX_MS,
      },
      ...changeStream(corpus, left, options),
      ...backups(corpus, left, options),
    ]),
    ...options.sketches
      .filter(({ corpus }) => group.sketches.includes(corpus))
      .map((each) => hashes(each, `${each.family} in ${each.corpus} of ${placement}`, endedAtMs)),
    {
      kind: 'fences',
      where: fenceTable(placement),
      rule: 'names of moved users in the directory, without their ids, for 30 days',
      untilMs: endedAtMs + FENCE_MAX_AGE_MS,
    },
  ];
}

/** Parts of sketches do not move: they count what happened while the user was there. */
function hashes({ keptMs }: SketchResidue, where: string, endedAtMs: number): Residue {
  return {
    kind: 'sketches',
    where,
    rule: 'hashes of users and events while a count is exact, until counts and their backups expire',
    untilMs: keptMs && endedAtMs + keptMs,
  };
}

function changeStream(
  corpus: string,
  { group, placement, endedAtMs }: LeftPlacement,
  { retention }: ResiduesOptions,
): readonly Residue[] {
  const found = retention.get(placedTable(group, corpus, placement));
  const of = { kind: 'change-stream', where: `${corpus} in ${placement}` } as const;
  if (found === undefined)
    return [{ ...of, rule: 'for the retention of the change stream, if the table has one: 7 days at most' }];
  if (found.changeStreamMs === undefined) return [];
  const rule = 'for the retention of the change stream';
  return [{ ...of, rule, untilMs: endedAtMs + found.changeStreamMs }];
}

function backups(
  corpus: string,
  { placement, instances, endedAtMs }: LeftPlacement,
  { backups: known }: ResiduesOptions,
): readonly Residue[] {
  const of = { kind: 'backups', where: `${corpus} in ${placement}` } as const;
  const rule = 'until the backups from before the end of the last move have expired';
  if (known === undefined) return [{ ...of, rule }];
  const end = `/instances/${instances.get(corpus)!}/tables/${corpus}`;
  const earlier = known.filter(
    ({ sourceTable, startedAtMs }) => sourceTable.endsWith(end) && startedAtMs <= endedAtMs,
  );
  if (earlier.length === 0) return [];
  return [{ ...of, rule, untilMs: maxOf(earlier.map(({ expiresAtMs }) => expiresAtMs)) }];
}

/** Returns what stays outside of the tables of placements. */
function beside(
  endedAtMs: number,
  { rules, messageRetentionMs, sketches }: ResiduesOptions,
): readonly Residue[] {
  const subscriptions = [...messageRetentionMs].map(([where, retentionMs]): Residue => {
    const rule = 'messages that were published before the end of the last move, for their retention';
    return { kind: 'messages', where, rule, untilMs: retentionMs && endedAtMs + retentionMs };
  });
  const unknown: Residue = {
    kind: 'messages',
    where: 'Pub/Sub',
    rule: 'messages that were published before the end of the last move, for the retention of topics and subscriptions: 31 days at most',
  };
  return [
    ...(subscriptions.length > 0 ? subscriptions : [unknown]),
    {
      kind: 'dead-letters',
      where: 'Pub/Sub',
      rule: 'until they are replayed, or for the retention of their subscription: 31 days at most',
    },
    ...sketches
      .filter(({ corpus }) => !rules.groupBySketches.has(corpus))
      .map((each) => hashes(each, `${each.family} in ${each.corpus}`, endedAtMs)),
    {
      kind: 'logs',
      where: 'logs and traces',
      rule: 'ids that gateways and clients have logged, for the retention of the log storage',
    },
    {
      kind: 'files',
      where: 'exports, rejected records and checkpoints',
      rule: 'until they are deleted: Tidemark does not know where they are',
    },
  ];
}
