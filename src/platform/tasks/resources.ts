/** Ends the use of a resource: a connection, a timer, a file. */
export type Release = () => unknown;

/** What is open, in the order in which it was acquired. It is released in the reverse order. */
export class Resources {
  #releases: Release[] = [];

  /** Takes charge of the resource, and returns it. */
  add<T>(resource: T, release: (resource: T) => unknown): T {
    this.defer(() => release(resource));
    return resource;
  }

  /** Has `release` called when all is released: before those of earlier calls, after those of later ones. */
  defer(release: Release): void {
    this.#releases.push(release);
  }

  /** Releases everything, each resource once; see `releaseAll`. */
  release(): Promise<void> {
    return releaseAll(this.#taken());
  }

  /** Begins to release everything, without waiting for what takes time. For a failure of code that cannot wait; never throws. */
  releaseInBackground(): void {
    for (const release of this.#taken()) void releaseAll([release]).catch(() => undefined);
  }

  #taken(): Release[] {
    const releases = this.#releases.reverse();
    this.#releases = [];
    return releases;
  }
}

/** Runs the steps one after the other, each one also after an earlier one has failed. Then rejects with the first failure, if any. */
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

/** Resolves when all have ended, the failed ones too. Then rejects with the failure of the first of them, if any. */
export async function awaitAll(ends: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const outcomes = await Promise.allSettled(ends.filter((end) => end !== undefined));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Runs `acquire`, which adds each resource as soon as it has it. If it fails, what it has added is released before its error is
 * thrown. If it succeeds, its result is in charge of the resources.
 */
export async function acquireAll<T>(acquire: (resources: Resources) => T | Promise<T>): Promise<T> {
  const resources = new Resources();
  try {
    return await acquire(resources);
  } catch (error) {
    // The first error is the one to act upon: a resource that cannot be released either is its consequence as a rule.
    await resources.release().catch(() => undefined);
    throw error;
  }
}

/** As `acquired`, for code that does not wait. */
export function acquireAllSync<T>(acquire: (resources: Resources) => T): T {
  const resources = new Resources();
  try {
    return acquire(resources);
  } catch (error) {
    resources.releaseInBackground();
    throw error;
  }
}

/** Runs `use`, which adds each resource as soon as it has it, and then releases them all. An error of `use` comes first. */
export async function withResources<T>(use: (resources: Resources) => Promise<T>): Promise<T> {
  return acquireAll(async (resources) => {
    const result = await use(resources);
    await resources.release();
    return result;
  });
}
