import { google } from '@google-cloud/bigtable/build/protos/protos';
import type { ChangeStreamDependencies } from '../../../../src/bigtable/changes/change-stream-dependencies';
import { StreamAttempt } from '../../../../src/bigtable/changes/stream-attempt';
import { VirtualClock } from '../../../support/virtual-clock';

const { ReadChangeStreamResponse: Response } = google.bigtable.v2;
const WHOLE = { start: Buffer.alloc(0), end: Buffer.alloc(0) };
const HEARTBEAT_MS = 100;
const STALL_MS = 50;
const BUFFERED_MAX = 4;

const heartbeat = Buffer.from(
  Response.encode({
    heartbeat: { continuationToken: { token: 't' }, estimatedLowWatermark: { seconds: 1 } },
  }).finish(),
);

/** Opens an attempt on a connection that records what is asked of it. */
function open(limits: Partial<ChangeStreamDependencies['changeLimits']> = {}) {
  const clock = new VirtualClock();
  const calls: string[] = [];
  const note = (name: string) => () => void calls.push(name);
  const handle = { pause: note('pause'), resume: note('resume'), cancel: note('cancel') };
  const changeLimits = {
    changeBytesMax: 1_000,
    changesBufferedMax: BUFFERED_MAX,
    changeBytesBufferedMax: 10_000,
    changeStreamStallMs: STALL_MS,
    ...limits,
  };
  const dependencies = { clock, changeLimits, transport: { start: () => handle } };
  const request = { table: 't', partition: WHOLE, from: 'now' as const, heartbeatMs: HEARTBEAT_MS };
  const attempt = new StreamAttempt(dependencies as unknown as ChangeStreamDependencies, request);
  attempt.start({} as Parameters<StreamAttempt['start']>[0]);
  return { attempt, clock, calls };
}

describe('An attempt to read a change stream', () => {
  it('stops receiving while its buffer is full, and receives again once it is empty', async () => {
    const { attempt, calls } = open();
    attempt.onMessage(heartbeat);
    await attempt.next();
    for (let at = 1; at < BUFFERED_MAX; at++) attempt.onMessage(heartbeat);
    expect(calls).toEqual([]);
    attempt.onMessage(heartbeat);
    expect(calls).toEqual(['pause']);
    for (let at = 1; at < BUFFERED_MAX; at++) await attempt.next();
    expect(calls).toEqual(['pause']);
    await attempt.next();
    expect(calls).toEqual(['pause', 'resume']);
  });

  it('stops receiving when the events in its buffer are too large together', () => {
    const { attempt, calls } = open({ changeBytesBufferedMax: 2 * heartbeat.length });
    attempt.onMessage(heartbeat);
    expect(calls).toEqual([]);
    attempt.onMessage(heartbeat);
    expect(calls).toEqual(['pause']);
  });

  it('does not take the silence of a stream that it has paused for a dead connection', async () => {
    const { attempt, clock, calls } = open();
    for (let at = 0; at < BUFFERED_MAX; at++) attempt.onMessage(heartbeat);
    await clock.advance(10 * (HEARTBEAT_MS + STALL_MS));
    expect(calls).toEqual(['pause']);
    for (let at = 0; at < BUFFERED_MAX; at++) await attempt.next();
    await clock.advance(HEARTBEAT_MS + STALL_MS);
    expect(calls).toEqual(['pause', 'resume', 'cancel']);
  });

  it('does not watch a paused stream either when a message arrives that was under way', async () => {
    const { attempt, clock, calls } = open();
    for (let at = 0; at < BUFFERED_MAX; at++) attempt.onMessage(heartbeat);
    for (let at = 0; at < BUFFERED_MAX / 2; at++) await attempt.next();
    attempt.onMessage(heartbeat);
    await clock.advance(10 * (HEARTBEAT_MS + STALL_MS));
    expect(calls).toEqual(['pause']);
  });
});
