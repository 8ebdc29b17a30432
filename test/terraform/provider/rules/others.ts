/** Load balancer, keys, secrets, images, monitoring. */
import { blocksOf } from '../values';
import {
  atMostOne,
  check,
  distinct,
  exactlyOne,
  json,
  needs,
  problem,
  rules,
  seconds,
  text,
  whole,
  within,
} from './rule';
import type { Rule } from './rule';

const computeName = text(
  'name',
  /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/,
  'up to 63 small letters, digits and dashes, a letter first',
);

const securityRule = within(
  'rule',
  text(
    'action',
    /^(allow|deny\((403|404|502)\)|rate_based_ban|redirect|throttle)$/,
    'allow, deny(403) or the like',
  ),
  within(
    'match.config',
    check('src_ip_ranges', (value) =>
      Array.isArray(value) && value.length > 10 ? 'may have ten ranges at most' : undefined,
    ),
  ),
);

const endpointGroup: Rule = rules(computeName, (group) =>
  group['network_endpoint_type'] === 'SERVERLESS'
    ? exactlyOne('cloud_run', 'cloud_function', 'app_engine')(group)
    : [],
);

const certificate = within(
  'managed',
  check('domains', (value) =>
    Array.isArray(value) && (value.length === 0 || value.length > 100)
      ? 'must be 1 to 100 domains'
      : undefined,
  ),
);

const CONDITION_KINDS = [
  'condition_absent',
  'condition_matched_log',
  'condition_monitoring_query_language',
  'condition_prometheus_query_language',
  'condition_sql',
  'condition_threshold',
];

const promqlCondition = rules(
  text('query', /\S/, 'a query'),
  seconds('duration', 0, 86_400),
  seconds('evaluation_interval', 30, 3600),
  check('evaluation_interval', (value) =>
    typeof value === 'string' && Number.parseFloat(value) % 30 !== 0
      ? 'must be a multiple of 30s'
      : undefined,
  ),
  text('alert_rule', /^[a-zA-Z_:][a-zA-Z0-9_:]*$/, 'a name as Prometheus has them'),
);

const alertPolicy = rules(
  within(
    'conditions',
    exactlyOne(...CONDITION_KINDS),
    within('condition_prometheus_query_language', promqlCondition),
  ),
  within('alert_strategy', seconds('auto_close', 1800, 7 * 86_400)),
  within('documentation', text('content', /^[^]{0,8192}$/, 'at most 8192 characters')),
  (policy) =>
    blocksOf(policy['conditions']).length > 6
      ? [problem('conditions', 'a policy may have six conditions at most')]
      : [],
);

/** Labels that Cloud Monitoring requires for each type of channel. */
const CHANNEL_LABELS: Readonly<Record<string, readonly string[]>> = {
  email: ['email_address'],
  pubsub: ['topic'],
  slack: ['channel_name'],
  sms: ['number'],
  webhook_tokenauth: ['url'],
};

const channel: Rule = check('labels', (value, config) => {
  const type = typeof config['type'] === 'string' ? config['type'] : '';
  const needed = CHANNEL_LABELS[type] ?? [];
  const missing = needed.filter((name) => typeof value === 'object' && value !== null && !(name in value));
  return missing.length > 0 ? `must have ${missing.join(', ')} for a channel of type ${type}` : undefined;
});

export const OTHERS: Readonly<Record<string, Rule>> = {
  google_artifact_registry_repository: text(
    'repository_id',
    /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/,
    'small letters, digits and dashes',
  ),
  google_compute_backend_service: computeName,
  google_compute_global_address: computeName,
  google_compute_global_forwarding_rule: rules(computeName, (rule) =>
    rule['load_balancing_scheme'] === 'INTERNAL_MANAGED' ? needs('target', 'subnetwork')(rule) : [],
  ),
  google_compute_managed_ssl_certificate: rules(computeName, certificate),
  google_compute_region_network_endpoint_group: endpointGroup,
  google_compute_security_policy: rules(computeName, securityRule, distinct('rule', 'priority')),
  google_compute_ssl_policy: computeName,
  google_compute_target_https_proxy: rules(
    computeName,
    exactlyOne('ssl_certificates', 'certificate_manager_certificates', 'certificate_map'),
  ),
  google_compute_url_map: rules(computeName, atMostOne('default_service', 'default_url_redirect')),
  google_kms_crypto_key: text('name', /^[a-zA-Z0-9_-]{1,63}$/, 'up to 63 letters, digits, "_" and "-"'),
  google_kms_key_ring: text('name', /^[a-zA-Z0-9_-]{1,63}$/, 'up to 63 letters, digits, "_" and "-"'),
  google_logging_project_exclusion: rules(
    text('name', /^[A-Za-z0-9][-A-Za-z0-9_.]{0,99}$/, 'up to 100 letters, digits, "-", "_" and "."'),
    text('filter', /^\S[^]{0,19999}$/, 'a filter of at most 20,000 characters'),
  ),
  google_monitoring_alert_policy: alertPolicy,
  google_monitoring_dashboard: json('dashboard_json'),
  google_monitoring_notification_channel: channel,
  google_monitoring_slo: rules(
    exactlyOne('basic_sli', 'request_based_sli', 'windows_based_sli'),
    exactlyOne('calendar_period', 'rolling_period_days'),
    whole('rolling_period_days', 1, 30),
    check('goal', (value) =>
      typeof value === 'number' && (value <= 0 || value > 0.9999)
        ? 'must be over 0 and at most 0.9999'
        : undefined,
    ),
  ),
  google_secret_manager_secret: rules(
    text('secret_id', /^[a-zA-Z0-9_-]{1,255}$/, 'up to 255 letters, digits, "_" and "-"'),
    within('replication', exactlyOne('auto', 'user_managed')),
  ),
  google_secret_manager_secret_version: rules(
    exactlyOne('secret_data', 'secret_data_wo'),
    text('secret', /^projects\/[^/]+\/secrets\/[^/]+$/, 'a full name: projects/…/secrets/…'),
    text('deletion_policy', /^(DELETE|DISABLE|ABANDON)$/, 'DELETE, DISABLE or ABANDON'),
  ),
};
