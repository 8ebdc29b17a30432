/** Descriptors of the gRPC services for server reflection: one FileDescriptorProto per proto file that a service needs. */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';

const require = createRequire(import.meta.url);
const protobuf = require('protobufjs');
const { FileDescriptorProto } = require('protobufjs/ext/descriptor');

const SERVICES_FILE = 'tidemark/v1/services.proto';
const DESCRIPTOR_PROTO = 'google/protobuf/descriptor.proto';
/** Declares the options of DataTypes only, which the descriptors omit. */
const OPTIONS_PROTO = 'tidemark/v1/options.proto';

/**
 * Returns `{services, files}` as JSON: full names of services, and serialized files in base64, in the order of their
 * imports.
 */
export function grpcDescriptors(protosDir, root) {
  root.resolveAll();
  const files = filesFrom(protosDir, SERVICES_FILE).map((name) => {
    const { package: packageName, imports } = parsed(protosDir, name);
    const objects = root.lookup(packageName).nestedArray.filter((each) => isIn(protosDir, each, name));
    const all = (kind) => objects.filter((each) => each instanceof kind);
    return FileDescriptorProto.create({
      name,
      package: packageName,
      dependency: withoutOptions(imports),
      messageType: all(protobuf.Type).map(messageDescriptor),
      enumType: all(protobuf.Enum).map((each) => each.toDescriptor()),
      service: all(protobuf.Service).map(serviceDescriptor),
      syntax: 'proto3',
    });
  });
  const services = files.flatMap(({ package: name, service }) =>
    service.map((each) => `${name}.${each.name}`),
  );
  const encoded = files.map((file) =>
    Buffer.from(FileDescriptorProto.encode(file).finish()).toString('base64'),
  );
  return `${JSON.stringify({ services, files: encoded }, null, 1)}\n`;
}

const parsed = (protosDir, name) => {
  const { package: packageName, imports = [] } = protobuf.parse(readFileSync(join(protosDir, name), 'utf8'));
  return { package: packageName, imports };
};

const withoutOptions = (imports) =>
  imports.filter((each) => each !== OPTIONS_PROTO && each !== DESCRIPTOR_PROTO);

/** Returns a file and all files that it imports, imports first. */
function filesFrom(protosDir, name, found = []) {
  for (const each of withoutOptions(parsed(protosDir, name).imports))
    if (!found.includes(each)) filesFrom(protosDir, each, found);
  if (!found.includes(name)) found.push(name);
  return found;
}

const isIn = (protosDir, { filename }, name) => relative(protosDir, filename).split(sep).join('/') === name;

/** Converts a message with absolute names of its types, as protoc does, and without options of Tidemark's own. */
function messageDescriptor(type) {
  const descriptor = type.toDescriptor('proto3');
  delete descriptor.options;
  const byName = new Map(type.fieldsArray.map((field) => [field.name, field]));
  for (const field of descriptor.field) {
    const declared = byName.get(field.name);
    delete field.options;
    if (declared instanceof protobuf.MapField) {
      const entry = descriptor.nestedType.find((each) => each.name === field.typeName);
      field.typeName = `${type.fullName}.${entry.name}`;
      if (declared.resolvedType !== null) entry.field[1].typeName = declared.resolvedType.fullName;
    } else if (declared.resolvedType !== null) field.typeName = declared.resolvedType.fullName;
  }
  descriptor.nestedType = [
    ...descriptor.nestedType.filter((each) => each.options?.mapEntry === true),
    ...type.nestedArray.filter((each) => each instanceof protobuf.Type).map(messageDescriptor),
  ];
  return descriptor;
}

function serviceDescriptor(service) {
  const descriptor = service.toDescriptor();
  for (const method of descriptor.method) {
    const { resolvedRequestType, resolvedResponseType } = service.methods[method.name].resolve();
    method.inputType = resolvedRequestType.fullName;
    method.outputType = resolvedResponseType.fullName;
  }
  return descriptor;
}
