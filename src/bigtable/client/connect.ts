import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { systemClock, type Clock } from '../../platform/time/clock';
import { TableAdminConnection } from '../admin/table-admin-connection';
import { createTransport, googleCredentials, type GrpcTransport } from '../transport/create-transport';

export type BigtableTarget = Config['bigtable'];

/**
 * Connects to the data API: Cloud Bigtable over TLS at the endpoint, or at the one that the configuration names, or an
 * emulator in clear text, which has one endpoint for all.
 */
export function connectData(
  target: BigtableTarget,
  { clock = systemClock, endpoint = target.endpoint }: { clock?: Clock; endpoint?: string | undefined } = {},
): GrpcTransport {
  return connect(target, endpoint, { clock, channels: target.channels });
}

/**
 * Connects to the admin API, for which Cloud Bigtable has a separate endpoint. The serving process uses this for its
 * periodic requests.
 */
export function connectAdmin(target: BigtableTarget, clock: Clock = systemClock): GrpcTransport {
  return connect(target, target.adminEndpoint, { clock, channels: 1 });
}

/** Connects to the table-admin API, for commands. */
export function connectTableAdmin(target: BigtableTarget, clock: Clock = systemClock): TableAdminConnection {
  const { emulatorHost, adminEndpoint, project } = target;
  return emulatorHost === undefined
    ? new TableAdminConnection({
        endpoint: adminEndpoint,
        plaintext: false,
        credentials: googleCredentials(clock, project),
      })
    : new TableAdminConnection({ endpoint: emulatorHost, plaintext: true });
}

function connect(
  target: BigtableTarget,
  cloudEndpoint: string,
  { clock, channels }: { readonly clock: Clock; readonly channels: number },
): GrpcTransport {
  const common = { clock, channels, limits: { ...DEFAULTS.bigtable, ...target } };
  return target.emulatorHost === undefined
    ? createTransport({
        ...common,
        endpoint: cloudEndpoint,
        plaintext: false,
        credentials: googleCredentials(clock, target.project),
      })
    : createTransport({ ...common, endpoint: target.emulatorHost, plaintext: true });
}
