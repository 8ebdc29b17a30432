/** The measured requests, each as JSON and protobuf over HTTP/1.1 and by gRPC, with a check that the answers agree. */
import { isDeepStrictEqual } from 'node:util';
import { tidemark } from '../../gen/tidemark';
import { WrongAnswer } from '../harness';
import { QUERY } from '../http/query';
import type { BenchObject, Size } from '../objects/data';
import { CORPUS, DATA_TYPE, Profile, SUB_TYPE } from '../objects/data';
import type { Message } from './load';

const v1 = tidemark.v1;

export interface Case {
  readonly name: string;
  /** Requests at once. */
  readonly inFlight: number;
  readonly json: readonly Message[];
  /** Absent if the endpoint has no protobuf. */
  readonly protobuf?: readonly Message[];
  readonly grpc: readonly Message[];
  /** Throws WrongAnswer if the answers to the first message differ. */
  check(answers: { readonly json: Buffer; readonly grpc: Buffer }): void;
}

const bytes = (encoded: { finish(): Uint8Array }): Buffer => Buffer.from(encoded.finish());
const grpc = (path: string, body: Buffer): Message => ({ path: `/tidemark.v1.${path}`, body, type: 'gRPC' });
const json = (path: string, body: unknown): Message => ({
  path,
  body: Buffer.from(JSON.stringify(body)),
  type: 'JSON',
});

const COUNT_QUERY = {
  actions: QUERY.actions,
  where: { viewType: { in: QUERY.where.viewType } },
  entities: { ad: { ids: QUERY.entities.ad }, campaign: { all: true } },
  windows: QUERY.windows.map((rolling) => ({ rolling })),
  groupBy: QUERY.groupBy,
  asOfMs: QUERY.asOf,
};

export const BATCH = 100;
/** Within the service's budget of work. */
const BATCHES_IN_FLIGHT = 4;
/** Users of the batches, all with the events of the query's user. */
export const USERS = Array.from({ length: BATCH }, (_, at) => `bench-${at}`);

export function countCase(): Case {
  const body = bytes(v1.CountQuery.encode({ ...COUNT_QUERY, userId: QUERY.userId }));
  const path = '/v1/counts:query';
  return {
    name: 'count',
    inFlight: 16,
    json: [json(path, QUERY)],
    protobuf: [{ path, body, type: 'protobuf' }],
    grpc: [grpc('Counts/Query', body)],
    check(answers) {
      const { counts } = JSON.parse(answers.json.toString()) as { counts: Record<string, { total: object }> };
      requireTotals(
        Object.values(counts).map(({ total }) => total),
        v1.CountAnswer.decode(answers.grpc),
      );
    },
  };
}

export function batchCountCase(): Case {
  const body = bytes(v1.BatchCountQuery.encode({ users: USERS, query: COUNT_QUERY }));
  const path = '/v1/counts:batchQuery';
  return {
    name: `counts of ${BATCH} users`,
    inFlight: BATCHES_IN_FLIGHT,
    json: [json(path, { ...QUERY, userId: undefined, users: USERS })],
    protobuf: [{ path, body, type: 'protobuf' }],
    grpc: [grpc('Counts/BatchQuery', body)],
    check(answers) {
      const { users } = JSON.parse(answers.json.toString()) as {
        users: { counts: Record<string, { total: object }> }[];
      };
      const decoded = v1.BatchCountAnswer.decode(answers.grpc).users;
      if (decoded.length !== users.length) throw new WrongAnswer('the batches have other users');
      for (const [at, { counts }] of users.entries())
        requireTotals(
          Object.values(counts).map(({ total }) => total),
          decoded[at]!.counts!,
        );
    },
  };
}

/** Compares the sums of the totals of all windows, which do not depend on the order of groups. */
function requireTotals(totals: readonly object[], { total }: tidemark.v1.ICountAnswer): void {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
  const expected = sum(totals.flatMap((each) => Object.values(each) as number[]));
  const actual = sum(total?.counts ?? []);
  if (expected === 0 || actual !== expected)
    throw new WrongAnswer(`the totals are ${actual} by gRPC and ${expected} in JSON`);
}

