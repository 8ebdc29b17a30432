# Copy to terraform.tfvars and put your own in.
project = "example-ads-dev"

# Null at first; see docs/operations/deploy.md.
image           = "europe-west1-docker.pkg.dev/example-ads-dev/tidemark/tidemark@sha256:0000000000000000000000000000000000000000000000000000000000000000"
collector_image = "us-docker.pkg.dev/cloud-ops-agents-artifacts/google-cloud-opentelemetry-collector/otelcol-google@sha256:0000000000000000000000000000000000000000000000000000000000000000"

tracing = true

# Four more than a new project has: the erasure worker, and its next revision during a deployment. Request them first
# (docs/operations/deploy.md), or leave erasures and this out with privacy = false.
quotas = { europe-west1 = { cpu = 24, memory_gib = 40 } }

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
