import type { LocalCore } from '../../../../src/local-bigtable/core';
import type { CheckedMode } from '../../../support/local-bigtable/admin-calls';
import { AdminCalls, rejectionOf } from '../../../support/local-bigtable/admin-calls';
import { LOCAL_TABLE, openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { VirtualClock } from '../../../support/virtual-clock';
import { GrpcStatus } from '../../../../src/platform/network/grpc';

const STANDARD: CheckedMode = { standardReadRemoteWrites: {} };
const DATA_BOOST: CheckedMode = { dataBoostReadLocalWrites: {} };
const DELAY_MS = 100;

describe('a consistency token', () => {
  const clock = new VirtualClock();
  let core: LocalCore;
  let calls: AdminCalls;

  beforeEach(async () => {
    ({ core } = await openCoreWithTable({
      families: [{ name: 'f' }],
      clusters: [
        { id: 'a', region: 'eu', zone: 'eu-a' },
        { id: 'b', region: 'us', zone: 'us-a' },
      ],
      topology: { links: [{ between: ['eu', 'us'], conditions: { delayMs: DELAY_MS } }], instances: [] },
      clock,
    }));
    calls = new AdminCalls(core);
  });

  afterEach(() => core.close());

  function write(key: string): void {
    const replica = core.dependencies.catalog.route(LOCAL_TABLE, '', {
      access: 'write',
      clientRegion: undefined,
    });
    replica.commit(key, [{ kind: 'delete-row' }]);
  }

  it('a token is consistent once all earlier writes are replicated, regardless of later ones', async () => {
    write('earlier');
    const token = await calls.consistencyToken(LOCAL_TABLE);
    await clock.advance(DELAY_MS / 2);
    write('later');
    for (const mode of [{}, STANDARD]) {
      expect(await calls.checkConsistency(LOCAL_TABLE, token, mode)).toBe(false);
    }
    await clock.advance(DELAY_MS / 2);
    for (const mode of [{}, STANDARD]) {
      expect(await calls.checkConsistency(LOCAL_TABLE, token, mode)).toBe(true);
    }
    expect(await calls.checkConsistency(LOCAL_TABLE, await calls.consistencyToken(LOCAL_TABLE))).toBe(false);
  });

  it('a token is consistent immediately for Data Boost, which reads at the cluster of the write', async () => {
    write('k');
    const token = await calls.consistencyToken(LOCAL_TABLE);
    expect(await calls.checkConsistency(LOCAL_TABLE, token, DATA_BOOST)).toBe(true);
  });

  it('a token of another table or an invented one is rejected', async () => {
    await core.dependencies.tables.create(
      { name: `${LOCAL_TABLE}2` },
      [],
      core.dependencies.catalog.table(LOCAL_TABLE).instance,
    );
    const token = await calls.consistencyToken(`${LOCAL_TABLE}2`);
    for (const wrong of [token, 'made up', '']) {
      const check = calls.checkConsistency(LOCAL_TABLE, wrong, DATA_BOOST);
      expect((await rejectionOf(check))[0]).toBe(GrpcStatus.INVALID_ARGUMENT);
    }
    expect((await rejectionOf(calls.consistencyToken(`${LOCAL_TABLE}3`)))[0]).toBe(GrpcStatus.NOT_FOUND);
  });
});
