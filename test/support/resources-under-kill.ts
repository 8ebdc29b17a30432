import { google } from '@google-cloud/bigtable/build/protos/protos';
import { admin, bytes, type RawBigtable, setCell, statusOf } from '../conformance/raw-bigtable';

const TABLES = '/google.bigtable.admin.v2.BigtableTableAdmin';
const INSTANCES = '/google.bigtable.admin.v2.BigtableInstanceAdmin';
const NOT_FOUND = 5;
const { Operation } = google.longrunning;
const { Empty } = google.protobuf;
const { GetIamPolicyRequest, Policy, SetIamPolicyRequest } = google.iam.v1;
const ROWS = 20;

/** State of the resources: undefined for one that does not exist. */
interface Resources {
  readonly table?: number;
  readonly backup?: number;
  readonly restored?: number;
  readonly view?: string;
  readonly policy?: string;
}

interface Step {
  readonly run: () => Promise<unknown>;
  /** State after the step. */
  readonly leaves: Resources;
}

/**
 * Client that creates, changes and deletes a table with its policy and view, backs it up, restores the backup, and
 * deletes and restores the table, one call at a time, until the server is killed.
 */
export class ResourceKeeper {
  #done = 0;
  #steps = 0;

  /** Number of acknowledged calls. */
  get acknowledged(): number {
    return this.#steps;
  }

