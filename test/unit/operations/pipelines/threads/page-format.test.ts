import {
  decodeOutputs,
  decodeRows,
  encodeOutputs,
  encodeRows,
} from '../../../../../src/operations/pipelines/threads/page-format';

const families = ['profile', 'ad_action'];

describe('a page', () => {
  const cell = (family: string, qualifier: string, value: Buffer) => ({
    family,
    qualifier: Buffer.from(qualifier),
    timestampMicros: 1_790_000_000_123_000,
    value,
    labels: [],
  });

  it('has the rows that were encoded', () => {
    const rows = [
      {
        key: Buffer.from('00#a'),
        cells: [cell('profile', 'ä', Buffer.alloc(0)), cell('ad_action', '\0b', Buffer.from([1, 0]))],
      },
      { key: Buffer.from('01#b'), cells: [] },
      { key: Buffer.from('02#c'), cells: [cell('profile', 'x', Buffer.alloc(70_000, 7))] },
    ];
    expect(decodeRows(encodeRows(rows, families), families)).toEqual(rows);
    expect(decodeRows(encodeRows([], families), families)).toEqual([]);
  });

  it('is a buffer of its own, so that it can be transferred', () => {
    const bytes = encodeRows([{ key: Buffer.from('00#a'), cells: [] }], families);
    expect([bytes.byteOffset, bytes.buffer.byteLength]).toEqual([0, bytes.length]);
  });

  it('has the outputs of each row, also of those without any', () => {
    const outputs = [
      [],
      [
        { family: 'profile', subType: 'ü', value: Buffer.from('v') },
        { family: 'ad_action', subType: 'gone', value: undefined },
        { family: 'profile', subType: 'empty', value: Buffer.alloc(0) },
        { family: 'ad_action', subType: 'empty', value: undefined },
      ],
      [],
    ];
    const decoded = decodeOutputs(encodeOutputs(outputs, families), families);
    const withBytes = outputs.map((row) =>
      row.map((output) => ({ ...output, qualifier: Buffer.from(output.subType) })),
    );
    expect(decoded).toEqual(withBytes);
  });
});
