// Generated from protos/ by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars*/
"use strict";

var $protobuf = require("./protobuf-numbers");

var $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;

var $root = $protobuf.roots["control"] || ($protobuf.roots["control"] = {});

$root.tidemark = (function() {

    var tidemark = {};

    tidemark.local = (function() {

        var local = {};

        local.v1 = (function() {

            var v1 = {};

            v1.ChangeLinksRequest = (function() {

                function ChangeLinksRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ChangeLinksRequest.prototype.a = "";
                ChangeLinksRequest.prototype.b = "";
                ChangeLinksRequest.prototype.instance = "";
                ChangeLinksRequest.prototype.change = null;
                ChangeLinksRequest.prototype.forMs = 0;

                ChangeLinksRequest.create = function create(properties) {
                    return new ChangeLinksRequest(properties);
                };

                ChangeLinksRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.a != null && Object.hasOwnProperty.call(message, "a"))
                        writer.uint32(10).string(message.a);
                    if (message.b != null && Object.hasOwnProperty.call(message, "b"))
                        writer.uint32(18).string(message.b);
                    if (message.instance != null && Object.hasOwnProperty.call(message, "instance"))
                        writer.uint32(26).string(message.instance);
                    if (message.change != null && Object.hasOwnProperty.call(message, "change"))
                        $root.tidemark.local.v1.LinkChange.encode(message.change, writer.uint32(34).fork(), q + 1).ldelim();
                    if (message.forMs != null && Object.hasOwnProperty.call(message, "forMs"))
                        writer.uint32(41).double(message.forMs);
                    return writer;
                };

                ChangeLinksRequest.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.ChangeLinksRequest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.a = reader.string();
                                break;
                            }
                        case 2: {
                                message.b = reader.string();
                                break;
                            }
                        case 3: {
                                message.instance = reader.string();
                                break;
                            }
                        case 4: {
                                message.change = $root.tidemark.local.v1.LinkChange.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 5: {
                                message.forMs = reader.double();
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

                ChangeLinksRequest.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.ChangeLinksRequest)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.ChangeLinksRequest: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.ChangeLinksRequest();
                    if (object.a != null)
                        message.a = String(object.a);
                    if (object.b != null)
                        message.b = String(object.b);
                    if (object.instance != null)
                        message.instance = String(object.instance);
                    if (object.change != null) {
                        if (!$util.isObject(object.change))
                            throw TypeError(".tidemark.local.v1.ChangeLinksRequest.change: object expected");
                        message.change = $root.tidemark.local.v1.LinkChange.fromObject(object.change, long + 1);
                    }
                    if (object.forMs != null)
                        message.forMs = Number(object.forMs);
                    return message;
                };

                ChangeLinksRequest.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.defaults) {
                        object.a = "";
                        object.b = "";
                        object.instance = "";
                        object.change = null;
                        object.forMs = 0;
                    }
                    if (message.a != null && Object.hasOwnProperty.call(message, "a"))
                        object.a = message.a;
                    if (message.b != null && Object.hasOwnProperty.call(message, "b"))
                        object.b = message.b;
                    if (message.instance != null && Object.hasOwnProperty.call(message, "instance"))
                        object.instance = message.instance;
                    if (message.change != null && Object.hasOwnProperty.call(message, "change"))
                        object.change = $root.tidemark.local.v1.LinkChange.toObject(message.change, options, q + 1);
                    if (message.forMs != null && Object.hasOwnProperty.call(message, "forMs"))
                        object.forMs = options.json && !isFinite(message.forMs) ? String(message.forMs) : message.forMs;
                    return object;
                };

                ChangeLinksRequest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ChangeLinksRequest;
            })();

            v1.LinkChange = (function() {

                function LinkChange(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                LinkChange.prototype.delayMs = null;
                LinkChange.prototype.jitterMs = null;
                LinkChange.prototype.bytesPerSecond = null;
                LinkChange.prototype.dropRate = null;
                LinkChange.prototype.retryMs = null;
                LinkChange.prototype.reorderRows = null;
                LinkChange.prototype.partitioned = null;
                LinkChange.prototype.reorderWithinRow = null;

                var $oneOfFields;

                Object.defineProperty(LinkChange.prototype, "_delayMs", {
                    get: $util.oneOfGetter($oneOfFields = ["delayMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(LinkChange.prototype, "_jitterMs", {
                    get: $util.oneOfGetter($oneOfFields = ["jitterMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(LinkChange.prototype, "_bytesPerSecond", {
                    get: $util.oneOfGetter($oneOfFields = ["bytesPerSecond"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(LinkChange.prototype, "_dropRate", {
                    get: $util.oneOfGetter($oneOfFields = ["dropRate"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(LinkChange.prototype, "_retryMs", {
                    get: $util.oneOfGetter($oneOfFields = ["retryMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(LinkChange.prototype, "_reorderRows", {
                    get: $util.oneOfGetter($oneOfFields = ["reorderRows"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(LinkChange.prototype, "_partitioned", {
                    get: $util.oneOfGetter($oneOfFields = ["partitioned"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(LinkChange.prototype, "_reorderWithinRow", {
                    get: $util.oneOfGetter($oneOfFields = ["reorderWithinRow"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                LinkChange.create = function create(properties) {
                    return new LinkChange(properties);
                };

                LinkChange.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.delayMs != null && Object.hasOwnProperty.call(message, "delayMs"))
                        writer.uint32(9).double(message.delayMs);
                    if (message.jitterMs != null && Object.hasOwnProperty.call(message, "jitterMs"))
                        writer.uint32(17).double(message.jitterMs);
                    if (message.bytesPerSecond != null && Object.hasOwnProperty.call(message, "bytesPerSecond"))
                        writer.uint32(25).double(message.bytesPerSecond);
                    if (message.dropRate != null && Object.hasOwnProperty.call(message, "dropRate"))
                        writer.uint32(33).double(message.dropRate);
                    if (message.retryMs != null && Object.hasOwnProperty.call(message, "retryMs"))
                        writer.uint32(41).double(message.retryMs);
                    if (message.reorderRows != null && Object.hasOwnProperty.call(message, "reorderRows"))
                        writer.uint32(48).bool(message.reorderRows);
                    if (message.partitioned != null && Object.hasOwnProperty.call(message, "partitioned"))
                        writer.uint32(56).bool(message.partitioned);
                    if (message.reorderWithinRow != null && Object.hasOwnProperty.call(message, "reorderWithinRow"))
                        writer.uint32(64).bool(message.reorderWithinRow);
                    return writer;
                };

                LinkChange.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.LinkChange();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.delayMs = reader.double();
                                break;
                            }
                        case 2: {
                                message.jitterMs = reader.double();
                                break;
                            }
                        case 3: {
                                message.bytesPerSecond = reader.double();
                                break;
                            }
                        case 4: {
                                message.dropRate = reader.double();
                                break;
                            }
                        case 5: {
                                message.retryMs = reader.double();
                                break;
                            }
                        case 6: {
                                message.reorderRows = reader.bool();
                                break;
                            }
                        case 7: {
                                message.partitioned = reader.bool();
                                break;
                            }
                        case 8: {
                                message.reorderWithinRow = reader.bool();
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

                LinkChange.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.LinkChange)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.LinkChange: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.LinkChange();
                    if (object.delayMs != null)
                        message.delayMs = Number(object.delayMs);
                    if (object.jitterMs != null)
                        message.jitterMs = Number(object.jitterMs);
                    if (object.bytesPerSecond != null)
                        message.bytesPerSecond = Number(object.bytesPerSecond);
                    if (object.dropRate != null)
                        message.dropRate = Number(object.dropRate);
                    if (object.retryMs != null)
                        message.retryMs = Number(object.retryMs);
                    if (object.reorderRows != null)
                        message.reorderRows = Boolean(object.reorderRows);
                    if (object.partitioned != null)
                        message.partitioned = Boolean(object.partitioned);
                    if (object.reorderWithinRow != null)
                        message.reorderWithinRow = Boolean(object.reorderWithinRow);
                    return message;
                };

                LinkChange.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (message.delayMs != null && Object.hasOwnProperty.call(message, "delayMs")) {
                        object.delayMs = options.json && !isFinite(message.delayMs) ? String(message.delayMs) : message.delayMs;
                        if (options.oneofs)
                            object._delayMs = "delayMs";
                    }
                    if (message.jitterMs != null && Object.hasOwnProperty.call(message, "jitterMs")) {
                        object.jitterMs = options.json && !isFinite(message.jitterMs) ? String(message.jitterMs) : message.jitterMs;
                        if (options.oneofs)
                            object._jitterMs = "jitterMs";
                    }
                    if (message.bytesPerSecond != null && Object.hasOwnProperty.call(message, "bytesPerSecond")) {
                        object.bytesPerSecond = options.json && !isFinite(message.bytesPerSecond) ? String(message.bytesPerSecond) : message.bytesPerSecond;
                        if (options.oneofs)
                            object._bytesPerSecond = "bytesPerSecond";
                    }
                    if (message.dropRate != null && Object.hasOwnProperty.call(message, "dropRate")) {
                        object.dropRate = options.json && !isFinite(message.dropRate) ? String(message.dropRate) : message.dropRate;
                        if (options.oneofs)
                            object._dropRate = "dropRate";
                    }
                    if (message.retryMs != null && Object.hasOwnProperty.call(message, "retryMs")) {
                        object.retryMs = options.json && !isFinite(message.retryMs) ? String(message.retryMs) : message.retryMs;
                        if (options.oneofs)
                            object._retryMs = "retryMs";
                    }
                    if (message.reorderRows != null && Object.hasOwnProperty.call(message, "reorderRows")) {
                        object.reorderRows = message.reorderRows;
                        if (options.oneofs)
                            object._reorderRows = "reorderRows";
                    }
                    if (message.partitioned != null && Object.hasOwnProperty.call(message, "partitioned")) {
                        object.partitioned = message.partitioned;
                        if (options.oneofs)
                            object._partitioned = "partitioned";
                    }
                    if (message.reorderWithinRow != null && Object.hasOwnProperty.call(message, "reorderWithinRow")) {
                        object.reorderWithinRow = message.reorderWithinRow;
                        if (options.oneofs)
                            object._reorderWithinRow = "reorderWithinRow";
                    }
                    return object;
                };

                LinkChange.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return LinkChange;
            })();

            v1.ChangeClustersRequest = (function() {

                function ChangeClustersRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ChangeClustersRequest.prototype.name = "";
                ChangeClustersRequest.prototype.instance = "";
                ChangeClustersRequest.prototype.change = null;
                ChangeClustersRequest.prototype.forMs = 0;

                ChangeClustersRequest.create = function create(properties) {
                    return new ChangeClustersRequest(properties);
                };

                ChangeClustersRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                        writer.uint32(10).string(message.name);
                    if (message.instance != null && Object.hasOwnProperty.call(message, "instance"))
                        writer.uint32(18).string(message.instance);
                    if (message.change != null && Object.hasOwnProperty.call(message, "change"))
                        $root.tidemark.local.v1.ClusterChange.encode(message.change, writer.uint32(26).fork(), q + 1).ldelim();
                    if (message.forMs != null && Object.hasOwnProperty.call(message, "forMs"))
                        writer.uint32(33).double(message.forMs);
                    return writer;
                };

                ChangeClustersRequest.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.ChangeClustersRequest();
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
                                message.instance = reader.string();
                                break;
                            }
                        case 3: {
                                message.change = $root.tidemark.local.v1.ClusterChange.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 4: {
                                message.forMs = reader.double();
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

                ChangeClustersRequest.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.ChangeClustersRequest)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.ChangeClustersRequest: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.ChangeClustersRequest();
                    if (object.name != null)
                        message.name = String(object.name);
                    if (object.instance != null)
                        message.instance = String(object.instance);
                    if (object.change != null) {
                        if (!$util.isObject(object.change))
                            throw TypeError(".tidemark.local.v1.ChangeClustersRequest.change: object expected");
                        message.change = $root.tidemark.local.v1.ClusterChange.fromObject(object.change, long + 1);
                    }
                    if (object.forMs != null)
                        message.forMs = Number(object.forMs);
                    return message;
                };

                ChangeClustersRequest.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.defaults) {
                        object.name = "";
                        object.instance = "";
                        object.change = null;
                        object.forMs = 0;
                    }
                    if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                        object.name = message.name;
                    if (message.instance != null && Object.hasOwnProperty.call(message, "instance"))
                        object.instance = message.instance;
                    if (message.change != null && Object.hasOwnProperty.call(message, "change"))
                        object.change = $root.tidemark.local.v1.ClusterChange.toObject(message.change, options, q + 1);
                    if (message.forMs != null && Object.hasOwnProperty.call(message, "forMs"))
                        object.forMs = options.json && !isFinite(message.forMs) ? String(message.forMs) : message.forMs;
                    return object;
                };

                ChangeClustersRequest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ChangeClustersRequest;
            })();

            v1.ClusterChange = (function() {

                function ClusterChange(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ClusterChange.prototype.stopped = null;
                ClusterChange.prototype.slowMs = null;
                ClusterChange.prototype.errorRate = null;
                ClusterChange.prototype.clockSkewMs = null;

                var $oneOfFields;

                Object.defineProperty(ClusterChange.prototype, "_stopped", {
                    get: $util.oneOfGetter($oneOfFields = ["stopped"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(ClusterChange.prototype, "_slowMs", {
                    get: $util.oneOfGetter($oneOfFields = ["slowMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(ClusterChange.prototype, "_errorRate", {
                    get: $util.oneOfGetter($oneOfFields = ["errorRate"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                Object.defineProperty(ClusterChange.prototype, "_clockSkewMs", {
                    get: $util.oneOfGetter($oneOfFields = ["clockSkewMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                ClusterChange.create = function create(properties) {
                    return new ClusterChange(properties);
                };

                ClusterChange.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.stopped != null && Object.hasOwnProperty.call(message, "stopped"))
                        writer.uint32(8).bool(message.stopped);
                    if (message.slowMs != null && Object.hasOwnProperty.call(message, "slowMs"))
                        writer.uint32(17).double(message.slowMs);
                    if (message.errorRate != null && Object.hasOwnProperty.call(message, "errorRate"))
                        writer.uint32(25).double(message.errorRate);
                    if (message.clockSkewMs != null && Object.hasOwnProperty.call(message, "clockSkewMs"))
                        writer.uint32(33).double(message.clockSkewMs);
                    return writer;
                };

                ClusterChange.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.ClusterChange();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.stopped = reader.bool();
                                break;
                            }
                        case 2: {
                                message.slowMs = reader.double();
                                break;
                            }
                        case 3: {
                                message.errorRate = reader.double();
                                break;
                            }
                        case 4: {
                                message.clockSkewMs = reader.double();
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

                ClusterChange.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.ClusterChange)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.ClusterChange: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.ClusterChange();
                    if (object.stopped != null)
                        message.stopped = Boolean(object.stopped);
                    if (object.slowMs != null)
                        message.slowMs = Number(object.slowMs);
                    if (object.errorRate != null)
                        message.errorRate = Number(object.errorRate);
                    if (object.clockSkewMs != null)
                        message.clockSkewMs = Number(object.clockSkewMs);
                    return message;
                };

                ClusterChange.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (message.stopped != null && Object.hasOwnProperty.call(message, "stopped")) {
                        object.stopped = message.stopped;
                        if (options.oneofs)
                            object._stopped = "stopped";
                    }
                    if (message.slowMs != null && Object.hasOwnProperty.call(message, "slowMs")) {
                        object.slowMs = options.json && !isFinite(message.slowMs) ? String(message.slowMs) : message.slowMs;
                        if (options.oneofs)
                            object._slowMs = "slowMs";
                    }
                    if (message.errorRate != null && Object.hasOwnProperty.call(message, "errorRate")) {
                        object.errorRate = options.json && !isFinite(message.errorRate) ? String(message.errorRate) : message.errorRate;
                        if (options.oneofs)
                            object._errorRate = "errorRate";
                    }
                    if (message.clockSkewMs != null && Object.hasOwnProperty.call(message, "clockSkewMs")) {
                        object.clockSkewMs = options.json && !isFinite(message.clockSkewMs) ? String(message.clockSkewMs) : message.clockSkewMs;
                        if (options.oneofs)
                            object._clockSkewMs = "clockSkewMs";
                    }
                    return object;
                };

                ClusterChange.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ClusterChange;
            })();

            v1.ResetRequest = (function() {

                function ResetRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ResetRequest.create = function create(properties) {
                    return new ResetRequest(properties);
                };

                ResetRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    return writer;
                };

                ResetRequest.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.ResetRequest();
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

                ResetRequest.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.ResetRequest)
                        return object;
                    return new $root.tidemark.local.v1.ResetRequest();
                };

                ResetRequest.toObject = function toObject() {
                    return {};
                };

                ResetRequest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ResetRequest;
            })();

            v1.ChangeResponse = (function() {

                function ChangeResponse(properties) {
                    this.changed = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ChangeResponse.prototype.changed = $util.emptyArray;

                ChangeResponse.create = function create(properties) {
                    return new ChangeResponse(properties);
                };

                ChangeResponse.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.changed != null && message.changed.length)
                        for (var i = 0; i < message.changed.length; ++i)
                            writer.uint32(10).string(message.changed[i]);
                    return writer;
                };

                ChangeResponse.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.ChangeResponse();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                if (!(message.changed && message.changed.length))
                                    message.changed = [];
                                message.changed.push(reader.string());
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

                ChangeResponse.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.ChangeResponse)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.ChangeResponse: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.ChangeResponse();
                    if (object.changed) {
                        if (!Array.isArray(object.changed))
                            throw TypeError(".tidemark.local.v1.ChangeResponse.changed: array expected");
                        message.changed = [];
                        for (var i = 0; i < object.changed.length; ++i)
                            message.changed[i] = String(object.changed[i]);
                    }
                    return message;
                };

                ChangeResponse.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.arrays || options.defaults)
                        object.changed = [];
                    if (message.changed && message.changed.length) {
                        object.changed = [];
                        for (var j = 0; j < message.changed.length; ++j)
                            object.changed[j] = message.changed[j];
                    }
                    return object;
                };

                ChangeResponse.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ChangeResponse;
            })();

            v1.GetStatusRequest = (function() {

                function GetStatusRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                GetStatusRequest.prototype.instance = "";

                GetStatusRequest.create = function create(properties) {
                    return new GetStatusRequest(properties);
                };

                GetStatusRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.instance != null && Object.hasOwnProperty.call(message, "instance"))
                        writer.uint32(10).string(message.instance);
                    return writer;
                };

                GetStatusRequest.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.GetStatusRequest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.instance = reader.string();
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

                GetStatusRequest.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.GetStatusRequest)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.GetStatusRequest: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.GetStatusRequest();
                    if (object.instance != null)
                        message.instance = String(object.instance);
                    return message;
                };

                GetStatusRequest.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.defaults)
                        object.instance = "";
                    if (message.instance != null && Object.hasOwnProperty.call(message, "instance"))
                        object.instance = message.instance;
                    return object;
                };

                GetStatusRequest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return GetStatusRequest;
            })();

            v1.Status = (function() {

                function Status(properties) {
                    this.instances = [];
                    this.timed = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Status.prototype.instances = $util.emptyArray;
                Status.prototype.timed = $util.emptyArray;

                Status.create = function create(properties) {
                    return new Status(properties);
                };

                Status.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.instances != null && message.instances.length)
                        for (var i = 0; i < message.instances.length; ++i)
                            $root.tidemark.local.v1.InstanceStatus.encode(message.instances[i], writer.uint32(10).fork(), q + 1).ldelim();
                    if (message.timed != null && message.timed.length)
                        for (var i = 0; i < message.timed.length; ++i)
                            $root.tidemark.local.v1.TimedFault.encode(message.timed[i], writer.uint32(18).fork(), q + 1).ldelim();
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
                    message = new $root.tidemark.local.v1.Status();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                if (!(message.instances && message.instances.length))
                                    message.instances = [];
                                message.instances.push($root.tidemark.local.v1.InstanceStatus.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        case 2: {
                                if (!(message.timed && message.timed.length))
                                    message.timed = [];
                                message.timed.push($root.tidemark.local.v1.TimedFault.decode(reader, reader.uint32(), undefined, long + 1));
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

                Status.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.Status)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.Status: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.Status();
                    if (object.instances) {
                        if (!Array.isArray(object.instances))
                            throw TypeError(".tidemark.local.v1.Status.instances: array expected");
                        message.instances = [];
                        for (var i = 0; i < object.instances.length; ++i) {
                            if (!$util.isObject(object.instances[i]))
                                throw TypeError(".tidemark.local.v1.Status.instances: object expected");
                            message.instances[i] = $root.tidemark.local.v1.InstanceStatus.fromObject(object.instances[i], long + 1);
                        }
                    }
                    if (object.timed) {
                        if (!Array.isArray(object.timed))
                            throw TypeError(".tidemark.local.v1.Status.timed: array expected");
                        message.timed = [];
                        for (var i = 0; i < object.timed.length; ++i) {
                            if (!$util.isObject(object.timed[i]))
                                throw TypeError(".tidemark.local.v1.Status.timed: object expected");
                            message.timed[i] = $root.tidemark.local.v1.TimedFault.fromObject(object.timed[i], long + 1);
                        }
                    }
                    return message;
                };

                Status.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.arrays || options.defaults) {
                        object.instances = [];
                        object.timed = [];
                    }
                    if (message.instances && message.instances.length) {
                        object.instances = [];
                        for (var j = 0; j < message.instances.length; ++j)
                            object.instances[j] = $root.tidemark.local.v1.InstanceStatus.toObject(message.instances[j], options, q + 1);
                    }
                    if (message.timed && message.timed.length) {
                        object.timed = [];
                        for (var j = 0; j < message.timed.length; ++j)
                            object.timed[j] = $root.tidemark.local.v1.TimedFault.toObject(message.timed[j], options, q + 1);
                    }
                    return object;
                };

                Status.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return Status;
            })();

            v1.InstanceStatus = (function() {

                function InstanceStatus(properties) {
                    this.clusters = [];
                    this.links = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                InstanceStatus.prototype.name = "";
                InstanceStatus.prototype.clusters = $util.emptyArray;
                InstanceStatus.prototype.links = $util.emptyArray;
                InstanceStatus.prototype.tables = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                InstanceStatus.prototype.pendingRows = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                InstanceStatus.create = function create(properties) {
                    return new InstanceStatus(properties);
                };

                InstanceStatus.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                        writer.uint32(10).string(message.name);
                    if (message.clusters != null && message.clusters.length)
                        for (var i = 0; i < message.clusters.length; ++i)
                            $root.tidemark.local.v1.ClusterStatus.encode(message.clusters[i], writer.uint32(18).fork(), q + 1).ldelim();
                    if (message.links != null && message.links.length)
                        for (var i = 0; i < message.links.length; ++i)
                            $root.tidemark.local.v1.LinkStatus.encode(message.links[i], writer.uint32(26).fork(), q + 1).ldelim();
                    if (message.tables != null && Object.hasOwnProperty.call(message, "tables"))
                        writer.uint32(32).int64(message.tables);
                    if (message.pendingRows != null && Object.hasOwnProperty.call(message, "pendingRows"))
                        writer.uint32(40).int64(message.pendingRows);
                    return writer;
                };

                InstanceStatus.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.InstanceStatus();
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
                                if (!(message.clusters && message.clusters.length))
                                    message.clusters = [];
                                message.clusters.push($root.tidemark.local.v1.ClusterStatus.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        case 3: {
                                if (!(message.links && message.links.length))
                                    message.links = [];
                                message.links.push($root.tidemark.local.v1.LinkStatus.decode(reader, reader.uint32(), undefined, long + 1));
                                break;
                            }
                        case 4: {
                                message.tables = reader.int64();
                                break;
                            }
                        case 5: {
                                message.pendingRows = reader.int64();
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

                InstanceStatus.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.InstanceStatus)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.InstanceStatus: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.InstanceStatus();
                    if (object.name != null)
                        message.name = String(object.name);
                    if (object.clusters) {
                        if (!Array.isArray(object.clusters))
                            throw TypeError(".tidemark.local.v1.InstanceStatus.clusters: array expected");
                        message.clusters = [];
                        for (var i = 0; i < object.clusters.length; ++i) {
                            if (!$util.isObject(object.clusters[i]))
                                throw TypeError(".tidemark.local.v1.InstanceStatus.clusters: object expected");
                            message.clusters[i] = $root.tidemark.local.v1.ClusterStatus.fromObject(object.clusters[i], long + 1);
                        }
                    }
                    if (object.links) {
                        if (!Array.isArray(object.links))
                            throw TypeError(".tidemark.local.v1.InstanceStatus.links: array expected");
                        message.links = [];
                        for (var i = 0; i < object.links.length; ++i) {
                            if (!$util.isObject(object.links[i]))
                                throw TypeError(".tidemark.local.v1.InstanceStatus.links: object expected");
                            message.links[i] = $root.tidemark.local.v1.LinkStatus.fromObject(object.links[i], long + 1);
                        }
                    }
                    if (object.tables != null)
                        if ($util.Long)
                            message.tables = $util.Long.fromValue(object.tables, false);
                        else if (typeof object.tables === "string")
                            message.tables = parseInt(object.tables, 10);
                        else if (typeof object.tables === "number")
                            message.tables = object.tables;
                        else if (typeof object.tables === "object")
                            message.tables = new $util.LongBits(object.tables.low >>> 0, object.tables.high >>> 0).toNumber();
                    if (object.pendingRows != null)
                        if ($util.Long)
                            message.pendingRows = $util.Long.fromValue(object.pendingRows, false);
                        else if (typeof object.pendingRows === "string")
                            message.pendingRows = parseInt(object.pendingRows, 10);
                        else if (typeof object.pendingRows === "number")
                            message.pendingRows = object.pendingRows;
                        else if (typeof object.pendingRows === "object")
                            message.pendingRows = new $util.LongBits(object.pendingRows.low >>> 0, object.pendingRows.high >>> 0).toNumber();
                    return message;
                };

                InstanceStatus.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.arrays || options.defaults) {
                        object.clusters = [];
                        object.links = [];
                    }
                    if (options.defaults) {
                        object.name = "";
                        if ($util.Long) {
                            var long = new $util.Long(0, 0, false);
                            object.tables = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                        } else
                            object.tables = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                        if ($util.Long) {
                            var long = new $util.Long(0, 0, false);
                            object.pendingRows = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                        } else
                            object.pendingRows = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    }
                    if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                        object.name = message.name;
                    if (message.clusters && message.clusters.length) {
                        object.clusters = [];
                        for (var j = 0; j < message.clusters.length; ++j)
                            object.clusters[j] = $root.tidemark.local.v1.ClusterStatus.toObject(message.clusters[j], options, q + 1);
                    }
                    if (message.links && message.links.length) {
                        object.links = [];
                        for (var j = 0; j < message.links.length; ++j)
                            object.links[j] = $root.tidemark.local.v1.LinkStatus.toObject(message.links[j], options, q + 1);
                    }
                    if (message.tables != null && Object.hasOwnProperty.call(message, "tables"))
                        if (typeof BigInt !== "undefined" && options.longs === BigInt)
                            object.tables = typeof message.tables === "number" ? BigInt(message.tables) : $util.Long.fromBits(message.tables.low >>> 0, message.tables.high >>> 0, false).toBigInt();
                        else if (typeof message.tables === "number")
                            object.tables = options.longs === String ? String(message.tables) : message.tables;
                        else
                            object.tables = options.longs === String ? $util.Long.prototype.toString.call(message.tables) : options.longs === Number ? new $util.LongBits(message.tables.low >>> 0, message.tables.high >>> 0).toNumber() : message.tables;
                    if (message.pendingRows != null && Object.hasOwnProperty.call(message, "pendingRows"))
                        if (typeof BigInt !== "undefined" && options.longs === BigInt)
                            object.pendingRows = typeof message.pendingRows === "number" ? BigInt(message.pendingRows) : $util.Long.fromBits(message.pendingRows.low >>> 0, message.pendingRows.high >>> 0, false).toBigInt();
                        else if (typeof message.pendingRows === "number")
                            object.pendingRows = options.longs === String ? String(message.pendingRows) : message.pendingRows;
                        else
                            object.pendingRows = options.longs === String ? $util.Long.prototype.toString.call(message.pendingRows) : options.longs === Number ? new $util.LongBits(message.pendingRows.low >>> 0, message.pendingRows.high >>> 0).toNumber() : message.pendingRows;
                    return object;
                };

                InstanceStatus.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return InstanceStatus;
            })();

            v1.ClusterStatus = (function() {

                function ClusterStatus(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                ClusterStatus.prototype.id = "";
                ClusterStatus.prototype.region = "";
                ClusterStatus.prototype.zone = "";
                ClusterStatus.prototype.stopped = false;
                ClusterStatus.prototype.slowMs = 0;
                ClusterStatus.prototype.errorRate = 0;
                ClusterStatus.prototype.clockSkewMs = 0;
                ClusterStatus.prototype.pendingCommits = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                ClusterStatus.create = function create(properties) {
                    return new ClusterStatus(properties);
                };

                ClusterStatus.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                        writer.uint32(10).string(message.id);
                    if (message.region != null && Object.hasOwnProperty.call(message, "region"))
                        writer.uint32(18).string(message.region);
                    if (message.zone != null && Object.hasOwnProperty.call(message, "zone"))
                        writer.uint32(26).string(message.zone);
                    if (message.stopped != null && Object.hasOwnProperty.call(message, "stopped"))
                        writer.uint32(32).bool(message.stopped);
                    if (message.slowMs != null && Object.hasOwnProperty.call(message, "slowMs"))
                        writer.uint32(41).double(message.slowMs);
                    if (message.errorRate != null && Object.hasOwnProperty.call(message, "errorRate"))
                        writer.uint32(49).double(message.errorRate);
                    if (message.clockSkewMs != null && Object.hasOwnProperty.call(message, "clockSkewMs"))
                        writer.uint32(57).double(message.clockSkewMs);
                    if (message.pendingCommits != null && Object.hasOwnProperty.call(message, "pendingCommits"))
                        writer.uint32(64).int64(message.pendingCommits);
                    return writer;
                };

                ClusterStatus.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.ClusterStatus();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.id = reader.string();
                                break;
                            }
                        case 2: {
                                message.region = reader.string();
                                break;
                            }
                        case 3: {
                                message.zone = reader.string();
                                break;
                            }
                        case 4: {
                                message.stopped = reader.bool();
                                break;
                            }
                        case 5: {
                                message.slowMs = reader.double();
                                break;
                            }
                        case 6: {
                                message.errorRate = reader.double();
                                break;
                            }
                        case 7: {
                                message.clockSkewMs = reader.double();
                                break;
                            }
                        case 8: {
                                message.pendingCommits = reader.int64();
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

                ClusterStatus.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.ClusterStatus)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.ClusterStatus: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.ClusterStatus();
                    if (object.id != null)
                        message.id = String(object.id);
                    if (object.region != null)
                        message.region = String(object.region);
                    if (object.zone != null)
                        message.zone = String(object.zone);
                    if (object.stopped != null)
                        message.stopped = Boolean(object.stopped);
                    if (object.slowMs != null)
                        message.slowMs = Number(object.slowMs);
                    if (object.errorRate != null)
                        message.errorRate = Number(object.errorRate);
                    if (object.clockSkewMs != null)
                        message.clockSkewMs = Number(object.clockSkewMs);
                    if (object.pendingCommits != null)
                        if ($util.Long)
                            message.pendingCommits = $util.Long.fromValue(object.pendingCommits, false);
                        else if (typeof object.pendingCommits === "string")
                            message.pendingCommits = parseInt(object.pendingCommits, 10);
                        else if (typeof object.pendingCommits === "number")
                            message.pendingCommits = object.pendingCommits;
                        else if (typeof object.pendingCommits === "object")
                            message.pendingCommits = new $util.LongBits(object.pendingCommits.low >>> 0, object.pendingCommits.high >>> 0).toNumber();
                    return message;
                };

                ClusterStatus.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.defaults) {
                        object.id = "";
                        object.region = "";
                        object.zone = "";
                        object.stopped = false;
                        object.slowMs = 0;
                        object.errorRate = 0;
                        object.clockSkewMs = 0;
                        if ($util.Long) {
                            var long = new $util.Long(0, 0, false);
                            object.pendingCommits = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                        } else
                            object.pendingCommits = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    }
                    if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                        object.id = message.id;
                    if (message.region != null && Object.hasOwnProperty.call(message, "region"))
                        object.region = message.region;
                    if (message.zone != null && Object.hasOwnProperty.call(message, "zone"))
                        object.zone = message.zone;
                    if (message.stopped != null && Object.hasOwnProperty.call(message, "stopped"))
                        object.stopped = message.stopped;
                    if (message.slowMs != null && Object.hasOwnProperty.call(message, "slowMs"))
                        object.slowMs = options.json && !isFinite(message.slowMs) ? String(message.slowMs) : message.slowMs;
                    if (message.errorRate != null && Object.hasOwnProperty.call(message, "errorRate"))
                        object.errorRate = options.json && !isFinite(message.errorRate) ? String(message.errorRate) : message.errorRate;
                    if (message.clockSkewMs != null && Object.hasOwnProperty.call(message, "clockSkewMs"))
                        object.clockSkewMs = options.json && !isFinite(message.clockSkewMs) ? String(message.clockSkewMs) : message.clockSkewMs;
                    if (message.pendingCommits != null && Object.hasOwnProperty.call(message, "pendingCommits"))
                        if (typeof BigInt !== "undefined" && options.longs === BigInt)
                            object.pendingCommits = typeof message.pendingCommits === "number" ? BigInt(message.pendingCommits) : $util.Long.fromBits(message.pendingCommits.low >>> 0, message.pendingCommits.high >>> 0, false).toBigInt();
                        else if (typeof message.pendingCommits === "number")
                            object.pendingCommits = options.longs === String ? String(message.pendingCommits) : message.pendingCommits;
                        else
                            object.pendingCommits = options.longs === String ? $util.Long.prototype.toString.call(message.pendingCommits) : options.longs === Number ? new $util.LongBits(message.pendingCommits.low >>> 0, message.pendingCommits.high >>> 0).toNumber() : message.pendingCommits;
                    return object;
                };

                ClusterStatus.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ClusterStatus;
            })();

            v1.LinkStatus = (function() {

                function LinkStatus(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                LinkStatus.prototype.from = "";
                LinkStatus.prototype.to = "";
                LinkStatus.prototype.conditions = null;
                LinkStatus.prototype.blocked = false;
                LinkStatus.prototype.backlog = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                LinkStatus.prototype.lagMs = 0;
                LinkStatus.prototype.deliveredUpTo = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                LinkStatus.create = function create(properties) {
                    return new LinkStatus(properties);
                };

                LinkStatus.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.from != null && Object.hasOwnProperty.call(message, "from"))
                        writer.uint32(10).string(message.from);
                    if (message.to != null && Object.hasOwnProperty.call(message, "to"))
                        writer.uint32(18).string(message.to);
                    if (message.conditions != null && Object.hasOwnProperty.call(message, "conditions"))
                        $root.tidemark.local.v1.LinkChange.encode(message.conditions, writer.uint32(26).fork(), q + 1).ldelim();
                    if (message.blocked != null && Object.hasOwnProperty.call(message, "blocked"))
                        writer.uint32(32).bool(message.blocked);
                    if (message.backlog != null && Object.hasOwnProperty.call(message, "backlog"))
                        writer.uint32(40).int64(message.backlog);
                    if (message.lagMs != null && Object.hasOwnProperty.call(message, "lagMs"))
                        writer.uint32(49).double(message.lagMs);
                    if (message.deliveredUpTo != null && Object.hasOwnProperty.call(message, "deliveredUpTo"))
                        writer.uint32(56).int64(message.deliveredUpTo);
                    return writer;
                };

                LinkStatus.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.LinkStatus();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.from = reader.string();
                                break;
                            }
                        case 2: {
                                message.to = reader.string();
                                break;
                            }
                        case 3: {
                                message.conditions = $root.tidemark.local.v1.LinkChange.decode(reader, reader.uint32(), undefined, long + 1);
                                break;
                            }
                        case 4: {
                                message.blocked = reader.bool();
                                break;
                            }
                        case 5: {
                                message.backlog = reader.int64();
                                break;
                            }
                        case 6: {
                                message.lagMs = reader.double();
                                break;
                            }
                        case 7: {
                                message.deliveredUpTo = reader.int64();
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

                LinkStatus.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.LinkStatus)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.LinkStatus: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.LinkStatus();
                    if (object.from != null)
                        message.from = String(object.from);
                    if (object.to != null)
                        message.to = String(object.to);
                    if (object.conditions != null) {
                        if (!$util.isObject(object.conditions))
                            throw TypeError(".tidemark.local.v1.LinkStatus.conditions: object expected");
                        message.conditions = $root.tidemark.local.v1.LinkChange.fromObject(object.conditions, long + 1);
                    }
                    if (object.blocked != null)
                        message.blocked = Boolean(object.blocked);
                    if (object.backlog != null)
                        if ($util.Long)
                            message.backlog = $util.Long.fromValue(object.backlog, false);
                        else if (typeof object.backlog === "string")
                            message.backlog = parseInt(object.backlog, 10);
                        else if (typeof object.backlog === "number")
                            message.backlog = object.backlog;
                        else if (typeof object.backlog === "object")
                            message.backlog = new $util.LongBits(object.backlog.low >>> 0, object.backlog.high >>> 0).toNumber();
                    if (object.lagMs != null)
                        message.lagMs = Number(object.lagMs);
                    if (object.deliveredUpTo != null)
                        if ($util.Long)
                            message.deliveredUpTo = $util.Long.fromValue(object.deliveredUpTo, false);
                        else if (typeof object.deliveredUpTo === "string")
                            message.deliveredUpTo = parseInt(object.deliveredUpTo, 10);
                        else if (typeof object.deliveredUpTo === "number")
                            message.deliveredUpTo = object.deliveredUpTo;
                        else if (typeof object.deliveredUpTo === "object")
                            message.deliveredUpTo = new $util.LongBits(object.deliveredUpTo.low >>> 0, object.deliveredUpTo.high >>> 0).toNumber();
                    return message;
                };

                LinkStatus.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.defaults) {
                        object.from = "";
                        object.to = "";
                        object.conditions = null;
                        object.blocked = false;
                        if ($util.Long) {
                            var long = new $util.Long(0, 0, false);
                            object.backlog = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                        } else
                            object.backlog = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                        object.lagMs = 0;
                        if ($util.Long) {
                            var long = new $util.Long(0, 0, false);
                            object.deliveredUpTo = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                        } else
                            object.deliveredUpTo = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    }
                    if (message.from != null && Object.hasOwnProperty.call(message, "from"))
                        object.from = message.from;
                    if (message.to != null && Object.hasOwnProperty.call(message, "to"))
                        object.to = message.to;
                    if (message.conditions != null && Object.hasOwnProperty.call(message, "conditions"))
                        object.conditions = $root.tidemark.local.v1.LinkChange.toObject(message.conditions, options, q + 1);
                    if (message.blocked != null && Object.hasOwnProperty.call(message, "blocked"))
                        object.blocked = message.blocked;
                    if (message.backlog != null && Object.hasOwnProperty.call(message, "backlog"))
                        if (typeof BigInt !== "undefined" && options.longs === BigInt)
                            object.backlog = typeof message.backlog === "number" ? BigInt(message.backlog) : $util.Long.fromBits(message.backlog.low >>> 0, message.backlog.high >>> 0, false).toBigInt();
                        else if (typeof message.backlog === "number")
                            object.backlog = options.longs === String ? String(message.backlog) : message.backlog;
                        else
                            object.backlog = options.longs === String ? $util.Long.prototype.toString.call(message.backlog) : options.longs === Number ? new $util.LongBits(message.backlog.low >>> 0, message.backlog.high >>> 0).toNumber() : message.backlog;
                    if (message.lagMs != null && Object.hasOwnProperty.call(message, "lagMs"))
                        object.lagMs = options.json && !isFinite(message.lagMs) ? String(message.lagMs) : message.lagMs;
                    if (message.deliveredUpTo != null && Object.hasOwnProperty.call(message, "deliveredUpTo"))
                        if (typeof BigInt !== "undefined" && options.longs === BigInt)
                            object.deliveredUpTo = typeof message.deliveredUpTo === "number" ? BigInt(message.deliveredUpTo) : $util.Long.fromBits(message.deliveredUpTo.low >>> 0, message.deliveredUpTo.high >>> 0, false).toBigInt();
                        else if (typeof message.deliveredUpTo === "number")
                            object.deliveredUpTo = options.longs === String ? String(message.deliveredUpTo) : message.deliveredUpTo;
                        else
                            object.deliveredUpTo = options.longs === String ? $util.Long.prototype.toString.call(message.deliveredUpTo) : options.longs === Number ? new $util.LongBits(message.deliveredUpTo.low >>> 0, message.deliveredUpTo.high >>> 0).toNumber() : message.deliveredUpTo;
                    return object;
                };

                LinkStatus.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return LinkStatus;
            })();

            v1.TimedFault = (function() {

                function TimedFault(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                TimedFault.prototype.description = "";
                TimedFault.prototype.remainingMs = 0;

                TimedFault.create = function create(properties) {
                    return new TimedFault(properties);
                };

                TimedFault.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.description != null && Object.hasOwnProperty.call(message, "description"))
                        writer.uint32(10).string(message.description);
                    if (message.remainingMs != null && Object.hasOwnProperty.call(message, "remainingMs"))
                        writer.uint32(17).double(message.remainingMs);
                    return writer;
                };

                TimedFault.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.local.v1.TimedFault();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.description = reader.string();
                                break;
                            }
                        case 2: {
                                message.remainingMs = reader.double();
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

                TimedFault.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.TimedFault)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.local.v1.TimedFault: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.local.v1.TimedFault();
                    if (object.description != null)
                        message.description = String(object.description);
                    if (object.remainingMs != null)
                        message.remainingMs = Number(object.remainingMs);
                    return message;
                };

                TimedFault.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.defaults) {
                        object.description = "";
                        object.remainingMs = 0;
                    }
                    if (message.description != null && Object.hasOwnProperty.call(message, "description"))
                        object.description = message.description;
                    if (message.remainingMs != null && Object.hasOwnProperty.call(message, "remainingMs"))
                        object.remainingMs = options.json && !isFinite(message.remainingMs) ? String(message.remainingMs) : message.remainingMs;
                    return object;
                };

                TimedFault.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return TimedFault;
            })();

            return v1;
        })();

        return local;
    })();

    return tidemark;
})();

module.exports = $root;
