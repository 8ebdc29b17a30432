import type { Send } from '../call';
import type { OperationId } from '../operations';
import type { CallOptions } from '../options';
import type {
  Caller,
  DeadLetterReplay,
  DeadLetters,
  Health,
  IngestionLag,
  OperationsStatus,
  ServerSchema,
} from '../types';

/** The server itself: its schema, its progress, its probes. */
export class ServerApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async schema(options?: CallOptions): Promise<ServerSchema> {
    return (await this.#get('getSchema', options)) as ServerSchema;
  }

  /** Returns the scopes and groups of this client's token. */
  async caller(options?: CallOptions): Promise<Caller> {
    return (await this.#get('getCaller', options)) as Caller;
  }

  /** Returns how far ingestion is behind. */
  async lag(options?: CallOptions): Promise<IngestionLag> {
    return (await this.#get('getIngestionLag', options)) as IngestionLag;
  }

  /** Returns the state of background work and the configuration of the answering process. */
  async operations(options?: CallOptions): Promise<OperationsStatus> {
    return (await this.#get('getOperations', options)) as OperationsStatus;
  }

  /** Returns messages that could not be ingested, with the reasons. */
  async deadLetters(options?: CallOptions): Promise<DeadLetters> {
    return (await this.#get('listDeadLetters', options)) as DeadLetters;
  }

  /** Publishes dead-lettered messages again. */
  async replayDeadLetters(options?: CallOptions): Promise<DeadLetterReplay> {
    return (await this.#get('replayDeadLetters', options)) as DeadLetterReplay;
  }

  async health(options?: CallOptions): Promise<Health> {
    return (await this.#get('getHealth', options)) as Health;
  }

  async readiness(options?: CallOptions): Promise<Health> {
    return (await this.#get('getReadiness', options)) as Health;
  }

  /** Returns the metrics in the Prometheus text format. */
  async metrics(options?: CallOptions): Promise<string> {
    return (await this.#get('getMetrics', options)) as string;
  }

  /** Returns the OpenAPI document. */
  async openApi(options?: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    return (await this.#get('getOpenApi', options)) as Readonly<Record<string, unknown>>;
  }

  /** Returns the index page, as HTML. */
  async index(options?: CallOptions): Promise<string> {
    return (await this.#get('getIndex', options)) as string;
  }

  async #get(operation: OperationId, options: CallOptions | undefined): Promise<unknown> {
    return (await this.#send({ operation, options })).body;
  }
}
