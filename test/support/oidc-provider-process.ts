import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort, untilListening } from './free-port';

/** Time for the start of the provider on a busy machine, in milliseconds. */
const START_MAX_MS = 60_000;

export interface OidcProvider {
  /** Address of the issuer. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts an OpenID Connect provider that knows the console, and an API with these scopes at every audience. */
export async function startOidcProvider(options: {
  readonly consoleUrl: string;
  readonly scopes: string;
}): Promise<OidcProvider> {
  const port = await freePort();
  const script = join(__dirname, 'oidc-provider.mjs');
  const child = spawn(process.execPath, [script, String(port), options.consoleUrl, options.scopes], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await untilListening(port, child, START_MAX_MS);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
