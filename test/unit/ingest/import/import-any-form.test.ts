import fc from 'fast-check';
import type { ActionEvent } from '../../../../src/core/events/event';
import { compileImportMapping } from '../../../../src/ingest/import/compile-import-mapping';
import { readCsv, readNdjson, type SourceRecord } from '../../../../src/ingest/files/record-source';
import { AD_ACTION, adEvent } from '../../../support/events';

const FIELDS = ['userId', 'action', 'eventTime', 'adId', 'campaignId'] as const;
const LIMITS = { recordBytesMax: 10_000 };
const toInput = compileImportMapping(AD_ACTION, { columns: {}, constants: {}, timeFormat: 'iso' });

/**
 * Ids with everything that CSV and JSON escape, and with multi-byte characters, but without control characters at the
 * ends.
 */
const inner = fc.string({
  unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', 'é', '用', '😀'),
  maxLength: 6,
});
const id = fc.tuple(inner, fc.constantFrom('x', '"', ',', '户')).map(([text, end]) => `${end}${text}${end}`);
const event = fc
  .record({ userId: id, eventTimeMs: fc.integer({ min: 1, max: 1e12 }), adId: id, campaignId: id })
  .map((fields) => adEvent({ action: 'click', ...fields }));
const ending = fc.constantFrom('\n', '\r\n', '\r');
/** Form of one record: quotes around fields that need none, its line ending, blank lines after it. */
const form = fc.record({ quoted: fc.boolean(), ending, blank: fc.option(ending) });
const file = fc.record({
  events: fc.array(fc.tuple(event, form), { minLength: 1, maxLength: 8 }),
  header: form,
  bom: fc.boolean(),
  endsInLine: fc.boolean(),
  chunkBytes: fc.integer({ min: 1, max: 40 }),
});

type Form = { readonly quoted: boolean; readonly ending: string; readonly blank: string | null };

const valuesOf = ({ userId, action, eventTimeMs, dimensions }: ActionEvent): readonly string[] => {
  const at = (name: string): string =>
    dimensions[AD_ACTION.events.dimensions.find((each) => each.name === name)!.index]!;
  return [userId, action, String(eventTimeMs), at('adId'), at('campaignId')];
};
const csvField = (value: string, quoted: boolean): string =>
  quoted || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
const csvRow = (values: readonly string[], { quoted }: Form): string =>
  values.map((value) => csvField(value, quoted)).join(',');
const jsonRow = (values: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(FIELDS.map((name, i) => [name, values[i]])));

async function* chunksOf(text: string, bytesMax: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += bytesMax)
    yield await Promise.resolve(bytes.subarray(at, at + bytesMax));
}

async function imported(records: AsyncIterable<SourceRecord>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const record of records) {
    const input = toInput(record);
    all.push('event' in input ? input.event : input.error);
  }
  return all;
}

/** Returns the text of a file with these rows, each in its form. */
function textOf(rows: readonly (readonly [string, Form])[], bom: boolean, endsInLine: boolean): string {
  const text = rows
    .map(([row, { ending: end, blank }], i) => {
      const isLast = i === rows.length - 1;
      return isLast && !endsInLine ? row : row + end + (blank === null ? '' : `${end}${blank}`);
    })
    .join('');
  return (bom ? '\ufeff' : '') + text;
}

describe('Events in any valid form', () => {
  it('they are imported from CSV unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ events, header, bom, endsInLine, chunkBytes }) => {
        const rows = events.map(([each, how]) => [csvRow(valuesOf(each), how), how] as const);
        const text = textOf([[csvRow(FIELDS, header), header], ...rows], bom, endsInLine);
        const records = readCsv(chunksOf(text, chunkBytes), LIMITS);
        expect(await imported(records)).toEqual(events.map(([each]) => each));
      }),
      { numRuns: 100 },
    );
  });

  it('they are imported from NDJSON unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(file, async ({ events, bom, endsInLine, chunkBytes }) => {
        const rows = events.map(([each, how]) => [jsonRow(valuesOf(each)), how] as const);
        const records = readNdjson(chunksOf(textOf(rows, bom, endsInLine), chunkBytes), LIMITS);
        expect(await imported(records)).toEqual(events.map(([each]) => each));
      }),
      { numRuns: 100 },
    );
  });

  it('they are imported from CSV apart from lines with stray quotes, wherever these are', async () => {
    const plain = fc.record({
      userId: fc.constantFrom('u1', 'u2'),
      eventTimeMs: fc.nat(1e9),
      adId: fc.constant('a'),
    });
    const stray = fc.constantFrom(
      'u1,click,5,"a,c',
      'u1,click,5,a"b,c',
      '"u1"x,click,5,a,c',
      'u1,cl"ick,5,a,"c',
    );
    const lines = fc.array(fc.oneof(plain, stray), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lines, ending, fc.integer({ min: 1, max: 40 }), async (all, end, chunkBytes) => {
        const events = all.flatMap((each) =>
          typeof each === 'string' ? [] : [adEvent({ action: 'click', campaignId: 'c', ...each })],
        );
        const rows = all.map((each) =>
          typeof each === 'string' ? each : `${each.userId},click,${each.eventTimeMs},a,c`,
        );
        const text = [FIELDS.join(','), ...rows].join(end);
        const got = await imported(readCsv(chunksOf(text, chunkBytes), LIMITS));
        expect(got.filter((each) => !(each instanceof Error))).toEqual(events);
        expect(got).toHaveLength(all.length);
      }),
      { numRuns: 100 },
    );
  });
});
