// Generated from protos/ by `npm run generate`. Do not edit.
import * as $protobuf from "protobufjs";
/** Namespace tidemark. */
export namespace tidemark {

    /** Namespace v1. */
    namespace v1 {

        /** Properties of a CapCheckAnswer. */
        interface ICapCheckAnswer {

            /** CapCheckAnswer userId */
            userId?: (string|null);

            /** CapCheckAnswer asOfMs */
            asOfMs?: (number|null);

            /** One per candidate, in their order. */
            candidates?: (tidemark.v1.ICapVerdict[]|null);

            /** Token for the next read. */
            token?: (string|null);

            /** DataTypes that are left out. No event then counts. */
            omitted?: (tidemark.v1.IOmission[]|null);
        }

        /** Represents a CapCheckAnswer. */
        class CapCheckAnswer implements ICapCheckAnswer {

            /**
             * Constructs a new CapCheckAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapCheckAnswer);

            /** CapCheckAnswer userId. */
            public userId: string;

            /** CapCheckAnswer asOfMs. */
            public asOfMs: number;

            /** One per candidate, in their order. */
            public candidates: tidemark.v1.ICapVerdict[];

            /** Token for the next read. */
            public token: string;

            /** DataTypes that are left out. No event then counts. */
            public omitted: tidemark.v1.IOmission[];

            /**
             * Encodes the specified CapCheckAnswer message. Does not implicitly {@link tidemark.v1.CapCheckAnswer.verify|verify} messages.
             * @param message CapCheckAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapCheckAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapCheckAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapCheckAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapCheckAnswer;
        }

        /** Properties of a CapVerdict. */
        interface ICapVerdict {

            /** CapVerdict id */
            id?: (string|null);

            /** CapVerdict allowed */
            allowed?: (boolean|null);

            /** Number of events that would still be allowed now. Absent if no rule applies. */
            remaining?: (number|null);

            /** CapVerdict blockedBy */
            blockedBy?: (tidemark.v1.ICapBlocking[]|null);

            /** Milliseconds since the Unix epoch. Absent: never, or the candidate is allowed. */
            freesUpAtMs?: (number|null);

            /** CapVerdict reservation */
            reservation?: (tidemark.v1.ICapReservation|null);
        }

        /** Represents a CapVerdict. */
        class CapVerdict implements ICapVerdict {

            /**
             * Constructs a new CapVerdict.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapVerdict);

            /** CapVerdict id. */
            public id: string;

            /** CapVerdict allowed. */
            public allowed: boolean;

            /** Number of events that would still be allowed now. Absent if no rule applies. */
            public remaining?: (number|null);

            /** CapVerdict blockedBy. */
            public blockedBy: tidemark.v1.ICapBlocking[];

            /** Milliseconds since the Unix epoch. Absent: never, or the candidate is allowed. */
            public freesUpAtMs?: (number|null);

            /** CapVerdict reservation. */
            public reservation?: (tidemark.v1.ICapReservation|null);

            /** CapVerdict _remaining. */
            public _remaining?: "remaining";

            /** CapVerdict _freesUpAtMs. */
            public _freesUpAtMs?: "freesUpAtMs";

            /**
             * Encodes the specified CapVerdict message. Does not implicitly {@link tidemark.v1.CapVerdict.verify|verify} messages.
             * @param message CapVerdict message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapVerdict, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapVerdict message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapVerdict
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapVerdict;
        }

        /** Properties of a CapBlocking. */
        interface ICapBlocking {

            /** CapBlocking rule */
            rule?: (string|null);

            /** CapBlocking level */
            level?: (string|null);

            /** CapBlocking entityId */
            entityId?: (string|null);

            /** CapBlocking count */
            count?: (number|null);

            /** CapBlocking maximum */
            maximum?: (number|null);

            /** Absent: never. */
            freesUpAtMs?: (number|null);
        }

        /** Represents a CapBlocking. */
        class CapBlocking implements ICapBlocking {

            /**
             * Constructs a new CapBlocking.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapBlocking);

            /** CapBlocking rule. */
            public rule: string;

            /** CapBlocking level. */
            public level: string;

            /** CapBlocking entityId. */
            public entityId: string;

            /** CapBlocking count. */
            public count: number;

            /** CapBlocking maximum. */
            public maximum: number;

            /** Absent: never. */
            public freesUpAtMs?: (number|null);

