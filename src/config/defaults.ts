import { ACCESS_DEFAULTS } from './sections/access';
import { ADMIN_DEFAULTS } from './sections/servers/admin';
import { CAMPAIGN_COUNT_DEFAULTS } from './sections/campaign-counts';
import { CAMPAIGN_DEFAULTS } from './sections/campaigns';
import { CAP_DEFAULTS } from './sections/caps';
import { COMPACTION_DEFAULTS } from './sections/compaction';
import { COUNT_DEFAULTS } from './sections/counts';
import { DOCTOR_DEFAULTS } from './sections/commands/doctor';
import { EVENT_DEFAULTS } from './sections/events';
import { FEATURE_DEFAULTS, FEATURE_EXPORT_DEFAULTS } from './sections/features';
import { FOLLOW_DEFAULTS } from './sections/pipelines/follow';
import { GENERATION_DEFAULTS } from './sections/pipelines/generations';
import { GRPC_DEFAULTS } from './sections/servers/grpc';
import { HTTP_DEFAULTS } from './sections/servers/http';
import { IMPORT_DEFAULTS } from './sections/commands/import';
import { LAG_DEFAULTS } from './sections/lag';
import { LOCAL_DEFAULTS } from './sections/local';
import { MOVE_DEFAULTS } from './sections/moves';
import { OBJECT_DEFAULTS, OBJECT_EXPORT_DEFAULTS, OBJECT_LOAD_DEFAULTS } from './sections/objects';
import { PACING_DEFAULTS } from './sections/pacing';
import { CONSENT_DEFAULTS } from './sections/privacy/consent';
import { PIPELINE_DEFAULTS } from './sections/pipelines/runs';
import { PRIVACY_DEFAULTS } from './sections/privacy/erasure';
import { PROCESS_DEFAULTS } from './sections/processes';
import { PUBSUB_DEFAULTS } from './sections/pubsub';
import { RECONCILIATION_DEFAULTS } from './sections/commands/reconciliation';
import { RESIDENCY_AUDIT_DEFAULTS } from './sections/residency-audit';
import { SCHEMA_DEFAULTS } from './sections/schema';
import { SKETCH_DEFAULTS } from './sections/sketches';
import { ADMISSION_DEFAULTS } from './sections/store/admission';
import { AUDIT_DEFAULTS, ORDER_CANARY_DEFAULTS } from './sections/store/audit';
import { BIGTABLE_DEFAULTS } from './sections/store/bigtable';
import {
  CONSISTENCY_DEFAULTS,
  READING_DEFAULTS,
  SCANNING_DEFAULTS,
  WRITING_DEFAULTS,
} from './sections/store/consistency';
import { DIRECTORY_DEFAULTS } from './sections/store/directory';
import { HEARTBEAT_DEFAULTS, SLOW_HEARTBEAT_DEFAULTS } from './sections/store/heartbeats';
import { ANNOUNCEMENT_DEFAULTS, PROFILE_CHECK_DEFAULTS } from './sections/store/origins';
import { ROUTING_DEFAULTS } from './sections/store/routing';
import { TOKEN_DEFAULTS } from './sections/store/tokens';
import { ACCESS_LOG_DEFAULTS } from './sections/subjects/access-log';
import { EVENT_DELETION_DEFAULTS } from './sections/subjects/deletions';
import { SUBJECT_DEFAULTS } from './sections/subjects/export';

/** Every limit and default of the product, by section. Environment variables change some of them: see `loadConfig`. */
export const DEFAULTS = {
  bigtable: BIGTABLE_DEFAULTS,
  routing: ROUTING_DEFAULTS,
  directory: DIRECTORY_DEFAULTS,
  admission: ADMISSION_DEFAULTS,
  consistency: CONSISTENCY_DEFAULTS,
  announcements: ANNOUNCEMENT_DEFAULTS,
  profiles: PROFILE_CHECK_DEFAULTS,
  tokens: TOKEN_DEFAULTS,
  writing: WRITING_DEFAULTS,
  reading: READING_DEFAULTS,
  scanning: SCANNING_DEFAULTS,
  heartbeats: HEARTBEAT_DEFAULTS,
  slowHeartbeats: SLOW_HEARTBEAT_DEFAULTS,
  orderCanary: ORDER_CANARY_DEFAULTS,
  audit: AUDIT_DEFAULTS,
  http: HTTP_DEFAULTS,
  grpc: GRPC_DEFAULTS,
  access: ACCESS_DEFAULTS,
  admin: ADMIN_DEFAULTS,
  processes: PROCESS_DEFAULTS,
  events: EVENT_DEFAULTS,
  counts: COUNT_DEFAULTS,
  caps: CAP_DEFAULTS,
  features: FEATURE_DEFAULTS,
  featureExport: FEATURE_EXPORT_DEFAULTS,
  objects: OBJECT_DEFAULTS,
  objectExport: OBJECT_EXPORT_DEFAULTS,
  objectLoad: OBJECT_LOAD_DEFAULTS,
  generations: GENERATION_DEFAULTS,
  moves: MOVE_DEFAULTS,
  importer: IMPORT_DEFAULTS,
  compaction: COMPACTION_DEFAULTS,
  pipelines: PIPELINE_DEFAULTS,
  sketches: SKETCH_DEFAULTS,
  campaigns: CAMPAIGN_DEFAULTS,
  campaignCounts: CAMPAIGN_COUNT_DEFAULTS,
  lag: LAG_DEFAULTS,
  follow: FOLLOW_DEFAULTS,
  pacing: PACING_DEFAULTS,
  reconciliation: RECONCILIATION_DEFAULTS,
  residencyAudit: RESIDENCY_AUDIT_DEFAULTS,
  privacy: PRIVACY_DEFAULTS,
  consent: CONSENT_DEFAULTS,
  pubsub: PUBSUB_DEFAULTS,
  schema: SCHEMA_DEFAULTS,
  subjects: SUBJECT_DEFAULTS,
  accessLog: ACCESS_LOG_DEFAULTS,
  eventDeletion: EVENT_DELETION_DEFAULTS,
  local: LOCAL_DEFAULTS,
  doctor: DOCTOR_DEFAULTS,
} as const;
