import type { GoogleAuth } from 'google-auth-library';
import type { Clock } from '../../platform/time/clock';

/** Access token as call metadata: `authorization`, and the billing project if it is set. */
export interface AccessToken {
  readonly metadata: Readonly<Record<string, string>>;
  readonly expiresAtMs: number;
}

/** Source of access tokens. */
export interface Credentials {
  fetchToken(): Promise<AccessToken>;
  /** Makes the next `fetchToken` obtain a new token, because the last one was rejected. */
  invalidate?(): void;
}

/**
 * Assumed lifetime of a token whose expiry the library does not report, in milliseconds. These are the tokens that it
 * signs itself and replaces five minutes before they expire. Fetching again is cheap, so this is just above our own
 * renewal margin.
 */
const TOKEN_LIFETIME_MS = 6 * 60_000;

const SCOPES = [
  'https://www.googleapis.com/auth/bigtable.data',
  'https://www.googleapis.com/auth/bigtable.admin',
  'https://www.googleapis.com/auth/cloud-platform',
];

/** Creates Application Default Credentials: environment, gcloud's file, or the metadata server. */
export function googleCredentials(clock: Clock, project: string): Credentials {
  let auth: Promise<GoogleAuth> | undefined;
  return {
    async fetchToken() {
      auth ??= loadAuth(project);
      const client = await (await auth).getClient();
      const headers = await client.getRequestHeaders();
      const nowMs = clock.nowMs();
      // For tokens that the library signs, its expiry date is a placeholder in 1970.
      const expiryMs = client.credentials.expiry_date ?? 0;
      return {
        metadata: Object.fromEntries(headers.entries()),
        expiresAtMs: expiryMs > nowMs ? expiryMs : nowMs + TOKEN_LIFETIME_MS,
      };
    },
    // The library caches a token until it expires and has no method, common to all kinds of clients, that discards it.
    invalidate() {
      auth = undefined;
    },
  };
}

async function loadAuth(project: string): Promise<GoogleAuth> {
  // The library takes 100 ms to load, which emulators do not need.
  const { GoogleAuth } = await import('google-auth-library');
  // Without a project the library searches for one, for workload identities at the Resource Manager.
  const auth = new GoogleAuth({ scopes: SCOPES, projectId: project });
  // As in Google's client: service accounts sign their tokens instead of fetching them.
  auth.useJWTAccessWithScope = true;
  return auth;
}
