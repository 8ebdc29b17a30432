import type { Clock } from '../../platform/time/clock';
import type { ArrivalOrder } from '../../core/lag/arrival-order';
import type { Attributes, MessageDelivery } from './message-delivery';
import { firstPublishedMs } from './first-published';
import type { PulledMessage } from './pull-response';

/** What is told to Pub/Sub about messages that were pulled. */
export interface LeaseCalls {
  acknowledge(ackIds: string[]): Promise<unknown>;
  /** 0 seconds hand the messages back. */
  modifyAckDeadline(ackIds: string[], seconds: number): Promise<unknown>;
}

export interface LeaseLimits {
  /** Messages and bytes held at once, from their arrival until they are settled. */
  readonly messagesInFlightMax: number;
  readonly bytesInFlightMax: number;
  /** For how long a message is leased at a time: so long after a crash it comes again. */
  readonly ackDeadlineSeconds: number;
  /** A message that was held for so long is leased no longer: something is wrong here. */
  readonly leaseMaxMs: number;
  /** Settled messages wait so long for company. */
  readonly ackDelayMs: number;
}

export interface LeaseObserver {
  /** Acknowledgements that were lost; their messages come again. */
  onAckFailed?(error: unknown, messages: number): void;
}

/** Pub/Sub takes 512 KiB in one request, and its ids have some 200 bytes. */
const ACK_IDS_PER_CALL = 2_000;

/**
 * The messages that were pulled and are not settled yet. Their leases are extended as long as they are held; acks and
 * nacks leave in batches. A lost ack is no harm: the message comes again, and what it says is in the store already.
 */
export class MessageLeases {
  readonly #held = new Set<LeasedMessage>();
  readonly #calls = new Set<Promise<void>>();
  #bytes = 0;
  #acks: string[] = [];
  #nacks: string[] = [];
  #cancelFlush: (() => void) | undefined;
  #cancelExtension: (() => void) | undefined;

  constructor(
    readonly dependencies: {
      readonly calls: LeaseCalls;
      readonly clock: Clock;
      readonly limits: LeaseLimits;
      readonly observer?: LeaseObserver;
      /** Learns what comes, and what is handed back. */
      readonly order?: ArrivalOrder;
      /** Called when there is room again. */
      readonly onRoom: () => void;
    },
  ) {}

  get isFull(): boolean {
    const { messagesInFlightMax, bytesInFlightMax } = this.dependencies.limits;
    return this.#held.size >= messagesInFlightMax || this.#bytes >= bytesInFlightMax;
  }

  get size(): number {
    return this.#held.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** When the oldest of the messages held was published; undefined where there is none. */
  oldestPublishedMs(): number | undefined {
    let oldestMs = Number.POSITIVE_INFINITY;
    for (const { publishTimeMs } of this.#held) oldestMs = Math.min(oldestMs, publishTimeMs);
    return this.#held.size === 0 ? undefined : oldestMs;
  }

  /** The message as its taker gets it. */
  add(pulled: PulledMessage): MessageDelivery {
    const { clock, order } = this.dependencies;
    const nowMs = clock.monotonicMs();
    const message = new LeasedMessage(pulled, this, nowMs);
    order?.recordReceived(message.publishTimeMs, nowMs);
    this.#held.add(message);
    this.#bytes += message.data.length;
    this.#cancelExtension ??= this.#scheduleExtension();
    return message;
  }

  settle(message: LeasedMessage, how: 'ack' | 'nack'): void {
    const wasFull = this.isFull;
    if (!this.#held.delete(message)) return;
    this.#bytes -= message.data.length;
    const { clock, order } = this.dependencies;
    if (how === 'nack') order?.recordNacked(message.publishTimeMs, clock.monotonicMs());
    const queue = how === 'ack' ? this.#acks : this.#nacks;
    if (queue.push(message.ackId) >= ACK_IDS_PER_CALL) this.#flush();
    else this.#cancelFlush ??= this.#scheduleFlush();
    if (wasFull && !this.isFull) this.dependencies.onRoom();
  }

  /** Hands back what is still held, and resolves when Pub/Sub knows of all that was settled. */
  async close(): Promise<void> {
    for (const message of this.#held) message.nack();
    this.#cancelExtension?.();
    this.#flush();
    await Promise.all(this.#calls);
  }

  #scheduleFlush(): () => void {
    const { clock, limits } = this.dependencies;
    return clock.schedule(limits.ackDelayMs, () => this.#flush(), { keepAlive: true });
  }

  #flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    const { calls } = this.dependencies;
    const [acks, nacks] = [this.#acks, this.#nacks];
    this.#acks = [];
    this.#nacks = [];
    if (acks.length > 0) this.#call(calls.acknowledge(acks), acks.length);
    if (nacks.length > 0) this.#call(calls.modifyAckDeadline(nacks, 0), nacks.length);
  }

  #call(answer: Promise<unknown>, messages: number): void {
    const call: Promise<void> = answer
      .then(
        () => undefined,
        (error: unknown) => this.dependencies.observer?.onAckFailed?.(error, messages),
      )
      .finally(() => this.#calls.delete(call));
    this.#calls.add(call);
  }

  #scheduleExtension(): () => void {
    const { clock, limits } = this.dependencies;
    return clock.schedule(limits.ackDeadlineSeconds * 250, () => this.#extend());
  }

  /** Looks four times in a lease's time, and renews those of which less than half is left. */
  #extend(): void {
    const { calls, clock, limits } = this.dependencies;
    const nowMs = clock.monotonicMs();
    const halfMs = limits.ackDeadlineSeconds * 500;
    const due: string[] = [];
    for (const message of this.#held) {
      if (nowMs - message.leasedMs < halfMs || nowMs - message.receivedMs > limits.leaseMaxMs) continue;
      message.leasedMs = nowMs;
      due.push(message.ackId);
    }
    for (let at = 0; at < due.length; at += ACK_IDS_PER_CALL) {
      const ackIds = due.slice(at, at + ACK_IDS_PER_CALL);
      this.#call(calls.modifyAckDeadline(ackIds, limits.ackDeadlineSeconds), ackIds.length);
    }
    this.#cancelExtension = this.#held.size > 0 ? this.#scheduleExtension() : undefined;
  }
}

class LeasedMessage implements MessageDelivery {
  readonly ackId: string;
  readonly data: Buffer;
  readonly attributes: Attributes;
  readonly publishTimeMs: number;
  leasedMs: number;
  readonly #leases: MessageLeases;

  constructor(
    pulled: PulledMessage,
    leases: MessageLeases,
    readonly receivedMs: number,
  ) {
    this.ackId = pulled.ackId;
    this.data = pulled.data;
    this.attributes = pulled.attributes;
    this.publishTimeMs = firstPublishedMs(pulled);
    this.leasedMs = receivedMs;
    this.#leases = leases;
  }

  ack(): void {
    this.#leases.settle(this, 'ack');
  }

  nack(): void {
    this.#leases.settle(this, 'nack');
  }
}
