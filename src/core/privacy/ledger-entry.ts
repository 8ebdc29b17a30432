/**
 * Entries of the ledger: what was asked for about a subject, and how far it is done. An entry is one row's cells with the
 * same id, one for each state that it has reached. Cells are only added, so workers need no transaction: of any states
 * that several of them record, the latest one counts.
 */
import { objectAt, stringAt, wholeNumberAt, type JsonObject } from '../json/json-fields';
import { TidemarkError } from '../../errors';
import { maxOf, minOf } from '../shared/lists';
import { areCovered, latestTimes, type ErasureTimes } from './erasure-times';

/** States of an entry, in their order. */
const LEDGER_STATES = ['requested', 'hidden', 'swept', 'certified'] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];

/** `erasure`: all data of the subject. `withdrawal`: the data of one purpose. */
export type LedgerKind = 'erasure' | 'withdrawal';

export interface LedgerEntry {
  readonly id: string;
  readonly kind: LedgerKind;
  /** HMAC of the subject's id, in hex. */
  readonly subject: string;
  /** Id of the key of the HMAC. */
  readonly keyId: number;
  /** Purpose that was withdrawn; undefined for erasures. */
  readonly purpose?: string | undefined;
  /** Id of the entry that a restore has taken back, and that this one applies again: its times are those of that entry. */
  readonly replayOf?: string | undefined;
  /** Time of the withdrawal, as it is stored in the subject's row. Undefined for erasures. */
  readonly withdrawnAtMs?: number | undefined;
  readonly requestedAtMs: number;
  /** Time by which the entry must be certified. */
  readonly dueAtMs: number;
  readonly state: LedgerState;
  /** Times of the tombstones, or of the withdrawal. Undefined until the data is hidden. */
  readonly times?: ErasureTimes | undefined;
  /** Time at which the first tombstones, or the withdrawal, were acknowledged. */
  readonly hiddenAtMs?: number | undefined;
  /** Time by which every cluster had the latest tombstones, or the withdrawal. Undefined until a token has proven it. */
  readonly everywhereAtMs?: number | undefined;
  /** Number of tombstones that hide what was derived from erased data, written one after another. Undefined: none. */
  readonly derivedSteps?: number | undefined;
  readonly certifiedAtMs?: number | undefined;
  /** Signed certificate as JSON; undefined until there is one. */
  readonly certificate?: string | undefined;
}

/** Contents of the cell of each state. */
export interface LedgerDetails {
  readonly requested: Pick<
    LedgerEntry,
    'kind' | 'keyId' | 'purpose' | 'replayOf' | 'withdrawnAtMs' | 'requestedAtMs' | 'dueAtMs' | 'times'
  >;
  readonly hidden: {
    readonly times: ErasureTimes;
    readonly hiddenAtMs: number;
    readonly everywhereAtMs?: number | undefined;
    readonly derivedSteps?: number | undefined;
  };
  readonly swept: { readonly times: ErasureTimes; readonly hiddenAtMs: number };
  readonly certified: { readonly certifiedAtMs: number; readonly certificate: string };
}

const ID_DIGITS = 32;
const ENTRY_ID_PATTERN = /^[0-9a-f]{32}$/;

/** Returns the id of a new entry. `random`: numbers from 0 to 1. */
export function newEntryId(random: () => number): string {
  return Array.from({ length: ID_DIGITS }, () => Math.floor(random() * 16).toString(16)).join('');
}

const SEPARATOR = '/';

/** Column of a state of an entry. */
export const stateColumn = (id: string, state: LedgerState): Buffer => Buffer.from(id + SEPARATOR + state);

export function encodeDetails<S extends LedgerState>(details: LedgerDetails[S]): Buffer {
  return Buffer.from(JSON.stringify(details));
}

interface LedgerCell {
  readonly qualifier: Buffer;
  readonly value: Buffer;
}

/**
 * Returns the entries in the cells of a subject's row, oldest first. An entry whose request is missing is left out: its
 * cells may arrive in any order. Throws `data_corrupted`.
 */
export function entriesIn(subject: string, cells: readonly LedgerCell[]): readonly LedgerEntry[] {
  const byId = new Map<string, StateCells>();
  for (const { qualifier, value } of cells) {
    const [id = '', name] = qualifier.toString('latin1').split(SEPARATOR);
    const state = LEDGER_STATES.find((each) => each === name);
    if (!ENTRY_ID_PATTERN.test(id) || state === undefined) continue;
    const ofEntry = byId.get(id) ?? { requested: [], hidden: [], swept: [], certified: [] };
    ofEntry[state].push(parsed(value));
    byId.set(id, ofEntry);
  }
  const entries = [...byId].flatMap(([id, ofEntry]) => entryOf(subject, id, ofEntry));
  return entries.sort((a, b) => a.requestedAtMs - b.requestedAtMs || (a.id < b.id ? -1 : 1));
}

