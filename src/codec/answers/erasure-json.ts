import type { SignedCertificate } from '../../core/privacy/certificate';
import type { LedgerEntry } from '../../core/privacy/ledger-entry';

/** Erasure of a subject as the API and commands return it. Times are ISO 8601. */
export interface ErasureJson {
  readonly subjectId: string;
  readonly id: string;
  readonly state: LedgerEntry['state'];
  readonly requestedAt: string;
  readonly dueAt: string;
  /** Absent until the data is hidden. */
  readonly eventsErasedUpTo?: string | undefined;
  readonly objectsErasedUpTo?: string | undefined;
  readonly decisionsErasedUpTo?: string | undefined;
  /** Absent until there is a certificate. */
  readonly certifiedAt?: string | undefined;
  readonly certificate?: SignedCertificate | undefined;
}

export function erasureJson(subjectId: string, entry: LedgerEntry): ErasureJson {
  const { id, state, requestedAtMs, dueAtMs, times, certifiedAtMs, certificate } = entry;
  return {
    subjectId,
    id,
    state,
    requestedAt: isoOf(requestedAtMs),
    dueAt: isoOf(dueAtMs),
    eventsErasedUpTo: times && isoOf(times.eventsUpToMs),
    objectsErasedUpTo: times && isoOf(times.objectsUpToMs),
    decisionsErasedUpTo: times && isoOf(times.decisionsUpToMs),
    certifiedAt: certifiedAtMs === undefined ? undefined : isoOf(certifiedAtMs),
    certificate: certificate === undefined ? undefined : (JSON.parse(certificate) as SignedCertificate),
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
