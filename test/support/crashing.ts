/** Crashes of a process at a chosen call, simulated by calls that never return. */

export interface Crash {
  /** Number of the call at which the process crashes, from 0. */
  readonly at: number;
  /** Whether the call takes effect, and only its answer is lost. */
  readonly takesEffect: boolean;
}

/** Counts the asynchronous calls of several objects together, and crashes at one of them. */
export class CrashingProcess {
  readonly #crash: Crash;
  #calls = 0;
  #onCrashed!: () => void;
  /** Resolves when the process has crashed. */
  readonly crashed = new Promise<void>((resolve) => (this.#onCrashed = resolve));

  constructor(crash: Crash) {
    this.#crash = crash;
  }

  /** Returns the object with these methods replaced by others, and all its other properties. */
  wrap<T extends object, K extends keyof T>(target: T, names: readonly K[]): T {
    return new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== 'function') return value;
        const bound = (...args: unknown[]): unknown => Reflect.apply(value, object, args);
        if (!names.includes(name as K)) return bound;
        return this.call(bound as (...args: unknown[]) => Promise<unknown>);
      },
    });
  }

  /** Returns the function as one that may crash. */
  call<A extends unknown[], R>(run: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
    return async (...args) => {
      const { at, takesEffect } = this.#crash;
      const number = this.#calls++;
      if (number < at) return run(...args);
      if (number === at && takesEffect) await run(...args).catch(() => undefined);
      this.#onCrashed();
      return new Promise<never>(() => undefined);
    };
  }
}