            /** CapBlocking _freesUpAtMs. */
            public _freesUpAtMs?: "freesUpAtMs";

            /**
             * Encodes the specified CapBlocking message. Does not implicitly {@link tidemark.v1.CapBlocking.verify|verify} messages.
             * @param message CapBlocking message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapBlocking, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapBlocking message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapBlocking
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapBlocking;
        }

        /** Properties of a CapReservation. */
        interface ICapReservation {

            /** CapReservation id */
            id?: (string|null);

            /** CapReservation expiresAtMs */
            expiresAtMs?: (number|null);
        }

        /** Represents a CapReservation. */
        class CapReservation implements ICapReservation {

            /**
             * Constructs a new CapReservation.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapReservation);

            /** CapReservation id. */
            public id: string;

            /** CapReservation expiresAtMs. */
            public expiresAtMs: number;

            /**
             * Encodes the specified CapReservation message. Does not implicitly {@link tidemark.v1.CapReservation.verify|verify} messages.
             * @param message CapReservation message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapReservation, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapReservation message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapReservation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapReservation;
        }

        /** Properties of a CapReleaseAnswer. */
        interface ICapReleaseAnswer {

            /** CapReleaseAnswer userId */
            userId?: (string|null);

            /** Ids of the released reservations. */
            released?: (string[]|null);

            /** Ids of reservations that do not exist, such as expired ones. */
            notFound?: (string[]|null);
        }

        /** Represents a CapReleaseAnswer. */
        class CapReleaseAnswer implements ICapReleaseAnswer {

            /**
             * Constructs a new CapReleaseAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICapReleaseAnswer);

            /** CapReleaseAnswer userId. */
            public userId: string;

            /** Ids of the released reservations. */
            public released: string[];

            /** Ids of reservations that do not exist, such as expired ones. */
            public notFound: string[];

            /**
             * Encodes the specified CapReleaseAnswer message. Does not implicitly {@link tidemark.v1.CapReleaseAnswer.verify|verify} messages.
             * @param message CapReleaseAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICapReleaseAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CapReleaseAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CapReleaseAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CapReleaseAnswer;
        }

        /** Properties of a StoredReservation. */
        interface IStoredReservation {

            /** Family of the DataType. */
            dataType?: (string|null);

            /** Code of the action. */
            action?: (number|null);

            /** StoredReservation expiresAtMs */
            expiresAtMs?: (number|null);

            /** Canonical ids by the field numbers of the event's message. */
            dimensions?: ({ [k: string]: string }|null);
        }

        /**
         * Cell of the family `_rsv`: an allowed event that has not arrived yet. The column is its id, and the timestamp is the
         * time of the reservation.
         */
        class StoredReservation implements IStoredReservation {

            /**
             * Constructs a new StoredReservation.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IStoredReservation);

            /** Family of the DataType. */
            public dataType: string;

            /** Code of the action. */
            public action: number;

            /** StoredReservation expiresAtMs. */
            public expiresAtMs: number;

            /** Canonical ids by the field numbers of the event's message. */
            public dimensions: { [k: string]: string };

            /**
             * Encodes the specified StoredReservation message. Does not implicitly {@link tidemark.v1.StoredReservation.verify|verify} messages.
             * @param message StoredReservation message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IStoredReservation, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StoredReservation message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns StoredReservation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.StoredReservation;
        }

        /** Properties of an Omission. */
        interface IOmission {

            /** Family of the DataType. */
            dataType?: (string|null);

            /** Purpose of the DataType, which the user has not allowed. */
            purpose?: (string|null);

            /** Why it is left out: "no_consent". */
            reason?: (string|null);
        }

        /** A DataType that an answer leaves out. */
        class Omission implements IOmission {

            /**
             * Constructs a new Omission.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IOmission);

            /** Family of the DataType. */
            public dataType: string;

            /** Purpose of the DataType, which the user has not allowed. */
            public purpose: string;

            /** Why it is left out: "no_consent". */
            public reason: string;

            /**
             * Encodes the specified Omission message. Does not implicitly {@link tidemark.v1.Omission.verify|verify} messages.
             * @param message Omission message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IOmission, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an Omission message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns Omission
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.Omission;
        }

        /** Properties of a CountAnswer. */
        interface ICountAnswer {

            /** CountAnswer userId */
            userId?: (string|null);

            /** Milliseconds since the Unix epoch. */
            asOfMs?: (number|null);

