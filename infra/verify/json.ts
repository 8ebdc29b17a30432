/** Reading of JSON answers whose shape Google documents but no type checks. */
export type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Returns the value at a path such as `template.scaling.maxInstanceCount`; undefined if any part of it is absent. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (isJson(found) ? found[key] : undefined), value);
}

/** Returns the text at a path; empty if there is none. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === 'string' ? found : '';
}

/** Returns the number at a path, also one that JSON has as a text, as 64-bit integers are; 0 if there is none. */
export function numberAt(value: unknown, path: string): number {
  return Number(at(value, path) ?? 0);
}

/** Returns the objects of the list at a path; empty if there is none. */
export function listAt(value: unknown, path: string): readonly Json[] {
  const found = at(value, path);
  return Array.isArray(found) ? found.filter(isJson) : [];
}

/** Returns the part of a resource's name after its last slash. */
export const shortName = (value: unknown): string => textAt(value, 'name').replace(/^.*\//, '');
