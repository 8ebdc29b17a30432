/**
 * Builds, publishes, rolls back and collects generations in a process that can be killed: `generation-child.ts <objects>
 * <rounds>`. It prints a line when it is ready, and begins with SIGUSR2.
 */
import { openGenerationStores } from './generation-world';

async function main([objects, rounds]: readonly string[]): Promise<void> {
  const begin = new Promise<void>((resolve) => process.once('SIGUSR2', () => resolve()));
  const keepsRunning = setInterval(() => undefined, 60_000);
  const stores = openGenerationStores(process.env, { graceMs: 2_000, openMax: 1_000 });
  await stores.store.warmUp({ timeoutMs: 10_000 });
  process.stdout.write('ready\n');
  await begin;
  const ids = Array.from({ length: Number(objects) }, (_, at) => `user-${at}`);
  for (let round = 0; round < Number(rounds); round++) {
    await stores.fill(`${process.pid}-${round}`, ids);
    await stores.manage.publish(stores.vectors);
    if (round % 3 === 2) await stores.manage.rollback(stores.vectors);
    if (round % 2 === 1) await stores.collect(stores.vectors, { keep: 1 });
  }
  await stores.collect(stores.vectors, { keep: 0 });
  await stores.close();
  clearInterval(keepsRunning);
}

void main(process.argv.slice(2));
