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
  ['"requestPath":"/readyz"', '"path":"/readyz"', /"path"' does not exist/],
  ['"USE_FIXED_PORT"', '"FIXED_PORT"', /'"FIXED_PORT"' is not assignable/],
  ['"fromPod"', '"fromPods"', /"fromPods"' does not exist/],
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
  [
    'a process cannot read the location directory',
    '"name":"TIDEMARK_DIRECTORY_KEY_FILE"',
    '"name":"TIDEMARK_DIRECTORY_FILE"',
    /has no key of the location directory/,
  ],
  [
    'the compactor may not process a placement',
    '"TIDEMARK_REGION":"europe-west1"',
    '"TIDEMARK_REGION":"us-central1"',
    /tidemark-compactor may not process the placement eu in us-central1/,
  ],
  [
    'the pacer may not merge the sketches of a placement',
    '"TIDEMARK_REGION":"europe-west1"',
    '"TIDEMARK_REGION":"asia-east1"',
    /tidemark-pacer may not merge sketches of the placement eu in asia-east1/,
  ],
  [
    'the auditor may not process a placement',
    '"TIDEMARK_REGION":"europe-west1"',
    '"TIDEMARK_REGION":"us-central1"',
    /tidemark-auditor may not process the placement eu in us-central1/,
  ],
  [
    'an audit writes ids of users into the log',
    '"--hash","--json","--subscription"',
    '"--json","--subscription"',
    /tidemark-auditor logs ids of users/,
  ],
  [
    'the erasure worker may not process a placement',
    '"TIDEMARK_REGION":"europe-west1"',
    '"TIDEMARK_REGION":"us-central1"',
    /tidemark-eraser may not process the placement eu in us-central1/,
  ],
  [
    'a process cannot record erasures',
    '"name":"TIDEMARK_PRIVACY_KEYS_FILE"',
    '"name":"TIDEMARK_PRIVACY_KEY_FILE"',
    /has no keys of the privacy ledger/,
  ],
  [
    'the pacer knows the keys of the ledger',
    '"name":"OTEL_SERVICE_NAME","value":"tidemark-pacer"}',
    '"name":"OTEL_SERVICE_NAME","value":"tidemark-pacer"},{"name":"TIDEMARK_PRIVACY_KEYS_FILE","value":"/k"}',
    /tidemark-pacer has keys of the privacy ledger, and needs none/,
  ],
  [
    'the erasure worker cannot sign',
    '"name":"TIDEMARK_PRIVACY_SIGNING_KEY_FILE"',
    '"name":"TIDEMARK_PRIVACY_KEY_FILE"',
    /tidemark-eraser has no key of certificates/,
  ],
  [
    'the API can sign certificates',
    '"name":"OTEL_SERVICE_NAME","value":"tidemark-api"}',
    '"name":"OTEL_SERVICE_NAME","value":"tidemark-api"},{"name":"TIDEMARK_PRIVACY_SIGNING_KEY_FILE","value":"/k"}',
    /tidemark-api has the key of certificates/,
  ],
  [
    'the erasure worker ends after one round',
    '"erase","work","--interval","60s"',
    '"erase","work"',
    /tidemark-eraser ends after one round/,
  ],
  [
    'consumers have another policy of consent',
    '"name":"OTEL_SERVICE_NAME","value":"tidemark-consumer"}',
    '"name":"OTEL_SERVICE_NAME","value":"tidemark-consumer"},{"name":"TIDEMARK_CONSENT_POLICY","value":"report"}',
    /tidemark-consumer-.* has a policy of consent of its own/,
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
    /selects 8/,
  ],
  [
    'nothing scales',
    '"kind":"Deployment","name":"tidemark-api"',
    '"kind":"Deployment","name":"api"',
    /scales api, which/,
  ],
  [
    'a rollout counts old pods',
    '"matchLabelKeys":["pod-template-hash"],"maxSkew":1,"topologyKey":"kubernetes.io/hostname"',
    '"maxSkew":1,"topologyKey":"kubernetes.io/hostname"',
    /over kubernetes.io.hostname together with pods of its previous version/,
  ],
  [
    'consumers are scaled by CPU alone',
    '|num_undelivered_messages"',
    '|num_outstanding_messages"',
    /does not follow the backlog/,
  ],
  [
    'consumers are scaled by the backlog of others',
    '"resource.labels.subscription_id":"tidemark-prod-ad-action-eu"',
    '"resource.labels.subscription_id":"tidemark-prod-campaign-action-eu"',
    /follows the backlog of tidemark-prod-campaign-action-eu, and its consumers read tidemark-prod-ad-action-eu/,
  ],
  [
    'messages in flight add consumers',
    '"averageValue":"30000"',
    '"averageValue":"10000"',
    /adds pods for messages in flight/,
  ],
  [
    'a route is of no gateway',
    '"parentRefs":[{"name":"tidemark"}]',
    '"parentRefs":[{"name":"tidemark-dev"}]',
    /of the Gateway tidemark-dev, which/,
  ],
  [
    'a route leads nowhere',
    '"backendRefs":[{"name":"tidemark-api","port":80}]',
    '"backendRefs":[{"name":"tidemark-api","port":8080}]',
    /tidemark-api:8080, where no Service is/,
  ],
  [
    'a load balancer checks another port',
    '"port":9090,"portSpecification":"USE_FIXED_PORT"',
    '"portSpecification":"USE_SERVING_PORT"',
    /no HealthCheckPolicy requests .readyz at port 9090/,
  ],
  ['long polls are cut', '"timeoutSec":60', '"timeoutSec":30', /end after 30 s/],
  [
    'requests are cut when a pod ends',
    '"connectionDraining":{"drainingTimeoutSec":20},',
    '',
    /are cut when a pod ends/,
  ],
  [
    'health checks are not admitted',
    '35.191.0.0/16"}}],"ports":[{"port":"admin"}]',
    '35.191.0.0/16"}}],"ports":[{"port":"http"}]',
    /no NetworkPolicy admits health checks/,
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
