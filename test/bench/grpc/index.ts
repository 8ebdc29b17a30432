/**
 * Measures processor time of the service per request: JSON over HTTP/1.1, protobuf over HTTP/1.1 and gRPC, for the same
 * requests on the same data.
 */
import { join } from 'node:path';
import { applySchema } from '../../support/running-app';
import { startBigtableProcess } from '../bigtable-process';
import { Child } from '../child';
import {
  median,
  rounded,
  target,
  WrongAnswer,
  type Benchmark,
  type BenchOptions,
  type BenchResult,
  type BenchSize,
} from '../harness';
import { events, QUERY } from '../http/query';
import { CORPUS, DATA_TYPE, objectsOf, SUB_TYPE, type Size } from '../objects/data';
import {
  batchCountCase,
  batchGetCase,
  BATCH,
  capsCase,
  countCase,
  objectCase,
  USERS,
  type Case,
} from './cases';
import { Load, type Message } from './load';
import type { ServicePorts, ServiceUsage } from './service';

export const benchmark: Benchmark = {
  name: 'grpc',
  description: 'CPU per request of gRPC, beside JSON and protobuf over HTTP/1.1',
  async run(options) {
    const bigtable = await startBigtableProcess('embedded');
    const service = new Child(join(__dirname, 'service.ts'));
    let load: Load | undefined;
    try {
      await applySchema(bigtable.endpoint);
      const ports = await service.ask<ServicePorts>({ endpoint: bigtable.endpoint });
      const cases = await prepare(ports);
      // Afterwards: the service closes a connection that is idle while a busy machine prepares the data.
      load = new Load(ports);
      for (const each of cases) await check(each, load);
      return report(await measure(cases, { load, service, ...options }));
    } finally {
      load?.close();
      await service.stop();
      await bigtable.stop();
    }
  },
};

const SIZES: readonly Size[] = ['1 KB', '20 KB'];

/** Writes the data, and returns the cases. */
async function prepare({ http }: ServicePorts): Promise<readonly Case[]> {
  for (const userId of [QUERY.userId, ...USERS])
    await post(http, '/v1/events', 'application/json', {
      events: events().map((each) => ({ ...each, userId })),
    });
  const objects = SIZES.map((size) => objectsOf(size, BATCH));
  for (const { id, bytes } of objects.flat())
    await send(http, `/v1/corpora/${CORPUS}/objects/${id}/${DATA_TYPE}/${SUB_TYPE}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/x-protobuf' },
      body: bytes,
    });
  return [
    countCase(),
    capsCase(),
    ...SIZES.map((size, at) => objectCase(size, objects[at]!)),
    batchCountCase(),
    ...SIZES.map((size, at) => batchGetCase(size, objects[at]!)),
  ];
}

const post = (port: number, path: string, type: string, body: unknown): Promise<void> =>
  send(port, path, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) });

async function send(port: number, path: string, init: RequestInit): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new WrongAnswer(`${path} was answered with ${response.status}: ${text}`);
}

async function check(each: Case, load: Load): Promise<void> {
  each.check({ json: await load.ask(each.json[0]!), grpc: await load.ask(each.grpc[0]!) });
}

const CONTESTANTS = ['JSON', 'protobuf', 'gRPC'] as const;
type Contestant = (typeof CONTESTANTS)[number];

const messagesOf = (each: Case, contestant: Contestant): readonly Message[] | undefined =>
  contestant === 'JSON' ? each.json : contestant === 'gRPC' ? each.grpc : each.protobuf;

interface Pace {
  readonly warmUps: number;
  readonly rounds: number;
  readonly roundMs: number;
  readonly inFlightMax: number;
}

const PACES: Readonly<Record<BenchSize, Pace>> = {
  full: { warmUps: 1, rounds: 5, roundMs: 1_500, inFlightMax: Infinity },
  quick: { warmUps: 1, rounds: 3, roundMs: 400, inFlightMax: Infinity },
  smoke: { warmUps: 0, rounds: 1, roundMs: 1, inFlightMax: 2 },
};

type Measures = ReadonlyMap<Case, ReadonlyMap<Contestant, readonly number[]>>;

/** Interleaved rounds, so that a slow minute of the machine strikes all alike. The first rounds only warm up. */
async function measure(
  cases: readonly Case[],
  { load, service, size, progress }: BenchOptions & { readonly load: Load; readonly service: Child },
): Promise<Measures> {
  const { warmUps, rounds, roundMs, inFlightMax } = PACES[size];
  const measures = new Map(cases.map((each) => [each, new Map<Contestant, number[]>()]));
  const cpuMicros = async (): Promise<number> => (await service.ask<ServiceUsage>({ usage: true })).cpuMicros;
  for (let round = -warmUps; round < rounds; round++) {
    progress(round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`);
    for (const [each, seen] of measures) {
      for (const contestant of CONTESTANTS) {
        const messages = messagesOf(each, contestant);
        if (messages === undefined) continue;
        const before = await cpuMicros();
        const requests = await load.run(messages, Math.min(each.inFlight, inFlightMax), roundMs);
        const cost = ((await cpuMicros()) - before) / requests;
        if (round >= 0) seen.set(contestant, [...(seen.get(contestant) ?? []), cost]);
      }
    }
  }
  return measures;
}

function report(measures: Measures): BenchResult {
  const figures: Record<string, number> = {};
  const ratios: number[] = [];
  const rows = [...measures].map(([{ name }, seen]) => {
    const cost = (contestant: Contestant): number | undefined => {
      const costs = seen.get(contestant);
      return costs === undefined ? undefined : median(costs);
    };
    const json = cost('JSON')!;
    const cells = CONTESTANTS.map((contestant) => {
      const micros = cost(contestant);
      if (micros === undefined) return ['', ''];
      figures[`${name}, ${contestant}: CPU µs/request`] = rounded(micros);
      if (contestant === 'JSON') return [`${rounded(micros)}`];
      const ratio = rounded(micros / json);
      figures[`${name}, ${contestant} / JSON`] = ratio;
      if (contestant === 'gRPC') ratios.push(micros / json);
      return [`${rounded(micros)}`, `${ratio}`];
    });
    return [name, ...cells.flat()];
  });
  const header = ['request', 'JSON µs', 'protobuf µs', '× JSON', 'gRPC µs', '× JSON'];
  return {
    figures,
    targets: [target('gRPC / JSON, CPU, median of all requests', median(ratios), '<=', 1)],
    tables: [{ title: 'CPU of the service per request; store: the embedded server', header, rows }],
  };
}