            /** Everything acknowledged before this time is counted. Absent: unknown. */
            completeUpToMs?: (number|null);

            /** CountAnswer windows */
            windows?: (tidemark.v1.ICountedWindow[]|null);

            /** Groups that occur. Empty without `group_by`. */
            groups?: (tidemark.v1.ICountGroup[]|null);

            /** CountAnswer total */
            total?: (tidemark.v1.ICountTally|null);

            /** CountAnswer levels */
            levels?: (tidemark.v1.ILevelCounts[]|null);

            /** Present only on request. */
            explain?: (tidemark.v1.ICountExplanation|null);

            /** DataTypes that are left out. All counts are then 0. */
            omitted?: (tidemark.v1.IOmission[]|null);
        }

        /** Counts in their tabular form: ids and windows occur once, and a count is a number in a list. */
        class CountAnswer implements ICountAnswer {

            /**
             * Constructs a new CountAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountAnswer);

            /** CountAnswer userId. */
            public userId: string;

            /** Milliseconds since the Unix epoch. */
            public asOfMs: number;

            /** Everything acknowledged before this time is counted. Absent: unknown. */
            public completeUpToMs?: (number|null);

            /** CountAnswer windows. */
            public windows: tidemark.v1.ICountedWindow[];

            /** Groups that occur. Empty without `group_by`. */
            public groups: tidemark.v1.ICountGroup[];

            /** CountAnswer total. */
            public total?: (tidemark.v1.ICountTally|null);

            /** CountAnswer levels. */
            public levels: tidemark.v1.ILevelCounts[];

            /** Present only on request. */
            public explain?: (tidemark.v1.ICountExplanation|null);

            /** DataTypes that are left out. All counts are then 0. */
            public omitted: tidemark.v1.IOmission[];

            /** CountAnswer _completeUpToMs. */
            public _completeUpToMs?: "completeUpToMs";

            /**
             * Encodes the specified CountAnswer message. Does not implicitly {@link tidemark.v1.CountAnswer.verify|verify} messages.
             * @param message CountAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountAnswer;
        }

        /** Properties of a BatchCountAnswer. */
        interface IBatchCountAnswer {

            /** BatchCountAnswer asOfMs */
            asOfMs?: (number|null);

            /** BatchCountAnswer completeUpToMs */
            completeUpToMs?: (number|null);

            /** Users in the order of the request. Windows and `as_of_ms` apply to all. */
            users?: (tidemark.v1.ICountedUser[]|null);

            /** BatchCountAnswer windows */
            windows?: (tidemark.v1.ICountedWindow[]|null);

            /** BatchCountAnswer explain */
            explain?: (tidemark.v1.ICountExplanation|null);
        }

        /** Represents a BatchCountAnswer. */
        class BatchCountAnswer implements IBatchCountAnswer {

            /**
             * Constructs a new BatchCountAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IBatchCountAnswer);

            /** BatchCountAnswer asOfMs. */
            public asOfMs: number;

            /** BatchCountAnswer completeUpToMs. */
            public completeUpToMs?: (number|null);

            /** Users in the order of the request. Windows and `as_of_ms` apply to all. */
            public users: tidemark.v1.ICountedUser[];

            /** BatchCountAnswer windows. */
            public windows: tidemark.v1.ICountedWindow[];

            /** BatchCountAnswer explain. */
            public explain?: (tidemark.v1.ICountExplanation|null);

            /** BatchCountAnswer _completeUpToMs. */
            public _completeUpToMs?: "completeUpToMs";

            /**
             * Encodes the specified BatchCountAnswer message. Does not implicitly {@link tidemark.v1.BatchCountAnswer.verify|verify} messages.
             * @param message BatchCountAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IBatchCountAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a BatchCountAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns BatchCountAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.BatchCountAnswer;
        }

        /** Properties of a CountedUser. */
        interface ICountedUser {

            /** CountedUser counts */
            counts?: (tidemark.v1.ICountAnswer|null);

            /** CountedUser failure */
            failure?: (tidemark.v1.ICountFailure|null);

            /** CountedUser userId */
            userId?: (string|null);
        }

        /** Represents a CountedUser. */
        class CountedUser implements ICountedUser {

            /**
             * Constructs a new CountedUser.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountedUser);

            /** CountedUser counts. */
            public counts?: (tidemark.v1.ICountAnswer|null);

            /** CountedUser failure. */
            public failure?: (tidemark.v1.ICountFailure|null);

