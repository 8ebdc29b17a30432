# A global external load balancer before the API: one address, and the nearest region that answers. Off by default.

locals {
  balanced      = (var.load_balancer != null || var.internal_load_balancer != null) && local.is_running ? local.api : {}
  balancers     = var.load_balancer != null && local.is_running ? toset(["api"]) : toset([])
  has_allowlist = length(local.balancers) > 0 && length(try(var.load_balancer.allowed_ip_ranges, [])) > 0
  # A certificate's domains can't be changed: others make another one, before the first goes.
  certificate_name = "${local.prefix}-api-${substr(sha256(join(",", try(var.load_balancer.domains, []))), 0, 8)}"
}

resource "google_compute_region_network_endpoint_group" "api" {
  for_each = local.balanced

  project               = var.project
  region                = each.value.region
  name                  = "${each.value.name}-${each.value.region}"
  network_endpoint_type = "SERVERLESS"

  cloud_run {
    service = google_cloud_run_v2_service.this[each.key].name
  }

  # Compute Engine deletes none that a backend service still names: where a region goes, that is changed first.
  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_backend_service" "api" {
  for_each = local.balancers

  project               = var.project
  name                  = "${local.prefix}-api"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTPS"
  security_policy       = local.has_allowlist ? google_compute_security_policy.api["api"].id : var.load_balancer.security_policy

  dynamic "backend" {
    for_each = google_compute_region_network_endpoint_group.api

    content {
      group = backend.value.id
    }
  }

  # Such backends have no health checks: a region that only fails is left out for a while.
  outlier_detection {
    consecutive_errors           = 5
    enforcing_consecutive_errors = 100
    max_ejection_percent         = 50

    interval {
      seconds = 1
    }

    base_ejection_time {
      seconds = 30
    }
  }

  log_config {
    enable      = true
    sample_rate = 0.01
  }
}

resource "google_compute_security_policy" "api" {
  for_each = local.has_allowlist ? local.balancers : toset([])

  project     = var.project
  name        = "${local.prefix}-api"
  description = "Addresses that may call the API"

  # A rule takes ten ranges.
  dynamic "rule" {
    for_each = chunklist(var.load_balancer.allowed_ip_ranges, 10)

    content {
      action   = "allow"
      priority = 1000 + rule.key

      match {
        versioned_expr = "SRC_IPS_V1"

        config {
          src_ip_ranges = rule.value
        }
      }
    }
  }

  rule {
    action      = "deny(403)"
    priority    = 2147483647
    description = "All other addresses"

    match {
      versioned_expr = "SRC_IPS_V1"

      config {
        src_ip_ranges = ["*"]
      }
    }
  }

  # Nor is one deleted that is in use.
  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_url_map" "api" {
  for_each = local.balancers

  project         = var.project
  name            = "${local.prefix}-api"
  default_service = google_compute_backend_service.api[each.key].id
}

resource "google_compute_managed_ssl_certificate" "api" {
  for_each = local.balancers

  project = var.project
  name    = local.certificate_name

  managed {
    domains = var.load_balancer.domains
  }

  lifecycle {
    create_before_destroy = true
  }
}

resource "google_compute_ssl_policy" "api" {
  for_each = local.balancers

  project         = var.project
  name            = "${local.prefix}-api"
  profile         = "MODERN"
  min_tls_version = "TLS_1_2"
}

resource "google_compute_target_https_proxy" "api" {
  for_each = local.balancers

  project          = var.project
  name             = "${local.prefix}-api"
  url_map          = google_compute_url_map.api[each.key].id
  ssl_certificates = [google_compute_managed_ssl_certificate.api[each.key].id]
  ssl_policy       = google_compute_ssl_policy.api[each.key].id
}

resource "google_compute_global_address" "api" {
  for_each = local.balancers

  project = var.project
  name    = "${local.prefix}-api"
}

# HTTPS only: programs that call by HTTP by mistake would send their tokens in the clear before any redirection.
resource "google_compute_global_forwarding_rule" "api" {
  for_each = local.balancers

  project               = var.project
  name                  = "${local.prefix}-api"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_global_address.api[each.key].id
  port_range            = "443"
  target                = google_compute_target_https_proxy.api[each.key].id
}
