/** The part of the schema lock that gRPC clients depend on. `schema-lock.ts` compares the messages. */
import type { SchemaFindings } from './schema-findings';

interface LockedMethod {
  /** Full name of the request's message, preceded by `stream ` if there are several. */
  readonly request: string;
  readonly response: string;
}

/** Methods by name, by the full name of their service. */
export type LockedServices = Readonly<Record<string, Readonly<Record<string, LockedMethod>>>>;

const NO_METHODS: Readonly<Record<string, LockedMethod>> = {};

/** Compares the services. A method that is removed or that has other messages breaks its clients. */
export function compareServices(
  locked: LockedServices,
  current: LockedServices,
  { incompatible, additions }: SchemaFindings,
): void {
  for (const [service, methods] of Object.entries(locked)) {
    for (const [name, method] of Object.entries(methods)) {
      const now = current[service]?.[name];
      const subject = `method ${service}/${name}`;
      if (now === undefined) incompatible.push(`${subject} is removed, but clients call it: keep it`);
      else compareMethod(subject, method, now, incompatible);
    }
  }
  for (const [service, methods] of Object.entries(current)) {
    const known = locked[service] ?? NO_METHODS;
    for (const name of Object.keys(methods))
      if (known[name] === undefined) additions.push(`method ${service}/${name}`);
  }
}

function compareMethod(
  subject: string,
  locked: LockedMethod,
  now: LockedMethod,
  incompatible: string[],
): void {
  for (const part of ['request', 'response'] as const) {
    if (locked[part] === now[part]) continue;
    const change = `its ${part} changed from ${locked[part]} to ${now[part]}`;
    incompatible.push(`${subject}: ${change}: add a method instead`);
  }
}
