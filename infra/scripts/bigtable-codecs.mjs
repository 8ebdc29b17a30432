/**
 * Generates src/gen/bigtable.js: codecs of the messages that the data path encodes and decodes, from the definitions that
 * `@google-cloud/bigtable` ships. That package's own codecs cover all Bigtable APIs in one module of 4 MB, which costs each
 * serving process 50 ms and 25 MB. The types are still those of the package: src/gen/bigtable.d.ts refers to them.
 */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const protobuf = require('protobufjs');

const PACKAGE = '@google-cloud/bigtable/build/protos';

/** Operations that src/bigtable needs for each message, by full name. Messages in their fields are included automatically. */
const MESSAGES = {
  'google.bigtable.v2.CheckAndMutateRowRequest': ['encode'],
  'google.bigtable.v2.CheckAndMutateRowResponse': ['decode'],
  'google.bigtable.v2.FeatureFlags': ['encode'],
  'google.bigtable.v2.MutateRowRequest': ['encode'],
  'google.bigtable.v2.MutateRowResponse': ['decode'],
  'google.bigtable.v2.MutateRowsRequest.Entry': ['encode'],
  'google.bigtable.v2.MutateRowsResponse': ['decode'],
  'google.bigtable.v2.ReadModifyWriteRowRequest': ['encode'],
  'google.bigtable.v2.ReadModifyWriteRowResponse': ['decode'],
  'google.bigtable.v2.ResponseParams': ['decode'],
  'google.bigtable.v2.RowFilter': ['encode'],
  'google.bigtable.v2.SampleRowKeysRequest': ['encode'],
  'google.bigtable.v2.SampleRowKeysResponse': ['decode'],
  'google.bigtable.admin.v2.ListAppProfilesRequest': ['encode'],
  'google.bigtable.admin.v2.ListAppProfilesResponse': ['decode'],
  'google.bigtable.admin.v2.ListClustersRequest': ['encode'],
  'google.bigtable.admin.v2.ListClustersResponse': ['decode'],
  'google.bigtable.admin.v2.ListInstancesRequest': ['encode'],
  'google.bigtable.admin.v2.ListInstancesResponse': ['decode'],
  'google.protobuf.Duration': ['decode'],
  'google.rpc.Status': ['decode'],
};

/** Returns the definitions of these messages and of all that they refer to, as input for pbjs. */
export function bigtableDefinitions() {
  const root = protobuf.Root.fromJSON(require(`${PACKAGE}/protos.json`));
  root.resolveAll();
  const wanted = new Set();
  for (const name of Object.keys(MESSAGES)) addWithReferences(root.lookupTypeOrEnum(name), wanted);
  prune(root, wanted);
  return JSON.stringify(root.toJSON(), (key, value) => (key === 'options' ? undefined : value));
}

/** Adds a type and all types in its fields. */
export function addWithReferences(type, wanted) {
  if (wanted.has(type)) return;
  wanted.add(type);
  for (const field of type.fieldsArray ?? [])
    if (field.resolvedType !== null) addWithReferences(field.resolvedType, wanted);
}

/** Removes definitions that are neither needed nor contain a needed one. A message that is only a container keeps no field. */
export function prune(namespace, wanted) {
  for (const child of [...(namespace.nestedArray ?? [])]) {
    if (child instanceof protobuf.Namespace) prune(child, wanted);
    if (wanted.has(child)) continue;
    const isEmpty = (child.nestedArray ?? []).length === 0;
    if (isEmpty || child instanceof protobuf.Service) namespace.remove(child);
    else if (child instanceof protobuf.Type) for (const each of child.fieldsArray) child.remove(each);
  }
}

/** Declares each message with its methods, nested as in the package. */
export function bigtableTypes() {
  const tree = {};
  for (const name of Object.keys(MESSAGES)) {
    const path = name.split('.');
    let node = tree;
    for (const part of path.slice(0, -1)) node = node[part] ??= {};
    node[path.at(-1)] = name;
  }
  return [
    `import type { google as api } from '${PACKAGE}/protos';`,
    '',
    `export declare const google: ${declarationOf(tree.google, '')};`,
    '',
  ].join('\n');
}

function declarationOf(node, indent) {
  if (typeof node === 'string') {
    const methods = MESSAGES[node].map((method) => `'${method}'`).join(' | ');
    return `Pick<typeof ${node.replace(/^google/, 'api')}, ${methods}>`;
  }
  const inner = `${indent}  `;
  const entries = Object.entries(node).map(
    ([name, child]) => `${inner}readonly ${name}: ${declarationOf(child, inner)};`,
  );
  return `{\n${entries.join('\n')}\n${indent}}`;
}
