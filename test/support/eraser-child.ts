/**
 * Completes erasures in a process that can be killed. It prints a line when it is ready, begins with SIGUSR2, and ends when no
 * entry of the ledger is open.
 */
import { moveConfig } from './move-world';
import { openPrivacyStores } from './privacy-world';

async function main(): Promise<void> {
  const begin = new Promise<void>((resolve) => process.once('SIGUSR2', () => resolve()));
  const keepsRunning = setInterval(() => undefined, 60_000);
  const stores = openPrivacyStores(moveConfig(process.env));
  await stores.serving.warmUp({ timeoutMs: 10_000 });
  stores.batch.start();
  process.stdout.write('ready\n');
  await begin;
  await stores.work(undefined, Infinity);
  await stores.close();
  clearInterval(keepsRunning);
}

void main();
