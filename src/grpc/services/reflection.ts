import type { ReflectionService } from '@grpc/reflection';
import descriptors from '../../gen/grpc-descriptors.json';
import { ServiceRegistry } from './service-registry';

/** Full names of Tidemark's services. */
export const SERVICE_NAMES: readonly string[] = descriptors.services;

/** Prefix of the paths of both versions of the reflection service. */
export const REFLECTION_PREFIX = '/grpc.reflection.';

type ReflectedPackage = ConstructorParameters<typeof ReflectionService>[0];

/** Loads server reflection, v1 and v1alpha, of Tidemark's services and the health service. */
export async function loadReflection(): Promise<ServiceRegistry> {
  const [reflection, { service: health }] = await Promise.all([
    import('@grpc/reflection'),
    import('grpc-health-check'),
  ]);
  const files = descriptors.files.map((each) => Buffer.from(each, 'base64'));
  const { requestType } = health['Check'] as { readonly requestType: ReflectedPackage[string] };
  // The service reads nothing but the descriptors of a package.
  const reflected = { tidemark: { fileDescriptorProtos: files }, health: requestType };
  const registry = new ServiceRegistry();
  new reflection.ReflectionService(reflected as unknown as ReflectedPackage).addToServer(registry);
  return registry;
}
