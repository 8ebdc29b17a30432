import type { Block } from '../schema/schema';
import type { Path, Problem } from './problem';
import { isList, isObject } from './values';
import type { ObjectValue, Value } from './values';
import { violationsOf } from './rules/index';

/** Checks that Terraform leaves to a provider: read-only attributes, allowed values, and rules between arguments. */
export function validateConfig(type: string, block: Block, config: ObjectValue): Problem[] {
  return [...validateBlock(block, config, []), ...violationsOf(type, block, config)];
}

function validateBlock(block: Block, config: ObjectValue, path: Path): Problem[] {
  const attributes = Object.entries(block.attributes).flatMap(([name, attribute]) => {
    const value = config[name] ?? null;
    const at = [...path, name];
    if (value === null) return [];
    if (attribute.computed === true && attribute.optional !== true) {
      return [{ path: at, summary: `${name} is read-only: Google sets it` }];
    }
    return attribute.enum ? notOneOf(attribute.enum, value, at) : [];
  });
  const blocks = Object.entries(block.block_types).flatMap(([name, nested]) =>
    eachBlock(config[name], [...path, name]).flatMap(([value, at]) => validateBlock(nested.block, value, at)),
  );
  return [...attributes, ...blocks];
}

function notOneOf(allowed: readonly string[], value: Value, path: Path): Problem[] {
  if (typeof value !== 'string' || value === '' || allowed.includes(value)) return [];
  return [
    { path, summary: `expected ${String(path.at(-1))} to be one of ${allowed.join(', ')}, got "${value}"` },
  ];
}

function eachBlock(value: Value | undefined, path: Path): readonly (readonly [ObjectValue, Path])[] {
  if (isObject(value)) return [[value, path]];
  if (!isList(value)) return [];
  return value.flatMap((element, i) => (isObject(element) ? [[element, [...path, i]] as const] : []));
}
