/** Exports of a user with much data to clients that read slowly, or stop, on the embedded Bigtable. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setCell } from '../../../src/bigtable/write/mutations';
import { rowKey } from '../../../src/core/rows/row-key';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { openTestStore } from '../../support/open-test-store';
import { startApp, startStore, type RunningApp } from '../../support/running-app';
import { until } from '../../support/until';

const CELLS = 360;
const CELL_BYTES = 128 * 1024;
/** More than the last line of an export has. */
const TAIL_BYTES = 1_000;
/** Pause between two looks at the metrics, which take processor time, in milliseconds. */
const PAUSE_MS = 50;

describe('An export to a slow client', () => {
  let bigtable: LocalBigtable;
  let running: RunningApp;

  beforeAll(async () => {
    bigtable = await startStore();
    const env = { BIGTABLE_EMULATOR_HOST: bigtable.endpoint };
    const store = openTestStore(env);
    for (let at = 0; at < CELLS; at += 16) {
      const mutations = Array.from({ length: 16 }, (_, index) =>
        setCell(
          'profile',
          Buffer.from(`cell-${at + index}`),
          Date.now() * 1_000,
          Buffer.alloc(CELL_BYTES, 0xff),
        ),
      );
      await store.tables.writer.mutateRow('users', { key: rowKey('ann'), mutations }, { timeoutMs: 20_000 });
    }
    await store.close();
    running = await startApp(env);
  });
  afterAll(async () => {
    await running.app.drain();
    await bigtable.close();
  });

  async function open(): Promise<IncomingMessage> {
    const path = '/v1/subjects/ann/export';
    const headers = { 'x-request-timeout-ms': '120000' };
    const sent = request({ port: running.port, host: '127.0.0.1', path, headers, agent: false }).end();
    return ((await once(sent, 'response')) as [IncomingMessage])[0];
  }

  /** Returns the number of reads that the app has made. */
  async function reads(): Promise<number> {
    const name = 'tidemark_store_call_duration_seconds_count{rpc_method="ReadRows"';
    const lines = (await running.app.metrics()).split('\n').filter((line) => line.startsWith(name));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** Returns the number of reads once it has not changed for some time. A page is read in some milliseconds. */
  async function settledReads(forMs = 200): Promise<number> {
    let last = -1;
    let sinceMs = performance.now();
    await until(async () => {
      await sleep(PAUSE_MS);
      const now = await reads();
      if (now !== last) [last, sinceMs] = [now, performance.now()];
      return performance.now() - sinceMs > forMs;
    });
    return last;
  }

  it('reads the next page only when the client has taken the one before, and is complete in the end', async () => {
    const before = await settledReads();
    const response = await open();
    const whileWaiting = (await settledReads(2_000)) - before;
    let bytes = 0;
    let tail = Buffer.alloc(0);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    }
    expect(response.complete).toBe(true);
    expect(JSON.parse(tail.toString('latin1').trimEnd().split('\n').at(-1)!)).toMatchObject({
      type: 'complete',
    });
    expect(bytes).toBeGreaterThan(CELLS * CELL_BYTES);
    const all = (await settledReads()) - before;
    expect(all).toBeGreaterThan(12);
    expect(whileWaiting).toBeLessThan(all / 2);
  });

  it('reads no further page when the client has left', async () => {
    const before = await settledReads();
    const response = await open();
    response.on('error', () => undefined);
    response.destroy();
    expect((await settledReads(1_000)) - before).toBeLessThan(10);
  });
});
