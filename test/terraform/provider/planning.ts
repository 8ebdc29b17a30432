import type { Attribute, Block, NestedBlock } from '../schema/schema';
import { UNKNOWN, Unknown, blocksOf, isList, isObject } from './values';
import type { ObjectValue, Value } from './values';

/**
 * Returns the planned values of a resource: the configured ones. Omitted values that Google fills in stay as they were, or are unknown
 * until the resource exists.
 */
export function planBlock(block: Block, config: ObjectValue, prior: ObjectValue | undefined): ObjectValue {
  const attributes = Object.entries(block.attributes).map(([name, attribute]) => [
    name,
    planAttribute(attribute, config[name] ?? null, prior?.[name]),
  ]);
  const blocks = Object.entries(block.block_types).map(([name, nested]) => [
    name,
    planNested(nested, config[name] ?? null, prior?.[name]),
  ]);
  return Object.fromEntries([...attributes, ...blocks]) as ObjectValue;
}

function planAttribute(attribute: Attribute, configured: Value, prior: Value | undefined): Value {
  if (configured !== null || attribute.computed !== true) return configured;
  return prior === undefined ? UNKNOWN : prior;
}

function planNested(nested: NestedBlock, configured: Value, prior: Value | undefined): Value {
  if (configured === null || configured instanceof Unknown) return configured;
  if (nested.nesting_mode === 'single') {
    return isObject(configured) ? planBlock(nested.block, configured, blocksOf(prior)[0]) : configured;
  }
  if (!isList(configured)) return configured;
  const priorBlocks = blocksOf(prior);
  return configured.map((value, i) => {
    if (!isObject(value)) return value;
    const same =
      nested.nesting_mode === 'list' ? priorBlocks[i] : priorBlocks.find((old) => fits(value, old));
    return planBlock(nested.block, value, same);
  });
}

/** Members of a set have no index: the one that has all that is configured is the one that was there. */
function fits(configured: ObjectValue, prior: ObjectValue): boolean {
  return Object.entries(configured).every(([name, value]) => {
    if (value === null) return true;
    return JSON.stringify(value) === JSON.stringify(prior[name]);
  });
}

/** The same with a value invented for all that wasn't known: what a state is after a rehearsed `apply`. */
export function invent(
  block: Block,
  planned: ObjectValue,
  named: (name: string) => Value | undefined,
): ObjectValue {
  const attributes = Object.entries(block.attributes).map(([name, { type }]) => {
    const value = planned[name] ?? null;
    return [name, value instanceof Unknown ? (named(name) ?? anyOf(type, name)) : value];
  });
  const blocks = Object.entries(block.block_types).map(([name, nested]) => [
    name,
    inventNested(nested.block, planned[name] ?? null),
  ]);
  return Object.fromEntries([...attributes, ...blocks]) as ObjectValue;
}

function inventNested(block: Block, planned: Value): Value {
  const nothing = () => undefined;
  if (isObject(planned)) return invent(block, planned, nothing);
  if (!isList(planned)) return planned instanceof Unknown ? [] : planned;
  return planned.map((value) => (isObject(value) ? invent(block, value, nothing) : value));
}

/** A value of a type, the same each time. */
export function anyOf(type: unknown, name: string): Value {
  if (type === 'string') return `any-${name.replaceAll('_', '-')}`;
  if (type === 'number') return 1;
  if (type === 'bool') return false;
  const [kind] = type as readonly [string];
  return kind === 'map' || kind === 'object' ? {} : [];
}
