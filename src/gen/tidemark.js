// Generated from protos/ by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars*/
"use strict";

var $protobuf = require("./protobuf-numbers");

// Common aliases
var $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;

// Exported root namespace
var $root = $protobuf.roots["default"] || ($protobuf.roots["default"] = {});

$root.tidemark = (function() {

    /**
     * Namespace tidemark.
     * @exports tidemark
     * @namespace
     */
    var tidemark = {};

    tidemark.v1 = (function() {

        /**
         * Namespace v1.
         * @memberof tidemark
         * @namespace
         */
        var v1 = {};

        v1.AdAction = (function() {

            /**
             * Properties of an AdAction.
             * @memberof tidemark.v1
             * @interface IAdAction
             * @property {string|null} [userId] The row; empty inside a stored cell.
             * @property {string|null} [action] AdAction action
             * @property {number|null} [eventTimeMs] Milliseconds since the Unix epoch, by the producer's clock.
             * @property {string|null} [viewType] AdAction viewType
             * @property {string|null} [adId] AdAction adId
             * @property {string|null} [adGroupId] AdAction adGroupId
             * @property {string|null} [campaignId] AdAction campaignId
             * @property {string|null} [advertiserId] AdAction advertiserId
             * @property {string|null} [insertionId] AdAction insertionId
             * @property {string|null} [sessionId] AdAction sessionId
             */

            /**
             * Constructs a new AdAction.
             * @memberof tidemark.v1
             * @classdesc One action of one user on one ad: what the clickstream carries, and what a cell of a user's row holds.
             * @implements IAdAction
             * @constructor
             * @param {tidemark.v1.IAdAction=} [properties] Properties to set
             */
            function AdAction(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * The row; empty inside a stored cell.
             * @member {string} userId
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.userId = "";

            /**
             * AdAction action.
             * @member {string} action
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.action = "";

            /**
             * Milliseconds since the Unix epoch, by the producer's clock.
             * @member {number} eventTimeMs
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.eventTimeMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * AdAction viewType.
             * @member {string} viewType
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.viewType = "";

            /**
             * AdAction adId.
             * @member {string} adId
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.adId = "";

            /**
             * AdAction adGroupId.
             * @member {string} adGroupId
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.adGroupId = "";

            /**
             * AdAction campaignId.
             * @member {string} campaignId
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.campaignId = "";

            /**
             * AdAction advertiserId.
             * @member {string} advertiserId
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.advertiserId = "";

            /**
             * AdAction insertionId.
             * @member {string} insertionId
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.insertionId = "";

            /**
             * AdAction sessionId.
             * @member {string} sessionId
             * @memberof tidemark.v1.AdAction
             * @instance
             */
            AdAction.prototype.sessionId = "";

            /**
             * Creates a new AdAction instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.AdAction
             * @static
             * @param {tidemark.v1.IAdAction=} [properties] Properties to set
             * @returns {tidemark.v1.AdAction} AdAction instance
             */
            AdAction.create = function create(properties) {
                return new AdAction(properties);
            };

            /**
             * Encodes the specified AdAction message. Does not implicitly {@link tidemark.v1.AdAction.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.AdAction
             * @static
             * @param {tidemark.v1.IAdAction} message AdAction message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            AdAction.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.userId);
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.action);
                if (message.eventTimeMs != null && Object.hasOwnProperty.call(message, "eventTimeMs"))
                    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.eventTimeMs);
                if (message.viewType != null && Object.hasOwnProperty.call(message, "viewType"))
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.viewType);
                if (message.adId != null && Object.hasOwnProperty.call(message, "adId"))
                    writer.uint32(/* id 5, wireType 2 =*/42).string(message.adId);
                if (message.adGroupId != null && Object.hasOwnProperty.call(message, "adGroupId"))
                    writer.uint32(/* id 6, wireType 2 =*/50).string(message.adGroupId);
                if (message.campaignId != null && Object.hasOwnProperty.call(message, "campaignId"))
                    writer.uint32(/* id 7, wireType 2 =*/58).string(message.campaignId);
                if (message.advertiserId != null && Object.hasOwnProperty.call(message, "advertiserId"))
                    writer.uint32(/* id 8, wireType 2 =*/66).string(message.advertiserId);
                if (message.insertionId != null && Object.hasOwnProperty.call(message, "insertionId"))
                    writer.uint32(/* id 9, wireType 2 =*/74).string(message.insertionId);
                if (message.sessionId != null && Object.hasOwnProperty.call(message, "sessionId"))
                    writer.uint32(/* id 10, wireType 2 =*/82).string(message.sessionId);
                return writer;
            };

            /**
             * Decodes an AdAction message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.AdAction
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.AdAction} AdAction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates an AdAction message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.AdAction
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.AdAction} AdAction
             */
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

            /**
             * Creates a plain object from an AdAction message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.AdAction
             * @static
             * @param {tidemark.v1.AdAction} message AdAction
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this AdAction to JSON.
             * @function toJSON
             * @memberof tidemark.v1.AdAction
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            AdAction.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return AdAction;
        })();

        v1.AdActionBatch = (function() {

            /**
             * Properties of an AdActionBatch.
             * @memberof tidemark.v1
             * @interface IAdActionBatch
             * @property {Array.<tidemark.v1.IAdAction>|null} [events] AdActionBatch events
             */

            /**
             * Constructs a new AdActionBatch.
             * @memberof tidemark.v1
             * @classdesc Several events in one request or message.
             * @implements IAdActionBatch
             * @constructor
             * @param {tidemark.v1.IAdActionBatch=} [properties] Properties to set
             */
            function AdActionBatch(properties) {
                this.events = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * AdActionBatch events.
             * @member {Array.<tidemark.v1.IAdAction>} events
             * @memberof tidemark.v1.AdActionBatch
             * @instance
             */
            AdActionBatch.prototype.events = $util.emptyArray;

            /**
             * Creates a new AdActionBatch instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.AdActionBatch
             * @static
             * @param {tidemark.v1.IAdActionBatch=} [properties] Properties to set
             * @returns {tidemark.v1.AdActionBatch} AdActionBatch instance
             */
            AdActionBatch.create = function create(properties) {
                return new AdActionBatch(properties);
            };

            /**
             * Encodes the specified AdActionBatch message. Does not implicitly {@link tidemark.v1.AdActionBatch.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.AdActionBatch
             * @static
             * @param {tidemark.v1.IAdActionBatch} message AdActionBatch message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            AdActionBatch.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.events != null && message.events.length)
                    for (var i = 0; i < message.events.length; ++i)
                        $root.tidemark.v1.AdAction.encode(message.events[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes an AdActionBatch message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.AdActionBatch
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.AdActionBatch} AdActionBatch
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates an AdActionBatch message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.AdActionBatch
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.AdActionBatch} AdActionBatch
             */
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

            /**
             * Creates a plain object from an AdActionBatch message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.AdActionBatch
             * @static
             * @param {tidemark.v1.AdActionBatch} message AdActionBatch
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this AdActionBatch to JSON.
             * @function toJSON
             * @memberof tidemark.v1.AdActionBatch
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            AdActionBatch.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return AdActionBatch;
        })();

        v1.Embedding = (function() {

            /**
             * Properties of an Embedding.
             * @memberof tidemark.v1
             * @interface IEmbedding
             * @property {string|null} [modelVersion] Embedding modelVersion
             * @property {Array.<number>|null} [values] Embedding values
             */

            /**
             * Constructs a new Embedding.
             * @memberof tidemark.v1
             * @classdesc A dense vector that a model computed for a user; the SubType names the model.
             * @implements IEmbedding
             * @constructor
             * @param {tidemark.v1.IEmbedding=} [properties] Properties to set
             */
            function Embedding(properties) {
                this.values = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Embedding modelVersion.
             * @member {string} modelVersion
             * @memberof tidemark.v1.Embedding
             * @instance
             */
            Embedding.prototype.modelVersion = "";

            /**
             * Embedding values.
             * @member {Array.<number>} values
             * @memberof tidemark.v1.Embedding
             * @instance
             */
            Embedding.prototype.values = $util.emptyArray;

            /**
             * Creates a new Embedding instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.Embedding
             * @static
             * @param {tidemark.v1.IEmbedding=} [properties] Properties to set
             * @returns {tidemark.v1.Embedding} Embedding instance
             */
            Embedding.create = function create(properties) {
                return new Embedding(properties);
            };

            /**
             * Encodes the specified Embedding message. Does not implicitly {@link tidemark.v1.Embedding.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.Embedding
             * @static
             * @param {tidemark.v1.IEmbedding} message Embedding message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Embedding.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.modelVersion != null && Object.hasOwnProperty.call(message, "modelVersion"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.modelVersion);
                if (message.values != null && message.values.length) {
                    writer.uint32(/* id 2, wireType 2 =*/18).fork();
                    for (var i = 0; i < message.values.length; ++i)
                        writer.float(message.values[i]);
                    writer.ldelim();
                }
                return writer;
            };

            /**
             * Decodes an Embedding message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.Embedding
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.Embedding} Embedding
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates an Embedding message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.Embedding
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.Embedding} Embedding
             */
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

            /**
             * Creates a plain object from an Embedding message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.Embedding
             * @static
             * @param {tidemark.v1.Embedding} message Embedding
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this Embedding to JSON.
             * @function toJSON
             * @memberof tidemark.v1.Embedding
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            Embedding.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return Embedding;
        })();

        v1.Profile = (function() {

            /**
             * Properties of a Profile.
             * @memberof tidemark.v1
             * @interface IProfile
             * @property {string|null} [locale] Profile locale
             * @property {Array.<tidemark.v1.Profile.IInterest>|null} [interests] Profile interests
             * @property {number|null} [updatedAtMs] Milliseconds since the Unix epoch.
             */

            /**
             * Constructs a new Profile.
             * @memberof tidemark.v1
             * @classdesc What a user is interested in, as the personalization pipelines see it.
             * @implements IProfile
             * @constructor
             * @param {tidemark.v1.IProfile=} [properties] Properties to set
             */
            function Profile(properties) {
                this.interests = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Profile locale.
             * @member {string} locale
             * @memberof tidemark.v1.Profile
             * @instance
             */
            Profile.prototype.locale = "";

            /**
             * Profile interests.
             * @member {Array.<tidemark.v1.Profile.IInterest>} interests
             * @memberof tidemark.v1.Profile
             * @instance
             */
            Profile.prototype.interests = $util.emptyArray;

            /**
             * Milliseconds since the Unix epoch.
             * @member {number} updatedAtMs
             * @memberof tidemark.v1.Profile
             * @instance
             */
            Profile.prototype.updatedAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Creates a new Profile instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.Profile
             * @static
             * @param {tidemark.v1.IProfile=} [properties] Properties to set
             * @returns {tidemark.v1.Profile} Profile instance
             */
            Profile.create = function create(properties) {
                return new Profile(properties);
            };

            /**
             * Encodes the specified Profile message. Does not implicitly {@link tidemark.v1.Profile.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.Profile
             * @static
             * @param {tidemark.v1.IProfile} message Profile message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Profile.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.locale != null && Object.hasOwnProperty.call(message, "locale"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.locale);
                if (message.interests != null && message.interests.length)
                    for (var i = 0; i < message.interests.length; ++i)
                        $root.tidemark.v1.Profile.Interest.encode(message.interests[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
                if (message.updatedAtMs != null && Object.hasOwnProperty.call(message, "updatedAtMs"))
                    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.updatedAtMs);
                return writer;
            };

            /**
             * Decodes a Profile message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.Profile
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.Profile} Profile
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a Profile message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.Profile
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.Profile} Profile
             */
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

            /**
             * Creates a plain object from a Profile message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.Profile
             * @static
             * @param {tidemark.v1.Profile} message Profile
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this Profile to JSON.
             * @function toJSON
             * @memberof tidemark.v1.Profile
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            Profile.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            Profile.Interest = (function() {

                /**
                 * Properties of an Interest.
                 * @memberof tidemark.v1.Profile
                 * @interface IInterest
                 * @property {string|null} [topic] Interest topic
                 * @property {number|null} [score] From 0 (none) to 1.
                 */

                /**
                 * Constructs a new Interest.
                 * @memberof tidemark.v1.Profile
                 * @classdesc Represents an Interest.
                 * @implements IInterest
                 * @constructor
                 * @param {tidemark.v1.Profile.IInterest=} [properties] Properties to set
                 */
                function Interest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * Interest topic.
                 * @member {string} topic
                 * @memberof tidemark.v1.Profile.Interest
                 * @instance
                 */
                Interest.prototype.topic = "";

                /**
                 * From 0 (none) to 1.
                 * @member {number} score
                 * @memberof tidemark.v1.Profile.Interest
                 * @instance
                 */
                Interest.prototype.score = 0;

                /**
                 * Creates a new Interest instance using the specified properties.
                 * @function create
                 * @memberof tidemark.v1.Profile.Interest
                 * @static
                 * @param {tidemark.v1.Profile.IInterest=} [properties] Properties to set
                 * @returns {tidemark.v1.Profile.Interest} Interest instance
                 */
                Interest.create = function create(properties) {
                    return new Interest(properties);
                };

                /**
                 * Encodes the specified Interest message. Does not implicitly {@link tidemark.v1.Profile.Interest.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.v1.Profile.Interest
                 * @static
                 * @param {tidemark.v1.Profile.IInterest} message Interest message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                Interest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.topic != null && Object.hasOwnProperty.call(message, "topic"))
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.topic);
                    if (message.score != null && Object.hasOwnProperty.call(message, "score"))
                        writer.uint32(/* id 2, wireType 1 =*/17).double(message.score);
                    return writer;
                };

                /**
                 * Decodes an Interest message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.v1.Profile.Interest
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.v1.Profile.Interest} Interest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates an Interest message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.v1.Profile.Interest
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.v1.Profile.Interest} Interest
                 */
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

                /**
                 * Creates a plain object from an Interest message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.v1.Profile.Interest
                 * @static
                 * @param {tidemark.v1.Profile.Interest} message Interest
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this Interest to JSON.
                 * @function toJSON
                 * @memberof tidemark.v1.Profile.Interest
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                Interest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return Interest;
            })();

            return Profile;
        })();

        return v1;
    })();

    return tidemark;
})();

module.exports = $root;
