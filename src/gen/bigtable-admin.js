// Generated from @google-cloud/bigtable by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars*/
"use strict";

var $protobuf = require("./protobuf-numbers");

var $Reader = $protobuf.Reader, $Writer = $protobuf.Writer, $util = $protobuf.util;

var $root = $protobuf.roots["bigtable-admin"] || ($protobuf.roots["bigtable-admin"] = {});

$root.google = (function() {

    var google = {};

    google.bigtable = (function() {

        var bigtable = {};

        bigtable.admin = (function() {

            var admin = {};

            admin.v2 = (function() {

                var v2 = {};

                v2.CreateTableRequest = (function() {

                    function CreateTableRequest(properties) {
                        this.initialSplits = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    CreateTableRequest.prototype.parent = "";
                    CreateTableRequest.prototype.tableId = "";
                    CreateTableRequest.prototype.table = null;
                    CreateTableRequest.prototype.initialSplits = $util.emptyArray;

                    CreateTableRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.parent != null && Object.hasOwnProperty.call(message, "parent"))
                            writer.uint32(10).string(message.parent);
                        if (message.tableId != null && Object.hasOwnProperty.call(message, "tableId"))
                            writer.uint32(18).string(message.tableId);
                        if (message.table != null && Object.hasOwnProperty.call(message, "table"))
                            $root.google.bigtable.admin.v2.Table.encode(message.table, writer.uint32(26).fork(), q + 1).ldelim();
                        if (message.initialSplits != null && message.initialSplits.length)
                            for (var i = 0; i < message.initialSplits.length; ++i)
                                $root.google.bigtable.admin.v2.CreateTableRequest.Split.encode(message.initialSplits[i], writer.uint32(34).fork(), q + 1).ldelim();
                        return writer;
                    };

                    CreateTableRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.CreateTableRequest();
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
                                    message.tableId = reader.string();
                                    break;
                                }
                            case 3: {
                                    message.table = $root.google.bigtable.admin.v2.Table.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 4: {
                                    if (!(message.initialSplits && message.initialSplits.length))
                                        message.initialSplits = [];
                                    message.initialSplits.push($root.google.bigtable.admin.v2.CreateTableRequest.Split.decode(reader, reader.uint32(), undefined, long + 1));
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

                    CreateTableRequest.Split = (function() {

                        function Split(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Split.prototype.key = $util.newBuffer([]);

                        Split.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.key != null && Object.hasOwnProperty.call(message, "key"))
                                writer.uint32(10).bytes(message.key);
                            return writer;
                        };

                        Split.decode = function decode(reader, length, error, long) {
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
                            message = new $root.google.bigtable.admin.v2.CreateTableRequest.Split();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.key = reader.bytes();
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

                        return Split;
                    })();

                    return CreateTableRequest;
                })();

                v2.DropRowRangeRequest = (function() {

                    function DropRowRangeRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    DropRowRangeRequest.prototype.name = "";
                    DropRowRangeRequest.prototype.rowKeyPrefix = null;
                    DropRowRangeRequest.prototype.deleteAllDataFromTable = null;

                    var $oneOfFields;

                    Object.defineProperty(DropRowRangeRequest.prototype, "target", {
                        get: $util.oneOfGetter($oneOfFields = ["rowKeyPrefix", "deleteAllDataFromTable"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    DropRowRangeRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        if (message.rowKeyPrefix != null && Object.hasOwnProperty.call(message, "rowKeyPrefix"))
                            writer.uint32(18).bytes(message.rowKeyPrefix);
                        if (message.deleteAllDataFromTable != null && Object.hasOwnProperty.call(message, "deleteAllDataFromTable"))
                            writer.uint32(24).bool(message.deleteAllDataFromTable);
                        return writer;
                    };

                    DropRowRangeRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.DropRowRangeRequest();
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
                                    message.rowKeyPrefix = reader.bytes();
                                    break;
                                }
                            case 3: {
                                    message.deleteAllDataFromTable = reader.bool();
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

                    return DropRowRangeRequest;
                })();

                v2.ListTablesRequest = (function() {

                    function ListTablesRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListTablesRequest.prototype.parent = "";
                    ListTablesRequest.prototype.view = 0;
                    ListTablesRequest.prototype.pageSize = 0;
                    ListTablesRequest.prototype.pageToken = "";

                    ListTablesRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.parent != null && Object.hasOwnProperty.call(message, "parent"))
                            writer.uint32(10).string(message.parent);
                        if (message.view != null && Object.hasOwnProperty.call(message, "view"))
                            writer.uint32(16).int32(message.view);
                        if (message.pageToken != null && Object.hasOwnProperty.call(message, "pageToken"))
                            writer.uint32(26).string(message.pageToken);
                        if (message.pageSize != null && Object.hasOwnProperty.call(message, "pageSize"))
                            writer.uint32(32).int32(message.pageSize);
                        return writer;
                    };

                    ListTablesRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.ListTablesRequest();
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
                                    message.view = reader.int32();
                                    break;
                                }
                            case 4: {
                                    message.pageSize = reader.int32();
                                    break;
                                }
                            case 3: {
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

                    return ListTablesRequest;
                })();

                v2.ListTablesResponse = (function() {

                    function ListTablesResponse(properties) {
                        this.tables = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListTablesResponse.prototype.tables = $util.emptyArray;
                    ListTablesResponse.prototype.nextPageToken = "";

                    ListTablesResponse.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.tables != null && message.tables.length)
                            for (var i = 0; i < message.tables.length; ++i)
                                $root.google.bigtable.admin.v2.Table.encode(message.tables[i], writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.nextPageToken != null && Object.hasOwnProperty.call(message, "nextPageToken"))
                            writer.uint32(18).string(message.nextPageToken);
                        return writer;
                    };

                    ListTablesResponse.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.ListTablesResponse();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    if (!(message.tables && message.tables.length))
                                        message.tables = [];
                                    message.tables.push($root.google.bigtable.admin.v2.Table.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 2: {
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

                    return ListTablesResponse;
                })();

                v2.GetTableRequest = (function() {

                    function GetTableRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    GetTableRequest.prototype.name = "";
                    GetTableRequest.prototype.view = 0;

                    GetTableRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        if (message.view != null && Object.hasOwnProperty.call(message, "view"))
                            writer.uint32(16).int32(message.view);
                        return writer;
                    };

                    GetTableRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.GetTableRequest();
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
                                    message.view = reader.int32();
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

                    return GetTableRequest;
                })();

                v2.UpdateTableRequest = (function() {

                    function UpdateTableRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    UpdateTableRequest.prototype.table = null;
                    UpdateTableRequest.prototype.updateMask = null;
                    UpdateTableRequest.prototype.ignoreWarnings = false;

                    UpdateTableRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.table != null && Object.hasOwnProperty.call(message, "table"))
                            $root.google.bigtable.admin.v2.Table.encode(message.table, writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.updateMask != null && Object.hasOwnProperty.call(message, "updateMask"))
                            $root.google.protobuf.FieldMask.encode(message.updateMask, writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.ignoreWarnings != null && Object.hasOwnProperty.call(message, "ignoreWarnings"))
                            writer.uint32(24).bool(message.ignoreWarnings);
                        return writer;
                    };

                    UpdateTableRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.UpdateTableRequest();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.table = $root.google.bigtable.admin.v2.Table.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 2: {
                                    message.updateMask = $root.google.protobuf.FieldMask.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 3: {
                                    message.ignoreWarnings = reader.bool();
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

                    return UpdateTableRequest;
                })();

                v2.DeleteTableRequest = (function() {

                    function DeleteTableRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    DeleteTableRequest.prototype.name = "";

                    DeleteTableRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        return writer;
                    };

                    DeleteTableRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.DeleteTableRequest();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
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

                    return DeleteTableRequest;
                })();

                v2.ModifyColumnFamiliesRequest = (function() {

                    function ModifyColumnFamiliesRequest(properties) {
                        this.modifications = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ModifyColumnFamiliesRequest.prototype.name = "";
                    ModifyColumnFamiliesRequest.prototype.modifications = $util.emptyArray;
                    ModifyColumnFamiliesRequest.prototype.ignoreWarnings = false;

                    ModifyColumnFamiliesRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        if (message.modifications != null && message.modifications.length)
                            for (var i = 0; i < message.modifications.length; ++i)
                                $root.google.bigtable.admin.v2.ModifyColumnFamiliesRequest.Modification.encode(message.modifications[i], writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.ignoreWarnings != null && Object.hasOwnProperty.call(message, "ignoreWarnings"))
                            writer.uint32(24).bool(message.ignoreWarnings);
                        return writer;
                    };

                    ModifyColumnFamiliesRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.ModifyColumnFamiliesRequest();
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
                                    if (!(message.modifications && message.modifications.length))
                                        message.modifications = [];
                                    message.modifications.push($root.google.bigtable.admin.v2.ModifyColumnFamiliesRequest.Modification.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 3: {
                                    message.ignoreWarnings = reader.bool();
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

                    ModifyColumnFamiliesRequest.Modification = (function() {

                        function Modification(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Modification.prototype.id = "";
                        Modification.prototype.create = null;
                        Modification.prototype.update = null;
                        Modification.prototype.drop = null;
                        Modification.prototype.updateMask = null;

                        var $oneOfFields;

                        Object.defineProperty(Modification.prototype, "mod", {
                            get: $util.oneOfGetter($oneOfFields = ["create", "update", "drop"]),
                            set: $util.oneOfSetter($oneOfFields)
                        });

                        Modification.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.id != null && Object.hasOwnProperty.call(message, "id"))
                                writer.uint32(10).string(message.id);
                            if (message.create != null && Object.hasOwnProperty.call(message, "create"))
                                $root.google.bigtable.admin.v2.ColumnFamily.encode(message.create, writer.uint32(18).fork(), q + 1).ldelim();
                            if (message.update != null && Object.hasOwnProperty.call(message, "update"))
                                $root.google.bigtable.admin.v2.ColumnFamily.encode(message.update, writer.uint32(26).fork(), q + 1).ldelim();
                            if (message.drop != null && Object.hasOwnProperty.call(message, "drop"))
                                writer.uint32(32).bool(message.drop);
                            if (message.updateMask != null && Object.hasOwnProperty.call(message, "updateMask"))
                                $root.google.protobuf.FieldMask.encode(message.updateMask, writer.uint32(50).fork(), q + 1).ldelim();
                            return writer;
                        };

                        Modification.decode = function decode(reader, length, error, long) {
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
                            message = new $root.google.bigtable.admin.v2.ModifyColumnFamiliesRequest.Modification();
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
                                        message.create = $root.google.bigtable.admin.v2.ColumnFamily.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 3: {
                                        message.update = $root.google.bigtable.admin.v2.ColumnFamily.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 4: {
                                        message.drop = reader.bool();
                                        break;
                                    }
                                case 6: {
                                        message.updateMask = $root.google.protobuf.FieldMask.decode(reader, reader.uint32(), undefined, long + 1);
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

                        return Modification;
                    })();

                    return ModifyColumnFamiliesRequest;
                })();

                v2.GenerateConsistencyTokenRequest = (function() {

                    function GenerateConsistencyTokenRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    GenerateConsistencyTokenRequest.prototype.name = "";

                    GenerateConsistencyTokenRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        return writer;
                    };

                    GenerateConsistencyTokenRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.GenerateConsistencyTokenRequest();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
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

                    return GenerateConsistencyTokenRequest;
                })();

                v2.GenerateConsistencyTokenResponse = (function() {

                    function GenerateConsistencyTokenResponse(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    GenerateConsistencyTokenResponse.prototype.consistencyToken = "";

                    GenerateConsistencyTokenResponse.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.consistencyToken != null && Object.hasOwnProperty.call(message, "consistencyToken"))
                            writer.uint32(10).string(message.consistencyToken);
                        return writer;
                    };

                    GenerateConsistencyTokenResponse.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.GenerateConsistencyTokenResponse();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.consistencyToken = reader.string();
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

                    return GenerateConsistencyTokenResponse;
                })();

                v2.CheckConsistencyRequest = (function() {

                    function CheckConsistencyRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    CheckConsistencyRequest.prototype.name = "";
                    CheckConsistencyRequest.prototype.consistencyToken = "";
                    CheckConsistencyRequest.prototype.standardReadRemoteWrites = null;
                    CheckConsistencyRequest.prototype.dataBoostReadLocalWrites = null;

                    var $oneOfFields;

                    Object.defineProperty(CheckConsistencyRequest.prototype, "mode", {
                        get: $util.oneOfGetter($oneOfFields = ["standardReadRemoteWrites", "dataBoostReadLocalWrites"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    CheckConsistencyRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        if (message.consistencyToken != null && Object.hasOwnProperty.call(message, "consistencyToken"))
                            writer.uint32(18).string(message.consistencyToken);
                        if (message.standardReadRemoteWrites != null && Object.hasOwnProperty.call(message, "standardReadRemoteWrites"))
                            $root.google.bigtable.admin.v2.StandardReadRemoteWrites.encode(message.standardReadRemoteWrites, writer.uint32(26).fork(), q + 1).ldelim();
                        if (message.dataBoostReadLocalWrites != null && Object.hasOwnProperty.call(message, "dataBoostReadLocalWrites"))
                            $root.google.bigtable.admin.v2.DataBoostReadLocalWrites.encode(message.dataBoostReadLocalWrites, writer.uint32(34).fork(), q + 1).ldelim();
                        return writer;
                    };

                    CheckConsistencyRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.CheckConsistencyRequest();
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
                                    message.consistencyToken = reader.string();
                                    break;
                                }
                            case 3: {
                                    message.standardReadRemoteWrites = $root.google.bigtable.admin.v2.StandardReadRemoteWrites.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 4: {
                                    message.dataBoostReadLocalWrites = $root.google.bigtable.admin.v2.DataBoostReadLocalWrites.decode(reader, reader.uint32(), undefined, long + 1);
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

                    return CheckConsistencyRequest;
                })();

                v2.StandardReadRemoteWrites = (function() {

                    function StandardReadRemoteWrites(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    StandardReadRemoteWrites.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        return writer;
                    };

                    StandardReadRemoteWrites.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.StandardReadRemoteWrites();
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

                    return StandardReadRemoteWrites;
                })();

                v2.DataBoostReadLocalWrites = (function() {

                    function DataBoostReadLocalWrites(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    DataBoostReadLocalWrites.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        return writer;
                    };

                    DataBoostReadLocalWrites.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.DataBoostReadLocalWrites();
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

                    return DataBoostReadLocalWrites;
                })();

                v2.CheckConsistencyResponse = (function() {

                    function CheckConsistencyResponse(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    CheckConsistencyResponse.prototype.consistent = false;

                    CheckConsistencyResponse.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.consistent != null && Object.hasOwnProperty.call(message, "consistent"))
                            writer.uint32(8).bool(message.consistent);
                        return writer;
                    };

                    CheckConsistencyResponse.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.CheckConsistencyResponse();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.consistent = reader.bool();
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

                    return CheckConsistencyResponse;
                })();

                v2.ListBackupsRequest = (function() {

                    function ListBackupsRequest(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListBackupsRequest.prototype.parent = "";
                    ListBackupsRequest.prototype.filter = "";
                    ListBackupsRequest.prototype.orderBy = "";
                    ListBackupsRequest.prototype.pageSize = 0;
                    ListBackupsRequest.prototype.pageToken = "";

                    ListBackupsRequest.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.parent != null && Object.hasOwnProperty.call(message, "parent"))
                            writer.uint32(10).string(message.parent);
                        if (message.filter != null && Object.hasOwnProperty.call(message, "filter"))
                            writer.uint32(18).string(message.filter);
                        if (message.orderBy != null && Object.hasOwnProperty.call(message, "orderBy"))
                            writer.uint32(26).string(message.orderBy);
                        if (message.pageSize != null && Object.hasOwnProperty.call(message, "pageSize"))
                            writer.uint32(32).int32(message.pageSize);
                        if (message.pageToken != null && Object.hasOwnProperty.call(message, "pageToken"))
                            writer.uint32(42).string(message.pageToken);
                        return writer;
                    };

                    ListBackupsRequest.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.ListBackupsRequest();
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
                                    message.filter = reader.string();
                                    break;
                                }
                            case 3: {
                                    message.orderBy = reader.string();
                                    break;
                                }
                            case 4: {
                                    message.pageSize = reader.int32();
                                    break;
                                }
                            case 5: {
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

                    return ListBackupsRequest;
                })();

                v2.ListBackupsResponse = (function() {

                    function ListBackupsResponse(properties) {
                        this.backups = [];
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ListBackupsResponse.prototype.backups = $util.emptyArray;
                    ListBackupsResponse.prototype.nextPageToken = "";

                    ListBackupsResponse.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.backups != null && message.backups.length)
                            for (var i = 0; i < message.backups.length; ++i)
                                $root.google.bigtable.admin.v2.Backup.encode(message.backups[i], writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.nextPageToken != null && Object.hasOwnProperty.call(message, "nextPageToken"))
                            writer.uint32(18).string(message.nextPageToken);
                        return writer;
                    };

                    ListBackupsResponse.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.ListBackupsResponse();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    if (!(message.backups && message.backups.length))
                                        message.backups = [];
                                    message.backups.push($root.google.bigtable.admin.v2.Backup.decode(reader, reader.uint32(), undefined, long + 1));
                                    break;
                                }
                            case 2: {
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

                    return ListBackupsResponse;
                })();

                v2.RestoreInfo = (function() {

                    function RestoreInfo(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    RestoreInfo.prototype.sourceType = 0;
                    RestoreInfo.prototype.backupInfo = null;

                    var $oneOfFields;

                    Object.defineProperty(RestoreInfo.prototype, "sourceInfo", {
                        get: $util.oneOfGetter($oneOfFields = ["backupInfo"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    RestoreInfo.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.sourceType != null && Object.hasOwnProperty.call(message, "sourceType"))
                            writer.uint32(8).int32(message.sourceType);
                        if (message.backupInfo != null && Object.hasOwnProperty.call(message, "backupInfo"))
                            $root.google.bigtable.admin.v2.BackupInfo.encode(message.backupInfo, writer.uint32(18).fork(), q + 1).ldelim();
                        return writer;
                    };

                    RestoreInfo.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.RestoreInfo();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.sourceType = reader.int32();
                                    break;
                                }
                            case 2: {
                                    message.backupInfo = $root.google.bigtable.admin.v2.BackupInfo.decode(reader, reader.uint32(), undefined, long + 1);
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

                    return RestoreInfo;
                })();

                v2.ChangeStreamConfig = (function() {

                    function ChangeStreamConfig(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ChangeStreamConfig.prototype.retentionPeriod = null;

                    ChangeStreamConfig.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.retentionPeriod != null && Object.hasOwnProperty.call(message, "retentionPeriod"))
                            $root.google.protobuf.Duration.encode(message.retentionPeriod, writer.uint32(10).fork(), q + 1).ldelim();
                        return writer;
                    };

                    ChangeStreamConfig.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.ChangeStreamConfig();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.retentionPeriod = $root.google.protobuf.Duration.decode(reader, reader.uint32(), undefined, long + 1);
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

                    return ChangeStreamConfig;
                })();

                v2.Table = (function() {

                    function Table(properties) {
                        this.clusterStates = {};
                        this.columnFamilies = {};
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Table.prototype.name = "";
                    Table.prototype.clusterStates = $util.emptyObject;
                    Table.prototype.columnFamilies = $util.emptyObject;
                    Table.prototype.granularity = 0;
                    Table.prototype.restoreInfo = null;
                    Table.prototype.changeStreamConfig = null;
                    Table.prototype.deletionProtection = false;
                    Table.prototype.automatedBackupPolicy = null;
                    Table.prototype.rowKeySchema = null;

                    var $oneOfFields;

                    Object.defineProperty(Table.prototype, "automatedBackupConfig", {
                        get: $util.oneOfGetter($oneOfFields = ["automatedBackupPolicy"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    Table.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        if (message.clusterStates != null && Object.hasOwnProperty.call(message, "clusterStates"))
                            for (var keys = Object.keys(message.clusterStates), i = 0; i < keys.length; ++i) {
                                writer.uint32(18).fork().uint32(10).string(keys[i]);
                                $root.google.bigtable.admin.v2.Table.ClusterState.encode(message.clusterStates[keys[i]], writer.uint32(18).fork(), q + 1).ldelim().ldelim();
                            }
                        if (message.columnFamilies != null && Object.hasOwnProperty.call(message, "columnFamilies"))
                            for (var keys = Object.keys(message.columnFamilies), i = 0; i < keys.length; ++i) {
                                writer.uint32(26).fork().uint32(10).string(keys[i]);
                                $root.google.bigtable.admin.v2.ColumnFamily.encode(message.columnFamilies[keys[i]], writer.uint32(18).fork(), q + 1).ldelim().ldelim();
                            }
                        if (message.granularity != null && Object.hasOwnProperty.call(message, "granularity"))
                            writer.uint32(32).int32(message.granularity);
                        if (message.restoreInfo != null && Object.hasOwnProperty.call(message, "restoreInfo"))
                            $root.google.bigtable.admin.v2.RestoreInfo.encode(message.restoreInfo, writer.uint32(50).fork(), q + 1).ldelim();
                        if (message.changeStreamConfig != null && Object.hasOwnProperty.call(message, "changeStreamConfig"))
                            $root.google.bigtable.admin.v2.ChangeStreamConfig.encode(message.changeStreamConfig, writer.uint32(66).fork(), q + 1).ldelim();
                        if (message.deletionProtection != null && Object.hasOwnProperty.call(message, "deletionProtection"))
                            writer.uint32(72).bool(message.deletionProtection);
                        if (message.automatedBackupPolicy != null && Object.hasOwnProperty.call(message, "automatedBackupPolicy"))
                            $root.google.bigtable.admin.v2.Table.AutomatedBackupPolicy.encode(message.automatedBackupPolicy, writer.uint32(106).fork(), q + 1).ldelim();
                        if (message.rowKeySchema != null && Object.hasOwnProperty.call(message, "rowKeySchema"))
                            $root.google.bigtable.admin.v2.Type.Struct.encode(message.rowKeySchema, writer.uint32(122).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Table.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.Table();
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
                                    if (message.clusterStates === $util.emptyObject)
                                        message.clusterStates = {};
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
                                            value = $root.google.bigtable.admin.v2.Table.ClusterState.decode(reader, reader.uint32(), undefined, long + 1);
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
                                        $util.makeProp(message.clusterStates, key);
                                    message.clusterStates[key] = value;
                                    break;
                                }
                            case 3: {
                                    if (message.columnFamilies === $util.emptyObject)
                                        message.columnFamilies = {};
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
                                            value = $root.google.bigtable.admin.v2.ColumnFamily.decode(reader, reader.uint32(), undefined, long + 1);
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
                                        $util.makeProp(message.columnFamilies, key);
                                    message.columnFamilies[key] = value;
                                    break;
                                }
                            case 4: {
                                    message.granularity = reader.int32();
                                    break;
                                }
                            case 6: {
                                    message.restoreInfo = $root.google.bigtable.admin.v2.RestoreInfo.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 8: {
                                    message.changeStreamConfig = $root.google.bigtable.admin.v2.ChangeStreamConfig.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 9: {
                                    message.deletionProtection = reader.bool();
                                    break;
                                }
                            case 13: {
                                    message.automatedBackupPolicy = $root.google.bigtable.admin.v2.Table.AutomatedBackupPolicy.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 15: {
                                    message.rowKeySchema = $root.google.bigtable.admin.v2.Type.Struct.decode(reader, reader.uint32(), undefined, long + 1);
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

                    Table.ClusterState = (function() {

                        function ClusterState(properties) {
                            this.encryptionInfo = [];
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        ClusterState.prototype.replicationState = 0;
                        ClusterState.prototype.encryptionInfo = $util.emptyArray;

                        ClusterState.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.replicationState != null && Object.hasOwnProperty.call(message, "replicationState"))
                                writer.uint32(8).int32(message.replicationState);
                            if (message.encryptionInfo != null && message.encryptionInfo.length)
                                for (var i = 0; i < message.encryptionInfo.length; ++i)
                                    $root.google.bigtable.admin.v2.EncryptionInfo.encode(message.encryptionInfo[i], writer.uint32(18).fork(), q + 1).ldelim();
                            return writer;
                        };

                        ClusterState.decode = function decode(reader, length, error, long) {
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
                            message = new $root.google.bigtable.admin.v2.Table.ClusterState();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.replicationState = reader.int32();
                                        break;
                                    }
                                case 2: {
                                        if (!(message.encryptionInfo && message.encryptionInfo.length))
                                            message.encryptionInfo = [];
                                        message.encryptionInfo.push($root.google.bigtable.admin.v2.EncryptionInfo.decode(reader, reader.uint32(), undefined, long + 1));
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

                        ClusterState.ReplicationState = (function() {
                            var valuesById = {}, values = Object.create(valuesById);
                            values[valuesById[0] = "STATE_NOT_KNOWN"] = 0;
                            values[valuesById[1] = "INITIALIZING"] = 1;
                            values[valuesById[2] = "PLANNED_MAINTENANCE"] = 2;
                            values[valuesById[3] = "UNPLANNED_MAINTENANCE"] = 3;
                            values[valuesById[4] = "READY"] = 4;
                            values[valuesById[5] = "READY_OPTIMIZING"] = 5;
                            return values;
                        })();

                        return ClusterState;
                    })();

                    Table.TimestampGranularity = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "TIMESTAMP_GRANULARITY_UNSPECIFIED"] = 0;
                        values[valuesById[1] = "MILLIS"] = 1;
                        return values;
                    })();

                    Table.View = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "VIEW_UNSPECIFIED"] = 0;
                        values[valuesById[1] = "NAME_ONLY"] = 1;
                        values[valuesById[2] = "SCHEMA_VIEW"] = 2;
                        values[valuesById[3] = "REPLICATION_VIEW"] = 3;
                        values[valuesById[5] = "ENCRYPTION_VIEW"] = 5;
                        values[valuesById[4] = "FULL"] = 4;
                        return values;
                    })();

                    Table.AutomatedBackupPolicy = (function() {

                        function AutomatedBackupPolicy(properties) {
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        AutomatedBackupPolicy.prototype.retentionPeriod = null;
                        AutomatedBackupPolicy.prototype.frequency = null;

                        AutomatedBackupPolicy.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.retentionPeriod != null && Object.hasOwnProperty.call(message, "retentionPeriod"))
                                $root.google.protobuf.Duration.encode(message.retentionPeriod, writer.uint32(10).fork(), q + 1).ldelim();
                            if (message.frequency != null && Object.hasOwnProperty.call(message, "frequency"))
                                $root.google.protobuf.Duration.encode(message.frequency, writer.uint32(18).fork(), q + 1).ldelim();
                            return writer;
                        };

                        AutomatedBackupPolicy.decode = function decode(reader, length, error, long) {
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
                            message = new $root.google.bigtable.admin.v2.Table.AutomatedBackupPolicy();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.retentionPeriod = $root.google.protobuf.Duration.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 2: {
                                        message.frequency = $root.google.protobuf.Duration.decode(reader, reader.uint32(), undefined, long + 1);
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

                        return AutomatedBackupPolicy;
                    })();

                    return Table;
                })();

                v2.ColumnFamily = (function() {

                    function ColumnFamily(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    ColumnFamily.prototype.gcRule = null;
                    ColumnFamily.prototype.valueType = null;

                    ColumnFamily.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.gcRule != null && Object.hasOwnProperty.call(message, "gcRule"))
                            $root.google.bigtable.admin.v2.GcRule.encode(message.gcRule, writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.valueType != null && Object.hasOwnProperty.call(message, "valueType"))
                            $root.google.bigtable.admin.v2.Type.encode(message.valueType, writer.uint32(26).fork(), q + 1).ldelim();
                        return writer;
                    };

                    ColumnFamily.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.ColumnFamily();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.gcRule = $root.google.bigtable.admin.v2.GcRule.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 3: {
                                    message.valueType = $root.google.bigtable.admin.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
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

                    return ColumnFamily;
                })();

                v2.GcRule = (function() {

                    function GcRule(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    GcRule.prototype.maxNumVersions = null;
                    GcRule.prototype.maxAge = null;
                    GcRule.prototype.intersection = null;
                    GcRule.prototype.union = null;

                    var $oneOfFields;

                    Object.defineProperty(GcRule.prototype, "rule", {
                        get: $util.oneOfGetter($oneOfFields = ["maxNumVersions", "maxAge", "intersection", "union"]),
                        set: $util.oneOfSetter($oneOfFields)
                    });

                    GcRule.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.maxNumVersions != null && Object.hasOwnProperty.call(message, "maxNumVersions"))
                            writer.uint32(8).int32(message.maxNumVersions);
                        if (message.maxAge != null && Object.hasOwnProperty.call(message, "maxAge"))
                            $root.google.protobuf.Duration.encode(message.maxAge, writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.intersection != null && Object.hasOwnProperty.call(message, "intersection"))
                            $root.google.bigtable.admin.v2.GcRule.Intersection.encode(message.intersection, writer.uint32(26).fork(), q + 1).ldelim();
                        if (message.union != null && Object.hasOwnProperty.call(message, "union"))
                            $root.google.bigtable.admin.v2.GcRule.Union.encode(message.union, writer.uint32(34).fork(), q + 1).ldelim();
                        return writer;
                    };

                    GcRule.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.GcRule();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.maxNumVersions = reader.int32();
                                    break;
                                }
                            case 2: {
                                    message.maxAge = $root.google.protobuf.Duration.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 3: {
                                    message.intersection = $root.google.bigtable.admin.v2.GcRule.Intersection.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 4: {
                                    message.union = $root.google.bigtable.admin.v2.GcRule.Union.decode(reader, reader.uint32(), undefined, long + 1);
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

                    GcRule.Intersection = (function() {

                        function Intersection(properties) {
                            this.rules = [];
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Intersection.prototype.rules = $util.emptyArray;

                        Intersection.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.rules != null && message.rules.length)
                                for (var i = 0; i < message.rules.length; ++i)
                                    $root.google.bigtable.admin.v2.GcRule.encode(message.rules[i], writer.uint32(10).fork(), q + 1).ldelim();
                            return writer;
                        };

                        Intersection.decode = function decode(reader, length, error, long) {
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
                            message = new $root.google.bigtable.admin.v2.GcRule.Intersection();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        if (!(message.rules && message.rules.length))
                                            message.rules = [];
                                        message.rules.push($root.google.bigtable.admin.v2.GcRule.decode(reader, reader.uint32(), undefined, long + 1));
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

                        return Intersection;
                    })();

                    GcRule.Union = (function() {

                        function Union(properties) {
                            this.rules = [];
                            if (properties)
                                for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                    if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                        this[keys[i]] = properties[keys[i]];
                        }

                        Union.prototype.rules = $util.emptyArray;

                        Union.encode = function encode(message, writer, q) {
                            if (!writer)
                                writer = $Writer.create();
                            if (q === undefined)
                                q = 0;
                            if (q > $util.recursionLimit)
                                throw Error("max depth exceeded");
                            if (message.rules != null && message.rules.length)
                                for (var i = 0; i < message.rules.length; ++i)
                                    $root.google.bigtable.admin.v2.GcRule.encode(message.rules[i], writer.uint32(10).fork(), q + 1).ldelim();
                            return writer;
                        };

                        Union.decode = function decode(reader, length, error, long) {
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
                            message = new $root.google.bigtable.admin.v2.GcRule.Union();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        if (!(message.rules && message.rules.length))
                                            message.rules = [];
                                        message.rules.push($root.google.bigtable.admin.v2.GcRule.decode(reader, reader.uint32(), undefined, long + 1));
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

                        return Union;
                    })();

                    return GcRule;
                })();

                v2.EncryptionInfo = (function() {

                    function EncryptionInfo(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    EncryptionInfo.prototype.encryptionType = 0;
                    EncryptionInfo.prototype.encryptionStatus = null;
                    EncryptionInfo.prototype.kmsKeyVersion = "";

                    EncryptionInfo.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.kmsKeyVersion != null && Object.hasOwnProperty.call(message, "kmsKeyVersion"))
                            writer.uint32(18).string(message.kmsKeyVersion);
                        if (message.encryptionType != null && Object.hasOwnProperty.call(message, "encryptionType"))
                            writer.uint32(24).int32(message.encryptionType);
                        if (message.encryptionStatus != null && Object.hasOwnProperty.call(message, "encryptionStatus"))
                            $root.google.rpc.Status.encode(message.encryptionStatus, writer.uint32(34).fork(), q + 1).ldelim();
                        return writer;
                    };

                    EncryptionInfo.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.EncryptionInfo();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 3: {
                                    message.encryptionType = reader.int32();
                                    break;
                                }
                            case 4: {
                                    message.encryptionStatus = $root.google.rpc.Status.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 2: {
                                    message.kmsKeyVersion = reader.string();
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

                    EncryptionInfo.EncryptionType = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "ENCRYPTION_TYPE_UNSPECIFIED"] = 0;
                        values[valuesById[1] = "GOOGLE_DEFAULT_ENCRYPTION"] = 1;
                        values[valuesById[2] = "CUSTOMER_MANAGED_ENCRYPTION"] = 2;
                        return values;
                    })();

                    return EncryptionInfo;
                })();

                v2.Backup = (function() {

                    function Backup(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    Backup.prototype.name = "";
                    Backup.prototype.sourceTable = "";
                    Backup.prototype.sourceBackup = "";
                    Backup.prototype.expireTime = null;
                    Backup.prototype.startTime = null;
                    Backup.prototype.endTime = null;
                    Backup.prototype.sizeBytes = $util.Long ? $util.Long.fromBits(0,0,false) : 0;
                    Backup.prototype.state = 0;
                    Backup.prototype.encryptionInfo = null;
                    Backup.prototype.backupType = 0;
                    Backup.prototype.hotToStandardTime = null;

                    Backup.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.name != null && Object.hasOwnProperty.call(message, "name"))
                            writer.uint32(10).string(message.name);
                        if (message.sourceTable != null && Object.hasOwnProperty.call(message, "sourceTable"))
                            writer.uint32(18).string(message.sourceTable);
                        if (message.expireTime != null && Object.hasOwnProperty.call(message, "expireTime"))
                            $root.google.protobuf.Timestamp.encode(message.expireTime, writer.uint32(26).fork(), q + 1).ldelim();
                        if (message.startTime != null && Object.hasOwnProperty.call(message, "startTime"))
                            $root.google.protobuf.Timestamp.encode(message.startTime, writer.uint32(34).fork(), q + 1).ldelim();
                        if (message.endTime != null && Object.hasOwnProperty.call(message, "endTime"))
                            $root.google.protobuf.Timestamp.encode(message.endTime, writer.uint32(42).fork(), q + 1).ldelim();
                        if (message.sizeBytes != null && Object.hasOwnProperty.call(message, "sizeBytes"))
                            writer.uint32(48).int64(message.sizeBytes);
                        if (message.state != null && Object.hasOwnProperty.call(message, "state"))
                            writer.uint32(56).int32(message.state);
                        if (message.encryptionInfo != null && Object.hasOwnProperty.call(message, "encryptionInfo"))
                            $root.google.bigtable.admin.v2.EncryptionInfo.encode(message.encryptionInfo, writer.uint32(74).fork(), q + 1).ldelim();
                        if (message.sourceBackup != null && Object.hasOwnProperty.call(message, "sourceBackup"))
                            writer.uint32(82).string(message.sourceBackup);
                        if (message.backupType != null && Object.hasOwnProperty.call(message, "backupType"))
                            writer.uint32(88).int32(message.backupType);
                        if (message.hotToStandardTime != null && Object.hasOwnProperty.call(message, "hotToStandardTime"))
                            $root.google.protobuf.Timestamp.encode(message.hotToStandardTime, writer.uint32(98).fork(), q + 1).ldelim();
                        return writer;
                    };

                    Backup.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.Backup();
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
                                    message.sourceTable = reader.string();
                                    break;
                                }
                            case 10: {
                                    message.sourceBackup = reader.string();
                                    break;
                                }
                            case 3: {
                                    message.expireTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 4: {
                                    message.startTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 5: {
                                    message.endTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 6: {
                                    message.sizeBytes = reader.int64();
                                    break;
                                }
                            case 7: {
                                    message.state = reader.int32();
                                    break;
                                }
                            case 9: {
                                    message.encryptionInfo = $root.google.bigtable.admin.v2.EncryptionInfo.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 11: {
                                    message.backupType = reader.int32();
                                    break;
                                }
                            case 12: {
                                    message.hotToStandardTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
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

                    Backup.State = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "STATE_UNSPECIFIED"] = 0;
                        values[valuesById[1] = "CREATING"] = 1;
                        values[valuesById[2] = "READY"] = 2;
                        return values;
                    })();

                    Backup.BackupType = (function() {
                        var valuesById = {}, values = Object.create(valuesById);
                        values[valuesById[0] = "BACKUP_TYPE_UNSPECIFIED"] = 0;
                        values[valuesById[1] = "STANDARD"] = 1;
                        values[valuesById[2] = "HOT"] = 2;
                        return values;
                    })();

                    return Backup;
                })();

                v2.BackupInfo = (function() {

                    function BackupInfo(properties) {
                        if (properties)
                            for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                                if (properties[keys[i]] != null && keys[i] !== "__proto__")
                                    this[keys[i]] = properties[keys[i]];
                    }

                    BackupInfo.prototype.backup = "";
                    BackupInfo.prototype.startTime = null;
                    BackupInfo.prototype.endTime = null;
                    BackupInfo.prototype.sourceTable = "";
                    BackupInfo.prototype.sourceBackup = "";

                    BackupInfo.encode = function encode(message, writer, q) {
                        if (!writer)
                            writer = $Writer.create();
                        if (q === undefined)
                            q = 0;
                        if (q > $util.recursionLimit)
                            throw Error("max depth exceeded");
                        if (message.backup != null && Object.hasOwnProperty.call(message, "backup"))
                            writer.uint32(10).string(message.backup);
                        if (message.startTime != null && Object.hasOwnProperty.call(message, "startTime"))
                            $root.google.protobuf.Timestamp.encode(message.startTime, writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.endTime != null && Object.hasOwnProperty.call(message, "endTime"))
                            $root.google.protobuf.Timestamp.encode(message.endTime, writer.uint32(26).fork(), q + 1).ldelim();
                        if (message.sourceTable != null && Object.hasOwnProperty.call(message, "sourceTable"))
                            writer.uint32(34).string(message.sourceTable);
                        if (message.sourceBackup != null && Object.hasOwnProperty.call(message, "sourceBackup"))
                            writer.uint32(82).string(message.sourceBackup);
                        return writer;
                    };

                    BackupInfo.decode = function decode(reader, length, error, long) {
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
                        message = new $root.google.bigtable.admin.v2.BackupInfo();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.backup = reader.string();
                                    break;
                                }
                            case 2: {
                                    message.startTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 3: {
                                    message.endTime = $root.google.protobuf.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 4: {
                                    message.sourceTable = reader.string();
                                    break;
                                }
                            case 10: {
                                    message.sourceBackup = reader.string();
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

                    return BackupInfo;
                })();

                v2.RestoreSourceType = (function() {
                    var valuesById = {}, values = Object.create(valuesById);
                    values[valuesById[0] = "RESTORE_SOURCE_TYPE_UNSPECIFIED"] = 0;
                    values[valuesById[1] = "BACKUP"] = 1;
                    return values;
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
                            $root.google.bigtable.admin.v2.Type.Bytes.encode(message.bytesType, writer.uint32(10).fork(), q + 1).ldelim();
                        if (message.stringType != null && Object.hasOwnProperty.call(message, "stringType"))
                            $root.google.bigtable.admin.v2.Type.String.encode(message.stringType, writer.uint32(18).fork(), q + 1).ldelim();
                        if (message.arrayType != null && Object.hasOwnProperty.call(message, "arrayType"))
                            $root.google.bigtable.admin.v2.Type.Array.encode(message.arrayType, writer.uint32(26).fork(), q + 1).ldelim();
                        if (message.mapType != null && Object.hasOwnProperty.call(message, "mapType"))
                            $root.google.bigtable.admin.v2.Type.Map.encode(message.mapType, writer.uint32(34).fork(), q + 1).ldelim();
                        if (message.int64Type != null && Object.hasOwnProperty.call(message, "int64Type"))
                            $root.google.bigtable.admin.v2.Type.Int64.encode(message.int64Type, writer.uint32(42).fork(), q + 1).ldelim();
                        if (message.aggregateType != null && Object.hasOwnProperty.call(message, "aggregateType"))
                            $root.google.bigtable.admin.v2.Type.Aggregate.encode(message.aggregateType, writer.uint32(50).fork(), q + 1).ldelim();
                        if (message.structType != null && Object.hasOwnProperty.call(message, "structType"))
                            $root.google.bigtable.admin.v2.Type.Struct.encode(message.structType, writer.uint32(58).fork(), q + 1).ldelim();
                        if (message.boolType != null && Object.hasOwnProperty.call(message, "boolType"))
                            $root.google.bigtable.admin.v2.Type.Bool.encode(message.boolType, writer.uint32(66).fork(), q + 1).ldelim();
                        if (message.float64Type != null && Object.hasOwnProperty.call(message, "float64Type"))
                            $root.google.bigtable.admin.v2.Type.Float64.encode(message.float64Type, writer.uint32(74).fork(), q + 1).ldelim();
                        if (message.timestampType != null && Object.hasOwnProperty.call(message, "timestampType"))
                            $root.google.bigtable.admin.v2.Type.Timestamp.encode(message.timestampType, writer.uint32(82).fork(), q + 1).ldelim();
                        if (message.dateType != null && Object.hasOwnProperty.call(message, "dateType"))
                            $root.google.bigtable.admin.v2.Type.Date.encode(message.dateType, writer.uint32(90).fork(), q + 1).ldelim();
                        if (message.float32Type != null && Object.hasOwnProperty.call(message, "float32Type"))
                            $root.google.bigtable.admin.v2.Type.Float32.encode(message.float32Type, writer.uint32(98).fork(), q + 1).ldelim();
                        if (message.protoType != null && Object.hasOwnProperty.call(message, "protoType"))
                            $root.google.bigtable.admin.v2.Type.Proto.encode(message.protoType, writer.uint32(106).fork(), q + 1).ldelim();
                        if (message.enumType != null && Object.hasOwnProperty.call(message, "enumType"))
                            $root.google.bigtable.admin.v2.Type.Enum.encode(message.enumType, writer.uint32(114).fork(), q + 1).ldelim();
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
                        message = new $root.google.bigtable.admin.v2.Type();
                        while (reader.pos < end) {
                            var tag = reader.uint32();
                            if (tag === error)
                                break;
                            switch (tag >>> 3) {
                            case 1: {
                                    message.bytesType = $root.google.bigtable.admin.v2.Type.Bytes.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 2: {
                                    message.stringType = $root.google.bigtable.admin.v2.Type.String.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 5: {
                                    message.int64Type = $root.google.bigtable.admin.v2.Type.Int64.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 12: {
                                    message.float32Type = $root.google.bigtable.admin.v2.Type.Float32.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 9: {
                                    message.float64Type = $root.google.bigtable.admin.v2.Type.Float64.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 8: {
                                    message.boolType = $root.google.bigtable.admin.v2.Type.Bool.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 10: {
                                    message.timestampType = $root.google.bigtable.admin.v2.Type.Timestamp.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 11: {
                                    message.dateType = $root.google.bigtable.admin.v2.Type.Date.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 6: {
                                    message.aggregateType = $root.google.bigtable.admin.v2.Type.Aggregate.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 7: {
                                    message.structType = $root.google.bigtable.admin.v2.Type.Struct.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 3: {
                                    message.arrayType = $root.google.bigtable.admin.v2.Type.Array.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 4: {
                                    message.mapType = $root.google.bigtable.admin.v2.Type.Map.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 13: {
                                    message.protoType = $root.google.bigtable.admin.v2.Type.Proto.decode(reader, reader.uint32(), undefined, long + 1);
                                    break;
                                }
                            case 14: {
                                    message.enumType = $root.google.bigtable.admin.v2.Type.Enum.decode(reader, reader.uint32(), undefined, long + 1);
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
                                $root.google.bigtable.admin.v2.Type.Bytes.Encoding.encode(message.encoding, writer.uint32(10).fork(), q + 1).ldelim();
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
                            message = new $root.google.bigtable.admin.v2.Type.Bytes();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.encoding = $root.google.bigtable.admin.v2.Type.Bytes.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
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
                                    $root.google.bigtable.admin.v2.Type.Bytes.Encoding.Raw.encode(message.raw, writer.uint32(10).fork(), q + 1).ldelim();
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
                                message = new $root.google.bigtable.admin.v2.Type.Bytes.Encoding();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    case 1: {
                                            message.raw = $root.google.bigtable.admin.v2.Type.Bytes.Encoding.Raw.decode(reader, reader.uint32(), undefined, long + 1);
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

                                Raw.encode = function encode(message, writer, q) {
                                    if (!writer)
                                        writer = $Writer.create();
                                    if (q === undefined)
                                        q = 0;
                                    if (q > $util.recursionLimit)
                                        throw Error("max depth exceeded");
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
                                    message = new $root.google.bigtable.admin.v2.Type.Bytes.Encoding.Raw();
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
                                $root.google.bigtable.admin.v2.Type.String.Encoding.encode(message.encoding, writer.uint32(10).fork(), q + 1).ldelim();
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
                            message = new $root.google.bigtable.admin.v2.Type.String();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.encoding = $root.google.bigtable.admin.v2.Type.String.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
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
                                    $root.google.bigtable.admin.v2.Type.String.Encoding.Utf8Raw.encode(message.utf8Raw, writer.uint32(10).fork(), q + 1).ldelim();
                                if (message.utf8Bytes != null && Object.hasOwnProperty.call(message, "utf8Bytes"))
                                    $root.google.bigtable.admin.v2.Type.String.Encoding.Utf8Bytes.encode(message.utf8Bytes, writer.uint32(18).fork(), q + 1).ldelim();
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
                                message = new $root.google.bigtable.admin.v2.Type.String.Encoding();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    case 1: {
                                            message.utf8Raw = $root.google.bigtable.admin.v2.Type.String.Encoding.Utf8Raw.decode(reader, reader.uint32(), undefined, long + 1);
                                            break;
                                        }
                                    case 2: {
                                            message.utf8Bytes = $root.google.bigtable.admin.v2.Type.String.Encoding.Utf8Bytes.decode(reader, reader.uint32(), undefined, long + 1);
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
                                    message = new $root.google.bigtable.admin.v2.Type.String.Encoding.Utf8Raw();
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

                                Utf8Bytes.encode = function encode(message, writer, q) {
                                    if (!writer)
                                        writer = $Writer.create();
                                    if (q === undefined)
                                        q = 0;
                                    if (q > $util.recursionLimit)
                                        throw Error("max depth exceeded");
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
                                    message = new $root.google.bigtable.admin.v2.Type.String.Encoding.Utf8Bytes();
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
                                $root.google.bigtable.admin.v2.Type.Int64.Encoding.encode(message.encoding, writer.uint32(10).fork(), q + 1).ldelim();
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
                            message = new $root.google.bigtable.admin.v2.Type.Int64();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.encoding = $root.google.bigtable.admin.v2.Type.Int64.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
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
                                    $root.google.bigtable.admin.v2.Type.Int64.Encoding.BigEndianBytes.encode(message.bigEndianBytes, writer.uint32(10).fork(), q + 1).ldelim();
                                if (message.orderedCodeBytes != null && Object.hasOwnProperty.call(message, "orderedCodeBytes"))
                                    $root.google.bigtable.admin.v2.Type.Int64.Encoding.OrderedCodeBytes.encode(message.orderedCodeBytes, writer.uint32(18).fork(), q + 1).ldelim();
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
                                message = new $root.google.bigtable.admin.v2.Type.Int64.Encoding();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    case 1: {
                                            message.bigEndianBytes = $root.google.bigtable.admin.v2.Type.Int64.Encoding.BigEndianBytes.decode(reader, reader.uint32(), undefined, long + 1);
                                            break;
                                        }
                                    case 2: {
                                            message.orderedCodeBytes = $root.google.bigtable.admin.v2.Type.Int64.Encoding.OrderedCodeBytes.decode(reader, reader.uint32(), undefined, long + 1);
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
                                        $root.google.bigtable.admin.v2.Type.Bytes.encode(message.bytesType, writer.uint32(10).fork(), q + 1).ldelim();
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
                                    message = new $root.google.bigtable.admin.v2.Type.Int64.Encoding.BigEndianBytes();
                                    while (reader.pos < end) {
                                        var tag = reader.uint32();
                                        if (tag === error)
                                            break;
                                        switch (tag >>> 3) {
                                        case 1: {
                                                message.bytesType = $root.google.bigtable.admin.v2.Type.Bytes.decode(reader, reader.uint32(), undefined, long + 1);
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
                                    message = new $root.google.bigtable.admin.v2.Type.Int64.Encoding.OrderedCodeBytes();
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
                            message = new $root.google.bigtable.admin.v2.Type.Bool();
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
                            message = new $root.google.bigtable.admin.v2.Type.Float32();
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
                            message = new $root.google.bigtable.admin.v2.Type.Float64();
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
                                $root.google.bigtable.admin.v2.Type.Timestamp.Encoding.encode(message.encoding, writer.uint32(10).fork(), q + 1).ldelim();
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
                            message = new $root.google.bigtable.admin.v2.Type.Timestamp();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.encoding = $root.google.bigtable.admin.v2.Type.Timestamp.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
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
                                    $root.google.bigtable.admin.v2.Type.Int64.Encoding.encode(message.unixMicrosInt64, writer.uint32(10).fork(), q + 1).ldelim();
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
                                message = new $root.google.bigtable.admin.v2.Type.Timestamp.Encoding();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    case 1: {
                                            message.unixMicrosInt64 = $root.google.bigtable.admin.v2.Type.Int64.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
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
                            message = new $root.google.bigtable.admin.v2.Type.Date();
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
                                    $root.google.bigtable.admin.v2.Type.Struct.Field.encode(message.fields[i], writer.uint32(10).fork(), q + 1).ldelim();
                            if (message.encoding != null && Object.hasOwnProperty.call(message, "encoding"))
                                $root.google.bigtable.admin.v2.Type.Struct.Encoding.encode(message.encoding, writer.uint32(18).fork(), q + 1).ldelim();
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
                            message = new $root.google.bigtable.admin.v2.Type.Struct();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        if (!(message.fields && message.fields.length))
                                            message.fields = [];
                                        message.fields.push($root.google.bigtable.admin.v2.Type.Struct.Field.decode(reader, reader.uint32(), undefined, long + 1));
                                        break;
                                    }
                                case 2: {
                                        message.encoding = $root.google.bigtable.admin.v2.Type.Struct.Encoding.decode(reader, reader.uint32(), undefined, long + 1);
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
                                    $root.google.bigtable.admin.v2.Type.encode(message.type, writer.uint32(18).fork(), q + 1).ldelim();
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
                                message = new $root.google.bigtable.admin.v2.Type.Struct.Field();
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
                                            message.type = $root.google.bigtable.admin.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
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
                                    $root.google.bigtable.admin.v2.Type.Struct.Encoding.Singleton.encode(message.singleton, writer.uint32(10).fork(), q + 1).ldelim();
                                if (message.delimitedBytes != null && Object.hasOwnProperty.call(message, "delimitedBytes"))
                                    $root.google.bigtable.admin.v2.Type.Struct.Encoding.DelimitedBytes.encode(message.delimitedBytes, writer.uint32(18).fork(), q + 1).ldelim();
                                if (message.orderedCodeBytes != null && Object.hasOwnProperty.call(message, "orderedCodeBytes"))
                                    $root.google.bigtable.admin.v2.Type.Struct.Encoding.OrderedCodeBytes.encode(message.orderedCodeBytes, writer.uint32(26).fork(), q + 1).ldelim();
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
                                message = new $root.google.bigtable.admin.v2.Type.Struct.Encoding();
                                while (reader.pos < end) {
                                    var tag = reader.uint32();
                                    if (tag === error)
                                        break;
                                    switch (tag >>> 3) {
                                    case 1: {
                                            message.singleton = $root.google.bigtable.admin.v2.Type.Struct.Encoding.Singleton.decode(reader, reader.uint32(), undefined, long + 1);
                                            break;
                                        }
                                    case 2: {
                                            message.delimitedBytes = $root.google.bigtable.admin.v2.Type.Struct.Encoding.DelimitedBytes.decode(reader, reader.uint32(), undefined, long + 1);
                                            break;
                                        }
                                    case 3: {
                                            message.orderedCodeBytes = $root.google.bigtable.admin.v2.Type.Struct.Encoding.OrderedCodeBytes.decode(reader, reader.uint32(), undefined, long + 1);
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
                                    message = new $root.google.bigtable.admin.v2.Type.Struct.Encoding.Singleton();
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
                                    message = new $root.google.bigtable.admin.v2.Type.Struct.Encoding.DelimitedBytes();
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
                                    message = new $root.google.bigtable.admin.v2.Type.Struct.Encoding.OrderedCodeBytes();
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
                            message = new $root.google.bigtable.admin.v2.Type.Proto();
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
                            message = new $root.google.bigtable.admin.v2.Type.Enum();
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
                                $root.google.bigtable.admin.v2.Type.encode(message.elementType, writer.uint32(10).fork(), q + 1).ldelim();
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
                            message = new $root.google.bigtable.admin.v2.Type.Array();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.elementType = $root.google.bigtable.admin.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
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
                                $root.google.bigtable.admin.v2.Type.encode(message.keyType, writer.uint32(10).fork(), q + 1).ldelim();
                            if (message.valueType != null && Object.hasOwnProperty.call(message, "valueType"))
                                $root.google.bigtable.admin.v2.Type.encode(message.valueType, writer.uint32(18).fork(), q + 1).ldelim();
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
                            message = new $root.google.bigtable.admin.v2.Type.Map();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.keyType = $root.google.bigtable.admin.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 2: {
                                        message.valueType = $root.google.bigtable.admin.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
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
                                $root.google.bigtable.admin.v2.Type.encode(message.inputType, writer.uint32(10).fork(), q + 1).ldelim();
                            if (message.stateType != null && Object.hasOwnProperty.call(message, "stateType"))
                                $root.google.bigtable.admin.v2.Type.encode(message.stateType, writer.uint32(18).fork(), q + 1).ldelim();
                            if (message.sum != null && Object.hasOwnProperty.call(message, "sum"))
                                $root.google.bigtable.admin.v2.Type.Aggregate.Sum.encode(message.sum, writer.uint32(34).fork(), q + 1).ldelim();
                            if (message.hllppUniqueCount != null && Object.hasOwnProperty.call(message, "hllppUniqueCount"))
                                $root.google.bigtable.admin.v2.Type.Aggregate.HyperLogLogPlusPlusUniqueCount.encode(message.hllppUniqueCount, writer.uint32(42).fork(), q + 1).ldelim();
                            if (message.max != null && Object.hasOwnProperty.call(message, "max"))
                                $root.google.bigtable.admin.v2.Type.Aggregate.Max.encode(message.max, writer.uint32(50).fork(), q + 1).ldelim();
                            if (message.min != null && Object.hasOwnProperty.call(message, "min"))
                                $root.google.bigtable.admin.v2.Type.Aggregate.Min.encode(message.min, writer.uint32(58).fork(), q + 1).ldelim();
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
                            message = new $root.google.bigtable.admin.v2.Type.Aggregate();
                            while (reader.pos < end) {
                                var tag = reader.uint32();
                                if (tag === error)
                                    break;
                                switch (tag >>> 3) {
                                case 1: {
                                        message.inputType = $root.google.bigtable.admin.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 2: {
                                        message.stateType = $root.google.bigtable.admin.v2.Type.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 4: {
                                        message.sum = $root.google.bigtable.admin.v2.Type.Aggregate.Sum.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 5: {
                                        message.hllppUniqueCount = $root.google.bigtable.admin.v2.Type.Aggregate.HyperLogLogPlusPlusUniqueCount.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 6: {
                                        message.max = $root.google.bigtable.admin.v2.Type.Aggregate.Max.decode(reader, reader.uint32(), undefined, long + 1);
                                        break;
                                    }
                                case 7: {
                                        message.min = $root.google.bigtable.admin.v2.Type.Aggregate.Min.decode(reader, reader.uint32(), undefined, long + 1);
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
                                message = new $root.google.bigtable.admin.v2.Type.Aggregate.Sum();
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
                                message = new $root.google.bigtable.admin.v2.Type.Aggregate.Max();
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
                                message = new $root.google.bigtable.admin.v2.Type.Aggregate.Min();
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
                                message = new $root.google.bigtable.admin.v2.Type.Aggregate.HyperLogLogPlusPlusUniqueCount();
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

                return v2;
            })();

            return admin;
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

        protobuf.FieldMask = (function() {

            function FieldMask(properties) {
                this.paths = [];
                if (properties)
                    for (var keys = Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            }

            FieldMask.prototype.paths = $util.emptyArray;

            FieldMask.encode = function encode(message, writer, q) {
                if (!writer)
                    writer = $Writer.create();
                if (q === undefined)
                    q = 0;
                if (q > $util.recursionLimit)
                    throw Error("max depth exceeded");
                if (message.paths != null && message.paths.length)
                    for (var i = 0; i < message.paths.length; ++i)
                        writer.uint32(10).string(message.paths[i]);
                return writer;
            };

            FieldMask.decode = function decode(reader, length, error, long) {
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
                message = new $root.google.protobuf.FieldMask();
                while (reader.pos < end) {
                    var tag = reader.uint32();
                    if (tag === error)
                        break;
                    switch (tag >>> 3) {
                    case 1: {
                            if (!(message.paths && message.paths.length))
                                message.paths = [];
                            message.paths.push(reader.string());
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

            return FieldMask;
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
