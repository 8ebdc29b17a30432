import { AnswerBuffer, PooledAnswer } from '../../../../src/codec/json/answer-buffer';
import { acquireBuffer, releaseBuffer } from '../../../../src/codec/json/buffer-pool';

const MIB = 1024 * 1024;

describe('The pool of buffers', () => {
  it('returns buffers of at least the requested size, at most a quarter larger', () => {
    for (const bytes of [65_537, 100_000, 3 * MIB, 1_922_648, 2 ** 22]) {
      const { length } = acquireBuffer(bytes);
      expect(length).toBeGreaterThanOrEqual(bytes);
      expect(length / bytes).toBeLessThanOrEqual(1.25);
    }
    expect(acquireBuffer(1)).toHaveLength(64 * 1024);
  });

  it('reuses a buffer only after its release', () => {
    const [first, second] = [acquireBuffer(3 * MIB), acquireBuffer(3 * MIB)];
    expect(second.buffer).not.toBe(first.buffer);
    releaseBuffer(first);
    expect(acquireBuffer(3 * MIB).buffer).toBe(first.buffer);
    expect(acquireBuffer(3 * MIB).buffer).not.toBe(first.buffer);
  });

  it('retains at most 16 MiB', () => {
    const buffers = Array.from({ length: 20 }, () => acquireBuffer(MIB));
    buffers.forEach(releaseBuffer);
    const before = new Set(buffers.map(({ buffer }) => buffer));
    const reused = buffers.filter(() => before.has(acquireBuffer(MIB).buffer)).length;
    expect(reused).toBeGreaterThan(10);
    expect(reused).toBeLessThanOrEqual(16);
  });

  it('gets the buffers of an answer when it is released, and no earlier', () => {
    const json = new AnswerBuffer().begin();
    const answer = new PooledAnswer();
    json.reserve(5 * MIB);
    json.text('first').finishPart(answer);
    json.text('second').finishPart(answer);
    const { buffer } = answer.parts[0]!;
    expect(acquireBuffer(5 * MIB + 16).buffer).not.toBe(buffer);
    expect(Buffer.concat(answer.parts).toString()).toBe('firstsecond');
    answer.release();
    expect(acquireBuffer(5 * MIB + 16).buffer).toBe(buffer);
    expect(answer.parts).toEqual([]);
  });
});
