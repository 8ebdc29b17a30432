/** Parts of the protocol that can be switched off, to show that they are needed. */
import type { Reader, RowAnswer } from '../../../src/consistency/store';
import type { PrivacyRules } from '../../../src/core/privacy/privacy-rules';

/** Guards, with what the run does without them. */
export const GUARDS = {
  'tombstone-at-read': 'reads ignore what hides data',
  'block-event-filter': 'reads hide blocks by the time of their latest event, and no events in them',
  'hide-before-dedup': 'reads remove duplicates first, and hidden events after that',
  'version-above-tombstone': 'objects are written without regard to tombstones',
  'commit-wait': 'an erasure is acknowledged before every clock has passed its time',
  'second-tombstone': 'erasures hide no objects that are derived from what they hide',
  'token-before-second': 'the second tombstone does not wait until every cluster has the first',
  'token-before-verify': 'erasures look for what is left before every cluster has the deletions',
  'compaction-drops': 'compaction packs and keeps what is hidden',
  'recent-duplicates': 'compaction drops a duplicate although a tombstone between both may be on its way',
  replay: 'restored tables are served without the erasures since the backup',
  'ledger-before-tombstone': 'erasures enter the ledger when their tombstones are written',
  'withdrawal-tie': 'a grant counts that is later than a withdrawal by less than clocks differ',
} as const;
export type Guard = keyof typeof GUARDS;
/** The guards that are switched on. */
export type Guards = ReadonlySet<Guard>;

export const allGuards = (except?: Guard): Guards =>
  new Set((Object.keys(GUARDS) as Guard[]).filter((each) => each !== except));

/** Production parts, each with the guards that it has, or without. */
export const guarded = {
  /** Reader of requests. `hiding`: the reader with all guards, on top of `reader`. */
  reader(guards: Guards, reader: Reader, hiding: Reader): Reader {
    if (!guards.has('tombstone-at-read')) return reader;
    if (!guards.has('hide-before-dedup')) return changed(hiding, { keepsHidden: true });
    return guards.has('block-event-filter') ? hiding : changed(hiding, {});
  },

  /** Reader of the versioned writer. */
  versionReader(guards: Guards, hiding: Reader): Reader {
    return guards.has('version-above-tombstone') ? hiding : changed(hiding, {});
  },

  rules(guards: Guards, rules: PrivacyRules): PrivacyRules {
    if (guards.has('withdrawal-tie')) return rules;
    return new Map([...rules].map(([name, corpus]) => [name, { ...corpus, orderMicros: 0 }]));
  },
};

/** A reader whose answers do not have what is hidden, or do not hide it. */
function changed(reader: Reader, { keepsHidden }: { readonly keepsHidden?: boolean }): Reader {
  return {
    readRows: (read, consistency, call) => reader.readRows(read, consistency, call),
    readRow: async (read, consistency, call): Promise<RowAnswer> => {
      const hidden = keepsHidden ?? read.keepsHidden;
      const answer = await reader.readRow({ ...read, keepsHidden: hidden }, consistency, call);
      return { ...answer, privacy: undefined, hiddenCells: undefined };
    },
  };
}
