import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';

type MethodDefinition = ServiceDefinition[string];

/** A method of a service that a package implements. */
export interface PackagedMethod {
  readonly definition: MethodDefinition;
  readonly implementation: UntypedServiceImplementation[string];
}

/**
 * Collects services that are written for the server of grpc-js: those of `grpc-health-check` and `@grpc/reflection`. It
 * has the part of that server's interface that they use.
 */
export class ServiceRegistry {
  /** Methods by path. */
  readonly #methods = new Map<string, PackagedMethod>();

  addService(definitions: ServiceDefinition, implementations: UntypedServiceImplementation): void {
    for (const [name, definition] of Object.entries(definitions)) {
      const { originalName = name, path } = definition;
      const implementation = implementations[name] ?? implementations[originalName];
      if (implementation !== undefined) this.#methods.set(path, { definition, implementation });
    }
  }

  method(path: string): PackagedMethod | undefined {
    return this.#methods.get(path);
  }
}
