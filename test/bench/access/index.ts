/**
 * Measures the cost of authentication: the gate of each request without authentication, with a cached token, and with a new token
 * whose signature is verified. Only the gate is measured, without HTTP.
 */
import type { AccessGate } from '../../../src/http/access/access-gate';
import {
  median,
  rounded,
  target,
  WrongAnswer,
  type Benchmark,
  type BenchResult,
  type BenchSize,
} from '../harness';
import { openStage, type Stage } from './stage';

const OPEN_GATE = 'no authentication';
const KNOWN = 'known token';

interface Plan {
  /** Number of measured tokens of each algorithm. */
  readonly tokens: number;
  readonly rounds: number;
  /** Requests of a round with a known token. */
  readonly known: number;
}

const PLANS: Readonly<Record<BenchSize, Plan>> = {
  full: { tokens: 2_000, rounds: 15, known: 400_000 },
  quick: { tokens: 500, rounds: 5, known: 100_000 },
  smoke: { tokens: 20, rounds: 1, known: 5_000 },
};

export const benchmark: Benchmark = {
  name: 'access',
  description: 'the gate of a request: no authentication, a token that is known, a first verification',
  async run({ size, progress }) {
    const { tokens, rounds, known } = PLANS[size];
    const stage = await openStage(tokens);
    try {
      const contestants = contestantsOf(stage);
      for (const each of contestants) await compare(each, stage);
      const seen = new Map(contestants.map(({ name }) => [name, [] as number[]]));
      // The first round warms up.
      for (let round = 0; round <= rounds; round++) {
        progress(round === 0 ? 'warming up' : `round ${round} of ${rounds}`);
        for (const each of contestants) {
          const micros = await cpuMicrosPerRequest(each, each.isSync ? known : each.headers.length);
          if (round > 0) seen.get(each.name)!.push(micros);
        }
      }
      return report(new Map([...seen].map(([name, all]) => [name, median(all)])), stage.tokenBytes);
    } finally {
      stage.close();
    }
  },
};

interface Contestant {
  readonly name: string;
  readonly gate: AccessGate;
  /** Admits one request after the other, as they come from the socket. */
  readonly headers: readonly Buffer[];
  /** Whether it answers without a promise. */
  readonly isSync: boolean;
}

function contestantsOf({ open, known, fresh, tokens }: Stage): Contestant[] {
  const one = tokens['ES256']!.slice(0, 1);
  return [
    { name: OPEN_GATE, gate: open, headers: one, isSync: true },
    { name: KNOWN, gate: known, headers: one, isSync: true },
    ...Object.entries(tokens).map(([algorithm, headers]) => ({
      name: `first verification, ${algorithm}`,
      gate: fresh,
      headers,
      isSync: false,
    })),
  ];
}

/** Checks that a stage with authentication identifies the caller and rejects a forged token. */
async function compare({ name, gate, headers }: Contestant, { forged }: Stage): Promise<void> {
  const caller = await gate.admit('counts:read', headers[0]!.toString('latin1'));
  gate.release(caller);
  if (name === OPEN_GATE) return;
  if (caller.id !== 'ads-serving') throw new WrongAnswer(`${name} knows the caller as ${caller.id}`);
  const answer = await Promise.resolve()
    .then(() => gate.admit('counts:read', forged))
    .catch(() => undefined);
  if (answer !== undefined) throw new WrongAnswer(`${name} admits a forged token`);
}

/** Each request brings a header of its own, as the parser makes it of the socket's bytes: it has never been hashed. */
async function cpuMicrosPerRequest({ gate, headers, isSync }: Contestant, requests: number): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < requests; n++) {
    const header = headers[n % headers.length]!.toString('latin1');
    const admitted = gate.admit('counts:read', header);
    if (admitted instanceof Promise === isSync)
      throw new WrongAnswer('a token that is known is verified, or one that is new is not');
    gate.release(admitted instanceof Promise ? await admitted : admitted);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / requests;
}

function report(micros: ReadonlyMap<string, number>, tokenBytes: number): BenchResult {
  const base = micros.get(OPEN_GATE)!;
  const rows = [...micros].map(([name, cost]) => [name, `${rounded(cost)}`, `${rounded(cost - base)}`]);
  const figures = Object.fromEntries([...micros].map(([name, cost]) => [`${name}: CPU µs`, rounded(cost)]));
  const title = `CPU µs per request at the gate, its limits included; tokens of ${tokenBytes} bytes (ES256)`;
  return {
    figures,
    targets: [target('known token, CPU µs beyond no authentication', micros.get(KNOWN)! - base, '<=', 5)],
    tables: [{ title, header: ['contestant', 'CPU µs', 'beyond no authentication'], rows }],
  };
}