            /** CountedUser userId. */
            public userId: string;

            /** Only groups, totals, levels and omissions of the answer. */
            public result?: ("counts"|"failure");

            /**
             * Encodes the specified CountedUser message. Does not implicitly {@link tidemark.v1.CountedUser.verify|verify} messages.
             * @param message CountedUser message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountedUser, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountedUser message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountedUser
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountedUser;
        }

        /** Properties of a CountFailure. */
        interface ICountFailure {

            /** Error code of the API, such as "too_many_events". */
            code?: (string|null);

            /** CountFailure message */
            message?: (string|null);
        }

        /** Represents a CountFailure. */
        class CountFailure implements ICountFailure {

            /**
             * Constructs a new CountFailure.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountFailure);

            /** Error code of the API, such as "too_many_events". */
            public code: string;

            /** CountFailure message. */
            public message: string;

            /**
             * Encodes the specified CountFailure message. Does not implicitly {@link tidemark.v1.CountFailure.verify|verify} messages.
             * @param message CountFailure message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountFailure, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountFailure message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountFailure
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountFailure;
        }

        /** Properties of a CountedWindow. */
        interface ICountedWindow {

            /** CountedWindow name */
            name?: (string|null);

            /** CountedWindow fromMs */
            fromMs?: (number|null);

            /** CountedWindow toMs */
            toMs?: (number|null);
        }

        /** Represents a CountedWindow. */
        class CountedWindow implements ICountedWindow {

            /**
             * Constructs a new CountedWindow.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountedWindow);

            /** CountedWindow name. */
            public name: string;

            /** CountedWindow fromMs. */
            public fromMs: number;

            /** CountedWindow toMs. */
            public toMs: number;

            /**
             * Encodes the specified CountedWindow message. Does not implicitly {@link tidemark.v1.CountedWindow.verify|verify} messages.
             * @param message CountedWindow message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountedWindow, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountedWindow message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountedWindow
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountedWindow;
        }

        /** Properties of a CountGroup. */
        interface ICountGroup {

            /** One label per entry of `group_by`, in that order. Empty if the events lack the dimension. */
            labels?: (string[]|null);
        }

        /** Represents a CountGroup. */
        class CountGroup implements ICountGroup {

            /**
             * Constructs a new CountGroup.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountGroup);

            /** One label per entry of `group_by`, in that order. Empty if the events lack the dimension. */
            public labels: string[];

            /**
             * Encodes the specified CountGroup message. Does not implicitly {@link tidemark.v1.CountGroup.verify|verify} messages.
             * @param message CountGroup message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountGroup, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountGroup message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountGroup
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountGroup;
        }

        /** Properties of a CountTally. */
        interface ICountTally {

            /**
             * Counts of all rows of the first window, then of the second, and so on. Without groups a row is an id, in the order
             * of `ids`.
             */
            counts?: (number[]|null);

            /** With groups: index in `groups` of each row's group. The rows of an id are consecutive. */
            groups?: (number[]|null);

            /** With groups: number of rows of each id. */
            rows?: (number[]|null);
        }

        /** Represents a CountTally. */
        class CountTally implements ICountTally {

            /**
             * Constructs a new CountTally.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountTally);

            /**
             * Counts of all rows of the first window, then of the second, and so on. Without groups a row is an id, in the order
             * of `ids`.
             */
            public counts: number[];

            /** With groups: index in `groups` of each row's group. The rows of an id are consecutive. */
            public groups: number[];

            /** With groups: number of rows of each id. */
            public rows: number[];

            /**
             * Encodes the specified CountTally message. Does not implicitly {@link tidemark.v1.CountTally.verify|verify} messages.
             * @param message CountTally message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountTally, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountTally message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountTally
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountTally;
        }

        /** Properties of a LevelCounts. */
        interface ILevelCounts {

            /** LevelCounts level */
            level?: (string|null);

            /** LevelCounts ids */
            ids?: (string[]|null);

            /** LevelCounts tally */
            tally?: (tidemark.v1.ICountTally|null);
        }

        /** Represents a LevelCounts. */
        class LevelCounts implements ILevelCounts {

            /**
             * Constructs a new LevelCounts.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ILevelCounts);

            /** LevelCounts level. */
            public level: string;

            /** LevelCounts ids. */
            public ids: string[];

            /** LevelCounts tally. */
            public tally?: (tidemark.v1.ICountTally|null);

