/** Makes load in a process of its own, so that the servers' processor time is theirs alone; does what its parent says. */
import { answerMessages } from '../answer-messages';
import { type Load, requestsOf } from './data';
import { dataFrames, type Frames } from './frames';
import { LoadConnection } from './load-connection';

export type WorkerRequest =
  /** Makes the requests of a load, from one to before another, ready to be sent. */
  | { readonly kind: 'prepare'; readonly load: Load; readonly from?: number; readonly to?: number }
  /** Sends them: each once, or in turn for so long. Goes on where it left off with that server. */
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
    // One request at least, however late the connection was opened.
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

/** All answers to a load are equally long, and those of failed calls are empty. */
function checkAnswer(endpoint: string, bytes: number): void {
  const { answerBytes } = prepared;
  const expected = answerBytes.get(endpoint) ?? bytes;
  if (bytes === 0 || bytes !== expected) throw new Error(`an answer of ${bytes} bytes, not ${expected}`);
  answerBytes.set(endpoint, expected);
}

/** Waking a sleeping reader costs the writer 10 µs: a slow server would be charged for it, a fast one not. */
function stayAwake(endMs: number): void {
  if (performance.now() < endMs && endMs < Infinity) setImmediate(() => stayAwake(endMs));
}

answerMessages((request: WorkerRequest) =>
  request.kind === 'prepare'
    ? prepare(request.load, request.from, request.to)
    : run(request.endpoint, request.durationMs),
);
