import { TidemarkError } from '../../../errors';
import { backoffMs } from '../../../platform/time/backoff';
import { fetchJson, type FetchOptions } from './fetch-json';
import type { IssuerRules } from '../access-rules';
import type { IssuerKeys, IssuerKeysOptions } from './issuer-keys';
import type { KeySet } from '../jose';
import { parseKeySet } from './key-set';
import { isAllowedKeysUrl } from './secure-url';

interface Fetched {
  readonly set: KeySet;
  /** What came: the same again changes nothing. */
  readonly json: string;
}

/**
 * Keys that are fetched from the issuer, again and again, so that a verification hardly ever waits for them. jose's own remote
 * set fetches when a token asks for it, and has no keys any more as soon as they are old and the issuer is away.
 */
export class RemoteKeys implements IssuerKeys {
  readonly #options: IssuerKeysOptions;
  #fetched: Fetched | undefined;
  #fetchedMs: number;
  /** When the last attempt was over, whatever became of it. */
  #triedMs = -Infinity;
  #failuresInARow = 0;
  #fetching: Promise<void> | undefined;
  /** Tokens that wait for an answer of the issuer. */
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

  /** Unless that has just been done: tokens with keys that nobody has must not make us a burden to the issuer. */
  async #refreshUnlessRecent(): Promise<void> {
    const { clock, limits } = this.#options;
    const isTooEarly = clock.monotonicMs() - this.#triedMs < limits.keysCooldownMs;
    if (this.#fetching === undefined && isTooEarly) return;
    // An issuer that hangs must not gather the requests of its callers here, which are others' connections and memory.
    if (this.#waiting >= limits.keysWaitingMax) throw this.#unavailable();
    this.#waiting += 1;
    await this.#fetch().finally(() => (this.#waiting -= 1));
  }

  /** One attempt at a time, for all who wait. Never rejects. */
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
      before === undefined ? 'keys fetched' : 'the issuer has other keys now',
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
    logger.warn(line, "the issuer's keys cannot be fetched");
    if (this.#fetched === undefined || ageMs <= limits.keysMaxAgeMs) return;
    // What they were a day ago they may be no more: a key that somebody has stolen is taken out, too.
    this.#fetched = undefined;
    onChange();
    logger.error(line, 'the keys are too old to go by: no token of the issuer is taken');
  }

  #pauseMs(): number {
    const { random, limits } = this.#options;
    const { keysRefreshMs, keysRetryMs: initialDelayMs, keysRetryMaxMs: maxDelayMs } = limits;
    if (this.#failuresInARow === 0) return keysRefreshMs;
    return backoffMs({ initialDelayMs, maxDelayMs }, this.#failuresInARow - 1, random);
  }

  /** Nothing is said against the token: the same may be good in a moment. */
  #unavailable(): TidemarkError {
    return new TidemarkError(
      'issuer_unavailable',
      "the keys of the token's issuer cannot be fetched at the moment",
    );
  }
}

async function fetchKeys({ issuer, keys }: IssuerRules, options: FetchOptions): Promise<unknown> {
  return fetchJson(keys.kind === 'uri' ? keys.uri : await discover(issuer, options), options);
}

/** OpenID Connect Discovery 1.0, 4. */
async function discover(issuer: string, options: FetchOptions): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = (await fetchJson(url, options)) as {
    readonly issuer?: unknown;
    readonly jwks_uri?: unknown;
  } | null;
  if (document?.issuer !== issuer) throw new Error(`${url} is not about issuer ${issuer}`);
  const { jwks_uri: uri } = document;
  if (typeof uri !== 'string' || !isAllowedKeysUrl(issuer, uri))
    throw new Error(`${url} names no https:// URL of keys`);
  return uri;
}