            /**
             * Encodes the specified LevelCounts message. Does not implicitly {@link tidemark.v1.LevelCounts.verify|verify} messages.
             * @param message LevelCounts message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ILevelCounts, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a LevelCounts message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns LevelCounts
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.LevelCounts;
        }

        /** Properties of a CountExplanation. */
        interface ICountExplanation {

            /** First and last requested columns of the row, in seconds since the Unix epoch. Absent: none. */
            columnsFromSeconds?: (number|null);

            /** CountExplanation columnsToSeconds */
            columnsToSeconds?: (number|null);

            /** Events before this time no longer count. Milliseconds since the Unix epoch. */
            countedFromMs?: (number|null);

            /** CountExplanation rows */
            rows?: (number|null);

            /** CountExplanation lookups */
            lookups?: (number|null);

            /** CountExplanation rawCells */
            rawCells?: (number|null);

            /** CountExplanation rawBytes */
            rawBytes?: (number|null);

            /** CountExplanation blocks */
            blocks?: (number|null);

            /** CountExplanation blockBytes */
            blockBytes?: (number|null);

            /** CountExplanation events */
            events?: (number|null);

            /** CountExplanation duplicates */
            duplicates?: (number|null);

            /** CountExplanation parseMicros */
            parseMicros?: (number|null);

            /** CountExplanation readMicros */
            readMicros?: (number|null);

            /** CountExplanation decodeMicros */
            decodeMicros?: (number|null);

            /** CountExplanation countMicros */
            countMicros?: (number|null);

            /** CountExplanation writeMicros */
            writeMicros?: (number|null);
        }

        /** Represents a CountExplanation. */
        class CountExplanation implements ICountExplanation {

            /**
             * Constructs a new CountExplanation.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ICountExplanation);

            /** First and last requested columns of the row, in seconds since the Unix epoch. Absent: none. */
            public columnsFromSeconds?: (number|null);

            /** CountExplanation columnsToSeconds. */
            public columnsToSeconds?: (number|null);

            /** Events before this time no longer count. Milliseconds since the Unix epoch. */
            public countedFromMs: number;

            /** CountExplanation rows. */
            public rows: number;

            /** CountExplanation lookups. */
            public lookups: number;

            /** CountExplanation rawCells. */
            public rawCells: number;

            /** CountExplanation rawBytes. */
            public rawBytes: number;

            /** CountExplanation blocks. */
            public blocks: number;

            /** CountExplanation blockBytes. */
            public blockBytes: number;

            /** CountExplanation events. */
            public events: number;

            /** CountExplanation duplicates. */
            public duplicates: number;

            /** CountExplanation parseMicros. */
            public parseMicros: number;

            /** CountExplanation readMicros. */
            public readMicros: number;

            /** CountExplanation decodeMicros. */
            public decodeMicros: number;

            /** CountExplanation countMicros. */
            public countMicros: number;

            /** CountExplanation writeMicros. */
            public writeMicros: number;

            /** CountExplanation _columnsFromSeconds. */
            public _columnsFromSeconds?: "columnsFromSeconds";

            /** CountExplanation _columnsToSeconds. */
            public _columnsToSeconds?: "columnsToSeconds";

            /**
             * Encodes the specified CountExplanation message. Does not implicitly {@link tidemark.v1.CountExplanation.verify|verify} messages.
             * @param message CountExplanation message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ICountExplanation, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a CountExplanation message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns CountExplanation
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.CountExplanation;
        }

        /** Properties of an EventsAnswer. */
        interface IEventsAnswer {

            /** Number of written events. Redelivered events are written again and counted once. */
            written?: (number|null);

            /** Number of events that equal an earlier event of the same request. */
            duplicatesInRequest?: (number|null);

            /** Events that are not written. */
            errors?: (tidemark.v1.IEventFailure[]|null);

            /** Token for reads that must contain the events. */
            token?: (string|null);
        }

        /** Answer to posted events, of which at least one is written. */
        class EventsAnswer implements IEventsAnswer {

            /**
             * Constructs a new EventsAnswer.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IEventsAnswer);

            /** Number of written events. Redelivered events are written again and counted once. */
            public written: number;

            /** Number of events that equal an earlier event of the same request. */
            public duplicatesInRequest: number;

            /** Events that are not written. */
            public errors: tidemark.v1.IEventFailure[];

            /** Token for reads that must contain the events. */
            public token: string;

