import type { Attributes } from './message-delivery';

/** Accepted values by attribute name. A message passes when it has one of the values of every named attribute. */
export type WantedAttributes = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns a filter on message attributes. The body is not read, because a clickstream carries many other messages.
 */
export function attributeFilter(wanted: WantedAttributes): (attributes: Attributes) => boolean {
  const conditions = [...wanted];
  return (attributes) =>
    conditions.every(([name, values]) => {
      const value = attributes[name];
      return value !== undefined && values.has(value);
    });
}

/**
 * Returns `wanted` with `name=value` added; several values of one name are alternatives. Returns undefined when the
 * text does not have this form.
 */
export function withAttribute(text: string, wanted: WantedAttributes): WantedAttributes | undefined {
  const at = text.indexOf('=');
  if (at < 1) return undefined;
  const name = text.slice(0, at);
  return new Map([...wanted, [name, new Set([...(wanted.get(name) ?? []), text.slice(at + 1)])]]);
}