/** Contents of an entry's cells. Several workers may have recorded one state. */
type StateCells = Readonly<Record<LedgerState, JsonObject[]>>;

function parsed(value: Buffer): JsonObject {
  try {
    return objectAt(JSON.parse(value.toString('utf8')), 'entry');
  } catch (cause) {
    throw corrupted(cause);
  }
}

function entryOf(subject: string, id: string, cells: StateCells): readonly LedgerEntry[] {
  const [requested] = cells.requested;
  if (requested === undefined) return [];
  try {
    // Of two workers that hide the data of one entry, one may have been late: what was done before does not cover it.
    const done = withoutOutdated(cells);
    const hidden = [...cells.hidden, ...cells.swept];
    const [certified] = cells.certified;
    const { purpose, replayOf, withdrawnAtMs, times } = requested;
    const known = [...hidden, ...(times === undefined ? [] : [requested])].map(timesAt);
    const entry: LedgerEntry = {
      id,
      kind: requested['kind'] === 'withdrawal' ? 'withdrawal' : 'erasure',
      subject,
      keyId: numberAt(requested, 'keyId'),
      purpose: purpose === undefined ? undefined : stringAt(purpose, 'purpose'),
      replayOf: replayOf === undefined ? undefined : stringAt(replayOf, 'replayOf'),
      withdrawnAtMs: withdrawnAtMs === undefined ? undefined : numberAt(requested, 'withdrawnAtMs'),
      requestedAtMs: numberAt(requested, 'requestedAtMs'),
      dueAtMs: numberAt(requested, 'dueAtMs'),
      state: LEDGER_STATES.filter((state) => done[state].length > 0).at(-1)!,
      times: known.length === 0 ? undefined : latestTimes(known),
      hiddenAtMs: hidden.length === 0 ? undefined : maxOf(hidden.map((each) => numberAt(each, 'hiddenAtMs'))),
      everywhereAtMs: everywhereAt([...done.hidden, ...done.swept]),
      derivedSteps: derivedStepsIn(done.hidden),
      certifiedAtMs: certified && numberAt(certified, 'certifiedAtMs'),
      certificate: certified && stringAt(certified['certificate'], 'certificate'),
    };
    return [entry];
  } catch (cause) {
    throw corrupted(cause);
  }
}

/**
 * Returns the cells without those steps after tombstones that do not cover the latest of them. An entry that is hidden
 * without a token that has proven it is still hidden.
 */
function withoutOutdated(cells: StateCells): StateCells {
  if (cells.hidden.length === 0) return cells;
  const latest = latestTimes(cells.hidden.map(timesAt));
  const isCovering = (details: JsonObject): boolean => areCovered(latest, timesAt(details));
  const hidden = cells.hidden.map((each) =>
    isCovering(each) ? each : { ...each, everywhereAtMs: undefined, derivedSteps: undefined },
  );
  return { ...cells, hidden, swept: cells.swept.filter(isCovering) };
}

/** Returns the first of the times that workers have recorded. */
function everywhereAt(hidden: readonly JsonObject[]): number | undefined {
  const times = hidden.filter((each) => each['everywhereAtMs'] !== undefined);
  return times.length === 0 ? undefined : minOf(times.map((each) => numberAt(each, 'everywhereAtMs')));
}

function derivedStepsIn(hidden: readonly JsonObject[]): number | undefined {
  const known = hidden.filter((each) => each['derivedSteps'] !== undefined);
  return known.length === 0 ? undefined : maxOf(known.map((each) => numberAt(each, 'derivedSteps')));
}

function timesAt(details: JsonObject): ErasureTimes {
  const times = objectAt(details['times'], 'times');
  return {
    eventsUpToMs: numberAt(times, 'eventsUpToMs'),
    objectsUpToMs: numberAt(times, 'objectsUpToMs'),
    decisionsUpToMs: numberAt(times, 'decisionsUpToMs'),
  };
}

const numberAt = (fields: JsonObject, name: string): number =>
  wholeNumberAt(fields[name], name, { min: 0, max: Number.MAX_SAFE_INTEGER });

const corrupted = (cause: unknown): TidemarkError =>
  new TidemarkError('data_corrupted', 'an entry of the privacy ledger is corrupted', { cause });
