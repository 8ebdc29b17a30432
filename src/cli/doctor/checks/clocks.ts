/** Checks of this machine's clock against that of the store, and against those of processes that send heartbeats. */
import { connectData } from '../../../bigtable/client/connect';
import { createDataClient } from '../../../bigtable/client/data-client';
import { readServerDate, type ServerDate } from '../../../bigtable/client/server-date';
import type { CallOptions, DataClient } from '../../../bigtable/client/types';
import { DEFAULTS } from '../../../config/defaults';
import {
  HEARTBEAT_FILTER,
  heartbeatMs,
  heartbeatOrigin,
  heartbeatRange,
  LATENCY_SHARD,
} from '../../../consistency/heartbeats/heartbeat-row';
import { maxOf } from '../../../core/shared/lists';
import { withResources } from '../../../platform/tasks/resources';
import { failed, ok, skipped, type CheckFinding } from '../check';
import { reasonOf } from '../run-checks';
import type { CheckedStore } from './store';

const REMEDY = 'synchronize the clock of this machine (NTP, chrony), or of the one with which it is compared';

export async function checkClocks(store: CheckedStore, call: CallOptions): Promise<readonly CheckFinding[]> {
  const { bigtable, consistency } = store.config;
  const timeoutMs = call.timeoutMs ?? DEFAULTS.doctor.callTimeoutMs;
  const date = readServerDate(bigtable, { clock: store.clock, timeoutMs })
    .then((answer) => dateFinding(answer, consistency.clockSkewMaxMs))
    .catch((error: unknown) => skipped(`the clock of the store cannot be read: ${reasonOf(error)}`));
  const heartbeats = heartbeatFinding(store, call).catch((error: unknown) =>
    skipped(`heartbeats cannot be read: ${reasonOf(error)}`),
  );
  return Promise.all([date, heartbeats]);
}

/** Compares the times in such a way that neither the duration of the call nor the header's whole seconds count. */
function dateFinding(answer: ServerDate | undefined, clockSkewMaxMs: number): CheckFinding {
  if (answer === undefined) return skipped("the store's answers have no date");
  const { serverMs, sentMs, receivedMs } = answer;
  const behindMs = serverMs - receivedMs;
  const aheadMs = sentMs - (serverMs + DEFAULTS.doctor.dateResolutionMs);
  if (behindMs > clockSkewMaxMs)
    return failed(`this clock is ${seconds(behindMs)} or more behind the store's`, REMEDY);
  if (aheadMs > clockSkewMaxMs)
    return failed(`this clock is ${seconds(aheadMs)} or more ahead of the store's`, REMEDY);
  return ok("this clock agrees with the store's, whose answers have whole seconds");
}

/** Looks for heartbeats that are ahead of this clock: a process reads its clock before it sends one. */
async function heartbeatFinding(
  { config, tables, clock }: CheckedStore,
  call: CallOptions,
): Promise<CheckFinding> {
  const { clockSkewMaxMs } = config.consistency;
  const read = await withResources((resources) =>
    Promise.all(
      tables.map(({ table, instance }) => {
        const [cluster] = instance.clusters.serving;
        const { project, instance: id, appProfileId, endpoint } = cluster!;
        const transport = connectData({ ...config.bigtable, channels: 1 }, { endpoint });
        const client = createDataClient({ transport, project, instance: id, appProfileId });
        resources.add(client, (each) => each.close());
        return heartbeatsOf(client, table, { nowMs: clock.nowMs(), call });
      }),
    ),
  );
  const times = read.flat();
  if (times.length === 0)
    return skipped('no heartbeats: a single cluster needs none, and no other process runs');
  const newestMs = maxOf(times);
  const aheadMs = newestMs - clock.nowMs();
  if (aheadMs > clockSkewMaxMs)
    return failed(`a heartbeat is ${seconds(aheadMs)} ahead of this clock`, REMEDY);
  return ok(`the newest heartbeat is ${seconds(Math.max(0, -aheadMs))} old, and none is ahead of this clock`);
}

/** Returns the times of a table's heartbeats, in milliseconds. */
async function heartbeatsOf(
  client: Pick<DataClient, 'readRows'>,
  table: string,
  { nowMs, call }: { readonly nowMs: number; readonly call: CallOptions },
): Promise<readonly number[]> {
  const times: number[] = [];
  const request = { table, ranges: [heartbeatRange(LATENCY_SHARD, nowMs)], filter: HEARTBEAT_FILTER };
  for await (const { cells } of client.readRows(request, call))
    for (const cell of cells) if (heartbeatOrigin(cell) !== undefined) times.push(heartbeatMs(cell));
  return times;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
