import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as jose from 'jose' with { 'resolution-mode': 'import' };

type Jwk = jose.JWK;

/** A key pair as an issuer has it. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: jose.CryptoKey;
  /** With kid, alg and use, as in a JWK set. */
  readonly publicJwk: Jwk;
}

export interface TokenOptions {
  /** Default: the issuer's latest key. */
  readonly key?: SigningKey;
  /** Further members of the protected header. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** For how long from now on, seconds; default 3,600. */
  readonly lifetimeSeconds?: number;
  /** Time of the issuer, in milliseconds since the Unix epoch. Default: now. */
  readonly nowMs?: number;
}

export interface IssuerAnswer {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
}

/**
 * OpenID Connect issuer with a real HTTP server for discovery and keys. Tests make it sign any token, change its keys, and go down.
 */
export class OidcIssuer {
  /** Requests for discovery and keys that it has answered. */
  requests = 0;
  /** Connections that it has accepted. */
  connections = 0;
  /** Answer in place of the keys, if set. */
  answer: IssuerAnswer | undefined;
  /** Additional members of the discovery document. */
  discovery: Readonly<Record<string, unknown>> = {};
  #paused: Promise<void> | undefined;
  readonly #jose: typeof jose;
  #server: Server;
  #port = 0;
  #keys: SigningKey[] = [];
  #keyCount = 0;

  private constructor(library: typeof jose) {
    this.#jose = library;
    this.#server = this.#createServer();
  }

  static async start(alg = 'ES256'): Promise<OidcIssuer> {
    const issuer = new OidcIssuer(await import('jose'));
    await issuer.addKey(alg);
    await issuer.comeUp();
    return issuer;
  }

  /** URL of the issuer, as in the claim `iss`. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get jwksUri(): string {
    return `${this.url}/keys`;
  }

  get key(): SigningKey {
    return this.#keys.at(-1)!;
  }

  get jwks(): { readonly keys: readonly Jwk[] } {
    return { keys: this.#keys.map(({ publicJwk }) => publicJwk) };
  }

  /** Creates a key that is not published. */
  async newKey(alg = 'ES256', kid = `key-${(this.#keyCount += 1)}`): Promise<SigningKey> {
    const { privateKey, publicKey } = await this.#jose.generateKeyPair(alg, { extractable: true });
    const publicJwk = { ...(await this.#jose.exportJWK(publicKey)), kid, alg, use: 'sig' };
    return { kid, alg, privateKey, publicJwk };
  }

  async addKey(alg = 'ES256'): Promise<SigningKey> {
    this.#keys.push(await this.newKey(alg));
    return this.key;
  }

  /** From now on it has this one key. */
  async rotate(alg = 'ES256'): Promise<SigningKey> {
    this.#keys = [];
    return this.addKey(alg);
  }

  /** A token of this issuer, for the audience `tidemark` and an hour; `claims` has what else is in it, or undefined for what is not. */
  token(claims: Readonly<Record<string, unknown>> = {}, options: TokenOptions = {}): Promise<string> {
    const { key = this.key, header, lifetimeSeconds = 3_600, nowMs = Date.now() } = options;
    const now = Math.floor(nowMs / 1_000);
    const base = { iss: this.url, aud: 'tidemark', sub: 'someone', iat: now, exp: now + lifetimeSeconds };
    return new this.#jose.SignJWT({ ...base, ...claims })
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  comeUp(): Promise<void> {
    return new Promise((resolve) => {
      this.#server = this.#createServer();
      this.#server.listen(this.#port, '127.0.0.1', () => {
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  goDown(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Makes requests wait until the returned function is called. */
  pause(): () => void {
    let resume: () => void = () => undefined;
    this.#paused = new Promise((resolve) => (resume = resolve));
    return () => {
      this.#paused = undefined;
      resume();
    };
  }

  #createServer(): Server {
    const server = createServer((req, res) => {
      this.requests += 1;
      void Promise.resolve(this.#paused).then(() => {
        const { status, body, ...headers } = this.#answerTo(req.url ?? '');
        res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      });
    });
    return server.on('connection', () => (this.connections += 1));
  }

  #answerTo(path: string): IssuerAnswer {
    if (path === '/.well-known/openid-configuration') {
      return {
        status: 200,
        body: JSON.stringify({ issuer: this.url, jwks_uri: this.jwksUri, ...this.discovery }),
      };
    }
    if (!path.startsWith('/keys')) return { status: 404, body: '{}' };
    if (path === '/keys' && this.answer !== undefined) return this.answer;
    return { status: 200, body: JSON.stringify(this.jwks) };
  }
}

/** Returns the value of the header `authorization`. */
export const bearer = (token: string): string => `Bearer ${token}`;
