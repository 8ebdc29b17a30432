import { execFileSync, spawn } from 'node:child_process';
import { createClient } from '@redis/client';
import { freePort } from '../../support/free-port';
import { killOnExit, temporaryFolder } from '../lifetimes';

export interface RedisServer {
  readonly version: string;
  readonly url: string;
  stop(): Promise<void>;
}

export const HOW_TO_INSTALL = 'redis-server was not found: `apt-get install redis-server` brings it';

/** A Redis on a port of its own that keeps nothing; undefined where there is none. Over TCP, as Bigtable is. */
export async function startRedis(): Promise<RedisServer | undefined> {
  const version = installedVersion();
  if (version === undefined) return undefined;
  const folder = temporaryFolder('bench-redis-');
  const port = await freePort();
  const flags = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder.path,
  ];
  const child = killOnExit(spawn('redis-server', flags, { stdio: 'ignore' }));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `redis://127.0.0.1:${port}`;
  await answers(url);
  return {
    version,
    url,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      folder.remove();
    },
  };
}

function installedVersion(): string | undefined {
  try {
    return /v=([\d.]+)/.exec(execFileSync('redis-server', ['--version']).toString())?.[1];
  } catch {
    return undefined;
  }
}

/** The client goes on trying until the server is there. */
async function answers(url: string): Promise<void> {
  const client = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  await client.ping();
  client.destroy();
}
