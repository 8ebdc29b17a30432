/** Deletions of events in a process that is killed in their middle, on the embedded Bigtable. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passAll } from '../../../src/bigtable/read/filters';
import { PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import type { DeleteEventsSummary } from '../../../src/operations/events/delete-events';
import { startChildProcess } from '../../support/child-process';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { adEvent, inputsOf } from '../../support/events';
import { runCommandLine } from '../../support/run-command';
import { until } from '../../support/until';

const CHILD = join(__dirname, '../../support/command-child.ts');
const USERS = 1_200;
const FROM_MS = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 86_400_000;
const PERIOD = ['--from', String(FROM_MS), '--to', String(FROM_MS + 3_600_000)];

describe('tidemark events delete', () => {
  let store: EventStore;
  let folder: string;

  beforeAll(async () => {
    store = await embeddedEventStore();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-killed-'));
    const eventOf = (user: number, minutes: number, adId: string) =>
      adEvent({
        userId: `user-${user}`,
        adId,
        eventTimeMs: FROM_MS + minutes * 60_000,
        insertionId: `i-${user}-${adId}`,
      });
    const users = Array.from({ length: USERS }, (_, user) => user);
    const events = users.flatMap((user) => [eventOf(user, 5, 'wrong'), eventOf(user, 90, 'right')]);
    for (let at = 0; at < events.length; at += 200) await store.ingest(inputsOf(events.slice(at, at + 200)));
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the number of events in cells, and of markers of deleted events, of all users. */
  async function stored(): Promise<{ readonly events: number; readonly markers: number }> {
    let [events, markers] = [0, 0];
    for await (const { cells } of store.store.scanner.scan({ table: 'users', filter: passAll() })) {
      events += cells.filter(({ family }) => family === 'ad_action').length;
      markers += cells.filter(({ family }) => family === PRIVACY_FAMILY).length;
    }
    return { events, markers };
  }

  it('goes on after its last saved user when it was killed, and deletes each event once', async () => {
    const checkpoint = join(folder, 'progress.json');
    const args = ['delete', '--all-users', ...PERIOD, '--yes', '--json', '--checkpoint', checkpoint];
    const env = { BIGTABLE_EMULATOR_HOST: store.endpoint };
    const slowly = ['events', ...args, '--users-per-second', '500'];
    const killed = await startChildProcess(CHILD, slowly, env);
    await until(() => existsSync(checkpoint));
    expect(await killed.kill('SIGKILL')).toBe('SIGKILL');
    const between = await stored();
    expect(between.events).toBeGreaterThan(USERS);
    expect(between.events).toBeLessThan(2 * USERS);
    // An event is gone only together with the marker that hides it when it is delivered again.
    expect(between.events + between.markers).toBe(2 * USERS);
    const { tally } = JSON.parse(readFileSync(checkpoint, 'utf8')) as { tally: { users: number } };
    const { stdout, ended } = await runCommandLine(['events', ...args], { env });
    expect(ended).toBe(0);
    // A user whose events went after the last save has none left: it is not found, and counted by neither process.
    const counted = USERS - (between.markers - tally.users);
    const summary = JSON.parse(stdout) as DeleteEventsSummary;
    expect(summary).toMatchObject({ status: 'complete', users: counted, events: counted, usersFailed: 0 });
    expect(await stored()).toEqual({ events: USERS, markers: USERS });
    expect(existsSync(checkpoint)).toBe(false);
  });
});
