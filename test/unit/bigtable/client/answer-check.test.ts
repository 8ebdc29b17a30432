import { google } from '@google-cloud/bigtable/build/protos/protos';
import { createAnswerCheck, RESPONSE_PARAMS_HEADER } from '../../../../src/bigtable/client/answer-check';
import { createDataClient } from '../../../../src/bigtable/client/data-client';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { call } from '../../../support/grpc-call';
import { transportFixture } from '../../../support/transport-fixture';

const CHUNK = {
  rowKey: Buffer.from('k'),
  familyName: { value: 'f' },
  qualifier: { value: Buffer.from('q') },
  timestampMicros: 1_000,
  value: Buffer.from('v'),
  commitRow: true,
};

const paramsOf = (clusterId: string, afeId = 1): string =>
  Buffer.from(google.bigtable.v2.ResponseParams.encode({ zoneId: 'z', clusterId, afeId }).finish()).toString(
    'base64',
  );

describe('createAnswerCheck', () => {
  const checkOf = (expected: string | undefined) => {
    const answers: string[] = [];
    return { answers, check: createAnswerCheck({ expected, onAnswer: (id) => void answers.push(id) }) };
  };

  it('the check accepts answers of the expected cluster and reports each frontend once', () => {
    const { answers, check } = checkOf('a');
    for (const afeId of [1, 2, 1, 2]) expect(check(paramsOf('a', afeId))).toBeUndefined();
    expect(answers).toEqual(['a', 'a']);
  });

  it('the check rejects answers of another cluster as untrusted and reports them', () => {
    const { answers, check } = checkOf('a');
    for (const each of [1, 2]) {
      expect(check(paramsOf('b', each))).toMatchObject({
        grpcStatus: GrpcStatus.UNAVAILABLE,
        broken: true,
        unprocessed: false,
        message: expect.stringContaining('answered by the cluster b') as string,
      });
    }
    expect(answers).toEqual(['b', 'b']);
  });

  it('the check reports the first expected answer after an unexpected one', () => {
    const { answers, check } = checkOf('a');
    for (const id of ['a', 'a', 'b', 'a', 'a']) check(paramsOf(id));
    expect(answers).toEqual(['a', 'b', 'a']);
  });

  it('the check accepts answers of any cluster if none is expected', () => {
    const { answers, check } = checkOf(undefined);
    expect([check(paramsOf('a')), check(paramsOf('b')), check(paramsOf('a'))]).toEqual(
      new Array(3).fill(undefined),
    );
    expect(answers).toEqual(['a', 'b']);
  });

  it.each([
    ['no cluster', paramsOf('')],
    ['bytes that are no parameters', Buffer.from([0x0a, 0xff, 0x01]).toString('base64')],
    ['text that is no base64', '%%%'],
  ])('the check accepts an answer that reports %s', (_, params) => {
    const { answers, check } = checkOf('a');
    expect(check(params)).toBeUndefined();
    expect(answers).toEqual([]);
  });

  it('the check remembers a bounded number of frontends', () => {
    const { answers, check } = checkOf('a');
    for (let afeId = 1; afeId <= 1_000; afeId++) check(paramsOf('a', afeId));
    check(paramsOf('a', 1));
    expect(answers).toHaveLength(1_001);
  });
});

describe('a call with an answer check', () => {
  const { serve, connectTo } = transportFixture();
  const check = createAnswerCheck({ expected: 'a', onAnswer: () => undefined });

  it.each([
    ['trailers', false],
    ['headers, of an answer that has no other part', true],
  ])('a call fails if the %s report another cluster', async (_, atOnce) => {
    const server = await serve((each) => {
      const trailers = { [RESPONSE_PARAMS_HEADER]: paramsOf('b') };
      if (atOnce) return each.endAtOnce({ 'grpc-status': '0', ...trailers });
      each.send(Buffer.from('row'));
      each.end(0, trailers);
    });
    const { error } = await call(connectTo(server.endpoint), { checkAnswer: check });
    expect(error?.message).toContain('answered by the cluster b');
  });

  it('a call succeeds if its answer reports the expected cluster or none', async () => {
    const server = await serve((each, index) => {
      each.send(Buffer.from('row'));
      each.end(0, index === 0 ? { [RESPONSE_PARAMS_HEADER]: paramsOf('a') } : {});
    });
    const transport = connectTo(server.endpoint);
    for (let each = 0; each < 2; each++) {
      expect((await call(transport, { checkAnswer: check })).error).toBeUndefined();
    }
  });

  it('a failed call retains its status', async () => {
    const server = await serve((each) =>
      each.end(GrpcStatus.NOT_FOUND, { [RESPONSE_PARAMS_HEADER]: paramsOf('b') }),
    );
    const { error } = await call(connectTo(server.endpoint), { checkAnswer: check });
    expect(error?.grpcStatus).toBe(GrpcStatus.NOT_FOUND);
  });
});

describe('a scan with an answer check', () => {
  const { serve, connectTo } = transportFixture();

  it('a scan fails without a row if its answer comes from another cluster, even if it is complete', async () => {
    const server = await serve((each) => {
      each.send(google.bigtable.v2.ReadRowsResponse.encode({ chunks: [CHUNK] }).finish());
      each.end(0, { [RESPONSE_PARAMS_HEADER]: paramsOf('b') });
    });
    const client = createDataClient({
      transport: connectTo(server.endpoint),
      project: 'p',
      instance: 'i',
      checkAnswer: createAnswerCheck({ expected: 'a', onAnswer: () => undefined }),
    });
    const read = async (): Promise<void> => {
      for await (const row of client.readRows({ table: 't', keys: [Buffer.from('k')] }))
        expect(row.key.toString()).toBe('k');
    };
    await expect(read()).rejects.toThrow('answered by the cluster b');
    await expect(client.readRow({ table: 't', key: Buffer.from('k') }, { timeoutMs: 300 })).rejects.toThrow();
  });
});
