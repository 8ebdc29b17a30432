import { setCell } from '../../../../src/bigtable/write/mutations';
import { WriteCaller } from '../../../../src/consistency/write/pending-write';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { VirtualClock } from '../../../support/virtual-clock';

const MUTATIONS = [setCell('f', Buffer.from('q'), 1_000, Buffer.from('v'))];
const RECEIPT = { token: EMPTY_TOKEN, cluster: 'a' };

describe('A call of the writer', () => {
  it('waits for each of its writes, and counts only the first outcome of each', async () => {
    const clock = new VirtualClock();
    const caller = new WriteCaller(clock, 1_000);
    const [first, second] = [caller.write({ mutations: MUTATIONS }), caller.write({ mutations: MUTATIONS })];
    let isOver = false;
    const outcomes = caller.outcomes().finally(() => (isOver = true));
    first.settle(RECEIPT);
    first.settle({ ...RECEIPT, cluster: 'b' });
    await clock.advance(10);
    expect(isOver).toBe(false);
    second.settle({ ...RECEIPT, cluster: 'c' });
    expect(await outcomes).toMatchObject([{ cluster: 'a' }, { cluster: 'c' }]);
  });

  it('ends at once if all of its writes were settled before', async () => {
    const caller = new WriteCaller(new VirtualClock(), 1_000);
    caller.write({ mutations: MUTATIONS }).settle(RECEIPT);
    expect(await caller.outcomes()).toEqual([RECEIPT]);
  });
});
