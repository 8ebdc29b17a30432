import { google } from '@google-cloud/bigtable/build/protos/protos';
import { type LocalCore, openCore } from '../../../../src/local-bigtable/core';
import { RpcError } from '../../../../src/local-bigtable/grpc/rpc-error';
import { GrpcStatus } from '../../../../src/platform/network/grpc';

/** Returns the methods of a generated service with their gRPC names. */
const methodsOf = (service: { prototype: object }): string[] =>
  Object.getOwnPropertyNames(service.prototype)
    .filter((name) => name !== 'constructor')
    .map((name) => name[0]!.toUpperCase() + name.slice(1));

const METHODS = [
  ['google.bigtable.admin.v2.BigtableInstanceAdmin', google.bigtable.admin.v2.BigtableInstanceAdmin],
  ['google.bigtable.admin.v2.BigtableTableAdmin', google.bigtable.admin.v2.BigtableTableAdmin],
  ['google.longrunning.Operations', google.longrunning.Operations],
].flatMap(([name, service]) =>
  methodsOf(service as { prototype: object }).map((method) => [`/${name as string}/${method}`, method]),
) as [path: string, method: string][];

describe('Every method of the admin services', () => {
  let core: LocalCore;

  beforeAll(async () => {
    core = await openCore({});
  });

  afterAll(() => core.close());

  it('the generated services contain every method', () => {
    expect(METHODS.length).toBeGreaterThan(60);
  });

  it.each(METHODS)('%s returns an intended answer', async (path, method) => {
    const handler = core.handlers.get(path);
    if (handler?.kind !== 'unary') throw new Error(`there is no unary method ${path}`);
    let rejection: unknown;
    try {
      await handler.handle(Buffer.alloc(0), {});
    } catch (error) {
      rejection = error;
    }
    if (rejection === undefined) return;
    expect(rejection).toBeInstanceOf(RpcError);
    const { status, message } = rejection as RpcError;
    if (status === GrpcStatus.UNIMPLEMENTED) {
      expect(message).toMatch(new RegExp(`^${method} is not supported: .{20}`));
    } else {
      expect([GrpcStatus.INVALID_ARGUMENT, GrpcStatus.NOT_FOUND]).toContain(status);
    }
  });
});
