import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import protobuf from 'protobufjs';

/** Method of Bigtable's API from its published descriptors. */
export interface ApiMethod {
  readonly service: string;
  readonly name: string;
  /** Path in gRPC, e.g. `/google.bigtable.v2.Bigtable/ReadRows`. */
  readonly path: string;
  readonly requestType: protobuf.Type;
}

const SERVICES = [
  'google.bigtable.v2.Bigtable',
  'google.bigtable.admin.v2.BigtableTableAdmin',
  'google.bigtable.admin.v2.BigtableInstanceAdmin',
  'google.longrunning.Operations',
];

/** Returns every method of the services of a Bigtable endpoint, service by service. */
export function bigtableMethods(): ApiMethod[] {
  const file = require.resolve('@google-cloud/bigtable/build/protos/protos.json');
  const root = protobuf.Root.fromJSON(JSON.parse(readFileSync(file, 'utf8')) as protobuf.INamespace);
  return SERVICES.flatMap((service) => methodsOf(root, service));
}

/** Returns the methods of the control API, which inject faults into the embedded server. */
export function controlMethods(): ApiMethod[] {
  const root = protobuf.loadSync(join(__dirname, '../../protos/tidemark/local/v1/control.proto'));
  return methodsOf(root, 'tidemark.local.v1.Control');
}

function methodsOf(root: protobuf.Root, service: string): ApiMethod[] {
  return root
    .resolveAll()
    .lookupService(service)
    .methodsArray.map(({ name, resolvedRequestType }) => {
      if (resolvedRequestType === null) throw new Error(`${service}/${name} has no request type`);
      return { service, name, path: `/${service}/${name}`, requestType: resolvedRequestType };
    });
}
