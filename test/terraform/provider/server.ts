import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, ServerCredentials, loadPackageDefinition, status } from '@grpc/grpc-js';
import type { ServiceClientConstructor, UntypedServiceImplementation } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import type { Attribute, Block, NestedBlock, ProviderSchema, Schema } from '../schema/schema';
import { RehearsalProvider } from './provider';
import type { ProviderOptions } from './provider';
import type { Problem } from './problem';
import { decodeValue, encodeValue } from './values';
import type { WireValue } from './values';

/** Terraform's own limit of a message. */
const MESSAGE_BYTES_MAX = 64 * 1024 * 1024;

/** A provider that runs, and how a Terraform process finds it. */
export interface RunningProvider {
  /** The value of `TF_REATTACH_PROVIDERS`. */
  readonly reattach: string;
  stop(): void;
}

/** Fields of Terraform's requests; each call has some of them. */
interface Request {
  readonly type_name: string;
  readonly config: WireValue | null;
  readonly prior_state: WireValue | null;
  readonly planned_state: WireValue | null;
  readonly current_state: WireValue | null;
  readonly raw_state: { readonly json: Uint8Array } | null;
}

/** Serves the provider on a unix socket in a folder of its own, for any number of Terraform processes. */
export async function startProvider(
  schema: ProviderSchema,
  options: ProviderOptions = {},
): Promise<RunningProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-terraform-'));
  const socket = join(folder, 'provider.sock');
  const server = new Server({ 'grpc.max_receive_message_length': MESSAGE_BYTES_MAX });
  server.addService(serviceDefinition(), implementation(new RehearsalProvider(schema, options)));
  await listen(server, `unix:${socket}`);
  return {
    reattach: reattachConfig(socket),
    stop: () => {
      server.forceShutdown();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    );
  });
}

function reattachConfig(socket: string): string {
  return JSON.stringify({
    'hashicorp/google': {
      Protocol: 'grpc',
      ProtocolVersion: 5,
      Pid: process.pid,
      Test: true,
      Addr: { Network: 'unix', String: socket },
    },
  });
}

function serviceDefinition(): ServiceClientConstructor['service'] {
  const definition = loadSync(join(__dirname, 'plugin-protocol.proto'), { keepCase: true, longs: Number });
  const root = loadPackageDefinition(definition) as unknown as {
    tfplugin5: { Provider: ServiceClientConstructor };
  };
  return root.tfplugin5.Provider.service;
}

function implementation(provider: RehearsalProvider): UntypedServiceImplementation {
  const schema = schemaAnswer(provider.schema);
  return unary({
    GetSchema: () => schema,
    PrepareProviderConfig: ({ config }) => ({ prepared_config: config }),
    Configure: ({ config }) => {
      provider.configure(decodeValue(config));
      return {};
    },
    ValidateResourceTypeConfig: ({ type_name, config }) => ({
      diagnostics: provider.validateResource(type_name, decodeValue(config)).map(diagnostic),
    }),
    ValidateDataSourceConfig: ({ type_name, config }) => ({
      diagnostics: provider.validateDataSource(type_name, decodeValue(config)).map(diagnostic),
    }),
    UpgradeResourceState: ({ raw_state }) => ({
      upgraded_state: encodeValue(decodeValue({ json: raw_state?.json ?? new Uint8Array() })),
    }),
    ReadResource: ({ type_name, current_state }) => ({
      new_state: encodeValue(provider.read(type_name, decodeValue(current_state))),
    }),
    PlanResourceChange: ({ type_name, config, prior_state }) => {
      const { state, problems } = provider.plan(type_name, decodeValue(config), decodeValue(prior_state));
      return { planned_state: encodeValue(state), diagnostics: problems.map(diagnostic) };
    },
    ApplyResourceChange: ({ type_name, config, planned_state }) => {
      const { state, problems } = provider.apply(type_name, decodeValue(config), decodeValue(planned_state));
      return { new_state: encodeValue(state), diagnostics: problems.map(diagnostic) };
    },
    ReadDataSource: ({ type_name, config }) => ({
      state: encodeValue(provider.readDataSource(type_name, decodeValue(config))),
    }),
    Stop: () => ({}),
  });
}

/** Registers unary calls; their errors are returned to Terraform. */
function unary(calls: Readonly<Record<string, (request: Request) => object>>): UntypedServiceImplementation {
  const entries = Object.entries(calls).map(([name, answer]) => [
    name,
    ({ request }: { request: Request }, respond: (error: object | null, value?: object) => void) => {
      try {
        respond(null, answer(request));
      } catch (error) {
        respond({ code: status.INTERNAL, details: `${name} ${request.type_name}: ${String(error)}` });
      }
    },
  ]);
  return Object.fromEntries(entries) as UntypedServiceImplementation;
}

function diagnostic({ path, summary }: Problem): object {
  const steps = path.map((step) =>
    typeof step === 'number' ? { element_key_int: step } : { attribute_name: step },
  );
  return { severity: 'ERROR', summary, attribute: { steps } };
}

function schemaAnswer(schema: ProviderSchema): object {
  const messages = (types: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(types).map(([name, type]) => [name, schemaMessage(type)]));
  return {
    provider: schemaMessage(schema.provider),
    resource_schemas: messages(schema.resources),
    data_source_schemas: messages(schema.data_sources),
    server_capabilities: { get_provider_schema_optional: true },
  };
}

const schemaMessage = ({ version, block }: Schema): object => ({ version, block: blockMessage(block) });

function blockMessage({ attributes, block_types }: Block): object {
  return {
    attributes: Object.entries(attributes).map(([name, attribute]) => attributeMessage(name, attribute)),
    block_types: Object.entries(block_types).map(([name, nested]) => nestedMessage(name, nested)),
  };
}

function attributeMessage(
  name: string,
  { type, required, optional, computed, sensitive }: Attribute,
): object {
  return { name, type: Buffer.from(JSON.stringify(type)), required, optional, computed, sensitive };
}

function nestedMessage(
  type_name: string,
  { nesting_mode, block, min_items, max_items }: NestedBlock,
): object {
  return { type_name, block: blockMessage(block), nesting: nesting_mode.toUpperCase(), min_items, max_items };
}

export function readProviderSchema(): ProviderSchema {
  const file = join(__dirname, '../schema/google.schema.json');
  return JSON.parse(readFileSync(file, 'utf8')) as ProviderSchema;
}
