import type { Clock } from '../../platform/time/clock';
import type { ArrivalOrder } from '../../core/lag/arrival-order';
import type { Attributes, MessageDelivery } from './message-delivery';
import { firstPublishedMs } from './first-published';
import type { PulledMessage } from './pull-response';

/** Calls to Pub/Sub about pulled messages. */
export interface LeaseCalls {
  acknowledge(ackIds: string[]): Promise<unknown>;
  /** Extends the ack deadline; 0 seconds hands the messages back. */
  modifyAckDeadline(ackIds: string[], seconds: number): Promise<unknown>;
}

/** Limits of the messages held and of their leases. */
export interface MessageLeaseLimits {
  /**
   * Maximum number and total bytes of messages held, from their arrival until they are acknowledged or handed back.
   */
  readonly messagesInFlightMax: number;
  readonly bytesInFlightMax: number;
  /** Ack deadline of a message, in seconds. After a crash a message is redelivered when this time is over. */
  readonly ackDeadlineSeconds: number;
  /**
   * Maximum time that a message is held with extensions, in milliseconds. Beyond it the consumer must have a fault.
   */
  readonly leaseMaxMs: number;
  /** Milliseconds that acks and nacks wait in order to be sent in batches. */
  readonly ackDelayMs: number;
}

/** Observer of acknowledgements. */
export interface LeaseObserver {
  /** Reports acknowledgements that were lost. Their messages are delivered again. */
  onAckFailed?(error: unknown, messages: number): void;
}

/** Maximum number of ack ids in one call. Pub/Sub accepts 512 KiB per request, and an id has about 200 bytes. */
const ACK_IDS_PER_CALL = 2_000;

/**
 * Leases of pulled messages that are not acknowledged or handed back yet. Leases are extended while messages are
 * held; acks and nacks are sent in batches. A lost ack is harmless: the message is redelivered, and its events are
 * already stored.
 */
export class MessageLeases {
  readonly #held = new Set<LeasedMessage>();
  readonly #calls = new Set<Promise<void>>();
  #bytes = 0;
  #acks: string[] = [];
  #nacks: string[] = [];
  #cancelSettlements: (() => void) | undefined;
  #cancelExtension: (() => void) | undefined;

  constructor(
    readonly dependencies: {
      readonly calls: LeaseCalls;
      readonly clock: Clock;
      readonly limits: MessageLeaseLimits;
      readonly observer?: LeaseObserver | undefined;
      /** Records the order of arrival, and messages that are handed back. */
      readonly order?: ArrivalOrder | undefined;
      /** Called when there is room for more messages. */
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

  /**
   * Returns the publication time of the oldest message held, in milliseconds since the Unix epoch; undefined when
   * none is held.
   */
  oldestPublishedMs(): number | undefined {
    let oldestMs = Number.POSITIVE_INFINITY;
    for (const { publishTimeMs } of this.#held) oldestMs = Math.min(oldestMs, publishTimeMs);
    return this.#held.size === 0 ? undefined : oldestMs;
  }

  /** Adds a pulled message and returns it in the form that handlers get. */
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
    if (queue.push(message.ackId) >= ACK_IDS_PER_CALL) this.#sendSettlements();
    else this.#cancelSettlements ??= this.#scheduleSettlements();
    if (wasFull && !this.isFull) this.dependencies.onRoom();
  }

  /** Hands back the messages still held, and resolves when Pub/Sub has received all acks and nacks. */
  async close(): Promise<void> {
    for (const message of this.#held) message.nack();
    this.#cancelExtension?.();
    this.#sendSettlements();
    await Promise.all(this.#calls);
  }

  #scheduleSettlements(): () => void {
    const { clock, limits } = this.dependencies;
    return clock.schedule(limits.ackDelayMs, () => this.#sendSettlements(), { keepAlive: true });
  }

  #sendSettlements(): void {
    this.#cancelSettlements?.();
    this.#cancelSettlements = undefined;
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

  /** Runs four times per ack deadline, and extends the leases that have less than half of their time left. */
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
