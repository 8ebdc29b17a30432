import { BigtableError } from '../../../../src/bigtable/client/bigtable-error';
import { passAll } from '../../../../src/bigtable/read/filters';
import { setCell } from '../../../../src/bigtable/write/mutations';
import type {
  CallHandler,
  GrpcTransport,
  StartCall,
} from '../../../../src/bigtable/transport/create-transport';
import type { CallOptions, RowRange } from '../../../../src/bigtable/client/types';
import type { TidemarkError } from '../../../../src/errors';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { seededRandom } from '../../../../src/platform/random';
import { Admission } from '../../../../src/routing/admission/admission';
import { admittedClients } from '../../../../src/routing/admission/admitted-clients';
import { createRouting } from '../../../../src/routing/routing';
import { createScanner, type ScanLimits } from '../../../../src/consistency/read/scanner';
import type { Scanner } from '../../../../src/consistency/store';
import { createLocalTransport } from '../../../support/local-bigtable/local-transport';
import { tidemarkError } from '../../../support/tidemark-error';
import { RoutingWorld, topologyOf } from '../../routing/routing-world';

const TABLE = 't';
const ROWS = 24;
/** Size of a value, so large that a message of the server holds two or three rows. */
const VALUE = Buffer.alloc(100_000, 'v');
const BATCH = ['batch-1', 'batch-2'];

const DOCUMENT = {
  project: 'p',
  clientRegion: 'eu',
  instances: {
    demo: {
      clusters: {
        'eu-a': { region: 'eu' },
        'batch-1': { region: 'eu', zone: 'eu-b', role: 'batch' },
        'batch-2': { region: 'eu', zone: 'eu-c', role: 'batch' },
      },
      appProfiles: {
        'at-eu-a': { cluster: 'eu-a' },
        'at-batch-1': { cluster: 'batch-1', priority: 'low' },
        'at-batch-2': { cluster: 'batch-2', priority: 'low' },
      },
    },
  },
};

const keyOf = (number: number): Buffer => Buffer.from(`k${String(number).padStart(2, '0')}`);
const rangeOf = (from: number, to: number): RowRange => ({
  start: { key: keyOf(from), inclusive: true },
  end: { key: keyOf(to), inclusive: false },
});

