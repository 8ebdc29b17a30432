# Only for Kubernetes (infra/kubernetes): lets its service accounts act as those of the roles. Put your project in, and apply it with
# -var-file=kubernetes.tfvars once a GKE cluster with workload identity exists: before that, Google has no pool PROJECT.svc.id.goog,
# and rejects the grants with "Identity Pool does not exist".
workload_identities = {
  api       = ["serviceAccount:example-ads-dev.svc.id.goog[tidemark/tidemark-api]"]
  consumer  = ["serviceAccount:example-ads-dev.svc.id.goog[tidemark/tidemark-consumer]"]
  pacer     = ["serviceAccount:example-ads-dev.svc.id.goog[tidemark/tidemark-pacer]"]
  compactor = ["serviceAccount:example-ads-dev.svc.id.goog[tidemark/tidemark-compactor]"]
  schema    = ["serviceAccount:example-ads-dev.svc.id.goog[tidemark/tidemark-schema]"]
  eraser    = ["serviceAccount:example-ads-dev.svc.id.goog[tidemark/tidemark-eraser]"]
}
