# Copy to terraform.tfvars and put your own in.
project = "example-ads-dev"

# Null at first; see docs/operations/deploy.md.
image           = "europe-west1-docker.pkg.dev/example-ads-dev/tidemark/tidemark@sha256:0000000000000000000000000000000000000000000000000000000000000000"
collector_image = "us-docker.pkg.dev/cloud-ops-agents-artifacts/google-cloud-opentelemetry-collector/otelcol-google@sha256:0000000000000000000000000000000000000000000000000000000000000000"

tracing = true

# Ten more than a new project has: the erasure worker and the follower, each with its next revision during a deployment, and the tasks
# of a pipeline. Request them first (docs/operations/deploy.md), or leave erasures (privacy = false), pipelines and this out.
quotas = { europe-west1 = { cpu = 30, memory_gib = 40 } }

access = {
  issuers = [{
    issuer      = "https://accounts.google.com"
    audiences   = ["https://tidemark-dev.example.com"]
    jwksUri     = "https://www.googleapis.com/oauth2/v3/certs"
    algorithms  = ["RS256"]
    callerClaim = "email"
  }]
  callers = {
    "developer@example.com" = {
      scopes = ["counts:read", "events:write", "caps:check"]
      groups = ["ads-serving", "ads-measurement", "ads-ingestion", "campaign-delivery"]
    }
  }
}

invokers   = ["group:developers@example.com"]
audiences  = ["https://tidemark-dev.example.com"]
publishers = { ad-action = ["group:developers@example.com"] }
operators  = ["group:developers@example.com"]

# Modules are copied to the bucket: gcloud storage cp interests.js gs://example-ads-dev-modules/
pipelines = {
  modules_bucket   = "example-ads-dev-modules"
  rejects_bucket   = "example-ads-dev-rejects"
  buckets_location = "europe-west1"
  writes           = ["users"]
  full_passes      = { interests = { file = "interests.js", tasks = 2 } }
  followers        = { interests = { file = "interests.js", corpus = "users" } }
}
