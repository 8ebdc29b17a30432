/** Building blocks of rules. A rule reports nothing about unknown values: it is evaluated again when they are known. */
import { Unknown, isList, isObject } from '../values';
import type { ObjectValue, Value } from '../values';
import type { Problem } from '../problem';

/** Rule about the configuration of a resource, or of a block in it. */
export type Rule = (config: ObjectValue) => Problem[];

export function rules(...each: readonly Rule[]): Rule {
  return (config) => each.flatMap((rule) => rule(config));
}

/** A rule of each block of that name, or of one within another: `template.containers`. */
export function within(path: string, ...each: readonly Rule[]): Rule {
  const [name = '', ...rest] = path.split('.');
  const rule = rest.length > 0 ? within(rest.join('.'), ...each) : rules(...each);
  return (config) => {
    const value = config[name];
    const blocks = isList(value) ? value : isObject(value) ? [value] : [];
    return blocks.flatMap((block, i) =>
      isObject(block)
        ? rule(block).map((problem) => prefixed(problem, isList(value) ? [name, i] : [name]))
        : [],
    );
  };
}

function prefixed({ path, summary }: Problem, prefix: readonly (string | number)[]): Problem {
  return { path: [...prefix, ...path], summary };
}

export function problem(name: string, summary: string): Problem {
  return { path: name === '' ? [] : [name], summary };
}

/** Requires a string of a format; `what` describes the format. */
export function text(name: string, form: RegExp, what: string): Rule {
  return check(name, (value) =>
    typeof value === 'string' && !form.test(value) ? `must be ${what}` : undefined,
  );
}

/** A whole number within bounds. */
export function whole(name: string, min: number, max: number): Rule {
  return check(name, (value) => {
    const outside = typeof value === 'number' && (!Number.isInteger(value) || value < min || value > max);
    return outside ? `must be a whole number from ${min} to ${max}` : undefined;
  });
}

export function oneOf(name: string, allowed: readonly string[]): Rule {
  return check(name, (value) =>
    typeof value === 'string' && !allowed.includes(value) ? `must be ${allowed.join(' or ')}` : undefined,
  );
}

/** `complain` is given a value that is there and known, and answers what is wrong with it. */
export function check(
  name: string,
  complain: (value: Value, config: ObjectValue) => string | undefined,
): Rule {
  return (config) => {
    const value = config[name] ?? null;
    if (value === null || value instanceof Unknown) return [];
    const complaint = complain(value, config);
    return complaint === undefined ? [] : [problem(name, `${name} ${complaint}, not ${shown(value)}`)];
  };
}

function shown(value: Value): string {
  const json = JSON.stringify(value);
  return json.length > 80 ? `${json.slice(0, 77)}…` : json;
}

/** Exactly one of the arguments and blocks. */
export function exactlyOne(...names: readonly string[]): Rule {
  return (config) => {
    const there = present(config, names);
    if (there === undefined || there.length === 1) return [];
    return [problem(there[0] ?? '', `exactly one of ${names.join(', ')} must be given, not ${there.length}`)];
  };
}

export function atMostOne(...names: readonly string[]): Rule {
  return (config) => {
    const there = present(config, names);
    if (there === undefined || there.length <= 1) return [];
    return [problem(there[0] ?? '', `${there.join(' and ')} exclude each other`)];
  };
}

/** Requires the second argument if the first one is set. */
export function needs(name: string, other: string): Rule {
  return (config) => {
    if (present(config, [name])?.length !== 1 || present(config, [other])?.length !== 0) return [];
    return [problem(name, `${name} needs ${other}`)];
  };
}

/** Undefined as long as one of them isn't known. `false` and no block mean that it isn't there. */
function present(config: ObjectValue, names: readonly string[]): readonly string[] | undefined {
  if (names.some((name) => config[name] instanceof Unknown)) return undefined;
  return names.filter((name) => {
    const value = config[name] ?? null;
    return value !== null && value !== false && value !== '' && !(isList(value) && value.length === 0);
  });
}

/** Requires that the first number is at most the second. */
export function ordered(low: string, high: string): Rule {
  return check(low, (value, config) => {
    const limit = config[high];
    return typeof value === 'number' && typeof limit === 'number' && value > limit
      ? `must be at most ${high} (${limit})`
      : undefined;
  });
}

/** No two blocks of a name may agree in an argument. */
export function distinct(blocks: string, argument: string): Rule {
  return (config) => {
    const value = config[blocks];
    const all = (isList(value) ? value : []).filter(isObject).map((block) => block[argument] ?? null);
    const known = all.filter((each) => each !== null && !(each instanceof Unknown));
    const repeated = known.find((each, i) => known.indexOf(each) !== i);
    return repeated === undefined ? [] : [problem(blocks, `${argument} ${shown(repeated)} is there twice`)];
  };
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1, ms: 0.001 };

/** A duration as Go writes it (`72h0m0s`), between bounds in seconds; `0` and the like are allowed where `zero` is. */
export function duration(
  name: string,
  bounds: { readonly min: number; readonly max: number; readonly zero?: boolean },
): Rule {
  return check(name, (value) => {
    if (typeof value !== 'string') return undefined;
    const seconds = secondsOf(value);
    if (seconds === undefined) return 'must be a duration such as 72h or 600s';
    if (seconds === 0 && bounds.zero === true) return undefined;
    return seconds < bounds.min || seconds > bounds.max
      ? `must be from ${bounds.min} to ${bounds.max} seconds`
      : undefined;
  });
}

export function secondsOf(value: string): number | undefined {
  if (value === '0') return 0;
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== value) return undefined;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_SECONDS[unit ?? ''] ?? 0), 0);
}

/** A duration in seconds as Google's JSON has it: `600s`. */
export function seconds(name: string, min: number, max: number): Rule {
  return rules(
    text(name, /^\d+(\.\d{1,9})?s$/, 'seconds such as "600s"'),
    check(name, (value) => {
      const amount = typeof value === 'string' ? secondsOf(value) : undefined;
      return amount !== undefined && (amount < min || amount > max)
        ? `must be from ${min}s to ${max}s`
        : undefined;
    }),
  );
}

export function json(name: string): Rule {
  return check(name, (value) => {
    try {
      if (typeof value === 'string') JSON.parse(value);
      return undefined;
    } catch {
      return 'must be JSON';
    }
  });
}
