/** The health and reflection services, used as standard clients use them. */
import protobuf from 'protobufjs';
import * as descriptor from 'protobufjs/ext/descriptor';
import { status, type ServiceError } from '@grpc/grpc-js';
import { failure } from '../../support/grpc-client';
import { startTestGrpcServer, type TestGrpcServer } from '../../support/grpc-test-server';
import { until } from '../../support/until';

const PROTOS = protobuf.parse(
  `syntax = "proto3"; package wire;
   message HealthCheckRequest { string service = 1; }
   message HealthCheckResponse { enum S { UNKNOWN = 0; SERVING = 1; NOT_SERVING = 2; SERVICE_UNKNOWN = 3; } S status = 1; }
   message ServerReflectionRequest {
     string host = 1;
     oneof message_request {
       string file_by_filename = 3; string file_containing_symbol = 4; string list_services = 7;
     }
   }
   message ServerReflectionResponse {
     message Files { repeated bytes file_descriptor_proto = 1; }
     message Services { repeated Service service = 1; }
     message Service { string name = 1; }
     message Failure { int32 error_code = 1; string error_message = 2; }
     oneof message_response { Files file_descriptor_response = 4; Services list_services_response = 6; Failure error_response = 7; }
   }`,
).root;

const encode = (name: string, value: object): Buffer => {
  const type = PROTOS.lookupType(`wire.${name}`);
  return Buffer.from(type.encode(type.create(value)).finish());
};
const decode = (name: string, bytes: Buffer): Record<string, unknown> => {
  const type = PROTOS.lookupType(`wire.${name}`);
  return type.toObject(type.decode(bytes), { enums: String, bytes: Buffer });
};

