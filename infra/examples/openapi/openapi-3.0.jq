# For generators that read OpenAPI 3.0 and no unions: run on the output of @apiture/openapi-down-convert.

# The schema that a reference names, or the schema itself.
def resolved($document): if has("$ref") then $document.components.schemas[."$ref" | split("/") | last] else . end;

# An object with the properties of all, of which it requires those that each requires. A property whose schemas differ is
# not limited to the values of one.
def merged: {
  type: "object",
  properties: (reduce (.[].properties | to_entries[]) as { $key, $value } ({};
    .[$key] = (if .[$key] == null or .[$key] == $value then $value else .[$key] | del(.enum, .pattern) end))),
  required: (map(.required // []) | reduce .[1:][] as $other (.[0]; . - (. - $other)))
};

# One schema instead of alternatives: the only one, or the list among them, or all objects as one, or the first.
def joined($document):
  if length == 1 then .[0]
  elif any(.type == "array") then map(select(.type == "array"))[0]
  elif all(resolved($document).type == "object") then map(resolved($document)) | merged
  else .[0] end;

# A Go client sends a time or object that is not set, unless it can be null.
def omitted: .format == "date-time" or (has("properties"));
def optional: .required as $required | .properties |= with_entries(
  if (.value | omitted) and ([.key] - ($required // []) != []) then .value.nullable = true else . end);

def converted($document):
  (.anyOf // .oneOf) as $alternatives
  | if $alternatives | type == "array" then
      del(.anyOf, .oneOf, .discriminator)
      | . + ($alternatives | map(select(.type? != "null")) | joined($document))
      | if any($alternatives[]; .type? == "null") then .nullable = true else . end
    else . end
  | if .exclusiveMinimum | type == "number" then .minimum = .exclusiveMinimum | .exclusiveMinimum = true else . end
  | if .properties | type == "object" then optional else . end
  | if .const | scalars != null then .enum = [.const] | del(.const) else . end;

. as $document | walk(if type == "object" then converted($document) else . end)
