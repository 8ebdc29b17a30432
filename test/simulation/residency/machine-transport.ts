import { withTimeLimit } from '../../../src/bigtable/transport/time-limit';
import { DeferredCall } from '../../../src/bigtable/transport/deferred-call';
import type {
  Call,
  CallHandler,
  GrpcTransport,
  StartCall,
} from '../../../src/bigtable/transport/create-transport';
import type { MethodHandler } from '../../../src/local-bigtable/index';
import type { Clock } from '../../../src/platform/time/clock';
import { createLocalTransport } from '../../support/local-bigtable/local-transport';
import type { Dice } from '../consistency/dice';
import type { MachineClock, PauseKind } from './machine-clock';

export interface MachineTransportOptions {
  readonly handlers: ReadonlyMap<string, MethodHandler>;
  readonly real: Clock;
  readonly machine: MachineClock;
  readonly region: string;
  readonly dice: Dice;
  /** Counts what happens to the messages. */
  readonly count: (what: string) => void;
  /** Whether pauses, losses, delays and duplicates happen now. */
  readonly isTroubled: () => boolean;
  /** Returns the length of a pause, in milliseconds. */
  readonly pauseMs: () => number;
  readonly rates: ChangeRates;
  /** Whether conditional requests are repeated like others, because their conditions are ignored. */
  readonly repeatsConditional: boolean;
}

/** Rates of what happens to calls that change something. */
export interface ChangeRates {
  /** The machine is paused before it sends the request. */
  readonly pause: number;
  /** A request that may be repeated arrives a second time, up to `AGAIN_MS_MAX` later. */
  readonly duplicate: number;
  /** A conditional request arrives up to `AGAIN_MS_MAX` later, when its sender has given up. */
  readonly late: number;
}

/** Rates of what happens to all calls. */
const RATES = { late: 0.05, lost: 0.02 };
const LATE_MS_MAX = 400;
const AGAIN_MS_MIN = 1_000;
/** Longest time until a request arrives, in milliseconds: some outlast a move there and back. */
export const AGAIN_MS_MAX = 20_000;
const LATE_TIMEOUT_MS = 30_000;

/**
 * The network of a machine. A paused machine sends and receives nothing, and sends what it was about to send when it goes
 * on. Requests may be late, lost or arrive twice.
 */
export function createMachineTransport(options: MachineTransportOptions): GrpcTransport {
  const { handlers, real, machine, region, dice, count, isTroubled, rates } = options;
  const lost = () => ({
    kind: dice.pick(['request-lost', 'answer-lost'] as const),
    afterMs: dice.below(200),
  });
  const network = createLocalTransport({
    handlers,
    clock: real,
    region,
    faultOf() {
      if (!isTroubled()) return undefined;
      if (dice.chance(RATES.lost)) return lost();
      if (!dice.chance(RATES.late)) return undefined;
      const kind = dice.pick(['request-delayed', 'answer-delayed'] as const);
      return { kind, afterMs: dice.below(LATE_MS_MAX) };
    },
  });
  // What is on its way arrives even if the process has died.
  const onItsWay = createLocalTransport({ handlers, clock: real, region });
  const send: StartCall = (call, handler) => {
    const deadlineMs = real.monotonicMs() + call.deadlineMs - machine.monotonicMs();
    return network.start({ ...call, deadlineMs }, handler);
  };
  const arriveLate = (call: Call): void => {
    const deadlineMs = real.monotonicMs() + LATE_TIMEOUT_MS;
    const late = { ...call, deadlineMs, signal: undefined };
    real.schedule(dice.between(AGAIN_MS_MIN, AGAIN_MS_MAX), () => void onItsWay.start(late, DEAF));
  };
  const sendAgain = (call: Call): void => {
    count('requests that arrive twice');
    arriveLate(call);
  };
  // Requests that are not idempotent are never sent twice, but may arrive long after their deadline.
  const sendLate: StartCall = (call, handler) => {
    count('conditional requests that arrive late');
    arriveLate(call);
    return new DeferredCall(call, handler);
  };
  const start: StartCall = (call, handler) => {
    const received = heldWhilePaused(handler, machine);
    if (!isTroubled() || !CHANGES.test(call.path)) return send(call, received);
    if (call.path.endsWith('CheckAndMutateRow') && !options.repeatsConditional) {
      if (dice.chance(rates.late)) return sendLate(call, received);
    } else if (dice.chance(rates.duplicate)) sendAgain(call);
    if (!dice.chance(rates.pause)) return send(call, received);
    const kind: PauseKind = dice.pick(['stopped', 'suspended'] as const);
    count(`processes ${kind} before a write`);
    machine.pause(kind, options.pauseMs());
    const deferred = new DeferredCall(call, received);
    void machine.whenRunning(() => deferred.begin(send));
    return deferred;
  };
  return { ...network, start: withTimeLimit(start, machine) };
}

const CHANGES = /Mutate/;
const DEAF: CallHandler = { onMessage: () => undefined, onEnd: () => undefined };

const heldWhilePaused = (handler: CallHandler, machine: MachineClock): CallHandler => ({
  onMessage: (message) => void machine.whenRunning(() => handler.onMessage(message)),
  onEnd: (error) => void machine.whenRunning(() => handler.onEnd(error)),
});
