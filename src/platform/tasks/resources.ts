/** Ends the use of a resource: a connection, a timer, a file. */
export type Release = () => unknown;

/** Open resources in the order in which they were acquired. They are released in reverse order. */
export class Resources {
  #releases: Release[] = [];

  /** Adds a resource with its release function, and returns the resource. */
  add<T>(resource: T, release: (resource: T) => unknown): T {
    this.defer(() => release(resource));
    return resource;
  }

  /** Adds a release function. It runs before those added earlier and after those added later. */
  defer(release: Release): void {
    this.#releases.push(release);
  }

  /** Releases everything, each resource once; see `releaseAll`. */
  release(): Promise<void> {
    return releaseAll(this.#taken());
  }

  /** Starts to release everything without waiting, for failures of synchronous code. Never throws. */
  releaseInBackground(): void {
    for (const release of this.#taken()) void releaseAll([release]).catch(() => undefined);
  }

  #taken(): Release[] {
    const releases = this.#releases.reverse();
    this.#releases = [];
    return releases;
  }
}

/** Runs all steps in order, even after a failure. Then rejects with the first failure, if any. */
export async function releaseAll(steps: Iterable<Release>): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Waits until all promises are settled. Then rejects with the first failure in their order, if any. */
export async function awaitAll(ends: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const outcomes = await Promise.allSettled(ends.filter((end) => end !== undefined));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Runs `acquire`, which adds each resource as soon as it is open. If it fails, the added resources are released before
 * its error is thrown. If it succeeds, the result owns the resources.
 */
export async function acquireAll<T>(acquire: (resources: Resources) => T | Promise<T>): Promise<T> {
  const resources = new Resources();
  try {
    return await acquire(resources);
  } catch (error) {
    // Only the first error is thrown: a failure to release is usually a consequence of it.
    await resources.release().catch(() => undefined);
    throw error;
  }
}

/** Like `acquireAll`, for synchronous code. */
export function acquireAllSync<T>(acquire: (resources: Resources) => T): T {
  const resources = new Resources();
  try {
    return acquire(resources);
  } catch (error) {
    resources.releaseInBackground();
    throw error;
  }
}

/**
 * Runs `use`, which adds each resource as soon as it is open, then releases them all. An error of `use` takes
 * precedence.
 */
export async function withResources<T>(use: (resources: Resources) => Promise<T>): Promise<T> {
  return acquireAll(async (resources) => {
    const result = await use(resources);
    await resources.release();
    return result;
  });
}
