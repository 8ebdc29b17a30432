import { readFileSync } from 'node:fs';
import { loadSchema } from '../../../src/codec/schema-registry';
import { protoFolder } from '../../support/proto-folder';
import { tidemarkError } from '../../support/tidemark-error';

const text = readFileSync('docs/adding-a-data-type.md', 'utf8');

describe('docs/adding-a-data-type.md', () => {
  it('declares a DataType that takes the JSON it shows', () => {
    const proto = /<<'EOF'\n([^]*?)\nEOF\n/.exec(text)?.[1] ?? '';
    const schema = loadSchema({ protoPaths: [protoFolder({ 'acme/v1/reading_list.proto': proto })] });
    const dataType = schema.dataType('users', 'reading_list');
    expect(dataType).toMatchObject({ message: 'acme.v1.ReadingList', valueBytesMax: 65_536 });
    const bodies = [...text.matchAll(/-d '([^']+)'/g)].map((match) => JSON.parse(match[1] ?? '') as unknown);
    const codec = schema.codec(dataType);
    expect(codec.toJson(codec.fromJson(bodies[0]))).toEqual(bodies[0]);
    expect(() => codec.fromJson(bodies[1])).toThrow(
      tidemarkError('invalid_argument', 'body.articles[0].url'),
    );
  });

  it('lists every option', () => {
    const listed = [...text.matchAll(/^\| `(\w+)` /gm)].map((match) => match[1]);
    const options = loadSchema().root.lookupType('tidemark.v1.DataTypeOptions');
    expect(listed.sort()).toEqual(Object.keys(options.fields).sort());
  });
});
