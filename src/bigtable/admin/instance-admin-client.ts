import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
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

/** Cluster as it is in Bigtable. */
interface ClusterState {
  readonly id: string;
  /** Region of the cluster's zone. */
  readonly region: string;
}

/** Result of a list that may lack resources because some locations did not answer. */
interface PartialList<T> {
  readonly items: readonly T[];
  /** Names of locations that did not answer. */
  readonly failedLocations: readonly string[];
}

/** Reads the resources of an instance. Throws `TidemarkError`s only. */
export interface InstanceAdminClient {
  listAppProfiles(options?: CallOptions): Promise<readonly AppProfileState[]>;
  listClusters(options?: CallOptions): Promise<PartialList<ClusterState>>;
  /** Returns the ids of all instances of the project. */
  listInstances(options?: CallOptions): Promise<PartialList<string>>;
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

/** Creates a client that reads the resources of one instance. */
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
  const list = <P extends Page>(list: List<P>, call?: CallOptions) => pagesOf(dependencies, list, call);
  return {
    async listAppProfiles(call) {
      const pages = await list({ ...APP_PROFILES, parent }, call);
      return pages.flatMap(({ appProfiles }) => appProfiles.map(stateOf));
    },
    async listClusters(call) {
      const pages = await list({ ...CLUSTERS, parent }, call);
      return { items: pages.flatMap(({ clusters }) => clusters.map(clusterOf)), ...failuresOf(pages) };
    },
    async listInstances(call) {
      const pages = await list({ ...INSTANCES, parent: `projects/${project}` }, call);
      const items = pages.flatMap(({ instances }) => instances.map(({ name }) => idOf(name)));
      return { items, ...failuresOf(pages) };
    },
  };
}

/** A list method, and the resource whose children it lists. */
interface List<P> {
  readonly method: string;
  readonly encode: (request: { parent: string; pageToken: string }) => { finish(): Uint8Array };
  readonly decode: (message: Buffer) => P;
  readonly parent: string;
}

interface Page {
  nextPageToken: string;
}

const APP_PROFILES = {
  method: 'ListAppProfiles',
  encode: proto.ListAppProfilesRequest.encode,
  decode: (message: Buffer) => proto.ListAppProfilesResponse.decode(message),
};
const CLUSTERS = {
  method: 'ListClusters',
  encode: proto.ListClustersRequest.encode,
  decode: (message: Buffer) => proto.ListClustersResponse.decode(message),
};
const INSTANCES = {
  method: 'ListInstances',
  encode: proto.ListInstancesRequest.encode,
  decode: (message: Buffer) => proto.ListInstancesResponse.decode(message),
};

/** Returns all pages of a list. */
async function pagesOf<P extends Page>(
  dependencies: ClientDependencies,
  { method, encode, decode, parent }: List<P>,
  call: CallOptions | undefined,
): Promise<readonly P[]> {
  const pages: P[] = [];
  let pageToken = '';
  do {
    const spec = {
      service: SERVICE,
      method,
      idempotent: true,
      metadata: {
        ...CLIENT_METADATA,
        'x-goog-request-params': new URLSearchParams({ parent }).toString(),
      },
      timeoutMs: DEFAULTS.bigtable.adminTimeoutMs,
    };
    const retryingCall = new RetryingCall(dependencies, spec, call);
    const request = frameMessage(encode({ parent, pageToken }).finish());
    const page = await runWithRetries(retryingCall, async () =>
      decode(await callUnary(dependencies.transport, retryingCall.nextCall(request))),
    );
    pages.push(page);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return pages;
}

function failuresOf(
  pages: readonly { readonly failedLocations: readonly string[] }[],
): Pick<PartialList<unknown>, 'failedLocations'> {
  return { failedLocations: pages.flatMap(({ failedLocations }) => failedLocations) };
}

function stateOf(profile: api.bigtable.admin.v2.IAppProfile): AppProfileState {
  const { name, singleClusterRouting } = profile;
  return { id: idOf(name), clusterId: singleClusterRouting?.clusterId ?? undefined };
}

/** The location of a cluster is its zone, such as `projects/p/locations/europe-west1-b`. */
function clusterOf({ name, location }: api.bigtable.admin.v2.ICluster): ClusterState {
  return { id: idOf(name), region: idOf(location).replace(/-[a-z]$/, '') };
}

const idOf = (name: string | null | undefined): string => name?.split('/').at(-1) ?? '';
