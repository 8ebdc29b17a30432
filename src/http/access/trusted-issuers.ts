import { invalidArgument, TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import type { IssuerRules } from './access-rules';
import type { IssuerKeyLimits, IssuerKeys } from './keys/issuer-keys';
import { openIssuerKeys } from './keys/open-issuer-keys';
import type { Jose } from './jose';

export interface TrustedIssuer {
  readonly rules: IssuerRules;
  readonly keys: IssuerKeys;
}

export interface TrustedIssuersOptions {
  readonly jose: Jose;
  readonly limits: IssuerKeyLimits;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Called when the keys of an issuer have changed. */
  readonly onChange: () => void;
}

/** Issuers of the access file, each with its keys. */
export class TrustedIssuers {
  readonly #options: TrustedIssuersOptions;
  #byName: ReadonlyMap<string, TrustedIssuer> = new Map();

  constructor(options: TrustedIssuersOptions) {
    this.#options = options;
  }

  get byName(): ReadonlyMap<string, TrustedIssuer> {
    return this.#byName;
  }

  all(): readonly TrustedIssuer[] {
    return [...this.#byName.values()];
  }

  /**
   * Replaces the issuers. Issuers that stay keep their keys. Throws `invalid_argument` for an invalid key file, and
   * changes nothing then.
   */
  replace(issuers: readonly IssuerRules[]): void {
    const before = this.#byName;
    const next = new Map<string, TrustedIssuer>();
    try {
      for (const [index, rules] of issuers.entries()) next.set(rules.issuer, this.#open(rules, index));
    } catch (error) {
      stopAll(next, before);
      throw error;
    }
    this.#byName = next;
    stopAll(before, next);
  }

  /** Fetches the keys of issuers that have none yet. Never rejects. */
  async warmUp(): Promise<void> {
    const unknown = this.all().filter(({ keys }) => !keys.hasKeys);
    await Promise.all(unknown.map(({ keys }) => keys.reload()));
  }

  /** Fetches the keys of all issuers again. Never rejects. */
  async reload(): Promise<void> {
    await Promise.all(this.all().map(({ keys }) => keys.reload()));
  }

  stop(): void {
    stopAll(this.#byName, new Map());
  }

  #open(rules: IssuerRules, index: number): TrustedIssuer {
    const known = this.#byName.get(rules.issuer);
    if (known !== undefined && isSame(known.rules.keys, rules.keys)) return { rules, keys: known.keys };
    try {
      return { rules, keys: openIssuerKeys({ ...this.#options, issuer: rules }) };
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      throw invalidArgument(`issuers[${index}].${error.field}`, error.message);
    }
  }
}

type Issuers = ReadonlyMap<string, TrustedIssuer>;

function stopAll(issuers: Issuers, except: Issuers): void {
  for (const [name, { keys }] of issuers) if (except.get(name)?.keys !== keys) keys.stop();
}

const isSame = (a: IssuerRules['keys'], b: IssuerRules['keys']): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
