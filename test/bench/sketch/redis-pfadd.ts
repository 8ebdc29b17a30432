/** PFADD by as little client as there can be: commands written into a buffer by hand, answers counted by their bytes. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { redisClient, type Redis } from '../counts/redis-service';
import { ITEM_BYTES, type Items } from './items';

/** Commands sent before the answers to earlier ones are waited for. */
const PIPELINED = 1_000;
const IN_FLIGHT = 4;
/** `:0` or `:1`, and a line's end. */
const ANSWER_BYTES = 4;
const MICROS_PER_S = 1_000_000;

export class RedisSketches {
  readonly #socket: Socket;
  readonly #redis: Redis;
  #answered = 0;
  #sent = 0;
  #onAnswer: (() => void) | undefined;

  private constructor(socket: Socket, redis: Redis) {
    this.#socket = socket;
    this.#redis = redis;
    socket.on('data', (bytes) => this.#take(bytes));
  }

  static async open(url: string): Promise<RedisSketches> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    const redis = redisClient(url);
    await redis.connect();
    return new RedisSketches(socket, redis);
  }

  /** Resolves when all are in the sketch of this key. */
  async add(key: string, items: Items, perCommand: number): Promise<void> {
    const head = commandHead(key, perCommand);
    for (let from = 0; from < items.count; from += PIPELINED * perCommand) {
      const end = Math.min(from + PIPELINED * perCommand, items.count);
      this.#socket.write(encoded(items, { from, end, perCommand, head }));
      this.#sent += (end - from) / perCommand;
      await this.#until(this.#sent - PIPELINED * (IN_FLIGHT - 1));
    }
    await this.#until(this.#sent);
  }

  count(key: string): Promise<number> {
    return this.#redis.pfCount(key);
  }

  async remove(key: string): Promise<void> {
    await this.#redis.del(key);
  }

  /** CPU time of the server's process, in microseconds. */
  async cpuMicros(): Promise<number> {
    const text = await this.#redis.info('cpu');
    const seconds = ['used_cpu_user', 'used_cpu_sys'].map((name) =>
      Number(new RegExp(`${name}:([\\d.]+)`).exec(text)?.[1]),
    );
    return (seconds[0]! + seconds[1]!) * MICROS_PER_S;
  }

  async close(): Promise<void> {
    this.#socket.destroy();
    await this.#redis.close();
  }

  async #until(answered: number): Promise<void> {
    while (this.#answered < answered) await new Promise<void>((resolve) => (this.#onAnswer = resolve));
  }

  #take(bytes: Buffer): void {
    if (bytes.includes('-')) throw new Error(`Redis: ${bytes.toString('latin1', 0, 200)}`);
    this.#answered += bytes.length / ANSWER_BYTES;
    this.#onAnswer?.();
  }
}

function commandHead(key: string, items: number): Buffer {
  return Buffer.from(`*${2 + items}\r\n$5\r\nPFADD\r\n$${key.length}\r\n${key}\r\n`, 'latin1');
}

const ITEM_HEAD = Buffer.from(`$${ITEM_BYTES}\r\n`, 'latin1');
const LINE_END = Buffer.from('\r\n', 'latin1');

interface Commands {
  readonly from: number;
  readonly end: number;
  readonly perCommand: number;
  readonly head: Buffer;
}

/** Whole commands only: the number of items is a multiple of those per command. */
function encoded({ bytes }: Items, { from, end, perCommand, head }: Commands): Buffer {
  const itemBytes = ITEM_HEAD.length + ITEM_BYTES + LINE_END.length;
  const count = end - from;
  const out = Buffer.allocUnsafe((count / perCommand) * head.length + count * itemBytes);
  let at = 0;
  for (let i = from; i < end; i++) {
    if ((i - from) % perCommand === 0) at = put(out, at, head);
    at = put(out, at, ITEM_HEAD);
    for (let byte = 0; byte < ITEM_BYTES; byte++) out[at + byte] = bytes[i * ITEM_BYTES + byte]!;
    at = put(out, at + ITEM_BYTES, LINE_END);
  }
  return out;
}

/** Short texts are copied faster by hand. Returns where they end. */
function put(out: Buffer, at: number, text: Buffer): number {
  for (let i = 0; i < text.length; i++) out[at + i] = text[i]!;
  return at + text.length;
}
