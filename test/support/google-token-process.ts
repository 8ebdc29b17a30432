/**
 * Fetches a token with Application Default Credentials in a separate process and prints it, or the reason for the
 * failure. With the argument `again`, prints the token after a rejected one.
 */
import { googleCredentials } from '../../src/bigtable/transport/create-transport';
import type { AccessToken } from '../../src/bigtable/transport/credentials';
import { systemClock } from '../../src/platform/time/clock';

async function token(): Promise<AccessToken> {
  const credentials = googleCredentials(systemClock, 'p');
  if (process.argv[2] !== 'again') return credentials.fetchToken();
  await credentials.fetchToken();
  // The library caches it: this token is the same.
  await credentials.fetchToken();
  credentials.invalidate?.();
  return credentials.fetchToken();
}

token().then(
  (found) => process.stdout.write(`${JSON.stringify(found)}\n`),
  (error: Error) => process.stdout.write(`${JSON.stringify({ error: error.message })}\n`),
);
