/** Control API for fault injection: protos/tidemark/local/v1/control.proto. */
import { tidemark } from '../../gen/control';
import type { ClusterChange, LinkChange } from '../faults/check-changes';
import type { Faults, FaultScope } from '../faults/faults';
import { invalidArgumentError } from '../grpc/rpc-error';
import type { UnaryHandler } from '../grpc/grpc-server';
import { encode, parseOrReject } from '../encoding/proto';

export import control = tidemark.local.v1;

/** Full name of the control service. */
export const CONTROL_SERVICE = 'tidemark.local.v1.Control';

/** Creates the handlers of the control service, by method name. */
export function controlMethods({ faults }: { readonly faults: Faults }): Record<string, UnaryHandler> {
  return {
    ChangeLinks: createChangeLinks(faults),
    ChangeClusters: createChangeClusters(faults),
    Reset: createReset(faults),
    GetStatus: createGetStatus(faults),
  };
}

function createChangeLinks(faults: Faults): UnaryHandler {
  return (bytes) => {
    const { a, b, change, instance, forMs } = decode(control.ChangeLinksRequest, bytes);
    const links = presentIn(change) as LinkChange;
    if (a !== '') return changed(faults.changeLinks(a, orAbsent(b), links, scope(instance, forMs)));
    const heals = Object.keys(links).length === 1 && links.partitioned === false;
    if (heals && b === '' && instance === '' && forMs === 0) return changed(faults.heal());
    throw invalidArgumentError('a: must name a region or a cluster, except to heal all partitions');
  };
}

function createChangeClusters(faults: Faults): UnaryHandler {
  return (bytes) => {
    const { name, change, instance, forMs } = decode(control.ChangeClustersRequest, bytes);
    const clusters = presentIn(change) as ClusterChange;
    return changed(faults.changeClusters(name, clusters, scope(instance, forMs)));
  };
}

function createReset(faults: Faults): UnaryHandler {
  return (bytes) => {
    decode(control.ResetRequest, bytes);
    faults.reset();
    return changed(['everything']);
  };
}

function createGetStatus(faults: Faults): UnaryHandler {
  return (bytes) => {
    const { instance } = decode(control.GetStatusRequest, bytes);
    return encode(control.Status, control.Status.fromObject(faults.status(orAbsent(instance))));
  };
}

/** Tidemark's own codecs use their own reader and accept no other. */
const decode = <T>(type: { decode(bytes: Uint8Array): T }, bytes: Buffer): T =>
  parseOrReject(() => type.decode(bytes));

const changed = (labels: readonly string[]): Buffer =>
  encode(control.ChangeResponse, control.ChangeResponse.create({ changed: [...labels] }));

const orAbsent = (text: string): string | undefined => (text === '' ? undefined : text);

const scope = (instance: string, forMs: number): FaultScope => ({
  instance: orAbsent(instance),
  forMs: forMs === 0 ? undefined : forMs,
});

/** Returns the fields that were sent. Absent ones are null on the prototype. */
const presentIn = (change: object | null | undefined): object => ({ ...change });
