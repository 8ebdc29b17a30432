/** Reads environment variables one by one, each with its form, its default and its sentence for the docs. */
import { delimiter } from 'node:path';
import { invalidArgument } from '../errors';

/** Turns a variable's text into its value; undefined when it has not the form `expected`. */
export interface VariableParser<T> {
  readonly expected: string;
  /** Its text may hold a credential: it is kept out of messages. */
  readonly secret?: boolean;
  parse(value: string): T | undefined;
}

export interface Variable {
  readonly name: string;
  readonly description: string;
  readonly expected: string;
  /** The value that holds while the variable is unset; undefined where nothing does. */
  readonly fallback: unknown;
}

export class Environment {
  readonly variables: Variable[] = [];
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  isSet(name: string): boolean {
    return (this.#env[name] ?? '') !== '';
  }

  get<T, F extends T | undefined>(
    name: string,
    parser: VariableParser<T>,
    fallback: F,
    description: string,
  ): T | F {
    this.variables.push({ name, description, expected: parser.expected, fallback });
    const value = this.#env[name] ?? '';
    if (value === '') return fallback;
    const parsed = parser.parse(value);
    if (parsed !== undefined) return parsed;
    const given = parser.secret === true ? '' : `, not "${value}"`;
    throw invalidArgument(name, `must be ${parser.expected}${given}`);
  }

  /** A misspelt variable would otherwise be ignored in silence. `TIDEMARK_TEST_` belongs to the test suites. */
  rejectUnknown(): void {
    const known = new Set(this.variables.map((variable) => variable.name));
    for (const name of Object.keys(this.#env)) {
      if (!name.startsWith('TIDEMARK_') || name.startsWith('TIDEMARK_TEST_') || known.has(name)) continue;
      throw invalidArgument(name, 'is not a variable of Tidemark; see docs/configuration.md');
    }
  }
}

export const text: VariableParser<string> = { expected: 'a text', parse: (value) => value };

const matching = (pattern: RegExp, expected: string): VariableParser<string> => ({
  expected,
  parse: (value) => (pattern.test(value) ? value : undefined),
});

export const identifier = matching(/^[a-z0-9][a-z0-9.:_-]{0,127}$/i, 'letters, digits and .:_-');

export const hostPort: VariableParser<string> = {
  expected: 'host:port',
  parse(value) {
    const port = Number(/^(?:[^\s:/]+|\[[0-9a-f:]+\]):(\d{1,5})$/i.exec(value)?.[1]);
    return port >= 1 && port <= 65_535 ? value : undefined;
  },
};

export const httpUrl: VariableParser<string> = {
  expected: 'an http:// or https:// URL',
  parse: (value) => (/^https?:\/\//.test(value) && URL.canParse(value) ? value : undefined),
};

export const integer = (min: number, max: number): VariableParser<number> => ({
  expected: `a whole number from ${min} to ${max}`,
  parse(value) {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : -1;
    return number < min || number > max ? undefined : number;
  },
});

/** A share of something, from 0 to 1. */
export const share: VariableParser<number> = {
  expected: 'a number from 0 to 1',
  parse(value) {
    const number = /^\d(\.\d{1,15})?$/.test(value) ? Number(value) : 2;
    return number > 1 ? undefined : number;
  },
};

export const oneOf = <T extends string>(values: readonly T[]): VariableParser<T> => ({
  expected:
    values.length === 1 ? `\`${values[0]}\`` : `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
  parse: (value) => values.find((each) => each === value.toLowerCase()),
});

/** Separated as in PATH. */
export const folders: VariableParser<readonly string[]> = {
  expected: `folders separated by \`${delimiter}\``,
  parse(value) {
    const parts = value.split(delimiter);
    return parts.includes('') ? undefined : parts;
  },
};

export const keyValues: VariableParser<Readonly<Record<string, string>>> = {
  expected: 'key=value,key=value (values percent-encoded)',
  secret: true,
  parse(value) {
    const entries = value.split(',').map((pair) => /^\s*([^=\s]+)\s*=(.*)$/.exec(pair));
    const parsed: Record<string, string> = {};
    for (const entry of entries) {
      if (entry === null) return undefined;
      const decoded = percentDecoded((entry[2] as string).trim());
      if (decoded === undefined) return undefined;
      parsed[entry[1] as string] = decoded;
    }
    return parsed;
  },
};

function percentDecoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
