import type { Steps } from '../../core/shared/steps';

/**
 * Serializes an object as JSON in steps, one for each item of the member `list`, whose items may be created on
 * iteration. Undefined members are omitted. The text is that of `JSON.stringify`.
 */
export function* jsonInSteps<Name extends string>(
  object: Readonly<Record<string, unknown>> & Readonly<Record<Name, Iterable<unknown>>>,
  list: Name,
): Steps<string> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    const text = name === list ? yield* itemsInSteps(object[list]) : JSON.stringify(value);
    members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

function* itemsInSteps(items: Iterable<unknown>): Steps<string> {
  const texts: string[] = [];
  for (const item of items) {
    texts.push(JSON.stringify(item));
    yield;
  }
  return `[${texts.join(',')}]`;
}
