/** The type of constant defaults with literal types replaced by `number` and `string`. */
export type Widened<T> = {
  readonly [K in keyof T]: T[K] extends number ? number : T[K] extends string ? string : Widened<T[K]>;
};

/** Returns the same defaults with widened types, so that environment variables can replace their values. */
export const widened = <T>(defaults: T): Widened<T> => defaults as Widened<T>;
