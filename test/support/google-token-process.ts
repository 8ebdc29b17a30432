/**
 * Looks for Application Default Credentials as a process of its own does, and prints the token, or why there is none. With
 * the argument `again`, the token after one that was not accepted.
 */
import { googleCredentials } from '../../src/bigtable/transport/create-transport';
import type { AccessToken } from '../../src/bigtable/transport/credentials';
import { systemClock } from '../../src/platform/time/clock';

async function token(): Promise<AccessToken> {
  const credentials = googleCredentials(systemClock, 'p');
  if (process.argv[2] !== 'again') return credentials.fetchToken();
  await credentials.fetchToken();
  // The library keeps it: this one is the same.
  await credentials.fetchToken();
  credentials.invalidate?.();
  return credentials.fetchToken();
}

token().then(
  (found) => process.stdout.write(`${JSON.stringify(found)}\n`),
  (error: Error) => process.stdout.write(`${JSON.stringify({ error: error.message })}\n`),
);
