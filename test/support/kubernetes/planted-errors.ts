import type { Manifest } from './kustomize';

/** Planted error in the first manifest with the text: the text, its replacement, and the expected message. */
export const TYPE_ERRORS: readonly (readonly [string, string, RegExp])[] = [
  [
    '"readOnlyRootFilesystem":true',
    '"readOnlyRootFileSystem":true',
    /"readOnlyRootFileSystem"' does not exist/,
  ],
  [
    '"terminationGracePeriodSeconds":60',
    '"terminationGracePeriodSeconds":"60"',
    /'string' is not assignable to type 'number'/,
  ],
  ['"maxReplicas":60,', '', /'maxReplicas' is missing/],
  ['"concurrencyPolicy":"Forbid"', '"concurencyPolicy":"Forbid"', /"concurencyPolicy"' does not exist/],
  ['"policyTypes":["Ingress","Egress"]', '"policyType":["Ingress"]', /"policyType"' does not exist/],
  ['"minReplicas":6', '"minReplica":6', /"minReplica"' does not exist/],
];

/** Planted violations of this project's rules, in the same format. */
export const CONTRACT_ERRORS: readonly (readonly [string, string, string, RegExp])[] = [
  ['root may run', '"runAsNonRoot":true', '"runAsNonRoot":false', /may run as root/],
  ['any system call may be made', '"RuntimeDefault"', '"Unconfined"', /any system call/],
  [
    'the root can be written',
    '"readOnlyRootFilesystem":true',
    '"readOnlyRootFilesystem":false',
    /write to its root/,
  ],
  [
    'privileges can be gained',
    '"allowPrivilegeEscalation":false',
    '"allowPrivilegeEscalation":true',
    /gain privileges/,
  ],
  ['capabilities are kept', '"drop":["ALL"]', '"drop":["NET_RAW"]', /keeps capabilities/],
  [
    'Kubernetes can be asked',
    '"automountServiceAccountToken":false,"containers"',
    '"containers"',
    /may ask Kubernetes/,
  ],
  ['no resources are asked for', '"requests":{"cpu":"1",', '"requests":{', /asks for no resources/],
  ['memory has no limit', '"limits":{"memory":"1Gi"}', '"limits":{}', /no limit of memory/],
  ['the image has no digest', /@sha256:0+/.source, ':latest', /an image of no digest/],
  [
    'a probe asks a port that is not there',
    '"path":"/readyz","port":"admin"',
    '"path":"/readyz","port":"amdin"',
    /at the port amdin/,
  ],
  [
    'a probe asks where tokens are asked for',
    '"path":"/readyz","port":"admin"',
    '"path":"/readyz","port":"http"',
    /where tokens/,
  ],
  ['an unavailable store ends the process', '"path":"/healthz"', '"path":"/readyz"', /for its liveness/],
  [
    'an account is not there',
    '"serviceAccountName":"tidemark-api"',
    '"serviceAccountName":"api"',
    /the account api, which/,
  ],
  [
    'a map is not there',
    '"configMap":{"name":"tidemark-topology"}',
    '"configMap":{"name":"topology"}',
    /the map topology, which/,
  ],
  ['a volume is not there', '"name":"access","readOnly"', '"name":"acces","readOnly"', /mounts acces, which/],
  [
    'a file is not mounted',
    '/etc/tidemark/token-keys/token-keys',
    '/run/token-keys',
    /TIDEMARK_TOKEN_KEYS_FILE/,
  ],
  ['a service leads nowhere', '"targetPort":"http"', '"targetPort":"https"', /routes to https/],
  [
    'a selector finds nothing',
    '"selector":{"app.kubernetes.io/component":"api"',
    '"selector":{"app.kubernetes.io/component":"apis"',
    /Service tidemark-api selects 0/,
  ],
  [
    'a selector finds too much',
    '"app.kubernetes.io/component":"pacer","app.kubernetes.io/name":"tidemark"}',
    '"app.kubernetes.io/name":"tidemark"}',
    /selects 5/,
  ],
  [
    'nothing scales',
    '"kind":"Deployment","name":"tidemark-api"',
    '"kind":"Deployment","name":"api"',
    /scales api, which/,
  ],
];

/** The first manifest that has the text, with the other one in its place. */
export function plant(manifests: readonly Manifest[], find: string, replace: string): Manifest {
  const pattern = new RegExp(find.startsWith('@') ? find : escaped(find));
  const found = manifests.map((manifest) => JSON.stringify(manifest)).find((text) => pattern.test(text));
  if (found === undefined) throw new Error(`no manifest has ${find}`);
  return JSON.parse(found.replace(pattern, () => replace)) as Manifest;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
