import type { DataType } from '../schema/schema';

/** Data of subjects that a request reads or changes, as its endpoint states it before it checks rights. */
export interface DataAccess {
  readonly kind: 'read' | 'change';
  /** Ids of the subjects. */
  readonly subjects: readonly string[];
  readonly dataTypes: readonly DataType[];
  /** Number of records of a job that names no subjects. It has one line. */
  readonly records?: number | undefined;
}

/** `denied`: the caller or the user did not allow it. `omitted`: the answer leaves DataTypes out, by the choice of the user. */
type AccessDecision = 'allowed' | 'omitted' | 'denied';

/** A finished request, as the access log describes it. */
export interface AccessedRequest {
  /** Milliseconds since the Unix epoch. */
  readonly timeMs: number;
  readonly requestId: string;
  /** Trace id of the caller, if it sent one. */
  readonly traceId: string | undefined;
  readonly caller: string;
  readonly operation: string;
  readonly status: number;
  readonly code: string | undefined;
  readonly accesses: readonly DataAccess[];
  /** Families of the DataTypes that the answer left out for a subject, by its id. */
  readonly omitted: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Share of the requests that are logged, from 0 to 1, by DataType. */
export interface AccessLogPolicy {
  readonly share: number;
  /** Shares by `corpus/family`. */
  readonly shares: ReadonlyMap<string, number>;
}

/** One line of the access log: what one request did with the data of one subject, or a job with the data of many. */
export interface AccessLine {
  readonly time: string;
  readonly caller: string;
  readonly operation: string;
  readonly access: DataAccess['kind'];
  /** HMAC of the id, by the key `keyId`. Absent for a job that names no subjects. */
  readonly subject?: string | undefined;
  readonly keyId?: number | undefined;
  /** Number of records of a job that names no subjects. */
  readonly records?: number | undefined;
  readonly dataTypes: readonly string[];
  readonly purposes: readonly string[];
  readonly decision: AccessDecision;
  readonly status: number;
  readonly code?: string | undefined;
  readonly requestId: string;
  readonly traceId?: string | undefined;
}

const DENIALS: ReadonlySet<string | undefined> = new Set(['permission_denied', 'no_consent']);

/**
 * Returns the accesses of a request that are logged: those to personal DataTypes, by their shares. A denial is always
 * logged, unless the share is 0. `random`: from 0 up to 1, one for the whole request, so that it is logged as a whole.
 */
export function loggedAccesses(
  { accesses, code }: Pick<AccessedRequest, 'accesses' | 'code'>,
  { share, shares }: AccessLogPolicy,
  random: number,
): readonly DataAccess[] {
  const isDenied = DENIALS.has(code);
  const isLogged = ({ corpus, family, lawfulBasis }: DataType): boolean => {
    if (lawfulBasis === 'not_personal') return false;
    const ofType = shares.get(`${corpus}/${family}`) ?? share;
    return isDenied ? ofType > 0 : random < ofType;
  };
  return accesses.flatMap((access) => {
    const dataTypes = access.dataTypes.filter(isLogged);
    return dataTypes.length === 0 || linesOf(access) === 0 ? [] : [{ ...access, dataTypes }];
  });
}

/** Returns the number of lines of an access. */
export const linesOf = ({ subjects, records }: Pick<DataAccess, 'subjects' | 'records'>): number =>
  records === undefined ? subjects.length : 1;

/** Returns the lines of a request: one for each access and subject, or for each job. `nameOf` returns the keyed hash of an id. */
export function* accessLines(
  request: AccessedRequest,
  nameOf: (id: string) => { readonly subject: string; readonly keyId: number },
): Iterable<AccessLine> {
  const { timeMs, requestId, traceId, caller, operation, status, code, omitted } = request;
  const time = new Date(timeMs).toISOString();
  for (const { kind: access, subjects, dataTypes, records } of request.accesses) {
    const names = dataTypes.map(({ corpus, family }) => `${corpus}/${family}`);
    const purposes = [...new Set(dataTypes.map(({ purpose }) => purpose))];
    const isDenied = DENIALS.has(code);
    const before = { time, caller, operation, access };
    const after = { status, code, requestId, traceId };
    if (records !== undefined) {
      const decision = isDenied ? 'denied' : 'allowed';
      yield { ...before, records, dataTypes: names, purposes, decision, ...after };
      continue;
    }
    for (const id of new Set(subjects)) {
      const isOmitted = dataTypes.some(({ family }) => omitted.get(id)?.has(family) === true);
      const decision = isDenied ? 'denied' : isOmitted ? 'omitted' : 'allowed';
      const { subject, keyId } = nameOf(id);
      yield { ...before, subject, keyId, dataTypes: names, purposes, decision, ...after };
    }
  }
}
