import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { Config } from '../../config/index';
import { TidemarkError } from '../../errors';
import type { AccessGate } from '../../http/access/access-gate';
import type { Clock } from '../../platform/time/clock';
import type { GrpcCallLog } from '../server/grpc-call-log';
import { failCall } from '../server/fail-call';
import type { HealthService } from './health';
import { loadReflection, REFLECTION_PREFIX } from './reflection';
import { ServiceCall } from './service-call';
import type { PackagedMethod, ServiceRegistry } from './service-registry';

export interface ServiceStreamsOptions {
  readonly config: Config['grpc'];
  readonly health: HealthService;
  readonly clock: Clock;
  readonly gate: AccessGate;
  readonly log: GrpcCallLog;
}

/** Calls of the health and reflection services, which need no token. */
export class ServiceStreams {
  readonly #options: ServiceStreamsOptions;
  readonly #open = new Set<ServiceCall>();
  #reflection: Promise<ServiceRegistry> | undefined;
  #isEnding = false;

  constructor(options: ServiceStreamsOptions) {
    this.#options = options;
  }

  /** Serves a call. Calls of unknown methods fail with UNIMPLEMENTED. */
  serve(stream: ServerHttp2Stream, path: string, headers: IncomingHttpHeaders): void {
    const { config, health, gate } = this.#options;
    try {
      gate.checkHost?.(headers[':authority'] ?? headers.host);
    } catch (error) {
      return failCall(stream, error as TidemarkError);
    }
    if (config.reflection && path.startsWith(REFLECTION_PREFIX)) {
      this.#reflection ??= loadReflection();
      void this.#reflection.then((registry) => this.#serve(stream, path, registry.method(path)));
    } else this.#serve(stream, path, health.registry.method(path));
  }

  /** Ends all calls with UNAVAILABLE, and rejects further ones. */
  endAll(): void {
    this.#isEnding = true;
    for (const call of [...this.#open]) call.fail('UNAVAILABLE', 'this server is shutting down');
  }

  #serve(stream: ServerHttp2Stream, path: string, method: PackagedMethod | undefined): void {
    const { config, clock, log } = this.#options;
    if (stream.destroyed) return;
    if (method === undefined)
      return failCall(stream, new TidemarkError('unknown_route', `${path.slice(0, 200)} does not exist`));
    if (this.#isEnding)
      return failCall(stream, new TidemarkError('draining', 'this server is shutting down'));
    if (this.#open.size >= config.serviceStreamsMax)
      return failCall(stream, new TidemarkError('overloaded', 'too many streams of this service are open'));
    const call = new ServiceCall(stream, method, config);
    const startedMs = clock.monotonicMs();
    this.#open.add(call);
    const cancel = method.definition.requestStream
      ? clock.schedule(config.reflectionTimeoutMs, () => call.fail('DEADLINE_EXCEEDED', 'open for too long'))
      : (): void => undefined;
    stream.on('close', () => {
      cancel();
      this.#open.delete(call);
      log.onServiceCall(path.slice(1), call.status, startedMs);
    });
    call.start();
  }
}
