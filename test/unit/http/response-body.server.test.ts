import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AnswerBuffer, PooledAnswer } from '../../../src/codec/json/answer-buffer';
import { bodyBytes, endWithBody } from '../../../src/http/response-body';
import { until } from '../../support/until';

/** More than sockets buffer, with all parts together. */
const PART_BYTES = 1_500_000;
const PARTS = 8;

/** Returns an answer of several parts, all of one digit. */
function answerOf(digit: string): PooledAnswer {
  const json = new AnswerBuffer().begin();
  const answer = new PooledAnswer();
  for (let part = 0; part < PARTS; part++) json.text(digit.repeat(PART_BYTES)).finishPart(answer);
  return answer;
}

let server: Server;
/** Answers whose buffers were made available to others. */
let released: string[];

beforeEach(async () => {
  const ofThisTest: string[] = [];
  released = ofThisTest;
  server = createServer((req, res) => {
    const digit = req.url!.slice(1);
    const body = answerOf(digit);
    const release = body.release.bind(body);
    body.release = () => {
      ofThisTest.push(digit);
      release();
    };
    res.writeHead(200, { 'content-length': bodyBytes(body) });
    endWithBody(res, body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => new Promise((resolve) => server.closeAllConnections() ?? server.close(resolve)));

async function get(digit: string, method = 'GET'): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', path: `/${digit}`, method, agent: false }).end();
  return ((await once(sent, 'response')) as [IncomingMessage])[0];
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

describe('A body of several parts', () => {
  it('is sent as its parts, with their length', async () => {
    const response = await get('1');
    expect(response.headers).toMatchObject({ 'content-length': String(PARTS * PART_BYTES) });
    expect(response.headers).not.toHaveProperty('transfer-encoding');
    expect(await textOf(response)).toBe('1'.repeat(PARTS * PART_BYTES));
    await until(() => released.length === 1);
  });

  it('reaches a slow reader unchanged, however many answers are sent meanwhile', async () => {
    const slow = await Promise.all(['2', '3'].map((digit) => get(digit)));
    for (const digit of ['4', '5']) {
      expect(await textOf(await get(digit))).toBe(digit.repeat(PARTS * PART_BYTES));
    }
    await until(() => released.length >= 2);
    expect(released).toEqual(['4', '5']);
    const texts = await Promise.all(slow.map(textOf));
    expect(texts).toEqual(['2', '3'].map((digit) => digit.repeat(PARTS * PART_BYTES)));
  });

  it('does not reach another reader if its connection is closed before all of it is sent', async () => {
    const slow = await get('8');
    (await get('7')).destroy();
    expect(await textOf(await get('9'))).toBe('9'.repeat(PARTS * PART_BYTES));
    expect(await textOf(slow)).toBe('8'.repeat(PARTS * PART_BYTES));
  });

  it('is not sent for HEAD', async () => {
    const response = await get('1', 'HEAD');
    expect(response.headers).toMatchObject({ 'content-length': String(PARTS * PART_BYTES) });
    expect(await textOf(response)).toBe('');
  });
});
