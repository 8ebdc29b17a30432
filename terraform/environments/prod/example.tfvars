# Copy to terraform.tfvars and put your own in.
project = "example-ads"

# Null at first; see docs/operations/deploy.md.
image           = "us-docker.pkg.dev/example-ads/tidemark/tidemark@sha256:0000000000000000000000000000000000000000000000000000000000000000"
collector_image = "us-docker.pkg.dev/cloud-ops-agents-artifacts/google-cloud-opentelemetry-collector/otelcol-google@sha256:0000000000000000000000000000000000000000000000000000000000000000"

access = {
  issuers = [{
    issuer      = "https://accounts.google.com"
    audiences   = ["https://tidemark.example.com"]
    jwksUri     = "https://www.googleapis.com/oauth2/v3/certs"
    algorithms  = ["RS256"]
    callerClaim = "email"
  }]
  callers = {
    "ads-serving@example-ads.iam.gserviceaccount.com" = {
      scopes = ["counts:read", "caps:check", "features:read", "campaigns:read"]
      groups = ["ads-serving"]
      limits = { requestsPerSecond = 5000, burst = 10000, requestsInFlightMax = 500 }
    }
    "campaign-manager@example-ads.iam.gserviceaccount.com" = {
      scopes = ["campaigns:read", "campaigns:write", "counts:read"]
      groups = ["campaign-delivery"]
    }
  }
  limits = { requestsPerSecond = 1000, burst = 2000 }
}

invokers  = ["serviceAccount:ads-serving@example-ads.iam.gserviceaccount.com", "serviceAccount:campaign-manager@example-ads.iam.gserviceaccount.com"]
audiences = ["https://tidemark.example.com"]

publishers       = ["serviceAccount:clickstream@example-ads.iam.gserviceaccount.com"]
operators        = ["group:ads-oncall@example.com"]
pacing_listeners = ["serviceAccount:ads-serving@example-ads.iam.gserviceaccount.com"]

# Where secrets and messages are stored. That of secrets cannot be changed later.
secret_regions  = ["us-central1", "europe-west1", "asia-east1"]
storage_regions = ["us-central1", "europe-west1", "asia-east1"]

# Data of users of the European Union stay there. Pacers need all campaign counts, so they run there, too, apart from the API. Null for
# one place for all. Countries need two steps in a running store (docs/operations/placements.md).
residency = {
  jurisdictions = { eu = {
    regions     = ["europe-west1", "europe-west4"]
    served_from = ["europe-west1", "europe-west3", "europe-west4"]
    countries = ["AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL",
    "PT", "RO", "SE", "SI", "SK"]
  } }
  placements      = { eu = { jurisdiction = "eu", zones = ["europe-west1-b", "europe-west1-c"], batch_zone = "europe-west1-d" } }
  directory_zones = ["us-central1-a", "us-central1-b", "europe-west1-b", "europe-west1-c", "asia-east1-a", "asia-east1-b"]
  audit_regions   = ["europe-west4"]
}

# PagerDuty's channel holds a key: make it by hand, and name it here.
notification_channels = {
  on-call = { channel = "projects/example-ads/notificationChannels/1234567890", severity = "page" }
  team    = { type = "email", labels = { email_address = "ads-serving@example.com" } }
}

# SQL over campaigns, which are no users' data, by Data Boost.
external_tables = { dataset = "tidemark", location = "us-central1", tables = ["campaigns"], readers = ["group:ads-analysts@example.com"] }
