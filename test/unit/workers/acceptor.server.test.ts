import { connect, type Socket } from 'node:net';
import { DEFAULTS } from '../../../src/config/defaults';
import { Acceptor, type ConnectionReceiver } from '../../../src/workers/acceptor';
import { memoryLogger } from '../../support/memory-logger';
import { until } from '../../support/until';
import { VirtualClock } from '../../support/virtual-clock';

const LIMITS = { ...DEFAULTS.processes, connectionsWaitingMax: 3, unservedLogIntervalMs: 30_000 };
const { connectionWaitMaxMs, handOverConfirmMs } = LIMITS;

/** A worker that records what it gets, and takes nothing by itself. */
class RecordingWorker implements ConnectionReceiver {
  readonly handed: { readonly number: number; readonly port: number | undefined }[] = [];
  readonly confirmed: number[] = [];

  handOver(number: number, socket: Socket): void {
    this.handed.push({ number, port: socket.remotePort });
  }

  confirm(number: number): void {
    this.confirmed.push(number);
  }
}

describe('The acceptor', () => {
  let clock: VirtualClock;
  let acceptor: Acceptor;
  let log: ReturnType<typeof memoryLogger>;
  let port: number;
  let clients: Client[];
  const worker = new RecordingWorker();
  const other = new RecordingWorker();

  beforeEach(async () => {
    clock = new VirtualClock();
    log = memoryLogger();
    acceptor = new Acceptor({ limits: LIMITS, clock, logger: log.logger });
    ({ port } = await acceptor.listen({ host: '127.0.0.1', port: 0 }));
    clients = [];
    for (const each of [worker, other]) each.handed.length = each.confirmed.length = 0;
  });
  afterEach(async () => {
    acceptor.onEnded(worker);
    acceptor.onEnded(other);
    const closed = acceptor.close();
    for (const { socket } of clients) socket.destroy();
    await closed;
  });

  /** Resolves when the acceptor has accepted it. */
  async function open(): Promise<Client> {
    const count = acceptor.waitingCount;
    const client = new Client(port);
    clients.push(client);
    await until(() => acceptor.waitingCount > count);
    return client;
  }
  const lastHanded = (to: RecordingWorker): number => to.handed.at(-1)!.number;

  it('the acceptor keeps its copy of a connection until the worker has taken it', async () => {
    acceptor.addWorker(worker);
    const client = await open();
    expect(worker.handed).toEqual([{ number: 1, port: client.socket.localPort }]);
    expect(client.isClosed).toBe(false);
    acceptor.onTaken(worker, 1);
    // Here the worker has no copy of its own, so this closes the connection.
    await until(() => client.isClosed);
    expect(acceptor.waitingCount).toBe(0);
    expect(acceptor.unservedCount).toBe(0);
  });

  it('the connection of a worker that ends goes to another worker', async () => {
    acceptor.addWorker(worker);
    const client = await open();
    acceptor.addWorker(other);
    acceptor.onEnded(worker);
    expect(other.handed).toEqual([{ number: 2, port: client.socket.localPort }]);
    // What the worker had sent before it ended comes too late to matter.
    acceptor.onTaken(worker, 1);
    expect(acceptor.waitingCount).toBe(1);
  });

  it('a connection that a worker declines goes to another worker', async () => {
    acceptor.addWorker(worker);
    const client = await open();
    acceptor.addWorker(other);
    acceptor.removeWorker(worker);
    acceptor.onDeclined(worker, 1);
    expect(other.handed).toEqual([{ number: 2, port: client.socket.localPort }]);
  });

  it('a worker that does not take a connection must confirm its arrival', async () => {
    acceptor.addWorker(worker);
    await open();
    await clock.advance(handOverConfirmMs - 1);
    expect(worker.confirmed).toEqual([]);
    await clock.advance(1);
    expect(worker.confirmed).toEqual([1]);
    acceptor.onDeclined(worker, 1);
    expect(lastHanded(worker)).toBe(2);
    acceptor.onTaken(worker, 2);
    await clock.advance(handOverConfirmMs);
    expect(worker.confirmed).toEqual([1]);
  });

  it('answers to earlier hand-overs are ignored', async () => {
    acceptor.addWorker(worker);
    await open();
    acceptor.onDeclined(worker, 1);
    acceptor.onDeclined(worker, 1);
    acceptor.onTaken(worker, 1);
    expect(lastHanded(worker)).toBe(2);
    expect(acceptor.waitingCount).toBe(1);
  });

  it('connections beyond the limit are closed and counted', async () => {
    for (let each = 0; each < LIMITS.connectionsWaitingMax; each++) await open();
    const refused = new Client(port);
    clients.push(refused);
    await until(() => refused.isClosed);
    expect(acceptor.waitingCount).toBe(LIMITS.connectionsWaitingMax);
    expect(acceptor.unservedCount).toBe(1);
    acceptor.addWorker(worker);
    acceptor.onTaken(worker, lastHanded(worker));
    await until(() => acceptor.waitingCount < LIMITS.connectionsWaitingMax);
    expect((await open()).isClosed).toBe(false);
  });

  it('a connection that no worker takes in time is closed', async () => {
    const client = await open();
    await clock.advance(connectionWaitMaxMs - 1);
    expect(client.isClosed).toBe(false);
    await clock.advance(1);
    await until(() => client.isClosed);
    expect([acceptor.waitingCount, acceptor.unservedCount]).toEqual([0, 1]);
    acceptor.addWorker(worker);
    expect(worker.handed).toEqual([]);
  });

  it('a connection is closed even if a worker has it without taking it, and no other worker gets it', async () => {
    acceptor.addWorker(worker);
    const client = await open();
    await clock.advance(connectionWaitMaxMs);
    await until(() => client.isClosed);
    acceptor.addWorker(other);
    acceptor.onEnded(worker);
    expect(other.handed).toEqual([]);
  });

  it('closed connections are logged once per interval, with their number', async () => {
    const lose = async (): Promise<void> => {
      const { socket } = await open();
      await clock.advance(connectionWaitMaxMs);
      socket.destroy();
    };
    for (let each = 0; each < 4; each++) await lose();
    expect(connectionWaitMaxMs * 3).toBe(LIMITS.unservedLogIntervalMs);
    expect(log.lines()).toMatchObject([
      { level: 'warn', closed: 1, waiting: 0 },
      { level: 'warn', closed: 3, waiting: 0 },
    ]);
  });

  it('a closed acceptor accepts no connection, and waits until workers have taken the accepted ones', async () => {
    acceptor.addWorker(worker);
    await open();
    await open();
    let isClosed = false;
    const closed = acceptor.close().then(() => (isClosed = true));
    const late = new Client(port);
    await until(() => late.isClosed);
    expect(late.error).toBe('ECONNREFUSED');
    acceptor.onTaken(worker, lastHanded(worker));
    expect(isClosed).toBe(false);
    acceptor.onTaken(worker, lastHanded(worker));
    await closed;
    expect(acceptor.unservedCount).toBe(0);
  });

  it('waiting connections are closed when the acceptor is closed and no worker is left', async () => {
    acceptor.addWorker(worker);
    const waiting = [await open(), await open()];
    const closed = acceptor.close();
    acceptor.onEnded(worker);
    await closed;
    await until(() => waiting.every(({ isClosed }) => isClosed));
    expect(acceptor.unservedCount).toBe(2);
  });

  it('listening rejects with the reason of the failure', async () => {
    const second = new Acceptor({ limits: LIMITS, clock, logger: log.logger });
    await expect(second.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await second.close();
  });
});

class Client {
  readonly socket: Socket;
  isClosed = false;
  error: string | undefined;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').resume();
    this.socket.on('error', (error: NodeJS.ErrnoException) => (this.error = error.code));
    this.socket.on('close', () => (this.isClosed = true));
  }
}
