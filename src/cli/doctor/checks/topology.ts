import type { SchemaRegistry } from '../../../codec/declarations/schema-registry';
import type { Config } from '../../../config/index';
import { countOf } from '../../../core/shared/count-of';
import type { StoreTopology } from '../../../routing/topology/store-topology';
import { regionOf } from '../../../store/region';
import { readTopology } from '../../../store/topology-source';
import { sketchRemarks } from '../../topology/placement-report';
import { describeTopology } from '../../topology/report';
import { failed, ok, warning, type CheckFinding } from '../check';
import { reasonOf } from '../run-checks';

/** Checks the topology file. `fallback` is the topology without one. */
export function checkTopology(
  { routing }: Pick<Config, 'routing'>,
  schema: SchemaRegistry,
  fallback: StoreTopology | undefined,
): readonly CheckFinding[] {
  const { topologyFile: file } = routing;
  if (file === undefined) {
    const [instance] = fallback?.instances ?? [];
    return [
      ok(
        `no topology file: instance ${instance?.id ?? 'unknown'} of project ${instance?.project ?? 'unknown'}`,
      ),
    ];
  }
  const corpora = schema.corpora();
  let topology: StoreTopology;
  try {
    topology = readTopology(file, corpora);
    regionOf(routing.region, topology);
  } catch (error) {
    return [
      failed(
        `${file}: ${reasonOf(error)}`,
        `correct it; \`tidemark topology check ${file}\` checks it again`,
      ),
    ];
  }
  const { instances, remarks } = describeTopology(topology);
  const clusters = instances.reduce((sum, instance) => sum + instance.clusters.length, 0);
  const notes = [...remarks, ...sketchRemarks(topology, corpora)];
  return [
    ok(`${file}: ${countOf(instances.length, 'instance')}, ${countOf(clusters, 'cluster')}`),
    ...notes.map((remark) => warning(remark, `see \`tidemark topology show ${file}\``)),
  ];
}
