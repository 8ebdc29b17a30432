import { createServer } from 'node:net';
import type { Config } from '../../../config/index';
import { DEFAULTS } from '../../../config/defaults';
import { failed, ok, skipped, type CheckFinding } from '../check';

/** A port that a process of this project listens on, and the variable that sets it. */
interface NamedPort {
  readonly use: string;
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Checks that the ports are free. A port that a process of this project uses is in order; `localEndpoint` is the address of a
 * running embedded Bigtable.
 */
export async function checkPorts(
  { http, admin, local }: Pick<Config, 'http' | 'admin' | 'local'>,
  localEndpoint: string | undefined,
): Promise<readonly CheckFinding[]> {
  const ports: NamedPort[] = [{ use: 'API', variable: 'PORT', host: http.host, port: http.port }];
  if (admin.port !== undefined)
    ports.push({
      use: 'admin listener',
      variable: 'TIDEMARK_ADMIN_PORT',
      host: admin.host,
      port: admin.port,
    });
  ports.push({
    use: 'embedded Bigtable',
    variable: 'TIDEMARK_LOCAL_PORT',
    host: local.host,
    port: local.port,
  });
  return Promise.all(ports.map((each) => checkPort(each, localEndpoint)));
}

async function checkPort(
  { use, variable, host, port }: NamedPort,
  localEndpoint: string | undefined,
): Promise<CheckFinding> {
  if (port === 0) return skipped(`${use}: any free port (${variable}=0)`);
  const address = `${host}:${port}`;
  const code = await bindFailure(host, port);
  if (code === undefined) return ok(`${address} is free for the ${use}`);
  if (code !== 'EADDRINUSE')
    return failed(`${use}: no listener at ${address}: ${code}`, `change ${variable}`);
  if (address === localEndpoint || (await isTidemark(address)))
    return ok(`${address} is used by a running process of Tidemark`);
  return failed(
    `${address}, for the ${use}, is used by another program`,
    `stop that program, or change ${variable}`,
  );
}

/** Returns the code of the error with which listening fails; undefined if it does not. */
function bindFailure(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Returns whether the API or the admin listener of a Tidemark process answers. */
async function isTidemark(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(DEFAULTS.doctor.portTimeoutMs);
    const response = await fetch(`http://${address}/healthz`, { signal, redirect: 'error' });
    return response.status === 200 && (await response.text()).includes('"status":"ok"');
  } catch {
    return false;
  }
}
