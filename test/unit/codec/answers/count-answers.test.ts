import { batchCountAnswerJson } from '../../../../src/codec/answers/count-answer-json';
import { batchCountAnswerProtobuf } from '../../../../src/codec/answers/count-answer-protobuf';
import { evidenceJson } from '../../../../src/codec/answers/evidence-json';
import type { CountExplanation } from '../../../../src/core/counts/count-explanation';
import { runToCompletion } from '../../../../src/core/shared/steps';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { TidemarkError } from '../../../../src/errors';
import { tidemark } from '../../../gen/tidemark';

const AS_OF_MS = Date.UTC(2026, 10, 21, 5, 35);

const query = {
  query: { asOfMs: AS_OF_MS, windows: [{ name: '1d', fromMs: 0, toMs: AS_OF_MS }] },
  userIds: ['u1'],
};
const unavailable = new TidemarkError('store_unavailable', 'connect ECONNREFUSED 10.0.0.7:8086');
const answer = { users: [{ error: unavailable }], completeUpToMs: AS_OF_MS - 1 };

const consistency = evidenceJson(
  {
    level: 'strict',
    met: true,
    clusters: ['eu-a'],
    tier: 'nearest',
    lookups: 1,
    stalenessMs: undefined,
    token: EMPTY_TOKEN,
  },
  { encode: () => 'signed' },
);

const explanation: CountExplanation = {
  columns: { startSeconds: 60, endSeconds: 120 },
  countedFromMs: 0,
  rows: 1,
  lookups: 2,
  bytes: 7,
  rawCells: 3,
  rawBytes: 4,
  blocks: 5,
  blockBytes: 6,
  events: 8,
  duplicates: 9,
  micros: { parse: 0.5, read: 1.5, decode: 2.5, count: 3.5, write: 4.5 },
};

describe('The answer for several users', () => {
  it('reports the error of a user by its public message in JSON', () => {
    const body = runToCompletion(
      batchCountAnswerJson(query, answer, { consistency, explain: () => explanation }),
    );
    expect(JSON.parse(body.toString())).toEqual({
      asOf: '2026-11-21T05:35:00.000Z',
      completeUpTo: '2026-11-21T05:34:59.999Z',
      users: [
        {
          userId: 'u1',
          error: {
            code: 'store_unavailable',
            field: 'users[0]',
            message: 'the store is unavailable: retry later',
            retryable: true,
          },
        },
      ],
      explain: {
        ...explanation,
        columns: { from: '1970-01-01T00:01:00.000Z', to: '1970-01-01T00:02:00.000Z' },
        countedFromMs: undefined,
        countedFrom: '1970-01-01T00:00:00.000Z',
      },
      consistency: {
        level: 'strict',
        met: true,
        clusters: ['eu-a'],
        tier: 'nearest',
        lookups: 1,
        token: 'signed',
      },
    });
  });

  it('reports the error of a user by its public message in protobuf', () => {
    const body = runToCompletion(batchCountAnswerProtobuf(query, answer, explanation));
    const { users, asOfMs, completeUpToMs, explain } = tidemark.v1.BatchCountAnswer.decode(body);
    expect({ asOfMs: Number(asOfMs), completeUpToMs: Number(completeUpToMs) }).toEqual({
      asOfMs: AS_OF_MS,
      completeUpToMs: AS_OF_MS - 1,
    });
    expect(users).toMatchObject([
      {
        userId: 'u1',
        failure: { code: 'store_unavailable', message: 'the store is unavailable: retry later' },
      },
    ]);
    expect(explain).toMatchObject({
      columnsFromSeconds: 60,
      columnsToSeconds: 120,
      rows: 1,
      readMicros: 1.5,
    });
  });
});
