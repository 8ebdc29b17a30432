import { TidemarkError } from '../../../errors';
import { backoffMs } from '../../../platform/time/backoff';
import { fetchJson, type FetchOptions } from './fetch-json';
import type { IssuerRules } from '../access-rules';
import type { IssuerKeys, IssuerKeysOptions } from './issuer-keys';
import type { KeySet } from '../jose';
import { parseKeySet } from './key-set';
import { isAllowedKeysUrl } from '../../../platform/network/secure-url';

interface Fetched {
  readonly set: KeySet;
  /** Fetched document, to detect changes. */
  readonly json: string;
}

/**
 * Keys that are fetched from the issuer periodically, so that verifications hardly ever wait for them. jose's own
 * remote set fetches on demand, and has no keys once they are old and the issuer is unavailable.
 */
export class RemoteKeys implements IssuerKeys {
  readonly #options: IssuerKeysOptions;
  #fetched: Fetched | undefined;
  #fetchedMs: number;
  /** End of the last attempt, by the monotonic clock. */
  #triedMs = -Infinity;
  #failuresInARow = 0;
  #fetching: Promise<void> | undefined;
  /** Number of tokens that wait for an answer of the issuer. */
  #waiting = 0;
  #control = new AbortController();
  #cancelNext: () => void = () => undefined;
  #stopped = false;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
    this.#fetchedMs = options.clock.monotonicMs();
  }

  get hasKeys(): boolean {
    return this.#fetched !== undefined;
  }

  get ageMs(): number {
    return this.#options.clock.monotonicMs() - this.#fetchedMs;
  }

  async current(): Promise<KeySet> {
    if (this.#fetched === undefined) await this.#refreshUnlessRecent();
    if (this.#fetched === undefined) throw this.#unavailable();
    return this.#fetched.set;
  }

  async newerThan(seen: KeySet): Promise<KeySet | undefined> {
    if (this.#fetched?.set === seen) await this.#refreshUnlessRecent();
    const newer = this.#fetched?.set;
    if (newer !== undefined && newer !== seen) return newer;
    if (this.#failuresInARow > 0) throw this.#unavailable();
    return undefined;
  }

  reload(): Promise<void> {
    return this.#fetch();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelNext();
    this.#control.abort();
  }

  /** Fetches the keys unless that was done recently: tokens with unknown keys must not cause load on the issuer. */
  async #refreshUnlessRecent(): Promise<void> {
    const { clock, limits } = this.#options;
    const isTooEarly = clock.monotonicMs() - this.#triedMs < limits.keysCooldownMs;
    if (this.#fetching === undefined && isTooEarly) return;
    // Limits the requests that wait for an issuer that hangs, since they occupy connections and memory.
    if (this.#waiting >= limits.keysWaitingMax) throw this.#unavailable();
    this.#waiting += 1;
    await this.#fetch().finally(() => (this.#waiting -= 1));
  }

  /** Fetches the keys, in one attempt at a time that all callers share. Never rejects. */
  #fetch(): Promise<void> {
    this.#fetching ??= this.#attempt().finally(() => (this.#fetching = undefined));
    return this.#fetching;
  }

  async #attempt(): Promise<void> {
    const { clock, limits, issuer } = this.#options;
    const { keysTimeoutMs, keysBytesMax: bytesMax } = limits;
    this.#cancelNext();
    const control = (this.#control = new AbortController());
    const late = new Error(`no answer within ${keysTimeoutMs} ms`);
    const cancel = clock.schedule(keysTimeoutMs, () => control.abort(late));
    try {
      this.#onFetched(await fetchKeys(issuer, { signal: control.signal, bytesMax }));
    } catch (error) {
      if (!this.#stopped) this.#onFailed(error);
    }
    cancel();
    this.#triedMs = clock.monotonicMs();
    if (!this.#stopped) this.#cancelNext = clock.schedule(this.#pauseMs(), () => void this.#fetch());
  }

  #onFetched(json: unknown): void {
    const { clock, jose, issuer, logger, onChange } = this.#options;
    const text = JSON.stringify(json);
    const before = this.#fetched;
    const isSame = before !== undefined && text === before.json;
    this.#fetched = { set: isSame ? before.set : parseKeySet(json, jose), json: text };
    this.#fetchedMs = clock.monotonicMs();
    this.#failuresInARow = 0;
    if (isSame) return;
    logger.info(
      { issuer: issuer.issuer },
      before === undefined ? 'keys fetched' : "the issuer's keys have changed",
    );
    if (before !== undefined) onChange();
  }

  #onFailed(error: unknown): void {
    const { issuer, limits, logger, onChange } = this.#options;
    this.#failuresInARow += 1;
    const { ageMs } = this;
    const line = {
      issuer: issuer.issuer,
      ageMs: Math.round(ageMs),
      failuresInARow: this.#failuresInARow,
      err: error,
    };
    logger.warn(line, "cannot fetch the issuer's keys");
    if (this.#fetched === undefined || ageMs <= limits.keysMaxAgeMs) return;
    // Old keys are dropped: the issuer may have removed one because it was stolen.
    this.#fetched = undefined;
    onChange();
    logger.error(line, "the issuer's keys are too old: all its tokens are rejected");
  }

  #pauseMs(): number {
    const { random, limits } = this.#options;
    const { keysRefreshMs, keysRetryMs: initialDelayMs, keysRetryMaxMs: maxDelayMs } = limits;
    if (this.#failuresInARow === 0) return keysRefreshMs;
    return backoffMs({ initialDelayMs, maxDelayMs }, this.#failuresInARow - 1, random);
  }

  /** Returns an error that does not reject the token itself: a retry may succeed. */
  #unavailable(): TidemarkError {
    return new TidemarkError(
      'issuer_unavailable',
      "cannot fetch the keys of the token's issuer: retry later",
    );
  }
}

async function fetchKeys({ issuer, keys }: IssuerRules, options: FetchOptions): Promise<unknown> {
  return fetchJson(keys.kind === 'uri' ? keys.uri : await discover(issuer, options), options);
}

/** Returns the URL of the issuer's keys (OpenID Connect Discovery 1.0, 4). */
async function discover(issuer: string, options: FetchOptions): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = (await fetchJson(url, options)) as {
    readonly issuer?: unknown;
    readonly jwks_uri?: unknown;
  } | null;
  if (document?.issuer !== issuer) throw new Error(`${url} describes another issuer than ${issuer}`);
  const { jwks_uri: uri } = document;
  if (typeof uri !== 'string' || !isAllowedKeysUrl(issuer, uri))
    throw new Error(`${url} has no https:// URL in jwks_uri`);
  return uri;
}
