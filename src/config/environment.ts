/** Reader of environment variables. Each has a format, a default, and a sentence for docs/configuration.md. */
import { delimiter } from 'node:path';
import { didYouMean } from '../core/json/did-you-mean';
import { invalidArgument } from '../errors';

/** Parser of a variable's text. */
export interface VariableParser<T> {
  /** Format of the text, for messages and docs. */
  readonly expected: string;
  /** Whether the text may contain a credential, so that messages must not quote it. Default: false. */
  readonly secret?: boolean;
  /** Returns the value, or undefined when the text does not have the expected format. */
  parse(value: string): T | undefined;
}

/** Variable that was read, for the docs. */
export interface Variable {
  readonly name: string;
  readonly description: string;
  readonly expected: string;
  /** Value used while the variable is unset; undefined if there is none. */
  readonly fallback: unknown;
  /** Text of the environment, empty if the variable is unset. Absent for a secret that is set. */
  readonly given?: string;
}

/** Environment variables of a process, and the record of which ones were read. */
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
    const value = this.#env[name] ?? '';
    const isHidden = parser.secret === true && value !== '';
    const about = { name, description, expected: parser.expected, fallback };
    this.variables.push(isHidden ? about : { ...about, given: value });
    if (value === '') return fallback;
    const parsed = parser.parse(value);
    if (parsed !== undefined) return parsed;
    const given = parser.secret === true ? '' : `, not "${value}"`;
    throw invalidArgument(name, `must be ${parser.expected}${given}`);
  }

  /**
   * Throws for a `TIDEMARK_` variable that was not read, so that a misspelt one is not ignored. `TIDEMARK_TEST_` is for
   * test suites.
   */
  rejectUnknown(): void {
    const known = new Set(this.variables.map((variable) => variable.name));
    for (const name of Object.keys(this.#env)) {
      if (!name.startsWith('TIDEMARK_') || name.startsWith('TIDEMARK_TEST_') || known.has(name)) continue;
      throw invalidArgument(
        name,
        `unknown variable${didYouMean(name, known)} (docs/configuration.md lists all of them)`,
      );
    }
  }
}

export const text: VariableParser<string> = { expected: 'a string', parse: (value) => value };

const matching = (pattern: RegExp, expected: string): VariableParser<string> => ({
  expected,
  parse: (value) => (pattern.test(value) ? value : undefined),
});

export const identifierVariable = matching(/^[a-z0-9][a-z0-9.:_-]{0,127}$/i, 'letters, digits and .:_-');

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

/** Parser of a share, 0 to 1. */
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

/** Parser of a list of folders, separated like PATH. */
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
