import type { Deployment } from 'kubernetes-types/apps/v1';
import { loadConfig } from '../../../src/config/index';
import { DEFAULTS } from '../../../src/config/defaults';
import { storeTopology } from '../../../src/routing/topology/store-topology';
import { parseTopologyText } from '../../../src/routing/topology/topology-file';
import { drainMs, type Role } from '../../support/drain-times';
import { imageEnvironment } from '../../support/image/image-environment';
import { contractProblems } from '../../support/kubernetes/contracts';
import { CONTRACT_ERRORS, plant, TYPE_ERRORS } from '../../support/kubernetes/planted-errors';
import {
  kubectlSkipReason,
  OVERLAYS,
  renderOverlay,
  type Manifest,
} from '../../support/kubernetes/kustomize';
import { typeProblems } from '../../support/kubernetes/type-problems';
import { workloadsOf, type Workload } from '../../support/kubernetes/workloads';

const reason = kubectlSkipReason();
const suite = reason === undefined ? describe : describe.skip;

suite(`the Kubernetes manifests${reason === undefined ? '' : ` (${reason})`}`, () => {
  const rendered = new Map<string, readonly Manifest[]>();

  beforeAll(() => {
    for (const overlay of OVERLAYS) rendered.set(overlay, renderOverlay(overlay));
  });

  const of = (overlay: string): readonly Manifest[] => rendered.get(overlay)!;
  const prod = (): readonly Manifest[] => of('prod/europe-west1');

  it('have the types of Kubernetes; errors in them would be refused', () => {
    const all = OVERLAYS.flatMap(of);
    const planted = TYPE_ERRORS.map(([find, replace]) => plant(prod(), find, replace));
    const problems = typeProblems([...all, ...planted]);
    expect(problems.slice(0, all.length).flat()).toEqual([]);
    const reported = problems.slice(all.length).map((each) => each.join(' '));
    expect(reported).toEqual(TYPE_ERRORS.map(([, , problem]) => expect.stringMatching(problem) as string));
  });

  it.each(OVERLAYS)('%s keeps what is asked of every workload', (overlay) => {
    expect(contractProblems(of(overlay))).toEqual([]);
  });

  it.each(CONTRACT_ERRORS)('would be refused where %s', (_what, find, replace, problem) => {
    const changed = plant(prod(), find, replace);
    const others = prod().filter(
      ({ kind, metadata }) => kind !== changed.kind || metadata.name !== changed.metadata.name,
    );
    expect(contractProblems([...others, changed]).join('\n')).toMatch(problem);
  });

  it.each(OVERLAYS)('%s gives each role an environment that it takes', (overlay) => {
    for (const workload of workloadsOf(of(overlay))) {
      const config = loadConfig(environmentOf(workload, of(overlay)));
      expect(config.routing).toMatchObject({ topologyFile: '/etc/tidemark/topology/topology.json' });
    }
    const [first] = workloadsOf(of(overlay));
    const misspelt = { ...environmentOf(first!, of(overlay)), TIDEMARK_REGOIN: 'x' };
    const refused = expect.objectContaining({ field: 'TIDEMARK_REGOIN' }) as Error;
    expect(() => loadConfig(misspelt)).toThrow(refused);
  });

  it.each(OVERLAYS)('%s has a topology that holds together, and is in one of its regions', (overlay) => {
    const text = of(overlay).find(({ metadata }) => metadata.name === 'tidemark-topology')!.data![
      'topology.json'
    ]!;
    const topology = parseTopologyText(text);
    expect(() => storeTopology(topology)).not.toThrow();
    const regions = topology.instances.flatMap(({ clusters }) => clusters.map(({ region }) => region));
    const [workload] = workloadsOf(of(overlay));
    expect(regions).toContain(environmentOf(workload!, of(overlay)).TIDEMARK_REGION);
  });

  it.each(OVERLAYS)('%s waits longer for each role to end than that takes, pauses included', (overlay) => {
    for (const { name, template, container } of workloadsOf(of(overlay))) {
      const graceMs = 1_000 * (template.spec?.terminationGracePeriodSeconds ?? 30);
      const pauseMs = 1_000 * (container.lifecycle?.preStop?.sleep?.seconds ?? 0);
      const leftMs = graceMs - pauseMs - drainMs(container.args![0] as Role, DEFAULTS);
      expect({ name, leftMs, isEnough: leftMs > 0 }).toMatchObject({ isEnough: true });
    }
  });

  it('have two controllers in production, in two regions, and one region that does what is done once', () => {
    const roles = (overlay: string): string[] =>
      workloadsOf(of(overlay)).map(({ container }) => container.args![0]!);
    const inProduction = OVERLAYS.slice(1).flatMap(roles);
    const times = (role: string): number => inProduction.filter((each) => each === role).length;
    const counted = ['pace', 'compact', 'erase', 'schema'].map((role) => [role, times(role)]);
    expect(Object.fromEntries(counted)).toEqual({ pace: 2, compact: 1, erase: 1, schema: 1 });
    expect(roles('dev').sort()).toEqual([
      'compact',
      'consume',
      'consume',
      'erase',
      'pace',
      'schema',
      'serve',
    ]);
    const pacer = of('prod/europe-west1').find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'tidemark-pacer',
    );
    expect((pacer as Deployment).spec?.replicas).toBe(1);
  });
});

/** Environment of the container: from the image, from config maps, and its own. */
function environmentOf({ container }: Workload, manifests: readonly Manifest[]): NodeJS.ProcessEnv {
  const maps = (container.envFrom ?? []).map(({ configMapRef }) =>
    manifests.find(({ metadata }) => metadata.name === configMapRef?.name),
  );
  const own = (container.env ?? []).map(({ name, value }) => [name, value]);
  return Object.assign(
    {},
    imageEnvironment(),
    ...maps.map((map) => map?.data),
    Object.fromEntries(own),
  ) as NodeJS.ProcessEnv;
}
