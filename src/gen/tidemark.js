// Generated from protos/ by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars*/
"use strict";

var $protobuf = require("./protobuf-numbers");

var $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;

var $root = $protobuf.roots["tidemark"] || ($protobuf.roots["tidemark"] = {});

$root.tidemark = (function() {

    var tidemark = {};

    tidemark.v1 = (function() {

        var v1 = {};

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

            return CapReservation;
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

            return Omission;
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

            return CountExplanation;
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

            return EventFailure;
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

            return PacingSnapshot;
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

            return StageProgress;
        })();

        return v1;
    })();

    return tidemark;
})();

module.exports = $root;
