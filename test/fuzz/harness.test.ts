import { loadDescriptors } from '../../src/codec/protobuf/descriptors';
import { invalidArgument } from '../../src/errors';
import { seededRandom } from '../../src/platform/random';
import { describedEndpoints, openApiDocumentOf } from '../support/described-endpoints';
import { checkRejection } from './config/check-rejection';
import { type FuzzPart, Round, runFuzz } from './harness';
import { checkProblem } from './http/check-answer';
import { operationsOf } from './http/operations';
import { randomRequest } from './http/random-request';

const LIMITS = { seed: 7, roundsMax: 4, durationMs: Infinity };

function partOf(round: (round: Round) => Promise<void>): FuzzPart & { opened: number; closed: number } {
  const part = {
    name: 'part',
    description: '',
    about: '',
    opened: 0,
    closed: 0,
    open: async () => {
      part.opened += 1;
      return { round, close: async () => void (part.closed += 1) };
    },
  };
  return part;
}

describe('a run of the fuzz', () => {
  it('each kind of finding is reported once, with the seed of the round that found it first', async () => {
    const part = partOf(async (round) => {
      if (round.seed > 7) round.find('a kind', `message ${round.seed}`, 'input');
    });
    const report = await runFuzz(part, LIMITS);
    expect(report).toMatchObject({ rounds: 4, seed: 7 });
    expect(report.findings).toEqual([
      { kind: 'a kind', message: 'message 8', input: 'input', seed: 8, times: 3 },
    ]);
  });

  it('the target is opened again after a round that failed, which is reported', async () => {
    const part = partOf(async ({ seed }) => {
      if (seed === 8) throw new Error('broken');
    });
    const report = await runFuzz(part, LIMITS);
    expect(report.findings).toMatchObject([{ kind: 'broken round', seed: 8, times: 1 }]);
    expect(part).toMatchObject({ opened: 2, closed: 2 });
  });

  it('no round starts after the signal has aborted', async () => {
    const stop = new AbortController();
    const part = partOf(async () => stop.abort());
    const report = await runFuzz(part, { ...LIMITS, signal: stop.signal });
    expect([report.rounds, part.closed]).toEqual([1, 1]);
  });
});

it('a seed always generates the same requests', () => {
  const document = openApiDocumentOf(describedEndpoints());
  const messages = loadDescriptors().resolveAll();
  const maker = { document, operations: operationsOf(document), messages, token: () => 'token' };
  const requestsOf = (seed: number): unknown[] => {
    const random = seededRandom(seed);
    return Array.from({ length: 200 }, () => randomRequest(maker, random));
  };
  expect(requestsOf(1)).toEqual(requestsOf(1));
  expect(requestsOf(1)).not.toEqual(requestsOf(2));
});

describe('findings in answers', () => {
  const headers = { 'content-type': 'application/problem+json' };
  const problem = (status: number, over: object): Parameters<typeof checkProblem>[0] => ({
    status,
    headers,
    body: Buffer.from(JSON.stringify({ status, code: 'invalid_argument', detail: 'x', ...over })),
  });

  it.each([
    ['when it is a failure of the server', problem(500, { code: 'internal' })],
    ['when its code is of another status', problem(404, {})],
    ['when its code is not documented', problem(400, { code: 'constructor' })],
    ['when it shows the program', problem(400, { detail: 'x\n    at run (/app/dist/x.js:1:2)' })],
    ['when it repeats a large request', problem(400, { detail: 'x'.repeat(20_000) })],
    ['when it is no problem', { ...problem(400, {}), headers: { 'content-type': 'text/html' } }],
  ])('an answer is a finding %s', (_, answer) => {
    expect(() => checkProblem(answer)).toThrow();
  });

  it('a documented problem is not a finding', () => {
    expect(() => checkProblem(problem(400, {}))).not.toThrow();
    expect(() => checkProblem(problem(503, { code: 'deadline_exceeded' }))).not.toThrow();
  });
});

describe('findings in rejected configurations', () => {
  const findingsOf = async (error: Error): Promise<number> => {
    const round = new Round(1);
    const about = { name: 'file', fields: ['FIELD'], secrets: ['secret'], input: '' };
    await checkRejection(round, about, () => Promise.reject(error));
    return round.findings.length;
  };

  it.each([
    ['when the program failed', new TypeError('x is undefined')],
    ['when it names another field', invalidArgument('OTHER', 'must be a number')],
    ['when it shows a secret', invalidArgument('FIELD', 'must be a number, not "secret"')],
    ['when it has many lines', invalidArgument('FIELD', 'x\n'.repeat(100))],
  ])('a rejected configuration is a finding %s', async (_, error) => expect(await findingsOf(error)).toBe(1));

  it('a rejected configuration that names its field is not a finding', async () =>
    expect(await findingsOf(invalidArgument('FIELD', 'must be a number'))).toBe(0));
});
