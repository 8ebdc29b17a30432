import Ajv from 'ajv';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

interface ComposeService {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly restart?: string;
  readonly privileged?: boolean;
  readonly network_mode?: string;
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly resources?: { readonly limits?: Readonly<Record<string, unknown>> } };
}

export type Services = Readonly<Record<string, ComposeService>>;

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
const isCompose = ajv.compile(composeSchema());

/** Without the address of its draft, which Ajv writes otherwise. */
function composeSchema(): Record<string, unknown> {
  const text = readFileSync(join(__dirname, 'compose-spec/compose-spec.json'), 'utf8');
  const schema = JSON.parse(text) as Record<string, unknown>;
  delete schema['$schema'];
  return schema;
}

/** Reads a file like Compose, with anchors merged and unset variables replaced by their defaults. */
export function parseCompose(text: string): { readonly services: Services; readonly volumes?: object } {
  const merged = JSON.stringify(parse(text, { merge: true }));
  const substituted = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replace(/\$\{\w+:-([^}]*)\}/g, '$1') : value;
  return JSON.parse(merged, substituted) as { services: Services };
}

/** Returns the problems of a Compose file in this folder: by the schema of Compose, and by this project's rules. */
export function composeProblems(text: string, folder: string): readonly string[] {
  const file = parseCompose(text);
  const ofSchema = isCompose(file) ? [] : (isCompose.errors ?? []);
  return [
    ...ofSchema.map(
      ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    ),
    ...Object.entries(file.services).flatMap(([name, service]) =>
      [
        ...confinementProblems(service),
        ...dependencyProblems(service, file.services),
        ...fileProblems(service, { folder, named: Object.keys(file.volumes ?? {}) }),
        ...addressProblems(service, file.services),
      ].map((problem) => `${name} ${problem}`),
    ),
  ];
}

function confinementProblems(service: ComposeService): string[] {
  const { read_only, cap_drop, security_opt, privileged, network_mode, deploy, ports, image, build } =
    service;
  const limits = deploy?.resources?.limits ?? {};
  const wanted = ['cpus', 'memory', 'pids'].filter((limit) => limits[limit] === undefined);
  const open = (ports ?? []).filter((port) => !/^127\.0\.0\.1:\d+:\d+$/.test(port));
  return [
    ...(read_only === true ? [] : ['may write to its root']),
    ...(cap_drop?.includes('ALL') === true ? [] : ['keeps capabilities']),
    ...(security_opt?.includes('no-new-privileges:true') === true ? [] : ['may gain privileges']),
    ...(privileged === true || network_mode !== undefined ? ["has what is the machine's"] : []),
    ...wanted.map((limit) => `has no limit of ${limit}`),
    ...open.map((port) => `is reached from other machines by ${port}`),
    ...(build === undefined && !/:[\w.-]*\d[\w.-]*$/.test(image ?? '')
      ? [`has an image of no version: ${image}`]
      : []),
  ];
}

function dependencyProblems({ depends_on = {} }: ComposeService, services: Services): string[] {
  return Object.entries(depends_on).flatMap(([name, { condition }]) => {
    const other = services[name];
    if (other === undefined) return [`waits for ${name}, which is not there`];
    if (other.profiles !== undefined) return [`waits for ${name}, which is not always there`];
    if (condition === 'service_healthy' && other.healthcheck?.test === undefined)
      return [`waits for the health of ${name}, which has no check`];
    if (condition === 'service_completed_successfully' && other.restart !== 'no')
      return [`waits for the end of ${name}, which begins anew`];
    return [];
  });
}

function fileProblems(
  { volumes = [], build }: ComposeService,
  { folder, named }: { readonly folder: string; readonly named: readonly string[] },
): string[] {
  const sources = volumes
    .map((volume) => volume.split(':'))
    .filter(([source = '']) => !named.includes(source));
  const writable = sources.filter((parts) => parts[2] !== 'ro');
  const paths = sources.map(([source = '']) => source);
  if (build !== undefined) paths.push(join(build.context, build.dockerfile));
  return [
    ...paths
      .filter((path) => !existsSync(resolve(folder, path)))
      .map((path) => `is given ${path}, which is not there`),
    ...writable.map(([source]) => `may write to ${source}`),
  ];
}

/** A name with a port in a service's environment is another service, which listens there. */
function addressProblems({ environment = {} }: ComposeService, services: Services): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const [, host, port] = /^(?:http:\/\/)?([a-z][a-z-]*):(\d+)(?:\/|$)/.exec(value) ?? [];
    if (host === undefined) return [];
    const listens = portsOf(host, services);
    return listens?.includes(port ?? '') === true
      ? []
      : [`has in ${name} the address ${host}:${port}, where no service listens`];
  });
}

/** Returns the ports that a service's command, environment or published ports name. */
export function portsOf(host: string, services: Services): readonly string[] | undefined {
  const service = services[host];
  if (service === undefined) return undefined;
  const published = (service.ports ?? []).map((port) => port.split(':').at(-1) ?? '');
  const checked = (service.healthcheck?.test ?? []).flatMap((word) =>
    [...word.matchAll(/127\.0\.0\.1[:/](\d+)/g)].map(([, port = '']) => port),
  );
  return [...published, ...checked, ...(PORTS_OF_IMAGES[host] ?? [])];
}

/** Returns the port in the mounted configuration. */
const PORTS_OF_IMAGES: Readonly<Record<string, readonly string[]>> = { collector: ['4318', '8888'] };