  async keep(on: RawBigtable): Promise<void> {
    this.#done = 0;
    try {
      const steps = await plan(on);
      for (; ; this.#done++) {
        await steps[this.#done % steps.length]!.run();
        this.#steps++;
      }
    } catch {
      // The server is gone.
    }
  }

  /** Checks that the state is that after the last acknowledged call, or after the call in flight. Then cleans up. */
  async check(on: RawBigtable): Promise<void> {
    const steps = await plan(on);
    const before = this.#done === 0 ? {} : steps[(this.#done - 1) % steps.length]!.leaves;
    const after = steps[this.#done % steps.length]!.leaves;
    expect([before, after]).toContainEqual(await stateOf(on));
    for (const { run } of cleaning(on, await clusterOf(on))) await run().catch(() => undefined);
  }
}

async function plan(on: RawBigtable): Promise<Step[]> {
  const cluster = await clusterOf(on);
  const table = on.tableName('kept');
  const backup = `${cluster}/backups/kept`;
  const full = { table: ROWS };
  const expireTime = { seconds: Math.floor(Date.now() / 1_000) + 86_400 };
  const createBackup = () =>
    on.unary(`${TABLES}/CreateBackup`, [admin.CreateBackupRequest, Operation], {
      parent: cluster,
      backupId: 'kept',
      backup: { sourceTable: table, expireTime },
    });
  const createView = () =>
    on.unary(`${TABLES}/CreateAuthorizedView`, [admin.CreateAuthorizedViewRequest, Operation], {
      parent: table,
      authorizedViewId: 'kept',
      authorizedView: { subsetView: { rowPrefixes: [bytes('a')] } },
    });
  const setPolicy = () =>
    on.unary(`${TABLES}/SetIamPolicy`, [SetIamPolicyRequest, Policy], {
      resource: table,
      policy: { bindings: [{ role: 'roles/viewer', members: ['user:ada@example.com'] }] },
    });
  const restore = () =>
    on.unary(`${TABLES}/RestoreTable`, [admin.RestoreTableRequest, Operation], {
      parent: on.instance,
      tableId: 'restored',
      backup,
    });
  const undelete = () =>
    on.unary(`${TABLES}/UndeleteTable`, [admin.UndeleteTableRequest, Operation], { name: table });
  const [dropRestored, dropBackup, dropTable] = cleaning(on, cluster);
  const viewed = { ...full, view: 'a' };
  const backedUp = { ...viewed, policy: 'roles/viewer', backup: ROWS };
  return [
    { run: () => on.createTable('kept', { f: {} }), leaves: { table: 0 } },
    { run: () => fill(on), leaves: full },
    { run: createView, leaves: viewed },
    { run: setPolicy, leaves: { ...viewed, policy: 'roles/viewer' } },
    { run: createBackup, leaves: backedUp },
    { run: () => on.deleteTable('kept'), leaves: { backup: ROWS } },
    { run: undelete, leaves: { ...full, backup: ROWS } },
    { run: restore, leaves: { ...full, backup: ROWS, restored: ROWS } },
    { ...dropRestored!, leaves: { ...full, backup: ROWS } },
    { ...dropBackup!, leaves: full },
    { ...dropTable!, leaves: {} },
  ];
}

function cleaning(on: RawBigtable, cluster: string): { readonly run: () => Promise<unknown> }[] {
  const name = `${cluster}/backups/kept`;
  return [
    { run: () => on.deleteTable('restored') },
    { run: () => on.unary(`${TABLES}/DeleteBackup`, [admin.DeleteBackupRequest, Empty], { name }) },
    { run: () => on.deleteTable('kept') },
  ];
}

/** Writes all rows in one mutation of one row, so that the table has all cells or none. */
function fill(on: RawBigtable): Promise<void> {
  const mutations = Array.from({ length: ROWS }, (_, index) => setCell(['f', `q${index}`, 0, 'v']));
  return on.mutate('kept', 'a', mutations);
}

async function clusterOf(on: RawBigtable): Promise<string> {
  const types = [admin.ListClustersRequest, admin.ListClustersResponse] as const;
  const { clusters } = await on.unary(`${INSTANCES}/ListClusters`, [...types], { parent: on.instance });
  return clusters[0]?.name ?? '';
}

async function stateOf(on: RawBigtable): Promise<Resources> {
  const state: Record<string, unknown> = {
    table: await cellsIn(on, 'kept'),
    restored: await cellsIn(on, 'restored'),
    backup: await cellsInBackup(on),
    view: await prefixOfView(on),
    policy: await roleOfPolicy(on),
  };
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}

async function cellsIn(on: RawBigtable, table: string): Promise<number | undefined> {
  if ((await statusOf(on.getTable(table))) === NOT_FOUND) return undefined;
  return (await on.read(table))[0]?.cells.length ?? 0;
}

/** Returns the number of cells in the backup, found by restoring it. */
async function cellsInBackup(on: RawBigtable): Promise<number | undefined> {
  const name = `${await clusterOf(on)}/backups/kept`;
  const found = on.unary(`${TABLES}/GetBackup`, [admin.GetBackupRequest, admin.Backup], { name });
  if ((await statusOf(found)) === NOT_FOUND) return undefined;
  await on.unary(`${TABLES}/RestoreTable`, [admin.RestoreTableRequest, Operation], {
    parent: on.instance,
    tableId: 'verified',
    backup: name,
  });
  const cells = await cellsIn(on, 'verified');
  await on.deleteTable('verified');
  return cells;
}

async function prefixOfView(on: RawBigtable): Promise<string | undefined> {
  const name = `${on.tableName('kept')}/authorizedViews/kept`;
  const types = [admin.GetAuthorizedViewRequest, admin.AuthorizedView] as const;
  const view = await on
    .unary(`${TABLES}/GetAuthorizedView`, [...types], { name, view: 3 })
    .catch(() => undefined);
  const [prefix] = view?.subsetView?.rowPrefixes ?? [];
  return prefix === undefined ? undefined : Buffer.from(prefix).toString();
}

async function roleOfPolicy(on: RawBigtable): Promise<string | undefined> {
  const types = [GetIamPolicyRequest, Policy] as const;
  const policy = await on
    .unary(`${TABLES}/GetIamPolicy`, [...types], { resource: on.tableName('kept') })
    .catch(() => undefined);
  return policy?.bindings[0]?.role ?? undefined;
}
