/**
 * Generates load in a separate process, so that the processor time of servers is measured alone. Controlled by its
 * parent.
 */
import { answerMessages } from '../answer-messages';
import { type Load, requestsOf } from './data';
import { dataFrames, type Frames } from './frames';
import { LoadConnection } from './load-connection';

export type WorkerRequest =
  /** Creates the requests of a load in a half-open range, ready to be sent. */
  | { readonly kind: 'prepare'; readonly load: Load; readonly from?: number; readonly to?: number }
  /** Sends the requests: each once, or repeatedly for a time. Continues where it stopped with that server. */
  | { readonly kind: 'run'; readonly endpoint: string; readonly durationMs?: number };

export interface Run {
  readonly requests: number;
  readonly seconds: number;
}

const CONNECTIONS = 2;

let prepared: {
  load: Load;
  frames: Frames[];
  positions: Map<string, number>;
  answerBytes: Map<string, number>;
};

function prepare(load: Load, from?: number, to?: number): void {
  const frames = [...requestsOf(load, from, to)].map(dataFrames);
  prepared = { load, frames, positions: new Map(), answerBytes: new Map() };
}

async function run(endpoint: string, durationMs: number | undefined): Promise<Run> {
  const { load, frames, positions } = prepared;
  const startMs = performance.now();
  const endMs = durationMs === undefined ? Infinity : startMs + durationMs;
  const first = positions.get(endpoint) ?? 0;
  const last = durationMs === undefined ? frames.length : Infinity;
  let position = first;
  const next = (): Frames | undefined => {
    // At least one request, however late the connection was opened.
    if (position === last || (position > first && performance.now() >= endMs)) return undefined;
    return frames[position++ % frames.length];
  };
  const script = {
    endpoint,
    path: `/google.bigtable.v2.Bigtable/${load.method}`,
    inFlight: Math.ceil(load.inFlight / CONNECTIONS),
    next,
    onAnswer: (bytes: number) => checkAnswer(endpoint, bytes),
  };
  const connections = Math.min(CONNECTIONS, load.inFlight);
  stayAwake(endMs);
  await Promise.all(Array.from({ length: connections }, () => LoadConnection.run(script)));
  positions.set(endpoint, position);
  return { requests: position - first, seconds: (performance.now() - startMs) / 1_000 };
}

/** Checks that all answers to a load have the same length; those of failed calls are empty. */
function checkAnswer(endpoint: string, bytes: number): void {
  const { answerBytes } = prepared;
  const expected = answerBytes.get(endpoint) ?? bytes;
  if (bytes === 0 || bytes !== expected) throw new Error(`an answer of ${bytes} bytes, not ${expected}`);
  answerBytes.set(endpoint, expected);
}

/** Keeps the reader awake: waking it costs the writer 10 µs, which would be charged to slow servers only. */
function stayAwake(endMs: number): void {
  if (performance.now() < endMs && endMs < Infinity) setImmediate(() => stayAwake(endMs));
}

answerMessages((request: WorkerRequest) =>
  request.kind === 'prepare'
    ? prepare(request.load, request.from, request.to)
    : run(request.endpoint, request.durationMs),
);
