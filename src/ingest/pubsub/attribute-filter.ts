import type { Attributes } from './message-delivery';

/** The values that each named attribute may have; a message must have one of each. */
export type WantedAttributes = ReadonlyMap<string, ReadonlySet<string>>;

/** A filter on what messages carry beside their body, which is not even looked at: the clickstream carries much else. */
export function attributeFilter(wanted: WantedAttributes): (attributes: Attributes) => boolean {
  const conditions = [...wanted];
  return (attributes) =>
    conditions.every(([name, values]) => {
      const value = attributes[name];
      return value !== undefined && values.has(value);
    });
}

/** Adds `name=value`; several values of one name are alternatives. Undefined when the text has no such form. */
export function withAttribute(text: string, wanted: WantedAttributes): WantedAttributes | undefined {
  const at = text.indexOf('=');
  if (at < 1) return undefined;
  const name = text.slice(0, at);
  return new Map([...wanted, [name, new Set([...(wanted.get(name) ?? []), text.slice(at + 1)])]]);
}
