import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { decodeBlock } from '../../../../src/core/blocks/decode-block';
import { encodeBlock } from '../../../../src/core/blocks/encode-block';
import type { EventColumns } from '../../../../src/core/columns/event-columns';
import { mergeEvents } from '../../../../src/core/columns/merge-events';
import { readEvents } from '../../../../src/core/columns/read-events';
import { TidemarkError } from '../../../../src/errors';
import { FIRST_DAY_MS, MIXED, rawCell } from '../../../support/mixed-events';
import { EventTexts } from '../../../../src/core/columns/event-texts';

const SOME = Array.from({ length: 40 }, (_, i) => ({
  action: i % 4 === 0 ? 'save' : 'impression',
  timeMs: FIRST_DAY_MS + i * i * 1_000,
  ids: {
    adId: `${i % 7}`,
    adGroupId: `${1 + (i % 3)}`,
    campaignId: '123e4567-e89b-12d3-a456-426614174000',
    insertionId: `${2 ** 40 + i * 7_919}`,
    sessionId: `s${i >> 3}`,
  },
}));

function blockOf(cells = SOME.map(rawCell)): Buffer {
  return encodeBlock(mergeEvents(readEvents(cells, MIXED).parts, MIXED), MIXED);
}

/** Decodes all columns of the block. */
function readAll(value: Uint8Array): EventColumns {
  const columns = decodeBlock(value, MIXED);
  const texts = new EventTexts(columns, MIXED);
  for (let i = 0; i < columns.count; i++) texts.of(i);
  return columns;
}

function codeOf(value: Uint8Array): string {
  try {
    readAll(value);
    return 'read';
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    return error.code;
  }
}

test('a block with any bit flipped is rejected', () => {
  const block = blockOf();
  for (let bit = 0; bit < block.length * 8; bit++) {
    const damaged = Buffer.from(block);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    expect(['data_corrupted', 'data_unsupported']).toContain(codeOf(damaged));
  }
});

test('a block that is too short or too long is rejected', () => {
  const block = blockOf();
  for (let length = 0; length < block.length; length++) {
    expect(['data_corrupted']).toContain(codeOf(block.subarray(0, length)));
  }
  expect(codeOf(Buffer.concat([block, Buffer.alloc(1)]))).toBe('data_corrupted');
});

test('a block of a later version is rejected as unsupported', () => {
  const block = blockOf();
  block[0] = 2;
  expect(codeOf(block)).toBe('data_unsupported');
});

test('no bytes with correct checksums make a reader crash, loop or allocate without bound', () => {
  const block = blockOf();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(block.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      (writes) => {
        const forged = Buffer.from(block);
        for (const [at, byte] of writes) if (at > 2) forged[at] = byte;
        const headBytes = forged[1]! < 0x80 ? forged[1]! : (forged[1]! & 0x7f) + forged[2]! * 0x80;
        const end = (forged[1]! < 0x80 ? 2 : 3) + headBytes;
        forged.writeUInt32LE(crc32(forged.subarray(0, end)), end);
        expect(['read', 'data_corrupted', 'data_unsupported']).toContain(codeOf(forged));
      },
    ),
    { numRuns: 500 },
  );
});

test('a head that claims millions of events is rejected before memory is allocated for them', () => {
  const head = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 1, 0]);
  const value = Buffer.alloc(2 + head.length + 4);
  value.set([1, head.length]);
  value.set(head, 2);
  value.writeUInt32LE(crc32(value.subarray(0, 2 + head.length)), 2 + head.length);
  expect(codeOf(value)).toBe('data_corrupted');
});
