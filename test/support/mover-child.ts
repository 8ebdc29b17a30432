/**
 * Moves users one after the other in a process that can be killed: `mover-child.ts <prefix> <number of users> <placement>`. It
 * prints a line when it is ready, and begins with SIGUSR2: it completes the open waves of others, and then moves the users that
 * are elsewhere. It ends when all are there.
 */
import { rowKey } from '../../src/core/rows/row-key';
import { moveConfig, openMoverStores } from './move-world';

async function main([prefix, count, to]: readonly string[]): Promise<void> {
  const begin = new Promise<void>((resolve) => process.once('SIGUSR2', () => resolve()));
  const keepsRunning = setInterval(() => undefined, 60_000);
  const stores = openMoverStores(moveConfig(process.env));
  await stores.store.warmUp({ timeoutMs: 10_000 });
  process.stdout.write('ready\n');
  await begin;
  const mover = stores.moverOf();
  for (const { id } of await mover.openWaves()) await mover.resume(id);
  const { subjects } = stores.residency;
  const group = subjects.groupOf('users')!;
  for (let at = 0; at < Number(count); at++) {
    const user = subjects.of(group, rowKey(`${prefix}-${at}`))!;
    const request = { group: 'users', to: to!, reason: 'explicit', subjects: [user] } as const;
    for (const wave of (await mover.plan(request)).waves) await mover.move(wave);
  }
  await stores.close();
  clearInterval(keepsRunning);
}

void main(process.argv.slice(2));
