import { TROUBLE, V1, one, p99, rate, sum } from './queries.mjs';

/** Requests of the availability objective. A deadline set by the caller is shorter than the service guarantees, so it is excluded. */
const OWN = `${V1}, deadline!="client"`;

export const serving = {
  uid: 'tidemark-serving',
  title: 'Tidemark: serving',
  sections: [
    {
      title: 'Service level',
      panels: [
        {
          title: 'Requests',
          unit: 'reqps',
          queries: one(
            sum('http_route', rate('http_server_request_duration_seconds_count', V1)),
            'http_route',
          ),
        },
        {
          title: 'Failed requests',
          about:
            'Of those that began: what is refused because of overload is another panel, and so are deadlines that callers chose.',
          unit: 'percentunit',
          limit: 0.001,
          queries: one(
            `(${sum('', rate('http_server_request_duration_seconds_count', `${OWN}, http_response_status_code=~"5.."`))} or vector(0)) / ${sum('', rate('http_server_request_duration_seconds_count', OWN))}`,
          ),
        },
        {
          title: 'Counts: 99th percentile',
          unit: 's',
          limit: 0.05,
          queries: one(
            p99(
              'http_route',
              'http_server_request_duration_seconds',
              'http_route=~"/v1/counts:.+|/v1/features:.+"',
            ),
            'http_route',
          ),
        },
        {
          title: 'Objects: 99th percentile',
          unit: 's',
          limit: 0.05,
          queries: one(
            p99(
              'http_request_method',
              'http_server_request_duration_seconds',
              'http_route=~"/v1/corpora/.+"',
            ),
            'http_request_method',
          ),
        },
        {
          title: 'Caps, campaigns, events: 99th percentile',
          unit: 's',
          queries: one(
            p99(
              'http_route',
              'http_server_request_duration_seconds',
              'http_route=~"/v1/caps:.+|/v1/campaigns.*|/v1/events"',
            ),
            'http_route',
          ),
        },
        {
          title: 'Errors by code',
          unit: 'reqps',
          queries: one(
            sum('error_type', rate('http_server_request_duration_seconds_count', `${V1}, error_type!=""`)),
            'error_type',
          ),
        },
        {
          title: 'Exceeded client deadlines',
          about: 'Shorter than the default. They do not count against the availability objective.',
          unit: 'reqps',
          expected: 'has data once a client deadline has passed',
          queries: one(
            sum('http_route', rate('http_server_request_duration_seconds_count', `${V1}, deadline="client"`)),
            'http_route',
          ),
        },
      ],
    },
    {
      title: 'Load',
      panels: [
        {
          title: 'Requests rejected because of overload',
          unit: 'reqps',
          expected: TROUBLE,
          queries: one(sum('http_route', rate('tidemark_http_requests_shed_total')), 'http_route'),
        },
        {
          title: 'Requests in flight and their limit',
          unit: 'short',
          queries: [
            { expr: 'sum(tidemark_http_requests_in_flight)', legend: 'in flight' },
            { expr: 'sum(tidemark_http_requests_limit)', legend: 'limit' },
            { expr: 'sum(tidemark_http_requests_waiting)', legend: 'long polls' },
          ],
        },
        {
          title: 'Event-loop delay',
          unit: 'ms',
          queries: one('max by (instance) (tidemark_http_loop_delay)', 'instance'),
        },
        {
          title: 'Bytes of buffered bodies',
          unit: 'bytes',
          queries: one('sum(tidemark_http_body_bytes_buffered)'),
        },
        {
          title: 'Candidates of caps',
          unit: 'cps',
          queries: one(sum('outcome', rate('tidemark_caps_candidates_total')), 'outcome'),
        },
        {
          title: 'Reservations',
          unit: 'cps',
          queries: one(sum('outcome', rate('tidemark_caps_reservations_total')), 'outcome'),
        },
        {
          title: 'Transaction conflicts',
          unit: 'cps',
          expected: 'has data once several requests reserve for one user',
          queries: one(sum('', rate('tidemark_caps_conflicts_total'))),
        },
      ],
    },
    {
      title: 'Access',
      panels: [
        {
          title: 'Authentications',
          unit: 'reqps',
          expected: 'has data if callers are authenticated',
          queries: one(sum('outcome', rate('tidemark_http_authentications_total')), 'outcome'),
        },
        {
          title: 'Requests denied to known callers',
          unit: 'reqps',
          expected: 'has data if callers are authenticated',
          queries: one(
            sum('caller, reason', rate('tidemark_http_requests_denied_total')),
            'caller',
            'reason',
          ),
        },
      ],
    },
  ],
};
