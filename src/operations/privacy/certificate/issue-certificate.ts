import type { KeyObject } from 'node:crypto';
import type { CallOptions } from '../../../bigtable/client/types';
import {
  signCertificate,
  type ClusterEvidence,
  type ErasureResidue,
  type SignedCertificate,
} from '../../../core/privacy/certificate';
import type { LedgerEntry } from '../../../core/privacy/ledger-entry';

interface CertificateRequest {
  /** Entry with the times of its tombstones. */
  readonly entry: LedgerEntry;
  readonly evidence: readonly ClusterEvidence[];
  readonly certifiedAtMs: number;
}

/** Returns a signed certificate. Errors: those of finding the residues. */
export type IssueCertificate = (request: CertificateRequest, call: CallOptions) => Promise<SignedCertificate>;

export interface IssueCertificateDependencies {
  /** Ed25519 key. */
  readonly signingKey: KeyObject;
  /** Name of the store: project and first instance. */
  readonly store: string;
  /** Returns what stays for a while, of data that was erased until the time. */
  readonly residues: (erasedAtMs: number, call: CallOptions) => Promise<readonly ErasureResidue[]>;
}

export function createIssueCertificate({
  signingKey,
  store,
  residues,
}: IssueCertificateDependencies): IssueCertificate {
  return async ({ entry, evidence, certifiedAtMs }, call) => {
    const { kind, id, subject, keyId, purpose, replayOf, requestedAtMs, dueAtMs, hiddenAtMs, times } = entry;
    const statement = {
      version: 1,
      kind,
      id,
      store,
      subject,
      keyId,
      purpose,
      replayOf,
      requestedAt: isoOf(requestedAtMs),
      dueAt: isoOf(dueAtMs),
      hiddenAt: isoOf(hiddenAtMs!),
      certifiedAt: isoOf(certifiedAtMs),
      eventsErasedUpTo: isoOf(times!.eventsUpToMs),
      objectsErasedUpTo: isoOf(times!.objectsUpToMs),
      decisionsErasedUpTo: kind === 'erasure' ? isoOf(times!.decisionsUpToMs) : undefined,
      evidence,
      residues: await residues(certifiedAtMs, call),
    } as const;
    return signCertificate(statement, signingKey);
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
