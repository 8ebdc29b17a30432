import { invalidArgument } from '../../errors';
import { isPersonal, type Corpus, type LawfulBasis } from '../schema/schema';

/**
 * Treatment of data that its lawful basis does not allow to use: it is left out and not stored (`enforce`), only
 * counted (`report`), or nothing (`off`).
 */
export type ConsentPolicy = 'enforce' | 'report' | 'off';

export const CONSENT_POLICIES: readonly ConsentPolicy[] = ['enforce', 'report', 'off'];

export interface PrivacySettings {
  /** Policy of all DataTypes that `policies` does not name. */
  readonly policy: ConsentPolicy;
  /** Policies by `corpus/family`. */
  readonly policies: ReadonlyMap<string, ConsentPolicy>;
  /** Largest difference between two clocks of the fleet, in milliseconds. */
  readonly clockSkewMaxMs: number;
}

export interface DataTypeRule {
  readonly family: string;
  readonly purpose: string;
  readonly lawfulBasis: LawfulBasis;
  readonly policy: ConsentPolicy;
  readonly isEvents: boolean;
}

/** A corpus whose rows are users. */
export interface PersonalCorpus {
  readonly name: string;
  /** Rules by family. */
  readonly dataTypes: ReadonlyMap<string, DataTypeRule>;
  /** Time by which a grant must follow a withdrawal to count, in microseconds. */
  readonly orderMicros: number;
}

/** Personal corpora by name. */
export type PrivacyRules = ReadonlyMap<string, PersonalCorpus>;

/** Rules of a store without personal corpora. */
export const NO_PRIVACY: PrivacyRules = new Map();

const MICROS_PER_MS = 1_000;

/** Throws `invalid_argument` for a policy of a DataType that no corpus has. */
export function privacyRulesOf(
  corpora: readonly Pick<Corpus, 'name' | 'dataTypes'>[],
  { policy, policies, clockSkewMaxMs }: PrivacySettings,
): PrivacyRules {
  // Each of two processes may be off by the bound, in opposite directions.
  const orderMicros = 2 * clockSkewMaxMs * MICROS_PER_MS;
  const names = corpora.flatMap(({ name, dataTypes }) => dataTypes.map(({ family }) => `${name}/${family}`));
  for (const name of policies.keys())
    if (!names.includes(name))
      throw invalidArgument(
        'TIDEMARK_CONSENT_POLICIES',
        `"${name}" is not a DataType: write <corpus>/<family>`,
      );
  const personal = corpora.filter(isPersonal).map(({ name, dataTypes }): PersonalCorpus => {
    const rules = dataTypes.map(({ family, purpose, lawfulBasis, events }): [string, DataTypeRule] => [
      family,
      {
        family,
        purpose,
        lawfulBasis,
        policy: policies.get(`${name}/${family}`) ?? policy,
        isEvents: events !== undefined,
      },
    ]);
    return { name, dataTypes: new Map(rules), orderMicros };
  });
  return new Map(personal.map((corpus) => [corpus.name, corpus]));
}
