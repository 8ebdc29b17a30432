import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { protoText } from '../../../src/console/pages/schema/proto-text';
import { bytes, duration } from '../../../src/console/pages/schema/units';
import { acmeProto, dataTypeOptions, protoFolder } from '../../support/proto-folder';
import { corporaOf } from './console-schema';

const dataTypeOf = (corpora: ReturnType<typeof corporaOf>, family: string) =>
  corpora.flatMap(({ dataTypes }) => dataTypes).find((each) => each.family === family)!;

describe('a DataType as a proto file', () => {
  it('declares the same fields, options and types', () => {
    const text = acmeProto(`enum Kind { KIND_UNSPECIFIED = 0; CAT = 1; }
      message Pets { ${dataTypeOptions()}
        message Toy { string name = 1; }
        optional string name = 1; repeated Toy toys = 2; map<string, Kind> kinds = 3;
        oneof home { string kennel = 4; Toy basket = 5; } }`);
    const original = dataTypeOf(corporaOf([protoFolder({ 'acme/v1/pets.proto': text })]), 'pets');
    const again = dataTypeOf(corporaOf([protoFolder({ 'acme/v1/pets.proto': protoText(original) })]), 'pets');
    expect(again).toEqual(original);
  });

  it('declares actions, levels and dimensions of events', () => {
    const text = protoText(dataTypeOf(corporaOf(), 'campaign_action'));
    expect(text).toContain(
      'actions: { name: "view" code: 1 dedup_dimensions: ["campaign_id"] dedup_window_seconds: 40 }',
    );
    expect(text).toContain(
      'bytes campaign_id = 4 [(tidemark.v1.dimension) = { level: "campaign" required: true }];',
    );
  });

  it('every built-in DataType of objects is a valid proto file under another name', () => {
    const objects = corporaOf()
      .flatMap(({ dataTypes }) => dataTypes)
      .filter(({ events }) => events === undefined);
    for (const each of objects) {
      const copy = protoText({ ...each, family: `${each.family}_copy` }).replaceAll(
        'package tidemark.v1;',
        'package copied.v1;',
      );
      const used = copy.includes('PacingState') && !copy.includes('message PacingState');
      if (!used)
        expect(() =>
          loadSchema({ protoPaths: [protoFolder({ 'copied/v1/copy.proto': copy })] }),
        ).not.toThrow();
    }
  });
});

describe('declared sizes and times', () => {
  it('are in the largest unit that divides them', () => {
    expect([1_048_576, 4_096, 100].map(bytes)).toEqual(['1 MiB', '4 KiB', '100 bytes']);
    expect([86_400_000, 172_800_000, 3_600_000, 120_000, 40_000].map(duration)).toEqual([
      '1 day',
      '2 days',
      '1 hour',
      '2 min',
      '40 s',
    ]);
  });
});
