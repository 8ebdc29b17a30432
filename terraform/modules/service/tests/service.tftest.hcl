variables {
  project     = "example-ads"
  environment = "prod"
  image       = "us-docker.pkg.dev/example-ads/tidemark/tidemark@sha256:0000000000000000000000000000000000000000000000000000000000000000"
  emails = {
    api       = "api@example-ads.iam.gserviceaccount.com"
    consumer  = "consumer@example-ads.iam.gserviceaccount.com"
    compactor = "compactor@example-ads.iam.gserviceaccount.com"
    pacer     = "pacer@example-ads.iam.gserviceaccount.com"
    scheduler = "scheduler@example-ads.iam.gserviceaccount.com"
  }
  topology = "{\"instances\":{}}"
  access   = "{\"issuers\":[{\"issuer\":\"https://accounts.google.com\"}]}"
  streams = { ad-action = {
    subscription      = "projects/example-ads/subscriptions/tidemark-prod-ad-action"
    dead_letter_topic = "projects/example-ads/topics/tidemark-prod-ad-action-dead-letters"
  } }
  api = { regions = {
    us-central1  = { min_instances = 2, max_instances = 40 }
    europe-west1 = { min_instances = 1, max_instances = 10 }
  } }
  consumer  = { regions = { us-central1 = 3 }, require_consent = true }
  pacer     = { regions = ["us-central1", "europe-west1"], topic = "projects/example-ads/topics/tidemark-prod-campaign-states" }
  compactor = { region = "us-central1", workers = 2 }
  collector = {
    image  = "us-docker.pkg.dev/example/otelcol@sha256:1111111111111111111111111111111111111111111111111111111111111111"
    config = "receivers: {}"
  }
  invokers = ["group:ads@example.com"]
  quotas   = { us-central1 = { cpu = 144, memory_gib = 119 }, europe-west1 = { cpu = 37, memory_gib = 30.5 } }
}

run "each_role_runs_in_its_regions" {
  command = plan

  assert {
    condition = toset(keys(google_cloud_run_v2_service.this)) == toset([
      "api/us-central1", "api/europe-west1", "consumer/ad-action/us-central1", "pacer/us-central1", "pacer/europe-west1"
    ])
    error_message = "There must be exactly these services."
  }

  assert {
    condition     = toset([for job in google_cloud_run_v2_job.compactor : join(" ", job.template[0].template[0].containers[0].args)]) == toset(["compact --once --worker 1/2 --json", "compact --once --worker 2/2 --json"])
    error_message = "Each worker of the compactor must process its share of the rows."
  }

  assert {
    condition     = alltrue([for key, service in google_cloud_run_v2_service.this : service.template[0].service_account == var.emails[split("/", key)[0]]])
    error_message = "Each role must run with its own account."
  }

  assert {
    condition     = alltrue([for service in google_cloud_run_v2_service.this : [for env in service.template[0].containers[0].env : env.value if env.name == "TIDEMARK_LOG_FORMAT"] == ["cloud"]])
    error_message = "Cloud Logging interprets severity, trace and errors in the format \"cloud\" only."
  }
  assert {
    condition     = one([for env in google_cloud_run_v2_service.this["api/europe-west1"].template[0].containers[0].env : env.value if env.name == "TIDEMARK_REGION"]) == "europe-west1"
    error_message = "A process must have its region."
  }

  assert {
    condition     = google_cloud_run_v2_service.this["consumer/ad-action/us-central1"].template[0].containers[0].args == tolist(["consume", "--require-consent"])
    error_message = "Consumers must require consent where configured."
  }
}

run "background_work_keeps_its_cpu" {
  command = plan

  assert {
    condition = alltrue(flatten([for service in google_cloud_run_v2_service.this : [
      for container in service.template[0].containers : !container.resources[0].cpu_idle
    ]]))
    error_message = "CPU must stay allocated between requests, for heartbeats, leases and pulls."
  }

  assert {
    condition = (google_cloud_run_v2_service.this["consumer/ad-action/us-central1"].scaling[0].scaling_mode == "MANUAL" &&
    google_cloud_run_v2_service.this["consumer/ad-action/us-central1"].scaling[0].manual_instance_count == 3)
    error_message = "Services without requests must have a fixed number of instances."
  }

  assert {
    condition = (google_cloud_run_v2_service.this["api/us-central1"].scaling[0].min_instance_count == 2 &&
    google_cloud_run_v2_service.this["api/us-central1"].template[0].scaling[0].max_instance_count == 40)
    error_message = "The API must scale by requests between its bounds."
  }
}

