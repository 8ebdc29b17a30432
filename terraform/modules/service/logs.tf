# Cloud Run writes a log entry for each request, which would cost more than what serves the request. Errors are all kept.

resource "google_logging_project_exclusion" "requests" {
  for_each = var.request_log_share < 1 ? toset(["api"]) : toset([])

  project     = var.project
  name        = "${local.prefix}-api-requests"
  description = "Keeps ${var.request_log_share} of the API's request logs, and all of those that failed"
  filter = join(" AND ", [
    "log_id(\"run.googleapis.com/requests\")",
    "resource.labels.service_name=\"${local.prefix}-api\"",
    "httpRequest.status<500",
    "sample(insertId, ${1 - var.request_log_share})",
  ])
}
