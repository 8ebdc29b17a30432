/** Looks for Application Default Credentials as a process of its own does, and prints the token, or why there is none. */
import { googleCredentials } from '../../src/bigtable/transport';
import { systemClock } from '../../src/platform/clock';

googleCredentials(systemClock, 'p')
  .fetchToken()
  .then(
    (token) => process.stdout.write(`${JSON.stringify(token)}\n`),
    (error: Error) => process.stdout.write(`${JSON.stringify({ error: error.message })}\n`),
  );
