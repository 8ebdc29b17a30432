import { invalidArgument } from '../../errors';

/**
 * A compiled path template such as `/v1/corpora/{corpus}/objects/{id}`. It matches empty ids, which endpoints reject.
 */
export class PathTemplate {
  /** Pattern for Express. It has no capturing groups, so that Express does not decode parameters. */
  readonly pattern: RegExp;
  readonly #capturing: RegExp;
  readonly #names: readonly string[];

  constructor(template: string) {
    const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    this.pattern = new RegExp(`^${literal.replace(/\{\w+\}/g, '[^/]*')}$`);
    this.#capturing = new RegExp(`^${literal.replace(/\{\w+\}/g, '([^/]*)')}$`);
    this.#names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  }

  /** Returns the percent-encoded values in the order of the template, or undefined if the path does not match. */
  match(path: string): readonly string[] | undefined {
    return this.#capturing.exec(path)?.slice(1);
  }

  /** Returns the decoded values by name. Throws `invalid_argument` for invalid percent-encoding. */
  decode(values: readonly string[]): Readonly<Record<string, string>> {
    const decoded = Object.create(null) as Record<string, string>;
    this.#names.forEach((name, index) => {
      decoded[name] = decodeSegment(name, values[index] as string);
    });
    return decoded;
  }
}

function decodeSegment(name: string, value: string): string {
  try {
    return value.includes('%') ? decodeURIComponent(value) : value;
  } catch {
    throw invalidArgument(name, 'is not valid percent-encoded UTF-8');
  }
}
