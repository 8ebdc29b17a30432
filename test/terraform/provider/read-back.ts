import { isObject } from './values';
import type { ObjectValue, Value } from './values';

/** Returns a resource as Google's API returns it, where that differs from what was written. */
export function readBack(type: string, state: ObjectValue): ObjectValue {
  return READ_BACK[type]?.(state) ?? state;
}

const READ_BACK: Readonly<Record<string, (state: ObjectValue) => ObjectValue>> = {
  google_cloud_run_v2_service: withServiceScaling,
  google_monitoring_dashboard: withoutDefaults,
};

/** Default of a service whose configuration has no scaling. Terraform plans to remove it, each time. */
const SERVICE_SCALING: ObjectValue = { manual_instance_count: 0, min_instance_count: 0, scaling_mode: null };

/** A service always has service-level scaling. */
function withServiceScaling(state: ObjectValue): ObjectValue {
  const { scaling } = state;
  return Array.isArray(scaling) && scaling.length === 0 ? { ...state, scaling: [SERVICE_SCALING] } : state;
}

/** A dashboard is a protobuf message: its JSON has no zeros, no empty texts and no empty lists. */
function withoutDefaults(state: ObjectValue): ObjectValue {
  const { dashboard_json: json } = state;
  if (typeof json !== 'string') return state;
  const written = JSON.parse(json) as Value;
  const read = stripped(written);
  // An unchanged text stays as it is, since Terraform escapes some letters that JavaScript does not.
  const unchanged = JSON.stringify(read) === JSON.stringify(written);
  return unchanged ? state : { ...state, dashboard_json: JSON.stringify(read) };
}

/** Labels are a map, whose values may be empty. */
const MAPS = new Set(['labels']);

function stripped(value: Value): Value {
  if (Array.isArray(value)) return value.map((each: Value) => stripped(each));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, each]) => !isDefault(each));
  return Object.fromEntries(entries.map(([name, each]) => [name, MAPS.has(name) ? each : stripped(each)]));
}

function isDefault(value: Value): boolean {
  return value === 0 || value === '' || value === false || (Array.isArray(value) && value.length === 0);
}
