import { loadSchema } from '../../../../../src/codec/declarations/schema-registry';
import type { DataChange } from '../../../../../src/bigtable/changes/change-types';
import { deleteFromColumn, setCell } from '../../../../../src/bigtable/write/mutations';
import { blockQualifier, DAY } from '../../../../../src/core/blocks/block-column';
import { checkDefinition } from '../../../../../src/core/pipelines/check-definition';
import { rowKey } from '../../../../../src/core/rows/row-key';
import { isInternal } from '../../../../../src/operations/objects/object-rules';
import { createTrigger } from '../../../../../src/operations/pipelines/follow/triggers';

const definition = {
  name: 'p',
  corpus: 'users',
  reads: ['profile', 'embedding', { dataType: 'ad_action', windowDays: 30 }],
  writes: ['profile'],
  process: () => [],
};
const pipeline = checkDefinition(definition, { corpora: loadSchema().corpora(), isInternal });
const isTrigger = createTrigger(pipeline);

const change = (mutations: DataChange['mutations'], fields: Partial<DataChange> = {}): DataChange => ({
  kind: 'change',
  type: 'user',
  key: rowKey('u'),
  clusterId: 'c',
  commitMicros: 1,
  tiebreaker: 0,
  mutations,
  token: 't',
  lowWatermarkMicros: 1,
  ...fields,
});
const set = (family: string, qualifier = Buffer.from('q')) =>
  setCell(family, qualifier, 1_000, Buffer.alloc(1));
const block = Buffer.from(blockQualifier({ startSeconds: 86_400, days: DAY }, Buffer.alloc(1)));

describe('a change', () => {
  it.each<[string, DataChange]>([
    ['of a DataType that the pipeline reads', change([set('embedding')])],
    ['of an event, beside others', change([set('_wm'), set('ad_action')])],
    [
      'that deletes a cell that the pipeline reads',
      change([deleteFromColumn('embedding', Buffer.from('q'))]),
    ],
    ["of the user's record", change([set('_prv')])],
    ['of an event in the mutation that packs others', change([set('ad_action', block), set('ad_action')])],
  ])('%s is a reason to process the object', (_, each) => {
    expect(isTrigger(each)).toBe(true);
  });

  it.each<[string, DataChange]>([
    ['by garbage collection', change([set('embedding')], { type: 'garbage-collection' })],
    ["of the pipeline's own output", change([set('profile')])],
    ['of watermarks and reservations', change([set('_wm'), set('_rsv')])],
    ['of another DataType', change([set('campaign_action')])],
    ['by a move', change([set('embedding'), set('_loc')])],
    ['of a row that is not an object', change([set('embedding')], { key: Buffer.from('0a!1') })],
    ['by compaction', change([set('ad_action', block), deleteFromColumn('ad_action', Buffer.from('q'))])],
  ])('%s is none', (_, each) => {
    expect(isTrigger(each)).toBe(false);
  });
});