run "probes_use_the_admin_listener" {
  command = plan

  assert {
    condition     = alltrue([for service in google_cloud_run_v2_service.this : service.template[0].containers[0].liveness_probe[0].http_get[0].path == "/healthz" && service.template[0].containers[0].liveness_probe[0].http_get[0].port == 9090])
    error_message = "The liveness probe must work without a token."
  }

  assert {
    condition     = alltrue([for service in google_cloud_run_v2_service.this : service.template[0].containers[0].startup_probe[0].http_get[0].path == "/readyz" && service.template[0].containers[0].startup_probe[0].http_get[0].port == 9090])
    error_message = "The startup probe must fail while the store is unreachable."
  }

  assert {
    condition     = google_cloud_run_v2_service.this["api/us-central1"].template[0].containers[0].ports[0].container_port == 8080
    error_message = "Requests and probes must use separate ports."
  }
}

run "access_is_closed_by_default" {
  command = plan

  assert {
    condition     = alltrue([for service in google_cloud_run_v2_service.this : service.ingress == "INGRESS_TRAFFIC_INTERNAL_ONLY"])
    error_message = "Without a load balancer, only the project's network may reach services."
  }

  assert {
    condition     = toset([for grant in google_cloud_run_v2_service_iam_member.invoker : "${grant.location} ${grant.name} ${grant.member}"]) == toset(["us-central1 tidemark-prod-api group:ads@example.com", "europe-west1 tidemark-prod-api group:ads@example.com"])
    error_message = "Only invokers may reach the API; no member may reach consumers and pacers."
  }

  assert {
    condition     = alltrue([for grant in google_cloud_run_v2_job_iam_member.scheduler : grant.member == "serviceAccount:scheduler@example-ads.iam.gserviceaccount.com" && grant.role == "roles/run.invoker"])
    error_message = "Only the scheduler may start jobs, and nothing else."
  }

  assert {
    condition     = alltrue([for job in google_cloud_scheduler_job.compactor : job.http_target[0].oauth_token[0].service_account_email == var.emails.scheduler])
    error_message = "Jobs must be started with the scheduler's account."
  }

  assert {
    condition     = length(google_compute_global_forwarding_rule.api) == 0
    error_message = "By default there must be no load balancer."
  }
}

run "request_logs_are_sampled" {
  command = plan

  assert {
    condition     = google_logging_project_exclusion.requests["api"].filter == "log_id(\"run.googleapis.com/requests\") AND resource.labels.service_name=\"tidemark-prod-api\" AND httpRequest.status<500 AND sample(insertId, 0.999)"
    error_message = "All but a thousandth of the successful requests must be excluded."
  }
}

run "request_logs_can_be_kept" {
  command = plan
  variables { request_log_share = 1 }

  assert {
    condition     = length(google_logging_project_exclusion.requests) == 0
    error_message = "Without sampling there must be no exclusion."
  }
}

run "request_log_share_is_a_share" {
  command         = plan
  expect_failures = [var.request_log_share]
  variables { request_log_share = 10 }
}

run "secrets_are_mounted_only_where_needed" {
  command = plan

  assert {
    condition     = [for key, grant in google_secret_manager_secret_iam_member.this : grant.member if startswith(key, "token-keys/")] == ["serviceAccount:api@example-ads.iam.gserviceaccount.com"]
    error_message = "Only the API may read the token keys."
  }

  assert {
    condition     = !contains(keys(google_secret_manager_secret_version.this), "token-keys")
    error_message = "The key's text must not pass through Terraform: its state would keep it."
  }

  assert {
    condition = alltrue(flatten([for service in google_cloud_run_v2_service.this : [for env in service.template[0].containers[0].env :
    !contains(["TIDEMARK_TOKEN_KEYS", "OTEL_EXPORTER_OTLP_HEADERS"], env.name)]]))
    error_message = "A secret must not be an environment variable."
  }

  assert {
    condition = toset([for volume in google_cloud_run_v2_service.this["api/us-central1"].template[0].volumes : volume.name]) == toset(["topology", "access", "token-keys", "collector"]) && toset([
    for volume in google_cloud_run_v2_service.this["pacer/us-central1"].template[0].volumes : volume.name]) == toset(["topology", "collector"])
    error_message = "A role must mount only the files that it needs."
  }

  assert {
    condition     = google_cloud_run_v2_service.this["api/us-central1"].template[0].annotations["tidemark/topology-sha256"] == sha256(var.topology)
    error_message = "A changed topology must create a new revision."
  }
}

