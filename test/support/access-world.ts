import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config/index';
import type { Caller } from '../../src/core/access/caller';
import { DEFAULTS } from '../../src/config/defaults';
import { openAuthenticator, type Authenticator } from '../../src/http/access/authenticator';
import { createMetrics, type Metrics } from '../../src/platform/telemetry/metrics';
import type { Random } from '../../src/platform/random';
import { memoryLogger } from './memory-logger';
import { bearer, OidcIssuer, type TokenOptions } from './oidc-issuer';
import { VirtualClock } from './virtual-clock';

/** Test environment with a running issuer, an access file on disk, and authenticators with a virtual clock. */
export class AccessWorld {
  readonly clock = new VirtualClock();
  readonly log = memoryLogger();
  /** Random source of backoff. By default all delays have their maximum. */
  random: Random = () => 1;
  readonly #folder = mkdtempSync(join(tmpdir(), 'tidemark-access-'));
  readonly #opened: Authenticator[] = [];

  private constructor(
    readonly issuer: OidcIssuer,
    readonly metrics: Metrics,
  ) {}

  static async start(): Promise<AccessWorld> {
    const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
    return new AccessWorld(await OidcIssuer.start(), metrics);
  }

  async end(): Promise<void> {
    for (const each of this.#opened.splice(0)) each.stop();
    await this.issuer.goDown();
    rmSync(this.#folder, { recursive: true });
  }

  fileOf(name = 'access.json'): string {
    return join(this.#folder, name);
  }

  write(document: object, name?: string): void {
    writeFileSync(this.fileOf(name), JSON.stringify(document));
  }

  /** The issuer's entry in an access file. */
  trusted(over: object = {}): object {
    return { issuer: this.issuer.url, audiences: ['tidemark'], ...over };
  }

  /** With an access file that trusts the issuer, if none is given. */
  open(
    document: object = { issuers: [this.trusted()] },
    limits: Partial<Config['access']> = {},
  ): Promise<Authenticator> {
    this.write(document);
    return this.openAs(this.fileOf(), limits);
  }

  async openAs(file: string, limits: Partial<Config['access']> = {}): Promise<Authenticator> {
    const { clock, metrics, log } = this;
    const settings = { ...DEFAULTS.access, file, open: false, ...limits };
    const authenticator = await openAuthenticator({
      file,
      clock,
      random: () => this.random(),
      metrics,
      logger: log.logger,
      limits: settings,
    });
    this.#opened.push(authenticator);
    return authenticator;
  }

  token(claims: Readonly<Record<string, unknown>> = {}, options: TokenOptions = {}): Promise<string> {
    return this.issuer.token(claims, { nowMs: this.clock.nowMs(), ...options });
  }

  /** Whether the log has a line with this message. */
  hasLogged(message: string): boolean {
    return this.log.lines().some(({ msg }) => msg === message);
  }

  /** Authentications by their outcome. */
  async counted(): Promise<Record<string, number>> {
    const name = /^tidemark_http_authentications_total\{outcome="(\w+)".*\} (\d+)/gm;
    const samples = (await this.metrics.prometheus()).matchAll(name);
    return Object.fromEntries([...samples].map(([, outcome, count]) => [outcome!, Number(count)] as const));
  }
}

export const ask = async (authenticator: Authenticator, token: string): Promise<Caller> =>
  authenticator.authenticate(bearer(token));
