/** Opens the stores for erasures, and a worker on them. */
import { generateKeyPairSync, createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TableAdminClient } from '../../bigtable/admin/table-admin-client';
import { connectTableAdmin } from '../../bigtable/client/connect';
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { isPersonal, type Corpus } from '../../core/schema/schema';
import { invalidArgument, TidemarkError } from '../../errors';
import type { Telemetry } from '../../platform/telemetry/telemetry';
import { awaitConsistency } from '../../operations/consistency/await-consistency';
import { createErasureParts, type ErasureParts } from '../../operations/privacy/create-erasure-operations';
import { createErasureResidues } from '../../operations/privacy/certificate/erasure-residues';
import type { ErasureWorkerDependencies } from '../../operations/privacy/erasure-dependencies';
import { createErasureWorker, type ErasureWorker } from '../../operations/privacy/erasure-worker';
import { createIssueCertificate } from '../../operations/privacy/certificate/issue-certificate';
import { createCertifyTables, type CertifyTables } from '../../operations/privacy/certify-tables';
import { createFindHomes, personalTables, type PersonalTable } from '../../operations/privacy/subject-homes';
import { createSweepSubject } from '../../operations/privacy/sweep-subject';
import { createVerifyErasure } from '../../operations/privacy/verify-erasure';
import { systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import type { Resources } from '../../platform/tasks/resources';
import { RowRate } from '../../routing/admission/row-rate';
import { instanceForTable } from '../../routing/topology/store-topology';
import type { ClusterRows } from '../../consistency/store';
import { workloadOfBatchWrites } from '../../store/batch-workload';
import type { ServingStore, Store } from '../../store/open-store';
import { ledgerKeysOf } from '../../store/privacy-keys';
import { storeNameOf } from '../../store/token-keys';
import { openServingAndBatch, tableAdmins } from '../shared/connection';

export interface ErasureStores extends ErasureParts {
  readonly serving: ServingStore;
  readonly batch: Store;
  /** Store of sweeps: batch clusters, or the serving ones without these. */
  readonly sweeping: Store;
  readonly corpora: readonly Corpus[];
  /** Returns the tables of users that this process may process. */
  readonly tables: () => readonly PersonalTable[];
  readonly certifyTables: CertifyTables;
  readonly admin: StoreAdmin;
}

/** Opens the stores for requests and sweeps. `telemetry`: for the metrics of their calls. Throws `invalid_argument` without keys of the ledger. */
export function openErasure(config: Config, resources: Resources, telemetry?: Telemetry): ErasureStores {
  const keys = ledgerKeysOf(config.privacy);
  if (keys === undefined) throw invalidArgument('TIDEMARK_PRIVACY_KEYS', 'must be set for erasures');
  const { schema, serving, batch } = openServingAndBatch(config, {
    resources,
    telemetry,
    readsRestored: true,
  });
  const corpora = schema.corpora();
  const workloads = corpora
    .filter(isPersonal)
    .map(({ name }) => workloadOfBatchWrites(serving.topology, name));
  const sweeping = workloads.includes('serving') ? serving : batch;
  const common = { corpora, keys, clock: systemClock, random: systemRandom, config };
  const tables = (): readonly PersonalTable[] => personalTables(corpora, serving.residency);
  const admin = openAdmin(config, serving, resources);
  const certifyTables = createCertifyTables({
    incarnations: serving.incarnations,
    writer: serving.tables.writer,
    tables: () => tables().map(({ table }) => table),
    awaitReplication: admin.awaitReplication,
    clock: systemClock,
  });
  const parts = createErasureParts({ ...common, store: serving });
  return { ...parts, certifyTables, admin, serving, batch, sweeping, corpora, tables };
}

interface StoreAdmin {
  readonly adminOf: (table: string) => TableAdminClient;
  /** Resolves when all writes that were acknowledged before are in all clusters of the tables. */
  readonly awaitReplication: ErasureWorkerDependencies['awaitReplication'];
}

function openAdmin(config: Config, serving: ServingStore, resources: Resources): StoreAdmin {
  let opened: ReturnType<typeof tableAdmins> | undefined;
  const adminOf = (table: string): TableAdminClient => {
    opened ??= tableAdmins(
      resources.add(connectTableAdmin(config.bigtable), (each) => each.close()),
      () => serving.topology,
    );
    return opened(table);
  };
  return {
    adminOf,
    async awaitReplication(names, { signal }) {
      const { consistencyTimeoutMs: timeoutMs, consistencyPollMs: pollMs } = DEFAULTS.announcements;
      const options = { clock: systemClock, signal, timeoutMs, pollMs };
      try {
        await Promise.all(
          names.map((table) => awaitConsistency(table, { ...options, admin: adminOf(table) })),
        );
      } catch (error) {
        throw signal?.aborted === true ? cancelledError(signal.reason) : error;
      }
    },
  };
}

interface WorkerOptions {
  /** Maximum number of users whose erasure begins per second; 0 for no limit. */
  readonly subjectsPerSecond: number;
  /** Replaces dependencies, for tests. */
  readonly wrap?: ((dependencies: ErasureWorkerDependencies) => ErasureWorkerDependencies) | undefined;
}

/** Returns a worker. Throws `invalid_argument` without a valid signing key. */
export function openErasureWorker(
  config: Config,
  stores: ErasureStores,
  { subjectsPerSecond, wrap = (same) => same }: WorkerOptions,
): ErasureWorker {
  const { ledger, hideSubject, serving, batch, sweeping, corpora, tables } = stores;
  const { adminOf, awaitReplication } = stores.admin;
  const limits = {
    ...DEFAULTS.compaction,
    ...config.privacy,
    clockSkewMaxMs: config.consistency.clockSkewMaxMs,
  };
  const common = { corpora, clock: systemClock, random: systemRandom, limits };
  return createErasureWorker(
    wrap({
      ...common,
      ledger,
      hideSubject,
      tables,
      sweepSubject: createSweepSubject({
        ...common,
        reader: sweeping.reader,
        writer: sweeping.writer,
        transactions: serving.transactions,
      }),
      verify: createVerifyErasure({
        ...common,
        tables,
        clusterRows: atEveryCluster(serving, batch),
        reader: sweeping.reader,
        rules: serving.privacy,
      }),
      findHomes: createFindHomes(serving.residency),
      awaitReplication,
      issueCertificate: createIssueCertificate({
        signingKey: signingKeyOf(config.privacy),
        store: storeNameOf(serving.topology),
        residues: createErasureResidues({
          tables,
          adminOf: (table) => ({
            admin: config.privacy.isEmulated ? withoutBackups(adminOf(table)) : adminOf(table),
            instance: instanceForTable(serving.topology, table).id,
          }),
          sketches: corpora.flatMap(({ sketches }) => sketches),
          clock: systemClock,
          limits,
        }),
      }),
      rate: new RowRate(subjectsPerSecond),
    }),
  );
}

/**
 * Clusters for serving and for batch work are different ones, and together all of them. An instance may have none for
 * batch work, such as that of an environment with one cluster.
 */
function atEveryCluster(serving: ServingStore, batch: Store): ClusterRows {
  return async (read, call) => {
    const { clusters } = instanceForTable(serving.topology, read.table);
    const stores: readonly Store[] = clusters.batch.length > 0 ? [serving, batch] : [serving];
    const found = await Promise.all(stores.map(({ tables }) => tables.clusterRows(read, call)));
    return new Map(found.flatMap((each) => [...each]));
  };
}

/** Emulators have no backups, and the request for a list of them ends the process of Google's. */
const withoutBackups = (
  admin: Pick<TableAdminClient, 'getRetention'>,
): Pick<TableAdminClient, 'getRetention' | 'listBackups'> => ({
  getRetention: admin.getRetention.bind(admin),
  listBackups: () => Promise.resolve([]),
});

const SIGNING_VARIABLE = 'TIDEMARK_PRIVACY_SIGNING_KEY_FILE';

/** Returns the key of certificates: that of the file, or, on an emulator, a new one. Never quotes the file. */
function signingKeyOf({ signingKeyFile, isEmulated }: Config['privacy']): KeyObject {
  if (signingKeyFile === undefined) {
    if (isEmulated) return generateKeyPairSync('ed25519').privateKey;
    throw invalidArgument(
      SIGNING_VARIABLE,
      'must be set: make a key with "openssl genpkey -algorithm ed25519"',
    );
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(readFileSync(signingKeyFile, 'utf8'));
  } catch (error) {
    const reason =
      error instanceof Error && 'syscall' in error ? error.message : 'it is no private key in PEM';
    throw new TidemarkError('invalid_argument', `cannot be read: ${reason}`, { field: SIGNING_VARIABLE });
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw invalidArgument(
    SIGNING_VARIABLE,
    'must be an Ed25519 key: make one with "openssl genpkey -algorithm ed25519"',
  );
}