run "secrets_are_stored_where_google_chooses_by_default" {
  command = plan

  assert {
    condition     = alltrue([for secret in google_secret_manager_secret.this : length(secret.replication[0].auto) == 1 && length(secret.replication[0].user_managed) == 0])
    error_message = "Without secret_regions Google must choose."
  }
}

run "secrets_stay_in_their_regions" {
  command = plan
  variables { secret_regions = ["europe-west4", "europe-west1"] }

  assert {
    condition = alltrue([for secret in google_secret_manager_secret.this :
      length(secret.replication[0].auto) == 0 &&
    [for replica in secret.replication[0].user_managed[0].replicas : replica.location] == ["europe-west1", "europe-west4"]])
    error_message = "Each secret must be stored in exactly these regions, whatever their order."
  }
}

run "secret_regions_are_regions" {
  command         = plan
  expect_failures = [var.secret_regions]
  variables { secret_regions = ["europe"] }
}

run "secret_regions_are_distinct" {
  command         = plan
  expect_failures = [var.secret_regions]
  variables { secret_regions = ["europe-west1", "europe-west1"] }
}

run "collector_is_optional" {
  command = plan

  variables {
    collector = null
  }

  assert {
    condition     = alltrue([for service in google_cloud_run_v2_service.this : length(service.template[0].containers) == 1])
    error_message = "Without a collector there must be one container."
  }

  assert {
    condition     = !contains(keys(google_secret_manager_secret.this), "collector")
    error_message = "Without a collector there must be no configuration for it."
  }
}

run "secrets_exist_before_the_first_image" {
  command = plan

  variables {
    image = null
  }

  assert {
    condition     = length(google_cloud_run_v2_service.this) == 0 && length(google_cloud_run_v2_job.compactor) == 0 && length(google_cloud_scheduler_job.compactor) == 0
    error_message = "Without an image no service or job may exist."
  }

  assert {
    condition     = output.token_keys_secret == "tidemark-prod-token-keys"
    error_message = "The first apply must create the secret for the key."
  }
}

run "load_balancer_serves_all_regions" {
  command = plan

  variables {
    load_balancer = { domains = ["tidemark.example.com"], allowed_ip_ranges = [for i in range(12) : "203.0.113.${i}/32"] }
  }

  assert {
    condition     = toset([for group in google_compute_region_network_endpoint_group.api : group.region]) == toset(["us-central1", "europe-west1"])
    error_message = "The load balancer must route to the API of each region."
  }

  assert {
    condition = (google_cloud_run_v2_service.this["api/us-central1"].ingress == "INGRESS_TRAFFIC_INTERNAL_LOAD_BALANCER" &&
    google_cloud_run_v2_service.this["pacer/us-central1"].ingress == "INGRESS_TRAFFIC_INTERNAL_ONLY")
    error_message = "Only the API may accept traffic from the load balancer."
  }

  assert {
    condition     = google_compute_global_forwarding_rule.api["api"].port_range == "443" && google_compute_ssl_policy.api["api"].min_tls_version == "TLS_1_2"
    error_message = "The load balancer must accept only HTTPS with current TLS versions."
  }

  assert {
    condition     = one([for rule in google_compute_security_policy.api["api"].rule : rule.action if rule.priority == 2147483647]) == "deny(403)"
    error_message = "With a list of address ranges, all others must be denied."
  }

  assert {
    condition     = sort([for rule in google_compute_security_policy.api["api"].rule : length(rule.match[0].config[0].src_ip_ranges) if rule.action == "allow"]) == tolist(["10", "2"])
    error_message = "A rule has at most ten ranges, so twelve need two rules."
  }

  assert {
    condition     = length(google_cloud_run_v2_service_iam_member.invoker) == 2
    error_message = "Behind a load balancer, too, only invokers may call the API."
  }
}

