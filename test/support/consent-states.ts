/** Users in every state of consent and erasure, and what each of their answers must show. */
import { setCell } from '../../src/bigtable/write/mutations';
import {
  DECISIONS_ERASED,
  decisionColumn,
  EVENTS_ERASED,
  OBJECTS_ERASED,
  PRIVACY_FAMILY,
} from '../../src/core/privacy/privacy-family';
import { rowKey } from '../../src/core/rows/row-key';
import type { Mutation } from '../../src/bigtable/client/types';
import { encodeConsentRecord } from '../../src/codec/privacy/consent-record';

const HOUR_MS = 3_600_000;
const MICROS_PER_MS = 1_000;

/** Start of the tests: all times are hours before it. */
export const START_MS = Math.floor(Date.now() / 1_000) * 1_000;

export const hoursAgo = (hours: number): number => START_MS - hours * HOUR_MS;

/** Data of each user: one event, and one cell of the profile, by name and hours before the start. */
export const DATA = { a: 50, b: 30, c: 20, d: 10 } as const;
export type DataName = keyof typeof DATA;

export const CONSENT_STATES = {
  never: [],
  granted: [{ granted: true, hours: 40 }],
  withdrawn: [
    { granted: true, hours: 40 },
    { granted: false, hours: 25 },
  ],
  'granted again': [
    { granted: true, hours: 40 },
    { granted: false, hours: 25 },
    { granted: true, hours: 15 },
  ],
} as const satisfies Record<string, readonly { readonly granted: boolean; readonly hours: number }[]>;
type ConsentState = keyof typeof CONSENT_STATES;

/** Hours before the start of the time up to which an erasure hides; undefined: no erasure. */
const ERASURE_STATES = {
  'not erased': undefined,
  'erased before the last grant': 27,
  'erased after all decisions': 12,
} as const satisfies Record<string, number | undefined>;
type ErasureState = keyof typeof ERASURE_STATES;

export interface SubjectState {
  readonly userId: string;
  readonly consent: ConsentState;
  readonly erasure: ErasureState;
}

/** One user in each state. */
export function everySubject(prefix: string): readonly SubjectState[] {
  return Object.keys(CONSENT_STATES).flatMap((consent, i) =>
    Object.keys(ERASURE_STATES).map((erasure, j) => ({
      userId: `${prefix}-${i}-${j}`,
      consent: consent as ConsentState,
      erasure: erasure as ErasureState,
    })),
  );
}

/** Returns the cells of the state, for the purposes. */
export function stateMutations(
  { consent, erasure }: Omit<SubjectState, 'userId'>,
  purposes: readonly string[],
): readonly Mutation[] {
  const value = encodeConsentRecord({ source: 'test', recordedAtMs: START_MS });
  const cells = purposes.flatMap((purpose) =>
    CONSENT_STATES[consent].map(
      ({ granted, hours }) => [decisionColumn(purpose, granted), hours, value] as const,
    ),
  );
  const hours = ERASURE_STATES[erasure];
  const tombstones =
    hours === undefined
      ? []
      : [EVENTS_ERASED, OBJECTS_ERASED, DECISIONS_ERASED].map(
          (column) => [column, hours, Buffer.alloc(0)] as const,
        );
  return [...cells, ...tombstones].map(([column, at, content]) =>
    setCell(PRIVACY_FAMILY, column, hoursAgo(at) * MICROS_PER_MS, content),
  );
}

/** Key of the user's row. */
export const keyOf = ({ userId }: Pick<SubjectState, 'userId'>): Buffer => rowKey(userId);

export interface Expected {
  /** Whether reads leave the DataType out. */
  readonly isOmitted: boolean;
  /** Data that reads show. */
  readonly shown: readonly DataName[];
}

/** Model of what reads show of a DataType with the lawful basis `CONSENT`, by intervals of hours before the start. */
export function expectedOf(
  { consent, erasure }: Omit<SubjectState, 'userId'>,
  isEnforced: boolean,
): Expected {
  const erasedHours: number = ERASURE_STATES[erasure] ?? Infinity;
  const last = [...CONSENT_STATES[consent]].pop();
  const isGranted = last?.granted === true && last.hours < erasedHours;
  const fromHours = isEnforced ? (isGranted ? last.hours : -1) : Infinity;
  const names = Object.keys(DATA) as DataName[];
  const shown = names.filter((name) => DATA[name] <= fromHours && DATA[name] < erasedHours);
  return { isOmitted: isEnforced && !isGranted, shown };
}
