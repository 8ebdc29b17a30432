import { readFileSync } from 'node:fs';
import { decodeEventsJson } from '../../../src/codec/events/event-inputs';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { parseCountQuery } from '../../../src/core/counts/parse-count-query';
import { validateEvent } from '../../../src/core/events/validate-event';
import { DEFAULTS } from '../../../src/config/defaults';
import { eventRulesOf } from '../../../src/operations/events/ingest-events';
import { protoFolder } from '../../support/proto-folder';
import { tidemarkError } from '../../support/tidemark-error';

const text = readFileSync('docs/adding-a-data-type.md', 'utf8');

describe('docs/adding-a-data-type.md', () => {
  it('the page declares a DataType that accepts the JSON it shows', () => {
    const proto = /<<'EOF'\n([^]*?)\nEOF\n/.exec(text)?.[1] ?? '';
    const schema = loadSchema({ protoPaths: [protoFolder({ 'acme/v1/reading_list.proto': proto })] });
    const dataType = schema.dataType('users', 'reading_list');
    expect(dataType).toMatchObject({ message: 'acme.v1.ReadingList', valueBytesMax: 65_536 });
    const objects = text.slice(0, text.indexOf('## Declaring an event type'));
    const bodies = [...objects.matchAll(/-d '([^']+)'/g)].map(
      (match) => JSON.parse(match[1] ?? '') as unknown,
    );
    const codec = schema.codec(dataType);
    expect(codec.toJson(codec.fromJson(bodies[0]))).toEqual(bodies[0]);
    expect(() => codec.fromJson(bodies[1])).toThrow(
      tidemarkError('invalid_argument', 'body.articles[0].url'),
    );
  });

  it('the page declares an event type that accepts the events it shows', () => {
    const section = text.slice(text.indexOf('## Declaring an event type'));
    const proto = /<<'EOF'\n([^]*?)\nEOF\n/.exec(section)?.[1] ?? '';
    const schema = loadSchema({ protoPaths: [protoFolder({ 'acme/v1/shop_action.proto': proto })] });
    const now = new Date().toISOString();
    const bodies = [...section.matchAll(/-d '([^]+?)\n}'/g)].map((match) => {
      const body = `${match[1]}}`.replaceAll("'$(date -u +%FT%TZ)'", now);
      return JSON.parse(body) as { events: unknown[] };
    });
    const inputs = decodeEventsJson(bodies[0], { schema, limits: { batchEventsMax: 10 } });
    const dataType = schema.eventDataType('shop_action');
    const rules = eventRulesOf(dataType, DEFAULTS.events);
    for (const input of inputs) {
      if ('error' in input) throw input.error;
      validateEvent(input.event, rules, { nowMs: Date.now() });
    }
    const limits = { ...DEFAULTS.counts, ...DEFAULTS.events, nowMs: Date.now() };
    const eventDataType = schema.eventDataType.bind(schema);
    expect(parseCountQuery(bodies[1], { ...limits, eventDataType })).toMatchObject({
      userId: '42',
      dataType,
    });
    expect(bodies).toHaveLength(2);
  });

  it('the page lists every option', () => {
    const list = text.slice(text.indexOf('## The options'));
    const listed = [...list.matchAll(/^- `(\w+)`: /gm)].map((match) => match[1]);
    const options = loadSchema().root.lookupType('tidemark.v1.DataTypeOptions');
    expect(listed.sort()).toEqual(Object.keys(options.fields).sort());
  });
});
