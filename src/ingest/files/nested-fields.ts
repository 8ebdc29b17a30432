/** Fields of records by their paths: `ad.id` is the field `id` of the object `ad`. */
type Fields = Readonly<Record<string, unknown>>;

/** Maximum depth of paths that are listed. */
const DEPTH_MAX = 8;

/**
 * Returns the value at the path; undefined if there is none, or null. A field whose own name is the path comes before a
 * nested one.
 */
export function valueAt(fields: Fields, path: string): unknown {
  if (Object.hasOwn(fields, path)) return fields[path] ?? undefined;
  if (!path.includes('.')) return undefined;
  let value: unknown = fields;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value ?? undefined;
}

/** Whether the record has a field at the path, be it null. */
export function hasField(fields: Fields, path: string): boolean {
  if (Object.hasOwn(fields, path)) return true;
  const at = path.lastIndexOf('.');
  if (at < 0) return false;
  const parent = valueAt(fields, path.slice(0, at));
  return isObject(parent) && Object.hasOwn(parent, path.slice(at + 1));
}

/**
 * Yields the paths of a record. Objects are entered where `enters` returns true for their path; otherwise the path of the
 * object itself is yielded.
 */
export function* fieldPaths(
  fields: Fields,
  enters: (path: string) => boolean,
  prefix = '',
  depth = 1,
): Generator<string> {
  for (const name of Object.keys(fields)) {
    const path = prefix + name;
    const value = fields[name];
    if (isObject(value) && depth < DEPTH_MAX && enters(path))
      yield* fieldPaths(value, enters, `${path}.`, depth + 1);
    else yield path;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