describe('A scanner', () => {
  let world: RoutingWorld;
  /** The clusters that calls went to, in their order. */
  let asked: string[];
  /** Error of a call after so many messages; undefined: the call ends normally. */
  let breaks: (cluster: string, call: number) => { afterMessages: number; error: BigtableError } | undefined;

  beforeEach(async () => {
    world = await RoutingWorld.open(DOCUMENT);
    asked = [];
    breaks = () => undefined;
    const { router, clients } = world.routing('batch', { topology: topologyOf(DOCUMENT) });
    const rows = Array.from({ length: ROWS }, (_, number) => ({
      key: keyOf(number),
      mutations: [setCell('f', Buffer.from('q'), 1_000, VALUE)],
    }));
    await world.settled(clients.of(router.forWrite(TABLE, keyOf(0))[0]!).mutateRows(TABLE, rows));
  });

  afterEach(() => world.core.close());

  function scanner(limits: Partial<ScanLimits> = {}, admission?: Admission): Scanner {
    const { router, clients } = createRouting({
      workload: 'batch' as const,
      topology: topologyOf(DOCUMENT),
      clock: world.clock,
      random: seededRandom(1),
      transport: () => watched(createLocalTransport({ handlers: world.core.handlers, clock: world.clock })),
      clientLimits: { rowBytesBufferedMax: 1 },
    });
    const admitted = admission === undefined ? clients : admittedClients(clients, admission);
    return createScanner({ router, clients: admitted, clock: world.clock, random: () => 1, limits });
  }

  /** Notes each call, and breaks it off where the test wants it. */
  function watched(transport: GrpcTransport): GrpcTransport {
    const start: StartCall = (call, handler) => {
      const profile = /app_profile_id=at-([a-z0-9-]+)/.exec(call.metadata['x-goog-request-params'] ?? '');
      const cluster = profile?.[1] ?? '';
      const number = asked.push(cluster) - 1;
      const broken = breaks(cluster, number);
      return transport.start(call, broken === undefined ? handler : breakingOff(handler, broken));
    };
    return { ...transport, start };
  }

  async function keysOf(
    scan: AsyncIterable<{ readonly key: Buffer }>,
    onKey: (key: string) => Promise<void> | void = () => undefined,
  ): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of scan) {
      keys.push(key.toString());
      await onKey(key.toString());
    }
    return keys;
  }

  const scanned = async (scan: Scanner, options?: CallOptions, ranges?: readonly RowRange[]) =>
    (
      await world.settled(
        keysOf(scan.scan({ table: TABLE, filter: passAll(), ...(ranges && { ranges }) }, options)),
      )
    ).value;

  const errorOf = async (reading: Promise<unknown>): Promise<TidemarkError> =>
    (await world.settled(reading.then(() => undefined as never).catch((e: TidemarkError) => e))).value;

  const all = Array.from({ length: ROWS }, (_, number) => keyOf(number).toString());

  it('returns all rows in the order of their keys, from one cluster for batch work', async () => {
    expect(await scanned(scanner())).toEqual(all);
    expect(asked).toHaveLength(1);
    expect(BATCH).toContain(asked[0]);
  });

  it('returns the rows of the ranges, whatever their order, and none of no ranges', async () => {
    expect(await scanned(scanner(), {}, [rangeOf(20, 22), rangeOf(3, 5), rangeOf(4, 6)])).toEqual([
      'k03',
      'k04',
      'k05',
      'k20',
      'k21',
    ]);
    expect(await scanned(scanner(), {}, [])).toEqual([]);
  });

  it('resumes behind the last row at the other cluster, without loss or repetition', async () => {
    breaks = (_, call) => (call < 3 ? { afterMessages: 2, error: unavailable() } : undefined);
    expect(await scanned(scanner(), {}, [rangeOf(0, 20)])).toEqual(all.slice(0, 20));
    expect(asked).toHaveLength(4);
    expect(new Set(asked)).toEqual(new Set(BATCH));
  });

  it('pauses longer and longer when all clusters fail, and fails after stallTimeoutMs', async () => {
    breaks = () => ({ afterMessages: 0, error: unavailable() });
    const startMs = world.clock.monotonicMs();
    const limits = { stallTimeoutMs: 5_000, retryInitialDelayMs: 100, retryMaxDelayMs: 2_000 };
    const error = await errorOf(scanned(scanner(limits)));
    expect(error.code).toBe('store_unavailable');
    // Pauses of 100, 200, 400, 800, 1600 and 2000 ms, each after both clusters.
    expect(world.clock.monotonicMs() - startMs).toBeGreaterThanOrEqual(5_000);
    expect(asked).toHaveLength(2 * 6 + 1);
  });

  it('returns the first rows alone, also across a break', async () => {
    breaks = (_, call) => (call === 0 ? { afterMessages: 1, error: unavailable() } : undefined);
    const scan = scanner().scan({ table: TABLE, filter: passAll(), rowsMax: 7 });
    expect((await world.settled(keysOf(scan))).value).toEqual(all.slice(0, 7));
  });

  it('restarts stallTimeoutMs with each row', async () => {
    breaks = () => ({ afterMessages: 1, error: unavailable() });
    const limits = { stallTimeoutMs: 1 };
    const reading = keysOf(scanner(limits).scan({ table: TABLE, filter: passAll() }), () => later(10));
    expect((await world.settled(reading)).value).toEqual(all);
  });

  it('fails at once with an error that no other cluster could avoid', async () => {
    breaks = () => ({ afterMessages: 1, error: new BigtableError(GrpcStatus.PERMISSION_DENIED, 'no') });
    expect(await errorOf(scanned(scanner()))).toMatchObject({ code: 'store_rejected' });
    expect(asked).toHaveLength(1);
  });

  it('starts another call after each stretchMs', async () => {
    const reading = keysOf(scanner({ stretchMs: 100 }).scan({ table: TABLE, filter: passAll() }), () =>
      later(30),
    );
    expect((await world.settled(reading)).value).toEqual(all);
    expect(asked.length).toBeGreaterThan(ROWS / 5);
  });

  it('takes no more than the caller has time', async () => {
    const slow = scanner({ stretchMs: 20 }).scan({ table: TABLE, filter: passAll() }, { timeoutMs: 100 });
    const error = await errorOf(keysOf(slow, () => later(50)));
    expect(error.code).toBe('deadline_exceeded');
  });

  it('ends when the caller cancels it, also in a pause', async () => {
    breaks = () => ({ afterMessages: 0, error: unavailable() });
    const control = new AbortController();
    world.clock.schedule(50, () => control.abort());
    const error = await errorOf(
      scanned(scanner({ retryInitialDelayMs: 10_000 }), { signal: control.signal }),
    );
    expect(error.code).toBe('client_closed_request');
  });

  it('ends its call, and gives back its admission, when the caller leaves the loop', async () => {
    const admission = new Admission({ clock: world.clock, servingLatencyMs: () => undefined });
    const leave = async (): Promise<number> => {
      for await (const { key } of scanner({}, admission).scan({ table: TABLE, filter: passAll() })) {
        if (key.toString() === 'k01') return admission.status.inFlight;
      }
      return NaN;
    };
    expect((await world.settled(leave())).value).toBe(1);
    expect(admission.status.inFlight).toBe(0);
  });

  it('keeps to the rows per second that batch work may read', async () => {
    const limits = { rowsPerSecond: 10 };
    const admission = new Admission({ clock: world.clock, servingLatencyMs: () => undefined, limits });
    const { tookMs } = await world.settled(scanned(scanner({}, admission)));
    // A second's worth may go at once.
    expect(tookMs).toBeGreaterThanOrEqual(((ROWS - 10) / 10) * 1_000 - 100);
  });

  it('samples keys, at the other cluster when one fails', async () => {
    breaks = (_, call) => (call === 0 ? { afterMessages: 0, error: unavailable() } : undefined);
    const { value } = await world.settled(scanner().sampleKeys(TABLE));
    expect(value.at(-1)?.key).toHaveLength(0);
    expect(new Set(asked)).toEqual(new Set(BATCH));
  });

  it('reports a missing table', async () => {
    await expect(world.settled(scanner().sampleKeys('missing'))).rejects.toThrow(
      tidemarkError('store_rejected'),
    );
  });

  const later = (byMs: number): Promise<void> =>
    new Promise((resolve) => world.clock.schedule(byMs, resolve));
});

const unavailable = (): BigtableError => new BigtableError(GrpcStatus.UNAVAILABLE, 'as the test wants it');

function breakingOff(
  handler: CallHandler,
  { afterMessages, error }: { afterMessages: number; error: BigtableError },
): CallHandler {
  let left = afterMessages;
  let isOver = false;
  const breakOff = (): void => {
    isOver = true;
    handler.onEnd(error);
  };
  if (left === 0) queueMicrotask(breakOff);
  return {
    onMessage: (message) => {
      if (isOver) return;
      handler.onMessage(message);
      left -= 1;
      if (left === 0) breakOff();
    },
    onEnd: (failure) => {
      if (!isOver) handler.onEnd(failure);
    },
  };
}
