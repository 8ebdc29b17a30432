/** Attacks on the API. Each goes on until its process ends. */
import { request, Agent } from 'node:http';
import { connect, type Socket } from 'node:net';

/** The server to attack, and the tokens to use. */
export interface Target {
  readonly port: number;
  /** A valid token, of a caller without limits of its own. */
  readonly token: string;
  /** A token with an invalid signature. */
  readonly forged: string;
  /** A token of an issuer that never answers requests for its keys. */
  readonly hanging: string;
}

/** Slots of the attacked server: few, so that a few connections would take all of them. */
export const REQUESTS_MAX = 128;
const UNREAD_CONNECTIONS = 42;
const UNREAD_PIPELINED = 200;
const UNREAD_LARGE = 36;
const SLOW_BODIES = 140;
const BOMB_BYTES = 4_000_000;
const IDLE_CONNECTIONS = 1_000;
const FLOOD_CONNECTIONS = 140;

/** Begins the attack; resolves when it is under way. */
export const ATTACKS: Readonly<Record<string, (target: Target) => Promise<void>>> = {
  'pipelined documents that are not read': (target) =>
    unread(
      target,
      UNREAD_CONNECTIONS,
      'GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(UNREAD_PIPELINED),
    ),
  'large answers that are not read': (target) =>
    unread(target, UNREAD_LARGE, head(target, LARGE_QUERY) + LARGE_QUERY),
  'bodies of a byte a second': slowBodies,
  'nested JSON of 4 MB': (target) => repeat(4, (agent) => post(target, agent, '/v1/events', BOMB)),
  'large questions': (target) => repeat(4, (agent) => post(target, agent, BATCH_PATH, LARGE_QUERY)),
  'forged tokens': ({ forged, ...target }) =>
    repeat(16, (agent) => post({ ...target, token: forged }, agent, QUERY_PATH, QUERY)),
  'tokens of an issuer that hangs': ({ hanging, ...target }) =>
    repeat(200, (agent) => post({ ...target, token: hanging }, agent, QUERY_PATH, QUERY)),
  'idle connections': idle,
  'more requests than can be answered': (target) =>
    repeat(FLOOD_CONNECTIONS, (agent) => post(target, agent, QUERY_PATH, QUERY)),
};

const QUERY_PATH = '/v1/counts:query';
const BATCH_PATH = '/v1/counts:batchQuery';
const QUERY = JSON.stringify({
  userId: 'user-1',
  dataType: 'ad_action',
  actions: ['impression'],
  windows: ['1d', '7d'],
  entities: { ad: '*', campaign: '*' },
});
/** 400,000 numbers, nearly all of them 0. */
const LARGE_QUERY = JSON.stringify({
  users: ['user-1', 'user-2'],
  dataType: 'ad_action',
  actions: ['impression'],
  windows: Array.from({ length: 64 }, (_, day) => `${day + 1}d`),
  entities: { ad: Array.from({ length: 3_125 }, (_, ad) => `ad-${ad}`) },
});
const BOMB = '['.repeat(BOMB_BYTES);

function head({ token }: Target, body: string): string {
  return [
    `POST ${BATCH_PATH} HTTP/1.1`,
    'host: a',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '\r\n',
  ].join('\r\n');
}

/** Connections that write the text, and read nothing; each is opened again when it is closed. */
async function unread({ port }: Target, connections: number, text: string): Promise<void> {
  await many(connections, () => open(port, text, (socket) => socket.pause()));
}

async function slowBodies(target: Target): Promise<void> {
  const text = head(target, 'x'.repeat(1_000));
  await many(SLOW_BODIES, () =>
    open(target.port, text, (socket) => {
      const timer = setInterval(() => socket.write(' '), 1_000);
      socket.once('close', () => clearInterval(timer));
    }),
  );
}

async function idle({ port }: Target): Promise<void> {
  await many(IDLE_CONNECTIONS, () => open(port, '', () => undefined));
}

async function many(count: number, begin: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, begin));
}

/** Resolves when it is connected for the first time, or refused. */
function open(port: number, text: string, then: (socket: Socket) => void): Promise<void> {
  return new Promise((resolve) => {
    const again = (): void => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(text);
        then(socket);
        resolve();
      });
      socket.on('error', () => resolve());
      socket.once('close', () => setTimeout(again, 100));
    };
    again();
  });
}

/** Runs `callers` loops, each of which sends its next request as soon as the last one is answered. */
async function repeat(callers: number, ask: (agent: Agent) => Promise<void>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const loop = async (): Promise<never> => {
    for (;;) await ask(agent);
  };
  for (let each = 0; each < callers; each++) void loop();
  await new Promise((resolve) => setTimeout(resolve, 600));
}

function post(
  { port, token }: { port: number; token: string },
  agent: Agent,
  path: string,
  body: string,
): Promise<void> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent }, (res) => {
      res.resume().once('close', () => resolve());
    });
    sent.on('error', () => setTimeout(resolve, 10));
    sent.end(body);
  });
}
