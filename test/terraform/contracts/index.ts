import * as access from './access';
import * as alerts from './alerts';
import * as clusters from './clusters';
import type { Contract, Deployment } from './deployment';
import * as pipelines from './pipelines';
import * as placements from './placements';
import * as privacy from './privacy';
import * as project from './project';
import * as services from './services';
import * as streams from './streams';
import * as tables from './tables';

type Contracts = Readonly<Record<string, Contract>>;

/** By area, all that must be true of an environment: whatever those files export. */
export const CONTRACTS: Readonly<Record<string, Contracts>> = {
  tables: { ...tables },
  clusters: { ...clusters },
  placements: { ...placements },
  streams: { ...streams },
  access: { ...access },
  privacy: { ...privacy },
  pipelines: { ...pipelines },
  services: { ...services },
  alerts: { ...alerts },
  project: { ...project },
};

/** Returns the violations by area; each line begins with the contract's name. */
export function contractViolations(deployment: Deployment): ReadonlyMap<string, readonly string[]> {
  const areas = Object.entries(CONTRACTS).map(([area, contracts]): [string, string[]] => [
    area,
    Object.entries(contracts).flatMap(([name, contract]) =>
      contract(deployment).map((breach) => `${name}: ${breach}`),
    ),
  ]);
  return new Map(areas);
}
