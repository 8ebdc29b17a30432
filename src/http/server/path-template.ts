import { invalidArgument } from '../../errors';

/** A path template such as `/v1/corpora/{corpus}/objects/{id}`, compiled. An id may be empty here: its reader says so. */
export class PathTemplate {
  /** Without capturing groups, so that Express leaves the decoding to `match`. */
  readonly pattern: RegExp;
  readonly #capturing: RegExp;
  readonly #names: readonly string[];

  constructor(template: string) {
    const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    this.pattern = new RegExp(`^${literal.replace(/\{\w+\}/g, '[^/]*')}$`);
    this.#capturing = new RegExp(`^${literal.replace(/\{\w+\}/g, '([^/]*)')}$`);
    this.#names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  }

  /** The values still percent-encoded, in the template's order; undefined where the path is another's. */
  match(path: string): readonly string[] | undefined {
    return this.#capturing.exec(path)?.slice(1);
  }

  /** The decoded values by name. */
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
