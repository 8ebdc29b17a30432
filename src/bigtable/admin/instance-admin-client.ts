import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { appendAll } from '../../core/shared/lists';
import { DEFAULTS } from '../../config/defaults';
import { google } from '../../gen/bigtable';
import { systemClock, type Clock } from '../../platform/time/clock';
import { frameMessage } from '../../platform/network/grpc';
import { systemRandom, type Random } from '../../platform/random';
import { CLIENT_METADATA } from '../client/client-metadata';
import { callUnary } from '../client/unary-call';
import { RetryingCall, runWithRetries, type ClientDependencies } from '../client/retrying-call';
import type { GrpcTransport } from '../transport/create-transport';
import type { CallOptions } from '../client/types';

/** Current state of an app profile in Bigtable. */
export interface AppProfileState {
  readonly id: string;
  /** Id of the only cluster that the profile routes to; undefined for multi-cluster routing. */
  readonly clusterId: string | undefined;
}

/** Reads the app profiles of an instance. Throws `TidemarkError`s only. */
export interface InstanceAdminClient {
  listAppProfiles(options?: CallOptions): Promise<readonly AppProfileState[]>;
}

export interface InstanceAdminClientOptions {
  readonly transport: GrpcTransport;
  readonly project: string;
  readonly instance: string;
  readonly clock?: Clock;
  readonly random?: Random;
}

const proto = google.bigtable.admin.v2;
const SERVICE = 'google.bigtable.admin.v2.BigtableInstanceAdmin';

/** Creates a client that reads the app profiles of one instance. */
export function createInstanceAdminClient(options: InstanceAdminClientOptions): InstanceAdminClient {
  const { transport, project, instance, clock = systemClock, random = systemRandom } = options;
  const dependencies: ClientDependencies = {
    transport,
    clock,
    random,
    observer: undefined,
    limits: DEFAULTS.bigtable,
  };
  const parent = `projects/${project}/instances/${instance}`;
  const page = (pageToken: string, call?: CallOptions) => {
    const spec = {
      service: SERVICE,
      method: 'ListAppProfiles',
      idempotent: true,
      metadata: {
        ...CLIENT_METADATA,
        'x-goog-request-params': new URLSearchParams({ parent }).toString(),
      },
      timeoutMs: DEFAULTS.bigtable.adminTimeoutMs,
    };
    const retryingCall = new RetryingCall(dependencies, spec, call);
    const request = frameMessage(proto.ListAppProfilesRequest.encode({ parent, pageToken }).finish());
    return runWithRetries(retryingCall, async () =>
      proto.ListAppProfilesResponse.decode(await callUnary(transport, retryingCall.nextCall(request))),
    );
  };
  return {
    async listAppProfiles(call) {
      const profiles: AppProfileState[] = [];
      let pageToken = '';
      do {
        const { appProfiles, nextPageToken } = await page(pageToken, call);
        appendAll(profiles, appProfiles.map(stateOf));
        pageToken = nextPageToken;
      } while (pageToken !== '');
      return profiles;
    },
  };
}

function stateOf(profile: api.bigtable.admin.v2.IAppProfile): AppProfileState {
  const { name, singleClusterRouting } = profile;
  return { id: name?.split('/').at(-1) ?? '', clusterId: singleClusterRouting?.clusterId ?? undefined };
}