run "internal_load_balancer_has_an_address_in_each_region" {
  command = plan

  variables {
    internal_load_balancer = {
      network      = "projects/example-ads/global/networks/ads"
      subnetworks  = { us-central1 = "projects/example-ads/regions/us-central1/subnetworks/ads", asia-east1 = "projects/example-ads/regions/asia-east1/subnetworks/ads" }
      certificates = ["projects/example-ads/locations/global/certificates/tidemark"]
    }
  }

  assert {
    condition = { for region, rule in google_compute_global_forwarding_rule.internal : region => [rule.load_balancing_scheme, rule.subnetwork, rule.port_range] } == {
      for region in ["us-central1", "asia-east1"] : region => ["INTERNAL_MANAGED", "projects/example-ads/regions/${region}/subnetworks/ads", "443"]
    }
    error_message = "Each region must have its address."
  }

  assert {
    condition     = toset([for group in google_compute_region_network_endpoint_group.api : group.region]) == toset(["us-central1", "europe-west1"])
    error_message = "The internal load balancer must route to the API of each region."
  }

  assert {
    condition     = length(google_compute_backend_service.internal["api"].outlier_detection) == 1
    error_message = "Without outlier detection no region takes over from another."
  }

  assert {
    condition     = google_cloud_run_v2_service.this["api/us-central1"].ingress == "INGRESS_TRAFFIC_INTERNAL_ONLY" && length(google_compute_global_forwarding_rule.api) == 0
    error_message = "The API must stay unreachable from outside."
  }
}

run "internal_load_balancer_needs_subnetworks_of_its_regions" {
  command         = plan
  expect_failures = [var.internal_load_balancer]
  variables {
    internal_load_balancer = {
      network      = "projects/example-ads/global/networks/ads"
      subnetworks  = { us-central1 = "projects/example-ads/regions/asia-east1/subnetworks/ads" }
      certificates = ["projects/example-ads/locations/global/certificates/tidemark"]
    }
  }
}

run "internal_load_balancer_needs_a_certificate" {
  command         = plan
  expect_failures = [var.internal_load_balancer]
  variables {
    internal_load_balancer = {
      network      = "projects/example-ads/global/networks/ads"
      subnetworks  = { us-central1 = "projects/example-ads/regions/us-central1/subnetworks/ads" }
      certificates = []
    }
  }
}

run "internal_load_balancer_needs_a_network" {
  command         = plan
  expect_failures = [var.internal_load_balancer]
  variables {
    internal_load_balancer = {
      network      = "ads"
      subnetworks  = { us-central1 = "projects/example-ads/regions/us-central1/subnetworks/ads" }
      certificates = ["projects/example-ads/locations/global/certificates/tidemark"]
    }
  }
}

run "image_needs_a_digest" {
  command         = plan
  expect_failures = [var.image]
  variables { image = "us-docker.pkg.dev/example-ads/tidemark/tidemark:latest" }
}

run "collector_image_needs_a_digest" {
  command         = plan
  expect_failures = [var.collector]
  variables { collector = { image = "otel/opentelemetry-collector:latest", config = "receivers: {}" } }
}

run "access_needs_an_issuer" {
  command         = plan
  expect_failures = [var.access]
  variables { access = "{\"issuers\":[]}" }
}

run "invokers_reject_all_users" {
  command         = plan
  expect_failures = [var.invokers]
  variables { invokers = ["allUsers"] }
}

run "each_role_needs_its_own_account" {
  command         = plan
  expect_failures = [var.emails]
  variables {
    emails = { for role in ["api", "consumer", "compactor", "pacer", "scheduler"] : role => "tidemark@example-ads.iam.gserviceaccount.com" }
  }
}

run "api_needs_a_running_instance" {
  command         = plan
  expect_failures = [var.api]
  variables { api = { regions = { us-central1 = { min_instances = 0, max_instances = 1 } } } }
}

run "quotas_have_room_for_all_services_and_a_deployment" {
  command = plan

  # us-central1: (40 + 2) API instances, 2 × 3 consumers and 2 × 1 pacer with a collector each, and two compactors.
  assert {
    condition     = output.quota_needs.us-central1 == { cpu = 42 * 3 + 6 * 2 + 2 * 2 + 2, memory_gib = 42 * 2.5 + 6 * 1.5 + 2 * 1.5 + 2 }
    error_message = "A region needs all services at their maximum, their minimum once more, and the compactor."
  }
}

run "quotas_are_those_of_a_new_project_by_default" {
  command         = plan
  expect_failures = [var.quotas]
  variables { quotas = { us-central1 = { cpu = 144, memory_gib = 119 } } }
}

run "memory_quota_is_checked_too" {
  command         = plan
  expect_failures = [var.quotas]
  variables { quotas = { us-central1 = { cpu = 144, memory_gib = 118 }, europe-west1 = { cpu = 37, memory_gib = 40 } } }
}

