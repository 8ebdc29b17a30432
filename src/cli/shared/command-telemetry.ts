import type { Config } from '../../config/index';
import type { Resources } from '../../platform/tasks/resources';
import { createTelemetry, type Role, type Telemetry } from '../../platform/telemetry/telemetry';

/** Opens the telemetry of a command, which sends what is left when the resources are released. */
export async function openTelemetry(resources: Resources, config: Config, role: Role): Promise<Telemetry> {
  return resources.add(await createTelemetry(config.telemetry, role), (each) => each.shutdown());
}
