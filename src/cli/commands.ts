import type { Command } from 'commander';

/** Command as the help of the program lists it, and its loader. */
interface ListedCommand {
  /** Description of the command itself, repeated here so that the help loads no command. A unit test compares them. */
  readonly description: string;
  readonly load: () => Promise<Command>;
}

/** Commands by name, in the order of the help. Each is loaded only when it runs, since it may need large packages. */
export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  start: {
    description:
      'Run the embedded Bigtable and the API in one process, with a small demo event log. TIDEMARK_DATA_DIR is the data folder, PORT and TIDEMARK_LOCAL_PORT are the ports.',
    load: async () => (await import('./start/start.js')).startCommand(),
  },
  serve: {
    description: 'Serve the API over Cloud Bigtable, an emulator, or the local instance of this folder.',
    load: async () => (await import('./serve/serve.js')).serveCommand(),
  },
  local: {
    description:
      'Run the embedded Bigtable alone, for any client that honours BIGTABLE_EMULATOR_HOST. A command changes or shows a running one.',
    load: async () => (await import('./local/local.js')).localCommand(),
  },
  schema: {
    description:
      'Show, check and apply the schema that the proto files declare. TIDEMARK_PROTO_PATH adds folders of your own.',
    load: async () => (await import('./schema/schema.js')).schemaCommand(),
  },
  import: {
    description: 'Import a log of events. Repeating an import, in whole or in part, changes nothing.',
    load: async () => (await import('./import/import.js')).importCommand(),
  },
  consume: {
    description:
      'Ingest events from a Pub/Sub subscription. A message is acknowledged when its events are durable.',
    load: async () => (await import('./consume/consume.js')).consumeCommand(),
  },
  filter: {
    description: 'Copy the messages with certain attributes from a Pub/Sub subscription to a topic.',
    load: async () => (await import('./filter/filter.js')).filterCommand(),
  },
  lag: {
    description: 'Show the time up to which counts are complete, and the lag of each ingestion stage.',
    load: async () => (await import('./lag/lag.js')).lagCommand(),
  },
  replay: {
    description: 'Make a Pub/Sub subscription deliver messages again, from a time or a snapshot on.',
    load: async () => (await import('./replay/replay.js')).replayCommand(),
  },
  'dead-letters': {
    description: 'List dead-lettered messages, and replay them.',
    load: async () => (await import('./dead-letters/dead-letters.js')).deadLettersCommand(),
  },
  compact: {
    description: 'Pack events into blocks, which are faster to read. Counts stay the same.',
    load: async () => (await import('./compact/compact.js')).compactCommand(),
  },
  reconcile: {
    description: 'Recount a day exactly from user events, and compare the campaign counts with the result.',
    load: async () => (await import('./reconcile/reconcile.js')).reconcileCommand(),
  },
  count: {
    description: "Count users' deduplicated actions.",
    load: async () => (await import('./count/count.js')).countCommand(),
  },
  caps: {
    description: 'Check frequency caps of a user, and release reservations.',
    load: async () => (await import('./caps/caps.js')).capsCommand(),
  },
  campaigns: {
    description: 'Manage campaigns, and count their actions.',
    load: async () => (await import('./campaigns/campaigns.js')).campaignsCommand(),
  },
  pace: {
    description:
      'Throttle campaigns so that their purchased units last, and stop them when these are delivered.',
    load: async () => (await import('./pace/pace.js')).paceCommand(),
  },
  pipeline: {
    description: 'Run a module of yours over all objects of a corpus, on the batch clusters.',
    load: async () => (await import('./pipeline/pipeline.js')).pipelineCommand(),
  },
  consent: {
    description: 'Read and record which purposes users grant or withdraw.',
    load: async () => (await import('./consent/consent.js')).consentCommand(),
  },
  features: {
    description:
      'Print the fatigue features of a user, or export those of many users at past times to train models.',
    load: async () => (await import('./features/features.js')).featuresCommand(),
  },
  doctor: {
    description: 'Check the environment, configuration, store and clocks, and say what to do.',
    load: async () => (await import('./doctor/doctor.js')).doctorCommand(),
  },
  tour: {
    description: 'Demonstrate and measure the guarantees of the store.',
    load: async () => (await import('./tour/tour.js')).tourCommand(),
  },
  capacity: {
    description: 'Plan the nodes and processes for a load, with the loss of a cluster or a region.',
    load: async () => (await import('./capacity/capacity.js')).capacityCommand(),
  },
  keys: {
    description: 'Create, add, promote and remove keys that sign write tokens. No store is needed.',
    load: async () => (await import('./keys/keys.js')).keysCommand(),
  },
  objects: {
    description: 'Read, write, scan, export and load objects: profiles, embeddings and features.',
    load: async () => (await import('./objects/objects.js')).objectsCommand(),
  },
  events: {
    description: 'Delete stored events.',
    load: async () => (await import('./events/events.js')).eventsCommand(),
  },
  erase: {
    description: 'Erase users: hide, delete, verify every cluster, and certify it.',
    load: async () => (await import('./erase/erase.js')).eraseCommand(),
  },
  subjects: {
    description: 'Export what is stored about a user.',
    load: async () => (await import('./subjects/subjects.js')).subjectsCommand(),
  },
  residency: {
    description: 'Show, assign and change the placements of users, and find data that is outside of them.',
    load: async () => (await import('./residency/residency.js')).residencyCommand(),
  },
  topology: {
    description: 'Check a topology file, show how requests are routed with it, or retire a drained cluster.',
    load: async () => (await import('./topology/topology.js')).topologyCommand(),
  },
  completion: {
    description: 'Print a script that completes commands and options in a shell.',
    load: async () => (await import('./completion/completion.js')).completionCommand(loadAll),
  },
};

const loadAll = (): Promise<Command[]> => Promise.all(Object.values(COMMANDS).map(({ load }) => load()));
