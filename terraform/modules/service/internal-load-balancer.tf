# A cross-region internal load balancer before the API: an address in each region of the network, which leads to the API of that
# region, or to another while it fails. Off by default.

locals {
  internal_balancers = var.internal_load_balancer != null && local.is_running ? toset(["api"]) : toset([])
  internal_addresses = length(local.internal_balancers) > 0 ? var.internal_load_balancer.subnetworks : {}
}

resource "google_compute_backend_service" "internal" {
  for_each = local.internal_balancers

  project               = var.project
  name                  = "${local.prefix}-api-internal"
  load_balancing_scheme = "INTERNAL_MANAGED"
  protocol              = "HTTPS"

  dynamic "backend" {
    for_each = google_compute_region_network_endpoint_group.api

    content {
      group = backend.value.id
    }
  }

  # Without it a region that fails keeps its requests.
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

resource "google_compute_url_map" "internal" {
  for_each = local.internal_balancers

  project         = var.project
  name            = "${local.prefix}-api-internal"
  default_service = google_compute_backend_service.internal[each.key].id
}

resource "google_compute_target_https_proxy" "internal" {
  for_each = local.internal_balancers

  project                          = var.project
  name                             = "${local.prefix}-api-internal"
  url_map                          = google_compute_url_map.internal[each.key].id
  certificate_manager_certificates = var.internal_load_balancer.certificates
}

resource "google_compute_global_forwarding_rule" "internal" {
  for_each = local.internal_addresses

  project               = var.project
  name                  = "${local.prefix}-api-internal-${each.key}"
  load_balancing_scheme = "INTERNAL_MANAGED"
  network               = var.internal_load_balancer.network
  subnetwork            = each.value
  port_range            = "443"
  target                = google_compute_target_https_proxy.internal["api"].id
}