            /**
             * Encodes the specified EventsAnswer message. Does not implicitly {@link tidemark.v1.EventsAnswer.verify|verify} messages.
             * @param message EventsAnswer message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IEventsAnswer, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an EventsAnswer message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns EventsAnswer
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.EventsAnswer;
        }

        /** Properties of an EventFailure. */
        interface IEventFailure {

            /** Index of the event in the request. */
            index?: (number|null);

            /** Error code of the API, such as "event_too_old". */
            code?: (string|null);

            /** Path of the invalid field, such as "events[3].adId". Empty: none. */
            field?: (string|null);

            /** EventFailure message */
            message?: (string|null);

            /** Whether a retry can succeed. */
            retryable?: (boolean|null);

            /** Regions whose servers can process the event, for `wrong_region`. */
            regions?: (string[]|null);
        }

        /** Represents an EventFailure. */
        class EventFailure implements IEventFailure {

            /**
             * Constructs a new EventFailure.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IEventFailure);

            /** Index of the event in the request. */
            public index: number;

            /** Error code of the API, such as "event_too_old". */
            public code: string;

            /** Path of the invalid field, such as "events[3].adId". Empty: none. */
            public field: string;

            /** EventFailure message. */
            public message: string;

            /** Whether a retry can succeed. */
            public retryable: boolean;

            /** Regions whose servers can process the event, for `wrong_region`. */
            public regions: string[];

            /**
             * Encodes the specified EventFailure message. Does not implicitly {@link tidemark.v1.EventFailure.verify|verify} messages.
             * @param message EventFailure message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IEventFailure, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes an EventFailure message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns EventFailure
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.EventFailure;
        }

        /** Properties of a PacingState. */
        interface IPacingState {

            /** PacingState campaignId */
            campaignId?: (string|null);

            /** The campaign's day, such as `2026-11-21`. */
            day?: (string|null);

            /** `active`, `throttled` or `stopped`. */
            state?: (string|null);

            /** Share of the requests, from 0 to 1, for which the campaign may be considered: 1 when active, 0 when stopped. */
            passShare?: (number|null);

            /** Reason, such as `units_delivered`; see docs/pacing.md. */
            reason?: (string|null);

            /** PacingState unitsPurchased */
            unitsPurchased?: (number|null);

            /** Inputs of the decision: the count, its rate, and the time up to which it was complete. */
            count?: (number|null);

            /** PacingState unitsPerSecond */
            unitsPerSecond?: (number|null);

            /** PacingState completeUpToMs */
            completeUpToMs?: (number|null);

            /** PacingState decidedAtMs */
            decidedAtMs?: (number|null);

            /**
             * Leadership term of the controller, and sequence number within it. A later pair takes precedence over an earlier
             * one.
             */
            epoch?: (number|null);

            /** PacingState sequence */
            sequence?: (number|null);

            /** PacingState priority */
            priority?: (number|null);
        }

        /** Decision of the pacing controller for one campaign. The object id is the campaign's. */
        class PacingState implements IPacingState {

            /**
             * Constructs a new PacingState.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IPacingState);

            /** PacingState campaignId. */
            public campaignId: string;

            /** The campaign's day, such as `2026-11-21`. */
            public day: string;

            /** `active`, `throttled` or `stopped`. */
            public state: string;

            /** Share of the requests, from 0 to 1, for which the campaign may be considered: 1 when active, 0 when stopped. */
            public passShare: number;

            /** Reason, such as `units_delivered`; see docs/pacing.md. */
            public reason: string;

            /** PacingState unitsPurchased. */
            public unitsPurchased: number;

            /** Inputs of the decision: the count, its rate, and the time up to which it was complete. */
            public count: number;

            /** PacingState unitsPerSecond. */
            public unitsPerSecond: number;

            /** PacingState completeUpToMs. */
            public completeUpToMs: number;

            /** PacingState decidedAtMs. */
            public decidedAtMs: number;

            /**
             * Leadership term of the controller, and sequence number within it. A later pair takes precedence over an earlier
             * one.
             */
            public epoch: number;

            /** PacingState sequence. */
            public sequence: number;

            /** PacingState priority. */
            public priority: number;

            /**
             * Encodes the specified PacingState message. Does not implicitly {@link tidemark.v1.PacingState.verify|verify} messages.
             * @param message PacingState message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IPacingState, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PacingState message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns PacingState
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.PacingState;
        }

        /** Properties of a PacingChange. */
        interface IPacingChange {

