// Generated from protos/ by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars*/
"use strict";

var $protobuf = require("./protobuf-numbers");

// Common aliases
var $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;

// Exported root namespace
var $root = $protobuf.roots["tidemark"] || ($protobuf.roots["tidemark"] = {});

$root.tidemark = (function() {

    /**
     * Namespace tidemark.
     * @exports tidemark
     * @namespace
     */
    var tidemark = {};

    tidemark.local = (function() {

        /**
         * Namespace local.
         * @memberof tidemark
         * @namespace
         */
        var local = {};

        local.v1 = (function() {

            /**
             * Namespace v1.
             * @memberof tidemark.local
             * @namespace
             */
            var v1 = {};

            v1.ChangeLinksRequest = (function() {

                /**
                 * Properties of a ChangeLinksRequest.
                 * @memberof tidemark.local.v1
                 * @interface IChangeLinksRequest
                 * @property {string|null} [a] A region or a cluster: its id or an unambiguous prefix. Regions take precedence over clusters; the prefix `region:`
                 * or `cluster:` selects one of the two. Between two regions a change affects clients as well as replication. Empty:
                 * all, for a change that ends partitions.
                 * @property {string|null} [b] Empty: all others of its kind that exist now.
                 * @property {string|null} [instance] Full name of the instance or its last part. Empty: all.
                 * @property {tidemark.local.v1.ILinkChange|null} [change] ChangeLinksRequest change
                 * @property {number|null} [forMs] Duration of the change, in milliseconds. 0: unlimited.
                 */

                /**
                 * Constructs a new ChangeLinksRequest.
                 * @memberof tidemark.local.v1
                 * @classdesc Represents a ChangeLinksRequest.
                 * @implements IChangeLinksRequest
                 * @constructor
                 * @param {tidemark.local.v1.IChangeLinksRequest=} [properties] Properties to set
                 */
                function ChangeLinksRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * A region or a cluster: its id or an unambiguous prefix. Regions take precedence over clusters; the prefix `region:`
                 * or `cluster:` selects one of the two. Between two regions a change affects clients as well as replication. Empty:
                 * all, for a change that ends partitions.
                 * @member {string} a
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @instance
                 */
                ChangeLinksRequest.prototype.a = "";

                /**
                 * Empty: all others of its kind that exist now.
                 * @member {string} b
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @instance
                 */
                ChangeLinksRequest.prototype.b = "";

                /**
                 * Full name of the instance or its last part. Empty: all.
                 * @member {string} instance
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @instance
                 */
                ChangeLinksRequest.prototype.instance = "";

                /**
                 * ChangeLinksRequest change.
                 * @member {tidemark.local.v1.ILinkChange|null|undefined} change
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @instance
                 */
                ChangeLinksRequest.prototype.change = null;

                /**
                 * Duration of the change, in milliseconds. 0: unlimited.
                 * @member {number} forMs
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @instance
                 */
                ChangeLinksRequest.prototype.forMs = 0;

                /**
                 * Creates a new ChangeLinksRequest instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @static
                 * @param {tidemark.local.v1.IChangeLinksRequest=} [properties] Properties to set
                 * @returns {tidemark.local.v1.ChangeLinksRequest} ChangeLinksRequest instance
                 */
                ChangeLinksRequest.create = function create(properties) {
                    return new ChangeLinksRequest(properties);
                };

                /**
                 * Encodes the specified ChangeLinksRequest message. Does not implicitly {@link tidemark.local.v1.ChangeLinksRequest.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @static
                 * @param {tidemark.local.v1.IChangeLinksRequest} message ChangeLinksRequest message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                ChangeLinksRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.a != null && Object.hasOwnProperty.call(message, "a"))
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.a);
                    if (message.b != null && Object.hasOwnProperty.call(message, "b"))
                        writer.uint32(/* id 2, wireType 2 =*/18).string(message.b);
                    if (message.instance != null && Object.hasOwnProperty.call(message, "instance"))
                        writer.uint32(/* id 3, wireType 2 =*/26).string(message.instance);
                    if (message.change != null && Object.hasOwnProperty.call(message, "change"))
                        $root.tidemark.local.v1.LinkChange.encode(message.change, writer.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
                    if (message.forMs != null && Object.hasOwnProperty.call(message, "forMs"))
                        writer.uint32(/* id 5, wireType 1 =*/41).double(message.forMs);
                    return writer;
                };

                /**
                 * Decodes a ChangeLinksRequest message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.ChangeLinksRequest} ChangeLinksRequest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a ChangeLinksRequest message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.ChangeLinksRequest} ChangeLinksRequest
                 */
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

                /**
                 * Creates a plain object from a ChangeLinksRequest message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @static
                 * @param {tidemark.local.v1.ChangeLinksRequest} message ChangeLinksRequest
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this ChangeLinksRequest to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.ChangeLinksRequest
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                ChangeLinksRequest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ChangeLinksRequest;
            })();

            v1.LinkChange = (function() {

                /**
                 * Properties of a LinkChange.
                 * @memberof tidemark.local.v1
                 * @interface ILinkChange
                 * @property {number|null} [delayMs] One-way delay, in milliseconds.
                 * @property {number|null} [jitterMs] Maximum random additional delay, in milliseconds.
                 * @property {number|null} [bytesPerSecond] Bandwidth. 0: unlimited.
                 * @property {number|null} [dropRate] Probability, from 0 to 1, that a transmission or its acknowledgement is lost and repeated.
                 * @property {number|null} [retryMs] Time that the sender waits for an acknowledgement, in milliseconds.
                 * @property {boolean|null} [reorderRows] Whether rows overtake each other, as jitter determines. The commits of one row do not.
                 * @property {boolean|null} [partitioned] LinkChange partitioned
                 * @property {boolean|null} [reorderWithinRow] Whether every commit arrives independently, so that commits of one row overtake each other as well.
                 */

                /**
                 * Constructs a new LinkChange.
                 * @memberof tidemark.local.v1
                 * @classdesc A change of a link. Absent fields stay unchanged.
                 * @implements ILinkChange
                 * @constructor
                 * @param {tidemark.local.v1.ILinkChange=} [properties] Properties to set
                 */
                function LinkChange(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * One-way delay, in milliseconds.
                 * @member {number|null|undefined} delayMs
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                LinkChange.prototype.delayMs = null;

                /**
                 * Maximum random additional delay, in milliseconds.
                 * @member {number|null|undefined} jitterMs
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                LinkChange.prototype.jitterMs = null;

                /**
                 * Bandwidth. 0: unlimited.
                 * @member {number|null|undefined} bytesPerSecond
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                LinkChange.prototype.bytesPerSecond = null;

                /**
                 * Probability, from 0 to 1, that a transmission or its acknowledgement is lost and repeated.
                 * @member {number|null|undefined} dropRate
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                LinkChange.prototype.dropRate = null;

                /**
                 * Time that the sender waits for an acknowledgement, in milliseconds.
                 * @member {number|null|undefined} retryMs
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                LinkChange.prototype.retryMs = null;

                /**
                 * Whether rows overtake each other, as jitter determines. The commits of one row do not.
                 * @member {boolean|null|undefined} reorderRows
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                LinkChange.prototype.reorderRows = null;

                /**
                 * LinkChange partitioned.
                 * @member {boolean|null|undefined} partitioned
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                LinkChange.prototype.partitioned = null;

                /**
                 * Whether every commit arrives independently, so that commits of one row overtake each other as well.
                 * @member {boolean|null|undefined} reorderWithinRow
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                LinkChange.prototype.reorderWithinRow = null;

                // OneOf field names bound to virtual getters and setters
                var $oneOfFields;

                /**
                 * LinkChange _delayMs.
                 * @member {"delayMs"|undefined} _delayMs
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                Object.defineProperty(LinkChange.prototype, "_delayMs", {
                    get: $util.oneOfGetter($oneOfFields = ["delayMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * LinkChange _jitterMs.
                 * @member {"jitterMs"|undefined} _jitterMs
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                Object.defineProperty(LinkChange.prototype, "_jitterMs", {
                    get: $util.oneOfGetter($oneOfFields = ["jitterMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * LinkChange _bytesPerSecond.
                 * @member {"bytesPerSecond"|undefined} _bytesPerSecond
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                Object.defineProperty(LinkChange.prototype, "_bytesPerSecond", {
                    get: $util.oneOfGetter($oneOfFields = ["bytesPerSecond"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * LinkChange _dropRate.
                 * @member {"dropRate"|undefined} _dropRate
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                Object.defineProperty(LinkChange.prototype, "_dropRate", {
                    get: $util.oneOfGetter($oneOfFields = ["dropRate"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * LinkChange _retryMs.
                 * @member {"retryMs"|undefined} _retryMs
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                Object.defineProperty(LinkChange.prototype, "_retryMs", {
                    get: $util.oneOfGetter($oneOfFields = ["retryMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * LinkChange _reorderRows.
                 * @member {"reorderRows"|undefined} _reorderRows
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                Object.defineProperty(LinkChange.prototype, "_reorderRows", {
                    get: $util.oneOfGetter($oneOfFields = ["reorderRows"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * LinkChange _partitioned.
                 * @member {"partitioned"|undefined} _partitioned
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                Object.defineProperty(LinkChange.prototype, "_partitioned", {
                    get: $util.oneOfGetter($oneOfFields = ["partitioned"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * LinkChange _reorderWithinRow.
                 * @member {"reorderWithinRow"|undefined} _reorderWithinRow
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 */
                Object.defineProperty(LinkChange.prototype, "_reorderWithinRow", {
                    get: $util.oneOfGetter($oneOfFields = ["reorderWithinRow"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * Creates a new LinkChange instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.LinkChange
                 * @static
                 * @param {tidemark.local.v1.ILinkChange=} [properties] Properties to set
                 * @returns {tidemark.local.v1.LinkChange} LinkChange instance
                 */
                LinkChange.create = function create(properties) {
                    return new LinkChange(properties);
                };

                /**
                 * Encodes the specified LinkChange message. Does not implicitly {@link tidemark.local.v1.LinkChange.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.LinkChange
                 * @static
                 * @param {tidemark.local.v1.ILinkChange} message LinkChange message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                LinkChange.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.delayMs != null && Object.hasOwnProperty.call(message, "delayMs"))
                        writer.uint32(/* id 1, wireType 1 =*/9).double(message.delayMs);
                    if (message.jitterMs != null && Object.hasOwnProperty.call(message, "jitterMs"))
                        writer.uint32(/* id 2, wireType 1 =*/17).double(message.jitterMs);
                    if (message.bytesPerSecond != null && Object.hasOwnProperty.call(message, "bytesPerSecond"))
                        writer.uint32(/* id 3, wireType 1 =*/25).double(message.bytesPerSecond);
                    if (message.dropRate != null && Object.hasOwnProperty.call(message, "dropRate"))
                        writer.uint32(/* id 4, wireType 1 =*/33).double(message.dropRate);
                    if (message.retryMs != null && Object.hasOwnProperty.call(message, "retryMs"))
                        writer.uint32(/* id 5, wireType 1 =*/41).double(message.retryMs);
                    if (message.reorderRows != null && Object.hasOwnProperty.call(message, "reorderRows"))
                        writer.uint32(/* id 6, wireType 0 =*/48).bool(message.reorderRows);
                    if (message.partitioned != null && Object.hasOwnProperty.call(message, "partitioned"))
                        writer.uint32(/* id 7, wireType 0 =*/56).bool(message.partitioned);
                    if (message.reorderWithinRow != null && Object.hasOwnProperty.call(message, "reorderWithinRow"))
                        writer.uint32(/* id 8, wireType 0 =*/64).bool(message.reorderWithinRow);
                    return writer;
                };

                /**
                 * Decodes a LinkChange message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.LinkChange
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.LinkChange} LinkChange
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a LinkChange message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.LinkChange
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.LinkChange} LinkChange
                 */
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

                /**
                 * Creates a plain object from a LinkChange message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.LinkChange
                 * @static
                 * @param {tidemark.local.v1.LinkChange} message LinkChange
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this LinkChange to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.LinkChange
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                LinkChange.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return LinkChange;
            })();

            v1.ChangeClustersRequest = (function() {

                /**
                 * Properties of a ChangeClustersRequest.
                 * @memberof tidemark.local.v1
                 * @interface IChangeClustersRequest
                 * @property {string|null} [name] A region or a cluster, named as in ChangeLinksRequest.
                 * @property {string|null} [instance] Full name of the instance or its last part. Empty: all.
                 * @property {tidemark.local.v1.IClusterChange|null} [change] ChangeClustersRequest change
                 * @property {number|null} [forMs] Duration of the change, in milliseconds. 0: unlimited.
                 */

                /**
                 * Constructs a new ChangeClustersRequest.
                 * @memberof tidemark.local.v1
                 * @classdesc Represents a ChangeClustersRequest.
                 * @implements IChangeClustersRequest
                 * @constructor
                 * @param {tidemark.local.v1.IChangeClustersRequest=} [properties] Properties to set
                 */
                function ChangeClustersRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * A region or a cluster, named as in ChangeLinksRequest.
                 * @member {string} name
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @instance
                 */
                ChangeClustersRequest.prototype.name = "";

                /**
                 * Full name of the instance or its last part. Empty: all.
                 * @member {string} instance
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @instance
                 */
                ChangeClustersRequest.prototype.instance = "";

                /**
                 * ChangeClustersRequest change.
                 * @member {tidemark.local.v1.IClusterChange|null|undefined} change
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @instance
                 */
                ChangeClustersRequest.prototype.change = null;

                /**
                 * Duration of the change, in milliseconds. 0: unlimited.
                 * @member {number} forMs
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @instance
                 */
                ChangeClustersRequest.prototype.forMs = 0;

                /**
                 * Creates a new ChangeClustersRequest instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @static
                 * @param {tidemark.local.v1.IChangeClustersRequest=} [properties] Properties to set
                 * @returns {tidemark.local.v1.ChangeClustersRequest} ChangeClustersRequest instance
                 */
                ChangeClustersRequest.create = function create(properties) {
                    return new ChangeClustersRequest(properties);
                };

                /**
                 * Encodes the specified ChangeClustersRequest message. Does not implicitly {@link tidemark.local.v1.ChangeClustersRequest.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @static
                 * @param {tidemark.local.v1.IChangeClustersRequest} message ChangeClustersRequest message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                ChangeClustersRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
                    if (message.instance != null && Object.hasOwnProperty.call(message, "instance"))
                        writer.uint32(/* id 2, wireType 2 =*/18).string(message.instance);
                    if (message.change != null && Object.hasOwnProperty.call(message, "change"))
                        $root.tidemark.local.v1.ClusterChange.encode(message.change, writer.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
                    if (message.forMs != null && Object.hasOwnProperty.call(message, "forMs"))
                        writer.uint32(/* id 4, wireType 1 =*/33).double(message.forMs);
                    return writer;
                };

                /**
                 * Decodes a ChangeClustersRequest message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.ChangeClustersRequest} ChangeClustersRequest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a ChangeClustersRequest message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.ChangeClustersRequest} ChangeClustersRequest
                 */
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

                /**
                 * Creates a plain object from a ChangeClustersRequest message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @static
                 * @param {tidemark.local.v1.ChangeClustersRequest} message ChangeClustersRequest
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this ChangeClustersRequest to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.ChangeClustersRequest
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                ChangeClustersRequest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ChangeClustersRequest;
            })();

            v1.ClusterChange = (function() {

                /**
                 * Properties of a ClusterChange.
                 * @memberof tidemark.local.v1
                 * @interface IClusterChange
                 * @property {boolean|null} [stopped] A stopped cluster serves no requests and does not replicate. It loses nothing.
                 * @property {number|null} [slowMs] Additional latency of each request, in milliseconds.
                 * @property {number|null} [errorRate] Share of requests that fail with UNAVAILABLE, from 0 to 1.
                 * @property {number|null} [clockSkewMs] Lead of the cluster's wall clock, in whole milliseconds. Negative: behind.
                 */

                /**
                 * Constructs a new ClusterChange.
                 * @memberof tidemark.local.v1
                 * @classdesc A change of a cluster. Absent fields stay unchanged.
                 * @implements IClusterChange
                 * @constructor
                 * @param {tidemark.local.v1.IClusterChange=} [properties] Properties to set
                 */
                function ClusterChange(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * A stopped cluster serves no requests and does not replicate. It loses nothing.
                 * @member {boolean|null|undefined} stopped
                 * @memberof tidemark.local.v1.ClusterChange
                 * @instance
                 */
                ClusterChange.prototype.stopped = null;

                /**
                 * Additional latency of each request, in milliseconds.
                 * @member {number|null|undefined} slowMs
                 * @memberof tidemark.local.v1.ClusterChange
                 * @instance
                 */
                ClusterChange.prototype.slowMs = null;

                /**
                 * Share of requests that fail with UNAVAILABLE, from 0 to 1.
                 * @member {number|null|undefined} errorRate
                 * @memberof tidemark.local.v1.ClusterChange
                 * @instance
                 */
                ClusterChange.prototype.errorRate = null;

                /**
                 * Lead of the cluster's wall clock, in whole milliseconds. Negative: behind.
                 * @member {number|null|undefined} clockSkewMs
                 * @memberof tidemark.local.v1.ClusterChange
                 * @instance
                 */
                ClusterChange.prototype.clockSkewMs = null;

                // OneOf field names bound to virtual getters and setters
                var $oneOfFields;

                /**
                 * ClusterChange _stopped.
                 * @member {"stopped"|undefined} _stopped
                 * @memberof tidemark.local.v1.ClusterChange
                 * @instance
                 */
                Object.defineProperty(ClusterChange.prototype, "_stopped", {
                    get: $util.oneOfGetter($oneOfFields = ["stopped"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * ClusterChange _slowMs.
                 * @member {"slowMs"|undefined} _slowMs
                 * @memberof tidemark.local.v1.ClusterChange
                 * @instance
                 */
                Object.defineProperty(ClusterChange.prototype, "_slowMs", {
                    get: $util.oneOfGetter($oneOfFields = ["slowMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * ClusterChange _errorRate.
                 * @member {"errorRate"|undefined} _errorRate
                 * @memberof tidemark.local.v1.ClusterChange
                 * @instance
                 */
                Object.defineProperty(ClusterChange.prototype, "_errorRate", {
                    get: $util.oneOfGetter($oneOfFields = ["errorRate"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * ClusterChange _clockSkewMs.
                 * @member {"clockSkewMs"|undefined} _clockSkewMs
                 * @memberof tidemark.local.v1.ClusterChange
                 * @instance
                 */
                Object.defineProperty(ClusterChange.prototype, "_clockSkewMs", {
                    get: $util.oneOfGetter($oneOfFields = ["clockSkewMs"]),
                    set: $util.oneOfSetter($oneOfFields)
                });

                /**
                 * Creates a new ClusterChange instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.ClusterChange
                 * @static
                 * @param {tidemark.local.v1.IClusterChange=} [properties] Properties to set
                 * @returns {tidemark.local.v1.ClusterChange} ClusterChange instance
                 */
                ClusterChange.create = function create(properties) {
                    return new ClusterChange(properties);
                };

                /**
                 * Encodes the specified ClusterChange message. Does not implicitly {@link tidemark.local.v1.ClusterChange.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.ClusterChange
                 * @static
                 * @param {tidemark.local.v1.IClusterChange} message ClusterChange message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                ClusterChange.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.stopped != null && Object.hasOwnProperty.call(message, "stopped"))
                        writer.uint32(/* id 1, wireType 0 =*/8).bool(message.stopped);
                    if (message.slowMs != null && Object.hasOwnProperty.call(message, "slowMs"))
                        writer.uint32(/* id 2, wireType 1 =*/17).double(message.slowMs);
                    if (message.errorRate != null && Object.hasOwnProperty.call(message, "errorRate"))
                        writer.uint32(/* id 3, wireType 1 =*/25).double(message.errorRate);
                    if (message.clockSkewMs != null && Object.hasOwnProperty.call(message, "clockSkewMs"))
                        writer.uint32(/* id 4, wireType 1 =*/33).double(message.clockSkewMs);
                    return writer;
                };

                /**
                 * Decodes a ClusterChange message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.ClusterChange
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.ClusterChange} ClusterChange
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a ClusterChange message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.ClusterChange
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.ClusterChange} ClusterChange
                 */
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

                /**
                 * Creates a plain object from a ClusterChange message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.ClusterChange
                 * @static
                 * @param {tidemark.local.v1.ClusterChange} message ClusterChange
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this ClusterChange to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.ClusterChange
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                ClusterChange.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ClusterChange;
            })();

            v1.ResetRequest = (function() {

                /**
                 * Properties of a ResetRequest.
                 * @memberof tidemark.local.v1
                 * @interface IResetRequest
                 */

                /**
                 * Constructs a new ResetRequest.
                 * @memberof tidemark.local.v1
                 * @classdesc Represents a ResetRequest.
                 * @implements IResetRequest
                 * @constructor
                 * @param {tidemark.local.v1.IResetRequest=} [properties] Properties to set
                 */
                function ResetRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * Creates a new ResetRequest instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.ResetRequest
                 * @static
                 * @param {tidemark.local.v1.IResetRequest=} [properties] Properties to set
                 * @returns {tidemark.local.v1.ResetRequest} ResetRequest instance
                 */
                ResetRequest.create = function create(properties) {
                    return new ResetRequest(properties);
                };

                /**
                 * Encodes the specified ResetRequest message. Does not implicitly {@link tidemark.local.v1.ResetRequest.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.ResetRequest
                 * @static
                 * @param {tidemark.local.v1.IResetRequest} message ResetRequest message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                ResetRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    return writer;
                };

                /**
                 * Decodes a ResetRequest message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.ResetRequest
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.ResetRequest} ResetRequest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a ResetRequest message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.ResetRequest
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.ResetRequest} ResetRequest
                 */
                ResetRequest.fromObject = function fromObject(object, long) {
                    if (object instanceof $root.tidemark.local.v1.ResetRequest)
                        return object;
                    return new $root.tidemark.local.v1.ResetRequest();
                };

                /**
                 * Creates a plain object from a ResetRequest message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.ResetRequest
                 * @static
                 * @param {tidemark.local.v1.ResetRequest} message ResetRequest
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
                ResetRequest.toObject = function toObject() {
                    return {};
                };

                /**
                 * Converts this ResetRequest to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.ResetRequest
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                ResetRequest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ResetRequest;
            })();

            v1.ChangeResponse = (function() {

                /**
                 * Properties of a ChangeResponse.
                 * @memberof tidemark.local.v1
                 * @interface IChangeResponse
                 * @property {Array.<string>|null} [changed] Description of each change, such as `region asia-east1 - region europe-west1`.
                 */

                /**
                 * Constructs a new ChangeResponse.
                 * @memberof tidemark.local.v1
                 * @classdesc Represents a ChangeResponse.
                 * @implements IChangeResponse
                 * @constructor
                 * @param {tidemark.local.v1.IChangeResponse=} [properties] Properties to set
                 */
                function ChangeResponse(properties) {
                    this.changed = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * Description of each change, such as `region asia-east1 - region europe-west1`.
                 * @member {Array.<string>} changed
                 * @memberof tidemark.local.v1.ChangeResponse
                 * @instance
                 */
                ChangeResponse.prototype.changed = $util.emptyArray;

                /**
                 * Creates a new ChangeResponse instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.ChangeResponse
                 * @static
                 * @param {tidemark.local.v1.IChangeResponse=} [properties] Properties to set
                 * @returns {tidemark.local.v1.ChangeResponse} ChangeResponse instance
                 */
                ChangeResponse.create = function create(properties) {
                    return new ChangeResponse(properties);
                };

                /**
                 * Encodes the specified ChangeResponse message. Does not implicitly {@link tidemark.local.v1.ChangeResponse.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.ChangeResponse
                 * @static
                 * @param {tidemark.local.v1.IChangeResponse} message ChangeResponse message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                ChangeResponse.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.changed != null && message.changed.length)
                        for (var i = 0; i < message.changed.length; ++i)
                            writer.uint32(/* id 1, wireType 2 =*/10).string(message.changed[i]);
                    return writer;
                };

                /**
                 * Decodes a ChangeResponse message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.ChangeResponse
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.ChangeResponse} ChangeResponse
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a ChangeResponse message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.ChangeResponse
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.ChangeResponse} ChangeResponse
                 */
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

                /**
                 * Creates a plain object from a ChangeResponse message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.ChangeResponse
                 * @static
                 * @param {tidemark.local.v1.ChangeResponse} message ChangeResponse
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this ChangeResponse to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.ChangeResponse
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                ChangeResponse.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ChangeResponse;
            })();

            v1.GetStatusRequest = (function() {

                /**
                 * Properties of a GetStatusRequest.
                 * @memberof tidemark.local.v1
                 * @interface IGetStatusRequest
                 * @property {string|null} [instance] Full name of the instance or its last part. Empty: all.
                 */

                /**
                 * Constructs a new GetStatusRequest.
                 * @memberof tidemark.local.v1
                 * @classdesc Represents a GetStatusRequest.
                 * @implements IGetStatusRequest
                 * @constructor
                 * @param {tidemark.local.v1.IGetStatusRequest=} [properties] Properties to set
                 */
                function GetStatusRequest(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * Full name of the instance or its last part. Empty: all.
                 * @member {string} instance
                 * @memberof tidemark.local.v1.GetStatusRequest
                 * @instance
                 */
                GetStatusRequest.prototype.instance = "";

                /**
                 * Creates a new GetStatusRequest instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.GetStatusRequest
                 * @static
                 * @param {tidemark.local.v1.IGetStatusRequest=} [properties] Properties to set
                 * @returns {tidemark.local.v1.GetStatusRequest} GetStatusRequest instance
                 */
                GetStatusRequest.create = function create(properties) {
                    return new GetStatusRequest(properties);
                };

                /**
                 * Encodes the specified GetStatusRequest message. Does not implicitly {@link tidemark.local.v1.GetStatusRequest.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.GetStatusRequest
                 * @static
                 * @param {tidemark.local.v1.IGetStatusRequest} message GetStatusRequest message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                GetStatusRequest.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.instance != null && Object.hasOwnProperty.call(message, "instance"))
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.instance);
                    return writer;
                };

                /**
                 * Decodes a GetStatusRequest message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.GetStatusRequest
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.GetStatusRequest} GetStatusRequest
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a GetStatusRequest message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.GetStatusRequest
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.GetStatusRequest} GetStatusRequest
                 */
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

                /**
                 * Creates a plain object from a GetStatusRequest message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.GetStatusRequest
                 * @static
                 * @param {tidemark.local.v1.GetStatusRequest} message GetStatusRequest
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this GetStatusRequest to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.GetStatusRequest
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                GetStatusRequest.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return GetStatusRequest;
            })();

            v1.Status = (function() {

                /**
                 * Properties of a Status.
                 * @memberof tidemark.local.v1
                 * @interface IStatus
                 * @property {Array.<tidemark.local.v1.IInstanceStatus>|null} [instances] Status instances
                 * @property {Array.<tidemark.local.v1.ITimedFault>|null} [timed] Faults with a limited duration.
                 */

                /**
                 * Constructs a new Status.
                 * @memberof tidemark.local.v1
                 * @classdesc Represents a Status.
                 * @implements IStatus
                 * @constructor
                 * @param {tidemark.local.v1.IStatus=} [properties] Properties to set
                 */
                function Status(properties) {
                    this.instances = [];
                    this.timed = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * Status instances.
                 * @member {Array.<tidemark.local.v1.IInstanceStatus>} instances
                 * @memberof tidemark.local.v1.Status
                 * @instance
                 */
                Status.prototype.instances = $util.emptyArray;

                /**
                 * Faults with a limited duration.
                 * @member {Array.<tidemark.local.v1.ITimedFault>} timed
                 * @memberof tidemark.local.v1.Status
                 * @instance
                 */
                Status.prototype.timed = $util.emptyArray;

                /**
                 * Creates a new Status instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.Status
                 * @static
                 * @param {tidemark.local.v1.IStatus=} [properties] Properties to set
                 * @returns {tidemark.local.v1.Status} Status instance
                 */
                Status.create = function create(properties) {
                    return new Status(properties);
                };

                /**
                 * Encodes the specified Status message. Does not implicitly {@link tidemark.local.v1.Status.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.Status
                 * @static
                 * @param {tidemark.local.v1.IStatus} message Status message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                Status.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.instances != null && message.instances.length)
                        for (var i = 0; i < message.instances.length; ++i)
                            $root.tidemark.local.v1.InstanceStatus.encode(message.instances[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
                    if (message.timed != null && message.timed.length)
                        for (var i = 0; i < message.timed.length; ++i)
                            $root.tidemark.local.v1.TimedFault.encode(message.timed[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
                    return writer;
                };

                /**
                 * Decodes a Status message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.Status
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.Status} Status
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a Status message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.Status
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.Status} Status
                 */
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

                /**
                 * Creates a plain object from a Status message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.Status
                 * @static
                 * @param {tidemark.local.v1.Status} message Status
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this Status to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.Status
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                Status.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return Status;
            })();

            v1.InstanceStatus = (function() {

                /**
                 * Properties of an InstanceStatus.
                 * @memberof tidemark.local.v1
                 * @interface IInstanceStatus
                 * @property {string|null} [name] `projects/…/instances/…`
                 * @property {Array.<tidemark.local.v1.IClusterStatus>|null} [clusters] InstanceStatus clusters
                 * @property {Array.<tidemark.local.v1.ILinkStatus>|null} [links] InstanceStatus links
                 * @property {number|null} [tables] InstanceStatus tables
                 * @property {number|null} [pendingRows] Number of rows that differ between clusters.
                 */

                /**
                 * Constructs a new InstanceStatus.
                 * @memberof tidemark.local.v1
                 * @classdesc Represents an InstanceStatus.
                 * @implements IInstanceStatus
                 * @constructor
                 * @param {tidemark.local.v1.IInstanceStatus=} [properties] Properties to set
                 */
                function InstanceStatus(properties) {
                    this.clusters = [];
                    this.links = [];
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * `projects/…/instances/…`
                 * @member {string} name
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @instance
                 */
                InstanceStatus.prototype.name = "";

                /**
                 * InstanceStatus clusters.
                 * @member {Array.<tidemark.local.v1.IClusterStatus>} clusters
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @instance
                 */
                InstanceStatus.prototype.clusters = $util.emptyArray;

                /**
                 * InstanceStatus links.
                 * @member {Array.<tidemark.local.v1.ILinkStatus>} links
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @instance
                 */
                InstanceStatus.prototype.links = $util.emptyArray;

                /**
                 * InstanceStatus tables.
                 * @member {number} tables
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @instance
                 */
                InstanceStatus.prototype.tables = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                /**
                 * Number of rows that differ between clusters.
                 * @member {number} pendingRows
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @instance
                 */
                InstanceStatus.prototype.pendingRows = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                /**
                 * Creates a new InstanceStatus instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @static
                 * @param {tidemark.local.v1.IInstanceStatus=} [properties] Properties to set
                 * @returns {tidemark.local.v1.InstanceStatus} InstanceStatus instance
                 */
                InstanceStatus.create = function create(properties) {
                    return new InstanceStatus(properties);
                };

                /**
                 * Encodes the specified InstanceStatus message. Does not implicitly {@link tidemark.local.v1.InstanceStatus.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @static
                 * @param {tidemark.local.v1.IInstanceStatus} message InstanceStatus message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                InstanceStatus.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
                    if (message.clusters != null && message.clusters.length)
                        for (var i = 0; i < message.clusters.length; ++i)
                            $root.tidemark.local.v1.ClusterStatus.encode(message.clusters[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
                    if (message.links != null && message.links.length)
                        for (var i = 0; i < message.links.length; ++i)
                            $root.tidemark.local.v1.LinkStatus.encode(message.links[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
                    if (message.tables != null && Object.hasOwnProperty.call(message, "tables"))
                        writer.uint32(/* id 4, wireType 0 =*/32).int64(message.tables);
                    if (message.pendingRows != null && Object.hasOwnProperty.call(message, "pendingRows"))
                        writer.uint32(/* id 5, wireType 0 =*/40).int64(message.pendingRows);
                    return writer;
                };

                /**
                 * Decodes an InstanceStatus message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.InstanceStatus} InstanceStatus
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates an InstanceStatus message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.InstanceStatus} InstanceStatus
                 */
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

                /**
                 * Creates a plain object from an InstanceStatus message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @static
                 * @param {tidemark.local.v1.InstanceStatus} message InstanceStatus
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this InstanceStatus to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.InstanceStatus
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                InstanceStatus.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return InstanceStatus;
            })();

            v1.ClusterStatus = (function() {

                /**
                 * Properties of a ClusterStatus.
                 * @memberof tidemark.local.v1
                 * @interface IClusterStatus
                 * @property {string|null} [id] ClusterStatus id
                 * @property {string|null} [region] ClusterStatus region
                 * @property {string|null} [zone] ClusterStatus zone
                 * @property {boolean|null} [stopped] ClusterStatus stopped
                 * @property {number|null} [slowMs] ClusterStatus slowMs
                 * @property {number|null} [errorRate] ClusterStatus errorRate
                 * @property {number|null} [clockSkewMs] ClusterStatus clockSkewMs
                 * @property {number|null} [pendingCommits] Number of commits of other clusters that it has not applied yet.
                 */

                /**
                 * Constructs a new ClusterStatus.
                 * @memberof tidemark.local.v1
                 * @classdesc Represents a ClusterStatus.
                 * @implements IClusterStatus
                 * @constructor
                 * @param {tidemark.local.v1.IClusterStatus=} [properties] Properties to set
                 */
                function ClusterStatus(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * ClusterStatus id.
                 * @member {string} id
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @instance
                 */
                ClusterStatus.prototype.id = "";

                /**
                 * ClusterStatus region.
                 * @member {string} region
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @instance
                 */
                ClusterStatus.prototype.region = "";

                /**
                 * ClusterStatus zone.
                 * @member {string} zone
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @instance
                 */
                ClusterStatus.prototype.zone = "";

                /**
                 * ClusterStatus stopped.
                 * @member {boolean} stopped
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @instance
                 */
                ClusterStatus.prototype.stopped = false;

                /**
                 * ClusterStatus slowMs.
                 * @member {number} slowMs
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @instance
                 */
                ClusterStatus.prototype.slowMs = 0;

                /**
                 * ClusterStatus errorRate.
                 * @member {number} errorRate
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @instance
                 */
                ClusterStatus.prototype.errorRate = 0;

                /**
                 * ClusterStatus clockSkewMs.
                 * @member {number} clockSkewMs
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @instance
                 */
                ClusterStatus.prototype.clockSkewMs = 0;

                /**
                 * Number of commits of other clusters that it has not applied yet.
                 * @member {number} pendingCommits
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @instance
                 */
                ClusterStatus.prototype.pendingCommits = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                /**
                 * Creates a new ClusterStatus instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @static
                 * @param {tidemark.local.v1.IClusterStatus=} [properties] Properties to set
                 * @returns {tidemark.local.v1.ClusterStatus} ClusterStatus instance
                 */
                ClusterStatus.create = function create(properties) {
                    return new ClusterStatus(properties);
                };

                /**
                 * Encodes the specified ClusterStatus message. Does not implicitly {@link tidemark.local.v1.ClusterStatus.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @static
                 * @param {tidemark.local.v1.IClusterStatus} message ClusterStatus message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                ClusterStatus.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                    if (message.region != null && Object.hasOwnProperty.call(message, "region"))
                        writer.uint32(/* id 2, wireType 2 =*/18).string(message.region);
                    if (message.zone != null && Object.hasOwnProperty.call(message, "zone"))
                        writer.uint32(/* id 3, wireType 2 =*/26).string(message.zone);
                    if (message.stopped != null && Object.hasOwnProperty.call(message, "stopped"))
                        writer.uint32(/* id 4, wireType 0 =*/32).bool(message.stopped);
                    if (message.slowMs != null && Object.hasOwnProperty.call(message, "slowMs"))
                        writer.uint32(/* id 5, wireType 1 =*/41).double(message.slowMs);
                    if (message.errorRate != null && Object.hasOwnProperty.call(message, "errorRate"))
                        writer.uint32(/* id 6, wireType 1 =*/49).double(message.errorRate);
                    if (message.clockSkewMs != null && Object.hasOwnProperty.call(message, "clockSkewMs"))
                        writer.uint32(/* id 7, wireType 1 =*/57).double(message.clockSkewMs);
                    if (message.pendingCommits != null && Object.hasOwnProperty.call(message, "pendingCommits"))
                        writer.uint32(/* id 8, wireType 0 =*/64).int64(message.pendingCommits);
                    return writer;
                };

                /**
                 * Decodes a ClusterStatus message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.ClusterStatus} ClusterStatus
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a ClusterStatus message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.ClusterStatus} ClusterStatus
                 */
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

                /**
                 * Creates a plain object from a ClusterStatus message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @static
                 * @param {tidemark.local.v1.ClusterStatus} message ClusterStatus
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this ClusterStatus to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.ClusterStatus
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                ClusterStatus.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return ClusterStatus;
            })();

            v1.LinkStatus = (function() {

                /**
                 * Properties of a LinkStatus.
                 * @memberof tidemark.local.v1
                 * @interface ILinkStatus
                 * @property {string|null} [from] Cluster ids.
                 * @property {string|null} [to] LinkStatus to
                 * @property {tidemark.local.v1.ILinkChange|null} [conditions] Current conditions, with all fields present.
                 * @property {boolean|null} [blocked] Whether the link is partitioned, or one of its ends is stopped.
                 * @property {number|null} [backlog] Number of commits in flight.
                 * @property {number|null} [lagMs] Age of the oldest commit in flight by the wall clock of `from`, in milliseconds. 0 if there is none.
                 * @property {number|null} [deliveredUpTo] Commit timestamp of `from` up to which `to` has everything, in microseconds since the Unix epoch.
                 */

                /**
                 * Constructs a new LinkStatus.
                 * @memberof tidemark.local.v1
                 * @classdesc A link carries the commits of one cluster to another.
                 * @implements ILinkStatus
                 * @constructor
                 * @param {tidemark.local.v1.ILinkStatus=} [properties] Properties to set
                 */
                function LinkStatus(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * Cluster ids.
                 * @member {string} from
                 * @memberof tidemark.local.v1.LinkStatus
                 * @instance
                 */
                LinkStatus.prototype.from = "";

                /**
                 * LinkStatus to.
                 * @member {string} to
                 * @memberof tidemark.local.v1.LinkStatus
                 * @instance
                 */
                LinkStatus.prototype.to = "";

                /**
                 * Current conditions, with all fields present.
                 * @member {tidemark.local.v1.ILinkChange|null|undefined} conditions
                 * @memberof tidemark.local.v1.LinkStatus
                 * @instance
                 */
                LinkStatus.prototype.conditions = null;

                /**
                 * Whether the link is partitioned, or one of its ends is stopped.
                 * @member {boolean} blocked
                 * @memberof tidemark.local.v1.LinkStatus
                 * @instance
                 */
                LinkStatus.prototype.blocked = false;

                /**
                 * Number of commits in flight.
                 * @member {number} backlog
                 * @memberof tidemark.local.v1.LinkStatus
                 * @instance
                 */
                LinkStatus.prototype.backlog = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                /**
                 * Age of the oldest commit in flight by the wall clock of `from`, in milliseconds. 0 if there is none.
                 * @member {number} lagMs
                 * @memberof tidemark.local.v1.LinkStatus
                 * @instance
                 */
                LinkStatus.prototype.lagMs = 0;

                /**
                 * Commit timestamp of `from` up to which `to` has everything, in microseconds since the Unix epoch.
                 * @member {number} deliveredUpTo
                 * @memberof tidemark.local.v1.LinkStatus
                 * @instance
                 */
                LinkStatus.prototype.deliveredUpTo = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

                /**
                 * Creates a new LinkStatus instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.LinkStatus
                 * @static
                 * @param {tidemark.local.v1.ILinkStatus=} [properties] Properties to set
                 * @returns {tidemark.local.v1.LinkStatus} LinkStatus instance
                 */
                LinkStatus.create = function create(properties) {
                    return new LinkStatus(properties);
                };

                /**
                 * Encodes the specified LinkStatus message. Does not implicitly {@link tidemark.local.v1.LinkStatus.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.LinkStatus
                 * @static
                 * @param {tidemark.local.v1.ILinkStatus} message LinkStatus message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                LinkStatus.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.from != null && Object.hasOwnProperty.call(message, "from"))
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.from);
                    if (message.to != null && Object.hasOwnProperty.call(message, "to"))
                        writer.uint32(/* id 2, wireType 2 =*/18).string(message.to);
                    if (message.conditions != null && Object.hasOwnProperty.call(message, "conditions"))
                        $root.tidemark.local.v1.LinkChange.encode(message.conditions, writer.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
                    if (message.blocked != null && Object.hasOwnProperty.call(message, "blocked"))
                        writer.uint32(/* id 4, wireType 0 =*/32).bool(message.blocked);
                    if (message.backlog != null && Object.hasOwnProperty.call(message, "backlog"))
                        writer.uint32(/* id 5, wireType 0 =*/40).int64(message.backlog);
                    if (message.lagMs != null && Object.hasOwnProperty.call(message, "lagMs"))
                        writer.uint32(/* id 6, wireType 1 =*/49).double(message.lagMs);
                    if (message.deliveredUpTo != null && Object.hasOwnProperty.call(message, "deliveredUpTo"))
                        writer.uint32(/* id 7, wireType 0 =*/56).int64(message.deliveredUpTo);
                    return writer;
                };

                /**
                 * Decodes a LinkStatus message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.LinkStatus
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.LinkStatus} LinkStatus
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a LinkStatus message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.LinkStatus
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.LinkStatus} LinkStatus
                 */
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

                /**
                 * Creates a plain object from a LinkStatus message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.LinkStatus
                 * @static
                 * @param {tidemark.local.v1.LinkStatus} message LinkStatus
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this LinkStatus to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.LinkStatus
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                LinkStatus.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return LinkStatus;
            })();

            v1.TimedFault = (function() {

                /**
                 * Properties of a TimedFault.
                 * @memberof tidemark.local.v1
                 * @interface ITimedFault
                 * @property {string|null} [description] Description, such as `cluster eu-b: stopped`.
                 * @property {number|null} [remainingMs] TimedFault remainingMs
                 */

                /**
                 * Constructs a new TimedFault.
                 * @memberof tidemark.local.v1
                 * @classdesc Represents a TimedFault.
                 * @implements ITimedFault
                 * @constructor
                 * @param {tidemark.local.v1.ITimedFault=} [properties] Properties to set
                 */
                function TimedFault(properties) {
                    if (properties)
                        for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                            if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                this[keys[i]] = properties[keys[i]];
                }

                /**
                 * Description, such as `cluster eu-b: stopped`.
                 * @member {string} description
                 * @memberof tidemark.local.v1.TimedFault
                 * @instance
                 */
                TimedFault.prototype.description = "";

                /**
                 * TimedFault remainingMs.
                 * @member {number} remainingMs
                 * @memberof tidemark.local.v1.TimedFault
                 * @instance
                 */
                TimedFault.prototype.remainingMs = 0;

                /**
                 * Creates a new TimedFault instance using the specified properties.
                 * @function create
                 * @memberof tidemark.local.v1.TimedFault
                 * @static
                 * @param {tidemark.local.v1.ITimedFault=} [properties] Properties to set
                 * @returns {tidemark.local.v1.TimedFault} TimedFault instance
                 */
                TimedFault.create = function create(properties) {
                    return new TimedFault(properties);
                };

                /**
                 * Encodes the specified TimedFault message. Does not implicitly {@link tidemark.local.v1.TimedFault.verify|verify} messages.
                 * @function encode
                 * @memberof tidemark.local.v1.TimedFault
                 * @static
                 * @param {tidemark.local.v1.ITimedFault} message TimedFault message or plain object to encode
                 * @param {$protobuf.Writer} [writer] Writer to encode to
                 * @returns {$protobuf.Writer} Writer
                 */
                TimedFault.encode = function encode(message, writer, q) {
                    if (!writer)
                        writer = $Writer.create();
                    if (q === undefined)
                        q = 0;
                    if (q > $util.recursionLimit)
                        throw Error("max depth exceeded");
                    if (message.description != null && Object.hasOwnProperty.call(message, "description"))
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.description);
                    if (message.remainingMs != null && Object.hasOwnProperty.call(message, "remainingMs"))
                        writer.uint32(/* id 2, wireType 1 =*/17).double(message.remainingMs);
                    return writer;
                };

                /**
                 * Decodes a TimedFault message from the specified reader or buffer.
                 * @function decode
                 * @memberof tidemark.local.v1.TimedFault
                 * @static
                 * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
                 * @param {number} [length] Message length if known beforehand
                 * @returns {tidemark.local.v1.TimedFault} TimedFault
                 * @throws {Error} If the payload is not a reader or valid buffer
                 * @throws {$protobuf.util.ProtocolError} If required fields are missing
                 */
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

                /**
                 * Creates a TimedFault message from a plain object. Also converts values to their respective internal types.
                 * @function fromObject
                 * @memberof tidemark.local.v1.TimedFault
                 * @static
                 * @param {Object.<string,*>} object Plain object
                 * @returns {tidemark.local.v1.TimedFault} TimedFault
                 */
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

                /**
                 * Creates a plain object from a TimedFault message. Also converts values to other types if specified.
                 * @function toObject
                 * @memberof tidemark.local.v1.TimedFault
                 * @static
                 * @param {tidemark.local.v1.TimedFault} message TimedFault
                 * @param {$protobuf.IConversionOptions} [options] Conversion options
                 * @returns {Object.<string,*>} Plain object
                 */
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

                /**
                 * Converts this TimedFault to JSON.
                 * @function toJSON
                 * @memberof tidemark.local.v1.TimedFault
                 * @instance
                 * @returns {Object.<string,*>} JSON object
                 */
                TimedFault.prototype.toJSON = function toJSON() {
                    return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
                };

                return TimedFault;
            })();

            return v1;
        })();

        return local;
    })();

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
             * @property {string|null} [userId] The row. Stored cells omit this field and the next two, because row, column and timestamp contain them.
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
             * @classdesc An action of a user on an ad: an event of the clickstream, and the content of a cell in the user's row.
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
             * The row. Stored cells omit this field and the next two, because row, column and timestamp contain them.
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

        v1.Campaign = (function() {

            /**
             * Properties of a Campaign.
             * @memberof tidemark.v1
             * @interface ICampaign
             * @property {string|null} [name] Campaign name
             * @property {string|null} [advertiserId] Campaign advertiserId
             * @property {string|null} [action] The action that is billed, such as `view`.
             * @property {Array.<tidemark.v1.IFlight>|null} [flights] Flights in the order of their days, without overlaps.
             * @property {number|null} [priority] Priority from 1, served first, to 100. 0: 50.
             * @property {string|null} [policy] `proportional`, `predictive` or `threshold`. Empty: the controller's default.
             * @property {number|null} [thresholdShare] Only for `threshold`: share of the purchased units at which the campaign is stopped for the day, above 0 and at
             * most 1. 0: the controller's default.
             * @property {boolean|null} [paused] Whether a user has paused the campaign.
             */

            /**
             * Constructs a new Campaign.
             * @memberof tidemark.v1
             * @classdesc A campaign that an advertiser has bought: a number of units, which are billable actions with distinct dedup keys, on
             * each day of its flights. Its object id is the campaign id of events.
             * @implements ICampaign
             * @constructor
             * @param {tidemark.v1.ICampaign=} [properties] Properties to set
             */
            function Campaign(properties) {
                this.flights = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Campaign name.
             * @member {string} name
             * @memberof tidemark.v1.Campaign
             * @instance
             */
            Campaign.prototype.name = "";

            /**
             * Campaign advertiserId.
             * @member {string} advertiserId
             * @memberof tidemark.v1.Campaign
             * @instance
             */
            Campaign.prototype.advertiserId = "";

            /**
             * The action that is billed, such as `view`.
             * @member {string} action
             * @memberof tidemark.v1.Campaign
             * @instance
             */
            Campaign.prototype.action = "";

            /**
             * Flights in the order of their days, without overlaps.
             * @member {Array.<tidemark.v1.IFlight>} flights
             * @memberof tidemark.v1.Campaign
             * @instance
             */
            Campaign.prototype.flights = $util.emptyArray;

            /**
             * Priority from 1, served first, to 100. 0: 50.
             * @member {number} priority
             * @memberof tidemark.v1.Campaign
             * @instance
             */
            Campaign.prototype.priority = 0;

            /**
             * `proportional`, `predictive` or `threshold`. Empty: the controller's default.
             * @member {string} policy
             * @memberof tidemark.v1.Campaign
             * @instance
             */
            Campaign.prototype.policy = "";

            /**
             * Only for `threshold`: share of the purchased units at which the campaign is stopped for the day, above 0 and at
             * most 1. 0: the controller's default.
             * @member {number} thresholdShare
             * @memberof tidemark.v1.Campaign
             * @instance
             */
            Campaign.prototype.thresholdShare = 0;

            /**
             * Whether a user has paused the campaign.
             * @member {boolean} paused
             * @memberof tidemark.v1.Campaign
             * @instance
             */
            Campaign.prototype.paused = false;

            /**
             * Creates a new Campaign instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.Campaign
             * @static
             * @param {tidemark.v1.ICampaign=} [properties] Properties to set
             * @returns {tidemark.v1.Campaign} Campaign instance
             */
            Campaign.create = function create(properties) {
                return new Campaign(properties);
            };

            /**
             * Encodes the specified Campaign message. Does not implicitly {@link tidemark.v1.Campaign.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.Campaign
             * @static
             * @param {tidemark.v1.ICampaign} message Campaign message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Campaign.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
                if (message.advertiserId != null && Object.hasOwnProperty.call(message, "advertiserId"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.advertiserId);
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.action);
                if (message.flights != null && message.flights.length)
                    for (var i = 0; i < message.flights.length; ++i)
                        $root.tidemark.v1.Flight.encode(message.flights[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
                if (message.priority != null && Object.hasOwnProperty.call(message, "priority"))
                    writer.uint32(/* id 5, wireType 0 =*/40).uint32(message.priority);
                if (message.policy != null && Object.hasOwnProperty.call(message, "policy"))
                    writer.uint32(/* id 6, wireType 2 =*/50).string(message.policy);
                if (message.thresholdShare != null && Object.hasOwnProperty.call(message, "thresholdShare"))
                    writer.uint32(/* id 7, wireType 1 =*/57).double(message.thresholdShare);
                if (message.paused != null && Object.hasOwnProperty.call(message, "paused"))
                    writer.uint32(/* id 8, wireType 0 =*/64).bool(message.paused);
                return writer;
            };

            /**
             * Decodes a Campaign message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.Campaign
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.Campaign} Campaign
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a Campaign message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.Campaign
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.Campaign} Campaign
             */
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

            /**
             * Creates a plain object from a Campaign message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.Campaign
             * @static
             * @param {tidemark.v1.Campaign} message Campaign
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this Campaign to JSON.
             * @function toJSON
             * @memberof tidemark.v1.Campaign
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            Campaign.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return Campaign;
        })();

        v1.Flight = (function() {

            /**
             * Properties of a Flight.
             * @memberof tidemark.v1
             * @interface IFlight
             * @property {string|null} [firstDay] First and last day, both inclusive, in ISO 8601, such as `2026-11-21`.
             * @property {string|null} [lastDay] Flight lastDay
             * @property {number|null} [unitsPerDay] Flight unitsPerDay
             */

            /**
             * Constructs a new Flight.
             * @memberof tidemark.v1
             * @classdesc Consecutive days with equal purchases, in the time zone of the campaign's counts.
             * @implements IFlight
             * @constructor
             * @param {tidemark.v1.IFlight=} [properties] Properties to set
             */
            function Flight(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * First and last day, both inclusive, in ISO 8601, such as `2026-11-21`.
             * @member {string} firstDay
             * @memberof tidemark.v1.Flight
             * @instance
             */
            Flight.prototype.firstDay = "";

            /**
             * Flight lastDay.
             * @member {string} lastDay
             * @memberof tidemark.v1.Flight
             * @instance
             */
            Flight.prototype.lastDay = "";

            /**
             * Flight unitsPerDay.
             * @member {number} unitsPerDay
             * @memberof tidemark.v1.Flight
             * @instance
             */
            Flight.prototype.unitsPerDay = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Creates a new Flight instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.Flight
             * @static
             * @param {tidemark.v1.IFlight=} [properties] Properties to set
             * @returns {tidemark.v1.Flight} Flight instance
             */
            Flight.create = function create(properties) {
                return new Flight(properties);
            };

            /**
             * Encodes the specified Flight message. Does not implicitly {@link tidemark.v1.Flight.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.Flight
             * @static
             * @param {tidemark.v1.IFlight} message Flight message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Flight.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.firstDay != null && Object.hasOwnProperty.call(message, "firstDay"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.firstDay);
                if (message.lastDay != null && Object.hasOwnProperty.call(message, "lastDay"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.lastDay);
                if (message.unitsPerDay != null && Object.hasOwnProperty.call(message, "unitsPerDay"))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint64(message.unitsPerDay);
                return writer;
            };

            /**
             * Decodes a Flight message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.Flight
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.Flight} Flight
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a Flight message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.Flight
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.Flight} Flight
             */
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

            /**
             * Creates a plain object from a Flight message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.Flight
             * @static
             * @param {tidemark.v1.Flight} message Flight
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this Flight to JSON.
             * @function toJSON
             * @memberof tidemark.v1.Flight
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            Flight.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return Flight;
        })();

        v1.CampaignAction = (function() {

            /**
             * Properties of a CampaignAction.
             * @memberof tidemark.v1
             * @interface ICampaignAction
             * @property {Uint8Array|null} [userId] The row. Stored cells omit this field and the next two, because row, column and timestamp contain them.
             * @property {string|null} [eventType] `view` or `click`.
             * @property {number|null} [eventTimeMs] Milliseconds since the Unix epoch, by the producer's clock.
             * @property {Uint8Array|null} [campaignId] CampaignAction campaignId
             * @property {Uint8Array|null} [sessionId] CampaignAction sessionId
             */

            /**
             * Constructs a new CampaignAction.
             * @memberof tidemark.v1
             * @classdesc A view or click of a campaign's creative by a user, by which campaigns are billed. All ids are UUIDs, which take 16
             * bytes in protobuf and in the store, and are text in JSON.
             * @implements ICampaignAction
             * @constructor
             * @param {tidemark.v1.ICampaignAction=} [properties] Properties to set
             */
            function CampaignAction(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * The row. Stored cells omit this field and the next two, because row, column and timestamp contain them.
             * @member {Uint8Array} userId
             * @memberof tidemark.v1.CampaignAction
             * @instance
             */
            CampaignAction.prototype.userId = $util.newBuffer([]);

            /**
             * `view` or `click`.
             * @member {string} eventType
             * @memberof tidemark.v1.CampaignAction
             * @instance
             */
            CampaignAction.prototype.eventType = "";

            /**
             * Milliseconds since the Unix epoch, by the producer's clock.
             * @member {number} eventTimeMs
             * @memberof tidemark.v1.CampaignAction
             * @instance
             */
            CampaignAction.prototype.eventTimeMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * CampaignAction campaignId.
             * @member {Uint8Array} campaignId
             * @memberof tidemark.v1.CampaignAction
             * @instance
             */
            CampaignAction.prototype.campaignId = $util.newBuffer([]);

            /**
             * CampaignAction sessionId.
             * @member {Uint8Array} sessionId
             * @memberof tidemark.v1.CampaignAction
             * @instance
             */
            CampaignAction.prototype.sessionId = $util.newBuffer([]);

            /**
             * Creates a new CampaignAction instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CampaignAction
             * @static
             * @param {tidemark.v1.ICampaignAction=} [properties] Properties to set
             * @returns {tidemark.v1.CampaignAction} CampaignAction instance
             */
            CampaignAction.create = function create(properties) {
                return new CampaignAction(properties);
            };

            /**
             * Encodes the specified CampaignAction message. Does not implicitly {@link tidemark.v1.CampaignAction.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CampaignAction
             * @static
             * @param {tidemark.v1.ICampaignAction} message CampaignAction message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CampaignAction.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 1, wireType 2 =*/10).bytes(message.userId);
                if (message.eventType != null && Object.hasOwnProperty.call(message, "eventType"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.eventType);
                if (message.eventTimeMs != null && Object.hasOwnProperty.call(message, "eventTimeMs"))
                    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.eventTimeMs);
                if (message.campaignId != null && Object.hasOwnProperty.call(message, "campaignId"))
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.campaignId);
                if (message.sessionId != null && Object.hasOwnProperty.call(message, "sessionId"))
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.sessionId);
                return writer;
            };

            /**
             * Decodes a CampaignAction message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CampaignAction
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CampaignAction} CampaignAction
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CampaignAction message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CampaignAction
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CampaignAction} CampaignAction
             */
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

            /**
             * Creates a plain object from a CampaignAction message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CampaignAction
             * @static
             * @param {tidemark.v1.CampaignAction} message CampaignAction
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CampaignAction to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CampaignAction
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CampaignAction.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CampaignAction;
        })();

        v1.CampaignActionBatch = (function() {

            /**
             * Properties of a CampaignActionBatch.
             * @memberof tidemark.v1
             * @interface ICampaignActionBatch
             * @property {Array.<tidemark.v1.ICampaignAction>|null} [events] CampaignActionBatch events
             */

            /**
             * Constructs a new CampaignActionBatch.
             * @memberof tidemark.v1
             * @classdesc Several events in one request or message.
             * @implements ICampaignActionBatch
             * @constructor
             * @param {tidemark.v1.ICampaignActionBatch=} [properties] Properties to set
             */
            function CampaignActionBatch(properties) {
                this.events = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CampaignActionBatch events.
             * @member {Array.<tidemark.v1.ICampaignAction>} events
             * @memberof tidemark.v1.CampaignActionBatch
             * @instance
             */
            CampaignActionBatch.prototype.events = $util.emptyArray;

            /**
             * Creates a new CampaignActionBatch instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CampaignActionBatch
             * @static
             * @param {tidemark.v1.ICampaignActionBatch=} [properties] Properties to set
             * @returns {tidemark.v1.CampaignActionBatch} CampaignActionBatch instance
             */
            CampaignActionBatch.create = function create(properties) {
                return new CampaignActionBatch(properties);
            };

            /**
             * Encodes the specified CampaignActionBatch message. Does not implicitly {@link tidemark.v1.CampaignActionBatch.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CampaignActionBatch
             * @static
             * @param {tidemark.v1.ICampaignActionBatch} message CampaignActionBatch message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CampaignActionBatch.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.events != null && message.events.length)
                    for (var i = 0; i < message.events.length; ++i)
                        $root.tidemark.v1.CampaignAction.encode(message.events[i], writer.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a CampaignActionBatch message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CampaignActionBatch
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CampaignActionBatch} CampaignActionBatch
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CampaignActionBatch message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CampaignActionBatch
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CampaignActionBatch} CampaignActionBatch
             */
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

            /**
             * Creates a plain object from a CampaignActionBatch message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CampaignActionBatch
             * @static
             * @param {tidemark.v1.CampaignActionBatch} message CampaignActionBatch
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CampaignActionBatch to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CampaignActionBatch
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CampaignActionBatch.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CampaignActionBatch;
        })();

        v1.CapCheck = (function() {

            /**
             * Properties of a CapCheck.
             * @memberof tidemark.v1
             * @interface ICapCheck
             * @property {string|null} [dataType] Empty: the default DataType.
             * @property {string|null} [userId] CapCheck userId
             * @property {Array.<tidemark.v1.ICapCandidate>|null} [candidates] CapCheck candidates
             * @property {Array.<tidemark.v1.ICapRule>|null} [rules] CapCheck rules
             * @property {number|null} [asOfMs] Milliseconds since the Unix epoch; absent: now.
             * @property {tidemark.v1.ICapReserve|null} [reserve] CapCheck reserve
             */

            /**
             * Constructs a new CapCheck.
             * @memberof tidemark.v1
             * @classdesc Body of `POST /v1/caps:check`. The fields are those of the JSON form, which docs/frequency-caps.md describes.
             * @implements ICapCheck
             * @constructor
             * @param {tidemark.v1.ICapCheck=} [properties] Properties to set
             */
            function CapCheck(properties) {
                this.candidates = [];
                this.rules = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Empty: the default DataType.
             * @member {string} dataType
             * @memberof tidemark.v1.CapCheck
             * @instance
             */
            CapCheck.prototype.dataType = "";

            /**
             * CapCheck userId.
             * @member {string} userId
             * @memberof tidemark.v1.CapCheck
             * @instance
             */
            CapCheck.prototype.userId = "";

            /**
             * CapCheck candidates.
             * @member {Array.<tidemark.v1.ICapCandidate>} candidates
             * @memberof tidemark.v1.CapCheck
             * @instance
             */
            CapCheck.prototype.candidates = $util.emptyArray;

            /**
             * CapCheck rules.
             * @member {Array.<tidemark.v1.ICapRule>} rules
             * @memberof tidemark.v1.CapCheck
             * @instance
             */
            CapCheck.prototype.rules = $util.emptyArray;

            /**
             * Milliseconds since the Unix epoch; absent: now.
             * @member {number|null|undefined} asOfMs
             * @memberof tidemark.v1.CapCheck
             * @instance
             */
            CapCheck.prototype.asOfMs = null;

            /**
             * CapCheck reserve.
             * @member {tidemark.v1.ICapReserve|null|undefined} reserve
             * @memberof tidemark.v1.CapCheck
             * @instance
             */
            CapCheck.prototype.reserve = null;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * CapCheck _asOfMs.
             * @member {"asOfMs"|undefined} _asOfMs
             * @memberof tidemark.v1.CapCheck
             * @instance
             */
            Object.defineProperty(CapCheck.prototype, "_asOfMs", {
                get: $util.oneOfGetter($oneOfFields = ["asOfMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CapCheck instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapCheck
             * @static
             * @param {tidemark.v1.ICapCheck=} [properties] Properties to set
             * @returns {tidemark.v1.CapCheck} CapCheck instance
             */
            CapCheck.create = function create(properties) {
                return new CapCheck(properties);
            };

            /**
             * Encodes the specified CapCheck message. Does not implicitly {@link tidemark.v1.CapCheck.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapCheck
             * @static
             * @param {tidemark.v1.ICapCheck} message CapCheck message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapCheck.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.dataType);
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.userId);
                if (message.candidates != null && message.candidates.length)
                    for (var i = 0; i < message.candidates.length; ++i)
                        $root.tidemark.v1.CapCandidate.encode(message.candidates[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
                if (message.rules != null && message.rules.length)
                    for (var i = 0; i < message.rules.length; ++i)
                        $root.tidemark.v1.CapRule.encode(message.rules[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.asOfMs);
                if (message.reserve != null && Object.hasOwnProperty.call(message, "reserve"))
                    $root.tidemark.v1.CapReserve.encode(message.reserve, writer.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a CapCheck message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapCheck
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapCheck} CapCheck
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CapCheck message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapCheck
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapCheck} CapCheck
             */
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

            /**
             * Creates a plain object from a CapCheck message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapCheck
             * @static
             * @param {tidemark.v1.CapCheck} message CapCheck
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CapCheck to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapCheck
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapCheck.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCheck;
        })();

        v1.CapCandidate = (function() {

            /**
             * Properties of a CapCandidate.
             * @memberof tidemark.v1
             * @interface ICapCandidate
             * @property {string|null} [id] Returned in the answer.
             * @property {Object.<string,string>|null} [dimensions] Ids by dimension name in JSON, such as "campaignId".
             */

            /**
             * Constructs a new CapCandidate.
             * @memberof tidemark.v1
             * @classdesc Represents a CapCandidate.
             * @implements ICapCandidate
             * @constructor
             * @param {tidemark.v1.ICapCandidate=} [properties] Properties to set
             */
            function CapCandidate(properties) {
                this.dimensions = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Returned in the answer.
             * @member {string} id
             * @memberof tidemark.v1.CapCandidate
             * @instance
             */
            CapCandidate.prototype.id = "";

            /**
             * Ids by dimension name in JSON, such as "campaignId".
             * @member {Object.<string,string>} dimensions
             * @memberof tidemark.v1.CapCandidate
             * @instance
             */
            CapCandidate.prototype.dimensions = $util.emptyObject;

            /**
             * Creates a new CapCandidate instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapCandidate
             * @static
             * @param {tidemark.v1.ICapCandidate=} [properties] Properties to set
             * @returns {tidemark.v1.CapCandidate} CapCandidate instance
             */
            CapCandidate.create = function create(properties) {
                return new CapCandidate(properties);
            };

            /**
             * Encodes the specified CapCandidate message. Does not implicitly {@link tidemark.v1.CapCandidate.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapCandidate
             * @static
             * @param {tidemark.v1.ICapCandidate} message CapCandidate message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapCandidate.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.dimensions != null && Object.hasOwnProperty.call(message, "dimensions"))
                    for (var keys = Object.keys(message.dimensions), i = 0; i < keys.length; ++i)
                        writer.uint32(/* id 2, wireType 2 =*/18).fork().uint32(/* id 1, wireType 2 =*/10).string(keys[i]).uint32(/* id 2, wireType 2 =*/18).string(message.dimensions[keys[i]]).ldelim();
                return writer;
            };

            /**
             * Decodes a CapCandidate message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapCandidate
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapCandidate} CapCandidate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CapCandidate message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapCandidate
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapCandidate} CapCandidate
             */
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

            /**
             * Creates a plain object from a CapCandidate message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapCandidate
             * @static
             * @param {tidemark.v1.CapCandidate} message CapCandidate
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CapCandidate to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapCandidate
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapCandidate.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCandidate;
        })();

        v1.CapRule = (function() {

            /**
             * Properties of a CapRule.
             * @memberof tidemark.v1
             * @interface ICapRule
             * @property {string|null} [name] CapRule name
             * @property {string|null} [level] Name of the level, such as "campaign".
             * @property {Array.<string>|null} [actions] CapRule actions
             * @property {string|null} [rolling] Length, such as "90m", "6h" or "7d".
             * @property {tidemark.v1.ICapCalendar|null} [calendar] CapRule calendar
             * @property {number|null} [maximum] CapRule maximum
             * @property {Object.<string,tidemark.v1.ICapCondition>|null} [where] Conditions by dimension name.
             */

            /**
             * Constructs a new CapRule.
             * @memberof tidemark.v1
             * @classdesc Represents a CapRule.
             * @implements ICapRule
             * @constructor
             * @param {tidemark.v1.ICapRule=} [properties] Properties to set
             */
            function CapRule(properties) {
                this.actions = [];
                this.where = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CapRule name.
             * @member {string} name
             * @memberof tidemark.v1.CapRule
             * @instance
             */
            CapRule.prototype.name = "";

            /**
             * Name of the level, such as "campaign".
             * @member {string} level
             * @memberof tidemark.v1.CapRule
             * @instance
             */
            CapRule.prototype.level = "";

            /**
             * CapRule actions.
             * @member {Array.<string>} actions
             * @memberof tidemark.v1.CapRule
             * @instance
             */
            CapRule.prototype.actions = $util.emptyArray;

            /**
             * Length, such as "90m", "6h" or "7d".
             * @member {string|null|undefined} rolling
             * @memberof tidemark.v1.CapRule
             * @instance
             */
            CapRule.prototype.rolling = null;

            /**
             * CapRule calendar.
             * @member {tidemark.v1.ICapCalendar|null|undefined} calendar
             * @memberof tidemark.v1.CapRule
             * @instance
             */
            CapRule.prototype.calendar = null;

            /**
             * CapRule maximum.
             * @member {number} maximum
             * @memberof tidemark.v1.CapRule
             * @instance
             */
            CapRule.prototype.maximum = 0;

            /**
             * Conditions by dimension name.
             * @member {Object.<string,tidemark.v1.ICapCondition>} where
             * @memberof tidemark.v1.CapRule
             * @instance
             */
            CapRule.prototype.where = $util.emptyObject;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * CapRule window.
             * @member {"rolling"|"calendar"|undefined} window
             * @memberof tidemark.v1.CapRule
             * @instance
             */
            Object.defineProperty(CapRule.prototype, "window", {
                get: $util.oneOfGetter($oneOfFields = ["rolling", "calendar"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CapRule instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapRule
             * @static
             * @param {tidemark.v1.ICapRule=} [properties] Properties to set
             * @returns {tidemark.v1.CapRule} CapRule instance
             */
            CapRule.create = function create(properties) {
                return new CapRule(properties);
            };

            /**
             * Encodes the specified CapRule message. Does not implicitly {@link tidemark.v1.CapRule.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapRule
             * @static
             * @param {tidemark.v1.ICapRule} message CapRule message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapRule.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
                if (message.level != null && Object.hasOwnProperty.call(message, "level"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.level);
                if (message.actions != null && message.actions.length)
                    for (var i = 0; i < message.actions.length; ++i)
                        writer.uint32(/* id 3, wireType 2 =*/26).string(message.actions[i]);
                if (message.rolling != null && Object.hasOwnProperty.call(message, "rolling"))
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.rolling);
                if (message.calendar != null && Object.hasOwnProperty.call(message, "calendar"))
                    $root.tidemark.v1.CapCalendar.encode(message.calendar, writer.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
                if (message.maximum != null && Object.hasOwnProperty.call(message, "maximum"))
                    writer.uint32(/* id 6, wireType 0 =*/48).uint32(message.maximum);
                if (message.where != null && Object.hasOwnProperty.call(message, "where"))
                    for (var keys = Object.keys(message.where), i = 0; i < keys.length; ++i) {
                        writer.uint32(/* id 7, wireType 2 =*/58).fork().uint32(/* id 1, wireType 2 =*/10).string(keys[i]);
                        $root.tidemark.v1.CapCondition.encode(message.where[keys[i]], writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
                    }
                return writer;
            };

            /**
             * Decodes a CapRule message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapRule
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapRule} CapRule
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CapRule message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapRule
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapRule} CapRule
             */
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

            /**
             * Creates a plain object from a CapRule message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapRule
             * @static
             * @param {tidemark.v1.CapRule} message CapRule
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CapRule to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapRule
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapRule.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapRule;
        })();

        v1.CapCalendar = (function() {

            /**
             * Properties of a CapCalendar.
             * @memberof tidemark.v1
             * @interface ICapCalendar
             * @property {number|null} [hours] CapCalendar hours
             * @property {number|null} [days] CapCalendar days
             * @property {number|null} [weeks] Weeks begin on Mondays.
             * @property {number|null} [months] CapCalendar months
             * @property {string|null} [timeZone] IANA time zone.
             */

            /**
             * Constructs a new CapCalendar.
             * @memberof tidemark.v1
             * @classdesc Exactly one of the units is set.
             * @implements ICapCalendar
             * @constructor
             * @param {tidemark.v1.ICapCalendar=} [properties] Properties to set
             */
            function CapCalendar(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CapCalendar hours.
             * @member {number} hours
             * @memberof tidemark.v1.CapCalendar
             * @instance
             */
            CapCalendar.prototype.hours = 0;

            /**
             * CapCalendar days.
             * @member {number} days
             * @memberof tidemark.v1.CapCalendar
             * @instance
             */
            CapCalendar.prototype.days = 0;

            /**
             * Weeks begin on Mondays.
             * @member {number} weeks
             * @memberof tidemark.v1.CapCalendar
             * @instance
             */
            CapCalendar.prototype.weeks = 0;

            /**
             * CapCalendar months.
             * @member {number} months
             * @memberof tidemark.v1.CapCalendar
             * @instance
             */
            CapCalendar.prototype.months = 0;

            /**
             * IANA time zone.
             * @member {string} timeZone
             * @memberof tidemark.v1.CapCalendar
             * @instance
             */
            CapCalendar.prototype.timeZone = "";

            /**
             * Creates a new CapCalendar instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapCalendar
             * @static
             * @param {tidemark.v1.ICapCalendar=} [properties] Properties to set
             * @returns {tidemark.v1.CapCalendar} CapCalendar instance
             */
            CapCalendar.create = function create(properties) {
                return new CapCalendar(properties);
            };

            /**
             * Encodes the specified CapCalendar message. Does not implicitly {@link tidemark.v1.CapCalendar.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapCalendar
             * @static
             * @param {tidemark.v1.ICapCalendar} message CapCalendar message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapCalendar.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.hours != null && Object.hasOwnProperty.call(message, "hours"))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.hours);
                if (message.days != null && Object.hasOwnProperty.call(message, "days"))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.days);
                if (message.weeks != null && Object.hasOwnProperty.call(message, "weeks"))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.weeks);
                if (message.months != null && Object.hasOwnProperty.call(message, "months"))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.months);
                if (message.timeZone != null && Object.hasOwnProperty.call(message, "timeZone"))
                    writer.uint32(/* id 5, wireType 2 =*/42).string(message.timeZone);
                return writer;
            };

            /**
             * Decodes a CapCalendar message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapCalendar
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapCalendar} CapCalendar
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CapCalendar message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapCalendar
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapCalendar} CapCalendar
             */
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

            /**
             * Creates a plain object from a CapCalendar message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapCalendar
             * @static
             * @param {tidemark.v1.CapCalendar} message CapCalendar
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CapCalendar to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapCalendar
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapCalendar.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCalendar;
        })();

        v1.CapCondition = (function() {

            /**
             * Properties of a CapCondition.
             * @memberof tidemark.v1
             * @interface ICapCondition
             * @property {Array.<string>|null} ["in"] Empty: any value.
             * @property {boolean|null} [optional] Whether events without the dimension count too.
             */

            /**
             * Constructs a new CapCondition.
             * @memberof tidemark.v1
             * @classdesc Represents a CapCondition.
             * @implements ICapCondition
             * @constructor
             * @param {tidemark.v1.ICapCondition=} [properties] Properties to set
             */
            function CapCondition(properties) {
                this["in"] = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Empty: any value.
             * @member {Array.<string>} in
             * @memberof tidemark.v1.CapCondition
             * @instance
             */
            CapCondition.prototype["in"] = $util.emptyArray;

            /**
             * Whether events without the dimension count too.
             * @member {boolean} optional
             * @memberof tidemark.v1.CapCondition
             * @instance
             */
            CapCondition.prototype.optional = false;

            /**
             * Creates a new CapCondition instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapCondition
             * @static
             * @param {tidemark.v1.ICapCondition=} [properties] Properties to set
             * @returns {tidemark.v1.CapCondition} CapCondition instance
             */
            CapCondition.create = function create(properties) {
                return new CapCondition(properties);
            };

            /**
             * Encodes the specified CapCondition message. Does not implicitly {@link tidemark.v1.CapCondition.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapCondition
             * @static
             * @param {tidemark.v1.ICapCondition} message CapCondition message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapCondition.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message["in"] != null && message["in"].length)
                    for (var i = 0; i < message["in"].length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message["in"][i]);
                if (message.optional != null && Object.hasOwnProperty.call(message, "optional"))
                    writer.uint32(/* id 2, wireType 0 =*/16).bool(message.optional);
                return writer;
            };

            /**
             * Decodes a CapCondition message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapCondition
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapCondition} CapCondition
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CapCondition message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapCondition
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapCondition} CapCondition
             */
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

            /**
             * Creates a plain object from a CapCondition message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapCondition
             * @static
             * @param {tidemark.v1.CapCondition} message CapCondition
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CapCondition to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapCondition
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapCondition.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCondition;
        })();

        v1.CapReserve = (function() {

            /**
             * Properties of a CapReserve.
             * @memberof tidemark.v1
             * @interface ICapReserve
             * @property {string|null} [action] CapReserve action
             * @property {number|null} [ttlSeconds] Lifetime. 0: one minute.
             */

            /**
             * Constructs a new CapReserve.
             * @memberof tidemark.v1
             * @classdesc Represents a CapReserve.
             * @implements ICapReserve
             * @constructor
             * @param {tidemark.v1.ICapReserve=} [properties] Properties to set
             */
            function CapReserve(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CapReserve action.
             * @member {string} action
             * @memberof tidemark.v1.CapReserve
             * @instance
             */
            CapReserve.prototype.action = "";

            /**
             * Lifetime. 0: one minute.
             * @member {number} ttlSeconds
             * @memberof tidemark.v1.CapReserve
             * @instance
             */
            CapReserve.prototype.ttlSeconds = 0;

            /**
             * Creates a new CapReserve instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapReserve
             * @static
             * @param {tidemark.v1.ICapReserve=} [properties] Properties to set
             * @returns {tidemark.v1.CapReserve} CapReserve instance
             */
            CapReserve.create = function create(properties) {
                return new CapReserve(properties);
            };

            /**
             * Encodes the specified CapReserve message. Does not implicitly {@link tidemark.v1.CapReserve.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapReserve
             * @static
             * @param {tidemark.v1.ICapReserve} message CapReserve message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapReserve.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.action);
                if (message.ttlSeconds != null && Object.hasOwnProperty.call(message, "ttlSeconds"))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.ttlSeconds);
                return writer;
            };

            /**
             * Decodes a CapReserve message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapReserve
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapReserve} CapReserve
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CapReserve message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapReserve
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapReserve} CapReserve
             */
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

            /**
             * Creates a plain object from a CapReserve message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapReserve
             * @static
             * @param {tidemark.v1.CapReserve} message CapReserve
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CapReserve to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapReserve
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapReserve.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapReserve;
        })();

        v1.CapCheckAnswer = (function() {

            /**
             * Properties of a CapCheckAnswer.
             * @memberof tidemark.v1
             * @interface ICapCheckAnswer
             * @property {string|null} [userId] CapCheckAnswer userId
             * @property {number|null} [asOfMs] CapCheckAnswer asOfMs
             * @property {Array.<tidemark.v1.ICapVerdict>|null} [candidates] One per candidate, in their order.
             * @property {string|null} [token] Token for the next read.
             */

            /**
             * Constructs a new CapCheckAnswer.
             * @memberof tidemark.v1
             * @classdesc Represents a CapCheckAnswer.
             * @implements ICapCheckAnswer
             * @constructor
             * @param {tidemark.v1.ICapCheckAnswer=} [properties] Properties to set
             */
            function CapCheckAnswer(properties) {
                this.candidates = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CapCheckAnswer userId.
             * @member {string} userId
             * @memberof tidemark.v1.CapCheckAnswer
             * @instance
             */
            CapCheckAnswer.prototype.userId = "";

            /**
             * CapCheckAnswer asOfMs.
             * @member {number} asOfMs
             * @memberof tidemark.v1.CapCheckAnswer
             * @instance
             */
            CapCheckAnswer.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * One per candidate, in their order.
             * @member {Array.<tidemark.v1.ICapVerdict>} candidates
             * @memberof tidemark.v1.CapCheckAnswer
             * @instance
             */
            CapCheckAnswer.prototype.candidates = $util.emptyArray;

            /**
             * Token for the next read.
             * @member {string} token
             * @memberof tidemark.v1.CapCheckAnswer
             * @instance
             */
            CapCheckAnswer.prototype.token = "";

            /**
             * Creates a new CapCheckAnswer instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapCheckAnswer
             * @static
             * @param {tidemark.v1.ICapCheckAnswer=} [properties] Properties to set
             * @returns {tidemark.v1.CapCheckAnswer} CapCheckAnswer instance
             */
            CapCheckAnswer.create = function create(properties) {
                return new CapCheckAnswer(properties);
            };

            /**
             * Encodes the specified CapCheckAnswer message. Does not implicitly {@link tidemark.v1.CapCheckAnswer.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapCheckAnswer
             * @static
             * @param {tidemark.v1.ICapCheckAnswer} message CapCheckAnswer message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapCheckAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.userId);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.asOfMs);
                if (message.candidates != null && message.candidates.length)
                    for (var i = 0; i < message.candidates.length; ++i)
                        $root.tidemark.v1.CapVerdict.encode(message.candidates[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
                if (message.token != null && Object.hasOwnProperty.call(message, "token"))
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.token);
                return writer;
            };

            /**
             * Decodes a CapCheckAnswer message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapCheckAnswer
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapCheckAnswer} CapCheckAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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
             * Creates a CapCheckAnswer message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapCheckAnswer
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapCheckAnswer} CapCheckAnswer
             */
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
                return message;
            };

            /**
             * Creates a plain object from a CapCheckAnswer message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapCheckAnswer
             * @static
             * @param {tidemark.v1.CapCheckAnswer} message CapCheckAnswer
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
            CapCheckAnswer.toObject = function toObject(message, options, q) {
                if (!options)
                    options = {};
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                var object = {};
                if (options.arrays || options.defaults)
                    object.candidates = [];
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
                return object;
            };

            /**
             * Converts this CapCheckAnswer to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapCheckAnswer
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapCheckAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapCheckAnswer;
        })();

        v1.CapVerdict = (function() {

            /**
             * Properties of a CapVerdict.
             * @memberof tidemark.v1
             * @interface ICapVerdict
             * @property {string|null} [id] CapVerdict id
             * @property {boolean|null} [allowed] CapVerdict allowed
             * @property {number|null} [remaining] Number of events that would still be allowed now. Absent if no rule applies.
             * @property {Array.<tidemark.v1.ICapBlocking>|null} [blockedBy] CapVerdict blockedBy
             * @property {number|null} [freesUpAtMs] Milliseconds since the Unix epoch. Absent: never, or the candidate is allowed.
             * @property {tidemark.v1.ICapReservation|null} [reservation] CapVerdict reservation
             */

            /**
             * Constructs a new CapVerdict.
             * @memberof tidemark.v1
             * @classdesc Represents a CapVerdict.
             * @implements ICapVerdict
             * @constructor
             * @param {tidemark.v1.ICapVerdict=} [properties] Properties to set
             */
            function CapVerdict(properties) {
                this.blockedBy = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CapVerdict id.
             * @member {string} id
             * @memberof tidemark.v1.CapVerdict
             * @instance
             */
            CapVerdict.prototype.id = "";

            /**
             * CapVerdict allowed.
             * @member {boolean} allowed
             * @memberof tidemark.v1.CapVerdict
             * @instance
             */
            CapVerdict.prototype.allowed = false;

            /**
             * Number of events that would still be allowed now. Absent if no rule applies.
             * @member {number|null|undefined} remaining
             * @memberof tidemark.v1.CapVerdict
             * @instance
             */
            CapVerdict.prototype.remaining = null;

            /**
             * CapVerdict blockedBy.
             * @member {Array.<tidemark.v1.ICapBlocking>} blockedBy
             * @memberof tidemark.v1.CapVerdict
             * @instance
             */
            CapVerdict.prototype.blockedBy = $util.emptyArray;

            /**
             * Milliseconds since the Unix epoch. Absent: never, or the candidate is allowed.
             * @member {number|null|undefined} freesUpAtMs
             * @memberof tidemark.v1.CapVerdict
             * @instance
             */
            CapVerdict.prototype.freesUpAtMs = null;

            /**
             * CapVerdict reservation.
             * @member {tidemark.v1.ICapReservation|null|undefined} reservation
             * @memberof tidemark.v1.CapVerdict
             * @instance
             */
            CapVerdict.prototype.reservation = null;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * CapVerdict _remaining.
             * @member {"remaining"|undefined} _remaining
             * @memberof tidemark.v1.CapVerdict
             * @instance
             */
            Object.defineProperty(CapVerdict.prototype, "_remaining", {
                get: $util.oneOfGetter($oneOfFields = ["remaining"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * CapVerdict _freesUpAtMs.
             * @member {"freesUpAtMs"|undefined} _freesUpAtMs
             * @memberof tidemark.v1.CapVerdict
             * @instance
             */
            Object.defineProperty(CapVerdict.prototype, "_freesUpAtMs", {
                get: $util.oneOfGetter($oneOfFields = ["freesUpAtMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CapVerdict instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapVerdict
             * @static
             * @param {tidemark.v1.ICapVerdict=} [properties] Properties to set
             * @returns {tidemark.v1.CapVerdict} CapVerdict instance
             */
            CapVerdict.create = function create(properties) {
                return new CapVerdict(properties);
            };

            /**
             * Encodes the specified CapVerdict message. Does not implicitly {@link tidemark.v1.CapVerdict.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapVerdict
             * @static
             * @param {tidemark.v1.ICapVerdict} message CapVerdict message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapVerdict.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.allowed != null && Object.hasOwnProperty.call(message, "allowed"))
                    writer.uint32(/* id 2, wireType 0 =*/16).bool(message.allowed);
                if (message.remaining != null && Object.hasOwnProperty.call(message, "remaining"))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.remaining);
                if (message.blockedBy != null && message.blockedBy.length)
                    for (var i = 0; i < message.blockedBy.length; ++i)
                        $root.tidemark.v1.CapBlocking.encode(message.blockedBy[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
                if (message.freesUpAtMs != null && Object.hasOwnProperty.call(message, "freesUpAtMs"))
                    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.freesUpAtMs);
                if (message.reservation != null && Object.hasOwnProperty.call(message, "reservation"))
                    $root.tidemark.v1.CapReservation.encode(message.reservation, writer.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a CapVerdict message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapVerdict
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapVerdict} CapVerdict
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CapVerdict message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapVerdict
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapVerdict} CapVerdict
             */
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

            /**
             * Creates a plain object from a CapVerdict message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapVerdict
             * @static
             * @param {tidemark.v1.CapVerdict} message CapVerdict
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CapVerdict to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapVerdict
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapVerdict.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapVerdict;
        })();

        v1.CapBlocking = (function() {

            /**
             * Properties of a CapBlocking.
             * @memberof tidemark.v1
             * @interface ICapBlocking
             * @property {string|null} [rule] CapBlocking rule
             * @property {string|null} [level] CapBlocking level
             * @property {string|null} [entityId] CapBlocking entityId
             * @property {number|null} [count] CapBlocking count
             * @property {number|null} [maximum] CapBlocking maximum
             * @property {number|null} [freesUpAtMs] Absent: never.
             */

            /**
             * Constructs a new CapBlocking.
             * @memberof tidemark.v1
             * @classdesc Represents a CapBlocking.
             * @implements ICapBlocking
             * @constructor
             * @param {tidemark.v1.ICapBlocking=} [properties] Properties to set
             */
            function CapBlocking(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CapBlocking rule.
             * @member {string} rule
             * @memberof tidemark.v1.CapBlocking
             * @instance
             */
            CapBlocking.prototype.rule = "";

            /**
             * CapBlocking level.
             * @member {string} level
             * @memberof tidemark.v1.CapBlocking
             * @instance
             */
            CapBlocking.prototype.level = "";

            /**
             * CapBlocking entityId.
             * @member {string} entityId
             * @memberof tidemark.v1.CapBlocking
             * @instance
             */
            CapBlocking.prototype.entityId = "";

            /**
             * CapBlocking count.
             * @member {number} count
             * @memberof tidemark.v1.CapBlocking
             * @instance
             */
            CapBlocking.prototype.count = 0;

            /**
             * CapBlocking maximum.
             * @member {number} maximum
             * @memberof tidemark.v1.CapBlocking
             * @instance
             */
            CapBlocking.prototype.maximum = 0;

            /**
             * Absent: never.
             * @member {number|null|undefined} freesUpAtMs
             * @memberof tidemark.v1.CapBlocking
             * @instance
             */
            CapBlocking.prototype.freesUpAtMs = null;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * CapBlocking _freesUpAtMs.
             * @member {"freesUpAtMs"|undefined} _freesUpAtMs
             * @memberof tidemark.v1.CapBlocking
             * @instance
             */
            Object.defineProperty(CapBlocking.prototype, "_freesUpAtMs", {
                get: $util.oneOfGetter($oneOfFields = ["freesUpAtMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CapBlocking instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapBlocking
             * @static
             * @param {tidemark.v1.ICapBlocking=} [properties] Properties to set
             * @returns {tidemark.v1.CapBlocking} CapBlocking instance
             */
            CapBlocking.create = function create(properties) {
                return new CapBlocking(properties);
            };

            /**
             * Encodes the specified CapBlocking message. Does not implicitly {@link tidemark.v1.CapBlocking.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapBlocking
             * @static
             * @param {tidemark.v1.ICapBlocking} message CapBlocking message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapBlocking.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.rule != null && Object.hasOwnProperty.call(message, "rule"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.rule);
                if (message.level != null && Object.hasOwnProperty.call(message, "level"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.level);
                if (message.entityId != null && Object.hasOwnProperty.call(message, "entityId"))
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.entityId);
                if (message.count != null && Object.hasOwnProperty.call(message, "count"))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.count);
                if (message.maximum != null && Object.hasOwnProperty.call(message, "maximum"))
                    writer.uint32(/* id 5, wireType 0 =*/40).uint32(message.maximum);
                if (message.freesUpAtMs != null && Object.hasOwnProperty.call(message, "freesUpAtMs"))
                    writer.uint32(/* id 6, wireType 0 =*/48).int64(message.freesUpAtMs);
                return writer;
            };

            /**
             * Decodes a CapBlocking message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapBlocking
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapBlocking} CapBlocking
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CapBlocking message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapBlocking
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapBlocking} CapBlocking
             */
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

            /**
             * Creates a plain object from a CapBlocking message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapBlocking
             * @static
             * @param {tidemark.v1.CapBlocking} message CapBlocking
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CapBlocking to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapBlocking
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapBlocking.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapBlocking;
        })();

        v1.CapReservation = (function() {

            /**
             * Properties of a CapReservation.
             * @memberof tidemark.v1
             * @interface ICapReservation
             * @property {string|null} [id] CapReservation id
             * @property {number|null} [expiresAtMs] CapReservation expiresAtMs
             */

            /**
             * Constructs a new CapReservation.
             * @memberof tidemark.v1
             * @classdesc Represents a CapReservation.
             * @implements ICapReservation
             * @constructor
             * @param {tidemark.v1.ICapReservation=} [properties] Properties to set
             */
            function CapReservation(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CapReservation id.
             * @member {string} id
             * @memberof tidemark.v1.CapReservation
             * @instance
             */
            CapReservation.prototype.id = "";

            /**
             * CapReservation expiresAtMs.
             * @member {number} expiresAtMs
             * @memberof tidemark.v1.CapReservation
             * @instance
             */
            CapReservation.prototype.expiresAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Creates a new CapReservation instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CapReservation
             * @static
             * @param {tidemark.v1.ICapReservation=} [properties] Properties to set
             * @returns {tidemark.v1.CapReservation} CapReservation instance
             */
            CapReservation.create = function create(properties) {
                return new CapReservation(properties);
            };

            /**
             * Encodes the specified CapReservation message. Does not implicitly {@link tidemark.v1.CapReservation.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CapReservation
             * @static
             * @param {tidemark.v1.ICapReservation} message CapReservation message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CapReservation.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.id);
                if (message.expiresAtMs != null && Object.hasOwnProperty.call(message, "expiresAtMs"))
                    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.expiresAtMs);
                return writer;
            };

            /**
             * Decodes a CapReservation message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CapReservation
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CapReservation} CapReservation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CapReservation message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CapReservation
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CapReservation} CapReservation
             */
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

            /**
             * Creates a plain object from a CapReservation message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CapReservation
             * @static
             * @param {tidemark.v1.CapReservation} message CapReservation
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CapReservation to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CapReservation
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CapReservation.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CapReservation;
        })();

        v1.StoredReservation = (function() {

            /**
             * Properties of a StoredReservation.
             * @memberof tidemark.v1
             * @interface IStoredReservation
             * @property {string|null} [dataType] Family of the DataType.
             * @property {number|null} [action] Code of the action.
             * @property {number|null} [expiresAtMs] StoredReservation expiresAtMs
             * @property {Object.<string,string>|null} [dimensions] Canonical ids by the field numbers of the event's message.
             */

            /**
             * Constructs a new StoredReservation.
             * @memberof tidemark.v1
             * @classdesc Cell of the family `_rsv`: an allowed event that has not arrived yet. The column is its id, and the timestamp is the
             * time of the reservation.
             * @implements IStoredReservation
             * @constructor
             * @param {tidemark.v1.IStoredReservation=} [properties] Properties to set
             */
            function StoredReservation(properties) {
                this.dimensions = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Family of the DataType.
             * @member {string} dataType
             * @memberof tidemark.v1.StoredReservation
             * @instance
             */
            StoredReservation.prototype.dataType = "";

            /**
             * Code of the action.
             * @member {number} action
             * @memberof tidemark.v1.StoredReservation
             * @instance
             */
            StoredReservation.prototype.action = 0;

            /**
             * StoredReservation expiresAtMs.
             * @member {number} expiresAtMs
             * @memberof tidemark.v1.StoredReservation
             * @instance
             */
            StoredReservation.prototype.expiresAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Canonical ids by the field numbers of the event's message.
             * @member {Object.<string,string>} dimensions
             * @memberof tidemark.v1.StoredReservation
             * @instance
             */
            StoredReservation.prototype.dimensions = $util.emptyObject;

            /**
             * Creates a new StoredReservation instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.StoredReservation
             * @static
             * @param {tidemark.v1.IStoredReservation=} [properties] Properties to set
             * @returns {tidemark.v1.StoredReservation} StoredReservation instance
             */
            StoredReservation.create = function create(properties) {
                return new StoredReservation(properties);
            };

            /**
             * Encodes the specified StoredReservation message. Does not implicitly {@link tidemark.v1.StoredReservation.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.StoredReservation
             * @static
             * @param {tidemark.v1.IStoredReservation} message StoredReservation message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StoredReservation.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.dataType);
                if (message.action != null && Object.hasOwnProperty.call(message, "action"))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.action);
                if (message.expiresAtMs != null && Object.hasOwnProperty.call(message, "expiresAtMs"))
                    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.expiresAtMs);
                if (message.dimensions != null && Object.hasOwnProperty.call(message, "dimensions"))
                    for (var keys = Object.keys(message.dimensions), i = 0; i < keys.length; ++i)
                        writer.uint32(/* id 4, wireType 2 =*/34).fork().uint32(/* id 1, wireType 0 =*/8).uint32(keys[i]).uint32(/* id 2, wireType 2 =*/18).string(message.dimensions[keys[i]]).ldelim();
                return writer;
            };

            /**
             * Decodes a StoredReservation message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.StoredReservation
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.StoredReservation} StoredReservation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a StoredReservation message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.StoredReservation
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.StoredReservation} StoredReservation
             */
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

            /**
             * Creates a plain object from a StoredReservation message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.StoredReservation
             * @static
             * @param {tidemark.v1.StoredReservation} message StoredReservation
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this StoredReservation to JSON.
             * @function toJSON
             * @memberof tidemark.v1.StoredReservation
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            StoredReservation.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return StoredReservation;
        })();

        v1.CountQuery = (function() {

            /**
             * Properties of a CountQuery.
             * @memberof tidemark.v1
             * @interface ICountQuery
             * @property {string|null} [userId] CountQuery userId
             * @property {string|null} [dataType] CountQuery dataType
             * @property {Array.<string>|null} [actions] CountQuery actions
             * @property {Object.<string,tidemark.v1.ICountCondition>|null} [where] Conditions by dimension name, such as "viewType".
             * @property {Object.<string,tidemark.v1.ICountedEntities>|null} [entities] Entities by level name, such as "campaign".
             * @property {Array.<tidemark.v1.ICountWindow>|null} [windows] CountQuery windows
             * @property {Array.<string>|null} [groupBy] "action", and names of dimensions.
             * @property {number|null} [asOfMs] Milliseconds since the Unix epoch; absent: now.
             * @property {boolean|null} [explain] CountQuery explain
             */

            /**
             * Constructs a new CountQuery.
             * @memberof tidemark.v1
             * @classdesc Body of `POST /v1/counts:query`. The fields are those of the JSON form, which docs/events-and-counts.md describes.
             * Empty fields have their defaults.
             * @implements ICountQuery
             * @constructor
             * @param {tidemark.v1.ICountQuery=} [properties] Properties to set
             */
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

            /**
             * CountQuery userId.
             * @member {string} userId
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            CountQuery.prototype.userId = "";

            /**
             * CountQuery dataType.
             * @member {string} dataType
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            CountQuery.prototype.dataType = "";

            /**
             * CountQuery actions.
             * @member {Array.<string>} actions
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            CountQuery.prototype.actions = $util.emptyArray;

            /**
             * Conditions by dimension name, such as "viewType".
             * @member {Object.<string,tidemark.v1.ICountCondition>} where
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            CountQuery.prototype.where = $util.emptyObject;

            /**
             * Entities by level name, such as "campaign".
             * @member {Object.<string,tidemark.v1.ICountedEntities>} entities
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            CountQuery.prototype.entities = $util.emptyObject;

            /**
             * CountQuery windows.
             * @member {Array.<tidemark.v1.ICountWindow>} windows
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            CountQuery.prototype.windows = $util.emptyArray;

            /**
             * "action", and names of dimensions.
             * @member {Array.<string>} groupBy
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            CountQuery.prototype.groupBy = $util.emptyArray;

            /**
             * Milliseconds since the Unix epoch; absent: now.
             * @member {number|null|undefined} asOfMs
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            CountQuery.prototype.asOfMs = null;

            /**
             * CountQuery explain.
             * @member {boolean} explain
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            CountQuery.prototype.explain = false;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * CountQuery _asOfMs.
             * @member {"asOfMs"|undefined} _asOfMs
             * @memberof tidemark.v1.CountQuery
             * @instance
             */
            Object.defineProperty(CountQuery.prototype, "_asOfMs", {
                get: $util.oneOfGetter($oneOfFields = ["asOfMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CountQuery instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountQuery
             * @static
             * @param {tidemark.v1.ICountQuery=} [properties] Properties to set
             * @returns {tidemark.v1.CountQuery} CountQuery instance
             */
            CountQuery.create = function create(properties) {
                return new CountQuery(properties);
            };

            /**
             * Encodes the specified CountQuery message. Does not implicitly {@link tidemark.v1.CountQuery.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountQuery
             * @static
             * @param {tidemark.v1.ICountQuery} message CountQuery message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountQuery.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.userId);
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.dataType);
                if (message.actions != null && message.actions.length)
                    for (var i = 0; i < message.actions.length; ++i)
                        writer.uint32(/* id 3, wireType 2 =*/26).string(message.actions[i]);
                if (message.where != null && Object.hasOwnProperty.call(message, "where"))
                    for (var keys = Object.keys(message.where), i = 0; i < keys.length; ++i) {
                        writer.uint32(/* id 4, wireType 2 =*/34).fork().uint32(/* id 1, wireType 2 =*/10).string(keys[i]);
                        $root.tidemark.v1.CountCondition.encode(message.where[keys[i]], writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
                    }
                if (message.entities != null && Object.hasOwnProperty.call(message, "entities"))
                    for (var keys = Object.keys(message.entities), i = 0; i < keys.length; ++i) {
                        writer.uint32(/* id 5, wireType 2 =*/42).fork().uint32(/* id 1, wireType 2 =*/10).string(keys[i]);
                        $root.tidemark.v1.CountedEntities.encode(message.entities[keys[i]], writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
                    }
                if (message.windows != null && message.windows.length)
                    for (var i = 0; i < message.windows.length; ++i)
                        $root.tidemark.v1.CountWindow.encode(message.windows[i], writer.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
                if (message.groupBy != null && message.groupBy.length)
                    for (var i = 0; i < message.groupBy.length; ++i)
                        writer.uint32(/* id 7, wireType 2 =*/58).string(message.groupBy[i]);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(/* id 8, wireType 0 =*/64).int64(message.asOfMs);
                if (message.explain != null && Object.hasOwnProperty.call(message, "explain"))
                    writer.uint32(/* id 9, wireType 0 =*/72).bool(message.explain);
                return writer;
            };

            /**
             * Decodes a CountQuery message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountQuery
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountQuery} CountQuery
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountQuery message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountQuery
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountQuery} CountQuery
             */
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

            /**
             * Creates a plain object from a CountQuery message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountQuery
             * @static
             * @param {tidemark.v1.CountQuery} message CountQuery
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountQuery to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountQuery
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountQuery.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountQuery;
        })();

        v1.BatchCountQuery = (function() {

            /**
             * Properties of a BatchCountQuery.
             * @memberof tidemark.v1
             * @interface IBatchCountQuery
             * @property {Array.<string>|null} [users] BatchCountQuery users
             * @property {tidemark.v1.ICountQuery|null} [query] Query for all users. `user_id` is empty.
             */

            /**
             * Constructs a new BatchCountQuery.
             * @memberof tidemark.v1
             * @classdesc Body of `POST /v1/counts:batchQuery`.
             * @implements IBatchCountQuery
             * @constructor
             * @param {tidemark.v1.IBatchCountQuery=} [properties] Properties to set
             */
            function BatchCountQuery(properties) {
                this.users = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * BatchCountQuery users.
             * @member {Array.<string>} users
             * @memberof tidemark.v1.BatchCountQuery
             * @instance
             */
            BatchCountQuery.prototype.users = $util.emptyArray;

            /**
             * Query for all users. `user_id` is empty.
             * @member {tidemark.v1.ICountQuery|null|undefined} query
             * @memberof tidemark.v1.BatchCountQuery
             * @instance
             */
            BatchCountQuery.prototype.query = null;

            /**
             * Creates a new BatchCountQuery instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.BatchCountQuery
             * @static
             * @param {tidemark.v1.IBatchCountQuery=} [properties] Properties to set
             * @returns {tidemark.v1.BatchCountQuery} BatchCountQuery instance
             */
            BatchCountQuery.create = function create(properties) {
                return new BatchCountQuery(properties);
            };

            /**
             * Encodes the specified BatchCountQuery message. Does not implicitly {@link tidemark.v1.BatchCountQuery.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.BatchCountQuery
             * @static
             * @param {tidemark.v1.IBatchCountQuery} message BatchCountQuery message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BatchCountQuery.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.users != null && message.users.length)
                    for (var i = 0; i < message.users.length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.users[i]);
                if (message.query != null && Object.hasOwnProperty.call(message, "query"))
                    $root.tidemark.v1.CountQuery.encode(message.query, writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a BatchCountQuery message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.BatchCountQuery
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.BatchCountQuery} BatchCountQuery
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a BatchCountQuery message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.BatchCountQuery
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.BatchCountQuery} BatchCountQuery
             */
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

            /**
             * Creates a plain object from a BatchCountQuery message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.BatchCountQuery
             * @static
             * @param {tidemark.v1.BatchCountQuery} message BatchCountQuery
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this BatchCountQuery to JSON.
             * @function toJSON
             * @memberof tidemark.v1.BatchCountQuery
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            BatchCountQuery.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return BatchCountQuery;
        })();

        v1.CountCondition = (function() {

            /**
             * Properties of a CountCondition.
             * @memberof tidemark.v1
             * @interface ICountCondition
             * @property {Array.<string>|null} ["in"] Empty: any value.
             * @property {boolean|null} [optional] Whether events without the dimension count too.
             */

            /**
             * Constructs a new CountCondition.
             * @memberof tidemark.v1
             * @classdesc Represents a CountCondition.
             * @implements ICountCondition
             * @constructor
             * @param {tidemark.v1.ICountCondition=} [properties] Properties to set
             */
            function CountCondition(properties) {
                this["in"] = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Empty: any value.
             * @member {Array.<string>} in
             * @memberof tidemark.v1.CountCondition
             * @instance
             */
            CountCondition.prototype["in"] = $util.emptyArray;

            /**
             * Whether events without the dimension count too.
             * @member {boolean} optional
             * @memberof tidemark.v1.CountCondition
             * @instance
             */
            CountCondition.prototype.optional = false;

            /**
             * Creates a new CountCondition instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountCondition
             * @static
             * @param {tidemark.v1.ICountCondition=} [properties] Properties to set
             * @returns {tidemark.v1.CountCondition} CountCondition instance
             */
            CountCondition.create = function create(properties) {
                return new CountCondition(properties);
            };

            /**
             * Encodes the specified CountCondition message. Does not implicitly {@link tidemark.v1.CountCondition.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountCondition
             * @static
             * @param {tidemark.v1.ICountCondition} message CountCondition message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountCondition.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message["in"] != null && message["in"].length)
                    for (var i = 0; i < message["in"].length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message["in"][i]);
                if (message.optional != null && Object.hasOwnProperty.call(message, "optional"))
                    writer.uint32(/* id 2, wireType 0 =*/16).bool(message.optional);
                return writer;
            };

            /**
             * Decodes a CountCondition message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountCondition
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountCondition} CountCondition
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountCondition message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountCondition
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountCondition} CountCondition
             */
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

            /**
             * Creates a plain object from a CountCondition message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountCondition
             * @static
             * @param {tidemark.v1.CountCondition} message CountCondition
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountCondition to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountCondition
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountCondition.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountCondition;
        })();

        v1.CountedEntities = (function() {

            /**
             * Properties of a CountedEntities.
             * @memberof tidemark.v1
             * @interface ICountedEntities
             * @property {Array.<string>|null} [ids] CountedEntities ids
             * @property {boolean|null} [all] All entities that occur, instead of the listed ones.
             */

            /**
             * Constructs a new CountedEntities.
             * @memberof tidemark.v1
             * @classdesc Represents a CountedEntities.
             * @implements ICountedEntities
             * @constructor
             * @param {tidemark.v1.ICountedEntities=} [properties] Properties to set
             */
            function CountedEntities(properties) {
                this.ids = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CountedEntities ids.
             * @member {Array.<string>} ids
             * @memberof tidemark.v1.CountedEntities
             * @instance
             */
            CountedEntities.prototype.ids = $util.emptyArray;

            /**
             * All entities that occur, instead of the listed ones.
             * @member {boolean} all
             * @memberof tidemark.v1.CountedEntities
             * @instance
             */
            CountedEntities.prototype.all = false;

            /**
             * Creates a new CountedEntities instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountedEntities
             * @static
             * @param {tidemark.v1.ICountedEntities=} [properties] Properties to set
             * @returns {tidemark.v1.CountedEntities} CountedEntities instance
             */
            CountedEntities.create = function create(properties) {
                return new CountedEntities(properties);
            };

            /**
             * Encodes the specified CountedEntities message. Does not implicitly {@link tidemark.v1.CountedEntities.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountedEntities
             * @static
             * @param {tidemark.v1.ICountedEntities} message CountedEntities message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountedEntities.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.ids != null && message.ids.length)
                    for (var i = 0; i < message.ids.length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.ids[i]);
                if (message.all != null && Object.hasOwnProperty.call(message, "all"))
                    writer.uint32(/* id 2, wireType 0 =*/16).bool(message.all);
                return writer;
            };

            /**
             * Decodes a CountedEntities message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountedEntities
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountedEntities} CountedEntities
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountedEntities message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountedEntities
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountedEntities} CountedEntities
             */
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

            /**
             * Creates a plain object from a CountedEntities message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountedEntities
             * @static
             * @param {tidemark.v1.CountedEntities} message CountedEntities
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountedEntities to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountedEntities
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountedEntities.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountedEntities;
        })();

        v1.CountWindow = (function() {

            /**
             * Properties of a CountWindow.
             * @memberof tidemark.v1
             * @interface ICountWindow
             * @property {string|null} [rolling] Length, such as "90m", "6h" or "7d".
             * @property {tidemark.v1.IAbsoluteWindow|null} [absolute] CountWindow absolute
             * @property {tidemark.v1.ICalendarWindow|null} [calendar] CountWindow calendar
             */

            /**
             * Constructs a new CountWindow.
             * @memberof tidemark.v1
             * @classdesc Represents a CountWindow.
             * @implements ICountWindow
             * @constructor
             * @param {tidemark.v1.ICountWindow=} [properties] Properties to set
             */
            function CountWindow(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Length, such as "90m", "6h" or "7d".
             * @member {string|null|undefined} rolling
             * @memberof tidemark.v1.CountWindow
             * @instance
             */
            CountWindow.prototype.rolling = null;

            /**
             * CountWindow absolute.
             * @member {tidemark.v1.IAbsoluteWindow|null|undefined} absolute
             * @memberof tidemark.v1.CountWindow
             * @instance
             */
            CountWindow.prototype.absolute = null;

            /**
             * CountWindow calendar.
             * @member {tidemark.v1.ICalendarWindow|null|undefined} calendar
             * @memberof tidemark.v1.CountWindow
             * @instance
             */
            CountWindow.prototype.calendar = null;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * CountWindow window.
             * @member {"rolling"|"absolute"|"calendar"|undefined} window
             * @memberof tidemark.v1.CountWindow
             * @instance
             */
            Object.defineProperty(CountWindow.prototype, "window", {
                get: $util.oneOfGetter($oneOfFields = ["rolling", "absolute", "calendar"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CountWindow instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountWindow
             * @static
             * @param {tidemark.v1.ICountWindow=} [properties] Properties to set
             * @returns {tidemark.v1.CountWindow} CountWindow instance
             */
            CountWindow.create = function create(properties) {
                return new CountWindow(properties);
            };

            /**
             * Encodes the specified CountWindow message. Does not implicitly {@link tidemark.v1.CountWindow.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountWindow
             * @static
             * @param {tidemark.v1.ICountWindow} message CountWindow message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountWindow.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.rolling != null && Object.hasOwnProperty.call(message, "rolling"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.rolling);
                if (message.absolute != null && Object.hasOwnProperty.call(message, "absolute"))
                    $root.tidemark.v1.AbsoluteWindow.encode(message.absolute, writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
                if (message.calendar != null && Object.hasOwnProperty.call(message, "calendar"))
                    $root.tidemark.v1.CalendarWindow.encode(message.calendar, writer.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a CountWindow message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountWindow
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountWindow} CountWindow
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountWindow message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountWindow
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountWindow} CountWindow
             */
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

            /**
             * Creates a plain object from a CountWindow message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountWindow
             * @static
             * @param {tidemark.v1.CountWindow} message CountWindow
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountWindow to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountWindow
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountWindow.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountWindow;
        })();

        v1.AbsoluteWindow = (function() {

            /**
             * Properties of an AbsoluteWindow.
             * @memberof tidemark.v1
             * @interface IAbsoluteWindow
             * @property {number|null} [fromMs] AbsoluteWindow fromMs
             * @property {number|null} [toMs] AbsoluteWindow toMs
             * @property {string|null} [name] AbsoluteWindow name
             */

            /**
             * Constructs a new AbsoluteWindow.
             * @memberof tidemark.v1
             * @classdesc Represents an AbsoluteWindow.
             * @implements IAbsoluteWindow
             * @constructor
             * @param {tidemark.v1.IAbsoluteWindow=} [properties] Properties to set
             */
            function AbsoluteWindow(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * AbsoluteWindow fromMs.
             * @member {number} fromMs
             * @memberof tidemark.v1.AbsoluteWindow
             * @instance
             */
            AbsoluteWindow.prototype.fromMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * AbsoluteWindow toMs.
             * @member {number} toMs
             * @memberof tidemark.v1.AbsoluteWindow
             * @instance
             */
            AbsoluteWindow.prototype.toMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * AbsoluteWindow name.
             * @member {string} name
             * @memberof tidemark.v1.AbsoluteWindow
             * @instance
             */
            AbsoluteWindow.prototype.name = "";

            /**
             * Creates a new AbsoluteWindow instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.AbsoluteWindow
             * @static
             * @param {tidemark.v1.IAbsoluteWindow=} [properties] Properties to set
             * @returns {tidemark.v1.AbsoluteWindow} AbsoluteWindow instance
             */
            AbsoluteWindow.create = function create(properties) {
                return new AbsoluteWindow(properties);
            };

            /**
             * Encodes the specified AbsoluteWindow message. Does not implicitly {@link tidemark.v1.AbsoluteWindow.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.AbsoluteWindow
             * @static
             * @param {tidemark.v1.IAbsoluteWindow} message AbsoluteWindow message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            AbsoluteWindow.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.fromMs != null && Object.hasOwnProperty.call(message, "fromMs"))
                    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.fromMs);
                if (message.toMs != null && Object.hasOwnProperty.call(message, "toMs"))
                    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.toMs);
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.name);
                return writer;
            };

            /**
             * Decodes an AbsoluteWindow message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.AbsoluteWindow
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.AbsoluteWindow} AbsoluteWindow
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates an AbsoluteWindow message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.AbsoluteWindow
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.AbsoluteWindow} AbsoluteWindow
             */
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

            /**
             * Creates a plain object from an AbsoluteWindow message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.AbsoluteWindow
             * @static
             * @param {tidemark.v1.AbsoluteWindow} message AbsoluteWindow
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this AbsoluteWindow to JSON.
             * @function toJSON
             * @memberof tidemark.v1.AbsoluteWindow
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            AbsoluteWindow.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return AbsoluteWindow;
        })();

        v1.CalendarWindow = (function() {

            /**
             * Properties of a CalendarWindow.
             * @memberof tidemark.v1
             * @interface ICalendarWindow
             * @property {number|null} [hours] CalendarWindow hours
             * @property {number|null} [days] CalendarWindow days
             * @property {number|null} [weeks] CalendarWindow weeks
             * @property {number|null} [months] CalendarWindow months
             * @property {string|null} [timeZone] IANA time zone.
             * @property {string|null} [name] CalendarWindow name
             */

            /**
             * Constructs a new CalendarWindow.
             * @memberof tidemark.v1
             * @classdesc The period that contains `as_of_ms` and those before it.
             * @implements ICalendarWindow
             * @constructor
             * @param {tidemark.v1.ICalendarWindow=} [properties] Properties to set
             */
            function CalendarWindow(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CalendarWindow hours.
             * @member {number|null|undefined} hours
             * @memberof tidemark.v1.CalendarWindow
             * @instance
             */
            CalendarWindow.prototype.hours = null;

            /**
             * CalendarWindow days.
             * @member {number|null|undefined} days
             * @memberof tidemark.v1.CalendarWindow
             * @instance
             */
            CalendarWindow.prototype.days = null;

            /**
             * CalendarWindow weeks.
             * @member {number|null|undefined} weeks
             * @memberof tidemark.v1.CalendarWindow
             * @instance
             */
            CalendarWindow.prototype.weeks = null;

            /**
             * CalendarWindow months.
             * @member {number|null|undefined} months
             * @memberof tidemark.v1.CalendarWindow
             * @instance
             */
            CalendarWindow.prototype.months = null;

            /**
             * IANA time zone.
             * @member {string} timeZone
             * @memberof tidemark.v1.CalendarWindow
             * @instance
             */
            CalendarWindow.prototype.timeZone = "";

            /**
             * CalendarWindow name.
             * @member {string} name
             * @memberof tidemark.v1.CalendarWindow
             * @instance
             */
            CalendarWindow.prototype.name = "";

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * CalendarWindow length.
             * @member {"hours"|"days"|"weeks"|"months"|undefined} length
             * @memberof tidemark.v1.CalendarWindow
             * @instance
             */
            Object.defineProperty(CalendarWindow.prototype, "length", {
                get: $util.oneOfGetter($oneOfFields = ["hours", "days", "weeks", "months"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CalendarWindow instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CalendarWindow
             * @static
             * @param {tidemark.v1.ICalendarWindow=} [properties] Properties to set
             * @returns {tidemark.v1.CalendarWindow} CalendarWindow instance
             */
            CalendarWindow.create = function create(properties) {
                return new CalendarWindow(properties);
            };

            /**
             * Encodes the specified CalendarWindow message. Does not implicitly {@link tidemark.v1.CalendarWindow.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CalendarWindow
             * @static
             * @param {tidemark.v1.ICalendarWindow} message CalendarWindow message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CalendarWindow.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.hours != null && Object.hasOwnProperty.call(message, "hours"))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.hours);
                if (message.days != null && Object.hasOwnProperty.call(message, "days"))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.days);
                if (message.weeks != null && Object.hasOwnProperty.call(message, "weeks"))
                    writer.uint32(/* id 3, wireType 0 =*/24).uint32(message.weeks);
                if (message.months != null && Object.hasOwnProperty.call(message, "months"))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.months);
                if (message.timeZone != null && Object.hasOwnProperty.call(message, "timeZone"))
                    writer.uint32(/* id 5, wireType 2 =*/42).string(message.timeZone);
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(/* id 6, wireType 2 =*/50).string(message.name);
                return writer;
            };

            /**
             * Decodes a CalendarWindow message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CalendarWindow
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CalendarWindow} CalendarWindow
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CalendarWindow message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CalendarWindow
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CalendarWindow} CalendarWindow
             */
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

            /**
             * Creates a plain object from a CalendarWindow message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CalendarWindow
             * @static
             * @param {tidemark.v1.CalendarWindow} message CalendarWindow
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CalendarWindow to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CalendarWindow
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CalendarWindow.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CalendarWindow;
        })();

        v1.CountAnswer = (function() {

            /**
             * Properties of a CountAnswer.
             * @memberof tidemark.v1
             * @interface ICountAnswer
             * @property {string|null} [userId] CountAnswer userId
             * @property {number|null} [asOfMs] Milliseconds since the Unix epoch.
             * @property {number|null} [completeUpToMs] Everything acknowledged before this time is counted. Absent: unknown.
             * @property {Array.<tidemark.v1.ICountedWindow>|null} [windows] CountAnswer windows
             * @property {Array.<tidemark.v1.ICountGroup>|null} [groups] Groups that occur. Empty without `group_by`.
             * @property {tidemark.v1.ICountTally|null} [total] CountAnswer total
             * @property {Array.<tidemark.v1.ILevelCounts>|null} [levels] CountAnswer levels
             * @property {tidemark.v1.ICountExplanation|null} [explain] Present only on request.
             */

            /**
             * Constructs a new CountAnswer.
             * @memberof tidemark.v1
             * @classdesc Counts in their tabular form: ids and windows occur once, and a count is a number in a list.
             * @implements ICountAnswer
             * @constructor
             * @param {tidemark.v1.ICountAnswer=} [properties] Properties to set
             */
            function CountAnswer(properties) {
                this.windows = [];
                this.groups = [];
                this.levels = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CountAnswer userId.
             * @member {string} userId
             * @memberof tidemark.v1.CountAnswer
             * @instance
             */
            CountAnswer.prototype.userId = "";

            /**
             * Milliseconds since the Unix epoch.
             * @member {number} asOfMs
             * @memberof tidemark.v1.CountAnswer
             * @instance
             */
            CountAnswer.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Everything acknowledged before this time is counted. Absent: unknown.
             * @member {number|null|undefined} completeUpToMs
             * @memberof tidemark.v1.CountAnswer
             * @instance
             */
            CountAnswer.prototype.completeUpToMs = null;

            /**
             * CountAnswer windows.
             * @member {Array.<tidemark.v1.ICountedWindow>} windows
             * @memberof tidemark.v1.CountAnswer
             * @instance
             */
            CountAnswer.prototype.windows = $util.emptyArray;

            /**
             * Groups that occur. Empty without `group_by`.
             * @member {Array.<tidemark.v1.ICountGroup>} groups
             * @memberof tidemark.v1.CountAnswer
             * @instance
             */
            CountAnswer.prototype.groups = $util.emptyArray;

            /**
             * CountAnswer total.
             * @member {tidemark.v1.ICountTally|null|undefined} total
             * @memberof tidemark.v1.CountAnswer
             * @instance
             */
            CountAnswer.prototype.total = null;

            /**
             * CountAnswer levels.
             * @member {Array.<tidemark.v1.ILevelCounts>} levels
             * @memberof tidemark.v1.CountAnswer
             * @instance
             */
            CountAnswer.prototype.levels = $util.emptyArray;

            /**
             * Present only on request.
             * @member {tidemark.v1.ICountExplanation|null|undefined} explain
             * @memberof tidemark.v1.CountAnswer
             * @instance
             */
            CountAnswer.prototype.explain = null;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * CountAnswer _completeUpToMs.
             * @member {"completeUpToMs"|undefined} _completeUpToMs
             * @memberof tidemark.v1.CountAnswer
             * @instance
             */
            Object.defineProperty(CountAnswer.prototype, "_completeUpToMs", {
                get: $util.oneOfGetter($oneOfFields = ["completeUpToMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CountAnswer instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountAnswer
             * @static
             * @param {tidemark.v1.ICountAnswer=} [properties] Properties to set
             * @returns {tidemark.v1.CountAnswer} CountAnswer instance
             */
            CountAnswer.create = function create(properties) {
                return new CountAnswer(properties);
            };

            /**
             * Encodes the specified CountAnswer message. Does not implicitly {@link tidemark.v1.CountAnswer.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountAnswer
             * @static
             * @param {tidemark.v1.ICountAnswer} message CountAnswer message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.userId);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.asOfMs);
                if (message.completeUpToMs != null && Object.hasOwnProperty.call(message, "completeUpToMs"))
                    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.completeUpToMs);
                if (message.windows != null && message.windows.length)
                    for (var i = 0; i < message.windows.length; ++i)
                        $root.tidemark.v1.CountedWindow.encode(message.windows[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
                if (message.groups != null && message.groups.length)
                    for (var i = 0; i < message.groups.length; ++i)
                        $root.tidemark.v1.CountGroup.encode(message.groups[i], writer.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
                if (message.total != null && Object.hasOwnProperty.call(message, "total"))
                    $root.tidemark.v1.CountTally.encode(message.total, writer.uint32(/* id 6, wireType 2 =*/50).fork(), q + 1).ldelim();
                if (message.levels != null && message.levels.length)
                    for (var i = 0; i < message.levels.length; ++i)
                        $root.tidemark.v1.LevelCounts.encode(message.levels[i], writer.uint32(/* id 7, wireType 2 =*/58).fork(), q + 1).ldelim();
                if (message.explain != null && Object.hasOwnProperty.call(message, "explain"))
                    $root.tidemark.v1.CountExplanation.encode(message.explain, writer.uint32(/* id 8, wireType 2 =*/66).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a CountAnswer message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountAnswer
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountAnswer} CountAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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
             * Creates a CountAnswer message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountAnswer
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountAnswer} CountAnswer
             */
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
                return message;
            };

            /**
             * Creates a plain object from a CountAnswer message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountAnswer
             * @static
             * @param {tidemark.v1.CountAnswer} message CountAnswer
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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
                return object;
            };

            /**
             * Converts this CountAnswer to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountAnswer
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountAnswer;
        })();

        v1.BatchCountAnswer = (function() {

            /**
             * Properties of a BatchCountAnswer.
             * @memberof tidemark.v1
             * @interface IBatchCountAnswer
             * @property {number|null} [asOfMs] BatchCountAnswer asOfMs
             * @property {number|null} [completeUpToMs] BatchCountAnswer completeUpToMs
             * @property {Array.<tidemark.v1.ICountedUser>|null} [users] Users in the order of the request. Windows and `as_of_ms` apply to all.
             * @property {Array.<tidemark.v1.ICountedWindow>|null} [windows] BatchCountAnswer windows
             * @property {tidemark.v1.ICountExplanation|null} [explain] BatchCountAnswer explain
             */

            /**
             * Constructs a new BatchCountAnswer.
             * @memberof tidemark.v1
             * @classdesc Represents a BatchCountAnswer.
             * @implements IBatchCountAnswer
             * @constructor
             * @param {tidemark.v1.IBatchCountAnswer=} [properties] Properties to set
             */
            function BatchCountAnswer(properties) {
                this.users = [];
                this.windows = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * BatchCountAnswer asOfMs.
             * @member {number} asOfMs
             * @memberof tidemark.v1.BatchCountAnswer
             * @instance
             */
            BatchCountAnswer.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * BatchCountAnswer completeUpToMs.
             * @member {number|null|undefined} completeUpToMs
             * @memberof tidemark.v1.BatchCountAnswer
             * @instance
             */
            BatchCountAnswer.prototype.completeUpToMs = null;

            /**
             * Users in the order of the request. Windows and `as_of_ms` apply to all.
             * @member {Array.<tidemark.v1.ICountedUser>} users
             * @memberof tidemark.v1.BatchCountAnswer
             * @instance
             */
            BatchCountAnswer.prototype.users = $util.emptyArray;

            /**
             * BatchCountAnswer windows.
             * @member {Array.<tidemark.v1.ICountedWindow>} windows
             * @memberof tidemark.v1.BatchCountAnswer
             * @instance
             */
            BatchCountAnswer.prototype.windows = $util.emptyArray;

            /**
             * BatchCountAnswer explain.
             * @member {tidemark.v1.ICountExplanation|null|undefined} explain
             * @memberof tidemark.v1.BatchCountAnswer
             * @instance
             */
            BatchCountAnswer.prototype.explain = null;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * BatchCountAnswer _completeUpToMs.
             * @member {"completeUpToMs"|undefined} _completeUpToMs
             * @memberof tidemark.v1.BatchCountAnswer
             * @instance
             */
            Object.defineProperty(BatchCountAnswer.prototype, "_completeUpToMs", {
                get: $util.oneOfGetter($oneOfFields = ["completeUpToMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new BatchCountAnswer instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.BatchCountAnswer
             * @static
             * @param {tidemark.v1.IBatchCountAnswer=} [properties] Properties to set
             * @returns {tidemark.v1.BatchCountAnswer} BatchCountAnswer instance
             */
            BatchCountAnswer.create = function create(properties) {
                return new BatchCountAnswer(properties);
            };

            /**
             * Encodes the specified BatchCountAnswer message. Does not implicitly {@link tidemark.v1.BatchCountAnswer.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.BatchCountAnswer
             * @static
             * @param {tidemark.v1.IBatchCountAnswer} message BatchCountAnswer message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            BatchCountAnswer.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(/* id 1, wireType 0 =*/8).int64(message.asOfMs);
                if (message.completeUpToMs != null && Object.hasOwnProperty.call(message, "completeUpToMs"))
                    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.completeUpToMs);
                if (message.users != null && message.users.length)
                    for (var i = 0; i < message.users.length; ++i)
                        $root.tidemark.v1.CountedUser.encode(message.users[i], writer.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
                if (message.windows != null && message.windows.length)
                    for (var i = 0; i < message.windows.length; ++i)
                        $root.tidemark.v1.CountedWindow.encode(message.windows[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
                if (message.explain != null && Object.hasOwnProperty.call(message, "explain"))
                    $root.tidemark.v1.CountExplanation.encode(message.explain, writer.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a BatchCountAnswer message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.BatchCountAnswer
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.BatchCountAnswer} BatchCountAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a BatchCountAnswer message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.BatchCountAnswer
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.BatchCountAnswer} BatchCountAnswer
             */
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

            /**
             * Creates a plain object from a BatchCountAnswer message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.BatchCountAnswer
             * @static
             * @param {tidemark.v1.BatchCountAnswer} message BatchCountAnswer
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this BatchCountAnswer to JSON.
             * @function toJSON
             * @memberof tidemark.v1.BatchCountAnswer
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            BatchCountAnswer.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return BatchCountAnswer;
        })();

        v1.CountedUser = (function() {

            /**
             * Properties of a CountedUser.
             * @memberof tidemark.v1
             * @interface ICountedUser
             * @property {tidemark.v1.ICountAnswer|null} [counts] CountedUser counts
             * @property {tidemark.v1.ICountFailure|null} [failure] CountedUser failure
             * @property {string|null} [userId] CountedUser userId
             */

            /**
             * Constructs a new CountedUser.
             * @memberof tidemark.v1
             * @classdesc Represents a CountedUser.
             * @implements ICountedUser
             * @constructor
             * @param {tidemark.v1.ICountedUser=} [properties] Properties to set
             */
            function CountedUser(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CountedUser counts.
             * @member {tidemark.v1.ICountAnswer|null|undefined} counts
             * @memberof tidemark.v1.CountedUser
             * @instance
             */
            CountedUser.prototype.counts = null;

            /**
             * CountedUser failure.
             * @member {tidemark.v1.ICountFailure|null|undefined} failure
             * @memberof tidemark.v1.CountedUser
             * @instance
             */
            CountedUser.prototype.failure = null;

            /**
             * CountedUser userId.
             * @member {string} userId
             * @memberof tidemark.v1.CountedUser
             * @instance
             */
            CountedUser.prototype.userId = "";

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * Only groups, totals and levels of the answer.
             * @member {"counts"|"failure"|undefined} result
             * @memberof tidemark.v1.CountedUser
             * @instance
             */
            Object.defineProperty(CountedUser.prototype, "result", {
                get: $util.oneOfGetter($oneOfFields = ["counts", "failure"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CountedUser instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountedUser
             * @static
             * @param {tidemark.v1.ICountedUser=} [properties] Properties to set
             * @returns {tidemark.v1.CountedUser} CountedUser instance
             */
            CountedUser.create = function create(properties) {
                return new CountedUser(properties);
            };

            /**
             * Encodes the specified CountedUser message. Does not implicitly {@link tidemark.v1.CountedUser.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountedUser
             * @static
             * @param {tidemark.v1.ICountedUser} message CountedUser message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountedUser.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.counts != null && Object.hasOwnProperty.call(message, "counts"))
                    $root.tidemark.v1.CountAnswer.encode(message.counts, writer.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
                if (message.failure != null && Object.hasOwnProperty.call(message, "failure"))
                    $root.tidemark.v1.CountFailure.encode(message.failure, writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.userId);
                return writer;
            };

            /**
             * Decodes a CountedUser message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountedUser
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountedUser} CountedUser
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountedUser message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountedUser
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountedUser} CountedUser
             */
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

            /**
             * Creates a plain object from a CountedUser message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountedUser
             * @static
             * @param {tidemark.v1.CountedUser} message CountedUser
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountedUser to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountedUser
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountedUser.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountedUser;
        })();

        v1.CountFailure = (function() {

            /**
             * Properties of a CountFailure.
             * @memberof tidemark.v1
             * @interface ICountFailure
             * @property {string|null} [code] Error code of the API, such as "too_many_events".
             * @property {string|null} [message] CountFailure message
             */

            /**
             * Constructs a new CountFailure.
             * @memberof tidemark.v1
             * @classdesc Represents a CountFailure.
             * @implements ICountFailure
             * @constructor
             * @param {tidemark.v1.ICountFailure=} [properties] Properties to set
             */
            function CountFailure(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Error code of the API, such as "too_many_events".
             * @member {string} code
             * @memberof tidemark.v1.CountFailure
             * @instance
             */
            CountFailure.prototype.code = "";

            /**
             * CountFailure message.
             * @member {string} message
             * @memberof tidemark.v1.CountFailure
             * @instance
             */
            CountFailure.prototype.message = "";

            /**
             * Creates a new CountFailure instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountFailure
             * @static
             * @param {tidemark.v1.ICountFailure=} [properties] Properties to set
             * @returns {tidemark.v1.CountFailure} CountFailure instance
             */
            CountFailure.create = function create(properties) {
                return new CountFailure(properties);
            };

            /**
             * Encodes the specified CountFailure message. Does not implicitly {@link tidemark.v1.CountFailure.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountFailure
             * @static
             * @param {tidemark.v1.ICountFailure} message CountFailure message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountFailure.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.code != null && Object.hasOwnProperty.call(message, "code"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.code);
                if (message.message != null && Object.hasOwnProperty.call(message, "message"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.message);
                return writer;
            };

            /**
             * Decodes a CountFailure message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountFailure
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountFailure} CountFailure
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountFailure message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountFailure
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountFailure} CountFailure
             */
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

            /**
             * Creates a plain object from a CountFailure message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountFailure
             * @static
             * @param {tidemark.v1.CountFailure} message CountFailure
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountFailure to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountFailure
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountFailure.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountFailure;
        })();

        v1.CountedWindow = (function() {

            /**
             * Properties of a CountedWindow.
             * @memberof tidemark.v1
             * @interface ICountedWindow
             * @property {string|null} [name] CountedWindow name
             * @property {number|null} [fromMs] CountedWindow fromMs
             * @property {number|null} [toMs] CountedWindow toMs
             */

            /**
             * Constructs a new CountedWindow.
             * @memberof tidemark.v1
             * @classdesc Represents a CountedWindow.
             * @implements ICountedWindow
             * @constructor
             * @param {tidemark.v1.ICountedWindow=} [properties] Properties to set
             */
            function CountedWindow(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * CountedWindow name.
             * @member {string} name
             * @memberof tidemark.v1.CountedWindow
             * @instance
             */
            CountedWindow.prototype.name = "";

            /**
             * CountedWindow fromMs.
             * @member {number} fromMs
             * @memberof tidemark.v1.CountedWindow
             * @instance
             */
            CountedWindow.prototype.fromMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * CountedWindow toMs.
             * @member {number} toMs
             * @memberof tidemark.v1.CountedWindow
             * @instance
             */
            CountedWindow.prototype.toMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Creates a new CountedWindow instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountedWindow
             * @static
             * @param {tidemark.v1.ICountedWindow=} [properties] Properties to set
             * @returns {tidemark.v1.CountedWindow} CountedWindow instance
             */
            CountedWindow.create = function create(properties) {
                return new CountedWindow(properties);
            };

            /**
             * Encodes the specified CountedWindow message. Does not implicitly {@link tidemark.v1.CountedWindow.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountedWindow
             * @static
             * @param {tidemark.v1.ICountedWindow} message CountedWindow message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountedWindow.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.name);
                if (message.fromMs != null && Object.hasOwnProperty.call(message, "fromMs"))
                    writer.uint32(/* id 2, wireType 0 =*/16).int64(message.fromMs);
                if (message.toMs != null && Object.hasOwnProperty.call(message, "toMs"))
                    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.toMs);
                return writer;
            };

            /**
             * Decodes a CountedWindow message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountedWindow
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountedWindow} CountedWindow
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountedWindow message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountedWindow
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountedWindow} CountedWindow
             */
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

            /**
             * Creates a plain object from a CountedWindow message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountedWindow
             * @static
             * @param {tidemark.v1.CountedWindow} message CountedWindow
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountedWindow to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountedWindow
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountedWindow.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountedWindow;
        })();

        v1.CountGroup = (function() {

            /**
             * Properties of a CountGroup.
             * @memberof tidemark.v1
             * @interface ICountGroup
             * @property {Array.<string>|null} [labels] One label per entry of `group_by`, in that order. Empty if the events lack the dimension.
             */

            /**
             * Constructs a new CountGroup.
             * @memberof tidemark.v1
             * @classdesc Represents a CountGroup.
             * @implements ICountGroup
             * @constructor
             * @param {tidemark.v1.ICountGroup=} [properties] Properties to set
             */
            function CountGroup(properties) {
                this.labels = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * One label per entry of `group_by`, in that order. Empty if the events lack the dimension.
             * @member {Array.<string>} labels
             * @memberof tidemark.v1.CountGroup
             * @instance
             */
            CountGroup.prototype.labels = $util.emptyArray;

            /**
             * Creates a new CountGroup instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountGroup
             * @static
             * @param {tidemark.v1.ICountGroup=} [properties] Properties to set
             * @returns {tidemark.v1.CountGroup} CountGroup instance
             */
            CountGroup.create = function create(properties) {
                return new CountGroup(properties);
            };

            /**
             * Encodes the specified CountGroup message. Does not implicitly {@link tidemark.v1.CountGroup.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountGroup
             * @static
             * @param {tidemark.v1.ICountGroup} message CountGroup message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountGroup.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.labels != null && message.labels.length)
                    for (var i = 0; i < message.labels.length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message.labels[i]);
                return writer;
            };

            /**
             * Decodes a CountGroup message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountGroup
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountGroup} CountGroup
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountGroup message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountGroup
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountGroup} CountGroup
             */
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

            /**
             * Creates a plain object from a CountGroup message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountGroup
             * @static
             * @param {tidemark.v1.CountGroup} message CountGroup
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountGroup to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountGroup
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountGroup.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountGroup;
        })();

        v1.CountTally = (function() {

            /**
             * Properties of a CountTally.
             * @memberof tidemark.v1
             * @interface ICountTally
             * @property {Array.<number>|null} [counts] Counts of all rows of the first window, then of the second, and so on. Without groups a row is an id, in the order
             * of `ids`.
             * @property {Array.<number>|null} [groups] With groups: index in `groups` of each row's group. The rows of an id are consecutive.
             * @property {Array.<number>|null} [rows] With groups: number of rows of each id.
             */

            /**
             * Constructs a new CountTally.
             * @memberof tidemark.v1
             * @classdesc Represents a CountTally.
             * @implements ICountTally
             * @constructor
             * @param {tidemark.v1.ICountTally=} [properties] Properties to set
             */
            function CountTally(properties) {
                this.counts = [];
                this.groups = [];
                this.rows = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Counts of all rows of the first window, then of the second, and so on. Without groups a row is an id, in the order
             * of `ids`.
             * @member {Array.<number>} counts
             * @memberof tidemark.v1.CountTally
             * @instance
             */
            CountTally.prototype.counts = $util.emptyArray;

            /**
             * With groups: index in `groups` of each row's group. The rows of an id are consecutive.
             * @member {Array.<number>} groups
             * @memberof tidemark.v1.CountTally
             * @instance
             */
            CountTally.prototype.groups = $util.emptyArray;

            /**
             * With groups: number of rows of each id.
             * @member {Array.<number>} rows
             * @memberof tidemark.v1.CountTally
             * @instance
             */
            CountTally.prototype.rows = $util.emptyArray;

            /**
             * Creates a new CountTally instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountTally
             * @static
             * @param {tidemark.v1.ICountTally=} [properties] Properties to set
             * @returns {tidemark.v1.CountTally} CountTally instance
             */
            CountTally.create = function create(properties) {
                return new CountTally(properties);
            };

            /**
             * Encodes the specified CountTally message. Does not implicitly {@link tidemark.v1.CountTally.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountTally
             * @static
             * @param {tidemark.v1.ICountTally} message CountTally message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountTally.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.counts != null && message.counts.length) {
                    writer.uint32(/* id 1, wireType 2 =*/10).fork();
                    for (var i = 0; i < message.counts.length; ++i)
                        writer.uint32(message.counts[i]);
                    writer.ldelim();
                }
                if (message.groups != null && message.groups.length) {
                    writer.uint32(/* id 2, wireType 2 =*/18).fork();
                    for (var i = 0; i < message.groups.length; ++i)
                        writer.uint32(message.groups[i]);
                    writer.ldelim();
                }
                if (message.rows != null && message.rows.length) {
                    writer.uint32(/* id 3, wireType 2 =*/26).fork();
                    for (var i = 0; i < message.rows.length; ++i)
                        writer.uint32(message.rows[i]);
                    writer.ldelim();
                }
                return writer;
            };

            /**
             * Decodes a CountTally message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountTally
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountTally} CountTally
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountTally message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountTally
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountTally} CountTally
             */
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

            /**
             * Creates a plain object from a CountTally message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountTally
             * @static
             * @param {tidemark.v1.CountTally} message CountTally
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountTally to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountTally
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountTally.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountTally;
        })();

        v1.LevelCounts = (function() {

            /**
             * Properties of a LevelCounts.
             * @memberof tidemark.v1
             * @interface ILevelCounts
             * @property {string|null} [level] LevelCounts level
             * @property {Array.<string>|null} [ids] LevelCounts ids
             * @property {tidemark.v1.ICountTally|null} [tally] LevelCounts tally
             */

            /**
             * Constructs a new LevelCounts.
             * @memberof tidemark.v1
             * @classdesc Represents a LevelCounts.
             * @implements ILevelCounts
             * @constructor
             * @param {tidemark.v1.ILevelCounts=} [properties] Properties to set
             */
            function LevelCounts(properties) {
                this.ids = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * LevelCounts level.
             * @member {string} level
             * @memberof tidemark.v1.LevelCounts
             * @instance
             */
            LevelCounts.prototype.level = "";

            /**
             * LevelCounts ids.
             * @member {Array.<string>} ids
             * @memberof tidemark.v1.LevelCounts
             * @instance
             */
            LevelCounts.prototype.ids = $util.emptyArray;

            /**
             * LevelCounts tally.
             * @member {tidemark.v1.ICountTally|null|undefined} tally
             * @memberof tidemark.v1.LevelCounts
             * @instance
             */
            LevelCounts.prototype.tally = null;

            /**
             * Creates a new LevelCounts instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.LevelCounts
             * @static
             * @param {tidemark.v1.ILevelCounts=} [properties] Properties to set
             * @returns {tidemark.v1.LevelCounts} LevelCounts instance
             */
            LevelCounts.create = function create(properties) {
                return new LevelCounts(properties);
            };

            /**
             * Encodes the specified LevelCounts message. Does not implicitly {@link tidemark.v1.LevelCounts.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.LevelCounts
             * @static
             * @param {tidemark.v1.ILevelCounts} message LevelCounts message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            LevelCounts.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.level != null && Object.hasOwnProperty.call(message, "level"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.level);
                if (message.ids != null && message.ids.length)
                    for (var i = 0; i < message.ids.length; ++i)
                        writer.uint32(/* id 2, wireType 2 =*/18).string(message.ids[i]);
                if (message.tally != null && Object.hasOwnProperty.call(message, "tally"))
                    $root.tidemark.v1.CountTally.encode(message.tally, writer.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a LevelCounts message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.LevelCounts
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.LevelCounts} LevelCounts
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a LevelCounts message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.LevelCounts
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.LevelCounts} LevelCounts
             */
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

            /**
             * Creates a plain object from a LevelCounts message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.LevelCounts
             * @static
             * @param {tidemark.v1.LevelCounts} message LevelCounts
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this LevelCounts to JSON.
             * @function toJSON
             * @memberof tidemark.v1.LevelCounts
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            LevelCounts.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return LevelCounts;
        })();

        v1.CountExplanation = (function() {

            /**
             * Properties of a CountExplanation.
             * @memberof tidemark.v1
             * @interface ICountExplanation
             * @property {number|null} [columnsFromSeconds] First and last requested columns of the row, in seconds since the Unix epoch. Absent: none.
             * @property {number|null} [columnsToSeconds] CountExplanation columnsToSeconds
             * @property {number|null} [countedFromMs] Events before this time no longer count. Milliseconds since the Unix epoch.
             * @property {number|null} [rows] CountExplanation rows
             * @property {number|null} [lookups] CountExplanation lookups
             * @property {number|null} [rawCells] CountExplanation rawCells
             * @property {number|null} [rawBytes] CountExplanation rawBytes
             * @property {number|null} [blocks] CountExplanation blocks
             * @property {number|null} [blockBytes] CountExplanation blockBytes
             * @property {number|null} [events] CountExplanation events
             * @property {number|null} [duplicates] CountExplanation duplicates
             * @property {number|null} [parseMicros] CountExplanation parseMicros
             * @property {number|null} [readMicros] CountExplanation readMicros
             * @property {number|null} [decodeMicros] CountExplanation decodeMicros
             * @property {number|null} [countMicros] CountExplanation countMicros
             * @property {number|null} [writeMicros] CountExplanation writeMicros
             */

            /**
             * Constructs a new CountExplanation.
             * @memberof tidemark.v1
             * @classdesc Represents a CountExplanation.
             * @implements ICountExplanation
             * @constructor
             * @param {tidemark.v1.ICountExplanation=} [properties] Properties to set
             */
            function CountExplanation(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * First and last requested columns of the row, in seconds since the Unix epoch. Absent: none.
             * @member {number|null|undefined} columnsFromSeconds
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.columnsFromSeconds = null;

            /**
             * CountExplanation columnsToSeconds.
             * @member {number|null|undefined} columnsToSeconds
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.columnsToSeconds = null;

            /**
             * Events before this time no longer count. Milliseconds since the Unix epoch.
             * @member {number} countedFromMs
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.countedFromMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * CountExplanation rows.
             * @member {number} rows
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.rows = 0;

            /**
             * CountExplanation lookups.
             * @member {number} lookups
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.lookups = 0;

            /**
             * CountExplanation rawCells.
             * @member {number} rawCells
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.rawCells = 0;

            /**
             * CountExplanation rawBytes.
             * @member {number} rawBytes
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.rawBytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * CountExplanation blocks.
             * @member {number} blocks
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.blocks = 0;

            /**
             * CountExplanation blockBytes.
             * @member {number} blockBytes
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.blockBytes = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * CountExplanation events.
             * @member {number} events
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.events = 0;

            /**
             * CountExplanation duplicates.
             * @member {number} duplicates
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.duplicates = 0;

            /**
             * CountExplanation parseMicros.
             * @member {number} parseMicros
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.parseMicros = 0;

            /**
             * CountExplanation readMicros.
             * @member {number} readMicros
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.readMicros = 0;

            /**
             * CountExplanation decodeMicros.
             * @member {number} decodeMicros
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.decodeMicros = 0;

            /**
             * CountExplanation countMicros.
             * @member {number} countMicros
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.countMicros = 0;

            /**
             * CountExplanation writeMicros.
             * @member {number} writeMicros
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            CountExplanation.prototype.writeMicros = 0;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * CountExplanation _columnsFromSeconds.
             * @member {"columnsFromSeconds"|undefined} _columnsFromSeconds
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            Object.defineProperty(CountExplanation.prototype, "_columnsFromSeconds", {
                get: $util.oneOfGetter($oneOfFields = ["columnsFromSeconds"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * CountExplanation _columnsToSeconds.
             * @member {"columnsToSeconds"|undefined} _columnsToSeconds
             * @memberof tidemark.v1.CountExplanation
             * @instance
             */
            Object.defineProperty(CountExplanation.prototype, "_columnsToSeconds", {
                get: $util.oneOfGetter($oneOfFields = ["columnsToSeconds"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new CountExplanation instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CountExplanation
             * @static
             * @param {tidemark.v1.ICountExplanation=} [properties] Properties to set
             * @returns {tidemark.v1.CountExplanation} CountExplanation instance
             */
            CountExplanation.create = function create(properties) {
                return new CountExplanation(properties);
            };

            /**
             * Encodes the specified CountExplanation message. Does not implicitly {@link tidemark.v1.CountExplanation.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CountExplanation
             * @static
             * @param {tidemark.v1.ICountExplanation} message CountExplanation message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CountExplanation.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.columnsFromSeconds != null && Object.hasOwnProperty.call(message, "columnsFromSeconds"))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.columnsFromSeconds);
                if (message.columnsToSeconds != null && Object.hasOwnProperty.call(message, "columnsToSeconds"))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.columnsToSeconds);
                if (message.countedFromMs != null && Object.hasOwnProperty.call(message, "countedFromMs"))
                    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.countedFromMs);
                if (message.rows != null && Object.hasOwnProperty.call(message, "rows"))
                    writer.uint32(/* id 4, wireType 0 =*/32).uint32(message.rows);
                if (message.lookups != null && Object.hasOwnProperty.call(message, "lookups"))
                    writer.uint32(/* id 5, wireType 0 =*/40).uint32(message.lookups);
                if (message.rawCells != null && Object.hasOwnProperty.call(message, "rawCells"))
                    writer.uint32(/* id 6, wireType 0 =*/48).uint32(message.rawCells);
                if (message.rawBytes != null && Object.hasOwnProperty.call(message, "rawBytes"))
                    writer.uint32(/* id 7, wireType 0 =*/56).uint64(message.rawBytes);
                if (message.blocks != null && Object.hasOwnProperty.call(message, "blocks"))
                    writer.uint32(/* id 8, wireType 0 =*/64).uint32(message.blocks);
                if (message.blockBytes != null && Object.hasOwnProperty.call(message, "blockBytes"))
                    writer.uint32(/* id 9, wireType 0 =*/72).uint64(message.blockBytes);
                if (message.events != null && Object.hasOwnProperty.call(message, "events"))
                    writer.uint32(/* id 10, wireType 0 =*/80).uint32(message.events);
                if (message.duplicates != null && Object.hasOwnProperty.call(message, "duplicates"))
                    writer.uint32(/* id 11, wireType 0 =*/88).uint32(message.duplicates);
                if (message.parseMicros != null && Object.hasOwnProperty.call(message, "parseMicros"))
                    writer.uint32(/* id 12, wireType 1 =*/97).double(message.parseMicros);
                if (message.readMicros != null && Object.hasOwnProperty.call(message, "readMicros"))
                    writer.uint32(/* id 13, wireType 1 =*/105).double(message.readMicros);
                if (message.decodeMicros != null && Object.hasOwnProperty.call(message, "decodeMicros"))
                    writer.uint32(/* id 14, wireType 1 =*/113).double(message.decodeMicros);
                if (message.countMicros != null && Object.hasOwnProperty.call(message, "countMicros"))
                    writer.uint32(/* id 15, wireType 1 =*/121).double(message.countMicros);
                if (message.writeMicros != null && Object.hasOwnProperty.call(message, "writeMicros"))
                    writer.uint32(/* id 16, wireType 1 =*/129).double(message.writeMicros);
                return writer;
            };

            /**
             * Decodes a CountExplanation message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CountExplanation
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CountExplanation} CountExplanation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CountExplanation message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CountExplanation
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CountExplanation} CountExplanation
             */
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

            /**
             * Creates a plain object from a CountExplanation message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CountExplanation
             * @static
             * @param {tidemark.v1.CountExplanation} message CountExplanation
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CountExplanation to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CountExplanation
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CountExplanation.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CountExplanation;
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
             * @classdesc A dense vector that a model computed for a user. The SubType is the name of the model.
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

        v1.FatigueFeatures = (function() {

            /**
             * Properties of a FatigueFeatures.
             * @memberof tidemark.v1
             * @interface IFatigueFeatures
             * @property {number|null} [version] Increases when the order of the features or the meaning of a name changes.
             * @property {string|null} [layout] Id of the layout, which differs for any two requests with different features. Compare it with that of the model's
             * training data.
             * @property {Array.<string>|null} [names] Names of the features in each vector, such as `ad.impression.count.1h`. Empty if the request did not want them.
             * @property {Array.<tidemark.v1.ICandidateFeatures>|null} [candidates] Candidates in the order of the request.
             * @property {string|null} [userId] FatigueFeatures userId
             * @property {number|null} [asOfMs] Milliseconds since the Unix epoch. Events from this time on are excluded.
             */

            /**
             * Constructs a new FatigueFeatures.
             * @memberof tidemark.v1
             * @classdesc Answer of `POST /v1/features:fatigue`: for each candidate a vector of the user's past actions on the candidate and
             * its entities.
             * @implements IFatigueFeatures
             * @constructor
             * @param {tidemark.v1.IFatigueFeatures=} [properties] Properties to set
             */
            function FatigueFeatures(properties) {
                this.names = [];
                this.candidates = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Increases when the order of the features or the meaning of a name changes.
             * @member {number} version
             * @memberof tidemark.v1.FatigueFeatures
             * @instance
             */
            FatigueFeatures.prototype.version = 0;

            /**
             * Id of the layout, which differs for any two requests with different features. Compare it with that of the model's
             * training data.
             * @member {string} layout
             * @memberof tidemark.v1.FatigueFeatures
             * @instance
             */
            FatigueFeatures.prototype.layout = "";

            /**
             * Names of the features in each vector, such as `ad.impression.count.1h`. Empty if the request did not want them.
             * @member {Array.<string>} names
             * @memberof tidemark.v1.FatigueFeatures
             * @instance
             */
            FatigueFeatures.prototype.names = $util.emptyArray;

            /**
             * Candidates in the order of the request.
             * @member {Array.<tidemark.v1.ICandidateFeatures>} candidates
             * @memberof tidemark.v1.FatigueFeatures
             * @instance
             */
            FatigueFeatures.prototype.candidates = $util.emptyArray;

            /**
             * FatigueFeatures userId.
             * @member {string} userId
             * @memberof tidemark.v1.FatigueFeatures
             * @instance
             */
            FatigueFeatures.prototype.userId = "";

            /**
             * Milliseconds since the Unix epoch. Events from this time on are excluded.
             * @member {number} asOfMs
             * @memberof tidemark.v1.FatigueFeatures
             * @instance
             */
            FatigueFeatures.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Creates a new FatigueFeatures instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.FatigueFeatures
             * @static
             * @param {tidemark.v1.IFatigueFeatures=} [properties] Properties to set
             * @returns {tidemark.v1.FatigueFeatures} FatigueFeatures instance
             */
            FatigueFeatures.create = function create(properties) {
                return new FatigueFeatures(properties);
            };

            /**
             * Encodes the specified FatigueFeatures message. Does not implicitly {@link tidemark.v1.FatigueFeatures.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.FatigueFeatures
             * @static
             * @param {tidemark.v1.IFatigueFeatures} message FatigueFeatures message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            FatigueFeatures.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.version != null && Object.hasOwnProperty.call(message, "version"))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.version);
                if (message.layout != null && Object.hasOwnProperty.call(message, "layout"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.layout);
                if (message.names != null && message.names.length)
                    for (var i = 0; i < message.names.length; ++i)
                        writer.uint32(/* id 3, wireType 2 =*/26).string(message.names[i]);
                if (message.candidates != null && message.candidates.length)
                    for (var i = 0; i < message.candidates.length; ++i)
                        $root.tidemark.v1.CandidateFeatures.encode(message.candidates[i], writer.uint32(/* id 4, wireType 2 =*/34).fork(), q + 1).ldelim();
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 5, wireType 2 =*/42).string(message.userId);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(/* id 6, wireType 0 =*/48).int64(message.asOfMs);
                return writer;
            };

            /**
             * Decodes a FatigueFeatures message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.FatigueFeatures
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.FatigueFeatures} FatigueFeatures
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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
             * Creates a FatigueFeatures message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.FatigueFeatures
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.FatigueFeatures} FatigueFeatures
             */
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
                return message;
            };

            /**
             * Creates a plain object from a FatigueFeatures message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.FatigueFeatures
             * @static
             * @param {tidemark.v1.FatigueFeatures} message FatigueFeatures
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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
                return object;
            };

            /**
             * Converts this FatigueFeatures to JSON.
             * @function toJSON
             * @memberof tidemark.v1.FatigueFeatures
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            FatigueFeatures.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueFeatures;
        })();

        v1.CandidateFeatures = (function() {

            /**
             * Properties of a CandidateFeatures.
             * @memberof tidemark.v1
             * @interface ICandidateFeatures
             * @property {Array.<number>|null} [values] NaN where no number exists: the time since an event that never occurred, a rate without impressions, and all
             * features of a level whose entity the candidate does not name.
             */

            /**
             * Constructs a new CandidateFeatures.
             * @memberof tidemark.v1
             * @classdesc Represents a CandidateFeatures.
             * @implements ICandidateFeatures
             * @constructor
             * @param {tidemark.v1.ICandidateFeatures=} [properties] Properties to set
             */
            function CandidateFeatures(properties) {
                this.values = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * NaN where no number exists: the time since an event that never occurred, a rate without impressions, and all
             * features of a level whose entity the candidate does not name.
             * @member {Array.<number>} values
             * @memberof tidemark.v1.CandidateFeatures
             * @instance
             */
            CandidateFeatures.prototype.values = $util.emptyArray;

            /**
             * Creates a new CandidateFeatures instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.CandidateFeatures
             * @static
             * @param {tidemark.v1.ICandidateFeatures=} [properties] Properties to set
             * @returns {tidemark.v1.CandidateFeatures} CandidateFeatures instance
             */
            CandidateFeatures.create = function create(properties) {
                return new CandidateFeatures(properties);
            };

            /**
             * Encodes the specified CandidateFeatures message. Does not implicitly {@link tidemark.v1.CandidateFeatures.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.CandidateFeatures
             * @static
             * @param {tidemark.v1.ICandidateFeatures} message CandidateFeatures message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            CandidateFeatures.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.values != null && message.values.length) {
                    writer.uint32(/* id 1, wireType 2 =*/10).fork();
                    for (var i = 0; i < message.values.length; ++i)
                        writer.float(message.values[i]);
                    writer.ldelim();
                }
                return writer;
            };

            /**
             * Decodes a CandidateFeatures message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.CandidateFeatures
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.CandidateFeatures} CandidateFeatures
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a CandidateFeatures message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.CandidateFeatures
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.CandidateFeatures} CandidateFeatures
             */
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

            /**
             * Creates a plain object from a CandidateFeatures message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.CandidateFeatures
             * @static
             * @param {tidemark.v1.CandidateFeatures} message CandidateFeatures
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this CandidateFeatures to JSON.
             * @function toJSON
             * @memberof tidemark.v1.CandidateFeatures
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            CandidateFeatures.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return CandidateFeatures;
        })();

        v1.FatigueExample = (function() {

            /**
             * Properties of a FatigueExample.
             * @memberof tidemark.v1
             * @interface IFatigueExample
             * @property {tidemark.v1.ICandidateFeatures|null} [features] FatigueExample features
             * @property {Object.<string,string>|null} [labels] Columns of the input that are passed through unchanged.
             * @property {string|null} [userId] FatigueExample userId
             * @property {number|null} [asOfMs] FatigueExample asOfMs
             */

            /**
             * Constructs a new FatigueExample.
             * @memberof tidemark.v1
             * @classdesc One record of the output of `tidemark features export` as protobuf. Each record follows its length as a varint.
             * @implements IFatigueExample
             * @constructor
             * @param {tidemark.v1.IFatigueExample=} [properties] Properties to set
             */
            function FatigueExample(properties) {
                this.labels = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * FatigueExample features.
             * @member {tidemark.v1.ICandidateFeatures|null|undefined} features
             * @memberof tidemark.v1.FatigueExample
             * @instance
             */
            FatigueExample.prototype.features = null;

            /**
             * Columns of the input that are passed through unchanged.
             * @member {Object.<string,string>} labels
             * @memberof tidemark.v1.FatigueExample
             * @instance
             */
            FatigueExample.prototype.labels = $util.emptyObject;

            /**
             * FatigueExample userId.
             * @member {string} userId
             * @memberof tidemark.v1.FatigueExample
             * @instance
             */
            FatigueExample.prototype.userId = "";

            /**
             * FatigueExample asOfMs.
             * @member {number} asOfMs
             * @memberof tidemark.v1.FatigueExample
             * @instance
             */
            FatigueExample.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Creates a new FatigueExample instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.FatigueExample
             * @static
             * @param {tidemark.v1.IFatigueExample=} [properties] Properties to set
             * @returns {tidemark.v1.FatigueExample} FatigueExample instance
             */
            FatigueExample.create = function create(properties) {
                return new FatigueExample(properties);
            };

            /**
             * Encodes the specified FatigueExample message. Does not implicitly {@link tidemark.v1.FatigueExample.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.FatigueExample
             * @static
             * @param {tidemark.v1.IFatigueExample} message FatigueExample message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            FatigueExample.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.features != null && Object.hasOwnProperty.call(message, "features"))
                    $root.tidemark.v1.CandidateFeatures.encode(message.features, writer.uint32(/* id 1, wireType 2 =*/10).fork(), q + 1).ldelim();
                if (message.labels != null && Object.hasOwnProperty.call(message, "labels"))
                    for (var keys = Object.keys(message.labels), i = 0; i < keys.length; ++i)
                        writer.uint32(/* id 2, wireType 2 =*/18).fork().uint32(/* id 1, wireType 2 =*/10).string(keys[i]).uint32(/* id 2, wireType 2 =*/18).string(message.labels[keys[i]]).ldelim();
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.userId);
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(/* id 4, wireType 0 =*/32).int64(message.asOfMs);
                return writer;
            };

            /**
             * Decodes a FatigueExample message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.FatigueExample
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.FatigueExample} FatigueExample
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a FatigueExample message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.FatigueExample
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.FatigueExample} FatigueExample
             */
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

            /**
             * Creates a plain object from a FatigueExample message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.FatigueExample
             * @static
             * @param {tidemark.v1.FatigueExample} message FatigueExample
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this FatigueExample to JSON.
             * @function toJSON
             * @memberof tidemark.v1.FatigueExample
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            FatigueExample.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueExample;
        })();

        v1.FatigueRequest = (function() {

            /**
             * Properties of a FatigueRequest.
             * @memberof tidemark.v1
             * @interface IFatigueRequest
             * @property {string|null} [userId] FatigueRequest userId
             * @property {Array.<tidemark.v1.IFatigueCandidate>|null} [candidates] FatigueRequest candidates
             * @property {string|null} [dataType] FatigueRequest dataType
             * @property {Array.<string>|null} [levels] FatigueRequest levels
             * @property {Array.<string>|null} [actions] FatigueRequest actions
             * @property {Array.<string>|null} [windows] FatigueRequest windows
             * @property {Array.<string>|null} [halfLives] FatigueRequest halfLives
             * @property {Array.<string>|null} [scales] FatigueRequest scales
             * @property {string|null} [lookback] FatigueRequest lookback
             * @property {tidemark.v1.IFatigueRate|null} [ctr] FatigueRequest ctr
             * @property {Object.<string,tidemark.v1.IFatigueCondition>|null} [where] Conditions by dimension name.
             * @property {number|null} [asOfMs] Milliseconds since the Unix epoch. 0: now.
             * @property {boolean|null} [withoutNames] FatigueRequest withoutNames
             */

            /**
             * Constructs a new FatigueRequest.
             * @memberof tidemark.v1
             * @classdesc Body of `POST /v1/features:fatigue`. The fields are those of the JSON form. Empty fields have their defaults.
             * @implements IFatigueRequest
             * @constructor
             * @param {tidemark.v1.IFatigueRequest=} [properties] Properties to set
             */
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

            /**
             * FatigueRequest userId.
             * @member {string} userId
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.userId = "";

            /**
             * FatigueRequest candidates.
             * @member {Array.<tidemark.v1.IFatigueCandidate>} candidates
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.candidates = $util.emptyArray;

            /**
             * FatigueRequest dataType.
             * @member {string} dataType
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.dataType = "";

            /**
             * FatigueRequest levels.
             * @member {Array.<string>} levels
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.levels = $util.emptyArray;

            /**
             * FatigueRequest actions.
             * @member {Array.<string>} actions
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.actions = $util.emptyArray;

            /**
             * FatigueRequest windows.
             * @member {Array.<string>} windows
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.windows = $util.emptyArray;

            /**
             * FatigueRequest halfLives.
             * @member {Array.<string>} halfLives
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.halfLives = $util.emptyArray;

            /**
             * FatigueRequest scales.
             * @member {Array.<string>} scales
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.scales = $util.emptyArray;

            /**
             * FatigueRequest lookback.
             * @member {string} lookback
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.lookback = "";

            /**
             * FatigueRequest ctr.
             * @member {tidemark.v1.IFatigueRate|null|undefined} ctr
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.ctr = null;

            /**
             * Conditions by dimension name.
             * @member {Object.<string,tidemark.v1.IFatigueCondition>} where
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.where = $util.emptyObject;

            /**
             * Milliseconds since the Unix epoch. 0: now.
             * @member {number} asOfMs
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.asOfMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * FatigueRequest withoutNames.
             * @member {boolean} withoutNames
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             */
            FatigueRequest.prototype.withoutNames = false;

            /**
             * Creates a new FatigueRequest instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.FatigueRequest
             * @static
             * @param {tidemark.v1.IFatigueRequest=} [properties] Properties to set
             * @returns {tidemark.v1.FatigueRequest} FatigueRequest instance
             */
            FatigueRequest.create = function create(properties) {
                return new FatigueRequest(properties);
            };

            /**
             * Encodes the specified FatigueRequest message. Does not implicitly {@link tidemark.v1.FatigueRequest.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.FatigueRequest
             * @static
             * @param {tidemark.v1.IFatigueRequest} message FatigueRequest message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            FatigueRequest.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.userId != null && Object.hasOwnProperty.call(message, "userId"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.userId);
                if (message.candidates != null && message.candidates.length)
                    for (var i = 0; i < message.candidates.length; ++i)
                        $root.tidemark.v1.FatigueCandidate.encode(message.candidates[i], writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim();
                if (message.dataType != null && Object.hasOwnProperty.call(message, "dataType"))
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.dataType);
                if (message.levels != null && message.levels.length)
                    for (var i = 0; i < message.levels.length; ++i)
                        writer.uint32(/* id 4, wireType 2 =*/34).string(message.levels[i]);
                if (message.actions != null && message.actions.length)
                    for (var i = 0; i < message.actions.length; ++i)
                        writer.uint32(/* id 5, wireType 2 =*/42).string(message.actions[i]);
                if (message.windows != null && message.windows.length)
                    for (var i = 0; i < message.windows.length; ++i)
                        writer.uint32(/* id 6, wireType 2 =*/50).string(message.windows[i]);
                if (message.halfLives != null && message.halfLives.length)
                    for (var i = 0; i < message.halfLives.length; ++i)
                        writer.uint32(/* id 7, wireType 2 =*/58).string(message.halfLives[i]);
                if (message.scales != null && message.scales.length)
                    for (var i = 0; i < message.scales.length; ++i)
                        writer.uint32(/* id 8, wireType 2 =*/66).string(message.scales[i]);
                if (message.lookback != null && Object.hasOwnProperty.call(message, "lookback"))
                    writer.uint32(/* id 9, wireType 2 =*/74).string(message.lookback);
                if (message.ctr != null && Object.hasOwnProperty.call(message, "ctr"))
                    $root.tidemark.v1.FatigueRate.encode(message.ctr, writer.uint32(/* id 10, wireType 2 =*/82).fork(), q + 1).ldelim();
                if (message.where != null && Object.hasOwnProperty.call(message, "where"))
                    for (var keys = Object.keys(message.where), i = 0; i < keys.length; ++i) {
                        writer.uint32(/* id 11, wireType 2 =*/90).fork().uint32(/* id 1, wireType 2 =*/10).string(keys[i]);
                        $root.tidemark.v1.FatigueCondition.encode(message.where[keys[i]], writer.uint32(/* id 2, wireType 2 =*/18).fork(), q + 1).ldelim().ldelim();
                    }
                if (message.asOfMs != null && Object.hasOwnProperty.call(message, "asOfMs"))
                    writer.uint32(/* id 12, wireType 0 =*/96).int64(message.asOfMs);
                if (message.withoutNames != null && Object.hasOwnProperty.call(message, "withoutNames"))
                    writer.uint32(/* id 13, wireType 0 =*/104).bool(message.withoutNames);
                return writer;
            };

            /**
             * Decodes a FatigueRequest message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.FatigueRequest
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.FatigueRequest} FatigueRequest
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a FatigueRequest message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.FatigueRequest
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.FatigueRequest} FatigueRequest
             */
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

            /**
             * Creates a plain object from a FatigueRequest message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.FatigueRequest
             * @static
             * @param {tidemark.v1.FatigueRequest} message FatigueRequest
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this FatigueRequest to JSON.
             * @function toJSON
             * @memberof tidemark.v1.FatigueRequest
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            FatigueRequest.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueRequest;
        })();

        v1.FatigueCandidate = (function() {

            /**
             * Properties of a FatigueCandidate.
             * @memberof tidemark.v1
             * @interface IFatigueCandidate
             * @property {Object.<string,string>|null} [entities] Ids by dimension name, such as `adId`.
             */

            /**
             * Constructs a new FatigueCandidate.
             * @memberof tidemark.v1
             * @classdesc Represents a FatigueCandidate.
             * @implements IFatigueCandidate
             * @constructor
             * @param {tidemark.v1.IFatigueCandidate=} [properties] Properties to set
             */
            function FatigueCandidate(properties) {
                this.entities = {};
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Ids by dimension name, such as `adId`.
             * @member {Object.<string,string>} entities
             * @memberof tidemark.v1.FatigueCandidate
             * @instance
             */
            FatigueCandidate.prototype.entities = $util.emptyObject;

            /**
             * Creates a new FatigueCandidate instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.FatigueCandidate
             * @static
             * @param {tidemark.v1.IFatigueCandidate=} [properties] Properties to set
             * @returns {tidemark.v1.FatigueCandidate} FatigueCandidate instance
             */
            FatigueCandidate.create = function create(properties) {
                return new FatigueCandidate(properties);
            };

            /**
             * Encodes the specified FatigueCandidate message. Does not implicitly {@link tidemark.v1.FatigueCandidate.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.FatigueCandidate
             * @static
             * @param {tidemark.v1.IFatigueCandidate} message FatigueCandidate message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            FatigueCandidate.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.entities != null && Object.hasOwnProperty.call(message, "entities"))
                    for (var keys = Object.keys(message.entities), i = 0; i < keys.length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).fork().uint32(/* id 1, wireType 2 =*/10).string(keys[i]).uint32(/* id 2, wireType 2 =*/18).string(message.entities[keys[i]]).ldelim();
                return writer;
            };

            /**
             * Decodes a FatigueCandidate message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.FatigueCandidate
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.FatigueCandidate} FatigueCandidate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a FatigueCandidate message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.FatigueCandidate
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.FatigueCandidate} FatigueCandidate
             */
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

            /**
             * Creates a plain object from a FatigueCandidate message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.FatigueCandidate
             * @static
             * @param {tidemark.v1.FatigueCandidate} message FatigueCandidate
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this FatigueCandidate to JSON.
             * @function toJSON
             * @memberof tidemark.v1.FatigueCandidate
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            FatigueCandidate.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueCandidate;
        })();

        v1.FatigueRate = (function() {

            /**
             * Properties of a FatigueRate.
             * @memberof tidemark.v1
             * @interface IFatigueRate
             * @property {string|null} [clicks] FatigueRate clicks
             * @property {string|null} [impressions] FatigueRate impressions
             * @property {tidemark.v1.IFatiguePrior|null} [prior] FatigueRate prior
             */

            /**
             * Constructs a new FatigueRate.
             * @memberof tidemark.v1
             * @classdesc Represents a FatigueRate.
             * @implements IFatigueRate
             * @constructor
             * @param {tidemark.v1.IFatigueRate=} [properties] Properties to set
             */
            function FatigueRate(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * FatigueRate clicks.
             * @member {string} clicks
             * @memberof tidemark.v1.FatigueRate
             * @instance
             */
            FatigueRate.prototype.clicks = "";

            /**
             * FatigueRate impressions.
             * @member {string} impressions
             * @memberof tidemark.v1.FatigueRate
             * @instance
             */
            FatigueRate.prototype.impressions = "";

            /**
             * FatigueRate prior.
             * @member {tidemark.v1.IFatiguePrior|null|undefined} prior
             * @memberof tidemark.v1.FatigueRate
             * @instance
             */
            FatigueRate.prototype.prior = null;

            /**
             * Creates a new FatigueRate instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.FatigueRate
             * @static
             * @param {tidemark.v1.IFatigueRate=} [properties] Properties to set
             * @returns {tidemark.v1.FatigueRate} FatigueRate instance
             */
            FatigueRate.create = function create(properties) {
                return new FatigueRate(properties);
            };

            /**
             * Encodes the specified FatigueRate message. Does not implicitly {@link tidemark.v1.FatigueRate.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.FatigueRate
             * @static
             * @param {tidemark.v1.IFatigueRate} message FatigueRate message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            FatigueRate.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.clicks != null && Object.hasOwnProperty.call(message, "clicks"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.clicks);
                if (message.impressions != null && Object.hasOwnProperty.call(message, "impressions"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.impressions);
                if (message.prior != null && Object.hasOwnProperty.call(message, "prior"))
                    $root.tidemark.v1.FatiguePrior.encode(message.prior, writer.uint32(/* id 3, wireType 2 =*/26).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a FatigueRate message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.FatigueRate
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.FatigueRate} FatigueRate
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a FatigueRate message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.FatigueRate
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.FatigueRate} FatigueRate
             */
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

            /**
             * Creates a plain object from a FatigueRate message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.FatigueRate
             * @static
             * @param {tidemark.v1.FatigueRate} message FatigueRate
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this FatigueRate to JSON.
             * @function toJSON
             * @memberof tidemark.v1.FatigueRate
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            FatigueRate.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueRate;
        })();

        v1.FatiguePrior = (function() {

            /**
             * Properties of a FatiguePrior.
             * @memberof tidemark.v1
             * @interface IFatiguePrior
             * @property {number|null} [impressions] FatiguePrior impressions
             * @property {number|null} [rate] FatiguePrior rate
             */

            /**
             * Constructs a new FatiguePrior.
             * @memberof tidemark.v1
             * @classdesc Represents a FatiguePrior.
             * @implements IFatiguePrior
             * @constructor
             * @param {tidemark.v1.IFatiguePrior=} [properties] Properties to set
             */
            function FatiguePrior(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * FatiguePrior impressions.
             * @member {number} impressions
             * @memberof tidemark.v1.FatiguePrior
             * @instance
             */
            FatiguePrior.prototype.impressions = 0;

            /**
             * FatiguePrior rate.
             * @member {number} rate
             * @memberof tidemark.v1.FatiguePrior
             * @instance
             */
            FatiguePrior.prototype.rate = 0;

            /**
             * Creates a new FatiguePrior instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.FatiguePrior
             * @static
             * @param {tidemark.v1.IFatiguePrior=} [properties] Properties to set
             * @returns {tidemark.v1.FatiguePrior} FatiguePrior instance
             */
            FatiguePrior.create = function create(properties) {
                return new FatiguePrior(properties);
            };

            /**
             * Encodes the specified FatiguePrior message. Does not implicitly {@link tidemark.v1.FatiguePrior.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.FatiguePrior
             * @static
             * @param {tidemark.v1.IFatiguePrior} message FatiguePrior message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            FatiguePrior.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.impressions != null && Object.hasOwnProperty.call(message, "impressions"))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.impressions);
                if (message.rate != null && Object.hasOwnProperty.call(message, "rate"))
                    writer.uint32(/* id 2, wireType 1 =*/17).double(message.rate);
                return writer;
            };

            /**
             * Decodes a FatiguePrior message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.FatiguePrior
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.FatiguePrior} FatiguePrior
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a FatiguePrior message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.FatiguePrior
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.FatiguePrior} FatiguePrior
             */
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

            /**
             * Creates a plain object from a FatiguePrior message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.FatiguePrior
             * @static
             * @param {tidemark.v1.FatiguePrior} message FatiguePrior
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this FatiguePrior to JSON.
             * @function toJSON
             * @memberof tidemark.v1.FatiguePrior
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            FatiguePrior.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatiguePrior;
        })();

        v1.FatigueCondition = (function() {

            /**
             * Properties of a FatigueCondition.
             * @memberof tidemark.v1
             * @interface IFatigueCondition
             * @property {Array.<string>|null} ["in"] Empty: any id.
             * @property {boolean|null} [optional] Whether events without the dimension count too.
             */

            /**
             * Constructs a new FatigueCondition.
             * @memberof tidemark.v1
             * @classdesc Represents a FatigueCondition.
             * @implements IFatigueCondition
             * @constructor
             * @param {tidemark.v1.IFatigueCondition=} [properties] Properties to set
             */
            function FatigueCondition(properties) {
                this["in"] = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Empty: any id.
             * @member {Array.<string>} in
             * @memberof tidemark.v1.FatigueCondition
             * @instance
             */
            FatigueCondition.prototype["in"] = $util.emptyArray;

            /**
             * Whether events without the dimension count too.
             * @member {boolean} optional
             * @memberof tidemark.v1.FatigueCondition
             * @instance
             */
            FatigueCondition.prototype.optional = false;

            /**
             * Creates a new FatigueCondition instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.FatigueCondition
             * @static
             * @param {tidemark.v1.IFatigueCondition=} [properties] Properties to set
             * @returns {tidemark.v1.FatigueCondition} FatigueCondition instance
             */
            FatigueCondition.create = function create(properties) {
                return new FatigueCondition(properties);
            };

            /**
             * Encodes the specified FatigueCondition message. Does not implicitly {@link tidemark.v1.FatigueCondition.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.FatigueCondition
             * @static
             * @param {tidemark.v1.IFatigueCondition} message FatigueCondition message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            FatigueCondition.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message["in"] != null && message["in"].length)
                    for (var i = 0; i < message["in"].length; ++i)
                        writer.uint32(/* id 1, wireType 2 =*/10).string(message["in"][i]);
                if (message.optional != null && Object.hasOwnProperty.call(message, "optional"))
                    writer.uint32(/* id 2, wireType 0 =*/16).bool(message.optional);
                return writer;
            };

            /**
             * Decodes a FatigueCondition message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.FatigueCondition
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.FatigueCondition} FatigueCondition
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a FatigueCondition message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.FatigueCondition
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.FatigueCondition} FatigueCondition
             */
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

            /**
             * Creates a plain object from a FatigueCondition message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.FatigueCondition
             * @static
             * @param {tidemark.v1.FatigueCondition} message FatigueCondition
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this FatigueCondition to JSON.
             * @function toJSON
             * @memberof tidemark.v1.FatigueCondition
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            FatigueCondition.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return FatigueCondition;
        })();

        v1.PacingState = (function() {

            /**
             * Properties of a PacingState.
             * @memberof tidemark.v1
             * @interface IPacingState
             * @property {string|null} [campaignId] PacingState campaignId
             * @property {string|null} [day] The campaign's day, such as `2026-11-21`.
             * @property {string|null} [state] `active`, `throttled` or `stopped`.
             * @property {number|null} [passShare] Share of the requests, from 0 to 1, for which the campaign may be considered: 1 when active, 0 when stopped.
             * @property {string|null} [reason] Reason, such as `units_delivered`; see docs/pacing.md.
             * @property {number|null} [unitsPurchased] PacingState unitsPurchased
             * @property {number|null} [count] Inputs of the decision: the count, its rate, and the time up to which it was complete.
             * @property {number|null} [unitsPerSecond] PacingState unitsPerSecond
             * @property {number|null} [completeUpToMs] PacingState completeUpToMs
             * @property {number|null} [decidedAtMs] PacingState decidedAtMs
             * @property {number|null} [epoch] Leadership term of the controller, and sequence number within it. A later pair takes precedence over an earlier
             * one.
             * @property {number|null} [sequence] PacingState sequence
             * @property {number|null} [priority] PacingState priority
             */

            /**
             * Constructs a new PacingState.
             * @memberof tidemark.v1
             * @classdesc Decision of the pacing controller for one campaign. The object id is the campaign's.
             * @implements IPacingState
             * @constructor
             * @param {tidemark.v1.IPacingState=} [properties] Properties to set
             */
            function PacingState(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * PacingState campaignId.
             * @member {string} campaignId
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.campaignId = "";

            /**
             * The campaign's day, such as `2026-11-21`.
             * @member {string} day
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.day = "";

            /**
             * `active`, `throttled` or `stopped`.
             * @member {string} state
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.state = "";

            /**
             * Share of the requests, from 0 to 1, for which the campaign may be considered: 1 when active, 0 when stopped.
             * @member {number} passShare
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.passShare = 0;

            /**
             * Reason, such as `units_delivered`; see docs/pacing.md.
             * @member {string} reason
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.reason = "";

            /**
             * PacingState unitsPurchased.
             * @member {number} unitsPurchased
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.unitsPurchased = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * Inputs of the decision: the count, its rate, and the time up to which it was complete.
             * @member {number} count
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.count = 0;

            /**
             * PacingState unitsPerSecond.
             * @member {number} unitsPerSecond
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.unitsPerSecond = 0;

            /**
             * PacingState completeUpToMs.
             * @member {number} completeUpToMs
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.completeUpToMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * PacingState decidedAtMs.
             * @member {number} decidedAtMs
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.decidedAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Leadership term of the controller, and sequence number within it. A later pair takes precedence over an earlier
             * one.
             * @member {number} epoch
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.epoch = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * PacingState sequence.
             * @member {number} sequence
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.sequence = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * PacingState priority.
             * @member {number} priority
             * @memberof tidemark.v1.PacingState
             * @instance
             */
            PacingState.prototype.priority = 0;

            /**
             * Creates a new PacingState instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.PacingState
             * @static
             * @param {tidemark.v1.IPacingState=} [properties] Properties to set
             * @returns {tidemark.v1.PacingState} PacingState instance
             */
            PacingState.create = function create(properties) {
                return new PacingState(properties);
            };

            /**
             * Encodes the specified PacingState message. Does not implicitly {@link tidemark.v1.PacingState.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.PacingState
             * @static
             * @param {tidemark.v1.IPacingState} message PacingState message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PacingState.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.campaignId != null && Object.hasOwnProperty.call(message, "campaignId"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.campaignId);
                if (message.day != null && Object.hasOwnProperty.call(message, "day"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.day);
                if (message.state != null && Object.hasOwnProperty.call(message, "state"))
                    writer.uint32(/* id 3, wireType 2 =*/26).string(message.state);
                if (message.passShare != null && Object.hasOwnProperty.call(message, "passShare"))
                    writer.uint32(/* id 4, wireType 1 =*/33).double(message.passShare);
                if (message.reason != null && Object.hasOwnProperty.call(message, "reason"))
                    writer.uint32(/* id 5, wireType 2 =*/42).string(message.reason);
                if (message.unitsPurchased != null && Object.hasOwnProperty.call(message, "unitsPurchased"))
                    writer.uint32(/* id 6, wireType 0 =*/48).uint64(message.unitsPurchased);
                if (message.count != null && Object.hasOwnProperty.call(message, "count"))
                    writer.uint32(/* id 7, wireType 1 =*/57).double(message.count);
                if (message.unitsPerSecond != null && Object.hasOwnProperty.call(message, "unitsPerSecond"))
                    writer.uint32(/* id 8, wireType 1 =*/65).double(message.unitsPerSecond);
                if (message.completeUpToMs != null && Object.hasOwnProperty.call(message, "completeUpToMs"))
                    writer.uint32(/* id 9, wireType 0 =*/72).int64(message.completeUpToMs);
                if (message.decidedAtMs != null && Object.hasOwnProperty.call(message, "decidedAtMs"))
                    writer.uint32(/* id 10, wireType 0 =*/80).int64(message.decidedAtMs);
                if (message.epoch != null && Object.hasOwnProperty.call(message, "epoch"))
                    writer.uint32(/* id 11, wireType 0 =*/88).uint64(message.epoch);
                if (message.sequence != null && Object.hasOwnProperty.call(message, "sequence"))
                    writer.uint32(/* id 12, wireType 0 =*/96).uint64(message.sequence);
                if (message.priority != null && Object.hasOwnProperty.call(message, "priority"))
                    writer.uint32(/* id 13, wireType 0 =*/104).uint32(message.priority);
                return writer;
            };

            /**
             * Decodes a PacingState message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.PacingState
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.PacingState} PacingState
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a PacingState message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.PacingState
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.PacingState} PacingState
             */
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

            /**
             * Creates a plain object from a PacingState message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.PacingState
             * @static
             * @param {tidemark.v1.PacingState} message PacingState
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this PacingState to JSON.
             * @function toJSON
             * @memberof tidemark.v1.PacingState
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            PacingState.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return PacingState;
        })();

        v1.PacingSnapshot = (function() {

            /**
             * Properties of a PacingSnapshot.
             * @memberof tidemark.v1
             * @interface IPacingSnapshot
             * @property {number|null} [epoch] PacingSnapshot epoch
             * @property {number|null} [sequence] PacingSnapshot sequence
             * @property {number|null} [decidedAtMs] PacingSnapshot decidedAtMs
             * @property {string|null} [controller] Id of the leader.
             * @property {Array.<tidemark.v1.IPacingState>|null} [campaigns] States by campaign id.
             */

            /**
             * Constructs a new PacingSnapshot.
             * @memberof tidemark.v1
             * @classdesc The states of all campaigns, which ad servers poll. They are in a row that is written once and is not an object's:
             * `<shard>$pacing/<epoch>-<sequence>`, in the shard of the object `pacing`. The row of that object, which also has the
             * controllers' lease, contains the snapshot in force without its campaigns.
             * @implements IPacingSnapshot
             * @constructor
             * @param {tidemark.v1.IPacingSnapshot=} [properties] Properties to set
             */
            function PacingSnapshot(properties) {
                this.campaigns = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * PacingSnapshot epoch.
             * @member {number} epoch
             * @memberof tidemark.v1.PacingSnapshot
             * @instance
             */
            PacingSnapshot.prototype.epoch = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * PacingSnapshot sequence.
             * @member {number} sequence
             * @memberof tidemark.v1.PacingSnapshot
             * @instance
             */
            PacingSnapshot.prototype.sequence = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            /**
             * PacingSnapshot decidedAtMs.
             * @member {number} decidedAtMs
             * @memberof tidemark.v1.PacingSnapshot
             * @instance
             */
            PacingSnapshot.prototype.decidedAtMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Id of the leader.
             * @member {string} controller
             * @memberof tidemark.v1.PacingSnapshot
             * @instance
             */
            PacingSnapshot.prototype.controller = "";

            /**
             * States by campaign id.
             * @member {Array.<tidemark.v1.IPacingState>} campaigns
             * @memberof tidemark.v1.PacingSnapshot
             * @instance
             */
            PacingSnapshot.prototype.campaigns = $util.emptyArray;

            /**
             * Creates a new PacingSnapshot instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.PacingSnapshot
             * @static
             * @param {tidemark.v1.IPacingSnapshot=} [properties] Properties to set
             * @returns {tidemark.v1.PacingSnapshot} PacingSnapshot instance
             */
            PacingSnapshot.create = function create(properties) {
                return new PacingSnapshot(properties);
            };

            /**
             * Encodes the specified PacingSnapshot message. Does not implicitly {@link tidemark.v1.PacingSnapshot.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.PacingSnapshot
             * @static
             * @param {tidemark.v1.IPacingSnapshot} message PacingSnapshot message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            PacingSnapshot.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.epoch != null && Object.hasOwnProperty.call(message, "epoch"))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint64(message.epoch);
                if (message.sequence != null && Object.hasOwnProperty.call(message, "sequence"))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint64(message.sequence);
                if (message.decidedAtMs != null && Object.hasOwnProperty.call(message, "decidedAtMs"))
                    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.decidedAtMs);
                if (message.controller != null && Object.hasOwnProperty.call(message, "controller"))
                    writer.uint32(/* id 4, wireType 2 =*/34).string(message.controller);
                if (message.campaigns != null && message.campaigns.length)
                    for (var i = 0; i < message.campaigns.length; ++i)
                        $root.tidemark.v1.PacingState.encode(message.campaigns[i], writer.uint32(/* id 5, wireType 2 =*/42).fork(), q + 1).ldelim();
                return writer;
            };

            /**
             * Decodes a PacingSnapshot message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.PacingSnapshot
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.PacingSnapshot} PacingSnapshot
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a PacingSnapshot message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.PacingSnapshot
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.PacingSnapshot} PacingSnapshot
             */
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

            /**
             * Creates a plain object from a PacingSnapshot message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.PacingSnapshot
             * @static
             * @param {tidemark.v1.PacingSnapshot} message PacingSnapshot
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this PacingSnapshot to JSON.
             * @function toJSON
             * @memberof tidemark.v1.PacingSnapshot
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            PacingSnapshot.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return PacingSnapshot;
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
             * @classdesc Interests of a user, as computed by the personalization pipelines.
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

        v1.Sketch = (function() {

            /**
             * Properties of a Sketch.
             * @memberof tidemark.v1
             * @interface ISketch
             * @property {number|null} [version] Version of this format: 1.
             * @property {number|null} [precision] Precision p, of 2^p registers: 14.
             * @property {Uint8Array|null} [hashes] All items: their 64-bit hashes in ascending order. Small sets only; the count is exact.
             * @property {Uint8Array|null} [registers] All registers, packed.
             * @property {Uint8Array|null} [raised] Some registers: those that a writer has raised since it wrote all of them to another cell.
             * @property {number|null} [checksum] CRC-32 of the bytes above.
             */

            /**
             * Constructs a new Sketch.
             * @memberof tidemark.v1
             * @classdesc Number of distinct items of a set: HyperLogLog, or the set itself while it is small. Sketches of one precision merge
             * by union, in any order and any number of times. See docs/decisions/0006-sketches.md.
             * @implements ISketch
             * @constructor
             * @param {tidemark.v1.ISketch=} [properties] Properties to set
             */
            function Sketch(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * Version of this format: 1.
             * @member {number} version
             * @memberof tidemark.v1.Sketch
             * @instance
             */
            Sketch.prototype.version = 0;

            /**
             * Precision p, of 2^p registers: 14.
             * @member {number} precision
             * @memberof tidemark.v1.Sketch
             * @instance
             */
            Sketch.prototype.precision = 0;

            /**
             * All items: their 64-bit hashes in ascending order. Small sets only; the count is exact.
             * @member {Uint8Array|null|undefined} hashes
             * @memberof tidemark.v1.Sketch
             * @instance
             */
            Sketch.prototype.hashes = null;

            /**
             * All registers, packed.
             * @member {Uint8Array|null|undefined} registers
             * @memberof tidemark.v1.Sketch
             * @instance
             */
            Sketch.prototype.registers = null;

            /**
             * Some registers: those that a writer has raised since it wrote all of them to another cell.
             * @member {Uint8Array|null|undefined} raised
             * @memberof tidemark.v1.Sketch
             * @instance
             */
            Sketch.prototype.raised = null;

            /**
             * CRC-32 of the bytes above.
             * @member {number} checksum
             * @memberof tidemark.v1.Sketch
             * @instance
             */
            Sketch.prototype.checksum = 0;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * Sketch items.
             * @member {"hashes"|"registers"|"raised"|undefined} items
             * @memberof tidemark.v1.Sketch
             * @instance
             */
            Object.defineProperty(Sketch.prototype, "items", {
                get: $util.oneOfGetter($oneOfFields = ["hashes", "registers", "raised"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new Sketch instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.Sketch
             * @static
             * @param {tidemark.v1.ISketch=} [properties] Properties to set
             * @returns {tidemark.v1.Sketch} Sketch instance
             */
            Sketch.create = function create(properties) {
                return new Sketch(properties);
            };

            /**
             * Encodes the specified Sketch message. Does not implicitly {@link tidemark.v1.Sketch.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.Sketch
             * @static
             * @param {tidemark.v1.ISketch} message Sketch message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            Sketch.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.version != null && Object.hasOwnProperty.call(message, "version"))
                    writer.uint32(/* id 1, wireType 0 =*/8).uint32(message.version);
                if (message.precision != null && Object.hasOwnProperty.call(message, "precision"))
                    writer.uint32(/* id 2, wireType 0 =*/16).uint32(message.precision);
                if (message.hashes != null && Object.hasOwnProperty.call(message, "hashes"))
                    writer.uint32(/* id 3, wireType 2 =*/26).bytes(message.hashes);
                if (message.registers != null && Object.hasOwnProperty.call(message, "registers"))
                    writer.uint32(/* id 4, wireType 2 =*/34).bytes(message.registers);
                if (message.raised != null && Object.hasOwnProperty.call(message, "raised"))
                    writer.uint32(/* id 5, wireType 2 =*/42).bytes(message.raised);
                if (message.checksum != null && Object.hasOwnProperty.call(message, "checksum"))
                    writer.uint32(/* id 6, wireType 5 =*/53).fixed32(message.checksum);
                return writer;
            };

            /**
             * Decodes a Sketch message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.Sketch
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.Sketch} Sketch
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a Sketch message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.Sketch
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.Sketch} Sketch
             */
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

            /**
             * Creates a plain object from a Sketch message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.Sketch
             * @static
             * @param {tidemark.v1.Sketch} message Sketch
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this Sketch to JSON.
             * @function toJSON
             * @memberof tidemark.v1.Sketch
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
            Sketch.prototype.toJSON = function toJSON() {
                return this.constructor.toObject(this, $protobuf.util.toJSONOptions);
            };

            return Sketch;
        })();

        v1.StageProgress = (function() {

            /**
             * Properties of a StageProgress.
             * @memberof tidemark.v1
             * @interface IStageProgress
             * @property {string|null} [stage] `filter`, `consumer` or `api`.
             * @property {string|null} [process] Id of this run of the process.
             * @property {number|null} [atMs] Time of the report by the process's clock.
             * @property {boolean|null} [ended] Whether the process ended in order: its messages are settled or nacked.
             * @property {number|null} [settledUpToMs] Publication time of messages (for requests: arrival time) up to which everything destined for the process is
             * durable, as estimated from the order of messages. Equals at_ms when nothing waits.
             * @property {number|null} [eventLagP50Ms] Ages in milliseconds of the events of its last batches when they were written.
             * @property {number|null} [eventLagP99Ms] StageProgress eventLagP99Ms
             * @property {number|null} [deliveryLagP50Ms] From publication to durability.
             * @property {number|null} [deliveryLagP99Ms] StageProgress deliveryLagP99Ms
             * @property {number|null} [heldMessages] Number of outstanding messages. With `ended`: number of nacked messages.
             * @property {number|null} [eventsPerSecond] StageProgress eventsPerSecond
             * @property {number|null} [backlogMessages] Messages that wait in the subscription for any process. Absent if unknown.
             * @property {number|null} [backlogAgeSeconds] StageProgress backlogAgeSeconds
             * @property {string|null} [source] The subscription or topic that it reads.
             * @property {number|null} [producerDelayP99Ms] Delay from an event to its publication or arrival. Absent if no event was decoded.
             */

            /**
             * Constructs a new StageProgress.
             * @memberof tidemark.v1
             * @classdesc Progress of one process of an ingestion stage, written by the process every second. The rows are not objects': one of
             * the minute, `<shard>$ingestion/now/<minute>/<stage>/<process>`, and for processes that read subscriptions another one
             * every ten minutes and at their end, `<shard>$ingestion/kept/<stage>/<process>`.
             * @implements IStageProgress
             * @constructor
             * @param {tidemark.v1.IStageProgress=} [properties] Properties to set
             */
            function StageProgress(properties) {
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            /**
             * `filter`, `consumer` or `api`.
             * @member {string} stage
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.stage = "";

            /**
             * Id of this run of the process.
             * @member {string} process
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.process = "";

            /**
             * Time of the report by the process's clock.
             * @member {number} atMs
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Whether the process ended in order: its messages are settled or nacked.
             * @member {boolean} ended
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.ended = false;

            /**
             * Publication time of messages (for requests: arrival time) up to which everything destined for the process is
             * durable, as estimated from the order of messages. Equals at_ms when nothing waits.
             * @member {number} settledUpToMs
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.settledUpToMs = $util.Long ? $util.Long.fromBits(0,0,false) : 0;

            /**
             * Ages in milliseconds of the events of its last batches when they were written.
             * @member {number} eventLagP50Ms
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.eventLagP50Ms = 0;

            /**
             * StageProgress eventLagP99Ms.
             * @member {number} eventLagP99Ms
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.eventLagP99Ms = 0;

            /**
             * From publication to durability.
             * @member {number} deliveryLagP50Ms
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.deliveryLagP50Ms = 0;

            /**
             * StageProgress deliveryLagP99Ms.
             * @member {number} deliveryLagP99Ms
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.deliveryLagP99Ms = 0;

            /**
             * Number of outstanding messages. With `ended`: number of nacked messages.
             * @member {number} heldMessages
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.heldMessages = 0;

            /**
             * StageProgress eventsPerSecond.
             * @member {number} eventsPerSecond
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.eventsPerSecond = 0;

            /**
             * Messages that wait in the subscription for any process. Absent if unknown.
             * @member {number|null|undefined} backlogMessages
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.backlogMessages = null;

            /**
             * StageProgress backlogAgeSeconds.
             * @member {number|null|undefined} backlogAgeSeconds
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.backlogAgeSeconds = null;

            /**
             * The subscription or topic that it reads.
             * @member {string} source
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.source = "";

            /**
             * Delay from an event to its publication or arrival. Absent if no event was decoded.
             * @member {number|null|undefined} producerDelayP99Ms
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            StageProgress.prototype.producerDelayP99Ms = null;

            // OneOf field names bound to virtual getters and setters
            var $oneOfFields;

            /**
             * StageProgress _backlogMessages.
             * @member {"backlogMessages"|undefined} _backlogMessages
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            Object.defineProperty(StageProgress.prototype, "_backlogMessages", {
                get: $util.oneOfGetter($oneOfFields = ["backlogMessages"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * StageProgress _backlogAgeSeconds.
             * @member {"backlogAgeSeconds"|undefined} _backlogAgeSeconds
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            Object.defineProperty(StageProgress.prototype, "_backlogAgeSeconds", {
                get: $util.oneOfGetter($oneOfFields = ["backlogAgeSeconds"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * StageProgress _producerDelayP99Ms.
             * @member {"producerDelayP99Ms"|undefined} _producerDelayP99Ms
             * @memberof tidemark.v1.StageProgress
             * @instance
             */
            Object.defineProperty(StageProgress.prototype, "_producerDelayP99Ms", {
                get: $util.oneOfGetter($oneOfFields = ["producerDelayP99Ms"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            /**
             * Creates a new StageProgress instance using the specified properties.
             * @function create
             * @memberof tidemark.v1.StageProgress
             * @static
             * @param {tidemark.v1.IStageProgress=} [properties] Properties to set
             * @returns {tidemark.v1.StageProgress} StageProgress instance
             */
            StageProgress.create = function create(properties) {
                return new StageProgress(properties);
            };

            /**
             * Encodes the specified StageProgress message. Does not implicitly {@link tidemark.v1.StageProgress.verify|verify} messages.
             * @function encode
             * @memberof tidemark.v1.StageProgress
             * @static
             * @param {tidemark.v1.IStageProgress} message StageProgress message or plain object to encode
             * @param {$protobuf.Writer} [writer] Writer to encode to
             * @returns {$protobuf.Writer} Writer
             */
            StageProgress.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.stage != null && Object.hasOwnProperty.call(message, "stage"))
                    writer.uint32(/* id 1, wireType 2 =*/10).string(message.stage);
                if (message.process != null && Object.hasOwnProperty.call(message, "process"))
                    writer.uint32(/* id 2, wireType 2 =*/18).string(message.process);
                if (message.atMs != null && Object.hasOwnProperty.call(message, "atMs"))
                    writer.uint32(/* id 3, wireType 0 =*/24).int64(message.atMs);
                if (message.ended != null && Object.hasOwnProperty.call(message, "ended"))
                    writer.uint32(/* id 4, wireType 0 =*/32).bool(message.ended);
                if (message.settledUpToMs != null && Object.hasOwnProperty.call(message, "settledUpToMs"))
                    writer.uint32(/* id 5, wireType 0 =*/40).int64(message.settledUpToMs);
                if (message.eventLagP50Ms != null && Object.hasOwnProperty.call(message, "eventLagP50Ms"))
                    writer.uint32(/* id 6, wireType 0 =*/48).uint32(message.eventLagP50Ms);
                if (message.eventLagP99Ms != null && Object.hasOwnProperty.call(message, "eventLagP99Ms"))
                    writer.uint32(/* id 7, wireType 0 =*/56).uint32(message.eventLagP99Ms);
                if (message.deliveryLagP50Ms != null && Object.hasOwnProperty.call(message, "deliveryLagP50Ms"))
                    writer.uint32(/* id 8, wireType 0 =*/64).uint32(message.deliveryLagP50Ms);
                if (message.deliveryLagP99Ms != null && Object.hasOwnProperty.call(message, "deliveryLagP99Ms"))
                    writer.uint32(/* id 9, wireType 0 =*/72).uint32(message.deliveryLagP99Ms);
                if (message.heldMessages != null && Object.hasOwnProperty.call(message, "heldMessages"))
                    writer.uint32(/* id 10, wireType 0 =*/80).uint32(message.heldMessages);
                if (message.eventsPerSecond != null && Object.hasOwnProperty.call(message, "eventsPerSecond"))
                    writer.uint32(/* id 11, wireType 1 =*/89).double(message.eventsPerSecond);
                if (message.backlogMessages != null && Object.hasOwnProperty.call(message, "backlogMessages"))
                    writer.uint32(/* id 12, wireType 0 =*/96).uint64(message.backlogMessages);
                if (message.backlogAgeSeconds != null && Object.hasOwnProperty.call(message, "backlogAgeSeconds"))
                    writer.uint32(/* id 13, wireType 0 =*/104).uint32(message.backlogAgeSeconds);
                if (message.source != null && Object.hasOwnProperty.call(message, "source"))
                    writer.uint32(/* id 14, wireType 2 =*/114).string(message.source);
                if (message.producerDelayP99Ms != null && Object.hasOwnProperty.call(message, "producerDelayP99Ms"))
                    writer.uint32(/* id 15, wireType 0 =*/120).uint32(message.producerDelayP99Ms);
                return writer;
            };

            /**
             * Decodes a StageProgress message from the specified reader or buffer.
             * @function decode
             * @memberof tidemark.v1.StageProgress
             * @static
             * @param {$protobuf.Reader|Uint8Array} reader Reader or buffer to decode from
             * @param {number} [length] Message length if known beforehand
             * @returns {tidemark.v1.StageProgress} StageProgress
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
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

            /**
             * Creates a StageProgress message from a plain object. Also converts values to their respective internal types.
             * @function fromObject
             * @memberof tidemark.v1.StageProgress
             * @static
             * @param {Object.<string,*>} object Plain object
             * @returns {tidemark.v1.StageProgress} StageProgress
             */
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

            /**
             * Creates a plain object from a StageProgress message. Also converts values to other types if specified.
             * @function toObject
             * @memberof tidemark.v1.StageProgress
             * @static
             * @param {tidemark.v1.StageProgress} message StageProgress
             * @param {$protobuf.IConversionOptions} [options] Conversion options
             * @returns {Object.<string,*>} Plain object
             */
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

            /**
             * Converts this StageProgress to JSON.
             * @function toJSON
             * @memberof tidemark.v1.StageProgress
             * @instance
             * @returns {Object.<string,*>} JSON object
             */
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
