/** A client of the gRPC services, made from the proto files as an application makes it. */
import { join } from 'node:path';
import {
  credentials,
  Metadata,
  makeGenericClientConstructor,
  status,
  type CallOptions,
  type ChannelOptions,
  type Client,
  type ServiceError,
} from '@grpc/grpc-js';
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader';
import protobuf from 'protobufjs';

const PROTOS = join(__dirname, '../../protos');
const OPTIONS = { longs: Number, enums: String, includeDirs: [PROTOS], defaults: true };

let loaded: ReturnType<typeof loadSync> | undefined;
const definitions = (): ReturnType<typeof loadSync> =>
  (loaded ??= loadSync('tidemark/v1/services.proto', OPTIONS));

export type Fields = Readonly<Record<string, unknown>>;

export interface CallSettings extends CallOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  /** Called with the function that cancels the call. */
  readonly onStarted?: (cancel: () => void) => void;
}

export interface GrpcAnswer {
  readonly answer: Record<string, unknown>;
  /** Initial metadata. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A failed call, with the details of its status. */
export class GrpcFailure extends Error {
  constructor(
    readonly status: string,
    readonly details: Readonly<Record<string, Fields>>,
    readonly trailers: Readonly<Record<string, unknown>>,
    message: string,
  ) {
    super(message);
  }
}

export class GrpcClient {
  readonly #services = new Map<string, Client>();
  readonly #address: string;
  readonly #options: ChannelOptions;

  constructor(port: number, options: ChannelOptions = {}) {
    this.#address = `127.0.0.1:${port}`;
    // Channels with the same options share a connection, also between tests.
    this.#options = { 'grpc.use_local_subchannel_pool': 1, 'grpc.enable_retries': 0, ...options };
  }

  /** Calls a method such as `Counts/Query`. Rejects with a GrpcFailure. */
  call(name: string, request: Fields, settings: CallSettings = {}): Promise<GrpcAnswer> {
    const [service = '', method = ''] = name.split('/');
    const definition = (definitions()[`tidemark.v1.${service}`] as ServiceDefinition)[method]!;
    return this.raw(definition.path, {
      request: definition.requestSerialize(request),
      deserialize: (bytes) => definition.responseDeserialize(bytes),
      ...settings,
    });
  }

  /** Calls a method with a serialized request. */
  raw(
    path: string,
    {
      request,
      deserialize,
      metadata = {},
      onStarted,
      ...options
    }: CallSettings & { readonly request: Buffer; readonly deserialize: (bytes: Buffer) => unknown },
  ): Promise<GrpcAnswer> {
    const sent = new Metadata();
    for (const [key, value] of Object.entries(metadata)) sent.set(key, value);
    return new Promise((resolve, reject) => {
      let headers: Fields = {};
      const call = this.#client('raw').makeUnaryRequest(
        path,
        (bytes: Buffer) => bytes,
        deserialize,
        request,
        sent,
        options,
        (error, answer) => {
          if (error !== null) reject(failureOf(error));
          else resolve({ answer: answer as Record<string, unknown>, headers });
        },
      );
      call.on('metadata', (received) => (headers = received.getMap()));
      onStarted?.(() => call.cancel());
    });
  }

  /** The channel's client, for streams. */
  get client(): Client {
    return this.#client('raw');
  }

  close(): void {
    for (const each of this.#services.values()) each.close();
  }

  #client(name: string): Client {
    const known = this.#services.get(name);
    if (known !== undefined) return known;
    const Constructor = makeGenericClientConstructor({}, name);
    const client = new Constructor(this.#address, credentials.createInsecure(), this.#options);
    this.#services.set(name, client);
    return client;
  }
}

const RPC = protobuf.parse(
  `syntax = "proto3"; package google.rpc;
   message Any { string type_url = 1; bytes value = 2; }
   message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
   message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
   message FieldViolation { string field = 1; string description = 2; }
   message BadRequest { repeated FieldViolation field_violations = 1; }
   message Duration { int64 seconds = 1; int32 nanos = 2; }
   message RetryInfo { Duration retry_delay = 1; }
   message RequestInfo { string request_id = 1; string serving_data = 2; }`,
).root;

function failureOf(error: ServiceError): GrpcFailure {
  const details: Record<string, Fields> = {};
  const [encoded] = error.metadata.get('grpc-status-details-bin');
  if (encoded !== undefined) {
    const Status = RPC.lookupType('google.rpc.Status');
    const decoded = Status.toObject(Status.decode(encoded as Buffer)) as {
      readonly code: number;
      readonly details: readonly {
        readonly typeUrl: string;
        readonly value: Buffer;
      }[];
    };
    expect(decoded.code).toBe(error.code);
    for (const { typeUrl, value } of decoded.details) {
      const name = typeUrl.split('/')[1]!;
      const type = RPC.lookupType(name);
      details[name.split('.').pop()!] = type.toObject(type.decode(value), { longs: Number });
    }
  }
  return new GrpcFailure(status[error.code], details, error.metadata.getMap(), error.details);
}

/** The failure of a call that must fail. */
export async function failure(call: Promise<unknown>): Promise<GrpcFailure> {
  return call.then(
    () => {
      throw new Error('the call did not fail');
    },
    (error: unknown) => {
      if (error instanceof GrpcFailure) return error;
      throw error;
    },
  );
}
