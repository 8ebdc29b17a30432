import type { GoogleAuth } from 'google-auth-library';
import type { Clock } from '../../platform/time/clock';

/** Call metadata that proves who calls: `authorization`, and the project that pays where it is set. */
export interface AccessToken {
  readonly metadata: Readonly<Record<string, string>>;
  readonly expiresAtMs: number;
}

export interface Credentials {
  fetchToken(): Promise<AccessToken>;
  /** What was fetched is not accepted: the next token is to be another one, where tokens are kept. */
  invalidate?(): void;
}

/**
 * Lifetime of a token whose expiry the library does not tell, which are those that it signs itself. It replaces them
 * five minutes before they expire, and asking again is cheap, so this is just over the margin of our own renewal.
 */
const TOKEN_LIFETIME_MS = 6 * 60_000;

const SCOPES = [
  'https://www.googleapis.com/auth/bigtable.data',
  'https://www.googleapis.com/auth/bigtable.admin',
  'https://www.googleapis.com/auth/cloud-platform',
];

/** Application Default Credentials: environment, gcloud's file, or the metadata server. */
export function googleCredentials(clock: Clock, project: string): Credentials {
  let auth: Promise<GoogleAuth> | undefined;
  return {
    async fetchToken() {
      auth ??= loadAuth(project);
      const client = await (await auth).getClient();
      const headers = await client.getRequestHeaders();
      const nowMs = clock.nowMs();
      // Where the library signs, its expiry date is a stand-in from 1970.
      const toldMs = client.credentials.expiry_date ?? 0;
      return {
        metadata: Object.fromEntries(headers.entries()),
        expiresAtMs: toldMs > nowMs ? toldMs : nowMs + TOKEN_LIFETIME_MS,
      };
    },
    // The library keeps a token until it expires, and offers no way to take it away that all kinds of clients share.
    invalidate() {
      auth = undefined;
    },
  };
}

async function loadAuth(project: string): Promise<GoogleAuth> {
  // The library takes 100 ms to load, which users of an emulator need not pay.
  const { GoogleAuth } = await import('google-auth-library');
  // Without a project the library looks for one, for workload identities at the Resource Manager.
  const auth = new GoogleAuth({ scopes: SCOPES, projectId: project });
  // As in Google's own client: service accounts sign their tokens instead of fetching them.
  auth.useJWTAccessWithScope = true;
  return auth;
}