export function capsCase(): Case {
  const candidates = Array.from({ length: 10 }, (_, at) => ({
    id: `c${at}`,
    dimensions: { adId: `ad-${at}`, campaignId: `cmp-${at % 3}` },
  }));
  const rules = [
    { name: 'daily', level: 'campaign', actions: ['impression'], rolling: '1d', maximum: 20 },
    { name: 'hourly', level: 'ad', actions: ['impression'], rolling: '90m', maximum: 2 },
    { name: 'clicked', level: 'ad', actions: ['click'], rolling: '7d', maximum: 1 },
  ];
  const userId = QUERY.userId;
  const body = bytes(v1.CapCheck.encode({ userId, candidates, rules, asOfMs: QUERY.asOf }));
  const path = '/v1/caps:check';
  const asJson = {
    userId,
    candidates: candidates.map(({ id, dimensions }) => ({ id, ...dimensions })),
    rules: rules.map(({ rolling: window, ...rule }) => ({ ...rule, window })),
    asOf: QUERY.asOf,
  };
  return {
    name: 'caps, 10 candidates × 3 rules',
    inFlight: 16,
    json: [json(path, asJson)],
    protobuf: [{ path, body, type: 'protobuf' }],
    grpc: [grpc('Caps/Check', body)],
    check(answers) {
      type Verdicts = readonly { readonly id?: string | null; readonly allowed?: boolean | null }[];
      const plain = (verdicts: Verdicts): unknown => verdicts.map(({ id, allowed }) => ({ id, allowed }));
      const expected = (JSON.parse(answers.json.toString()) as { candidates: Verdicts }).candidates;
      const { candidates: actual } = v1.CapCheckAnswer.decode(answers.grpc);
      if (!isDeepStrictEqual(plain(actual), plain(expected))) throw new WrongAnswer('the verdicts differ');
    },
  };
}

const cellPath = (id: string): string => `/v1/corpora/${CORPUS}/objects/${id}/${DATA_TYPE}/${SUB_TYPE}`;
const SELECT = [{ dataType: DATA_TYPE, subTypes: [SUB_TYPE] }];
const NO_BODY = Buffer.alloc(0);

export function objectCase(size: Size, objects: readonly BenchObject[]): Case {
  const get = (type: 'JSON' | 'protobuf'): Message[] =>
    objects.map(({ id }) => ({ path: cellPath(id), method: 'GET', body: NO_BODY, type }));
  return {
    name: `object of ${size}`,
    inFlight: 16,
    json: get('JSON'),
    protobuf: get('protobuf'),
    grpc: objects.map(({ id }) =>
      grpc('Objects/Get', bytes(v1.GetObjectRequest.encode({ corpus: CORPUS, id, select: SELECT }))),
    ),
    check: (answers) =>
      requireValues(objects.slice(0, 1), answers.json, v1.ObjectAnswer.decode(answers.grpc).cells),
  };
}

export function batchGetCase(size: Size, objects: readonly BenchObject[]): Case {
  const selected = objects.slice(0, BATCH).map(({ id }) => ({ id, select: SELECT }));
  const request = { corpus: CORPUS, objects: selected };
  return {
    name: `${selected.length} objects of ${size}`,
    inFlight: BATCHES_IN_FLIGHT,
    json: [json(`/v1/corpora/${CORPUS}/objects:batchGet`, { objects: selected })],
    grpc: [grpc('Objects/BatchGet', bytes(v1.BatchGetObjectsRequest.encode(request)))],
    check(answers) {
      const { objects: found } = v1.BatchGetObjectsAnswer.decode(answers.grpc);
      requireValues(
        objects.slice(0, BATCH),
        answers.json,
        found.flatMap(({ cells }) => cells ?? []),
      );
    },
  };
}

interface JsonCells {
  readonly cells: readonly { readonly value: Record<string, unknown> }[];
}

/** Throws WrongAnswer unless both answers have the stored values. */
function requireValues(
  stored: readonly BenchObject[],
  asJson: Buffer,
  cells: readonly tidemark.v1.IObjectCell[],
): void {
  const parsed = JSON.parse(asJson.toString()) as JsonCells & { readonly objects?: readonly JsonCells[] };
  const values = (parsed.objects ?? [parsed]).flatMap((each) => each.cells);
  for (const [at, object] of stored.entries()) {
    const fromJson = Buffer.from(Profile.encode(Profile.fromObject(values[at]!.value)).finish());
    const fromGrpc = Buffer.from(cells[at]!.value!);
    if (!object.bytes.equals(fromJson) || !object.bytes.equals(fromGrpc))
      throw new WrongAnswer(`the value of ${object.id} differs`);
  }
}