run "default_quotas_fit_a_small_api" {
  command = plan
  variables {
    quotas   = {}
    api      = { regions = { us-central1 = { min_instances = 2, max_instances = 2 } }, cpu = 1, memory_gib = 1 }
    consumer = { regions = { us-central1 = 1 } }
  }

  assert {
    condition     = output.quota_needs.us-central1.cpu == 18
    error_message = "The collectors must be included."
  }
}

run "eight_cpus_leave_none_for_the_collector" {
  command         = plan
  expect_failures = [var.api]
  variables { api = { regions = { us-central1 = { min_instances = 1, max_instances = 1 } }, cpu = 8, memory_gib = 4 } }
}

run "eight_cpus_fit_without_a_collector" {
  command = plan
  variables {
    api       = { regions = { us-central1 = { min_instances = 1, max_instances = 1 } }, cpu = 8, memory_gib = 4 }
    collector = null
  }

  assert {
    condition     = google_cloud_run_v2_service.this["api/us-central1"].template[0].containers[0].resources[0].limits == tomap({ cpu = "8", memory = "4096Mi" })
    error_message = "The API must have all CPUs of its instance."
  }
}

run "four_cpus_need_two_gibibytes" {
  command         = plan
  expect_failures = [var.consumer]
  variables { consumer = { regions = { us-central1 = 1 }, cpu = 4, memory_gib = 1 } }
}

run "six_cpus_need_four_gibibytes" {
  command         = plan
  expect_failures = [var.pacer]
  variables { pacer = { regions = ["us-central1"], cpu = 6, memory_gib = 2 } }
}

run "a_cpu_has_four_gibibytes_at_most" {
  command         = plan
  expect_failures = [var.compactor]
  variables { compactor = { region = "us-central1", memory_gib = 5 } }
}

run "api_timeout_exceeds_long_polls" {
  command         = plan
  expect_failures = [var.api]
  variables { api = { regions = { us-central1 = { min_instances = 1, max_instances = 1 } }, timeout_seconds = 30 } }
}

run "region_has_one_pacer" {
  command         = plan
  expect_failures = [var.pacer]
  variables { pacer = { regions = ["us-central1", "us-central1"] } }
}

run "rounds_start_once_a_day_by_default" {
  command = plan

  assert {
    condition     = alltrue([for job in google_cloud_scheduler_job.compactor : job.schedule == "17 6 * * *"])
    error_message = "A round must start daily, once the previous day can be packed."
  }
}

run "rounds_start_at_equal_intervals" {
  command = plan
  variables { compactor = { region = "us-central1", interval_minutes = 360, timeout_minutes = 180 } }

  assert {
    condition     = google_cloud_scheduler_job.compactor["compactor/1"].schedule == "17 6,12,18,0 * * *"
    error_message = "Rounds must start each interval after 6:17."
  }
}

run "rounds_start_within_the_hour" {
  command = plan
  variables { compactor = { region = "us-central1", interval_minutes = 15, timeout_minutes = 7 } }

  assert {
    condition     = google_cloud_scheduler_job.compactor["compactor/1"].schedule == "*/15 * * * *" && google_cloud_run_v2_job.compactor["compactor/1"].template[0].template[0].timeout == "420s"
    error_message = "Rounds must start every 15 minutes, and each attempt must end in time."
  }
}

run "rounds_do_not_overlap" {
  command         = plan
  expect_failures = [var.compactor]
  variables { compactor = { region = "us-central1", interval_minutes = 720, timeout_minutes = 361 } }
}

run "intervals_divide_the_day" {
  command         = plan
  expect_failures = [var.compactor]
  variables { compactor = { region = "us-central1", interval_minutes = 300, timeout_minutes = 60 } }
}

run "load_balancer_needs_domain_names" {
  command         = plan
  expect_failures = [var.load_balancer]
  variables { load_balancer = { domains = ["https://tidemark.example.com/"] } }
}

run "addresses_are_in_cidr_notation" {
  command         = plan
  expect_failures = [var.load_balancer]
  variables { load_balancer = { domains = ["tidemark.example.com"], allowed_ip_ranges = ["203.0.113.1-203.0.113.9"] } }
}

run "tracing_needs_a_collector" {
  command         = plan
  expect_failures = [var.tracing]
  variables {
    collector = null
    tracing   = true
  }
}
