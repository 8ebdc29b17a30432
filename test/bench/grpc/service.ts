/** The API with both of its ports, in a process of its own. */
import '../../../src/platform/process/v8-flags';
import { createApp } from '../../../src/app';
import { loadConfig } from '../../../src/config/index';
import { answerMessages } from '../answer-messages';

/** Asks to start the service on a store, or for the processor time so far. */
type ServiceRequest = { readonly endpoint: string } | { readonly usage: true };

export interface ServicePorts {
  readonly http: number;
  readonly grpc: number;
}

export interface ServiceUsage {
  readonly cpuMicros: number;
}

async function answer(request: ServiceRequest): Promise<ServicePorts | ServiceUsage> {
  if ('usage' in request) {
    const { user, system } = process.cpuUsage();
    return { cpuMicros: user + system };
  }
  const app = await createApp(
    loadConfig({
      BIGTABLE_EMULATOR_HOST: request.endpoint,
      PORT: '0',
      TIDEMARK_GRPC_PORT: '0',
      TIDEMARK_HTTP_REQUEST_TIMEOUT_MS: '30000',
      TIDEMARK_HTTP_SHEDDING: 'off',
      TIDEMARK_LOG_LEVEL: 'warn',
    }),
  );
  const { port, grpcPort } = await app.listen();
  return { http: port, grpc: grpcPort! };
}

answerMessages(answer);
