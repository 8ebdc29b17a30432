import { CONSENT_POLICIES, type ConsentPolicy } from '../../../core/privacy/privacy-rules';
import { integer, oneOf, type Environment, type VariableParser } from '../../environment';
import { widened } from '../../widened';

/** Defaults of consent. */
export const CONSENT_DEFAULTS = {
  /** Maximum size of the source of a decision, such as a TCF string, in bytes of UTF-8. */
  sourceBytesMax: 8 * 1024,
  /** Maximum number of decisions about each purpose that an answer lists, latest first. */
  historyMax: 100,
  /** Cache lifetime of a consent that ingestion has looked up, in milliseconds. */
  cacheMs: 5_000,
  /** Cache lifetime of a missing consent, and of a failed lookup, in milliseconds. */
  missingCacheMs: 1_000,
  /** Maximum number of cached users, of all DataTypes of events together. */
  cachedMax: 100_000,
  /** Timeout of one lookup, in milliseconds. */
  timeoutMs: 2_000,
  rowsPerRead: 500,
  /** Decisions of a file, or messages with decisions, that a process writes at the same time. */
  decisionsInFlight: 64,
  /** Time limit of one write of an import, in milliseconds. */
  callTimeoutMs: 10_000,
  /** Time for which a write of an import may keep failing, in milliseconds. */
  retryTimeoutMs: 60_000,
  retryInitialDelayMs: 50,
  retryMaxDelayMs: 5_000,
  /** Maximum size of the record that is read of one subject and corpus, in bytes. */
  recordBytesMax: 16 * 1024 * 1024,
} as const;

/** Parses policies such as `users/profile=enforce,users/ad_action=report`. */
const policiesOf: VariableParser<ReadonlyMap<string, ConsentPolicy>> = {
  expected: 'a list such as users/profile=enforce,users/ad_action=report',
  parse(value) {
    const policies = new Map<string, ConsentPolicy>();
    for (const entry of value.split(',')) {
      const [name = '', policy, ...others] = entry.split('=').map((part) => part.trim());
      const known = CONSENT_POLICIES.find((each) => each === policy);
      if (known === undefined || others.length > 0 || !/^[^/]+\/[^/]+$/.test(name)) return undefined;
      policies.set(name, known);
    }
    return policies;
  },
};

export function readPrivacyConfig(env: Environment) {
  return {
    policy: env.get(
      'TIDEMARK_CONSENT_POLICY',
      oneOf(CONSENT_POLICIES),
      'off',
      'What is done about data that its lawful basis does not allow to use: `enforce` leaves it out of answers and refuses to store it, `report` counts it, `off` does nothing',
    ),
    policies: env.get(
      'TIDEMARK_CONSENT_POLICIES',
      policiesOf,
      new Map<string, ConsentPolicy>(),
      'Policies of single DataTypes, such as `users/profile=enforce,users/ad_action=report`',
    ),
  };
}

export function readConsentConfig(env: Environment) {
  const d = widened(CONSENT_DEFAULTS);
  return {
    ...d,
    cacheMs: env.get(
      'TIDEMARK_CONSENT_CACHE_MS',
      integer(0, 60_000),
      d.cacheMs,
      'Time for which ingestion uses a consent that it has looked up: events of DataTypes with the policy `enforce` are stored that long after a withdrawal, hidden, and deleted with the other data',
    ),
    cachedMax: env.get(
      'TIDEMARK_CONSENT_CACHED_MAX',
      integer(2, 10_000_000),
      d.cachedMax,
      'Users whose consent ingestion caches',
    ),
  };
}
