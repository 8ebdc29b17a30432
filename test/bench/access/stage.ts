import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessGate } from '../../../src/http/access/access-gate';
import { ALLOW_ALL } from '../../../src/http/access/access-gate';
import { openAuthenticator, type Authenticator } from '../../../src/http/access/authenticator';
import { createAccessGate } from '../../../src/http/access/create-access-gate';
import { DEFAULTS } from '../../../src/config/defaults';
import { systemClock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { createMetrics } from '../../../src/platform/telemetry/metrics';
import { temporaryFolder } from '../lifetimes';
import { bearer, OidcIssuer, type SigningKey } from '../../support/oidc-issuer';

export interface Stage {
  readonly open: AccessGate;
  readonly known: AccessGate;
  /** Remembers one token, so that another one is always new. */
  readonly fresh: AccessGate;
  /** Headers by algorithm, each with a token of its own. */
  readonly tokens: Readonly<Record<string, readonly Buffer[]>>;
  /** Header with a token signed by another key. */
  readonly forged: string;
  readonly tokenBytes: number;
  readonly close: () => void;
}

const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];

/** An access file with limits, and an issuer's keys in a file: nothing is fetched while it is measured. */
export async function openStage(tokensOfEach: number): Promise<Stage> {
  const { path: folder, remove } = temporaryFolder('tidemark-bench-access-');
  const issuer = await OidcIssuer.start();
  const keys = await Promise.all(ALGORITHMS.map((algorithm) => issuer.addKey(algorithm)));
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(issuer.jwks));
  writeFileSync(join(folder, 'access.json'), JSON.stringify(accessOf(issuer)));
  const entries = await Promise.all(
    keys.map(async (key) => [key.alg, await headersOf(issuer, key, tokensOfEach)] as const),
  );
  const tokens = Object.fromEntries(entries);
  const forger = await issuer.newKey('ES256', keys[0]!.kid);
  const forged = bearer(await issuer.token({ sub: 'ads-serving' }, { key: forger }));
  await issuer.goDown();
  const [known, fresh] = await Promise.all([authenticatorOf(folder, 10_000), authenticatorOf(folder, 1)]);
  return {
    open: ALLOW_ALL,
    known: known.gate,
    fresh: fresh.gate,
    tokens,
    forged,
    tokenBytes: tokens['ES256']![0]!.length - 'Bearer '.length,
    close() {
      for (const { authenticator } of [known, fresh]) authenticator.stop();
      remove();
    },
  };
}

function accessOf({ url }: OidcIssuer): object {
  const limits = { requestsPerSecond: 10_000_000, requestsInFlightMax: 1_000 };
  const callers = { 'ads-serving': { scopes: ['counts:read'], groups: ['ads-serving'], limits } };
  return { issuers: [{ issuer: url, audiences: ['tidemark'], jwksFile: 'keys.json' }], callers };
}

/** With claims as a service's identity token has them. */
async function headersOf(issuer: OidcIssuer, key: SigningKey, count: number): Promise<Buffer[]> {
  const claims = {
    sub: 'ads-serving',
    email: 'ads-serving@example.iam.gserviceaccount.com',
    email_verified: true,
  };
  const tokens = Array.from({ length: count }, (_, n) => issuer.token({ ...claims, jti: `${n}` }, { key }));
  return (await Promise.all(tokens)).map((token) => Buffer.from(bearer(token), 'latin1'));
}

async function authenticatorOf(
  folder: string,
  verifiedTokensMax: number,
): Promise<{ readonly gate: AccessGate; readonly authenticator: Authenticator }> {
  const file = join(folder, 'access.json');
  const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  const limits = { ...DEFAULTS.access, file, open: false, verifiedTokensMax };
  const logger = createLogger({ level: 'warn', service: 'bench' });
  const environment = { clock: systemClock, random: systemRandom, logger, metrics };
  const authenticator = await openAuthenticator({ file, limits, ...environment });
  const gate = createAccessGate({
    clock: systemClock,
    metrics,
    authenticate: (authorization) => authenticator.authenticate(authorization),
    limitsOf: (callerId) => authenticator.limitsOf(callerId),
  });
  return { gate, authenticator };
}
