import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Child } from '../child';
import type { Pauses, Usage } from '../counts/messages';
import { WrongAnswer } from '../harness';
import type { LoadMessage, LoadRequest, LoadResult } from '../load/messages';
import { cellPath, messageOf, type Case } from './cases';
import type { FloorRequest, FloorResult } from './floor-messages';
import { Profile, type BenchObject } from './data';

/** Longer than a batch takes on a busy machine: deadlines are not what is measured. */
const ENV = { TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '30000' };

/** Tidemark, or the floor, in its own process, and the load on it from another one. */
export class ObjectService {
  readonly #service: Child;
  readonly #load: Child;
  readonly #port: number;

  private constructor(service: Child, load: Child, port: number) {
    this.#service = service;
    this.#load = load;
    this.#port = port;
  }

  static async start(endpoint: string, load: Child): Promise<ObjectService> {
    const service = new Child(join(__dirname, '../counts/service-process.ts'));
    const start = { contestant: 'tidemark', endpoint, redis: undefined, env: ENV } as const;
    return new ObjectService(service, load, await service.ask<number>({ start }));
  }

  /** Starts the process of the floors with its bare server. */
  static async startFloor(endpoint: string, load: Child): Promise<ObjectService> {
    const floor = new Child(join(__dirname, 'floor-process.ts'));
    const connect: FloorRequest = { connect: endpoint };
    return new ObjectService(floor, load, await floor.ask<number>(connect));
  }

  /** Measures a part of the floor, in its process. */
  measure(request: FloorRequest): Promise<FloorResult> {
    return this.#service.ask<FloorResult>(request);
  }

  async put({ id, bytes }: BenchObject): Promise<void> {
    const headers = { 'content-type': 'application/x-protobuf' };
    const response = await fetch(this.#url(cellPath(id)), { method: 'PUT', headers, body: bytes });
    if (!response.ok) throw new Error(`a PUT was answered with ${response.status}: ${await response.text()}`);
  }

  /** Compares the answer with what was stored, byte by byte. Returns its size in bytes; throws WrongAnswer. */
  async check(each: Case, requested: readonly BenchObject[]): Promise<number> {
    const { method, path, accept, body } = messageOf(each, requested);
    const headers = { accept: accept!, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const response = await fetch(this.#url(path), { method, headers, body: body ?? null });
    const answer = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) throw new WrongAnswer(`${each.name} was answered with ${answer.toString()}`);
    const values = each.encoding === 'protobuf' ? [answer] : valuesIn(answer, each.objects > 1);
    if (
      !isDeepStrictEqual(
        values,
        requested.map(({ bytes }) => bytes),
      )
    )
      throw new WrongAnswer(`${each.name} is not what was stored`);
    return answer.length;
  }

  /** Runs the load of a case: open with `perSecond`, else closed. Throws WrongAnswer for an error other than shed load. */
  async load(
    { name }: Case,
    load: Pick<LoadRequest, 'messages' | 'connections' | 'durationMs' | 'perSecond'>,
  ): Promise<LoadResult> {
    const result = await this.#load.ask<LoadResult>({ port: this.#port, ...load });
    const { statuses, shed, unanswered, due } = result;
    if ((statuses[200] ?? 0) + shed + unanswered !== due)
      throw new WrongAnswer(`${name} was answered with ${JSON.stringify(statuses)}`);
    return result;
  }

  async cpuMicros(): Promise<number> {
    return (await this.#service.ask<Usage>({ usage: true })).cpuMicros;
  }

  /** Returns the pauses since the last call. */
  pauses(): Promise<Pauses> {
    return this.#service.ask<Pauses>({ pauses: true });
  }

  stop(): Promise<void> {
    return this.#service.stop();
  }

  #url(path: LoadMessage['path']): string {
    return `http://127.0.0.1:${this.#port}${path}`;
  }
}

interface JsonCells {
  readonly cells: readonly { readonly value: Record<string, unknown> }[];
}

/** Returns the values of an answer, encoded as they were stored. */
function valuesIn(answer: Buffer, isBatch: boolean): readonly Buffer[] {
  const json = JSON.parse(answer.toString()) as JsonCells & { readonly objects: readonly JsonCells[] };
  return (isBatch ? json.objects : [json]).flatMap(({ cells }) =>
    cells.map(({ value }) => Buffer.from(Profile.encode(Profile.fromObject(value)).finish())),
  );
}
