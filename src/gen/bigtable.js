// Generated from @google-cloud/bigtable by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars*/
"use strict";

var $protobuf = require("./protobuf-numbers");

var $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;

var $root = $protobuf.roots["bigtable"] || ($protobuf.roots["bigtable"] = {});

$root.google = (function() {

    var google = {};

    google.bigtable = (function() {

        var bigtable = {};

        bigtable.admin = (function() {

            var admin = {};

            admin.v2 = (function() {

                var v2 = {};

                v2.ListInstancesRequest = (function() {

                    function ListInstancesRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListInstancesRequest.prototype.parent = "";
                    ListInstancesRequest.prototype.pageToken = "";

                    ListInstancesRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.parent != null && Object.hasOwnProperty.call(message, "parent"))
                            writer.uint32(10).string(message.parent);
                        if (message.pageToken != null && Object.hasOwnProperty.call(message, "pageToken"))
                            writer.uint32(18).string(message.pageToken);
                        return writer;
                    };

                    ListInstancesRequest.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.ListInstancesRequest();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.parent = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.pageToken = reader.string();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return ListInstancesRequest;
                })();

                v2.ListInstancesResponse = (function() {

                    function ListInstancesResponse(properties) {
                        this.instances = [];
                        this.failedLocations = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListInstancesResponse.prototype.instances = $util.emptyArray;
                    ListInstancesResponse.prototype.failedLocations = $util.emptyArray;
                    ListInstancesResponse.prototype.nextPageToken = "";

                    ListInstancesResponse.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.instances != null && message.instances.length)
                            for (var i = 0; i < message.instances.length; ++i)
                                $root.google.bigtable.admin.v2.Instance.encode(message.instances[i], writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.failedLocations != null && message.failedLocations.length)
                            for (var i = 0; i < message.failedLocations.length; ++i)
                                writer.uint32(18).string(message.failedLocations[i]);
                        if (message.nextPageToken != null && Object.hasOwnProperty.call(message, "nextPageToken"))
                            writer.uint32(26).string(message.nextPageToken);
                        return writer;
                    };

                    ListInstancesResponse.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.ListInstancesResponse();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    if (!(message.instances && message.instances.length))
                                        message.instances = [];
                                    message.instances.push($root.google.bigtable.admin.v2.Instance.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 2: {
                                    if (!(message.failedLocations && message.failedLocations.length))
                                        message.failedLocations = [];
                                    message.failedLocations.push(reader.string());
                                    break;
                                }
                            case 3: {
                                    message.nextPageToken = reader.string();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return ListInstancesResponse;
                })();

                v2.ListClustersRequest = (function() {

                    function ListClustersRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListClustersRequest.prototype.parent = "";
                    ListClustersRequest.prototype.pageToken = "";

                    ListClustersRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.parent != null && Object.hasOwnProperty.call(message, "parent"))
                            writer.uint32(10).string(message.parent);
                        if (message.pageToken != null && Object.hasOwnProperty.call(message, "pageToken"))
                            writer.uint32(18).string(message.pageToken);
                        return writer;
                    };

                    ListClustersRequest.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.ListClustersRequest();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.parent = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.pageToken = reader.string();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return ListClustersRequest;
                })();

                v2.ListClustersResponse = (function() {

                    function ListClustersResponse(properties) {
                        this.clusters = [];
                        this.failedLocations = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListClustersResponse.prototype.clusters = $util.emptyArray;
                    ListClustersResponse.prototype.failedLocations = $util.emptyArray;
                    ListClustersResponse.prototype.nextPageToken = "";

                    ListClustersResponse.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.clusters != null && message.clusters.length)
                            for (var i = 0; i < message.clusters.length; ++i)
                                $root.google.bigtable.admin.v2.Cluster.encode(message.clusters[i], writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.failedLocations != null && message.failedLocations.length)
                            for (var i = 0; i < message.failedLocations.length; ++i)
                                writer.uint32(18).string(message.failedLocations[i]);
                        if (message.nextPageToken != null && Object.hasOwnProperty.call(message, "nextPageToken"))
                            writer.uint32(26).string(message.nextPageToken);
                        return writer;
                    };

                    ListClustersResponse.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.ListClustersResponse();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    if (!(message.clusters && message.clusters.length))
                                        message.clusters = [];
                                    message.clusters.push($root.google.bigtable.admin.v2.Cluster.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 2: {
                                    if (!(message.failedLocations && message.failedLocations.length))
                                        message.failedLocations = [];
                                    message.failedLocations.push(reader.string());
                                    break;
                                }
                            case 3: {
                                    message.nextPageToken = reader.string();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return ListClustersResponse;
                })();

                v2.ListAppProfilesRequest = (function() {

                    function ListAppProfilesRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListAppProfilesRequest.prototype.parent = "";
                    ListAppProfilesRequest.prototype.pageSize = 0;
                    ListAppProfilesRequest.prototype.pageToken = "";

                    ListAppProfilesRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.parent != null && Object.hasOwnProperty.call(message, "parent"))
                            writer.uint32(10).string(message.parent);
                        if (message.pageToken != null && Object.hasOwnProperty.call(message, "pageToken"))
                            writer.uint32(18).string(message.pageToken);
                        if (message.pageSize != null && Object.hasOwnProperty.call(message, "pageSize"))
                            writer.uint32(24).int32(message.pageSize);
                        return writer;
                    };

                    ListAppProfilesRequest.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.ListAppProfilesRequest();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.parent = reader.string();
                                    break;
                                }
                            case 3: {
                                    message.pageSize = reader.int32();
                                    break;
                                }
                            case 2: {
                                    message.pageToken = reader.string();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return ListAppProfilesRequest;
                })();

                v2.ListAppProfilesResponse = (function() {

                    function ListAppProfilesResponse(properties) {
                        this.appProfiles = [];
                        this.failedLocations = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListAppProfilesResponse.prototype.appProfiles = $util.emptyArray;
                    ListAppProfilesResponse.prototype.nextPageToken = "";
                    ListAppProfilesResponse.prototype.failedLocations = $util.emptyArray;

                    ListAppProfilesResponse.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.appProfiles != null && message.appProfiles.length)
                            for (var i = 0; i < message.appProfiles.length; ++i)
                                $root.google.bigtable.admin.v2.AppProfile.encode(message.appProfiles[i], writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.nextPageToken != null && Object.hasOwnProperty.call(message, "nextPageToken"))
                            writer.uint32(18).string(message.nextPageToken);
                        if (message.failedLocations != null && message.failedLocations.length)
                            for (var i = 0; i < message.failedLocations.length; ++i)
                                writer.uint32(26).string(message.failedLocations[i]);
                        return writer;
                    };

                    ListAppProfilesResponse.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.ListAppProfilesResponse();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    if (!(message.appProfiles && message.appProfiles.length))
                                        message.appProfiles = [];
                                    message.appProfiles.push($root.google.bigtable.admin.v2.AppProfile.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 2: {
                                    message.nextPageToken = reader.string();
                                    break;
                                }
                            case 3: {
                                    if (!(message.failedLocations && message.failedLocations.length))
                                        message.failedLocations = [];
                                    message.failedLocations.push(reader.string());
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return ListAppProfilesResponse;
                })();

                v2.Instance = (function() {

                    function Instance(properties) {
                        this.labels = {};
                        this.tags = {};
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Instance.prototype.name = "";
                    Instance.prototype.displayName = "";
                    Instance.prototype.state = 0;
                    Instance.prototype.type = 0;
                    Instance.prototype.labels = $util.emptyObject;
                    Instance.prototype.createTime = null;
                    Instance.prototype.satisfiesPzs = null;
                    Instance.prototype.satisfiesPzi = null;
                    Instance.prototype.tags = $util.emptyObject;

                    var $oneOfFields;

                    Object.defineProperty(Instance.prototype, "_satisfiesPzs", {
                        get: $util.oneOfGetter($oneOfFields = ["satisfiesPzs"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    Object.defineProperty(Instance.prototype, "_satisfiesPzi", {
                        get: $util.oneOfGetter($oneOfFields = ["satisfiesPzi"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    Instance.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        if (message.displayName != null && Object.hasOwnProperty.call(message, "displayName"))
                            writer.uint32(18).string(message.displayName);
                        if (message.state != null && Object.hasOwnProperty.call(message, "state"))
                            writer.uint32(24).int32(message.state);
                        if (message.type != null && Object.hasOwnProperty.call(message, "type"))
                            writer.uint32(32).int32(message.type);
                        if (message.labels != null && Object.hasOwnProperty.call(message, "labels"))
                            for (var keys = Object.keys(message.labels), i = 0; i < keys.length; ++i)
                                writer.uint32(42).fork().uint32(10).string(keys[i]).uint32(18).string(message.labels[keys[i]]).ldelim();
                        if (message.createTime != null && Object.hasOwnProperty.call(message, "createTime"))
                            $root.google.protobuf.Timestamp.encode(message.createTime, writer.uint32(58).fork(), q + 1).ldelim();
                        if (message.satisfiesPzs != null && Object.hasOwnProperty.call(message, "satisfiesPzs"))
                            writer.uint32(64).bool(message.satisfiesPzs);
                        if (message.satisfiesPzi != null && Object.hasOwnProperty.call(message, "satisfiesPzi"))
                            writer.uint32(88).bool(message.satisfiesPzi);
                        if (message.tags != null && Object.hasOwnProperty.call(message, "tags"))
                            for (var keys = Object.keys(message.tags), i = 0; i < keys.length; ++i)
                                writer.uint32(98).fork().uint32(10).string(keys[i]).uint32(18).string(message.tags[keys[i]]).ldelim();
                        return writer;
                    };

                    Instance.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message, key, value;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.Instance();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.name = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.displayName = reader.string();
                                    break;
                                }
                            case 3: {
                                    message.state = reader.int32();
                                    break;
                                }
                            case 4: {
                                    message.type = reader.int32();
                                    break;
                                }
                            case 5: {
                                    if (message.labels === $util.emptyObject)
                                        message.labels = {};
                                    var end2 = reader.uint32() + reader.pos;
                                    if (end2 > reader.len)
                                        throw RangeError("index out of range");
                                    reader.len = end2;
                                    key = "";
                                    value = "";
                                    while (reader.pos < end2) {
                                        var tag2 = reader.uint32();
                                        switch (tag2 >>> 3) {
                                        case 1:
                                            key = reader.string();
                                            break;
                                        case 2:
                                            value = reader.string();
                                            break;
                                        default:
                                            reader.skipType(tag2 & 7, long);
                                            break;
                                        }
                                    }
                                    if (reader.pos !== end2)
                                        throw RangeError("index out of range");
                                    reader.len = end;
                                    if (key === "__proto__")
                                        $util.makeProp(message.labels, key);
                                    message.labels[key] = value;
                                    break;
                                }
                            case 7: {
                                    message.createTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 8: {
                                    message.satisfiesPzs = reader.bool();
                                    break;
                                }
                            case 11: {
                                    message.satisfiesPzi = reader.bool();
                                    break;
                                }
                            case 12: {
                                    if (message.tags === $util.emptyObject)
                                        message.tags = {};
                                    var end2 = reader.uint32() + reader.pos;
                                    if (end2 > reader.len)
                                        throw RangeError("index out of range");
                                    reader.len = end2;
                                    key = "";
                                    value = "";
                                    while (reader.pos < end2) {
                                        var tag2 = reader.uint32();
                                        switch (tag2 >>> 3) {
                                        case 1:
                                            key = reader.string();
                                            break;
                                        case 2:
                                            value = reader.string();
                                            break;
                                        default:
                                            reader.skipType(tag2 & 7, long);
                                            break;
                                        }
                                    }
                                    if (reader.pos !== end2)
                                        throw RangeError("index out of range");
                                    reader.len = end;
                                    if (key === "__proto__")
                                        $util.makeProp(message.tags, key);
                                    message.tags[key] = value;
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    Instance.State = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "STATE_NOT_KNOWN"] = 0;
                        values[valuesById[1] = "READY"] = 1;
                        values[valuesById[2] = "CREATING"] = 2;
                        return values;
                    })();

                    Instance.Type = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "TYPE_UNSPECIFIED"] = 0;
                        values[valuesById[1] = "PRODUCTION"] = 1;
                        values[valuesById[2] = "DEVELOPMENT"] = 2;
                        return values;
                    })();

                    return Instance;
                })();

                v2.AutoscalingTargets = (function() {

                    function AutoscalingTargets(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    AutoscalingTargets.prototype.cpuUtilizationPercent = 0;
                    AutoscalingTargets.prototype.storageUtilizationGibPerNode = 0;

                    AutoscalingTargets.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.cpuUtilizationPercent != null && Object.hasOwnProperty.call(message, "cpuUtilizationPercent"))
                            writer.uint32(16).int32(message.cpuUtilizationPercent);
                        if (message.storageUtilizationGibPerNode != null && Object.hasOwnProperty.call(message, "storageUtilizationGibPerNode"))
                            writer.uint32(24).int32(message.storageUtilizationGibPerNode);
                        return writer;
                    };

                    AutoscalingTargets.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.AutoscalingTargets();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 2: {
                                    message.cpuUtilizationPercent = reader.int32();
                                    break;
                                }
                            case 3: {
                                    message.storageUtilizationGibPerNode = reader.int32();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return AutoscalingTargets;
                })();

                v2.AutoscalingLimits = (function() {

                    function AutoscalingLimits(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    AutoscalingLimits.prototype.minServeNodes = 0;
                    AutoscalingLimits.prototype.maxServeNodes = 0;

                    AutoscalingLimits.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.minServeNodes != null && Object.hasOwnProperty.call(message, "minServeNodes"))
                            writer.uint32(8).int32(message.minServeNodes);
                        if (message.maxServeNodes != null && Object.hasOwnProperty.call(message, "maxServeNodes"))
                            writer.uint32(16).int32(message.maxServeNodes);
                        return writer;
                    };

                    AutoscalingLimits.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.AutoscalingLimits();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.minServeNodes = reader.int32();
                                    break;
                                }
                            case 2: {
                                    message.maxServeNodes = reader.int32();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return AutoscalingLimits;
                })();

                v2.Cluster = (function() {

                    function Cluster(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Cluster.prototype.name = "";
                    Cluster.prototype.location = "";
                    Cluster.prototype.state = 0;
                    Cluster.prototype.serveNodes = 0;
                    Cluster.prototype.nodeScalingFactor = 0;
                    Cluster.prototype.clusterConfig = null;
                    Cluster.prototype.defaultStorageType = 0;
                    Cluster.prototype.encryptionConfig = null;

                    var $oneOfFields;

                    Object.defineProperty(Cluster.prototype, "config", {
                        get: $util.oneOfGetter($oneOfFields = ["clusterConfig"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    Cluster.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        if (message.location != null && Object.hasOwnProperty.call(message, "location"))
                            writer.uint32(18).string(message.location);
                        if (message.state != null && Object.hasOwnProperty.call(message, "state"))
                            writer.uint32(24).int32(message.state);
                        if (message.serveNodes != null && Object.hasOwnProperty.call(message, "serveNodes"))
                            writer.uint32(32).int32(message.serveNodes);
                        if (message.defaultStorageType != null && Object.hasOwnProperty.call(message, "defaultStorageType"))
                            writer.uint32(40).int32(message.defaultStorageType);
                        if (message.encryptionConfig != null && Object.hasOwnProperty.call(message, "encryptionConfig"))
                            $root.google.bigtable.admin.v2.Cluster.EncryptionConfig.encode(message.encryptionConfig, writer.uint32(50).fork(), q + 1).ldelim();
                        if (message.clusterConfig != null && Object.hasOwnProperty.call(message, "clusterConfig"))
                            $root.google.bigtable.admin.v2.Cluster.ClusterConfig.encode(message.clusterConfig, writer.uint32(58).fork(), q + 1).ldelim();
                        if (message.nodeScalingFactor != null && Object.hasOwnProperty.call(message, "nodeScalingFactor"))
                            writer.uint32(72).int32(message.nodeScalingFactor);
                        return writer;
                    };

                    Cluster.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.Cluster();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.name = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.location = reader.string();
                                    break;
                                }
                            case 3: {
                                    message.state = reader.int32();
                                    break;
                                }
                            case 4: {
                                    message.serveNodes = reader.int32();
                                    break;
                                }
                            case 9: {
                                    message.nodeScalingFactor = reader.int32();
                                    break;
                                }
                            case 7: {
                                    message.clusterConfig = $root.google.bigtable.admin.v2.Cluster.ClusterConfig.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 5: {
                                    message.defaultStorageType = reader.int32();
                                    break;
                                }
                            case 6: {
                                    message.encryptionConfig = $root.google.bigtable.admin.v2.Cluster.EncryptionConfig.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    Cluster.State = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "STATE_NOT_KNOWN"] = 0;
                        values[valuesById[1] = "READY"] = 1;
                        values[valuesById[2] = "CREATING"] = 2;
                        values[valuesById[3] = "RESIZING"] = 3;
                        values[valuesById[4] = "DISABLED"] = 4;
                        return values;
                    })();

                    Cluster.NodeScalingFactor = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "NODE_SCALING_FACTOR_UNSPECIFIED"] = 0;
                        values[valuesById[1] = "NODE_SCALING_FACTOR_1X"] = 1;
                        values[valuesById[2] = "NODE_SCALING_FACTOR_2X"] = 2;
                        return values;
                    })();

                    Cluster.ClusterAutoscalingConfig = (function() {

                        function ClusterAutoscalingConfig(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        ClusterAutoscalingConfig.prototype.autoscalingLimits = null;
                        ClusterAutoscalingConfig.prototype.autoscalingTargets = null;

                        ClusterAutoscalingConfig.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.autoscalingLimits != null && Object.hasOwnProperty.call(message, "autoscalingLimits"))
                                $root.google.bigtable.admin.v2.AutoscalingLimits.encode(message.autoscalingLimits, writer.uint32(10).fork(), q + 1).ldelim();
                            if (message.autoscalingTargets != null && Object.hasOwnProperty.call(message, "autoscalingTargets"))
                                $root.google.bigtable.admin.v2.AutoscalingTargets.encode(message.autoscalingTargets, writer.uint32(18).fork(), q + 1).ldelim();
                            return writer;
                        };

                        ClusterAutoscalingConfig.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.admin.v2.Cluster.ClusterAutoscalingConfig();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.autoscalingLimits = $root.google.bigtable.admin.v2.AutoscalingLimits.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 2: {
                                        message.autoscalingTargets = $root.google.bigtable.admin.v2.AutoscalingTargets.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return ClusterAutoscalingConfig;
                    })();

                    Cluster.ClusterConfig = (function() {

                        function ClusterConfig(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        ClusterConfig.prototype.clusterAutoscalingConfig = null;

                        ClusterConfig.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.clusterAutoscalingConfig != null && Object.hasOwnProperty.call(message, "clusterAutoscalingConfig"))
                                $root.google.bigtable.admin.v2.Cluster.ClusterAutoscalingConfig.encode(message.clusterAutoscalingConfig, writer.uint32(10).fork(), q + 1).ldelim();
                            return writer;
                        };

                        ClusterConfig.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.admin.v2.Cluster.ClusterConfig();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.clusterAutoscalingConfig = $root.google.bigtable.admin.v2.Cluster.ClusterAutoscalingConfig.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return ClusterConfig;
                    })();

                    Cluster.EncryptionConfig = (function() {

                        function EncryptionConfig(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        EncryptionConfig.prototype.kmsKeyName = "";

                        EncryptionConfig.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.kmsKeyName != null && Object.hasOwnProperty.call(message, "kmsKeyName"))
                                writer.uint32(10).string(message.kmsKeyName);
                            return writer;
                        };

                        EncryptionConfig.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.admin.v2.Cluster.EncryptionConfig();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.kmsKeyName = reader.string();
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return EncryptionConfig;
                    })();

                    return Cluster;
                })();

                v2.AppProfile = (function() {

                    function AppProfile(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    AppProfile.prototype.name = "";
                    AppProfile.prototype.etag = "";
                    AppProfile.prototype.description = "";
                    AppProfile.prototype.multiClusterRoutingUseAny = null;
                    AppProfile.prototype.singleClusterRouting = null;
                    AppProfile.prototype.priority = null;
                    AppProfile.prototype.standardIsolation = null;
                    AppProfile.prototype.dataBoostIsolationReadOnly = null;

                    var $oneOfFields;

                    Object.defineProperty(AppProfile.prototype, "routingPolicy", {
                        get: $util.oneOfGetter($oneOfFields = ["multiClusterRoutingUseAny", "singleClusterRouting"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    Object.defineProperty(AppProfile.prototype, "isolation", {
                        get: $util.oneOfGetter($oneOfFields = ["priority", "standardIsolation", "dataBoostIsolationReadOnly"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    AppProfile.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        if (message.etag != null && Object.hasOwnProperty.call(message, "etag"))
                            writer.uint32(18).string(message.etag);
                        if (message.description != null && Object.hasOwnProperty.call(message, "description"))
                            writer.uint32(26).string(message.description);
                        if (message.multiClusterRoutingUseAny != null && Object.hasOwnProperty.call(message, "multiClusterRoutingUseAny"))
                            $root.google.bigtable.admin.v2.AppProfile.MultiClusterRoutingUseAny.encode(message.multiClusterRoutingUseAny, writer.uint32(42).fork(), q + 1).ldelim();
                        if (message.singleClusterRouting != null && Object.hasOwnProperty.call(message, "singleClusterRouting"))
                            $root.google.bigtable.admin.v2.AppProfile.SingleClusterRouting.encode(message.singleClusterRouting, writer.uint32(50).fork(), q + 1).ldelim();
                        if (message.priority != null && Object.hasOwnProperty.call(message, "priority"))
                            writer.uint32(56).int32(message.priority);
                        if (message.dataBoostIsolationReadOnly != null && Object.hasOwnProperty.call(message, "dataBoostIsolationReadOnly"))
                            $root.google.bigtable.admin.v2.AppProfile.DataBoostIsolationReadOnly.encode(message.dataBoostIsolationReadOnly, writer.uint32(82).fork(), q + 1).ldelim();
                        if (message.standardIsolation != null && Object.hasOwnProperty.call(message, "standardIsolation"))
                            $root.google.bigtable.admin.v2.AppProfile.StandardIsolation.encode(message.standardIsolation, writer.uint32(90).fork(), q + 1).ldelim();
                        return writer;
                    };

                    AppProfile.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.admin.v2.AppProfile();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.name = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.etag = reader.string();
                                    break;
                                }
                            case 3: {
                                    message.description = reader.string();
                                    break;
                                }
                            case 5: {
                                    message.multiClusterRoutingUseAny = $root.google.bigtable.admin.v2.AppProfile.MultiClusterRoutingUseAny.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 6: {
                                    message.singleClusterRouting = $root.google.bigtable.admin.v2.AppProfile.SingleClusterRouting.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 7: {
                                    message.priority = reader.int32();
                                    break;
                                }
                            case 11: {
                                    message.standardIsolation = $root.google.bigtable.admin.v2.AppProfile.StandardIsolation.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 10: {
                                    message.dataBoostIsolationReadOnly = $root.google.bigtable.admin.v2.AppProfile.DataBoostIsolationReadOnly.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    AppProfile.MultiClusterRoutingUseAny = (function() {

                        function MultiClusterRoutingUseAny(properties) {
                            this.clusterIds = [];
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        MultiClusterRoutingUseAny.prototype.clusterIds = $util.emptyArray;
                        MultiClusterRoutingUseAny.prototype.rowAffinity = null;

                        var $oneOfFields;

                        Object.defineProperty(MultiClusterRoutingUseAny.prototype, "affinity", {
                            get: $util.oneOfGetter($oneOfFields = ["rowAffinity"]),
                            set: $util.oneOfSetter($oneOfFields)
                        });

                        MultiClusterRoutingUseAny.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.clusterIds != null && message.clusterIds.length)
                                for (var i = 0; i < message.clusterIds.length; ++i)
                                    writer.uint32(10).string(message.clusterIds[i]);
                            if (message.rowAffinity != null && Object.hasOwnProperty.call(message, "rowAffinity"))
                                $root.google.bigtable.admin.v2.AppProfile.MultiClusterRoutingUseAny.RowAffinity.encode(message.rowAffinity, writer.uint32(26).fork(), q + 1).ldelim();
                            return writer;
                        };

                        MultiClusterRoutingUseAny.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.admin.v2.AppProfile.MultiClusterRoutingUseAny();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        if (!(message.clusterIds && message.clusterIds.length))
                                            message.clusterIds = [];
                                        message.clusterIds.push(reader.string());
                                        break;
                                    }
                                case 3: {
                                        message.rowAffinity = $root.google.bigtable.admin.v2.AppProfile.MultiClusterRoutingUseAny.RowAffinity.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        MultiClusterRoutingUseAny.RowAffinity = (function() {

                            function RowAffinity(properties) {
                                if (properties)
                                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                            this[keys[i]] = properties[keys[i]];
                            }

                            RowAffinity.encode = function encode(message, writer, q) {
                                if (!writer)
                                    writer = $Writer.create();
                                if (q === undefined)
                                    q = 0;
                                if (q > $util.recursionLimit)
                                    throw Error("max depth exceeded");
                                return writer;
                            };

                            RowAffinity.decode = function decode(reader, length, error, long) {
                                if (!(reader instanceof $Reader))
                                    reader = $Reader.create(reader);
                                if (long === undefined)
                                    long = 0;
                                if (long > $Reader.recursionLimit)
                                    throw Error("maximum nesting depth exceeded");
                                var end, message;
                                if (length === undefined)
                                    end = reader.len;
                                else {
                                    end = reader.pos + length;
                                    if (end > reader.len)
                                        throw RangeError("index out of range");
                                    length = reader.len;
                                    reader.len = end;
                                }
                                message = new $root.google.bigtable.admin.v2.AppProfile.MultiClusterRoutingUseAny.RowAffinity();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    default:
                                        reader.skipType(tag & 7, long);
                                        break;
                                    }
                                }
                                if (length !== undefined) {
                                    if (reader.pos !== end)
                                        throw RangeError("index out of range");
                                    reader.len = length;
                                }
                                return message;
                            };

                            return RowAffinity;
                        })();

                        return MultiClusterRoutingUseAny;
                    })();

                    AppProfile.SingleClusterRouting = (function() {

                        function SingleClusterRouting(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        SingleClusterRouting.prototype.clusterId = "";
                        SingleClusterRouting.prototype.allowTransactionalWrites = false;

                        SingleClusterRouting.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.clusterId != null && Object.hasOwnProperty.call(message, "clusterId"))
                                writer.uint32(10).string(message.clusterId);
                            if (message.allowTransactionalWrites != null && Object.hasOwnProperty.call(message, "allowTransactionalWrites"))
                                writer.uint32(16).bool(message.allowTransactionalWrites);
                            return writer;
                        };

                        SingleClusterRouting.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.admin.v2.AppProfile.SingleClusterRouting();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.clusterId = reader.string();
                                        break;
                                    }
                                case 2: {
                                        message.allowTransactionalWrites = reader.bool();
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return SingleClusterRouting;
                    })();

                    AppProfile.Priority = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "PRIORITY_UNSPECIFIED"] = 0;
                        values[valuesById[1] = "PRIORITY_LOW"] = 1;
                        values[valuesById[2] = "PRIORITY_MEDIUM"] = 2;
                        values[valuesById[3] = "PRIORITY_HIGH"] = 3;
                        return values;
                    })();

                    AppProfile.StandardIsolation = (function() {

                        function StandardIsolation(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        StandardIsolation.prototype.priority = 0;

                        StandardIsolation.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.priority != null && Object.hasOwnProperty.call(message, "priority"))
                                writer.uint32(8).int32(message.priority);
                            return writer;
                        };

                        StandardIsolation.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.admin.v2.AppProfile.StandardIsolation();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.priority = reader.int32();
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return StandardIsolation;
                    })();

                    AppProfile.DataBoostIsolationReadOnly = (function() {

                        function DataBoostIsolationReadOnly(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        DataBoostIsolationReadOnly.prototype.computeBillingOwner = null;

                        var $oneOfFields;

                        Object.defineProperty(DataBoostIsolationReadOnly.prototype, "_computeBillingOwner", {
                            get: $util.oneOfGetter($oneOfFields = ["computeBillingOwner"]),
                            set: $util.oneOfSetter($oneOfFields)
                        });

                        DataBoostIsolationReadOnly.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.computeBillingOwner != null && Object.hasOwnProperty.call(message, "computeBillingOwner"))
                                writer.uint32(8).int32(message.computeBillingOwner);
                            return writer;
                        };

                        DataBoostIsolationReadOnly.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.admin.v2.AppProfile.DataBoostIsolationReadOnly();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.computeBillingOwner = reader.int32();
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        DataBoostIsolationReadOnly.ComputeBillingOwner = (function() {
                            var valuesById = {}, values = Object.create(valuesById);
                            values[valuesById[0] = "COMPUTE_BILLING_OWNER_UNSPECIFIED"] = 0;
                            values[valuesById[1] = "HOST_PAYS"] = 1;
                            return values;
                        })();

                        return DataBoostIsolationReadOnly;
                    })();

                    return AppProfile;
                })();

                v2.StorageType = (function() {
                    var valuesById = {}, values = Object.create(valuesById);
                    values[valuesById[0] = "STORAGE_TYPE_UNSPECIFIED"] = 0;
                    values[valuesById[1] = "SSD"] = 1;
                    values[valuesById[2] = "HDD"] = 2;
                    return values;
                })();

                return v2;
            })();

            return admin;
        })();

        bigtable.v2 = (function() {

            var v2 = {};

            v2.SampleRowKeysRequest = (function() {

                function SampleRowKeysRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                SampleRowKeysRequest.prototype.tableName = "";
                SampleRowKeysRequest.prototype.authorizedViewName = "";
                SampleRowKeysRequest.prototype.materializedViewName = "";
                SampleRowKeysRequest.prototype.appProfileId = "";

                SampleRowKeysRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.tableName != null && Object.hasOwnProperty.call(message, "tableName"))
                        writer.uint32(10).string(message.tableName);
                    if (message.appProfileId != null && Object.hasOwnProperty.call(message, "appProfileId"))
                        writer.uint32(18).string(message.appProfileId);
                    if (message.authorizedViewName != null && Object.hasOwnProperty.call(message, "authorizedViewName"))
                        writer.uint32(34).string(message.authorizedViewName);
                    if (message.materializedViewName != null && Object.hasOwnProperty.call(message, "materializedViewName"))
                        writer.uint32(42).string(message.materializedViewName);
                    return writer;
                };

                SampleRowKeysRequest.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.SampleRowKeysRequest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.tableName = reader.string();
                                break;
                            }
                        case 4: {
                                message.authorizedViewName = reader.string();
                                break;
                            }
                        case 5: {
                                message.materializedViewName = reader.string();
                                break;
                            }
                        case 2: {
                                message.appProfileId = reader.string();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return SampleRowKeysRequest;
            })();

            v2.SampleRowKeysResponse = (function() {

                function SampleRowKeysResponse(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                SampleRowKeysResponse.prototype.rowKey = $util.newBuffer([]);
                SampleRowKeysResponse.prototype.offsetBytes = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                SampleRowKeysResponse.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.rowKey != null && Object.hasOwnProperty.call(message, "rowKey"))
                        writer.uint32(10).bytes(message.rowKey);
                    if (message.offsetBytes != null && Object.hasOwnProperty.call(message, "offsetBytes"))
                        writer.uint32(16).int64(message.offsetBytes);
                    return writer;
                };

                SampleRowKeysResponse.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.SampleRowKeysResponse();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.rowKey = reader.bytes();
                                break;
                            }
                        case 2: {
                                message.offsetBytes = reader.int64();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return SampleRowKeysResponse;
            })();

            v2.MutateRowRequest = (function() {

                function MutateRowRequest(properties) {
                    this.mutations = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                MutateRowRequest.prototype.tableName = "";
                MutateRowRequest.prototype.authorizedViewName = "";
                MutateRowRequest.prototype.appProfileId = "";
                MutateRowRequest.prototype.rowKey = $util.newBuffer([]);
                MutateRowRequest.prototype.mutations = $util.emptyArray;
                MutateRowRequest.prototype.idempotency = null;

                MutateRowRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.tableName != null && Object.hasOwnProperty.call(message, "tableName"))
                        writer.uint32(10).string(message.tableName);
                    if (message.rowKey != null && Object.hasOwnProperty.call(message, "rowKey"))
                        writer.uint32(18).bytes(message.rowKey);
                    if (message.mutations != null && message.mutations.length)
                        for (var i = 0; i < message.mutations.length; ++i)
                            $root.google.bigtable.v2.Mutation.encode(message.mutations[i], writer.uint32(26).fork(), q + 1).ldelim();
                    if (message.appProfileId != null && Object.hasOwnProperty.call(message, "appProfileId"))
                        writer.uint32(34).string(message.appProfileId);
                    if (message.authorizedViewName != null && Object.hasOwnProperty.call(message, "authorizedViewName"))
                        writer.uint32(50).string(message.authorizedViewName);
                    if (message.idempotency != null && Object.hasOwnProperty.call(message, "idempotency"))
                        $root.google.bigtable.v2.Idempotency.encode(message.idempotency, writer.uint32(66).fork(), q + 1).ldelim();
                    return writer;
                };

                MutateRowRequest.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.MutateRowRequest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.tableName = reader.string();
                                break;
                            }
                        case 6: {
                                message.authorizedViewName = reader.string();
                                break;
                            }
                        case 4: {
                                message.appProfileId = reader.string();
                                break;
                            }
                        case 2: {
                                message.rowKey = reader.bytes();
                                break;
                            }
                        case 3: {
                                if (!(message.mutations && message.mutations.length))
                                    message.mutations = [];
                                message.mutations.push($root.google.bigtable.v2.Mutation.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        case 8: {
                                message.idempotency = $root.google.bigtable.v2.Idempotency.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return MutateRowRequest;
            })();

            v2.MutateRowResponse = (function() {

                function MutateRowResponse(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                MutateRowResponse.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    return writer;
                };

                MutateRowResponse.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.MutateRowResponse();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return MutateRowResponse;
            })();

            v2.MutateRowsRequest = (function() {

                function MutateRowsRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                MutateRowsRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    return writer;
                };

                MutateRowsRequest.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.MutateRowsRequest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                MutateRowsRequest.Entry = (function() {

                    function Entry(properties) {
                        this.mutations = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Entry.prototype.rowKey = $util.newBuffer([]);
                    Entry.prototype.mutations = $util.emptyArray;
                    Entry.prototype.idempotency = null;

                    Entry.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.rowKey != null && Object.hasOwnProperty.call(message, "rowKey"))
                            writer.uint32(10).bytes(message.rowKey);
                        if (message.mutations != null && message.mutations.length)
                            for (var i = 0; i < message.mutations.length; ++i)
                                $root.google.bigtable.v2.Mutation.encode(message.mutations[i], writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.idempotency != null && Object.hasOwnProperty.call(message, "idempotency"))
                            $root.google.bigtable.v2.Idempotency.encode(message.idempotency, writer.uint32(26).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Entry.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.MutateRowsRequest.Entry();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.rowKey = reader.bytes();
                                    break;
                                }
                            case 2: {
                                    if (!(message.mutations && message.mutations.length))
                                        message.mutations = [];
                                    message.mutations.push($root.google.bigtable.v2.Mutation.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 3: {
                                    message.idempotency = $root.google.bigtable.v2.Idempotency.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Entry;
                })();

                return MutateRowsRequest;
            })();

            v2.MutateRowsResponse = (function() {

                function MutateRowsResponse(properties) {
                    this.entries = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                MutateRowsResponse.prototype.entries = $util.emptyArray;
                MutateRowsResponse.prototype.rateLimitInfo = null;

                var $oneOfFields;

                Object.defineProperty(MutateRowsResponse.prototype, "_rateLimitInfo", {
                    get: $util.oneOfGetter($oneOfFields = ["rateLimitInfo"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                MutateRowsResponse.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.entries != null && message.entries.length)
                        for (var i = 0; i < message.entries.length; ++i)
                            $root.google.bigtable.v2.MutateRowsResponse.Entry.encode(message.entries[i], writer.uint32(10).fork(), q + 1).ldelim();
                    if (message.rateLimitInfo != null && Object.hasOwnProperty.call(message, "rateLimitInfo"))
                        $root.google.bigtable.v2.RateLimitInfo.encode(message.rateLimitInfo, writer.uint32(26).fork(), q + 1).ldelim();
                    return writer;
                };

                MutateRowsResponse.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.MutateRowsResponse();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                if (!(message.entries && message.entries.length))
                                    message.entries = [];
                                message.entries.push($root.google.bigtable.v2.MutateRowsResponse.Entry.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        case 3: {
                                message.rateLimitInfo = $root.google.bigtable.v2.RateLimitInfo.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                MutateRowsResponse.Entry = (function() {

                    function Entry(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Entry.prototype.index = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                    Entry.prototype.status = null;

                    Entry.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.index != null && Object.hasOwnProperty.call(message, "index"))
                            writer.uint32(8).int64(message.index);
                        if (message.status != null && Object.hasOwnProperty.call(message, "status"))
                            $root.google.rpc.Status.encode(message.status, writer.uint32(18).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Entry.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.MutateRowsResponse.Entry();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.index = reader.int64();
                                    break;
                                }
                            case 2: {
                                    message.status = $root.google.rpc.Status.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Entry;
                })();

                return MutateRowsResponse;
            })();

            v2.RateLimitInfo = (function() {

                function RateLimitInfo(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                RateLimitInfo.prototype.period = null;
                RateLimitInfo.prototype.factor = 0;

                RateLimitInfo.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.period != null && Object.hasOwnProperty.call(message, "period"))
                        $root.google.protobuf.Duration.encode(message.period, writer.uint32(10).fork(), q + 1).ldelim();
                    if (message.factor != null && Object.hasOwnProperty.call(message, "factor"))
                        writer.uint32(17).double(message.factor);
                    return writer;
                };

                RateLimitInfo.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.RateLimitInfo();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.period = $root.google.protobuf.Duration.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 2: {
                                message.factor = reader.double();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return RateLimitInfo;
            })();

            v2.CheckAndMutateRowRequest = (function() {

                function CheckAndMutateRowRequest(properties) {
                    this.trueMutations = [];
                    this.falseMutations = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                CheckAndMutateRowRequest.prototype.tableName = "";
                CheckAndMutateRowRequest.prototype.authorizedViewName = "";
                CheckAndMutateRowRequest.prototype.appProfileId = "";
                CheckAndMutateRowRequest.prototype.rowKey = $util.newBuffer([]);
                CheckAndMutateRowRequest.prototype.predicateFilter = null;
                CheckAndMutateRowRequest.prototype.trueMutations = $util.emptyArray;
                CheckAndMutateRowRequest.prototype.falseMutations = $util.emptyArray;

                CheckAndMutateRowRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.tableName != null && Object.hasOwnProperty.call(message, "tableName"))
                        writer.uint32(10).string(message.tableName);
                    if (message.rowKey != null && Object.hasOwnProperty.call(message, "rowKey"))
                        writer.uint32(18).bytes(message.rowKey);
                    if (message.trueMutations != null && message.trueMutations.length)
                        for (var i = 0; i < message.trueMutations.length; ++i)
                            $root.google.bigtable.v2.Mutation.encode(message.trueMutations[i], writer.uint32(34).fork(), q + 1).ldelim();
                    if (message.falseMutations != null && message.falseMutations.length)
                        for (var i = 0; i < message.falseMutations.length; ++i)
                            $root.google.bigtable.v2.Mutation.encode(message.falseMutations[i], writer.uint32(42).fork(), q + 1).ldelim();
                    if (message.predicateFilter != null && Object.hasOwnProperty.call(message, "predicateFilter"))
                        $root.google.bigtable.v2.RowFilter.encode(message.predicateFilter, writer.uint32(50).fork(), q + 1).ldelim();
                    if (message.appProfileId != null && Object.hasOwnProperty.call(message, "appProfileId"))
                        writer.uint32(58).string(message.appProfileId);
                    if (message.authorizedViewName != null && Object.hasOwnProperty.call(message, "authorizedViewName"))
                        writer.uint32(74).string(message.authorizedViewName);
                    return writer;
                };

                CheckAndMutateRowRequest.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.CheckAndMutateRowRequest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.tableName = reader.string();
                                break;
                            }
                        case 9: {
                                message.authorizedViewName = reader.string();
                                break;
                            }
                        case 7: {
                                message.appProfileId = reader.string();
                                break;
                            }
                        case 2: {
                                message.rowKey = reader.bytes();
                                break;
                            }
                        case 6: {
                                message.predicateFilter = $root.google.bigtable.v2.RowFilter.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 4: {
                                if (!(message.trueMutations && message.trueMutations.length))
                                    message.trueMutations = [];
                                message.trueMutations.push($root.google.bigtable.v2.Mutation.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        case 5: {
                                if (!(message.falseMutations && message.falseMutations.length))
                                    message.falseMutations = [];
                                message.falseMutations.push($root.google.bigtable.v2.Mutation.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return CheckAndMutateRowRequest;
            })();

            v2.CheckAndMutateRowResponse = (function() {

                function CheckAndMutateRowResponse(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                CheckAndMutateRowResponse.prototype.predicateMatched = false;

                CheckAndMutateRowResponse.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.predicateMatched != null && Object.hasOwnProperty.call(message, "predicateMatched"))
                        writer.uint32(8).bool(message.predicateMatched);
                    return writer;
                };

                CheckAndMutateRowResponse.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.CheckAndMutateRowResponse();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.predicateMatched = reader.bool();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return CheckAndMutateRowResponse;
            })();

            v2.ReadModifyWriteRowRequest = (function() {

                function ReadModifyWriteRowRequest(properties) {
                    this.rules = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ReadModifyWriteRowRequest.prototype.tableName = "";
                ReadModifyWriteRowRequest.prototype.authorizedViewName = "";
                ReadModifyWriteRowRequest.prototype.appProfileId = "";
                ReadModifyWriteRowRequest.prototype.rowKey = $util.newBuffer([]);
                ReadModifyWriteRowRequest.prototype.rules = $util.emptyArray;

                ReadModifyWriteRowRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.tableName != null && Object.hasOwnProperty.call(message, "tableName"))
                        writer.uint32(10).string(message.tableName);
                    if (message.rowKey != null && Object.hasOwnProperty.call(message, "rowKey"))
                        writer.uint32(18).bytes(message.rowKey);
                    if (message.rules != null && message.rules.length)
                        for (var i = 0; i < message.rules.length; ++i)
                            $root.google.bigtable.v2.ReadModifyWriteRule.encode(message.rules[i], writer.uint32(26).fork(), q + 1).ldelim();
                    if (message.appProfileId != null && Object.hasOwnProperty.call(message, "appProfileId"))
                        writer.uint32(34).string(message.appProfileId);
                    if (message.authorizedViewName != null && Object.hasOwnProperty.call(message, "authorizedViewName"))
                        writer.uint32(50).string(message.authorizedViewName);
                    return writer;
                };

                ReadModifyWriteRowRequest.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.ReadModifyWriteRowRequest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.tableName = reader.string();
                                break;
                            }
                        case 6: {
                                message.authorizedViewName = reader.string();
                                break;
                            }
                        case 4: {
                                message.appProfileId = reader.string();
                                break;
                            }
                        case 2: {
                                message.rowKey = reader.bytes();
                                break;
                            }
                        case 3: {
                                if (!(message.rules && message.rules.length))
                                    message.rules = [];
                                message.rules.push($root.google.bigtable.v2.ReadModifyWriteRule.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return ReadModifyWriteRowRequest;
            })();

            v2.ReadModifyWriteRowResponse = (function() {

                function ReadModifyWriteRowResponse(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ReadModifyWriteRowResponse.prototype.row = null;

                ReadModifyWriteRowResponse.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.row != null && Object.hasOwnProperty.call(message, "row"))
                        $root.google.bigtable.v2.Row.encode(message.row, writer.uint32(10).fork(), q + 1).ldelim();
                    return writer;
                };

                ReadModifyWriteRowResponse.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.ReadModifyWriteRowResponse();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.row = $root.google.bigtable.v2.Row.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return ReadModifyWriteRowResponse;
            })();

            v2.GenerateInitialChangeStreamPartitionsRequest = (function() {

                function GenerateInitialChangeStreamPartitionsRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                GenerateInitialChangeStreamPartitionsRequest.prototype.tableName = "";
                GenerateInitialChangeStreamPartitionsRequest.prototype.appProfileId = "";

                GenerateInitialChangeStreamPartitionsRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.tableName != null && Object.hasOwnProperty.call(message, "tableName"))
                        writer.uint32(10).string(message.tableName);
                    if (message.appProfileId != null && Object.hasOwnProperty.call(message, "appProfileId"))
                        writer.uint32(18).string(message.appProfileId);
                    return writer;
                };

                GenerateInitialChangeStreamPartitionsRequest.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.GenerateInitialChangeStreamPartitionsRequest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.tableName = reader.string();
                                break;
                            }
                        case 2: {
                                message.appProfileId = reader.string();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return GenerateInitialChangeStreamPartitionsRequest;
            })();

            v2.GenerateInitialChangeStreamPartitionsResponse = (function() {

                function GenerateInitialChangeStreamPartitionsResponse(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                GenerateInitialChangeStreamPartitionsResponse.prototype.partition = null;

                GenerateInitialChangeStreamPartitionsResponse.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.partition != null && Object.hasOwnProperty.call(message, "partition"))
                        $root.google.bigtable.v2.StreamPartition.encode(message.partition, writer.uint32(10).fork(), q + 1).ldelim();
                    return writer;
                };

                GenerateInitialChangeStreamPartitionsResponse.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.GenerateInitialChangeStreamPartitionsResponse();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.partition = $root.google.bigtable.v2.StreamPartition.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return GenerateInitialChangeStreamPartitionsResponse;
            })();

            v2.ReadChangeStreamRequest = (function() {

                function ReadChangeStreamRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ReadChangeStreamRequest.prototype.tableName = "";
                ReadChangeStreamRequest.prototype.appProfileId = "";
                ReadChangeStreamRequest.prototype.partition = null;
                ReadChangeStreamRequest.prototype.startTime = null;
                ReadChangeStreamRequest.prototype.continuationTokens = null;
                ReadChangeStreamRequest.prototype.endTime = null;
                ReadChangeStreamRequest.prototype.heartbeatDuration = null;

                var $oneOfFields;

                Object.defineProperty(ReadChangeStreamRequest.prototype, "startFrom", {
                    get: $util.oneOfGetter($oneOfFields = ["startTime", "continuationTokens"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ReadChangeStreamRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.tableName != null && Object.hasOwnProperty.call(message, "tableName"))
                        writer.uint32(10).string(message.tableName);
                    if (message.appProfileId != null && Object.hasOwnProperty.call(message, "appProfileId"))
                        writer.uint32(18).string(message.appProfileId);
                    if (message.partition != null && Object.hasOwnProperty.call(message, "partition"))
                        $root.google.bigtable.v2.StreamPartition.encode(message.partition, writer.uint32(26).fork(), q + 1).ldelim();
                    if (message.startTime != null && Object.hasOwnProperty.call(message, "startTime"))
                        $root.google.protobuf.Timestamp.encode(message.startTime, writer.uint32(34).fork(), q + 1).ldelim();
                    if (message.endTime != null && Object.hasOwnProperty.call(message, "endTime"))
                        $root.google.protobuf.Timestamp.encode(message.endTime, writer.uint32(42).fork(), q + 1).ldelim();
                    if (message.continuationTokens != null && Object.hasOwnProperty.call(message, "continuationTokens"))
                        $root.google.bigtable.v2.StreamContinuationTokens.encode(message.continuationTokens, writer.uint32(50).fork(), q + 1).ldelim();
                    if (message.heartbeatDuration != null && Object.hasOwnProperty.call(message, "heartbeatDuration"))
                        $root.google.protobuf.Duration.encode(message.heartbeatDuration, writer.uint32(58).fork(), q + 1).ldelim();
                    return writer;
                };

                ReadChangeStreamRequest.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.ReadChangeStreamRequest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.tableName = reader.string();
                                break;
                            }
                        case 2: {
                                message.appProfileId = reader.string();
                                break;
                            }
                        case 3: {
                                message.partition = $root.google.bigtable.v2.StreamPartition.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 4: {
                                message.startTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 6: {
                                message.continuationTokens = $root.google.bigtable.v2.StreamContinuationTokens.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 5: {
                                message.endTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 7: {
                                message.heartbeatDuration = $root.google.protobuf.Duration.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return ReadChangeStreamRequest;
            })();

            v2.ReadChangeStreamResponse = (function() {

                function ReadChangeStreamResponse(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ReadChangeStreamResponse.prototype.dataChange = null;
                ReadChangeStreamResponse.prototype.heartbeat = null;
                ReadChangeStreamResponse.prototype.closeStream = null;

                var $oneOfFields;

                Object.defineProperty(ReadChangeStreamResponse.prototype, "streamRecord", {
                    get: $util.oneOfGetter($oneOfFields = ["dataChange", "heartbeat", "closeStream"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ReadChangeStreamResponse.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.dataChange != null && Object.hasOwnProperty.call(message, "dataChange"))
                        $root.google.bigtable.v2.ReadChangeStreamResponse.DataChange.encode(message.dataChange, writer.uint32(10).fork(), q + 1).ldelim();
                    if (message.heartbeat != null && Object.hasOwnProperty.call(message, "heartbeat"))
                        $root.google.bigtable.v2.ReadChangeStreamResponse.Heartbeat.encode(message.heartbeat, writer.uint32(18).fork(), q + 1).ldelim();
                    if (message.closeStream != null && Object.hasOwnProperty.call(message, "closeStream"))
                        $root.google.bigtable.v2.ReadChangeStreamResponse.CloseStream.encode(message.closeStream, writer.uint32(26).fork(), q + 1).ldelim();
                    return writer;
                };

                ReadChangeStreamResponse.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.ReadChangeStreamResponse();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.dataChange = $root.google.bigtable.v2.ReadChangeStreamResponse.DataChange.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 2: {
                                message.heartbeat = $root.google.bigtable.v2.ReadChangeStreamResponse.Heartbeat.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 3: {
                                message.closeStream = $root.google.bigtable.v2.ReadChangeStreamResponse.CloseStream.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                ReadChangeStreamResponse.MutationChunk = (function() {

                    function MutationChunk(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    MutationChunk.prototype.chunkInfo = null;
                    MutationChunk.prototype.mutation = null;

                    MutationChunk.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.chunkInfo != null && Object.hasOwnProperty.call(message, "chunkInfo"))
                            $root.google.bigtable.v2.ReadChangeStreamResponse.MutationChunk.ChunkInfo.encode(message.chunkInfo, writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.mutation != null && Object.hasOwnProperty.call(message, "mutation"))
                            $root.google.bigtable.v2.Mutation.encode(message.mutation, writer.uint32(18).fork(), q + 1).ldelim();
                        return writer;
                    };

                    MutationChunk.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.ReadChangeStreamResponse.MutationChunk();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.chunkInfo = $root.google.bigtable.v2.ReadChangeStreamResponse.MutationChunk.ChunkInfo.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 2: {
                                    message.mutation = $root.google.bigtable.v2.Mutation.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    MutationChunk.ChunkInfo = (function() {

                        function ChunkInfo(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        ChunkInfo.prototype.chunkedValueSize = 0;
                        ChunkInfo.prototype.chunkedValueOffset = 0;
                        ChunkInfo.prototype.lastChunk = false;

                        ChunkInfo.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.chunkedValueSize != null && Object.hasOwnProperty.call(message, "chunkedValueSize"))
                                writer.uint32(8).int32(message.chunkedValueSize);
                            if (message.chunkedValueOffset != null && Object.hasOwnProperty.call(message, "chunkedValueOffset"))
                                writer.uint32(16).int32(message.chunkedValueOffset);
                            if (message.lastChunk != null && Object.hasOwnProperty.call(message, "lastChunk"))
                                writer.uint32(24).bool(message.lastChunk);
                            return writer;
                        };

                        ChunkInfo.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.ReadChangeStreamResponse.MutationChunk.ChunkInfo();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.chunkedValueSize = reader.int32();
                                        break;
                                    }
                                case 2: {
                                        message.chunkedValueOffset = reader.int32();
                                        break;
                                    }
                                case 3: {
                                        message.lastChunk = reader.bool();
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return ChunkInfo;
                    })();

                    return MutationChunk;
                })();

                ReadChangeStreamResponse.DataChange = (function() {

                    function DataChange(properties) {
                        this.chunks = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    DataChange.prototype.type = 0;
                    DataChange.prototype.sourceClusterId = "";
                    DataChange.prototype.rowKey = $util.newBuffer([]);
                    DataChange.prototype.commitTimestamp = null;
                    DataChange.prototype.tiebreaker = 0;
                    DataChange.prototype.chunks = $util.emptyArray;
                    DataChange.prototype.done = false;
                    DataChange.prototype.token = "";
                    DataChange.prototype.estimatedLowWatermark = null;

                    DataChange.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.type != null && Object.hasOwnProperty.call(message, "type"))
                            writer.uint32(8).int32(message.type);
                        if (message.sourceClusterId != null && Object.hasOwnProperty.call(message, "sourceClusterId"))
                            writer.uint32(18).string(message.sourceClusterId);
                        if (message.rowKey != null && Object.hasOwnProperty.call(message, "rowKey"))
                            writer.uint32(26).bytes(message.rowKey);
                        if (message.commitTimestamp != null && Object.hasOwnProperty.call(message, "commitTimestamp"))
                            $root.google.protobuf.Timestamp.encode(message.commitTimestamp, writer.uint32(34).fork(), q + 1).ldelim();
                        if (message.tiebreaker != null && Object.hasOwnProperty.call(message, "tiebreaker"))
                            writer.uint32(40).int32(message.tiebreaker);
                        if (message.chunks != null && message.chunks.length)
                            for (var i = 0; i < message.chunks.length; ++i)
                                $root.google.bigtable.v2.ReadChangeStreamResponse.MutationChunk.encode(message.chunks[i], writer.uint32(50).fork(), q + 1).ldelim();
                        if (message.done != null && Object.hasOwnProperty.call(message, "done"))
                            writer.uint32(64).bool(message.done);
                        if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                            writer.uint32(74).string(message.token);
                        if (message.estimatedLowWatermark != null && Object.hasOwnProperty.call(message, "estimatedLowWatermark"))
                            $root.google.protobuf.Timestamp.encode(message.estimatedLowWatermark, writer.uint32(82).fork(), q + 1).ldelim();
                        return writer;
                    };

                    DataChange.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.ReadChangeStreamResponse.DataChange();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.type = reader.int32();
                                    break;
                                }
                            case 2: {
                                    message.sourceClusterId = reader.string();
                                    break;
                                }
                            case 3: {
                                    message.rowKey = reader.bytes();
                                    break;
                                }
                            case 4: {
                                    message.commitTimestamp = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 5: {
                                    message.tiebreaker = reader.int32();
                                    break;
                                }
                            case 6: {
                                    if (!(message.chunks && message.chunks.length))
                                        message.chunks = [];
                                    message.chunks.push($root.google.bigtable.v2.ReadChangeStreamResponse.MutationChunk.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 8: {
                                    message.done = reader.bool();
                                    break;
                                }
                            case 9: {
                                    message.token = reader.string();
                                    break;
                                }
                            case 10: {
                                    message.estimatedLowWatermark = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    DataChange.Type = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "TYPE_UNSPECIFIED"] = 0;
                        values[valuesById[1] = "USER"] = 1;
                        values[valuesById[2] = "GARBAGE_COLLECTION"] = 2;
                        values[valuesById[3] = "CONTINUATION"] = 3;
                        return values;
                    })();

                    return DataChange;
                })();

                ReadChangeStreamResponse.Heartbeat = (function() {

                    function Heartbeat(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Heartbeat.prototype.continuationToken = null;
                    Heartbeat.prototype.estimatedLowWatermark = null;

                    Heartbeat.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.continuationToken != null && Object.hasOwnProperty.call(message, "continuationToken"))
                            $root.google.bigtable.v2.StreamContinuationToken.encode(message.continuationToken, writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.estimatedLowWatermark != null && Object.hasOwnProperty.call(message, "estimatedLowWatermark"))
                            $root.google.protobuf.Timestamp.encode(message.estimatedLowWatermark, writer.uint32(18).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Heartbeat.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.ReadChangeStreamResponse.Heartbeat();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.continuationToken = $root.google.bigtable.v2.StreamContinuationToken.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 2: {
                                    message.estimatedLowWatermark = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Heartbeat;
                })();

                ReadChangeStreamResponse.CloseStream = (function() {

                    function CloseStream(properties) {
                        this.continuationTokens = [];
                        this.newPartitions = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    CloseStream.prototype.status = null;
                    CloseStream.prototype.continuationTokens = $util.emptyArray;
                    CloseStream.prototype.newPartitions = $util.emptyArray;

                    CloseStream.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.status != null && Object.hasOwnProperty.call(message, "status"))
                            $root.google.rpc.Status.encode(message.status, writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.continuationTokens != null && message.continuationTokens.length)
                            for (var i = 0; i < message.continuationTokens.length; ++i)
                                $root.google.bigtable.v2.StreamContinuationToken.encode(message.continuationTokens[i], writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.newPartitions != null && message.newPartitions.length)
                            for (var i = 0; i < message.newPartitions.length; ++i)
                                $root.google.bigtable.v2.StreamPartition.encode(message.newPartitions[i], writer.uint32(26).fork(), q + 1).ldelim();
                        return writer;
                    };

                    CloseStream.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.ReadChangeStreamResponse.CloseStream();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.status = $root.google.rpc.Status.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 2: {
                                    if (!(message.continuationTokens && message.continuationTokens.length))
                                        message.continuationTokens = [];
                                    message.continuationTokens.push($root.google.bigtable.v2.StreamContinuationToken.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 3: {
                                    if (!(message.newPartitions && message.newPartitions.length))
                                        message.newPartitions = [];
                                    message.newPartitions.push($root.google.bigtable.v2.StreamPartition.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return CloseStream;
                })();

                return ReadChangeStreamResponse;
            })();

            v2.Row = (function() {

                function Row(properties) {
                    this.families = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Row.prototype.key = $util.newBuffer([]);
                Row.prototype.families = $util.emptyArray;

                Row.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.key != null && Object.hasOwnProperty.call(message, "key"))
                        writer.uint32(10).bytes(message.key);
                    if (message.families != null && message.families.length)
                        for (var i = 0; i < message.families.length; ++i)
                            $root.google.bigtable.v2.Family.encode(message.families[i], writer.uint32(18).fork(), q + 1).ldelim();
                    return writer;
                };

                Row.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.Row();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.key = reader.bytes();
                                break;
                            }
                        case 2: {
                                if (!(message.families && message.families.length))
                                    message.families = [];
                                message.families.push($root.google.bigtable.v2.Family.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return Row;
            })();

            v2.Family = (function() {

                function Family(properties) {
                    this.columns = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Family.prototype.name = "";
                Family.prototype.columns = $util.emptyArray;

                Family.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                        writer.uint32(10).string(message.name);
                    if (message.columns != null && message.columns.length)
                        for (var i = 0; i < message.columns.length; ++i)
                            $root.google.bigtable.v2.Column.encode(message.columns[i], writer.uint32(18).fork(), q + 1).ldelim();
                    return writer;
                };

                Family.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.Family();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.name = reader.string();
                                break;
                            }
                        case 2: {
                                if (!(message.columns && message.columns.length))
                                    message.columns = [];
                                message.columns.push($root.google.bigtable.v2.Column.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return Family;
            })();

            v2.Column = (function() {

                function Column(properties) {
                    this.cells = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Column.prototype.qualifier = $util.newBuffer([]);
                Column.prototype.cells = $util.emptyArray;

                Column.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.qualifier != null && Object.hasOwnProperty.call(message, "qualifier"))
                        writer.uint32(10).bytes(message.qualifier);
                    if (message.cells != null && message.cells.length)
                        for (var i = 0; i < message.cells.length; ++i)
                            $root.google.bigtable.v2.Cell.encode(message.cells[i], writer.uint32(18).fork(), q + 1).ldelim();
                    return writer;
                };

                Column.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.Column();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.qualifier = reader.bytes();
                                break;
                            }
                        case 2: {
                                if (!(message.cells && message.cells.length))
                                    message.cells = [];
                                message.cells.push($root.google.bigtable.v2.Cell.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return Column;
            })();

            v2.Cell = (function() {

                function Cell(properties) {
                    this.labels = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Cell.prototype.timestampMicros = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                Cell.prototype.value = $util.newBuffer([]);
                Cell.prototype.labels = $util.emptyArray;

                Cell.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.timestampMicros != null && Object.hasOwnProperty.call(message, "timestampMicros"))
                        writer.uint32(8).int64(message.timestampMicros);
                    if (message.value != null && Object.hasOwnProperty.call(message, "value"))
                        writer.uint32(18).bytes(message.value);
                    if (message.labels != null && message.labels.length)
                        for (var i = 0; i < message.labels.length; ++i)
                            writer.uint32(26).string(message.labels[i]);
                    return writer;
                };

                Cell.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.Cell();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.timestampMicros = reader.int64();
                                break;
                            }
                        case 2: {
                                message.value = reader.bytes();
                                break;
                            }
                        case 3: {
                                if (!(message.labels && message.labels.length))
                                    message.labels = [];
                                message.labels.push(reader.string());
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return Cell;
            })();

            v2.Value = (function() {

                function Value(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Value.prototype.type = null;
                Value.prototype.rawValue = null;
                Value.prototype.rawTimestampMicros = null;
                Value.prototype.bytesValue = null;
                Value.prototype.stringValue = null;
                Value.prototype.intValue = null;
                Value.prototype.boolValue = null;
                Value.prototype.floatValue = null;
                Value.prototype.timestampValue = null;
                Value.prototype.dateValue = null;
                Value.prototype.arrayValue = null;

                var $oneOfFields;

                Object.defineProperty(Value.prototype, "kind", {
                    get: $util.oneOfGetter($oneOfFields = ["rawValue", "rawTimestampMicros", "bytesValue", "stringValue", "intValue", "boolValue", "floatValue", "timestampValue", "dateValue", "arrayValue"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Value.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.bytesValue != null && Object.hasOwnProperty.call(message, "bytesValue"))
                        writer.uint32(18).bytes(message.bytesValue);
                    if (message.stringValue != null && Object.hasOwnProperty.call(message, "stringValue"))
                        writer.uint32(26).string(message.stringValue);
                    if (message.arrayValue != null && Object.hasOwnProperty.call(message, "arrayValue"))
                        $root.google.bigtable.v2.ArrayValue.encode(message.arrayValue, writer.uint32(34).fork(), q + 1).ldelim();
                    if (message.intValue != null && Object.hasOwnProperty.call(message, "intValue"))
                        writer.uint32(48).int64(message.intValue);
                    if (message.type != null && Object.hasOwnProperty.call(message, "type"))
                        $root.google.bigtable.v2.Type.encode(message.type, writer.uint32(58).fork(), q + 1).ldelim();
                    if (message.rawValue != null && Object.hasOwnProperty.call(message, "rawValue"))
                        writer.uint32(66).bytes(message.rawValue);
                    if (message.rawTimestampMicros != null && Object.hasOwnProperty.call(message, "rawTimestampMicros"))
                        writer.uint32(72).int64(message.rawTimestampMicros);
                    if (message.boolValue != null && Object.hasOwnProperty.call(message, "boolValue"))
                        writer.uint32(80).bool(message.boolValue);
                    if (message.floatValue != null && Object.hasOwnProperty.call(message, "floatValue"))
                        writer.uint32(89).double(message.floatValue);
                    if (message.timestampValue != null && Object.hasOwnProperty.call(message, "timestampValue"))
                        $root.google.protobuf.Timestamp.encode(message.timestampValue, writer.uint32(98).fork(), q + 1).ldelim();
                    if (message.dateValue != null && Object.hasOwnProperty.call(message, "dateValue"))
                        $root.google.type.Date.encode(message.dateValue, writer.uint32(106).fork(), q + 1).ldelim();
                    return writer;
                };

                Value.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.Value();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 7: {
                                message.type = $root.google.bigtable.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 8: {
                                message.rawValue = reader.bytes();
                                break;
                            }
                        case 9: {
                                message.rawTimestampMicros = reader.int64();
                                break;
                            }
                        case 2: {
                                message.bytesValue = reader.bytes();
                                break;
                            }
                        case 3: {
                                message.stringValue = reader.string();
                                break;
                            }
                        case 6: {
                                message.intValue = reader.int64();
                                break;
                            }
                        case 10: {
                                message.boolValue = reader.bool();
                                break;
                            }
                        case 11: {
                                message.floatValue = reader.double();
                                break;
                            }
                        case 12: {
                                message.timestampValue = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 13: {
                                message.dateValue = $root.google.type.Date.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 4: {
                                message.arrayValue = $root.google.bigtable.v2.ArrayValue.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return Value;
            })();

            v2.ArrayValue = (function() {

                function ArrayValue(properties) {
                    this.values = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ArrayValue.prototype.values = $util.emptyArray;

                ArrayValue.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.values != null && message.values.length)
                        for (var i = 0; i < message.values.length; ++i)
                            $root.google.bigtable.v2.Value.encode(message.values[i], writer.uint32(10).fork(), q + 1).ldelim();
                    return writer;
                };

                ArrayValue.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.ArrayValue();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                if (!(message.values && message.values.length))
                                    message.values = [];
                                message.values.push($root.google.bigtable.v2.Value.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return ArrayValue;
            })();

            v2.RowRange = (function() {

                function RowRange(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                RowRange.prototype.startKeyClosed = null;
                RowRange.prototype.startKeyOpen = null;
                RowRange.prototype.endKeyOpen = null;
                RowRange.prototype.endKeyClosed = null;

                var $oneOfFields;

                Object.defineProperty(RowRange.prototype, "startKey", {
                    get: $util.oneOfGetter($oneOfFields = ["startKeyClosed", "startKeyOpen"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(RowRange.prototype, "endKey", {
                    get: $util.oneOfGetter($oneOfFields = ["endKeyOpen", "endKeyClosed"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                RowRange.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.startKeyClosed != null && Object.hasOwnProperty.call(message, "startKeyClosed"))
                        writer.uint32(10).bytes(message.startKeyClosed);
                    if (message.startKeyOpen != null && Object.hasOwnProperty.call(message, "startKeyOpen"))
                        writer.uint32(18).bytes(message.startKeyOpen);
                    if (message.endKeyOpen != null && Object.hasOwnProperty.call(message, "endKeyOpen"))
                        writer.uint32(26).bytes(message.endKeyOpen);
                    if (message.endKeyClosed != null && Object.hasOwnProperty.call(message, "endKeyClosed"))
                        writer.uint32(34).bytes(message.endKeyClosed);
                    return writer;
                };

                RowRange.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.RowRange();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.startKeyClosed = reader.bytes();
                                break;
                            }
                        case 2: {
                                message.startKeyOpen = reader.bytes();
                                break;
                            }
                        case 3: {
                                message.endKeyOpen = reader.bytes();
                                break;
                            }
                        case 4: {
                                message.endKeyClosed = reader.bytes();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return RowRange;
            })();

            v2.ColumnRange = (function() {

                function ColumnRange(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ColumnRange.prototype.familyName = "";
                ColumnRange.prototype.startQualifierClosed = null;
                ColumnRange.prototype.startQualifierOpen = null;
                ColumnRange.prototype.endQualifierClosed = null;
                ColumnRange.prototype.endQualifierOpen = null;

                var $oneOfFields;

                Object.defineProperty(ColumnRange.prototype, "startQualifier", {
                    get: $util.oneOfGetter($oneOfFields = ["startQualifierClosed", "startQualifierOpen"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(ColumnRange.prototype, "endQualifier", {
                    get: $util.oneOfGetter($oneOfFields = ["endQualifierClosed", "endQualifierOpen"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ColumnRange.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.familyName != null && Object.hasOwnProperty.call(message, "familyName"))
                        writer.uint32(10).string(message.familyName);
                    if (message.startQualifierClosed != null && Object.hasOwnProperty.call(message, "startQualifierClosed"))
                        writer.uint32(18).bytes(message.startQualifierClosed);
                    if (message.startQualifierOpen != null && Object.hasOwnProperty.call(message, "startQualifierOpen"))
                        writer.uint32(26).bytes(message.startQualifierOpen);
                    if (message.endQualifierClosed != null && Object.hasOwnProperty.call(message, "endQualifierClosed"))
                        writer.uint32(34).bytes(message.endQualifierClosed);
                    if (message.endQualifierOpen != null && Object.hasOwnProperty.call(message, "endQualifierOpen"))
                        writer.uint32(42).bytes(message.endQualifierOpen);
                    return writer;
                };

                ColumnRange.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.ColumnRange();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.familyName = reader.string();
                                break;
                            }
                        case 2: {
                                message.startQualifierClosed = reader.bytes();
                                break;
                            }
                        case 3: {
                                message.startQualifierOpen = reader.bytes();
                                break;
                            }
                        case 4: {
                                message.endQualifierClosed = reader.bytes();
                                break;
                            }
                        case 5: {
                                message.endQualifierOpen = reader.bytes();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return ColumnRange;
            })();

            v2.TimestampRange = (function() {

                function TimestampRange(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                TimestampRange.prototype.startTimestampMicros = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                TimestampRange.prototype.endTimestampMicros = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                TimestampRange.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.startTimestampMicros != null && Object.hasOwnProperty.call(message, "startTimestampMicros"))
                        writer.uint32(8).int64(message.startTimestampMicros);
                    if (message.endTimestampMicros != null && Object.hasOwnProperty.call(message, "endTimestampMicros"))
                        writer.uint32(16).int64(message.endTimestampMicros);
                    return writer;
                };

                TimestampRange.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.TimestampRange();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.startTimestampMicros = reader.int64();
                                break;
                            }
                        case 2: {
                                message.endTimestampMicros = reader.int64();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return TimestampRange;
            })();

            v2.ValueRange = (function() {

                function ValueRange(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ValueRange.prototype.startValueClosed = null;
                ValueRange.prototype.startValueOpen = null;
                ValueRange.prototype.endValueClosed = null;
                ValueRange.prototype.endValueOpen = null;

                var $oneOfFields;

                Object.defineProperty(ValueRange.prototype, "startValue", {
                    get: $util.oneOfGetter($oneOfFields = ["startValueClosed", "startValueOpen"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(ValueRange.prototype, "endValue", {
                    get: $util.oneOfGetter($oneOfFields = ["endValueClosed", "endValueOpen"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ValueRange.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.startValueClosed != null && Object.hasOwnProperty.call(message, "startValueClosed"))
                        writer.uint32(10).bytes(message.startValueClosed);
                    if (message.startValueOpen != null && Object.hasOwnProperty.call(message, "startValueOpen"))
                        writer.uint32(18).bytes(message.startValueOpen);
                    if (message.endValueClosed != null && Object.hasOwnProperty.call(message, "endValueClosed"))
                        writer.uint32(26).bytes(message.endValueClosed);
                    if (message.endValueOpen != null && Object.hasOwnProperty.call(message, "endValueOpen"))
                        writer.uint32(34).bytes(message.endValueOpen);
                    return writer;
                };

                ValueRange.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.ValueRange();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.startValueClosed = reader.bytes();
                                break;
                            }
                        case 2: {
                                message.startValueOpen = reader.bytes();
                                break;
                            }
                        case 3: {
                                message.endValueClosed = reader.bytes();
                                break;
                            }
                        case 4: {
                                message.endValueOpen = reader.bytes();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return ValueRange;
            })();

            v2.RowFilter = (function() {

                function RowFilter(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                RowFilter.prototype.chain = null;
                RowFilter.prototype.interleave = null;
                RowFilter.prototype.condition = null;
                RowFilter.prototype.sink = null;
                RowFilter.prototype.passAllFilter = null;
                RowFilter.prototype.blockAllFilter = null;
                RowFilter.prototype.rowKeyRegexFilter = null;
                RowFilter.prototype.rowSampleFilter = null;
                RowFilter.prototype.familyNameRegexFilter = null;
                RowFilter.prototype.columnQualifierRegexFilter = null;
                RowFilter.prototype.columnRangeFilter = null;
                RowFilter.prototype.timestampRangeFilter = null;
                RowFilter.prototype.valueRegexFilter = null;
                RowFilter.prototype.valueRangeFilter = null;
                RowFilter.prototype.cellsPerRowOffsetFilter = null;
                RowFilter.prototype.cellsPerRowLimitFilter = null;
                RowFilter.prototype.cellsPerColumnLimitFilter = null;
                RowFilter.prototype.stripValueTransformer = null;
                RowFilter.prototype.applyLabelTransformer = null;

                var $oneOfFields;

                Object.defineProperty(RowFilter.prototype, "filter", {
                    get: $util.oneOfGetter($oneOfFields = ["chain", "interleave", "condition", "sink", "passAllFilter", "blockAllFilter", "rowKeyRegexFilter", "rowSampleFilter", "familyNameRegexFilter", "columnQualifierRegexFilter", "columnRangeFilter", "timestampRangeFilter", "valueRegexFilter", "valueRangeFilter", "cellsPerRowOffsetFilter", "cellsPerRowLimitFilter", "cellsPerColumnLimitFilter", "stripValueTransformer", "applyLabelTransformer"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                RowFilter.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.chain != null && Object.hasOwnProperty.call(message, "chain"))
                        $root.google.bigtable.v2.RowFilter.Chain.encode(message.chain, writer.uint32(10).fork(), q + 1).ldelim();
                    if (message.interleave != null && Object.hasOwnProperty.call(message, "interleave"))
                        $root.google.bigtable.v2.RowFilter.Interleave.encode(message.interleave, writer.uint32(18).fork(), q + 1).ldelim();
                    if (message.condition != null && Object.hasOwnProperty.call(message, "condition"))
                        $root.google.bigtable.v2.RowFilter.Condition.encode(message.condition, writer.uint32(26).fork(), q + 1).ldelim();
                    if (message.rowKeyRegexFilter != null && Object.hasOwnProperty.call(message, "rowKeyRegexFilter"))
                        writer.uint32(34).bytes(message.rowKeyRegexFilter);
                    if (message.familyNameRegexFilter != null && Object.hasOwnProperty.call(message, "familyNameRegexFilter"))
                        writer.uint32(42).string(message.familyNameRegexFilter);
                    if (message.columnQualifierRegexFilter != null && Object.hasOwnProperty.call(message, "columnQualifierRegexFilter"))
                        writer.uint32(50).bytes(message.columnQualifierRegexFilter);
                    if (message.columnRangeFilter != null && Object.hasOwnProperty.call(message, "columnRangeFilter"))
                        $root.google.bigtable.v2.ColumnRange.encode(message.columnRangeFilter, writer.uint32(58).fork(), q + 1).ldelim();
                    if (message.timestampRangeFilter != null && Object.hasOwnProperty.call(message, "timestampRangeFilter"))
                        $root.google.bigtable.v2.TimestampRange.encode(message.timestampRangeFilter, writer.uint32(66).fork(), q + 1).ldelim();
                    if (message.valueRegexFilter != null && Object.hasOwnProperty.call(message, "valueRegexFilter"))
                        writer.uint32(74).bytes(message.valueRegexFilter);
                    if (message.cellsPerRowOffsetFilter != null && Object.hasOwnProperty.call(message, "cellsPerRowOffsetFilter"))
                        writer.uint32(80).int32(message.cellsPerRowOffsetFilter);
                    if (message.cellsPerRowLimitFilter != null && Object.hasOwnProperty.call(message, "cellsPerRowLimitFilter"))
                        writer.uint32(88).int32(message.cellsPerRowLimitFilter);
                    if (message.cellsPerColumnLimitFilter != null && Object.hasOwnProperty.call(message, "cellsPerColumnLimitFilter"))
                        writer.uint32(96).int32(message.cellsPerColumnLimitFilter);
                    if (message.stripValueTransformer != null && Object.hasOwnProperty.call(message, "stripValueTransformer"))
                        writer.uint32(104).bool(message.stripValueTransformer);
                    if (message.rowSampleFilter != null && Object.hasOwnProperty.call(message, "rowSampleFilter"))
                        writer.uint32(113).double(message.rowSampleFilter);
                    if (message.valueRangeFilter != null && Object.hasOwnProperty.call(message, "valueRangeFilter"))
                        $root.google.bigtable.v2.ValueRange.encode(message.valueRangeFilter, writer.uint32(122).fork(), q + 1).ldelim();
                    if (message.sink != null && Object.hasOwnProperty.call(message, "sink"))
                        writer.uint32(128).bool(message.sink);
                    if (message.passAllFilter != null && Object.hasOwnProperty.call(message, "passAllFilter"))
                        writer.uint32(136).bool(message.passAllFilter);
                    if (message.blockAllFilter != null && Object.hasOwnProperty.call(message, "blockAllFilter"))
                        writer.uint32(144).bool(message.blockAllFilter);
                    if (message.applyLabelTransformer != null && Object.hasOwnProperty.call(message, "applyLabelTransformer"))
                        writer.uint32(154).string(message.applyLabelTransformer);
                    return writer;
                };

                RowFilter.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.RowFilter();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.chain = $root.google.bigtable.v2.RowFilter.Chain.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 2: {
                                message.interleave = $root.google.bigtable.v2.RowFilter.Interleave.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 3: {
                                message.condition = $root.google.bigtable.v2.RowFilter.Condition.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 16: {
                                message.sink = reader.bool();
                                break;
                            }
                        case 17: {
                                message.passAllFilter = reader.bool();
                                break;
                            }
                        case 18: {
                                message.blockAllFilter = reader.bool();
                                break;
                            }
                        case 4: {
                                message.rowKeyRegexFilter = reader.bytes();
                                break;
                            }
                        case 14: {
                                message.rowSampleFilter = reader.double();
                                break;
                            }
                        case 5: {
                                message.familyNameRegexFilter = reader.string();
                                break;
                            }
                        case 6: {
                                message.columnQualifierRegexFilter = reader.bytes();
                                break;
                            }
                        case 7: {
                                message.columnRangeFilter = $root.google.bigtable.v2.ColumnRange.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 8: {
                                message.timestampRangeFilter = $root.google.bigtable.v2.TimestampRange.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 9: {
                                message.valueRegexFilter = reader.bytes();
                                break;
                            }
                        case 15: {
                                message.valueRangeFilter = $root.google.bigtable.v2.ValueRange.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 10: {
                                message.cellsPerRowOffsetFilter = reader.int32();
                                break;
                            }
                        case 11: {
                                message.cellsPerRowLimitFilter = reader.int32();
                                break;
                            }
                        case 12: {
                                message.cellsPerColumnLimitFilter = reader.int32();
                                break;
                            }
                        case 13: {
                                message.stripValueTransformer = reader.bool();
                                break;
                            }
                        case 19: {
                                message.applyLabelTransformer = reader.string();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                RowFilter.Chain = (function() {

                    function Chain(properties) {
                        this.filters = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Chain.prototype.filters = $util.emptyArray;

                    Chain.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.filters != null && message.filters.length)
                            for (var i = 0; i < message.filters.length; ++i)
                                $root.google.bigtable.v2.RowFilter.encode(message.filters[i], writer.uint32(10).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Chain.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.RowFilter.Chain();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    if (!(message.filters && message.filters.length))
                                        message.filters = [];
                                    message.filters.push($root.google.bigtable.v2.RowFilter.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Chain;
                })();

                RowFilter.Interleave = (function() {

                    function Interleave(properties) {
                        this.filters = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Interleave.prototype.filters = $util.emptyArray;

                    Interleave.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.filters != null && message.filters.length)
                            for (var i = 0; i < message.filters.length; ++i)
                                $root.google.bigtable.v2.RowFilter.encode(message.filters[i], writer.uint32(10).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Interleave.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.RowFilter.Interleave();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    if (!(message.filters && message.filters.length))
                                        message.filters = [];
                                    message.filters.push($root.google.bigtable.v2.RowFilter.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Interleave;
                })();

                RowFilter.Condition = (function() {

                    function Condition(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Condition.prototype.predicateFilter = null;
                    Condition.prototype.trueFilter = null;
                    Condition.prototype.falseFilter = null;

                    Condition.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.predicateFilter != null && Object.hasOwnProperty.call(message, "predicateFilter"))
                            $root.google.bigtable.v2.RowFilter.encode(message.predicateFilter, writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.trueFilter != null && Object.hasOwnProperty.call(message, "trueFilter"))
                            $root.google.bigtable.v2.RowFilter.encode(message.trueFilter, writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.falseFilter != null && Object.hasOwnProperty.call(message, "falseFilter"))
                            $root.google.bigtable.v2.RowFilter.encode(message.falseFilter, writer.uint32(26).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Condition.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.RowFilter.Condition();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.predicateFilter = $root.google.bigtable.v2.RowFilter.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 2: {
                                    message.trueFilter = $root.google.bigtable.v2.RowFilter.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 3: {
                                    message.falseFilter = $root.google.bigtable.v2.RowFilter.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Condition;
                })();

                return RowFilter;
            })();

            v2.Mutation = (function() {

                function Mutation(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Mutation.prototype.setCell = null;
                Mutation.prototype.addToCell = null;
                Mutation.prototype.mergeToCell = null;
                Mutation.prototype.deleteFromColumn = null;
                Mutation.prototype.deleteFromFamily = null;
                Mutation.prototype.deleteFromRow = null;

                var $oneOfFields;

                Object.defineProperty(Mutation.prototype, "mutation", {
                    get: $util.oneOfGetter($oneOfFields = ["setCell", "addToCell", "mergeToCell", "deleteFromColumn", "deleteFromFamily", "deleteFromRow"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Mutation.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.setCell != null && Object.hasOwnProperty.call(message, "setCell"))
                        $root.google.bigtable.v2.Mutation.SetCell.encode(message.setCell, writer.uint32(10).fork(), q + 1).ldelim();
                    if (message.deleteFromColumn != null && Object.hasOwnProperty.call(message, "deleteFromColumn"))
                        $root.google.bigtable.v2.Mutation.DeleteFromColumn.encode(message.deleteFromColumn, writer.uint32(18).fork(), q + 1).ldelim();
                    if (message.deleteFromFamily != null && Object.hasOwnProperty.call(message, "deleteFromFamily"))
                        $root.google.bigtable.v2.Mutation.DeleteFromFamily.encode(message.deleteFromFamily, writer.uint32(26).fork(), q + 1).ldelim();
                    if (message.deleteFromRow != null && Object.hasOwnProperty.call(message, "deleteFromRow"))
                        $root.google.bigtable.v2.Mutation.DeleteFromRow.encode(message.deleteFromRow, writer.uint32(34).fork(), q + 1).ldelim();
                    if (message.addToCell != null && Object.hasOwnProperty.call(message, "addToCell"))
                        $root.google.bigtable.v2.Mutation.AddToCell.encode(message.addToCell, writer.uint32(42).fork(), q + 1).ldelim();
                    if (message.mergeToCell != null && Object.hasOwnProperty.call(message, "mergeToCell"))
                        $root.google.bigtable.v2.Mutation.MergeToCell.encode(message.mergeToCell, writer.uint32(50).fork(), q + 1).ldelim();
                    return writer;
                };

                Mutation.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.Mutation();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.setCell = $root.google.bigtable.v2.Mutation.SetCell.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 5: {
                                message.addToCell = $root.google.bigtable.v2.Mutation.AddToCell.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 6: {
                                message.mergeToCell = $root.google.bigtable.v2.Mutation.MergeToCell.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 2: {
                                message.deleteFromColumn = $root.google.bigtable.v2.Mutation.DeleteFromColumn.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 3: {
                                message.deleteFromFamily = $root.google.bigtable.v2.Mutation.DeleteFromFamily.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 4: {
                                message.deleteFromRow = $root.google.bigtable.v2.Mutation.DeleteFromRow.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                Mutation.SetCell = (function() {

                    function SetCell(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    SetCell.prototype.familyName = "";
                    SetCell.prototype.columnQualifier = $util.newBuffer([]);
                    SetCell.prototype.timestampMicros = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                    SetCell.prototype.value = $util.newBuffer([]);

                    SetCell.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.familyName != null && Object.hasOwnProperty.call(message, "familyName"))
                            writer.uint32(10).string(message.familyName);
                        if (message.columnQualifier != null && Object.hasOwnProperty.call(message, "columnQualifier"))
                            writer.uint32(18).bytes(message.columnQualifier);
                        if (message.timestampMicros != null && Object.hasOwnProperty.call(message, "timestampMicros"))
                            writer.uint32(24).int64(message.timestampMicros);
                        if (message.value != null && Object.hasOwnProperty.call(message, "value"))
                            writer.uint32(34).bytes(message.value);
                        return writer;
                    };

                    SetCell.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Mutation.SetCell();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.familyName = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.columnQualifier = reader.bytes();
                                    break;
                                }
                            case 3: {
                                    message.timestampMicros = reader.int64();
                                    break;
                                }
                            case 4: {
                                    message.value = reader.bytes();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return SetCell;
                })();

                Mutation.AddToCell = (function() {

                    function AddToCell(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    AddToCell.prototype.familyName = "";
                    AddToCell.prototype.columnQualifier = null;
                    AddToCell.prototype.timestamp = null;
                    AddToCell.prototype.input = null;

                    AddToCell.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.familyName != null && Object.hasOwnProperty.call(message, "familyName"))
                            writer.uint32(10).string(message.familyName);
                        if (message.columnQualifier != null && Object.hasOwnProperty.call(message, "columnQualifier"))
                            $root.google.bigtable.v2.Value.encode(message.columnQualifier, writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.timestamp != null && Object.hasOwnProperty.call(message, "timestamp"))
                            $root.google.bigtable.v2.Value.encode(message.timestamp, writer.uint32(26).fork(), q + 1).ldelim();
                        if (message.input != null && Object.hasOwnProperty.call(message, "input"))
                            $root.google.bigtable.v2.Value.encode(message.input, writer.uint32(34).fork(), q + 1).ldelim();
                        return writer;
                    };

                    AddToCell.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Mutation.AddToCell();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.familyName = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.columnQualifier = $root.google.bigtable.v2.Value.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 3: {
                                    message.timestamp = $root.google.bigtable.v2.Value.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 4: {
                                    message.input = $root.google.bigtable.v2.Value.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return AddToCell;
                })();

                Mutation.MergeToCell = (function() {

                    function MergeToCell(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    MergeToCell.prototype.familyName = "";
                    MergeToCell.prototype.columnQualifier = null;
                    MergeToCell.prototype.timestamp = null;
                    MergeToCell.prototype.input = null;

                    MergeToCell.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.familyName != null && Object.hasOwnProperty.call(message, "familyName"))
                            writer.uint32(10).string(message.familyName);
                        if (message.columnQualifier != null && Object.hasOwnProperty.call(message, "columnQualifier"))
                            $root.google.bigtable.v2.Value.encode(message.columnQualifier, writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.timestamp != null && Object.hasOwnProperty.call(message, "timestamp"))
                            $root.google.bigtable.v2.Value.encode(message.timestamp, writer.uint32(26).fork(), q + 1).ldelim();
                        if (message.input != null && Object.hasOwnProperty.call(message, "input"))
                            $root.google.bigtable.v2.Value.encode(message.input, writer.uint32(34).fork(), q + 1).ldelim();
                        return writer;
                    };

                    MergeToCell.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Mutation.MergeToCell();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.familyName = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.columnQualifier = $root.google.bigtable.v2.Value.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 3: {
                                    message.timestamp = $root.google.bigtable.v2.Value.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 4: {
                                    message.input = $root.google.bigtable.v2.Value.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return MergeToCell;
                })();

                Mutation.DeleteFromColumn = (function() {

                    function DeleteFromColumn(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    DeleteFromColumn.prototype.familyName = "";
                    DeleteFromColumn.prototype.columnQualifier = $util.newBuffer([]);
                    DeleteFromColumn.prototype.timeRange = null;

                    DeleteFromColumn.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.familyName != null && Object.hasOwnProperty.call(message, "familyName"))
                            writer.uint32(10).string(message.familyName);
                        if (message.columnQualifier != null && Object.hasOwnProperty.call(message, "columnQualifier"))
                            writer.uint32(18).bytes(message.columnQualifier);
                        if (message.timeRange != null && Object.hasOwnProperty.call(message, "timeRange"))
                            $root.google.bigtable.v2.TimestampRange.encode(message.timeRange, writer.uint32(26).fork(), q + 1).ldelim();
                        return writer;
                    };

                    DeleteFromColumn.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Mutation.DeleteFromColumn();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.familyName = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.columnQualifier = reader.bytes();
                                    break;
                                }
                            case 3: {
                                    message.timeRange = $root.google.bigtable.v2.TimestampRange.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return DeleteFromColumn;
                })();

                Mutation.DeleteFromFamily = (function() {

                    function DeleteFromFamily(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    DeleteFromFamily.prototype.familyName = "";

                    DeleteFromFamily.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.familyName != null && Object.hasOwnProperty.call(message, "familyName"))
                            writer.uint32(10).string(message.familyName);
                        return writer;
                    };

                    DeleteFromFamily.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Mutation.DeleteFromFamily();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.familyName = reader.string();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return DeleteFromFamily;
                })();

                Mutation.DeleteFromRow = (function() {

                    function DeleteFromRow(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    DeleteFromRow.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        return writer;
                    };

                    DeleteFromRow.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Mutation.DeleteFromRow();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return DeleteFromRow;
                })();

                return Mutation;
            })();

            v2.ReadModifyWriteRule = (function() {

                function ReadModifyWriteRule(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ReadModifyWriteRule.prototype.familyName = "";
                ReadModifyWriteRule.prototype.columnQualifier = $util.newBuffer([]);
                ReadModifyWriteRule.prototype.appendValue = null;
                ReadModifyWriteRule.prototype.incrementAmount = null;

                var $oneOfFields;

                Object.defineProperty(ReadModifyWriteRule.prototype, "rule", {
                    get: $util.oneOfGetter($oneOfFields = ["appendValue", "incrementAmount"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ReadModifyWriteRule.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.familyName != null && Object.hasOwnProperty.call(message, "familyName"))
                        writer.uint32(10).string(message.familyName);
                    if (message.columnQualifier != null && Object.hasOwnProperty.call(message, "columnQualifier"))
                        writer.uint32(18).bytes(message.columnQualifier);
                    if (message.appendValue != null && Object.hasOwnProperty.call(message, "appendValue"))
                        writer.uint32(26).bytes(message.appendValue);
                    if (message.incrementAmount != null && Object.hasOwnProperty.call(message, "incrementAmount"))
                        writer.uint32(32).int64(message.incrementAmount);
                    return writer;
                };

                ReadModifyWriteRule.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.ReadModifyWriteRule();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.familyName = reader.string();
                                break;
                            }
                        case 2: {
                                message.columnQualifier = reader.bytes();
                                break;
                            }
                        case 3: {
                                message.appendValue = reader.bytes();
                                break;
                            }
                        case 4: {
                                message.incrementAmount = reader.int64();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return ReadModifyWriteRule;
            })();

            v2.StreamPartition = (function() {

                function StreamPartition(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                StreamPartition.prototype.rowRange = null;

                StreamPartition.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.rowRange != null && Object.hasOwnProperty.call(message, "rowRange"))
                        $root.google.bigtable.v2.RowRange.encode(message.rowRange, writer.uint32(10).fork(), q + 1).ldelim();
                    return writer;
                };

                StreamPartition.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.StreamPartition();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.rowRange = $root.google.bigtable.v2.RowRange.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return StreamPartition;
            })();

            v2.StreamContinuationTokens = (function() {

                function StreamContinuationTokens(properties) {
                    this.tokens = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                StreamContinuationTokens.prototype.tokens = $util.emptyArray;

                StreamContinuationTokens.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.tokens != null && message.tokens.length)
                        for (var i = 0; i < message.tokens.length; ++i)
                            $root.google.bigtable.v2.StreamContinuationToken.encode(message.tokens[i], writer.uint32(10).fork(), q + 1).ldelim();
                    return writer;
                };

                StreamContinuationTokens.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.StreamContinuationTokens();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                if (!(message.tokens && message.tokens.length))
                                    message.tokens = [];
                                message.tokens.push($root.google.bigtable.v2.StreamContinuationToken.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return StreamContinuationTokens;
            })();

            v2.StreamContinuationToken = (function() {

                function StreamContinuationToken(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                StreamContinuationToken.prototype.partition = null;
                StreamContinuationToken.prototype.token = "";

                StreamContinuationToken.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.partition != null && Object.hasOwnProperty.call(message, "partition"))
                        $root.google.bigtable.v2.StreamPartition.encode(message.partition, writer.uint32(10).fork(), q + 1).ldelim();
                    if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                        writer.uint32(18).string(message.token);
                    return writer;
                };

                StreamContinuationToken.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.StreamContinuationToken();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.partition = $root.google.bigtable.v2.StreamPartition.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 2: {
                                message.token = reader.string();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return StreamContinuationToken;
            })();

            v2.Idempotency = (function() {

                function Idempotency(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Idempotency.prototype.token = $util.newBuffer([]);
                Idempotency.prototype.startTime = null;

                Idempotency.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                        writer.uint32(10).bytes(message.token);
                    if (message.startTime != null && Object.hasOwnProperty.call(message, "startTime"))
                        $root.google.protobuf.Timestamp.encode(message.startTime, writer.uint32(18).fork(), q + 1).ldelim();
                    return writer;
                };

                Idempotency.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.Idempotency();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.token = reader.bytes();
                                break;
                            }
                        case 2: {
                                message.startTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return Idempotency;
            })();

            v2.Type = (function() {

                function Type(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Type.prototype.bytesType = null;
                Type.prototype.stringType = null;
                Type.prototype.int64Type = null;
                Type.prototype.float32Type = null;
                Type.prototype.float64Type = null;
                Type.prototype.boolType = null;
                Type.prototype.timestampType = null;
                Type.prototype.dateType = null;
                Type.prototype.aggregateType = null;
                Type.prototype.structType = null;
                Type.prototype.arrayType = null;
                Type.prototype.mapType = null;
                Type.prototype.protoType = null;
                Type.prototype.enumType = null;

                var $oneOfFields;

                Object.defineProperty(Type.prototype, "kind", {
                    get: $util.oneOfGetter($oneOfFields = ["bytesType", "stringType", "int64Type", "float32Type", "float64Type", "boolType", "timestampType", "dateType", "aggregateType", "structType", "arrayType", "mapType", "protoType", "enumType"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Type.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.bytesType != null && Object.hasOwnProperty.call(message, "bytesType"))
                        $root.google.bigtable.v2.Type.Bytes.encode(message.bytesType, writer.uint32(10).fork(), q + 1).ldelim();
                    if (message.stringType != null && Object.hasOwnProperty.call(message, "stringType"))
                        $root.google.bigtable.v2.Type.String.encode(message.stringType, writer.uint32(18).fork(), q + 1).ldelim();
                    if (message.arrayType != null && Object.hasOwnProperty.call(message, "arrayType"))
                        $root.google.bigtable.v2.Type.Array.encode(message.arrayType, writer.uint32(26).fork(), q + 1).ldelim();
                    if (message.mapType != null && Object.hasOwnProperty.call(message, "mapType"))
                        $root.google.bigtable.v2.Type.Map.encode(message.mapType, writer.uint32(34).fork(), q + 1).ldelim();
                    if (message.int64Type != null && Object.hasOwnProperty.call(message, "int64Type"))
                        $root.google.bigtable.v2.Type.Int64.encode(message.int64Type, writer.uint32(42).fork(), q + 1).ldelim();
                    if (message.aggregateType != null && Object.hasOwnProperty.call(message, "aggregateType"))
                        $root.google.bigtable.v2.Type.Aggregate.encode(message.aggregateType, writer.uint32(50).fork(), q + 1).ldelim();
                    if (message.structType != null && Object.hasOwnProperty.call(message, "structType"))
                        $root.google.bigtable.v2.Type.Struct.encode(message.structType, writer.uint32(58).fork(), q + 1).ldelim();
                    if (message.boolType != null && Object.hasOwnProperty.call(message, "boolType"))
                        $root.google.bigtable.v2.Type.Bool.encode(message.boolType, writer.uint32(66).fork(), q + 1).ldelim();
                    if (message.float64Type != null && Object.hasOwnProperty.call(message, "float64Type"))
                        $root.google.bigtable.v2.Type.Float64.encode(message.float64Type, writer.uint32(74).fork(), q + 1).ldelim();
                    if (message.timestampType != null && Object.hasOwnProperty.call(message, "timestampType"))
                        $root.google.bigtable.v2.Type.Timestamp.encode(message.timestampType, writer.uint32(82).fork(), q + 1).ldelim();
                    if (message.dateType != null && Object.hasOwnProperty.call(message, "dateType"))
                        $root.google.bigtable.v2.Type.Date.encode(message.dateType, writer.uint32(90).fork(), q + 1).ldelim();
                    if (message.float32Type != null && Object.hasOwnProperty.call(message, "float32Type"))
                        $root.google.bigtable.v2.Type.Float32.encode(message.float32Type, writer.uint32(98).fork(), q + 1).ldelim();
                    if (message.protoType != null && Object.hasOwnProperty.call(message, "protoType"))
                        $root.google.bigtable.v2.Type.Proto.encode(message.protoType, writer.uint32(106).fork(), q + 1).ldelim();
                    if (message.enumType != null && Object.hasOwnProperty.call(message, "enumType"))
                        $root.google.bigtable.v2.Type.Enum.encode(message.enumType, writer.uint32(114).fork(), q + 1).ldelim();
                    return writer;
                };

                Type.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.Type();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.bytesType = $root.google.bigtable.v2.Type.Bytes.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 2: {
                                message.stringType = $root.google.bigtable.v2.Type.String.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 5: {
                                message.int64Type = $root.google.bigtable.v2.Type.Int64.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 12: {
                                message.float32Type = $root.google.bigtable.v2.Type.Float32.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 9: {
                                message.float64Type = $root.google.bigtable.v2.Type.Float64.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 8: {
                                message.boolType = $root.google.bigtable.v2.Type.Bool.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 10: {
                                message.timestampType = $root.google.bigtable.v2.Type.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 11: {
                                message.dateType = $root.google.bigtable.v2.Type.Date.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 6: {
                                message.aggregateType = $root.google.bigtable.v2.Type.Aggregate.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 7: {
                                message.structType = $root.google.bigtable.v2.Type.Struct.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 3: {
                                message.arrayType = $root.google.bigtable.v2.Type.Array.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 4: {
                                message.mapType = $root.google.bigtable.v2.Type.Map.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 13: {
                                message.protoType = $root.google.bigtable.v2.Type.Proto.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 14: {
                                message.enumType = $root.google.bigtable.v2.Type.Enum.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                Type.Bytes = (function() {

                    function Bytes(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Bytes.prototype.encoding = null;

                    Bytes.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.encoding != null && Object.hasOwnProperty.call(message, "encoding"))
                            $root.google.bigtable.v2.Type.Bytes.Encoding.encode(message.encoding, writer.uint32(10).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Bytes.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Bytes();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.encoding = $root.google.bigtable.v2.Type.Bytes.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    Bytes.Encoding = (function() {

                        function Encoding(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Encoding.prototype.raw = null;

                        var $oneOfFields;

                        Object.defineProperty(Encoding.prototype, "encoding", {
                            get: $util.oneOfGetter($oneOfFields = ["raw"]),
                            set: $util.oneOfSetter($oneOfFields)
                        });

                        Encoding.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.raw != null && Object.hasOwnProperty.call(message, "raw"))
                                $root.google.bigtable.v2.Type.Bytes.Encoding.Raw.encode(message.raw, writer.uint32(10).fork(), q + 1).ldelim();
                            return writer;
                        };

                        Encoding.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.Bytes.Encoding();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.raw = $root.google.bigtable.v2.Type.Bytes.Encoding.Raw.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        Encoding.Raw = (function() {

                            function Raw(properties) {
                                if (properties)
                                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                            this[keys[i]] = properties[keys[i]];
                            }

                            Raw.prototype.escapeNulls = false;

                            Raw.encode = function encode(message, writer, q) {
                                if (!writer)
                                    writer = $Writer.create();
                                if (q === undefined)
                                    q = 0;
                                if (q > $util.recursionLimit)
                                    throw Error("max depth exceeded");
                                if (message.escapeNulls != null && Object.hasOwnProperty.call(message, "escapeNulls"))
                                    writer.uint32(8).bool(message.escapeNulls);
                                return writer;
                            };

                            Raw.decode = function decode(reader, length, error, long) {
                                if (!(reader instanceof $Reader))
                                    reader = $Reader.create(reader);
                                if (long === undefined)
                                    long = 0;
                                if (long > $Reader.recursionLimit)
                                    throw Error("maximum nesting depth exceeded");
                                var end, message;
                                if (length === undefined)
                                    end = reader.len;
                                else {
                                    end = reader.pos + length;
                                    if (end > reader.len)
                                        throw RangeError("index out of range");
                                    length = reader.len;
                                    reader.len = end;
                                }
                                message = new $root.google.bigtable.v2.Type.Bytes.Encoding.Raw();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    case 1: {
                                            message.escapeNulls = reader.bool();
                                            break;
                                        }
                                    default:
                                        reader.skipType(tag & 7, long);
                                        break;
                                    }
                                }
                                if (length !== undefined) {
                                    if (reader.pos !== end)
                                        throw RangeError("index out of range");
                                    reader.len = length;
                                }
                                return message;
                            };

                            return Raw;
                        })();

                        return Encoding;
                    })();

                    return Bytes;
                })();

                Type.String = (function() {

                    function String(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    String.prototype.encoding = null;

                    String.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.encoding != null && Object.hasOwnProperty.call(message, "encoding"))
                            $root.google.bigtable.v2.Type.String.Encoding.encode(message.encoding, writer.uint32(10).fork(), q + 1).ldelim();
                        return writer;
                    };

                    String.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.String();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.encoding = $root.google.bigtable.v2.Type.String.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    String.Encoding = (function() {

                        function Encoding(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Encoding.prototype.utf8Raw = null;
                        Encoding.prototype.utf8Bytes = null;

                        var $oneOfFields;

                        Object.defineProperty(Encoding.prototype, "encoding", {
                            get: $util.oneOfGetter($oneOfFields = ["utf8Raw", "utf8Bytes"]),
                            set: $util.oneOfSetter($oneOfFields)
                        });

                        Encoding.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.utf8Raw != null && Object.hasOwnProperty.call(message, "utf8Raw"))
                                $root.google.bigtable.v2.Type.String.Encoding.Utf8Raw.encode(message.utf8Raw, writer.uint32(10).fork(), q + 1).ldelim();
                            if (message.utf8Bytes != null && Object.hasOwnProperty.call(message, "utf8Bytes"))
                                $root.google.bigtable.v2.Type.String.Encoding.Utf8Bytes.encode(message.utf8Bytes, writer.uint32(18).fork(), q + 1).ldelim();
                            return writer;
                        };

                        Encoding.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.String.Encoding();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.utf8Raw = $root.google.bigtable.v2.Type.String.Encoding.Utf8Raw.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 2: {
                                        message.utf8Bytes = $root.google.bigtable.v2.Type.String.Encoding.Utf8Bytes.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        Encoding.Utf8Raw = (function() {

                            function Utf8Raw(properties) {
                                if (properties)
                                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                            this[keys[i]] = properties[keys[i]];
                            }

                            Utf8Raw.encode = function encode(message, writer, q) {
                                if (!writer)
                                    writer = $Writer.create();
                                if (q === undefined)
                                    q = 0;
                                if (q > $util.recursionLimit)
                                    throw Error("max depth exceeded");
                                return writer;
                            };

                            Utf8Raw.decode = function decode(reader, length, error, long) {
                                if (!(reader instanceof $Reader))
                                    reader = $Reader.create(reader);
                                if (long === undefined)
                                    long = 0;
                                if (long > $Reader.recursionLimit)
                                    throw Error("maximum nesting depth exceeded");
                                var end, message;
                                if (length === undefined)
                                    end = reader.len;
                                else {
                                    end = reader.pos + length;
                                    if (end > reader.len)
                                        throw RangeError("index out of range");
                                    length = reader.len;
                                    reader.len = end;
                                }
                                message = new $root.google.bigtable.v2.Type.String.Encoding.Utf8Raw();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    default:
                                        reader.skipType(tag & 7, long);
                                        break;
                                    }
                                }
                                if (length !== undefined) {
                                    if (reader.pos !== end)
                                        throw RangeError("index out of range");
                                    reader.len = length;
                                }
                                return message;
                            };

                            return Utf8Raw;
                        })();

                        Encoding.Utf8Bytes = (function() {

                            function Utf8Bytes(properties) {
                                if (properties)
                                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                            this[keys[i]] = properties[keys[i]];
                            }

                            Utf8Bytes.prototype.nullEscapeChar = "";

                            Utf8Bytes.encode = function encode(message, writer, q) {
                                if (!writer)
                                    writer = $Writer.create();
                                if (q === undefined)
                                    q = 0;
                                if (q > $util.recursionLimit)
                                    throw Error("max depth exceeded");
                                if (message.nullEscapeChar != null && Object.hasOwnProperty.call(message, "nullEscapeChar"))
                                    writer.uint32(10).string(message.nullEscapeChar);
                                return writer;
                            };

                            Utf8Bytes.decode = function decode(reader, length, error, long) {
                                if (!(reader instanceof $Reader))
                                    reader = $Reader.create(reader);
                                if (long === undefined)
                                    long = 0;
                                if (long > $Reader.recursionLimit)
                                    throw Error("maximum nesting depth exceeded");
                                var end, message;
                                if (length === undefined)
                                    end = reader.len;
                                else {
                                    end = reader.pos + length;
                                    if (end > reader.len)
                                        throw RangeError("index out of range");
                                    length = reader.len;
                                    reader.len = end;
                                }
                                message = new $root.google.bigtable.v2.Type.String.Encoding.Utf8Bytes();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    case 1: {
                                            message.nullEscapeChar = reader.string();
                                            break;
                                        }
                                    default:
                                        reader.skipType(tag & 7, long);
                                        break;
                                    }
                                }
                                if (length !== undefined) {
                                    if (reader.pos !== end)
                                        throw RangeError("index out of range");
                                    reader.len = length;
                                }
                                return message;
                            };

                            return Utf8Bytes;
                        })();

                        return Encoding;
                    })();

                    return String;
                })();

                Type.Int64 = (function() {

                    function Int64(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Int64.prototype.encoding = null;

                    Int64.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.encoding != null && Object.hasOwnProperty.call(message, "encoding"))
                            $root.google.bigtable.v2.Type.Int64.Encoding.encode(message.encoding, writer.uint32(10).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Int64.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Int64();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.encoding = $root.google.bigtable.v2.Type.Int64.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    Int64.Encoding = (function() {

                        function Encoding(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Encoding.prototype.bigEndianBytes = null;
                        Encoding.prototype.orderedCodeBytes = null;

                        var $oneOfFields;

                        Object.defineProperty(Encoding.prototype, "encoding", {
                            get: $util.oneOfGetter($oneOfFields = ["bigEndianBytes", "orderedCodeBytes"]),
                            set: $util.oneOfSetter($oneOfFields)
                        });

                        Encoding.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.bigEndianBytes != null && Object.hasOwnProperty.call(message, "bigEndianBytes"))
                                $root.google.bigtable.v2.Type.Int64.Encoding.BigEndianBytes.encode(message.bigEndianBytes, writer.uint32(10).fork(), q + 1).ldelim();
                            if (message.orderedCodeBytes != null && Object.hasOwnProperty.call(message, "orderedCodeBytes"))
                                $root.google.bigtable.v2.Type.Int64.Encoding.OrderedCodeBytes.encode(message.orderedCodeBytes, writer.uint32(18).fork(), q + 1).ldelim();
                            return writer;
                        };

                        Encoding.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.Int64.Encoding();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.bigEndianBytes = $root.google.bigtable.v2.Type.Int64.Encoding.BigEndianBytes.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 2: {
                                        message.orderedCodeBytes = $root.google.bigtable.v2.Type.Int64.Encoding.OrderedCodeBytes.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        Encoding.BigEndianBytes = (function() {

                            function BigEndianBytes(properties) {
                                if (properties)
                                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                            this[keys[i]] = properties[keys[i]];
                            }

                            BigEndianBytes.prototype.bytesType = null;

                            BigEndianBytes.encode = function encode(message, writer, q) {
                                if (!writer)
                                    writer = $Writer.create();
                                if (q === undefined)
                                    q = 0;
                                if (q > $util.recursionLimit)
                                    throw Error("max depth exceeded");
                                if (message.bytesType != null && Object.hasOwnProperty.call(message, "bytesType"))
                                    $root.google.bigtable.v2.Type.Bytes.encode(message.bytesType, writer.uint32(10).fork(), q + 1).ldelim();
                                return writer;
                            };

                            BigEndianBytes.decode = function decode(reader, length, error, long) {
                                if (!(reader instanceof $Reader))
                                    reader = $Reader.create(reader);
                                if (long === undefined)
                                    long = 0;
                                if (long > $Reader.recursionLimit)
                                    throw Error("maximum nesting depth exceeded");
                                var end, message;
                                if (length === undefined)
                                    end = reader.len;
                                else {
                                    end = reader.pos + length;
                                    if (end > reader.len)
                                        throw RangeError("index out of range");
                                    length = reader.len;
                                    reader.len = end;
                                }
                                message = new $root.google.bigtable.v2.Type.Int64.Encoding.BigEndianBytes();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    case 1: {
                                            message.bytesType = $root.google.bigtable.v2.Type.Bytes.decode(reader, reader.uint32(), undefined, long + 1);
                                            break;
                                        }
                                    default:
                                        reader.skipType(tag & 7, long);
                                        break;
                                    }
                                }
                                if (length !== undefined) {
                                    if (reader.pos !== end)
                                        throw RangeError("index out of range");
                                    reader.len = length;
                                }
                                return message;
                            };

                            return BigEndianBytes;
                        })();

                        Encoding.OrderedCodeBytes = (function() {

                            function OrderedCodeBytes(properties) {
                                if (properties)
                                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                            this[keys[i]] = properties[keys[i]];
                            }

                            OrderedCodeBytes.encode = function encode(message, writer, q) {
                                if (!writer)
                                    writer = $Writer.create();
                                if (q === undefined)
                                    q = 0;
                                if (q > $util.recursionLimit)
                                    throw Error("max depth exceeded");
                                return writer;
                            };

                            OrderedCodeBytes.decode = function decode(reader, length, error, long) {
                                if (!(reader instanceof $Reader))
                                    reader = $Reader.create(reader);
                                if (long === undefined)
                                    long = 0;
                                if (long > $Reader.recursionLimit)
                                    throw Error("maximum nesting depth exceeded");
                                var end, message;
                                if (length === undefined)
                                    end = reader.len;
                                else {
                                    end = reader.pos + length;
                                    if (end > reader.len)
                                        throw RangeError("index out of range");
                                    length = reader.len;
                                    reader.len = end;
                                }
                                message = new $root.google.bigtable.v2.Type.Int64.Encoding.OrderedCodeBytes();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    default:
                                        reader.skipType(tag & 7, long);
                                        break;
                                    }
                                }
                                if (length !== undefined) {
                                    if (reader.pos !== end)
                                        throw RangeError("index out of range");
                                    reader.len = length;
                                }
                                return message;
                            };

                            return OrderedCodeBytes;
                        })();

                        return Encoding;
                    })();

                    return Int64;
                })();

                Type.Bool = (function() {

                    function Bool(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Bool.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        return writer;
                    };

                    Bool.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Bool();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Bool;
                })();

                Type.Float32 = (function() {

                    function Float32(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Float32.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        return writer;
                    };

                    Float32.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Float32();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Float32;
                })();

                Type.Float64 = (function() {

                    function Float64(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Float64.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        return writer;
                    };

                    Float64.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Float64();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Float64;
                })();

                Type.Timestamp = (function() {

                    function Timestamp(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Timestamp.prototype.encoding = null;

                    Timestamp.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.encoding != null && Object.hasOwnProperty.call(message, "encoding"))
                            $root.google.bigtable.v2.Type.Timestamp.Encoding.encode(message.encoding, writer.uint32(10).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Timestamp.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Timestamp();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.encoding = $root.google.bigtable.v2.Type.Timestamp.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    Timestamp.Encoding = (function() {

                        function Encoding(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Encoding.prototype.unixMicrosInt64 = null;

                        var $oneOfFields;

                        Object.defineProperty(Encoding.prototype, "encoding", {
                            get: $util.oneOfGetter($oneOfFields = ["unixMicrosInt64"]),
                            set: $util.oneOfSetter($oneOfFields)
                        });

                        Encoding.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.unixMicrosInt64 != null && Object.hasOwnProperty.call(message, "unixMicrosInt64"))
                                $root.google.bigtable.v2.Type.Int64.Encoding.encode(message.unixMicrosInt64, writer.uint32(10).fork(), q + 1).ldelim();
                            return writer;
                        };

                        Encoding.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.Timestamp.Encoding();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.unixMicrosInt64 = $root.google.bigtable.v2.Type.Int64.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return Encoding;
                    })();

                    return Timestamp;
                })();

                Type.Date = (function() {

                    function Date(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Date.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        return writer;
                    };

                    Date.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Date();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Date;
                })();

                Type.Struct = (function() {

                    function Struct(properties) {
                        this.fields = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Struct.prototype.fields = $util.emptyArray;
                    Struct.prototype.encoding = null;

                    Struct.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.fields != null && message.fields.length)
                            for (var i = 0; i < message.fields.length; ++i)
                                $root.google.bigtable.v2.Type.Struct.Field.encode(message.fields[i], writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.encoding != null && Object.hasOwnProperty.call(message, "encoding"))
                            $root.google.bigtable.v2.Type.Struct.Encoding.encode(message.encoding, writer.uint32(18).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Struct.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Struct();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    if (!(message.fields && message.fields.length))
                                        message.fields = [];
                                    message.fields.push($root.google.bigtable.v2.Type.Struct.Field.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 2: {
                                    message.encoding = $root.google.bigtable.v2.Type.Struct.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    Struct.Field = (function() {

                        function Field(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Field.prototype.fieldName = "";
                        Field.prototype.type = null;

                        Field.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.fieldName != null && Object.hasOwnProperty.call(message, "fieldName"))
                                writer.uint32(10).string(message.fieldName);
                            if (message.type != null && Object.hasOwnProperty.call(message, "type"))
                                $root.google.bigtable.v2.Type.encode(message.type, writer.uint32(18).fork(), q + 1).ldelim();
                            return writer;
                        };

                        Field.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.Struct.Field();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.fieldName = reader.string();
                                        break;
                                    }
                                case 2: {
                                        message.type = $root.google.bigtable.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return Field;
                    })();

                    Struct.Encoding = (function() {

                        function Encoding(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Encoding.prototype.singleton = null;
                        Encoding.prototype.delimitedBytes = null;
                        Encoding.prototype.orderedCodeBytes = null;

                        var $oneOfFields;

                        Object.defineProperty(Encoding.prototype, "encoding", {
                            get: $util.oneOfGetter($oneOfFields = ["singleton", "delimitedBytes", "orderedCodeBytes"]),
                            set: $util.oneOfSetter($oneOfFields)
                        });

                        Encoding.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.singleton != null && Object.hasOwnProperty.call(message, "singleton"))
                                $root.google.bigtable.v2.Type.Struct.Encoding.Singleton.encode(message.singleton, writer.uint32(10).fork(), q + 1).ldelim();
                            if (message.delimitedBytes != null && Object.hasOwnProperty.call(message, "delimitedBytes"))
                                $root.google.bigtable.v2.Type.Struct.Encoding.DelimitedBytes.encode(message.delimitedBytes, writer.uint32(18).fork(), q + 1).ldelim();
                            if (message.orderedCodeBytes != null && Object.hasOwnProperty.call(message, "orderedCodeBytes"))
                                $root.google.bigtable.v2.Type.Struct.Encoding.OrderedCodeBytes.encode(message.orderedCodeBytes, writer.uint32(26).fork(), q + 1).ldelim();
                            return writer;
                        };

                        Encoding.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.Struct.Encoding();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.singleton = $root.google.bigtable.v2.Type.Struct.Encoding.Singleton.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 2: {
                                        message.delimitedBytes = $root.google.bigtable.v2.Type.Struct.Encoding.DelimitedBytes.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 3: {
                                        message.orderedCodeBytes = $root.google.bigtable.v2.Type.Struct.Encoding.OrderedCodeBytes.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        Encoding.Singleton = (function() {

                            function Singleton(properties) {
                                if (properties)
                                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                            this[keys[i]] = properties[keys[i]];
                            }

                            Singleton.encode = function encode(message, writer, q) {
                                if (!writer)
                                    writer = $Writer.create();
                                if (q === undefined)
                                    q = 0;
                                if (q > $util.recursionLimit)
                                    throw Error("max depth exceeded");
                                return writer;
                            };

                            Singleton.decode = function decode(reader, length, error, long) {
                                if (!(reader instanceof $Reader))
                                    reader = $Reader.create(reader);
                                if (long === undefined)
                                    long = 0;
                                if (long > $Reader.recursionLimit)
                                    throw Error("maximum nesting depth exceeded");
                                var end, message;
                                if (length === undefined)
                                    end = reader.len;
                                else {
                                    end = reader.pos + length;
                                    if (end > reader.len)
                                        throw RangeError("index out of range");
                                    length = reader.len;
                                    reader.len = end;
                                }
                                message = new $root.google.bigtable.v2.Type.Struct.Encoding.Singleton();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    default:
                                        reader.skipType(tag & 7, long);
                                        break;
                                    }
                                }
                                if (length !== undefined) {
                                    if (reader.pos !== end)
                                        throw RangeError("index out of range");
                                    reader.len = length;
                                }
                                return message;
                            };

                            return Singleton;
                        })();

                        Encoding.DelimitedBytes = (function() {

                            function DelimitedBytes(properties) {
                                if (properties)
                                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                            this[keys[i]] = properties[keys[i]];
                            }

                            DelimitedBytes.prototype.delimiter = $util.newBuffer([]);

                            DelimitedBytes.encode = function encode(message, writer, q) {
                                if (!writer)
                                    writer = $Writer.create();
                                if (q === undefined)
                                    q = 0;
                                if (q > $util.recursionLimit)
                                    throw Error("max depth exceeded");
                                if (message.delimiter != null && Object.hasOwnProperty.call(message, "delimiter"))
                                    writer.uint32(10).bytes(message.delimiter);
                                return writer;
                            };

                            DelimitedBytes.decode = function decode(reader, length, error, long) {
                                if (!(reader instanceof $Reader))
                                    reader = $Reader.create(reader);
                                if (long === undefined)
                                    long = 0;
                                if (long > $Reader.recursionLimit)
                                    throw Error("maximum nesting depth exceeded");
                                var end, message;
                                if (length === undefined)
                                    end = reader.len;
                                else {
                                    end = reader.pos + length;
                                    if (end > reader.len)
                                        throw RangeError("index out of range");
                                    length = reader.len;
                                    reader.len = end;
                                }
                                message = new $root.google.bigtable.v2.Type.Struct.Encoding.DelimitedBytes();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    case 1: {
                                            message.delimiter = reader.bytes();
                                            break;
                                        }
                                    default:
                                        reader.skipType(tag & 7, long);
                                        break;
                                    }
                                }
                                if (length !== undefined) {
                                    if (reader.pos !== end)
                                        throw RangeError("index out of range");
                                    reader.len = length;
                                }
                                return message;
                            };

                            return DelimitedBytes;
                        })();

                        Encoding.OrderedCodeBytes = (function() {

                            function OrderedCodeBytes(properties) {
                                if (properties)
                                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                            this[keys[i]] = properties[keys[i]];
                            }

                            OrderedCodeBytes.encode = function encode(message, writer, q) {
                                if (!writer)
                                    writer = $Writer.create();
                                if (q === undefined)
                                    q = 0;
                                if (q > $util.recursionLimit)
                                    throw Error("max depth exceeded");
                                return writer;
                            };

                            OrderedCodeBytes.decode = function decode(reader, length, error, long) {
                                if (!(reader instanceof $Reader))
                                    reader = $Reader.create(reader);
                                if (long === undefined)
                                    long = 0;
                                if (long > $Reader.recursionLimit)
                                    throw Error("maximum nesting depth exceeded");
                                var end, message;
                                if (length === undefined)
                                    end = reader.len;
                                else {
                                    end = reader.pos + length;
                                    if (end > reader.len)
                                        throw RangeError("index out of range");
                                    length = reader.len;
                                    reader.len = end;
                                }
                                message = new $root.google.bigtable.v2.Type.Struct.Encoding.OrderedCodeBytes();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    default:
                                        reader.skipType(tag & 7, long);
                                        break;
                                    }
                                }
                                if (length !== undefined) {
                                    if (reader.pos !== end)
                                        throw RangeError("index out of range");
                                    reader.len = length;
                                }
                                return message;
                            };

                            return OrderedCodeBytes;
                        })();

                        return Encoding;
                    })();

                    return Struct;
                })();

                Type.Proto = (function() {

                    function Proto(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Proto.prototype.schemaBundleId = "";
                    Proto.prototype.messageName = "";

                    Proto.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.schemaBundleId != null && Object.hasOwnProperty.call(message, "schemaBundleId"))
                            writer.uint32(10).string(message.schemaBundleId);
                        if (message.messageName != null && Object.hasOwnProperty.call(message, "messageName"))
                            writer.uint32(18).string(message.messageName);
                        return writer;
                    };

                    Proto.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Proto();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.schemaBundleId = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.messageName = reader.string();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Proto;
                })();

                Type.Enum = (function() {

                    function Enum(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Enum.prototype.schemaBundleId = "";
                    Enum.prototype.enumName = "";

                    Enum.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.schemaBundleId != null && Object.hasOwnProperty.call(message, "schemaBundleId"))
                            writer.uint32(10).string(message.schemaBundleId);
                        if (message.enumName != null && Object.hasOwnProperty.call(message, "enumName"))
                            writer.uint32(18).string(message.enumName);
                        return writer;
                    };

                    Enum.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Enum();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.schemaBundleId = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.enumName = reader.string();
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Enum;
                })();

                Type.Array = (function() {

                    function Array(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Array.prototype.elementType = null;

                    Array.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.elementType != null && Object.hasOwnProperty.call(message, "elementType"))
                            $root.google.bigtable.v2.Type.encode(message.elementType, writer.uint32(10).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Array.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Array();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.elementType = $root.google.bigtable.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Array;
                })();

                Type.Map = (function() {

                    function Map(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Map.prototype.keyType = null;
                    Map.prototype.valueType = null;

                    Map.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.keyType != null && Object.hasOwnProperty.call(message, "keyType"))
                            $root.google.bigtable.v2.Type.encode(message.keyType, writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.valueType != null && Object.hasOwnProperty.call(message, "valueType"))
                            $root.google.bigtable.v2.Type.encode(message.valueType, writer.uint32(18).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Map.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Map();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.keyType = $root.google.bigtable.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 2: {
                                    message.valueType = $root.google.bigtable.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    return Map;
                })();

                Type.Aggregate = (function() {

                    function Aggregate(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Aggregate.prototype.inputType = null;
                    Aggregate.prototype.stateType = null;
                    Aggregate.prototype.sum = null;
                    Aggregate.prototype.hllppUniqueCount = null;
                    Aggregate.prototype.max = null;
                    Aggregate.prototype.min = null;

                    var $oneOfFields;

                    Object.defineProperty(Aggregate.prototype, "aggregator", {
                        get: $util.oneOfGetter($oneOfFields = ["sum", "hllppUniqueCount", "max", "min"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    Aggregate.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.inputType != null && Object.hasOwnProperty.call(message, "inputType"))
                            $root.google.bigtable.v2.Type.encode(message.inputType, writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.stateType != null && Object.hasOwnProperty.call(message, "stateType"))
                            $root.google.bigtable.v2.Type.encode(message.stateType, writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.sum != null && Object.hasOwnProperty.call(message, "sum"))
                            $root.google.bigtable.v2.Type.Aggregate.Sum.encode(message.sum, writer.uint32(34).fork(), q + 1).ldelim();
                        if (message.hllppUniqueCount != null && Object.hasOwnProperty.call(message, "hllppUniqueCount"))
                            $root.google.bigtable.v2.Type.Aggregate.HyperLogLogPlusPlusUniqueCount.encode(message.hllppUniqueCount, writer.uint32(42).fork(), q + 1).ldelim();
                        if (message.max != null && Object.hasOwnProperty.call(message, "max"))
                            $root.google.bigtable.v2.Type.Aggregate.Max.encode(message.max, writer.uint32(50).fork(), q + 1).ldelim();
                        if (message.min != null && Object.hasOwnProperty.call(message, "min"))
                            $root.google.bigtable.v2.Type.Aggregate.Min.encode(message.min, writer.uint32(58).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Aggregate.decode = function decode(reader, length, error, long) {
                        if (!(reader instanceof $Reader))
                            reader = $Reader.create(reader);
                        if (long === undefined)
                            long = 0;
                        if (long > $Reader.recursionLimit)
                            throw Error("maximum nesting depth exceeded");
                        var end, message;
                        if (length === undefined)
                            end = reader.len;
                        else {
                            end = reader.pos + length;
                            if (end > reader.len)
                                throw RangeError("index out of range");
                            length = reader.len;
                            reader.len = end;
                        }
                        message = new $root.google.bigtable.v2.Type.Aggregate();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.inputType = $root.google.bigtable.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 2: {
                                    message.stateType = $root.google.bigtable.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 4: {
                                    message.sum = $root.google.bigtable.v2.Type.Aggregate.Sum.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 5: {
                                    message.hllppUniqueCount = $root.google.bigtable.v2.Type.Aggregate.HyperLogLogPlusPlusUniqueCount.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 6: {
                                    message.max = $root.google.bigtable.v2.Type.Aggregate.Max.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 7: {
                                    message.min = $root.google.bigtable.v2.Type.Aggregate.Min.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            default:
                                reader.skipType(tag & 7, long);
                                break;
                            }
                        }
                        if (length !== undefined) {
                            if (reader.pos !== end)
                                throw RangeError("index out of range");
                            reader.len = length;
                        }
                        return message;
                    };

                    Aggregate.Sum = (function() {

                        function Sum(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Sum.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            return writer;
                        };

                        Sum.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.Aggregate.Sum();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return Sum;
                    })();

                    Aggregate.Max = (function() {

                        function Max(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Max.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            return writer;
                        };

                        Max.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.Aggregate.Max();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return Max;
                    })();

                    Aggregate.Min = (function() {

                        function Min(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Min.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            return writer;
                        };

                        Min.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.Aggregate.Min();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return Min;
                    })();

                    Aggregate.HyperLogLogPlusPlusUniqueCount = (function() {

                        function HyperLogLogPlusPlusUniqueCount(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        HyperLogLogPlusPlusUniqueCount.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            return writer;
                        };

                        HyperLogLogPlusPlusUniqueCount.decode = function decode(reader, length, error, long) {
                            if (!(reader instanceof $Reader))
                                reader = $Reader.create(reader);
                            if (long === undefined)
                                long = 0;
                            if (long > $Reader.recursionLimit)
                                throw Error("maximum nesting depth exceeded");
                            var end, message;
                            if (length === undefined)
                                end = reader.len;
                            else {
                                end = reader.pos + length;
                                if (end > reader.len)
                                    throw RangeError("index out of range");
                                length = reader.len;
                                reader.len = end;
                            }
                            message = new $root.google.bigtable.v2.Type.Aggregate.HyperLogLogPlusPlusUniqueCount();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                default:
                                    reader.skipType(tag & 7, long);
                                    break;
                                }
                            }
                            if (length !== undefined) {
                                if (reader.pos !== end)
                                    throw RangeError("index out of range");
                                reader.len = length;
                            }
                            return message;
                        };

                        return HyperLogLogPlusPlusUniqueCount;
                    })();

                    return Aggregate;
                })();

                return Type;
            })();

            v2.FeatureFlags = (function() {

                function FeatureFlags(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                FeatureFlags.prototype.reverseScans = false;
                FeatureFlags.prototype.mutateRowsRateLimit = false;
                FeatureFlags.prototype.mutateRowsRateLimit2 = false;
                FeatureFlags.prototype.lastScannedRowResponses = false;
                FeatureFlags.prototype.routingCookie = false;
                FeatureFlags.prototype.retryInfo = false;
                FeatureFlags.prototype.clientSideMetricsEnabled = false;
                FeatureFlags.prototype.trafficDirectorEnabled = false;
                FeatureFlags.prototype.directAccessRequested = false;
                FeatureFlags.prototype.peerInfo = false;

                FeatureFlags.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.reverseScans != null && Object.hasOwnProperty.call(message, "reverseScans"))
                        writer.uint32(8).bool(message.reverseScans);
                    if (message.mutateRowsRateLimit != null && Object.hasOwnProperty.call(message, "mutateRowsRateLimit"))
                        writer.uint32(24).bool(message.mutateRowsRateLimit);
                    if (message.lastScannedRowResponses != null && Object.hasOwnProperty.call(message, "lastScannedRowResponses"))
                        writer.uint32(32).bool(message.lastScannedRowResponses);
                    if (message.mutateRowsRateLimit2 != null && Object.hasOwnProperty.call(message, "mutateRowsRateLimit2"))
                        writer.uint32(40).bool(message.mutateRowsRateLimit2);
                    if (message.routingCookie != null && Object.hasOwnProperty.call(message, "routingCookie"))
                        writer.uint32(48).bool(message.routingCookie);
                    if (message.retryInfo != null && Object.hasOwnProperty.call(message, "retryInfo"))
                        writer.uint32(56).bool(message.retryInfo);
                    if (message.clientSideMetricsEnabled != null && Object.hasOwnProperty.call(message, "clientSideMetricsEnabled"))
                        writer.uint32(64).bool(message.clientSideMetricsEnabled);
                    if (message.trafficDirectorEnabled != null && Object.hasOwnProperty.call(message, "trafficDirectorEnabled"))
                        writer.uint32(72).bool(message.trafficDirectorEnabled);
                    if (message.directAccessRequested != null && Object.hasOwnProperty.call(message, "directAccessRequested"))
                        writer.uint32(80).bool(message.directAccessRequested);
                    if (message.peerInfo != null && Object.hasOwnProperty.call(message, "peerInfo"))
                        writer.uint32(88).bool(message.peerInfo);
                    return writer;
                };

                FeatureFlags.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.FeatureFlags();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.reverseScans = reader.bool();
                                break;
                            }
                        case 3: {
                                message.mutateRowsRateLimit = reader.bool();
                                break;
                            }
                        case 5: {
                                message.mutateRowsRateLimit2 = reader.bool();
                                break;
                            }
                        case 4: {
                                message.lastScannedRowResponses = reader.bool();
                                break;
                            }
                        case 6: {
                                message.routingCookie = reader.bool();
                                break;
                            }
                        case 7: {
                                message.retryInfo = reader.bool();
                                break;
                            }
                        case 8: {
                                message.clientSideMetricsEnabled = reader.bool();
                                break;
                            }
                        case 9: {
                                message.trafficDirectorEnabled = reader.bool();
                                break;
                            }
                        case 10: {
                                message.directAccessRequested = reader.bool();
                                break;
                            }
                        case 11: {
                                message.peerInfo = reader.bool();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return FeatureFlags;
            })();

            v2.ResponseParams = (function() {

                function ResponseParams(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ResponseParams.prototype.zoneId = null;
                ResponseParams.prototype.clusterId = null;
                ResponseParams.prototype.afeId = null;

                var $oneOfFields;

                Object.defineProperty(ResponseParams.prototype, "_zoneId", {
                    get: $util.oneOfGetter($oneOfFields = ["zoneId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(ResponseParams.prototype, "_clusterId", {
                    get: $util.oneOfGetter($oneOfFields = ["clusterId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(ResponseParams.prototype, "_afeId", {
                    get: $util.oneOfGetter($oneOfFields = ["afeId"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ResponseParams.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.zoneId != null && Object.hasOwnProperty.call(message, "zoneId"))
                        writer.uint32(10).string(message.zoneId);
                    if (message.clusterId != null && Object.hasOwnProperty.call(message, "clusterId"))
                        writer.uint32(18).string(message.clusterId);
                    if (message.afeId != null && Object.hasOwnProperty.call(message, "afeId"))
                        writer.uint32(24).int64(message.afeId);
                    return writer;
                };

                ResponseParams.decode = function decode(reader, length, error, long) {
                    if (!(reader instanceof $Reader))
                        reader = $Reader.create(reader);
                    if (long === undefined)
                        long = 0;
                    if (long > $Reader.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var end, message;
                    if (length === undefined)
                        end = reader.len;
                    else {
                        end = reader.pos + length;
                        if (end > reader.len)
                            throw RangeError("index out of range");
                        length = reader.len;
                        reader.len = end;
                    }
                    message = new $root.google.bigtable.v2.ResponseParams();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.zoneId = reader.string();
                                break;
                            }
                        case 2: {
                                message.clusterId = reader.string();
                                break;
                            }
                        case 3: {
                                message.afeId = reader.int64();
                                break;
                            }
                        default:
                            reader.skipType(tag & 7, long);
                            break;
                        }
                    }
                    if (length !== undefined) {
                        if (reader.pos !== end)
                            throw RangeError("index out of range");
                        reader.len = length;
                    }
                    return message;
                };

                return ResponseParams;
            })();

            return v2;
        })();

        return bigtable;
    })();

    google.protobuf = (function() {

        var protobuf = {};

        protobuf.Duration = (function() {

            function Duration(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Duration.prototype.seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            Duration.prototype.nanos = 0;

            Duration.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.seconds != null && Object.hasOwnProperty.call(message, "seconds"))
                    writer.uint32(8).int64(message.seconds);
                if (message.nanos != null && Object.hasOwnProperty.call(message, "nanos"))
                    writer.uint32(16).int32(message.nanos);
                return writer;
            };

            Duration.decode = function decode(reader, length, error, long) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (long === undefined)
                    long = 0;
                if (long > $Reader.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var end, message;
                if (length === undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = new $root.google.protobuf.Duration();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.seconds = reader.int64();
                            break;
                        }
                    case 2: {
                            message.nanos = reader.int32();
                            break;
                        }
                    default:
                        reader.skipType(tag & 7, long);
                        break;
                    }
                }
                if (length !== undefined) {
                    if (reader.pos !== end)
                        throw RangeError("index out of range");
                    reader.len = length;
                }
                return message;
            };

            return Duration;
        })();

        protobuf.Timestamp = (function() {

            function Timestamp(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Timestamp.prototype.seconds = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            Timestamp.prototype.nanos = 0;

            Timestamp.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.seconds != null && Object.hasOwnProperty.call(message, "seconds"))
                    writer.uint32(8).int64(message.seconds);
                if (message.nanos != null && Object.hasOwnProperty.call(message, "nanos"))
                    writer.uint32(16).int32(message.nanos);
                return writer;
            };

            Timestamp.decode = function decode(reader, length, error, long) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (long === undefined)
                    long = 0;
                if (long > $Reader.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var end, message;
                if (length === undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = new $root.google.protobuf.Timestamp();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.seconds = reader.int64();
                            break;
                        }
                    case 2: {
                            message.nanos = reader.int32();
                            break;
                        }
                    default:
                        reader.skipType(tag & 7, long);
                        break;
                    }
                }
                if (length !== undefined) {
                    if (reader.pos !== end)
                        throw RangeError("index out of range");
                    reader.len = length;
                }
                return message;
            };

            return Timestamp;
        })();

        protobuf.Any = (function() {

            function Any(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Any.prototype.type_url = "";
            Any.prototype.value = $util.newBuffer([]);

            Any.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.type_url != null && Object.hasOwnProperty.call(message, "type_url"))
                    writer.uint32(10).string(message.type_url);
                if (message.value != null && Object.hasOwnProperty.call(message, "value"))
                    writer.uint32(18).bytes(message.value);
                return writer;
            };

            Any.decode = function decode(reader, length, error, long) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (long === undefined)
                    long = 0;
                if (long > $Reader.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var end, message;
                if (length === undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = new $root.google.protobuf.Any();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.type_url = reader.string();
                            break;
                        }
                    case 2: {
                            message.value = reader.bytes();
                            break;
                        }
                    default:
                        reader.skipType(tag & 7, long);
                        break;
                    }
                }
                if (length !== undefined) {
                    if (reader.pos !== end)
                        throw RangeError("index out of range");
                    reader.len = length;
                }
                return message;
            };

            return Any;
        })();

        return protobuf;
    })();

    google.type = (function() {

        var type = {};

        type.Date = (function() {

            function Date(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Date.prototype.year = 0;
            Date.prototype.month = 0;
            Date.prototype.day = 0;

            Date.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.year != null && Object.hasOwnProperty.call(message, "year"))
                    writer.uint32(8).int32(message.year);
                if (message.month != null && Object.hasOwnProperty.call(message, "month"))
                    writer.uint32(16).int32(message.month);
                if (message.day != null && Object.hasOwnProperty.call(message, "day"))
                    writer.uint32(24).int32(message.day);
                return writer;
            };

            Date.decode = function decode(reader, length, error, long) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (long === undefined)
                    long = 0;
                if (long > $Reader.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var end, message;
                if (length === undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = new $root.google.type.Date();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.year = reader.int32();
                            break;
                        }
                    case 2: {
                            message.month = reader.int32();
                            break;
                        }
                    case 3: {
                            message.day = reader.int32();
                            break;
                        }
                    default:
                        reader.skipType(tag & 7, long);
                        break;
                    }
                }
                if (length !== undefined) {
                    if (reader.pos !== end)
                        throw RangeError("index out of range");
                    reader.len = length;
                }
                return message;
            };

            return Date;
        })();

        return type;
    })();

    google.rpc = (function() {

        var rpc = {};

        rpc.Status = (function() {

            function Status(properties) {
                this.details = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Status.prototype.code = 0;
            Status.prototype.message = "";
            Status.prototype.details = $util.emptyArray;

            Status.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.code != null && Object.hasOwnProperty.call(message, "code"))
                    writer.uint32(8).int32(message.code);
                if (message.message != null && Object.hasOwnProperty.call(message, "message"))
                    writer.uint32(18).string(message.message);
                if (message.details != null && message.details.length)
                    for (var i = 0; i < message.details.length; ++i)
                        $root.google.protobuf.Any.encode(message.details[i], writer.uint32(26).fork(), q + 1).ldelim();
                return writer;
            };

            Status.decode = function decode(reader, length, error, long) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (long === undefined)
                    long = 0;
                if (long > $Reader.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var end, message;
                if (length === undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = new $root.google.rpc.Status();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.code = reader.int32();
                            break;
                        }
                    case 2: {
                            message.message = reader.string();
                            break;
                        }
                    case 3: {
                            if (!(message.details && message.details.length))
                                message.details = [];
                            message.details.push($root.google.protobuf.Any.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    default:
                        reader.skipType(tag & 7, long);
                        break;
                    }
                }
                if (length !== undefined) {
                    if (reader.pos !== end)
                        throw RangeError("index out of range");
                    reader.len = length;
                }
                return message;
            };

            return Status;
        })();

        return rpc;
    })();

    return google;
})();

module.exports = $root;