            /** PacingChange state */
            state?: (tidemark.v1.IPacingState|null);
        }

        /**
         * A change of a campaign's pacing state, with the inputs of the decision. The object id is the campaign's, and each
         * version is one change, so that the versions are the campaign's control log.
         */
        class PacingChange implements IPacingChange {

            /**
             * Constructs a new PacingChange.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IPacingChange);

            /** PacingChange state. */
            public state?: (tidemark.v1.IPacingState|null);

            /**
             * Encodes the specified PacingChange message. Does not implicitly {@link tidemark.v1.PacingChange.verify|verify} messages.
             * @param message PacingChange message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IPacingChange, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PacingChange message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns PacingChange
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.PacingChange;
        }

        /** Properties of a PacingSnapshot. */
        interface IPacingSnapshot {

            /** PacingSnapshot epoch */
            epoch?: (number|null);

            /** PacingSnapshot sequence */
            sequence?: (number|null);

            /** PacingSnapshot decidedAtMs */
            decidedAtMs?: (number|null);

            /** Id of the leader. */
            controller?: (string|null);

            /** States by campaign id. */
            campaigns?: (tidemark.v1.IPacingState[]|null);
        }

        /**
         * The states of all campaigns, which ad servers poll. They are in a row that is written once and is not an object's:
         * `<shard>$pacing/<epoch>-<sequence>`, in the shard of the object `pacing`. The row of that object, which also has the
         * controllers' lease, contains the snapshot in force without its campaigns.
         */
        class PacingSnapshot implements IPacingSnapshot {

            /**
             * Constructs a new PacingSnapshot.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IPacingSnapshot);

            /** PacingSnapshot epoch. */
            public epoch: number;

            /** PacingSnapshot sequence. */
            public sequence: number;

            /** PacingSnapshot decidedAtMs. */
            public decidedAtMs: number;

            /** Id of the leader. */
            public controller: string;

            /** States by campaign id. */
            public campaigns: tidemark.v1.IPacingState[];

            /**
             * Encodes the specified PacingSnapshot message. Does not implicitly {@link tidemark.v1.PacingSnapshot.verify|verify} messages.
             * @param message PacingSnapshot message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IPacingSnapshot, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a PacingSnapshot message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns PacingSnapshot
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.PacingSnapshot;
        }

        /** Properties of a Sketch. */
        interface ISketch {

            /** Version of this format: 1. */
            version?: (number|null);

            /** Precision p, of 2^p registers: 14. */
            precision?: (number|null);

            /** All items: their 64-bit hashes in ascending order. Small sets only; the count is exact. */
            hashes?: (Uint8Array|null);

            /** All registers, packed. */
            registers?: (Uint8Array|null);

            /** Some registers: those that a writer has raised since it wrote all of them to another cell. */
            raised?: (Uint8Array|null);

            /** CRC-32 of the bytes above. */
            checksum?: (number|null);
        }

        /**
         * Number of distinct items of a set: HyperLogLog, or the set itself while it is small. Sketches of one precision merge
         * by union, in any order and any number of times. See docs/decisions/0006-sketches.md.
         */
        class Sketch implements ISketch {

            /**
             * Constructs a new Sketch.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.ISketch);

            /** Version of this format: 1. */
            public version: number;

            /** Precision p, of 2^p registers: 14. */
            public precision: number;

            /** All items: their 64-bit hashes in ascending order. Small sets only; the count is exact. */
            public hashes?: (Uint8Array|null);

            /** All registers, packed. */
            public registers?: (Uint8Array|null);

            /** Some registers: those that a writer has raised since it wrote all of them to another cell. */
            public raised?: (Uint8Array|null);

            /** CRC-32 of the bytes above. */
            public checksum: number;

            /** Sketch items. */
            public items?: ("hashes"|"registers"|"raised");

            /**
             * Encodes the specified Sketch message. Does not implicitly {@link tidemark.v1.Sketch.verify|verify} messages.
             * @param message Sketch message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.ISketch, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a Sketch message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns Sketch
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.Sketch;
        }

        /** Properties of a StageProgress. */
        interface IStageProgress {

            /** `filter`, `consumer` or `api`. */
            stage?: (string|null);

            /** Id of this run of the process. */
            process?: (string|null);

            /** Time of the report by the process's clock. */
            atMs?: (number|null);

