import fc from 'fast-check';
import {
  batchGetAnswerJson,
  objectAnswerJson,
  type ObjectAnswerParts,
} from '../../../../src/codec/answers/object-answers-json';
import type { PooledAnswer } from '../../../../src/codec/json/answer-buffer';
import { createObjectCodec } from '../../../../src/codec/protobuf/object-codec';
import { runToCompletion } from '../../../../src/core/shared/steps';
import { kitchenSink } from '../../../support/kitchen-sink';
import { sinkJson } from '../../../support/kitchen-sink-json';

const codec = createObjectCodec(kitchenSink().shape);
const consistency = {
  level: 'eventual',
  met: true,
  clusters: ['é'],
  tier: 'nearest',
  lookups: 1,
  token: 't"',
} as const;
const parts: ObjectAnswerParts = {
  consistency: { ...consistency, stalenessMs: undefined },
  codecOf: () => codec,
};
const encode = (json: unknown): Buffer => codec.fromJson(JSON.parse(JSON.stringify(json)));

interface Cell {
  readonly dataType: string;
  readonly subType: string;
  readonly timestampMs: number;
  readonly value: Buffer;
}

/** Returns the text of an answer, and makes its buffers available to the next one. */
function textOf(answer: Buffer | PooledAnswer): string {
  if (Buffer.isBuffer(answer)) return answer.toString();
  const text = Buffer.concat(answer.parts).toString();
  expect(answer.length).toBe(Buffer.byteLength(text));
  answer.release();
  return text;
}

/** Returns cells as JSON.stringify writes them. */
const cellsJson = (cells: readonly Cell[]): object[] =>
  cells.map((each) => ({ ...each, value: codec.toJson(each.value) }));

const cell: fc.Arbitrary<Cell> = fc.record({
  dataType: fc.constantFrom('profile', 'embedding'),
  subType: fc.string({ unit: 'grapheme' }),
  timestampMs: fc.oneof(fc.nat(), fc.constantFrom(0, 1.5, 8_640_000_000_000_000)),
  value: sinkJson.map(encode),
});
const cells = fc.array(cell, { maxLength: 3 });
const missing = fc.array(fc.record({ dataType: fc.string() }), { maxLength: 2 });
const object = fc.record({ id: fc.string({ unit: 'grapheme' }), cells, missing });

describe('Answers with objects as JSON', () => {
  it('have the text of JSON.stringify for one object', () => {
    fc.assert(
      fc.property(cells, (answered) => {
        const text = textOf(runToCompletion(objectAnswerJson({ cells: answered }, parts)));
        expect(text).toBe(JSON.stringify({ cells: cellsJson(answered), consistency }));
      }),
      { numRuns: 40 },
    );
  });

  it('have the text of JSON.stringify for a batch', () => {
    const objects = fc.array(
      fc.oneof(
        object,
        object.map((each) => ({ ...each, met: false as const })),
      ),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(objects, (answered) => {
        const text = textOf(runToCompletion(batchGetAnswerJson(answered, parts)));
        const expected = answered.map((each) => ({ ...each, cells: cellsJson(each.cells) }));
        expect(text).toBe(JSON.stringify({ objects: expected, consistency }));
      }),
      { numRuns: 40 },
    );
  });

  it('consist of parts of limited size if they are large', () => {
    const value = encode({ words: Array.from({ length: 5_000 }, (_, i) => `wörd ${i}`) });
    const answered = { dataType: 'profile', subType: 'main', timestampMs: 1, value };
    const objects = Array.from({ length: 20 }, (_, i) => ({ id: `u${i}`, cells: [answered], missing: [] }));
    const answer = runToCompletion(batchGetAnswerJson(objects, parts)) as PooledAnswer;
    const sizes = answer.parts.map(({ length }) => length);
    const expected = objects.map((each) => ({ ...each, cells: cellsJson(each.cells) }));
    expect(textOf(answer)).toBe(JSON.stringify({ objects: expected, consistency }));
    expect(Math.max(...sizes)).toBeLessThan(400_000);
    expect(sizes.length).toBeGreaterThan(3);
  });
});