describe('The standard services', () => {
  let server: TestGrpcServer;
  let isReady = true;
  const start = async (options: Parameters<typeof startTestGrpcServer>[1] = {}): Promise<void> => {
    isReady = true;
    const checkReady = (): Promise<void> =>
      isReady ? Promise.resolve() : Promise.reject(new Error('not ready'));
    server = await startTestGrpcServer({ Echo: ({ body }) => body }, { checkReady, ...options });
  };
  afterEach(() => server.stop());

  const check = async (service: string): Promise<unknown> => {
    const { answer } = await server.client.raw('/grpc.health.v1.Health/Check', {
      request: encode('HealthCheckRequest', { service }),
      deserialize: (bytes) => decode('HealthCheckResponse', bytes),
    });
    return answer['status'];
  };

  describe('Health', () => {
    it('Check reports the readiness of the process, for the server and for each service', async () => {
      await start();
      await until(async () => (await check('')) === 'SERVING');
      expect(await check('tidemark.v1.Counts')).toBe('SERVING');
      isReady = false;
      await until(async () => (await check('tidemark.v1.Counts')) === 'NOT_SERVING');
      expect((await failure(check('acme.v1.Shoes'))).status).toBe('NOT_FOUND');
    });

    it('Watch reports every change, NOT_SERVING when the server drains, and ends', async () => {
      await start({ http: { drainGraceMs: 200 } });
      await until(async () => (await check('')) === 'SERVING');
      const seen: unknown[] = [];
      const stream = server.client.client.makeServerStreamRequest(
        '/grpc.health.v1.Health/Watch',
        (bytes: Buffer) => bytes,
        (bytes) => decode('HealthCheckResponse', bytes),
        encode('HealthCheckRequest', { service: 'tidemark.v1.Caps' }),
      );
      stream.on('data', (answer: { status: string }) => seen.push(answer.status));
      const ended = new Promise<ServiceError>((resolve) => stream.once('error', resolve));
      await until(() => seen.length === 1);
      isReady = false;
      await until(() => seen.length === 2);
      isReady = true;
      await until(() => seen.length === 3);
      const stopped = server.stop();
      const { code, details } = await ended;
      expect([code, details]).toEqual([status.UNAVAILABLE, 'this server is shutting down']);
      expect(seen).toEqual(['SERVING', 'NOT_SERVING', 'SERVING', 'NOT_SERVING']);
      await stopped;
    });

    it('the number of watches has a limit', async () => {
      await start({ grpc: { serviceStreamsMax: 2 } });
      const watch = (): Promise<unknown> =>
        new Promise((resolve) => {
          const stream = server.client.client.makeServerStreamRequest(
            '/grpc.health.v1.Health/Watch',
            (bytes: Buffer) => bytes,
            (bytes) => bytes,
            encode('HealthCheckRequest', {}),
          );
          stream.on('error', (error: ServiceError) => resolve(status[error.code]));
          stream.once('data', () => resolve('watching'));
        });
      expect([await watch(), await watch(), await watch()]).toEqual(['watching', 'watching', 'UNAVAILABLE']);
    });
  });

  describe.each(['v1', 'v1alpha'])('Reflection %s', (version) => {
    /** Sends requests one after the other on one stream, as grpcurl does. */
    async function reflect(
      ...requests: readonly object[]
    ): Promise<Record<string, Record<string, unknown>>[]> {
      const stream = server.client.client.makeBidiStreamRequest(
        `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
        (bytes: Buffer) => bytes,
        (bytes) => decode('ServerReflectionResponse', bytes),
      );
      const answers: Record<string, Record<string, unknown>>[] = [];
      let onAnswer: () => void = () => undefined;
      stream.on('data', (answer) => {
        answers.push(answer as Record<string, Record<string, unknown>>);
        onAnswer();
      });
      const ended = new Promise<void>((resolve, reject) => {
        stream.on('end', resolve);
        stream.on('error', reject);
      });
      for (const request of requests) {
        const answered = new Promise<void>((resolve) => (onAnswer = resolve));
        stream.write(encode('ServerReflectionRequest', request));
        await Promise.race([answered, ended]);
      }
      stream.end();
      await ended;
      return answers;
    }

    it('a client lists the services, and calls one by its descriptors alone', async () => {
      await start();
      const [list, files] = await reflect(
        { listServices: '*' },
        { fileContainingSymbol: 'tidemark.v1.Counts' },
      );
      const { service } = list!['listServicesResponse'] as { service: { name: string }[] };
      expect(service.map(({ name }) => name).sort()).toEqual([
        'grpc.health.v1.Health',
        'tidemark.v1.Caps',
        'tidemark.v1.Counts',
        'tidemark.v1.Events',
        'tidemark.v1.Features',
        'tidemark.v1.Objects',
      ]);
      const { fileDescriptorProto } = files!['fileDescriptorResponse'] as { fileDescriptorProto: Buffer[] };
      const root = rootOf(fileDescriptorProto);
      const { methods } = root.lookupService('tidemark.v1.Counts');
      expect(Object.keys(methods)).toEqual(['Query', 'BatchQuery']);
      const Query = root.lookupType(methods['Query']!.requestType);
      const query = {
        userId: 'u',
        windows: [{ rolling: '1d' }],
        // Descriptors have a map as a list of entries.
        entities: [{ key: 'ad', value: { ids: ['a'] } }],
        asOfMs: 5,
      };
      const bytes = Buffer.from(Query.encode(Query.fromObject(query)).finish());
      const { answer } = await server.call('Echo', bytes);
      expect(answer['bytes']).toEqual(bytes);
    });

    it('a client gets a file by its name, with those that it imports', async () => {
      await start();
      const [files] = await reflect({ fileByFilename: 'tidemark/v1/events.proto' });
      const { fileDescriptorProto } = files!['fileDescriptorResponse'] as { fileDescriptorProto: Buffer[] };
      expect(rootOf(fileDescriptorProto).lookupType('tidemark.v1.AdAction').fieldsArray).toHaveLength(10);
    });

    it('an unknown symbol is NOT_FOUND, and the stream goes on', async () => {
      await start();
      const [absent, list] = await reflect({ fileContainingSymbol: 'acme.v1.Shoes' }, { listServices: '' });
      expect(absent!['errorResponse']).toMatchObject({ errorCode: status.NOT_FOUND });
      expect(list!['listServicesResponse']).toBeDefined();
    });

    it('reflection is UNIMPLEMENTED when it is off', async () => {
      await start({ grpc: { reflection: false } });
      await expect(reflect({ listServices: '*' })).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
    });

    it('requests over the limits end the stream', async () => {
      await start({ grpc: { serviceMessagesMax: 2, serviceMessageBytesMax: 100 } });
      await expect(reflect({ host: 'x'.repeat(200) })).rejects.toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
      });
      const requests = Array.from({ length: 3 }, () => ({ listServices: '*' }));
      await expect(reflect(...requests)).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
    });
  });
});

function rootOf(files: readonly Buffer[]): protobuf.Root {
  const { FileDescriptorProto, FileDescriptorSet } = descriptor as unknown as Record<string, protobuf.Type>;
  const decoded = files.map((each) => FileDescriptorProto!.decode(each));
  const root = protobuf.Root as unknown as { fromDescriptor(set: protobuf.Message): protobuf.Root };
  return root.fromDescriptor(FileDescriptorSet!.create({ file: decoded }));
}