            /** Whether the process ended in order: its messages are settled or nacked. */
            ended?: (boolean|null);

            /**
             * Publication time of messages (for requests: arrival time) up to which everything destined for the process is
             * durable, as estimated from the order of messages. Equals at_ms when nothing waits.
             */
            settledUpToMs?: (number|null);

            /** Ages in milliseconds of the events of its last batches when they were written. */
            eventLagP50Ms?: (number|null);

            /** StageProgress eventLagP99Ms */
            eventLagP99Ms?: (number|null);

            /** From publication to durability. */
            deliveryLagP50Ms?: (number|null);

            /** StageProgress deliveryLagP99Ms */
            deliveryLagP99Ms?: (number|null);

            /** Number of outstanding messages. With `ended`: number of nacked messages. */
            heldMessages?: (number|null);

            /** StageProgress eventsPerSecond */
            eventsPerSecond?: (number|null);

            /** Messages that wait in the subscription for any process. Absent if unknown. */
            backlogMessages?: (number|null);

            /** StageProgress backlogAgeSeconds */
            backlogAgeSeconds?: (number|null);

            /** The subscription or topic that it reads. */
            source?: (string|null);

            /** Delay from an event to its publication or arrival. Absent if no event was decoded. */
            producerDelayP99Ms?: (number|null);
        }

        /**
         * Progress of one process of an ingestion stage, written by the process every second. The rows are not objects': one of
         * the minute, `<shard>$ingestion/now/<minute>/<stage>/<process>`, and for processes that read subscriptions another one
         * every ten minutes and at their end, `<shard>$ingestion/kept/<stage>/<process>`.
         */
        class StageProgress implements IStageProgress {

            /**
             * Constructs a new StageProgress.
             * @param [properties] Properties to set
             */
            constructor(properties?: tidemark.v1.IStageProgress);

            /** `filter`, `consumer` or `api`. */
            public stage: string;

            /** Id of this run of the process. */
            public process: string;

            /** Time of the report by the process's clock. */
            public atMs: number;

            /** Whether the process ended in order: its messages are settled or nacked. */
            public ended: boolean;

            /**
             * Publication time of messages (for requests: arrival time) up to which everything destined for the process is
             * durable, as estimated from the order of messages. Equals at_ms when nothing waits.
             */
            public settledUpToMs: number;

            /** Ages in milliseconds of the events of its last batches when they were written. */
            public eventLagP50Ms: number;

            /** StageProgress eventLagP99Ms. */
            public eventLagP99Ms: number;

            /** From publication to durability. */
            public deliveryLagP50Ms: number;

            /** StageProgress deliveryLagP99Ms. */
            public deliveryLagP99Ms: number;

            /** Number of outstanding messages. With `ended`: number of nacked messages. */
            public heldMessages: number;

            /** StageProgress eventsPerSecond. */
            public eventsPerSecond: number;

            /** Messages that wait in the subscription for any process. Absent if unknown. */
            public backlogMessages?: (number|null);

            /** StageProgress backlogAgeSeconds. */
            public backlogAgeSeconds?: (number|null);

            /** The subscription or topic that it reads. */
            public source: string;

            /** Delay from an event to its publication or arrival. Absent if no event was decoded. */
            public producerDelayP99Ms?: (number|null);

            /** StageProgress _backlogMessages. */
            public _backlogMessages?: "backlogMessages";

            /** StageProgress _backlogAgeSeconds. */
            public _backlogAgeSeconds?: "backlogAgeSeconds";

            /** StageProgress _producerDelayP99Ms. */
            public _producerDelayP99Ms?: "producerDelayP99Ms";

            /**
             * Encodes the specified StageProgress message. Does not implicitly {@link tidemark.v1.StageProgress.verify|verify} messages.
             * @param message StageProgress message or plain object to encode
             * @param [writer] Writer to encode to
             * @returns Writer
             */
            public static encode(message: tidemark.v1.IStageProgress, writer?: $protobuf.Writer): $protobuf.Writer;

            /**
             * Decodes a StageProgress message from the specified reader or buffer.
             * @param reader Reader or buffer to decode from
             * @param [length] Message length if known beforehand
             * @returns StageProgress
             * @throws {Error} If the payload is not a reader or valid buffer
             * @throws {$protobuf.util.ProtocolError} If required fields are missing
             */
            public static decode(reader: ($protobuf.Reader|Uint8Array), length?: number): tidemark.v1.StageProgress;
        }
    }
}
