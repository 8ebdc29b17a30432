import { blockNamesFilter, daySpans } from '../../../../src/operations/reconcile/day-filter';
import { AD_ACTION, DAY_MS } from '../../../support/events';

const DAY_START_MS = Date.UTC(2026, 10, 20);
const NOW_MS = DAY_START_MS + 2 * DAY_MS;

it.each([
  ['all actions', AD_ACTION.events.actions],
  [
    'actions that are deduplicated by day',
    AD_ACTION.events.actions.filter(({ name }) => name === 'impression'),
  ],
])('the names of blocks include those of the counted day (%s)', (_, actions) => {
  const dataType = { ...AD_ACTION, events: { ...AD_ACTION.events, actions } };
  const day = { day: '2026-11-20', startMs: DAY_START_MS, endMs: DAY_START_MS + DAY_MS };
  const filter = JSON.stringify(blockNamesFilter(AD_ACTION.family, daySpans(dataType, day, NOW_MS)));
  const blocksOfDay = Buffer.alloc(5);
  blocksOfDay.writeUInt32BE(DAY_START_MS / 1_000);
  expect(filter).toContain(JSON.stringify(blocksOfDay));
});
