// Generated from protos/ by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars*/
"use strict";

var $protobuf = require("../../src/gen/protobuf-numbers");

var $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;

var $root = $protobuf.roots["tests"] || ($protobuf.roots["tests"] = {});

$root.tidemark = (function() {

    var tidemark = {};

    tidemark.v1 = (function() {

        var v1 = {};

        v1.AdAction = (function() {

            function AdAction(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            AdAction.prototype.userId = "";
            AdAction.prototype.action = "";
            AdAction.prototype.eventTimeMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            AdAction.prototype.viewType = "";
            AdAction.prototype.adId = "";
            AdAction.prototype.adGroupId = "";
            AdAction.prototype.campaignId = "";
            AdAction.prototype.advertiserId = "";
            AdAction.prototype.insertionId = "";
            AdAction.prototype.sessionId = "";

            AdAction.create = function create(properties) {
                return new AdAction(properties);
            };

            AdAction.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(10).string(message.userId);
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    writer.uint32(18).string(message.action);
                if (message.eventTimeMs != null && Object.hasOwnProperty.call(message, "eventTimeMs"))
                    writer.uint32(24).int64(message.eventTimeMs);
                if (message.viewType != null && Object.hasOwnProperty.call(message, "viewType"))
                    writer.uint32(34).string(message.viewType);
                if (message.adId != null && Object.hasOwnProperty.call(message, "adId"))
                    writer.uint32(42).string(message.adId);
                if (message.adGroupId != null && Object.hasOwnProperty.call(message, "adGroupId"))
                    writer.uint32(50).string(message.adGroupId);
                if (message.campaignId != null && Object.hasOwnProperty.call(message, "campaignId"))
                    writer.uint32(58).string(message.campaignId);
                if (message.advertiserId != null && Object.hasOwnProperty.call(message, "advertiserId"))
                    writer.uint32(66).string(message.advertiserId);
                if (message.insertionId != null && Object.hasOwnProperty.call(message, "insertionId"))
                    writer.uint32(74).string(message.insertionId);
                if (message.sessionId != null && Object.hasOwnProperty.call(message, "sessionId"))
                    writer.uint32(82).string(message.sessionId);
                return writer;
            };

            AdAction.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.AdAction();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.userId = reader.string();
                            break;
                        }
                    case 2: {
                            message.action = reader.string();
                            break;
                        }
                    case 3: {
                            message.eventTimeMs = reader.int64();
                            break;
                        }
                    case 4: {
                            message.viewType = reader.string();
                            break;
                        }
                    case 5: {
                            message.adId = reader.string();
                            break;
                        }
                    case 6: {
                            message.adGroupId = reader.string();
                            break;
                        }
                    case 7: {
                            message.campaignId = reader.string();
                            break;
                        }
                    case 8: {
                            message.advertiserId = reader.string();
                            break;
                        }
                    case 9: {
                            message.insertionId = reader.string();
                            break;
                        }
                    case 10: {
                            message.sessionId = reader.string();
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

            AdAction.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.AdAction)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.AdAction: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.AdAction();
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.action != null)
                    message.action = String(object.action);
                if (object.eventTimeMs != null)
                    if ($util.Long)
                        message.eventTimeMs = $util.Long.fromValue(object.eventTimeMs, false);
                    else if (typeof object.eventTimeMs === "string")
                        message.eventTimeMs = parseInt(object.eventTimeMs, 10);
                    else if (typeof object.eventTimeMs === "number")
                        message.eventTimeMs = object.eventTimeMs;
                    else if (typeof object.eventTimeMs === "object")
                        message.eventTimeMs = new $util.LongBits(object.eventTimeMs.low >>> 0, object.eventTimeMs.high >>> 0).toNumber();
                if (object.viewType != null)
                    message.viewType = String(object.viewType);
                if (object.adId != null)
                    message.adId = String(object.adId);
                if (object.adGroupId != null)
                    message.adGroupId = String(object.adGroupId);
                if (object.campaignId != null)
                    message.campaignId = String(object.campaignId);
                if (object.advertiserId != null)
                    message.advertiserId = String(object.advertiserId);
                if (object.insertionId != null)
                    message.insertionId = String(object.insertionId);
                if (object.sessionId != null)
                    message.sessionId = String(object.sessionId);
                return message;
            };

            AdAction.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.userId = "";
                    object.action = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.eventTimeMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.eventTimeMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.viewType = "";
                    object.adId = "";
                    object.adGroupId = "";
                    object.campaignId = "";
                    object.advertiserId = "";
                    object.insertionId = "";
                    object.sessionId = "";
                }
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    object.action = message.action;
                if (message.eventTimeMs != null && Object.hasOwnProperty.call(message, "eventTimeMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.eventTimeMs = typeof message.eventTimeMs === "number" ? BigInt(message.eventTimeMs) : $util.Long.fromBits(message.eventTimeMs.low >>> 0, message.eventTimeMs.high >>> 0, false).toBigInt();
                    else if (typeof message.eventTimeMs === "number")
                        object.eventTimeMs = options.longs === String ? String(message.eventTimeMs) : message.eventTimeMs;
                    else
                        object.eventTimeMs = options.longs === String ? $util.Long.prototype.toString.call(message.eventTimeMs) : options.longs === Number ? new $util.LongBits(message.eventTimeMs.low >>> 0, message.eventTimeMs.high >>> 0).toNumber() : message.eventTimeMs;
                if (message.viewType != null && Object.hasOwnProperty.call(message, "viewType"))
                    object.viewType = message.viewType;
                if (message.adId != null && Object.hasOwnProperty.call(message, "adId"))
                    object.adId = message.adId;
                if (message.adGroupId != null && Object.hasOwnProperty.call(message, "adGroupId"))
                    object.adGroupId = message.adGroupId;
                if (message.campaignId != null && Object.hasOwnProperty.call(message, "campaignId"))
                    object.campaignId = message.campaignId;
                if (message.advertiserId != null && Object.hasOwnProperty.call(message, "advertiserId"))
                    object.advertiserId = message.advertiserId;
                if (message.insertionId != null && Object.hasOwnProperty.call(message, "insertionId"))
                    object.insertionId = message.insertionId;
                if (message.sessionId != null && Object.hasOwnProperty.call(message, "sessionId"))
                    object.sessionId = message.sessionId;
                return object;
            };

            AdAction.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return AdAction;
        })();

        v1.AdActionBatch = (function() {

            function AdActionBatch(properties) {
                this.events = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            AdActionBatch.prototype.events = $util.emptyArray;

            AdActionBatch.create = function create(properties) {
                return new AdActionBatch(properties);
            };

            AdActionBatch.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.events != null && message.events.length)
                    for (var i = 0; i < message.events.length; ++i)
                        $root.tidemark.v1.AdAction.encode(message.events[i], writer.uint32(10).fork(), q + 1).ldelim();
                return writer;
            };

            AdActionBatch.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.AdActionBatch();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.events && message.events.length))
                                message.events = [];
                            message.events.push($root.tidemark.v1.AdAction.decode(reader, reader.uint32(), undefined, long + 1));
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

            AdActionBatch.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.AdActionBatch)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.AdActionBatch: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.AdActionBatch();
                if (object.events) {
                    if (!Array.isArray(object.events))
                        throw TypeError(".tidemark.v1.AdActionBatch.events: array expected");
                    message.events = [];
                    for (var i = 0; i < object.events.length; ++i) {
                        if (!$util.isObject(object.events[i]))
                            throw TypeError(".tidemark.v1.AdActionBatch.events: object expected");
                        message.events[i] = $root.tidemark.v1.AdAction.fromObject(object.events[i], long + 1);
                    }
                }
                return message;
            };

            AdActionBatch.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.events = [];
                if (message.events && message.events.length) {
                    object.events = [];
                    for (var j = 0; j < message.events.length; ++j)
                        object.events[j] = $root.tidemark.v1.AdAction.toObject(message.events[j], options, q + 1);
                }
                return object;
            };

            AdActionBatch.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return AdActionBatch;
        })();

        v1.Campaign = (function() {

            function Campaign(properties) {
                this.flights = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Campaign.prototype.name = "";
            Campaign.prototype.advertiserId = "";
            Campaign.prototype.action = "";
            Campaign.prototype.flights = $util.emptyArray;
            Campaign.prototype.priority = 0;
            Campaign.prototype.policy = "";
            Campaign.prototype.thresholdShare = 0;
            Campaign.prototype.paused = false;

            Campaign.create = function create(properties) {
                return new Campaign(properties);
            };

            Campaign.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(10).string(message.name);
                if (message.advertiserId != null && Object.hasOwnProperty.call(message, "advertiserId"))
                    writer.uint32(18).string(message.advertiserId);
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    writer.uint32(26).string(message.action);
                if (message.flights != null && message.flights.length)
                    for (var i = 0; i < message.flights.length; ++i)
                        $root.tidemark.v1.Flight.encode(message.flights[i], writer.uint32(34).fork(), q + 1).ldelim();
                if (message.priority != null && Object.hasOwnProperty.call(message, "priority"))
                    writer.uint32(40).uint32(message.priority);
                if (message.policy != null && Object.hasOwnProperty.call(message, "policy"))
                    writer.uint32(50).string(message.policy);
                if (message.thresholdShare != null && Object.hasOwnProperty.call(message, "thresholdShare"))
                    writer.uint32(57).double(message.thresholdShare);
                if (message.paused != null && Object.hasOwnProperty.call(message, "paused"))
                    writer.uint32(64).bool(message.paused);
                return writer;
            };

            Campaign.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.Campaign();
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
                            message.advertiserId = reader.string();
                            break;
                        }
                    case 3: {
                            message.action = reader.string();
                            break;
                        }
                    case 4: {
                            if (!(message.flights && message.flights.length))
                                message.flights = [];
                            message.flights.push($root.tidemark.v1.Flight.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 5: {
                            message.priority = reader.uint32();
                            break;
                        }
                    case 6: {
                            message.policy = reader.string();
                            break;
                        }
                    case 7: {
                            message.thresholdShare = reader.double();
                            break;
                        }
                    case 8: {
                            message.paused = reader.bool();
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

            Campaign.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.Campaign)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.Campaign: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.Campaign();
                if (object.name != null)
                    message.name = String(object.name);
                if (object.advertiserId != null)
                    message.advertiserId = String(object.advertiserId);
                if (object.action != null)
                    message.action = String(object.action);
                if (object.flights) {
                    if (!Array.isArray(object.flights))
                        throw TypeError(".tidemark.v1.Campaign.flights: array expected");
                    message.flights = [];
                    for (var i = 0; i < object.flights.length; ++i) {
                        if (!$util.isObject(object.flights[i]))
                            throw TypeError(".tidemark.v1.Campaign.flights: object expected");
                        message.flights[i] = $root.tidemark.v1.Flight.fromObject(object.flights[i], long + 1);
                    }
                }
                if (object.priority != null)
                    message.priority = object.priority >>> 0;
                if (object.policy != null)
                    message.policy = String(object.policy);
                if (object.thresholdShare != null)
                    message.thresholdShare = Number(object.thresholdShare);
                if (object.paused != null)
                    message.paused = Boolean(object.paused);
                return message;
            };

            Campaign.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.flights = [];
                if (options.defaults) {
                    object.name = "";
                    object.advertiserId = "";
                    object.action = "";
                    object.priority = 0;
                    object.policy = "";
                    object.thresholdShare = 0;
                    object.paused = false;
                }
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    object.name = message.name;
                if (message.advertiserId != null && Object.hasOwnProperty.call(message, "advertiserId"))
                    object.advertiserId = message.advertiserId;
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    object.action = message.action;
                if (message.flights && message.flights.length) {
                    object.flights = [];
                    for (var j = 0; j < message.flights.length; ++j)
                        object.flights[j] = $root.tidemark.v1.Flight.toObject(message.flights[j], options, q + 1);
                }
                if (message.priority != null && Object.hasOwnProperty.call(message, "priority"))
                    object.priority = message.priority;
                if (message.policy != null && Object.hasOwnProperty.call(message, "policy"))
                    object.policy = message.policy;
                if (message.thresholdShare != null && Object.hasOwnProperty.call(message, "thresholdShare"))
                    object.thresholdShare = options.json && !isFinite(message.thresholdShare) ? String(message.thresholdShare) : message.thresholdShare;
                if (message.paused != null && Object.hasOwnProperty.call(message, "paused"))
                    object.paused = message.paused;
                return object;
            };

            Campaign.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return Campaign;
        })();

        v1.Flight = (function() {

            function Flight(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Flight.prototype.firstDay = "";
            Flight.prototype.lastDay = "";
            Flight.prototype.unitsPerDay = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            Flight.create = function create(properties) {
                return new Flight(properties);
            };

            Flight.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.firstDay != null && Object.hasOwnProperty.call(message, "firstDay"))
                    writer.uint32(10).string(message.firstDay);
                if (message.lastDay != null && Object.hasOwnProperty.call(message, "lastDay"))
                    writer.uint32(18).string(message.lastDay);
                if (message.unitsPerDay != null && Object.hasOwnProperty.call(message, "unitsPerDay"))
                    writer.uint32(24).uint64(message.unitsPerDay);
                return writer;
            };

            Flight.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.Flight();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.firstDay = reader.string();
                            break;
                        }
                    case 2: {
                            message.lastDay = reader.string();
                            break;
                        }
                    case 3: {
                            message.unitsPerDay = reader.uint64();
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

            Flight.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.Flight)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.Flight: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.Flight();
                if (object.firstDay != null)
                    message.firstDay = String(object.firstDay);
                if (object.lastDay != null)
                    message.lastDay = String(object.lastDay);
                if (object.unitsPerDay != null)
                    if ($util.Long)
                        message.unitsPerDay = $util.Long.fromValue(object.unitsPerDay, true);
                    else if (typeof object.unitsPerDay === "string")
                        message.unitsPerDay = parseInt(object.unitsPerDay, 10);
                    else if (typeof object.unitsPerDay === "number")
                        message.unitsPerDay = object.unitsPerDay;
                    else if (typeof object.unitsPerDay === "object")
                        message.unitsPerDay = new $util.LongBits(object.unitsPerDay.low >>> 0, object.unitsPerDay.high >>> 0).toNumber(true);
                return message;
            };

            Flight.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.firstDay = "";
                    object.lastDay = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, true);
                        object.unitsPerDay = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.unitsPerDay = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                }
                if (message.firstDay != null && Object.hasOwnProperty.call(message, "firstDay"))
                    object.firstDay = message.firstDay;
                if (message.lastDay != null && Object.hasOwnProperty.call(message, "lastDay"))
                    object.lastDay = message.lastDay;
                if (message.unitsPerDay != null && Object.hasOwnProperty.call(message, "unitsPerDay"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.unitsPerDay = typeof message.unitsPerDay === "number" ? BigInt(message.unitsPerDay) : $util.Long.fromBits(message.unitsPerDay.low >>> 0, message.unitsPerDay.high >>> 0, true).toBigInt();
                    else if (typeof message.unitsPerDay === "number")
                        object.unitsPerDay = options.longs === String ? String(message.unitsPerDay) : message.unitsPerDay;
                    else
                        object.unitsPerDay = options.longs === String ? $util.Long.prototype.toString.call(message.unitsPerDay) : options.longs === Number ? new $util.LongBits(message.unitsPerDay.low >>> 0, message.unitsPerDay.high >>> 0).toNumber(true) : message.unitsPerDay;
                return object;
            };

            Flight.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return Flight;
        })();

        v1.CampaignAction = (function() {

            function CampaignAction(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CampaignAction.prototype.userId = $util.newBuffer([]);
            CampaignAction.prototype.eventType = "";
            CampaignAction.prototype.eventTimeMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            CampaignAction.prototype.campaignId = $util.newBuffer([]);
            CampaignAction.prototype.sessionId = $util.newBuffer([]);

            CampaignAction.create = function create(properties) {
                return new CampaignAction(properties);
            };

            CampaignAction.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(10).bytes(message.userId);
                if (message.eventType != null && Object.hasOwnProperty.call(message, "eventType"))
                    writer.uint32(18).string(message.eventType);
                if (message.eventTimeMs != null && Object.hasOwnProperty.call(message, "eventTimeMs"))
                    writer.uint32(24).int64(message.eventTimeMs);
                if (message.campaignId != null && Object.hasOwnProperty.call(message, "campaignId"))
                    writer.uint32(34).bytes(message.campaignId);
                if (message.sessionId != null && Object.hasOwnProperty.call(message, "sessionId"))
                    writer.uint32(42).bytes(message.sessionId);
                return writer;
            };

            CampaignAction.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CampaignAction();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.userId = reader.bytes();
                            break;
                        }
                    case 2: {
                            message.eventType = reader.string();
                            break;
                        }
                    case 3: {
                            message.eventTimeMs = reader.int64();
                            break;
                        }
                    case 4: {
                            message.campaignId = reader.bytes();
                            break;
                        }
                    case 5: {
                            message.sessionId = reader.bytes();
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

            CampaignAction.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CampaignAction)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CampaignAction: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CampaignAction();
                if (object.userId != null)
                    if (typeof object.userId === "string")
                        $util.base64.decode(object.userId, message.userId = $util.newBuffer($util.base64.length(object.userId)), 0);
                    else if (object.userId.length >= 0)
                        message.userId = object.userId;
                if (object.eventType != null)
                    message.eventType = String(object.eventType);
                if (object.eventTimeMs != null)
                    if ($util.Long)
                        message.eventTimeMs = $util.Long.fromValue(object.eventTimeMs, false);
                    else if (typeof object.eventTimeMs === "string")
                        message.eventTimeMs = parseInt(object.eventTimeMs, 10);
                    else if (typeof object.eventTimeMs === "number")
                        message.eventTimeMs = object.eventTimeMs;
                    else if (typeof object.eventTimeMs === "object")
                        message.eventTimeMs = new $util.LongBits(object.eventTimeMs.low >>> 0, object.eventTimeMs.high >>> 0).toNumber();
                if (object.campaignId != null)
                    if (typeof object.campaignId === "string")
                        $util.base64.decode(object.campaignId, message.campaignId = $util.newBuffer($util.base64.length(object.campaignId)), 0);
                    else if (object.campaignId.length >= 0)
                        message.campaignId = object.campaignId;
                if (object.sessionId != null)
                    if (typeof object.sessionId === "string")
                        $util.base64.decode(object.sessionId, message.sessionId = $util.newBuffer($util.base64.length(object.sessionId)), 0);
                    else if (object.sessionId.length >= 0)
                        message.sessionId = object.sessionId;
                return message;
            };

            CampaignAction.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    if (options.bytes === String)
                        object.userId = "";
                    else {
                        object.userId = [];
                        if (options.bytes !== Array)
                            object.userId = $util.newBuffer(object.userId);
                    }
                    object.eventType = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.eventTimeMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.eventTimeMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    if (options.bytes === String)
                        object.campaignId = "";
                    else {
                        object.campaignId = [];
                        if (options.bytes !== Array)
                            object.campaignId = $util.newBuffer(object.campaignId);
                    }
                    if (options.bytes === String)
                        object.sessionId = "";
                    else {
                        object.sessionId = [];
                        if (options.bytes !== Array)
                            object.sessionId = $util.newBuffer(object.sessionId);
                    }
                }
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = options.bytes === String ? $util.base64.encode(message.userId, 0, message.userId.length) : options.bytes === Array ? Array.prototype.slice.call(message.userId) : message.userId;
                if (message.eventType != null && Object.hasOwnProperty.call(message, "eventType"))
                    object.eventType = message.eventType;
                if (message.eventTimeMs != null && Object.hasOwnProperty.call(message, "eventTimeMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.eventTimeMs = typeof message.eventTimeMs === "number" ? BigInt(message.eventTimeMs) : $util.Long.fromBits(message.eventTimeMs.low >>> 0, message.eventTimeMs.high >>> 0, false).toBigInt();
                    else if (typeof message.eventTimeMs === "number")
                        object.eventTimeMs = options.longs === String ? String(message.eventTimeMs) : message.eventTimeMs;
                    else
                        object.eventTimeMs = options.longs === String ? $util.Long.prototype.toString.call(message.eventTimeMs) : options.longs === Number ? new $util.LongBits(message.eventTimeMs.low >>> 0, message.eventTimeMs.high >>> 0).toNumber() : message.eventTimeMs;
                if (message.campaignId != null && Object.hasOwnProperty.call(message, "campaignId"))
                    object.campaignId = options.bytes === String ? $util.base64.encode(message.campaignId, 0, message.campaignId.length) : options.bytes === Array ? Array.prototype.slice.call(message.campaignId) : message.campaignId;
                if (message.sessionId != null && Object.hasOwnProperty.call(message, "sessionId"))
                    object.sessionId = options.bytes === String ? $util.base64.encode(message.sessionId, 0, message.sessionId.length) : options.bytes === Array ? Array.prototype.slice.call(message.sessionId) : message.sessionId;
                return object;
            };

            CampaignAction.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CampaignAction;
        })();

        v1.CampaignActionBatch = (function() {

            function CampaignActionBatch(properties) {
                this.events = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CampaignActionBatch.prototype.events = $util.emptyArray;

            CampaignActionBatch.create = function create(properties) {
                return new CampaignActionBatch(properties);
            };

            CampaignActionBatch.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.events != null && message.events.length)
                    for (var i = 0; i < message.events.length; ++i)
                        $root.tidemark.v1.CampaignAction.encode(message.events[i], writer.uint32(10).fork(), q + 1).ldelim();
                return writer;
            };

            CampaignActionBatch.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CampaignActionBatch();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.events && message.events.length))
                                message.events = [];
                            message.events.push($root.tidemark.v1.CampaignAction.decode(reader, reader.uint32(), undefined, long + 1));
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

            CampaignActionBatch.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CampaignActionBatch)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CampaignActionBatch: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CampaignActionBatch();
                if (object.events) {
                    if (!Array.isArray(object.events))
                        throw TypeError(".tidemark.v1.CampaignActionBatch.events: array expected");
                    message.events = [];
                    for (var i = 0; i < object.events.length; ++i) {
                        if (!$util.isObject(object.events[i]))
                            throw TypeError(".tidemark.v1.CampaignActionBatch.events: object expected");
                        message.events[i] = $root.tidemark.v1.CampaignAction.fromObject(object.events[i], long + 1);
                    }
                }
                return message;
            };

            CampaignActionBatch.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.events = [];
                if (message.events && message.events.length) {
                    object.events = [];
                    for (var j = 0; j < message.events.length; ++j)
                        object.events[j] = $root.tidemark.v1.CampaignAction.toObject(message.events[j], options, q + 1);
                }
                return object;
            };

            CampaignActionBatch.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CampaignActionBatch;
        })();

        v1.CapCheck = (function() {

            function CapCheck(properties) {
                this.candidates = [];
                this.rules = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapCheck.prototype.dataType = "";
            CapCheck.prototype.userId = "";
            CapCheck.prototype.candidates = $util.emptyArray;
            CapCheck.prototype.rules = $util.emptyArray;
            CapCheck.prototype.asOfMs = null;
            CapCheck.prototype.reserve = null;

            var $oneOfFields;

            Object.defineProperty(CapCheck.prototype, "_asOfMs", {
                get: $util.oneOfGetter($oneOfFields = ["asOfMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CapCheck.create = function create(properties) {
                return new CapCheck(properties);
            };

            CapCheck.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(10).string(message.dataType);
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(18).string(message.userId);
                if (message.candidates != null && message.candidates.length)
                    for (var i = 0; i < message.candidates.length; ++i)
                        $root.tidemark.v1.CapCandidate.encode(message.candidates[i], writer.uint32(26).fork(), q + 1).ldelim();
                if (message.rules != null && message.rules.length)
                    for (var i = 0; i < message.rules.length; ++i)
                        $root.tidemark.v1.CapRule.encode(message.rules[i], writer.uint32(34).fork(), q + 1).ldelim();
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(40).int64(message.asOfMs);
                if (message.reserve != null && Object.hasOwnProperty.call(message, "reserve"))
                    $root.tidemark.v1.CapReserve.encode(message.reserve, writer.uint32(50).fork(), q + 1).ldelim();
                return writer;
            };

            CapCheck.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapCheck();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 2: {
                            message.userId = reader.string();
                            break;
                        }
                    case 3: {
                            if (!(message.candidates && message.candidates.length))
                                message.candidates = [];
                            message.candidates.push($root.tidemark.v1.CapCandidate.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 4: {
                            if (!(message.rules && message.rules.length))
                                message.rules = [];
                            message.rules.push($root.tidemark.v1.CapRule.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 5: {
                            message.asOfMs = reader.int64();
                            break;
                        }
                    case 6: {
                            message.reserve = $root.tidemark.v1.CapReserve.decode(reader, reader.uint32(), undefined, long + 1);
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

            CapCheck.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapCheck)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapCheck: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapCheck();
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.candidates) {
                    if (!Array.isArray(object.candidates))
                        throw TypeError(".tidemark.v1.CapCheck.candidates: array expected");
                    message.candidates = [];
                    for (var i = 0; i < object.candidates.length; ++i) {
                        if (!$util.isObject(object.candidates[i]))
                            throw TypeError(".tidemark.v1.CapCheck.candidates: object expected");
                        message.candidates[i] = $root.tidemark.v1.CapCandidate.fromObject(object.candidates[i], long + 1);
                    }
                }
                if (object.rules) {
                    if (!Array.isArray(object.rules))
                        throw TypeError(".tidemark.v1.CapCheck.rules: array expected");
                    message.rules = [];
                    for (var i = 0; i < object.rules.length; ++i) {
                        if (!$util.isObject(object.rules[i]))
                            throw TypeError(".tidemark.v1.CapCheck.rules: object expected");
                        message.rules[i] = $root.tidemark.v1.CapRule.fromObject(object.rules[i], long + 1);
                    }
                }
                if (object.asOfMs != null)
                    if ($util.Long)
                        message.asOfMs = $util.Long.fromValue(object.asOfMs, false);
                    else if (typeof object.asOfMs === "string")
                        message.asOfMs = parseInt(object.asOfMs, 10);
                    else if (typeof object.asOfMs === "number")
                        message.asOfMs = object.asOfMs;
                    else if (typeof object.asOfMs === "object")
                        message.asOfMs = new $util.LongBits(object.asOfMs.low >>> 0, object.asOfMs.high >>> 0).toNumber();
                if (object.reserve != null) {
                    if (!$util.isObject(object.reserve))
                        throw TypeError(".tidemark.v1.CapCheck.reserve: object expected");
                    message.reserve = $root.tidemark.v1.CapReserve.fromObject(object.reserve, long + 1);
                }
                return message;
            };

            CapCheck.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.candidates = [];
                    object.rules = [];
                }
                if (options.defaults) {
                    object.dataType = "";
                    object.userId = "";
                    object.reserve = null;
                }
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.candidates && message.candidates.length) {
                    object.candidates = [];
                    for (var j = 0; j < message.candidates.length; ++j)
                        object.candidates[j] = $root.tidemark.v1.CapCandidate.toObject(message.candidates[j], options, q + 1);
                }
                if (message.rules && message.rules.length) {
                    object.rules = [];
                    for (var j = 0; j < message.rules.length; ++j)
                        object.rules[j] = $root.tidemark.v1.CapRule.toObject(message.rules[j], options, q + 1);
                }
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs")) {
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.asOfMs = typeof message.asOfMs === "number" ? BigInt(message.asOfMs) : $util.Long.fromBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0, false).toBigInt();
                    else if (typeof message.asOfMs === "number")
                        object.asOfMs = options.longs === String ? String(message.asOfMs) : message.asOfMs;
                    else
                        object.asOfMs = options.longs === String ? $util.Long.prototype.toString.call(message.asOfMs) : options.longs === Number ? new $util.LongBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0).toNumber() : message.asOfMs;
                    if (options.oneofs)
                        object._asOfMs = "asOfMs";
                }
                if (message.reserve != null && Object.hasOwnProperty.call(message, "reserve"))
                    object.reserve = $root.tidemark.v1.CapReserve.toObject(message.reserve, options, q + 1);
                return object;
            };

            CapCheck.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCheck;
        })();

        v1.CapCandidate = (function() {

            function CapCandidate(properties) {
                this.dimensions = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapCandidate.prototype.id = "";
            CapCandidate.prototype.dimensions = $util.emptyObject;

            CapCandidate.create = function create(properties) {
                return new CapCandidate(properties);
            };

            CapCandidate.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(10).string(message.id);
                if (message.dimensions != null && Object.hasOwnProperty.call(message, "dimensions"))
                    for (var keys = Object.keys(message.dimensions), i = 0; i < keys.length; ++i)
                        writer.uint32(18).fork().uint32(10).string(keys[i]).uint32(18).string(message.dimensions[keys[i]]).ldelim();
                return writer;
            };

            CapCandidate.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapCandidate();
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
                            if (message.dimensions === $util.emptyObject)
                                message.dimensions = {};
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
                                $util.makeProp(message.dimensions, key);
                            message.dimensions[key] = value;
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

            CapCandidate.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapCandidate)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapCandidate: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapCandidate();
                if (object.id != null)
                    message.id = String(object.id);
                if (object.dimensions) {
                    if (!$util.isObject(object.dimensions))
                        throw TypeError(".tidemark.v1.CapCandidate.dimensions: object expected");
                    message.dimensions = {};
                    for (var keys = Object.keys(object.dimensions), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.dimensions, keys[i]);
                        message.dimensions[keys[i]] = String(object.dimensions[keys[i]]);
                    }
                }
                return message;
            };

            CapCandidate.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.objects || options.defaults)
                    object.dimensions = {};
                if (options.defaults)
                    object.id = "";
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    object.id = message.id;
                var keys2;
                if (message.dimensions && (keys2 = Object.keys(message.dimensions)).length) {
                    object.dimensions = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.dimensions, keys2[j]);
                        object.dimensions[keys2[j]] = message.dimensions[keys2[j]];
                    }
                }
                return object;
            };

            CapCandidate.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCandidate;
        })();

        v1.CapRule = (function() {

            function CapRule(properties) {
                this.actions = [];
                this.where = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapRule.prototype.name = "";
            CapRule.prototype.level = "";
            CapRule.prototype.actions = $util.emptyArray;
            CapRule.prototype.rolling = null;
            CapRule.prototype.calendar = null;
            CapRule.prototype.maximum = 0;
            CapRule.prototype.where = $util.emptyObject;

            var $oneOfFields;

            Object.defineProperty(CapRule.prototype, "window", {
                get: $util.oneOfGetter($oneOfFields = ["rolling", "calendar"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CapRule.create = function create(properties) {
                return new CapRule(properties);
            };

            CapRule.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(10).string(message.name);
                if (message.level != null && Object.hasOwnProperty.call(message, "level"))
                    writer.uint32(18).string(message.level);
                if (message.actions != null && message.actions.length)
                    for (var i = 0; i < message.actions.length; ++i)
                        writer.uint32(26).string(message.actions[i]);
                if (message.rolling != null && Object.hasOwnProperty.call(message, "rolling"))
                    writer.uint32(34).string(message.rolling);
                if (message.calendar != null && Object.hasOwnProperty.call(message, "calendar"))
                    $root.tidemark.v1.CapCalendar.encode(message.calendar, writer.uint32(42).fork(), q + 1).ldelim();
                if (message.maximum != null && Object.hasOwnProperty.call(message, "maximum"))
                    writer.uint32(48).uint32(message.maximum);
                if (message.where != null && Object.hasOwnProperty.call(message, "where"))
                    for (var keys = Object.keys(message.where), i = 0; i < keys.length; ++i) {
                        writer.uint32(58).fork().uint32(10).string(keys[i]);
                        $root.tidemark.v1.CapCondition.encode(message.where[keys[i]], writer.uint32(18).fork(), q + 1).ldelim().ldelim();
                    }
                return writer;
            };

            CapRule.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapRule();
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
                            message.level = reader.string();
                            break;
                        }
                    case 3: {
                            if (!(message.actions && message.actions.length))
                                message.actions = [];
                            message.actions.push(reader.string());
                            break;
                        }
                    case 4: {
                            message.rolling = reader.string();
                            break;
                        }
                    case 5: {
                            message.calendar = $root.tidemark.v1.CapCalendar.decode(reader, reader.uint32(), undefined, long + 1);
                            break;
                        }
                    case 6: {
                            message.maximum = reader.uint32();
                            break;
                        }
                    case 7: {
                            if (message.where === $util.emptyObject)
                                message.where = {};
                            var end2 = reader.uint32() + reader.pos;
                            if (end2 > reader.len)
                                throw RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = null;
                            while (reader.pos < end2) {
                                var tag2 = reader.uint32();
                                switch (tag2 >>> 3) {
                                case 1:
                                    key = reader.string();
                                    break;
                                case 2:
                                    value = $root.tidemark.v1.CapCondition.decode(reader, reader.uint32(), undefined, long + 1);
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
                                $util.makeProp(message.where, key);
                            message.where[key] = value;
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

            CapRule.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapRule)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapRule: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapRule();
                if (object.name != null)
                    message.name = String(object.name);
                if (object.level != null)
                    message.level = String(object.level);
                if (object.actions) {
                    if (!Array.isArray(object.actions))
                        throw TypeError(".tidemark.v1.CapRule.actions: array expected");
                    message.actions = [];
                    for (var i = 0; i < object.actions.length; ++i)
                        message.actions[i] = String(object.actions[i]);
                }
                if (object.rolling != null)
                    message.rolling = String(object.rolling);
                if (object.calendar != null) {
                    if (!$util.isObject(object.calendar))
                        throw TypeError(".tidemark.v1.CapRule.calendar: object expected");
                    message.calendar = $root.tidemark.v1.CapCalendar.fromObject(object.calendar, long + 1);
                }
                if (object.maximum != null)
                    message.maximum = object.maximum >>> 0;
                if (object.where) {
                    if (!$util.isObject(object.where))
                        throw TypeError(".tidemark.v1.CapRule.where: object expected");
                    message.where = {};
                    for (var keys = Object.keys(object.where), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.where, keys[i]);
                        if (!$util.isObject(object.where[keys[i]]))
                            throw TypeError(".tidemark.v1.CapRule.where: object expected");
                        message.where[keys[i]] = $root.tidemark.v1.CapCondition.fromObject(object.where[keys[i]], long + 1);
                    }
                }
                return message;
            };

            CapRule.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.actions = [];
                if (options.objects || options.defaults)
                    object.where = {};
                if (options.defaults) {
                    object.name = "";
                    object.level = "";
                    object.maximum = 0;
                }
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    object.name = message.name;
                if (message.level != null && Object.hasOwnProperty.call(message, "level"))
                    object.level = message.level;
                if (message.actions && message.actions.length) {
                    object.actions = [];
                    for (var j = 0; j < message.actions.length; ++j)
                        object.actions[j] = message.actions[j];
                }
                if (message.rolling != null && Object.hasOwnProperty.call(message, "rolling")) {
                    object.rolling = message.rolling;
                    if (options.oneofs)
                        object.window = "rolling";
                }
                if (message.calendar != null && Object.hasOwnProperty.call(message, "calendar")) {
                    object.calendar = $root.tidemark.v1.CapCalendar.toObject(message.calendar, options, q + 1);
                    if (options.oneofs)
                        object.window = "calendar";
                }
                if (message.maximum != null && Object.hasOwnProperty.call(message, "maximum"))
                    object.maximum = message.maximum;
                var keys2;
                if (message.where && (keys2 = Object.keys(message.where)).length) {
                    object.where = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.where, keys2[j]);
                        object.where[keys2[j]] = $root.tidemark.v1.CapCondition.toObject(message.where[keys2[j]], options, q + 1);
                    }
                }
                return object;
            };

            CapRule.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapRule;
        })();

        v1.CapCalendar = (function() {

            function CapCalendar(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapCalendar.prototype.hours = 0;
            CapCalendar.prototype.days = 0;
            CapCalendar.prototype.weeks = 0;
            CapCalendar.prototype.months = 0;
            CapCalendar.prototype.timeZone = "";

            CapCalendar.create = function create(properties) {
                return new CapCalendar(properties);
            };

            CapCalendar.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.hours != null && Object.hasOwnProperty.call(message, "hours"))
                    writer.uint32(8).uint32(message.hours);
                if (message.days != null && Object.hasOwnProperty.call(message, "days"))
                    writer.uint32(16).uint32(message.days);
                if (message.weeks != null && Object.hasOwnProperty.call(message, "weeks"))
                    writer.uint32(24).uint32(message.weeks);
                if (message.months != null && Object.hasOwnProperty.call(message, "months"))
                    writer.uint32(32).uint32(message.months);
                if (message.timeZone != null && Object.hasOwnProperty.call(message, "timeZone"))
                    writer.uint32(42).string(message.timeZone);
                return writer;
            };

            CapCalendar.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapCalendar();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.hours = reader.uint32();
                            break;
                        }
                    case 2: {
                            message.days = reader.uint32();
                            break;
                        }
                    case 3: {
                            message.weeks = reader.uint32();
                            break;
                        }
                    case 4: {
                            message.months = reader.uint32();
                            break;
                        }
                    case 5: {
                            message.timeZone = reader.string();
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

            CapCalendar.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapCalendar)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapCalendar: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapCalendar();
                if (object.hours != null)
                    message.hours = object.hours >>> 0;
                if (object.days != null)
                    message.days = object.days >>> 0;
                if (object.weeks != null)
                    message.weeks = object.weeks >>> 0;
                if (object.months != null)
                    message.months = object.months >>> 0;
                if (object.timeZone != null)
                    message.timeZone = String(object.timeZone);
                return message;
            };

            CapCalendar.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.hours = 0;
                    object.days = 0;
                    object.weeks = 0;
                    object.months = 0;
                    object.timeZone = "";
                }
                if (message.hours != null && Object.hasOwnProperty.call(message, "hours"))
                    object.hours = message.hours;
                if (message.days != null && Object.hasOwnProperty.call(message, "days"))
                    object.days = message.days;
                if (message.weeks != null && Object.hasOwnProperty.call(message, "weeks"))
                    object.weeks = message.weeks;
                if (message.months != null && Object.hasOwnProperty.call(message, "months"))
                    object.months = message.months;
                if (message.timeZone != null && Object.hasOwnProperty.call(message, "timeZone"))
                    object.timeZone = message.timeZone;
                return object;
            };

            CapCalendar.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCalendar;
        })();

        v1.CapCondition = (function() {

            function CapCondition(properties) {
                this["in"] = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapCondition.prototype["in"] = $util.emptyArray;
            CapCondition.prototype.optional = false;

            CapCondition.create = function create(properties) {
                return new CapCondition(properties);
            };

            CapCondition.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message["in"] != null && message["in"].length)
                    for (var i = 0; i < message["in"].length; ++i)
                        writer.uint32(10).string(message["in"][i]);
                if (message.optional != null && Object.hasOwnProperty.call(message, "optional"))
                    writer.uint32(16).bool(message.optional);
                return writer;
            };

            CapCondition.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapCondition();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message["in"] && message["in"].length))
                                message["in"] = [];
                            message["in"].push(reader.string());
                            break;
                        }
                    case 2: {
                            message.optional = reader.bool();
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

            CapCondition.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapCondition)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapCondition: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapCondition();
                if (object["in"]) {
                    if (!Array.isArray(object["in"]))
                        throw TypeError(".tidemark.v1.CapCondition.in: array expected");
                    message["in"] = [];
                    for (var i = 0; i < object["in"].length; ++i)
                        message["in"][i] = String(object["in"][i]);
                }
                if (object.optional != null)
                    message.optional = Boolean(object.optional);
                return message;
            };

            CapCondition.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object["in"] = [];
                if (options.defaults)
                    object.optional = false;
                if (message["in"] && message["in"].length) {
                    object["in"] = [];
                    for (var j = 0; j < message["in"].length; ++j)
                        object["in"][j] = message["in"][j];
                }
                if (message.optional != null && Object.hasOwnProperty.call(message, "optional"))
                    object.optional = message.optional;
                return object;
            };

            CapCondition.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCondition;
        })();

        v1.CapReserve = (function() {

            function CapReserve(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapReserve.prototype.action = "";
            CapReserve.prototype.ttlSeconds = 0;

            CapReserve.create = function create(properties) {
                return new CapReserve(properties);
            };

            CapReserve.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    writer.uint32(10).string(message.action);
                if (message.ttlSeconds != null && Object.hasOwnProperty.call(message, "ttlSeconds"))
                    writer.uint32(16).uint32(message.ttlSeconds);
                return writer;
            };

            CapReserve.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapReserve();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.action = reader.string();
                            break;
                        }
                    case 2: {
                            message.ttlSeconds = reader.uint32();
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

            CapReserve.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapReserve)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapReserve: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapReserve();
                if (object.action != null)
                    message.action = String(object.action);
                if (object.ttlSeconds != null)
                    message.ttlSeconds = object.ttlSeconds >>> 0;
                return message;
            };

            CapReserve.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.action = "";
                    object.ttlSeconds = 0;
                }
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    object.action = message.action;
                if (message.ttlSeconds != null && Object.hasOwnProperty.call(message, "ttlSeconds"))
                    object.ttlSeconds = message.ttlSeconds;
                return object;
            };

            CapReserve.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapReserve;
        })();

        v1.CapCheckAnswer = (function() {

            function CapCheckAnswer(properties) {
                this.candidates = [];
                this.omitted = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapCheckAnswer.prototype.userId = "";
            CapCheckAnswer.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            CapCheckAnswer.prototype.candidates = $util.emptyArray;
            CapCheckAnswer.prototype.token = "";
            CapCheckAnswer.prototype.omitted = $util.emptyArray;

            CapCheckAnswer.create = function create(properties) {
                return new CapCheckAnswer(properties);
            };

            CapCheckAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(10).string(message.userId);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(16).int64(message.asOfMs);
                if (message.candidates != null && message.candidates.length)
                    for (var i = 0; i < message.candidates.length; ++i)
                        $root.tidemark.v1.CapVerdict.encode(message.candidates[i], writer.uint32(26).fork(), q + 1).ldelim();
                if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                    writer.uint32(34).string(message.token);
                if (message.omitted != null && message.omitted.length)
                    for (var i = 0; i < message.omitted.length; ++i)
                        $root.tidemark.v1.Omission.encode(message.omitted[i], writer.uint32(42).fork(), q + 1).ldelim();
                return writer;
            };

            CapCheckAnswer.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapCheckAnswer();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.userId = reader.string();
                            break;
                        }
                    case 2: {
                            message.asOfMs = reader.int64();
                            break;
                        }
                    case 3: {
                            if (!(message.candidates && message.candidates.length))
                                message.candidates = [];
                            message.candidates.push($root.tidemark.v1.CapVerdict.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 4: {
                            message.token = reader.string();
                            break;
                        }
                    case 5: {
                            if (!(message.omitted && message.omitted.length))
                                message.omitted = [];
                            message.omitted.push($root.tidemark.v1.Omission.decode(reader, reader.uint32(), undefined, long + 1));
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

            CapCheckAnswer.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapCheckAnswer)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapCheckAnswer: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapCheckAnswer();
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.asOfMs != null)
                    if ($util.Long)
                        message.asOfMs = $util.Long.fromValue(object.asOfMs, false);
                    else if (typeof object.asOfMs === "string")
                        message.asOfMs = parseInt(object.asOfMs, 10);
                    else if (typeof object.asOfMs === "number")
                        message.asOfMs = object.asOfMs;
                    else if (typeof object.asOfMs === "object")
                        message.asOfMs = new $util.LongBits(object.asOfMs.low >>> 0, object.asOfMs.high >>> 0).toNumber();
                if (object.candidates) {
                    if (!Array.isArray(object.candidates))
                        throw TypeError(".tidemark.v1.CapCheckAnswer.candidates: array expected");
                    message.candidates = [];
                    for (var i = 0; i < object.candidates.length; ++i) {
                        if (!$util.isObject(object.candidates[i]))
                            throw TypeError(".tidemark.v1.CapCheckAnswer.candidates: object expected");
                        message.candidates[i] = $root.tidemark.v1.CapVerdict.fromObject(object.candidates[i], long + 1);
                    }
                }
                if (object.token != null)
                    message.token = String(object.token);
                if (object.omitted) {
                    if (!Array.isArray(object.omitted))
                        throw TypeError(".tidemark.v1.CapCheckAnswer.omitted: array expected");
                    message.omitted = [];
                    for (var i = 0; i < object.omitted.length; ++i) {
                        if (!$util.isObject(object.omitted[i]))
                            throw TypeError(".tidemark.v1.CapCheckAnswer.omitted: object expected");
                        message.omitted[i] = $root.tidemark.v1.Omission.fromObject(object.omitted[i], long + 1);
                    }
                }
                return message;
            };

            CapCheckAnswer.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.candidates = [];
                    object.omitted = [];
                }
                if (options.defaults) {
                    object.userId = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.asOfMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.asOfMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.token = "";
                }
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.asOfMs = typeof message.asOfMs === "number" ? BigInt(message.asOfMs) : $util.Long.fromBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0, false).toBigInt();
                    else if (typeof message.asOfMs === "number")
                        object.asOfMs = options.longs === String ? String(message.asOfMs) : message.asOfMs;
                    else
                        object.asOfMs = options.longs === String ? $util.Long.prototype.toString.call(message.asOfMs) : options.longs === Number ? new $util.LongBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0).toNumber() : message.asOfMs;
                if (message.candidates && message.candidates.length) {
                    object.candidates = [];
                    for (var j = 0; j < message.candidates.length; ++j)
                        object.candidates[j] = $root.tidemark.v1.CapVerdict.toObject(message.candidates[j], options, q + 1);
                }
                if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                    object.token = message.token;
                if (message.omitted && message.omitted.length) {
                    object.omitted = [];
                    for (var j = 0; j < message.omitted.length; ++j)
                        object.omitted[j] = $root.tidemark.v1.Omission.toObject(message.omitted[j], options, q + 1);
                }
                return object;
            };

            CapCheckAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCheckAnswer;
        })();

        v1.CapVerdict = (function() {

            function CapVerdict(properties) {
                this.blockedBy = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapVerdict.prototype.id = "";
            CapVerdict.prototype.allowed = false;
            CapVerdict.prototype.remaining = null;
            CapVerdict.prototype.blockedBy = $util.emptyArray;
            CapVerdict.prototype.freesUpAtMs = null;
            CapVerdict.prototype.reservation = null;

            var $oneOfFields;

            Object.defineProperty(CapVerdict.prototype, "_remaining", {
                get: $util.oneOfGetter($oneOfFields = ["remaining"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Object.defineProperty(CapVerdict.prototype, "_freesUpAtMs", {
                get: $util.oneOfGetter($oneOfFields = ["freesUpAtMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CapVerdict.create = function create(properties) {
                return new CapVerdict(properties);
            };

            CapVerdict.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(10).string(message.id);
                if (message.allowed != null && Object.hasOwnProperty.call(message, "allowed"))
                    writer.uint32(16).bool(message.allowed);
                if (message.remaining != null && Object.hasOwnProperty.call(message, "remaining"))
                    writer.uint32(24).uint32(message.remaining);
                if (message.blockedBy != null && message.blockedBy.length)
                    for (var i = 0; i < message.blockedBy.length; ++i)
                        $root.tidemark.v1.CapBlocking.encode(message.blockedBy[i], writer.uint32(34).fork(), q + 1).ldelim();
                if (message.freesUpAtMs != null && Object.hasOwnProperty.call(message, "freesUpAtMs"))
                    writer.uint32(40).int64(message.freesUpAtMs);
                if (message.reservation != null && Object.hasOwnProperty.call(message, "reservation"))
                    $root.tidemark.v1.CapReservation.encode(message.reservation, writer.uint32(50).fork(), q + 1).ldelim();
                return writer;
            };

            CapVerdict.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapVerdict();
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
                            message.allowed = reader.bool();
                            break;
                        }
                    case 3: {
                            message.remaining = reader.uint32();
                            break;
                        }
                    case 4: {
                            if (!(message.blockedBy && message.blockedBy.length))
                                message.blockedBy = [];
                            message.blockedBy.push($root.tidemark.v1.CapBlocking.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 5: {
                            message.freesUpAtMs = reader.int64();
                            break;
                        }
                    case 6: {
                            message.reservation = $root.tidemark.v1.CapReservation.decode(reader, reader.uint32(), undefined, long + 1);
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

            CapVerdict.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapVerdict)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapVerdict: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapVerdict();
                if (object.id != null)
                    message.id = String(object.id);
                if (object.allowed != null)
                    message.allowed = Boolean(object.allowed);
                if (object.remaining != null)
                    message.remaining = object.remaining >>> 0;
                if (object.blockedBy) {
                    if (!Array.isArray(object.blockedBy))
                        throw TypeError(".tidemark.v1.CapVerdict.blockedBy: array expected");
                    message.blockedBy = [];
                    for (var i = 0; i < object.blockedBy.length; ++i) {
                        if (!$util.isObject(object.blockedBy[i]))
                            throw TypeError(".tidemark.v1.CapVerdict.blockedBy: object expected");
                        message.blockedBy[i] = $root.tidemark.v1.CapBlocking.fromObject(object.blockedBy[i], long + 1);
                    }
                }
                if (object.freesUpAtMs != null)
                    if ($util.Long)
                        message.freesUpAtMs = $util.Long.fromValue(object.freesUpAtMs, false);
                    else if (typeof object.freesUpAtMs === "string")
                        message.freesUpAtMs = parseInt(object.freesUpAtMs, 10);
                    else if (typeof object.freesUpAtMs === "number")
                        message.freesUpAtMs = object.freesUpAtMs;
                    else if (typeof object.freesUpAtMs === "object")
                        message.freesUpAtMs = new $util.LongBits(object.freesUpAtMs.low >>> 0, object.freesUpAtMs.high >>> 0).toNumber();
                if (object.reservation != null) {
                    if (!$util.isObject(object.reservation))
                        throw TypeError(".tidemark.v1.CapVerdict.reservation: object expected");
                    message.reservation = $root.tidemark.v1.CapReservation.fromObject(object.reservation, long + 1);
                }
                return message;
            };

            CapVerdict.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.blockedBy = [];
                if (options.defaults) {
                    object.id = "";
                    object.allowed = false;
                    object.reservation = null;
                }
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    object.id = message.id;
                if (message.allowed != null && Object.hasOwnProperty.call(message, "allowed"))
                    object.allowed = message.allowed;
                if (message.remaining != null && Object.hasOwnProperty.call(message, "remaining")) {
                    object.remaining = message.remaining;
                    if (options.oneofs)
                        object._remaining = "remaining";
                }
                if (message.blockedBy && message.blockedBy.length) {
                    object.blockedBy = [];
                    for (var j = 0; j < message.blockedBy.length; ++j)
                        object.blockedBy[j] = $root.tidemark.v1.CapBlocking.toObject(message.blockedBy[j], options, q + 1);
                }
                if (message.freesUpAtMs != null && Object.hasOwnProperty.call(message, "freesUpAtMs")) {
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.freesUpAtMs = typeof message.freesUpAtMs === "number" ? BigInt(message.freesUpAtMs) : $util.Long.fromBits(message.freesUpAtMs.low >>> 0, message.freesUpAtMs.high >>> 0, false).toBigInt();
                    else if (typeof message.freesUpAtMs === "number")
                        object.freesUpAtMs = options.longs === String ? String(message.freesUpAtMs) : message.freesUpAtMs;
                    else
                        object.freesUpAtMs = options.longs === String ? $util.Long.prototype.toString.call(message.freesUpAtMs) : options.longs === Number ? new $util.LongBits(message.freesUpAtMs.low >>> 0, message.freesUpAtMs.high >>> 0).toNumber() : message.freesUpAtMs;
                    if (options.oneofs)
                        object._freesUpAtMs = "freesUpAtMs";
                }
                if (message.reservation != null && Object.hasOwnProperty.call(message, "reservation"))
                    object.reservation = $root.tidemark.v1.CapReservation.toObject(message.reservation, options, q + 1);
                return object;
            };

            CapVerdict.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapVerdict;
        })();

        v1.CapBlocking = (function() {

            function CapBlocking(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapBlocking.prototype.rule = "";
            CapBlocking.prototype.level = "";
            CapBlocking.prototype.entityId = "";
            CapBlocking.prototype.count = 0;
            CapBlocking.prototype.maximum = 0;
            CapBlocking.prototype.freesUpAtMs = null;

            var $oneOfFields;

            Object.defineProperty(CapBlocking.prototype, "_freesUpAtMs", {
                get: $util.oneOfGetter($oneOfFields = ["freesUpAtMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CapBlocking.create = function create(properties) {
                return new CapBlocking(properties);
            };

            CapBlocking.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.rule != null && Object.hasOwnProperty.call(message, "rule"))
                    writer.uint32(10).string(message.rule);
                if (message.level != null && Object.hasOwnProperty.call(message, "level"))
                    writer.uint32(18).string(message.level);
                if (message.entityId != null && Object.hasOwnProperty.call(message, "entityId"))
                    writer.uint32(26).string(message.entityId);
                if (message.count != null && Object.hasOwnProperty.call(message, "count"))
                    writer.uint32(32).uint32(message.count);
                if (message.maximum != null && Object.hasOwnProperty.call(message, "maximum"))
                    writer.uint32(40).uint32(message.maximum);
                if (message.freesUpAtMs != null && Object.hasOwnProperty.call(message, "freesUpAtMs"))
                    writer.uint32(48).int64(message.freesUpAtMs);
                return writer;
            };

            CapBlocking.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapBlocking();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.rule = reader.string();
                            break;
                        }
                    case 2: {
                            message.level = reader.string();
                            break;
                        }
                    case 3: {
                            message.entityId = reader.string();
                            break;
                        }
                    case 4: {
                            message.count = reader.uint32();
                            break;
                        }
                    case 5: {
                            message.maximum = reader.uint32();
                            break;
                        }
                    case 6: {
                            message.freesUpAtMs = reader.int64();
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

            CapBlocking.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapBlocking)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapBlocking: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapBlocking();
                if (object.rule != null)
                    message.rule = String(object.rule);
                if (object.level != null)
                    message.level = String(object.level);
                if (object.entityId != null)
                    message.entityId = String(object.entityId);
                if (object.count != null)
                    message.count = object.count >>> 0;
                if (object.maximum != null)
                    message.maximum = object.maximum >>> 0;
                if (object.freesUpAtMs != null)
                    if ($util.Long)
                        message.freesUpAtMs = $util.Long.fromValue(object.freesUpAtMs, false);
                    else if (typeof object.freesUpAtMs === "string")
                        message.freesUpAtMs = parseInt(object.freesUpAtMs, 10);
                    else if (typeof object.freesUpAtMs === "number")
                        message.freesUpAtMs = object.freesUpAtMs;
                    else if (typeof object.freesUpAtMs === "object")
                        message.freesUpAtMs = new $util.LongBits(object.freesUpAtMs.low >>> 0, object.freesUpAtMs.high >>> 0).toNumber();
                return message;
            };

            CapBlocking.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.rule = "";
                    object.level = "";
                    object.entityId = "";
                    object.count = 0;
                    object.maximum = 0;
                }
                if (message.rule != null && Object.hasOwnProperty.call(message, "rule"))
                    object.rule = message.rule;
                if (message.level != null && Object.hasOwnProperty.call(message, "level"))
                    object.level = message.level;
                if (message.entityId != null && Object.hasOwnProperty.call(message, "entityId"))
                    object.entityId = message.entityId;
                if (message.count != null && Object.hasOwnProperty.call(message, "count"))
                    object.count = message.count;
                if (message.maximum != null && Object.hasOwnProperty.call(message, "maximum"))
                    object.maximum = message.maximum;
                if (message.freesUpAtMs != null && Object.hasOwnProperty.call(message, "freesUpAtMs")) {
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.freesUpAtMs = typeof message.freesUpAtMs === "number" ? BigInt(message.freesUpAtMs) : $util.Long.fromBits(message.freesUpAtMs.low >>> 0, message.freesUpAtMs.high >>> 0, false).toBigInt();
                    else if (typeof message.freesUpAtMs === "number")
                        object.freesUpAtMs = options.longs === String ? String(message.freesUpAtMs) : message.freesUpAtMs;
                    else
                        object.freesUpAtMs = options.longs === String ? $util.Long.prototype.toString.call(message.freesUpAtMs) : options.longs === Number ? new $util.LongBits(message.freesUpAtMs.low >>> 0, message.freesUpAtMs.high >>> 0).toNumber() : message.freesUpAtMs;
                    if (options.oneofs)
                        object._freesUpAtMs = "freesUpAtMs";
                }
                return object;
            };

            CapBlocking.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapBlocking;
        })();

        v1.CapReservation = (function() {

            function CapReservation(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapReservation.prototype.id = "";
            CapReservation.prototype.expiresAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            CapReservation.create = function create(properties) {
                return new CapReservation(properties);
            };

            CapReservation.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(10).string(message.id);
                if (message.expiresAtMs != null && Object.hasOwnProperty.call(message, "expiresAtMs"))
                    writer.uint32(16).int64(message.expiresAtMs);
                return writer;
            };

            CapReservation.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapReservation();
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
                            message.expiresAtMs = reader.int64();
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

            CapReservation.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapReservation)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapReservation: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapReservation();
                if (object.id != null)
                    message.id = String(object.id);
                if (object.expiresAtMs != null)
                    if ($util.Long)
                        message.expiresAtMs = $util.Long.fromValue(object.expiresAtMs, false);
                    else if (typeof object.expiresAtMs === "string")
                        message.expiresAtMs = parseInt(object.expiresAtMs, 10);
                    else if (typeof object.expiresAtMs === "number")
                        message.expiresAtMs = object.expiresAtMs;
                    else if (typeof object.expiresAtMs === "object")
                        message.expiresAtMs = new $util.LongBits(object.expiresAtMs.low >>> 0, object.expiresAtMs.high >>> 0).toNumber();
                return message;
            };

            CapReservation.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.id = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.expiresAtMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.expiresAtMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                }
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    object.id = message.id;
                if (message.expiresAtMs != null && Object.hasOwnProperty.call(message, "expiresAtMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.expiresAtMs = typeof message.expiresAtMs === "number" ? BigInt(message.expiresAtMs) : $util.Long.fromBits(message.expiresAtMs.low >>> 0, message.expiresAtMs.high >>> 0, false).toBigInt();
                    else if (typeof message.expiresAtMs === "number")
                        object.expiresAtMs = options.longs === String ? String(message.expiresAtMs) : message.expiresAtMs;
                    else
                        object.expiresAtMs = options.longs === String ? $util.Long.prototype.toString.call(message.expiresAtMs) : options.longs === Number ? new $util.LongBits(message.expiresAtMs.low >>> 0, message.expiresAtMs.high >>> 0).toNumber() : message.expiresAtMs;
                return object;
            };

            CapReservation.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapReservation;
        })();

        v1.CapRelease = (function() {

            function CapRelease(properties) {
                this.reservations = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapRelease.prototype.dataType = "";
            CapRelease.prototype.userId = "";
            CapRelease.prototype.reservations = $util.emptyArray;

            CapRelease.create = function create(properties) {
                return new CapRelease(properties);
            };

            CapRelease.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(10).string(message.dataType);
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(18).string(message.userId);
                if (message.reservations != null && message.reservations.length)
                    for (var i = 0; i < message.reservations.length; ++i)
                        writer.uint32(26).string(message.reservations[i]);
                return writer;
            };

            CapRelease.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapRelease();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 2: {
                            message.userId = reader.string();
                            break;
                        }
                    case 3: {
                            if (!(message.reservations && message.reservations.length))
                                message.reservations = [];
                            message.reservations.push(reader.string());
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

            CapRelease.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapRelease)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapRelease: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapRelease();
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.reservations) {
                    if (!Array.isArray(object.reservations))
                        throw TypeError(".tidemark.v1.CapRelease.reservations: array expected");
                    message.reservations = [];
                    for (var i = 0; i < object.reservations.length; ++i)
                        message.reservations[i] = String(object.reservations[i]);
                }
                return message;
            };

            CapRelease.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.reservations = [];
                if (options.defaults) {
                    object.dataType = "";
                    object.userId = "";
                }
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.reservations && message.reservations.length) {
                    object.reservations = [];
                    for (var j = 0; j < message.reservations.length; ++j)
                        object.reservations[j] = message.reservations[j];
                }
                return object;
            };

            CapRelease.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapRelease;
        })();

        v1.CapReleaseAnswer = (function() {

            function CapReleaseAnswer(properties) {
                this.released = [];
                this.notFound = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CapReleaseAnswer.prototype.userId = "";
            CapReleaseAnswer.prototype.released = $util.emptyArray;
            CapReleaseAnswer.prototype.notFound = $util.emptyArray;

            CapReleaseAnswer.create = function create(properties) {
                return new CapReleaseAnswer(properties);
            };

            CapReleaseAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(10).string(message.userId);
                if (message.released != null && message.released.length)
                    for (var i = 0; i < message.released.length; ++i)
                        writer.uint32(18).string(message.released[i]);
                if (message.notFound != null && message.notFound.length)
                    for (var i = 0; i < message.notFound.length; ++i)
                        writer.uint32(26).string(message.notFound[i]);
                return writer;
            };

            CapReleaseAnswer.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CapReleaseAnswer();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.userId = reader.string();
                            break;
                        }
                    case 2: {
                            if (!(message.released && message.released.length))
                                message.released = [];
                            message.released.push(reader.string());
                            break;
                        }
                    case 3: {
                            if (!(message.notFound && message.notFound.length))
                                message.notFound = [];
                            message.notFound.push(reader.string());
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

            CapReleaseAnswer.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CapReleaseAnswer)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CapReleaseAnswer: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CapReleaseAnswer();
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.released) {
                    if (!Array.isArray(object.released))
                        throw TypeError(".tidemark.v1.CapReleaseAnswer.released: array expected");
                    message.released = [];
                    for (var i = 0; i < object.released.length; ++i)
                        message.released[i] = String(object.released[i]);
                }
                if (object.notFound) {
                    if (!Array.isArray(object.notFound))
                        throw TypeError(".tidemark.v1.CapReleaseAnswer.notFound: array expected");
                    message.notFound = [];
                    for (var i = 0; i < object.notFound.length; ++i)
                        message.notFound[i] = String(object.notFound[i]);
                }
                return message;
            };

            CapReleaseAnswer.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.released = [];
                    object.notFound = [];
                }
                if (options.defaults)
                    object.userId = "";
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.released && message.released.length) {
                    object.released = [];
                    for (var j = 0; j < message.released.length; ++j)
                        object.released[j] = message.released[j];
                }
                if (message.notFound && message.notFound.length) {
                    object.notFound = [];
                    for (var j = 0; j < message.notFound.length; ++j)
                        object.notFound[j] = message.notFound[j];
                }
                return object;
            };

            CapReleaseAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapReleaseAnswer;
        })();

        v1.StoredReservation = (function() {

            function StoredReservation(properties) {
                this.dimensions = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            StoredReservation.prototype.dataType = "";
            StoredReservation.prototype.action = 0;
            StoredReservation.prototype.expiresAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            StoredReservation.prototype.dimensions = $util.emptyObject;

            StoredReservation.create = function create(properties) {
                return new StoredReservation(properties);
            };

            StoredReservation.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(10).string(message.dataType);
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    writer.uint32(16).uint32(message.action);
                if (message.expiresAtMs != null && Object.hasOwnProperty.call(message, "expiresAtMs"))
                    writer.uint32(24).int64(message.expiresAtMs);
                if (message.dimensions != null && Object.hasOwnProperty.call(message, "dimensions"))
                    for (var keys = Object.keys(message.dimensions), i = 0; i < keys.length; ++i)
                        writer.uint32(34).fork().uint32(8).uint32(keys[i]).uint32(18).string(message.dimensions[keys[i]]).ldelim();
                return writer;
            };

            StoredReservation.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.StoredReservation();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 2: {
                            message.action = reader.uint32();
                            break;
                        }
                    case 3: {
                            message.expiresAtMs = reader.int64();
                            break;
                        }
                    case 4: {
                            if (message.dimensions === $util.emptyObject)
                                message.dimensions = {};
                            var end2 = reader.uint32() + reader.pos;
                            if (end2 > reader.len)
                                throw RangeError("index out of range");
                            reader.len = end2;
                            key = 0;
                            value = "";
                            while (reader.pos < end2) {
                                var tag2 = reader.uint32();
                                switch (tag2 >>> 3) {
                                case 1:
                                    key = reader.uint32();
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
                            message.dimensions[key] = value;
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

            StoredReservation.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.StoredReservation)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.StoredReservation: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.StoredReservation();
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.action != null)
                    message.action = object.action >>> 0;
                if (object.expiresAtMs != null)
                    if ($util.Long)
                        message.expiresAtMs = $util.Long.fromValue(object.expiresAtMs, false);
                    else if (typeof object.expiresAtMs === "string")
                        message.expiresAtMs = parseInt(object.expiresAtMs, 10);
                    else if (typeof object.expiresAtMs === "number")
                        message.expiresAtMs = object.expiresAtMs;
                    else if (typeof object.expiresAtMs === "object")
                        message.expiresAtMs = new $util.LongBits(object.expiresAtMs.low >>> 0, object.expiresAtMs.high >>> 0).toNumber();
                if (object.dimensions) {
                    if (!$util.isObject(object.dimensions))
                        throw TypeError(".tidemark.v1.StoredReservation.dimensions: object expected");
                    message.dimensions = {};
                    for (var keys = Object.keys(object.dimensions), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.dimensions, keys[i]);
                        message.dimensions[keys[i]] = String(object.dimensions[keys[i]]);
                    }
                }
                return message;
            };

            StoredReservation.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.objects || options.defaults)
                    object.dimensions = {};
                if (options.defaults) {
                    object.dataType = "";
                    object.action = 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.expiresAtMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.expiresAtMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                }
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    object.action = message.action;
                if (message.expiresAtMs != null && Object.hasOwnProperty.call(message, "expiresAtMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.expiresAtMs = typeof message.expiresAtMs === "number" ? BigInt(message.expiresAtMs) : $util.Long.fromBits(message.expiresAtMs.low >>> 0, message.expiresAtMs.high >>> 0, false).toBigInt();
                    else if (typeof message.expiresAtMs === "number")
                        object.expiresAtMs = options.longs === String ? String(message.expiresAtMs) : message.expiresAtMs;
                    else
                        object.expiresAtMs = options.longs === String ? $util.Long.prototype.toString.call(message.expiresAtMs) : options.longs === Number ? new $util.LongBits(message.expiresAtMs.low >>> 0, message.expiresAtMs.high >>> 0).toNumber() : message.expiresAtMs;
                var keys2;
                if (message.dimensions && (keys2 = Object.keys(message.dimensions)).length) {
                    object.dimensions = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.dimensions, keys2[j]);
                        object.dimensions[keys2[j]] = message.dimensions[keys2[j]];
                    }
                }
                return object;
            };

            StoredReservation.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return StoredReservation;
        })();

        v1.Omission = (function() {

            function Omission(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Omission.prototype.dataType = "";
            Omission.prototype.purpose = "";
            Omission.prototype.reason = "";

            Omission.create = function create(properties) {
                return new Omission(properties);
            };

            Omission.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(10).string(message.dataType);
                if (message.purpose != null && Object.hasOwnProperty.call(message, "purpose"))
                    writer.uint32(18).string(message.purpose);
                if (message.reason != null && Object.hasOwnProperty.call(message, "reason"))
                    writer.uint32(26).string(message.reason);
                return writer;
            };

            Omission.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.Omission();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 2: {
                            message.purpose = reader.string();
                            break;
                        }
                    case 3: {
                            message.reason = reader.string();
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

            Omission.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.Omission)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.Omission: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.Omission();
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.purpose != null)
                    message.purpose = String(object.purpose);
                if (object.reason != null)
                    message.reason = String(object.reason);
                return message;
            };

            Omission.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.dataType = "";
                    object.purpose = "";
                    object.reason = "";
                }
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.purpose != null && Object.hasOwnProperty.call(message, "purpose"))
                    object.purpose = message.purpose;
                if (message.reason != null && Object.hasOwnProperty.call(message, "reason"))
                    object.reason = message.reason;
                return object;
            };

            Omission.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return Omission;
        })();

        v1.CountQuery = (function() {

            function CountQuery(properties) {
                this.actions = [];
                this.where = {};
                this.entities = {};
                this.windows = [];
                this.groupBy = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountQuery.prototype.userId = "";
            CountQuery.prototype.dataType = "";
            CountQuery.prototype.actions = $util.emptyArray;
            CountQuery.prototype.where = $util.emptyObject;
            CountQuery.prototype.entities = $util.emptyObject;
            CountQuery.prototype.windows = $util.emptyArray;
            CountQuery.prototype.groupBy = $util.emptyArray;
            CountQuery.prototype.asOfMs = null;
            CountQuery.prototype.explain = false;

            var $oneOfFields;

            Object.defineProperty(CountQuery.prototype, "_asOfMs", {
                get: $util.oneOfGetter($oneOfFields = ["asOfMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CountQuery.create = function create(properties) {
                return new CountQuery(properties);
            };

            CountQuery.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(10).string(message.userId);
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(18).string(message.dataType);
                if (message.actions != null && message.actions.length)
                    for (var i = 0; i < message.actions.length; ++i)
                        writer.uint32(26).string(message.actions[i]);
                if (message.where != null && Object.hasOwnProperty.call(message, "where"))
                    for (var keys = Object.keys(message.where), i = 0; i < keys.length; ++i) {
                        writer.uint32(34).fork().uint32(10).string(keys[i]);
                        $root.tidemark.v1.CountCondition.encode(message.where[keys[i]], writer.uint32(18).fork(), q + 1).ldelim().ldelim();
                    }
                if (message.entities != null && Object.hasOwnProperty.call(message, "entities"))
                    for (var keys = Object.keys(message.entities), i = 0; i < keys.length; ++i) {
                        writer.uint32(42).fork().uint32(10).string(keys[i]);
                        $root.tidemark.v1.CountedEntities.encode(message.entities[keys[i]], writer.uint32(18).fork(), q + 1).ldelim().ldelim();
                    }
                if (message.windows != null && message.windows.length)
                    for (var i = 0; i < message.windows.length; ++i)
                        $root.tidemark.v1.CountWindow.encode(message.windows[i], writer.uint32(50).fork(), q + 1).ldelim();
                if (message.groupBy != null && message.groupBy.length)
                    for (var i = 0; i < message.groupBy.length; ++i)
                        writer.uint32(58).string(message.groupBy[i]);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(64).int64(message.asOfMs);
                if (message.explain != null && Object.hasOwnProperty.call(message, "explain"))
                    writer.uint32(72).bool(message.explain);
                return writer;
            };

            CountQuery.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountQuery();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.userId = reader.string();
                            break;
                        }
                    case 2: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 3: {
                            if (!(message.actions && message.actions.length))
                                message.actions = [];
                            message.actions.push(reader.string());
                            break;
                        }
                    case 4: {
                            if (message.where === $util.emptyObject)
                                message.where = {};
                            var end2 = reader.uint32() + reader.pos;
                            if (end2 > reader.len)
                                throw RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = null;
                            while (reader.pos < end2) {
                                var tag2 = reader.uint32();
                                switch (tag2 >>> 3) {
                                case 1:
                                    key = reader.string();
                                    break;
                                case 2:
                                    value = $root.tidemark.v1.CountCondition.decode(reader, reader.uint32(), undefined, long + 1);
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
                                $util.makeProp(message.where, key);
                            message.where[key] = value;
                            break;
                        }
                    case 5: {
                            if (message.entities === $util.emptyObject)
                                message.entities = {};
                            var end2 = reader.uint32() + reader.pos;
                            if (end2 > reader.len)
                                throw RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = null;
                            while (reader.pos < end2) {
                                var tag2 = reader.uint32();
                                switch (tag2 >>> 3) {
                                case 1:
                                    key = reader.string();
                                    break;
                                case 2:
                                    value = $root.tidemark.v1.CountedEntities.decode(reader, reader.uint32(), undefined, long + 1);
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
                                $util.makeProp(message.entities, key);
                            message.entities[key] = value;
                            break;
                        }
                    case 6: {
                            if (!(message.windows && message.windows.length))
                                message.windows = [];
                            message.windows.push($root.tidemark.v1.CountWindow.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 7: {
                            if (!(message.groupBy && message.groupBy.length))
                                message.groupBy = [];
                            message.groupBy.push(reader.string());
                            break;
                        }
                    case 8: {
                            message.asOfMs = reader.int64();
                            break;
                        }
                    case 9: {
                            message.explain = reader.bool();
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

            CountQuery.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountQuery)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountQuery: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountQuery();
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.actions) {
                    if (!Array.isArray(object.actions))
                        throw TypeError(".tidemark.v1.CountQuery.actions: array expected");
                    message.actions = [];
                    for (var i = 0; i < object.actions.length; ++i)
                        message.actions[i] = String(object.actions[i]);
                }
                if (object.where) {
                    if (!$util.isObject(object.where))
                        throw TypeError(".tidemark.v1.CountQuery.where: object expected");
                    message.where = {};
                    for (var keys = Object.keys(object.where), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.where, keys[i]);
                        if (!$util.isObject(object.where[keys[i]]))
                            throw TypeError(".tidemark.v1.CountQuery.where: object expected");
                        message.where[keys[i]] = $root.tidemark.v1.CountCondition.fromObject(object.where[keys[i]], long + 1);
                    }
                }
                if (object.entities) {
                    if (!$util.isObject(object.entities))
                        throw TypeError(".tidemark.v1.CountQuery.entities: object expected");
                    message.entities = {};
                    for (var keys = Object.keys(object.entities), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.entities, keys[i]);
                        if (!$util.isObject(object.entities[keys[i]]))
                            throw TypeError(".tidemark.v1.CountQuery.entities: object expected");
                        message.entities[keys[i]] = $root.tidemark.v1.CountedEntities.fromObject(object.entities[keys[i]], long + 1);
                    }
                }
                if (object.windows) {
                    if (!Array.isArray(object.windows))
                        throw TypeError(".tidemark.v1.CountQuery.windows: array expected");
                    message.windows = [];
                    for (var i = 0; i < object.windows.length; ++i) {
                        if (!$util.isObject(object.windows[i]))
                            throw TypeError(".tidemark.v1.CountQuery.windows: object expected");
                        message.windows[i] = $root.tidemark.v1.CountWindow.fromObject(object.windows[i], long + 1);
                    }
                }
                if (object.groupBy) {
                    if (!Array.isArray(object.groupBy))
                        throw TypeError(".tidemark.v1.CountQuery.groupBy: array expected");
                    message.groupBy = [];
                    for (var i = 0; i < object.groupBy.length; ++i)
                        message.groupBy[i] = String(object.groupBy[i]);
                }
                if (object.asOfMs != null)
                    if ($util.Long)
                        message.asOfMs = $util.Long.fromValue(object.asOfMs, false);
                    else if (typeof object.asOfMs === "string")
                        message.asOfMs = parseInt(object.asOfMs, 10);
                    else if (typeof object.asOfMs === "number")
                        message.asOfMs = object.asOfMs;
                    else if (typeof object.asOfMs === "object")
                        message.asOfMs = new $util.LongBits(object.asOfMs.low >>> 0, object.asOfMs.high >>> 0).toNumber();
                if (object.explain != null)
                    message.explain = Boolean(object.explain);
                return message;
            };

            CountQuery.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.actions = [];
                    object.windows = [];
                    object.groupBy = [];
                }
                if (options.objects || options.defaults) {
                    object.where = {};
                    object.entities = {};
                }
                if (options.defaults) {
                    object.userId = "";
                    object.dataType = "";
                    object.explain = false;
                }
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.actions && message.actions.length) {
                    object.actions = [];
                    for (var j = 0; j < message.actions.length; ++j)
                        object.actions[j] = message.actions[j];
                }
                var keys2;
                if (message.where && (keys2 = Object.keys(message.where)).length) {
                    object.where = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.where, keys2[j]);
                        object.where[keys2[j]] = $root.tidemark.v1.CountCondition.toObject(message.where[keys2[j]], options, q + 1);
                    }
                }
                if (message.entities && (keys2 = Object.keys(message.entities)).length) {
                    object.entities = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.entities, keys2[j]);
                        object.entities[keys2[j]] = $root.tidemark.v1.CountedEntities.toObject(message.entities[keys2[j]], options, q + 1);
                    }
                }
                if (message.windows && message.windows.length) {
                    object.windows = [];
                    for (var j = 0; j < message.windows.length; ++j)
                        object.windows[j] = $root.tidemark.v1.CountWindow.toObject(message.windows[j], options, q + 1);
                }
                if (message.groupBy && message.groupBy.length) {
                    object.groupBy = [];
                    for (var j = 0; j < message.groupBy.length; ++j)
                        object.groupBy[j] = message.groupBy[j];
                }
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs")) {
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.asOfMs = typeof message.asOfMs === "number" ? BigInt(message.asOfMs) : $util.Long.fromBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0, false).toBigInt();
                    else if (typeof message.asOfMs === "number")
                        object.asOfMs = options.longs === String ? String(message.asOfMs) : message.asOfMs;
                    else
                        object.asOfMs = options.longs === String ? $util.Long.prototype.toString.call(message.asOfMs) : options.longs === Number ? new $util.LongBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0).toNumber() : message.asOfMs;
                    if (options.oneofs)
                        object._asOfMs = "asOfMs";
                }
                if (message.explain != null && Object.hasOwnProperty.call(message, "explain"))
                    object.explain = message.explain;
                return object;
            };

            CountQuery.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountQuery;
        })();

        v1.BatchCountQuery = (function() {

            function BatchCountQuery(properties) {
                this.users = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            BatchCountQuery.prototype.users = $util.emptyArray;
            BatchCountQuery.prototype.query = null;

            BatchCountQuery.create = function create(properties) {
                return new BatchCountQuery(properties);
            };

            BatchCountQuery.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.users != null && message.users.length)
                    for (var i = 0; i < message.users.length; ++i)
                        writer.uint32(10).string(message.users[i]);
                if (message.query != null && Object.hasOwnProperty.call(message, "query"))
                    $root.tidemark.v1.CountQuery.encode(message.query, writer.uint32(18).fork(), q + 1).ldelim();
                return writer;
            };

            BatchCountQuery.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.BatchCountQuery();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.users && message.users.length))
                                message.users = [];
                            message.users.push(reader.string());
                            break;
                        }
                    case 2: {
                            message.query = $root.tidemark.v1.CountQuery.decode(reader, reader.uint32(), undefined, long + 1);
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

            BatchCountQuery.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.BatchCountQuery)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.BatchCountQuery: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.BatchCountQuery();
                if (object.users) {
                    if (!Array.isArray(object.users))
                        throw TypeError(".tidemark.v1.BatchCountQuery.users: array expected");
                    message.users = [];
                    for (var i = 0; i < object.users.length; ++i)
                        message.users[i] = String(object.users[i]);
                }
                if (object.query != null) {
                    if (!$util.isObject(object.query))
                        throw TypeError(".tidemark.v1.BatchCountQuery.query: object expected");
                    message.query = $root.tidemark.v1.CountQuery.fromObject(object.query, long + 1);
                }
                return message;
            };

            BatchCountQuery.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.users = [];
                if (options.defaults)
                    object.query = null;
                if (message.users && message.users.length) {
                    object.users = [];
                    for (var j = 0; j < message.users.length; ++j)
                        object.users[j] = message.users[j];
                }
                if (message.query != null && Object.hasOwnProperty.call(message, "query"))
                    object.query = $root.tidemark.v1.CountQuery.toObject(message.query, options, q + 1);
                return object;
            };

            BatchCountQuery.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return BatchCountQuery;
        })();

        v1.CountCondition = (function() {

            function CountCondition(properties) {
                this["in"] = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountCondition.prototype["in"] = $util.emptyArray;
            CountCondition.prototype.optional = false;

            CountCondition.create = function create(properties) {
                return new CountCondition(properties);
            };

            CountCondition.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message["in"] != null && message["in"].length)
                    for (var i = 0; i < message["in"].length; ++i)
                        writer.uint32(10).string(message["in"][i]);
                if (message.optional != null && Object.hasOwnProperty.call(message, "optional"))
                    writer.uint32(16).bool(message.optional);
                return writer;
            };

            CountCondition.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountCondition();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message["in"] && message["in"].length))
                                message["in"] = [];
                            message["in"].push(reader.string());
                            break;
                        }
                    case 2: {
                            message.optional = reader.bool();
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

            CountCondition.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountCondition)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountCondition: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountCondition();
                if (object["in"]) {
                    if (!Array.isArray(object["in"]))
                        throw TypeError(".tidemark.v1.CountCondition.in: array expected");
                    message["in"] = [];
                    for (var i = 0; i < object["in"].length; ++i)
                        message["in"][i] = String(object["in"][i]);
                }
                if (object.optional != null)
                    message.optional = Boolean(object.optional);
                return message;
            };

            CountCondition.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object["in"] = [];
                if (options.defaults)
                    object.optional = false;
                if (message["in"] && message["in"].length) {
                    object["in"] = [];
                    for (var j = 0; j < message["in"].length; ++j)
                        object["in"][j] = message["in"][j];
                }
                if (message.optional != null && Object.hasOwnProperty.call(message, "optional"))
                    object.optional = message.optional;
                return object;
            };

            CountCondition.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountCondition;
        })();

        v1.CountedEntities = (function() {

            function CountedEntities(properties) {
                this.ids = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountedEntities.prototype.ids = $util.emptyArray;
            CountedEntities.prototype.all = false;

            CountedEntities.create = function create(properties) {
                return new CountedEntities(properties);
            };

            CountedEntities.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.ids != null && message.ids.length)
                    for (var i = 0; i < message.ids.length; ++i)
                        writer.uint32(10).string(message.ids[i]);
                if (message.all != null && Object.hasOwnProperty.call(message, "all"))
                    writer.uint32(16).bool(message.all);
                return writer;
            };

            CountedEntities.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountedEntities();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.ids && message.ids.length))
                                message.ids = [];
                            message.ids.push(reader.string());
                            break;
                        }
                    case 2: {
                            message.all = reader.bool();
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

            CountedEntities.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountedEntities)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountedEntities: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountedEntities();
                if (object.ids) {
                    if (!Array.isArray(object.ids))
                        throw TypeError(".tidemark.v1.CountedEntities.ids: array expected");
                    message.ids = [];
                    for (var i = 0; i < object.ids.length; ++i)
                        message.ids[i] = String(object.ids[i]);
                }
                if (object.all != null)
                    message.all = Boolean(object.all);
                return message;
            };

            CountedEntities.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.ids = [];
                if (options.defaults)
                    object.all = false;
                if (message.ids && message.ids.length) {
                    object.ids = [];
                    for (var j = 0; j < message.ids.length; ++j)
                        object.ids[j] = message.ids[j];
                }
                if (message.all != null && Object.hasOwnProperty.call(message, "all"))
                    object.all = message.all;
                return object;
            };

            CountedEntities.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountedEntities;
        })();

        v1.CountWindow = (function() {

            function CountWindow(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountWindow.prototype.rolling = null;
            CountWindow.prototype.absolute = null;
            CountWindow.prototype.calendar = null;

            var $oneOfFields;

            Object.defineProperty(CountWindow.prototype, "window", {
                get: $util.oneOfGetter($oneOfFields = ["rolling", "absolute", "calendar"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CountWindow.create = function create(properties) {
                return new CountWindow(properties);
            };

            CountWindow.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.rolling != null && Object.hasOwnProperty.call(message, "rolling"))
                    writer.uint32(10).string(message.rolling);
                if (message.absolute != null && Object.hasOwnProperty.call(message, "absolute"))
                    $root.tidemark.v1.AbsoluteWindow.encode(message.absolute, writer.uint32(18).fork(), q + 1).ldelim();
                if (message.calendar != null && Object.hasOwnProperty.call(message, "calendar"))
                    $root.tidemark.v1.CalendarWindow.encode(message.calendar, writer.uint32(26).fork(), q + 1).ldelim();
                return writer;
            };

            CountWindow.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountWindow();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.rolling = reader.string();
                            break;
                        }
                    case 2: {
                            message.absolute = $root.tidemark.v1.AbsoluteWindow.decode(reader, reader.uint32(), undefined, long + 1);
                            break;
                        }
                    case 3: {
                            message.calendar = $root.tidemark.v1.CalendarWindow.decode(reader, reader.uint32(), undefined, long + 1);
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

            CountWindow.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountWindow)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountWindow: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountWindow();
                if (object.rolling != null)
                    message.rolling = String(object.rolling);
                if (object.absolute != null) {
                    if (!$util.isObject(object.absolute))
                        throw TypeError(".tidemark.v1.CountWindow.absolute: object expected");
                    message.absolute = $root.tidemark.v1.AbsoluteWindow.fromObject(object.absolute, long + 1);
                }
                if (object.calendar != null) {
                    if (!$util.isObject(object.calendar))
                        throw TypeError(".tidemark.v1.CountWindow.calendar: object expected");
                    message.calendar = $root.tidemark.v1.CalendarWindow.fromObject(object.calendar, long + 1);
                }
                return message;
            };

            CountWindow.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (message.rolling != null && Object.hasOwnProperty.call(message, "rolling")) {
                    object.rolling = message.rolling;
                    if (options.oneofs)
                        object.window = "rolling";
                }
                if (message.absolute != null && Object.hasOwnProperty.call(message, "absolute")) {
                    object.absolute = $root.tidemark.v1.AbsoluteWindow.toObject(message.absolute, options, q + 1);
                    if (options.oneofs)
                        object.window = "absolute";
                }
                if (message.calendar != null && Object.hasOwnProperty.call(message, "calendar")) {
                    object.calendar = $root.tidemark.v1.CalendarWindow.toObject(message.calendar, options, q + 1);
                    if (options.oneofs)
                        object.window = "calendar";
                }
                return object;
            };

            CountWindow.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountWindow;
        })();

        v1.AbsoluteWindow = (function() {

            function AbsoluteWindow(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            AbsoluteWindow.prototype.fromMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            AbsoluteWindow.prototype.toMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            AbsoluteWindow.prototype.name = "";

            AbsoluteWindow.create = function create(properties) {
                return new AbsoluteWindow(properties);
            };

            AbsoluteWindow.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.fromMs != null && Object.hasOwnProperty.call(message, "fromMs"))
                    writer.uint32(8).int64(message.fromMs);
                if (message.toMs != null && Object.hasOwnProperty.call(message, "toMs"))
                    writer.uint32(16).int64(message.toMs);
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(26).string(message.name);
                return writer;
            };

            AbsoluteWindow.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.AbsoluteWindow();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.fromMs = reader.int64();
                            break;
                        }
                    case 2: {
                            message.toMs = reader.int64();
                            break;
                        }
                    case 3: {
                            message.name = reader.string();
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

            AbsoluteWindow.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.AbsoluteWindow)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.AbsoluteWindow: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.AbsoluteWindow();
                if (object.fromMs != null)
                    if ($util.Long)
                        message.fromMs = $util.Long.fromValue(object.fromMs, false);
                    else if (typeof object.fromMs === "string")
                        message.fromMs = parseInt(object.fromMs, 10);
                    else if (typeof object.fromMs === "number")
                        message.fromMs = object.fromMs;
                    else if (typeof object.fromMs === "object")
                        message.fromMs = new $util.LongBits(object.fromMs.low >>> 0, object.fromMs.high >>> 0).toNumber();
                if (object.toMs != null)
                    if ($util.Long)
                        message.toMs = $util.Long.fromValue(object.toMs, false);
                    else if (typeof object.toMs === "string")
                        message.toMs = parseInt(object.toMs, 10);
                    else if (typeof object.toMs === "number")
                        message.toMs = object.toMs;
                    else if (typeof object.toMs === "object")
                        message.toMs = new $util.LongBits(object.toMs.low >>> 0, object.toMs.high >>> 0).toNumber();
                if (object.name != null)
                    message.name = String(object.name);
                return message;
            };

            AbsoluteWindow.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.fromMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.fromMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.toMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.toMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.name = "";
                }
                if (message.fromMs != null && Object.hasOwnProperty.call(message, "fromMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.fromMs = typeof message.fromMs === "number" ? BigInt(message.fromMs) : $util.Long.fromBits(message.fromMs.low >>> 0, message.fromMs.high >>> 0, false).toBigInt();
                    else if (typeof message.fromMs === "number")
                        object.fromMs = options.longs === String ? String(message.fromMs) : message.fromMs;
                    else
                        object.fromMs = options.longs === String ? $util.Long.prototype.toString.call(message.fromMs) : options.longs === Number ? new $util.LongBits(message.fromMs.low >>> 0, message.fromMs.high >>> 0).toNumber() : message.fromMs;
                if (message.toMs != null && Object.hasOwnProperty.call(message, "toMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.toMs = typeof message.toMs === "number" ? BigInt(message.toMs) : $util.Long.fromBits(message.toMs.low >>> 0, message.toMs.high >>> 0, false).toBigInt();
                    else if (typeof message.toMs === "number")
                        object.toMs = options.longs === String ? String(message.toMs) : message.toMs;
                    else
                        object.toMs = options.longs === String ? $util.Long.prototype.toString.call(message.toMs) : options.longs === Number ? new $util.LongBits(message.toMs.low >>> 0, message.toMs.high >>> 0).toNumber() : message.toMs;
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    object.name = message.name;
                return object;
            };

            AbsoluteWindow.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return AbsoluteWindow;
        })();

        v1.CalendarWindow = (function() {

            function CalendarWindow(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CalendarWindow.prototype.hours = null;
            CalendarWindow.prototype.days = null;
            CalendarWindow.prototype.weeks = null;
            CalendarWindow.prototype.months = null;
            CalendarWindow.prototype.timeZone = "";
            CalendarWindow.prototype.name = "";

            var $oneOfFields;

            Object.defineProperty(CalendarWindow.prototype, "length", {
                get: $util.oneOfGetter($oneOfFields = ["hours", "days", "weeks", "months"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CalendarWindow.create = function create(properties) {
                return new CalendarWindow(properties);
            };

            CalendarWindow.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.hours != null && Object.hasOwnProperty.call(message, "hours"))
                    writer.uint32(8).uint32(message.hours);
                if (message.days != null && Object.hasOwnProperty.call(message, "days"))
                    writer.uint32(16).uint32(message.days);
                if (message.weeks != null && Object.hasOwnProperty.call(message, "weeks"))
                    writer.uint32(24).uint32(message.weeks);
                if (message.months != null && Object.hasOwnProperty.call(message, "months"))
                    writer.uint32(32).uint32(message.months);
                if (message.timeZone != null && Object.hasOwnProperty.call(message, "timeZone"))
                    writer.uint32(42).string(message.timeZone);
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(50).string(message.name);
                return writer;
            };

            CalendarWindow.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CalendarWindow();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.hours = reader.uint32();
                            break;
                        }
                    case 2: {
                            message.days = reader.uint32();
                            break;
                        }
                    case 3: {
                            message.weeks = reader.uint32();
                            break;
                        }
                    case 4: {
                            message.months = reader.uint32();
                            break;
                        }
                    case 5: {
                            message.timeZone = reader.string();
                            break;
                        }
                    case 6: {
                            message.name = reader.string();
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

            CalendarWindow.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CalendarWindow)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CalendarWindow: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CalendarWindow();
                if (object.hours != null)
                    message.hours = object.hours >>> 0;
                if (object.days != null)
                    message.days = object.days >>> 0;
                if (object.weeks != null)
                    message.weeks = object.weeks >>> 0;
                if (object.months != null)
                    message.months = object.months >>> 0;
                if (object.timeZone != null)
                    message.timeZone = String(object.timeZone);
                if (object.name != null)
                    message.name = String(object.name);
                return message;
            };

            CalendarWindow.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.timeZone = "";
                    object.name = "";
                }
                if (message.hours != null && Object.hasOwnProperty.call(message, "hours")) {
                    object.hours = message.hours;
                    if (options.oneofs)
                        object.length = "hours";
                }
                if (message.days != null && Object.hasOwnProperty.call(message, "days")) {
                    object.days = message.days;
                    if (options.oneofs)
                        object.length = "days";
                }
                if (message.weeks != null && Object.hasOwnProperty.call(message, "weeks")) {
                    object.weeks = message.weeks;
                    if (options.oneofs)
                        object.length = "weeks";
                }
                if (message.months != null && Object.hasOwnProperty.call(message, "months")) {
                    object.months = message.months;
                    if (options.oneofs)
                        object.length = "months";
                }
                if (message.timeZone != null && Object.hasOwnProperty.call(message, "timeZone"))
                    object.timeZone = message.timeZone;
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    object.name = message.name;
                return object;
            };

            CalendarWindow.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CalendarWindow;
        })();

        v1.CountAnswer = (function() {

            function CountAnswer(properties) {
                this.windows = [];
                this.groups = [];
                this.levels = [];
                this.omitted = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountAnswer.prototype.userId = "";
            CountAnswer.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            CountAnswer.prototype.completeUpToMs = null;
            CountAnswer.prototype.windows = $util.emptyArray;
            CountAnswer.prototype.groups = $util.emptyArray;
            CountAnswer.prototype.total = null;
            CountAnswer.prototype.levels = $util.emptyArray;
            CountAnswer.prototype.explain = null;
            CountAnswer.prototype.omitted = $util.emptyArray;

            var $oneOfFields;

            Object.defineProperty(CountAnswer.prototype, "_completeUpToMs", {
                get: $util.oneOfGetter($oneOfFields = ["completeUpToMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CountAnswer.create = function create(properties) {
                return new CountAnswer(properties);
            };

            CountAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(10).string(message.userId);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(16).int64(message.asOfMs);
                if (message.completeUpToMs != null && Object.hasOwnProperty.call(message, "completeUpToMs"))
                    writer.uint32(24).int64(message.completeUpToMs);
                if (message.windows != null && message.windows.length)
                    for (var i = 0; i < message.windows.length; ++i)
                        $root.tidemark.v1.CountedWindow.encode(message.windows[i], writer.uint32(34).fork(), q + 1).ldelim();
                if (message.groups != null && message.groups.length)
                    for (var i = 0; i < message.groups.length; ++i)
                        $root.tidemark.v1.CountGroup.encode(message.groups[i], writer.uint32(42).fork(), q + 1).ldelim();
                if (message.total != null && Object.hasOwnProperty.call(message, "total"))
                    $root.tidemark.v1.CountTally.encode(message.total, writer.uint32(50).fork(), q + 1).ldelim();
                if (message.levels != null && message.levels.length)
                    for (var i = 0; i < message.levels.length; ++i)
                        $root.tidemark.v1.LevelCounts.encode(message.levels[i], writer.uint32(58).fork(), q + 1).ldelim();
                if (message.explain != null && Object.hasOwnProperty.call(message, "explain"))
                    $root.tidemark.v1.CountExplanation.encode(message.explain, writer.uint32(66).fork(), q + 1).ldelim();
                if (message.omitted != null && message.omitted.length)
                    for (var i = 0; i < message.omitted.length; ++i)
                        $root.tidemark.v1.Omission.encode(message.omitted[i], writer.uint32(74).fork(), q + 1).ldelim();
                return writer;
            };

            CountAnswer.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountAnswer();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.userId = reader.string();
                            break;
                        }
                    case 2: {
                            message.asOfMs = reader.int64();
                            break;
                        }
                    case 3: {
                            message.completeUpToMs = reader.int64();
                            break;
                        }
                    case 4: {
                            if (!(message.windows && message.windows.length))
                                message.windows = [];
                            message.windows.push($root.tidemark.v1.CountedWindow.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 5: {
                            if (!(message.groups && message.groups.length))
                                message.groups = [];
                            message.groups.push($root.tidemark.v1.CountGroup.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 6: {
                            message.total = $root.tidemark.v1.CountTally.decode(reader, reader.uint32(), undefined, long + 1);
                            break;
                        }
                    case 7: {
                            if (!(message.levels && message.levels.length))
                                message.levels = [];
                            message.levels.push($root.tidemark.v1.LevelCounts.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 8: {
                            message.explain = $root.tidemark.v1.CountExplanation.decode(reader, reader.uint32(), undefined, long + 1);
                            break;
                        }
                    case 9: {
                            if (!(message.omitted && message.omitted.length))
                                message.omitted = [];
                            message.omitted.push($root.tidemark.v1.Omission.decode(reader, reader.uint32(), undefined, long + 1));
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

            CountAnswer.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountAnswer)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountAnswer: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountAnswer();
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.asOfMs != null)
                    if ($util.Long)
                        message.asOfMs = $util.Long.fromValue(object.asOfMs, false);
                    else if (typeof object.asOfMs === "string")
                        message.asOfMs = parseInt(object.asOfMs, 10);
                    else if (typeof object.asOfMs === "number")
                        message.asOfMs = object.asOfMs;
                    else if (typeof object.asOfMs === "object")
                        message.asOfMs = new $util.LongBits(object.asOfMs.low >>> 0, object.asOfMs.high >>> 0).toNumber();
                if (object.completeUpToMs != null)
                    if ($util.Long)
                        message.completeUpToMs = $util.Long.fromValue(object.completeUpToMs, false);
                    else if (typeof object.completeUpToMs === "string")
                        message.completeUpToMs = parseInt(object.completeUpToMs, 10);
                    else if (typeof object.completeUpToMs === "number")
                        message.completeUpToMs = object.completeUpToMs;
                    else if (typeof object.completeUpToMs === "object")
                        message.completeUpToMs = new $util.LongBits(object.completeUpToMs.low >>> 0, object.completeUpToMs.high >>> 0).toNumber();
                if (object.windows) {
                    if (!Array.isArray(object.windows))
                        throw TypeError(".tidemark.v1.CountAnswer.windows: array expected");
                    message.windows = [];
                    for (var i = 0; i < object.windows.length; ++i) {
                        if (!$util.isObject(object.windows[i]))
                            throw TypeError(".tidemark.v1.CountAnswer.windows: object expected");
                        message.windows[i] = $root.tidemark.v1.CountedWindow.fromObject(object.windows[i], long + 1);
                    }
                }
                if (object.groups) {
                    if (!Array.isArray(object.groups))
                        throw TypeError(".tidemark.v1.CountAnswer.groups: array expected");
                    message.groups = [];
                    for (var i = 0; i < object.groups.length; ++i) {
                        if (!$util.isObject(object.groups[i]))
                            throw TypeError(".tidemark.v1.CountAnswer.groups: object expected");
                        message.groups[i] = $root.tidemark.v1.CountGroup.fromObject(object.groups[i], long + 1);
                    }
                }
                if (object.total != null) {
                    if (!$util.isObject(object.total))
                        throw TypeError(".tidemark.v1.CountAnswer.total: object expected");
                    message.total = $root.tidemark.v1.CountTally.fromObject(object.total, long + 1);
                }
                if (object.levels) {
                    if (!Array.isArray(object.levels))
                        throw TypeError(".tidemark.v1.CountAnswer.levels: array expected");
                    message.levels = [];
                    for (var i = 0; i < object.levels.length; ++i) {
                        if (!$util.isObject(object.levels[i]))
                            throw TypeError(".tidemark.v1.CountAnswer.levels: object expected");
                        message.levels[i] = $root.tidemark.v1.LevelCounts.fromObject(object.levels[i], long + 1);
                    }
                }
                if (object.explain != null) {
                    if (!$util.isObject(object.explain))
                        throw TypeError(".tidemark.v1.CountAnswer.explain: object expected");
                    message.explain = $root.tidemark.v1.CountExplanation.fromObject(object.explain, long + 1);
                }
                if (object.omitted) {
                    if (!Array.isArray(object.omitted))
                        throw TypeError(".tidemark.v1.CountAnswer.omitted: array expected");
                    message.omitted = [];
                    for (var i = 0; i < object.omitted.length; ++i) {
                        if (!$util.isObject(object.omitted[i]))
                            throw TypeError(".tidemark.v1.CountAnswer.omitted: object expected");
                        message.omitted[i] = $root.tidemark.v1.Omission.fromObject(object.omitted[i], long + 1);
                    }
                }
                return message;
            };

            CountAnswer.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.windows = [];
                    object.groups = [];
                    object.levels = [];
                    object.omitted = [];
                }
                if (options.defaults) {
                    object.userId = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.asOfMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.asOfMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.total = null;
                    object.explain = null;
                }
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.asOfMs = typeof message.asOfMs === "number" ? BigInt(message.asOfMs) : $util.Long.fromBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0, false).toBigInt();
                    else if (typeof message.asOfMs === "number")
                        object.asOfMs = options.longs === String ? String(message.asOfMs) : message.asOfMs;
                    else
                        object.asOfMs = options.longs === String ? $util.Long.prototype.toString.call(message.asOfMs) : options.longs === Number ? new $util.LongBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0).toNumber() : message.asOfMs;
                if (message.completeUpToMs != null && Object.hasOwnProperty.call(message, "completeUpToMs")) {
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.completeUpToMs = typeof message.completeUpToMs === "number" ? BigInt(message.completeUpToMs) : $util.Long.fromBits(message.completeUpToMs.low >>> 0, message.completeUpToMs.high >>> 0, false).toBigInt();
                    else if (typeof message.completeUpToMs === "number")
                        object.completeUpToMs = options.longs === String ? String(message.completeUpToMs) : message.completeUpToMs;
                    else
                        object.completeUpToMs = options.longs === String ? $util.Long.prototype.toString.call(message.completeUpToMs) : options.longs === Number ? new $util.LongBits(message.completeUpToMs.low >>> 0, message.completeUpToMs.high >>> 0).toNumber() : message.completeUpToMs;
                    if (options.oneofs)
                        object._completeUpToMs = "completeUpToMs";
                }
                if (message.windows && message.windows.length) {
                    object.windows = [];
                    for (var j = 0; j < message.windows.length; ++j)
                        object.windows[j] = $root.tidemark.v1.CountedWindow.toObject(message.windows[j], options, q + 1);
                }
                if (message.groups && message.groups.length) {
                    object.groups = [];
                    for (var j = 0; j < message.groups.length; ++j)
                        object.groups[j] = $root.tidemark.v1.CountGroup.toObject(message.groups[j], options, q + 1);
                }
                if (message.total != null && Object.hasOwnProperty.call(message, "total"))
                    object.total = $root.tidemark.v1.CountTally.toObject(message.total, options, q + 1);
                if (message.levels && message.levels.length) {
                    object.levels = [];
                    for (var j = 0; j < message.levels.length; ++j)
                        object.levels[j] = $root.tidemark.v1.LevelCounts.toObject(message.levels[j], options, q + 1);
                }
                if (message.explain != null && Object.hasOwnProperty.call(message, "explain"))
                    object.explain = $root.tidemark.v1.CountExplanation.toObject(message.explain, options, q + 1);
                if (message.omitted && message.omitted.length) {
                    object.omitted = [];
                    for (var j = 0; j < message.omitted.length; ++j)
                        object.omitted[j] = $root.tidemark.v1.Omission.toObject(message.omitted[j], options, q + 1);
                }
                return object;
            };

            CountAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountAnswer;
        })();

        v1.BatchCountAnswer = (function() {

            function BatchCountAnswer(properties) {
                this.users = [];
                this.windows = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            BatchCountAnswer.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            BatchCountAnswer.prototype.completeUpToMs = null;
            BatchCountAnswer.prototype.users = $util.emptyArray;
            BatchCountAnswer.prototype.windows = $util.emptyArray;
            BatchCountAnswer.prototype.explain = null;

            var $oneOfFields;

            Object.defineProperty(BatchCountAnswer.prototype, "_completeUpToMs", {
                get: $util.oneOfGetter($oneOfFields = ["completeUpToMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            BatchCountAnswer.create = function create(properties) {
                return new BatchCountAnswer(properties);
            };

            BatchCountAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(8).int64(message.asOfMs);
                if (message.completeUpToMs != null && Object.hasOwnProperty.call(message, "completeUpToMs"))
                    writer.uint32(16).int64(message.completeUpToMs);
                if (message.users != null && message.users.length)
                    for (var i = 0; i < message.users.length; ++i)
                        $root.tidemark.v1.CountedUser.encode(message.users[i], writer.uint32(26).fork(), q + 1).ldelim();
                if (message.windows != null && message.windows.length)
                    for (var i = 0; i < message.windows.length; ++i)
                        $root.tidemark.v1.CountedWindow.encode(message.windows[i], writer.uint32(34).fork(), q + 1).ldelim();
                if (message.explain != null && Object.hasOwnProperty.call(message, "explain"))
                    $root.tidemark.v1.CountExplanation.encode(message.explain, writer.uint32(42).fork(), q + 1).ldelim();
                return writer;
            };

            BatchCountAnswer.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.BatchCountAnswer();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.asOfMs = reader.int64();
                            break;
                        }
                    case 2: {
                            message.completeUpToMs = reader.int64();
                            break;
                        }
                    case 3: {
                            if (!(message.users && message.users.length))
                                message.users = [];
                            message.users.push($root.tidemark.v1.CountedUser.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 4: {
                            if (!(message.windows && message.windows.length))
                                message.windows = [];
                            message.windows.push($root.tidemark.v1.CountedWindow.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 5: {
                            message.explain = $root.tidemark.v1.CountExplanation.decode(reader, reader.uint32(), undefined, long + 1);
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

            BatchCountAnswer.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.BatchCountAnswer)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.BatchCountAnswer: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.BatchCountAnswer();
                if (object.asOfMs != null)
                    if ($util.Long)
                        message.asOfMs = $util.Long.fromValue(object.asOfMs, false);
                    else if (typeof object.asOfMs === "string")
                        message.asOfMs = parseInt(object.asOfMs, 10);
                    else if (typeof object.asOfMs === "number")
                        message.asOfMs = object.asOfMs;
                    else if (typeof object.asOfMs === "object")
                        message.asOfMs = new $util.LongBits(object.asOfMs.low >>> 0, object.asOfMs.high >>> 0).toNumber();
                if (object.completeUpToMs != null)
                    if ($util.Long)
                        message.completeUpToMs = $util.Long.fromValue(object.completeUpToMs, false);
                    else if (typeof object.completeUpToMs === "string")
                        message.completeUpToMs = parseInt(object.completeUpToMs, 10);
                    else if (typeof object.completeUpToMs === "number")
                        message.completeUpToMs = object.completeUpToMs;
                    else if (typeof object.completeUpToMs === "object")
                        message.completeUpToMs = new $util.LongBits(object.completeUpToMs.low >>> 0, object.completeUpToMs.high >>> 0).toNumber();
                if (object.users) {
                    if (!Array.isArray(object.users))
                        throw TypeError(".tidemark.v1.BatchCountAnswer.users: array expected");
                    message.users = [];
                    for (var i = 0; i < object.users.length; ++i) {
                        if (!$util.isObject(object.users[i]))
                            throw TypeError(".tidemark.v1.BatchCountAnswer.users: object expected");
                        message.users[i] = $root.tidemark.v1.CountedUser.fromObject(object.users[i], long + 1);
                    }
                }
                if (object.windows) {
                    if (!Array.isArray(object.windows))
                        throw TypeError(".tidemark.v1.BatchCountAnswer.windows: array expected");
                    message.windows = [];
                    for (var i = 0; i < object.windows.length; ++i) {
                        if (!$util.isObject(object.windows[i]))
                            throw TypeError(".tidemark.v1.BatchCountAnswer.windows: object expected");
                        message.windows[i] = $root.tidemark.v1.CountedWindow.fromObject(object.windows[i], long + 1);
                    }
                }
                if (object.explain != null) {
                    if (!$util.isObject(object.explain))
                        throw TypeError(".tidemark.v1.BatchCountAnswer.explain: object expected");
                    message.explain = $root.tidemark.v1.CountExplanation.fromObject(object.explain, long + 1);
                }
                return message;
            };

            BatchCountAnswer.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.users = [];
                    object.windows = [];
                }
                if (options.defaults) {
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.asOfMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.asOfMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.explain = null;
                }
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.asOfMs = typeof message.asOfMs === "number" ? BigInt(message.asOfMs) : $util.Long.fromBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0, false).toBigInt();
                    else if (typeof message.asOfMs === "number")
                        object.asOfMs = options.longs === String ? String(message.asOfMs) : message.asOfMs;
                    else
                        object.asOfMs = options.longs === String ? $util.Long.prototype.toString.call(message.asOfMs) : options.longs === Number ? new $util.LongBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0).toNumber() : message.asOfMs;
                if (message.completeUpToMs != null && Object.hasOwnProperty.call(message, "completeUpToMs")) {
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.completeUpToMs = typeof message.completeUpToMs === "number" ? BigInt(message.completeUpToMs) : $util.Long.fromBits(message.completeUpToMs.low >>> 0, message.completeUpToMs.high >>> 0, false).toBigInt();
                    else if (typeof message.completeUpToMs === "number")
                        object.completeUpToMs = options.longs === String ? String(message.completeUpToMs) : message.completeUpToMs;
                    else
                        object.completeUpToMs = options.longs === String ? $util.Long.prototype.toString.call(message.completeUpToMs) : options.longs === Number ? new $util.LongBits(message.completeUpToMs.low >>> 0, message.completeUpToMs.high >>> 0).toNumber() : message.completeUpToMs;
                    if (options.oneofs)
                        object._completeUpToMs = "completeUpToMs";
                }
                if (message.users && message.users.length) {
                    object.users = [];
                    for (var j = 0; j < message.users.length; ++j)
                        object.users[j] = $root.tidemark.v1.CountedUser.toObject(message.users[j], options, q + 1);
                }
                if (message.windows && message.windows.length) {
                    object.windows = [];
                    for (var j = 0; j < message.windows.length; ++j)
                        object.windows[j] = $root.tidemark.v1.CountedWindow.toObject(message.windows[j], options, q + 1);
                }
                if (message.explain != null && Object.hasOwnProperty.call(message, "explain"))
                    object.explain = $root.tidemark.v1.CountExplanation.toObject(message.explain, options, q + 1);
                return object;
            };

            BatchCountAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return BatchCountAnswer;
        })();

        v1.CountedUser = (function() {

            function CountedUser(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountedUser.prototype.counts = null;
            CountedUser.prototype.failure = null;
            CountedUser.prototype.userId = "";

            var $oneOfFields;

            Object.defineProperty(CountedUser.prototype, "result", {
                get: $util.oneOfGetter($oneOfFields = ["counts", "failure"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CountedUser.create = function create(properties) {
                return new CountedUser(properties);
            };

            CountedUser.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.counts != null && Object.hasOwnProperty.call(message, "counts"))
                    $root.tidemark.v1.CountAnswer.encode(message.counts, writer.uint32(10).fork(), q + 1).ldelim();
                if (message.failure != null && Object.hasOwnProperty.call(message, "failure"))
                    $root.tidemark.v1.CountFailure.encode(message.failure, writer.uint32(18).fork(), q + 1).ldelim();
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(26).string(message.userId);
                return writer;
            };

            CountedUser.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountedUser();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.counts = $root.tidemark.v1.CountAnswer.decode(reader, reader.uint32(), undefined, long + 1);
                            break;
                        }
                    case 2: {
                            message.failure = $root.tidemark.v1.CountFailure.decode(reader, reader.uint32(), undefined, long + 1);
                            break;
                        }
                    case 3: {
                            message.userId = reader.string();
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

            CountedUser.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountedUser)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountedUser: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountedUser();
                if (object.counts != null) {
                    if (!$util.isObject(object.counts))
                        throw TypeError(".tidemark.v1.CountedUser.counts: object expected");
                    message.counts = $root.tidemark.v1.CountAnswer.fromObject(object.counts, long + 1);
                }
                if (object.failure != null) {
                    if (!$util.isObject(object.failure))
                        throw TypeError(".tidemark.v1.CountedUser.failure: object expected");
                    message.failure = $root.tidemark.v1.CountFailure.fromObject(object.failure, long + 1);
                }
                if (object.userId != null)
                    message.userId = String(object.userId);
                return message;
            };

            CountedUser.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults)
                    object.userId = "";
                if (message.counts != null && Object.hasOwnProperty.call(message, "counts")) {
                    object.counts = $root.tidemark.v1.CountAnswer.toObject(message.counts, options, q + 1);
                    if (options.oneofs)
                        object.result = "counts";
                }
                if (message.failure != null && Object.hasOwnProperty.call(message, "failure")) {
                    object.failure = $root.tidemark.v1.CountFailure.toObject(message.failure, options, q + 1);
                    if (options.oneofs)
                        object.result = "failure";
                }
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                return object;
            };

            CountedUser.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountedUser;
        })();

        v1.CountFailure = (function() {

            function CountFailure(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountFailure.prototype.code = "";
            CountFailure.prototype.message = "";

            CountFailure.create = function create(properties) {
                return new CountFailure(properties);
            };

            CountFailure.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.code != null && Object.hasOwnProperty.call(message, "code"))
                    writer.uint32(10).string(message.code);
                if (message.message != null && Object.hasOwnProperty.call(message, "message"))
                    writer.uint32(18).string(message.message);
                return writer;
            };

            CountFailure.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountFailure();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.code = reader.string();
                            break;
                        }
                    case 2: {
                            message.message = reader.string();
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

            CountFailure.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountFailure)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountFailure: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountFailure();
                if (object.code != null)
                    message.code = String(object.code);
                if (object.message != null)
                    message.message = String(object.message);
                return message;
            };

            CountFailure.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.code = "";
                    object.message = "";
                }
                if (message.code != null && Object.hasOwnProperty.call(message, "code"))
                    object.code = message.code;
                if (message.message != null && Object.hasOwnProperty.call(message, "message"))
                    object.message = message.message;
                return object;
            };

            CountFailure.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountFailure;
        })();

        v1.CountedWindow = (function() {

            function CountedWindow(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountedWindow.prototype.name = "";
            CountedWindow.prototype.fromMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            CountedWindow.prototype.toMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            CountedWindow.create = function create(properties) {
                return new CountedWindow(properties);
            };

            CountedWindow.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(10).string(message.name);
                if (message.fromMs != null && Object.hasOwnProperty.call(message, "fromMs"))
                    writer.uint32(16).int64(message.fromMs);
                if (message.toMs != null && Object.hasOwnProperty.call(message, "toMs"))
                    writer.uint32(24).int64(message.toMs);
                return writer;
            };

            CountedWindow.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountedWindow();
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
                            message.fromMs = reader.int64();
                            break;
                        }
                    case 3: {
                            message.toMs = reader.int64();
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

            CountedWindow.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountedWindow)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountedWindow: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountedWindow();
                if (object.name != null)
                    message.name = String(object.name);
                if (object.fromMs != null)
                    if ($util.Long)
                        message.fromMs = $util.Long.fromValue(object.fromMs, false);
                    else if (typeof object.fromMs === "string")
                        message.fromMs = parseInt(object.fromMs, 10);
                    else if (typeof object.fromMs === "number")
                        message.fromMs = object.fromMs;
                    else if (typeof object.fromMs === "object")
                        message.fromMs = new $util.LongBits(object.fromMs.low >>> 0, object.fromMs.high >>> 0).toNumber();
                if (object.toMs != null)
                    if ($util.Long)
                        message.toMs = $util.Long.fromValue(object.toMs, false);
                    else if (typeof object.toMs === "string")
                        message.toMs = parseInt(object.toMs, 10);
                    else if (typeof object.toMs === "number")
                        message.toMs = object.toMs;
                    else if (typeof object.toMs === "object")
                        message.toMs = new $util.LongBits(object.toMs.low >>> 0, object.toMs.high >>> 0).toNumber();
                return message;
            };

            CountedWindow.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.name = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.fromMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.fromMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.toMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.toMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                }
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    object.name = message.name;
                if (message.fromMs != null && Object.hasOwnProperty.call(message, "fromMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.fromMs = typeof message.fromMs === "number" ? BigInt(message.fromMs) : $util.Long.fromBits(message.fromMs.low >>> 0, message.fromMs.high >>> 0, false).toBigInt();
                    else if (typeof message.fromMs === "number")
                        object.fromMs = options.longs === String ? String(message.fromMs) : message.fromMs;
                    else
                        object.fromMs = options.longs === String ? $util.Long.prototype.toString.call(message.fromMs) : options.longs === Number ? new $util.LongBits(message.fromMs.low >>> 0, message.fromMs.high >>> 0).toNumber() : message.fromMs;
                if (message.toMs != null && Object.hasOwnProperty.call(message, "toMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.toMs = typeof message.toMs === "number" ? BigInt(message.toMs) : $util.Long.fromBits(message.toMs.low >>> 0, message.toMs.high >>> 0, false).toBigInt();
                    else if (typeof message.toMs === "number")
                        object.toMs = options.longs === String ? String(message.toMs) : message.toMs;
                    else
                        object.toMs = options.longs === String ? $util.Long.prototype.toString.call(message.toMs) : options.longs === Number ? new $util.LongBits(message.toMs.low >>> 0, message.toMs.high >>> 0).toNumber() : message.toMs;
                return object;
            };

            CountedWindow.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountedWindow;
        })();

        v1.CountGroup = (function() {

            function CountGroup(properties) {
                this.labels = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountGroup.prototype.labels = $util.emptyArray;

            CountGroup.create = function create(properties) {
                return new CountGroup(properties);
            };

            CountGroup.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.labels != null && message.labels.length)
                    for (var i = 0; i < message.labels.length; ++i)
                        writer.uint32(10).string(message.labels[i]);
                return writer;
            };

            CountGroup.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountGroup();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
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

            CountGroup.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountGroup)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountGroup: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountGroup();
                if (object.labels) {
                    if (!Array.isArray(object.labels))
                        throw TypeError(".tidemark.v1.CountGroup.labels: array expected");
                    message.labels = [];
                    for (var i = 0; i < object.labels.length; ++i)
                        message.labels[i] = String(object.labels[i]);
                }
                return message;
            };

            CountGroup.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.labels = [];
                if (message.labels && message.labels.length) {
                    object.labels = [];
                    for (var j = 0; j < message.labels.length; ++j)
                        object.labels[j] = message.labels[j];
                }
                return object;
            };

            CountGroup.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountGroup;
        })();

        v1.CountTally = (function() {

            function CountTally(properties) {
                this.counts = [];
                this.groups = [];
                this.rows = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountTally.prototype.counts = $util.emptyArray;
            CountTally.prototype.groups = $util.emptyArray;
            CountTally.prototype.rows = $util.emptyArray;

            CountTally.create = function create(properties) {
                return new CountTally(properties);
            };

            CountTally.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.counts != null && message.counts.length) {
                    writer.uint32(10).fork();
                    for (var i = 0; i < message.counts.length; ++i)
                        writer.uint32(message.counts[i]);
                    writer.ldelim();
                }
                if (message.groups != null && message.groups.length) {
                    writer.uint32(18).fork();
                    for (var i = 0; i < message.groups.length; ++i)
                        writer.uint32(message.groups[i]);
                    writer.ldelim();
                }
                if (message.rows != null && message.rows.length) {
                    writer.uint32(26).fork();
                    for (var i = 0; i < message.rows.length; ++i)
                        writer.uint32(message.rows[i]);
                    writer.ldelim();
                }
                return writer;
            };

            CountTally.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountTally();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.counts && message.counts.length))
                                message.counts = [];
                            if ((tag & 7) === 2) {
                                var end2 = reader.uint32() + reader.pos;
                                if (end2 > reader.len)
                                    throw RangeError("index out of range");
                                reader.len = end2;
                                while (reader.pos < end2)
                                    message.counts.push(reader.uint32());
                                if (reader.pos !== end2)
                                    throw RangeError("index out of range");
                                reader.len = end;
                            } else
                                message.counts.push(reader.uint32());
                            break;
                        }
                    case 2: {
                            if (!(message.groups && message.groups.length))
                                message.groups = [];
                            if ((tag & 7) === 2) {
                                var end2 = reader.uint32() + reader.pos;
                                if (end2 > reader.len)
                                    throw RangeError("index out of range");
                                reader.len = end2;
                                while (reader.pos < end2)
                                    message.groups.push(reader.uint32());
                                if (reader.pos !== end2)
                                    throw RangeError("index out of range");
                                reader.len = end;
                            } else
                                message.groups.push(reader.uint32());
                            break;
                        }
                    case 3: {
                            if (!(message.rows && message.rows.length))
                                message.rows = [];
                            if ((tag & 7) === 2) {
                                var end2 = reader.uint32() + reader.pos;
                                if (end2 > reader.len)
                                    throw RangeError("index out of range");
                                reader.len = end2;
                                while (reader.pos < end2)
                                    message.rows.push(reader.uint32());
                                if (reader.pos !== end2)
                                    throw RangeError("index out of range");
                                reader.len = end;
                            } else
                                message.rows.push(reader.uint32());
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

            CountTally.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountTally)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountTally: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountTally();
                if (object.counts) {
                    if (!Array.isArray(object.counts))
                        throw TypeError(".tidemark.v1.CountTally.counts: array expected");
                    message.counts = [];
                    for (var i = 0; i < object.counts.length; ++i)
                        message.counts[i] = object.counts[i] >>> 0;
                }
                if (object.groups) {
                    if (!Array.isArray(object.groups))
                        throw TypeError(".tidemark.v1.CountTally.groups: array expected");
                    message.groups = [];
                    for (var i = 0; i < object.groups.length; ++i)
                        message.groups[i] = object.groups[i] >>> 0;
                }
                if (object.rows) {
                    if (!Array.isArray(object.rows))
                        throw TypeError(".tidemark.v1.CountTally.rows: array expected");
                    message.rows = [];
                    for (var i = 0; i < object.rows.length; ++i)
                        message.rows[i] = object.rows[i] >>> 0;
                }
                return message;
            };

            CountTally.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.counts = [];
                    object.groups = [];
                    object.rows = [];
                }
                if (message.counts && message.counts.length) {
                    object.counts = [];
                    for (var j = 0; j < message.counts.length; ++j)
                        object.counts[j] = message.counts[j];
                }
                if (message.groups && message.groups.length) {
                    object.groups = [];
                    for (var j = 0; j < message.groups.length; ++j)
                        object.groups[j] = message.groups[j];
                }
                if (message.rows && message.rows.length) {
                    object.rows = [];
                    for (var j = 0; j < message.rows.length; ++j)
                        object.rows[j] = message.rows[j];
                }
                return object;
            };

            CountTally.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountTally;
        })();

        v1.LevelCounts = (function() {

            function LevelCounts(properties) {
                this.ids = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            LevelCounts.prototype.level = "";
            LevelCounts.prototype.ids = $util.emptyArray;
            LevelCounts.prototype.tally = null;

            LevelCounts.create = function create(properties) {
                return new LevelCounts(properties);
            };

            LevelCounts.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.level != null && Object.hasOwnProperty.call(message, "level"))
                    writer.uint32(10).string(message.level);
                if (message.ids != null && message.ids.length)
                    for (var i = 0; i < message.ids.length; ++i)
                        writer.uint32(18).string(message.ids[i]);
                if (message.tally != null && Object.hasOwnProperty.call(message, "tally"))
                    $root.tidemark.v1.CountTally.encode(message.tally, writer.uint32(26).fork(), q + 1).ldelim();
                return writer;
            };

            LevelCounts.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.LevelCounts();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.level = reader.string();
                            break;
                        }
                    case 2: {
                            if (!(message.ids && message.ids.length))
                                message.ids = [];
                            message.ids.push(reader.string());
                            break;
                        }
                    case 3: {
                            message.tally = $root.tidemark.v1.CountTally.decode(reader, reader.uint32(), undefined, long + 1);
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

            LevelCounts.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.LevelCounts)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.LevelCounts: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.LevelCounts();
                if (object.level != null)
                    message.level = String(object.level);
                if (object.ids) {
                    if (!Array.isArray(object.ids))
                        throw TypeError(".tidemark.v1.LevelCounts.ids: array expected");
                    message.ids = [];
                    for (var i = 0; i < object.ids.length; ++i)
                        message.ids[i] = String(object.ids[i]);
                }
                if (object.tally != null) {
                    if (!$util.isObject(object.tally))
                        throw TypeError(".tidemark.v1.LevelCounts.tally: object expected");
                    message.tally = $root.tidemark.v1.CountTally.fromObject(object.tally, long + 1);
                }
                return message;
            };

            LevelCounts.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.ids = [];
                if (options.defaults) {
                    object.level = "";
                    object.tally = null;
                }
                if (message.level != null && Object.hasOwnProperty.call(message, "level"))
                    object.level = message.level;
                if (message.ids && message.ids.length) {
                    object.ids = [];
                    for (var j = 0; j < message.ids.length; ++j)
                        object.ids[j] = message.ids[j];
                }
                if (message.tally != null && Object.hasOwnProperty.call(message, "tally"))
                    object.tally = $root.tidemark.v1.CountTally.toObject(message.tally, options, q + 1);
                return object;
            };

            LevelCounts.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return LevelCounts;
        })();

        v1.CountExplanation = (function() {

            function CountExplanation(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CountExplanation.prototype.columnsFromSeconds = null;
            CountExplanation.prototype.columnsToSeconds = null;
            CountExplanation.prototype.countedFromMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            CountExplanation.prototype.rows = 0;
            CountExplanation.prototype.lookups = 0;
            CountExplanation.prototype.rawCells = 0;
            CountExplanation.prototype.rawBytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            CountExplanation.prototype.blocks = 0;
            CountExplanation.prototype.blockBytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            CountExplanation.prototype.events = 0;
            CountExplanation.prototype.duplicates = 0;
            CountExplanation.prototype.parseMicros = 0;
            CountExplanation.prototype.readMicros = 0;
            CountExplanation.prototype.decodeMicros = 0;
            CountExplanation.prototype.countMicros = 0;
            CountExplanation.prototype.writeMicros = 0;

            var $oneOfFields;

            Object.defineProperty(CountExplanation.prototype, "_columnsFromSeconds", {
                get: $util.oneOfGetter($oneOfFields = ["columnsFromSeconds"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Object.defineProperty(CountExplanation.prototype, "_columnsToSeconds", {
                get: $util.oneOfGetter($oneOfFields = ["columnsToSeconds"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            CountExplanation.create = function create(properties) {
                return new CountExplanation(properties);
            };

            CountExplanation.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.columnsFromSeconds != null && Object.hasOwnProperty.call(message, "columnsFromSeconds"))
                    writer.uint32(8).uint32(message.columnsFromSeconds);
                if (message.columnsToSeconds != null && Object.hasOwnProperty.call(message, "columnsToSeconds"))
                    writer.uint32(16).uint32(message.columnsToSeconds);
                if (message.countedFromMs != null && Object.hasOwnProperty.call(message, "countedFromMs"))
                    writer.uint32(24).int64(message.countedFromMs);
                if (message.rows != null && Object.hasOwnProperty.call(message, "rows"))
                    writer.uint32(32).uint32(message.rows);
                if (message.lookups != null && Object.hasOwnProperty.call(message, "lookups"))
                    writer.uint32(40).uint32(message.lookups);
                if (message.rawCells != null && Object.hasOwnProperty.call(message, "rawCells"))
                    writer.uint32(48).uint32(message.rawCells);
                if (message.rawBytes != null && Object.hasOwnProperty.call(message, "rawBytes"))
                    writer.uint32(56).uint64(message.rawBytes);
                if (message.blocks != null && Object.hasOwnProperty.call(message, "blocks"))
                    writer.uint32(64).uint32(message.blocks);
                if (message.blockBytes != null && Object.hasOwnProperty.call(message, "blockBytes"))
                    writer.uint32(72).uint64(message.blockBytes);
                if (message.events != null && Object.hasOwnProperty.call(message, "events"))
                    writer.uint32(80).uint32(message.events);
                if (message.duplicates != null && Object.hasOwnProperty.call(message, "duplicates"))
                    writer.uint32(88).uint32(message.duplicates);
                if (message.parseMicros != null && Object.hasOwnProperty.call(message, "parseMicros"))
                    writer.uint32(97).double(message.parseMicros);
                if (message.readMicros != null && Object.hasOwnProperty.call(message, "readMicros"))
                    writer.uint32(105).double(message.readMicros);
                if (message.decodeMicros != null && Object.hasOwnProperty.call(message, "decodeMicros"))
                    writer.uint32(113).double(message.decodeMicros);
                if (message.countMicros != null && Object.hasOwnProperty.call(message, "countMicros"))
                    writer.uint32(121).double(message.countMicros);
                if (message.writeMicros != null && Object.hasOwnProperty.call(message, "writeMicros"))
                    writer.uint32(129).double(message.writeMicros);
                return writer;
            };

            CountExplanation.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CountExplanation();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.columnsFromSeconds = reader.uint32();
                            break;
                        }
                    case 2: {
                            message.columnsToSeconds = reader.uint32();
                            break;
                        }
                    case 3: {
                            message.countedFromMs = reader.int64();
                            break;
                        }
                    case 4: {
                            message.rows = reader.uint32();
                            break;
                        }
                    case 5: {
                            message.lookups = reader.uint32();
                            break;
                        }
                    case 6: {
                            message.rawCells = reader.uint32();
                            break;
                        }
                    case 7: {
                            message.rawBytes = reader.uint64();
                            break;
                        }
                    case 8: {
                            message.blocks = reader.uint32();
                            break;
                        }
                    case 9: {
                            message.blockBytes = reader.uint64();
                            break;
                        }
                    case 10: {
                            message.events = reader.uint32();
                            break;
                        }
                    case 11: {
                            message.duplicates = reader.uint32();
                            break;
                        }
                    case 12: {
                            message.parseMicros = reader.double();
                            break;
                        }
                    case 13: {
                            message.readMicros = reader.double();
                            break;
                        }
                    case 14: {
                            message.decodeMicros = reader.double();
                            break;
                        }
                    case 15: {
                            message.countMicros = reader.double();
                            break;
                        }
                    case 16: {
                            message.writeMicros = reader.double();
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

            CountExplanation.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CountExplanation)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CountExplanation: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CountExplanation();
                if (object.columnsFromSeconds != null)
                    message.columnsFromSeconds = object.columnsFromSeconds >>> 0;
                if (object.columnsToSeconds != null)
                    message.columnsToSeconds = object.columnsToSeconds >>> 0;
                if (object.countedFromMs != null)
                    if ($util.Long)
                        message.countedFromMs = $util.Long.fromValue(object.countedFromMs, false);
                    else if (typeof object.countedFromMs === "string")
                        message.countedFromMs = parseInt(object.countedFromMs, 10);
                    else if (typeof object.countedFromMs === "number")
                        message.countedFromMs = object.countedFromMs;
                    else if (typeof object.countedFromMs === "object")
                        message.countedFromMs = new $util.LongBits(object.countedFromMs.low >>> 0, object.countedFromMs.high >>> 0).toNumber();
                if (object.rows != null)
                    message.rows = object.rows >>> 0;
                if (object.lookups != null)
                    message.lookups = object.lookups >>> 0;
                if (object.rawCells != null)
                    message.rawCells = object.rawCells >>> 0;
                if (object.rawBytes != null)
                    if ($util.Long)
                        message.rawBytes = $util.Long.fromValue(object.rawBytes, true);
                    else if (typeof object.rawBytes === "string")
                        message.rawBytes = parseInt(object.rawBytes, 10);
                    else if (typeof object.rawBytes === "number")
                        message.rawBytes = object.rawBytes;
                    else if (typeof object.rawBytes === "object")
                        message.rawBytes = new $util.LongBits(object.rawBytes.low >>> 0, object.rawBytes.high >>> 0).toNumber(true);
                if (object.blocks != null)
                    message.blocks = object.blocks >>> 0;
                if (object.blockBytes != null)
                    if ($util.Long)
                        message.blockBytes = $util.Long.fromValue(object.blockBytes, true);
                    else if (typeof object.blockBytes === "string")
                        message.blockBytes = parseInt(object.blockBytes, 10);
                    else if (typeof object.blockBytes === "number")
                        message.blockBytes = object.blockBytes;
                    else if (typeof object.blockBytes === "object")
                        message.blockBytes = new $util.LongBits(object.blockBytes.low >>> 0, object.blockBytes.high >>> 0).toNumber(true);
                if (object.events != null)
                    message.events = object.events >>> 0;
                if (object.duplicates != null)
                    message.duplicates = object.duplicates >>> 0;
                if (object.parseMicros != null)
                    message.parseMicros = Number(object.parseMicros);
                if (object.readMicros != null)
                    message.readMicros = Number(object.readMicros);
                if (object.decodeMicros != null)
                    message.decodeMicros = Number(object.decodeMicros);
                if (object.countMicros != null)
                    message.countMicros = Number(object.countMicros);
                if (object.writeMicros != null)
                    message.writeMicros = Number(object.writeMicros);
                return message;
            };

            CountExplanation.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.countedFromMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.countedFromMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.rows = 0;
                    object.lookups = 0;
                    object.rawCells = 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, true);
                        object.rawBytes = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.rawBytes = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.blocks = 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, true);
                        object.blockBytes = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.blockBytes = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.events = 0;
                    object.duplicates = 0;
                    object.parseMicros = 0;
                    object.readMicros = 0;
                    object.decodeMicros = 0;
                    object.countMicros = 0;
                    object.writeMicros = 0;
                }
                if (message.columnsFromSeconds != null && Object.hasOwnProperty.call(message, "columnsFromSeconds")) {
                    object.columnsFromSeconds = message.columnsFromSeconds;
                    if (options.oneofs)
                        object._columnsFromSeconds = "columnsFromSeconds";
                }
                if (message.columnsToSeconds != null && Object.hasOwnProperty.call(message, "columnsToSeconds")) {
                    object.columnsToSeconds = message.columnsToSeconds;
                    if (options.oneofs)
                        object._columnsToSeconds = "columnsToSeconds";
                }
                if (message.countedFromMs != null && Object.hasOwnProperty.call(message, "countedFromMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.countedFromMs = typeof message.countedFromMs === "number" ? BigInt(message.countedFromMs) : $util.Long.fromBits(message.countedFromMs.low >>> 0, message.countedFromMs.high >>> 0, false).toBigInt();
                    else if (typeof message.countedFromMs === "number")
                        object.countedFromMs = options.longs === String ? String(message.countedFromMs) : message.countedFromMs;
                    else
                        object.countedFromMs = options.longs === String ? $util.Long.prototype.toString.call(message.countedFromMs) : options.longs === Number ? new $util.LongBits(message.countedFromMs.low >>> 0, message.countedFromMs.high >>> 0).toNumber() : message.countedFromMs;
                if (message.rows != null && Object.hasOwnProperty.call(message, "rows"))
                    object.rows = message.rows;
                if (message.lookups != null && Object.hasOwnProperty.call(message, "lookups"))
                    object.lookups = message.lookups;
                if (message.rawCells != null && Object.hasOwnProperty.call(message, "rawCells"))
                    object.rawCells = message.rawCells;
                if (message.rawBytes != null && Object.hasOwnProperty.call(message, "rawBytes"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.rawBytes = typeof message.rawBytes === "number" ? BigInt(message.rawBytes) : $util.Long.fromBits(message.rawBytes.low >>> 0, message.rawBytes.high >>> 0, true).toBigInt();
                    else if (typeof message.rawBytes === "number")
                        object.rawBytes = options.longs === String ? String(message.rawBytes) : message.rawBytes;
                    else
                        object.rawBytes = options.longs === String ? $util.Long.prototype.toString.call(message.rawBytes) : options.longs === Number ? new $util.LongBits(message.rawBytes.low >>> 0, message.rawBytes.high >>> 0).toNumber(true) : message.rawBytes;
                if (message.blocks != null && Object.hasOwnProperty.call(message, "blocks"))
                    object.blocks = message.blocks;
                if (message.blockBytes != null && Object.hasOwnProperty.call(message, "blockBytes"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.blockBytes = typeof message.blockBytes === "number" ? BigInt(message.blockBytes) : $util.Long.fromBits(message.blockBytes.low >>> 0, message.blockBytes.high >>> 0, true).toBigInt();
                    else if (typeof message.blockBytes === "number")
                        object.blockBytes = options.longs === String ? String(message.blockBytes) : message.blockBytes;
                    else
                        object.blockBytes = options.longs === String ? $util.Long.prototype.toString.call(message.blockBytes) : options.longs === Number ? new $util.LongBits(message.blockBytes.low >>> 0, message.blockBytes.high >>> 0).toNumber(true) : message.blockBytes;
                if (message.events != null && Object.hasOwnProperty.call(message, "events"))
                    object.events = message.events;
                if (message.duplicates != null && Object.hasOwnProperty.call(message, "duplicates"))
                    object.duplicates = message.duplicates;
                if (message.parseMicros != null && Object.hasOwnProperty.call(message, "parseMicros"))
                    object.parseMicros = options.json && !isFinite(message.parseMicros) ? String(message.parseMicros) : message.parseMicros;
                if (message.readMicros != null && Object.hasOwnProperty.call(message, "readMicros"))
                    object.readMicros = options.json && !isFinite(message.readMicros) ? String(message.readMicros) : message.readMicros;
                if (message.decodeMicros != null && Object.hasOwnProperty.call(message, "decodeMicros"))
                    object.decodeMicros = options.json && !isFinite(message.decodeMicros) ? String(message.decodeMicros) : message.decodeMicros;
                if (message.countMicros != null && Object.hasOwnProperty.call(message, "countMicros"))
                    object.countMicros = options.json && !isFinite(message.countMicros) ? String(message.countMicros) : message.countMicros;
                if (message.writeMicros != null && Object.hasOwnProperty.call(message, "writeMicros"))
                    object.writeMicros = options.json && !isFinite(message.writeMicros) ? String(message.writeMicros) : message.writeMicros;
                return object;
            };

            CountExplanation.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountExplanation;
        })();

        v1.Embedding = (function() {

            function Embedding(properties) {
                this.values = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Embedding.prototype.modelVersion = "";
            Embedding.prototype.values = $util.emptyArray;

            Embedding.create = function create(properties) {
                return new Embedding(properties);
            };

            Embedding.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.modelVersion != null && Object.hasOwnProperty.call(message, "modelVersion"))
                    writer.uint32(10).string(message.modelVersion);
                if (message.values != null && message.values.length) {
                    writer.uint32(18).fork();
                    for (var i = 0; i < message.values.length; ++i)
                        writer.float(message.values[i]);
                    writer.ldelim();
                }
                return writer;
            };

            Embedding.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.Embedding();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.modelVersion = reader.string();
                            break;
                        }
                    case 2: {
                            if (!(message.values && message.values.length))
                                message.values = [];
                            if ((tag & 7) === 2) {
                                var end2 = reader.uint32() + reader.pos;
                                if (end2 > reader.len)
                                    throw RangeError("index out of range");
                                reader.len = end2;
                                while (reader.pos < end2)
                                    message.values.push(reader.float());
                                if (reader.pos !== end2)
                                    throw RangeError("index out of range");
                                reader.len = end;
                            } else
                                message.values.push(reader.float());
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

            Embedding.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.Embedding)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.Embedding: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.Embedding();
                if (object.modelVersion != null)
                    message.modelVersion = String(object.modelVersion);
                if (object.values) {
                    if (!Array.isArray(object.values))
                        throw TypeError(".tidemark.v1.Embedding.values: array expected");
                    message.values = [];
                    for (var i = 0; i < object.values.length; ++i)
                        message.values[i] = Number(object.values[i]);
                }
                return message;
            };

            Embedding.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.values = [];
                if (options.defaults)
                    object.modelVersion = "";
                if (message.modelVersion != null && Object.hasOwnProperty.call(message, "modelVersion"))
                    object.modelVersion = message.modelVersion;
                if (message.values && message.values.length) {
                    object.values = [];
                    for (var j = 0; j < message.values.length; ++j)
                        object.values[j] = options.json && !isFinite(message.values[j]) ? String(message.values[j]) : message.values[j];
                }
                return object;
            };

            Embedding.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return Embedding;
        })();

        v1.PostEventsRequest = (function() {

            function PostEventsRequest(properties) {
                this.adActions = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            PostEventsRequest.prototype.adActions = $util.emptyArray;
            PostEventsRequest.prototype.messageType = "";
            PostEventsRequest.prototype.message = $util.newBuffer([]);

            PostEventsRequest.create = function create(properties) {
                return new PostEventsRequest(properties);
            };

            PostEventsRequest.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.adActions != null && message.adActions.length)
                    for (var i = 0; i < message.adActions.length; ++i)
                        $root.tidemark.v1.AdAction.encode(message.adActions[i], writer.uint32(10).fork(), q + 1).ldelim();
                if (message.messageType != null && Object.hasOwnProperty.call(message, "messageType"))
                    writer.uint32(18).string(message.messageType);
                if (message.message != null && Object.hasOwnProperty.call(message, "message"))
                    writer.uint32(26).bytes(message.message);
                return writer;
            };

            PostEventsRequest.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.PostEventsRequest();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.adActions && message.adActions.length))
                                message.adActions = [];
                            message.adActions.push($root.tidemark.v1.AdAction.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 2: {
                            message.messageType = reader.string();
                            break;
                        }
                    case 3: {
                            message.message = reader.bytes();
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

            PostEventsRequest.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.PostEventsRequest)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.PostEventsRequest: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.PostEventsRequest();
                if (object.adActions) {
                    if (!Array.isArray(object.adActions))
                        throw TypeError(".tidemark.v1.PostEventsRequest.adActions: array expected");
                    message.adActions = [];
                    for (var i = 0; i < object.adActions.length; ++i) {
                        if (!$util.isObject(object.adActions[i]))
                            throw TypeError(".tidemark.v1.PostEventsRequest.adActions: object expected");
                        message.adActions[i] = $root.tidemark.v1.AdAction.fromObject(object.adActions[i], long + 1);
                    }
                }
                if (object.messageType != null)
                    message.messageType = String(object.messageType);
                if (object.message != null)
                    if (typeof object.message === "string")
                        $util.base64.decode(object.message, message.message = $util.newBuffer($util.base64.length(object.message)), 0);
                    else if (object.message.length >= 0)
                        message.message = object.message;
                return message;
            };

            PostEventsRequest.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.adActions = [];
                if (options.defaults) {
                    object.messageType = "";
                    if (options.bytes === String)
                        object.message = "";
                    else {
                        object.message = [];
                        if (options.bytes !== Array)
                            object.message = $util.newBuffer(object.message);
                    }
                }
                if (message.adActions && message.adActions.length) {
                    object.adActions = [];
                    for (var j = 0; j < message.adActions.length; ++j)
                        object.adActions[j] = $root.tidemark.v1.AdAction.toObject(message.adActions[j], options, q + 1);
                }
                if (message.messageType != null && Object.hasOwnProperty.call(message, "messageType"))
                    object.messageType = message.messageType;
                if (message.message != null && Object.hasOwnProperty.call(message, "message"))
                    object.message = options.bytes === String ? $util.base64.encode(message.message, 0, message.message.length) : options.bytes === Array ? Array.prototype.slice.call(message.message) : message.message;
                return object;
            };

            PostEventsRequest.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return PostEventsRequest;
        })();

        v1.EventsAnswer = (function() {

            function EventsAnswer(properties) {
                this.errors = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            EventsAnswer.prototype.written = 0;
            EventsAnswer.prototype.duplicatesInRequest = 0;
            EventsAnswer.prototype.errors = $util.emptyArray;
            EventsAnswer.prototype.token = "";

            EventsAnswer.create = function create(properties) {
                return new EventsAnswer(properties);
            };

            EventsAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.written != null && Object.hasOwnProperty.call(message, "written"))
                    writer.uint32(8).uint32(message.written);
                if (message.duplicatesInRequest != null && Object.hasOwnProperty.call(message, "duplicatesInRequest"))
                    writer.uint32(16).uint32(message.duplicatesInRequest);
                if (message.errors != null && message.errors.length)
                    for (var i = 0; i < message.errors.length; ++i)
                        $root.tidemark.v1.EventFailure.encode(message.errors[i], writer.uint32(26).fork(), q + 1).ldelim();
                if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                    writer.uint32(34).string(message.token);
                return writer;
            };

            EventsAnswer.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.EventsAnswer();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.written = reader.uint32();
                            break;
                        }
                    case 2: {
                            message.duplicatesInRequest = reader.uint32();
                            break;
                        }
                    case 3: {
                            if (!(message.errors && message.errors.length))
                                message.errors = [];
                            message.errors.push($root.tidemark.v1.EventFailure.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 4: {
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

            EventsAnswer.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.EventsAnswer)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.EventsAnswer: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.EventsAnswer();
                if (object.written != null)
                    message.written = object.written >>> 0;
                if (object.duplicatesInRequest != null)
                    message.duplicatesInRequest = object.duplicatesInRequest >>> 0;
                if (object.errors) {
                    if (!Array.isArray(object.errors))
                        throw TypeError(".tidemark.v1.EventsAnswer.errors: array expected");
                    message.errors = [];
                    for (var i = 0; i < object.errors.length; ++i) {
                        if (!$util.isObject(object.errors[i]))
                            throw TypeError(".tidemark.v1.EventsAnswer.errors: object expected");
                        message.errors[i] = $root.tidemark.v1.EventFailure.fromObject(object.errors[i], long + 1);
                    }
                }
                if (object.token != null)
                    message.token = String(object.token);
                return message;
            };

            EventsAnswer.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.errors = [];
                if (options.defaults) {
                    object.written = 0;
                    object.duplicatesInRequest = 0;
                    object.token = "";
                }
                if (message.written != null && Object.hasOwnProperty.call(message, "written"))
                    object.written = message.written;
                if (message.duplicatesInRequest != null && Object.hasOwnProperty.call(message, "duplicatesInRequest"))
                    object.duplicatesInRequest = message.duplicatesInRequest;
                if (message.errors && message.errors.length) {
                    object.errors = [];
                    for (var j = 0; j < message.errors.length; ++j)
                        object.errors[j] = $root.tidemark.v1.EventFailure.toObject(message.errors[j], options, q + 1);
                }
                if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                    object.token = message.token;
                return object;
            };

            EventsAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return EventsAnswer;
        })();

        v1.EventFailure = (function() {

            function EventFailure(properties) {
                this.regions = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            EventFailure.prototype.index = 0;
            EventFailure.prototype.code = "";
            EventFailure.prototype.field = "";
            EventFailure.prototype.message = "";
            EventFailure.prototype.retryable = false;
            EventFailure.prototype.regions = $util.emptyArray;

            EventFailure.create = function create(properties) {
                return new EventFailure(properties);
            };

            EventFailure.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.index != null && Object.hasOwnProperty.call(message, "index"))
                    writer.uint32(8).uint32(message.index);
                if (message.code != null && Object.hasOwnProperty.call(message, "code"))
                    writer.uint32(18).string(message.code);
                if (message.field != null && Object.hasOwnProperty.call(message, "field"))
                    writer.uint32(26).string(message.field);
                if (message.message != null && Object.hasOwnProperty.call(message, "message"))
                    writer.uint32(34).string(message.message);
                if (message.retryable != null && Object.hasOwnProperty.call(message, "retryable"))
                    writer.uint32(40).bool(message.retryable);
                if (message.regions != null && message.regions.length)
                    for (var i = 0; i < message.regions.length; ++i)
                        writer.uint32(50).string(message.regions[i]);
                return writer;
            };

            EventFailure.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.EventFailure();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.index = reader.uint32();
                            break;
                        }
                    case 2: {
                            message.code = reader.string();
                            break;
                        }
                    case 3: {
                            message.field = reader.string();
                            break;
                        }
                    case 4: {
                            message.message = reader.string();
                            break;
                        }
                    case 5: {
                            message.retryable = reader.bool();
                            break;
                        }
                    case 6: {
                            if (!(message.regions && message.regions.length))
                                message.regions = [];
                            message.regions.push(reader.string());
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

            EventFailure.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.EventFailure)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.EventFailure: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.EventFailure();
                if (object.index != null)
                    message.index = object.index >>> 0;
                if (object.code != null)
                    message.code = String(object.code);
                if (object.field != null)
                    message.field = String(object.field);
                if (object.message != null)
                    message.message = String(object.message);
                if (object.retryable != null)
                    message.retryable = Boolean(object.retryable);
                if (object.regions) {
                    if (!Array.isArray(object.regions))
                        throw TypeError(".tidemark.v1.EventFailure.regions: array expected");
                    message.regions = [];
                    for (var i = 0; i < object.regions.length; ++i)
                        message.regions[i] = String(object.regions[i]);
                }
                return message;
            };

            EventFailure.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.regions = [];
                if (options.defaults) {
                    object.index = 0;
                    object.code = "";
                    object.field = "";
                    object.message = "";
                    object.retryable = false;
                }
                if (message.index != null && Object.hasOwnProperty.call(message, "index"))
                    object.index = message.index;
                if (message.code != null && Object.hasOwnProperty.call(message, "code"))
                    object.code = message.code;
                if (message.field != null && Object.hasOwnProperty.call(message, "field"))
                    object.field = message.field;
                if (message.message != null && Object.hasOwnProperty.call(message, "message"))
                    object.message = message.message;
                if (message.retryable != null && Object.hasOwnProperty.call(message, "retryable"))
                    object.retryable = message.retryable;
                if (message.regions && message.regions.length) {
                    object.regions = [];
                    for (var j = 0; j < message.regions.length; ++j)
                        object.regions[j] = message.regions[j];
                }
                return object;
            };

            EventFailure.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return EventFailure;
        })();

        v1.FatigueFeatures = (function() {

            function FatigueFeatures(properties) {
                this.names = [];
                this.candidates = [];
                this.omitted = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            FatigueFeatures.prototype.version = 0;
            FatigueFeatures.prototype.layout = "";
            FatigueFeatures.prototype.names = $util.emptyArray;
            FatigueFeatures.prototype.candidates = $util.emptyArray;
            FatigueFeatures.prototype.userId = "";
            FatigueFeatures.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            FatigueFeatures.prototype.omitted = $util.emptyArray;

            FatigueFeatures.create = function create(properties) {
                return new FatigueFeatures(properties);
            };

            FatigueFeatures.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.version != null && Object.hasOwnProperty.call(message, "version"))
                    writer.uint32(8).uint32(message.version);
                if (message.layout != null && Object.hasOwnProperty.call(message, "layout"))
                    writer.uint32(18).string(message.layout);
                if (message.names != null && message.names.length)
                    for (var i = 0; i < message.names.length; ++i)
                        writer.uint32(26).string(message.names[i]);
                if (message.candidates != null && message.candidates.length)
                    for (var i = 0; i < message.candidates.length; ++i)
                        $root.tidemark.v1.CandidateFeatures.encode(message.candidates[i], writer.uint32(34).fork(), q + 1).ldelim();
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(42).string(message.userId);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(48).int64(message.asOfMs);
                if (message.omitted != null && message.omitted.length)
                    for (var i = 0; i < message.omitted.length; ++i)
                        $root.tidemark.v1.Omission.encode(message.omitted[i], writer.uint32(58).fork(), q + 1).ldelim();
                return writer;
            };

            FatigueFeatures.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.FatigueFeatures();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.version = reader.uint32();
                            break;
                        }
                    case 2: {
                            message.layout = reader.string();
                            break;
                        }
                    case 3: {
                            if (!(message.names && message.names.length))
                                message.names = [];
                            message.names.push(reader.string());
                            break;
                        }
                    case 4: {
                            if (!(message.candidates && message.candidates.length))
                                message.candidates = [];
                            message.candidates.push($root.tidemark.v1.CandidateFeatures.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 5: {
                            message.userId = reader.string();
                            break;
                        }
                    case 6: {
                            message.asOfMs = reader.int64();
                            break;
                        }
                    case 7: {
                            if (!(message.omitted && message.omitted.length))
                                message.omitted = [];
                            message.omitted.push($root.tidemark.v1.Omission.decode(reader, reader.uint32(), undefined, long + 1));
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

            FatigueFeatures.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.FatigueFeatures)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.FatigueFeatures: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.FatigueFeatures();
                if (object.version != null)
                    message.version = object.version >>> 0;
                if (object.layout != null)
                    message.layout = String(object.layout);
                if (object.names) {
                    if (!Array.isArray(object.names))
                        throw TypeError(".tidemark.v1.FatigueFeatures.names: array expected");
                    message.names = [];
                    for (var i = 0; i < object.names.length; ++i)
                        message.names[i] = String(object.names[i]);
                }
                if (object.candidates) {
                    if (!Array.isArray(object.candidates))
                        throw TypeError(".tidemark.v1.FatigueFeatures.candidates: array expected");
                    message.candidates = [];
                    for (var i = 0; i < object.candidates.length; ++i) {
                        if (!$util.isObject(object.candidates[i]))
                            throw TypeError(".tidemark.v1.FatigueFeatures.candidates: object expected");
                        message.candidates[i] = $root.tidemark.v1.CandidateFeatures.fromObject(object.candidates[i], long + 1);
                    }
                }
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.asOfMs != null)
                    if ($util.Long)
                        message.asOfMs = $util.Long.fromValue(object.asOfMs, false);
                    else if (typeof object.asOfMs === "string")
                        message.asOfMs = parseInt(object.asOfMs, 10);
                    else if (typeof object.asOfMs === "number")
                        message.asOfMs = object.asOfMs;
                    else if (typeof object.asOfMs === "object")
                        message.asOfMs = new $util.LongBits(object.asOfMs.low >>> 0, object.asOfMs.high >>> 0).toNumber();
                if (object.omitted) {
                    if (!Array.isArray(object.omitted))
                        throw TypeError(".tidemark.v1.FatigueFeatures.omitted: array expected");
                    message.omitted = [];
                    for (var i = 0; i < object.omitted.length; ++i) {
                        if (!$util.isObject(object.omitted[i]))
                            throw TypeError(".tidemark.v1.FatigueFeatures.omitted: object expected");
                        message.omitted[i] = $root.tidemark.v1.Omission.fromObject(object.omitted[i], long + 1);
                    }
                }
                return message;
            };

            FatigueFeatures.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.names = [];
                    object.candidates = [];
                    object.omitted = [];
                }
                if (options.defaults) {
                    object.version = 0;
                    object.layout = "";
                    object.userId = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.asOfMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.asOfMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                }
                if (message.version != null && Object.hasOwnProperty.call(message, "version"))
                    object.version = message.version;
                if (message.layout != null && Object.hasOwnProperty.call(message, "layout"))
                    object.layout = message.layout;
                if (message.names && message.names.length) {
                    object.names = [];
                    for (var j = 0; j < message.names.length; ++j)
                        object.names[j] = message.names[j];
                }
                if (message.candidates && message.candidates.length) {
                    object.candidates = [];
                    for (var j = 0; j < message.candidates.length; ++j)
                        object.candidates[j] = $root.tidemark.v1.CandidateFeatures.toObject(message.candidates[j], options, q + 1);
                }
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.asOfMs = typeof message.asOfMs === "number" ? BigInt(message.asOfMs) : $util.Long.fromBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0, false).toBigInt();
                    else if (typeof message.asOfMs === "number")
                        object.asOfMs = options.longs === String ? String(message.asOfMs) : message.asOfMs;
                    else
                        object.asOfMs = options.longs === String ? $util.Long.prototype.toString.call(message.asOfMs) : options.longs === Number ? new $util.LongBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0).toNumber() : message.asOfMs;
                if (message.omitted && message.omitted.length) {
                    object.omitted = [];
                    for (var j = 0; j < message.omitted.length; ++j)
                        object.omitted[j] = $root.tidemark.v1.Omission.toObject(message.omitted[j], options, q + 1);
                }
                return object;
            };

            FatigueFeatures.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueFeatures;
        })();

        v1.CandidateFeatures = (function() {

            function CandidateFeatures(properties) {
                this.values = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CandidateFeatures.prototype.values = $util.emptyArray;

            CandidateFeatures.create = function create(properties) {
                return new CandidateFeatures(properties);
            };

            CandidateFeatures.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.values != null && message.values.length) {
                    writer.uint32(10).fork();
                    for (var i = 0; i < message.values.length; ++i)
                        writer.float(message.values[i]);
                    writer.ldelim();
                }
                return writer;
            };

            CandidateFeatures.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CandidateFeatures();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.values && message.values.length))
                                message.values = [];
                            if ((tag & 7) === 2) {
                                var end2 = reader.uint32() + reader.pos;
                                if (end2 > reader.len)
                                    throw RangeError("index out of range");
                                reader.len = end2;
                                while (reader.pos < end2)
                                    message.values.push(reader.float());
                                if (reader.pos !== end2)
                                    throw RangeError("index out of range");
                                reader.len = end;
                            } else
                                message.values.push(reader.float());
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

            CandidateFeatures.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CandidateFeatures)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CandidateFeatures: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CandidateFeatures();
                if (object.values) {
                    if (!Array.isArray(object.values))
                        throw TypeError(".tidemark.v1.CandidateFeatures.values: array expected");
                    message.values = [];
                    for (var i = 0; i < object.values.length; ++i)
                        message.values[i] = Number(object.values[i]);
                }
                return message;
            };

            CandidateFeatures.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.values = [];
                if (message.values && message.values.length) {
                    object.values = [];
                    for (var j = 0; j < message.values.length; ++j)
                        object.values[j] = options.json && !isFinite(message.values[j]) ? String(message.values[j]) : message.values[j];
                }
                return object;
            };

            CandidateFeatures.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CandidateFeatures;
        })();

        v1.FatigueExample = (function() {

            function FatigueExample(properties) {
                this.labels = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            FatigueExample.prototype.features = null;
            FatigueExample.prototype.labels = $util.emptyObject;
            FatigueExample.prototype.userId = "";
            FatigueExample.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            FatigueExample.create = function create(properties) {
                return new FatigueExample(properties);
            };

            FatigueExample.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.features != null && Object.hasOwnProperty.call(message, "features"))
                    $root.tidemark.v1.CandidateFeatures.encode(message.features, writer.uint32(10).fork(), q + 1).ldelim();
                if (message.labels != null && Object.hasOwnProperty.call(message, "labels"))
                    for (var keys = Object.keys(message.labels), i = 0; i < keys.length; ++i)
                        writer.uint32(18).fork().uint32(10).string(keys[i]).uint32(18).string(message.labels[keys[i]]).ldelim();
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(26).string(message.userId);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(32).int64(message.asOfMs);
                return writer;
            };

            FatigueExample.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.FatigueExample();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.features = $root.tidemark.v1.CandidateFeatures.decode(reader, reader.uint32(), undefined, long + 1);
                            break;
                        }
                    case 2: {
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
                    case 3: {
                            message.userId = reader.string();
                            break;
                        }
                    case 4: {
                            message.asOfMs = reader.int64();
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

            FatigueExample.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.FatigueExample)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.FatigueExample: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.FatigueExample();
                if (object.features != null) {
                    if (!$util.isObject(object.features))
                        throw TypeError(".tidemark.v1.FatigueExample.features: object expected");
                    message.features = $root.tidemark.v1.CandidateFeatures.fromObject(object.features, long + 1);
                }
                if (object.labels) {
                    if (!$util.isObject(object.labels))
                        throw TypeError(".tidemark.v1.FatigueExample.labels: object expected");
                    message.labels = {};
                    for (var keys = Object.keys(object.labels), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.labels, keys[i]);
                        message.labels[keys[i]] = String(object.labels[keys[i]]);
                    }
                }
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.asOfMs != null)
                    if ($util.Long)
                        message.asOfMs = $util.Long.fromValue(object.asOfMs, false);
                    else if (typeof object.asOfMs === "string")
                        message.asOfMs = parseInt(object.asOfMs, 10);
                    else if (typeof object.asOfMs === "number")
                        message.asOfMs = object.asOfMs;
                    else if (typeof object.asOfMs === "object")
                        message.asOfMs = new $util.LongBits(object.asOfMs.low >>> 0, object.asOfMs.high >>> 0).toNumber();
                return message;
            };

            FatigueExample.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.objects || options.defaults)
                    object.labels = {};
                if (options.defaults) {
                    object.features = null;
                    object.userId = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.asOfMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.asOfMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                }
                if (message.features != null && Object.hasOwnProperty.call(message, "features"))
                    object.features = $root.tidemark.v1.CandidateFeatures.toObject(message.features, options, q + 1);
                var keys2;
                if (message.labels && (keys2 = Object.keys(message.labels)).length) {
                    object.labels = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.labels, keys2[j]);
                        object.labels[keys2[j]] = message.labels[keys2[j]];
                    }
                }
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.asOfMs = typeof message.asOfMs === "number" ? BigInt(message.asOfMs) : $util.Long.fromBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0, false).toBigInt();
                    else if (typeof message.asOfMs === "number")
                        object.asOfMs = options.longs === String ? String(message.asOfMs) : message.asOfMs;
                    else
                        object.asOfMs = options.longs === String ? $util.Long.prototype.toString.call(message.asOfMs) : options.longs === Number ? new $util.LongBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0).toNumber() : message.asOfMs;
                return object;
            };

            FatigueExample.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueExample;
        })();

        v1.FatigueRequest = (function() {

            function FatigueRequest(properties) {
                this.candidates = [];
                this.levels = [];
                this.actions = [];
                this.windows = [];
                this.halfLives = [];
                this.scales = [];
                this.where = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            FatigueRequest.prototype.userId = "";
            FatigueRequest.prototype.candidates = $util.emptyArray;
            FatigueRequest.prototype.dataType = "";
            FatigueRequest.prototype.levels = $util.emptyArray;
            FatigueRequest.prototype.actions = $util.emptyArray;
            FatigueRequest.prototype.windows = $util.emptyArray;
            FatigueRequest.prototype.halfLives = $util.emptyArray;
            FatigueRequest.prototype.scales = $util.emptyArray;
            FatigueRequest.prototype.lookback = "";
            FatigueRequest.prototype.ctr = null;
            FatigueRequest.prototype.where = $util.emptyObject;
            FatigueRequest.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            FatigueRequest.prototype.withoutNames = false;

            FatigueRequest.create = function create(properties) {
                return new FatigueRequest(properties);
            };

            FatigueRequest.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(10).string(message.userId);
                if (message.candidates != null && message.candidates.length)
                    for (var i = 0; i < message.candidates.length; ++i)
                        $root.tidemark.v1.FatigueCandidate.encode(message.candidates[i], writer.uint32(18).fork(), q + 1).ldelim();
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(26).string(message.dataType);
                if (message.levels != null && message.levels.length)
                    for (var i = 0; i < message.levels.length; ++i)
                        writer.uint32(34).string(message.levels[i]);
                if (message.actions != null && message.actions.length)
                    for (var i = 0; i < message.actions.length; ++i)
                        writer.uint32(42).string(message.actions[i]);
                if (message.windows != null && message.windows.length)
                    for (var i = 0; i < message.windows.length; ++i)
                        writer.uint32(50).string(message.windows[i]);
                if (message.halfLives != null && message.halfLives.length)
                    for (var i = 0; i < message.halfLives.length; ++i)
                        writer.uint32(58).string(message.halfLives[i]);
                if (message.scales != null && message.scales.length)
                    for (var i = 0; i < message.scales.length; ++i)
                        writer.uint32(66).string(message.scales[i]);
                if (message.lookback != null && Object.hasOwnProperty.call(message, "lookback"))
                    writer.uint32(74).string(message.lookback);
                if (message.ctr != null && Object.hasOwnProperty.call(message, "ctr"))
                    $root.tidemark.v1.FatigueRate.encode(message.ctr, writer.uint32(82).fork(), q + 1).ldelim();
                if (message.where != null && Object.hasOwnProperty.call(message, "where"))
                    for (var keys = Object.keys(message.where), i = 0; i < keys.length; ++i) {
                        writer.uint32(90).fork().uint32(10).string(keys[i]);
                        $root.tidemark.v1.FatigueCondition.encode(message.where[keys[i]], writer.uint32(18).fork(), q + 1).ldelim().ldelim();
                    }
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(96).int64(message.asOfMs);
                if (message.withoutNames != null && Object.hasOwnProperty.call(message, "withoutNames"))
                    writer.uint32(104).bool(message.withoutNames);
                return writer;
            };

            FatigueRequest.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.FatigueRequest();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.userId = reader.string();
                            break;
                        }
                    case 2: {
                            if (!(message.candidates && message.candidates.length))
                                message.candidates = [];
                            message.candidates.push($root.tidemark.v1.FatigueCandidate.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 3: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 4: {
                            if (!(message.levels && message.levels.length))
                                message.levels = [];
                            message.levels.push(reader.string());
                            break;
                        }
                    case 5: {
                            if (!(message.actions && message.actions.length))
                                message.actions = [];
                            message.actions.push(reader.string());
                            break;
                        }
                    case 6: {
                            if (!(message.windows && message.windows.length))
                                message.windows = [];
                            message.windows.push(reader.string());
                            break;
                        }
                    case 7: {
                            if (!(message.halfLives && message.halfLives.length))
                                message.halfLives = [];
                            message.halfLives.push(reader.string());
                            break;
                        }
                    case 8: {
                            if (!(message.scales && message.scales.length))
                                message.scales = [];
                            message.scales.push(reader.string());
                            break;
                        }
                    case 9: {
                            message.lookback = reader.string();
                            break;
                        }
                    case 10: {
                            message.ctr = $root.tidemark.v1.FatigueRate.decode(reader, reader.uint32(), undefined, long + 1);
                            break;
                        }
                    case 11: {
                            if (message.where === $util.emptyObject)
                                message.where = {};
                            var end2 = reader.uint32() + reader.pos;
                            if (end2 > reader.len)
                                throw RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = null;
                            while (reader.pos < end2) {
                                var tag2 = reader.uint32();
                                switch (tag2 >>> 3) {
                                case 1:
                                    key = reader.string();
                                    break;
                                case 2:
                                    value = $root.tidemark.v1.FatigueCondition.decode(reader, reader.uint32(), undefined, long + 1);
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
                                $util.makeProp(message.where, key);
                            message.where[key] = value;
                            break;
                        }
                    case 12: {
                            message.asOfMs = reader.int64();
                            break;
                        }
                    case 13: {
                            message.withoutNames = reader.bool();
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

            FatigueRequest.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.FatigueRequest)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.FatigueRequest: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.FatigueRequest();
                if (object.userId != null)
                    message.userId = String(object.userId);
                if (object.candidates) {
                    if (!Array.isArray(object.candidates))
                        throw TypeError(".tidemark.v1.FatigueRequest.candidates: array expected");
                    message.candidates = [];
                    for (var i = 0; i < object.candidates.length; ++i) {
                        if (!$util.isObject(object.candidates[i]))
                            throw TypeError(".tidemark.v1.FatigueRequest.candidates: object expected");
                        message.candidates[i] = $root.tidemark.v1.FatigueCandidate.fromObject(object.candidates[i], long + 1);
                    }
                }
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.levels) {
                    if (!Array.isArray(object.levels))
                        throw TypeError(".tidemark.v1.FatigueRequest.levels: array expected");
                    message.levels = [];
                    for (var i = 0; i < object.levels.length; ++i)
                        message.levels[i] = String(object.levels[i]);
                }
                if (object.actions) {
                    if (!Array.isArray(object.actions))
                        throw TypeError(".tidemark.v1.FatigueRequest.actions: array expected");
                    message.actions = [];
                    for (var i = 0; i < object.actions.length; ++i)
                        message.actions[i] = String(object.actions[i]);
                }
                if (object.windows) {
                    if (!Array.isArray(object.windows))
                        throw TypeError(".tidemark.v1.FatigueRequest.windows: array expected");
                    message.windows = [];
                    for (var i = 0; i < object.windows.length; ++i)
                        message.windows[i] = String(object.windows[i]);
                }
                if (object.halfLives) {
                    if (!Array.isArray(object.halfLives))
                        throw TypeError(".tidemark.v1.FatigueRequest.halfLives: array expected");
                    message.halfLives = [];
                    for (var i = 0; i < object.halfLives.length; ++i)
                        message.halfLives[i] = String(object.halfLives[i]);
                }
                if (object.scales) {
                    if (!Array.isArray(object.scales))
                        throw TypeError(".tidemark.v1.FatigueRequest.scales: array expected");
                    message.scales = [];
                    for (var i = 0; i < object.scales.length; ++i)
                        message.scales[i] = String(object.scales[i]);
                }
                if (object.lookback != null)
                    message.lookback = String(object.lookback);
                if (object.ctr != null) {
                    if (!$util.isObject(object.ctr))
                        throw TypeError(".tidemark.v1.FatigueRequest.ctr: object expected");
                    message.ctr = $root.tidemark.v1.FatigueRate.fromObject(object.ctr, long + 1);
                }
                if (object.where) {
                    if (!$util.isObject(object.where))
                        throw TypeError(".tidemark.v1.FatigueRequest.where: object expected");
                    message.where = {};
                    for (var keys = Object.keys(object.where), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.where, keys[i]);
                        if (!$util.isObject(object.where[keys[i]]))
                            throw TypeError(".tidemark.v1.FatigueRequest.where: object expected");
                        message.where[keys[i]] = $root.tidemark.v1.FatigueCondition.fromObject(object.where[keys[i]], long + 1);
                    }
                }
                if (object.asOfMs != null)
                    if ($util.Long)
                        message.asOfMs = $util.Long.fromValue(object.asOfMs, false);
                    else if (typeof object.asOfMs === "string")
                        message.asOfMs = parseInt(object.asOfMs, 10);
                    else if (typeof object.asOfMs === "number")
                        message.asOfMs = object.asOfMs;
                    else if (typeof object.asOfMs === "object")
                        message.asOfMs = new $util.LongBits(object.asOfMs.low >>> 0, object.asOfMs.high >>> 0).toNumber();
                if (object.withoutNames != null)
                    message.withoutNames = Boolean(object.withoutNames);
                return message;
            };

            FatigueRequest.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.candidates = [];
                    object.levels = [];
                    object.actions = [];
                    object.windows = [];
                    object.halfLives = [];
                    object.scales = [];
                }
                if (options.objects || options.defaults)
                    object.where = {};
                if (options.defaults) {
                    object.userId = "";
                    object.dataType = "";
                    object.lookback = "";
                    object.ctr = null;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.asOfMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.asOfMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.withoutNames = false;
                }
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    object.userId = message.userId;
                if (message.candidates && message.candidates.length) {
                    object.candidates = [];
                    for (var j = 0; j < message.candidates.length; ++j)
                        object.candidates[j] = $root.tidemark.v1.FatigueCandidate.toObject(message.candidates[j], options, q + 1);
                }
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.levels && message.levels.length) {
                    object.levels = [];
                    for (var j = 0; j < message.levels.length; ++j)
                        object.levels[j] = message.levels[j];
                }
                if (message.actions && message.actions.length) {
                    object.actions = [];
                    for (var j = 0; j < message.actions.length; ++j)
                        object.actions[j] = message.actions[j];
                }
                if (message.windows && message.windows.length) {
                    object.windows = [];
                    for (var j = 0; j < message.windows.length; ++j)
                        object.windows[j] = message.windows[j];
                }
                if (message.halfLives && message.halfLives.length) {
                    object.halfLives = [];
                    for (var j = 0; j < message.halfLives.length; ++j)
                        object.halfLives[j] = message.halfLives[j];
                }
                if (message.scales && message.scales.length) {
                    object.scales = [];
                    for (var j = 0; j < message.scales.length; ++j)
                        object.scales[j] = message.scales[j];
                }
                if (message.lookback != null && Object.hasOwnProperty.call(message, "lookback"))
                    object.lookback = message.lookback;
                if (message.ctr != null && Object.hasOwnProperty.call(message, "ctr"))
                    object.ctr = $root.tidemark.v1.FatigueRate.toObject(message.ctr, options, q + 1);
                var keys2;
                if (message.where && (keys2 = Object.keys(message.where)).length) {
                    object.where = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.where, keys2[j]);
                        object.where[keys2[j]] = $root.tidemark.v1.FatigueCondition.toObject(message.where[keys2[j]], options, q + 1);
                    }
                }
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.asOfMs = typeof message.asOfMs === "number" ? BigInt(message.asOfMs) : $util.Long.fromBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0, false).toBigInt();
                    else if (typeof message.asOfMs === "number")
                        object.asOfMs = options.longs === String ? String(message.asOfMs) : message.asOfMs;
                    else
                        object.asOfMs = options.longs === String ? $util.Long.prototype.toString.call(message.asOfMs) : options.longs === Number ? new $util.LongBits(message.asOfMs.low >>> 0, message.asOfMs.high >>> 0).toNumber() : message.asOfMs;
                if (message.withoutNames != null && Object.hasOwnProperty.call(message, "withoutNames"))
                    object.withoutNames = message.withoutNames;
                return object;
            };

            FatigueRequest.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueRequest;
        })();

        v1.FatigueCandidate = (function() {

            function FatigueCandidate(properties) {
                this.entities = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            FatigueCandidate.prototype.entities = $util.emptyObject;

            FatigueCandidate.create = function create(properties) {
                return new FatigueCandidate(properties);
            };

            FatigueCandidate.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.entities != null && Object.hasOwnProperty.call(message, "entities"))
                    for (var keys = Object.keys(message.entities), i = 0; i < keys.length; ++i)
                        writer.uint32(10).fork().uint32(10).string(keys[i]).uint32(18).string(message.entities[keys[i]]).ldelim();
                return writer;
            };

            FatigueCandidate.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.FatigueCandidate();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (message.entities === $util.emptyObject)
                                message.entities = {};
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
                                $util.makeProp(message.entities, key);
                            message.entities[key] = value;
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

            FatigueCandidate.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.FatigueCandidate)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.FatigueCandidate: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.FatigueCandidate();
                if (object.entities) {
                    if (!$util.isObject(object.entities))
                        throw TypeError(".tidemark.v1.FatigueCandidate.entities: object expected");
                    message.entities = {};
                    for (var keys = Object.keys(object.entities), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.entities, keys[i]);
                        message.entities[keys[i]] = String(object.entities[keys[i]]);
                    }
                }
                return message;
            };

            FatigueCandidate.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.objects || options.defaults)
                    object.entities = {};
                var keys2;
                if (message.entities && (keys2 = Object.keys(message.entities)).length) {
                    object.entities = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.entities, keys2[j]);
                        object.entities[keys2[j]] = message.entities[keys2[j]];
                    }
                }
                return object;
            };

            FatigueCandidate.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueCandidate;
        })();

        v1.FatigueRate = (function() {

            function FatigueRate(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            FatigueRate.prototype.clicks = "";
            FatigueRate.prototype.impressions = "";
            FatigueRate.prototype.prior = null;

            FatigueRate.create = function create(properties) {
                return new FatigueRate(properties);
            };

            FatigueRate.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.clicks != null && Object.hasOwnProperty.call(message, "clicks"))
                    writer.uint32(10).string(message.clicks);
                if (message.impressions != null && Object.hasOwnProperty.call(message, "impressions"))
                    writer.uint32(18).string(message.impressions);
                if (message.prior != null && Object.hasOwnProperty.call(message, "prior"))
                    $root.tidemark.v1.FatiguePrior.encode(message.prior, writer.uint32(26).fork(), q + 1).ldelim();
                return writer;
            };

            FatigueRate.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.FatigueRate();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.clicks = reader.string();
                            break;
                        }
                    case 2: {
                            message.impressions = reader.string();
                            break;
                        }
                    case 3: {
                            message.prior = $root.tidemark.v1.FatiguePrior.decode(reader, reader.uint32(), undefined, long + 1);
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

            FatigueRate.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.FatigueRate)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.FatigueRate: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.FatigueRate();
                if (object.clicks != null)
                    message.clicks = String(object.clicks);
                if (object.impressions != null)
                    message.impressions = String(object.impressions);
                if (object.prior != null) {
                    if (!$util.isObject(object.prior))
                        throw TypeError(".tidemark.v1.FatigueRate.prior: object expected");
                    message.prior = $root.tidemark.v1.FatiguePrior.fromObject(object.prior, long + 1);
                }
                return message;
            };

            FatigueRate.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.clicks = "";
                    object.impressions = "";
                    object.prior = null;
                }
                if (message.clicks != null && Object.hasOwnProperty.call(message, "clicks"))
                    object.clicks = message.clicks;
                if (message.impressions != null && Object.hasOwnProperty.call(message, "impressions"))
                    object.impressions = message.impressions;
                if (message.prior != null && Object.hasOwnProperty.call(message, "prior"))
                    object.prior = $root.tidemark.v1.FatiguePrior.toObject(message.prior, options, q + 1);
                return object;
            };

            FatigueRate.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueRate;
        })();

        v1.FatiguePrior = (function() {

            function FatiguePrior(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            FatiguePrior.prototype.impressions = 0;
            FatiguePrior.prototype.rate = 0;

            FatiguePrior.create = function create(properties) {
                return new FatiguePrior(properties);
            };

            FatiguePrior.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.impressions != null && Object.hasOwnProperty.call(message, "impressions"))
                    writer.uint32(8).uint32(message.impressions);
                if (message.rate != null && Object.hasOwnProperty.call(message, "rate"))
                    writer.uint32(17).double(message.rate);
                return writer;
            };

            FatiguePrior.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.FatiguePrior();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.impressions = reader.uint32();
                            break;
                        }
                    case 2: {
                            message.rate = reader.double();
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

            FatiguePrior.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.FatiguePrior)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.FatiguePrior: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.FatiguePrior();
                if (object.impressions != null)
                    message.impressions = object.impressions >>> 0;
                if (object.rate != null)
                    message.rate = Number(object.rate);
                return message;
            };

            FatiguePrior.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.impressions = 0;
                    object.rate = 0;
                }
                if (message.impressions != null && Object.hasOwnProperty.call(message, "impressions"))
                    object.impressions = message.impressions;
                if (message.rate != null && Object.hasOwnProperty.call(message, "rate"))
                    object.rate = options.json && !isFinite(message.rate) ? String(message.rate) : message.rate;
                return object;
            };

            FatiguePrior.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatiguePrior;
        })();

        v1.FatigueCondition = (function() {

            function FatigueCondition(properties) {
                this["in"] = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            FatigueCondition.prototype["in"] = $util.emptyArray;
            FatigueCondition.prototype.optional = false;

            FatigueCondition.create = function create(properties) {
                return new FatigueCondition(properties);
            };

            FatigueCondition.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message["in"] != null && message["in"].length)
                    for (var i = 0; i < message["in"].length; ++i)
                        writer.uint32(10).string(message["in"][i]);
                if (message.optional != null && Object.hasOwnProperty.call(message, "optional"))
                    writer.uint32(16).bool(message.optional);
                return writer;
            };

            FatigueCondition.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.FatigueCondition();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message["in"] && message["in"].length))
                                message["in"] = [];
                            message["in"].push(reader.string());
                            break;
                        }
                    case 2: {
                            message.optional = reader.bool();
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

            FatigueCondition.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.FatigueCondition)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.FatigueCondition: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.FatigueCondition();
                if (object["in"]) {
                    if (!Array.isArray(object["in"]))
                        throw TypeError(".tidemark.v1.FatigueCondition.in: array expected");
                    message["in"] = [];
                    for (var i = 0; i < object["in"].length; ++i)
                        message["in"][i] = String(object["in"][i]);
                }
                if (object.optional != null)
                    message.optional = Boolean(object.optional);
                return message;
            };

            FatigueCondition.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object["in"] = [];
                if (options.defaults)
                    object.optional = false;
                if (message["in"] && message["in"].length) {
                    object["in"] = [];
                    for (var j = 0; j < message["in"].length; ++j)
                        object["in"][j] = message["in"][j];
                }
                if (message.optional != null && Object.hasOwnProperty.call(message, "optional"))
                    object.optional = message.optional;
                return object;
            };

            FatigueCondition.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueCondition;
        })();

        v1.ObjectRecord = (function() {

            function ObjectRecord(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            ObjectRecord.prototype.id = "";
            ObjectRecord.prototype.dataType = "";
            ObjectRecord.prototype.subType = "";
            ObjectRecord.prototype.timestampMicros = null;
            ObjectRecord.prototype.value = $util.newBuffer([]);

            var $oneOfFields;

            Object.defineProperty(ObjectRecord.prototype, "_timestampMicros", {
                get: $util.oneOfGetter($oneOfFields = ["timestampMicros"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ObjectRecord.create = function create(properties) {
                return new ObjectRecord(properties);
            };

            ObjectRecord.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(10).string(message.id);
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(18).string(message.dataType);
                if (message.subType != null && Object.hasOwnProperty.call(message, "subType"))
                    writer.uint32(26).string(message.subType);
                if (message.timestampMicros != null && Object.hasOwnProperty.call(message, "timestampMicros"))
                    writer.uint32(32).int64(message.timestampMicros);
                if (message.value != null && Object.hasOwnProperty.call(message, "value"))
                    writer.uint32(42).bytes(message.value);
                return writer;
            };

            ObjectRecord.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.ObjectRecord();
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
                            message.dataType = reader.string();
                            break;
                        }
                    case 3: {
                            message.subType = reader.string();
                            break;
                        }
                    case 4: {
                            message.timestampMicros = reader.int64();
                            break;
                        }
                    case 5: {
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

            ObjectRecord.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.ObjectRecord)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.ObjectRecord: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.ObjectRecord();
                if (object.id != null)
                    message.id = String(object.id);
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.subType != null)
                    message.subType = String(object.subType);
                if (object.timestampMicros != null)
                    if ($util.Long)
                        message.timestampMicros = $util.Long.fromValue(object.timestampMicros, false);
                    else if (typeof object.timestampMicros === "string")
                        message.timestampMicros = parseInt(object.timestampMicros, 10);
                    else if (typeof object.timestampMicros === "number")
                        message.timestampMicros = object.timestampMicros;
                    else if (typeof object.timestampMicros === "object")
                        message.timestampMicros = new $util.LongBits(object.timestampMicros.low >>> 0, object.timestampMicros.high >>> 0).toNumber();
                if (object.value != null)
                    if (typeof object.value === "string")
                        $util.base64.decode(object.value, message.value = $util.newBuffer($util.base64.length(object.value)), 0);
                    else if (object.value.length >= 0)
                        message.value = object.value;
                return message;
            };

            ObjectRecord.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.id = "";
                    object.dataType = "";
                    object.subType = "";
                    if (options.bytes === String)
                        object.value = "";
                    else {
                        object.value = [];
                        if (options.bytes !== Array)
                            object.value = $util.newBuffer(object.value);
                    }
                }
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    object.id = message.id;
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.subType != null && Object.hasOwnProperty.call(message, "subType"))
                    object.subType = message.subType;
                if (message.timestampMicros != null && Object.hasOwnProperty.call(message, "timestampMicros")) {
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.timestampMicros = typeof message.timestampMicros === "number" ? BigInt(message.timestampMicros) : $util.Long.fromBits(message.timestampMicros.low >>> 0, message.timestampMicros.high >>> 0, false).toBigInt();
                    else if (typeof message.timestampMicros === "number")
                        object.timestampMicros = options.longs === String ? String(message.timestampMicros) : message.timestampMicros;
                    else
                        object.timestampMicros = options.longs === String ? $util.Long.prototype.toString.call(message.timestampMicros) : options.longs === Number ? new $util.LongBits(message.timestampMicros.low >>> 0, message.timestampMicros.high >>> 0).toNumber() : message.timestampMicros;
                    if (options.oneofs)
                        object._timestampMicros = "timestampMicros";
                }
                if (message.value != null && Object.hasOwnProperty.call(message, "value"))
                    object.value = options.bytes === String ? $util.base64.encode(message.value, 0, message.value.length) : options.bytes === Array ? Array.prototype.slice.call(message.value) : message.value;
                return object;
            };

            ObjectRecord.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return ObjectRecord;
        })();

        v1.GetObjectRequest = (function() {

            function GetObjectRequest(properties) {
                this.select = [];
                this.generations = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            GetObjectRequest.prototype.corpus = "";
            GetObjectRequest.prototype.id = "";
            GetObjectRequest.prototype.select = $util.emptyArray;
            GetObjectRequest.prototype.versions = 0;
            GetObjectRequest.prototype.generations = $util.emptyObject;

            GetObjectRequest.create = function create(properties) {
                return new GetObjectRequest(properties);
            };

            GetObjectRequest.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.corpus != null && Object.hasOwnProperty.call(message, "corpus"))
                    writer.uint32(10).string(message.corpus);
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(18).string(message.id);
                if (message.select != null && message.select.length)
                    for (var i = 0; i < message.select.length; ++i)
                        $root.tidemark.v1.CellSelector.encode(message.select[i], writer.uint32(26).fork(), q + 1).ldelim();
                if (message.versions != null && Object.hasOwnProperty.call(message, "versions"))
                    writer.uint32(32).uint32(message.versions);
                if (message.generations != null && Object.hasOwnProperty.call(message, "generations"))
                    for (var keys = Object.keys(message.generations), i = 0; i < keys.length; ++i)
                        writer.uint32(42).fork().uint32(10).string(keys[i]).uint32(16).uint32(message.generations[keys[i]]).ldelim();
                return writer;
            };

            GetObjectRequest.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.GetObjectRequest();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.corpus = reader.string();
                            break;
                        }
                    case 2: {
                            message.id = reader.string();
                            break;
                        }
                    case 3: {
                            if (!(message.select && message.select.length))
                                message.select = [];
                            message.select.push($root.tidemark.v1.CellSelector.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 4: {
                            message.versions = reader.uint32();
                            break;
                        }
                    case 5: {
                            if (message.generations === $util.emptyObject)
                                message.generations = {};
                            var end2 = reader.uint32() + reader.pos;
                            if (end2 > reader.len)
                                throw RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = 0;
                            while (reader.pos < end2) {
                                var tag2 = reader.uint32();
                                switch (tag2 >>> 3) {
                                case 1:
                                    key = reader.string();
                                    break;
                                case 2:
                                    value = reader.uint32();
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
                                $util.makeProp(message.generations, key);
                            message.generations[key] = value;
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

            GetObjectRequest.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.GetObjectRequest)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.GetObjectRequest: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.GetObjectRequest();
                if (object.corpus != null)
                    message.corpus = String(object.corpus);
                if (object.id != null)
                    message.id = String(object.id);
                if (object.select) {
                    if (!Array.isArray(object.select))
                        throw TypeError(".tidemark.v1.GetObjectRequest.select: array expected");
                    message.select = [];
                    for (var i = 0; i < object.select.length; ++i) {
                        if (!$util.isObject(object.select[i]))
                            throw TypeError(".tidemark.v1.GetObjectRequest.select: object expected");
                        message.select[i] = $root.tidemark.v1.CellSelector.fromObject(object.select[i], long + 1);
                    }
                }
                if (object.versions != null)
                    message.versions = object.versions >>> 0;
                if (object.generations) {
                    if (!$util.isObject(object.generations))
                        throw TypeError(".tidemark.v1.GetObjectRequest.generations: object expected");
                    message.generations = {};
                    for (var keys = Object.keys(object.generations), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.generations, keys[i]);
                        message.generations[keys[i]] = object.generations[keys[i]] >>> 0;
                    }
                }
                return message;
            };

            GetObjectRequest.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.select = [];
                if (options.objects || options.defaults)
                    object.generations = {};
                if (options.defaults) {
                    object.corpus = "";
                    object.id = "";
                    object.versions = 0;
                }
                if (message.corpus != null && Object.hasOwnProperty.call(message, "corpus"))
                    object.corpus = message.corpus;
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    object.id = message.id;
                if (message.select && message.select.length) {
                    object.select = [];
                    for (var j = 0; j < message.select.length; ++j)
                        object.select[j] = $root.tidemark.v1.CellSelector.toObject(message.select[j], options, q + 1);
                }
                if (message.versions != null && Object.hasOwnProperty.call(message, "versions"))
                    object.versions = message.versions;
                var keys2;
                if (message.generations && (keys2 = Object.keys(message.generations)).length) {
                    object.generations = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.generations, keys2[j]);
                        object.generations[keys2[j]] = message.generations[keys2[j]];
                    }
                }
                return object;
            };

            GetObjectRequest.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return GetObjectRequest;
        })();

        v1.CellSelector = (function() {

            function CellSelector(properties) {
                this.subTypes = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            CellSelector.prototype.dataType = "";
            CellSelector.prototype.subTypes = $util.emptyArray;

            CellSelector.create = function create(properties) {
                return new CellSelector(properties);
            };

            CellSelector.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(10).string(message.dataType);
                if (message.subTypes != null && message.subTypes.length)
                    for (var i = 0; i < message.subTypes.length; ++i)
                        writer.uint32(18).string(message.subTypes[i]);
                return writer;
            };

            CellSelector.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.CellSelector();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 2: {
                            if (!(message.subTypes && message.subTypes.length))
                                message.subTypes = [];
                            message.subTypes.push(reader.string());
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

            CellSelector.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.CellSelector)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.CellSelector: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.CellSelector();
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.subTypes) {
                    if (!Array.isArray(object.subTypes))
                        throw TypeError(".tidemark.v1.CellSelector.subTypes: array expected");
                    message.subTypes = [];
                    for (var i = 0; i < object.subTypes.length; ++i)
                        message.subTypes[i] = String(object.subTypes[i]);
                }
                return message;
            };

            CellSelector.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.subTypes = [];
                if (options.defaults)
                    object.dataType = "";
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.subTypes && message.subTypes.length) {
                    object.subTypes = [];
                    for (var j = 0; j < message.subTypes.length; ++j)
                        object.subTypes[j] = message.subTypes[j];
                }
                return object;
            };

            CellSelector.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CellSelector;
        })();

        v1.ObjectAnswer = (function() {

            function ObjectAnswer(properties) {
                this.cells = [];
                this.omitted = [];
                this.generations = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            ObjectAnswer.prototype.cells = $util.emptyArray;
            ObjectAnswer.prototype.omitted = $util.emptyArray;
            ObjectAnswer.prototype.generations = $util.emptyObject;

            ObjectAnswer.create = function create(properties) {
                return new ObjectAnswer(properties);
            };

            ObjectAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.cells != null && message.cells.length)
                    for (var i = 0; i < message.cells.length; ++i)
                        $root.tidemark.v1.ObjectCell.encode(message.cells[i], writer.uint32(10).fork(), q + 1).ldelim();
                if (message.omitted != null && message.omitted.length)
                    for (var i = 0; i < message.omitted.length; ++i)
                        $root.tidemark.v1.Omission.encode(message.omitted[i], writer.uint32(18).fork(), q + 1).ldelim();
                if (message.generations != null && Object.hasOwnProperty.call(message, "generations"))
                    for (var keys = Object.keys(message.generations), i = 0; i < keys.length; ++i)
                        writer.uint32(26).fork().uint32(10).string(keys[i]).uint32(16).uint32(message.generations[keys[i]]).ldelim();
                return writer;
            };

            ObjectAnswer.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.ObjectAnswer();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.cells && message.cells.length))
                                message.cells = [];
                            message.cells.push($root.tidemark.v1.ObjectCell.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 2: {
                            if (!(message.omitted && message.omitted.length))
                                message.omitted = [];
                            message.omitted.push($root.tidemark.v1.Omission.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 3: {
                            if (message.generations === $util.emptyObject)
                                message.generations = {};
                            var end2 = reader.uint32() + reader.pos;
                            if (end2 > reader.len)
                                throw RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = 0;
                            while (reader.pos < end2) {
                                var tag2 = reader.uint32();
                                switch (tag2 >>> 3) {
                                case 1:
                                    key = reader.string();
                                    break;
                                case 2:
                                    value = reader.uint32();
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
                                $util.makeProp(message.generations, key);
                            message.generations[key] = value;
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

            ObjectAnswer.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.ObjectAnswer)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.ObjectAnswer: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.ObjectAnswer();
                if (object.cells) {
                    if (!Array.isArray(object.cells))
                        throw TypeError(".tidemark.v1.ObjectAnswer.cells: array expected");
                    message.cells = [];
                    for (var i = 0; i < object.cells.length; ++i) {
                        if (!$util.isObject(object.cells[i]))
                            throw TypeError(".tidemark.v1.ObjectAnswer.cells: object expected");
                        message.cells[i] = $root.tidemark.v1.ObjectCell.fromObject(object.cells[i], long + 1);
                    }
                }
                if (object.omitted) {
                    if (!Array.isArray(object.omitted))
                        throw TypeError(".tidemark.v1.ObjectAnswer.omitted: array expected");
                    message.omitted = [];
                    for (var i = 0; i < object.omitted.length; ++i) {
                        if (!$util.isObject(object.omitted[i]))
                            throw TypeError(".tidemark.v1.ObjectAnswer.omitted: object expected");
                        message.omitted[i] = $root.tidemark.v1.Omission.fromObject(object.omitted[i], long + 1);
                    }
                }
                if (object.generations) {
                    if (!$util.isObject(object.generations))
                        throw TypeError(".tidemark.v1.ObjectAnswer.generations: object expected");
                    message.generations = {};
                    for (var keys = Object.keys(object.generations), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.generations, keys[i]);
                        message.generations[keys[i]] = object.generations[keys[i]] >>> 0;
                    }
                }
                return message;
            };

            ObjectAnswer.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.cells = [];
                    object.omitted = [];
                }
                if (options.objects || options.defaults)
                    object.generations = {};
                if (message.cells && message.cells.length) {
                    object.cells = [];
                    for (var j = 0; j < message.cells.length; ++j)
                        object.cells[j] = $root.tidemark.v1.ObjectCell.toObject(message.cells[j], options, q + 1);
                }
                if (message.omitted && message.omitted.length) {
                    object.omitted = [];
                    for (var j = 0; j < message.omitted.length; ++j)
                        object.omitted[j] = $root.tidemark.v1.Omission.toObject(message.omitted[j], options, q + 1);
                }
                var keys2;
                if (message.generations && (keys2 = Object.keys(message.generations)).length) {
                    object.generations = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.generations, keys2[j]);
                        object.generations[keys2[j]] = message.generations[keys2[j]];
                    }
                }
                return object;
            };

            ObjectAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return ObjectAnswer;
        })();

        v1.ObjectCell = (function() {

            function ObjectCell(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            ObjectCell.prototype.dataType = "";
            ObjectCell.prototype.subType = "";
            ObjectCell.prototype.timestampMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            ObjectCell.prototype.value = $util.newBuffer([]);

            ObjectCell.create = function create(properties) {
                return new ObjectCell(properties);
            };

            ObjectCell.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(10).string(message.dataType);
                if (message.subType != null && Object.hasOwnProperty.call(message, "subType"))
                    writer.uint32(18).string(message.subType);
                if (message.timestampMs != null && Object.hasOwnProperty.call(message, "timestampMs"))
                    writer.uint32(24).int64(message.timestampMs);
                if (message.value != null && Object.hasOwnProperty.call(message, "value"))
                    writer.uint32(34).bytes(message.value);
                return writer;
            };

            ObjectCell.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.ObjectCell();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 2: {
                            message.subType = reader.string();
                            break;
                        }
                    case 3: {
                            message.timestampMs = reader.int64();
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

            ObjectCell.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.ObjectCell)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.ObjectCell: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.ObjectCell();
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.subType != null)
                    message.subType = String(object.subType);
                if (object.timestampMs != null)
                    if ($util.Long)
                        message.timestampMs = $util.Long.fromValue(object.timestampMs, false);
                    else if (typeof object.timestampMs === "string")
                        message.timestampMs = parseInt(object.timestampMs, 10);
                    else if (typeof object.timestampMs === "number")
                        message.timestampMs = object.timestampMs;
                    else if (typeof object.timestampMs === "object")
                        message.timestampMs = new $util.LongBits(object.timestampMs.low >>> 0, object.timestampMs.high >>> 0).toNumber();
                if (object.value != null)
                    if (typeof object.value === "string")
                        $util.base64.decode(object.value, message.value = $util.newBuffer($util.base64.length(object.value)), 0);
                    else if (object.value.length >= 0)
                        message.value = object.value;
                return message;
            };

            ObjectCell.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.dataType = "";
                    object.subType = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.timestampMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.timestampMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    if (options.bytes === String)
                        object.value = "";
                    else {
                        object.value = [];
                        if (options.bytes !== Array)
                            object.value = $util.newBuffer(object.value);
                    }
                }
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.subType != null && Object.hasOwnProperty.call(message, "subType"))
                    object.subType = message.subType;
                if (message.timestampMs != null && Object.hasOwnProperty.call(message, "timestampMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.timestampMs = typeof message.timestampMs === "number" ? BigInt(message.timestampMs) : $util.Long.fromBits(message.timestampMs.low >>> 0, message.timestampMs.high >>> 0, false).toBigInt();
                    else if (typeof message.timestampMs === "number")
                        object.timestampMs = options.longs === String ? String(message.timestampMs) : message.timestampMs;
                    else
                        object.timestampMs = options.longs === String ? $util.Long.prototype.toString.call(message.timestampMs) : options.longs === Number ? new $util.LongBits(message.timestampMs.low >>> 0, message.timestampMs.high >>> 0).toNumber() : message.timestampMs;
                if (message.value != null && Object.hasOwnProperty.call(message, "value"))
                    object.value = options.bytes === String ? $util.base64.encode(message.value, 0, message.value.length) : options.bytes === Array ? Array.prototype.slice.call(message.value) : message.value;
                return object;
            };

            ObjectCell.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return ObjectCell;
        })();

        v1.BatchGetObjectsRequest = (function() {

            function BatchGetObjectsRequest(properties) {
                this.objects = [];
                this.generations = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            BatchGetObjectsRequest.prototype.corpus = "";
            BatchGetObjectsRequest.prototype.objects = $util.emptyArray;
            BatchGetObjectsRequest.prototype.versions = 0;
            BatchGetObjectsRequest.prototype.generations = $util.emptyObject;

            BatchGetObjectsRequest.create = function create(properties) {
                return new BatchGetObjectsRequest(properties);
            };

            BatchGetObjectsRequest.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.corpus != null && Object.hasOwnProperty.call(message, "corpus"))
                    writer.uint32(10).string(message.corpus);
                if (message.objects != null && message.objects.length)
                    for (var i = 0; i < message.objects.length; ++i)
                        $root.tidemark.v1.SelectedObject.encode(message.objects[i], writer.uint32(18).fork(), q + 1).ldelim();
                if (message.versions != null && Object.hasOwnProperty.call(message, "versions"))
                    writer.uint32(24).uint32(message.versions);
                if (message.generations != null && Object.hasOwnProperty.call(message, "generations"))
                    for (var keys = Object.keys(message.generations), i = 0; i < keys.length; ++i)
                        writer.uint32(34).fork().uint32(10).string(keys[i]).uint32(16).uint32(message.generations[keys[i]]).ldelim();
                return writer;
            };

            BatchGetObjectsRequest.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.BatchGetObjectsRequest();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.corpus = reader.string();
                            break;
                        }
                    case 2: {
                            if (!(message.objects && message.objects.length))
                                message.objects = [];
                            message.objects.push($root.tidemark.v1.SelectedObject.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 3: {
                            message.versions = reader.uint32();
                            break;
                        }
                    case 4: {
                            if (message.generations === $util.emptyObject)
                                message.generations = {};
                            var end2 = reader.uint32() + reader.pos;
                            if (end2 > reader.len)
                                throw RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = 0;
                            while (reader.pos < end2) {
                                var tag2 = reader.uint32();
                                switch (tag2 >>> 3) {
                                case 1:
                                    key = reader.string();
                                    break;
                                case 2:
                                    value = reader.uint32();
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
                                $util.makeProp(message.generations, key);
                            message.generations[key] = value;
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

            BatchGetObjectsRequest.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.BatchGetObjectsRequest)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.BatchGetObjectsRequest: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.BatchGetObjectsRequest();
                if (object.corpus != null)
                    message.corpus = String(object.corpus);
                if (object.objects) {
                    if (!Array.isArray(object.objects))
                        throw TypeError(".tidemark.v1.BatchGetObjectsRequest.objects: array expected");
                    message.objects = [];
                    for (var i = 0; i < object.objects.length; ++i) {
                        if (!$util.isObject(object.objects[i]))
                            throw TypeError(".tidemark.v1.BatchGetObjectsRequest.objects: object expected");
                        message.objects[i] = $root.tidemark.v1.SelectedObject.fromObject(object.objects[i], long + 1);
                    }
                }
                if (object.versions != null)
                    message.versions = object.versions >>> 0;
                if (object.generations) {
                    if (!$util.isObject(object.generations))
                        throw TypeError(".tidemark.v1.BatchGetObjectsRequest.generations: object expected");
                    message.generations = {};
                    for (var keys = Object.keys(object.generations), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.generations, keys[i]);
                        message.generations[keys[i]] = object.generations[keys[i]] >>> 0;
                    }
                }
                return message;
            };

            BatchGetObjectsRequest.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.objects = [];
                if (options.objects || options.defaults)
                    object.generations = {};
                if (options.defaults) {
                    object.corpus = "";
                    object.versions = 0;
                }
                if (message.corpus != null && Object.hasOwnProperty.call(message, "corpus"))
                    object.corpus = message.corpus;
                if (message.objects && message.objects.length) {
                    object.objects = [];
                    for (var j = 0; j < message.objects.length; ++j)
                        object.objects[j] = $root.tidemark.v1.SelectedObject.toObject(message.objects[j], options, q + 1);
                }
                if (message.versions != null && Object.hasOwnProperty.call(message, "versions"))
                    object.versions = message.versions;
                var keys2;
                if (message.generations && (keys2 = Object.keys(message.generations)).length) {
                    object.generations = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.generations, keys2[j]);
                        object.generations[keys2[j]] = message.generations[keys2[j]];
                    }
                }
                return object;
            };

            BatchGetObjectsRequest.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return BatchGetObjectsRequest;
        })();

        v1.SelectedObject = (function() {

            function SelectedObject(properties) {
                this.select = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            SelectedObject.prototype.id = "";
            SelectedObject.prototype.select = $util.emptyArray;

            SelectedObject.create = function create(properties) {
                return new SelectedObject(properties);
            };

            SelectedObject.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(10).string(message.id);
                if (message.select != null && message.select.length)
                    for (var i = 0; i < message.select.length; ++i)
                        $root.tidemark.v1.CellSelector.encode(message.select[i], writer.uint32(18).fork(), q + 1).ldelim();
                return writer;
            };

            SelectedObject.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.SelectedObject();
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
                            if (!(message.select && message.select.length))
                                message.select = [];
                            message.select.push($root.tidemark.v1.CellSelector.decode(reader, reader.uint32(), undefined, long + 1));
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

            SelectedObject.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.SelectedObject)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.SelectedObject: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.SelectedObject();
                if (object.id != null)
                    message.id = String(object.id);
                if (object.select) {
                    if (!Array.isArray(object.select))
                        throw TypeError(".tidemark.v1.SelectedObject.select: array expected");
                    message.select = [];
                    for (var i = 0; i < object.select.length; ++i) {
                        if (!$util.isObject(object.select[i]))
                            throw TypeError(".tidemark.v1.SelectedObject.select: object expected");
                        message.select[i] = $root.tidemark.v1.CellSelector.fromObject(object.select[i], long + 1);
                    }
                }
                return message;
            };

            SelectedObject.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.select = [];
                if (options.defaults)
                    object.id = "";
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    object.id = message.id;
                if (message.select && message.select.length) {
                    object.select = [];
                    for (var j = 0; j < message.select.length; ++j)
                        object.select[j] = $root.tidemark.v1.CellSelector.toObject(message.select[j], options, q + 1);
                }
                return object;
            };

            SelectedObject.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return SelectedObject;
        })();

        v1.BatchGetObjectsAnswer = (function() {

            function BatchGetObjectsAnswer(properties) {
                this.objects = [];
                this.generations = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            BatchGetObjectsAnswer.prototype.objects = $util.emptyArray;
            BatchGetObjectsAnswer.prototype.generations = $util.emptyObject;

            BatchGetObjectsAnswer.create = function create(properties) {
                return new BatchGetObjectsAnswer(properties);
            };

            BatchGetObjectsAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.objects != null && message.objects.length)
                    for (var i = 0; i < message.objects.length; ++i)
                        $root.tidemark.v1.FoundObject.encode(message.objects[i], writer.uint32(10).fork(), q + 1).ldelim();
                if (message.generations != null && Object.hasOwnProperty.call(message, "generations"))
                    for (var keys = Object.keys(message.generations), i = 0; i < keys.length; ++i)
                        writer.uint32(18).fork().uint32(10).string(keys[i]).uint32(16).uint32(message.generations[keys[i]]).ldelim();
                return writer;
            };

            BatchGetObjectsAnswer.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.BatchGetObjectsAnswer();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.objects && message.objects.length))
                                message.objects = [];
                            message.objects.push($root.tidemark.v1.FoundObject.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 2: {
                            if (message.generations === $util.emptyObject)
                                message.generations = {};
                            var end2 = reader.uint32() + reader.pos;
                            if (end2 > reader.len)
                                throw RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = 0;
                            while (reader.pos < end2) {
                                var tag2 = reader.uint32();
                                switch (tag2 >>> 3) {
                                case 1:
                                    key = reader.string();
                                    break;
                                case 2:
                                    value = reader.uint32();
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
                                $util.makeProp(message.generations, key);
                            message.generations[key] = value;
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

            BatchGetObjectsAnswer.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.BatchGetObjectsAnswer)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.BatchGetObjectsAnswer: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.BatchGetObjectsAnswer();
                if (object.objects) {
                    if (!Array.isArray(object.objects))
                        throw TypeError(".tidemark.v1.BatchGetObjectsAnswer.objects: array expected");
                    message.objects = [];
                    for (var i = 0; i < object.objects.length; ++i) {
                        if (!$util.isObject(object.objects[i]))
                            throw TypeError(".tidemark.v1.BatchGetObjectsAnswer.objects: object expected");
                        message.objects[i] = $root.tidemark.v1.FoundObject.fromObject(object.objects[i], long + 1);
                    }
                }
                if (object.generations) {
                    if (!$util.isObject(object.generations))
                        throw TypeError(".tidemark.v1.BatchGetObjectsAnswer.generations: object expected");
                    message.generations = {};
                    for (var keys = Object.keys(object.generations), i = 0; i < keys.length; ++i) {
                        if (keys[i] === "__proto__")
                            $util.makeProp(message.generations, keys[i]);
                        message.generations[keys[i]] = object.generations[keys[i]] >>> 0;
                    }
                }
                return message;
            };

            BatchGetObjectsAnswer.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.objects = [];
                if (options.objects || options.defaults)
                    object.generations = {};
                if (message.objects && message.objects.length) {
                    object.objects = [];
                    for (var j = 0; j < message.objects.length; ++j)
                        object.objects[j] = $root.tidemark.v1.FoundObject.toObject(message.objects[j], options, q + 1);
                }
                var keys2;
                if (message.generations && (keys2 = Object.keys(message.generations)).length) {
                    object.generations = {};
                    for (var j = 0; j < keys2.length; ++j) {
                        if (keys2[j] === "__proto__")
                            $util.makeProp(object.generations, keys2[j]);
                        object.generations[keys2[j]] = message.generations[keys2[j]];
                    }
                }
                return object;
            };

            BatchGetObjectsAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return BatchGetObjectsAnswer;
        })();

        v1.FoundObject = (function() {

            function FoundObject(properties) {
                this.cells = [];
                this.missing = [];
                this.omitted = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            FoundObject.prototype.id = "";
            FoundObject.prototype.cells = $util.emptyArray;
            FoundObject.prototype.missing = $util.emptyArray;
            FoundObject.prototype.omitted = $util.emptyArray;
            FoundObject.prototype.unmet = false;

            FoundObject.create = function create(properties) {
                return new FoundObject(properties);
            };

            FoundObject.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(10).string(message.id);
                if (message.cells != null && message.cells.length)
                    for (var i = 0; i < message.cells.length; ++i)
                        $root.tidemark.v1.ObjectCell.encode(message.cells[i], writer.uint32(18).fork(), q + 1).ldelim();
                if (message.missing != null && message.missing.length)
                    for (var i = 0; i < message.missing.length; ++i)
                        $root.tidemark.v1.MissingCell.encode(message.missing[i], writer.uint32(26).fork(), q + 1).ldelim();
                if (message.omitted != null && message.omitted.length)
                    for (var i = 0; i < message.omitted.length; ++i)
                        $root.tidemark.v1.Omission.encode(message.omitted[i], writer.uint32(34).fork(), q + 1).ldelim();
                if (message.unmet != null && Object.hasOwnProperty.call(message, "unmet"))
                    writer.uint32(40).bool(message.unmet);
                return writer;
            };

            FoundObject.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.FoundObject();
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
                            if (!(message.cells && message.cells.length))
                                message.cells = [];
                            message.cells.push($root.tidemark.v1.ObjectCell.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 3: {
                            if (!(message.missing && message.missing.length))
                                message.missing = [];
                            message.missing.push($root.tidemark.v1.MissingCell.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 4: {
                            if (!(message.omitted && message.omitted.length))
                                message.omitted = [];
                            message.omitted.push($root.tidemark.v1.Omission.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 5: {
                            message.unmet = reader.bool();
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

            FoundObject.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.FoundObject)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.FoundObject: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.FoundObject();
                if (object.id != null)
                    message.id = String(object.id);
                if (object.cells) {
                    if (!Array.isArray(object.cells))
                        throw TypeError(".tidemark.v1.FoundObject.cells: array expected");
                    message.cells = [];
                    for (var i = 0; i < object.cells.length; ++i) {
                        if (!$util.isObject(object.cells[i]))
                            throw TypeError(".tidemark.v1.FoundObject.cells: object expected");
                        message.cells[i] = $root.tidemark.v1.ObjectCell.fromObject(object.cells[i], long + 1);
                    }
                }
                if (object.missing) {
                    if (!Array.isArray(object.missing))
                        throw TypeError(".tidemark.v1.FoundObject.missing: array expected");
                    message.missing = [];
                    for (var i = 0; i < object.missing.length; ++i) {
                        if (!$util.isObject(object.missing[i]))
                            throw TypeError(".tidemark.v1.FoundObject.missing: object expected");
                        message.missing[i] = $root.tidemark.v1.MissingCell.fromObject(object.missing[i], long + 1);
                    }
                }
                if (object.omitted) {
                    if (!Array.isArray(object.omitted))
                        throw TypeError(".tidemark.v1.FoundObject.omitted: array expected");
                    message.omitted = [];
                    for (var i = 0; i < object.omitted.length; ++i) {
                        if (!$util.isObject(object.omitted[i]))
                            throw TypeError(".tidemark.v1.FoundObject.omitted: object expected");
                        message.omitted[i] = $root.tidemark.v1.Omission.fromObject(object.omitted[i], long + 1);
                    }
                }
                if (object.unmet != null)
                    message.unmet = Boolean(object.unmet);
                return message;
            };

            FoundObject.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults) {
                    object.cells = [];
                    object.missing = [];
                    object.omitted = [];
                }
                if (options.defaults) {
                    object.id = "";
                    object.unmet = false;
                }
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    object.id = message.id;
                if (message.cells && message.cells.length) {
                    object.cells = [];
                    for (var j = 0; j < message.cells.length; ++j)
                        object.cells[j] = $root.tidemark.v1.ObjectCell.toObject(message.cells[j], options, q + 1);
                }
                if (message.missing && message.missing.length) {
                    object.missing = [];
                    for (var j = 0; j < message.missing.length; ++j)
                        object.missing[j] = $root.tidemark.v1.MissingCell.toObject(message.missing[j], options, q + 1);
                }
                if (message.omitted && message.omitted.length) {
                    object.omitted = [];
                    for (var j = 0; j < message.omitted.length; ++j)
                        object.omitted[j] = $root.tidemark.v1.Omission.toObject(message.omitted[j], options, q + 1);
                }
                if (message.unmet != null && Object.hasOwnProperty.call(message, "unmet"))
                    object.unmet = message.unmet;
                return object;
            };

            FoundObject.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FoundObject;
        })();

        v1.MissingCell = (function() {

            function MissingCell(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            MissingCell.prototype.dataType = "";
            MissingCell.prototype.subType = "";

            MissingCell.create = function create(properties) {
                return new MissingCell(properties);
            };

            MissingCell.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(10).string(message.dataType);
                if (message.subType != null && Object.hasOwnProperty.call(message, "subType"))
                    writer.uint32(18).string(message.subType);
                return writer;
            };

            MissingCell.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.MissingCell();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 2: {
                            message.subType = reader.string();
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

            MissingCell.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.MissingCell)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.MissingCell: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.MissingCell();
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.subType != null)
                    message.subType = String(object.subType);
                return message;
            };

            MissingCell.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.dataType = "";
                    object.subType = "";
                }
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.subType != null && Object.hasOwnProperty.call(message, "subType"))
                    object.subType = message.subType;
                return object;
            };

            MissingCell.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return MissingCell;
        })();

        v1.PutObjectRequest = (function() {

            function PutObjectRequest(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            PutObjectRequest.prototype.corpus = "";
            PutObjectRequest.prototype.id = "";
            PutObjectRequest.prototype.dataType = "";
            PutObjectRequest.prototype.subType = "";
            PutObjectRequest.prototype.timestampMs = null;
            PutObjectRequest.prototype.value = $util.newBuffer([]);

            var $oneOfFields;

            Object.defineProperty(PutObjectRequest.prototype, "_timestampMs", {
                get: $util.oneOfGetter($oneOfFields = ["timestampMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            PutObjectRequest.create = function create(properties) {
                return new PutObjectRequest(properties);
            };

            PutObjectRequest.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.corpus != null && Object.hasOwnProperty.call(message, "corpus"))
                    writer.uint32(10).string(message.corpus);
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(18).string(message.id);
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(26).string(message.dataType);
                if (message.subType != null && Object.hasOwnProperty.call(message, "subType"))
                    writer.uint32(34).string(message.subType);
                if (message.timestampMs != null && Object.hasOwnProperty.call(message, "timestampMs"))
                    writer.uint32(40).int64(message.timestampMs);
                if (message.value != null && Object.hasOwnProperty.call(message, "value"))
                    writer.uint32(50).bytes(message.value);
                return writer;
            };

            PutObjectRequest.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.PutObjectRequest();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.corpus = reader.string();
                            break;
                        }
                    case 2: {
                            message.id = reader.string();
                            break;
                        }
                    case 3: {
                            message.dataType = reader.string();
                            break;
                        }
                    case 4: {
                            message.subType = reader.string();
                            break;
                        }
                    case 5: {
                            message.timestampMs = reader.int64();
                            break;
                        }
                    case 6: {
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

            PutObjectRequest.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.PutObjectRequest)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.PutObjectRequest: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.PutObjectRequest();
                if (object.corpus != null)
                    message.corpus = String(object.corpus);
                if (object.id != null)
                    message.id = String(object.id);
                if (object.dataType != null)
                    message.dataType = String(object.dataType);
                if (object.subType != null)
                    message.subType = String(object.subType);
                if (object.timestampMs != null)
                    if ($util.Long)
                        message.timestampMs = $util.Long.fromValue(object.timestampMs, false);
                    else if (typeof object.timestampMs === "string")
                        message.timestampMs = parseInt(object.timestampMs, 10);
                    else if (typeof object.timestampMs === "number")
                        message.timestampMs = object.timestampMs;
                    else if (typeof object.timestampMs === "object")
                        message.timestampMs = new $util.LongBits(object.timestampMs.low >>> 0, object.timestampMs.high >>> 0).toNumber();
                if (object.value != null)
                    if (typeof object.value === "string")
                        $util.base64.decode(object.value, message.value = $util.newBuffer($util.base64.length(object.value)), 0);
                    else if (object.value.length >= 0)
                        message.value = object.value;
                return message;
            };

            PutObjectRequest.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.corpus = "";
                    object.id = "";
                    object.dataType = "";
                    object.subType = "";
                    if (options.bytes === String)
                        object.value = "";
                    else {
                        object.value = [];
                        if (options.bytes !== Array)
                            object.value = $util.newBuffer(object.value);
                    }
                }
                if (message.corpus != null && Object.hasOwnProperty.call(message, "corpus"))
                    object.corpus = message.corpus;
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    object.id = message.id;
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    object.dataType = message.dataType;
                if (message.subType != null && Object.hasOwnProperty.call(message, "subType"))
                    object.subType = message.subType;
                if (message.timestampMs != null && Object.hasOwnProperty.call(message, "timestampMs")) {
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.timestampMs = typeof message.timestampMs === "number" ? BigInt(message.timestampMs) : $util.Long.fromBits(message.timestampMs.low >>> 0, message.timestampMs.high >>> 0, false).toBigInt();
                    else if (typeof message.timestampMs === "number")
                        object.timestampMs = options.longs === String ? String(message.timestampMs) : message.timestampMs;
                    else
                        object.timestampMs = options.longs === String ? $util.Long.prototype.toString.call(message.timestampMs) : options.longs === Number ? new $util.LongBits(message.timestampMs.low >>> 0, message.timestampMs.high >>> 0).toNumber() : message.timestampMs;
                    if (options.oneofs)
                        object._timestampMs = "timestampMs";
                }
                if (message.value != null && Object.hasOwnProperty.call(message, "value"))
                    object.value = options.bytes === String ? $util.base64.encode(message.value, 0, message.value.length) : options.bytes === Array ? Array.prototype.slice.call(message.value) : message.value;
                return object;
            };

            PutObjectRequest.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return PutObjectRequest;
        })();

        v1.PutObjectAnswer = (function() {

            function PutObjectAnswer(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            PutObjectAnswer.prototype.timestampMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            PutObjectAnswer.prototype.token = "";

            PutObjectAnswer.create = function create(properties) {
                return new PutObjectAnswer(properties);
            };

            PutObjectAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.timestampMs != null && Object.hasOwnProperty.call(message, "timestampMs"))
                    writer.uint32(8).int64(message.timestampMs);
                if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                    writer.uint32(18).string(message.token);
                return writer;
            };

            PutObjectAnswer.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.PutObjectAnswer();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.timestampMs = reader.int64();
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

            PutObjectAnswer.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.PutObjectAnswer)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.PutObjectAnswer: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.PutObjectAnswer();
                if (object.timestampMs != null)
                    if ($util.Long)
                        message.timestampMs = $util.Long.fromValue(object.timestampMs, false);
                    else if (typeof object.timestampMs === "string")
                        message.timestampMs = parseInt(object.timestampMs, 10);
                    else if (typeof object.timestampMs === "number")
                        message.timestampMs = object.timestampMs;
                    else if (typeof object.timestampMs === "object")
                        message.timestampMs = new $util.LongBits(object.timestampMs.low >>> 0, object.timestampMs.high >>> 0).toNumber();
                if (object.token != null)
                    message.token = String(object.token);
                return message;
            };

            PutObjectAnswer.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.timestampMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.timestampMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.token = "";
                }
                if (message.timestampMs != null && Object.hasOwnProperty.call(message, "timestampMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.timestampMs = typeof message.timestampMs === "number" ? BigInt(message.timestampMs) : $util.Long.fromBits(message.timestampMs.low >>> 0, message.timestampMs.high >>> 0, false).toBigInt();
                    else if (typeof message.timestampMs === "number")
                        object.timestampMs = options.longs === String ? String(message.timestampMs) : message.timestampMs;
                    else
                        object.timestampMs = options.longs === String ? $util.Long.prototype.toString.call(message.timestampMs) : options.longs === Number ? new $util.LongBits(message.timestampMs.low >>> 0, message.timestampMs.high >>> 0).toNumber() : message.timestampMs;
                if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                    object.token = message.token;
                return object;
            };

            PutObjectAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return PutObjectAnswer;
        })();

        v1.PacingState = (function() {

            function PacingState(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            PacingState.prototype.campaignId = "";
            PacingState.prototype.day = "";
            PacingState.prototype.state = "";
            PacingState.prototype.passShare = 0;
            PacingState.prototype.reason = "";
            PacingState.prototype.unitsPurchased = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            PacingState.prototype.count = 0;
            PacingState.prototype.unitsPerSecond = 0;
            PacingState.prototype.completeUpToMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            PacingState.prototype.decidedAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            PacingState.prototype.epoch = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            PacingState.prototype.sequence = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            PacingState.prototype.priority = 0;

            PacingState.create = function create(properties) {
                return new PacingState(properties);
            };

            PacingState.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.campaignId != null && Object.hasOwnProperty.call(message, "campaignId"))
                    writer.uint32(10).string(message.campaignId);
                if (message.day != null && Object.hasOwnProperty.call(message, "day"))
                    writer.uint32(18).string(message.day);
                if (message.state != null && Object.hasOwnProperty.call(message, "state"))
                    writer.uint32(26).string(message.state);
                if (message.passShare != null && Object.hasOwnProperty.call(message, "passShare"))
                    writer.uint32(33).double(message.passShare);
                if (message.reason != null && Object.hasOwnProperty.call(message, "reason"))
                    writer.uint32(42).string(message.reason);
                if (message.unitsPurchased != null && Object.hasOwnProperty.call(message, "unitsPurchased"))
                    writer.uint32(48).uint64(message.unitsPurchased);
                if (message.count != null && Object.hasOwnProperty.call(message, "count"))
                    writer.uint32(57).double(message.count);
                if (message.unitsPerSecond != null && Object.hasOwnProperty.call(message, "unitsPerSecond"))
                    writer.uint32(65).double(message.unitsPerSecond);
                if (message.completeUpToMs != null && Object.hasOwnProperty.call(message, "completeUpToMs"))
                    writer.uint32(72).int64(message.completeUpToMs);
                if (message.decidedAtMs != null && Object.hasOwnProperty.call(message, "decidedAtMs"))
                    writer.uint32(80).int64(message.decidedAtMs);
                if (message.epoch != null && Object.hasOwnProperty.call(message, "epoch"))
                    writer.uint32(88).uint64(message.epoch);
                if (message.sequence != null && Object.hasOwnProperty.call(message, "sequence"))
                    writer.uint32(96).uint64(message.sequence);
                if (message.priority != null && Object.hasOwnProperty.call(message, "priority"))
                    writer.uint32(104).uint32(message.priority);
                return writer;
            };

            PacingState.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.PacingState();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.campaignId = reader.string();
                            break;
                        }
                    case 2: {
                            message.day = reader.string();
                            break;
                        }
                    case 3: {
                            message.state = reader.string();
                            break;
                        }
                    case 4: {
                            message.passShare = reader.double();
                            break;
                        }
                    case 5: {
                            message.reason = reader.string();
                            break;
                        }
                    case 6: {
                            message.unitsPurchased = reader.uint64();
                            break;
                        }
                    case 7: {
                            message.count = reader.double();
                            break;
                        }
                    case 8: {
                            message.unitsPerSecond = reader.double();
                            break;
                        }
                    case 9: {
                            message.completeUpToMs = reader.int64();
                            break;
                        }
                    case 10: {
                            message.decidedAtMs = reader.int64();
                            break;
                        }
                    case 11: {
                            message.epoch = reader.uint64();
                            break;
                        }
                    case 12: {
                            message.sequence = reader.uint64();
                            break;
                        }
                    case 13: {
                            message.priority = reader.uint32();
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

            PacingState.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.PacingState)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.PacingState: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.PacingState();
                if (object.campaignId != null)
                    message.campaignId = String(object.campaignId);
                if (object.day != null)
                    message.day = String(object.day);
                if (object.state != null)
                    message.state = String(object.state);
                if (object.passShare != null)
                    message.passShare = Number(object.passShare);
                if (object.reason != null)
                    message.reason = String(object.reason);
                if (object.unitsPurchased != null)
                    if ($util.Long)
                        message.unitsPurchased = $util.Long.fromValue(object.unitsPurchased, true);
                    else if (typeof object.unitsPurchased === "string")
                        message.unitsPurchased = parseInt(object.unitsPurchased, 10);
                    else if (typeof object.unitsPurchased === "number")
                        message.unitsPurchased = object.unitsPurchased;
                    else if (typeof object.unitsPurchased === "object")
                        message.unitsPurchased = new $util.LongBits(object.unitsPurchased.low >>> 0, object.unitsPurchased.high >>> 0).toNumber(true);
                if (object.count != null)
                    message.count = Number(object.count);
                if (object.unitsPerSecond != null)
                    message.unitsPerSecond = Number(object.unitsPerSecond);
                if (object.completeUpToMs != null)
                    if ($util.Long)
                        message.completeUpToMs = $util.Long.fromValue(object.completeUpToMs, false);
                    else if (typeof object.completeUpToMs === "string")
                        message.completeUpToMs = parseInt(object.completeUpToMs, 10);
                    else if (typeof object.completeUpToMs === "number")
                        message.completeUpToMs = object.completeUpToMs;
                    else if (typeof object.completeUpToMs === "object")
                        message.completeUpToMs = new $util.LongBits(object.completeUpToMs.low >>> 0, object.completeUpToMs.high >>> 0).toNumber();
                if (object.decidedAtMs != null)
                    if ($util.Long)
                        message.decidedAtMs = $util.Long.fromValue(object.decidedAtMs, false);
                    else if (typeof object.decidedAtMs === "string")
                        message.decidedAtMs = parseInt(object.decidedAtMs, 10);
                    else if (typeof object.decidedAtMs === "number")
                        message.decidedAtMs = object.decidedAtMs;
                    else if (typeof object.decidedAtMs === "object")
                        message.decidedAtMs = new $util.LongBits(object.decidedAtMs.low >>> 0, object.decidedAtMs.high >>> 0).toNumber();
                if (object.epoch != null)
                    if ($util.Long)
                        message.epoch = $util.Long.fromValue(object.epoch, true);
                    else if (typeof object.epoch === "string")
                        message.epoch = parseInt(object.epoch, 10);
                    else if (typeof object.epoch === "number")
                        message.epoch = object.epoch;
                    else if (typeof object.epoch === "object")
                        message.epoch = new $util.LongBits(object.epoch.low >>> 0, object.epoch.high >>> 0).toNumber(true);
                if (object.sequence != null)
                    if ($util.Long)
                        message.sequence = $util.Long.fromValue(object.sequence, true);
                    else if (typeof object.sequence === "string")
                        message.sequence = parseInt(object.sequence, 10);
                    else if (typeof object.sequence === "number")
                        message.sequence = object.sequence;
                    else if (typeof object.sequence === "object")
                        message.sequence = new $util.LongBits(object.sequence.low >>> 0, object.sequence.high >>> 0).toNumber(true);
                if (object.priority != null)
                    message.priority = object.priority >>> 0;
                return message;
            };

            PacingState.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.campaignId = "";
                    object.day = "";
                    object.state = "";
                    object.passShare = 0;
                    object.reason = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, true);
                        object.unitsPurchased = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.unitsPurchased = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.count = 0;
                    object.unitsPerSecond = 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.completeUpToMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.completeUpToMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.decidedAtMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.decidedAtMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, true);
                        object.epoch = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.epoch = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, true);
                        object.sequence = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.sequence = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.priority = 0;
                }
                if (message.campaignId != null && Object.hasOwnProperty.call(message, "campaignId"))
                    object.campaignId = message.campaignId;
                if (message.day != null && Object.hasOwnProperty.call(message, "day"))
                    object.day = message.day;
                if (message.state != null && Object.hasOwnProperty.call(message, "state"))
                    object.state = message.state;
                if (message.passShare != null && Object.hasOwnProperty.call(message, "passShare"))
                    object.passShare = options.json && !isFinite(message.passShare) ? String(message.passShare) : message.passShare;
                if (message.reason != null && Object.hasOwnProperty.call(message, "reason"))
                    object.reason = message.reason;
                if (message.unitsPurchased != null && Object.hasOwnProperty.call(message, "unitsPurchased"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.unitsPurchased = typeof message.unitsPurchased === "number" ? BigInt(message.unitsPurchased) : $util.Long.fromBits(message.unitsPurchased.low >>> 0, message.unitsPurchased.high >>> 0, true).toBigInt();
                    else if (typeof message.unitsPurchased === "number")
                        object.unitsPurchased = options.longs === String ? String(message.unitsPurchased) : message.unitsPurchased;
                    else
                        object.unitsPurchased = options.longs === String ? $util.Long.prototype.toString.call(message.unitsPurchased) : options.longs === Number ? new $util.LongBits(message.unitsPurchased.low >>> 0, message.unitsPurchased.high >>> 0).toNumber(true) : message.unitsPurchased;
                if (message.count != null && Object.hasOwnProperty.call(message, "count"))
                    object.count = options.json && !isFinite(message.count) ? String(message.count) : message.count;
                if (message.unitsPerSecond != null && Object.hasOwnProperty.call(message, "unitsPerSecond"))
                    object.unitsPerSecond = options.json && !isFinite(message.unitsPerSecond) ? String(message.unitsPerSecond) : message.unitsPerSecond;
                if (message.completeUpToMs != null && Object.hasOwnProperty.call(message, "completeUpToMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.completeUpToMs = typeof message.completeUpToMs === "number" ? BigInt(message.completeUpToMs) : $util.Long.fromBits(message.completeUpToMs.low >>> 0, message.completeUpToMs.high >>> 0, false).toBigInt();
                    else if (typeof message.completeUpToMs === "number")
                        object.completeUpToMs = options.longs === String ? String(message.completeUpToMs) : message.completeUpToMs;
                    else
                        object.completeUpToMs = options.longs === String ? $util.Long.prototype.toString.call(message.completeUpToMs) : options.longs === Number ? new $util.LongBits(message.completeUpToMs.low >>> 0, message.completeUpToMs.high >>> 0).toNumber() : message.completeUpToMs;
                if (message.decidedAtMs != null && Object.hasOwnProperty.call(message, "decidedAtMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.decidedAtMs = typeof message.decidedAtMs === "number" ? BigInt(message.decidedAtMs) : $util.Long.fromBits(message.decidedAtMs.low >>> 0, message.decidedAtMs.high >>> 0, false).toBigInt();
                    else if (typeof message.decidedAtMs === "number")
                        object.decidedAtMs = options.longs === String ? String(message.decidedAtMs) : message.decidedAtMs;
                    else
                        object.decidedAtMs = options.longs === String ? $util.Long.prototype.toString.call(message.decidedAtMs) : options.longs === Number ? new $util.LongBits(message.decidedAtMs.low >>> 0, message.decidedAtMs.high >>> 0).toNumber() : message.decidedAtMs;
                if (message.epoch != null && Object.hasOwnProperty.call(message, "epoch"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.epoch = typeof message.epoch === "number" ? BigInt(message.epoch) : $util.Long.fromBits(message.epoch.low >>> 0, message.epoch.high >>> 0, true).toBigInt();
                    else if (typeof message.epoch === "number")
                        object.epoch = options.longs === String ? String(message.epoch) : message.epoch;
                    else
                        object.epoch = options.longs === String ? $util.Long.prototype.toString.call(message.epoch) : options.longs === Number ? new $util.LongBits(message.epoch.low >>> 0, message.epoch.high >>> 0).toNumber(true) : message.epoch;
                if (message.sequence != null && Object.hasOwnProperty.call(message, "sequence"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.sequence = typeof message.sequence === "number" ? BigInt(message.sequence) : $util.Long.fromBits(message.sequence.low >>> 0, message.sequence.high >>> 0, true).toBigInt();
                    else if (typeof message.sequence === "number")
                        object.sequence = options.longs === String ? String(message.sequence) : message.sequence;
                    else
                        object.sequence = options.longs === String ? $util.Long.prototype.toString.call(message.sequence) : options.longs === Number ? new $util.LongBits(message.sequence.low >>> 0, message.sequence.high >>> 0).toNumber(true) : message.sequence;
                if (message.priority != null && Object.hasOwnProperty.call(message, "priority"))
                    object.priority = message.priority;
                return object;
            };

            PacingState.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return PacingState;
        })();

        v1.PacingChange = (function() {

            function PacingChange(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            PacingChange.prototype.state = null;

            PacingChange.create = function create(properties) {
                return new PacingChange(properties);
            };

            PacingChange.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.state != null && Object.hasOwnProperty.call(message, "state"))
                    $root.tidemark.v1.PacingState.encode(message.state, writer.uint32(10).fork(), q + 1).ldelim();
                return writer;
            };

            PacingChange.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.PacingChange();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.state = $root.tidemark.v1.PacingState.decode(reader, reader.uint32(), undefined, long + 1);
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

            PacingChange.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.PacingChange)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.PacingChange: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.PacingChange();
                if (object.state != null) {
                    if (!$util.isObject(object.state))
                        throw TypeError(".tidemark.v1.PacingChange.state: object expected");
                    message.state = $root.tidemark.v1.PacingState.fromObject(object.state, long + 1);
                }
                return message;
            };

            PacingChange.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults)
                    object.state = null;
                if (message.state != null && Object.hasOwnProperty.call(message, "state"))
                    object.state = $root.tidemark.v1.PacingState.toObject(message.state, options, q + 1);
                return object;
            };

            PacingChange.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return PacingChange;
        })();

        v1.PacingSnapshot = (function() {

            function PacingSnapshot(properties) {
                this.campaigns = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            PacingSnapshot.prototype.epoch = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            PacingSnapshot.prototype.sequence = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            PacingSnapshot.prototype.decidedAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            PacingSnapshot.prototype.controller = "";
            PacingSnapshot.prototype.campaigns = $util.emptyArray;

            PacingSnapshot.create = function create(properties) {
                return new PacingSnapshot(properties);
            };

            PacingSnapshot.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.epoch != null && Object.hasOwnProperty.call(message, "epoch"))
                    writer.uint32(8).uint64(message.epoch);
                if (message.sequence != null && Object.hasOwnProperty.call(message, "sequence"))
                    writer.uint32(16).uint64(message.sequence);
                if (message.decidedAtMs != null && Object.hasOwnProperty.call(message, "decidedAtMs"))
                    writer.uint32(24).int64(message.decidedAtMs);
                if (message.controller != null && Object.hasOwnProperty.call(message, "controller"))
                    writer.uint32(34).string(message.controller);
                if (message.campaigns != null && message.campaigns.length)
                    for (var i = 0; i < message.campaigns.length; ++i)
                        $root.tidemark.v1.PacingState.encode(message.campaigns[i], writer.uint32(42).fork(), q + 1).ldelim();
                return writer;
            };

            PacingSnapshot.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.PacingSnapshot();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.epoch = reader.uint64();
                            break;
                        }
                    case 2: {
                            message.sequence = reader.uint64();
                            break;
                        }
                    case 3: {
                            message.decidedAtMs = reader.int64();
                            break;
                        }
                    case 4: {
                            message.controller = reader.string();
                            break;
                        }
                    case 5: {
                            if (!(message.campaigns && message.campaigns.length))
                                message.campaigns = [];
                            message.campaigns.push($root.tidemark.v1.PacingState.decode(reader, reader.uint32(), undefined, long + 1));
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

            PacingSnapshot.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.PacingSnapshot)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.PacingSnapshot: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.PacingSnapshot();
                if (object.epoch != null)
                    if ($util.Long)
                        message.epoch = $util.Long.fromValue(object.epoch, true);
                    else if (typeof object.epoch === "string")
                        message.epoch = parseInt(object.epoch, 10);
                    else if (typeof object.epoch === "number")
                        message.epoch = object.epoch;
                    else if (typeof object.epoch === "object")
                        message.epoch = new $util.LongBits(object.epoch.low >>> 0, object.epoch.high >>> 0).toNumber(true);
                if (object.sequence != null)
                    if ($util.Long)
                        message.sequence = $util.Long.fromValue(object.sequence, true);
                    else if (typeof object.sequence === "string")
                        message.sequence = parseInt(object.sequence, 10);
                    else if (typeof object.sequence === "number")
                        message.sequence = object.sequence;
                    else if (typeof object.sequence === "object")
                        message.sequence = new $util.LongBits(object.sequence.low >>> 0, object.sequence.high >>> 0).toNumber(true);
                if (object.decidedAtMs != null)
                    if ($util.Long)
                        message.decidedAtMs = $util.Long.fromValue(object.decidedAtMs, false);
                    else if (typeof object.decidedAtMs === "string")
                        message.decidedAtMs = parseInt(object.decidedAtMs, 10);
                    else if (typeof object.decidedAtMs === "number")
                        message.decidedAtMs = object.decidedAtMs;
                    else if (typeof object.decidedAtMs === "object")
                        message.decidedAtMs = new $util.LongBits(object.decidedAtMs.low >>> 0, object.decidedAtMs.high >>> 0).toNumber();
                if (object.controller != null)
                    message.controller = String(object.controller);
                if (object.campaigns) {
                    if (!Array.isArray(object.campaigns))
                        throw TypeError(".tidemark.v1.PacingSnapshot.campaigns: array expected");
                    message.campaigns = [];
                    for (var i = 0; i < object.campaigns.length; ++i) {
                        if (!$util.isObject(object.campaigns[i]))
                            throw TypeError(".tidemark.v1.PacingSnapshot.campaigns: object expected");
                        message.campaigns[i] = $root.tidemark.v1.PacingState.fromObject(object.campaigns[i], long + 1);
                    }
                }
                return message;
            };

            PacingSnapshot.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.campaigns = [];
                if (options.defaults) {
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, true);
                        object.epoch = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.epoch = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, true);
                        object.sequence = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.sequence = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.decidedAtMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.decidedAtMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.controller = "";
                }
                if (message.epoch != null && Object.hasOwnProperty.call(message, "epoch"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.epoch = typeof message.epoch === "number" ? BigInt(message.epoch) : $util.Long.fromBits(message.epoch.low >>> 0, message.epoch.high >>> 0, true).toBigInt();
                    else if (typeof message.epoch === "number")
                        object.epoch = options.longs === String ? String(message.epoch) : message.epoch;
                    else
                        object.epoch = options.longs === String ? $util.Long.prototype.toString.call(message.epoch) : options.longs === Number ? new $util.LongBits(message.epoch.low >>> 0, message.epoch.high >>> 0).toNumber(true) : message.epoch;
                if (message.sequence != null && Object.hasOwnProperty.call(message, "sequence"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.sequence = typeof message.sequence === "number" ? BigInt(message.sequence) : $util.Long.fromBits(message.sequence.low >>> 0, message.sequence.high >>> 0, true).toBigInt();
                    else if (typeof message.sequence === "number")
                        object.sequence = options.longs === String ? String(message.sequence) : message.sequence;
                    else
                        object.sequence = options.longs === String ? $util.Long.prototype.toString.call(message.sequence) : options.longs === Number ? new $util.LongBits(message.sequence.low >>> 0, message.sequence.high >>> 0).toNumber(true) : message.sequence;
                if (message.decidedAtMs != null && Object.hasOwnProperty.call(message, "decidedAtMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.decidedAtMs = typeof message.decidedAtMs === "number" ? BigInt(message.decidedAtMs) : $util.Long.fromBits(message.decidedAtMs.low >>> 0, message.decidedAtMs.high >>> 0, false).toBigInt();
                    else if (typeof message.decidedAtMs === "number")
                        object.decidedAtMs = options.longs === String ? String(message.decidedAtMs) : message.decidedAtMs;
                    else
                        object.decidedAtMs = options.longs === String ? $util.Long.prototype.toString.call(message.decidedAtMs) : options.longs === Number ? new $util.LongBits(message.decidedAtMs.low >>> 0, message.decidedAtMs.high >>> 0).toNumber() : message.decidedAtMs;
                if (message.controller != null && Object.hasOwnProperty.call(message, "controller"))
                    object.controller = message.controller;
                if (message.campaigns && message.campaigns.length) {
                    object.campaigns = [];
                    for (var j = 0; j < message.campaigns.length; ++j)
                        object.campaigns[j] = $root.tidemark.v1.PacingState.toObject(message.campaigns[j], options, q + 1);
                }
                return object;
            };

            PacingSnapshot.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return PacingSnapshot;
        })();

        v1.Profile = (function() {

            function Profile(properties) {
                this.interests = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Profile.prototype.locale = "";
            Profile.prototype.interests = $util.emptyArray;
            Profile.prototype.updatedAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            Profile.create = function create(properties) {
                return new Profile(properties);
            };

            Profile.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.locale != null && Object.hasOwnProperty.call(message, "locale"))
                    writer.uint32(10).string(message.locale);
                if (message.interests != null && message.interests.length)
                    for (var i = 0; i < message.interests.length; ++i)
                        $root.tidemark.v1.Profile.Interest.encode(message.interests[i], writer.uint32(18).fork(), q + 1).ldelim();
                if (message.updatedAtMs != null && Object.hasOwnProperty.call(message, "updatedAtMs"))
                    writer.uint32(24).int64(message.updatedAtMs);
                return writer;
            };

            Profile.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.Profile();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.locale = reader.string();
                            break;
                        }
                    case 2: {
                            if (!(message.interests && message.interests.length))
                                message.interests = [];
                            message.interests.push($root.tidemark.v1.Profile.Interest.decode(reader, reader.uint32(), undefined, long + 1));
                            break;
                        }
                    case 3: {
                            message.updatedAtMs = reader.int64();
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

            Profile.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.Profile)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.Profile: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.Profile();
                if (object.locale != null)
                    message.locale = String(object.locale);
                if (object.interests) {
                    if (!Array.isArray(object.interests))
                        throw TypeError(".tidemark.v1.Profile.interests: array expected");
                    message.interests = [];
                    for (var i = 0; i < object.interests.length; ++i) {
                        if (!$util.isObject(object.interests[i]))
                            throw TypeError(".tidemark.v1.Profile.interests: object expected");
                        message.interests[i] = $root.tidemark.v1.Profile.Interest.fromObject(object.interests[i], long + 1);
                    }
                }
                if (object.updatedAtMs != null)
                    if ($util.Long)
                        message.updatedAtMs = $util.Long.fromValue(object.updatedAtMs, false);
                    else if (typeof object.updatedAtMs === "string")
                        message.updatedAtMs = parseInt(object.updatedAtMs, 10);
                    else if (typeof object.updatedAtMs === "number")
                        message.updatedAtMs = object.updatedAtMs;
                    else if (typeof object.updatedAtMs === "object")
                        message.updatedAtMs = new $util.LongBits(object.updatedAtMs.low >>> 0, object.updatedAtMs.high >>> 0).toNumber();
                return message;
            };

            Profile.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.interests = [];
                if (options.defaults) {
                    object.locale = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.updatedAtMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.updatedAtMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                }
                if (message.locale != null && Object.hasOwnProperty.call(message, "locale"))
                    object.locale = message.locale;
                if (message.interests && message.interests.length) {
                    object.interests = [];
                    for (var j = 0; j < message.interests.length; ++j)
                        object.interests[j] = $root.tidemark.v1.Profile.Interest.toObject(message.interests[j], options, q + 1);
                }
                if (message.updatedAtMs != null && Object.hasOwnProperty.call(message, "updatedAtMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.updatedAtMs = typeof message.updatedAtMs === "number" ? BigInt(message.updatedAtMs) : $util.Long.fromBits(message.updatedAtMs.low >>> 0, message.updatedAtMs.high >>> 0, false).toBigInt();
                    else if (typeof message.updatedAtMs === "number")
                        object.updatedAtMs = options.longs === String ? String(message.updatedAtMs) : message.updatedAtMs;
                    else
                        object.updatedAtMs = options.longs === String ? $util.Long.prototype.toString.call(message.updatedAtMs) : options.longs === Number ? new $util.LongBits(message.updatedAtMs.low >>> 0, message.updatedAtMs.high >>> 0).toNumber() : message.updatedAtMs;
                return object;
            };

            Profile.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            Profile.Interest = (function() {

                function Interest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                Interest.prototype.topic = "";
                Interest.prototype.score = 0;

                Interest.create = function create(properties) {
                    return new Interest(properties);
                };

                Interest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.topic != null && Object.hasOwnProperty.call(message, "topic"))
                        writer.uint32(10).string(message.topic);
                    if (message.score != null && Object.hasOwnProperty.call(message, "score"))
                        writer.uint32(17).double(message.score);
                    return writer;
                };

                Interest.decode = function decode(reader, length, error, long) {
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
                    message = new $root.tidemark.v1.Profile.Interest();
                    while (reader.pos < end) {
                        var tag = reader.uint32();
                        if (tag === error)
                            break;
                        switch (tag >>> 3) {
                        case 1: {
                                message.topic = reader.string();
                                break;
                            }
                        case 2: {
                                message.score = reader.double();
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

                Interest.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.v1.Profile.Interest)
                        return object;
                    if (!$util.isObject(object))
                        throw TypeError(".tidemark.v1.Profile.Interest: object expected");
                    if (long === undefined)
                        long = 0;
                    if (long > $util.recursionLimit)
                        throw Error("maximum nesting depth exceeded");
                    var message = new $root.tidemark.v1.Profile.Interest();
                    if (object.topic != null)
                        message.topic = String(object.topic);
                    if (object.score != null)
                        message.score = Number(object.score);
                    return message;
                };

                Interest.toObject = function toObject(message, options, q) {
                    if (!options)
                        options = {};
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    var object = {};
                    if (options.defaults) {
                        object.topic = "";
                        object.score = 0;
                    }
                    if (message.topic != null && Object.hasOwnProperty.call(message, "topic"))
                        object.topic = message.topic;
                    if (message.score != null && Object.hasOwnProperty.call(message, "score"))
                        object.score = options.json && !isFinite(message.score) ? String(message.score) : message.score;
                    return object;
                };

                Interest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return Interest;
            })();

            return Profile;
        })();

        v1.Sketch = (function() {

            function Sketch(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            Sketch.prototype.version = 0;
            Sketch.prototype.precision = 0;
            Sketch.prototype.hashes = null;
            Sketch.prototype.registers = null;
            Sketch.prototype.raised = null;
            Sketch.prototype.checksum = 0;

            var $oneOfFields;

            Object.defineProperty(Sketch.prototype, "items", {
                get: $util.oneOfGetter($oneOfFields = ["hashes", "registers", "raised"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Sketch.create = function create(properties) {
                return new Sketch(properties);
            };

            Sketch.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.version != null && Object.hasOwnProperty.call(message, "version"))
                    writer.uint32(8).uint32(message.version);
                if (message.precision != null && Object.hasOwnProperty.call(message, "precision"))
                    writer.uint32(16).uint32(message.precision);
                if (message.hashes != null && Object.hasOwnProperty.call(message, "hashes"))
                    writer.uint32(26).bytes(message.hashes);
                if (message.registers != null && Object.hasOwnProperty.call(message, "registers"))
                    writer.uint32(34).bytes(message.registers);
                if (message.raised != null && Object.hasOwnProperty.call(message, "raised"))
                    writer.uint32(42).bytes(message.raised);
                if (message.checksum != null && Object.hasOwnProperty.call(message, "checksum"))
                    writer.uint32(53).fixed32(message.checksum);
                return writer;
            };

            Sketch.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.Sketch();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.version = reader.uint32();
                            break;
                        }
                    case 2: {
                            message.precision = reader.uint32();
                            break;
                        }
                    case 3: {
                            message.hashes = reader.bytes();
                            break;
                        }
                    case 4: {
                            message.registers = reader.bytes();
                            break;
                        }
                    case 5: {
                            message.raised = reader.bytes();
                            break;
                        }
                    case 6: {
                            message.checksum = reader.fixed32();
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

            Sketch.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.Sketch)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.Sketch: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.Sketch();
                if (object.version != null)
                    message.version = object.version >>> 0;
                if (object.precision != null)
                    message.precision = object.precision >>> 0;
                if (object.hashes != null)
                    if (typeof object.hashes === "string")
                        $util.base64.decode(object.hashes, message.hashes = $util.newBuffer($util.base64.length(object.hashes)), 0);
                    else if (object.hashes.length >= 0)
                        message.hashes = object.hashes;
                if (object.registers != null)
                    if (typeof object.registers === "string")
                        $util.base64.decode(object.registers, message.registers = $util.newBuffer($util.base64.length(object.registers)), 0);
                    else if (object.registers.length >= 0)
                        message.registers = object.registers;
                if (object.raised != null)
                    if (typeof object.raised === "string")
                        $util.base64.decode(object.raised, message.raised = $util.newBuffer($util.base64.length(object.raised)), 0);
                    else if (object.raised.length >= 0)
                        message.raised = object.raised;
                if (object.checksum != null)
                    message.checksum = object.checksum >>> 0;
                return message;
            };

            Sketch.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.version = 0;
                    object.precision = 0;
                    object.checksum = 0;
                }
                if (message.version != null && Object.hasOwnProperty.call(message, "version"))
                    object.version = message.version;
                if (message.precision != null && Object.hasOwnProperty.call(message, "precision"))
                    object.precision = message.precision;
                if (message.hashes != null && Object.hasOwnProperty.call(message, "hashes")) {
                    object.hashes = options.bytes === String ? $util.base64.encode(message.hashes, 0, message.hashes.length) : options.bytes === Array ? Array.prototype.slice.call(message.hashes) : message.hashes;
                    if (options.oneofs)
                        object.items = "hashes";
                }
                if (message.registers != null && Object.hasOwnProperty.call(message, "registers")) {
                    object.registers = options.bytes === String ? $util.base64.encode(message.registers, 0, message.registers.length) : options.bytes === Array ? Array.prototype.slice.call(message.registers) : message.registers;
                    if (options.oneofs)
                        object.items = "registers";
                }
                if (message.raised != null && Object.hasOwnProperty.call(message, "raised")) {
                    object.raised = options.bytes === String ? $util.base64.encode(message.raised, 0, message.raised.length) : options.bytes === Array ? Array.prototype.slice.call(message.raised) : message.raised;
                    if (options.oneofs)
                        object.items = "raised";
                }
                if (message.checksum != null && Object.hasOwnProperty.call(message, "checksum"))
                    object.checksum = message.checksum;
                return object;
            };

            Sketch.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return Sketch;
        })();

        v1.StageProgress = (function() {

            function StageProgress(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            StageProgress.prototype.stage = "";
            StageProgress.prototype.process = "";
            StageProgress.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            StageProgress.prototype.ended = false;
            StageProgress.prototype.settledUpToMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
            StageProgress.prototype.eventLagP50Ms = 0;
            StageProgress.prototype.eventLagP99Ms = 0;
            StageProgress.prototype.deliveryLagP50Ms = 0;
            StageProgress.prototype.deliveryLagP99Ms = 0;
            StageProgress.prototype.heldMessages = 0;
            StageProgress.prototype.eventsPerSecond = 0;
            StageProgress.prototype.backlogMessages = null;
            StageProgress.prototype.backlogAgeSeconds = null;
            StageProgress.prototype.source = "";
            StageProgress.prototype.producerDelayP99Ms = null;

            var $oneOfFields;

            Object.defineProperty(StageProgress.prototype, "_backlogMessages", {
                get: $util.oneOfGetter($oneOfFields = ["backlogMessages"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Object.defineProperty(StageProgress.prototype, "_backlogAgeSeconds", {
                get: $util.oneOfGetter($oneOfFields = ["backlogAgeSeconds"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Object.defineProperty(StageProgress.prototype, "_producerDelayP99Ms", {
                get: $util.oneOfGetter($oneOfFields = ["producerDelayP99Ms"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            StageProgress.create = function create(properties) {
                return new StageProgress(properties);
            };

            StageProgress.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.stage != null && Object.hasOwnProperty.call(message, "stage"))
                    writer.uint32(10).string(message.stage);
                if (message.process != null && Object.hasOwnProperty.call(message, "process"))
                    writer.uint32(18).string(message.process);
                if (message.atMs != null && Object.hasOwnProperty.call(message, "atMs"))
                    writer.uint32(24).int64(message.atMs);
                if (message.ended != null && Object.hasOwnProperty.call(message, "ended"))
                    writer.uint32(32).bool(message.ended);
                if (message.settledUpToMs != null && Object.hasOwnProperty.call(message, "settledUpToMs"))
                    writer.uint32(40).int64(message.settledUpToMs);
                if (message.eventLagP50Ms != null && Object.hasOwnProperty.call(message, "eventLagP50Ms"))
                    writer.uint32(48).uint32(message.eventLagP50Ms);
                if (message.eventLagP99Ms != null && Object.hasOwnProperty.call(message, "eventLagP99Ms"))
                    writer.uint32(56).uint32(message.eventLagP99Ms);
                if (message.deliveryLagP50Ms != null && Object.hasOwnProperty.call(message, "deliveryLagP50Ms"))
                    writer.uint32(64).uint32(message.deliveryLagP50Ms);
                if (message.deliveryLagP99Ms != null && Object.hasOwnProperty.call(message, "deliveryLagP99Ms"))
                    writer.uint32(72).uint32(message.deliveryLagP99Ms);
                if (message.heldMessages != null && Object.hasOwnProperty.call(message, "heldMessages"))
                    writer.uint32(80).uint32(message.heldMessages);
                if (message.eventsPerSecond != null && Object.hasOwnProperty.call(message, "eventsPerSecond"))
                    writer.uint32(89).double(message.eventsPerSecond);
                if (message.backlogMessages != null && Object.hasOwnProperty.call(message, "backlogMessages"))
                    writer.uint32(96).uint64(message.backlogMessages);
                if (message.backlogAgeSeconds != null && Object.hasOwnProperty.call(message, "backlogAgeSeconds"))
                    writer.uint32(104).uint32(message.backlogAgeSeconds);
                if (message.source != null && Object.hasOwnProperty.call(message, "source"))
                    writer.uint32(114).string(message.source);
                if (message.producerDelayP99Ms != null && Object.hasOwnProperty.call(message, "producerDelayP99Ms"))
                    writer.uint32(120).uint32(message.producerDelayP99Ms);
                return writer;
            };

            StageProgress.decode = function decode(reader, length, error, long) {
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
                message = new $root.tidemark.v1.StageProgress();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            message.stage = reader.string();
                            break;
                        }
                    case 2: {
                            message.process = reader.string();
                            break;
                        }
                    case 3: {
                            message.atMs = reader.int64();
                            break;
                        }
                    case 4: {
                            message.ended = reader.bool();
                            break;
                        }
                    case 5: {
                            message.settledUpToMs = reader.int64();
                            break;
                        }
                    case 6: {
                            message.eventLagP50Ms = reader.uint32();
                            break;
                        }
                    case 7: {
                            message.eventLagP99Ms = reader.uint32();
                            break;
                        }
                    case 8: {
                            message.deliveryLagP50Ms = reader.uint32();
                            break;
                        }
                    case 9: {
                            message.deliveryLagP99Ms = reader.uint32();
                            break;
                        }
                    case 10: {
                            message.heldMessages = reader.uint32();
                            break;
                        }
                    case 11: {
                            message.eventsPerSecond = reader.double();
                            break;
                        }
                    case 12: {
                            message.backlogMessages = reader.uint64();
                            break;
                        }
                    case 13: {
                            message.backlogAgeSeconds = reader.uint32();
                            break;
                        }
                    case 14: {
                            message.source = reader.string();
                            break;
                        }
                    case 15: {
                            message.producerDelayP99Ms = reader.uint32();
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

            StageProgress.fromObject = function fromObject(object, long) {
                if (object instanceof $root.tidemark.v1.StageProgress)
                    return object;
                if (!$util.isObject(object))
                    throw TypeError(".tidemark.v1.StageProgress: object expected");
                if (long === undefined)
                    long = 0;
                if (long > $util.recursionLimit)
                    throw Error("maximum nesting depth exceeded");
                var message = new $root.tidemark.v1.StageProgress();
                if (object.stage != null)
                    message.stage = String(object.stage);
                if (object.process != null)
                    message.process = String(object.process);
                if (object.atMs != null)
                    if ($util.Long)
                        message.atMs = $util.Long.fromValue(object.atMs, false);
                    else if (typeof object.atMs === "string")
                        message.atMs = parseInt(object.atMs, 10);
                    else if (typeof object.atMs === "number")
                        message.atMs = object.atMs;
                    else if (typeof object.atMs === "object")
                        message.atMs = new $util.LongBits(object.atMs.low >>> 0, object.atMs.high >>> 0).toNumber();
                if (object.ended != null)
                    message.ended = Boolean(object.ended);
                if (object.settledUpToMs != null)
                    if ($util.Long)
                        message.settledUpToMs = $util.Long.fromValue(object.settledUpToMs, false);
                    else if (typeof object.settledUpToMs === "string")
                        message.settledUpToMs = parseInt(object.settledUpToMs, 10);
                    else if (typeof object.settledUpToMs === "number")
                        message.settledUpToMs = object.settledUpToMs;
                    else if (typeof object.settledUpToMs === "object")
                        message.settledUpToMs = new $util.LongBits(object.settledUpToMs.low >>> 0, object.settledUpToMs.high >>> 0).toNumber();
                if (object.eventLagP50Ms != null)
                    message.eventLagP50Ms = object.eventLagP50Ms >>> 0;
                if (object.eventLagP99Ms != null)
                    message.eventLagP99Ms = object.eventLagP99Ms >>> 0;
                if (object.deliveryLagP50Ms != null)
                    message.deliveryLagP50Ms = object.deliveryLagP50Ms >>> 0;
                if (object.deliveryLagP99Ms != null)
                    message.deliveryLagP99Ms = object.deliveryLagP99Ms >>> 0;
                if (object.heldMessages != null)
                    message.heldMessages = object.heldMessages >>> 0;
                if (object.eventsPerSecond != null)
                    message.eventsPerSecond = Number(object.eventsPerSecond);
                if (object.backlogMessages != null)
                    if ($util.Long)
                        message.backlogMessages = $util.Long.fromValue(object.backlogMessages, true);
                    else if (typeof object.backlogMessages === "string")
                        message.backlogMessages = parseInt(object.backlogMessages, 10);
                    else if (typeof object.backlogMessages === "number")
                        message.backlogMessages = object.backlogMessages;
                    else if (typeof object.backlogMessages === "object")
                        message.backlogMessages = new $util.LongBits(object.backlogMessages.low >>> 0, object.backlogMessages.high >>> 0).toNumber(true);
                if (object.backlogAgeSeconds != null)
                    message.backlogAgeSeconds = object.backlogAgeSeconds >>> 0;
                if (object.source != null)
                    message.source = String(object.source);
                if (object.producerDelayP99Ms != null)
                    message.producerDelayP99Ms = object.producerDelayP99Ms >>> 0;
                return message;
            };

            StageProgress.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.defaults) {
                    object.stage = "";
                    object.process = "";
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.atMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.atMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.ended = false;
                    if ($util.Long) {
                        var long = new $util.Long(0, 0, false);
                        object.settledUpToMs = options.longs === String ? long.toString() : options.longs === Number ? long.toNumber() : typeof BigInt !== "undefined" && options.longs === BigInt ? long.toBigInt() : long;
                    } else
                        object.settledUpToMs = options.longs === String ? "0" : typeof BigInt !== "undefined" && options.longs === BigInt ? BigInt("0") : 0;
                    object.eventLagP50Ms = 0;
                    object.eventLagP99Ms = 0;
                    object.deliveryLagP50Ms = 0;
                    object.deliveryLagP99Ms = 0;
                    object.heldMessages = 0;
                    object.eventsPerSecond = 0;
                    object.source = "";
                }
                if (message.stage != null && Object.hasOwnProperty.call(message, "stage"))
                    object.stage = message.stage;
                if (message.process != null && Object.hasOwnProperty.call(message, "process"))
                    object.process = message.process;
                if (message.atMs != null && Object.hasOwnProperty.call(message, "atMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.atMs = typeof message.atMs === "number" ? BigInt(message.atMs) : $util.Long.fromBits(message.atMs.low >>> 0, message.atMs.high >>> 0, false).toBigInt();
                    else if (typeof message.atMs === "number")
                        object.atMs = options.longs === String ? String(message.atMs) : message.atMs;
                    else
                        object.atMs = options.longs === String ? $util.Long.prototype.toString.call(message.atMs) : options.longs === Number ? new $util.LongBits(message.atMs.low >>> 0, message.atMs.high >>> 0).toNumber() : message.atMs;
                if (message.ended != null && Object.hasOwnProperty.call(message, "ended"))
                    object.ended = message.ended;
                if (message.settledUpToMs != null && Object.hasOwnProperty.call(message, "settledUpToMs"))
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.settledUpToMs = typeof message.settledUpToMs === "number" ? BigInt(message.settledUpToMs) : $util.Long.fromBits(message.settledUpToMs.low >>> 0, message.settledUpToMs.high >>> 0, false).toBigInt();
                    else if (typeof message.settledUpToMs === "number")
                        object.settledUpToMs = options.longs === String ? String(message.settledUpToMs) : message.settledUpToMs;
                    else
                        object.settledUpToMs = options.longs === String ? $util.Long.prototype.toString.call(message.settledUpToMs) : options.longs === Number ? new $util.LongBits(message.settledUpToMs.low >>> 0, message.settledUpToMs.high >>> 0).toNumber() : message.settledUpToMs;
                if (message.eventLagP50Ms != null && Object.hasOwnProperty.call(message, "eventLagP50Ms"))
                    object.eventLagP50Ms = message.eventLagP50Ms;
                if (message.eventLagP99Ms != null && Object.hasOwnProperty.call(message, "eventLagP99Ms"))
                    object.eventLagP99Ms = message.eventLagP99Ms;
                if (message.deliveryLagP50Ms != null && Object.hasOwnProperty.call(message, "deliveryLagP50Ms"))
                    object.deliveryLagP50Ms = message.deliveryLagP50Ms;
                if (message.deliveryLagP99Ms != null && Object.hasOwnProperty.call(message, "deliveryLagP99Ms"))
                    object.deliveryLagP99Ms = message.deliveryLagP99Ms;
                if (message.heldMessages != null && Object.hasOwnProperty.call(message, "heldMessages"))
                    object.heldMessages = message.heldMessages;
                if (message.eventsPerSecond != null && Object.hasOwnProperty.call(message, "eventsPerSecond"))
                    object.eventsPerSecond = options.json && !isFinite(message.eventsPerSecond) ? String(message.eventsPerSecond) : message.eventsPerSecond;
                if (message.backlogMessages != null && Object.hasOwnProperty.call(message, "backlogMessages")) {
                    if (typeof BigInt !== "undefined" && options.longs === BigInt)
                        object.backlogMessages = typeof message.backlogMessages === "number" ? BigInt(message.backlogMessages) : $util.Long.fromBits(message.backlogMessages.low >>> 0, message.backlogMessages.high >>> 0, true).toBigInt();
                    else if (typeof message.backlogMessages === "number")
                        object.backlogMessages = options.longs === String ? String(message.backlogMessages) : message.backlogMessages;
                    else
                        object.backlogMessages = options.longs === String ? $util.Long.prototype.toString.call(message.backlogMessages) : options.longs === Number ? new $util.LongBits(message.backlogMessages.low >>> 0, message.backlogMessages.high >>> 0).toNumber(true) : message.backlogMessages;
                    if (options.oneofs)
                        object._backlogMessages = "backlogMessages";
                }
                if (message.backlogAgeSeconds != null && Object.hasOwnProperty.call(message, "backlogAgeSeconds")) {
                    object.backlogAgeSeconds = message.backlogAgeSeconds;
                    if (options.oneofs)
                        object._backlogAgeSeconds = "backlogAgeSeconds";
                }
                if (message.source != null && Object.hasOwnProperty.call(message, "source"))
                    object.source = message.source;
                if (message.producerDelayP99Ms != null && Object.hasOwnProperty.call(message, "producerDelayP99Ms")) {
                    object.producerDelayP99Ms = message.producerDelayP99Ms;
                    if (options.oneofs)
                        object._producerDelayP99Ms = "producerDelayP99Ms";
                }
                return object;
            };

            StageProgress.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return StageProgress;
        })();

        return v1;
    })();

    return tidemark;
})();

module.exports = $root;
