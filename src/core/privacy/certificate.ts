/** Certificates of erasure: what was verified where, and what could not be erased, signed with Ed25519. */
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { objectAt, stringAt } from '../json/json-fields';
import { invalidArgument } from '../../errors';

/** Result of the read of one table at one cluster. */
export interface ClusterEvidence {
  readonly corpus: string;
  /** Placement of the table; undefined for a corpus without placements. */
  readonly placement?: string | undefined;
  /** Id of the cluster. */
  readonly cluster: string;
  /** ISO 8601. */
  readonly checkedAt: string;
  /** Number of cells of the subject that should not be there. Certificates have 0 only. */
  readonly cells: number;
}

/** Data of the subject that stays for a while, outside of what erasures reach. */
export interface ErasureResidue {
  readonly kind: string;
  /** Name of what contains it. */
  readonly where: string;
  /** Sentence that states until when it stays. */
  readonly rule: string;
  /** When the last of it is gone, as ISO 8601. Undefined if that is not known. */
  readonly until?: string | undefined;
}

/** Content of a certificate. Times are ISO 8601. */
export interface ErasureStatement {
  readonly version: 1;
  readonly kind: 'erasure' | 'withdrawal';
  /** Id of the entry in the ledger. */
  readonly id: string;
  /** Name of the store: project and first instance. */
  readonly store: string;
  /** HMAC of the subject's id in hex, and the id of its key. */
  readonly subject: string;
  readonly keyId: number;
  /** Purpose that was withdrawn. */
  readonly purpose?: string | undefined;
  /** Id of the entry that was applied again after a restore. */
  readonly replayOf?: string | undefined;
  readonly requestedAt: string;
  readonly dueAt: string;
  readonly hiddenAt: string;
  readonly certifiedAt: string;
  readonly eventsErasedUpTo: string;
  readonly objectsErasedUpTo: string;
  /** Decisions about purposes up to this time are void. Undefined for withdrawals, which void none. */
  readonly decisionsErasedUpTo?: string | undefined;
  readonly evidence: readonly ClusterEvidence[];
  readonly residues: readonly ErasureResidue[];
}

export interface SignedCertificate {
  readonly statement: ErasureStatement;
  /** Public key: SPKI in base64url. */
  readonly publicKey: string;
  /** Ed25519 signature of the statement's canonical JSON, in base64url. */
  readonly signature: string;
}

/** Signs a statement. `privateKey`: an Ed25519 key. */
export function signCertificate(statement: ErasureStatement, privateKey: KeyObject): SignedCertificate {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const signature = sign(null, canonicalJson(statement), privateKey);
  return {
    statement,
    publicKey: publicKey.toString('base64url'),
    signature: signature.toString('base64url'),
  };
}

export interface VerifiedCertificate {
  readonly isValid: boolean;
  /** SHA-256 of the public key, in hex, to compare with that of the operator. */
  readonly keyFingerprint: string;
  readonly statement: ErasureStatement;
}

/**
 * Verifies the signature of a certificate. It proves that the holder of the key has signed the statement: compare the
 * fingerprint with that of a key that you trust. Throws `invalid_argument` for what is no certificate.
 */
export function verifyCertificate(text: string): VerifiedCertificate {
  try {
    const fields = objectAt(JSON.parse(text), 'certificate');
    const statement = objectAt(fields['statement'], 'statement') as unknown as ErasureStatement;
    const der = Buffer.from(stringAt(fields['publicKey'], 'publicKey'), 'base64url');
    const signature = Buffer.from(stringAt(fields['signature'], 'signature'), 'base64url');
    const publicKey = createPublicKey({ key: der, type: 'spki', format: 'der' });
    if (publicKey.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
    return {
      isValid: verify(null, canonicalJson(statement), publicKey, signature),
      keyFingerprint: publicKeyFingerprint(der),
      statement,
    };
  } catch (error) {
    throw invalidArgument('certificate', `is not a certificate of erasure: ${(error as Error).message}`);
  }
}

/** Returns the fingerprint of a public key in DER: SHA-256, in hex. */
export const publicKeyFingerprint = (der: Buffer): string => createHash('sha256').update(der).digest('hex');

/** Returns the JSON of a value with sorted keys and without spaces, so that equal values have equal bytes. */
function canonicalJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(sorted(value)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, sorted(each)]),
  );
}
