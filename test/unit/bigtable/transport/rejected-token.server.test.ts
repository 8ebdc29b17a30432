import {
  createTransport,
  type Credentials,
  type GrpcTransport,
} from '../../../../src/bigtable/transport/create-transport';
import { systemClock } from '../../../../src/platform/time/clock';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { call } from '../../../support/grpc-call';
import { startGrpcServer, type ScriptedServer } from '../../../support/grpc-server';
import { selfSignedCertificate } from '../../../support/self-signed';

const tls = selfSignedCertificate();
/** Numbers of the tokens that the server rejects. */
const rejectedNumbers = new Set<number>();
let server: ScriptedServer;
let transport: GrpcTransport;

beforeAll(async () => {
  server = await startGrpcServer(
    (serverCall) => {
      if (serverCall.path === '/late') serverCall.send(Buffer.from('part'));
      const isRejected = rejectedNumbers.has(numberOf(serverCall.headers.authorization));
      serverCall.end(isRejected ? GrpcStatus.UNAUTHENTICATED : GrpcStatus.OK);
    },
    { tls },
  );
});
afterAll(() => server.close());
afterEach(() => transport.close());

const numberOf = (authorization: string | undefined): number => Number(authorization?.replace('Bearer ', ''));

/** Issues 1, 2, 3…, each until it is invalidated, like Google's library. */
function issuer(): { readonly credentials: Credentials; readonly issued: () => number } {
  let number = 1;
  const credentials = {
    fetchToken: async () => ({
      metadata: { authorization: `Bearer ${number}` },
      expiresAtMs: systemClock.nowMs() + 3_600_000,
    }),
    invalidate: () => void (number += 1),
  };
  return { credentials, issued: () => number };
}

/** Records the numbers of the tokens of calls from now on. */
function tokensSeen(): () => readonly number[] {
  const before = server.calls.length;
  return () => server.calls.slice(before).map(({ headers }) => numberOf(headers.authorization));
}

function open(credentials: Credentials, tokenRejectionPauseMs = 60_000): void {
  const limits = { tokenRejectionPauseMs };
  transport = createTransport({
    endpoint: server.endpoint,
    plaintext: false,
    ca: tls.cert,
    credentials,
    limits,
  });
}

function reject(...numbers: readonly number[]): void {
  rejectedNumbers.clear();
  for (const number of numbers) rejectedNumbers.add(number);
}

describe('a token that the server rejects', () => {
  it('a rejected token is discarded, and the call is sent once more with another one', async () => {
    const seen = tokensSeen();
    reject(1);
    open(issuer().credentials);
    expect((await call(transport)).error).toBeUndefined();
    expect((await call(transport)).error).toBeUndefined();
    expect(seen()).toEqual([1, 2, 2]);
  });

  it('a token that was valid for some time is replaced', async () => {
    const seen = tokensSeen();
    reject();
    open(issuer().credentials);
    await call(transport);
    reject(1);
    expect((await call(transport)).error).toBeUndefined();
    expect(seen()).toEqual([1, 1, 2]);
  });

  it('a token is replaced once for all calls that used it', async () => {
    const { credentials, issued } = issuer();
    reject();
    open(credentials);
    await call(transport);
    reject(1);
    const ends = await Promise.all(Array.from({ length: 8 }, () => call(transport)));
    expect(ends.map(({ error }) => error)).toEqual(ends.map(() => undefined));
    expect(issued()).toBe(2);
  });

  it('the call fails if the next token is rejected as well, and later calls fetch none', async () => {
    const seen = tokensSeen();
    reject(1, 2, 3);
    open(issuer().credentials);
    expect((await call(transport)).error?.grpcStatus).toBe(GrpcStatus.UNAUTHENTICATED);
    expect((await call(transport)).error?.grpcStatus).toBe(GrpcStatus.UNAUTHENTICATED);
    expect(seen()).toEqual([1, 2, 2]);
  });

  it('a token is replaced again after a pause', async () => {
    const seen = tokensSeen();
    reject(1, 2);
    open(issuer().credentials, 0);
    expect((await call(transport)).error?.grpcStatus).toBe(GrpcStatus.UNAUTHENTICATED);
    expect((await call(transport)).error).toBeUndefined();
    expect(seen()).toEqual([1, 2, 3]);
  });

  it('a call that has received an answer is not repeated', async () => {
    const seen = tokensSeen();
    reject(1);
    open(issuer().credentials);
    const { messages, error } = await call(transport, { path: '/late' });
    expect(messages).toEqual(['part']);
    expect(error?.grpcStatus).toBe(GrpcStatus.UNAUTHENTICATED);
    await call(transport);
    expect(seen()).toEqual([1, 2]);
  });

  it("waiting for a token ends at the call's deadline", async () => {
    const { credentials } = issuer();
    let isAway = false;
    reject(1);
    open({
      fetchToken: () => (isAway ? new Promise(() => undefined) : credentials.fetchToken()),
      invalidate: () => void (isAway = true),
    });
    expect((await call(transport, { timeoutMs: 100 })).error?.code).toBe('deadline_exceeded');
  });
});
